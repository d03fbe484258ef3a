"""What a rule concluded before and concludes no longer.

A scope that could not be read keeps its records, so a rule that loses a conclusion has not lost its input: the graph
itself speaks against it. Such a conclusion is said to be gone, even where the rule's own look is not whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.rules.conclusion import Conclusions
from graph.kinds import RELATIONS
from graph.record import Record, Relation, Uid
from graph.store import Store

REASON = "no longer concluded"


def outdated(store: Store, scope: str, found: Conclusions) -> tuple[list[Record], list[Relation]]:
    """The records and relations of a rule's scope that are not among the conclusions any more, each said to be gone."""
    return list(_records(store, scope, found)), list(_relations(store, scope, found))


def _records(store: Store, scope: str, found: Conclusions) -> Iterator[Record]:
    cypher = (
        "MATCH (n:Record {scope: $scope}) WHERE n.goneAt IS NULL "
        "RETURN n.uid AS uid, n.kind AS kind, n.name AS name"
    )
    for row in store.stream(cypher, {"scope": scope}):
        if Uid(row["uid"]) not in found.records and row["kind"]:
            yield Record(Uid(row["uid"]), row["kind"], row["name"] or row["uid"], gone=REASON)


def _relations(store: Store, scope: str, found: Conclusions) -> Iterator[Relation]:
    for name in RELATIONS:
        cypher = (
            f"MATCH (a:Record)-[r:{name}]->(b:Record) WHERE r.scope = $scope AND r.goneAt IS NULL "
            "RETURN a.uid AS a, b.uid AS b"
        )
        for row in store.stream(cypher, {"scope": scope}):
            if (name, Uid(row["a"]), Uid(row["b"])) not in found.relations:
                yield Relation(name, Uid(row["a"]), Uid(row["b"]), gone=REASON)
