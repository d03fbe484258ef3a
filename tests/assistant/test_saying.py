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

    given = ask("Are all volumes encrypted?")

    assert expected == _rows(given)
    assert [len(expected), 1] == [query.rows for query in given.queries], "of the others the number is enough"


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


def test_an_age_is_said_with_the_day_it_is_counted_from(ask: Ask) -> None:
    """Orders-db was created 400 days before the question."""
    assert ask("How old is orders-db?").text.startswith("orders-db is 400 days old: it was created on ")


def test_freshness_says_when_each_place_was_last_read(ask: Ask) -> None:
    """Of a region and of a kind alike: the time of the newest complete look, and of the oldest where it differs."""
    for question in ("When was eu-west-1 last scanned?", "When were buckets last read?"):
        notes = [n.text for n in ask(question).notes]
        assert any("was last read whole at 2026-11-30 11:40 UTC" in n for n in notes), (question, notes)


@pytest.mark.parametrize(
    ("question", "first"),
    [("Is orders-db encrypted?", "Yes: orders-db is"), ("Is orders-db unencrypted?", "No: orders-db is")],
)
def test_a_question_of_one_record_begins_with_yes_or_no(ask: Ask, question: str, first: str) -> None:
    """Then comes what its record says."""
    assert ask(question).text.startswith(first)
