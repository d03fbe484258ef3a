"""Coverage: what was read, when, and what could not be."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from assistant.composer.phrase import Said, counted, places
from assistant.gather import Gathered
from assistant.plan import Plan
from evidence.value import instant
from graph.record import Value
from graph.result import Result

_PLACES = 8
"""Places and scopes told by name; the table has the others."""

_ENDED = {
    "denied": "denied",
    "failed": "failed",
    "partial": "partial",
    "not offered": "not offered",
    "complete": "complete",
}


def coverage(plan: Plan, gathered: Gathered, number: int) -> list[Said]:
    """How many scopes ended how; the table has each with its outcome, time and reason."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None:
        return []
    total, where, handle = reply.result.total, places(plan.within), reply.handle
    be = "is" if total == 1 else "are"
    if total == 0:
        none = f"No scope {where} was not read whole".replace("  ", " ")
        placed = f"There is no such scope {where} [{handle}]." if where else ""
        return [(f"{none} [{handle}].", *([placed] if placed else []), f"There is no such scope [{handle}].")]
    such = f"There {be} {total} such {'scope' if total == 1 else 'scopes'}{f' {where}' if where else ''} [{handle}]."
    outcomes = _outcomes(reply.result, where, handle)
    if len(outcomes) == 1:
        return [(outcomes[0][0], such)]
    return [(such, f"There {be} {counted(total, 'Scope')} [{handle}]."), *outcomes]


def _outcomes(result: Result, where: str, handle: str) -> list[Said]:
    """A sentence for each outcome, commonest first, where all rows are shown."""
    ends = Counter(str(o) for o in _column(result, "outcome"))
    if len(result.rows) < result.total:
        return []
    said: list[Said] = []
    for outcome, count in ends.most_common():
        be = "is" if count == 1 else "are"
        lead = f"{counted(count, 'Scope')}{f' {where}' if where else ''}"
        said.append((f"{lead} {be} {_ENDED.get(outcome, outcome)} [{handle}].", ""))
    return said


def scanned(plan: Plan, gathered: Gathered, number: int) -> list[Said]:
    """When: the newest and the oldest complete looks first, then how they ended; the table has each."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None or not reply.result.rows:
        return coverage(plan, gathered, number)
    where, times = (
        places(plan.within),
        [a for a in _column(reply.result, "completeAt") if isinstance(a, datetime)],
    )
    minutes = Counter(instant(at) for at in times)
    said: list[Said] = []
    if len(reply.result.rows) == reply.result.total:
        for minute in dict.fromkeys((instant(max(times)), instant(min(times))) if times else ()):
            count = minutes[minute]
            be = "was" if count == 1 else "were"
            lead = f"{counted(count, 'Scope')}{f' {where}' if where else ''}"
            said.append((f"{lead} {be} complete at {minute} [{reply.handle}].", ""))
    outcomes = _outcomes(reply.result, where, reply.handle)
    if said and len(outcomes) == 1 and len(times) == reply.result.total:
        return said  # all of them are complete, as was just said
    if max(minutes.values(), default=0) == len(
        [o for o in _column(reply.result, "outcome") if o == "complete"]
    ):
        outcomes = outcomes[1:]
    return [*said, *outcomes] or coverage(plan, gathered, number)


def looks(plan: Plan, gathered: Gathered, number: int) -> list[str]:
    """Notes of the application: the newest and the oldest complete look, each account or cluster by itself, and what was never read whole."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None or not reply.result.rows:
        return []
    names, ends = _column(reply.result, "words"), _column(reply.result, "completeAt")
    where = places(plan.within)
    read: dict[str, list[datetime]] = {}
    for name, at in zip(names, ends, strict=True):
        if isinstance(at, datetime):
            read.setdefault(" ".join(str(name).split()[:2]), []).append(at)
    never = [str(name) for name, at in zip(names, ends, strict=True) if at is None]
    said = [_span(place, where, min(times), max(times)) for place, times in sorted(read.items())[:_PLACES]]
    if never:
        more = f" and {len(never) - _PLACES} more" if len(never) > _PLACES else ""
        said.append(f"Never read whole: {', '.join(never[:_PLACES])}{more}.")
    return said


def whole(plan: Plan, gathered: Gathered, number: int) -> list[str]:
    """A note of the application where nothing was left unread."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None or reply.result.total or plan.quantifier != "unread":
        return []
    where = places(plan.within)
    return [f"Everything that is scanned{f' {where}' if where else ''} was read whole at its last look."]


def _span(place: str, where: str, oldest: datetime, newest: datetime) -> str:
    lead = f"{place}{f' {where}' if where else ''}"
    if instant(oldest) == instant(newest):
        return f"{lead} was last read whole at {instant(newest)}."
    return (
        f"{lead} was last read whole at {instant(newest)}; the scope read longest ago, at {instant(oldest)}."
    )


def _column(result: Result, name: str) -> list[Value]:
    place = next((i for i, c in enumerate(result.columns) if c.name == name), None)
    return [row[place] for row in result.rows] if place is not None else []
