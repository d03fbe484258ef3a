"""Runs of the collectors: one at a time in a process, followed by the rules, watched by whoever asks."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from api import assembly
from api.assembly import Assembly
from api.plain import Plain, time
from api.sources import sources
from graph.errors import AletheiaError, Refused
from graph.scope import Tally

if TYPE_CHECKING:
    import boto3

    from collectors.scan import Progress, ScanReport

Within = Mapping[str, Collection[str]]


def run(
    parts: Assembly,
    *,
    only: tuple[str, ...] = (),
    within: Within | None = None,
    at: datetime | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    aws: boto3.Session | None = None,
) -> ScanReport:
    """Observes what is configured, then infers from it. Raises BadInput for a collector that is not configured."""
    observed = observe(parts, only=only, within=within, at=at, on_progress=on_progress, aws=aws)
    inferred = infer(parts, at=at, on_progress=on_progress)
    tallies = (*observed.tallies, *inferred.tallies)
    return replace(observed, ended_at=inferred.ended_at, tallies=tallies)


def observe(
    parts: Assembly,
    *,
    only: tuple[str, ...] = (),
    within: Within | None = None,
    at: datetime | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    aws: boto3.Session | None = None,
) -> ScanReport:
    """Observes what is configured, and infers nothing. Raises BadInput for a collector that is not configured."""
    from collectors.scan import scan  # noqa: PLC0415 — only a scan needs the loop

    return scan(
        parts.store,
        sources(parts.settings, only, aws),
        at=at,
        only=only,
        within=within,
        on_progress=on_progress,
    )


def infer(
    parts: Assembly, *, at: datetime | None = None, on_progress: Callable[[Progress], None] | None = None
) -> ScanReport:
    """Runs the rules over what was observed: links, applications, owners, code, management."""
    from collectors.rules import run as rules  # noqa: PLC0415 — only a scan infers
    from collectors.scan import scan  # noqa: PLC0415

    settings = parts.settings
    complete = frozenset(a.name or a.profile or "default" for a in settings.aws if a.state_complete)
    configured = rules.Configured(settings.teams.aliases, complete)
    return scan(parts.store, [rules.source(parts.store, configured)], at=at, on_progress=on_progress)


@dataclass(slots=True)
class Run:
    """One run in the background, and what it has told so far."""

    id: str
    started_at: datetime
    collectors: tuple[str, ...]
    told: list[Plain] = field(default_factory=list[Plain])
    ended_at: datetime | None = None
    outcome: str = ""
    news: threading.Condition = field(default_factory=threading.Condition)

    def after(self, seen: int) -> list[Plain]:
        """What was told after the first `seen`; waits for it a while, or until the run ends."""
        with self.news:
            self.news.wait_for(lambda: len(self.told) > seen or self.ended_at is not None, timeout=30)
            return self.told[seen:]


@dataclass(slots=True)
class Scans:
    """The runs of this process. A second is refused while one is under way: it would read the same scopes again."""

    parts: Assembly
    runs: dict[str, Run] = field(default_factory=dict[str, Run])
    busy: threading.Lock = field(default_factory=threading.Lock)

    def start(self, collectors: tuple[str, ...], within: Within) -> Run:
        """Begins a run in the background. Raises Refused while another is under way."""
        if not self.busy.acquire(blocking=False):
            raise Refused("A scan is under way. Wait for it to end, or watch it.")
        run_ = Run(uuid.uuid4().hex, assembly.now(), collectors)
        self.runs[run_.id] = run_
        threading.Thread(target=self._through, args=(run_, within), daemon=True, name="scan").start()
        return run_

    def _through(self, held: Run, within: Within) -> None:
        try:
            report = run(
                self.parts, only=held.collectors, within=within, on_progress=lambda p: _tell(held, p)
            )
            self._end(held, str(report.outcome))
        except AletheiaError as error:
            _append(held, _failed(str(error)))
            self._end(held, "failed")
        finally:
            self.busy.release()

    def _end(self, held: Run, outcome: str) -> None:
        with held.news:
            held.ended_at, held.outcome = assembly.now(), outcome
            held.news.notify_all()

    def watch(self, run_id: str) -> Iterator[Plain]:
        """What the run tells, from its beginning, and at the end the run itself. Raises Refused for an id of no run."""
        held = self.runs.get(run_id)
        if held is None:
            raise Refused(f"No scan has the id {run_id}.")
        seen = 0
        while held.ended_at is None or seen < len(held.told):
            fresh = held.after(seen)
            seen += len(fresh)
            yield from fresh
        yield plain_run(held)


def plain_run(held: Run) -> Plain:
    """A run as plain data."""
    return {
        "__typename": "Scan",
        "id": held.id,
        "startedAt": time(held.started_at),
        "endedAt": time(held.ended_at),
        "collectors": list(held.collectors),
        "scopes": list(held.told),
        "outcome": held.outcome or None,
    }


def plain_tally(tally: Tally) -> Plain:
    """What one look did, as plain data."""
    return {
        "__typename": "ScopeTally",
        "scope": tally.scope.words,
        "outcome": tally.outcome.name,
        "records": tally.records,
        "new": tally.new,
        "changed": tally.changed,
        "gone": tally.gone,
        "seconds": tally.seconds,
        "reason": tally.reason or None,
    }


def _tell(held: Run, progress: Progress) -> None:
    _append(
        held,
        {
            "__typename": "ScopeTally",
            "scope": progress.scope.words,
            "outcome": progress.outcome.name,
            "records": progress.records,
            "new": 0,
            "changed": 0,
            "gone": 0,
            "seconds": 0.0,
            "reason": progress.reason or None,
        },
    )


def _failed(reason: str) -> Plain:
    tally = {"scope": "the scan", "outcome": "FAILED", "records": 0, "new": 0, "changed": 0, "gone": 0}
    return {"__typename": "ScopeTally", **tally, "seconds": 0.0, "reason": reason}


def _append(held: Run, told: Plain) -> None:
    with held.news:
        held.told.append(told)
        held.news.notify_all()
