"""Amounts in questions: "30", "100 GiB", "1.5k", "three", "80 %", and their conversion to a field's unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from assistant.meaning import Amount
from evidence.unit import Unit, of_field, unit
from graph.kind import Field, Role

_NUMBERS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "dozen": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50,
    "hundred": 100, "thousand": 1000,
}  # fmt: skip
_OPENERS = frozenset({"between", "from"})
_JOINED = re.compile(r"(\d+(?:\.\d+)?)[-–](\d+(?:\.\d+)?[a-z%]*)", re.IGNORECASE)
_THOUSANDS = {"k": 1000, "": 1}
_NUMBER = re.compile(
    r"(?P<number>\d{1,3}(?:[,_]\d{3})+|\d+(?:\.\d+)?)(?P<scale>k(?![a-z]))?(?P<unit>[a-z%]*)", re.IGNORECASE
)


def amount_of(text: str) -> Amount | None:
    """The amount a token is ("100", "100GiB", "3", "three", "80%"), or None."""
    word = text.lower()
    if word in _NUMBERS:
        return Amount(float(_NUMBERS[word]), "", text)
    match = _NUMBER.fullmatch(word)
    if match is None or (match["unit"] and _unit(match["unit"]) is None):
        return None
    digits = float(re.sub(r"[,_]", "", match["number"]))
    return Amount(digits * _THOUSANDS[(match["scale"] or "").lower()], match["unit"], text)


def range_of(texts: Sequence[str]) -> tuple[Amount, int] | None:
    """The range that words begin with, and how many words it is: "5 to 20", "between 50 and 200 GiB", "5-20 GiB".

    Both ends are in it, and an end without a unit has the other's.
    """
    opened = texts[0].lower() if texts else ""
    ends = [texts[1:2], texts[2:3], texts[3:4]] if opened in _OPENERS else [texts[:1], texts[1:2], texts[2:3]]
    low, joint, high = (next(iter(e), "") for e in ends)
    used = 4 if opened in _OPENERS else 3
    if joined := _JOINED.fullmatch(low):
        low, joint, high, used = joined[1], "to", joined[2], used - 2
    if is_unit(joint) and len(texts) > used:
        low, joint, high, used = f"{low}{joint}", texts[used - 1], texts[used], used + 1
    joints = ("and", "to") if opened == "between" else ("to", "through", "until", "–", "-")
    lower, upper = amount_of(low), amount_of(high)
    if joint.lower() not in joints or lower is None or upper is None:
        return None
    if not upper.unit and len(texts) > used and is_unit(texts[used]):
        upper, used = replace(upper, unit=texts[used]), used + 1
    return _ranged(lower, upper, used)


def _ranged(lower: Amount, upper: Amount, used: int) -> tuple[Amount, int] | None:
    """None where the ends are no range: of two units that do not measure the same, or the wrong way round."""
    if lower.unit and lower.unit != upper.unit:
        one, other = _unit(lower.unit), _unit(upper.unit)
        if one is None or other is None or one.dimension != other.dimension:
            return None
        value = float(Fraction(str(lower.value)) * one.factor / other.factor)
        lower = replace(lower, value=value)
    if lower.value >= upper.value:
        return None
    text = f"{lower.text} to {upper.text}"
    return Amount(lower.value, upper.unit, text, upper.value), used


def is_unit(word: str) -> bool:
    """Whether a word standing by itself is a unit."""
    return word.lower() in _SPOKEN or unit(word) is not None


_SPOKEN = {
    "gig": "GiB",
    "gigs": "GiB",
    "meg": "MiB",
    "megs": "MiB",
    "gi": "GiB",
    "mi": "MiB",
    "ti": "TiB",
    "gigabytes": "GiB",
    "terabytes": "TiB",
}
"""Units as people say them; of what a computer holds they mean the binary ones."""


def _unit(word: str) -> Unit | None:
    return unit(_SPOKEN.get(word.lower(), word), joined=True)


_BINARY = {"kb": "KiB", "mb": "MiB", "gb": "GiB", "tb": "TiB"}
"""Of a field in binary units people say the decimal one and mean its own: "a lambda with 256 MB"."""


def converted(amount: Amount, field: Field) -> float | None:
    """The amount in the field's own unit; a bare number takes it. None where the two measure different things."""
    declared = of_field(field.name, field.unit or ("ratio" if field.role is Role.RATIO else ""))
    if not amount.unit:
        return amount.value
    binary = field.unit in _BINARY.values()
    written = _unit(_BINARY.get(amount.unit.lower(), amount.unit) if binary else amount.unit)
    if written is None or declared is None or written.dimension != declared.dimension:
        return None
    value = Fraction(str(amount.value)) * written.factor / declared.factor
    return float(value)


def seconds(amount: Amount) -> float | None:
    """How long the amount lasts; None where it is no span of time."""
    written = _unit(amount.unit) if amount.unit else None
    if written is None or written.dimension != "time":
        return None
    return float(Fraction(str(amount.value)) * written.factor)
