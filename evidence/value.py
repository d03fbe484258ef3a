"""How a value is printed: the same on cards, in tables, in replaced sentences and in reports."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from graph.record import Value

_BINARY = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
_AFTER_DIGITS = {"percent": " %", "ratio": ""}


def shown(value: Value, unit: str = "") -> str:
    """The value with its unit: "14 days", "2026-11-30 11:40 UTC", "14.9 GiB" of bytes, "yes"; "unknown" for None, "none" for an empty list."""
    match value:
        case None:
            return "unknown"
        case bool():
            return "yes" if value else "no"
        case datetime():
            return instant(value)
        case int() | float() | Decimal():
            return _amount(value, unit)
        case list():
            return ", ".join(value) or "none"
        case Mapping():
            return ", ".join(f"{k}={v}" for k, v in sorted(value.items())) or "none"
        case str():
            return value if not unit or not value else f"{value} {unit}"


def instant(at: datetime) -> str:
    """To the minute, in UTC, with the zone: "2026-11-30 11:40 UTC"."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def age(span: timedelta) -> str:
    """In its largest whole unit: "3 h ago", "12 min ago", "6 days ago"; "just now" under a minute."""
    minutes = int(span.total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if minutes < 48 * 60:
        return f"{minutes // 60} h ago"
    return f"{minutes // (24 * 60)} days ago"


def _amount(value: float | Decimal, unit: str) -> str:
    if unit == "bytes":
        return _bytes(value)
    digits = _digits(value)
    if not unit:
        return digits
    word = unit.removesuffix("s") if digits == "1" and unit.endswith("s") else unit
    return digits + _AFTER_DIGITS.get(unit, f" {word}")


def _digits(value: float | Decimal) -> str:
    exact = Decimal(str(value))
    if exact == exact.to_integral_value():
        return str(int(exact))
    return f"{exact.normalize():f}"


def _bytes(value: float | Decimal) -> str:
    amount, place = Decimal(str(value)), 0
    while abs(amount) >= 1024 and place < len(_BINARY) - 1:
        amount, place = amount / 1024, place + 1
    rounded = amount.quantize(Decimal("0.1"))
    return f"{_digits(rounded)} {_BINARY[place]}"
