"""What an answer says first: yes or no, the record that is the most, when and who, and the exceptions in its table."""

from collections.abc import Callable
from datetime import datetime

import pytest

from assistant.answer import Answer
from assistant.ask import answer
from evidence.table import Table
from graph.store import Store

Ask = Callable[[str], Answer]


@pytest.fixture(name="ask")
def _ask(observed: Store, now: datetime) -> Ask:
    return lambda question: answer(observed, question, now=now)


def _rows(given: Answer) -> set[str]:
    return {row.cells[0].text for b in given.blocks if isinstance(b, Table) for row in b.rows}


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Are all RDS instances encrypted?", "No: 1 of the 3 RDS instances is unencrypted"),
        ("Is any RDS instance publicly accessible?", "No: no RDS instance is publicly accessible"),
        ("Is any bucket public?", "Yes: "),
    ],
)
def test_a_quantified_question_is_answered_by_yes_or_no_first(ask: Ask, question: str, first: str) -> None:
    """The word that was asked for, then the number that decides it."""
    assert ask(question).text.startswith(first)


def test_the_exceptions_are_shown_and_not_what_conforms(ask: Ask, records: list[dict[str, object]]) -> None:
    """Of "all", those that are not so are what a reader has to act on."""
    expected = {r["name"] for r in records if r["kind"] == "Volume" and r["encrypted"] is False}

    assert expected == _rows(ask("Are all volumes encrypted?"))


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("What is the largest volume?", "is the largest EBS volume, with 500 GiB"),
        ("What is the smallest volume?", "is the smallest EBS volume, with "),
        ("What is the oldest volume?", "is the oldest EBS volume: it was created on "),
        ("Which pod has the most restarts?", "is the pod with the most restarts, 41"),
    ],
)
def test_a_superlative_names_the_record_first(ask: Ask, question: str, says: str) -> None:
    """It is compared with the next, which the evidence holds."""
    given = ask(question)

    assert says in given.text, given.text
    assert () == given.badge.removed_sentences


def test_everything_healthy_is_denied_by_what_is_not(ask: Ask, records: list[dict[str, object]]) -> None:
    """Each exception by what its record says of itself."""
    expected = {r["name"] for r in records if r.get("ready") is False and r.get("namespace") == "shop"}

    given = ask("Is everything in namespace shop healthy?")

    assert given.text.startswith("No: " if expected else "Yes: "), given.text
    assert expected <= _rows(given) | {""}
