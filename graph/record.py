"""Records and relations: as a collector states them, and as the graph remembers them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from types import MappingProxyType
from typing import NewType

Uid = NewType("Uid", str)
"""Globally unique and stable: an ARN, `k8s://cluster/group/Kind/namespace/name`, `repo://host/org/name`, … Always text."""

Value = str | int | Decimal | float | bool | datetime | list[str] | Mapping[str, str] | None
"""What a field may hold. Times have a zone (what has none is UTC by rule)."""

_NOTHING: Mapping[str, Value] = MappingProxyType({})


def _no_inferences() -> Mapping[str, Inference]:
    return MappingProxyType({})


def nothing() -> Mapping[str, Value]:
    """The empty, unchangeable mapping: the default of every mapping of fields."""
    return _NOTHING


@dataclass(frozen=True, slots=True)
class Inference:
    """How an inferred record or relation came to be. Confidence is 0–1; along a chain it is the smallest in it."""

    rule: str  # "irsa-annotation"
    confidence: float
    basis: tuple[Uid, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """One thing, as a collector or a rule states it. Only fields that its kind declares are stored."""

    uid: Uid
    kind: str
    name: str
    fields: Mapping[str, Value] = field(default_factory=nothing)
    inference: Inference | None = None
    gone: str = ""  # the source's own word that it is no more ("terminated"); marked gone at once


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation, as stated. An end that no scope has seen is kept as a target that is unresolved, not dropped."""

    type: str
    source: Uid
    target: Uid
    inference: Inference | None = None
    fields: Mapping[str, Value] = field(default_factory=nothing)


@dataclass(frozen=True, slots=True)
class Derivation:
    """Fields a rule sets on a record that a collector lists (`management`, `ownership`): declared with `derived=True`."""

    uid: Uid
    fields: Mapping[str, Value]
    inference: Inference


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The other end of a relation of a record. `direction` is "out" (this record → other) or "in"."""

    type: str
    direction: str
    kind: str
    name: str
    uid: Uid
    inference: Inference | None = None
    fields: Mapping[str, Value] = field(default_factory=nothing)
    observed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """A record as the graph remembers it: what was seen, where, and when."""

    record: Record
    observed_at: datetime
    scope: str = ""
    source: str = ""
    first_seen: datetime | None = None
    changed_at: datetime | None = None
    gone_at: datetime | None = None
    gone_reason: str = ""
    relations: tuple[Neighbour, ...] = ()
    typed: Mapping[str, Value] = field(
        default_factory=nothing
    )  # free text by field, of fields no kind declares (F13)
    bookkeeping: Mapping[str, Value] = field(default_factory=nothing)  # never a passage (C7)
    derived: Mapping[str, Inference] = field(default_factory=_no_inferences)  # of each field that a rule set
