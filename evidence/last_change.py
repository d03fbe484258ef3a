"""“The last change was made by urs”, "the latest change is an hour old": the newest of the changes that were retrieved (F12)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from evidence.claim import Spoken
from evidence.entity import Entity, Member
from evidence.fact import View
from evidence.group import EMPTY_PIECE, NAME, PREP, TIME, WORD, Piece
from evidence.index import Index
from evidence.retold import word

_LAST = frozenset("last latest newest".split())
_FIRST = frozenset("first earliest oldest".split())


def of_last_change(pieces: list[Piece], verb: int, spoken: Spoken, index: Index) -> Iterator[Entity]:
    """The change that is described by its place in time, before the verb."""
    at = next(
        (i for i in range(min(verb, 4)) if pieces[i].low in _LAST | _FIRST or pieces[i].low == "recent"), None
    )
    if at is None or at + 1 >= verb or pieces[at + 1].low not in ("change", "modification", "update"):
        return
    if pieces[at].low == "recent" and (not at or pieces[at - 1].low != "most"):
        return
    between = pieces[at + 2 : verb]
    names = [p.token.text for p in between if p.part == NAME]
    if any(p.part not in (NAME, PREP, EMPTY_PIECE) for p in between) or len(names) > 1:
        return
    if any(p.low not in ("the", "most") for p in pieces[:at]):
        return
    views = [v for v in index.changes if isinstance(_at(v), datetime) and v.role == "record"]
    about = names or (list(spoken.names) if len(spoken.names) == 1 else [])
    if about:
        views = [v for v in views if about[0] in (v.about, v.name) or about[0] in v.names]
    ordered = sorted(views, key=lambda v: str(_at(v)))
    if not ordered or len({_at(v) for v in ordered}) < len(ordered):
        return
    view = ordered[0] if pieces[at].low in _FIRST else ordered[-1]
    yield Entity([Member(view.name, (view,))], _told_when(pieces[verb:]))


def _told_when(rest: list[Piece]) -> list[Piece]:
    """“was made at 07:30”: the time of it was then."""
    at = next((i for i, p in enumerate(rest) if p.part == TIME), None)
    dated = next((p for p in rest if p.low == "ago"), None)
    rest = [p for p in rest if p.low not in _DONE or not (at is not None or dated is not None)]
    at = next((i for i, p in enumerate(rest) if p.part == TIME), None)
    if at is None:
        return rest
    first = at - 1 if at and rest[at - 1].part == PREP else at
    return [*rest[:first], Piece(word("time", rest[at].token), WORD, "time"), *rest[first:]]


_DONE = frozenset("made done applied happened occurred came took".split())


def _at(view: View) -> object:
    fact = view.fact("at")
    return fact.value if fact is not None else None
