"""Schedules in words: "runs every night at 02:30" of `30 2 * * *`, "every 15 minutes" of `*/15 * * * *` or `rate(15 minutes)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from evidence.evidenced import of_fact
from evidence.fact import View
from evidence.figure import Figure, read
from evidence.group import EMPTY_PIECE, Group, Piece
from evidence.unit import unit
from evidence.use import Reading, Use

_CRON = re.compile(r"(?:cron\()?((?:[\d*/,\-?A-Za-z#]+\s+){4,5}[\d*/,\-?A-Za-z#]+)\)?")
_RATE = re.compile(r"rate\((\d+ \w+)\)")
_NAMED = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
}
_ANY = ("*", "?")
_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_PARTS = {"night": (20, 30), "morning": (0, 12), "afternoon": (12, 18), "evening": (17, 23)}
"""Parts of a day by their first hour and the hour after their last; a night goes on to six."""
_PERIODS = {"daily": "day", "nightly": "night", "hourly": "hour", "weekly": "week", "monthly": "month"}
_WHOLE = {3_600: "hour", 86_400: "day", 604_800: "week"}
_VERBS = frozenset(
    "run runs fire fires start starts execute executes kick kicks off scheduled goes happens trigger triggers triggered job it is to once on at in the a of each every and utc day".split()
)
_CLOCK = re.compile(r"(\d{1,2})(?::(\d{2}))?(?::00)?\s*(am|pm)?(?:\s*utc)?")


@dataclass(frozen=True, slots=True)
class Schedule:
    """When something is run, by the fields of cron; or how far apart, in seconds."""

    minute: str = "*"
    hour: str = "*"
    day: str = "*"
    month: str = "*"
    weekday: str = "*"
    apart: int = 0

    @property
    def is_daily(self) -> bool:
        """Once a day, at one hour and minute."""
        every_day = all(part in _ANY for part in (self.day, self.month, self.weekday))
        return every_day and self.minute.isdigit() and self.hour.isdigit()


def scheduled(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """What is said of when a record runs, every word of it, by its one schedule."""
    if group.names or group.negated or reading.past or not _may_be(group):
        return None
    found = [(f, s) for f in view.facts if isinstance(f.value, str) and (s := schedule_of(f.value))]
    if len(found) != 1:
        return None
    fact, schedule = found[0]
    claims = list(_claims(group))
    if claims and None not in claims and all(c is not None and _holds(schedule, *c) for c in claims):
        return of_fact(view, fact, reading)
    return None


def _may_be(group: Group) -> bool:
    return bool(group.times) or any(p.low == "every" or p.low in _PERIODS for p in group.pieces)


@lru_cache(maxsize=1024)
def schedule_of(text: str) -> Schedule | None:
    """A schedule of cron, of five fields or EventBridge's six, or a rate; None where it is another text."""
    if match := _RATE.fullmatch(text):
        figure = read(match[1].split(), 0)
        return Schedule(apart=int(figure.base)) if figure is not None and figure.unit is not None else None
    match = _CRON.fullmatch(_NAMED.get(text, text))
    if match is None:
        return None
    fields = match[1].split()
    if not any(c in match[1] for c in "*?") or not all(re.search(r"[\d*?]", f) for f in fields[:4]):
        return None
    minute, hour, day, month, weekday = fields[:5]
    return Schedule(minute, hour, day, month, weekday)


def _claims(group: Group) -> Iterator[tuple[str, str] | None]:
    """What is said: a period, a part of the day, a weekday, a clock, a distance; None for a word that says something else."""
    for piece in group.pieces:
        if piece.token.moment is not None:
            yield ("clock", piece.low)
        elif piece.token.figure is not None:
            yield _apart(piece.token.figure)
        elif piece.low in _PERIODS:
            yield ("every", _PERIODS[piece.low])
        elif piece.low in ("hour", "week", "month", "minute") or piece.low in _PARTS:
            yield ("every", piece.low)
        elif piece.low == "day":
            yield ("every", "day")
        elif piece.low.rstrip("s")[:3] in _DAYS and piece.low.rstrip("s").endswith("day"):
            yield ("weekday", piece.low.rstrip("s")[:3])
        elif piece.part != EMPTY_PIECE and not _is_empty(piece):
            yield None


def _is_empty(piece: Piece) -> bool:
    return piece.low in _VERBS or not piece.low.isalpha()


def _apart(figure: Figure) -> tuple[str, str] | None:
    if figure.op != "=" or figure.unit is None or figure.dimension != "time" or figure.form != "amount":
        return None
    return "apart", str(int(figure.base))


def _holds(schedule: Schedule, sort: str, said: str) -> bool:
    if sort == "clock":
        return _is_at(schedule, said)
    if sort == "apart":
        return _is_apart(schedule, int(said))
    if sort == "weekday":
        return schedule.weekday.lower()[:3] in (said, str(_DAYS.index(said)))
    match said:
        case "day":
            return schedule.is_daily
        case "minute":
            return schedule.apart == 60 or (schedule.minute in ("*", "*/1") and schedule.hour == "*")
        case "hour":
            return schedule.apart == 3600 or (schedule.minute.isdigit() and schedule.hour in ("*", "*/1"))
        case "week":
            return schedule.weekday not in _ANY and "," not in schedule.weekday and schedule.hour.isdigit()
        case "month":
            return schedule.day.isdigit() and schedule.weekday in _ANY and schedule.hour.isdigit()
        case _:
            first, end = _PARTS[said]
            hour = int(schedule.hour) if schedule.is_daily else -1
            return hour >= 0 and (first <= hour < end or first <= hour + 24 < end)


def _is_at(schedule: Schedule, said: str) -> bool:
    match = _CLOCK.fullmatch(said)
    if match is None or not schedule.minute.isdigit() or not schedule.hour.isdigit():
        return False
    hour = int(match[1]) % 12 + (12 if match[3] == "pm" else 0) if match[3] else int(match[1])
    return (int(schedule.hour), int(schedule.minute)) == (hour, int(match[2] or 0))


def _is_apart(schedule: Schedule, seconds: int) -> bool:
    if schedule.apart:
        return schedule.apart == seconds
    if seconds in _WHOLE:
        return _holds(schedule, "every", _WHOLE[seconds])
    minute, hour = unit("minutes"), unit("hours")
    for field, one, rest in ((schedule.minute, minute, schedule.hour), (schedule.hour, hour, "*")):
        if field.startswith("*/") and rest == "*" and one is not None:
            return int(field[2:]) * one.factor == seconds
    return False
