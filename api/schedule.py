"""What a served instance does by itself: the weekly report, and scans where an interval is set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.cron import CronTrigger
from apscheduler.triggers.interval import IntervalTrigger

from api import assembly, scans
from api.assembly import Assembly
from api.log import LOGGER
from api.ownership import delivery, shelf
from api.setting_file import duration
from graph.errors import AletheiaError, Misconfigured

_WEEKLY = re.compile(r"(mon|tue|wed|thu|fri|sat|sun)\s+([01]?\d|2[0-3]):([0-5]\d)")


def trigger(text: str, timezone: str) -> CronTrigger:
    """`mon 07:00` in a zone. Raises Misconfigured for what is none."""
    matched = _WEEKLY.fullmatch(text.strip().lower())
    if matched is None:
        raise Misconfigured(f'[report] schedule is {text!r}; expected a day and a time, as in "mon 07:00".')
    return CronTrigger(
        day_of_week=matched[1], hour=int(matched[2]), minute=int(matched[3]), timezone=zone(timezone)
    )


def zone(name: str) -> ZoneInfo:
    """A zone by its name. Raises Misconfigured for one that is not known."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as unknown:
        raise Misconfigured(
            f'[report] timezone is {name!r}; expected one such as "Europe/Berlin" or "UTC".'
        ) from unknown


@contextmanager
def running(parts: Assembly) -> Iterator[None]:
    """The schedule, for as long as the context lasts. A run that was missed for hours is made up for once."""
    chosen = parts.settings
    scheduler: Any = BackgroundScheduler(timezone=zone(chosen.report.timezone))
    if chosen.report.schedule:
        weekly = trigger(chosen.report.schedule, chosen.report.timezone)
        scheduler.add_job(
            report, weekly, args=[parts], coalesce=True, misfire_grace_time=24 * 3600, max_instances=1
        )
    if chosen.serve.scan_every and chosen.has_sources:
        every = IntervalTrigger(seconds=int(_interval(chosen.serve.scan_every)))
        scheduler.add_job(scan, every, args=[parts], coalesce=True, max_instances=1)
    scheduler.start()
    try:
        yield
    finally:
        scheduler.shutdown(wait=False)


def _interval(text: str) -> float:
    try:
        seconds = duration(text).total_seconds()
    except ValueError as wrong:
        raise Misconfigured(f'[serve] scan_every is {text!r}; expected a duration, as in "1h".') from wrong
    if seconds < 60:
        raise Misconfigured(
            f"[serve] scan_every is {text!r}; a scan every minute is the most that sources bear."
        )
    return seconds


def report(parts: Assembly) -> None:
    """Makes this week's report, where nobody has yet, and delivers it once."""
    try:
        made, fresh = shelf.made(parts, assembly.now())
        if fresh:
            LOGGER.info(
                "report of %s made; %s",
                made["week"],
                ", ".join(delivery.deliver(made, parts.settings.report)) or "kept",
            )
    except AletheiaError:
        LOGGER.exception("the weekly report failed")


def scan(parts: Assembly) -> None:
    """One scan of everything."""
    try:
        done = scans.run(parts)
        LOGGER.info(
            "scan %s: %d scopes, %d not read whole", done.outcome, len(done.tallies), len(done.unread)
        )
    except AletheiaError:
        LOGGER.exception("the scan failed")
