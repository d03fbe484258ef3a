"""The place of a row among the rows of a whole list: "x comes second with 12", "x is the worst, with 14 restarts" (F12)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from evidence import naming
from evidence.bench import Bench
from evidence.claim import Spoken, Support
from evidence.fact import Fact, View
from evidence.figure import Figure, agrees
from evidence.group import FIGURE, NAME, WORD, Piece
from evidence.lexicon import noun_words
from evidence.population import Population
from evidence.scope import population_allowed
from evidence.use import Use

_PLACES = {
    "worst": 1,
    "first": 1,
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
_EMPTY = frozenset("the place position by far off one of them all then and".split())


def placed_among(
    pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[Support]:
    """“x comes second with 12”: the second of a whole list, by the column that the figure is of."""
    asked = _asked(pieces) if any(p.low in _PLACES for p in pieces) else None
    if asked is None:
        return
    order, names, figures, words = asked
    for pop in bench.index.populations:
        rows = {n: r for r in pop.rows for n in r.names}
        if (
            not pop.whole
            or any(n not in rows for n in names)
            or not population_allowed(pop, bench.edge, said)
        ):
            continue
        found = _standing(pop, [rows[n] for n in names], order, figures, words)
        if found is not None:
            uses = [Use(r, (found,), "sum", f"by {found}", words=(found,)) for r in (rows[n] for n in names)]
            yield Support((pop.handle,), uses, (), pop, False, True)


def _asked(pieces: list[Piece]) -> tuple[list[int], list[str], list[Figure | None], list[str]] | None:
    """The places that are told, with their names and figures; None where something else is said."""
    order: list[int] = []
    names: list[str] = []
    figures: list[Figure | None] = []
    words: list[str] = []
    for at, piece in enumerate(pieces):
        if piece.low in _PLACES:
            order.append(_PLACES[piece.low] if order or piece.low != "next" else 2)
        elif piece.part == NAME:
            names.append(piece.token.text)
            figures.append(None)
        elif piece.part == FIGURE and piece.token.figure is not None:
            if not names or figures[-1] is not None or at < 2:
                return None
            figures[-1] = piece.token.figure
        elif piece.low in _VERBS or piece.low in _EMPTY or piece.part in (6, 7):
            continue
        elif piece.part == WORD:
            words.append(piece.word)
        else:
            return None
    if not order or len(order) != len(names) or not names:
        return None
    return order, names, figures, words


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
    if own is None or own.amount is None or amounts.count(own.amount) != 1:
        return False
    place = 1 + sum(1 for a in amounts if a > own.amount)
    wanted = order[at]
    if wanted == -1:
        return place == len(amounts)
    if wanted:
        return place == wanted
    if not at:
        return place > 1
    before = rows[at - 1].fact(field)
    if before is None or before.amount is None:
        return False
    return place == 2 + sum(1 for a in amounts if a > before.amount)
