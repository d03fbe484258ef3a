"""Changes: how many in which window, and the latest of them, told by the record of the change."""

from __future__ import annotations

from assistant.composer.phrase import counted, places, window
from assistant.gather import Gathered, Reply
from assistant.plan import Plan
from graph.record import Known

_TOLD = 5


def changes(plan: Plan, gathered: Gathered, number: int) -> list[str]:
    """A lead sentence with the number, then the latest changes themselves."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None:
        return []
    lead = _lead(plan, reply)
    told = (
        [_told(k, gathered.handles[k.record.uid]) for k in reply.retrieved.records[:_TOLD]]
        if plan.named
        else []
    )
    return [lead, *[t for t in told if t]]


def _lead(plan: Plan, reply: Reply) -> str:
    result = reply.result
    total = result.total if result else 0
    span = window(plan.window)
    where = places(plan.within)
    of = f"of {plan.named[0].name}" if plan.named else ""
    if total:
        action = _action(reply)
        verb = f"{'were' if total != 1 else 'was'} {action or 'seen'}"
        lead = " ".join(p for p in (counted(total, "Change"), of, verb, where, span) if p)
        return f"{lead} [{reply.handle}]."
    what = f"{plan.named[0].name} did not change" if plan.named else "Nothing changed"
    return f"{' '.join(p for p in (what, where, span) if p)} [{reply.handle}]."


def _action(reply: Reply) -> str:
    del reply
    return ""


def last_change(plan: Plan, gathered: Gathered, number: int) -> list[str]:
    """The latest change: what, when and by whom, as far as its record says."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None:
        return []
    if not reply.retrieved.records:
        return [_lead(plan, reply)]
    latest = reply.retrieved.records[0]
    return [_told(latest, gathered.handles[latest.record.uid])]


def _told(known: Known, handle: str) -> str:
    """Says "The image of checkout-api changed from a to b on 2026-11-30 at 09:38 UTC by deploy-bot."."""
    fields = known.record.fields
    at = fields.get("at")
    when = f" on {at:%Y-%m-%d} at {at:%H:%M} UTC" if at and hasattr(at, "strftime") else ""
    subject, action = fields.get("subject"), str(fields.get("action") or "modified")
    actor = f" by {fields['actor']}" if fields.get("actor") else ""
    if action == "modified" and fields.get("field"):
        from_to = _from_to(fields.get("before"), fields.get("after"))
        return f"The {_label(str(fields['field']))} of {subject} changed{from_to}{when}{actor} [{handle}]."
    return f"{subject} was {action}{actor}{when} [{handle}]."


def _label(name: str) -> str:
    from graph.kind import label_of  # noqa: PLC0415

    return label_of(name)


def _from_to(before: object, after: object) -> str:
    if before not in (None, "") and after not in (None, ""):
        return f" from {before} to {after}"
    return f" to {after}" if after not in (None, "") else ""
