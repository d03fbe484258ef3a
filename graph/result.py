"""Rows and what they mean. The figure check compares with this meaning; tables and cards show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graph.query import Window
from graph.record import Uid, Value, nothing

NONE_ON_PURPOSE = "none, on purpose"
"""A cell's value where there is nobody on purpose. An empty list says that there is none, None that it is not known (A3)."""


@dataclass(frozen=True, slots=True)
class Filter:
    """One condition of the query, flat: a field compared, or a relation (`related`, `none`, and `name` of the other end).

    `op` is as in query.Op, with its opposite where the query says "not" ("not in"). What is not flat (alternatives over
    several fields, conditions on the other end) stands as one filter of op "any of" or of `related`, with `value` in words.
    """

    field: str = ""
    op: str = "="
    value: Value = None
    related: str = ""
    direction: str = "out"
    kind: str = ""
    name: str = ""
    none: bool = False
    unknown: bool = False  # records whose value is not known are in it as well


@dataclass(frozen=True, slots=True)
class ColumnMeaning:
    """What one column is.

    `name` is the field's name (or "count", "share", …), `kind` the kind whose field it is (empty = the result's own),
    `measure` the aggregate where it is one ("count", "sum", "average", "95th percentile", …; empty = a value of a
    single record), `unit` as declared, `label` what a table's head shows. `relation` says through which relation a
    field of another record came.
    """

    name: str
    label: str = ""
    kind: str = ""
    measure: str = ""
    unit: str = ""
    relation: str = ""


@dataclass(frozen=True, slots=True)
class UnreadScope:
    """A scope the result depends on that was not read whole."""

    scope: str  # in words
    outcome: str
    since: datetime | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The rows one query returned, and their meaning.

    `total` is the true number of rows; `population` how many of the kind there are under `within` alone (None = not
    counted). `observed_at` is the oldest observation among the scopes it depends on. `complete`: every one of them was
    read whole. `row_uids` are the records behind each row, bounded; `row_counts` the true number of them.
    """

    words: str
    of: str
    columns: tuple[ColumnMeaning, ...]
    rows: tuple[tuple[Value, ...], ...]
    total: int
    observed_at: datetime | None
    complete: bool
    where: tuple[Filter, ...] = ()
    within: Mapping[str, str] = field(default_factory=dict)
    window: Window | None = None
    measure: str = ""
    population: int | None = None
    unread: tuple[UnreadScope, ...] = ()
    scopes_read: int | None = None
    row_uids: tuple[tuple[Uid, ...], ...] = ()
    row_counts: tuple[int, ...] = ()
    cypher: str = ""
    parameters: Mapping[str, Value] = field(default_factory=nothing)
    milliseconds: float = 0.0
    as_of: datetime | None = None
    named: tuple[Uid, ...] = ()
    note: str = ""  # what the query could not carry ("history begins at …")
