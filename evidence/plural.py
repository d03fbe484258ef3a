"""Claims about populations: the results that carry them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from evidence import condition, counting, holding, measuring
from evidence.bench import Bench
from evidence.claim import Spoken, Support
from evidence.clause import Clause
from evidence.group import BREAK, EMPTY_PIECE, FIGURE, NAME, NOT, WORD, Piece
from evidence.lexicon import nouns_of
from evidence.population import Population
from evidence.scope import population_allowed
from evidence.use import Reading
from evidence.word import BE, HAVE, PRONOUNS, stem

_REFERRING = PRONOUNS | frozenset("such them those these rest others".split())


def counted(
    pieces: list[Piece],
    clause: Clause,
    before: Clause | None,
    spoken: Spoken,
    bench: Bench,
    said: frozenset[str],
) -> Iterator[Support]:
    """The results that carry the clause as a claim about a population."""
    spoken = _of_the_only_result(pieces, spoken, bench)
    refers = any(p.low in _REFERRING for p in pieces) or _none_of_them(pieces)
    member = _membership(pieces, spoken)
    if member is not None:
        yield member
        return
    reading = Reading(bench.question.asked_at, spoken.words)
    stems = frozenset(p.token.stem for p in pieces)
    kinds: dict[str, bool] = {}
    rest = (
        len(pieces) > 2
        and pieces[0].low == "the"
        and pieces[1].low in ("other", "remaining", "rest", "others")
    )
    alone = len({id(p.result) for p in bench.index.populations}) == 1
    only, numbered = any(p.low == "only" for p in pieces), any(p.token.refers for p in pieces)
    last = spoken.population.result if spoken.population is not None else None
    texts = frozenset(p.token.text for p in pieces)
    told = {name for text in texts for name in bench.index.dimensions.get(text, ())}
    for pop in bench.index.populations:
        if told and any(name in told and value not in texts for name, value in pop.lies):
            continue  # another place, or another of the groups, is spoken of by name
        if pop.kind not in kinds:
            kinds[pop.kind] = _kind_named(pop.kind, pieces) or _acted(pop.kind, stems)
        named = kinds[pop.kind] or ((only or numbered) and _meant(pop, pieces, spoken))
        if not named and not rest and not pop.group_names and not pop.measures and pop.result is not last:
            continue
        named = named or _groups_named(pop, stems) or (rest and last is None and alone)
        inherited = _inherits(pop, pieces, spoken, clause, refers=refers, named=named)
        if inherited is None or not population_allowed(pop, bench.edge, said):
            continue
        if pop.result.scopes_read == 0:
            continue
        yield from _count_supports(pop, pieces, clause, spoken, bench, inherited, reading)


def _inherits(
    pop: Population, pieces: list[Piece], spoken: Spoken, clause: Clause, *, refers: bool, named: bool
) -> str | None:
    """How far the population is what was last spoken of: "all" of it, the same result's "base", "" for not; None to pass it over."""
    last = spoken.population
    same = last is not None and last.result is pop.result
    if not named and not same and not pop.measures:
        return None
    such = any(p.low == "such" for p in pieces)
    if any(p.token.refers and p.token.refers == pop.count for p in pieces) and pop.whole and last is None:
        return "all"
    if such and named and last is None:
        return "all" if not pop.narrowed else ""
    if same and (refers or not named or clause.joined in ("gap", "verb")):
        return (
            "all"
            if last is pop or (not pop.conditions and not pop.narrowed)
            else "base"
            if pop.narrowed or (last is not None and last.narrowed)
            else "all"
        )
    if named:
        return ""
    if _measures_named(pop, pieces) or _measured_of_group(pop, pieces):
        return ""
    return None


def _of_the_only_result(pieces: list[Piece], spoken: Spoken, bench: Bench) -> Spoken:
    """“All of them except x …”, "two are Postgres", before anything was said: of what the one result retrieved counts."""
    if spoken.population is not None or not spoken.fresh or bench.edge.named:
        return spoken
    if len({p.handle for p in bench.index.populations}) != 1 or not pieces:
        return spoken
    first = next((p for p in pieces if p.part != EMPTY_PIECE or p.token.refers), pieces[0])
    if not (first.part == FIGURE or first.low in _COUNTED):
        return spoken
    pop = bench.index.populations[0]
    return replace(spoken, population=pop)


_COUNTED = frozenset("all most none both half they them these neither each some only one".split())


def _none_of_them(pieces: list[Piece]) -> bool:
    """“…, and none is public”, "… all are": of those just spoken of."""
    while pieces and pieces[0].low in ("and", "but", ","):
        pieces = pieces[1:]
    return (
        len(pieces) > 1 and pieces[0].low in ("none", "all", "neither", "most") and pieces[1].low in BE | HAVE
    )


def _acted(kind: str, stems: frozenset[str]) -> bool:
    """Whether changes are spoken of by what was done."""
    return kind == "Change" and not _ACTIONS.isdisjoint(stems)


def _groups_named(pop: Population, stems: frozenset[str]) -> bool:
    """Whether what the result is grouped by is spoken of."""
    return any(stem(name) in stems for name in pop.group_names)


def _kind_named(kind: str, pieces: list[Piece]) -> bool:
    """Whether a noun of the kind is said."""
    nouns = nouns_of(kind)
    heads = {n[0] for n in nouns}
    return any(
        condition.stems_of(p)[0] in heads and condition.noun_at(pieces, at, nouns)
        for at, p in enumerate(pieces)
        if p.part in (WORD, NAME, 8)
    )


_ACTIONS = frozenset(
    stem(w)
    for w in "deleted created modified changed removed added restored deletion creation modification".split()
)


def _measures_named(pop: Population, pieces: list[Piece]) -> bool:
    if not pop.measures:
        return False
    words = {p.word for p in pieces if p.part == WORD}
    return any(set(f.phrases[0]) & words for f in pop.measures)


def _measured_of_group(pop: Population, pieces: list[Piece]) -> bool:
    """“gp3 makes up 9,000 GiB”: the group is named, and the figure is one of what is measured."""
    if not pop.group or not any(p.token.text in pop.group.values() for p in pieces if p.part in (NAME, WORD)):
        return False
    units = {f.unit.dimension for f in pop.measures if f.unit is not None}
    return any(p.token.figure is not None and p.token.figure.dimension in units for p in pieces)


def _count_supports(
    pop: Population,
    pieces: list[Piece],
    clause: Clause,
    spoken: Spoken,
    bench: Bench,
    inherited: str,
    reading: Reading,
) -> Iterator[Support]:
    earlier = (
        [p for p in spoken.predicate if isinstance(p, Piece)]
        if inherited and not _has_predicate(pieces)
        else None
    )
    outcome = counting.carry_count(
        pop, pieces, bench.asked, inherited=inherited, earlier=earlier, reading=reading
    )
    if outcome is not None:
        looked = not pop.conditions and any(p.token.stem in _LOOKED for p in pieces)
        yield Support((pop.handle,), outcome.uses, (), pop, outcome.absolute, outcome.counted and not looked)
        return
    if pop.measures:
        uses = measuring.carry_measure(
            pop,
            pieces,
            bench.asked,
            inherited=inherited,
            measure=spoken.measure,
            words=spoken.words,
            reading=reading,
        )
        if uses:
            yield Support((pop.handle,), uses, (), pop, False, True)


_LOOKED = frozenset(stem(w) for w in "look check examine scan inspect read".split())
"""What was looked at is what could be read: it needs no such words (A2)."""


def _has_predicate(pieces: list[Piece]) -> bool:
    """Anything but a figure, a copula and a "not": "28 are not" has none."""
    return any(p.part in (WORD, NAME) for p in pieces) or not any(p.part == NOT for p in pieces)


def _membership(pieces: list[Piece], spoken: Spoken) -> Support | None:
    """“x is among them”: one of the rows of what was just counted."""
    pop = spoken.population
    said = [p for p in pieces if p.part not in (EMPTY_PIECE, BREAK) or p.low in ("them", "these")]
    if pop is None or len(said) != 3 or said[0].part != NAME or said[1].low != "among":
        return None
    if not any(said[0].token.text in r.names for r in pop.rows):
        return None
    return Support((pop.handle,), [holding.use_of(pop, (pop.result.columns[0].name,))], (), pop, False, False)


def _meant(pop: Population, pieces: list[Piece], spoken: Spoken) -> bool:
    """“only x …” of a row named, "two of the three …" of a list of three."""
    if spoken.population is None and pop.whole and any(p.token.refers == pop.count for p in pieces):
        return True
    if not pop.whole or not any(p.low == "only" for p in pieces):
        return False
    names = {n for r in pop.rows for n in r.names}
    return any(p.part == NAME and p.token.text in names for p in pieces)
