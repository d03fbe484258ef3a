"""Impact, paths and the shape of what is needed: levels read from the graph, then reasoned over by `analysis`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from graph.account import grounded
from graph.analysis import Chain, Edge, chains, cycles, single_points
from graph.compiler import walk
from graph.compiler.find import listing
from graph.coverage import RESTS_ON, Coverage, Need, begin, cover, needs
from graph.fields import kinds_asked
from graph.kinds import KINDS, RELATIONS
from graph.query import Analysis, Column, Find, Impact, Path, Within
from graph.record import Known, Uid, Value
from graph.result import ColumnMeaning, Filter, Result
from graph.session import Session
from graph.store import Row
from graph.words import words

MOST_RECORDS = 2_000
"""Records that one walk may reach; past it the result says that there are more."""

_MOST_PATHS = 5
_LONE = "takes down"
_SET_UP = frozenset(
    {"Identity", "Secret", "ConfigMap", "VPC", "Image", "MachineImage", "SecurityGroup", "StorageClass"}
)


@dataclass(frozen=True, order=True, slots=True)
class Met:
    """A record that was met on the way."""

    kind: str
    name: str
    place: str = ""
    doubled: bool = False  # it stands in more than one zone by itself


@dataclass(slots=True)
class _Walk:
    """What a walk has found: the needs, and everything met."""

    needs: list[Edge] = field(default_factory=list[Edge])
    met: dict[Uid, Met] = field(default_factory=dict[Uid, Met])
    cut: bool = False


def _walk(
    session: Session, roots: Iterable[Uid], direction: str, depth: int, said: str, *, placed: bool = True
) -> _Walk:
    """Level by level, each record once, until the depth or the bound is reached."""
    found = _Walk()
    seen = set(roots)
    level = sorted(seen)
    for _ in range(depth):
        if not level:
            break
        rows = _met(session, level, direction, said, placed=placed)
        found.cut |= len(rows) >= walk.MOST_ENDS
        for row in rows:
            near, far = Uid(row["near"]), Uid(row["far"])
            ends = (far, near) if direction == "in" else (near, far)
            confidence = 1.0 if row["confidence"] is None else float(row["confidence"])
            found.needs.append(Edge(*ends, row["type"], confidence))
            place = " · ".join(p for p in row["place"] if p)
            found.met[far] = Met(row["kind"] or "", row["name"] or far, place, row["doubled"])
        level = sorted({Uid(row["far"]) for row in rows} - seen)
        if len(seen) + len(level) > MOST_RECORDS:
            level, found.cut = level[: max(0, MOST_RECORDS - len(seen))], True
        seen |= set(level)
    return found


def _met(session: Session, level: Sequence[Uid], direction: str, said: str, *, placed: bool) -> list[Row]:
    """What stands one step from these, a row each."""
    steps = session.read(walk.needs(level, direction, session.allowed, placed=placed), said)
    rows: list[Row] = [dict(zip(walk.MET, met, strict=True)) for step in steps for met in step["met"]]
    session.runs[-1] = replace(session.runs[-1], rows=len(rows), total=len(rows))
    return rows


def impact(session: Session, query: Impact) -> tuple[Result, tuple[Known, ...]]:
    """What depends on a record, or what it depends on, nearest first, each with the chain that makes it so."""
    session.name((query.uid,))
    said = words(query, session.titles)
    found = _walk(session, (query.uid,), query.direction, query.depth, said)
    reached = chains(found.needs, query.uid, query.direction)
    names = {uid: one.name for uid, one in found.met.items()} | session.titles
    ordered = sorted(reached.items(), key=lambda item: (item[1].depth, found.met[item[0]], item[0]))
    rows = [
        (
            found.met[uid].name,
            found.met[uid].kind,
            chain.depth,
            _chain_words(chain, names),
            _sure(chain.confidence),
            found.met[uid].place,
        )
        for uid, chain in ordered
    ]
    root = session.records((query.uid,))
    coverage = _covered(session, {one.kind for one in found.met.values()} | {k.record.kind for k in root})
    columns = (
        ColumnMeaning("name", "name"),
        ColumnMeaning("kind", "kind"),
        ColumnMeaning("depth", "steps"),
        ColumnMeaning("chain", "through"),
        ColumnMeaning("confidence", "confidence"),
        ColumnMeaning("place", "where"),
    )
    result = _result(session, said, columns, rows, [c.uids[::-1] for _, c in ordered], coverage, (query.uid,))
    end = "out" if query.direction == "in" else "in"
    meant = Filter(related="DEPENDS_ON", direction=end, name=session.titles.get(query.uid, query.uid))
    result = replace(result, where=(meant,))
    return (_cut(result) if found.cut else result), root


def _chain_words(chain: Chain, names: dict[Uid, str]) -> str:
    return " → ".join(names.get(uid, uid) for uid in chain.uids)


def _sure(confidence: float) -> float | None:
    return None if confidence >= 1 else confidence


def _cut(result: Result) -> Result:
    return replace(
        result,
        complete=False,
        note=f"more than {MOST_RECORDS} records are reached; the rest was not followed",
    )


def _covered(session: Session, kinds: set[str]) -> Coverage:
    """Needs are told by the kinds that were met, and by workloads, which are who mostly needs."""
    of = frozenset(k.name for name in kinds | {"Workload"} for k in kinds_asked(name)) - RESTS_ON.keys()
    wanted = (Need(of, Within(), asked=False), Need(frozenset(), Within(), rules=("uses", "hosts")))
    return cover(session.store, wanted, allowed=session.allowed)


def path(session: Session, query: Path) -> tuple[Result, tuple[Known, ...]]:
    """How two records connect: the shortest ways over relations of work or, where there are none, over any."""
    session.name((query.source, query.target))
    said = words(query, session.titles)
    note, found = "", _paths(session, query, said, working=True)
    if not found:
        found = _paths(session, query, said, working=False)
        note = "connected only through what they share, such as an owner or a repository" if found else ""
    rows: list[tuple[Value, ...]] = []
    uids: list[tuple[Uid, ...]] = []
    for number, row in enumerate(found, 1):
        for step, (ends, relation) in enumerate(zip(_pairs(row["ends"]), row["steps"], strict=True), 1):
            left, right = ends
            forward = relation["source"] == left["uid"]
            verb = _verb(relation["type"], forward=forward)
            rows.append(
                (
                    number,
                    step,
                    left["name"],
                    left["kind"],
                    verb,
                    right["name"],
                    right["kind"],
                    relation["confidence"],
                )
            )
            uids.append((Uid(left["uid"]), Uid(right["uid"])))
    columns = tuple(
        ColumnMeaning(name, label)
        for name, label in (
            ("path", "way"),
            ("step", "step"),
            ("name", "from"),
            ("kind", "kind"),
            ("relation", "relation"),
            ("otherName", "to"),
            ("otherKind", "kind"),
            ("confidence", "confidence"),
        )
    )
    coverage = _covered(session, {end["kind"] or "" for row in found for end in row["ends"]})
    result = _result(session, said, columns, rows, uids, coverage, (query.source, query.target), note)
    return result, session.records(u for pair in uids for u in pair)


def _paths(
    session: Session, query: Path, said: str, *, working: bool
) -> list[dict[str, list[dict[str, str]]]]:
    rows = session.read(walk.paths(query.source, query.target, query.hops, working=working), said)
    if session.allowed:
        met = {Uid(end["uid"]) for row in rows for end in row["ends"]}
        session.name(met)
        rows = [row for row in rows if all(end["uid"] in session.titles for end in row["ends"])]
    rows.sort(key=lambda row: [end["uid"] for end in row["ends"]])
    return rows[:_MOST_PATHS]


def _pairs(ends: Sequence[dict[str, str]]) -> Iterable[tuple[dict[str, str], dict[str, str]]]:
    return pairwise(ends)


def _verb(relation: str, *, forward: bool) -> str:
    declared = RELATIONS.get(relation)
    phrases = (declared.forward if forward else declared.backward) if declared else ()
    return phrases[0] if phrases else relation


def analysis(session: Session, query: Analysis) -> Result:
    """Single points of failure, or rings of need, among what records of a kind need."""
    said = words(query)
    asked, query = query, replace(query, within=grounded(session.store, query.within))
    behind = needs(Find(query.of, within=query.within))
    begin(session.store, behind, session.allowed)
    roots = _roots(session, query, said)
    found = _walk(session, roots, "out", query.depth, said, placed=False)
    met = found.met | roots
    if query.what == "cycles":
        columns, rows, uids = _rings(found, met)
    else:
        columns, rows, uids = _points(found, met, roots)
    coverage = cover(session.store, behind, query.within, session.allowed)
    result = _result(
        session,
        said,
        columns,
        rows[: query.limit],
        uids[: query.limit],
        coverage,
        (),
        total=len(rows),
        within=asked.within,
    )
    return _cut(result) if found.cut else result


def _roots(session: Session, query: Analysis, said: str) -> dict[Uid, Met]:
    columns = (Column("kind"), Column("name"))
    asked = listing(Find(query.of, within=query.within, columns=columns, limit=MOST_RECORDS), session.allowed)
    return {Uid(row["uid"]): Met(row["c0"], row["c1"]) for row in session.read(asked.rows, said)}


Table = tuple[tuple[ColumnMeaning, ...], list[tuple[Value, ...]], list[tuple[Uid, ...]]]


def _points(found: _Walk, met: dict[Uid, Met], roots: Iterable[Uid]) -> Table:
    working = [need for need in found.needs if need.type not in walk.CONFIGURED]
    points = [p for p in single_points(working, roots) if _can_fail(met.get(p.uid, Met("", "")))]
    columns = (
        ColumnMeaning("name", "name"),
        ColumnMeaning("kind", "kind"),
        ColumnMeaning("affects", _LONE),
        ColumnMeaning("takesDown", "what it takes down"),
    )
    rows: list[tuple[Value, ...]] = []
    for point in points:
        downed: list[str] = [_name(met, uid) for uid in point.takes_down[:20]]
        rows.append((_name(met, point.uid), met[point.uid].kind, len(point.takes_down), downed))
    return columns, rows, [(p.uid, *p.takes_down) for p in points]


def _name(met: dict[Uid, Met], uid: Uid) -> str:
    return met[uid].name if uid in met else uid


def _can_fail(one: Met) -> bool:
    """What is only set up, or stands twice, does not go down by itself; of what was never seen nothing is known."""
    declared = KINDS.get(one.kind)
    return declared is not None and not one.doubled and not {one.kind, *declared.categories} & _SET_UP


def _rings(found: _Walk, met: dict[Uid, Met]) -> Table:
    rings = cycles(found.needs)
    columns = (ColumnMeaning("cycle", "ring"), ColumnMeaning("length", "length"))
    rows: list[tuple[Value, ...]] = [
        (" → ".join(_name(met, uid) for uid in (*ring, ring[0])), len(ring)) for ring in rings
    ]
    return columns, rows, list(rings)


def _result(
    session: Session,
    said: str,
    columns: tuple[ColumnMeaning, ...],
    rows: Sequence[tuple[Value, ...]],
    uids: Sequence[tuple[Uid, ...]],
    coverage: Coverage,
    named: tuple[Uid, ...],
    note: str = "",
    *,
    total: int | None = None,
    within: Within = Within(),
) -> Result:
    run = session.runs[0]
    return Result(
        words=said,
        of="Record",
        columns=columns,
        rows=tuple(rows),
        total=len(rows) if total is None else total,
        observed_at=coverage.observed_at,
        complete=coverage.complete,
        within=within.plain(),
        unread=coverage.unread,
        scopes_read=coverage.read,
        row_uids=tuple(tuple(dict.fromkeys(u)) for u in uids),
        row_counts=tuple(len(set(u)) for u in uids),
        cypher=run.cypher,
        parameters=run.parameters,
        milliseconds=session.milliseconds,
        named=named,
        note=note,
    )
