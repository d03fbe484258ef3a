"""The most, the fewest, the oldest: one compared with all others there are (F12)."""

from __future__ import annotations

from collections.abc import Iterator

from evidence import naming
from evidence.bench import Bench
from evidence.cell import (
    LEAST,
    LESS,
    MORE,
    MOST,
    OF_SIZE,
    OF_TIME,
    Amount,
    amount_of,
    amount_of_group,
    comparable,
    content,
    is_size,
    names_in,
    support,
)
from evidence.claim import Spoken, Support
from evidence.fact import View
from evidence.figure import agrees
from evidence.group import FIGURE, Piece
from evidence.lexicon import nouns_of
from evidence.moment import birth_of
from evidence.scope import population_allowed, view_allowed
from evidence.subject import views_of
from evidence.word import stem
from graph.kind import words_of


def superlative(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """“booking has the most pods, 120”, "the oldest is x", "the namespace with the fewest pods is billing"."""
    at, of_two = _degree_word(pieces)
    if at is None:
        return
    things = names_in(pieces, bench)
    peers = _told_number(pieces)
    figures = [i for i, p in enumerate(pieces) if p.part == FIGURE and i != peers and p.low != "one"]
    if len(things) != 1 or len(figures) > 1:
        return
    words = content(
        pieces,
        {
            at,
            *things,
            *figures,
            *(i for i, p in enumerate(pieces) if p.low == "one"),
            *([peers] if peers is not None else []),
        },
        frozenset(
            "all them these those with among of by far single one two to common frequent popular".split()
        ),
    )
    if words is None:
        return
    name, low = pieces[things[0]].token.text, pieces[at].low
    for winner, others in _fields_of(name, words, low, bench, said):
        values = [o.value for o in others]
        if (of_two and len(values) != 1) or not _as_many_peers(pieces, peers, len(values) + 1):
            continue
        ascending = low in LEAST or low in LESS
        if winner.dimension == "instant":
            ascending = low in ("oldest", "earliest", "older", "earlier", "first")
        if not values or not all(winner.value < v if ascending else winner.value > v for v in values):
            continue
        figure = pieces[figures[0]].token.figure if figures else None
        if figure is not None and not (figure.dimension == winner.dimension and agrees(figure, winner.value)):
            continue
        yield support([winner, *others], f"compared with {len(others)} others")


def _degree_word(pieces: list[Piece]) -> tuple[int | None, bool]:
    """Where the word of degree stands ("most", "the larger", "first to"), and whether it compares just two."""
    at = next(
        (i for i, p in enumerate(pieces) if p.low in MOST | LEAST and _superlative_here(pieces, i)), None
    )
    if at is not None:
        return at, False
    if not any(p.low == "than" for p in pieces):
        at = next((i for i, p in enumerate(pieces) if p.low in MORE | LESS and _of_two(pieces, i)), None)
        if at is not None:
            return at, True
    firsts = (
        i
        for i, p in enumerate(pieces)
        if p.low in ("first", "last") and i + 1 < len(pieces) and pieces[i + 1].low == "to"
    )
    return next(firsts, None), False


def _of_two(pieces: list[Piece], at: int) -> bool:
    """Whether "the larger", "the younger one", "the larger of the two" stands there."""
    after = at + 1 < len(pieces) and pieces[at + 1].low in ("one", "of")
    return after or (at > 0 and pieces[at - 1].low == "the")


def _told_number(pieces: list[Piece]) -> int | None:
    """Where "of the three namespaces" tells how many there are."""
    for i, piece in enumerate(pieces):
        figure = piece.token.figure
        if (
            figure is not None
            and figure.unit is None
            and figure.form == "amount"
            and i
            and pieces[i - 1].low in ("the", "all")
        ):
            return i
    return None


def _as_many_peers(pieces: list[Piece], at: int | None, size: int) -> bool:
    figure = pieces[at].token.figure if at is not None else None
    return figure is None or figure.value == size


def _superlative_here(pieces: list[Piece], at: int) -> bool:
    """“most of the instances” is no superlative."""
    after = pieces[at + 1].low if at + 1 < len(pieces) else ""
    before = pieces[at - 1].low if at else ""
    return not (pieces[at].low in ("most", "least") and after == "of") and before != "at"


def _fields_of(
    name: str, words: list[str], low: str, bench: Bench, said: frozenset[str]
) -> Iterator[tuple[Amount, list[Amount]]]:
    """The winner's amount, and those of everything it is compared with: all groups, all rows, or all records of its kind."""
    for pop in bench.index.populations:
        if not pop.groups or len(pop.groups) != pop.result.total or not pop.complete:
            continue
        group_words = {stem(n) for n in pop.group_names}
        parts = {stem(x) for n in pop.group_names for x in words_of(n)}
        rest = [w for w in words if w not in group_words and w not in parts]
        found = [
            (g, list(amount_of_group(v, g, rest))) for g in pop.groups for v in list(g.group.values())[:1]
        ]
        mine = [a for _, many in found for a in many if a.name == name]
        others = [a for _, many in found for a in many if a.name != name]
        if mine and population_allowed(pop.groups[0], bench.edge, said | set(pop.groups[0].group.values())):
            yield mine[0], [o for o in others if comparable(mine[0], o)]
    yield from _among_views(name, words, low, bench, said)


def _among_views(
    name: str, words: list[str], low: str, bench: Bench, said: frozenset[str]
) -> Iterator[tuple[Amount, list[Amount]]]:
    own = [
        v
        for v in views_of(name, bench.index)
        if view_allowed(v, bench.edge, said) and v.role in ("record", "row")
    ]
    for view in own:
        nouns = {w for phrase in nouns_of(view.kind) for w in phrase}
        rest = [w for w in words if w not in nouns] or words
        peers = _peers(view, bench, said)
        mine = _amount_in(view, rest if rest != words or not set(words) <= nouns else [], low)
        if mine is None or not peers:
            continue
        others = [
            a
            for p in peers
            if (a := _amount_in(p, rest if rest != words or not set(words) <= nouns else [], low)) is not None
            and comparable(mine, a)
        ]
        if len(others) == len(peers):
            yield mine, others


def _peers(view: View, bench: Bench, said: frozenset[str]) -> list[View]:
    """What a superlative is over: the other rows of its result, or the other retrieved records of its kind."""
    if view.role == "row":
        pop = next((p for p in bench.index.populations if p.rows and view in p.rows), None)
        return [r for r in pop.rows if r is not view] if pop is not None and pop.whole else []
    found = []
    for views in bench.index.of_handle.values():
        found += [
            v
            for v in views
            if v.role == "record"
            and v.kind == view.kind
            and v is not view
            and view_allowed(v, bench.edge, said)
        ]
    return found


def _amount_in(view: View, words: list[str], low: str) -> Amount | None:
    if low in OF_TIME:
        fact = (
            birth_of(view)
            if not words
            else next((f for lvl, f in naming.best(view, words, ("time",)) if lvl >= naming.LOOSE), None)
        )
    elif words:
        fact = next(
            (f for lvl, f in naming.best(view, words, ("number", "list")) if lvl >= naming.SUBSET), None
        )
    elif low in OF_SIZE | {"largest", "biggest", "smallest"}:
        fact = next((f for f in view.facts if is_size(f)), None)
    else:
        fact = None
    return next(amount_of(view.name, view, fact), None) if fact is not None else None
