"""What a result says: the population it counts, with its conditions, and its rows as small records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction

from evidence.fact import Fact, Link, View, facts_of_field
from evidence.lexicon import is_place, phrases_of, ways_to_say
from graph.query import Window
from graph.record import Value
from graph.result import ColumnMeaning, Filter, Result


@dataclass(slots=True, eq=False)
class Condition:
    """One condition of a result: a field compared, a relation, or the lack of one."""

    fact: Fact | None = None
    link: Link | None = None
    none: bool = False
    unknown: bool = False
    wide: bool = False  # records whose value is not known are in it as well
    now: bool = False  # a time compared with when it was looked
    op: str = "="  # of a relation: how many there are at its other end
    value: Value = None  # of a relation: so many, or what its other end must be, in words


@dataclass(slots=True, eq=False)
class Population:
    """Records of a kind under conditions and a restriction: how many there are, of how many, and what is measured of them.

    `count` is exact where `complete`; `rows` are those shown. A group of a grouped result is a population of its own,
    with the group's values in `group` (and in `place` where they restrict).
    """

    result: Result
    kind: str
    conditions: tuple[Condition, ...]
    place: Mapping[str, str]
    window: Window | None
    count: int | None
    of: int | None  # the population under the restriction alone
    complete: bool
    measures: tuple[Fact, ...] = ()
    rows: tuple[View, ...] = ()
    group: Mapping[str, str] = field(default_factory=dict)
    groups: tuple[Population, ...] = ()
    group_names: tuple[str, ...] = ()
    handle: str = ""
    derived: str = ""  # how the count came from cells, where it is no cell of its own
    narrowed: bool = False  # a group: narrower than its result
    together: int | None = None  # of a group: how many all groups have, each record in one of them

    @property
    def lies(self) -> Iterator[tuple[str, str]]:
        """The places that it is restricted to, and the values of its group."""
        yield from self.place.items()
        yield from self.group.items()

    @property
    def whole(self) -> bool:
        """Every row of it is shown."""
        return not self.group and len(self.rows) == (self.count if self.count is not None else -1)


def populations(result: Result) -> list[Population]:
    """The populations a result speaks of: its own, one for each group, and the one under its restriction alone."""
    conditions = tuple(_condition(f, result.of, result.observed_at) for f in result.where)
    measured = [i for i, c in enumerate(result.columns) if _measure(c, result)]
    keys = [i for i in range(len(result.columns)) if i not in measured]
    base = Population(
        result,
        result.of,
        conditions,
        dict(result.within),
        result.window,
        None,
        result.population,
        result.complete,
    )
    if not measured:
        listed = replace(base, count=result.total, rows=tuple(_row_views(result, conditions)))
        return [listed, *_unconditioned(base)]
    if not keys:
        return [_aggregated(base, result, measured), *_unconditioned(base)]
    return [*_grouped(base, result, keys, measured), *_unconditioned(base)]


def _measure(column: ColumnMeaning, result: Result) -> str:
    if column.measure:
        return column.measure
    return "count" if column.name == "count" and result.measure in ("count", "") else ""


def _condition(found: Filter, kind: str, looked: datetime | None) -> Condition:
    if found.related:
        link = Link(
            found.related,
            found.direction == "out",
            found.kind,
            found.name,
            "",
            None,
            ways_to_say(found.related),
        )
        return Condition(link=link, none=found.none, wide=found.unknown, op=found.op, value=found.value)
    now = (
        isinstance(found.value, datetime)
        and looked is not None
        and abs(found.value - looked) <= timedelta(hours=1)
    )
    unknown = found.op == "is unknown" or found.value == "unknown"
    facts = list(facts_of_field(kind, found.field, found.value, op=found.op))
    fact = (
        facts[0] if facts else Fact(found.field, "nothing", None, phrases_of(kind, found.field), op=found.op)
    )
    return Condition(fact=fact, unknown=unknown, wide=found.unknown and not unknown, now=now)


def _unconditioned(base: Population) -> Iterator[Population]:
    """All of the kind under the restriction alone ("57 were looked at")."""
    if base.of is not None and base.conditions:
        yield replace(base, conditions=(), count=base.of, window=None)


def _aggregated(base: Population, result: Result, measured: list[int]) -> Population:
    cells = result.rows[0] if result.rows else ()
    count = next(
        (
            int(v)
            for i, v in enumerate(cells)
            if _measure(result.columns[i], result) == "count" and isinstance(v, int)
        ),
        None,
    )
    measures = tuple(
        fact for i in measured if i < len(cells) for fact in _measured(result.columns[i], result, cells[i])
    )
    return replace(base, count=count, measures=measures)


def _measured(column: ColumnMeaning, result: Result, value: Value) -> Iterator[Fact]:
    measure = _measure(column, result)
    if measure == "count":
        return
    for fact in facts_of_field(column.kind or result.of, column.name, value):
        fact.measure = measure
        yield fact


def _grouped(base: Population, result: Result, keys: list[int], measured: list[int]) -> Iterator[Population]:
    groups = _told_of_all(
        tuple(_group(base, result, keys, measured, place) for place in range(len(result.rows))), result
    )
    names = tuple(result.columns[i].name for i in keys)
    shown_all = len(result.rows) == result.total
    counts = [g.count for g in groups]
    total = sum(c for c in counts if c is not None) if shown_all and counts and None not in counts else None
    cells = " + ".join(str(c) for c in counts)
    if total is not None and (base.of is None or total <= base.of):
        groups = tuple(replace(g, together=total) for g in groups)
    yield replace(
        base,
        count=total,
        groups=groups,
        group_names=names,
        derived=f"{cells} = {total}" if total is not None else "",
        measures=tuple(_summed(groups)) if shown_all else (),
    )
    yield from groups


def _told_of_all(groups: tuple[Population, ...], result: Result) -> tuple[Population, ...]:
    """Where all groups are shown and nobody counted the whole, each is a part of their sum."""
    counts = [g.count for g in groups if g.count is not None]
    if result.population is not None or len(counts) < len(groups) or len(result.rows) != result.total:
        return groups
    return tuple(g if any(is_place(n) for n in g.group) else replace(g, of=sum(counts)) for g in groups)


def _summed(groups: tuple[Population, ...]) -> Iterator[Fact]:
    """The sum over all groups of a sum; other measures cannot be put together."""
    if not groups or len(groups) < 2 or not groups[0].measures:
        return
    first = groups[0].measures[0]
    if first.measure == "sum" and all(g.measures and g.measures[0].amount is not None for g in groups):
        amounts = [g.measures[0].amount or Fraction(0) for g in groups]
        yield replace(first, amount=sum(amounts, Fraction(0)), value=None)


def _group(base: Population, result: Result, keys: list[int], measured: list[int], place: int) -> Population:
    cells = result.rows[place]
    group = {result.columns[i].name: str(cells[i]) for i in keys if cells[i] is not None}
    count = next(
        (
            int(v)
            for i, v in enumerate(cells)
            if i in measured and _measure(result.columns[i], result) == "count" and isinstance(v, int)
        ),
        None,
    )
    restricting = {n: v for n, v in group.items() if is_place(n)}
    conditions = tuple(
        Condition(fact=fact, link=_link_of_group(result.columns[i], cells[i]))
        for i in keys
        if result.columns[i].name not in restricting
        for fact in facts_of_field(result.of, result.columns[i].name, cells[i])
    )
    return replace(
        base,
        place={**base.place, **restricting},
        conditions=(*base.conditions, *conditions),
        count=count,
        of=base.of if not restricting else None,
        measures=tuple(fact for i in measured for fact in _measured(result.columns[i], result, cells[i])),
        group=group,
        narrowed=True,
    )


RELATED = {"owner": "OWNED_BY", "team": "OWNED_BY", "node": "RUNS_ON", "repository": "BUILT_FROM"}
"""Columns by the relation that their cells are the other ends of."""


def _link_of_group(column: ColumnMeaning, cell: Value) -> Link | None:
    """What is grouped by an owner, a node or a repository is related to it."""
    type_ = column.relation or RELATED.get(column.name, "")
    if not type_ or not isinstance(cell, str) or not cell or cell in ("unknown", "none"):
        return None
    return Link(type_, True, column.kind, cell, "", None, ways_to_say(type_), column.name)


def _row_views(result: Result, conditions: tuple[Condition, ...]) -> Iterator[View]:
    """Each row as a small record: its cells, and what every row has because the result asked for it."""
    columns = result.columns
    key = _key_column(columns)
    inherited = [c.fact for c in conditions if c.fact is not None and c.fact.op == "=" and not c.unknown]
    shared = [
        c.link for c in conditions if c.link is not None and c.link.name and not c.none and c.value is None
    ]
    for place, cells in enumerate(result.rows):
        name = str(cells[key]) if key is not None and cells[key] is not None else ""
        where = {
            c.name: str(v)
            for c, v in zip(columns, cells, strict=False)
            if is_place(c.name) and isinstance(v, str)
        }
        uids = result.row_uids[place] if place < len(result.row_uids) else ()
        uid = str(uids[0]) if len(uids) == 1 else ""
        yield View(
            result,
            result.of,
            name,
            frozenset(n for n in (name, uid) if n),
            uid,
            {**result.within, **where},
            role="row",
            links=(*_links_of_row(columns, cells), *shared),
            make=_cells(result, place, key, inherited),
            row=place,
            lacks=tuple(c.link for c in conditions if c.link is not None and c.none and c.value is None),
        )


def _key_column(columns: tuple[ColumnMeaning, ...]) -> int | None:
    for wanted in ("name", "subject", "id"):
        for place, column in enumerate(columns):
            if column.name == wanted and not column.relation:
                return place
    return 0 if columns else None


def _links_of_row(columns: tuple[ColumnMeaning, ...], cells: tuple[Value, ...]) -> Iterator[Link]:
    """A cell that came through a relation, or names an owner, is the other end of one."""
    for column, cell in zip(columns, cells, strict=False):
        type_ = column.relation or ("OWNED_BY" if column.name == "owner" else "")
        if type_ and isinstance(cell, str) and cell and cell not in ("unknown", "none"):
            yield Link(type_, True, column.kind, cell, "", None, ways_to_say(type_), column.name)


def _cells(result: Result, place: int, key: int | None, inherited: list[Fact]) -> Iterator[Fact]:
    for i, column in enumerate(result.columns):
        value = result.rows[place][i] if i < len(result.rows[place]) else None
        if i != key and value is not None:
            kind = column.kind or result.of
            for fact in facts_of_field(kind, column.name, value):
                if column.unit and fact.unit is None and fact.form == "number":
                    yield from facts_of_field(kind, f"{column.name}", value)
                else:
                    yield fact
    shown = {c.name for c in result.columns}
    yield from (f for f in inherited if f.field not in shown)
