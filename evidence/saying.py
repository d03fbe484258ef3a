"""The ways in which a stretch of a sentence says one fact of a view: one small rule for each form of fact.

Each rule takes a group and says which fact it says, or nothing. A rule looks at all words of the group: what it does not
account for makes it say nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from evidence.adjective import measured
from evidence.amount import (
    counted,
    difference_within,
    multiple_within,
    proportion,
    shared,
)
from evidence.at_bound import at_bound, speaks_of_bound
from evidence.bound_gap import beyond_bound, gap_to_bound, grows_to, part_of_bound, room_in_units
from evidence.digits import numbered, versioned
from evidence.evidenced import of_fact
from evidence.fact import View
from evidence.flag import flagged
from evidence.group import BREAK, EMPTY_PIECE, FIGURE, NAME, NOT, PREP, WORD, Group, Piece, group_of
from evidence.headroom import possible, roomy
from evidence.lexicon import ATTRIBUTE_FIELDS, concept
from evidence.listing import listed_figures
from evidence.moment import aged, between_times, lasted, recurring, timed, untouched
from evidence.outcome import in_state, rated, went_wrong
from evidence.pairing import paired, ranged
from evidence.per_one import averaged
from evidence.portion import aged_number, left_over, paired_with_share, portioned
from evidence.relation import concerning, identified, lacking, listed, placed, related
from evidence.retold import word
from evidence.schedule import scheduled
from evidence.time_gap import time_apart
from evidence.unnamed_end import unnamed_end
from evidence.use import Reading, Use
from evidence.word import BE, stems
from evidence.wording import kinded, negative, opened, renamed, some, spelled


def said_by(
    view: View, pieces: list[Piece], at: int, end: int, reading: Reading, kind_words: frozenset[str]
) -> list[Use] | None:
    """The fact of the view that this run of pieces says, as uses; None where it says none."""
    run = pieces[at:end]
    group = group_of(run)
    _placed_after(group, pieces, at)
    group.before_name = end < len(pieces) and (
        pieces[end].part == NAME
        or (
            pieces[end].low in ("that", "which", "who")
            and all(p.part == EMPTY_PIECE and p.low not in BE for p in pieces[:at])
        )
    )
    group.follows = pieces[end].word if end < len(pieces) and pieces[end].part == WORD else ""
    if (
        len(group.figures) == 1
        and not group.names
        and run[0].low != "of"
        and any(p.low in (",", ";") for p in run)
        and not any(p.low == ":" for p in run)
    ):
        return None
    if len(group.names) == 1 and not group.figures and _goes_on(run):
        return None
    if len(group.figures) == 1 and not group.names and _joins_another(run):
        return None
    if group.negated and group.figures and _denies_figure(group):
        return None
    if group.negated and _denies_late(run):
        return None
    for rule in (at_bound,) if speaks_of_bound(group) else _rules(group):
        uses = rule(view, group, reading, kind_words)
        if uses is not None:
            for use in uses:
                use.end = run[-1].token.end
                use.lead = group.lead or (run[0].low if run[0].part == PREP else "")
            return uses
    return None


def _goes_on(run: list[Piece]) -> bool:
    """“address 10.4.0.12, private …”: after its value and a comma something else is told."""
    at = next(i for i, p in enumerate(run) if p.part == NAME)
    return any(p.low in (",", ";") for p in run[at + 1 :])


def _joins_another(run: list[Piece]) -> bool:
    """“a p95 of 920 ms and a p99 …”: what is joined after a named figure is of the next one."""
    at = next(i for i, p in enumerate(run) if p.part == FIGURE)
    if not any(p.part == WORD for p in run[:at]) and run[0].low != "of":
        return False
    joined = next((i for i in range(at + 1, len(run)) if run[i].low in ("and", "but")), None)
    return joined is not None and any(p.part == WORD for p in run[joined:])


def _denies_figure(group: Group) -> bool:
    """“is not 0”, "not 3 of the 14": the figure is what is denied, and no field says what it is not."""
    said = [p for p in group.pieces if p.part != EMPTY_PIECE]
    return any(a.part == NOT and a.low == "not" and b.part == FIGURE for a, b in pairwise(said))


def _denies_late(run: list[Piece]) -> bool:
    """“public and not encrypted”: what stands before "and" is not denied with what stands after it."""
    denied = next((i for i, p in enumerate(run) if p.part == NOT), 0)
    if sum(p.low in BE for p in run[denied:]) > 1:
        return True  # "no job is active as it is suspended": what the second verb tells is not denied
    broken = next((i for i, p in enumerate(run[:denied]) if p.part == BREAK), None)
    return broken is not None and any(p.part == WORD for p in run[:broken])


def _placed_after(group: Group, pieces: list[Piece], at: int) -> None:
    """What stands right before the run: a preposition that was passed over, or "and"."""
    if at and pieces[at].low == "of":
        group.of = pieces[at - 1].word
    place = at - 1
    while place >= 0 and pieces[place].part == EMPTY_PIECE:
        place -= 1
    if place >= 0 and pieces[place].part == PREP:
        group.lead = pieces[place].low
        group.of = pieces[place - 1].word if place else ""
    group.before_every = at > 0 and pieces[at - 1].low == "every"
    group.joined = place >= 0 and pieces[place].low in ("and", ",", "or")


def of_period(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“126,000 sheets today”, "jammed four times this month": the period is in the name of the field."""
    if len(group.figures) != 1 or len(group.times) != 1:
        return None
    time = next(p for p in group.pieces if p.token.moment is not None)
    said = stems(time.low)
    if not said or not all(concept(w) in view.vocabulary for w in said):
        return None
    words = [Piece(word(w, time.token), WORD, concept(w)) for w in said]
    at = next(i for i, p in enumerate(group.pieces) if p is time)
    bare = group_of([*group.pieces[:at], *words, *group.pieces[at + 1 :]])
    bare.lead, bare.of = group.lead, group.of
    return counted(view, bare, reading, kind_words)


def adjectival(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“three cache.r6g.large nodes”: the value of an attribute between a count and its noun."""
    if len(group.figures) != 1 or len(group.names) != 1 or group.times or group.negated:
        return None
    at = next(i for i, p in enumerate(group.pieces) if p.token.figure is not None)
    if at + 2 >= len(group.pieces) or group.pieces[at + 1].part != NAME or group.pieces[at + 2].part != WORD:
        return None
    text = group.pieces[at + 1].token.text
    fact = next(
        (f for f in view.facts if text in f.exact and f.form == "text" and f.last in ATTRIBUTE_FIELDS), None
    )
    if fact is None or fact.typed:
        return None
    counts = counted(view, group_of([*group.pieces[: at + 1], *group.pieces[at + 2 :]]), reading, kind_words)
    told = of_fact(view, fact, reading)
    return [*counts, *told] if counts and told else None


Rule = Callable[[View, Group, Reading, frozenset[str]], "list[Use] | None"]


_OF_TWO: tuple[Rule, ...] = (
    paired,
    possible,
    ranged,
    portioned,
    paired_with_share,
    gap_to_bound,
    part_of_bound,
    grows_to,
    listed_figures,
    went_wrong,
    rated,
    in_state,
)
_OF_ONE: tuple[Rule, ...] = (
    difference_within,
    roomy,
    counted,
    paired,
    shared,
    proportion,
    multiple_within,
    versioned,
    numbered,
    aged,
    ranged,
    listed,
    related,
    lasted,
    time_apart,
    untouched,
    left_over,
    recurring,
    scheduled,
    portioned,
    aged_number,
    gap_to_bound,
    beyond_bound,
    part_of_bound,
    grows_to,
    listed_figures,
    room_in_units,
    in_state,
    measured,
    averaged,
    went_wrong,
    rated,
)
_OF_NONE: tuple[Rule, ...] = (
    spelled,
    flagged,
    kinded,
    renamed,
    paired,
    listed,
    lacking,
    negative,
    some,
    opened,
    scheduled,
    unnamed_end,
)
"""What a group with two figures, with one and with none may say, the likeliest first."""


def _rules(group: Group) -> tuple[Rule, ...]:
    if group.figures and group.names:
        return (counted, adjectival, ranged, listed, related, listed_figures) if not group.times else ()
    if group.times:
        if group.figures:
            return (aged, of_period, scheduled)
        return (timed, between_times, untouched) if group.negated else (timed, between_times, scheduled)
    if len(group.figures) >= 2:
        return _OF_TWO
    if group.figures:
        return _OF_ONE
    if group.names:
        return (placed, related, spelled, identified, listed, concerning)
    return _OF_NONE
