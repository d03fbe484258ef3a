"""The readings of a lattice, best first: a beam over positions, scored by what each reading leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from assistant.grammar import literal, noun, predicate, quantity, same, word
from assistant.grammar.frame import UNUSED, Frame, is_connected, replace
from assistant.lattice import Lattice
from assistant.meaning import (
    AgeComparator,
    Aggregator,
    Amount,
    Bounded,
    Comparator,
    Extreme,
    FieldWord,
    Literal,
    Moment,
    Name,
    Noun,
    Place,
    PlaceWord,
    RelationNoun,
    SizeComparator,
    Span,
    StateWord,
    Tag,
    Time,
    Unknown,
    Verb,
    Word,
)
from assistant.words import FUNCTION_PHRASES

WIDTH = 24
"""Readings kept at a position: twice what any question of the tests needed."""

_TOKEN_COST = 0.02  # each span costs a little, so that longer phrases win
_TYPO_COST = 0.6


def readings(lattice: Lattice) -> list[Frame]:
    """The complete readings, cheapest first."""
    kept: list[dict[Any, Frame]] = [{} for _ in range(len(lattice.tokens) + 1)]
    kept[0][()] = Frame()
    for position, spans in enumerate(lattice.spans):
        for frame in sorted(kept[position].values(), key=_cost)[:WIDTH]:
            for after in _after(frame, spans, lattice):
                here, key = kept[after.position], after.key
                known = here.get(key)
                if known is None or after.cost < known.cost:
                    here[key] = after
    return sorted((f for f in kept[-1].values() if _is_whole(f)), key=_cost)


def _cost(frame: Frame) -> float:
    return frame.cost


def _is_whole(frame: Frame) -> bool:
    """Nothing dangles, and something is spoken of: a phrase that is more than a question word, or a topic."""
    of_nothing = frame.main >= 0 and frame.phrases[frame.main].is_open and frame.asked and not frame.links
    values = frame.ask == "list" and len(frame.asked) == 1  # "which kubelet versions are there"
    spoken = frame.main >= 0 and (not of_nothing or values)
    follows = frame.main < 0 and bool(frame.restrictions or frame.window or frame.ask in ("count", "why"))
    main = frame.phrases[frame.main] if frame.main >= 0 else None
    bare = main is not None and bool(main.names) and not (main.tests or frame.asked or frame.links)
    left = (
        frame.pending.light and (frame.pending.have or bare) and frame.ask in ("", "list", "count", "yesno")
    )
    whole = (
        not frame.pending.dangles
        and not left
        and (spoken or follows or bool(frame.topic) or bool(frame.aggregate))
    )
    return whole and (bool(frame.topic) or is_connected(frame))


def _after(frame: Frame, spans: Iterable[Span], lattice: Lattice) -> Iterator[Frame]:
    for span in spans:
        for stepped in _step(frame, span):
            cost = stepped.cost + span.cost + _TOKEN_COST
            yield replace(stepped, position=span.end, cost=cost)
    token = lattice.tokens[frame.position]
    unused = frame.unused if token.text == "," else (*frame.unused, token.corrected or token.text)
    broken = (
        UNUSED / 2 if token.parts in FUNCTION_PHRASES else 0.0
    )  # a sentence without its small words is another
    cost = frame.cost + (0.05 if token.text == "," else UNUSED + broken)
    yield replace(frame, position=frame.position + 1, unused=unused, cost=cost)


def _step(frame: Frame, span: Span) -> Iterator[Frame]:
    if frame.pending.named_so:
        return same.named_so(frame, span.meaning)
    if same.waits_for_same(frame):
        return same.step(frame, span.meaning)
    match span.meaning:
        case Word():
            return word.function_word(frame, span.meaning)
        case Noun():
            return noun.noun(frame, span.meaning)
        case Name():
            return noun.name(frame, span.meaning)
        case Unknown():
            return noun.unknown(frame, span.meaning)
        case Place():
            return noun.place(frame, span.meaning)
        case PlaceWord():
            return noun.place_word(frame, span.meaning)
        case RelationNoun():
            return noun.relation_noun(frame, span.meaning)
        case StateWord():
            return predicate.state(frame, span.meaning)
        case Literal():
            return literal.literal(frame, span.meaning)
        case Bounded():
            return predicate.bounded(frame, span.meaning)
        case Tag():
            return predicate.tag(frame, span.meaning)
        case FieldWord():
            return predicate.field(frame, span.meaning)
        case Verb():
            return predicate.verb(frame, span.meaning)
        case Amount():
            return quantity.amount(frame, span.meaning)
        case Time():
            return predicate.time(frame, span.meaning)
        case Moment():
            return predicate.moment(frame, span.meaning)
        case Comparator():
            return quantity.comparator(frame, span.meaning)
        case AgeComparator():
            return quantity.age_comparator(frame, span.meaning)
        case SizeComparator():
            return quantity.size_comparator(frame, span.meaning)
        case Aggregator():
            return quantity.aggregator(frame, span.meaning)
        case Extreme():
            return quantity.extreme(frame, span.meaning)
