"""Changes: how many in which window, and the latest of them, told by the record of the change."""

from __future__ import annotations

from datetime import datetime

from assistant.composer.phrase import Said, Titles, counted, noun, places, predicate, window
from assistant.composer.record import field_sentence, lower_first, placed_lead
from assistant.condition import birth_of
from assistant.gather import Gathered, Reply
from assistant.inflection import infinitives
from assistant.plan import Plan
from evidence.value import instant
from graph.fields import field_of
from graph.kind import Type, label_of
from graph.kinds import KINDS
from graph.query import History, Op, Where
from graph.record import Known

_TOLD = 5


def changes(plan: Plan, gathered: Gathered, number: int, titles: Titles) -> list[Said]:
    """A lead sentence with the number, then the latest changes of a named record themselves."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None:
        return []
    lead = _lead(plan, reply, titles)
    if not plan.named and not (_is_of_fields(reply) and 0 < reply.result.total <= _TOLD):
        return [lead]
    told = [_told(k, gathered.handles[k.record.uid]) for k in reply.retrieved.records[:_TOLD]]
    return [lead, *told]


def _is_of_fields(reply: Reply) -> bool:
    """Whether the changes of some field were asked for: each then says from what to what."""
    query = reply.asked.query
    return isinstance(query, History) and any(
        isinstance(c, Where) and c.field == "field" and c.op is Op.IN for c in query.where
    )


def _lead(plan: Plan, reply: Reply, titles: Titles) -> Said:
    result, query = reply.result, reply.asked.query
    total = result.total if result else 0
    span, where = window(plan.window), places(plan.within)
    of = f"of {plan.named[0].name}" if plan.named else ""
    conditions = query.where if isinstance(query, History) else ()
    action = _action(conditions)
    be = "was" if total == 1 else "were"
    if who := _who(conditions):
        return _lead_of_actor(total, who, of, where, span, reply.handle)
    if total:
        seen = _joined(counted(total, "Change"), of, be, "seen", where, span)
        if action and not plan.named:
            kind = _kind(conditions)
            one = noun(kind, total) if kind else "record" if total == 1 else "records"
            done = _joined(f"{total} {one}", of, f"{be} {action.removeprefix('was ')}", where, span)
            return (
                f"{done} [{reply.handle}].",
                f"{seen} [{reply.handle}].",
                f"There {'is 1 such change' if total == 1 else f'are {total} such changes'} [{reply.handle}].",
            )
        said = predicate("Change", conditions, titles, many=total != 1) if conditions else ""
        more = _joined(counted(total, "Change"), of, where, said, span) if said else seen
        such = f"There {'is' if total == 1 else 'are'} {total} such {'change' if total == 1 else 'changes'}"
        return (f"{more} [{reply.handle}].", f"{such} [{reply.handle}].")
    kind = _kind(conditions)
    what = f"No {noun(kind)}" if kind else "Nothing"
    what = f"{plan.named[0].name} did not change" if plan.named else f"{what} {action or 'changed'}"
    none = _joined("No change", of, "was seen", where, span)
    such = f"There is no such change [{reply.handle}]."
    if not conditions:
        return (f"{_joined(what, where, span)} [{reply.handle}].", f"{none} [{reply.handle}].", such)
    said = _action_and_kind(conditions, kind) or predicate("Change", conditions, titles, many=False)
    told = _joined("No change", of, where, said, span)
    return (f"{_joined(what, where, span)} [{reply.handle}].", f"{told} [{reply.handle}].", such)


def _lead_of_actor(total: int, who: str, of: str, where: str, span: str, handle: str) -> Said:
    """Says "3 changes were made by alice in the namespace shop", and of none that none of hers is recorded."""
    changes = counted(total, "Change") if total else "No change"
    be, have, are = ("were", "have", "are") if total > 1 else ("was", "has", "is")
    made = _joined(changes, of, be, "made by", who, where, span)
    held = _joined(changes, of, have, "the actor", who, where, span)
    such = f"There {are} {changes.lower().replace(' ', ' such ', 1) if total else 'no such change'}"
    return (f"{made} [{handle}].", f"{held} [{handle}].", f"{such} [{handle}].")


def _who(conditions: tuple[object, ...]) -> str:
    """Whose changes alone were looked for."""
    for condition in conditions:
        if isinstance(condition, Where) and condition.field == "actor" and isinstance(condition.value, list):
            return " or ".join(map(str, condition.value))
    return ""


def _action_and_kind(conditions: tuple[object, ...], kind: str) -> str:
    """The fields of changes that were looked for, by their names, where it is the action and the kind alone."""
    action = _action(conditions).removeprefix("was ")
    if not action or len(conditions) != 1 + bool(kind):
        return ""
    return f"has the action {action}{f' and the subject kind {kind}' if kind else ''}"


def _kind(conditions: tuple[object, ...]) -> str:
    """The kind whose changes were looked for, where it is one."""
    for condition in conditions:
        if isinstance(condition, Where) and condition.field == "subjectKind" and condition.op is Op.IN:
            kinds = condition.value if isinstance(condition.value, list) else []
            return str(kinds[0]) if len(kinds) == 1 else ""
    return ""


def _action(conditions: tuple[object, ...]) -> str:
    """Says "was deleted" where only such changes were looked for."""
    for condition in conditions:
        if isinstance(condition, Where) and condition.field == "action" and condition.op is Op.EQ:
            return f"was {condition.value}"
    return ""


def last_change(plan: Plan, gathered: Gathered, number: int, titles: Titles) -> list[Said]:
    """The latest change: what, when and by whom, as far as its record says."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None:
        return []
    if not reply.retrieved.records:
        return [_lead(plan, reply, titles)]
    latest = reply.retrieved.records[0]
    handle = gathered.handles[latest.record.uid]
    return [*_actor(latest, handle), _birth(plan, gathered, latest) or _told(latest, handle)]


def _birth(plan: Plan, gathered: Gathered, latest: Known) -> Said:
    """Of its creation the time that the record itself says, which is before it was noticed; nothing of any other change."""
    known = gathered.records().get(plan.names[0]) if plan.names else None
    born = birth_of(known.record.kind) if known is not None else None
    created = latest.record.fields.get("action") == "created"
    if known is None or born is None or not created or known.record.fields.get(born.name) is None:
        return ()
    lead, told = placed_lead(known), field_sentence(known, born)
    handle = gathered.handles[known.record.uid]
    return (f"{lower_first(lead, told)} [{handle}].", f"{told} [{handle}].")


def _actor(known: Known, handle: str) -> list[Said]:
    """Who it was, first, where the source says so."""
    actor, subject = known.record.fields.get("actor"), known.record.fields.get("subject")
    if not actor or not subject:
        return []
    return [(f"{actor} changed {subject} [{handle}].", f"The actor of {subject} is {actor} [{handle}].", "")]


def since(plan: Plan, gathered: Gathered, number: int) -> list[Said]:
    """What its record says now, then the change that made it so; of what is not so now, only what it is."""
    known, holds = gathered.records().get(plan.names[0]), gathered.reply(number, "holds")
    if known is None or holds is None or holds.result is None:
        return []
    handle, lead = gathered.handles[known.record.uid], placed_lead(known)
    declared = [f for n in plan.fields if (f := field_of(known.record.kind, n))]
    told = [field_sentence(known, f) for f in declared if known.record.fields.get(f.name) is not None]
    said: list[Said] = [(f"{lower_first(lead, t)} [{handle}].", f"{t} [{handle}].") for t in told]
    if holds.result.total and (latest := _latest(gathered, number)) is not None:
        said.append(_told(latest, gathered.handles[latest.record.uid]))
    return said


def unknown_since(plan: Plan, gathered: Gathered, number: int) -> str:
    """A note where it is so and no change was seen that made it so."""
    known, holds = gathered.records().get(plan.names[0]), gathered.reply(number, "holds")
    so = known is not None and holds is not None and holds.result is not None and bool(holds.result.total)
    if known is None or not so or _latest(gathered, number) is not None:
        return ""
    first = f" It was first seen at {instant(known.first_seen)}." if known.first_seen else ""
    return f"Since when is not known: no change that made it so was seen.{first}"


def _latest(gathered: Gathered, number: int) -> Known | None:
    reply = gathered.reply(number)
    return reply.retrieved.records[0] if reply is not None and reply.retrieved.records else None


def unknown_actor(gathered: Gathered, number: int) -> str:
    """A note where the source of the latest change does not say who made it."""
    reply = gathered.reply(number)
    latest = reply.retrieved.records[0] if reply is not None and reply.retrieved.records else None
    if latest is None or latest.record.fields.get("actor"):
        return ""
    subject, via = latest.record.fields.get("subject"), latest.record.fields.get("via")
    seen = f"; it was seen by a {via}" if via else ""
    return f"Who last changed {subject} is not known: its source does not say{seen}."


def _told(known: Known, handle: str) -> Said:
    """Says "The image of checkout-api changed from a to b on 2026-11-30 at 09:38 UTC by deploy-bot"."""
    fields = known.record.fields
    at = fields.get("at")
    when = f" on {at:%Y-%m-%d} at {at:%H:%M} UTC" if isinstance(at, datetime) else ""
    subject, action = fields.get("subject"), str(fields.get("action") or "modified")
    actor = f" by {fields['actor']}" if fields.get("actor") else ""
    lead = placed_lead(known)
    if action == "modified" and fields.get("field"):
        name = _label(str(fields.get("subjectKind") or ""), str(fields["field"]))
        from_to = _from_to(fields.get("before"), fields.get("after"))
        plain = label_of(str(fields["field"]))
        full = f"the {name} of {subject} changed{from_to}{when}{actor}"
        other = f"the {plain} of {subject} changed{from_to}{when}{actor}"
        bare = f"the {name} of {subject} changed{when}"
        return (
            f"{lead}{full if lead else _capital(full)} [{handle}].",
            f"{_capital(full)} [{handle}].",
            f"{_capital(other)} [{handle}].",
            f"{_capital(bare)} [{handle}].",
        )
    noticed = action == "created" and fields.get("via") == "scan"  # it may have been there for long
    full = f"{subject} was {action}{actor}{'' if noticed else when}"
    return (f"{lead}{full} [{handle}].", f"{full} [{handle}].", f"{subject} was {action} [{handle}].")


def _label(kind: str, name: str) -> str:
    """The field's label; of a time that is a participle ("created"), its further word ("creation time")."""
    declared = field_of(kind, name) if kind in KINDS else None
    text = declared.label if declared else label_of(name)
    if declared is not None and declared.type is Type.TIME and infinitives(text):
        return next((w for w in declared.words if w.endswith(("time", "date"))), text)
    return text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _joined(*parts: str) -> str:
    return " ".join(p for p in parts if p)


def _from_to(before: object, after: object) -> str:
    if before not in (None, "") and after not in (None, ""):
        return f" from {before} to {after}"
    return f" to {after}" if after not in (None, "") else ""
