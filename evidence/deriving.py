"""Derived figures: sums, differences, shares and comparisons over cited cells (F12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from evidence.claim import Spoken, Support
from evidence.clause import Clause
from evidence.group import Piece

if TYPE_CHECKING:
    from evidence.verdict import Bench


def carried(pieces: list[Piece], clause: Clause, spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """The ways in which cells carry the clause together."""
    yield from ()
