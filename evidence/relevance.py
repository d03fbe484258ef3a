"""How close a piece of evidence is to the question, in percent (C6). Shown, never used to decide what stays."""

from __future__ import annotations

import re
from collections.abc import Iterable

from evidence.evidence import Item, Question
from evidence.value import shown
from graph.kind import words_of
from graph.kinds import KINDS
from graph.record import Known

WEAK_UNDER = 40

_WORD = re.compile(r"[\w.:/@-]*\w")
_ASKING = frozenset(
    "a an and any are as at be been by can did do does for from had has have how i in is it its last many me more most much of on or our "
    "show since tell than that the their there these they this to us was we were what when where which who whose why will with you".split()
)


def relevance(item: Item, question: Question) -> int:
    """100 for a record that the question names; else the share of the question's words that the evidence has, never under 5."""
    if item.handle in question.names:
        return 100
    asked = _content(question.text)
    if not asked:
        return 50
    has = _stems(_words_of_item(item))
    share = sum(1 for word in asked if word in has) / len(asked)
    return max(5, round(100 * share))


def _content(text: str) -> set[str]:
    words = {_stem(w) for w in _WORD.findall(text.lower()) if w not in _ASKING}
    return {w for w in words if w not in _WINDOW and not w.isdecimal()} or words


def _stems(words: Iterable[str]) -> set[str]:
    return {_stem(w) for w in words}


def _stem(word: str) -> str:
    """Without its ending, so that what "changed" is found in "changes"."""
    for ending in ("s", "ed", "e"):
        if len(word) > len(ending) + 2 and word.endswith(ending) and not word.endswith("ss"):
            word = word.removesuffix(ending)
    return word


_WINDOW = _stems("ago before day hour minute month night recently since today week year yesterday".split())
"""When it is asked about says nothing about what."""


def _words_of_item(item: Item) -> list[str]:
    held = item.held
    if not isinstance(held, Known):
        return _WORD.findall(held.words.lower()) + [w for c in held.columns for w in words_of(c.name)]
    record = held.record
    kind = KINDS.get(record.kind)
    words = _WORD.findall(f"{record.name} {kind.noun if kind else record.kind}".lower())
    words += [w for s in (kind.synonyms if kind else ()) for w in s.lower().split()]
    for name, value in record.fields.items():
        words += words_of(name)
        words += _WORD.findall(shown(value).lower())
    for other in held.relations:
        words += _WORD.findall(f"{other.name} {other.type.replace('_', ' ')}".lower())
    return words
