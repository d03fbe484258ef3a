"""Parts of a day: "yesterday afternoon", "on Saturday evening"."""

from __future__ import annotations

from datetime import datetime, timedelta

HOURS = {"morning": (0, 12), "afternoon": (12, 18), "evening": (17, 24), "night": (18, 30)}
"""From which hour to which, of the day that is named; a night ends in the morning after."""


def part_of(start: datetime, word: str) -> tuple[datetime, datetime]:
    """The part of the day that starts then."""
    first, last = HOURS[word]
    return start + timedelta(hours=first), start + timedelta(hours=last)
