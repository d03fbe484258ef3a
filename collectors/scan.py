"""The scan loop: every source's looks side by side, each reading handed to the writer as it arrives.

A look ends in exactly one outcome, and none stops the others. Only a few readings wait for the writer at a time, so
memory does not grow with the estate.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Protocol

from collectors.source import Look, Source
from graph import writer
from graph.errors import BadInput, Denied, Incomplete, NotOffered, Retry, SkipScope
from graph.record import Record, Uid, Value
from graph.scope import Outcome, Reading, Scope, Tally
from graph.store import Store

_WORKERS = 16
_BATCH_RECORDS = 2_000
"""Records of one hand-over to the writer, which batches by about a thousand rows itself."""
_BATCH_SCOPES = 40
_PATIENCE = 1.0
"""Seconds that a reading waits for others to be written together with."""
_TRIES = 3
"""Times that readings are offered to a writer whose database is busy, each past the driver's own retries."""
_READ = (Outcome.COMPLETE, Outcome.NOT_OFFERED)
"""Outcomes after which nothing is left to be read."""


class Observe(Protocol):
    """How readings are written: `graph.writer.observe`."""

    def __call__(self, store: Store, readings: Sequence[Reading], *, at: datetime) -> list[Tally]:
        """Write the readings; what that did, one tally for each, in their order."""
        ...


@dataclass(frozen=True, slots=True)
class Progress:
    """One scope has been read and written. Counts are those of the scan so far; `known` grows while sources are listed."""

    tally: Tally
    done: int
    known: int
    records: int
    errors: int

    @property
    def scope(self) -> Scope:
        """The scope that was read."""
        return self.tally.scope

    @property
    def outcome(self) -> Outcome:
        """How the look at it ended."""
        return self.tally.outcome

    @property
    def reason(self) -> str:
        """Why it was not complete, in words."""
        return self.tally.reason


@dataclass(frozen=True, slots=True)
class ScanReport:
    """What a scan did: a tally for each scope, in the order they were written. `left` scopes were not looked at (cancelled)."""

    started_at: datetime
    ended_at: datetime
    tallies: tuple[Tally, ...]
    left: int = 0

    @property
    def outcome(self) -> Outcome:
        """COMPLETE where every scope was read whole or is not offered, FAILED where none was read, else PARTIAL."""
        found = Counter(t.outcome for t in self.tallies)
        if not self.left and all(o in _READ for o in found):
            return Outcome.COMPLETE
        return Outcome.PARTIAL if found[Outcome.COMPLETE] or found[Outcome.PARTIAL] else Outcome.FAILED

    @property
    def unread(self) -> tuple[Tally, ...]:
        """The scopes that could not be read whole."""
        return tuple(t for t in self.tallies if t.outcome not in _READ)


def scan(
    store: Store,
    sources: Iterable[Source],
    *,
    at: datetime | None = None,
    only: Collection[str] = (),
    within: Mapping[str, Collection[str]] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    observe: Observe = writer.observe,
    workers: int = _WORKERS,
    cancel: threading.Event | None = None,
) -> ScanReport:
    """Look at every scope of the sources and write what was seen.

    `only` narrows to sources of these names, `within` to scopes in these places ({"region": ("eu-west-1",)}). Setting
    `cancel` from another thread starts no further look; those in flight are written. Raises BadInput for a name that
    no source has, and Misconfigured where the graph itself cannot be written.
    """
    started = at or datetime.now(UTC)
    chosen = _chosen(tuple(sources), only)
    run = _Run(store, observe, started, dict(within or {}), on_progress, cancel or threading.Event())
    run.through(chosen, workers)
    ended = datetime.now(UTC)
    report = ScanReport(started, ended, tuple(run.tallies), run.left)
    if any(s.observes for s in chosen):
        run.observe(store, [_own_reading(report, chosen)], at=ended)
    return report


def attempt(look: Look) -> Reading:
    """The look's reading, whatever happens: an error is an outcome of its scope, in words, and of no other."""
    try:
        return look.read()
    except SkipScope as error:
        return Reading(look.scope, outcome_of(error), reason=str(error))
    except Exception as error:  # noqa: BLE001 — one scope's fault must not stop the others
        words = f"{type(error).__name__}: {error}. This is a fault of Aletheia; please report it."
        return Reading(look.scope, Outcome.FAILED, reason=words)


def outcome_of(error: SkipScope) -> Outcome:
    """How a look that raised this ended."""
    match error:
        case Denied():
            return Outcome.DENIED
        case NotOffered():
            return Outcome.NOT_OFFERED
        case Incomplete():
            return Outcome.PARTIAL
        case _:
            return Outcome.FAILED


@dataclass(slots=True)
class _Run:
    """The state of one scan; touched by the calling thread only, the pool reads."""

    store: Store
    observe: Observe
    at: datetime
    within: Mapping[str, Collection[str]]
    on_progress: Callable[[Progress], None] | None
    cancel: threading.Event
    waiting: deque[Look] = field(default_factory=deque)
    listing: set[Future[list[Look]]] = field(default_factory=set)
    reading: dict[Future[Reading], float] = field(default_factory=dict)
    batch: list[tuple[Reading, float]] = field(default_factory=list)
    tallies: list[Tally] = field(default_factory=list)
    known: int = 0
    records: int = 0
    errors: int = 0
    left: int = 0

    def through(self, sources: Sequence[Source], workers: int) -> None:
        """List the looks of all sources and take every look, until none is left or the scan is cancelled."""
        pool = ThreadPoolExecutor(workers, thread_name_prefix="scan")
        try:
            self.listing = {pool.submit(_looks, source) for source in sources}
            while self.listing or self.waiting or self.reading:
                self._launch(pool, workers)
                self._gather()
            self._write()
        finally:
            pool.shutdown(wait=self.cancel.is_set() or not self.reading, cancel_futures=True)

    def _launch(self, pool: ThreadPoolExecutor, workers: int) -> None:
        """Keep the pool busy, and no more than that: what is read waits in memory for the writer."""
        if self.cancel.is_set():
            self.left += len(self.waiting)
            self.waiting.clear()
        while self.waiting and len(self.reading) < 2 * workers:
            self.reading[pool.submit(attempt, self.waiting.popleft())] = monotonic()

    def _gather(self) -> None:
        """Take what has come; write when enough has, or when nothing comes."""
        flying: set[Future[Any]] = {*self.listing, *self.reading}
        if not flying:
            return
        done, _ = wait(flying, timeout=_PATIENCE if self.batch else None, return_when=FIRST_COMPLETED)
        for listed in [f for f in self.listing if f in done]:
            self.listing.discard(listed)
            self._know(listed.result())
        for read in [f for f in self.reading if f in done]:
            since = self.reading.pop(read)
            self.batch.append((read.result(), monotonic() - since))
        size = sum(len(r.records) for r, _ in self.batch)
        if not done or size >= _BATCH_RECORDS or len(self.batch) >= _BATCH_SCOPES:
            self._write()

    def _know(self, looks: Iterable[Look]) -> None:
        wanted = [look for look in looks if _lies_within(look.scope, self.within)]
        self.known += len(wanted)
        self.waiting.extend(wanted)

    def _write(self) -> None:
        """Hand the batch to the writer, and tell what became of it."""
        batch, self.batch = self.batch, []
        if not batch:
            return
        written = self._written([reading for reading, _ in batch])
        for tally, (_, seconds) in zip(written, batch, strict=True):
            self._count(replace(tally, seconds=round(tally.seconds + seconds, 3)))

    def _written(self, readings: Sequence[Reading]) -> list[Tally]:
        """What the writer says; where other writers do not let go, these scopes were not written and the scan goes on."""
        reason = ""
        for _ in range(_TRIES):
            try:
                return self.observe(self.store, readings, at=self.at)
            except Retry as error:
                reason = f"Read, and not written: {error}"
        return [Tally(r.scope, Outcome.FAILED, 0, reason=reason) for r in readings]

    def _count(self, tally: Tally) -> None:
        self.tallies.append(tally)
        self.records += tally.records
        self.errors += tally.outcome not in _READ
        if self.on_progress:
            self.on_progress(Progress(tally, len(self.tallies), self.known, self.records, self.errors))


def _looks(source: Source) -> list[Look]:
    """The looks of a source; where even listing them fails, one look that fails."""
    failure: list[Look] = []

    def listed() -> Reading:
        failure.extend(source.looks())
        return Reading(_whole(source), Outcome.COMPLETE)

    reading = attempt(Look(_whole(source), listed))
    if reading.outcome is Outcome.COMPLETE:
        return failure
    return [*failure, Look(reading.scope, lambda: reading)]


def _whole(source: Source) -> Scope:
    """The scope that stands for a whole source, where its scopes could not be listed."""
    return Scope(f"scope://{source.name}/{source.words}", source.name, (), f"{source.words} (scopes)", {})


def _chosen(sources: tuple[Source, ...], only: Collection[str]) -> tuple[Source, ...]:
    names = {s.name for s in sources}
    if unknown := sorted(set(only) - names):
        raise BadInput(
            f"No source is named {', '.join(unknown)}. Configured are: {', '.join(sorted(names)) or 'none'}."
        )
    return tuple(s for s in sources if not only or s.name in only)


def _lies_within(scope: Scope, within: Mapping[str, Collection[str]]) -> bool:
    """Whether the scope lies in the places asked for; one that lies in none of such a kind does not."""
    return all(scope.place.get(name, "") in accepted for name, accepted in within.items() if accepted)


def _own_reading(report: ScanReport, sources: Iterable[Source]) -> Reading:
    """The scan itself, as a record."""
    fields: dict[str, Value] = {
        "startedAt": report.started_at,
        "endedAt": report.ended_at,
        "collectors": sorted({s.name for s in sources}),
        "scopes": len(report.tallies),
        "unread": len(report.unread) + report.left,
        "outcome": str(report.outcome),
    }
    name = f"scan of {report.started_at:%Y-%m-%d %H:%M:%S} UTC"
    scope = Scope("scope://scans", "scan", ("Scan",), "scans", {})
    uid = Uid(f"scan://{report.started_at.isoformat()}")
    return Reading(scope, Outcome.COMPLETE, (Record(uid, "Scan", name, fields),))
