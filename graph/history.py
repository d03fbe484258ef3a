"""How long history is kept. Forgetting never touches the last state of anything: only how it came to be.

`forget_changes` takes away Change records and relations that ended, before an instant. `forget_gone` takes away
tombstones: things that were gone before it. Both go a thousand at a time, so that a large graph stays usable, and both
may be stopped and run again. From when on history is whole is kept in the graph (`kept_since`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from graph.bolt import instant
from graph.kinds import RELATIONS
from graph.store import Store

MARK = "history://kept"
_AT_ONCE = 1_000


def forget_changes(store: Store, *, before: datetime) -> int:
    """Takes away what happened before, and relations that were gone by then. Gives how many Change records."""
    _mark(store, before)
    for kind in sorted(RELATIONS):
        _repeated(
            store, f"MATCH (a)-[e:{kind}]->(b) WHERE e.goneAt < $before WITH e LIMIT $most DELETE e", before
        )
    return _repeated(
        store, "MATCH (n:Change) WHERE n.at < $before WITH n LIMIT $most DETACH DELETE n", before
    )


def forget_gone(store: Store, *, before: datetime) -> int:
    """Takes away the tombstones of what was gone before, with their relations, and ends that nothing leads to any more.

    What happened to them is still told.
    """
    _mark(store, before)
    gone = _repeated(
        store,
        "MATCH (n:Record) WHERE n.goneAt < $before AND n.kind <> 'Change' WITH n LIMIT $most DETACH DELETE n",
        before,
    )
    _repeated(
        store,
        "MATCH (n:Unresolved) WHERE n.firstSeen < $before AND NOT (n)--() WITH n LIMIT $most DELETE n",
        before,
    )
    return gone


def kept_since(store: Store) -> datetime | None:
    """From when on history is whole; None where nothing was ever forgotten."""
    rows = store.read("MATCH (n:Record {uid: $uid}) RETURN n.keptSince AS since", {"uid": MARK})
    since = rows[0]["since"] if rows else None
    return instant(since) if isinstance(since, datetime) else None


def _mark(store: Store, before: datetime) -> None:
    """Before anything goes, so that no answer about that time is taken for whole. It only ever moves forward."""
    known = kept_since(store)
    if known is None:
        store.write(
            [
                (
                    "MERGE (n:Record {uid: $uid}) SET n.kind = 'History', n.keptSince = $before",
                    {"uid": MARK, "before": before},
                )
            ]
        )
    elif known < before:
        store.write(
            [("MATCH (n:Record {uid: $uid}) SET n.keptSince = $before", {"uid": MARK, "before": before})]
        )


def _repeated(store: Store, cypher: str, before: datetime) -> int:
    """Runs the deletion until nothing is left to delete. Gives how many went."""
    gone = 0
    delete: Callable[[], int] = lambda: store.write(  # noqa: E731 — said once, used once
        [(f"{cypher} RETURN count(*) AS gone", {"before": before, "most": _AT_ONCE})]
    )[0][0]["gone"]
    while some := delete():
        gone += some
    return gone
