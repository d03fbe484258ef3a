"""The most, the fewest, the oldest: one compared with all others there are (F12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evidence import naming
from evidence.bench import Bench
from evidence.cell import (
    LEAST,
    LESS,
    MEASURED_BY,
    MORE,
    MOST,
    OF_SIZE,
    OF_TIME,
    Amount,
    amount_of,
    amount_of_group,
    comparable,
    content,
    is_difference,
    is_size,
    names_in,
    support,
)
from evidence.claim import Spoken, Support
from evidence.entity import views_of
from evidence.fact import Fact, View
from evidence.figure import Figure, agrees
from evidence.group import FIGURE, Piece
from evidence.lexicon import concept, nouns_of
from evidence.moment import birth_of
from evidence.population import Population
from evidence.restriction import conditions_in, restricted
from evidence.scope import population_allowed, view_allowed
from evidence.stated import State
from evidence.word import stem
from graph.kind import words_of


def superlative(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """“booking has the most pods, 120”, "the oldest is x", "the namespace with the fewest pods is billing"."""
    at, of_two = _degree_word(pieces)
    if at is None:
        return
    listed = _among_listed(pieces)
    things = names_in(pieces, bench)
    peers = _told_number(pieces)
    follows = next(
        (i for i, p in enumerate(pieces[:-1]) if p.low == "followed" and pieces[i + 1].low == "by"), None
    )
    ranked = [i for i in things if follows is None or i < follows]
    figures = [i for i, p in enumerate(pieces) if p.part == FIGURE and i != peers and p.low != "one"]
    if len(ranked) != 1 or (len(figures) > 1 and follows is None):
        return
    spent = {at, *things, *figures, *listed, *(i for i, p in enumerate(pieces) if p.low == "one")}
    spent |= {i - 1 for i in figures if i and pieces[i - 1].low == "by"}
    spent |= {peers} if peers is not None else set()
    spent |= {follows, follows + 1} if follows is not None else set()
    asking = _Asking(pieces[ranked[0]].token.text, pieces, spent, pieces[at].low, of_two, peers, bool(listed))
    for winner, others in _fields_of(asking, spoken, bench, said):
        if follows is not None:
            order = _ranking(pieces, things, figures, winner, others, ascending=_ascends(asking.low, winner))
            if order is not None:
                yield support([*order, *(o for o in others if o not in order)], "in this order")
            continue
        figure = pieces[figures[0]].token.figure if figures else None
        if figure is not None and figures[0] and pieces[figures[0] - 1].low == "by":
            if not _leads_by(figure, winner, others):
                continue
        elif figure is not None and not (
            figure.dimension == winner.dimension and agrees(figure, winner.value)
        ):
            continue
        if _wins(asking, winner, others):
            yield support([winner, *others], f"compared with {len(others)} others")


def _leads_by(figure: Figure, winner: Amount, others: list[Amount]) -> bool:
    """“the higher latency, by 7.1 ms”: what lies between it and the next."""
    nearest = min(others, key=lambda o: abs(o.value - winner.value), default=None)
    return nearest is not None and is_difference(figure, winner, nearest)


@dataclass(slots=True)
class _Asking:
    """What is said to have the most: its name, what is left to be named, and over what."""

    name: str
    pieces: list[Piece]
    spent: set[int]
    low: str
    of_two: bool
    peers: int | None
    listed: bool

    def words(self, pop: Population | None = None) -> list[str] | None:
        """The words left; a population's own conditions and window are spent as well."""
        spent = set(self.spent)
        if pop is not None:
            spent |= conditions_in(self.pieces, pop)
        return content(self.pieces, spent, _EMPTY)


_EMPTY = frozenset(
    """all them these those with among of by far single one two to common frequent popular often frequently widely used
    any rank come top listed shown""".split()
)


def _is_asked(asking: _Asking, pop: Population, winner: Amount, spoken: Spoken, bench: Bench) -> bool:
    """Whether what the result was restricted to is said, or asked for, or was just spoken of (F2).

    The most of those over a threshold is the most of all.
    """
    if asking.listed or (spoken.population is not None and spoken.population.result is pop.result):
        return True
    state = State()
    conditions_in(asking.pieces, pop, state)
    over = ("<", "<=") if _ascends(asking.low, winner) else (">", ">=")
    for place, condition in enumerate(pop.conditions):
        if condition.fact is not None and condition.fact.field == winner.field and condition.fact.op in over:
            state.asserted[place] = True
    return restricted(pop, state, bench.asked, "")


def _among_listed(pieces: list[Piece]) -> set[int]:
    """“of the pods listed”, "among those shown": the rows that are there, and no others."""
    return {i for i, p in enumerate(pieces) if p.low in ("listed", "shown") and i}


def _ascends(low: str, winner: Amount) -> bool:
    if winner.dimension == "instant":
        return low in ("oldest", "earliest", "older", "earlier", "first", "longest", "longer")
    return low in LEAST or low in LESS


def _wins(asking: _Asking, winner: Amount, others: list[Amount]) -> bool:
    values = [o.value for o in others]
    if (asking.of_two and len(values) != 1) or not _as_many_peers(
        asking.pieces, asking.peers, len(values) + 1
    ):
        return False
    ascending = _ascends(asking.low, winner)
    return bool(values) and all(winner.value < v if ascending else winner.value > v for v in values)


def _ranking(
    pieces: list[Piece],
    things: list[int],
    figures: list[int],
    winner: Amount,
    others: list[Amount],
    *,
    ascending: bool,
) -> list[Amount] | None:
    """“…, followed by ops with 45 and web with 15”: one right after the other, each with its figure."""
    order = sorted([winner, *others], key=lambda a: a.value, reverse=not ascending)
    names = [pieces[i].token.text for i in things]
    if [a.name for a in order[: len(names)]] != names or len({a.value for a in order}) < len(order):
        return None
    for at in figures:
        place = max((n for n, i in enumerate(things) if i < at), default=0)
        figure = pieces[at].token.figure
        if (
            figure is None
            or figure.dimension != order[place].dimension
            or not agrees(figure, order[place].value)
        ):
            return None
    return order[: len(names)]


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
        if p.low in ("first", "last")
        and i + 1 < len(pieces)
        and (
            pieces[i + 1].low in ("to", "change", "deployment", "event")
            and (not i or pieces[i - 1].low == "the")
        )
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
    asking: _Asking, spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[tuple[Amount, list[Amount]]]:
    """The winner's amount, and those of everything it is compared with: all groups, all rows, or all records of its kind."""
    for pop in bench.index.populations:
        if not pop.groups or len(pop.groups) != pop.result.total or not pop.complete:
            continue
        words = asking.words(pop)
        if words is None:
            continue
        group_words = {stem(n) for n in pop.group_names}
        parts = {concept(stem(x)) for n in pop.group_names for x in words_of(n)}
        rest = [w for w in words if w not in group_words and w not in parts]
        found = [
            (g, list(amount_of_group(v, g, rest))) for g in pop.groups for v in list(g.group.values())[:1]
        ]
        mine = [a for _, many in found for a in many if a.name == asking.name]
        others = [a for _, many in found for a in many if a.name != asking.name]
        if (
            mine
            and _is_asked(asking, pop, mine[0], spoken, bench)
            and population_allowed(pop.groups[0], bench.edge, said | set(pop.groups[0].group.values()))
        ):
            yield mine[0], [o for o in others if comparable(mine[0], o)]
    yield from _among_views(asking, spoken, bench, said)


def _among_views(
    asking: _Asking, spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[tuple[Amount, list[Amount]]]:
    own = [
        v
        for v in views_of(asking.name, bench.index)
        if view_allowed(v, bench.edge, said) and v.role in ("record", "row")
    ]
    for view in own:
        pop = next((p for p in bench.index.populations if view.role == "row" and view in p.rows), None)
        words = asking.words(pop)
        if words is None:
            continue
        nouns = {w for phrase in nouns_of(view.kind) for w in phrase}
        bare = [w for w in words if w not in nouns]
        peers = _peers(view, pop, bench, said, listed=asking.listed)
        others_known = [k for k in spoken.known if k.name != view.name]
        if asking.of_two and len(spoken.known) == 2 and len(others_known) == 1 and view.role == "record":
            peers = others_known
        for measured in dict.fromkeys((tuple(bare), () if set(words) <= nouns else tuple(words))):
            mine = _amount_in(view, list(measured), asking.low)
            if (
                mine is None
                or not peers
                or (pop is not None and not _is_asked(asking, pop, mine, spoken, bench))
            ):
                continue
            others = [
                a
                for p in peers
                if (a := _amount_in(p, list(measured), asking.low)) is not None and comparable(mine, a)
            ]
            if len(others) == len(peers):
                yield mine, others
                break


def _peers(
    view: View, pop: Population | None, bench: Bench, said: frozenset[str], *, listed: bool
) -> list[View]:
    """What a superlative is over: the other rows of its result, or the other retrieved records of its kind."""
    if view.role == "row":
        return [r for r in pop.rows if r is not view] if pop is not None and (pop.whole or listed) else []
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
    fact = _fact_in(view, words, low)
    return next(amount_of(view.name, view, fact), None) if fact is not None else None


def _fact_in(view: View, words: list[str], low: str) -> Fact | None:
    if low in MEASURED_BY:
        words = [*words, MEASURED_BY[low]]
    if low in OF_TIME:
        if words:
            return next((f for lvl, f in naming.best(view, words, ("time",)) if lvl >= naming.LOOSE), None)
        return view.fact("at") if view.kind == "Change" else birth_of(view)
    if words:
        found = next(
            (f for lvl, f in naming.best(view, words, ("number", "list")) if lvl >= naming.SUBSET), None
        )
        if found is None and low in ("longest", "shortest") and set(words) <= _LASTING:
            return _fact_in(view, [], low)
        if found is None and low in ("longest", "longer"):
            return next(
                (f for lvl, f in naming.best(view, words, ("time",)) if lvl >= naming.LOOSE and _starts(f)),
                None,
            )
        return found
    if low in ("most", "fewest", "highest", "lowest", "least"):
        counts = [f for f in view.facts if f.form == "number" and f.unit is None]
        return counts[0] if view.role == "row" and len(counts) == 1 else None
    if low in ("longest", "shortest"):
        lasting = [
            f for f in view.facts if f.form == "number" and f.unit is not None and f.unit.dimension == "time"
        ]
        if len(lasting) == 1:
            return lasting[0]
    if low == "longest":
        started = [f for f in view.facts if f.form == "time" and _starts(f)]
        return started[0] if len(started) == 1 else None
    if low in OF_SIZE | {"largest", "biggest", "smallest"}:
        return next((f for f in view.facts if is_size(f)), None)
    return None


_LASTING = frozenset(stem(w) for w in "run take last wait work go".split())


def _starts(fact: Fact) -> bool:
    """A time since when something is so."""
    return bool({"since", "started", "created", "start", "begin"} & {w.lower() for w in words_of(fact.field)})
