"""The one way into the graph: a look at a scope is compared with what is held, and only the difference is written.

The path of an observation: readings are checked, encoded and digested (`graph.stated`); a complete look whose digest is
the scope's own writes nothing but the time; any other is compared record by record (`graph.difference`) with digests
that the database collects, one row for each scope. Then, in this order and in batches of about a thousand rows:
records with their Change records, derived fields, relations, what is missing, and last the outcome of each scope. The
scope's digest is forgotten before and set after, so a crash at any point is repaired by the next look.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from time import monotonic
from uuid import uuid4

from graph import ledger, relating, statement
from graph.batch import Candidate, Look, Writing, write_candidates
from graph.bolt import instant
from graph.deriving import write_derivations
from graph.difference import Effect, View
from graph.digest import digest_as_said
from graph.scope import Outcome, Reading, Tally
from graph.seen import EVENTS
from graph.stated import stated
from graph.store import Store

_RECORDS_AT_ONCE = 20_000
"""Records compared, or times set, in one go: bounds memory here and in the database's transaction."""


def observe(store: Store, readings: Sequence[Reading], *, at: datetime) -> list[Tally]:
    """Writes the readings, and says what that did, one tally for each in their order.

    `at` is when the looks were made, but for those that say themselves that they are older. Raises ConstraintMissing where the graph is not prepared; StoreBusy or
    StoreConflict where other writers do not let go; StoreUnreachable. After any of these the same call is safe.
    """
    started = monotonic()
    at = instant(at)
    ledger.guard(store)
    tallies: dict[int, Tally] = {}
    for run in _runs(readings, at):
        moment = _seen(run[0][1], at)
        said = {r.scope.uid: digest_as_said(r) for _, r in run if r.outcome is Outcome.COMPLETE}
        told = _said_again(store, [reading for _, reading in run], said, moment)
        for group in _groups([reading for _, reading in run if reading.scope.uid not in told]):
            told |= _observed(store, group, said, moment)
        seconds = (monotonic() - started) / max(len(readings), 1)
        tallies |= {number: replace(told[reading.scope.uid], seconds=seconds) for number, reading in run}
    return [tallies[number] for number in range(len(readings))]


def _said_again(
    store: Store, readings: Sequence[Reading], said: Mapping[str, str], at: datetime
) -> dict[str, Tally]:
    """The tallies, by scope, of looks that are word for word the last ones; nothing but their times is written."""
    pages = ledger.pages(store, [reading.scope for reading in readings], at)
    same = [r for r in readings if _is_said_again(r, pages[r.scope.uid], said.get(r.scope.uid), at)]
    scopes = [_Still(r.scope.uid, pages[r.scope.uid].digest, said[r.scope.uid]) for r in same]
    still = _still(store, scopes, at)
    return {r.scope.uid: _tally_of_same(r, pages[r.scope.uid]) for r in same if r.scope.uid in still}


def _observed(
    store: Store, readings: Sequence[Reading], said: Mapping[str, str], at: datetime
) -> dict[str, Tally]:
    """Writes readings of different scopes; the tally of each by its scope."""
    pages = ledger.pages(store, [reading.scope for reading in readings], at)
    looks = [_look(reading, pages[reading.scope.uid], said) for reading in readings]
    _write(store, looks, at)
    return {look.uid: _tally(look) for look in looks}


def _look(reading: Reading, page: ledger.Page, said: Mapping[str, str]) -> Look:
    found = stated(reading)
    faultless = found.problems == reading.problems
    return Look(found, page, said.get(reading.scope.uid, "") if faultless else "")


def _seen(reading: Reading, at: datetime) -> datetime:
    """When that was so: no look is later than the scan that hands it on."""
    return at if reading.at is None else min(instant(reading.at), at)


def _runs(readings: Sequence[Reading], at: datetime) -> Iterator[list[tuple[int, Reading]]]:
    """Readings of one time in a row, each scope once, with their numbers."""
    run: list[tuple[int, Reading]] = []
    scopes: set[str] = set()
    for number, reading in enumerate(readings):
        if run and (reading.scope.uid in scopes or _seen(run[0][1], at) != _seen(reading, at)):
            yield run
            run, scopes = [], set()
        run.append((number, reading))
        scopes.add(reading.scope.uid)
    if run:
        yield run


def _groups(readings: Sequence[Reading]) -> Iterator[list[Reading]]:
    """Readings to be compared together: bounded in records."""
    group: list[Reading] = []
    size = 0
    for reading in readings:
        weight = len(reading.records) + len(reading.relations)
        if group and size + weight > _RECORDS_AT_ONCE:
            yield group
            group, size = [], 0
        group.append(reading)
        size += weight
    if group:
        yield group


def _write(store: Store, looks: Sequence[Look], at: datetime) -> None:
    looks = [look for look in looks if not _is_outdated(look, at)]
    read = [look for look in looks if look.stated.read]
    same = _unchanged(store, [look for look in read if _is_unchanged(look)], at)
    rest = [look for look in read if look.uid not in same]
    if rest:
        _compare(store, rest, at)
    unread = [look for look in looks if not look.stated.read]
    if unread:
        _close(store, unread, at, uuid4().hex)


def _is_outdated(look: Look, at: datetime) -> bool:
    """A look at a scope that somebody has read whole since says nothing about what is there now."""
    later = look.page.complete_at
    if later is None or later <= at:
        return False
    look.outdated = True
    look.problems.append(
        f"a look of {later:%Y-%m-%d %H:%M:%S} UTC is in the graph already; this older one is left out"
    )
    return True


# --- nothing has changed --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Still:
    """A scope that was found as the graph holds it: the digest that it has there, and that of how it was said."""

    uid: str
    digest: str | None
    said: str


def _is_said_again(reading: Reading, page: ledger.Page, said: str | None, at: datetime) -> bool:
    """Whether a complete look is word for word the last one, and the graph still holds what that stated."""
    again = bool(said) and page.said == said and page.digest is not None
    latest = page.complete_at is not None and page.complete_at <= at
    return again and latest and not ledger.differs(page, reading.outcome, reading.reason, reading.missing)


def _tally_of_same(reading: Reading, page: ledger.Page) -> Tally:
    return Tally(
        scope=reading.scope,
        outcome=reading.outcome,
        records=page.records,
        unchanged=page.records,
        reason=reading.reason,
        problems=reading.problems,
    )


def _is_unchanged(look: Look) -> bool:
    return (
        look.stated.complete
        and look.page.digest == look.stated.digest
        and not ledger.differs(
            look.page, Outcome.COMPLETE, look.stated.reading.reason, look.stated.reading.missing
        )
    )


def _unchanged(store: Store, looks: Sequence[Look], at: datetime) -> set[str]:
    """Sets the times of looks that state what the graph holds. Gives the scopes for which that was still so."""
    uids = _still(store, [_Still(look.uid, look.stated.digest, look.said) for look in looks], at)
    for look in looks:
        if look.uid in uids:
            look.counts[Effect.UNCHANGED] += len(look.stated.items)
    return uids


def _still(store: Store, scopes: Sequence[_Still], at: datetime) -> set[str]:
    """Sets the times of scopes that are as the graph holds them. Gives those for which that was still so."""
    if not scopes:
        return set()
    rows = [{"uid": s.uid, "digest": s.digest, "said": s.said or None} for s in scopes]
    answer = store.write([ledger.still(rows, at), statement.observe_shared([s.uid for s in scopes], at)])
    return set(answer[0][0]["uids"])


# --- something has changed, or may have -----------------------------------------------------------------------------


def _compare(store: Store, looks: Sequence[Look], at: datetime) -> None:
    token = uuid4().hex
    writing = Writing(store, at, token, {look.uid: look for look in looks if look.stated.complete})
    views = {look.uid: View(look.stated.scope, at, look.page.complete_at) for look in looks}
    store.write([ledger.open_page([look.stated for look in looks], token)])
    held = _held(store, [look.uid for look in looks if not look.only_events])
    _records(writing, looks, views, held)
    write_derivations(writing, looks, views)
    edges = relating.held(store, looks)
    relating.write_relations(writing, looks, edges)
    _missing(writing, looks, views, held)
    relating.write_missing(writing, looks, edges, held)
    _refresh(store, looks, at, held, edges)
    _close(store, looks, at, token)


def _held(store: Store, scopes: Sequence[str]) -> dict[str, dict[str, tuple[str, bool]]]:
    """By scope and uid: the digest of every record that is there, and whether it was missed. One row for each scope."""
    rows = store.stream(
        "MATCH (n:Record) WHERE n.scope IN $scopes AND n.goneAt IS NULL AND NOT n.kind IN $events "
        "RETURN n.scope AS scope, collect([n.uid, n.fingerprint, n.missedAt IS NOT NULL]) AS held",
        {"scopes": list(scopes), "events": EVENTS},
    )
    return {row["scope"]: {uid: (digest, missed) for uid, digest, missed in row["held"]} for row in rows}


def _records(
    writing: Writing,
    looks: Sequence[Look],
    views: dict[str, View],
    held: dict[str, dict[str, tuple[str, bool]]],
) -> None:
    candidates: list[Candidate] = []
    for look in looks:
        known = held.get(look.uid, {})
        for uid, item in look.stated.items.items():
            if known.get(uid) == (item.digest, False):
                look.counts[Effect.UNCHANGED] += 1
            else:
                told = look.stated.told.get(uid, ())
                candidates.append(Candidate(uid, views[look.uid], look, item, told))
    write_candidates(writing, candidates)


def _missing(
    writing: Writing,
    looks: Sequence[Look],
    views: dict[str, View],
    held: dict[str, dict[str, tuple[str, bool]]],
) -> None:
    write_candidates(
        writing,
        [
            Candidate(uid, views[look.uid], look)
            for look in looks
            if look.stated.complete
            for uid in held.get(look.uid, {})
            if uid not in look.stated.items
        ],
    )


def _refresh(
    store: Store,
    looks: Sequence[Look],
    at: datetime,
    held: dict[str, dict[str, tuple[str, bool]]],
    edges: relating.Held,
) -> None:
    """Sets the time of what was seen and is unchanged, one by one, where the time of the scope does not say it."""
    for look in looks:
        if look.stated.complete:
            uids = sorted(look.shared)
        else:
            uids = [uid for uid in look.stated.items if uid in held.get(look.uid, {}) or uid in look.shared]
        if uids:
            store.write([statement.observe_some(uids, at)])
        if not look.stated.complete:
            relating.refresh(store, look, at, edges)


def _close(store: Store, looks: Sequence[Look], at: datetime, token: str) -> None:
    rows = [
        ledger.close_page(
            look.stated, look.page, at, look.said, clean=not look.pending, shared=sorted(look.shared)
        )
        for look in looks
    ]
    store.write(ledger.closed(rows, token, at))


def _tally(look: Look) -> Tally:
    reading, counts = look.stated.reading, look.counts
    news = not look.outdated and ledger.differs(look.page, reading.outcome, reading.reason, reading.missing)
    return Tally(
        scope=reading.scope,
        outcome=reading.outcome,
        records=len(look.stated.items),
        new=counts[Effect.NEW],
        changed=counts[Effect.CHANGED],
        gone=counts[Effect.GONE],
        restored=counts[Effect.RESTORED],
        unchanged=counts[Effect.UNCHANGED] + counts[Effect.SHARED],
        relations_new=counts["relations new"],
        relations_changed=counts["relations changed"],
        relations_gone=counts["relations gone"],
        changes=counts["changes"],
        written=counts["written"] + int(news),
        reason=reading.reason,
        problems=(*look.stated.problems, *look.problems),
    )
