"""Whether everything a result is restricted to is said by the sentence or asked for (F2)."""

from __future__ import annotations

from datetime import timedelta

from evidence.claim import Spoken, Support
from evidence.condition import says, take_condition
from evidence.group import BREAK, EMPTY_PIECE, TIME, Piece
from evidence.population import Condition, Population
from evidence.spending import is_window
from evidence.stated import Asked, State
from graph.query import Window


def restricted(pop: Population, state: State, asked: Asked, inherited: str) -> bool:
    """Every condition, place and window of the result is said by the sentence, or by the question (F2)."""
    for place, condition in enumerate(pop.conditions):
        own_group = condition.fact is not None and condition.fact.field in pop.group
        if place in state.asserted or inherited == "all" or (inherited and not own_group):
            continue
        if not _asked_for(condition, pop.kind, asked):
            return False
    for name, value in pop.place.items():
        if name in state.placed or asked.within.get(name) == value or value in asked.texts:
            continue
        if inherited == "all" or (inherited and name not in pop.group):
            continue
        return False
    if pop.window is not None and not state.windowed and not inherited:
        return _asked_window(pop, asked)
    return True


def _asked_window(pop: Population, asked: Asked) -> bool:
    return any(
        p.part == TIME
        and p.token.moment is not None
        and is_window(pop, p.token.moment, absent=pop.count == 0)
        for p in asked.pieces
    )


def _asked_for(condition: Condition, kind: str, asked: Asked) -> bool:
    """Whether the question names the restriction itself."""
    pieces = asked.pieces
    for at in range(len(pieces)):
        for end in range(min(len(pieces), at + 8), at, -1):
            if pieces[at].part in (EMPTY_PIECE, BREAK) or pieces[end - 1].part in (EMPTY_PIECE, BREAK):
                continue
            if says(condition, pieces[at:end], kind):
                return True
    return False


def conditions_in(pieces: list[Piece], pop: Population, state: State | None = None) -> set[int]:
    """Where the clause says what the result was asked for: its conditions, its window."""
    found: set[int] = set()
    state = state or State()
    at = 0
    while at < len(pieces):
        moment = pieces[at].token.moment
        if moment is not None and is_window(pop, moment, absent=False):
            found.add(at)
            state.windowed = True
        if pieces[at].low == "day" and pop.window is not None and _is_a_day(pop.window):
            found.add(at)
            state.windowed = True
        taken = take_condition(pop, pieces, at)
        if taken is not None and taken[2]:
            found |= set(range(at, taken[0]))
            state.asserted[taken[1]] = True
            at = taken[0]
            continue
        placed = {n for n, v in pop.place.items() if v == pieces[at].token.text}
        state.placed |= placed
        found |= {at} if placed else set()
        at += 1
    return found


def _is_a_day(window: Window) -> bool:
    return (
        window.start is not None and window.end is not None and window.end - window.start == timedelta(days=1)
    )


def is_spoken_of(support: Support, pieces: list[Piece], spoken: Spoken, asked: Asked) -> bool:
    """Whether what the result behind a derived figure was restricted to is said, asked for, or was just spoken of (F2)."""
    pop = support.population
    if pop is None or not pop.conditions or (spoken.population and spoken.population.result is pop.result):
        return True
    if any(p.low in ("listed", "shown") for p in pieces):
        return True
    state = State()
    conditions_in(pieces, pop, state)
    state.placed |= set(pop.place)
    state.windowed = True
    own = {*pop.group, *(field for use in support.uses for field in use.fields)}
    for place, condition in enumerate(pop.conditions):
        if condition.fact is not None and condition.fact.field in own:
            state.asserted[place] = (
                True  # a group's own value, or the threshold that all rows of a ranking are over
            )
    return restricted(pop, state, asked, "")
