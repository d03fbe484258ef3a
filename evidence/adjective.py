"""Adjectives of dimension: what is "2.4 km long" has that length, what is "1,900 m high" that height (F2)."""

from __future__ import annotations

from evidence.amount import same_dimension
from evidence.evidenced import of_fact
from evidence.fact import View
from evidence.figure import agrees
from evidence.group import FIGURE, WORD, Group
from evidence.lexicon import concept
from evidence.use import Reading, Use
from evidence.word import stem

_MEASURES = {
    adjective: frozenset(concept(stem(w)) for w in words.split())
    for adjective, words in {
        "long": "length duration span",
        "high": "height altitude elevation",
        "tall": "height",
        "wide": "width breadth beam",
        "deep": "depth draught draft",
        "heavy": "weight mass",
        "thick": "thickness",
        "fast": "speed",
    }.items()
}


def measured(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """One figure right before such an adjective, and no other word: the one field that is called so."""
    if len(group.figures) != 1 or group.names or group.times or group.negated or group.preps:
        return None
    at = next(i for i, p in enumerate(group.pieces) if p.part == FIGURE)
    words = [p for p in group.pieces if p.part == WORD]
    if len(words) != 1 or at + 1 >= len(group.pieces) or words[0] is not group.pieces[at + 1]:
        return None
    names = _MEASURES.get(words[0].low)
    if names is None:
        return None
    figure = group.figures[0]
    found = [
        f for f in view.facts if f.form == "number" and f.words & names and same_dimension(f.unit, figure)
    ]
    if len(found) != 1 or found[0].amount is None or not agrees(figure, found[0].amount):
        return None
    return of_fact(view, found[0], reading)
