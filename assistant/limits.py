"""The bounds of one question: time, rows, what the asker may see, and how old an observation may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from graph.query import Within


@dataclass(frozen=True, slots=True)
class Limits:
    """What one question may cost and see.

    `allowed` is the asker's own restriction: it is laid over every query, so that nothing outside it shows in rows,
    counts, closest matches or errors. `freshness` overrides a kind's own limit; the key "" is the default for all.
    """

    seconds: float = 10.0
    rows: int = 100
    allowed: Within = field(default_factory=Within)
    freshness: Mapping[str, timedelta] = field(default_factory=dict)
