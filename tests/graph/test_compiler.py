"""The Cypher of every form, word for word: a change of it is seen, and values of a question are never in its text."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path as File

import pytest

from graph.compiler import find, scopes, walk, whole
from graph.compiler.text import Cypher
from graph.query import (
    Aggregate,
    AnyOf,
    Column,
    CoverageOf,
    Find,
    Measure,
    Not,
    Op,
    Order,
    Related,
    Where,
    Window,
    Within,
)
from graph.record import Uid

GOLDEN = File(__file__).parent.parent / "golden"
REWRITE = os.environ.get("ALETHEIA_TEST_REWRITE_GOLDEN", "")
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
PROD = Within(cluster=("prod",))
SHOP = Within(cluster=("prod",), namespace=("shop",))
ACCOUNT = Within(account=("012345671234",), region=("eu-west-1",))
COUNT = Aggregate(Measure.COUNT)


def rows(query: Find) -> Cypher:
    """The statement that a Find's rows come from."""
    return find.grouping(query).rows if find.is_grouped(query) else find.listing(query).rows


FORMS: dict[str, Callable[[], Cypher]] = {
    "list": lambda: rows(Find("Deployment", within=SHOP)),
    "list-state": lambda: rows(Find("EC2Instance", (Where("state", Op.EQ, "running"),), ACCOUNT)),
    "list-hidden-state": lambda: rows(Find("EC2Instance", (Where("state", Op.EQ, "terminated"),))),
    "list-silent": lambda: rows(Find("Pod", (Where("ready", Op.EQ, False),), PROD)),
    "list-category": lambda: rows(Find("Database", (Where("encrypted", Op.EQ, False),))),
    "list-unknown": lambda: rows(Find("Database", (Where("encrypted", Op.UNKNOWN),))),
    "list-not": lambda: rows(Find("Database", (Not(Where("encrypted", Op.EQ, True)),))),
    "list-not-or-unknown": lambda: rows(
        Find("Database", (Not(Where("encrypted", Op.EQ, True), unknown=True),))
    ),
    "list-any-of": lambda: rows(
        Find("Pod", (AnyOf((Where("phase", Op.EQ, "Failed"), Where("restarts", Op.GT, 10))),), PROD)
    ),
    "list-tag": lambda: rows(Find("Deployment", (Where("tags.team", Op.EQ, "payments"),))),
    "list-no-tag": lambda: rows(Find("Deployment", (Where("tags.team", Op.UNKNOWN),))),
    "list-version": lambda: rows(Find("RDSInstance", (Where("engineVersion", Op.LT, "14.2"),))),
    "list-text": lambda: rows(Find("Deployment", (Where("name", Op.CONTAINS, "API"),))),
    "list-member": lambda: rows(Find("Deployment", (Where("images", Op.CONTAINS, "shop:1"),))),
    "list-age": lambda: rows(
        Find("EC2Instance", (Where("launchedAt", Op.LT, NOON),), order=Order("launchedAt"))
    ),
    "list-related": lambda: rows(
        Find("Pod", (Related("RUNS_ON", kind="Node", where=(Where("ready", Op.EQ, True),)),), PROD)
    ),
    "list-related-none": lambda: rows(Find("Application", (Related("OWNED_BY", none=True),), PROD)),
    "list-related-count": lambda: rows(
        Find("Deployment", (Related("PART_OF", "in", "Pod", count=(Op.GT, 3)),))
    ),
    "list-related-hops": lambda: rows(Find("Pod", (Related("PART_OF", "out", "Application", hops=3),))),
    "list-related-named": lambda: rows(
        Find("Pod", (Related("RUNS_ON", uids=(Uid("k8s://prod//Node//n"),)),))
    ),
    "list-team": lambda: rows(Find("Pod", within=Within(team=("payments",)))),
    "list-application": lambda: rows(Find("Pod", within=Within(application=("shop",)))),
    "list-repository": lambda: rows(Find("Deployment", within=Within(repository=("acme/checkout",)))),
    "list-placeless": lambda: rows(Find("Team", within=PROD)),
    "list-named": lambda: rows(Find("Pod", named=(Uid("k8s://prod//Pod/shop/a"),))),
    "list-window": lambda: rows(Find("Change", within=PROD, window=Window(NOON, None))),
    "list-gone": lambda: rows(Find("Pod", within=PROD, gone=True)),
    "list-as-of": lambda: rows(Find("Deployment", (Where("replicas", Op.GT, 2),), PROD, as_of=NOON)),
    "list-columns": lambda: rows(
        Find(
            "Deployment",
            within=PROD,
            columns=(
                Column(),
                Column(special="owner"),
                Column(special="manager"),
                Column(special="application"),
                Column(special="place"),
                Column(special="freshness"),
                Column(special="confidence"),
                Column(relation="PART_OF", direction="in", kind="Pod", count=True),
                Column("url", relation="BUILT_FROM", kind="Repository"),
                Column("tags.team"),
            ),
            order=Order("count"),
            limit=5,
        )
    ),
    "count": lambda: rows(Find("EC2Instance", within=ACCOUNT, aggregate=COUNT)),
    "sum": lambda: rows(Find("Volume", within=ACCOUNT, aggregate=Aggregate(Measure.SUM, "sizeGiB"))),
    "percentile-by-group": lambda: rows(
        Find("Pod", group_by=(Column("namespace"),), aggregate=Aggregate(Measure.PERCENTILE, "restarts", 95))
    ),
    "count-by-two-groups": lambda: rows(
        Find(
            "Pod",
            within=PROD,
            group_by=(Column("namespace"), Column(relation="RUNS_ON", kind="Node")),
            aggregate=COUNT,
            having=(Op.GT, 10),
        )
    ),
    "count-by-owner": lambda: rows(Find("Deployment", group_by=(Column(special="owner"),), aggregate=COUNT)),
    "total-window": lambda: find.counted(Find("Change", within=PROD, window=Window(NOON, None))),
    "total": lambda: find.counted(Find("Deployment")),
    "population": lambda: find.population(Find("Pod", (Where("ready", Op.EQ, False),), PROD)),
    "list-indexed": lambda: rows(Find("Pod", (Where("podIp", Op.EQ, "10.0.0.7"),), PROD)),
    "rights": lambda: (
        find.listing(
            Find("Deployment", (Related("DEPENDS_ON"),)),
            (Within(cluster=("prod",), account=("012345671234",)),),
        ).rows
    ),
    "records": lambda: whole.records((Uid("a"), Uid("b"))),
    "scopes": lambda: scopes.scopes(CoverageOf(SHOP, ("Pod",), unread_only=True)),
    "scopes-behind": lambda: scopes.behind(["Pod"], SHOP),
    "scopes-of-rules": lambda: scopes.of_rules(("owner/k8s",)),
    "needs-in": lambda: walk.needs((Uid("a"),), "in"),
    "needs-out": lambda: walk.needs((Uid("a"),), "out"),
    "paths": lambda: walk.paths(Uid("a"), Uid("b"), 4, working=True),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_cypher_of_a_form_is_as_it_was_agreed(form: str) -> None:
    """Written with ALETHEIA_TEST_REWRITE_GOLDEN=1, then read by a person in the difference."""
    made = FORMS[form]()
    said = "".join(f"// ${name} = {value!r}\n" for name, value in made.parameters.items())
    text = f"{said}{made.text}\n"
    kept = GOLDEN / f"{form}.cypher"
    if REWRITE:
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(text)
    assert kept.read_text() == text


def test_no_golden_text_is_left_over() -> None:
    """Each belongs to a form."""
    assert {p.stem for p in GOLDEN.glob("*.cypher")} == set(FORMS)


HOSTILE = "x'}) DETACH DELETE n //`\\"


@pytest.mark.parametrize(
    "query",
    [
        Find("Deployment", (Where("name", Op.EQ, HOSTILE),)),
        Find("Deployment", (Where("name", Op.CONTAINS, HOSTILE),)),
        Find("Deployment", (Where("tags.team", Op.EQ, HOSTILE),)),
        Find("Deployment", (Where(f"tags.{HOSTILE}", Op.KNOWN),)),
        Find("Deployment", (Where(f"tags.{HOSTILE}", Op.STARTS, HOSTILE),)),
        Find("Deployment", (Where("images", Op.IN, [HOSTILE]),)),
        Find("Deployment", (Related("DEPENDS_ON", uids=(Uid(HOSTILE),)),)),
        Find("Deployment", within=Within(cluster=(HOSTILE,), team=(HOSTILE,), repository=(HOSTILE,))),
        Find("Deployment", named=(Uid(HOSTILE),)),
        Find("Deployment", columns=(Column(f"tags.{HOSTILE}"),)),
        Find("Deployment", group_by=(Column(f"tags.{HOSTILE}"),), aggregate=COUNT),
    ],
)
def test_nothing_of_a_question_is_in_the_text(query: Find) -> None:
    """Every value is a parameter, whatever it holds."""
    made = rows(query)
    assert "DETACH" not in made.text
    assert any("DETACH" in str(value).upper() for value in made.parameters.values())


def test_the_same_query_is_compiled_to_the_same_text() -> None:
    """So that databases plan it once."""
    query = Find("Pod", (Related("RUNS_ON", kind="Node"),), PROD, columns=(Column(special="owner"),))
    assert rows(query) == rows(query)
