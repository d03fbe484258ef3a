"""Coverage: what was read, when, and what could not be."""

from __future__ import annotations

from datetime import datetime

from assistant.composer.phrase import counted, places
from assistant.gather import Gathered
from assistant.plan import Plan
from evidence.value import instant
from graph.record import Value
from graph.result import Result


def coverage(plan: Plan, gathered: Gathered, number: int) -> list[str]:
    """How many scopes were not read whole; the table has each with its outcome, time and reason."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None:
        return []
    total, where = reply.result.total, places(plan.within)
    if plan.quantifier == "unread":
        if total == 0:
            return [
                f"{' '.join(p for p in ('No scope', where, 'was not read whole') if p)} [{reply.handle}]."
            ]
        verb = "was not read whole" if total == 1 else "were not read whole"
        return [f"{' '.join(p for p in (counted(total, 'Scope'), where, verb) if p)} [{reply.handle}]."]
    return [
        f"There {'is' if total == 1 else 'are'} {counted(total, 'Scope')}{f' {where}' if where else ''} [{reply.handle}]."
    ]


def scanned(plan: Plan, gathered: Gathered, number: int) -> list[str]:
    """When the scopes under a restriction were last read whole: the latest, and the oldest where they differ."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None:
        return []
    times = [t for t in _column(reply.result, "completeAt") if isinstance(t, datetime)]
    where = places(plan.within)
    if not times:
        return coverage(plan, gathered, number)
    latest, oldest = max(times), min(times)
    lead = f"{counted(reply.result.total, 'Scope')}{f' {where}' if where else ''}"
    said = [f"The latest complete look at {lead} was at {instant(latest)} [{reply.handle}]."]
    if oldest != latest:
        said.append(f"The oldest was at {instant(oldest)} [{reply.handle}].")
    return said


def _column(result: Result, name: str) -> list[Value]:
    place = next((i for i, c in enumerate(result.columns) if c.name == name), None)
    return [row[place] for row in result.rows] if place is not None else []
