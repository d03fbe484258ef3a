"""Claims about changes: what it was, what it became, when, and by whom (F10)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from evidence.claim import Spoken, Support
from evidence.group import Piece
from evidence.index import Index
from evidence.scope import Boundary


def carried(
    pieces: list[Piece], spoken: Spoken, index: Index, edge: Boundary, said: frozenset[str], asked: datetime
) -> Iterator[Support]:
    """The changes that carry the clause."""
    yield from ()
