"""Sums, averages and shares of a whole (F12)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from evidence import naming
from evidence.bench import Bench
from evidence.cell import Amount, amounts, comparable, content, held, names_in, support
from evidence.claim import Spoken, Support
from evidence.fact import View
from evidence.figure import Figure, agrees
from evidence.group import FIGURE, WORD, Piece, words_of_piece
from evidence.holding import share_agrees
from evidence.lexicon import concept, nouns_of
from evidence.population import Population
from evidence.scope import population_allowed
from evidence.subject import of_group
from evidence.use import Use
from evidence.word import stem

_TOGETHER = frozenset(
    "together total altogether combined sum jointly overall between in add adds up sums".split()
)


_SHARE_WORDS = frozenset(
    concept(stem(w))
    for w in "account accounts make makes up hold share total all whole overall represent constitute come to for have".split()
)


def summed(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """“a and b together have 8 replicas”, "a, b and c add up to 900 GiB", "between them"; an average likewise."""
    things = names_in(pieces, bench)
    figures = [i for i, p in enumerate(pieces) if p.part == FIGURE]
    together = any(
        p.low in ("together", "altogether", "combined", "total", "sum", "jointly", "between", "overall")
        for p in pieces
    ) or _adds_up(pieces)
    average = any(p.low in ("average", "mean") for p in pieces)
    if not (together or average):
        return
    names = (
        [pieces[i].token.text for i in things]
        if len(things) > 1
        else list(spoken.names)
        if not things and _plural(pieces)
        else []
    )
    if not things and len(figures) <= 2:
        group = next(of_group(pieces, spoken), None)
        if group is not None:
            names, pieces = [m.name for m in group.members], group.rest
            figures = [i for i, p in enumerate(pieces) if p.part == FIGURE]
    whole = _whole_after(pieces, figures)
    if len(names) < 2 or len(figures) != (1 if whole is None else 2):
        return
    if whole is not None and not _is_whole(whole, names, bench):
        return
    words = content(
        pieces,
        {*things, *figures},
        _TOGETHER | frozenset("average mean each both all them combined run".split()),
    )
    figure = pieces[figures[0]].token.figure
    if words is None or figure is None:
        return
    if figure.dimension == "cpu" and figure.unit is not None and figure.unit.factor == 1:  # "six vCPUs"
        words, figure = [*words, "vcpu"], replace(figure, unit=None)
    each = [amounts(n, words or list(spoken.words), bench, said) for n in names]
    if not words and figure.dimension and not all(each):
        each = [held(n, figure.dimension, bench, said) for n in names]
    if not all(each) and words == ["pod"]:
        each = [amounts(n, ["replica"], bench, said) for n in names]
    if not all(each):
        return
    for first in each[0]:
        chosen = _one_of_each(first, each)
        if chosen is None:
            continue
        total = sum((a.value for a in chosen), Fraction(0))
        value = total / len(chosen) if average else total
        if first.dimension == figure.dimension and agrees(figure, value):
            sums = " + ".join(f"{float(a.value):g}" for a in chosen)
            yield support(
                chosen,
                f"({sums}) / {len(chosen)} = {float(value):g}" if average else f"{sums} = {float(value):g}",
            )


def _whole_after(pieces: list[Piece], figures: list[int]) -> Figure | None:
    """“21 of the 30 applications”: the whole that the sum is a part of."""
    if len(figures) != 2:
        return None
    between = [p.low for p in pieces[figures[0] + 1 : figures[1]] if p.low not in ("the", "all")]
    return pieces[figures[1]].token.figure if between in (["of"], ["out", "of"]) else None


def _is_whole(figure: Figure, names: list[str], bench: Bench) -> bool:
    """Whether all groups of a result have so many together, the named ones among them."""
    return any(
        pop.groups
        and pop.count is not None
        and figure.unit is None
        and agrees(figure, Fraction(pop.count))
        and set(names) <= {value for g in pop.groups for value in g.group.values()}
        for pop in bench.index.populations
    )


def _one_of_each(first: Amount, each: list[list[Amount]]) -> list[Amount] | None:
    chosen = [first]
    for others in each[1:]:
        match = next((a for a in others if comparable(first, a)), None)
        if match is None:
            return None
        chosen.append(match)
    return chosen


def _adds_up(pieces: list[Piece]) -> bool:
    return any(
        a.low in ("add", "adds", "sum", "come") and b.low in ("up", "to")
        for a, b in itertools.pairwise(pieces)
    )


def _plural(pieces: list[Piece]) -> bool:
    return any(p.low in ("they", "them", "these", "those", "both", "together") for p in pieces)


def shared(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """“eu-west-1 has 60 % of it”, "booking accounts for 60 % of the 200 pods": one group's share of the whole."""
    pieces = [
        p
        for i, p in enumerate(pieces)
        if not (p.low == "by" and i + 1 < len(pieces) and pieces[i + 1].token.text in bench.index.groups)
    ]
    figures = [i for i, p in enumerate(pieces) if p.part == FIGURE]
    shares = [i for i in figures if _is_share(pieces[i])]
    things = names_in(pieces, bench)
    most = next((i for i, p in enumerate(pieces) if p.low in ("most", "majority")), None)
    if not shares and most is not None:
        shares = [most]
    if len(shares) != 1 or len(things) < 1 or len(figures) > 2:
        return
    for whole in bench.index.populations:
        if not whole.groups or len(whole.groups) != whole.result.total:
            continue
        chosen = [g for g in whole.groups if any(pieces[i].token.text in g.group.values() for i in things)]
        if len(chosen) != len(things) or not population_allowed(
            chosen[0], bench.edge, said | set(chosen[0].group.values())
        ):
            continue
        if (
            (spoken.population is None or spoken.population.result is not whole.result)
            and not any(
                w in {x for ph in nouns_of(whole.kind) for x in ph} for p in pieces for w in words_of_piece(p)
            )
            and not _names_measure(whole, pieces)
        ):
            continue
        support = _share_of(whole, chosen, pieces, shares[0], [i for i in figures if i not in shares], things)
        if support is not None:
            yield support


def _is_share(piece: Piece) -> bool:
    return piece.token.figure is not None and piece.token.figure.form in ("percent", "part")


def _names_measure(pop: Population, pieces: list[Piece]) -> bool:
    words = {w for p in pieces if p.part == WORD for w in words_of_piece(p)}
    return any(
        naming.names(f, [w for w in words if w in f.phrases[0]]) >= naming.SUBSET
        for f in pop.measures
        if words & set(f.phrases[0])
    )


def _share_of(
    whole: Population,
    chosen: list[Population],
    pieces: list[Piece],
    share: int,
    rest: list[int],
    things: list[int],
) -> Support | None:
    figure = pieces[share].token.figure
    parts, total, field = _parts(whole, chosen)
    if not total or not parts:
        return None
    nouns = {w for phrase in nouns_of(whole.kind) for w in phrase} | {
        w for f in whole.measures for phrase in f.phrases for w in phrase
    }
    states = {
        concept(stem(str(c.fact.value)))
        for c in whole.conditions
        if c.fact is not None and isinstance(c.fact.value, str)
    }
    groups = {stem(n) for n in whole.group_names}
    words = content(pieces, {share, *rest, *things}, frozenset())
    if words is None or any(
        w not in nouns | states | groups | _SHARE_WORDS | {"storag", "size", "space", "capacit"}
        for w in words
    ):
        return None
    for i in rest:
        said = pieces[i].token.figure
        if said is None or not agrees(said, total if figure is not None else sum(parts, Fraction(0))):
            return None
    part = sum(parts, Fraction(0)) / total
    if not (share_agrees(figure, part) if figure is not None else Fraction(1, 2) < part < 1):
        return None
    view = View(whole.result, whole.kind, "", frozenset(), "", whole.place, role="group")
    view.handle = whole.handle
    how = f"{' + '.join(f'{float(p):g}' for p in parts)} of {float(total):g}"
    use = Use(view, (*whole.group_names, field), "sum", how)
    return Support((whole.handle,), [use], (), whole, False, True)


def _parts(whole: Population, chosen: list[Population]) -> tuple[list[Fraction], Fraction, str]:
    if whole.measures and all(g.measures and g.measures[0].amount is not None for g in chosen):
        return (
            [g.measures[0].amount or Fraction(0) for g in chosen],
            whole.measures[0].amount or Fraction(0),
            whole.measures[0].field,
        )
    if whole.count is not None and all(g.count is not None for g in chosen):
        return [Fraction(g.count or 0) for g in chosen], Fraction(whole.count), "count"
    return [], Fraction(0), ""
