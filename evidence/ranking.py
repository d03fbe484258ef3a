"""The place of a row among the rows of a whole list: "x comes second with 12", "x is the worst, with 14 restarts" (F12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from evidence import naming
from evidence.bench import Bench
from evidence.claim import Spoken, Support
from evidence.fact import Fact, View
from evidence.figure import Figure, agrees
from evidence.group import FIGURE, NAME, WORD, Piece
from evidence.holding import use_of
from evidence.lexicon import noun_words
from evidence.population import Population
from evidence.scope import population_allowed
from evidence.use import Use

_PLACES = {
    "worst": 1,
    "first": 1,
    "leads": 1,
    "tops": 1,
    "ahead": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "next": 0,
    "followed": 0,
    "last": -1,
    "runner-up": 2,
}
_VERBS = frozenset("is comes come ranks rank follows places are in at with by for".split())
_EMPTY = frozenset("the place position by far off one of them all then and way well".split())


def placed_among(
    pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[Support]:
    """“x comes second with 12”: the second of a whole list, by the column that the figure is of."""
    asked = _asked(pieces) if any(p.low in _PLACES for p in pieces) else None
    if asked is None:
        return
    order, names, figures, words, wholes = asked
    for pop in bench.index.populations:
        if pop.groups and population_allowed(pop, bench.edge, said):
            if all(pop.count is not None and agrees(w, Fraction(pop.count)) for w in wholes):
                yield from _among_groups(pop, order, names, figures, words)
            continue
        rows = {n: r for r in pop.rows for n in r.names}
        if (
            wholes
            or not pop.whole
            or any(n not in rows for n in names)
            or not population_allowed(pop, bench.edge, said)
        ):
            continue
        found = _standing(pop, [rows[n] for n in names], order, figures, words)
        if found is not None:
            uses = [Use(r, (found,), "sum", f"by {found}", words=(found,)) for r in (rows[n] for n in names)]
            yield Support((pop.handle,), uses, (), pop, False, True)


def _among_groups(
    pop: Population, order: list[int], names: list[str], figures: list[Figure | None], words: list[str]
) -> Iterator[Support]:
    """“python3.12 leads with 40 functions, followed by nodejs18.x”: places among all groups of a result, by their counts."""
    groups = {value: g for g in pop.groups for value in g.group.values()}
    counts = [Fraction(g.count) for g in pop.groups if g.count is not None]
    told = [groups[n] for n in names if n in groups]
    if pop.count is None or len(told) != len(names) or not set(words) <= noun_words(pop.kind):
        return  # not all groups are shown, or not all that is named is one
    amounts = [Fraction(g.count) for g in told if g.count is not None]
    agree = len(amounts) == len(told) and all(
        f is None or agrees(f, a) for f, a in zip(figures, amounts, strict=True)
    )
    if not agree or not all(_is_placed(a, order[i], amounts[:i], counts) for i, a in enumerate(amounts)):
        return
    yield Support((pop.handle,), [use_of(pop, (*pop.group_names, "count"), "by count")], (), pop, False, True)


def _asked(
    pieces: list[Piece],
) -> tuple[list[int], list[str], list[Figure | None], list[str], list[Figure]] | None:
    """The places that are told, with their names and figures, and the whole that one is a part of; None where something else is said."""
    order: list[int] = []
    names: list[str] = []
    figures: list[Figure | None] = []
    wholes: list[Figure] = []
    words: list[str] = []
    for at, piece in enumerate(pieces):
        if piece.low in _PLACES:
            order.append(_PLACES[piece.low] if order or piece.low != "next" else 2)
        elif piece.part == NAME:
            names.append(piece.token.text)
            figures.append(None)
        elif piece.part == FIGURE and piece.token.figure is not None:
            if at > 2 and not wholes and _is_after_of(pieces, at):
                wholes.append(piece.token.figure)  # "with 40 of 70 functions"
                continue
            if not names or figures[-1] is not None or at < 2:
                return None
            figures[-1] = piece.token.figure
        elif (
            piece.low in _VERBS
            or (piece.low == "of" and at and pieces[at - 1].part == FIGURE)
            or piece.low in _EMPTY
            or piece.part in (6, 7)
        ):
            continue
        elif piece.part == WORD:
            words.append(piece.word)
        else:
            return None
    if not order or len(order) != len(names) or not names:
        return None
    return order, names, figures, words, wholes


def _is_after_of(pieces: list[Piece], at: int) -> bool:
    """“40 of 70”, "40 of the 70": the whole after its part."""
    before = at - 2 if pieces[at - 1].low in ("the", "all") else at - 1
    return before > 0 and pieces[before].low == "of" and pieces[before - 1].part == FIGURE


def _standing(
    pop: Population, rows: list[View], order: list[int], figures: list[Figure | None], words: list[str]
) -> str | None:
    """The column by which the rows stand at these places; none where there is none, or a tie."""
    for fact in rows[0].facts:
        if fact.form != "number" or not _is_meant(fact, rows[0], figures[0], words, pop):
            continue
        column = [r.fact(fact.field) for r in pop.rows]
        amounts = [f.amount for f in column if f is not None and f.amount is not None]
        if len(amounts) != len(pop.rows):
            continue
        if all(_stands(r, fact.field, order, i, amounts, rows) for i, r in enumerate(rows)) and all(
            f is None
            or ((own := r.fact(fact.field)) is not None and own.amount is not None and agrees(f, own.amount))
            for r, f in zip(rows, figures, strict=True)
        ):
            return fact.field
    return None


def _is_meant(fact: Fact, row: View, figure: Figure | None, words: list[str], pop: Population) -> bool:
    numbers = [f for f in row.facts if f.form == "number"]
    if words and fact.measure == "count" and set(words) <= noun_words(pop.kind):
        return True
    if words:
        return naming.names(fact, words, noun_words(pop.kind)) >= naming.SUBSET
    if figure is None:
        return len(numbers) == 1
    return [f for f in numbers if f.amount is not None and agrees(figure, f.amount)] == [fact]


def _stands(
    row: View, field: str, order: list[int], at: int, amounts: list[Fraction], rows: list[View]
) -> bool:
    """Whether the row stands where it is told to, from the most down; "next" is the one after the one before."""
    own = row.fact(field)
    if own is None or own.amount is None:
        return False
    before = [f.amount for r in rows[:at] if (f := r.fact(field)) is not None and f.amount is not None]
    return len(before) == at and _is_placed(own.amount, order[at], before, amounts)


def _is_placed(own: Fraction, wanted: int, before: Sequence[Fraction], amounts: list[Fraction]) -> bool:
    """The same of an amount among all, none of them its equal."""
    if amounts.count(own) != 1:
        return False
    place = 1 + sum(1 for a in amounts if a > own)
    if wanted == -1:
        return place == len(amounts)
    if wanted:
        return place == wanted
    if not before:
        return place > 1
    return place == 2 + sum(1 for a in amounts if a > before[-1])
