"""Evidence cards: what a reader sees of a cited record or result (C6, C8, T1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graph.record import Uid


@dataclass(frozen=True, slots=True)
class PassageField:
    """One line of a card: a field by its own name and value; `carries` where a claim rests on it, `how` for a derived figure."""

    name: str
    label: str
    value: str
    carries: bool = True
    how: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `number` is None on those not cited. `link` is its page in Aletheia, `source_link` the thing itself."""

    number: int | None
    kind: str
    uid: Uid | None
    name: str
    passage: tuple[PassageField, ...]
    relevance: int
    weak: bool
    observed_at: datetime | None
    age: str
    stale: bool
    confidence: float | None
    confidence_band: str
    rule: str
    basis: tuple[Uid, ...]
    scope: str
    link: str
    source_link: str
    verdict: str
    as_stated_in: str
