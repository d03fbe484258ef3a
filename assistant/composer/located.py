"""Whether a record lies where it was asked for: yes or no, and where it lies."""

from __future__ import annotations

from assistant.composer.record import identity, named_of
from assistant.gather import Gathered
from assistant.plan import Plan


def sentences(plan: Plan, gathered: Gathered, number: int) -> list[str]:
    """Yes with those that lie there, no with where the others lie."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None:
        return []
    there = {uid for uids in reply.result.row_uids for uid in uids}
    records = named_of(plan, gathered)
    lying = [k for k in records if k.record.uid in there]
    answer = "Yes: " if lying else "No: "
    said = [identity(known, gathered.handles[known.record.uid]) for known in lying or records]
    return [f"{answer}{said[0]}", *said[1:]] if said else []
