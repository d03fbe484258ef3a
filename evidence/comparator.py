"""Words that compare a figure: "more than", "at most", "just under", "or so" (F3)."""

from __future__ import annotations

from collections.abc import Sequence

from evidence.word import APPROXIMATE

_OVER = (
    "more than",
    "a good",
    "over",
    "above",
    "upwards of",
    "greater than",
    "in excess of",
    "beyond",
    ">",
    "well over",
    "well above",
    "far above",
)
_UNDER = (
    "less than",
    "no longer than",
    "fewer than",
    "under",
    "below",
    "smaller than",
    "lower than",
    "<",
    "well under",
    "not even",
    "well below",
    "far below",
)
_JUST_OVER = (
    "a little over",
    "just over",
    "slightly over",
    "slightly more than",
    "a bit more than",
    "a bit over",
    "a little more than",
)
_JUST_UNDER = (
    "just under",
    "a little under",
    "slightly under",
    "slightly less than",
    "a bit less than",
    "a little less than",
    "a bit under",
    "not quite",
)
_LEAST = (
    "at least",
    "no less than",
    "no fewer than",
    "not less than",
    "not fewer than",
    "≥",
    ">=",
    "a minimum of",
    "never below",
    "never less than",
    "never fewer than",
    "not below",
    "no lower than",
)
_MOST = (
    "at most",
    "up to",
    "no more than",
    "not more than",
    "≤",
    "<=",
    "a maximum of",
    "as many as",
    "never above",
    "never more than",
    "never over",
    "no higher than",
    "not over",
    "not above",
)
_COMPARATORS: dict[tuple[str, ...], str] = {
    tuple(phrase.split()): op
    for op, phrases in (
        (">", _OVER),
        ("<", _UNDER),
        (">~", _JUST_OVER),
        ("<~", _JUST_UNDER),
        (">=", _LEAST),
        ("<=", _MOST),
    )
    for phrase in phrases
}
_LONGEST = max(len(p) for p in _COMPARATORS)
COMPARING = frozenset(p[0] for p in _COMPARATORS)
AFTER: dict[tuple[str, ...], str] = {
    **dict.fromkeys((("or", w) for w in ("more", "above", "longer", "older", "higher", "over")), ">="),
    **dict.fromkeys((("or", w) for w in ("fewer", "less", "lower", "shorter", "below")), "<="),
    ("at", "least"): ">=",
    ("at", "most"): "<=",
    ("or", "so"): "~",
}


def comparator(pieces: Sequence[str], at: int) -> tuple[str, int]:
    """The comparator that starts here, and where what it compares starts."""
    first = pieces[at].lower() if at < len(pieces) else ""
    if not _may_compare(first):
        return "=", at
    low = [p.lower() for p in pieces[at : at + _LONGEST]]
    for size in range(len(low), 0, -1):
        op = _COMPARATORS.get(tuple(low[:size]))
        if op is not None:
            return op, at + size
    if low and low[0] in APPROXIMATE:
        rest = at + (2 if low[0] == "close" and low[1:2] == ["to"] else 1)
        return ("~", rest) if low[0] != "close" or low[1:2] == ["to"] else ("=", at)
    if low and low[0] in ("exactly", "precisely") and len(low) > 1:
        return "==", at + 1
    if low and low[0] in ("just", "only") and len(low) > 1:
        return "=", at + 1
    return "=", at


def _may_compare(low: str) -> bool:
    """Whether a comparator can start with this word."""
    return low in COMPARING or low in APPROXIMATE or low in ("exactly", "precisely", "just", "only")
