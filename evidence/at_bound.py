"""What has come to its bound: "is at its maximum of 10", "has reached its minimum", "isn't at its limit" (F12).

Such words say what there is now, not only what the bound is. So nothing else may carry them.
"""

from __future__ import annotations

from evidence.bound_gap import bounded
from evidence.evidenced import use
from evidence.fact import View
from evidence.figure import agrees
from evidence.group import EMPTY_PIECE, LIGHT, PREP, WORD, Group
from evidence.lexicon import OPTIONAL, concept
from evidence.use import Reading, Use
from evidence.word import BE, stem


def _stems(words: str) -> frozenset[str]:
    return frozenset(concept(stem(w)) for w in words.split())


_UPPER = _stems("maximum limit cap ceiling quota max")
_LOWER = _stems("minimum floor min")
_COMING = _stems("reach hit touch")
_STANDING = _stems("sit stand run be stay remain already currently now still right down out")


_NOT_YET = ("before", "until")


def speaks_of_bound(group: Group) -> bool:
    """Whether something is said to be at a bound: "at its maximum", "down to its minimum", "has hit its limit"."""
    first = next((i for i, p in enumerate(group.pieces) if p.word in _UPPER | _LOWER), None)
    if first is None:
        return False
    before = [p for p in group.pieces[:first] if p.part != EMPTY_PIECE]
    if group.lead in _NOT_YET or any(p.low in _NOT_YET for p in before):
        return False
    if any(p.word in _COMING for p in before):
        return True
    last = before[-1].low if before else group.lead
    down = any(p.low == "down" for p in before) or group.of == "down"
    return last == "at" or (last == "to" and down)


def at_bound(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """That what there is now equals the bound, which the figure tells; denied, that it does not."""
    if group.names or group.times or len(group.figures) > 1 or reading.past:
        return None
    words = {p.word for p in group.pieces if p.part in (WORD, LIGHT) and p.low not in BE}
    asked = words & (_UPPER | _LOWER)
    left = words - asked - _COMING - _STANDING - kind_words - OPTIONAL
    preps = {p.low for p in group.pieces if p.part == PREP}
    if len(asked) != 1 or not preps <= {"at", "of", "to"}:
        return None
    bound_words = _UPPER if asked <= _UPPER else _LOWER
    for now, bound in bounded(view):
        if not bound.words & bound_words or not left <= bound.words | now.words:
            continue
        if any(bound.amount is None or not agrees(f, bound.amount) for f in group.figures):
            continue
        if (now.amount == bound.amount) != group.negated:
            how = f"{now.value} of {bound.value}"
            return [use(view, (now.field,), fact=now, how=how), use(view, (bound.field,), fact=bound)]
    return None
