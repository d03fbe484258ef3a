"""How what there is stands to its bound: "two points above target", "a third of the way to its limit", "can grow to three times that" (F12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from evidence.amount import same_dimension
from evidence.evidenced import dimension, share_step, use
from evidence.fact import Fact, View
from evidence.figure import Figure, agrees, compares
from evidence.group import FIGURE, LIGHT, PREP, WORD, Group, words_of_piece
from evidence.lexicon import OPTIONAL, RESTRICTIVE, concept
from evidence.use import Reading, Use
from evidence.word import stem


def _stems(words: str) -> frozenset[str]:
    return frozenset(concept(stem(w)) for w in words.split())


_BOUND = _stems("maximum minimum limit target quota threshold capacity total request requested desired")
_NOW = _stems("current used count now allocated actual in-use size level speed capacity")
_OTHER = RESTRICTIVE - _stems("ready running current available healthy used open active")
"""What makes another number of it than what there is: what is pending is not what runs."""
_UP = frozenset("above over beyond more higher larger bigger greater warmer hotter past".split())
_DOWN = frozenset("below under less lower fewer smaller short shy away off cooler colder beneath".split())
_WAY = frozenset("way".split())
_GROWING = _stems("grow scale autoscale expand extend go")
_SPARE = _stems(
    "the than was were is what it present current now allocate ask size storage space disk large big run scal up still"
)
_LED = frozenset("of to than from at by up in for".split())


def _as_said(fact: Fact) -> frozenset[str]:
    """The words of its name; a limit is a maximum."""
    return frozenset("maximum" if w == "limit" else w for w in fact.words)


def bounded(view: View) -> Iterator[tuple[Fact, Fact]]:
    """What there is of something, and a bound of the same thing in the same dimension."""
    numbers = [f for f in view.facts if f.form == "number" and not f.measure and f.amount is not None]
    for bound in numbers:
        if not bound.words & _BOUND or bound.typed:
            continue
        core = bound.words - _BOUND
        for now in numbers:
            if (
                now is bound
                or now.typed
                or dimension(now) != dimension(bound)
                or now.words & _BOUND - core - _NOW
            ):
                continue
            if (
                now.words - _NOW == core - _NOW
                or (now.words < bound.words and bound.words - now.words <= _BOUND)
                or (core and core < now.words and not (now.words - core) & _OTHER)
            ):
                yield now, bound


def gap_to_bound(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“two points above target”, "20 GiB larger than was requested", "28 points above the 60 % target"."""
    if not 1 <= len(group.figures) <= 2 or _elsewhere(group, reading):
        return None
    at = next(i for i, p in enumerate(group.pieces) if p.part == FIGURE)
    gap, told = _in_unit_of(group.figures[0], reading), group.figures[1:]
    up, right = _direction(group, at)
    if up is None or gap.form != "amount" or gap.op not in ("=", "~", "=="):
        return None
    left = _words(group, 0, at)
    between = _words(group, at + 1, right)
    beyond = _words(group, right, len(group.pieces))
    for now, bound in _meant(view, left | between, beyond, reading, kind_words):
        difference = _amount(now) - _amount(bound) if up else _amount(bound) - _amount(now)
        if difference <= 0 or not same_dimension(bound.unit, gap) or not agrees(gap, difference):
            continue
        if any(not _is(bound, f) for f in told):
            continue
        return _both(view, now, bound, f"{now.value} against {bound.value}")
    return None


def _in_unit_of(figure: Figure, reading: Reading) -> Figure:
    """“runs at 5 m/s, one below its maximum”: in the unit of what was just told."""
    last = reading.said[-1].fact if reading.said else None
    plain = figure.unit is None and figure.form == "amount"
    return replace(figure, unit=last.unit) if plain and last is not None and last.form == "number" else figure


def _elsewhere(group: Group, reading: Reading) -> bool:
    """Whether the group says more than a number against its bound, or how it was then; what was asked for is so now."""
    return bool(group.names or group.times or group.negated) or (
        reading.past and "request" not in group.words
    )


def _amount(fact: Fact) -> Fraction:
    return fact.amount if fact.amount is not None else Fraction(0)


def _is(fact: Fact, figure: Figure) -> bool:
    """Whether the bound is told with its own figure."""
    figure = replace(figure, op="=", unit=figure.unit or fact.unit)
    return same_dimension(fact.unit, figure) and agrees(figure, _amount(fact))


def _direction(group: Group, at: int) -> tuple[bool | None, int]:
    """Whether the gap after this figure goes up, and where the bound begins."""
    for i in range(at + 1, min(at + 5, len(group.pieces))):
        low = group.pieces[i].low
        if low in _UP or low in _DOWN:
            return low in _UP, i + 1
        figure = group.pieces[i].token.figure
        if figure is not None and figure.op in (">", "<"):
            return figure.op == ">", i
    return None, 0


def _words(group: Group, first: int, last: int) -> set[str]:
    return {
        "maximum" if w == "limit" else w
        for p in group.pieces[first:last]
        if p.part in (WORD, LIGHT) and p.low not in _UP | _DOWN
        for w in words_of_piece(p)
    }


def _meant(
    view: View, left: set[str], right: set[str], reading: Reading, kind_words: frozenset[str]
) -> list[tuple[Fact, Fact]]:
    """The pairs that the words name: the bound by what sets it apart, what there is by its words, or as what was just told."""
    found = []
    last = reading.said[-1].fact if reading.said else None
    for now, bound in bounded(view):
        apart = _as_said(bound) - _as_said(now)
        if not right & apart or right - _as_said(bound) - _as_said(now) - OPTIONAL - _SPARE:
            continue
        told = left - kind_words - _SPARE - OPTIONAL - _NOW
        if told - _as_said(now) - _as_said(bound) or (told and not told & _as_said(now)):
            continue
        if not told and last is not None and last is not now and dimension(last) == dimension(now):
            continue
        found.append((now, bound))
    named = left - kind_words - _SPARE - OPTIONAL - _NOW
    if not named and last not in [n for n, _ in found] and len({n.field for n, _ in found}) > 1:
        return []
    return found


def _both(view: View, now: Fact, bound: Fact, how: str) -> list[Use]:
    return [use(view, (now.field, bound.field), "pair", how=how, words=now.phrases[0], fact=now)]


def beyond_bound(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“…, well below the 65 % target”: what was just told, against a bound that is told with its figure."""
    if len(group.figures) != 1 or _elsewhere(group, reading) or not reading.said:
        return None
    figure, last = group.figures[0], reading.said[-1].fact
    if figure.op not in ("<", ">", "<~", ">~") or figure.form not in ("amount", "percent"):
        return None
    words = _words(group, 0, len(group.pieces))
    for now, bound in bounded(view):
        if (
            now is not last
            or not words & (_as_said(bound) - _as_said(now))
            or words - _as_said(bound) - OPTIONAL - _SPARE - {"well", "far", "comfortabl", "still"}
        ):
            continue
        if not _is(bound, figure) or not compares(figure.op, _amount(now), _amount(bound), figure.step):
            continue
        return _both(view, now, bound, f"{now.value} against {bound.value}")
    return None


def part_of_bound(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“not even half the limit of 60”, "a third of the way up to its limit of 12", "half of its connections are taken"."""
    if not 1 <= len(group.figures) <= 2 or _elsewhere(group, reading):
        return None
    share, told = group.figures[0], group.figures[1:]
    if share.form not in ("part", "percent"):
        return None
    low = [p.low for p in group.pieces]
    words = _words(group, 0, len(group.pieces)) - kind_words - OPTIONAL - _SPARE - _WAY
    last = reading.said[-1].fact if reading.said else None
    for now, bound in bounded(view):
        apart = _as_said(bound) - _as_said(now)
        if words - _as_said(now) - _as_said(bound) or not words & apart:
            continue
        if "way" not in low and now is not last and not words & _as_said(now):
            continue
        if any(not _is(bound, f) for f in told) or not _amount(bound):
            continue
        said = (share.base if share.unit else share.value) * 100
        if compares(share.op, _amount(now) / _amount(bound) * 100, said, share_step(share)):
            return _both(view, now, bound, f"{now.value} of {bound.value}")
    return None


def grows_to(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“can grow to three times that”, "may grow to twice what is allocated now", "to four times its present 300 GiB"."""
    if not 1 <= len(group.figures) <= 2 or _elsewhere(group, reading):
        return None
    times, told = group.figures[0], group.figures[1:]
    words = _words(group, 0, len(group.pieces))
    doubled = times.text.lower() in ("double", "triple", "quadruple") and reading.verb in (
        "can",
        "could",
        "may",
    )
    if times.form != "multiple" or not (doubled or (words & _GROWING and _leads_to(group))):
        return None
    left = words - _GROWING - _SPARE - OPTIONAL - kind_words - (_STOPPED if doubled else set())
    pairs = [(n, b) for n, b in bounded(view) if "maximum" in b.words and not left - n.words - b.words]
    if len(pairs) != 1:
        return None
    now, bound = pairs[0]
    if not _amount(now) or any(not _is(now, f) for f in told):
        return None
    if not compares(times.op, _amount(bound) / _amount(now), times.value, Fraction(1, 100)):
        return None
    return _both(view, now, bound, f"{bound.value} / {now.value}")


_STOPPED = _stems("hit reach limit maximum ceiling meet")


def room_in_units(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“could take another 270 kg”: the one bound in that dimension, less what there is."""
    if len(group.figures) != 1 or _elsewhere(group, reading) or reading.verb not in ("can", "could", "may"):
        return None
    figure = group.figures[0]
    words = _words(group, 0, len(group.pieces)) - OPTIONAL - kind_words
    if figure.unit is None or figure.form != "amount" or not words & _FURTHER or words - _FURTHER - _TAKING:
        return None
    pairs = [
        (n, b) for n, b in bounded(view) if dimension(b) == figure.dimension and "maximum" in _as_said(b)
    ]
    if len(pairs) != 1 or not agrees(figure, _amount(pairs[0][1]) - _amount(pairs[0][0])):
        return None
    now, bound = pairs[0]
    return _both(view, now, bound, f"{bound.value} − {now.value}")


_FURTHER = _stems("another more further additional")
_TAKING = _stems("take carry add hold grow lift bear store fit load up by")


def _leads_to(group: Group) -> bool:
    at = next(i for i, p in enumerate(group.pieces) if p.part == FIGURE)
    return any(p.part == PREP and p.low == "to" for p in group.pieces[:at])
