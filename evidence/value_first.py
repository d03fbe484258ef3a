"""Sentences that begin with a value: "edda is the conservator there", "reto operates it" (W2)."""

from __future__ import annotations

from evidence.retold import Reworded, ended, word
from evidence.token import Token

_AGENTS = ("er", "or", "ator", "ist", "man", "ian", "ee", "lead", "chief", "head", "ent", "ant")


def value_first(found: list[Token]) -> Reworded | None:
    """“edda is the conservator there”: the conservator is edda."""
    told, end = ended(found)
    cut = next(
        (i for i in range(2, len(told)) if told[i].text in (",", ";") or told[i].low in ("and", "but")),
        len(told),
    )
    first = told[:cut]
    if len(first) < 4 or first[1].low not in ("is", "was") or first[2].low not in ("the", "its"):
        return None
    if first[0].kind not in ("word", "name") or first[0].low in _NO_VALUES or first[0].possessive:
        return None
    noun = [t for t in first[3:] if t.low not in ("there", "here")]
    if not 1 <= len(noun) <= 2 or any(t.kind != "word" for t in noun) or not noun[-1].low.endswith(_AGENTS):
        return None
    return [word("its", first[0]), *noun, first[1], first[0], *told[cut:], *end]


_NO_VALUES = frozenset("it this that there he she they what who which one both neither each all none".split())


def done_by(found: list[Token]) -> Reworded | None:
    """“reto operates it”: it is operated by reto."""
    told, end = ended(found)
    cut = next(
        (i for i in range(2, len(told)) if told[i].text in (",", ";") or told[i].low in ("and", "but")),
        len(told),
    )
    if cut != 3 or told[2].low not in ("it", "them") or told[0].low in _NO_VALUES:
        return None
    if told[0].kind not in ("word", "name") or not told[1].low.endswith("s") or told[1].kind != "word":
        return None
    is_ = word("is", told[0])
    return [told[2], is_, told[1], word("by", told[1]), told[0], *told[cut:], *end]
