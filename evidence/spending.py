"""Spending the pieces of a clause about a population: noun, conditions, places, times, figures, quantifiers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from fractions import Fraction

from evidence.condition import noun_at, says, take_condition
from evidence.deed import is_deed
from evidence.figure import agrees
from evidence.group import BREAK, EMPTY_PIECE, FIGURE, LIGHT, NAME, NOT, PREP, TIME, WORD, Piece
from evidence.lexicon import concept, nouns_of
from evidence.moment import inside
from evidence.population import Population
from evidence.relation import PLACE_STEMS
from evidence.stated import State
from evidence.time import Moment
from evidence.use import Reading
from evidence.word import stem

SEEN = frozenset(
    concept(stem(w))
    for w in """look check examine scan inspect see find count record observe read list match register report happen occur
    take place exist note log detect make sum up total together altogether add come amount accounts all overall such have hold includ include contain show know count exist run_with
    thing number spread distribute split divide scatter them they those these one kind object hit""".split()
)
"""Words that say no more of a population than that it was looked at."""


_NONE = frozenset("no none neither nothing nobody".split())


def readings(pop: Population, pieces: list[Piece], verb: int, reading: Reading) -> Iterator[State]:
    """Every way to spend the pieces; what neither condition, place, time nor noun takes is left over."""
    states = [State()]
    nouns = nouns_of(pop.kind)
    group_nouns = frozenset(tuple(stem(w) for w in naming_words(name)) for name in pop.group_names)
    at = 0
    while at < len(pieces):
        step = _take_noun(pop, pieces, at, states, nouns, group_nouns)
        if step < 0:
            return
        if step:
            at += step
            continue
        taken = take_condition(pop, pieces, at, reading.asked)
        if taken is not None:
            end, place, polarity = taken
            _drop_leading_verb(states, pieces, at)
            if any(state.asserted.get(place, polarity) != polarity for state in states):
                return
            for state in states:
                state.asserted[place] = polarity
                if end <= verb:
                    state.restricting.add(place)
            at = end
            continue
        if not _take(pop, pieces[at], pieces, at, states):
            return
        if _is_group_of_all(pop, pieces, at, verb):
            for state in states:
                state.grouped_late = True
        at += 1
    yield from states


def _is_group_of_all(pop: Population, pieces: list[Piece], at: int, verb: int) -> bool:
    """Whether a group is said of all there are: "150 are in a", "a hosts 150 of the 250 instances"."""
    heads = at == verb - 1 and not (at and pieces[at - 1].part == PREP)
    said = pieces[at].part != FIGURE and pieces[at].token.text in pop.group.values()
    return said and (at >= verb or heads)


def _take_noun(
    pop: Population,
    pieces: list[Piece],
    at: int,
    states: list[State],
    nouns: frozenset[tuple[str, ...]],
    group_nouns: frozenset[tuple[str, ...]],
) -> int:
    """How many pieces from here are a noun of what is counted or of its groups; negative where their number is not so."""
    if pop.kind == "Change" and pieces[at].token.stem in _CHANGED_THINGS:
        for state in states:
            state.named = True
        return 1
    if pieces[at].low in _APART and at + 1 < len(pieces) and noun_at(pieces, at + 1, group_nouns):
        return 1
    size, grouped = noun_at(pieces, at, nouns), noun_at(pieces, at, group_nouns)
    if size and grouped <= size:
        deeds = _deeds_said(pop, pieces, at, size)
        for state in states:
            state.named = True
            state.asserted |= deeds
        return size
    if not grouped and not _group_noun(pieces, at, pop):
        return 0
    counted = at > 0 and pieces[at - 1].part == FIGURE
    for state in states:
        state.groups_said = True
        state.groups_counted = state.groups_counted or counted
    return (grouped or 1) if _groups_agree(pop, pieces, at) else -1


_CHANGED_THINGS = frozenset(stem(w) for w in "resources things objects".split())
"""What a change is of: "four resources were deleted"."""
_APART = frozenset("different distinct various separate".split())


def naming_words(name: str) -> tuple[str, ...]:
    """The words of a field's name."""
    from graph.kind import words_of

    return words_of(name)


def _group_noun(pieces: list[Piece], at: int, pop: Population) -> bool:
    return (
        bool(pop.groups)
        and pieces[at].part == WORD
        and any(pieces[at].token.stem == stem(n) for n in pop.group_names)
    )


def _groups_agree(pop: Population, pieces: list[Piece], at: int) -> bool:
    """“three namespaces”: the figure before the groups' noun is how many groups there are."""
    before = pieces[at - 1] if at else None
    if before is not None and before.part == FIGURE and before.token.figure is not None:
        return agrees(before.token.figure, Fraction(pop.result.total))
    return True


def _deeds_said(pop: Population, pieces: list[Piece], at: int, size: int) -> dict[int, bool]:
    """The conditions that the noun says as well: a modification is a change that modified."""
    if pop.kind != "Change" or size != 1:
        return {}
    return {
        i: True
        for i, c in enumerate(pop.conditions)
        if c.fact is not None and c.fact.field == "action" and says(c, pieces[at : at + 1], pop.kind)
    }


def _drop_leading_verb(states: list[State], pieces: list[Piece], at: int) -> None:
    """“run MySQL”: a light verb right before what the condition compares says no more than it."""
    before = at - 1
    while before >= 0 and pieces[before].part in (EMPTY_PIECE, PREP):
        before -= 1
    if before < 0 or pieces[before].part != LIGHT:
        return
    for state in states:
        state.leftover = [p for p in state.leftover if p is not pieces[before]]


def _take(pop: Population, piece: Piece, pieces: list[Piece], at: int, states: list[State]) -> bool:
    """Spends one piece that is no condition: a figure, a quantifier, a place, a time, an empty word. False where it is none."""
    if piece.part == LIGHT and (piece.word not in SEEN or is_deed(pop, pieces, at)):
        for state in states:
            state.leftover.append(piece)
        return True
    if piece.part in (EMPTY_PIECE, BREAK, LIGHT):
        if piece.low in ("all", "each", "every", "both"):
            for state in states:
                state.quantifiers.add(piece.low)
        return True
    if piece.part == FIGURE and piece.token.figure is not None:
        if _counts_groups(pop, pieces, at):
            return True
        after_of = _after_of(pieces, at)
        for state in states:
            state.figures.append((piece.token.figure, after_of))
        return True
    if piece.part == TIME and piece.token.moment is not None:
        window = is_window(pop, piece.token.moment, absent=_absent(pieces))
        for state in states:
            state.windowed = state.windowed or window
            state.leftover += [] if window else [piece]
        return True
    if piece.part == NOT:
        if piece.low in ("nothing", "nobody") and pop.kind == "Change":
            for state in states:
                state.named = True
        for state in states:
            if piece.low == "not" and at + 1 < len(pieces) and pieces[at + 1].low in ("all", "every"):
                state.quantifiers.add("not all")
            elif piece.low in _NONE:
                state.quantifiers.add("no")
            else:
                state.negated = not state.negated
        return True
    if piece.part == PREP:
        for state in states:
            state.leftover += [] if piece.low in _LEADING or _between_them(pieces, at) else [piece]
        return True
    return _take_word(pop, piece, pieces, at, states)


_LEADING = frozenset(
    "of in on at over for with from within across during among out as to through throughout into per via".split()
)


def _between_them(pieces: list[Piece], at: int) -> bool:
    """“448 aspects between them”: all of them together."""
    return pieces[at].low == "between" and at + 1 < len(pieces) and pieces[at + 1].low in ("them", "all")


def _counts_groups(pop: Population, pieces: list[Piece], at: int) -> bool:
    following = next((p for p in pieces[at + 1 : at + 3] if p.part == WORD), None)
    group_nouns = {tuple(stem(w) for w in naming_words(n)) for n in pop.group_names}
    return (
        bool(pop.groups)
        and following is not None
        and pieces.index(following) == at + 1
        and bool(noun_at(pieces, at + 1, group_nouns))
    )


def _after_of(pieces: list[Piece], at: int) -> bool:
    place = at - 1
    while place >= 0 and (
        pieces[place].part in (EMPTY_PIECE, TIME)
        or (pieces[place].part in (NAME, WORD) and pieces[place].token.possessive)
        or (
            pieces[place].part == WORD
            and pieces[place].word in PLACE_STEMS
            and pieces[place + 1].token.possessive
        )
    ):
        place -= 1
    return place >= 0 and pieces[place].low == "of"


def _absent(pieces: list[Piece]) -> bool:
    return any(p.part == NOT for p in pieces)


def _take_word(pop: Population, piece: Piece, pieces: list[Piece], at: int, states: list[State]) -> bool:
    text = piece.token.text
    values = [n for n, v in pop.place.items() if v == text or _is_one_of(text, v, pieces)]
    if values:
        noun = _place_noun(pieces, at)
        field = next((n for n in values if noun in ("", n)), None)
        if field is None:
            return False
        for state in states:
            state.placed.add(field)
        return True
    if piece.part == NAME:
        group = [n for n, v in pop.group.items() if v == text]
        for state in states:
            if not group:
                state.leftover.append(piece)
        return True
    if piece.part == WORD and stem(piece.low) in {stem(n) for n in pop.place}:
        return True
    if piece.low in ("more", "further", "additional", "another"):
        for state in states:
            state.leftover.append(piece)
        return True
    if piece.low in ("all", "every", "each"):
        for state in states:
            if "not all" not in state.quantifiers:
                state.quantifiers.add(piece.low)
        return True
    if piece.low in ("most", "majority", "any", "half"):
        for state in states:
            state.quantifiers.add("most" if piece.low == "majority" else piece.low)
        return True
    rising = piece.low == "up" and not (at and pieces[at - 1].token.stem in ("add", "sum", "make"))
    deed = is_deed(pop, pieces, at)
    for state in states:
        if piece.word not in SEEN or rising or deed:
            state.leftover.append(piece)
        state.words.append(piece.word)
    return True


def _is_one_of(text: str, value: str, pieces: list[Piece]) -> bool:
    """One of several places that a result is restricted to, all of which are said: fewer of them would be another count."""
    places = value.split(", ")
    said = {p.token.text for p in pieces}
    return len(places) > 1 and text in places and said.issuperset(places)


def _place_noun(pieces: list[Piece], at: int) -> str:
    """The noun of a place next to its value: "namespace shop", "shop namespace"."""
    for place in (at - 1, at + 1):
        if 0 <= place < len(pieces) and pieces[place].part == WORD:
            found = PLACE_STEMS.get(pieces[place].word)
            if found is not None:
                return found
    return ""


def is_window(pop: Population, moment: Moment, *, absent: bool) -> bool:
    """Whether the time said is the result's window; for an absence also any window inside it (F10)."""
    window = pop.window
    if window is None:
        return (
            moment.form == "point"
            and not moment.day_only
            and pop.result.observed_at is not None
            and inside(moment, pop.result.observed_at)
        )
    if moment.start is None and moment.end is None:
        return False
    slack = timedelta(minutes=1)
    start, end = window.start, window.end
    if moment.form == "clock":
        return False
    if absent and pop.count == 0:
        after = start is None or (moment.start is not None and moment.start >= start - slack)
        before = end is None or (moment.end is not None and moment.end <= end + slack)
        return after and before
    return _same(start, moment.start, slack) and (
        _same(end, moment.end, slack) or _both_after(pop.result.observed_at, end, moment.end)
    )


def _both_after(looked: datetime | None, *ends: datetime | None) -> bool:
    """“today”, asked at noon: whatever ends after the last look ends there."""
    return looked is not None and all(end is None or end >= looked for end in ends)


def _same(left: datetime | None, right: datetime | None, slack: timedelta) -> bool:
    if left is None or right is None:
        return left is right
    return abs(left - right) <= slack
