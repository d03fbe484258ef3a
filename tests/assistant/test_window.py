"""Times of questions: every form, against the asker's zone, as UTC windows."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from assistant.window import Clock, day_of, moment_of, said, window_of
from graph.query import Window

NOON = Clock(datetime(2026, 11, 30, 12, tzinfo=UTC))  # a Monday
AUCKLAND = Clock(
    datetime(2026, 12, 2, 11, 30, tzinfo=UTC), timezone(timedelta(hours=13))
)  # Thursday 00:30 there


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("in the last 24 hours", "2026-11-29 12:00 to 2026-11-30 12:00 UTC"),
        ("over the past 3 days", "2026-11-27 12:00 to 2026-11-30 12:00 UTC"),
        ("last 7 days", "2026-11-23 12:00 to 2026-11-30 12:00 UTC"),
        ("in the past hour", "2026-11-30 11:00 to 2026-11-30 12:00 UTC"),
        ("since Monday", "2026-11-23 00:00 to 2026-11-30 12:00 UTC"),
        ("since yesterday", "2026-11-29 00:00 to 2026-11-30 12:00 UTC"),
        ("since 09:00", "2026-11-30 09:00 to 2026-11-30 12:00 UTC"),
        ("since 3 days ago", "2026-11-27 12:00 to 2026-11-30 12:00 UTC"),
        ("today", "2026-11-30 00:00 to 2026-11-30 12:00 UTC"),
        ("yesterday", "2026-11-29 00:00 to 2026-11-30 00:00 UTC"),
        ("this week", "2026-11-30 00:00 to 2026-11-30 12:00 UTC"),
        ("last week", "2026-11-23 00:00 to 2026-11-30 00:00 UTC"),
        ("this month", "2026-11-01 00:00 to 2026-11-30 12:00 UTC"),
        ("last month", "2026-10-01 00:00 to 2026-11-01 00:00 UTC"),
        ("last December", "2025-12-01 00:00 to 2026-01-01 00:00 UTC"),
        ("in October", "2026-10-01 00:00 to 2026-11-01 00:00 UTC"),
        ("recently", "2026-11-23 12:00 to 2026-11-30 12:00 UTC"),
        ("on 2026-11-28", "2026-11-28 00:00 to 2026-11-29 00:00 UTC"),
        ("before 14:00 UTC yesterday", "before 2026-11-29 14:00 UTC"),
        ("before 2026-11-29", "before 2026-11-29 00:00 UTC"),
        ("before the incident at 09:40", "before 2026-11-30 09:40 UTC"),
        ("between 09:00 and 10:00 UTC yesterday", "2026-11-29 09:00 to 2026-11-29 10:00 UTC"),
        ("between Nov 20 and Nov 25", "2026-11-20 00:00 to 2026-11-25 00:00 UTC"),
        ("from Monday to Wednesday", "2026-11-23 00:00 to 2026-11-25 00:00 UTC"),
        ("in 30 days", "2026-11-30 12:00 to 2026-12-30 12:00 UTC"),
        ("within the next 2 weeks", "2026-11-30 12:00 to 2026-12-14 12:00 UTC"),
        ("after 2026-11-29 10:00", "2026-11-29 10:00 to 2026-11-30 12:00 UTC"),
    ],
)
def test_a_time_of_a_question_is_a_window_in_utc(phrase: str, expected: str) -> None:
    """Calendar words go by the calendar, spans by the clock; a window runs up to now, not past it."""
    window = window_of(phrase, NOON)
    assert window is not None
    assert said(window) == expected


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("since last Thursday", "2026-11-25 11:00 to 2026-12-02 11:30 UTC"),
        ("today", "2026-12-02 11:00 to 2026-12-02 11:30 UTC"),
        ("last December", "2025-11-30 11:00 to 2025-12-31 11:00 UTC"),
        ("yesterday", "2026-12-01 11:00 to 2026-12-02 11:00 UTC"),
    ],
)
def test_days_are_the_askers_own(phrase: str, expected: str) -> None:
    """Half past midnight on a Thursday east of UTC: last Thursday is a week ago, and today is half an hour old."""
    window = window_of(phrase, AUCKLAND)
    assert window is not None
    assert said(window) == expected


@pytest.mark.parametrize("phrase", ["shop", "in prod", "since the incident", "on port 22", "3", "monday-api"])
def test_what_is_no_time_is_no_window(phrase: str) -> None:
    """A place, a name and a number are none."""
    assert window_of(phrase, NOON) is None


def test_an_instant_is_told_by_a_clock_or_by_how_long_ago_it_was() -> None:
    """A day alone is a window; noon is twelve o'clock."""
    assert moment_of("yesterday at noon", NOON) == datetime(2026, 11, 29, 12, tzinfo=UTC)
    assert moment_of("two hours ago", NOON) == NOON.now - timedelta(hours=2)
    assert moment_of("around 09:30", NOON) == datetime(2026, 11, 30, 9, 30, tzinfo=UTC)
    assert moment_of("yesterday", NOON) is None


def test_what_happened_some_days_ago_happened_in_that_day() -> None:
    """Of an exact instant it is half an hour around it."""
    day = datetime(2026, 11, 28, tzinfo=UTC)
    assert day_of("two days ago", NOON) == Window(day, day + timedelta(days=1))
    midday = datetime(2026, 11, 29, 12, tzinfo=UTC)
    assert day_of("yesterday at noon", NOON) == Window(
        midday - timedelta(minutes=30), midday + timedelta(minutes=30)
    )


def test_soon_is_thirty_days_and_last_night_ends_at_six() -> None:
    """Which the answer says."""
    assert window_of("soon", NOON) == Window(NOON.now, NOON.now + timedelta(days=30))
    night = datetime(2026, 11, 29, 20, tzinfo=UTC)
    assert window_of("last night", NOON) == Window(night, night + timedelta(hours=10))
