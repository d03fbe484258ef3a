"""Deep answers: whole records, their history and their neighbours, as further plans of the same pipeline."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from assistant.gather import Gathered
from assistant.meaning import Candidate
from assistant.plan import Asked, Form, Plan
from graph.query import Describe, History, Window, Within
from graph.record import Known, Uid

_RECORDS = 5
_NEIGHBOURS = 5
_LOOKED_BACK = timedelta(days=7)
_TELLING = ("DEPENDS_ON", "PART_OF", "RUNS_ON", "OWNED_BY", "MANAGED_BY")


def deeper(plans: Sequence[Plan], gathered: Gathered, now: datetime) -> tuple[Plan, ...]:
    """What to look at besides: the records named or first found, what changed of them in a week, what they relate to."""
    uids = [u for p in plans for u in p.names] or _found(gathered)
    chosen = tuple(dict.fromkeys(uids))[:_RECORDS]
    known = gathered.records()
    made: list[Plan] = []
    if chosen and not any(p.form is Form.RECORD for p in plans):
        made.append(_whole(chosen))
    made += [_history(u, known.get(u), now) for u in chosen]
    near = tuple(u for u in _neighbours(chosen, known) if u not in known)[:_NEIGHBOURS]
    if near:
        made.append(_whole(near))
    return tuple(made)


def _whole(uids: tuple[Uid, ...]) -> Plan:
    return Plan(Form.RECORD, (Asked(Describe(uids), "record"),), names=uids, within=Within())


def _history(uid: Uid, known: Known | None, now: datetime) -> Plan:
    window = Window(now - _LOOKED_BACK, now)
    named = (Candidate(uid, known.record.kind, known.record.name),) if known else ()
    return Plan(
        Form.CHANGES, (Asked(History(uid, window=window, limit=20)),), of="Change", named=named, window=window
    )


def _found(gathered: Gathered) -> list[Uid]:
    return [u for r in gathered.results().values() for uids in r.row_uids for u in uids[:1]]


def _neighbours(uids: Sequence[Uid], known: dict[Uid, Known]) -> list[Uid]:
    ends = [r for u in uids if u in known for r in known[u].relations if r.type in _TELLING]
    return list(dict.fromkeys(r.uid for r in ends))
