"""Weeks as people file reports by: ISO weeks, "2026-W48", Monday to Sunday."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from graph.errors import BadInput
from graph.query import Window

_TEXT = re.compile(r"(\d{4})-W(\d{2})")


@dataclass(frozen=True, slots=True)
class Week:
    """One ISO week."""

    year: int
    number: int

    def __str__(self) -> str:
        """As it is filed."""
        return f"{self.year}-W{self.number:02d}"

    @property
    def monday(self) -> date:
        """Its first day."""
        return date.fromisocalendar(self.year, self.number, 1)

    def window(self, zone: ZoneInfo) -> Window:
        """From its Monday to the next, in that zone."""
        start = datetime.combine(self.monday, time(), zone)
        end = datetime.combine(self.monday + timedelta(days=7), time(), zone)
        return Window(start.astimezone(UTC), end.astimezone(UTC))

    def before(self) -> Week:
        """The week before."""
        return of(self.monday - timedelta(days=7))


def of(day: date) -> Week:
    """The week of a day."""
    year, number, _ = day.isocalendar()
    return Week(year, number)


def parse(text: str) -> Week:
    """Raises BadInput for what is no week of any year."""
    matched = _TEXT.fullmatch(text)
    try:
        if matched:
            week = Week(int(matched[1]), int(matched[2]))
            return of(week.monday)
    except ValueError:
        pass
    raise BadInput(f"{text!r} is no week; expected one such as 2026-W48.")
