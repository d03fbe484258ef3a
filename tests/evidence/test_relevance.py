"""How close evidence is to the question: the share of the question's own words that it has."""

from datetime import UTC, datetime

import pytest

from evidence.evidence import Item, Question
from evidence.relevance import relevance
from graph.record import Known, Record, Uid

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def asked(text: str, *names: str) -> Question:
    """A question that names these handles."""
    return Question(text, names=names, asked_at=NOW)


def database() -> Item:
    """A database of one field."""
    record = Record(Uid("arn:1"), "RDSInstance", "orders-db", {"engineVersion": "15.4"})
    return Item("a", Known(record, observed_at=NOW))


@pytest.mark.parametrize(
    ("text", "names", "percent"),
    [
        ("What is orders-db?", ("a",), 100),
        ("Which engine versions ran in the last 24 hours?", (), 67),
        ("Who is on call?", (), 5),
        ("And then?", (), 5),
    ],
    ids=["named", "endings and times do not count", "nothing in common", "nothing asked"],
)
def test_relevance(text, names, percent):
    """Times say when, endings say how; only what is asked about counts."""
    assert relevance(database(), asked(text, *names)) == percent
