"""What a result was asked for is all it carries: a condition on the other end, a count of ends, and unknown values (F2, A3)."""

from collections.abc import Mapping
from typing import Any

import pytest

from evidence import case
from evidence.check import check
from evidence.checked import Status

MANY_PODS = {"related": "PART_OF", "direction": "in", "kind": "Pod", "op": ">", "value": 3}
ON_POSTGRES = {
    "related": "DEPENDS_ON",
    "kind": "RDSInstance",
    "value": "RDS instance (engine is postgres)",
}
NOT_GOLD = {"field": "tier", "op": "!=", "value": "gold"}


def stays(where: Mapping[str, Any], draft: str) -> bool:
    """Whether a count of five applications under this condition carries the draft."""
    result = {
        "handle": "q1",
        "words": "applications",
        "of": "Application",
        "where": [where],
        "within": {},
        "measure": "count",
        "columns": ["count"],
        "rows": [[5]],
        "total": 1,
        "population": 20,
        "observedAt": "2026-06-03T07:30:00Z",
        "complete": True,
    }
    given = {
        "question": "Which applications are there?",
        "askedAt": "2026-06-03T07:45:00Z",
        "draft": draft,
        "evidence": {"results": [result]},
    }
    read = case.read(given)
    return check(read.draft, read.items, read.question).status is Status.ANSWERED


@pytest.mark.parametrize(
    ("expected", "draft"),
    [
        (True, "Five applications have more than 3 pods."),
        (False, "Five applications have pods."),
        (False, "Five applications have more than 4 pods."),
        (False, "Five applications have no pods."),
    ],
)
def test_a_count_of_ends_is_said_with_its_number(expected: bool, draft: str) -> None:
    """F2: so many at the other end, and no other number."""
    assert expected == stays(MANY_PODS, draft)


@pytest.mark.parametrize(
    ("expected", "draft"),
    [
        (True, "Five applications depend on an RDS instance whose engine is postgres."),
        (False, "Five applications depend on an RDS instance."),
        (False, "Five applications have no dependency."),
    ],
)
def test_what_the_other_end_must_be_is_said(expected: bool, draft: str) -> None:
    """F2: a condition on the other end is part of the condition."""
    assert expected == stays(ON_POSTGRES, draft)


def test_a_denial_that_takes_in_the_unknown_is_no_plain_denial() -> None:
    """A3: "not gold or not known" carries no "not gold"."""
    assert not stays({**NOT_GOLD, "unknown": True}, "Five applications are not gold.")


@pytest.mark.parametrize(
    ("expected", "draft"),
    [
        (False, "There are 5 applications."),
        (False, "5 applications were found."),
        (True, "There are 5 applications named shop."),
    ],
)
def test_what_was_asked_of_named_records_is_not_said_of_all(expected: bool, draft: str) -> None:
    """A result about records of one name carries nothing about the kind."""
    assert expected is stays({"field": "name", "op": "=", "value": "shop"}, draft)
