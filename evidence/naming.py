"""Whether words name a field (F2): an exact match wins, else a unique subset, and restrictive words are never left out."""

from __future__ import annotations

from collections.abc import Iterable

from evidence.fact import Fact, View
from evidence.lexicon import FREE_WORDS, OPTIONAL, RESTRICTIVE, Stems
from evidence.unit import suffix_of
from evidence.word import stem
from graph.kind import words_of

EXACT, SUBSET, LOOSE, NONE, NO = 4, 3, 2, 1, 0
"""How well words name a field: whole; without words that may be left out; by words that go with it; not at all; another one."""

_BYTES_HEADS = frozenset({"size", "storag", "capacit", "disk"})


def names(
    fact: Fact,
    words: Iterable[str],
    kind_words: frozenset[str] = frozenset(),
    granted: frozenset[str] = frozenset(),
) -> int:
    """How well these words name the fact's field. `granted` are restrictive words said otherwise ("up to" says max)."""
    words = list(words)
    if not words:
        return NONE
    best = NO
    for phrase in fact.phrases:
        said = [w for w in words if w not in kind_words or w in phrase]
        rest = [w for w in said if w not in OPTIONAL]
        if not said:
            return NONE
        rest = rest or said
        best = max(best, _named_by(fact, phrase, rest, said, granted))
        if best == EXACT:
            break
    return best


def _named_by(fact: Fact, phrase: Stems, rest: list[str], said: list[str], granted: frozenset[str]) -> int:
    core = [w for w in phrase if w not in OPTIONAL]
    have = set(rest)
    if not core:
        return EXACT if set(phrase) & set(said) and not have - set(phrase) else NO
    need = set(core)
    if have == need and len(rest) >= len(need):
        return EXACT
    free = set(OPTIONAL)
    for word in phrase:
        free |= FREE_WORDS.get(word, frozenset())
    free |= _unit_words(fact.field)
    free |= granted
    if fact.unit is not None and fact.unit.dimension == "cpu":
        free |= {"core", "vcpu", "cpu"}
    if have - need - free:
        return NO
    missing = need - have - granted
    if missing & RESTRICTIVE:
        return NO
    if not missing:
        return EXACT
    if not have & need:
        heads = FREE_WORDS.get(phrase[-1], frozenset()) if phrase else frozenset()
        return LOOSE if have & heads and (fact.unit is not None or fact.form == "time") else NO
    if (
        fact.form == "number"
        and fact.unit is None
        and core[-1] not in have
        and not have & need & _heads(phrase)
    ):
        return NO
    if fact.form == "number" and fact.unit is None and missing:
        return NO
    return SUBSET


def _heads(phrase: Stems) -> frozenset[str]:
    return frozenset(phrase[-1:])


def _unit_words(name: str) -> frozenset[str]:
    ending = suffix_of(name)
    return frozenset(stem(w) for w in words_of(ending)) if ending else frozenset()


def best(
    view: View,
    words: Iterable[str],
    forms: tuple[str, ...],
    kind_words: frozenset[str] = frozenset(),
    granted: frozenset[str] = frozenset(),
) -> list[tuple[int, Fact]]:
    """The facts of these forms that the words name, best first; only the best level, so that another field never slips in."""
    said = tuple(words)
    found = [
        (level, f)
        for f in view.facts
        if f.form in forms and (level := names(f, said, kind_words, granted)) >= LOOSE
    ]
    if not found:
        return []
    top = max(level for level, _ in found)
    return [(level, f) for level, f in found if level == top]
