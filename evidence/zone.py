"""Time zones as people write them: UTC, CET, +01:00."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta, timezone, tzinfo

_ZONES = {
    "utc": 0,
    "gmt": 0,
    "z": 0,
    "cet": 60,
    "cest": 120,
    "bst": 60,
    "est": -300,
    "edt": -240,
    "pst": -480,
    "pdt": -420,
}


_OFFSET = re.compile(r"(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?", re.IGNORECASE)


def zone_of(text: str) -> tzinfo | None:
    """The zone that a word writes; None where it writes none."""
    low = text.lower()
    if low in _ZONES:
        return timezone(timedelta(minutes=_ZONES[low]))
    match = _OFFSET.fullmatch(low)
    if match is None or int(match[2]) > 14:
        return None
    minutes = int(match[2]) * 60 + int(match[3] or 0)
    return timezone(timedelta(minutes=minutes if match[1] == "+" else -minutes))


def zone_after(pieces: Sequence[str], at: int, default: tzinfo) -> tuple[tzinfo, int]:
    """The zone written at this piece and what follows it, else the default."""
    found = zone_of(pieces[at]) if at < len(pieces) and pieces[at] else None
    return (default, at) if found is None else (found, at + 1)
