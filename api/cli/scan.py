"""`aletheia scan`: runs the collectors, and ends with the table of scopes."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Self

import typer

from api.cli.option import AsJson, Config
from graph.errors import Misconfigured
from graph.scope import Outcome

if TYPE_CHECKING:
    from rich.console import RenderableType

    from collectors.scan import Progress, ScanReport
    from graph.scope import Tally

_EXITS = {Outcome.COMPLETE: 0, Outcome.PARTIAL: 3}
FAILED = 1
_UNREAD = (Outcome.PARTIAL, Outcome.DENIED, Outcome.FAILED)
_WIDE = 200
"""Columns where nobody's terminal is written to: a scope stays on its line."""


def scan(
    collectors: Annotated[
        list[str] | None, typer.Argument(help="aws, k8s, code, terraform; all where none is named.")
    ] = None,
    config: Config = None,
    as_json: AsJson = False,
    account: Annotated[
        list[str] | None, typer.Option("--account", help="Only scopes of this AWS account id.")
    ] = None,
    region: Annotated[
        list[str] | None, typer.Option("--region", help="Only scopes of this AWS region.")
    ] = None,
    cluster: Annotated[
        list[str] | None, typer.Option("--cluster", help="Only scopes of this cluster.")
    ] = None,
) -> None:
    """Observe what is configured and write what was seen. Exit 0 complete, 3 partial, 1 failed."""
    from api import scans, settings
    from api.assembly import opened

    loaded = settings.load(config)
    if not loaded.has_sources:
        raise Misconfigured(
            "Nothing is configured to be observed. Run `aletheia init`, then look into aletheia.toml."
        )
    places = {"account": account, "region": region, "cluster": cluster}
    within = {name: tuple(values) for name, values in places.items() if values}
    with opened(loaded) as parts:
        watched = Watch(quiet=as_json or not sys.stderr.isatty())
        with watched:
            report = scans.run(parts, only=tuple(collectors or ()), within=within, on_progress=watched.tell)
    if as_json:
        sys.stdout.write(json.dumps(_plain(report)) + "\n")
    else:
        _print(report)
    raise typer.Exit(_EXITS.get(report.outcome, FAILED))


class Watch:
    """A line that shows how far a scan has come, on a terminal."""

    def __init__(self, *, quiet: bool) -> None:
        from rich.console import Console

        self._status = None if quiet else Console(stderr=True).status("scanning")

    def __enter__(self) -> Self:
        """Shows the line."""
        if self._status:
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Takes it away."""
        if self._status:
            self._status.stop()

    def tell(self, progress: Progress) -> None:
        """One more scope is read."""
        if self._status:
            failed = f", {progress.errors} not read" if progress.errors else ""
            self._status.update(
                f"{progress.done} of {progress.known} scopes, {progress.records} records{failed} · {progress.scope.words}"
            )


def _plain(report: ScanReport) -> dict[str, object]:
    from api.plain import time
    from api.scans import plain_tally

    return {
        "startedAt": time(report.started_at),
        "endedAt": time(report.ended_at),
        "outcome": report.outcome.name,
        "scopes": [plain_tally(t) for t in report.tallies],
    }


def _print(report: ScanReport) -> None:
    from rich.console import Console

    console = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDE)
    console.print(_table(report))
    for tally in _sorted(report):
        if told := "; ".join(t for t in (tally.reason, *tally.problems) if t):
            console.print(_problem(tally, told))
    seconds = (report.ended_at - report.started_at).total_seconds()
    records = sum(t.records for t in report.tallies)
    console.print(
        f"{report.outcome}: {len(report.tallies)} scopes, {records} records, {len(report.unread)} not read whole, {seconds:.1f} s"
    )


def _sorted(report: ScanReport) -> list[Tally]:
    return sorted(report.tallies, key=lambda t: t.scope.words)


def _table(report: ScanReport) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    from api.terminal import clean

    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("scope", overflow="fold")
    table.add_column("outcome", no_wrap=True)
    for head in ("records", "new", "changed", "gone", "seconds"):
        table.add_column(head, justify="right", no_wrap=True)
    for t in _sorted(report):
        style = "red" if t.outcome in _UNREAD else ""
        counts = (str(n) for n in (t.records, t.new, t.changed, t.gone))
        table.add_row(
            Text(clean(t.scope.words)), Text(str(t.outcome), style=style), *counts, f"{t.seconds:.2f}"
        )
    return table


def _problem(tally: Tally, told: str) -> RenderableType:
    """What went wrong in a scope, in words, below its name."""
    from rich.padding import Padding
    from rich.text import Text

    from api.terminal import clean

    head = Text(
        f"{clean(tally.scope.words)} · {tally.outcome}\n", style="red" if tally.outcome in _UNREAD else ""
    )
    return Padding(head.append(clean(told), style="dim"), (1, 0, 0, 0))
