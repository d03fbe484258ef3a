"""What came before what, and by how much; never that one caused the other (F12, S3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from evidence import changing, naming
from evidence.bench import Bench
from evidence.cell import births, content, is_difference, names_in, pairs, support
from evidence.change_record import changes
from evidence.claim import Spoken, Support
from evidence.fact import View
from evidence.group import FIGURE, LIGHT, PREP, Piece
from evidence.moment import age_agrees
from evidence.scope import view_allowed
from evidence.use import Use


def ordered_in_time(
    pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[Support]:
    """“a was created before b”: the same time field of both."""
    at = next(
        (i for i, p in enumerate(pieces) if p.low in ("before", "after", "since") and p.part == PREP), None
    )
    things = names_in(pieces, bench)
    if at is None or len(things) != 2 or not things[0] < at < things[1]:
        return
    gap = next((i for i, p in enumerate(pieces[:at]) if p.part == FIGURE), None)
    bare = [p for i, p in enumerate(pieces) if i not in {at, *things} and i != gap]
    words = content(bare, set(), frozenset("was were".split()))
    if not words:
        return
    left, right = (births(pieces[i].token.text, words, bench, said) for i in things)
    for a, b in pairs(left, right):
        holds = a.value < b.value if pieces[at].low == "before" else a.value > b.value
        if holds and (gap is None or is_difference(pieces[gap].token.figure, a, b)):
            yield support([a, b], "one before the other")


def one_before_other(
    pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[Support]:
    """“The replica change came before the image change”: two happenings in their order, and no more than that (S3)."""
    at = next((i for i, p in enumerate(pieces) if p.low in ("before", "after") and p.part == PREP), None)
    if at is None or any(p.part == FIGURE for p in pieces):
        return
    verbless = [
        p
        for p in pieces[:at]
        if p.part != LIGHT and p.low not in ("came", "happened", "occurred", "was", "took", "place")
    ]
    left = [*_events(verbless, spoken, bench, said), *_change_events(verbless, spoken, bench, said)]
    right = [
        *_events(pieces[at + 1 :], spoken, bench, said),
        *_change_events(pieces[at + 1 :], spoken, bench, said),
    ]
    for a in left:
        for b in right:
            if a.view is not b.view and (a.at < b.at if pieces[at].low == "before" else a.at > b.at):
                uses = [Use(e.view, e.fields, "sum", "one before the other") for e in (a, b)]
                yield Support(tuple(dict.fromkeys(u.view.handle for u in uses)), uses, (a.view, b.view))


def later(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """“… was last terminated 13 minutes later”, "eight minutes after the image changed": two times and what lies between."""
    gap = next(
        (
            i
            for i, p in enumerate(pieces)
            if p.part == FIGURE and p.token.figure is not None and p.token.figure.dimension == "time"
        ),
        None,
    )
    if gap is None:
        return
    figure = pieces[gap].token.figure
    follows = pieces[gap + 1].low if gap + 1 < len(pieces) else ""
    if figure is None or follows not in ("later", "earlier", "after", "before"):
        return
    for event, _rest, base in _two_events(pieces, gap, follows, spoken, bench, said):
        for other in base:
            seconds = Fraction((event.at - other.at) / timedelta(microseconds=1)) / 1_000_000
            if follows in ("earlier", "before"):
                seconds = -seconds
            if seconds < 0 or figure.unit is None or not age_agrees(figure, seconds / figure.unit.factor):
                continue
            how = f"{other.at:%H:%M} → {event.at:%H:%M}"
            uses = [Use(e.view, e.fields, "sum", how) for e in (other, event)]
            if other.spoken:
                uses = uses[1:]
            handles = tuple(dict.fromkeys(u.view.handle for u in uses))
            yield Support(handles, uses, tuple(u.view for u in uses))


@dataclass(slots=True, eq=False)
class Event:
    """Something with an instant: a time field of a record, or a change."""

    at: datetime
    view: View
    fields: tuple[str, ...]
    spoken: bool = False


def _two_events(
    pieces: list[Piece], gap: int, follows: str, spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[tuple[Event, list[Piece], list[Event]]]:
    if follows in ("later", "earlier"):
        main = [p for i, p in enumerate(pieces) if i not in (gap, gap + 1)]
        base = _spoken_events(spoken)
    else:
        end = _end_of_base(pieces, gap + 2)
        base_pieces, main = pieces[gap + 2 : end], [*pieces[:gap], *pieces[end:]]
        base = [*_events(base_pieces, spoken, bench, said), *_change_events(base_pieces, spoken, bench, said)]
    for event in [*_events(main, spoken, bench, said), *_change_events(main, spoken, bench, said)]:
        yield event, main, base


def _end_of_base(pieces: list[Piece], at: int) -> int:
    """Where "after the image change at 10:42 UTC," ends."""
    return next((i for i in range(at, len(pieces)) if pieces[i].low == ","), len(pieces))


def _spoken_events(spoken: Spoken) -> list[Event]:
    found = []
    for use in spoken.uses:
        for name in use.fields:
            fact = use.view.fact(name)
            if fact is not None and isinstance(fact.value, datetime):
                found.append(Event(fact.value, use.view, (name,), spoken=True))
        if use.part == "change" and not any(e.view is use.view for e in found):
            at = use.view.fact("at")
            if at is not None and isinstance(at.value, datetime):
                found.append(Event(at.value, use.view, ("at",), spoken=True))
    return found


def _events(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Event]:
    """A record's time field that these pieces name."""
    from evidence.subject import entities

    for entity in entities(pieces, spoken, bench.index):
        if len(entity.members) != 1:
            continue
        words = content(entity.rest, set(), frozenset({"was", "were", "it"}))
        if not words:
            continue
        for view in entity.members[0].views:
            if not view_allowed(view, bench.edge, said):
                continue
            for level, fact in naming.best(view, words, ("time",)):
                if level >= naming.LOOSE and isinstance(fact.value, datetime):
                    yield Event(fact.value, view, (fact.field,))


def _change_events(
    pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[Event]:
    for change in changes(bench.index):
        if change.at is not None and view_allowed(change.view, bench.edge, said):
            fields = changing.says(change, pieces, spoken, bench.index)
            if fields:
                yield Event(change.at, change.view, tuple(dict.fromkeys((*fields, "at"))))
