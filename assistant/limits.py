"""The bounds of one question: time, rows, what the asker may see, and how old an observation may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from graph.kinds import KINDS
from graph.query import Within

_DAY = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one question may cost and see.

    `allowed` is the asker's own restriction: it is laid over every query, so that nothing outside it shows in rows,
    counts, closest matches or errors. `awaited` says whether the asker still waits; where not, nothing more is asked of
    the graph and Abandoned is raised. `freshness` overrides a kind's own limit; the key "" is the default for all.
    """

    seconds: float = 10.0
    rows: int = 100
    allowed: Within = field(default_factory=Within)
    awaited: Callable[[], bool] | None = None
    freshness: Mapping[str, timedelta] = field(default_factory=dict)

    def freshness_of(self, kind: str) -> timedelta:
        """How old an observation of the kind may be: configured for it, else for all, else as declared, else a day."""
        if kind in self.freshness:
            return self.freshness[kind]
        declared = KINDS.get(kind)
        return declared.fresh_for if declared and "" not in self.freshness else self.freshness.get("", _DAY)
