"""Results that are no Find of things: scopes, the history of a record or place, and two records side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from graph import listing
from graph.account import grounded
from graph.compiler import scopes as scopes_compiled
from graph.coverage import RESTS_ON, Need
from graph.decoding import decoded
from graph.fields import COMMON, field_of
from graph.kinds import KINDS
from graph.query import Column, CompareRecords, CoverageOf, Find, History, Op, Order, Where, Within
from graph.record import Known, Uid, Value
from graph.result import ColumnMeaning, Filter, Result
from graph.session import Session
from graph.words import words

_SCOPE_COLUMNS = ("words", "outcome", "triedAt", "completeAt", "since", "reason", "missing", "records")
_CHANGE_COLUMNS = ("at", "subject", "action", "field", "before", "after", "actor", "via")


def scopes(session: Session, query: CoverageOf) -> Result:
    """The scopes under a restriction, one a row: how the last look ended, when, and what is missing."""
    said = words(query)
    within = grounded(session.store, query.within)
    asked = scopes_compiled.scopes(replace(query, within=within), session.allowed)
    rows = [row["scope"] for row in session.read(asked, said)]
    fields = [field for name in _SCOPE_COLUMNS if (field := KINDS["Scope"].field(name))]
    return Result(
        words=said,
        of="Scope",
        columns=tuple(ColumnMeaning(f.name, f.label, unit=f.unit) for f in fields),
        rows=tuple(tuple(decoded(f, row.get(f.name)) for f in fields) for row in rows),
        total=len(rows),
        observed_at=session.now,
        complete=True,
        within=query.within.plain(),
        scopes_read=len(rows) or None,
        row_uids=tuple((Uid(row["uid"]),) for row in rows),
        row_counts=tuple(1 for _ in rows),
        cypher=asked.text,
        parameters=asked.parameters,
        milliseconds=session.milliseconds,
    )


def history(session: Session, query: History) -> Result:
    """Changes, newest first: of one record, or of everything under the restriction."""
    own = (Where("subjectUid", Op.EQ, query.uid),) if query.uid else ()
    find = Find(
        "Change",
        where=(*own, *query.where),
        within=query.within,
        window=query.window,
        columns=tuple(Column(c) for c in _CHANGE_COLUMNS),
        order=Order("at"),
        limit=query.limit,
    )
    if query.uid:
        session.name((query.uid,))
    said = words(query, session.titles)
    if not query.uid:
        return replace(listing.result_of(session, find), words=said)
    result = listing.result_of(session, find, (_told_of(session, query.uid),))
    meant = Filter("subject", Op.EQ.value, session.titles.get(query.uid, query.uid))
    return replace(result, words=said, where=(meant, *result.where[1:]), named=(query.uid,))


def _told_of(session: Session, uid: Uid) -> Need:
    """A record's changes are seen where its kind is read and where events of its place are."""
    place = session.places.get(uid, {})
    within = Within(**{name: (value,) for name, value in place.items() if value and name != "kind"})
    kinds = {place.get("kind") or "Change", "Change"} - RESTS_ON.keys()
    return Need(frozenset(kinds), within, asked=False)


def comparison(session: Session, query: CompareRecords) -> tuple[Result, tuple[Known, ...]]:
    """Two records field by field: the fields that either has, and whether they are the same."""
    uids = (query.left, query.right)
    session.name(uids)
    said = words(query, session.titles)
    records = session.records(uids, said)
    rows = _differences(records) if len(records) == len(set(uids)) == 2 else ()
    run = session.runs[-1]
    heads = [f"{known.record.name} ({place_of(known)})" for known in records]
    result = Result(
        words=said,
        of=records[0].record.kind if records else "Record",
        columns=(
            ColumnMeaning("field", "field"),
            *(ColumnMeaning(name, head) for name, head in zip(("left", "right"), heads, strict=False)),
            ColumnMeaning("same", "same"),
        ),
        rows=rows,
        total=len(rows),
        observed_at=min((known.observed_at for known in records), default=None),
        complete=len(records) == 2,
        row_uids=tuple(uids for _ in rows),
        row_counts=tuple(2 for _ in rows),
        cypher=run.cypher,
        parameters=run.parameters,
        milliseconds=session.milliseconds,
        named=uids,
    )
    return result, records


def place_of(known: Known) -> str:
    """Where a record is, in the fewest words that tell two of one name apart."""
    fields = known.record.fields
    return " · ".join(str(fields[p]) for p in ("account", "region", "cluster", "namespace") if fields.get(p))


def _differences(records: tuple[Known, ...]) -> tuple[tuple[Value, ...], ...]:
    left, right = records
    names = dict.fromkeys((*left.record.fields, *right.record.fields))
    rows: list[tuple[Value, ...]] = [
        ("owner", *(_owners(k) for k in records), _owners(left) == _owners(right))
    ]
    for name in names:
        if _label(left.record.kind, name) is None:
            continue
        values = (left.record.fields.get(name), right.record.fields.get(name))
        rows.append((_label(left.record.kind, name), *values, values[0] == values[1]))
    return tuple(sorted(rows, key=lambda row: bool(row[3])))


def _owners(known: Known) -> Value:
    found = sorted(r.name for r in known.relations if r.type == "OWNED_BY" and r.direction == "out")
    return found[0] if len(found) == 1 else found


def _label(kind: str, name: str) -> str | None:
    field = field_of(kind, name)
    return field.label if field and field.name not in _UNCOMPARED else None


_UNCOMPARED: set[Any] = {f.name for f in COMMON if f.name != "name"} | {"arn"}
