"""Times as people write them, against the moment of the question (F10, F11, LLM-08)."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from evidence.time import expressions

ASKED = datetime(2026, 11, 30, 12, tzinfo=UTC)  # a Monday


def day(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("on 2026-11-29", "2026-11-29", "2026-11-30"), ("25 August 2026", "2026-08-25", "2026-08-26"), ("Feb 18, 2025", "2025-02-18", "2025-02-19"),
        ("July 2026", "2026-07-01", "2026-08-01"), ("in 2025", "2025-01-01", "2026-01-01"), ("yesterday", "2026-11-29", "2026-11-30"),
        ("last Thursday", "2026-11-26", "2026-11-27"), ("last December", "2025-12-01", "2026-01-01"), ("last week", "2026-11-23", "2026-11-30"),
        ("Monday of last week", "2026-11-23", "2026-11-24"), ("in the last 24 hours", "2026-11-29T12:00", "2026-11-30T12:00"),
        ("over the past seven days", "2026-11-23T12:00", "2026-11-30T12:00"), ("since Monday", "2026-11-30", "2026-11-30T12:00"),
        ("at 09:38 UTC on 2026-11-30", "2026-11-30T09:38", "2026-11-30T09:39"), ("2026-10-05 at 14:05 CEST", "2026-10-05T12:05", "2026-10-05T12:06"),
    ],
)  # fmt: skip
def test_a_time_is_resolved_in_utc(text, start, end):
    """As wide as it was written."""
    found = expressions(text, ASKED)[0]

    assert (day(start), day(end)) == (found.start, found.end)


def test_days_begin_where_the_asker_is():
    """LLM-08: on a Thursday at 00:30 in UTC+13, "today" began half an hour ago."""
    zone = timezone(timedelta(hours=13))
    asked = datetime(2026, 12, 3, 0, 30, tzinfo=zone)

    assert datetime(2026, 12, 2, 11, tzinfo=UTC) == expressions("today", asked, zone)[0].start
    assert datetime(2026, 11, 25, 11, tzinfo=UTC) == expressions("since last Thursday", asked, zone)[0].start
