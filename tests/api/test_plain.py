"""An answer as plain data is what every way in renders, and exactly what GraphQL serves."""

import asyncio
import json
from decimal import Decimal
from pathlib import Path

import pytest
import strawberry
from strawberry.schema.config import StrawberryConfig

from api.graphql.answer import Answer
from api.graphql.scalar import SCALARS, read
from api.graphql.scalar import served as resolver
from api.graphql.schema import schema, sdl
from api.plain import plain_answer, plain_event, plain_value
from assistant.answer import Answered, Checking, Declined, DraftText, Planner, RowsFound, Understood


def selection(built, name, seen=()):
    """A selection of every field of a type, as deep as it goes."""
    kind = built.get_type(name)
    parts = []
    for field_name, field in kind.fields.items():
        inner = field.type
        while hasattr(inner, "of_type"):
            inner = inner.of_type
        if hasattr(inner, "types"):
            members = " ".join(
                f"... on {t.name} {selection(built, t.name, (*seen, name))}" for t in inner.types
            )
            parts.append(f"{field_name} {{ __typename {members} }}")
        elif hasattr(inner, "fields"):
            parts.append(f"{field_name} {selection(built, inner.name, (*seen, name))}")
        else:
            parts.append(field_name)
    return "{ " + " ".join(parts) + " }"


def served(answer):
    """What GraphQL makes of an answer that the page would be given."""
    plain = plain_answer(answer)

    @strawberry.type
    class Query:
        @resolver(Answer, "the answer")
        def answer(self) -> dict:
            return plain

    small = strawberry.Schema(Query, config=StrawberryConfig(scalar_map=SCALARS, default_resolver=read))
    found = asyncio.run(small.execute(f"{{ answer {selection(small._schema, 'Answer')} }}"))
    assert found.errors is None, found.errors
    return found.data["answer"]


@pytest.mark.parametrize("name", ["answered", "declined"])
def test_the_json_of_an_answer_is_exactly_the_graphql_answer(request, name):
    """`aletheia ask --json` prints exactly the GraphQL Answer: every field, enum values, a __typename on each block."""
    answer = request.getfixturevalue(name)
    assert json.loads(json.dumps(plain_answer(answer))) == served(answer)


def test_every_field_of_the_contract_is_there(answered):
    """The names of the contract, no more and no less."""
    assert set(plain_answer(answered)) == {
        "id", "question", "askedAt", "asOf", "status", "decline", "understanding", "planner", "blocks", "text",
        "markdown", "cards", "alsoRetrieved", "closestMatches", "notes", "badge", "confidence", "coverage", "queries",
    }  # fmt: skip


def test_blocks_carry_their_type(answered):
    """In --json each block carries __typename."""
    assert [b["__typename"] for b in plain_answer(answered)["blocks"]] == [
        "Heading", "Paragraph", "Table", "List", "Paragraph",
    ]  # fmt: skip


def test_times_have_a_zone_and_nothing_is_null(answered):
    """Times are instants in UTC; what a nullable field has nothing for is null."""
    plain = plain_answer(answered)
    assert plain["askedAt"] == "2026-11-30T12:00:00Z"
    assert plain["asOf"] is None
    assert plain["cards"][0]["uid"] is None
    assert plain["cards"][0]["sourceLink"] is None


def test_big_numbers_and_decimals_stay_exact():
    """No figure loses a digit on the way out."""
    assert plain_value(2**63) == "9223372036854775808"
    assert plain_value(Decimal("0.10")) == "0.10"
    assert plain_value(12) == 12


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (Understood("Pods · count", Planner.GRAMMAR), "Understood"),
        (RowsFound("Pods", 3, 3), "RowsFound"),
        (DraftText("3 pods"), "DraftText"),
        (Checking(1), "Checking"),
    ],
)
def test_every_step_says_what_it_is(event, name):
    """A stream's steps are told apart by __typename."""
    assert plain_event(event)["__typename"] == name


def test_the_last_step_holds_the_answer(answered, declined):
    """The last step is Answered or Declined, with the whole answer."""
    assert plain_event(Answered(answered))["answer"] == plain_answer(answered)
    assert plain_event(Declined(declined))["answer"]["decline"]["type"] == "NO_SUCH_RECORD"


def test_the_schema_is_the_golden_file():
    """`schema.graphql` is what `aletheia schema` prints; a change of the contract is seen in review."""
    golden = Path(__file__).parents[2] / "schema.graphql"
    assert golden.read_text(encoding="utf-8") == sdl()


def test_every_public_field_and_type_has_a_description():
    """Every public field has a description."""
    built = schema(development=True)._schema
    bare = []
    for name, kind in built.type_map.items():
        if name.startswith("__") or name in ("String", "Int", "Float", "Boolean", "ID"):
            continue
        if not kind.description:
            bare.append(name)
        bare += [f"{name}.{f}" for f, field in getattr(kind, "fields", {}).items() if not field.description]
    assert bare == []
