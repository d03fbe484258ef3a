"""A Find, run: its rows with the records behind each, its true total, its population, and its meaning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

from graph.account import grounded
from graph.compiler import find, scopes
from graph.compiler.presence import UNKEPT
from graph.compiler.text import Cypher
from graph.coverage import Need, begin, cover, needs
from graph.decoding import instant
from graph.fields import ANY, field_of
from graph.history import kept_since
from graph.kind import Field, Type
from graph.meaning import filters
from graph.query import AnyOf, Condition, Find, Measure, Not, Op, Related, Where, Within
from graph.record import Uid, Value
from graph.result import ColumnMeaning, Filter, Result
from graph.session import Session
from graph.store import Row
from graph.words import moment_words, words


def result_of(session: Session, asked: Find, wanted: Iterable[Need] | None = None) -> Result:
    """The result of a Find. Names of accounts become ids before it is compiled; the result says what was asked.

    `wanted` are the scopes it depends on, where the asker knows better than the query alone.
    """
    session.name(_uids(asked))
    query = replace(asked, within=grounded(session.store, asked.within))
    wanted = tuple(needs(query) if wanted is None else wanted)
    begin(session.store, wanted, session.allowed)
    said = words(asked, session.titles)
    result = _aggregate(session, query, said) if find.is_grouped(query) else _list(session, query, said)
    meant = replace(
        result,
        where=(*filters(query.of, query.where, session.titles), *_named(query, session)),
        within=asked.within.plain(),
        window=query.window,
        population=_population(session, query, result),
        named=query.named,
        as_of=query.as_of,
        note="; ".join(filter(None, (result.note, _since(session, query)))),
    )
    return _covered(session, meant, wanted, query.within)


def _named(query: Find, session: Session) -> tuple[Filter, ...]:
    """That only these records were asked about: "no deployment" is not said of two of them."""
    if not query.named:
        return ()
    names = [session.titles.get(uid, uid) for uid in query.named]
    if len(names) == 1:
        return (Filter("name", Op.EQ.value, names[0]),)
    return (Filter("name", Op.IN.value, list(names)),)


def _covered(session: Session, result: Result, wanted: Sequence[Need], within: Within) -> Result:
    """The result with what its scopes say of it: how old it is, whether it is complete, and what was not read."""
    coverage = cover(session.store, wanted, within, session.allowed)
    return replace(
        result,
        observed_at=coverage.observed_at,
        complete=coverage.complete,
        unread=coverage.unread,
        scopes_read=coverage.read if wanted else None,
        milliseconds=session.milliseconds,
    )


def _since(session: Session, query: Find) -> str:
    """From when history can say what a query about the past asks: since the first look, and since the last forgetting."""
    if query.as_of is None and query.of != "Change":
        return ""
    kept = kept_since(session.store)
    if query.as_of is None:
        start = query.window.start if query.window else None
        if kept is None or (start is not None and start >= kept):
            return ""
        return f"history begins at {moment_words(kept)}: what happened before is forgotten"
    first = session.read(scopes.first_seen(query.of, query.within))
    known = [m for m in (instant(first[0]["began"]) if first else None, kept) if m is not None]
    began = max(known, default=None)
    lost = [f for f in _asked_fields(query) if (d := field_of(query.of, f)) and d.type in UNKEPT]
    notes = [f"history begins at {moment_words(began)}"] if began and began > query.as_of else []
    if lost:
        notes.append(f"{', '.join(lost)}: not known where it changed since")
    return "; ".join(notes)


def _asked_fields(query: Find) -> list[str]:
    named = [c.field for c in (*query.columns, *query.group_by) if not c.special and not c.relation]
    return list(
        dict.fromkeys((*named, *(c.field.partition(".")[0] for c in query.where if isinstance(c, Where))))
    )


def _uids(query: Find) -> list[Uid]:
    found = list(query.named)
    pending: list[Condition] = list(query.where)
    while pending:
        match pending.pop():
            case Related(uids=uids, where=inner):
                found.extend(uids)
                pending.extend(inner)
            case AnyOf(conditions=inner):
                pending.extend(inner)
            case Not(condition=one):
                pending.append(one)
            case _:
                pass
    return found


def _list(session: Session, query: Find, said: str) -> Result:
    compiled = find.listing(query, session.allowed)
    rows = session.read(compiled.rows, said)
    total, population = _counted(session, query, compiled, rows)
    cells = [[c.read(row[f"c{i}"]) for i, c in enumerate(compiled.columns)] for row in rows]
    uids = [
        (Uid(row["uid"]), *(u for _, others in line for u in others))
        for row, line in zip(rows, cells, strict=True)
    ]
    return _result(
        query,
        said,
        compiled.rows,
        columns=tuple(c.meaning for c in compiled.columns),
        rows=tuple(tuple(value for value, _ in line) for line in cells),
        total=total,
        uids=tuple(tuple(dict.fromkeys(u)) for u in uids),
        counts=tuple(len(dict.fromkeys(u)) for u in uids),
        population=population,
    )


def _counted(
    session: Session, query: Find, compiled: find.Listing, rows: Sequence[Row]
) -> tuple[int, int | None]:
    """The true total of a list, and the population where its rows tell that too."""
    if not rows:
        return 0, None
    if compiled.total is None:
        total, population = rows[0]["total"], rows[0].get("population")
    elif len(rows) < query.limit:
        total, population = len(rows), None
    else:
        total, population = session.read(compiled.total)[0]["total"], None
    session.runs[-1] = replace(session.runs[-1], total=total)
    return total, population


def _result(
    query: Find,
    said: str,
    asked: Cypher,
    *,
    columns: tuple[ColumnMeaning, ...],
    rows: tuple[tuple[Value, ...], ...],
    total: int,
    uids: tuple[tuple[Uid, ...], ...],
    counts: tuple[int, ...],
    population: int | None = None,
    note: str = "",
) -> Result:
    measure = find.measure_words(query.aggregate) if query.aggregate else ""
    return Result(
        words=said,
        of=query.of,
        columns=columns,
        rows=rows,
        total=total,
        population=population,
        observed_at=None,
        complete=False,
        measure=measure,
        row_uids=uids,
        row_counts=counts,
        cypher=asked.text,
        parameters=asked.parameters,
        note=note,
    )


def _aggregate(session: Session, query: Find, said: str) -> Result:
    compiled = find.grouping(query, session.allowed)
    if compiled.lineage:
        session.ahead(compiled.lineage)
    rows = session.read(compiled.rows, said)
    total = rows[0]["total"] if rows and not compiled.lineage else len(rows)
    session.runs[-1] = replace(session.runs[-1], total=total)
    uids = [tuple(Uid(u) for u in row["uids"]) for row in rows] if not compiled.lineage else []
    if compiled.lineage:
        uids = [tuple(Uid(row["uid"]) for row in session.read(compiled.lineage))]
    wholes = _wholes(session, query) if _is_share(query) else {}
    keys = range(len(compiled.keys))
    field = field_of(query.of, query.aggregate.field) if query.aggregate and query.aggregate.field else None
    shares = (ColumnMeaning("count", "count", "", "count"),) if _is_share(query) else ()
    return _result(
        query,
        said,
        compiled.rows,
        columns=(*compiled.keys, *shares, compiled.measure),
        rows=tuple(
            (
                *(_key(query, i, row) for i in keys),
                *_figures(row, tuple(row[f"k{i}"] for i in keys), wholes, field),
            )
            for row in rows
        ),
        total=total,
        uids=tuple(uids),
        counts=tuple(row["members"] for row in rows),
        population=rows[0]["everything"] if rows and compiled.keys and _is_divided(query) else None,
        note=_known(rows),
    )


def _is_divided(query: Find) -> bool:
    """Whether its groups are all that the restriction holds, each record in one of them."""
    return not query.where and not query.having and find.is_apart(query)


def _key(query: Find, number: int, row: Row) -> Value:
    raw = row[f"k{number}"]
    column = query.group_by[number]
    declared = None if column.relation or column.special else field_of(query.of, column.field)
    return instant(raw) if declared and declared.type is Type.TIME else cast("Value", raw)


def _figures(
    row: Row, key: tuple[Any, ...], wholes: dict[Any, int], field: Field | None
) -> tuple[Value, ...]:
    value = row["value"]
    if field and field.type is Type.TIME:
        return (instant(value),)
    if not wholes:
        return (value,)
    whole_of = wholes.get(key, wholes.get(None, 0))
    return (value, value * 100 / whole_of if whole_of else None)


def _is_share(query: Find) -> bool:
    return query.aggregate is not None and query.aggregate.measure is Measure.SHARE


def _wholes(session: Session, query: Find) -> dict[Any, int]:
    """What a share is of: all of each group where there are conditions, else all there are. Under None stands all."""
    asked = replace(query, where=(), having=None, order=None, limit=10_000)
    if query.group_by and query.where:
        rows = session.read(find.grouping(asked, session.allowed).rows)
        return {tuple(row[f"k{i}"] for i in range(len(query.group_by))): row["value"] for row in rows}
    return {None: session.read(find.population(query, session.allowed))[0]["total"]}


def _known(rows: Iterable[Row]) -> str:
    """What the measure leaves out: records whose value is not known."""
    listed = list(rows)
    unknown = sum(row["members"] - row["known"] for row in listed)
    members = sum(row["members"] for row in listed)
    return f"{unknown} of {members} have no known value and are not in it" if unknown else ""


def _population(session: Session, query: Find, result: Result) -> int | None:
    """How many there are under the restriction alone; not of named records, of all kinds at once, nor of what happened in a window."""
    if query.named or query.window or query.of in ("Change", ANY):
        return None
    if result.population is not None:
        return result.population
    if not query.where and not find.is_grouped(query):
        return result.total
    if not query.where and not query.group_by and query.aggregate:
        return result.row_counts[0]
    return int(session.read(find.population(query, session.allowed))[0]["total"])
