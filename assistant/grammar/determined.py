"""Values of fields that a verb determines: what runs has an image, a runtime or an engine, whether any record holds it or not.

A value that no record has is then an answer ("none"), by what was looked at, and no name that is missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant.grammar.frame import Frame, Valued, replace
from assistant.grammar.predicate import tested
from assistant.meaning import FieldWord, Slot
from graph.fields import kinds_asked
from graph.query import Op

_FIELDS = {
    "runs": ("image", "runtime", "engine"),
    "uses": ("runtime", "engine"),
}
"""By the verb: the fields whose value its object can be, the likeliest first."""


def determined(frame: Frame, text: str, cost: float) -> Iterator[Frame]:
    """The word as the value of the field that the light verb before it determines for the kind that is spoken of."""
    word = _field_of(frame)
    if word is None or not frame.pending.have:
        return
    exact = any(c.isdigit() for c in text) and not all(s.field == "image" for s in word.slots)
    test = Valued(word, text, Op.EQ if exact else Op.CONTAINS, negated=frame.pending.negated)
    done = frame.waiting(have=False, light="", negated=False, preposition="")
    yield from (replace(f, cost=f.cost + cost) for f in tested(done, test))


def _field_of(frame: Frame) -> FieldWord | None:
    of = frame.phrases[frame.main].of if frame.main >= 0 else ""
    kinds = kinds_asked(of) if of else ()
    for name in _FIELDS.get(frame.pending.light, ()):
        slots = frozenset(Slot(k.name, name) for k in kinds if k.field(name))
        if slots:
            return FieldWord(slots)
    return None
