"""Quantities of things as cells say them, found by name and words, to be compared and added (F12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from evidence import naming
from evidence.bench import Bench
from evidence.claim import Support
from evidence.entity import views_of
from evidence.fact import Fact, View
from evidence.figure import Figure, agrees
from evidence.group import (
    BREAK,
    EMPTY_PIECE,
    FIGURE,
    LIGHT,
    NAME,
    NOT,
    PREP,
    TIME,
    WORD,
    Piece,
    words_of_piece,
)
from evidence.holding import share_agrees
from evidence.lexicon import RESTRICTIVE, concept, noun_words, nouns_of
from evidence.moment import age_agrees, birth_of
from evidence.population import Population
from evidence.scope import population_allowed, view_allowed
from evidence.use import Use
from evidence.word import stem
from graph.kind import words_of

MORE = frozenset(
    """more greater larger bigger higher longer newer younger later wider above over exceeds warmer hotter faster
    busier heavier stronger taller fuller wetter damper brighter louder""".split()
)


LESS = frozenset(
    "fewer less smaller lower shorter older earlier narrower below under cooler colder slower lighter drier dryer darker dimmer quieter".split()
)


MOST = frozenset(
    "most largest biggest highest longest greatest newest youngest latest max maximum top warmest hottest wettest dampest brightest loudest heaviest".split()
)


LEAST = frozenset(
    "fewest least smallest lowest shortest oldest earliest minimum min coolest coldest driest dryest darkest dimmest quietest lightest".split()
)


OF_TIME = frozenset(
    "first last newer younger later older earlier newest youngest latest oldest earliest before after".split()
)


OF_SIZE = frozenset("larger bigger smaller largest biggest smallest".split())


@dataclass(slots=True, eq=False)
class Amount:
    """One quantity of one thing, as a cell says it."""

    name: str
    value: Fraction
    handle: str
    view: View
    fields: tuple[str, ...]
    field: str
    dimension: str
    population: Population | None = None
    fact: Fact | None = None

    def use(self, how: str) -> Use:
        """The use of this cell in a derivation."""
        return Use(self.view, self.fields, "sum", how, words=self.fact.phrases[0] if self.fact else ())


def names_in(pieces: list[Piece], bench: Bench) -> list[int]:
    """Where the clause names a thing of the evidence or a group of a result."""
    return [i for i, p in enumerate(pieces) if _is_thing(p, bench)]


def _is_thing(piece: Piece, bench: Bench) -> bool:
    if piece.part not in (NAME, WORD):
        return False
    text = piece.token.text
    if piece.part == NAME and (text in bench.index.views or text in bench.index.ends):
        return True
    return text in bench.index.groups


def amounts(
    name: str,
    words: list[str],
    bench: Bench,
    said: frozenset[str],
    forms: tuple[str, ...] = ("number", "list"),
) -> list[Amount]:
    """Every cell that says this quantity of this thing."""
    found: list[Amount] = []
    for view in views_of(name, bench.index):
        if not view_allowed(view, bench.edge, said):
            continue
        kind_words = noun_words(view.kind)
        for level, fact in naming.best(view, words, forms, kind_words):
            if level >= naming.SUBSET and not fact.measure:
                found += amount_of(name, view, fact)
    for pop in bench.index.populations:
        if pop.narrowed and name in pop.group.values() and population_allowed(pop, bench.edge, said):
            found += amount_of_group(name, pop, words)
    return found


def amount_of(name: str, view: View, fact: Fact) -> Iterator[Amount]:
    """A fact of a view as an amount; none where it has no order."""
    if isinstance(fact.value, datetime):
        value = Fraction(fact.value.timestamp())
    elif fact.amount is not None:
        value = fact.amount
    else:
        return
    dimension = "instant" if isinstance(fact.value, datetime) else fact.unit.dimension if fact.unit else ""
    yield Amount(name, value, view.handle, view, (fact.field,), fact.field, dimension, None, fact)


def amount_of_group(name: str, pop: Population, words: list[str]) -> Iterator[Amount]:
    """What a group of a result says of this quantity: its count, or a measure whose name is said."""
    view = View(pop.result, pop.kind, name, frozenset({name}), "", pop.place, role="group")
    view.handle = pop.handle
    grouped = {concept(stem(w)) for n in pop.group for w in words_of(n)}
    if grouped & set(words) and set(words) - grouped:
        words = [w for w in words if w not in grouped]
    nouns = {w for phrase in nouns_of(pop.kind) for w in phrase}
    words = [w for w in words if w not in _verbs_of(pop)]
    states = {
        concept(stem(str(c.fact.value)))
        for c in pop.conditions
        if c.fact is not None and isinstance(c.fact.value, str)
    }
    if (
        pop.count is not None
        and words
        and all(w in nouns or w in states for w in words)
        and any(w in nouns for w in words)
    ):
        yield Amount(name, Fraction(pop.count), pop.handle, view, (*pop.group, "count"), "count", "", pop)
    if not words and pop.count is not None and not pop.measures:
        yield Amount(name, Fraction(pop.count), pop.handle, view, (*pop.group, "count"), "count", "", pop)
    for fact in pop.measures:
        measure_words = {concept(stem(w)) for w in fact.measure.split()} | {"total", "averag", "mean", "sum"}
        rest = [w for w in words if w not in nouns and w not in measure_words]
        required = fact.measure not in ("sum", "count")
        said_measure = bool(
            measure_words & set(words) - ({"total", "sum"} if fact.measure == "average" else set())
        )
        level = (
            naming.names(fact, rest)
            if rest
            else (naming.SUBSET if set(words) & nouns or not words else naming.NO)
        )
        if fact.amount is not None and level >= naming.SUBSET and (not required or said_measure):
            yield Amount(
                name,
                fact.amount,
                pop.handle,
                view,
                (*pop.group, fact.field),
                fact.field,
                fact.unit.dimension if fact.unit else "",
                pop,
                fact,
            )


def _verbs_of(pop: Population) -> set[str]:
    """What the group does with what it is the other end of: "owns" of those grouped by owner."""
    return {
        concept(way.words[0])
        for c in pop.conditions
        if c.link is not None and c.link.field in pop.group
        for way in c.link.ways
        if way.out != c.link.out and not way.noun
    }


def comparable(left: Amount, right: Amount) -> bool:
    """The same quantity: one field in one dimension, and of one result where it is a group's."""
    if left.field != right.field or left.dimension != right.dimension:
        return False
    return (left.population is None) == (right.population is None) and (
        left.population is None
        or right.population is None
        or left.population.result is right.population.result
    )


def content(pieces: list[Piece], spent: set[int], empty: frozenset[str]) -> list[str] | None:
    """The words left after what was spent; None where a name, figure or time is left too."""
    words: list[str] = []
    for i, piece in enumerate(pieces):
        if i in spent or piece.part in (EMPTY_PIECE, BREAK):
            continue
        if piece.part == LIGHT:
            if piece.word in _VERBS_OF_FIELDS:
                words.append(piece.word)
            continue
        if piece.part == PREP:
            if piece.low in ("by", "without", "before", "after"):
                return None
            continue
        if piece.part in (NAME, FIGURE, TIME, NOT):
            return None
        if piece.low not in empty:
            words += words_of_piece(piece)
    return words


_VERBS_OF_FIELDS = frozenset(concept(stem(w)) for w in "retain keep store handle deploy maintain".split())
"""Light verbs that fields are named after ("retains backups twice as long")."""


def together(each: list[list[Amount]]) -> list[tuple[Amount, list[Amount]]]:
    """Several things taken as one: the sum of the same quantity of each, with the cells it is made of."""
    found = []
    for first in each[0] if each and all(each) else ():
        chosen = [first]
        for others in each[1:]:
            match = next((a for a in others if comparable(first, a)), None)
            if match is not None:
                chosen.append(match)
        if len(chosen) == len(each):
            total = sum((a.value for a in chosen), Fraction(0))
            found.append((replace(first, value=total), chosen))
    return found


def pairs(left: list[Amount], right: list[Amount]) -> Iterator[tuple[Amount, Amount]]:
    """Every two that can be compared."""
    return ((a, b) for a in left for b in right if comparable(a, b))


def support(used: list[Amount], how: str) -> Support:
    """The support of a derivation over these cells."""
    handles = tuple(dict.fromkeys(a.handle for a in used))
    pop = next((a.population for a in used if a.population is not None), None)
    return Support(
        handles,
        [a.use(how) for a in used],
        tuple(a.view for a in used if a.population is None),
        pop,
        False,
        pop is not None,
    )


def sized(name: str, words: list[str], comparative: str, bench: Bench, said: frozenset[str]) -> list[Amount]:
    """The quantity that a comparative speaks of: its words, or what the adjective alone measures."""
    if is_made_of_noun(comparative):
        return amounts(name, [*words, stem(comparative[:-3])], bench, said)
    if comparative in MEASURED_BY:
        return amounts(name, [*words, MEASURED_BY[comparative]], bench, said)
    if comparative in OF_TIME:
        return births(name, words, bench, said)
    if words:
        found = amounts(name, words, bench, said)
        if found or comparative not in OF_SIZE or len(words) > 1:
            return found
    if not words and comparative in ("more", "fewer", "less"):
        return amounts(name, [], bench, said)
    if comparative in OF_SIZE:
        return [
            a
            for v in views_of(name, bench.index)
            if view_allowed(v, bench.edge, said)
            for f in v.facts
            if is_size(f)
            for a in amount_of(name, v, f)
        ]
    return []


def is_made_of_noun(comparative: str) -> bool:
    """“windier” of wind, "dustier" of dust: the adjective is made of what it measures."""
    return comparative.endswith("ier") and comparative not in MORE | LESS


MEASURED_BY = {
    word: concept(stem(field))
    for field, words in {
        "temperature": "warmer hotter cooler colder warmest hottest coolest coldest",
        "throughput": "faster slower",
        "weight": "heavier lighter heaviest lightest",
        "humidity": "wetter damper drier dryer wettest dampest driest dryest",
        "lux": "brighter darker dimmer brightest darkest dimmest",
        "noise": "louder quieter loudest quietest",
    }.items()
    for word in words.split()
}
"""The quantity that a comparative speaks of."""


def held(name: str, dimension: str, bench: Bench, said: frozenset[str]) -> list[Amount]:
    """How much a thing holds, where nothing says of what: the one number of that dimension that is no bound."""
    found: list[Amount] = []
    for view in views_of(name, bench.index):
        if not view_allowed(view, bench.edge, said):
            continue
        own = [
            f
            for f in view.facts
            if f.form == "number"
            and f.unit is not None
            and not f.measure
            and f.unit.dimension in ((dimension,) if dimension else ("bytes", "volume", "mass"))
            and not f.words & (RESTRICTIVE | _BOUNDING)
        ]
        if len(own) == 1:
            found += amount_of(name, view, own[0])
    return found


_BOUNDING = frozenset(concept(stem(w)) for w in "capacity start limit total".split())


def is_size(fact: Fact) -> bool:
    """Whether a fact is how large something is."""
    return (
        fact.form == "number"
        and fact.unit is not None
        and fact.unit.dimension == "bytes"
        and not fact.words & RESTRICTIVE
    )


def births(name: str, words: list[str], bench: Bench, said: frozenset[str]) -> list[Amount]:
    """When it was made, or the time the words name."""
    found: list[Amount] = []
    for view in views_of(name, bench.index):
        if view_allowed(view, bench.edge, said):
            facts = (
                [f for level, f in naming.best(view, words, ("time",)) if level >= naming.LOOSE]
                if words
                else [birth_of(view)]
            )
            found += [a for f in facts if f is not None for a in amount_of(name, view, f)]
    return found


def is_difference(figure: Figure | None, a: Amount, b: Amount) -> bool:
    """Whether a figure is the difference of the two, absolute or as a share."""
    if figure is None:
        return False
    gap = abs(a.value - b.value)
    if a.dimension == "instant":
        return (
            figure.dimension == "time"
            and figure.unit is not None
            and age_agrees(figure, gap / figure.unit.factor)
        )
    if figure.form in ("percent", "part"):
        return b.value != 0 and share_agrees(figure, gap / b.value)
    return figure.dimension == a.dimension and agrees(figure, gap)
