"""Verbs that say of a population no more than that it is there – and those of the same form that say a deed."""

from __future__ import annotations

from evidence.group import FIGURE, NAME, PREP, Piece
from evidence.population import Population
from graph.kinds import KINDS

_OVER = ("over", "across", "between", "among", "amongst", "into", "evenly", "equally", "up")
_SPREAD = frozenset(
    "split splits divide divided divides spread spreads scatter scattered distribute distributed".split()
)
_HAPPENING = frozenset(
    "took taken takes take happened happens hit hits came comes come occurred made".split()
)
_DONE = frozenset(
    "added adds add took taken takes take made makes make came comes come hit hits held".split()
)


def is_deed(pop: Population, pieces: list[Piece], at: int) -> bool:
    """“42 pods were added to lab”, "lab took 42 pods": more than that they are there.

    Events happen and are made; other things "add up", "make up", "come to" so many, and are spread "over" what they are in.
    """
    low = pieces[at].low
    after = pieces[at + 1] if at + 1 < len(pieces) else None
    if low in _SPREAD:
        return not any(p.low in _OVER for p in pieces[at + 1 :])
    if low in ("match", "matches", "matched"):
        return after is not None and after.part == NAME
    if low in ("reported", "reports"):
        return after is not None and after.part == FIGURE and not _happens(pop.kind)
    if low not in _DONE:
        return False
    if after is None or (low in _HAPPENING and _happens(pop.kind)):
        return False
    if after.low in ("up", "together"):
        return False
    return not (after.part == PREP and after.low == "to" and any(p.part == FIGURE for p in pieces[at + 2 :]))


def _happens(kind: str) -> bool:
    """Whether its records are things that happened; of a kind that is not declared nobody knows."""
    return kind not in KINDS or KINDS[kind].event
