"""Whole records with their relations, changes of a record, and scopes, as Cypher."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from graph.compiler.place import allowed
from graph.compiler.presence import relation_there
from graph.compiler.text import Cypher, Setting, both, quoted, where
from graph.query import CoverageOf, Within
from graph.record import Uid

MOST_NEIGHBOURS = 50
"""Ends kept of one relation type in one direction; `counts` beside them is the true number."""

_LEFT_OUT = ("CHANGE_OF",)  # a record's changes are its history, asked for as such


def records(uids: Sequence[Uid], rights: tuple[Within, ...] = (), as_of: datetime | None = None) -> Cypher:
    """The records of these uids with their properties, and the ends of their relations both ways, bounded by type.

    A gone record is given too, with when and why: somebody who names it may know.
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
    each = f"{{type: type({relation}), relation: properties({relation}), uid: {other}.uid, kind: {other}.kind, name: {other}.name}}"
    return (
        f"COLLECT {{ MATCH (n){left}[{relation}]{right}({other}:Record) WHERE {wanted} "
        f"WITH {relation}, {other} ORDER BY type({relation}), {other}.name, {other}.uid "
        f"WITH type({relation}) AS kind, collect({each}) AS ends "
        f"RETURN {{type: kind, total: size(ends), ends: ends[..{MOST_NEIGHBOURS}]}} }}"
    )


def scopes(query: CoverageOf, rights: tuple[Within, ...] = ()) -> Cypher:
    """The scopes that can hold these kinds in these places. A scope without the place (all namespaces) holds every one."""
    setting = Setting(within=query.within, allowed=rights)
    parts = ["n.goneAt IS NULL"]
    if query.kinds:
        wanted = setting.names.parameter("kinds", list(query.kinds))
        parts.append(f"any(k IN n.kinds WHERE k IN {wanted})")
    for place in ("account", "region", "cluster"):
        if values := getattr(query.within, place):
            parts.append(f"n.{place} IN {setting.names.parameter(place, list(values))}")
    if query.within.namespace:
        wanted = setting.names.parameter("namespace", list(query.within.namespace))
        parts.append(f"(n.namespace IS NULL OR n.namespace = '' OR n.namespace IN {wanted})")
    if query.within.repository:
        wanted = setting.names.parameter("repository", list(query.within.repository))
        parts.append(f"any(q IN {wanted} WHERE n.repository = q OR n.repository ENDS WITH '/' + q)")
    if query.source:
        parts.append(f"n.source = {setting.names.parameter('source', query.source)}")
    if query.unread_only:
        parts.append("NOT n.outcome IN ['complete', 'not offered']")
    return setting.cypher(
        "MATCH (n:Scope)",
        where((*parts, *allowed("n", setting))),
        "RETURN properties(n) AS scope ORDER BY n.words, n.uid",
    )


_GLOBAL = ("", "global", "aws-global")


def coverage(kinds: Sequence[str], within: Within, rights: tuple[Within, ...] = ()) -> Cypher:
    """Of the scopes that can hold these kinds, by kind and by whether they lie in the restriction: how many were read,
    the oldest complete look, and those that were not read whole. No kinds = every scope, as one kind.
    """
    setting = Setting(allowed=rights)
    parts = ["n.goneAt IS NULL", *allowed("n", setting)]
    if kinds:
        parts.append(f"any(k IN n.kinds WHERE k IN {setting.names.parameter('kinds', list(kinds))})")
    inside = both(
        _lies(place, getattr(within, place), setting)
        for place in ("account", "region", "cluster", "namespace")
    )
    listed = f"[k IN n.kinds WHERE k IN {setting.names.parameter('kinds', list(kinds))}]" if kinds else "['']"
    unread = "{uid: n.uid, words: n.words, outcome: n.outcome, since: n.since, reason: n.reason, missing: n.missing}"
    return setting.cypher(
        "MATCH (n:Scope)",
        where(parts),
        f"WITH n, {inside or 'true'} AS inside UNWIND {listed} AS kind",
        "RETURN kind, inside, count(n) AS scopes,",
        "sum(CASE WHEN n.completeAt IS NOT NULL OR n.outcome IN ['complete', 'partial', 'not offered'] THEN 1 ELSE 0 END) AS read,",
        "min(CASE WHEN n.outcome = 'not offered' THEN null ELSE n.completeAt END) AS oldest,",
        f"collect(CASE WHEN inside AND NOT n.outcome IN ['complete', 'not offered'] THEN {unread} ELSE null END)[..200] AS unread",
    )


def _lies(place: str, values: Sequence[str], setting: Setting) -> str:
    """A scope without the place holds every one of it: all namespaces of a cluster, an account's global kinds."""
    if not values:
        return ""
    wanted = setting.names.parameter(place, list(values))
    return f"(n.{place} IS NULL OR n.{place} IN [{', '.join(quoted(g) for g in _GLOBAL)}] OR n.{place} IN {wanted})"


def titles(uids: Sequence[Uid], rights: tuple[Within, ...] = ()) -> Cypher:
    """The names of these records."""
    setting = Setting(allowed=rights)
    wanted = setting.names.parameter("uids", list(uids))
    return setting.cypher(
        f"MATCH (n:Record) {where((f'n.uid IN {wanted}', *allowed('n', setting)))}",
        "RETURN n.uid AS uid, n.name AS name",
    )


def accounts(names: Sequence[str]) -> Cypher:
    """The ids of accounts by their configured names or aliases."""
    return Cypher(
        "MATCH (a:AWSAccount) WHERE a.configuredName IN $names OR a.alias IN $names OR a.name IN $names\n"
        "RETURN a.account AS account, [a.configuredName, a.alias, a.name] AS names",
        {"names": list(names)},
    )
