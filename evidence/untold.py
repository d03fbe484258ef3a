"""Quantities that no rule reads: their words are such that nothing accounts for them, so what says them goes."""

from __future__ import annotations

from evidence.retold import word
from evidence.token import Token

_ORDINALS = frozenset("second third fourth fifth sixth seventh eighth ninth tenth".split())


def untold(found: list[Token]) -> list[Token]:
    """“All but 6,400 GiB is gp3” and "every second instance": what is left over, and each so many."""
    return [word("unaccounted", t) if _is_untold(found, at) else t for at, t in enumerate(found)]


def _is_untold(found: list[Token], at: int) -> bool:
    if at == 0 or at + 1 >= len(found):
        return False
    before, after = found[at - 1].low, found[at + 1]
    if before == "all" and found[at].low == "but":
        return after.figure is not None and after.figure.unit is not None
    return before == "every" and found[at].low in _ORDINALS
