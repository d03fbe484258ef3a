"""Reports as they were made: one file a week, made once however often or from wherever it is asked for."""

from __future__ import annotations

import fcntl
import json
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from api.assembly import Assembly
from api.ownership import gather
from api.ownership import week as weeks
from api.ownership.week import Week
from api.plain import Plain
from graph.errors import BadInput


def made(parts: Assembly, now: datetime, wanted: Week | None = None) -> tuple[Plain, bool]:
    """The week's report, and whether it was made just now. Raises BadInput for another week than this without one."""
    zone = ZoneInfo(parts.settings.report.timezone)
    this = weeks.of(now.astimezone(zone).date())
    week = wanted or this
    folder = _folder(parts.settings.home)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / "making.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (kept := find(parts.settings.home, week)) is not None:
            return kept, False
        if week != this:
            raise BadInput(
                f"No report was made in {week}. Made were: {', '.join(filed(parts.settings.home)) or 'none'}."
            )
        previous = find(parts.settings.home, week.before())
        report = gather.report(parts.store, week, week.window(zone), now, previous)
        _keep(folder, report)
        return report, True


def find(home: Path, week: Week) -> Plain | None:
    """A report that was made, or None."""
    file = _folder(home) / f"{week}.json"
    if not file.exists():
        return None
    held: Plain = json.loads(file.read_text(encoding="utf-8"))
    return held


def filed(home: Path) -> list[str]:
    """The weeks of which there is a report, newest first."""
    return sorted((f.stem for f in _folder(home).glob("*.json")), reverse=True)


def _keep(folder: Path, report: Plain) -> None:
    unfinished = folder / f"{report['week']}.part"
    unfinished.write_text(json.dumps(report, ensure_ascii=False), encoding="utf-8")
    unfinished.replace(folder / f"{report['week']}.json")


def _folder(home: Path) -> Path:
    return home / "reports" / "ownership"
