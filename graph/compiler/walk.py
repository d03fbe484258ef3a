"""Steps along relations as Cypher: who needs whom, a level at a time, and the shortest ways between two records.

Which end of a relation needs the other is declared with the relation. `PART_OF` says two things: an application or
workload needs its pieces, while what lies in a network or cluster needs that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache

from graph.compiler.place import allowed
from graph.compiler.presence import relation_there
from graph.compiler.text import Cypher, Setting, both, quoted
from graph.kind import Kind
from graph.kinds import KINDS, RELATIONS
from graph.query import Within
from graph.record import Uid

CONFIGURED = ("RUNS_AS", "ASSUMES", "RUNS_IMAGE", "ENCRYPTED_BY")
"""Needs of what is set up, not of what works: a role or an image does not fail."""

GROUPS = ("Application", "Workload", "ReplicaSet", "HelmRelease")
"""Wholes that are no more than their pieces; other wholes are places that their pieces lie in."""

MOST_ENDS = 2_000
"""Relations followed from one level; more are refused to be drawn, and the result says so."""

MET = ("near", "far", "kind", "name", "place", "doubled", "type", "confidence")
"""What is told of each relation: its end among those asked about, and the record at the other, with its kind, name and place."""

_PART = "PART_OF"
_SAYINGS = ("CHANGE_OF", "OWNERSHIP_OF", "NAMES", "MAPPING_OF", "MAPS_TO", "SAME_AS")
_PEOPLE = (
    "OWNED_BY",
    "MEMBER_OF",
    "CONTACT_FOR",
    "MANAGED_BY",
    "DECLARED_IN",
    "DERIVED_FROM",
    "PROTECTED_BY",
)


def _needing(end: str) -> str:
    return "|".join(r.name for r in RELATIONS.values() if r.needs == end and r.name != _PART)


def needs(
    uids: Sequence[Uid],
    direction: str,
    rights: tuple[Within, ...] = (),
    as_of: datetime | None = None,
    *,
    placed: bool = True,
) -> Cypher:
    """One level of needing: for "in" what needs these records, for "out" what they need.

    A row a step, each with `met`: a list of what MET names, in that order. They come together because a row of its own
    costs more to bring than to find. Without `placed` no place is read: half of what there is to read of a record.
    """
    setting = Setting(allowed=rights, as_of=as_of)
    wanted = setting.names.parameter("uids", list(uids))
    groups = "|".join(GROUPS)
    far_is_source = direction == "in"
    whole, around = ("m", "n") if far_is_source else ("n", "m")
    steps = (
        (
            f"{_needing('target')}|{_PART}",
            not far_is_source,
            f"(type(r) <> '{_PART}' OR NOT {around}:{groups})",
        ),
        (_needing("source"), far_is_source, ""),
        (_PART, far_is_source, f"{whole}:{groups}"),
    )
    return Cypher(
        "\nUNION ALL ".join(_step(*step, wanted, setting, placed=placed) for step in steps),
        dict(setting.names.parameters),
    )


def _step(types: str, forward: bool, extra: str, wanted: str, setting: Setting, *, placed: bool) -> str:
    place = "[m.account, m.region, m.cluster, m.namespace]" if placed else "[]"
    left, right = ("-", "->") if forward else ("<-", "-")
    there = both(
        (f"n.uid IN {wanted}", relation_there("r", setting), extra, _works("m"), *allowed("m", setting))
    )
    return (
        f"MATCH (n:Record){left}[r:{types}]{right}(m:Record) WHERE {there} "
        f"WITH n, r, m ORDER BY n.uid, m.uid LIMIT {MOST_ENDS} "
        f"RETURN collect([n.uid, m.uid, m.kind, m.name, {place}, "
        "coalesce(m.multiAz, false), type(r), r.confidence]) AS met"
    )


@cache
def _works(variable: str) -> str:
    """Not over: a finished pod, a terminated instance. Such states are declared with the kinds."""
    over = [
        f"NOT ({variable}:{kind.name} AND coalesce({variable}.{name} IN [{', '.join(quoted(s) for s in states)}], false))"
        for kind in KINDS.values()
        for name, states in {**kind.hidden_states, **_silencing(kind)}.items()
    ]
    return both(over)


def _silencing(kind: Kind) -> Mapping[str, tuple[str, ...]]:
    return {name: states for field in kind.fields for name, states in field.silent_in.items()}


def paths(source: Uid, target: Uid, hops: int, *, working: bool, most: int = 5) -> Cypher:
    """The shortest ways between two records: over relations of work alone, or over everything but what is said of things."""
    left_out = (*_SAYINGS, *(_PEOPLE if working else ()))
    types = "|".join(name for name in RELATIONS if name not in left_out)
    setting = Setting()
    start, end = setting.names.parameter("source", source), setting.names.parameter("target", target)
    return setting.cypher(
        f"MATCH (a:Record {{uid: {start}}}), (b:Record {{uid: {end}}})",
        f"MATCH p = allShortestPaths((a)-[:{types}*..{hops}]-(b))",
        "WHERE all(r IN relationships(p) WHERE r.goneAt IS NULL)",
        "RETURN [n IN nodes(p) | {uid: n.uid, kind: n.kind, name: n.name}] AS ends,",
        "[r IN relationships(p) | {type: type(r), source: startNode(r).uid, confidence: r.confidence}] AS steps",
        f"LIMIT {most * 20}",
    )
