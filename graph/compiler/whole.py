"""Whole records with their relations, and the names of records, as Cypher."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from graph.compiler.place import allowed
from graph.compiler.presence import relation_there
from graph.compiler.text import Cypher, Setting, both, where
from graph.query import Within
from graph.record import Uid

MOST_NEIGHBOURS = 50
"""Ends kept of one relation type in one direction; `counts` beside them is the true number."""

_LEFT_OUT = ("CHANGE_OF",)  # a record's changes are its history, asked for as such


def records(uids: Sequence[Uid], rights: tuple[Within, ...] = (), as_of: datetime | None = None) -> Cypher:
    """The records of these uids with their properties, and the ends of their relations both ways, bounded by type.

    A gone record is given too, with when and why: somebody who names it may know. Of a relation's own times only when it
    was last seen is told, as text: the driver takes far longer to build a time than Python to read one.
    """
    setting = Setting(allowed=rights, as_of=as_of)
    wanted = setting.names.parameter("uids", list(uids))
    out, into = _ends("out", setting), _ends("in", setting)
    return setting.cypher(
        f"MATCH (n:Record) {where((f'n.uid IN {wanted}', *allowed('n', setting)))}",
        f"RETURN properties(n) AS record, {out} AS forward, {into} AS backward",
    )


def _ends(direction: str, setting: Setting) -> str:
    relation, other = setting.names.variable("r"), setting.names.variable("m")
    left, right = ("-", "->") if direction == "out" else ("<-", "-")
    wanted = both(
        (
            relation_there(relation, setting),
            *(f"NOT type({relation}) = '{name}'" for name in _LEFT_OUT),
            *allowed(other, setting),
        )
    )
    held = f"{relation} {{.*, observedAt: toString({relation}.observedAt), firstSeen: null, changedAt: null}}"
    each = f"{{type: type({relation}), relation: held, uid: {other}.uid, kind: {other}.kind, name: {other}.name, missed: {other}.missedAt IS NOT NULL}}"
    return (
        f"COLLECT {{ MATCH (n){left}[{relation}]{right}({other}:Record) WHERE {wanted} "
        f"WITH {relation}, {other}, {held} AS held ORDER BY type({relation}), {other}.name, {other}.uid "
        f"WITH type({relation}) AS kind, collect({each}) AS ends "
        f"RETURN {{type: kind, total: size(ends), ends: ends[..{MOST_NEIGHBOURS}]}} }}"
    )


def later_changes(uids: Sequence[Uid], moment: datetime) -> Cypher:
    """What changed of these records after a time, earliest first: `before` of a field's first is what it was then.

    A change that is filed under a record and tells of another (a ReplicaSet's, under its Deployment) is no change of it.
    """
    setting = Setting()
    wanted, after = setting.names.parameter("uids", list(uids)), setting.names.parameter("asOf", moment)
    return setting.cypher(
        f"MATCH (n:Record)<-[:CHANGE_OF]-(h:Change) WHERE n.uid IN {wanted} AND h.at > {after} "
        "AND h.field IS NOT NULL AND coalesce(h.subjectUid, n.uid) = n.uid",
        "RETURN n.uid AS uid, h.field AS field, h.before AS before ORDER BY h.at, h.uid",
    )


def looked(scopes: Iterable[str]) -> Cypher:
    """When these scopes were last read whole."""
    setting = Setting()
    wanted = setting.names.parameter("scopes", sorted(scopes))
    return setting.cypher(
        f"MATCH (s:Record) WHERE s.uid IN {wanted} AND s.completeAt IS NOT NULL",
        "RETURN s.uid AS scope, s.completeAt AS at",
    )


def titles(uids: Sequence[Uid], rights: tuple[Within, ...] = ()) -> Cypher:
    """The names, kinds and places of these records."""
    setting = Setting(allowed=rights)
    wanted = setting.names.parameter("uids", list(uids))
    return setting.cypher(
        f"MATCH (n:Record) {where((f'n.uid IN {wanted}', *allowed('n', setting)))}",
        "RETURN n.uid AS uid, n.name AS name, n.kind AS kind, n.account AS account, n.region AS region, "
        "n.cluster AS cluster, n.namespace AS namespace",
    )
