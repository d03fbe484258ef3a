"""What the rows of a whole list make together, and what one group has where nothing says of what (F12)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from evidence import naming
from evidence.bench import Bench
from evidence.cell import Amount, amount_of, amounts, content, names_in, support
from evidence.claim import Spoken, Support
from evidence.fact import View
from evidence.figure import Figure, agrees
from evidence.group import EMPTY_PIECE, FIGURE, WORD, Piece
from evidence.lexicon import concept, noun_words
from evidence.population import Population
from evidence.restriction import restricted
from evidence.scope import population_allowed
from evidence.stated import State
from evidence.use import Use
from evidence.word import stem
from graph.kind import words_of

_TOGETHER = frozenset(
    "together altogether combined total sum jointly overall between add adds come comes".split()
)
_EMPTY = frozenset(
    "together total altogether combined sum jointly overall between add adds up sums them all run come comes".split()
)


def rows_together(
    pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[Support]:
    """“Together the three have 400 GiB", "they add up to 1000 GiB", "between them they have restarted 62 times"."""
    if names_in(pieces, bench) or not (any(p.low in _TOGETHER for p in pieces) or _the_three_hold(pieces)):
        return
    figures = [i for i, p in enumerate(pieces) if p.part == FIGURE]
    pop = _listed(pieces, spoken, bench, said)
    if not figures or pop is None:
        return
    spent = {i for i in figures[:-1] if _counts(pieces, i, len(pop.rows))}
    figure = pieces[figures[-1]].token.figure
    if len(spent) != len(figures) - 1 or figure is None or figure.form != "amount":
        return
    nouns = noun_words(pop.kind)
    words = content(pieces, {*spent, figures[-1]}, _EMPTY)
    if words is None:
        return
    words = [w for w in words if w not in nouns]
    chosen = [a for row in pop.rows if (a := _amount(row, words, figure)) is not None]
    if len(chosen) != len(pop.rows) or len({a.field for a in chosen}) != 1:
        return
    total = sum((a.value for a in chosen), Fraction(0))
    if chosen[0].dimension == figure.dimension and agrees(figure, total):
        sums = " + ".join(f"{float(a.value):g}" for a in chosen)
        yield support(chosen, f"{sums} = {float(total):g}")


def _the_three_hold(pieces: list[Piece]) -> bool:
    """“The three hold 10.5 TiB”: what they refer to, a verb of having, and one amount."""
    said = [p for p in pieces if p.part != EMPTY_PIECE or p.token.refers]
    if len(said) != 3 or not said[0].token.refers or said[1].low not in ("hold", "take", "store", "total"):
        return False
    figure = said[2].token.figure
    return figure is not None and figure.unit is not None


def _listed(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Population | None:
    """The whole list that is spoken of, or the only one there is, where what it is restricted to is said or asked."""
    pop = spoken.population
    if pop is not None and pop.whole and len(pop.rows) > 1:
        return pop
    if len(spoken.names) > 1:
        return None
    lists = [p for p in bench.index.populations if p.whole and len(p.rows) > 1]
    if len(lists) != 1 or not population_allowed(lists[0], bench.edge, said):
        return None
    whole = lists[0]
    if whole.complete and any(
        p.token.refers == len(whole.rows) or _counts(pieces, i, len(whole.rows)) for i, p in enumerate(pieces)
    ):
        return whole  # "the three": those that are listed
    return whole if whole.complete and restricted(whole, State(), bench.asked, "") else None


def _counts(pieces: list[Piece], at: int, size: int) -> bool:
    """“the three pods”: as many as there are rows."""
    figure = pieces[at].token.figure
    before = pieces[at - 1].low if at else ""
    plain = figure is not None and figure.unit is None and figure.form == "amount"
    return (
        plain and figure is not None and figure.value == size and before in ("the", "these", "all", "those")
    )


def _amount(row: View, words: list[str], figure: Figure) -> Amount | None:
    """What a row says of this quantity: by its words, else its one number of that dimension."""
    if words:
        named = [f for level, f in naming.best(row, words, ("number",)) if level >= naming.SUBSET]
    else:
        named = [f for f in row.facts if f.form == "number"]
        named = [f for f in named if (f.unit.dimension if f.unit else "") == figure.dimension != ""]
    named = [f for f in named if not f.measure]
    return next(amount_of(row.name, row, named[0]), None) if len(named) == 1 else None


def has_so_many(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """“counter has 19” of the one result that is grouped so: as many of what it counts."""
    things = names_in(pieces, bench)
    figures = [i for i, p in enumerate(pieces) if p.part == FIGURE]
    if len(things) != 1 or len(figures) != 1 or things[0] > figures[0]:
        return
    if content(pieces, {things[0], figures[0]}, frozenset({"just", "only"})) != [] or any(
        p.part == WORD and p.low == "no" for p in pieces
    ):
        return
    figure = pieces[figures[0]].token.figure
    if figure is None or figure.form != "amount" or any(p.low == "of" for p in pieces):
        return
    found = [a for a in amounts(pieces[things[0]].token.text, [], bench, said) if a.population is not None]
    if len({a.handle for a in found}) != 1:
        return
    for amount in found:
        pop = amount.population
        if pop is None or amount.dimension != figure.dimension or not agrees(figure, amount.value):
            continue
        here = spoken.population is not None and spoken.population.result is pop.result
        if here or restricted(pop, _state(pop), bench.asked, ""):
            yield support([amount], "")


def _state(pop: Population) -> State:
    """What the group itself says: its own value is named."""
    state = State()
    state.placed |= set(pop.group)
    for place, condition in enumerate(pop.conditions):
        own = (
            condition.fact.field
            if condition.fact is not None
            else condition.link.field
            if condition.link is not None
            else ""
        )
        if own in pop.group:
            state.asserted[place] = True
    return state


def so_many_groups(
    pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[Support]:
    """“We run four different instance types”, "three types are in use": as many as there are groups."""
    figures = [i for i, p in enumerate(pieces) if p.part == FIGURE]
    if len(figures) != 1 or names_in(pieces, bench):
        return
    figure = pieces[figures[0]].token.figure
    words = content(pieces, {figures[0]}, _KINDS)
    if not words or figure is None or figure.unit is not None or figure.form != "amount" or figure.op != "=":
        return
    for pop in bench.index.populations:
        if len(pop.group_names) != 1 or not pop.complete or len(pop.groups) != pop.result.total:
            continue
        named = [concept(stem(w)) for w in words_of(pop.group_names[0])]
        spare = set(named) | noun_words(pop.kind)
        if words[0] not in spare or named[-1] not in words or set(words) - spare:
            continue
        if figure.value != len(pop.groups) or not population_allowed(pop.groups[0], bench.edge, said):
            continue
        if restricted(pop, State(), bench.asked, ""):
            view = View(pop.result, pop.kind, "", frozenset(), "", pop.place, role="group")
            view.handle = pop.handle
            use = Use(view, pop.group_names, "sum", f"{len(pop.groups)} groups")
            yield Support((pop.handle,), [use], (), pop, False, True)


_KINDS = frozenset("different distinct various use used run there altogether".split())
