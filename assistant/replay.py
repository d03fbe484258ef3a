"""Draft and evidence as an input of `aletheia check`, so that any verdict can be looked into again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from evidence.evidence import Item, Question, limit_of
from graph.record import Known, Neighbour, Value
from graph.result import Filter, Result


def case(draft: str, items: Sequence[Item], question: Question) -> dict[str, Any]:
    """One input of `aletheia check`, in plain data. `freshFor` is the shortest limit of the evidence."""
    found: dict[str, Any] = {
        "question": question.text,
        "askedAt": question.asked_at.isoformat(),
        "names": list(question.names),
        "within": dict(question.within),
        "draft": draft,
        "evidence": {
            "records": [_record(i) for i in items if isinstance(i.held, Known)],
            "results": [_result(i.handle, i.held) for i in items if isinstance(i.held, Result)],
            "order": [i.handle for i in items],
        },
    }
    if items:
        found["freshFor"] = _span(min(limit_of(i) for i in items))
    return found


def _span(limit: timedelta) -> str:
    return f"{int(limit.total_seconds())}s"


def _record(item: Item) -> dict[str, Any]:
    known = item.held
    if not isinstance(known, Known):
        raise TypeError("only records are written as records")
    record = known.record
    found: dict[str, Any] = {
        "handle": item.handle,
        "uid": record.uid,
        "kind": record.kind,
        "name": record.name,
        "observedAt": known.observed_at.isoformat(),
        "fields": _values(record.fields),
    }
    if known.scope:
        found["scope"] = known.scope
    if known.source:
        found["source"] = known.source
    if known.typed:
        found["typed"] = _values(known.typed)
    if known.bookkeeping:
        found["bookkeeping"] = _values(known.bookkeeping)
    if record.inference:
        inference = record.inference
        found |= {"confidence": inference.confidence, "rule": inference.rule, "basis": list(inference.basis)}
    if known.relations:
        found["relations"] = [_neighbour(n) for n in known.relations]
    return found


def _neighbour(end: Neighbour) -> dict[str, Any]:
    found: dict[str, Any] = {
        "type": end.type,
        "direction": end.direction,
        "kind": end.kind,
        "name": end.name,
        "uid": end.uid,
    }
    if end.inference:
        found |= {"confidence": end.inference.confidence, "rule": end.inference.rule}
    if end.fields:
        found["fields"] = _values(end.fields)
    return found


def _result(handle: str, result: Result) -> dict[str, Any]:
    found: dict[str, Any] = {
        "handle": handle,
        "words": result.words,
        "of": result.of,
        "columns": [c.name for c in result.columns],
        "rows": [[_value(v) for v in row] for row in result.rows],
        "total": result.total,
        "complete": result.complete,
        "where": [_filter(f) for f in result.where],
        "within": dict(result.within),
    }
    if result.measure:
        found["measure"] = result.measure
    if result.population is not None:
        found["population"] = result.population
    if result.observed_at is not None:
        found["observedAt"] = result.observed_at.isoformat()
    if result.scopes_read is not None:
        found["scopesRead"] = result.scopes_read
    if result.window is not None:
        edges = {"from": result.window.start, "to": result.window.end}
        found["window"] = {k: v.isoformat() for k, v in edges.items() if v is not None}
    if result.unread:
        found["unread"] = [
            {
                "scope": u.scope,
                "outcome": u.outcome,
                "reason": u.reason,
                **({"since": u.since.isoformat()} if u.since else {}),
            }
            for u in result.unread
        ]
    return found


def _filter(held: Filter) -> dict[str, Any]:
    found: dict[str, Any] = {"field": held.field, "op": held.op, "value": _value(held.value)}
    if held.related:
        found |= {"related": held.related, "direction": held.direction, "kind": held.kind, "name": held.name}
    if held.none:
        found["none"] = True
    return found


def _values(fields: Mapping[str, Value]) -> dict[str, Any]:
    return {name: _value(held) for name, held in fields.items()}


def _value(held: Value) -> Any:
    match held:
        case datetime():
            return held.isoformat()
        case Decimal():
            return int(held) if held == held.to_integral_value() else float(held)
        case list():
            return list(held)
        case Mapping():
            return dict(held)
        case _:
            return held
