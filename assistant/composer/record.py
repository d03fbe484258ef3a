"""One record: what it is, one field of it, whether something holds of it, where it is, and how it is doing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from assistant.composer.phrase import (
    Said,
    Titles,
    a_list,
    article,
    label,
    noun,
    predicate,
    value,
)
from assistant.gather import Gathered
from assistant.inflection import infinitives
from assistant.plan import Plan
from evidence.value import instant
from graph.fields import PLACES, field_of, kinds_asked
from graph.kind import Field, Role, Type
from graph.kinds import KINDS, RELATIONS
from graph.query import Find, Op, Related, Where
from graph.record import Known, Neighbour

_MOST_FIELDS = 8
_MOST_ENDS = 5
_STATE_FIELDS = ("state", "status", "phase", "health", "ready", "outcome", "replicas", "readyReplicas")
_UNTOLD = frozenset({"arn", "uid", "management", "managementReason", "ownership", "ownershipReason", *PLACES})


def whole(plan: Plan, gathered: Gathered) -> list[str]:
    """Every record named: its kind and place, its state, what it is made of, its owner, its dependencies."""
    return [_one(gathered, known) for known in named_of(plan, gathered)]


def named_of(plan: Plan, gathered: Gathered) -> list[Known]:
    """The records that the plan names, as they were found."""
    records = gathered.records()
    return [records[u] for u in plan.names if u in records]


def _one(gathered: Gathered, known: Known) -> str:
    handle = gathered.handles[known.record.uid]
    sentences = [identity(known, handle)]
    if known.gone_at is not None:
        sentences.insert(0, f"{known.record.name} is gone since {instant(known.gone_at)} [{handle}].")
    sentences += [f"{s} [{handle}]." for s in _told_fields(known)]
    sentences += [f"{s} [{handle}]." for s in _told_relations(known)]
    return " ".join(sentences)


def identity(known: Known, handle: str) -> str:
    """Says "orders-db is an RDS instance in eu-west-1 in the account 012345671234."."""
    plain = noun(known.record.kind)
    where = place_words(known)
    return f"{known.record.name} is {article(plain)} {plain}{f' {where}' if where else ''} [{handle}]."


def place_words(known: Known) -> str:
    """Where a record lies, from its own fields."""
    fields = known.record.fields
    words = {
        "namespace": "in the namespace {}",
        "region": "in {}",
        "cluster": "in the cluster {}",
        "account": "in the account {}",
    }
    return " ".join(text.format(fields[name]) for name, text in words.items() if fields.get(name))


def _told_fields(known: Known) -> Iterable[str]:
    """Fields that a colleague would name: states first, then the rest as declared."""
    kind = KINDS.get(known.record.kind)
    if kind is None:
        return []
    told = [f for f in kind.fields if _is_told(f, known)]
    told.sort(key=lambda f: f.name not in _STATE_FIELDS)
    return [field_sentence(known, f) for f in told[:_MOST_FIELDS]]


def _is_told(declared: Field, known: Known) -> bool:
    held = known.record.fields.get(declared.name)
    if held in (None, "", []) or declared.name in _UNTOLD:
        return False
    return declared.role not in (Role.BOOKKEEPING, Role.TYPED) and declared.type not in (
        Type.MAP,
        Type.JSON,
        Type.LIST,
    )


def field_sentence(known: Known, declared: Field) -> str:
    """One field of a record as a sentence without its end: "orders-db is encrypted", "Its status is available"."""
    name, held = known.record.name, known.record.fields.get(declared.name)
    text = label(known.record.kind, declared.name)
    match held:
        case None:
            return f"The {text} of {name} is unknown"
        case bool():
            return f"{name} {_boolean_words(declared, held)}"
        case datetime():
            return f"{name} {time_words(text, held)}"
        case int() if text.endswith("port"):
            return f"{name} has the {text} {held}"
        case int() if not declared.unit and declared.type is Type.INTEGER and text.endswith("s"):
            return f"{name} has {held} {_for_count(text, held)}"
        case list():
            ends = "are" if len(held) != 1 else "is"
            return f"The {text} of {name} {ends} {a_list(held)}"
        case str() if text.endswith(" by"):
            return f"{name} is {text} {held}"
        case str() if declared.states:
            return f"The {text} of {name} is {held}"
        case str() if " " in name and declared.role is Role.NAME:
            return f"{name} has the {text} {held}"
        case _:
            return f"The {text} of {name} is {value(held, declared)}"


def _for_count(text: str, count: int) -> str:
    return text.removesuffix("s") if count == 1 and not text.endswith("ss") else text


def _boolean_words(declared: Field, held: bool) -> str:
    said = declared.yes if held else declared.no
    if said and said[0].startswith("with "):
        return f"has {said[0].removeprefix('with ')}"
    if said and said[0].startswith("without "):
        return f"has no {said[0].removeprefix('without ').removeprefix('a ')}"
    if said:
        return f"is {said[0]}"
    other = declared.no if held else declared.yes
    word = other[0] if other else declared.label
    return f"is {'' if held else 'not '}{word}"


def time_words(text: str, at: datetime) -> str:
    """Says "was created on 2026-03-02 at 08:00 UTC", "expires on …", "has the last scaled time …"."""
    when = f"{at:%Y-%m-%d} at {at:%H:%M} UTC"
    if infinitives(text.rsplit(maxsplit=1)[-1]):
        return f"was {text} on {when}"
    if text.endswith("s") and " " not in text:
        return f"{text} on {when}"
    return f"has the {text} {instant(at)}"


def _told_relations(known: Known) -> Iterable[str]:
    """Owners, dependencies and dependants, each relation as one sentence; many ends as their number is the table's affair."""
    for relation, direction in (
        ("OWNED_BY", "out"),
        ("DEPENDS_ON", "out"),
        ("DEPENDS_ON", "in"),
        ("MANAGED_BY", "out"),
    ):
        ends = [r for r in known.relations if r.type == relation and r.direction == direction]
        if ends:
            yield relation_sentence(known, relation, direction, ends)


def relation_sentence(known: Known, relation: str, direction: str, ends: Sequence[Neighbour]) -> str:
    """Says "checkout-api depends on orders-db and sessions". What is inferred is marked by the check (I4)."""
    declared = RELATIONS[relation]
    phrases = declared.forward if direction == "out" else declared.backward
    return f"{known.record.name} {phrases[0]} {names(ends)}"


def is_several(ends: Sequence[Neighbour]) -> bool:
    """Whether the ends have more than one name."""
    return len({e.name for e in ends}) > 1


def names(ends: Sequence[Neighbour]) -> str:
    """The other ends by name, as an and-list."""
    return a_list(list(dict.fromkeys(e.name for e in ends))[:_MOST_ENDS])


def fields(plan: Plan, gathered: Gathered) -> list[str]:
    """The asked fields of each record named; where several share the name, each with its place."""
    said: list[str] = []
    named = named_of(plan, gathered)
    for known in named:
        handle = gathered.handles[known.record.uid]
        declared = [f for n in plan.fields if (f := field_of(known.record.kind, n)) and _says(known, n)]
        lead = placed_lead(known) if len(named) > 1 else ""
        told = [s for f in declared for s in _entries(known, f) or [_aged(plan, known, f)]]
        said += [f"{lower_first(lead, s)} [{handle}]." for s in told]
    return said


def _entries(known: Known, declared: Field) -> list[str]:
    """Each tag by itself: "The tag team of cart is payments"."""
    held = known.record.fields.get(declared.name)
    if not isinstance(held, Mapping):
        return []
    return [f"The tag {key} of {known.record.name} is {held[key]}" for key in sorted(held)]


def _aged(plan: Plan, known: Known, declared: Field) -> str:
    """Where its age was asked for: "orders-db is 61 days old: it was created on …"."""
    sentence, held = field_sentence(known, declared), known.record.fields.get(declared.name)
    if plan.asked_at is None or not isinstance(held, datetime) or held > plan.asked_at:
        return sentence
    hours = int((plan.asked_at - held).total_seconds() // 3600)
    count, unit = (hours // 24, "day") if hours >= 48 else (hours, "hour")
    words = sentence.removeprefix(f"{known.record.name} ")
    return f"{known.record.name} is {count} {unit}{'' if count == 1 else 's'} old: it {words}"


def _says(known: Known, name: str) -> bool:
    return _has(known, name) and known.record.fields.get(name) is not None


def unknown_fields(plan: Plan, gathered: Gathered) -> list[str]:
    """A note for each asked field that a record of that kind may have and this one does not say."""
    said: list[str] = []
    for known in named_of(plan, gathered):
        missing = [n for n in plan.fields if _has(known, n) and known.record.fields.get(n) is None]
        said += [_not_known(known, n) for n in missing]
    return said


def unknown_tested(plan: Plan, gathered: Gathered, number: int) -> list[str]:
    """The same for what was asked whether it holds."""
    known = gathered.records().get(plan.names[0])
    return (
        [_not_known(known, n) for n in _tested_fields(gathered, number) if known.record.fields.get(n) is None]
        if known
        else []
    )


def _not_known(known: Known, name: str) -> str:
    where = place_words(known)
    text = label(known.record.kind, name)
    return f"The {text} of {known.record.name}{f' {where}' if where else ''} is not known: its record does not say."


def _tested_fields(gathered: Gathered, number: int) -> list[str]:
    """The fields that a test is of, where it is of fields alone."""
    reply = gathered.reply(number)
    if reply is None or not isinstance(reply.asked.query, Find):
        return []
    wheres = [c for c in reply.asked.query.where if isinstance(c, Where)]
    if len(wheres) != len(reply.asked.query.where):
        return []
    return list(dict.fromkeys(w.field.partition(".")[0] for w in wheres))


def _has(known: Known, name: str) -> bool:
    kind = KINDS.get(known.record.kind)
    return kind is not None and kind.field(name) is not None


def placed_lead(known: Known) -> str:
    """Says "In the namespace shop in the cluster prod, "; nothing of a record without a place."""
    where = place_words(known)
    return f"{where[:1].upper()}{where[1:]}, " if where else ""


def lower_first(lead: str, sentence: str) -> str:
    """The sentence after a lead."""
    if not lead:
        return sentence
    return (
        f"{lead}{sentence[:1].lower()}{sentence[1:]}" if sentence.startswith("The ") else f"{lead}{sentence}"
    )


def tested(plan: Plan, gathered: Gathered, number: int, titles: Titles) -> Sequence[Said | str]:
    """Whether it holds: from the record's own field or relation, else from the query that looked for it."""
    reply = gathered.reply(number)
    if reply is None or reply.result is None or not isinstance(reply.asked.query, Find):
        return []
    find = reply.asked.query
    known = _bearer(plan, gathered, find)
    if known is None:
        return []
    handle = gathered.handles[known.record.uid]
    name = known.record.name
    answer = ("Yes: " if reply.result.total else "No: ") if plan.verb == "yesno" else ""
    if asked := _tested_fields(gathered, number):
        declared = [f for n in asked if (f := field_of(known.record.kind, n)) and _says(known, n)]
        declared.sort(key=lambda f: _holds_in(known, f, find))  # what is not so tells why
        leads = [answer, *("" for _ in declared[1:])]
        told = zip(leads, declared, strict=False)
        return [f"{lead}{_spoken(lead, field_sentence(known, f))} [{handle}]." for lead, f in told]
    said = predicate(find.of, find.where, titles, many=False)
    if reply.result.total:
        hints = "".join(f"[{h}]" for h in (handle, reply.handle))
        plain = f"{answer}{name} {said} {hints}."
        ends = (
            []
            if any(isinstance(c, Related) and c.uids for c in find.where)
            else _ends_instead(known, find, handle, holds=True)
        )
        return [(plain,)] if not ends else [(f"{answer}{ends[0][0]}", plain), *ends[1:]]
    such = f"there is no such {noun(find.of)} [{reply.handle}]."
    such = f"{answer}{such}" if answer else f"{such[:1].upper()}{such[1:]}"
    denied = (f"{name} {_negated(find, titles)} [{reply.handle}].", such)
    instead = _ends_instead(known, find, handle) or _management(known, find, handle)
    if not answer or not instead or _is_inferred_only(find):
        return [denied, *instead]
    return [tuple(f"{answer}{way}" if way else "" for way in instead[0]), *instead[1:]]


def _holds_in(known: Known, declared: Field, find: Find) -> bool:
    """Whether the record's own value is the one that was asked for; of any other comparison that is left open."""
    asked = [c for c in find.where if isinstance(c, Where) and c.field == declared.name and c.op is Op.EQ]
    return all(known.record.fields.get(declared.name) == c.value for c in asked)


def _bearer(plan: Plan, gathered: Gathered, find: Find) -> Known | None:
    """The record that has the relation asked for, where a workload and its application are asked about as one; else the first."""
    records = gathered.records()
    named = [records[u] for u in find.named if u in records] or [
        records[u] for u in plan.names[:1] if u in records
    ]
    asked = [c for c in find.where if isinstance(c, Related)]
    return next(
        (
            k
            for k in named
            if any(
                r.type == c.relation and (not c.uids or r.uid in c.uids) for r in k.relations for c in asked
            )
        ),
        named[0] if named else None,
    )


def _management(known: Known, find: Find, handle: str) -> list[Said]:
    """Whether it is managed at all, where a manager was asked for and none is known."""
    asked = any(isinstance(c, Related) and c.relation == "MANAGED_BY" for c in find.where)
    declared = field_of(known.record.kind, "management")
    if not asked or declared is None or known.record.fields.get("management") is None:
        return []
    return [(f"{field_sentence(known, declared)} [{handle}].", "")]


def _is_inferred_only(find: Find) -> bool:
    """Whether something can have several ends of the relation, so that another end denies nothing."""
    return any(isinstance(c, Related) and c.relation != "MANAGED_BY" for c in find.where)


def _spoken(answer: str, sentence: str) -> str:
    """The sentence after a "Yes: "."""
    return sentence[:1].lower() + sentence[1:] if answer and sentence.startswith("The ") else sentence


def _ends_instead(known: Known, find: Find, handle: str, *, holds: bool = False) -> list[Said]:
    """What the relation leads to: of the kind that was asked for where it holds, else whatever it does lead to."""
    said: list[Said] = []
    for asked in (c for c in find.where if isinstance(c, Related) and c.relation):
        kinds = {k.name for k in kinds_asked(asked.kind)} if asked.kind and holds else set[str]()
        ends = [
            r
            for r in known.relations
            if r.type == asked.relation and r.direction == asked.direction and (not kinds or r.kind in kinds)
        ]
        if ends and asked.direction in ("out", "in"):
            said.append(
                (f"{relation_sentence(known, asked.relation, asked.direction, ends)} [{handle}].", "")
            )
    return said


def unknown_relation(plan: Plan, gathered: Gathered, number: int, titles: Titles) -> str:
    """A note where a relation was looked for and not found."""
    reply = gathered.reply(number)
    known = gathered.records().get(plan.names[0])
    if reply is None or known is None or reply.result is None or not isinstance(reply.asked.query, Find):
        return ""
    asked = [c for c in reply.asked.query.where if isinstance(c, Related)]
    if reply.result.total or not asked:
        return ""
    where = place_words(known)
    said = predicate(reply.asked.query.of, asked, titles, many=False)
    return f"Nothing that was read says that {known.record.name}{f' {where}' if where else ''} {said}."


def _negated(find: Find, titles: Titles) -> str:
    """The predicate turned round: "does not depend on orders-db"."""
    from assistant.composer.phrase import negated  # noqa: PLC0415

    return negated(find.of, find.where, titles)


def where(plan: Plan, gathered: Gathered) -> list[str]:
    """Where each record is, and what it runs on."""
    said: list[str] = []
    for known in named_of(plan, gathered):
        handle = gathered.handles[known.record.uid]
        said.append(identity(known, handle))
        ends = [r for r in known.relations if r.type == "RUNS_ON" and r.direction == "out"]
        if ends:
            said.append(f"{relation_sentence(known, 'RUNS_ON', 'out', ends)} [{handle}].")
    return said


def why(plan: Plan, gathered: Gathered) -> list[str]:
    """How it is doing, in the words of its record, and no cause: a cause is only ever quoted (S3)."""
    said: list[str] = []
    for known in named_of(plan, gathered):
        handle = gathered.handles[known.record.uid]
        kind = KINDS.get(known.record.kind)
        told = [f for f in (kind.fields if kind else ()) if _is_told(f, known) and _is_state(f)]
        said += [f"{field_sentence(known, f)} [{handle}]." for f in told[:6]] or [identity(known, handle)]
    return said


def _is_state(declared: Field) -> bool:
    name = declared.name.lower()
    return (
        declared.name in _STATE_FIELDS
        or bool(declared.states)
        or name.endswith(("reason", "restarts", "exitcode"))
    )
