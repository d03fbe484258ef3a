"""A part of a whole in one record, and what is left of it: "405 of the 450 GiB are used", "45 GiB left" (F4, F12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from evidence.amount import same_dimension
from evidence.evidenced import dimension, share_step, use
from evidence.fact import Fact, View
from evidence.figure import Figure, agrees, compares
from evidence.group import Group, group_of
from evidence.lexicon import OPTIONAL, concept
from evidence.pairing import paired
from evidence.use import Reading, Use
from evidence.word import stem


def _stems(words: str) -> frozenset[str]:
    return frozenset(concept(stem(w)) for w in words.split())


_WHOLE = _stems("maximum limit capacity total allocated provisioned quota allocatable size hard")
_PART = _stems("used current in open taken occupied consumed running active count number")
_SAYS_PART = _PART | _stems("use up full occupy take fill go busy already run")
_LEFT = _stems("left free remaining remain unused spare available room headroom leave")
_BESIDE = _LEFT | _stems("space more further still another fit")
_PLAIN = OPTIONAL | _stems("storage space disk size up capacity good possible")


def portioned(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“405 of its 450 GiB are used (90 %)”, "30 % of the maximum of 600 connections are in use"."""
    figures = group.figures
    if group.negated or group.names or group.times or reading.past or not 1 <= len(figures) <= 3:
        return None
    if any(p.low in ("maxed", "capped") for p in group.pieces):
        return None
    if len(figures) == 1 and set(group.words) == {concept(stem("full"))}:
        return _filled_to(view, figures[0])
    if "of" not in group.preps:
        return None
    if len(figures) == 1:
        return _share_of_bound(view, group, figures[0], kind_words)
    part_said, whole_said, *rest = figures
    if group.pieces[0].low == "of":
        part_said, whole_said = whole_said, part_said
    if whole_said.form != "amount" or (rest and rest[0].form not in ("percent", "part")):
        return None
    words = set(group.words) | {w for w in group.light if w in view.vocabulary}
    for part, whole in _pairs(view):
        if not _told(words, part, whole, kind_words) or not same_dimension(whole.unit, whole_said):
            continue
        if not whole.amount or part.amount is None or not agrees(whole_said, whole.amount):
            continue
        share = part.amount / whole.amount
        if part_said.form in ("percent", "part"):
            holds = _is_share(part_said, share)
        else:
            said = replace(part_said, unit=part_said.unit or whole_said.unit)
            holds = same_dimension(part.unit, said) and agrees(said, part.amount)
        if holds and all(_is_share(f, share) for f in rest):
            return [
                use(view, (part.field, whole.field), "pair", how=f"{part.value} of {whole.value}", fact=whole)
            ]
    return None


def _filled_to(view: View, figure: Figure) -> list[Use] | None:
    """“is three quarters full”: of the one capacity that it has."""
    pairs = [(p, w) for p, w in _pairs(view) if w.words & _CAPACITY]
    if figure.form not in ("percent", "part") or len(pairs) != 1:
        return None
    part, whole = pairs[0]
    if not whole.amount or part.amount is None or not _is_share(figure, part.amount / whole.amount):
        return None
    return [use(view, (part.field, whole.field), "pair", how=f"{part.value} of {whole.value}", fact=whole)]


def _share_of_bound(view: View, group: Group, figure: Figure, kind_words: frozenset[str]) -> list[Use] | None:
    """“is running at 60 % of its maximum”: of the one bound that it has."""
    words = set(group.words) | {w for w in group.light if w in view.vocabulary or w == "take"}
    if figure.form not in ("percent", "part"):
        return None
    if words & _BOUNDS:
        pairs = [
            (p, w) for p, w in _pairs(view) if words & _BOUNDS <= w.words and _told(words, p, w, kind_words)
        ]
    else:
        pairs = [
            (p, w)
            for p, w in _pairs(view)
            if words & _stems("used use taken occupied")
            and words & p.words & w.words
            and _told(words, p, w, kind_words)
        ]
    if len({w.field for _, w in pairs}) != 1:
        return None
    for part, whole in pairs:
        if whole.amount and part.amount is not None and _is_share(figure, part.amount / whole.amount):
            return [
                use(view, (part.field, whole.field), "pair", how=f"{part.value} of {whole.value}", fact=whole)
            ]
    return None


def paired_with_share(
    view: View, group: Group, reading: Reading, kind_words: frozenset[str]
) -> list[Use] | None:
    """“240 of its 400 planned frames, i.e. 60 %”: part and whole, and the share they make."""
    if len(group.figures) != 3 or group.figures[2].form not in ("percent", "part"):
        return None
    last = max(i for i, p in enumerate(group.pieces) if p.token.figure is not None)
    bare = group_of([*group.pieces[:last], *group.pieces[last + 1 :]])
    bare.lead, bare.of = group.lead, group.of
    made = paired(view, bare, reading, kind_words)
    if not made or len(made[0].fields) != 2:
        return None
    whole, part = (view.fact(f) for f in made[0].fields)
    if whole is None or part is None or not whole.amount or part.amount is None:
        return None
    return made if _is_share(group.figures[2], part.amount / whole.amount) else None


def aged_number(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“the oldest of them is half an hour old” of an age that is kept as a number."""
    if len(group.figures) != 1 or group.negated or group.names or group.times or reading.past:
        return None
    figure = group.figures[0]
    words = set(group.words) - {"old", "age", "ago"}
    if figure.dimension != "time" or not {"old", "age"} & set(group.words) or not words:
        return None
    for fact in view.facts:
        if (
            fact.form != "number"
            or "age" not in fact.words
            or not words <= fact.words | kind_words | set(reading.inherited)
        ):
            continue
        if (
            words & fact.words
            and same_dimension(fact.unit, figure)
            and fact.amount is not None
            and agrees(figure, fact.amount)
        ):
            return [use(view, (fact.field,), words=fact.phrases[0], fact=fact)]
    return None


def left_over(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“45 GiB left”, "room for eight more instances": what lies between what there is and what there may be."""
    if len(group.figures) != 1 or group.negated or group.names or group.times or reading.past:
        return None
    figure = group.figures[0]
    said = set(group.words) | set(group.light)
    if figure.form != "amount" or not said & _LEFT or "of" in group.preps:
        return None
    words = said - _BESIDE
    for part, whole in _pairs(view):
        if whole.amount is None or part.amount is None or whole.amount <= part.amount:
            continue
        if any(w in words and w not in part.words & whole.words for w in _PART | _WHOLE):
            continue
        if not _told(
            words - {"have", "offer", "give", "get", "be"}, part, whole, kind_words, named=figure.unit is None
        ):
            continue
        if same_dimension(whole.unit, figure) and agrees(figure, whole.amount - part.amount):
            how = f"{whole.value} − {part.value}"
            return [use(view, (part.field, whole.field), "pair", how=how, words=part.phrases[0], fact=whole)]
    return None


def _is_share(figure: Figure, share: Fraction) -> bool:
    said = (figure.base if figure.unit else figure.value) * 100
    return compares(figure.op, share * 100, said, share_step(figure))


def _pairs(view: View) -> Iterator[tuple[Fact, Fact]]:
    """Every two numbers of a view that are of one thing: how much there is, and how much there may be."""
    numbers = [
        f for f in view.facts if f.form == "number" and not f.measure and f.amount is not None and not f.typed
    ]
    for whole in numbers:
        core = _core(whole.words - _WHOLE)
        if not whole.words & _WHOLE:
            continue
        for part in numbers:
            alike = dimension(part) == dimension(whole) and part.words != whole.words
            if part is not whole and alike and not part.words & _BOUNDS and _core(part.words - _PART) == core:
                yield part, whole
    for whole in numbers:
        others = [f for f in numbers if f is not whole and dimension(f) == dimension(whole) != ""]
        if whole.words <= _CAPACITY and len(others) == 1 and not others[0].words & _BOUNDS:
            yield others[0], whole
    for whole in numbers:
        for part in numbers:
            alike = dimension(part) == dimension(whole) and whole.words < part.words
            if alike and part.words - whole.words <= _PART:
                yield part, whole


_BOUNDS = _stems("maximum minimum limit quota total hard threshold")
_CAPACITY = _stems("capacity total")
_SIZES = _stems("size capacity instance node desired")


def _core(words: frozenset[str]) -> frozenset[str]:
    """What a number is of; of a group its size, its capacity and its instances are one."""
    return frozenset({"size"}) if words <= _SIZES else words


def _told(
    words: set[str], part: Fact, whole: Fact, kind_words: frozenset[str], *, named: bool = False
) -> bool:
    """Whether the words are of the two and nothing else, and name the thing where the figure does not."""
    spare = part.words | whole.words | _PLAIN | _SAYS_PART | _WHOLE
    if words - spare - kind_words:
        return False
    core = part.words & whole.words
    return not named or bool(words & core)
