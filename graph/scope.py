"""Scopes: the smallest units a collector can see whole, and how a look at one ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from graph.record import Derivation, Record, Relation, Value, nothing


class Outcome(StrEnum):
    """How a look at a scope ended: exactly one of these. Only COMPLETE may mark anything gone."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    DENIED = "denied"
    FAILED = "failed"
    NOT_OFFERED = "not offered"


@dataclass(frozen=True, slots=True)
class Scope:
    """(account, region, kind), (cluster, kind, namespace or all), (repository), (state file), or the rules' own (rule).

    `uid` is `scope://source/…`; `words` is what people read ("aws 012345671234 eu-west-1 S3Bucket"). `place` holds the
    restrictions it lies in, by the names that records use: account, region, cluster, namespace, repository.
    """

    uid: str
    source: str  # the collector: aws, k8s, code, iac, rules
    kinds: tuple[str, ...]  # the kinds it can hold
    words: str
    place: Mapping[str, str]


SEVERAL = "*"
"""What a scope holds that is no one kind alone."""


def held_by(kinds: Sequence[str]) -> str:
    """What scopes are sought by: the one kind, or that there are several or none. An index tells no member of a list."""
    return kinds[0] if len(kinds) == 1 else SEVERAL


@dataclass(frozen=True, slots=True)
class Reading:
    """One look at one scope: what was seen, and how it ended.

    `problems` names items that could not be taken (the others are written); `reason` says in words why a look was not
    complete, and `missing` what is not in it. `at` is when it was seen, where that was before the scan: a saved listing
    is as old as its file.
    """

    scope: Scope
    outcome: Outcome
    records: tuple[Record, ...] = ()
    relations: tuple[Relation, ...] = ()
    derivations: tuple[Derivation, ...] = ()  # of a rule's scope only
    reason: str = ""
    missing: str = ""
    problems: tuple[str, ...] = ()
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """What observing one reading did: counts of rows really written, by kind of difference."""

    scope: Scope
    outcome: Outcome
    records: int  # seen in this look
    new: int = 0
    changed: int = 0
    gone: int = 0
    restored: int = 0
    unchanged: int = 0
    relations_new: int = 0
    relations_changed: int = 0
    relations_gone: int = 0
    changes: int = 0  # Change records written
    written: int = 0  # properties or rows written besides observation times
    seconds: float = 0.0
    reason: str = ""
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScopeState:
    """A scope as the graph remembers it. `observed_at` is the last complete look, `tried_at` the last look of any outcome."""

    scope: Scope
    outcome: Outcome
    tried_at: datetime
    observed_at: datetime | None
    since: datetime | None  # when the present outcome began
    reason: str = ""
    missing: str = ""
    records: int = 0
    details: Mapping[str, Value] = field(default_factory=nothing)
