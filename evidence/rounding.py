"""How far a figure that is written rounded may lie from the value it tells of (F3)."""

from __future__ import annotations

from fractions import Fraction

from evidence.unit import Unit

_COARSEST = {"=": Fraction(1, 10), "~": Fraction(1, 4)}


def too_coarse(op: str, unit: Unit | None, value: Fraction, said: Fraction, step: Fraction) -> bool:
    """Whether whole units are too few to round to: 512 MiB is no "1 GiB", a minute and a half no "two minutes"."""
    limit = _COARSEST.get(op)
    if limit is None or unit is None or unit.dimension == "share" or step < 1:
        return False
    return abs(value - said) > abs(value) * limit
