"""Relations: what a record relates to, what depends on it, how two connect, what differs, and what is weak."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.composer import record, rows
from assistant.composer.phrase import Said, Titles, counted, places, verb
from assistant.gather import Gathered
from assistant.plan import Plan
from graph.fields import kinds_asked
from graph.kinds import KINDS
from graph.query import Find, Related
from graph.record import Known, Neighbour

_NAMED = 5
_DIFFERENCES = 6
_SAID_ALREADY = frozenset(
    "cluster namespace account region environment createdAt tags annotations images endpoints managementReason ownershipReason".split()
)


def related(plan: Plan, gathered: Gathered, number: int, titles: Titles, *, several: bool) -> list[Said]:
    """The ends by name where they are few, from the record's own relations; their number where they are many."""
    reply = gathered.reply(number)
    named = [gathered.records()[u] for u in plan.names if u in gathered.records()]
    if reply is None or reply.result is None or not named or not isinstance(reply.asked.query, Find):
        return []
    find = reply.asked.query
    known = max(named, key=lambda k: len({e.uid for e in _ends(k, find)}))
    ends = _ends(known, find)
    if len(named) > 1 and len({e.uid for e in ends}) != reply.result.total:
        return rows.compose(plan, reply, titles)  # neither of them alone tells it all
    if 0 < len(ends) <= _NAMED and reply.result.total <= _NAMED:
        told = _told(known, reply.asked.query, ends, gathered.handles[known.record.uid], several=several)
        return [(told, *rows.some_of(reply.asked.query, reply.result.total, titles, reply.handle))]
    return rows.compose(plan, reply, titles)


def _ends(known: Known, find: Find) -> list[Neighbour]:
    """The ends of the relation asked for, as the named record has them."""
    asked = next((c for c in find.where if isinstance(c, Related)), None)
    if asked is None:
        return []
    direction = "out" if asked.direction == "in" else "in"
    kinds = {k.name for k in kinds_asked(find.of)}
    return [
        r
        for r in known.relations
        if r.type == asked.relation and r.direction == direction and (r.kind in kinds or r.kind not in KINDS)
    ]


def _told(known: Known, find: Find, ends: Sequence[Neighbour], handle: str, *, several: bool) -> str:
    asked = next(c for c in find.where if isinstance(c, Related))
    direction = "out" if asked.direction == "in" else "in"
    lead = record.placed_lead(known) if several else ""
    if direction == "out" or asked.relation in ("OWNED_BY", "PART_OF", "RUNS_ON", "MANAGED_BY"):
        return f"{lead}{record.relation_sentence(known, asked.relation, direction, ends)} [{handle}]."
    said = verb(asked.relation, "out", many=record.is_several(ends))
    return f"{record.names(ends)} {said} {known.record.name} [{handle}]."  # which lie elsewhere than it does


def impact(plan: Plan, gathered: Gathered, number: int, *, several: bool) -> list[Said]:
    """How many records depend on it, and those that do so directly by name."""
    reply = gathered.reply(number)
    known = gathered.records().get(plan.names[0])
    if reply is None or reply.result is None or known is None:
        return []
    name, handle = known.record.name, gathered.handles[known.record.uid]
    lead = record.placed_lead(known) if several else ""
    total = reply.result.total
    if total == 0:
        return [
            (f"No record depends on {name} [{reply.handle}].", f"There is no such record [{reply.handle}].")
        ]
    depend, be = ("depends", "is") if total == 1 else ("depend", "are")
    such = f"There {be} {total} such {'record' if total == 1 else 'records'} [{reply.handle}]."
    said: list[Said] = [(f"{lead}{counted(total, 'Record')} {depend} on {name} [{reply.handle}].", such)]
    direct = [r for r in known.relations if r.type == "DEPENDS_ON" and r.direction == "in"]
    if 0 < len(direct) <= _NAMED:
        says = verb("DEPENDS_ON", "out", many=record.is_several(direct))
        said.append((f"{record.names(direct)} {says} {name} [{handle}].", ""))
    return said


def path(gathered: Gathered, number: int) -> list[Said]:
    """The shortest way, a sentence a step."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None:
        return []
    steps = [r for r in reply.result.rows if r[0] == 1]
    return [(f"{r[2]} {r[4]} {r[5]} [{reply.handle}].",) for r in steps]


def unknown_path(plan: Plan, gathered: Gathered, number: int) -> str:
    """A note where no way was found."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None or reply.result.rows:
        return ""
    left, right = plan.named
    return f"No way from {left.name} to {right.name} was found in what was read."


def compared(plan: Plan, gathered: Gathered) -> list[Said]:
    """What differs, each field said of both."""
    records = gathered.records()
    if any(u not in records for u in plan.names):
        return []
    left, right = (records[u] for u in plan.names)
    said: list[Said] = []
    for name in plan.fields or _differing(left, right)[:_DIFFERENCES]:
        for known in (left, right):
            declared = KINDS[known.record.kind].field(name)
            if declared is not None and known.record.fields.get(name) is not None:
                lead = record.placed_lead(known) if left.record.name == right.record.name else ""
                handle = gathered.handles[known.record.uid]
                told = record.lower_first(lead, record.field_sentence(known, declared))
                said.append((f"{told} [{handle}].", ""))
    if plan.verb == "same" and said:
        return [_led_by_same(plan, left, right, said[0]), *said[1:]]
    return said or [(record.identity(k, gathered.handles[k.record.uid]),) for k in (left, right)]


def _led_by_same(plan: Plan, left: Known, right: Known, first: Said) -> Said:
    """The first sentence after "Yes: " where both records say the same of what was asked for, else after "No: "."""
    alike = all(left.record.fields.get(n) == right.record.fields.get(n) for n in plan.fields)
    lead = "Yes" if alike else "No"
    return tuple(
        f"{lead}: {s[:1].lower() + s[1:] if s.startswith(('In ', 'The ')) else s}" if s else s for s in first
    )


def undifferent(plan: Plan, gathered: Gathered) -> str:
    """A note where two records say the same."""
    records = gathered.records()
    if any(u not in records for u in plan.names) or plan.fields:
        return ""
    left, right = (records[u] for u in plan.names)
    return (
        ""
        if _differing(left, right)
        else "Nothing differs of what both records say, but for where they are, when they were made and their tags."
    )


def _differing(left: Known, right: Known) -> list[str]:
    """Fields that both kinds declare and the two say differently, as declared."""
    shared = [f.name for f in KINDS[left.record.kind].fields if KINDS[right.record.kind].field(f.name)]
    one, other = left.record.fields, right.record.fields
    return [n for n in shared if n not in _SAID_ALREADY and one.get(n) != other.get(n)]


def weak(plan: Plan, gathered: Gathered, number: int) -> list[Said]:
    """How many records alone take down others, under the restriction."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None:
        return []
    total, where, handle = reply.result.total, places(plan.within), reply.handle
    if total == 0:
        none = " ".join(p for p in ("No single point of failure", where, "was found") if p)
        return [(f"{none} [{handle}].", f"There is no such record [{handle}].")]
    noun = "single point of failure" if total == 1 else "single points of failure"
    lead = " ".join(p for p in (f"{total} {noun}", where, "was found" if total == 1 else "were found") if p)
    be = "is" if total == 1 else "are"
    return [
        (
            f"{lead} [{handle}].",
            f"There {be} {total} such {'record' if total == 1 else 'records'} [{handle}].",
        )
    ]
