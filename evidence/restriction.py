"""Whether everything a result is restricted to is said by the sentence or asked for (F2)."""

from __future__ import annotations

from evidence.condition import says
from evidence.group import BREAK, EMPTY_PIECE, TIME
from evidence.population import Condition, Population
from evidence.spending import is_window
from evidence.stated import Asked, State


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
