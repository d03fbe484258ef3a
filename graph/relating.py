"""Writing relations: new and changed ones after the records they join, and those that are no more.

A relation is no longer there as soon as a complete look sees its source without it. Where the source itself was not
seen, the relation waits with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from graph import statement
from graph.batch import ROWS, Look, Writing, batches
from graph.difference import inferred
from graph.errors import StoreConflict
from graph.stated import CHANGE_OF, Edge, edge_properties
from graph.store import Store

Held = Mapping[str, Mapping[Edge, str]]
"""By scope: the digest of every relation that is there."""

_TRIES = 12
_UNSTATED = "its source was seen without it"
_WITH_SOURCE = "its source is gone"


def held(store: Store, looks: Sequence[Look]) -> Held:
    """What the graph holds for these scopes, collected in the database, one row for a scope and type."""
    scopes: dict[str, list[str]] = defaultdict(list)
    for look in looks:
        for kind in {*look.page.types, *(key[0] for key in look.stated.edges)} - {CHANGE_OF}:
            scopes[kind].append(look.uid)
    found: dict[str, dict[Edge, str]] = defaultdict(dict)
    for kind, uids in sorted(scopes.items()):
        rows = store.stream(
            f"MATCH (a)-[e:{statement.quoted(kind)}]->(b) WHERE e.scope IN $scopes AND e.goneAt IS NULL "
            "RETURN e.scope AS scope, collect([a.uid, b.uid, e.fingerprint]) AS held",
            {"scopes": uids},
        )
        for row in rows:
            found[row["scope"]].update({(kind, a, b): digest for a, b, digest in row["held"]})
    return found


def write_relations(writing: Writing, looks: Sequence[Look], edges: Held) -> None:
    """Relations that are new or differ."""
    rows: list[tuple[Look, Edge, dict[str, Any]]] = []
    known_ends = {uid for look in looks for uid in look.stated.items}
    for look in looks:
        known = edges.get(look.uid, {})
        for key, (relation, digest) in look.stated.edges.items():
            if known.get(key) == digest:
                continue
            look.counts["relations changed" if key in known else "relations new"] += 1
            look.counts["written"] += 1
            values = {**edge_properties(relation), **inferred(relation.inference)}
            if key not in known:
                values = {k: v for k, v in values.items() if v is not None}
            rows.append((look, key, _row(look, key, {**values, "fingerprint": digest})))
    for batch in batches(sorted(rows, key=lambda row: row[1]), ROWS):
        _write(writing, batch, known_ends)


def _row(look: Look, key: Edge, values: Mapping[str, Any]) -> dict[str, Any]:
    kept = {**values, "source": look.stated.scope.source}
    return {"a": key[1], "b": key[2], "scope": look.uid, "set": kept}


def _write(
    writing: Writing, batch: Sequence[tuple[Look, Edge, dict[str, Any]]], known_ends: set[str]
) -> None:
    by_type: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for _, key, row in batch:
        by_type[key[0]].append(row)
    for _ in range(_TRIES):
        ends = _unseen(writing.store, {end for _, key, _ in batch for end in key[1:]} - known_ends)
        statements = [statement.lock((look.uid for look, _, _ in batch), writing.token)]
        if ends:
            statements.append(statement.unresolved(ends, writing.at))
        statements += [statement.relate(kind, rows, writing.at) for kind, rows in by_type.items()]
        try:
            writing.store.write(statements)
        except StoreConflict:
            continue  # another writer made one of the ends just now
        known_ends.update(ends)
        return
    raise StoreConflict("Other writers keep making the ends of the same relations. Try again in a moment.")


def _unseen(store: Store, uids: set[str]) -> list[str]:
    """Those that are no node yet."""
    if not uids:
        return []
    (row,) = store.read(
        "UNWIND $uids AS uid MATCH (n:Record {uid: uid}) RETURN collect(n.uid) AS uids",
        {"uids": sorted(uids)},
        seconds=60,
    )
    return sorted(uids - set(row["uids"]))


def write_missing(
    writing: Writing, looks: Sequence[Look], edges: Held, records: Mapping[str, Mapping[str, Any]]
) -> None:
    """Relations of complete looks that are no longer stated, and those of records that are gone."""
    rows: list[tuple[Look, str, dict[str, Any]]] = []
    for look in looks:
        if not look.stated.complete:
            continue
        for key in edges.get(look.uid, {}).keys() - look.stated.edges.keys():
            reason = _reason(look, key[1], records.get(look.uid, {}))
            if reason:
                rows.append((look, key[0], {"a": key[1], "b": key[2], "scope": look.uid, "reason": reason}))
    for batch in batches(sorted(rows, key=lambda row: (row[1], row[2]["a"], row[2]["b"]))):
        by_type: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for look, kind, row in batch:
            by_type[kind].append(row)
            look.counts["relations gone"] += 1
            look.counts["written"] += 1
        locks = statement.lock((look.uid for look, _, _ in batch), writing.token)
        writing.store.write(
            [locks, *(statement.unrelate(kind, rows, writing.at) for kind, rows in by_type.items())]
        )


def _reason(look: Look, source: str, records: Mapping[str, Any]) -> str:
    """Why the relation is gone, or nothing where its source was only missed once."""
    if source in look.gone:
        return _WITH_SOURCE
    return "" if source in records and source not in look.stated.items else _UNSTATED


def refresh(store: Store, look: Look, at: datetime, edges: Held) -> None:
    """Sets the time of relations that a broken-off look saw unchanged."""
    known = edges.get(look.uid, {})
    by_type: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for key in look.stated.edges:
        if key in known:
            by_type[key[0]].append({"a": key[1], "b": key[2], "scope": look.uid})
    if by_type:
        store.write(
            [statement.observe_some_relations(kind, rows, at) for kind, rows in sorted(by_type.items())]
        )
