"""Values of fields that a verb determines: what runs has an image, a runtime or an engine, whether any record holds it or not.

A value that no record has is then an answer ("none"), by what was looked at, and no name that is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.grammar.frame import Frame, Valued, replace
from assistant.grammar.predicate import tested
from assistant.meaning import FieldWord, Slot
from graph.fields import is_version, kinds_asked
from graph.query import Op

_FIELDS = {
    "runs": ("image", "runtime", "engine"),
    "runs on": ("image",),
    "uses": ("runtime", "engine", "volumeType", "storageType", "instanceType"),
}
"""By the verb: the fields whose value its object can be, the likeliest first."""


def determined(frame: Frame, text: str, cost: float, *, typed: bool = False) -> Iterator[Frame]:
    """The word as the value of the field that the light verb before it determines for the kind that is spoken of; `typed`: of a type alone."""
    word = _field_of(frame, typed=typed)
    if word is None or not frame.pending.have:
        return
    if frame.pending.light == "runs on" and "/" not in text:
        return
    exact = any(c.isdigit() for c in text) and not all(s.field == "image" for s in word.slots)
    test = Valued(word, text, Op.EQ if exact else Op.CONTAINS, negated=frame.pending.negated)
    done = frame.waiting(have=False, light="", negated=False, preposition="")
    yield from (replace(f, cost=f.cost + cost) for f in tested(done, test))


def _field_of(frame: Frame, *, typed: bool) -> FieldWord | None:
    of = frame.phrases[frame.main].of if frame.main >= 0 else ""
    kinds = kinds_asked(of or "Workload") if of or frame.pending.light == "runs on" else ()
    names = [n for n in _FIELDS.get(frame.pending.light, ()) if not typed or n.endswith("Type")]
    for name in names:
        slots = frozenset(Slot(k.name, name) for k in kinds if k.field(name))
        if slots:
            return FieldWord(slots)
    return None


_VERSION = re.compile(r"v?\d+(?:\.\d+)+", re.IGNORECASE)


def is_bare_version(text: str) -> bool:
    """Whether it is a version as it is written, and nothing else: four numbers are an address."""
    return _VERSION.fullmatch(text) is not None and text.count(".") < 3


def versioned(frame: Frame, text: str) -> Iterator[Frame]:
    """A version as it is written, after "on" or "at": of the one field of a version that the kind has ("nodes on v1.31")."""
    waits = frame.pending
    of = frame.phrases[frame.main].of if frame.main >= 0 else ""
    runs = waits.have and waits.light == "runs"
    if not _VERSION.fullmatch(text) or not (waits.preposition or runs) or not of:
        return
    slots = frozenset(Slot(k.name, f.name) for k in kinds_asked(of) for f in k.fields if is_version(f))
    if len({s.field for s in slots}) == 1:
        test = Valued(FieldWord(slots), text, negated=waits.negated)
        yield from tested(frame.waiting(preposition="", negated=False, have=False, light=""), test)
