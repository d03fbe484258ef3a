"""What rules concluded before and conclude no longer: gone at once, for the graph itself speaks against it.

A scope that could not be read keeps its records, so a rule that loses a conclusion has not lost its input.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from graph.decoding import record_of
from graph.record import Record, Uid
from graph.store import Store

REASON = "no longer concluded"

Held = Mapping[str, Collection[Uid]]
"""The records of each rule's scope that are not gone."""


def held(store: Store, scopes: Iterable[str]) -> Held:
    """What the rules concluded before."""
    cypher = (
        "MATCH (n:Record) WHERE n.scope IN $scopes AND n.goneAt IS NULL RETURN n.scope AS scope, n.uid AS uid"
    )
    found: dict[str, list[Uid]] = defaultdict(list)
    for row in store.stream(cypher, {"scopes": list(scopes)}):
        found[row["scope"]].append(Uid(row["uid"]))
    return found


def outdated(store: Store, before: Collection[Uid], concluded: Collection[Uid]) -> tuple[Record, ...]:
    """The records that are not concluded any more, as they were, each said to be gone."""
    return tuple(_as_they_were(store, [uid for uid in before if uid not in concluded]))


def _as_they_were(store: Store, uids: list[Uid]) -> Iterator[Record]:
    cypher = "UNWIND $uids AS uid MATCH (n:Record {uid: uid}) RETURN properties(n) AS held"
    for row in store.stream(cypher, {"uids": uids}) if uids else ():
        yield replace(record_of(row["held"]), gone=REASON)
