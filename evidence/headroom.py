"""How far something is from its bound: "room for three more replicas", "5 of a possible 8" (F4, F12)."""

from __future__ import annotations

from fractions import Fraction

from evidence.evidenced import dimension, use
from evidence.fact import Fact, View
from evidence.figure import agrees
from evidence.group import FIGURE, WORD, Group
from evidence.lexicon import OPTIONAL, concept
from evidence.use import Reading, Use
from evidence.word import stem

_BOUNDS = frozenset(concept(stem(w)) for w in "capacity maximum limit quota".split())
_NOW = frozenset(concept(stem(w)) for w in "current used count now".split())
ROOM = frozenset(concept(stem(w)) for w in "room headroom spare slack add grow scale take fit".split())
"""Words that speak of what could be added."""
_ROOM = frozenset(concept(stem(w)) for w in "room headroom spare slack".split())
_GROWING = frozenset(concept(stem(w)) for w in "add grow scale go take fit start climb rise".split())
_GROW = frozenset("add take fit".split())
_BESIDE = (
    _ROOM
    | _GROWING
    | frozenset(
        concept(stem(w)) for w in "more up still leave left another further there another possible".split()
    )
)


def roomy(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“There is room for three more replicas”, "can still add three": its bound less what there is now."""
    if len(group.figures) != 1 or group.names or group.negated or group.figures[0].form != "amount":
        return None
    words = {*group.words, *group.light}
    grows = any(p.low in _GROW for p in group.pieces)
    if (not words & _ROOM and not grows) or {"from", "to"} & set(group.preps):
        return None
    for bound, now in _bounded(view):
        said = words - _BESIDE - OPTIONAL - kind_words
        if said - bound.words or bound.amount is None or now.amount is None or reading.past:
            continue
        gap = bound.amount - now.amount
        figure = group.figures[0]
        if gap > 0 and figure.unit is None and agrees(figure, gap):
            how = f"{bound.value} − {now.value} = {gap}"
            return [use(view, (bound.field, now.field), "pair", how=how, words=now.phrases[0], fact=bound)]
    return None


def possible(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“5 of a possible 8”, "5 of at most 8 replicas": what there is now, of its bound."""
    if len(group.figures) != 2 or group.names or group.negated or "of" not in {*group.preps}:
        return None
    words = set(group.words)
    first, second = group.figures
    start = next(i for i, p in enumerate(group.pieces) if p.part == FIGURE)
    if any(p.part == WORD for p in group.pieces[:start]):
        return None
    if (
        "possible" not in words
        and stem("possible") not in words
        and not words & _BOUNDS
        and second.op != "<="
    ):
        return None
    for bound, now in _bounded(view):
        said = words - {stem("possible"), "possible", *_BOUNDS} - OPTIONAL - kind_words
        if said - bound.words or bound.amount is None or now.amount is None or reading.past:
            continue
        if (
            first.unit is None
            and second.unit is None
            and agrees(first, now.amount)
            and bound.amount == Fraction(second.value)
        ):
            return [use(view, (now.field, bound.field), "pair", words=now.phrases[0], fact=bound)]
    return None


def _bounded(view: View) -> list[tuple[Fact, Fact]]:
    """Each bound of the view with what there is now of the same thing."""
    numbers = [f for f in view.facts if f.form == "number" and not f.measure and dimension(f) == ""]
    found = []
    for bound in numbers:
        core = bound.words - _BOUNDS
        if core == bound.words or not core:
            continue
        now = [f for f in numbers if f is not bound and f.words - _NOW == core and f.words & _NOW]
        now = now or [f for f in numbers if f is not bound and f.words == core]
        found += [(bound, f) for f in now[:1]]
    return found
