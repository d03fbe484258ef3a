"""Comparisons of two: more, fewer, twice as many, the same (F12)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from evidence import naming
from evidence.bench import Bench
from evidence.cell import (
    LESS,
    MORE,
    Amount,
    amounts,
    comparable,
    content,
    held,
    is_difference,
    names_in,
    sized,
    support,
    together,
)
from evidence.claim import Spoken, Support
from evidence.entity import views_of
from evidence.fact import Fact, View
from evidence.figure import agrees, compares
from evidence.group import FIGURE, LIGHT, Piece
from evidence.lexicon import concept
from evidence.scope import view_allowed
from evidence.use import Use
from evidence.word import stem


def _comparative(pieces: list[Piece]) -> tuple[int, int] | None:
    """Where a comparative and its "than" stand."""
    than = next((i for i, p in enumerate(pieces) if p.low == "than"), None)
    if than is None:
        return None
    word = next((i for i in range(than - 1, -1, -1) if pieces[i].low in MORE | LESS), None)
    return None if word is None else (word, than)


def compared(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """“a has (three) more replicas than b”, "a is larger than b", with the two figures after it ("6 against 9")."""
    found = _comparative(pieces)
    if found is None:
        return
    word, than = found
    things = names_in(pieces, bench)
    right = [i for i in things if i > than]
    if not right and any(p.low in ("other", "others") for p in pieces[than:]):
        yield from _than_others(pieces, word, than, things, bench, said)
        return
    left = [i for i in things if i < than]
    summed = len(right) > 1 and joined(pieces)
    right = right if summed else right[:1]
    if len(left) != 1 or not right:
        return
    low = pieces[word].low
    difference = next((i for i in range(max(0, word - 2), word) if pieces[i].part == FIGURE), None)
    shown = _figures_after(pieces, right[0])
    spent = {word, than, left[0], *right, *([difference] if difference is not None else []), *shown}
    words = content(
        pieces, spent, frozenset({"each", "against", "versus", "compare", "ones", "one", *JOINED})
    )
    if words is None:
        return
    first = sized(pieces[left[0]].token.text, words, low, bench, said)
    others = together([sized(pieces[i].token.text, words, low, bench, said) for i in right])
    for a, b, cells in ((a, b, cells) for a in first for b, cells in others if comparable(a, b)):
        if not (a.value > b.value if low in MORE else a.value < b.value):
            continue
        if low in ("older", "earlier", "newer", "younger", "later") and a.dimension != "instant":
            continue
        if difference is not None and not is_difference(pieces[difference].token.figure, a, b):
            continue
        if shown and not _shows(pieces, sorted(shown), a, b):
            continue
        yield support([a, *cells], f"{float(a.value):g} against {_added(cells)}")


def _than_others(
    pieces: list[Piece], at: int, than: int, things: list[int], bench: Bench, said: frozenset[str]
) -> Iterator[Support]:
    """“a runs more pods than the other two together”: than all other groups of that result."""
    if len(things) != 1 or not joined(pieces[than:]):
        return
    name = pieces[things[0]].token.text
    told = next((p.token.figure for p in pieces[than:] if p.token.figure is not None), None)
    referred = next((p.token.refers for p in pieces[than:] if p.token.refers), 0)
    figures = {i for i, p in enumerate(pieces) if i > than and p.part == FIGURE}
    empty = frozenset({"other", "others", "all", "as", "many", "much", *JOINED})
    words = content([*pieces[:than]], {at, *things, *figures}, empty)
    if words is None:
        return
    for pop in bench.index.populations:
        names = [next(iter(g.group.values()), "") for g in pop.groups]
        if name not in names or len(pop.groups) != pop.result.total:
            continue
        others = [n for n in names if n != name]
        if (told is not None and told.value != len(others)) or (referred and referred != len(others)):
            continue
        for a in amounts(name, words, bench, said):
            for b, cells in together([amounts(n, words, bench, said) for n in others]):
                if comparable(a, b) and _stands_to(pieces[at].low, a, b):
                    yield support([a, *cells], f"{float(a.value):g} against {_added(cells)}")


def _stands_to(said: str, a: Amount, b: Amount) -> bool:
    """More, less, or as many."""
    if said in ("many", "much"):
        return a.value == b.value
    return a.value > b.value if said in MORE else a.value < b.value


JOINED = frozenset("together combined altogether jointly both taken put".split())
"""Words that take several things as one."""


def joined(pieces: list[Piece]) -> bool:
    """Whether what is named is taken together."""
    return any(p.low in ("together", "combined", "altogether", "jointly") for p in pieces)


def _added(cells: list[Amount]) -> str:
    return " + ".join(f"{float(c.value):g}" for c in cells)


def _figures_after(pieces: list[Piece], at: int) -> set[int]:
    return {i for i in range(at + 1, len(pieces)) if pieces[i].part == FIGURE}


def _shows(pieces: list[Piece], shown: list[int], a: Amount, b: Amount) -> bool:
    """“…, 6 against 9”: the two figures in the order of the two names; a single one is the first's."""
    values = (a.value, b.value)
    if len(shown) > 2:
        return False
    for place, value in zip(shown, values, strict=False):
        figure = pieces[place].token.figure
        if figure is None or figure.dimension not in (a.dimension, "") or not agrees(figure, value):
            return False
    return True


def multiplied(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """“a has twice as many pods as b”, "a has four times the storage of b", "half as many … as b"."""
    at = next((i for i, p in enumerate(pieces) if _is_multiple(p)), None)
    things = names_in(pieces, bench)
    if at is None or len(things) < 2 or not (at < things[1]):
        return
    if at < things[0] and not any(p.low in ("as", "than") for p in pieces[things[0] : things[1]]):
        return
    if len(things) > 2 and not joined(pieces[things[1] :]):
        return
    spent = {at, *things}
    empty = frozenset("as many much times size the than more that large big long old have ones one".split())
    words = content(pieces, spent, empty | JOINED)
    figure = pieces[at].token.figure
    if words is None or figure is None:
        return
    words += [
        _MEASURED_AS[p.low] for p in pieces if p.low in _MEASURED_AS and _MEASURED_AS[p.low] not in words
    ]
    words = [w for w in words if w not in _ADJECTIVES]
    words = words or (["length"] if any(p.low == "long" for p in pieces) else [])
    holds = not words and any(p.part == LIGHT for p in pieces) and any(p.low == "much" for p in pieces)
    words = words or ([] if holds else list(spoken.words))
    more = any(p.low in ("more", "larger", "bigger") for p in pieces)
    size = any(p.low in ("large", "big", "larger", "bigger", "size") for p in pieces) and not words
    left, *right = (
        sized(pieces[i].token.text, words, "larger" if size else "", bench, said)
        if size
        else held(pieces[i].token.text, "", bench, said)
        if holds
        else amounts(pieces[i].token.text, words, bench, said)
        for i in things
    )
    for a, b, cells in ((a, b, cells) for b, cells in together(right) for a in left if comparable(a, b)):
        if b.value == 0 or a.dimension == "instant":
            continue
        ratio = a.value / b.value
        step = (
            Fraction(1, 100)
            if figure.form == "part"
            else figure.step
            if figure.step < 1
            else Fraction(1, 100)
        )
        if compares(figure.op, ratio, figure.value, step) and not (more and figure.form == "part"):
            yield support([a, *cells], f"{float(a.value):g} / ({_added(cells)}) = {float(ratio):.3g}")


_MEASURED_AS = {
    word: concept(stem(noun))
    for word, noun in (
        ("deep", "depth"),
        ("high", "height"),
        ("tall", "height"),
        ("wide", "width"),
        ("heavy", "weight"),
        ("hot", "temperature"),
        ("warm", "temperature"),
        ("fast", "speed"),
    )
}
"""The quantity that an adjective speaks of: "twice as deep"."""
_ADJECTIVES = frozenset(concept(stem(w)) for w in _MEASURED_AS)


def _is_multiple(piece: Piece) -> bool:
    return (
        piece.part == FIGURE
        and piece.token.figure is not None
        and piece.token.figure.form in ("multiple", "part")
    )


def same(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """“a and b have the same number of replicas”, "a has as many replicas as b", "a and b run the same image"."""
    low = [p.low for p in pieces]
    equal = "same" in low or "equal" in low or "equally" in low
    differ = not equal and ("different" in low or "differing" in low)
    as_many = (
        any(a == "as" and b in ("many", "much", "large", "old") for a, b in itertools.pairwise(low))
        and low.count("as") >= 2
    )
    things = names_in(pieces, bench)
    many = next((i for i, p in enumerate(pieces) if p.low in ("many", "much")), None)
    if as_many and len(things) == 1 and many is not None and things[0] < many:
        last = max(i for i, p in enumerate(pieces) if p.low == "as")
        if any(p.low in ("other", "others") for p in pieces[last:]):
            yield from _than_others(pieces, many, last, things, bench, said)
        return
    if not (equal or as_many or differ) or any(p.part == FIGURE for p in pieces):
        return
    empty = frozenset(
        "same equal equally as many much both number use share different differing each".split()
    )
    words = content(pieces, set(things), empty | JOINED)
    named = [pieces[i].token.text for i in things]
    if not things and len(spoken.names) == 2 and not any(p.low in ("it", "its") for p in pieces):
        named = list(spoken.names)
    if (not words and not as_many) or words is None or len(named) < 2:
        return
    if differ:
        yield from _different(named, words, bench, said)
        return
    if as_many:
        yield from _as_many(pieces, things, words, bench, said)
        return
    each = [_values(name, words, bench, said) for name in named]
    for view, fact in each[0] if all(each) else ():
        chosen = [(view, fact)]
        for others in each[1:]:
            match = next(((v, f) for v, f in others if f.field == fact.field and f.value == fact.value), None)
            if match is not None:
                chosen.append(match)
        if len(chosen) == len(each):
            uses = [Use(v, (f.field,), "sum", "the same value", fact=f) for v, f in chosen]
            yield Support(
                tuple(dict.fromkeys(v.handle for v, _ in chosen)), uses, tuple(v for v, _ in chosen)
            )


def _different(named: list[str], words: list[str], bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """“a and b are in different zones”: each has a value of that field, and no two have the same."""
    if len(named) != 2 or named[0] == named[1]:
        return
    left, right = (_values(name, words, bench, said) for name in named)
    for view, fact in left:
        other = next(((v, f) for v, f in right if f.field == fact.field), None)
        if other is not None and other[1].value != fact.value:
            uses = [Use(v, (f.field,), "sum", "different values", fact=f) for v, f in ((view, fact), other)]
            yield Support((view.handle, other[0].handle), uses, (view, other[0]))


def _as_many(
    pieces: list[Piece], things: list[int], words: list[str], bench: Bench, said: frozenset[str]
) -> Iterator[Support]:
    """“a has as many replicas as b (and c combined)”."""
    if len(things) > 2 and joined(pieces[: things[-1]]) and pieces[things[-1] - 1].low == "as":
        things = [things[-1], *things[:-1]]  # "a and b together have as many as c"
    elif len(things) > 2 and not joined(pieces[things[1] :]):
        return
    left, *right = (amounts(pieces[i].token.text, words, bench, said) for i in things)
    for b, cells in together(right):
        for a in left:
            if comparable(a, b) and a.value == b.value:
                yield support([a, *cells], f"{float(a.value):g} = {_added(cells)}")


def _values(name: str, words: list[str], bench: Bench, said: frozenset[str]) -> list[tuple[View, Fact]]:
    found = []
    for view in views_of(name, bench.index):
        if view_allowed(view, bench.edge, said) and view.role in ("record", "row"):
            forms = ("number", "text", "version", "time", "list", "boolean")
            found += [(view, f) for level, f in naming.best(view, words, forms) if level >= naming.SUBSET]
    return found
