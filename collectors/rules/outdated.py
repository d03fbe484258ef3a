"""What a rule concluded before and concludes no longer: gone at once, for the graph itself speaks against it.

A scope that could not be read keeps its records, so a rule that loses a conclusion has not lost its input.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from graph.decoding import record_of
from graph.record import Record, Uid
from graph.store import Store

REASON = "no longer concluded"


def outdated(store: Store, scope: str, concluded: Collection[Uid]) -> tuple[Record, ...]:
    """The records of a rule's scope that are not concluded any more, as they were, each said to be gone."""
    cypher = "MATCH (n:Record) WHERE n.scope = $scope AND n.goneAt IS NULL RETURN n.uid AS uid"
    left = [row["uid"] for row in store.stream(cypher, {"scope": scope}) if row["uid"] not in concluded]
    return tuple(_as_they_were(store, left))


def _as_they_were(store: Store, uids: list[str]) -> Iterator[Record]:
    cypher = "UNWIND $uids AS uid MATCH (n:Record {uid: uid}) RETURN properties(n) AS held"
    for row in store.stream(cypher, {"uids": uids}) if uids else ():
        yield replace(record_of(row["held"]), gone=REASON)
