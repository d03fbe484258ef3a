"""Amounts and ranges of numbers, as people write them."""

import pytest

from assistant.amount import amount_of, is_unit, range_of
from assistant.meaning import Amount


@pytest.mark.parametrize(
    ("texts", "low", "high", "unit", "used"),
    [
        (["5", "to", "20", "restarts"], 5, 20, "", 3),
        (["between", "50", "and", "200", "GiB"], 50, 200, "GiB", 5),
        (["between", "1", "TiB", "and", "2", "TiB"], 1, 2, "TiB", 6),
        (["5-20", "GiB"], 5, 20, "GiB", 2),
        (["from", "two", "to", "four"], 2, 4, "", 4),
        (["500GiB", "to", "1TiB"], 500 / 1024, 1, "TiB", 3),
    ],
)
def test_a_range_has_both_ends_and_one_unit(
    texts: list[str], low: float, high: float, unit: str, used: int
) -> None:
    """The unit of one end is that of the other, which may have a larger one."""
    found = range_of(texts)
    assert found is not None
    amount, count = found
    assert (amount.value, amount.upper, amount.unit.lower(), count) == (low, high, unit.lower(), used)


@pytest.mark.parametrize(
    "texts", [["20", "to", "5"], ["between", "09:00", "and", "10:00"], ["5", "pods"], []]
)
def test_what_is_no_range_is_none(texts: list[str]) -> None:
    """The wrong way round, times, and a number alone."""
    assert range_of(texts) is None


def test_gigs_are_a_unit() -> None:
    """As people say it; a number with it is an amount."""
    assert is_unit("gigs")
    assert amount_of("50gigs") == Amount(50.0, "gigs", "50gigs")
