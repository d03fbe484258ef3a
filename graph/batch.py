"""Writing records in batches: look up, decide, write in one transaction, and look again where another writer was first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any, TypeVar

from graph import change, statement
from graph.change import SLACK, Draft
from graph.difference import Effect, Sharer, Step, View, decided, missed
from graph.encoding import GONE, labels_of
from graph.errors import StoreConflict
from graph.ledger import Page
from graph.record import Relation
from graph.seen import EVENTS, as_last_seen
from graph.stated import Item, Stated
from graph.statement import UNRESOLVED
from graph.store import Row, Statement, Store

ROWS = 1_000  # measured: batches of a thousand in managed transactions are the fastest on both stores
_TRIES = 12

T = TypeVar("T")


@dataclass(slots=True)
class Look:
    """One reading on its way into the graph, with what the graph knew of its scope and what was done."""

    stated: Stated
    page: Page
    said: str = ""  # its digest as it was said; nothing where it has faults to be told of each time
    counts: dict[str, int] = field(default_factory=lambda: defaultdict[str, int](int))
    pending: int = 0  # missed once, or seen later by somebody else: the next look has to compare again
    shared: set[str] = field(default_factory=set[str])  # stated here, held by another scope
    gone: set[str] = field(default_factory=set[str])
    problems: list[str] = field(default_factory=list[str])
    outdated: bool = False  # somebody has read the scope whole since

    @property
    def uid(self) -> str:
        """The scope's."""
        return self.stated.scope.uid

    @property
    def only_events(self) -> bool:
        """Whether it can hold nothing else: then there is nothing to compare, however long its past is."""
        kinds = {*self.stated.scope.kinds, *(item.record.kind for item in self.stated.items.values())}
        return bool(kinds) and kinds <= set(EVENTS)


@dataclass(frozen=True, slots=True)
class Writing:
    """Where, as of when, and by whom."""

    store: Store
    at: datetime
    token: str
    whole: Mapping[str, Look] = field(default_factory=dict[str, Look])  # scopes that are being read whole now


@dataclass(frozen=True, slots=True)
class Candidate:
    """A record that may have to be written: seen (with its item) or missing. `told` are an event's relations."""

    uid: str
    view: View
    look: Look
    item: Item | None = None
    told: tuple[Relation, ...] = ()


def batches(items: Iterable[T], size: int = ROWS) -> Iterable[list[T]]:
    """The items in lists of at most that many."""
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch


def write_candidates(writing: Writing, candidates: Sequence[Candidate]) -> None:
    """Writes what differs. Several scopes share a transaction; what another writer changed meanwhile is decided anew."""
    for batch in batches(candidates):
        left = batch
        for _ in range(_TRIES):
            left = _attempt(writing, left)
            if not left:
                break
        else:
            raise StoreConflict(
                f"Other writers keep changing {left[0].uid} and others. Try again in a moment."
            )


def _attempt(writing: Writing, batch: list[Candidate]) -> list[Candidate]:
    """One look-up and one transaction. Gives the candidates that have to be decided anew: two scopes may state one record."""
    whole, first = batch, {c.uid: c for c in reversed(batch)}
    batch, later = [c for c in whole if first[c.uid] is c], [c for c in whole if first[c.uid] is not c]
    known = _found(writing.store, batch)
    sharers = _sharers(writing, batch, known)
    steps = [_decide(candidate, known, sharers) for candidate in batch]
    _strip_labels(writing.store, steps)
    tale = _tale(writing.store, steps, batch, known)
    try:
        answer = writing.store.write(_statements(writing, steps, batch, tale))
    except StoreConflict:
        return whole
    done = {uid for rows in answer for row in rows for uid in row.get("uids", ())}
    changes = sum(row.get("changes", 0) for rows in answer for row in rows)
    left: list[Candidate] = []
    for candidate, step in zip(batch, steps, strict=True):
        if step.set and step.uid not in done and step.uid not in tale.joined:
            left.append(candidate)
        else:
            _count(candidate.look, step)
    if changes and batch:
        _count_changes(steps, batch, changes)
    return left + later


def _found(store: Store, batch: Sequence[Candidate]) -> dict[str, Row]:
    """What the graph holds of these, each with the time that counts as its last. No key is null (`graph.seen`)."""
    uids = {c.uid for c in batch} | {r.target for c in batch for r in c.told}
    rows = store.read(
        "UNWIND $uids AS uid MATCH (n:Record {uid: uid}) OPTIONAL MATCH (s:Record {uid: coalesce(n.scope, '')}) "
        "RETURN n.uid AS uid, labels(n) AS labels, properties(n) AS properties, s.completeAt AS whole",
        {"uids": sorted(uids)},
        rows=len(uids) + 1,
        seconds=60,
    )
    return {row["uid"]: {**row, "properties": as_last_seen(row["properties"], row["whole"])} for row in rows}


def _sharers(
    writing: Writing, batch: Sequence[Candidate], known: Mapping[str, Row]
) -> dict[str, list[Sharer]]:
    """By what is missing here: the other scopes that state it."""
    missing = {c.uid: known[c.uid]["properties"] for c in batch if c.item is None and c.uid in known}
    asked = [{"uid": uid, "scopes": p["sharedWith"]} for uid, p in missing.items() if p.get("sharedWith")]
    if not asked:
        return {}
    rows = writing.store.read(
        "UNWIND $asked AS r UNWIND r.scopes AS scope MATCH (s:Record {uid: scope}) "
        "RETURN r.uid AS uid, s.uid AS scope, s.completeAt AS at, r.uid IN coalesce(s.shared, []) AS stated",
        {"asked": asked},
        rows=100_000,
        seconds=60,
    )
    found: dict[str, list[Sharer]] = defaultdict(list)
    for row in rows:
        now = writing.whole.get(row["scope"])
        at, stated = (writing.at, row["uid"] in now.stated.items) if now else (row["at"], row["stated"])
        found[row["uid"]].append(Sharer(row["scope"], at, stated))
    return found


def _decide(candidate: Candidate, known: Mapping[str, Row], sharers: Mapping[str, Sequence[Sharer]]) -> Step:
    row = known.get(candidate.uid)
    properties = row["properties"] if row else None
    if candidate.item is None:
        return missed(candidate.uid, properties, candidate.view, sharers.get(candidate.uid, ()))
    return decided(candidate.item, properties, tuple(row["labels"]) if row else (), candidate.view)


def _strip_labels(store: Store, steps: Sequence[Step]) -> None:
    """Nodes that become another kind (mostly ends that were unresolved) lose their old labels in a transaction before."""
    by_labels: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for step in steps:
        if step.labels and _is_relabelled(step):
            old = set(step.labels) - set(labels_of(step.kind, gone=step.gone))
            by_labels[tuple(sorted(old))].append(step.uid)
    by_labels.pop((), None)
    if by_labels:
        store.write([statement.unlabel(labels, uids) for labels, uids in sorted(by_labels.items())])


def _is_relabelled(step: Step) -> bool:
    """Whether it becomes another kind, and not only comes or goes."""
    return set(step.labels) - {GONE} != set(labels_of(step.kind))


# --- what is told of it ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Tale:
    """Change records to make, updates of those that are there, and events that became one with a scan's record."""

    drafts: Sequence[Draft] = ()
    updates: Sequence[Mapping[str, Any]] = ()
    joined: frozenset[str] = frozenset()
    ends: Sequence[str] = ()  # of events' relations, not seen yet
    relations: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)


def _tale(store: Store, steps: Sequence[Step], batch: Sequence[Candidate], known: Mapping[str, Row]) -> _Tale:
    drafts = [draft for step in steps for draft in step.drafts]
    left, updates = change.explained(drafts, _events(store, drafts)) if drafts else ([], [])
    arrivals = {
        step.uid: step.create
        for step in steps
        if step.create and step.kind == "Change" and step.create.get("subjectUid") and step.create.get("at")
    }
    joins, further = _joined(arrivals, _noticed(store, arrivals)) if arrivals else ({}, [])
    ends, relations = _told(steps, batch, known, joins)
    return _Tale(left, [*updates, *joins.values(), *further], frozenset(joins), ends, relations)


def _events(store: Store, drafts: Sequence[Draft]) -> list[dict[str, Any]]:
    """Events of the drafts' subjects that may explain them."""
    since = min((d.since for d in drafts if d.since), default=None)
    if since is None:
        return []
    rows = store.read(
        "MATCH (c:Change) WHERE c.subjectUid IN $subjects AND c.at >= $since AND c.via <> $scan "
        "RETURN properties(c) AS event ORDER BY c.at, c.uid",
        {"subjects": sorted({d.subject for d in drafts}), "since": since - SLACK, "scan": change.SCAN},
        rows=100_000,
        seconds=60,
    )
    return [row["event"] for row in rows]


def _noticed(store: Store, arrivals: Mapping[str, Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """By subject, differences that a scan noticed and nothing has explained."""
    rows = store.read(
        "MATCH (c:Change) WHERE c.subjectUid IN $subjects AND c.noticedAt >= $since AND c.via = $scan "
        "RETURN properties(c) AS change ORDER BY c.noticedAt, c.uid",
        {
            "subjects": sorted({e["subjectUid"] for e in arrivals.values()}),
            "since": min(e["at"] for e in arrivals.values()) - SLACK,
            "scan": change.SCAN,
        },
        rows=100_000,
        seconds=60,
    )
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        found[row["change"]["subjectUid"]].append(row["change"])
    return found


def _joined(
    arrivals: Mapping[str, Mapping[str, Any]], noticed: Mapping[str, list[dict[str, Any]]]
) -> tuple[dict[str, dict[str, Any]], list[dict[str, Any]]]:
    joins: dict[str, dict[str, Any]] = {}
    further: list[dict[str, Any]] = []
    taken: set[str] = set()
    for uid, event in sorted(arrivals.items(), key=lambda pair: (pair[1]["at"], pair[0])):
        free = [c for c in noticed.get(event["subjectUid"], ()) if c["uid"] not in taken]
        joined, others = change.told_of(event, free)
        if joined is not None:
            joins[uid] = joined
            further += others
            taken |= {joined["uid"], *(o["uid"] for o in others)}
    return joins, further


def _told(
    steps: Sequence[Step],
    batch: Sequence[Candidate],
    known: Mapping[str, Row],
    joined: Mapping[str, Any],
) -> tuple[list[str], dict[str, list[dict[str, Any]]]]:
    """The relations of events that are new, and their ends that nobody has seen."""
    relations: dict[str, list[dict[str, Any]]] = defaultdict(list)
    made = {step.uid for step in steps if step.create}
    ends: set[str] = set()
    for step, candidate in zip(steps, batch, strict=True):
        if step.create or (candidate.told and step.labels):
            for relation in candidate.told:
                if step.uid in joined and relation.target == (step.create or {}).get("subjectUid"):
                    continue  # the scan's record has that relation already
                relations[relation.type].append(_relation_row(relation, candidate.view))
                if relation.target not in known and relation.target not in made:
                    ends.add(relation.target)
    return sorted(ends), relations


def _relation_row(relation: Relation, view: View) -> dict[str, Any]:
    values = {"source": view.scope.source, "fingerprint": relation.source}
    return {"a": relation.source, "b": relation.target, "scope": view.scope.uid, "set": values}


# --- the transaction ------------------------------------------------------------------------------------------------


def _statements(
    writing: Writing, steps: Sequence[Step], batch: Sequence[Candidate], tale: _Tale
) -> list[Statement]:
    created: dict[tuple[str, bool], list[Mapping[str, Any]]] = defaultdict(list)
    relabelled: dict[tuple[str, bool], list[dict[str, Any]]] = defaultdict(list)
    marked: dict[bool, list[str]] = defaultdict(list)
    for step in steps:
        if step.create and step.uid not in tale.joined:
            created[step.kind, "goneAt" in step.create].append(step.create)
        if step.labels and step.set and _is_relabelled(step):
            row = {"uid": step.uid, "fingerprint": step.set["fingerprint"]}
            relabelled[step.kind, step.gone].append(row)
        elif step.labels and step.set:
            marked[step.gone].append(step.uid)
    updates = [{"uid": s.uid, "was": s.was, "set": s.set} for s in steps if s.set]
    statements = [statement.lock((c.look.uid for c in batch), writing.token)]
    if tale.ends:
        statements.append(statement.unresolved(tale.ends, writing.at))
    statements += [statement.create(kind, rows, gone=gone) for (kind, gone), rows in sorted(created.items())]
    statements += [statement.update(rows, writing.at) for rows in (updates, tale.updates) if rows]
    statements += [
        statement.label(kind, rows, gone=gone) for (kind, gone), rows in sorted(relabelled.items())
    ]
    statements += [statement.mark(uids, gone=gone) for gone, uids in sorted(marked.items())]
    if tale.drafts:
        statements.append(statement.change([change.row(d) for d in tale.drafts]))
    statements += [statement.relate(kind, rows, writing.at) for kind, rows in sorted(tale.relations.items())]
    if missing := _left_waiting(steps, batch):
        statements.append(statement.observe_missed(missing))
    forget = [scope for step in steps for scope in step.forget if scope]
    return [*statements, statement.forget_digests(forget)] if forget else statements


def _left_waiting(steps: Sequence[Step], batch: Sequence[Candidate]) -> list[dict[str, Any]]:
    """Records missed for the first time, with the look that saw them last."""
    return [
        {"uid": step.uid, "scope": candidate.look.uid, "at": candidate.view.since}
        for step, candidate in zip(steps, batch, strict=True)
        if step.effect is Effect.MISSED and candidate.view.since is not None
    ]


_WRITTEN = {Effect.NEW, Effect.CHANGED, Effect.GONE, Effect.RESTORED, Effect.MISSED, Effect.PASSED_ON}


def _count(look: Look, step: Step) -> None:
    look.counts[step.effect] += 1
    look.counts["written"] += int(step.effect in _WRITTEN or bool(step.set))
    if step.shared:
        look.shared.add(step.uid)
    if step.effect in {Effect.MISSED, Effect.OUTDATED}:
        look.pending += 1
    if step.effect in {Effect.GONE, Effect.PASSED_ON}:
        look.gone.add(step.uid)


def _count_changes(steps: Sequence[Step], batch: Sequence[Candidate], changes: int) -> None:
    """Change records go to the tallies of the looks that noticed them."""
    for step, candidate in zip(steps, batch, strict=True):
        mine = min(changes, len(step.drafts))
        candidate.look.counts["changes"] += mine
        candidate.look.counts["written"] += mine
        changes -= mine


__all__ = ["ROWS", "UNRESOLVED", "Candidate", "Look", "Writing", "batches", "write_candidates"]
