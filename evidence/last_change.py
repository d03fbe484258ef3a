"""“The last change was made by urs”, "the latest change is an hour old": the newest of the changes that were retrieved (F12)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from evidence.change_record import edge_said
from evidence.claim import Spoken
from evidence.entity import Entity, Member
from evidence.fact import View
from evidence.group import EMPTY_PIECE, NAME, PREP, TIME, WORD, Piece
from evidence.index import Index
from evidence.retold import word


def of_last_change(pieces: list[Piece], verb: int, spoken: Spoken, index: Index) -> Iterator[Entity]:
    """The change that is described by its place in time, before the verb."""
    found = edge_said(pieces[:verb])
    if found is None:
        return
    at, end, last = found
    between = pieces[end:verb]
    names = [p.token.text for p in between if p.part == NAME]
    if any(p.part not in (NAME, PREP, EMPTY_PIECE) for p in between) or len(names) > 1:
        return
    if any(p.low != "the" for p in pieces[:at]):
        return
    views = [v for v in index.changes if isinstance(_at(v), datetime) and v.role == "record"]
    about = names or (list(spoken.names) if len(spoken.names) == 1 else [])
    if about:
        views = [v for v in views if about[0] in (v.about, v.name) or about[0] in v.names]
    ordered = sorted(views, key=lambda v: str(_at(v)))
    if len(ordered) < 2 or len({_at(v) for v in ordered}) < len(ordered):
        return  # one alone shows neither that it is the last nor that it is the first
    view = ordered[-1] if last else ordered[0]
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
