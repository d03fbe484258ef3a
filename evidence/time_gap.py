"""What lies between two times of one record: "rotated three years after it was created", "… and succeeded 48 minutes later" (F12)."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction

from evidence import naming
from evidence.evidenced import use
from evidence.fact import Fact, View
from evidence.figure import Figure
from evidence.group import FIGURE, LIGHT, WORD, Group, words_of_piece
from evidence.moment import age_agrees, birth_of, is_age
from evidence.use import Reading, Use

_AFTER = frozenset("after later since".split())
_BEFORE = frozenset("before earlier".split())


def time_apart(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """One figure of time with "after", "before", "later" or "earlier": the two times it lies between."""
    if len(group.figures) != 1 or group.names or group.times or group.negated:
        return None
    at = next(i for i, p in enumerate(group.pieces) if p.part == FIGURE)
    if group.figures[0].dimension != "time" or at + 1 >= len(group.pieces):
        return None
    turn = group.pieces[at + 1].low
    if turn not in _AFTER | _BEFORE:
        return None
    left, right = _words(group, 0, at), _words(group, at + 2, len(group.pieces))
    told = _told(reading)
    if turn in ("later", "earlier"):
        firsts, seconds = _times(view, [*left, *right], kind_words), told
    else:
        firsts = _times(view, left, kind_words) if left else told
        seconds = _times(view, right, kind_words)
    for first in firsts:
        for second in seconds:
            if first is not second and _holds(group.figures[0], first, second, later=turn in _AFTER):
                how = f"{second.field} → {first.field}"
                return [use(view, (first.field, second.field), "pair", how=how, fact=first)]
    return None


def _words(group: Group, first: int, last: int) -> list[str]:
    return [w for p in group.pieces[first:last] if p.part in (WORD, LIGHT) for w in words_of_piece(p)]


def _told(reading: Reading) -> list[Fact]:
    """The time that was told last in this clause."""
    times = [u.fact for u in reading.said if u.fact is not None and u.fact.form == "time"]
    before = reading.before
    if not times and not reading.said and before is not None and before.form == "time":
        return [before]
    return times[-1:]


def _times(view: View, words: list[str], kind_words: frozenset[str]) -> list[Fact]:
    if not words:
        return []
    found = [f for level, f in naming.best(view, words, ("time",), kind_words) if level >= naming.LOOSE]
    birth = birth_of(view)
    return found or ([birth] if birth is not None and set(words) <= {"born", "up"} else [])


def _holds(figure: Figure, first: Fact, second: Fact, *, later: bool) -> bool:
    if not isinstance(first.value, datetime) or not isinstance(second.value, datetime):
        return False
    start, end = (second.value, first.value) if later else (first.value, second.value)
    if end <= start or figure.unit is None:
        return False
    seconds = Fraction((end - start) / timedelta(microseconds=1)) / 1_000_000
    return age_agrees(figure, seconds / figure.unit.factor) or is_age(figure, start, end)
