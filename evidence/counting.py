"""Claims about populations: counts, shares, "all" and "none", measured by results (F9, F12, W4, A1)."""

from __future__ import annotations

from datetime import datetime, timedelta

from evidence.clause import is_verb
from evidence.condition import noun_at, take_condition
from evidence.group import FIGURE, WORD, Piece
from evidence.holding import holds
from evidence.lexicon import nouns_of
from evidence.population import Population
from evidence.restriction import restricted
from evidence.spending import readings
from evidence.stated import Asked, Outcome
from evidence.tally import tallied
from evidence.use import Reading

_ALL = frozenset("all every each".split())


def carry_count(
    pop: Population,
    pieces: list[Piece],
    asked: Asked,
    *,
    inherited: str,
    earlier: list[Piece] | None = None,
    reading: Reading,
) -> Outcome | None:
    """Whether the population carries the clause. `inherited`: it is what was last spoken of, so its conditions stand."""
    pieces = _turned(pop, pieces)
    verb = _verb(pieces)
    for state in readings(pop, pieces, verb, reading):
        if earlier is not None and not state.asserted and pop.conditions:
            told = _told_before(pop, earlier)
            for place in range(len(pop.conditions)):
                state.asserted[place] = told.get(place, True) != state.negated
            state.negated = False
        if not restricted(pop, state, asked, inherited):
            continue
        outcome = holds(pop, state, pieces, verb, inherited, asked, reading)
        united = any(f.unit is not None and f.form == "amount" for f, _ in state.figures)
        if outcome is None and (state.leftover or united) and all(state.asserted.values()):
            outcome = tallied(pop, state, pieces, verb, asked, reading, inherited=inherited)
        if outcome is not None:
            return outcome
    return None


def _told_before(pop: Population, earlier: list[Piece]) -> dict[int, bool]:
    """What the clause before said of each condition: "14 are ready, 2 are not" of those that are not."""
    found: dict[int, bool] = {}
    at = 0
    while at < len(earlier):
        taken = take_condition(pop, earlier, at)
        if taken is None:
            at += 1
            continue
        found[taken[1]] = taken[2]
        at = taken[0]
    return found


def _turned(pop: Population, pieces: list[Piece]) -> list[Piece]:
    """“The owner of 2 applications in staging is unknown” as "2 applications in staging: the owner is unknown"."""
    tokens = [p.token for p in pieces]
    verb = next((i for i in range(len(tokens)) if is_verb(tokens, i)), len(tokens))
    of = next((i for i in range(1, verb) if pieces[i].low == "of"), None)
    if (
        of is None
        or not any(p.part == WORD for p in pieces[:of])
        or any(p.part == FIGURE for p in pieces[:of])
    ):
        return pieces
    if any(
        p.low
        in ("most", "all", "none", "half", "each", "both", "any", "majority", "every", "no", "one", "share")
        for p in pieces[:of]
    ):
        return pieces
    nouns = nouns_of(pop.kind)
    if not any(noun_at(pieces, i, nouns) for i in range(of, verb)):
        return pieces
    return [*pieces[of + 1 : verb], *pieces[:of], *pieces[verb:]]


def _verb(pieces: list[Piece]) -> int:
    tokens = [p.token for p in pieces]
    place = next((i for i in range(len(tokens)) if is_verb(tokens, i)), len(tokens))
    existential = any(p.low == "there" for p in pieces[:place]) or (
        place and pieces[0].low in ("we", "there")
    )
    return len(tokens) if existential else place


def fresh(pop: Population, asked: datetime, limit: timedelta | None) -> bool:
    """Whether the result is within its freshness limit."""
    observed = pop.result.observed_at
    return observed is not None and (limit is None or asked - observed <= limit)
