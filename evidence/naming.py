"""Whether words name a field (F2): an exact match wins, else a unique subset, and restrictive words are never left out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from evidence.fact import Fact, View
from evidence.lexicon import FREE_WORDS, OPTIONAL, RESTRICTIVE, Stems, concept
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
    dimension = fact.unit.dimension if fact.unit is not None else None
    return _level(fact.phrases, fact.field, fact.form, dimension, tuple(words), kind_words, granted)


@lru_cache(maxsize=32768)
def _level(
    phrases: tuple[Stems, ...],
    field: str,
    form: str,
    dimension: str | None,
    words: tuple[str, ...],
    kind_words: frozenset[str],
    granted: frozenset[str],
) -> int:
    """The same of a field by what it is called and what it measures; None is no dimension at all."""
    if not words:
        return NONE
    best = NO
    for phrase in phrases:
        said = [w for w in words if w not in kind_words or w in phrase]
        if not said:
            return NONE
        rest = [w for w in said if w not in OPTIONAL] or said
        free = granted | _free(phrase, field, cpu=dimension == "cpu")
        best = max(best, _named_by(phrase, form, dimension, rest, said, free, granted))
        if best == EXACT:
            break
    return best


@lru_cache(maxsize=8192)
def _free(phrase: Stems, field: str, *, cpu: bool) -> frozenset[str]:
    """The words that may stand beside a field's own and say nothing that its value does not."""
    free = OPTIONAL.union(*(FREE_WORDS.get(word, frozenset()) for word in phrase), _unit_words(field))
    if field.endswith(("At", "Time", "Until", "On")):
        free |= {"due", "again", "plann", "schedul"}
    return free | {"core", "vcpu", "cpu"} if cpu else free


def _named_by(
    phrase: Stems,
    form: str,
    dimension: str | None,
    rest: list[str],
    said: list[str],
    free: frozenset[str],
    granted: frozenset[str],
) -> int:
    core = [w for w in phrase if w not in OPTIONAL]
    have = set(rest)
    if not core:
        return EXACT if set(phrase) & set(said) and not have - set(phrase) else NO
    need = set(core)
    if have == need and len(rest) >= len(need):
        return EXACT
    if have - need - free:
        return NO
    missing = need - have - granted
    if missing & RESTRICTIVE:
        return NO
    if not missing:
        return EXACT
    if not have & need:
        heads = FREE_WORDS.get(phrase[-1], frozenset()) if phrase else frozenset()
        if "maximum" in phrase and "maximum" in granted:  # "can grow to 900 GiB"
            heads |= FREE_WORDS["maximum"]
        return LOOSE if have & heads and (dimension is not None or form in ("time", "list")) else NO
    return NO if form == "number" and dimension is None and missing - _PERIODS else SUBSET


_PERIODS = frozenset(concept(stem(w)) for w in "today this month season week year day so far".split())
"""The time that a count is of may be left out: "36 cycles" of the cycles of today."""


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
    if view.vocabulary.isdisjoint(said) and view.vocabulary.isdisjoint(granted):
        return []
    found = [
        (level, f)
        for f in view.facts
        if f.form in forms and (level := names(f, said, kind_words, granted)) >= LOOSE
    ]
    if not found and "time" in forms and "last" not in granted and "last" not in said:
        found = [
            (level, f)
            for level, f in best(view, said, ("time",), kind_words, granted | {"last"})
            if "last" in f.words and "next" not in f.words
        ]
    if not found:
        return []
    top = max(level for level, _ in found)
    return [(level, f) for level, f in found if level == top]
