"""What was really retrieved for a question, and the question itself: all that the check may look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from graph.kinds import KINDS
from graph.record import Known
from graph.result import Result

DEFAULT_LIMIT = timedelta(hours=24)
"""How old what nobody declared a limit of may be."""


@dataclass(frozen=True, slots=True)
class Item:
    """One record or one result, under the handle that a draft may hint with (`[r3]`, `[q1]`).

    `fresh_for` is its freshness limit; None = that of its kind.
    """

    handle: str
    held: Known | Result
    fresh_for: timedelta | None = None


def limit_of(item: Item) -> timedelta:
    """The freshness limit: the item's own, else its kind's, else a day."""
    if item.fresh_for is not None:
        return item.fresh_for
    kind = KINDS.get(item.held.record.kind if isinstance(item.held, Known) else item.held.of)
    return kind.fresh_for if kind is not None else DEFAULT_LIMIT


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked. `names` are the handles of the records it names; `within` its other restrictions by name."""

    text: str
    asked_at: datetime
    names: tuple[str, ...] = ()
    within: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a model said of its own draft, 0–5 each (K2); never raises the label."""

    answer_relevance: int
    groundedness: int
    context_relevance: int
    remark: str = ""
