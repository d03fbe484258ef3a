"""Durations in several units: "an hour and 45 minutes", "2 days 3 hours", "1h45m"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from evidence.unit import Unit, unit

if TYPE_CHECKING:
    from evidence.figure import Figure

_WRITTEN = re.compile(r"(?:(?P<d>\d+)d)?(?:(?P<h>\d+)h)?(?:(?P<m>\d+)m)?(?:(?P<s>\d+)s)?")
_LETTERS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds"}


def in_letters(text: str) -> tuple[Fraction, Unit, Fraction] | None:
    """“1h45m” as 7/4 of an hour, exact to a minute: value, unit and step; None where it is not of several units."""
    match = _WRITTEN.fullmatch(text)
    parts = [(Fraction(n), unit(_LETTERS[u])) for u, n in match.groupdict().items() if n] if match else []
    known = [(n, u) for n, u in parts if u is not None]
    if len(known) < 2:
        return None
    first = known[0][1]
    whole = sum((n * u.factor for n, u in known), Fraction(0))
    return whole / first.factor, first, known[-1][1].factor / first.factor


def with_rest(
    pieces: Sequence[str], figure: Figure, read: Callable[[Sequence[str], int], Figure | None]
) -> Figure:
    """“an hour and 45 minutes”: with what is told in the next smaller unit, which is less than one of the larger."""
    if figure.unit is None or figure.unit.dimension != "time" or figure.form != "amount":
        return figure
    at = figure.last
    while at < len(pieces) and at < figure.last + 2 and pieces[at].lower() in ("and", ","):
        at += 1
    rest = read(pieces, at)
    if rest is None or rest.form != "amount" or rest.unit is None or rest.unit.dimension != "time":
        return figure
    if rest.op != "=" or rest.unit.factor >= figure.unit.factor or rest.base >= figure.unit.factor:
        return figure
    whole = replace(
        figure,
        text=" ".join(pieces[figure.first : rest.last]),
        value=figure.value + rest.base / figure.unit.factor,
        step=rest.step * rest.unit.factor / figure.unit.factor,
        last=rest.last,
    )
    return with_rest(pieces, whole, read)
