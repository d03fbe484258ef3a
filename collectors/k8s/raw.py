"""Reading raw JSON that may lack anything: null lists, unknown values and odd types never break a look (K8S-01, K8S-02)."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, TypeGuard

Raw = Mapping[str, Any]
"""One JSON object, as the cluster wrote it."""

_SHARED = 200  # characters: shorter texts repeat in thousands of objects, and are kept once
_SUFFIXES = {"n": -3, "u": -2, "m": -1, "": 0, "k": 1, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6}


def is_object(value: object) -> TypeGuard[Raw]:
    """Whether the value is a JSON object, which parsing always makes a dict of (asking for Mapping costs five times as much)."""
    return isinstance(value, dict)


def at(raw: object, *keys: str) -> Any:
    """What stands at the end of these keys, or None where one is missing or is no object."""
    for key in keys:
        if not is_object(raw):
            return None
        raw = raw.get(key)
    return raw


def as_text(value: object) -> str:
    """A scalar as text, unchanged digits and all (K8S-13); "" for null and for anything nested."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return sys.intern(value) if len(value) < _SHARED else value
    return str(value) if isinstance(value, int | Decimal | float) else ""


def text(raw: object, *keys: str) -> str:
    """The text there, or ""."""
    return as_text(at(raw, *keys))


def number(raw: object, *keys: str) -> int | None:
    """The whole number there, written as number or text, or None."""
    written = text(raw, *keys)
    return int(written) if written.lstrip("-").isdecimal() else None


def flag(raw: object, *keys: str) -> bool | None:
    """The boolean there, or None where there is none."""
    value = at(raw, *keys)
    return value if isinstance(value, bool) else None


def time(raw: object, *keys: str) -> datetime | None:
    """The instant there (UTC where no zone is written), or None; the API's zero time (year 1) is none."""
    written = text(raw, *keys)
    try:
        instant = datetime.fromisoformat(written)
    except ValueError:
        return None
    if instant.year == 1:
        return None
    return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)


def items(raw: object, *keys: str) -> list[Raw]:
    """The objects of the list there; none where it is null."""
    value = at(raw, *keys)
    return [one for one in value if is_object(one)] if isinstance(value, list) else []


def texts(raw: object, *keys: str) -> list[str]:
    """The scalars of the list there, as text; none where it is null."""
    value = at(raw, *keys)
    return [as_text(one) for one in value if as_text(one)] if isinstance(value, list) else []


def pairs(raw: object, *keys: str) -> dict[str, str]:
    """The map of text there (labels, annotations, selectors), without what is not text."""
    value = at(raw, *keys)
    if not is_object(value):
        return {}
    return {
        str(k): as_text(v) for k, v in value.items() if v is not None and not isinstance(v, Mapping | list)
    }


def condition(raw: object, kind: str) -> Raw:
    """The status condition of that type, or an empty one."""
    return next((c for c in items(raw, "status", "conditions") if text(c, "type") == kind), {})


def holds(raw: object, kind: str) -> bool | None:
    """Whether the condition of that type is true; None where it is unknown or missing."""
    return {"True": True, "False": False}.get(text(condition(raw, kind), "status"))


def quantity(written: str) -> Decimal | None:
    """A quantity such as 500m, 512Mi or 2e3 as a number, or None where it is none.

    The client has this too; importing it takes over a second, which commands that read no cluster must not pay.
    """
    base, number_part = (1024, written[:-1]) if written.endswith("i") else (1000, written)
    suffix = number_part[-1:] if number_part[-1:] in _SUFFIXES else ""
    try:
        value = Decimal(number_part[: len(number_part) - len(suffix)])
    except InvalidOperation:
        return None
    return value * Decimal(base) ** _SUFFIXES[suffix] if value.is_finite() else None


def mebibytes(written: str) -> Decimal | None:
    """A quantity of memory or storage in MiB."""
    return _scaled(written, 1024**2)


def gibibytes(written: str) -> Decimal | None:
    """A quantity of memory or storage in GiB."""
    return _scaled(written, 1024**3)


def _scaled(written: str, unit: int) -> Decimal | None:
    value = quantity(written)
    return None if value is None else round(value / unit, 3).normalize() + 0


def ports(raw: Raw, *keys: str) -> Iterator[str]:
    """Ports said in words: `http 8080/TCP`."""
    for port in items(raw, *keys):
        number_of = text(port, "containerPort") or text(port, "port")
        yield " ".join(
            part for part in (text(port, "name"), f"{number_of}/{text(port, 'protocol') or 'TCP'}") if part
        )
