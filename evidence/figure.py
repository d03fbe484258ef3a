"""Figures: numbers with what they mean, recognised in text and compared exactly (F1, F3).

`figures(text)` finds those of any text; `read(pieces, at)` reads the one that starts at a piece. Ids, addresses,
instance types and tags are names and never reach this module: the caller keeps names whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from evidence.comparator import AFTER, COMPARING, comparator
from evidence.duration import in_letters, with_rest
from evidence.rounding import too_coarse
from evidence.unit import PERCENT, Unit, rate, unit
from evidence.word import APPROXIMATE


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as written. `value` is in `unit`; `step` is the place of its last written digit, in `unit` too.

    `op` is one of = ~ > >= < <=. `form`: amount, percent, part ("half"), multiple ("twice"), version, pair, range.
    Of a pair or a range `second` is the other number. `first` and `last` are the pieces it spans, comparator included;
    `text` is number and unit without comparator.
    """

    text: str
    value: Fraction
    unit: Unit | None = None
    step: Fraction = Fraction(1)
    op: str = "="
    form: str = "amount"
    second: Fraction | None = None
    version: tuple[int, ...] = ()
    first: int = 0
    last: int = 0  # one past the end
    written: bool = False  # in words
    start: int = 0  # characters, where the text is known
    end: int = 0

    @property
    def base(self) -> Fraction:
        """The value in the base of its dimension."""
        return self.value * self.unit.factor if self.unit else self.value

    @property
    def dimension(self) -> str:
        """The dimension of its unit; empty for a bare number."""
        return self.unit.dimension if self.unit else ""


_ONES = {
    w: n
    for n, w in enumerate(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen""".split()
    )
}
_TENS = {w: n * 10 for n, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_LETTERS = {"k": 1_000, "m": 1_000_000, "bn": 1_000_000_000}
_PARTS = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "fourths": 4,
    "fifth": 5,
    "fifths": 5,
    "sixth": 6,
    "sixths": 6,
    "seventh": 7,
    "sevenths": 7,
    "eighth": 8,
    "eighths": 8,
    "ninth": 9,
    "ninths": 9,
    "tenth": 10,
    "tenths": 10,
}
_MULTIPLES = {"twice": 2, "thrice": 3, "double": 2, "triple": 3, "twofold": 2, "threefold": 3, "quadruple": 4}
_GROUPED = re.compile(r"\d{1,3}(?:[,\u00a0\u202f\u2009 ']\d{3})+(?:\.\d+)?")
_PLAIN = re.compile(r"\d+(?:\.\d+)?")
_JOINED = re.compile(r"(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?P<u>%|[A-Za-zµ]+(?:/s)?)", re.ASCII)
_HYPHENED = re.compile(r"(?P<n>\d+(?:\.\d+)?|[a-z]+)-(?P<u>[A-Za-z]+)")
_RANGE = re.compile(r"(?P<a>\d+(?:\.\d+)?)(?:-|–|\.\.)(?P<b>\d+(?:\.\d+)?)(?P<u>%|[A-Za-z]+)?")
_SLASH = re.compile(r"(?P<a>\d+)/(?P<b>\d+)")
_VERSION = re.compile(r"[vV]?(\d+(?:\.\d+){1,4})")
_TIMES = re.compile(r"(?P<n>\d+(?:\.\d+)?)[x×]")
_COUNTING = {**_ONES, **_TENS}
_STARTS = frozenset(_ONES) | frozenset(_TENS) | frozenset(_PARTS) | frozenset(_MULTIPLES)


def figures(text: str) -> list[Figure]:
    """Every figure of a text, with its place in characters. Names must have been taken out by the caller."""
    pieces = list(
        re.finditer(r"\d{1,3}(?:[ ,\u00a0\u202f]\d{3})+(?!\d)(?:\.\d+)?\S*|[^\s,;()?!]+|[,;()?!]", text)
    )
    words = [p.group().rstrip(".:") or p.group() for p in pieces]
    found, at = [], 0
    while at < len(words):
        figure = read(words, at)
        if figure is None:
            at += 1
            continue
        start, end = (
            pieces[figure.first].start(),
            pieces[figure.last - 1].start() + len(words[figure.last - 1]),
        )
        found.append(replace(figure, start=start, end=end))
        at = figure.last
    return found


@lru_cache(maxsize=16384)
def may_start(word: str) -> bool:
    """Whether a figure can start with this word at all: most words of a sentence cannot."""
    low = word.lower()
    return (
        not word.isalpha()
        or low in _STARTS
        or low in COMPARING
        or low in APPROXIMATE
        or low in ("a", "an", "half", "dozen", "exactly", "precisely", "just", "only")
    )


def read(pieces: Sequence[str], at: int) -> Figure | None:
    """The figure that starts at this piece, with the comparator before or after it; None where none starts here."""
    op, start = comparator(pieces, at)
    figure = _bare(pieces, start)
    if figure is None and op != "=" and start < len(pieces):
        figure = (
            _bare(pieces, start + 1) if pieces[start].lower() in _ARTICLES else _part_alone(pieces, start)
        )
    if figure is None:
        return None
    figure = with_rest(pieces, _and_a_half(pieces, _ranged(pieces, figure)), _bare)
    after = tuple(p.lower() for p in pieces[figure.last : figure.last + 2])
    if op == "=" and after in AFTER:
        return replace(figure, op=AFTER[after], first=at, last=figure.last + 2)
    if op in ("=", figure.op) and at == figure.first:
        return figure
    return replace(figure, op=op, first=at)


_ARTICLES = ("a", "an", "the")


def _part_alone(pieces: Sequence[str], at: int) -> Figure | None:
    """“a good third”, "just over a quarter": the part after the words that compare it."""
    parts = _PARTS.get(pieces[at].lower())
    if parts is None or parts == 2:
        return None
    return Figure(pieces[at], Fraction(1, parts), form="part", first=at, last=at + 1, written=True)


def _bare(pieces: Sequence[str], at: int) -> Figure | None:
    if at >= len(pieces):
        return None
    text = pieces[at]
    first = text[0]
    if first in "-−" and len(text) > 1 and text[1].isdigit():
        figure = _digits([*pieces[:at], text[1:], *pieces[at + 1 :]], at)
        plain = figure is not None and figure.form == "amount" and figure.unit is not None
        return (
            replace(figure, text=f"-{figure.text}", value=-figure.value, version=())
            if figure and plain
            else None
        )
    if first.isdigit() or (first in "~≈$€£v" and len(text) > 1 and (text[1].isdigit() or text[1] in _MONEY)):
        return _digits(pieces, at)
    if first.isalpha():
        return _in_words(pieces, at)
    return None


def _digits(pieces: Sequence[str], at: int) -> Figure | None:
    text = pieces[at]
    approximate = text[0] in "~≈"
    text = text.lstrip("~≈")
    if text[0] in _MONEY:
        figure = _of_money(text, pieces, at)
    else:
        figure = (
            _number(text, pieces, at) or _joined(text, at) or _compound(text, at) or _of_letters(text, at)
        )
    if figure is not None and approximate:
        return replace(figure, op="~")
    return figure


def _of_letters(text: str, at: int) -> Figure | None:
    told = in_letters(text)
    return Figure(text, *told[:2], told[2], first=at, last=at + 1) if told else None


_MONEY = "$€£"


def _of_money(text: str, pieces: Sequence[str], at: int) -> Figure | None:
    """“$42,000”, "€1.2 million", "£3k": the sign is the unit."""
    figure = _number(text[1:], pieces, at) or _joined(text[1:], at)
    if figure is None or figure.unit is not None or figure.form != "amount":
        return None
    return replace(figure, text=f"{text[0]}{figure.text}", unit=unit(text[0]), version=())


def _number(text: str, pieces: Sequence[str], at: int) -> Figure | None:
    if not (_PLAIN.fullmatch(text) or _GROUPED.fullmatch(text)):
        return None
    value, step = number(text)
    version = (
        tuple(int(p) for p in text.split("."))
        if "," not in text and " " not in text and text.isascii() and text.replace(".", "").isdigit()
        else ()
    )
    figure = Figure(text, value, step=step, version=version, first=at, last=at + 1)
    following = pieces[at + 1] if at + 1 < len(pieces) else ""
    if following.lower() in _SCALES:
        scale = _SCALES[following.lower()]
        figure = replace(
            figure,
            text=f"{text} {following}",
            value=value * scale,
            step=step * scale,
            last=at + 2,
            version=(),
        )
    return _with_unit(figure, pieces)


def _with_unit(figure: Figure, pieces: Sequence[str]) -> Figure:
    at = figure.last
    if at < len(pieces):
        word = pieces[at]
        if word.lower() == "per" and at + 1 < len(pieces) and pieces[at + 1].lower() == "cent":
            return replace(figure, text=f"{figure.text} per cent", unit=PERCENT, form="percent", last=at + 2)
        if (
            word.lower() == "percentage"
            and at + 1 < len(pieces)
            and pieces[at + 1].lower() in ("point", "points")
        ):
            return replace(figure, text=f"{figure.text} percentage points", unit=PERCENT, last=at + 2)
        if word.lower() in ("point", "points") and at + 1 < len(pieces) and pieces[at + 1].lower() in _APART:
            return replace(figure, text=f"{figure.text} {word}", unit=PERCENT, last=at + 1)
        each = pieces[at + 2] if at + 2 < len(pieces) else ""
        if each and pieces[at + 1].lower() in ("a", "an", "per", "each", "every"):
            found = rate(word, each)
            if found is not None:
                return replace(
                    figure, text=f"{figure.text} {word} per {each}", unit=found, last=at + 3, version=()
                )
        found = unit(word, joined=word in ("s", "h") and not figure.written)
        if found is not None:
            form = "percent" if found is PERCENT else figure.form
            return replace(figure, text=f"{figure.text} {word}", unit=found, form=form, last=at + 1)
    return figure


_APART = frozenset("above below over under more less higher lower short beyond off".split())
"""What follows percentage points where they say how far two shares are apart."""


def _joined(text: str, at: int) -> Figure | None:
    match = _JOINED.fullmatch(text)
    if match is None:
        return None
    value, step = number(match["n"])
    word = match["u"]
    if word in ("k", "K", "M", "bn"):
        scale = _LETTERS[word.lower()]
        return Figure(text, value * scale, step=step * scale, first=at, last=at + 1)
    if word in ("x", "X"):
        return Figure(text, value, step=step, form="multiple", first=at, last=at + 1)
    found = unit(word, joined=True)
    if found is None:
        return None
    form = "percent" if found is PERCENT else "amount"
    return Figure(text, value, found, step, form=form, first=at, last=at + 1)


def _compound(text: str, at: int) -> Figure | None:
    """“2/3”, "3-5", "14-day", "14.7.2", "2×"."""
    if match := _SLASH.fullmatch(text):
        return Figure(
            text, Fraction(match["a"]), form="pair", second=Fraction(match["b"]), first=at, last=at + 1
        )
    if (match := _RANGE.fullmatch(text)) and Fraction(match["a"]) < Fraction(match["b"]):
        value, step = number(match["a"])
        found = unit(match["u"], joined=True) if match["u"] else None
        return Figure(
            text, value, found, step, form="range", second=Fraction(match["b"]), first=at, last=at + 1
        )
    if match := _HYPHENED.fullmatch(text):
        found = unit(match["u"])
        if found is not None and match["n"][0].isdigit():
            value, step = number(match["n"])
            return Figure(text, value, found, step, first=at, last=at + 1)
    if match := _VERSION.fullmatch(text):
        version = tuple(int(p) for p in match[1].split("."))
        return Figure(text, Fraction(version[0]), form="version", version=version, first=at, last=at + 1)
    if match := _TIMES.fullmatch(text):
        return Figure(text, Fraction(match["n"]), form="multiple", first=at, last=at + 1)
    return None


@lru_cache(maxsize=8192)
def number(text: str) -> tuple[Fraction, Fraction]:
    """The value of digits as written, and the place of the last one: "85.2" → 85.2 and 0.1."""
    bare = re.sub(r"[^\d.]", "", text)
    decimals = len(bare.partition(".")[2])
    return Fraction(bare), Fraction(1, 10**decimals)


def _in_words(pieces: Sequence[str], at: int) -> Figure | None:
    low = pieces[at].lower()
    if low in ("a", "an"):
        return _after_article(pieces, at)
    if "-" in low:
        return _hyphened_words(pieces, at)
    if low in _MULTIPLES and not (low in ("double", "triple") and _next(pieces, at) == "check"):
        return Figure(
            pieces[at], Fraction(_MULTIPLES[low]), form="multiple", first=at, last=at + 1, written=True
        )
    if low in ("half", "dozen") or low not in _STARTS:
        return _special(pieces, at)
    value, end = _count(pieces, at)
    if end == at:
        return None
    if _next(pieces, end - 1) == "in" and end + 1 < len(pieces) and 0 < value < 20:
        whole, last = _count(pieces, end + 1)
        if last > end + 1 and whole > value:
            return Figure(
                _text(pieces, at, last),
                Fraction(value, whole),
                form="part",
                first=at,
                last=last,
                written=True,
            )
    part = _next(pieces, end - 1)
    if part in _PARTS and part != "second":
        share = Fraction(value, _PARTS[part])
        of_unit = _part_of_unit(pieces, at, end + 1, share)
        if of_unit is not None:
            return of_unit
        return Figure(_text(pieces, at, end + 1), share, form="part", first=at, last=end + 1, written=True)
    if part in ("times", "fold"):
        return _multiple(pieces, at, end, Fraction(value))
    scaled = _next(pieces, end + 2)
    if (
        [p.lower() for p in pieces[end : end + 2]] == ["and", "a"]
        and scaled in _SCALES
        and _next(pieces, end + 1) == "half"
    ):
        total = (Fraction(value) + Fraction(1, 2)) * _SCALES[scaled]
        step = Fraction(_SCALES[scaled], 10)
        return Figure(_text(pieces, at, end + 4), total, step=step, first=at, last=end + 4, written=True)
    if [p.lower() for p in pieces[end : end + 2]] == ["and", "a"] and _next(pieces, end + 1) in (
        "half",
        "quarter",
        "third",
    ):
        half = Fraction(value) + Fraction(1, _PARTS[_next(pieces, end + 1)])
        figure = Figure(
            _text(pieces, at, end + 3), half, step=Fraction(1, 10), first=at, last=end + 3, written=True
        )
        return _with_unit(figure, pieces)
    figure = Figure(_text(pieces, at, end), Fraction(value), first=at, last=end, written=True)
    return _with_unit(figure, pieces)


def _multiple(pieces: Sequence[str], at: int, end: int, value: Fraction) -> Figure:
    """“four times”: a multiple only before "as", "the" or "more"; else a count of occasions, which keeps its noun."""
    if _next(pieces, end) in (
        "as",
        "its",
        "their",
        "the",
        "more",
        "larger",
        "bigger",
        "that",
        "higher",
        "what",
    ):
        return Figure(
            _text(pieces, at, end + 1), value, form="multiple", first=at, last=end + 1, written=True
        )
    return Figure(_text(pieces, at, end), value, first=at, last=end, written=True)


def _special(pieces: Sequence[str], at: int) -> Figure | None:
    low = pieces[at].lower()
    if low == "half":
        end = at + 1
        if _next(pieces, at) in ("a", "an") and end + 1 < len(pieces):
            found = unit(pieces[end + 1])
            if found is not None:
                text = _text(pieces, at, end + 2)
                if pieces[end + 1].lower() == "dozen":
                    return None
                return Figure(
                    text, Fraction(1, 2), found, Fraction(1, 10), first=at, last=end + 2, written=True
                )
            if pieces[end + 1].lower() == "dozen":
                return Figure(_text(pieces, at, end + 2), Fraction(6), first=at, last=end + 2, written=True)
        return Figure(pieces[at], Fraction(1, 2), form="part", first=at, last=end, written=True)
    if low == "dozen":
        return Figure(pieces[at], Fraction(12), first=at, last=at + 1, written=True)
    if low in ("hundred", "thousand"):
        return None
    return None


def _after_article(pieces: Sequence[str], at: int) -> Figure | None:
    following = _next(pieces, at)
    if following == "single":
        one = Figure(pieces[at + 1], Fraction(1), first=at, last=at + 2, written=True)
        return _with_unit(one, pieces)
    if following == "dozen":
        return Figure(pieces[at + 1], Fraction(12), first=at, last=at + 2, written=True)
    if following == "couple" and _next(pieces, at + 1) == "of":
        return Figure(_text(pieces, at, at + 2), Fraction(2), first=at, last=at + 3, written=True)
    if following in _SCALES:
        figure = Figure(
            _text(pieces, at, at + 2), Fraction(_SCALES[following]), first=at, last=at + 2, written=True
        )
        return _with_unit(figure, pieces)
    if following in _PARTS and following != "second":
        of_unit = _part_of_unit(pieces, at, at + 2, Fraction(1, _PARTS[following]))
        if of_unit is not None:
            return of_unit
        return Figure(
            _text(pieces, at, at + 2),
            Fraction(1, _PARTS[following]),
            form="part",
            first=at,
            last=at + 2,
            written=True,
        )
    found = unit(pieces[at + 1]) if following else None
    if found is not None and found.dimension == "time" and following != "second":
        return Figure(_text(pieces, at, at + 2), Fraction(1), found, first=at, last=at + 2, written=True)
    return None


def _part_of_unit(pieces: Sequence[str], at: int, end: int, share: Fraction) -> Figure | None:
    """“a quarter of an hour”, "three quarters of a TiB": an amount of that unit."""
    if [p.lower() for p in pieces[end : end + 2]] not in (["of", "a"], ["of", "an"]) or end + 2 >= len(
        pieces
    ):
        return None
    found = unit(pieces[end + 2])
    if found is None:
        return None
    step = Fraction(1, 100)
    return Figure(_text(pieces, at, end + 3), share, found, step, first=at, last=end + 3, written=True)


def _hyphened_words(pieces: Sequence[str], at: int) -> Figure | None:
    """“twenty-one”, "two-thirds", "seven-day"."""
    parts = pieces[at].lower().split("-")
    if len(parts) != 2 or not all(parts):
        return None
    value, end = _count(parts, 0)
    if end == 2:
        figure = Figure(pieces[at], Fraction(value), first=at, last=at + 1, written=True)
        return _with_unit(figure, pieces)
    if end == 1 and parts[1] in _PARTS:
        share = Fraction(value, _PARTS[parts[1]])
        return Figure(pieces[at], share, form="part", first=at, last=at + 1, written=True)
    found = unit(parts[1]) if end == 1 else None
    if found is not None:
        return Figure(pieces[at], Fraction(value), found, first=at, last=at + 1, written=True)
    return None


def _count(words: Sequence[str], at: int) -> tuple[int, int]:
    """A number in words from here, and where it ends: "two hundred and fourteen" → 214."""
    total, current, end = 0, 0, at
    while end < len(words):
        low = words[end].lower()
        following = words[end + 1].lower() if end + 1 < len(words) else ""
        if low in _COUNTING and (
            current % 100 == 0 or (current % 10 == 0 and current % 100 >= 20 and _COUNTING[low] < 10)
        ):
            current += _COUNTING[low]
        elif (
            "-" in low
            and end > at
            and low.split("-")[0] in _TENS
            and low.split("-")[-1] in _ONES
            and current % 100 == 0
        ):
            current += _TENS[low.split("-")[0]] + _ONES[low.split("-")[-1]]
        elif low == "hundred" and 0 < current < 10:
            current *= 100
        elif low in ("thousand", "million", "billion") and current:
            total, current = total + current * _SCALES[low], 0
        elif low == "and" and current >= 100 and (following in _COUNTING or following.split("-")[0] in _TENS):
            pass
        else:
            break
        end += 1
    return total + current, end


def _ranged(pieces: Sequence[str], figure: Figure) -> Figure:
    """A range in words: "3 to 5 replicas", "between 3 and 12" is left to its preposition."""
    if figure.form != "amount" or figure.unit is not None or figure.written:
        return figure
    if _next(pieces, figure.last - 1) not in ("–", "-"):
        return figure
    other = _bare(pieces, figure.last + 1)
    if other is None or other.form != "amount" or other.value <= figure.value:
        return figure
    text = _text(pieces, figure.first, other.last)
    return replace(figure, text=text, unit=other.unit, second=other.value, form="range", last=other.last)


def _and_a_half(pieces: Sequence[str], figure: Figure) -> Figure:
    """“an hour and a half”, "an hour and a quarter"."""
    if figure.unit is None or figure.form != "amount" or _next(pieces, figure.last - 1) != "and":
        return figure
    part = _next(pieces, figure.last + 1)
    if _next(pieces, figure.last) not in ("a", "one", "three") or part not in (
        "half",
        "quarter",
        "third",
        "quarters",
    ):
        return figure
    share = Fraction(3 if _next(pieces, figure.last) == "three" else 1, _PARTS[part])
    end = figure.last + 3
    return replace(
        figure,
        text=_text(pieces, figure.first, end),
        value=figure.value + share,
        step=Fraction(1, 100),
        last=end,
    )


def _next(pieces: Sequence[str], at: int) -> str:
    return pieces[at + 1].lower() if at + 1 < len(pieces) else ""


def _text(pieces: Sequence[str], start: int, end: int) -> str:
    return " ".join(pieces[start:end])


def agrees(figure: Figure, value: Fraction, *, tolerance: Fraction = Fraction(1, 20)) -> bool:
    """Whether a value, in the base of the figure's dimension, is what the figure says (F3)."""
    said = value / figure.unit.factor if figure.unit else value
    if too_coarse(figure.op, figure.unit, said, figure.value, figure.step):
        return False
    return compares(figure.op, said, figure.value, figure.step, tolerance)


def compares(
    op: str, value: Fraction, said: Fraction, step: Fraction, tolerance: Fraction = Fraction(1, 20)
) -> bool:
    """Whether `value op said` holds; equality within half of the last written place, "about" within 5 %."""
    match op:
        case "==":
            return value == said
        case "=":
            if value == said:
                return True
            if value.denominator == said.denominator == step.denominator == 1 == step.numerator:
                return False
            return -step <= (value - said) * 2 < step
        case "~":
            return abs(value - said) <= abs(value) * tolerance or abs(value - said) * 2 <= step
        case ">~":
            return said < value <= said * Fraction(11, 10)
        case "<~":
            return said * Fraction(9, 10) <= value < said
        case ">":
            return value > said
        case ">=":
            return value >= said
        case "<":
            return value < said
        case _:
            return value <= said
