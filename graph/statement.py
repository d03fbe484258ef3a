"""The writer's Cypher: one statement for many rows, types and labels from the declarations, values as parameters only.

Four rules keep it the same, and quick, on both stores:

- a node is matched by `(n:Record {uid: …})` and nothing more: only so does every planner seek the unique index;
- what is not there yet is created with all its labels at once, and the constraint refuses the loser of a race: an
  embedded node can change its labels only once in a transaction;
- a node is updated only from the state that was compared with (its fingerprint), under a lock on its scope's node;
- what another transaction may be writing is read only after something is set on its node (`lock`), since a database
  that reads what is committed waits for the other no sooner than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from graph.encoding import GONE, labels_of
from graph.kinds import RELATIONS
from graph.seen import last_seen
from graph.stated import CHANGE_OF
from graph.store import Statement

Rows = Sequence[Mapping[str, Any]]

UNRESOLVED = "Unresolved"
SCOPE = "Scope"


def lock(scopes: Iterable[str], token: str) -> Statement:
    """Marks the scopes as being written by this observer, and holds their nodes until the transaction ends.

    No digest outlives this: one that another observer has set meanwhile is not of what is written now, and where
    another has begun a look meanwhile, what this one compared with is not what there is.
    """
    return (
        (
            "UNWIND $scopes AS uid MATCH (s:Record {uid: uid}) SET s.lock = $token "
            "SET s.recheck = CASE WHEN s.writer = $token THEN s.recheck ELSE true END "
            "SET s.writer = $token, s.fingerprint = null"
        ),
        {"scopes": sorted(set(scopes)), "token": token},
    )


def create(kind: str, rows: Rows, *, gone: bool = False) -> Statement:
    """New nodes of one kind; refused whole where one of them is there already."""
    rest, times = _times(rows)
    labels = ":".join(map(quoted, labels_of(kind, gone=gone)))
    return f"UNWIND $rows AS r CREATE (n:{labels}) SET n = r SET n += $times", {"rows": rest, "times": times}


def update(rows: Rows, at: datetime) -> Statement:
    """Sets what differs, where the node is still as it was compared and was not seen later by somebody else. Gives the uids it did."""
    rest, times = _times([row["set"] for row in rows])
    return (
        (
            "UNWIND $rows AS r MATCH (n:Record {uid: r.uid}) REMOVE n.lock "
            f"WITH r, n WHERE coalesce(n.fingerprint, '') = r.was AND coalesce({last_seen('n')} <= $at, true) "
            "SET n += r.set SET n += $times RETURN collect(r.uid) AS uids"
        ),
        {
            "rows": [{**row, "set": kept} for row, kept in zip(rows, rest, strict=True)],
            "at": at,
            "times": times,
        },
    )


def unlabel(labels: Sequence[str], uids: Sequence[str]) -> Statement:
    """Takes labels away, in a transaction before the one that gives others."""
    return (
        f"UNWIND $uids AS uid MATCH (n:Record {{uid: uid}}) REMOVE n:{':'.join(map(quoted, labels))}",
        {"uids": uids},
    )


def label(kind: str, rows: Rows, *, gone: bool = False) -> Statement:
    """Gives the labels of a kind to nodes that were just updated to it."""
    return (
        (
            f"UNWIND $rows AS r MATCH (n:Record {{uid: r.uid}}) WHERE n.fingerprint = r.fingerprint "
            f"SET n:{':'.join(map(quoted, labels_of(kind, gone=gone)[1:]))}"
        ),
        {"rows": rows},
    )


def mark(uids: Sequence[str], *, gone: bool) -> Statement:
    """The label that tells what is gone from what is there, after the times that say so."""
    marked = f"IS NOT NULL SET n:{GONE}" if gone else f"IS NULL REMOVE n:{GONE}"
    return f"UNWIND $uids AS uid MATCH (n:Record {{uid: uid}}) WHERE n.goneAt {marked}", {"uids": uids}


def unresolved(uids: Sequence[str], at: datetime) -> Statement:
    """Ends of relations that no scope has seen."""
    rows = [{"uid": u, "kind": UNRESOLVED, "name": short(u), "firstSeen": at} for u in uids]
    return create(UNRESOLVED, rows)


def short(uid: str) -> str:
    """The last part of an identifier: what people would call it."""
    return uid.rstrip("/").replace("#", "/").rsplit("/", 1)[-1].rsplit(":", 1)[-1] or uid


def relate(kind: str, rows: Rows, at: datetime) -> Statement:
    """Relations of one type, new or changed. Merged by type, ends and scope, so that a repeat never doubles one."""
    return (
        (
            "UNWIND $rows AS r MATCH (a:Record {uid: r.a}), (b:Record {uid: r.b}) "
            f"MERGE (a)-[e:{_type(kind)} {{scope: r.scope}}]->(b) "
            "ON CREATE SET e.firstSeen = $at ON MATCH SET e.goneAt = null, e.goneReason = null "
            "SET e += r.set SET e.observedAt = $at, e.changedAt = $at"
        ),
        {"rows": rows, "at": at},
    )


def unrelate(kind: str, rows: Rows, at: datetime) -> Statement:
    """Relations of one type that are no more. Gives how many."""
    return (
        (
            f"UNWIND $rows AS r MATCH (a:Record {{uid: r.a}})-[e:{_type(kind)}]->(b:Record {{uid: r.b}}) "
            "WHERE e.scope = r.scope AND e.goneAt IS NULL AND e.observedAt < $at "
            "MATCH (s:Record {uid: r.scope}) WHERE coalesce(s.completeAt < $at, true) "
            "SET e.goneAt = $at, e.goneReason = r.reason RETURN count(e) AS gone"
        ),
        {"rows": rows, "at": at},
    )


def change(rows: Rows) -> Statement:
    """Change records beside what they tell of, where that really came about and they are not there yet. Gives how many."""
    sets, times = _times([row["set"] for row in rows])
    ends, joined = _times([row["relation"] for row in rows])
    return (
        (
            "UNWIND $rows AS r MATCH (n:Record {uid: r.subject}) "
            "WHERE (r.fingerprint IS NULL OR n.fingerprint = r.fingerprint) AND (n.goneAt IS NULL) = r.alive "
            "OPTIONAL MATCH (known:Record {uid: r.uid}) WITH r, n, known WHERE known IS NULL "
            f"CREATE (c:{':'.join(labels_of('Change'))}) SET c = r.set SET c += $times "
            "CREATE (c)-[e:CHANGE_OF]->(n) SET e = r.relation SET e += $ends RETURN count(c) AS changes"
        ),
        {
            "rows": [
                {**row, "set": kept, "relation": end} for row, kept, end in zip(rows, sets, ends, strict=True)
            ],
            "times": times,
            "ends": joined,
        },
    )


def observe_missed(rows: Rows) -> Statement:
    """Relations of records that a look misses were seen when the look before saw them, and not since."""
    return (
        (
            "UNWIND $rows AS r MATCH (a:Record {uid: r.uid})-[e]->() WHERE e.scope = r.scope AND e.goneAt IS NULL "
            f"AND NOT type(e) = '{CHANGE_OF}' AND e.observedAt < r.at SET e.observedAt = r.at"
        ),
        {"rows": rows},
    )


def observe_shared(scopes: Sequence[str], at: datetime) -> Statement:
    """Records that these scopes state too, though another one holds them."""
    return (
        (
            "UNWIND $scopes AS scope MATCH (s:Record {uid: scope}) WHERE s.shared IS NOT NULL UNWIND s.shared AS uid "
            f"MATCH (n:Record {{uid: uid}}) WHERE n.goneAt IS NULL AND {last_seen('n')} < $at SET n.observedAt = $at"
        ),
        {"scopes": scopes, "at": at},
    )


def observe_some(uids: Sequence[str], at: datetime) -> Statement:
    """These records were seen now: what a broken-off listing still knows."""
    return (
        "UNWIND $uids AS uid MATCH (n:Record {uid: uid}) WHERE n.goneAt IS NULL AND n.observedAt < $at SET n.observedAt = $at",
        {"uids": uids, "at": at},
    )


def observe_some_relations(kind: str, rows: Rows, at: datetime) -> Statement:
    """These relations were seen now."""
    return (
        (
            f"UNWIND $rows AS r MATCH (a:Record {{uid: r.a}})-[e:{_type(kind)}]->(b:Record {{uid: r.b}}) "
            "WHERE e.scope = r.scope AND e.goneAt IS NULL AND e.observedAt < $at SET e.observedAt = $at"
        ),
        {"rows": rows, "at": at},
    )


def forget_digests(scopes: Iterable[str]) -> Statement:
    """Makes the next look at these scopes compare row by row."""
    return (
        "UNWIND $scopes AS uid MATCH (s:Record {uid: uid}) SET s.fingerprint = null, s.recheck = true",
        {"scopes": sorted(set(scopes))},
    )


def _times(rows: Rows) -> tuple[Sequence[Mapping[str, Any]], dict[str, datetime]]:
    """The rows without the times that all of them share, and these: said once, since a time costs as much as thirty texts."""
    first = rows[0] if rows else {}
    times = {k: v for k, v in first.items() if isinstance(v, datetime) and all(r.get(k) == v for r in rows)}
    if not times:
        return rows, {}
    return [{k: v for k, v in row.items() if k not in times} for row in rows], times


def _type(name: str) -> str:
    if name not in RELATIONS:
        raise ValueError(f"relation type {name!r} is not declared")
    return name


def quoted(name: str) -> str:
    """A label or type of our own declarations; anything else is a mistake of ours."""
    if not name.isidentifier():
        raise ValueError(f"{name!r} is no label")
    return name
