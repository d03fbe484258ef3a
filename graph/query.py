"""The typed query: the only thing that is ever asked of the graph. A small value; `compiler` turns it into Cypher.

Kinds, relations and fields come from the declarations, so a misspelt one is refused (BadQuery) and can never become
"there are none". Lengths, rows and times are bounded. Both planners fill this value, and no text is ever run.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from graph.record import Uid, Value


class Op(StrEnum):
    """How a field is compared. Ages and expiries are comparisons of a time field with an instant."""

    EQ = "="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    IN = "in"
    CONTAINS = "contains"  # text in text, member of a list
    STARTS = "starts with"
    KNOWN = "is known"  # value is ignored
    UNKNOWN = "is unknown"


class Measure(StrEnum):
    """An aggregate. MEDIAN and PERCENTILE are continuous; PERCENTILE takes `Aggregate.percent`."""

    COUNT = "count"
    SUM = "sum"
    AVERAGE = "average"
    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    MEDIAN = "median"
    PERCENTILE = "percentile"
    SHARE = "share"  # of the population: matching / all under the restriction


@dataclass(frozen=True, slots=True)
class Where:
    """A field compared with a value. `field` is declared by the kind (or by every kind of a category that has it); `tags.team` reaches into a map."""

    field: str
    op: Op = Op.EQ
    value: Value = None


@dataclass(frozen=True, slots=True)
class Related:
    """A record at the other end of a relation (or none there).

    `relation` empty = any relation. `hops` up to 5 for paths of one relation (`PART_OF*`). `kind` may be a category.
    `uids` restrict the other end to those records. `count` compares how many there are ("more than 3 pods").
    """

    relation: str
    direction: str = "out"  # out | in | any
    kind: str = ""
    where: tuple[Condition, ...] = ()
    uids: tuple[Uid, ...] = ()
    none: bool = False
    hops: int = 1
    count: tuple[Op, int] | None = None


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of these holds ("stopped or terminated")."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold. For a field this includes records whose value is not known only if `unknown` is true."""

    condition: Condition
    unknown: bool = False


Condition = Where | Related | AnyOf | Not


@dataclass(frozen=True, slots=True)
class Within:
    """The restriction. Each is a tuple of accepted values; empty = not restricted. The compiler applies it to every pattern.

    account by id or configured name; team and application by name; environment is the field of that name.
    """

    account: tuple[str, ...] = ()
    region: tuple[str, ...] = ()
    cluster: tuple[str, ...] = ()
    namespace: tuple[str, ...] = ()
    environment: tuple[str, ...] = ()
    team: tuple[str, ...] = ()
    application: tuple[str, ...] = ()
    repository: tuple[str, ...] = ()

    def plain(self) -> dict[str, str]:
        """By name, values joined by ", ": what a result says of its restriction."""
        names = (
            "account",
            "region",
            "cluster",
            "namespace",
            "environment",
            "team",
            "application",
            "repository",
        )
        return {n: ", ".join(v) for n in names if (v := getattr(self, n))}

    def narrowed(self, **more: tuple[str, ...]) -> Within:
        """With these set as well."""
        return replace(self, **more)


@dataclass(frozen=True, slots=True)
class Window:
    """From (inclusive) to (exclusive), in UTC."""

    start: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A measure over a field (COUNT and SHARE take none)."""

    measure: Measure
    field: str = ""
    percent: float = 0.0


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a list: an own field, or — with `relation` — a field of, or the count of, related records.

    `special` is one of owner, manager, application, confidence, freshness, place; then the compiler knows how.
    """

    field: str = "name"
    relation: str = ""
    direction: str = "out"
    kind: str = ""
    count: bool = False
    special: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """By a field or, in a grouped query, by the measure (field empty)."""

    field: str = ""
    descending: bool = True


@dataclass(frozen=True, slots=True)
class Find:
    """Records of a kind or category under conditions: a list, or aggregated, or aggregated by group.

    `group_by` columns and one `aggregate` make a grouped result; `aggregate` alone a single figure. For Change,
    `window` restricts `at`. `named` restricts to those records. Gone records are left out unless `gone` is true.
    """

    of: str
    where: tuple[Condition, ...] = ()
    within: Within = Within()
    window: Window | None = None
    named: tuple[Uid, ...] = ()
    columns: tuple[Column, ...] = ()
    group_by: tuple[Column, ...] = ()
    aggregate: Aggregate | None = None
    having: tuple[Op, float] | None = None  # of groups: how their measure compares ("more than 10")
    order: Order | None = None
    limit: int = 100
    gone: bool = False
    as_of: datetime | None = None


@dataclass(frozen=True, slots=True)
class Describe:
    """Whole records with their relations."""

    uids: tuple[Uid, ...]
    as_of: datetime | None = None


@dataclass(frozen=True, slots=True)
class History:
    """Changes of a record, or of everything under a restriction, in a window."""

    uid: Uid | None = None
    within: Within = Within()
    window: Window | None = None
    where: tuple[Condition, ...] = ()
    limit: int = 100


@dataclass(frozen=True, slots=True)
class Path:
    """How two records connect: shortest paths of at most `hops` (≤ 8)."""

    source: Uid
    target: Uid
    hops: int = 6


@dataclass(frozen=True, slots=True)
class Impact:
    """What depends on a record, to a depth, with the chain. `direction` "in" = dependants, "out" = what it depends on."""

    uid: Uid
    depth: int = 4
    direction: str = "in"


@dataclass(frozen=True, slots=True)
class Analysis:
    """The shape of what records of a kind need: what alone takes them down ("single points"), or what needs itself ("cycles")."""

    what: str
    of: str = "Workload"
    within: Within = Within()
    depth: int = 4
    limit: int = 100


@dataclass(frozen=True, slots=True)
class CompareRecords:
    """Two records, field by field."""

    left: Uid
    right: Uid


@dataclass(frozen=True, slots=True)
class CoverageOf:
    """Scopes under a restriction: outcome, age, what could not be read. `kinds` empty = all."""

    within: Within = Within()
    kinds: tuple[str, ...] = ()
    source: str = ""
    unread_only: bool = False


Query = Find | Describe | History | Path | Impact | Analysis | CompareRecords | CoverageOf
