"""What one of many takes on average: "an item is about 2 KiB on average" (F12)."""

from __future__ import annotations

from evidence.amount import same_dimension
from evidence.evidenced import dimension, use
from evidence.fact import View
from evidence.figure import agrees
from evidence.group import LIGHT, WORD, Group, words_of_piece
from evidence.lexicon import OPTIONAL, RESTRICTIVE
from evidence.use import Reading, Use

_BESIDE = frozenset("averag mean take up big larg long size amount come to weigh measur".split())


def averaged(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """The one size there is, divided by how many there are of what is named."""
    if len(group.figures) != 1 or group.names or group.times or group.negated or reading.past:
        return None
    figure = group.figures[0]
    words = {w for p in group.pieces if p.part in (WORD, LIGHT) for w in words_of_piece(p)}
    if not words & {"averag", "mean"} or not figure.dimension or figure.form != "amount":
        return None
    numbers = [f for f in view.facts if f.form == "number" and not f.measure and f.amount]
    counts = [f for f in numbers if f.unit is None and f.words - OPTIONAL and f.words - OPTIONAL <= words]
    sizes = [f for f in numbers if dimension(f) == figure.dimension and not f.words & RESTRICTIVE]
    if len(counts) != 1 or len(sizes) != 1:
        return None
    count, size = counts[0], sizes[0]
    if (
        words - count.words - size.words - _BESIDE - OPTIONAL - kind_words
        or not count.amount
        or size.amount is None
    ):
        return None
    if same_dimension(size.unit, figure) and agrees(figure, size.amount / count.amount):
        return [use(view, (size.field, count.field), "pair", how=f"{size.value} / {count.value}", fact=size)]
    return None
