"""From a reading to plans: which form of answer it asks for, and the typed queries that answer it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from assistant.answer import DeclineType
from assistant.choice import NoPlace, Reach, candidates, others, reaches
from assistant.condition import CannotSay, Context, birth_of, conditions, field_for, size_of
from assistant.grammar.frame import Frame, Link, Phrase, State
from assistant.grammar.noun import stands_for_place
from assistant.limits import Limits
from assistant.meaning import Candidate, FieldWord, Noun, PlaceWord, RelationNoun, Tag
from assistant.plan import Asked, Form, Plan, Planned, Refusal
from graph.fields import ANY, PLACES, field_of, kinds_asked, kinds_with
from graph.kind import Type
from graph.kinds import KINDS, RELATIONS
from graph.query import (
    Aggregate,
    Column,
    CompareRecords,
    Condition,
    CoverageOf,
    Describe,
    Find,
    History,
    Impact,
    Measure,
    Op,
    Order,
    Path,
    Related,
    Where,
    Within,
)
from graph.record import Uid

MOST_CANDIDATES = 6
"""Records of one name that are each answered; more are listed as ambiguous."""

_OWN = "OWNED_BY"
_CODE = "BUILT_FROM"


@dataclass(frozen=True, slots=True)
class Asker:
    """What the asker brings: time, limits, and the kind of record that a record chat is about."""

    now: datetime
    limits: Limits
    as_of: datetime | None = None


def plans(frame: Frame, asker: Asker) -> Planned:
    """The plans of one reading. Raises CannotSay where the declarations do not let its words mean anything."""
    refused = _unknown_names(frame)
    if refused:
        return refused
    kinds = _kinds_spoken_of(frame)
    reach = reaches(frame.restrictions, kinds)
    if isinstance(reach, NoPlace):
        known = bool(reach.restriction.place.readings)
        kind = DeclineType.NOT_UNDERSTOOD if known else DeclineType.NO_SUCH_RECORD
        return Refusal(kind, reach.reason, missing=() if known else (reach.restriction.place.text,))
    found: list[Plan] = []
    for one in reach:
        planned = _planned(frame, one, asker)
        if isinstance(planned, Refusal):
            return planned
        linked = tuple(c for p in frame.phrases for n in p.names for c in n.candidates)
        found.extend(replace(p, remarks=(*one.remarks, *p.remarks), linked=linked) for p in planned)
    return tuple(found)


def _unknown_names(frame: Frame) -> Refusal | None:
    for phrase in frame.phrases:
        for word in phrase.unknown:
            noun = KINDS[phrase.of].noun if phrase.of in KINDS else "record"
            message = f'No {noun} called "{word.text}" was found.'
            return Refusal(DeclineType.NO_SUCH_RECORD, message, missing=(word.text,))
    return None


def _kinds_spoken_of(frame: Frame) -> tuple[str, ...]:
    """What the restriction must be able to restrict: the main kind, the kinds of names, the ends of relations."""
    found = [p.of for p in frame.phrases if p.of]
    found += [c.kind for p in frame.phrases for n in p.names for c in n.candidates]
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    if not main.of and not main.names:
        found.append(_implied(frame))
    return tuple(dict.fromkeys(found))


def _planned(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    if frame.topic and (make := _TOPICS.get(frame.topic)) is not None:
        return make(frame, reach, asker)
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    if main.names:
        return _of_named(frame, main, reach, asker)
    if frame.asked and frame.main >= 0 and (named := _named_link(frame)) is not None:
        return _of_named(frame, named, reach, asker)
    if _is_ownership(frame):
        return _owner_of(frame, reach, asker)
    return _found(frame, reach, asker)


# Named records ------------------------------------------------------------------------------------------------------


def _of_named(frame: Frame, phrase: Phrase, reach: Reach, asker: Asker) -> Planned:
    """A question about records it names: tests of them, a field, why, where, or all that is known."""
    wanted = frozenset(s.kind for word in frame.asked for s in word.slots)
    chosen = _chosen(phrase, reach, wanted)
    if isinstance(chosen, Refusal):
        return chosen
    links = [link for link in frame.links if frame.main in (link.subject, link.target)]
    if frame.ask == "why":
        return (_record_plan(Form.WHY, frame, phrase, chosen, reach, asker),)
    if phrase.tests or links:
        return _tested(frame, phrase, chosen, reach, asker)
    if frame.ask in ("where",) and not frame.asked:
        return (_record_plan(Form.WHERE, frame, phrase, chosen, reach, asker),)
    if frame.ask in ("when", "age") and not frame.asked:
        return (_record_plan(Form.FIELD, frame, phrase, chosen, reach, asker, _birth_fields(chosen)),)
    if frame.asked:
        fields = _asked_fields(frame, chosen)
        return (_record_plan(Form.FIELD, frame, phrase, chosen, reach, asker, fields),)
    return (_record_plan(Form.RECORD, frame, phrase, chosen, reach, asker),)


def _record_plan(
    form: Form,
    frame: Frame,
    phrase: Phrase,
    chosen: Sequence[Candidate],
    reach: Reach,
    asker: Asker,
    fields: tuple[str, ...] = (),
) -> Plan:
    uids = tuple(c.uid for c in chosen)
    return Plan(
        form,
        (Asked(Describe(uids, as_of=asker.as_of)),),
        names=uids,
        named=tuple(chosen),
        fields=fields,
        within=reach.within,
        window=frame.window.window if frame.window else None,
        also_named=others(phrase, chosen),
    )


def _chosen(
    phrase: Phrase, reach: Reach, wanted: frozenset[str] = frozenset()
) -> tuple[Candidate, ...] | Refusal:
    """The records meant, or why there are none or too many."""
    chosen = candidates(phrase, reach.within, wanted)
    text = ", ".join(n.text for n in phrase.names)
    if not chosen:
        known = [c for n in phrase.names for c in n.candidates]
        kind = KINDS[phrase.of].noun if phrase.of in KINDS else "record"
        place = " · ".join(f"{k} {v}" for k, v in reach.within.plain().items())
        where = f" in {place}" if place else ""
        return Refusal(
            DeclineType.NO_SUCH_RECORD, f'No {kind} called "{text}" was found{where}.', tuple(known[:10])
        )
    if len(chosen) > MOST_CANDIDATES * len(phrase.names):
        return Refusal(
            DeclineType.AMBIGUOUS,
            f'{len(chosen)} records are called "{text}". Say which is meant: its kind, cluster, namespace or account.',
            chosen[:20],
        )
    return chosen


def _asked_fields(frame: Frame, chosen: Sequence[Candidate]) -> tuple[str, ...]:
    """The asked fields by name, for the kinds of the chosen records."""
    names: list[str] = []
    for word in frame.asked:
        for kind in dict.fromkeys(c.kind for c in chosen):
            try:
                names.append(field_for(word, kind).name)
            except CannotSay:
                continue
    if not names:
        raise CannotSay("None of the records has such a field.")
    return tuple(dict.fromkeys(names))


def _birth_fields(chosen: Sequence[Candidate]) -> tuple[str, ...]:
    fields = [birth_of(c.kind) for c in chosen]
    return tuple(dict.fromkeys(f.name for f in fields if f))


def _tested(frame: Frame, phrase: Phrase, chosen: Sequence[Candidate], reach: Reach, asker: Asker) -> Planned:
    """Said as "Is X encrypted?", "Does X depend on Y?": the record itself, and a query that may come out empty."""
    made: list[Plan] = []
    for candidate in chosen:
        of = candidate.kind
        try:
            where = (
                *conditions(phrase.tests, Context(of, asker.now)),
                *_related(frame, frame.main, of, reach, asker),
            )
        except CannotSay:
            continue
        find = Find(of, where, named=(candidate.uid,), as_of=asker.as_of)
        made.append(
            Plan(
                Form.TEST,
                (Asked(Describe((candidate.uid,), as_of=asker.as_of), "record"), Asked(find)),
                of=of,
                names=(candidate.uid, *_linked_uids(where)),
                named=(candidate,),
                within=reach.within,
            )
        )
    if not made:
        raise CannotSay("None of the named records can be said so.")
    return tuple(made)


def _linked_uids(where: Sequence[Condition]) -> tuple[Uid, ...]:
    return tuple(u for c in where if isinstance(c, Related) for u in c.uids)


def _named_link(frame: Frame) -> Phrase | None:
    """The named phrase at the other end of a nameless relation, where a field was asked of it ("What image runs in cart?")."""
    for link in frame.links:
        if not link.relation and frame.main in (link.subject, link.target):
            other = frame.phrases[link.target if link.subject == frame.main else link.subject]
            if other.names and frame.phrases[frame.main].is_open:
                return other
    return None


# Ownership, code, contacts ------------------------------------------------------------------------------------------


def _is_ownership(frame: Frame) -> bool:
    """Asks who owns something that it names."""
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    if main.of not in ("", "Team", "Person") or main.tests:
        return False
    return any(
        link.relation == _OWN and not link.none and frame.phrases[_other(link, frame.main)].names
        for link in frame.links
        if frame.main in (link.subject, link.target) and _side(link, frame.main) == "in"
    )


def _owner_of(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    link = next(k for k in frame.links if k.relation == _OWN and frame.main in (k.subject, k.target))
    phrase = frame.phrases[_other(link, frame.main)]
    chosen = _chosen(phrase, reach)
    if isinstance(chosen, Refusal):
        return chosen
    return tuple(
        _about_one(Form.OWNER, c, "Ownership", "OWNERSHIP_OF", phrase, chosen, reach) for c in chosen
    )


def _about_one(
    form: Form,
    candidate: Candidate,
    of: str,
    relation: str,
    phrase: Phrase,
    chosen: Sequence[Candidate],
    reach: Reach,
) -> Plan:
    """The record and every candidate (owner, repository) that was found for it."""
    find = Find(of, (Related(relation, "out", uids=(candidate.uid,)),), limit=20)
    return Plan(
        form,
        (Asked(Describe((candidate.uid,)), "record"), Asked(find, "candidates")),
        of=of,
        names=(candidate.uid,),
        named=(candidate,),
        within=reach.within,
        also_named=others(phrase, chosen),
    )


def _contacts(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    phrase = _named_phrase(frame)
    chosen = _chosen(phrase, reach)
    if isinstance(chosen, Refusal):
        return chosen
    uids = tuple(c.uid for c in chosen)
    find = Find("Person", (Related("CONTACT_FOR", "out", uids=uids),), limit=20)
    owners = [
        _about_one(Form.CONTACT, c, "Ownership", "OWNERSHIP_OF", phrase, chosen, reach) for c in chosen[:1]
    ]
    return (
        replace(owners[0], queries=(*owners[0].queries, Asked(find, "contacts")), names=uids, named=chosen),
    )


def _disagreements(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    where = (Where("conflict", Op.EQ, value=True),)
    columns = tuple(Column(f) for f in ("subject", "owner", "method", "reason", "conflictReason"))
    find = Find("Ownership", where, reach.within, columns=columns, order=Order("subject", descending=False))
    return (Plan(Form.LIST, (Asked(find),), of="Ownership", within=reach.within),)


# Finding ------------------------------------------------------------------------------------------------------------


def _implied(frame: Frame) -> str:
    """The kind asked for where only "what" or "who" says it: from its states, else from the relation's ends."""
    if frame.main < 0:
        return ""
    main = frame.phrases[frame.main]
    if any(isinstance(t, State) and any(s.kind == "Change" for s in t.word.said) for t in main.tests):
        return "Change"
    if main.word == "who":
        return "Team"
    return ANY


def _found(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    of = main.of or _implied(frame)
    if frame.main < 0:
        raise CannotSay("Nothing is asked for.")
    if of == "Change" or (frame.window is not None and _is_change(main)):
        return _changes(frame, reach, asker)
    made: list[Plan] = []
    for kind in (of, *main.also):
        made.append(_find_plan(frame, main, kind, reach, asker))
    return tuple(made)


def _find_plan(frame: Frame, main: Phrase, of: str, reach: Reach, asker: Asker) -> Plan:
    if frame.window is not None:
        raise CannotSay("A window restricts nothing here.")
    where = (
        *conditions(main.tests, Context(of, asker.now)),
        *_related(frame, frame.main, of, reach, asker),
    )
    find = Find(of, where, reach.within, limit=asker.limits.rows, as_of=asker.as_of)
    names = _linked_uids(where)
    plan = Plan(
        Form.LIST, (Asked(find),), of=of, names=names, within=reach.within, quantifier=main.quantifier
    )
    for shape in (_share, _grouped, _measured, _topped, _counted, _yes_or_no):
        if (shaped := shape(frame, plan, find)) is not None:
            return shaped
    return _listed(frame, plan, find)


def _listed(frame: Frame, plan: Plan, find: Find) -> Plan:
    """A list; with the asked fields as columns."""
    limited = replace(find, limit=frame.limit) if frame.limit else find
    if not frame.asked:
        return replace(plan, queries=(Asked(limited),))
    fields = [field_for(word, find.of).name for word in frame.asked]
    columns = (Column("name"), *_place_columns(find), *(Column(f) for f in dict.fromkeys(fields)))
    return replace(plan, queries=(Asked(replace(limited, columns=columns)),), fields=tuple(fields))


def _place_columns(find: Find) -> tuple[Column, ...]:
    held = [p for p in PLACES[:4] if kinds_with(find.of, p) and len(getattr(find.within, p)) != 1]
    return tuple(Column(p) for p in held)


def _share(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    if frame.aggregate is None or frame.aggregate.measure is not Measure.SHARE:
        return None
    if not find.where:
        raise CannotSay("A share of what?")
    counted = replace(find, aggregate=Aggregate(Measure.COUNT))
    return replace(plan, form=Form.SHARE, queries=(Asked(counted),))


def _grouped(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    if not frame.group:
        return None
    columns = tuple(_group_column(g, find.of) for g in frame.group)
    aggregate = _aggregate(frame, find.of) or Aggregate(Measure.COUNT)
    limit = frame.limit or find.limit
    descending = frame.extreme.descending if frame.extreme else True
    grouped = replace(
        find, group_by=columns, aggregate=aggregate, order=Order("", descending=descending), limit=limit
    )
    return replace(plan, form=Form.GROUP, queries=(Asked(grouped),))


def _group_column(word: PlaceWord | FieldWord | Noun | RelationNoun | Tag, of: str) -> Column:
    match word:
        case PlaceWord(name=name) if name in PLACES:
            if not kinds_with(of, name):
                raise CannotSay(f"{of} lies in no {name}.")
            return Column(name)
        case PlaceWord(name="team"):
            return Column(special="owner")
        case PlaceWord(name="application"):
            return Column(special="application")
        case RelationNoun(relation="OWNED_BY") | Noun(of="Team"):
            return Column(special="owner")
        case RelationNoun(relation="MANAGED_BY"):
            return Column(special="manager")
        case Noun(of="Application"):
            return Column(special="application")
        case RelationNoun(relation=relation, direction=direction):
            return Column("name", relation, direction)
        case FieldWord():
            return Column(field_for(word, of).name)
        case Tag(key=key):
            return Column(f"tags.{key}")
        case Noun(of=kind):
            return _column_of_kind(kind, of)
        case _:
            raise CannotSay("Nothing to group by.")


def _column_of_kind(kind: str, of: str) -> Column:
    """A group by a kind: the place it stands for, else the relation whose other end only it can be."""
    for name in PLACES:
        if stands_for_place(kind, name) and kinds_with(of, name):
            return Column(name)
    for relation in RELATIONS.values():
        if kind in relation.targets and len(relation.targets) == 1:
            return Column("name", relation.name, "out", kind)
    own = KINDS[kind].name[:1].lower() + KINDS[kind].name[1:] if kind in KINDS else ""
    if own and kinds_with(of, own):
        return Column(own)
    raise CannotSay(f"{of} cannot be grouped by {kind}.")


def _aggregate(frame: Frame, of: str) -> Aggregate | None:
    if frame.aggregate is None:
        return None
    word = frame.aggregate_field or (frame.asked[0] if frame.asked else None)
    if word is None:
        return None
    declared = field_for(word, of, Type.INTEGER, Type.DECIMAL)
    return Aggregate(frame.aggregate.measure, declared.name, frame.aggregate.percent)


def _measured(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    """A sum, an average, the least or the most of a field."""
    aggregate = _aggregate(frame, find.of)
    if aggregate is None and frame.ask == "amount" and frame.asked:
        aggregate = Aggregate(
            Measure.SUM, field_for(frame.asked[0], find.of, Type.INTEGER, Type.DECIMAL).name
        )
    if aggregate is None:
        return None
    return replace(
        plan,
        form=Form.MEASURE,
        queries=(Asked(replace(find, aggregate=aggregate)),),
        fields=(aggregate.field,),
    )


def _topped(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    """Said as "the 5 namespaces with most restarts", "the largest volumes", "the oldest pod"."""
    extreme = frame.extreme
    if extreme is None:
        return None
    limit = frame.limit or (1 if frame.ask != "list" or _is_single(frame) else 10)
    if frame.extreme_field is not None:
        return _by_field(frame, plan, find, frame.extreme_field, limit)
    if frame.extreme_noun:
        return _by_count(frame, plan, find, frame.extreme_noun, limit)
    declared = birth_of(find.of) if extreme.about == "birth" else size_of(find.of)
    if declared is None:
        raise CannotSay(f"{find.of} has nothing to be ordered by.")
    columns = (Column("name"), *_place_columns(find), Column(declared.name))
    ordered = replace(find, columns=columns, order=Order(declared.name, extreme.descending), limit=limit)
    return replace(plan, queries=(Asked(ordered),), fields=(declared.name,))


def _is_single(frame: Frame) -> bool:
    return frame.ask == "list" and not frame.limit and frame.phrases[frame.main].word == "which"


def _by_field(frame: Frame, plan: Plan, find: Find, word: FieldWord, limit: int) -> Plan:
    descending = frame.extreme is None or frame.extreme.descending
    try:
        declared = field_for(word, find.of, Type.INTEGER, Type.DECIMAL, Type.TIME)
    except CannotSay:
        return _by_place(plan, find, word, limit, descending=descending)
    columns = (Column("name"), *_place_columns(find), Column(declared.name))
    ordered = replace(find, columns=columns, order=Order(declared.name, descending), limit=limit)
    return replace(plan, queries=(Asked(ordered),), fields=(declared.name,))


def _by_place(plan: Plan, find: Find, word: FieldWord, limit: int, *, descending: bool) -> Plan:
    """A place ordered by the sum of a field of what lies in it."""
    place = next((p for p in PLACES if stands_for_place(find.of, p)), "")
    kinds = sorted({s.kind for s in word.slots if field_of(s.kind, place)}) if place else []
    if not kinds or find.where:
        raise CannotSay(f"{find.of} has no such field.")
    kind = next((k for k in kinds if k == "Pod"), kinds[0])
    declared = field_for(word, kind, Type.INTEGER, Type.DECIMAL)
    grouped = Find(
        kind,
        within=find.within,
        group_by=(Column(place),),
        aggregate=Aggregate(Measure.SUM, declared.name),
        order=Order("", descending=descending),
        limit=limit,
        as_of=find.as_of,
    )
    return replace(plan, form=Form.GROUP, of=kind, queries=(Asked(grouped),), fields=(declared.name,))


def _by_count(frame: Frame, plan: Plan, find: Find, kind: str, limit: int) -> Plan:
    """Said as "namespaces with most pods": the other kind counted by this one."""
    descending = frame.extreme is None or frame.extreme.descending
    column = _column_of_kind(find.of, kind)
    grouped = Find(
        kind,
        within=find.within,
        group_by=(column,),
        aggregate=Aggregate(Measure.COUNT),
        order=Order("", descending=descending),
        limit=limit,
        as_of=find.as_of,
    )
    return replace(plan, form=Form.GROUP, of=kind, queries=(Asked(grouped),))


def _counted(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    if frame.ask != "count":
        return None
    if frame.asked:
        return _measured(replace(frame, ask="amount"), plan, find)
    return replace(plan, form=Form.COUNT, queries=(Asked(replace(find, aggregate=Aggregate(Measure.COUNT))),))


def _yes_or_no(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    """Quantified: the count that decides it, and the records that are (or are not) so."""
    if frame.ask != "yesno" and not (plan.quantifier in ("all", "none") and find.where and frame.ask == ""):
        return None
    return replace(plan, form=Form.YESNO, queries=(Asked(find),))


# Relations ----------------------------------------------------------------------------------------------------------


def _other(link: Link, index: int) -> int:
    return link.target if link.subject == index else link.subject


def _side(link: Link, index: int) -> str:
    """The direction of the relation as seen from a phrase."""
    if link.direction == "any" or link.subject == index:
        return link.direction
    return "in" if link.direction == "out" else "out"


def _related(
    frame: Frame, index: int, of: str, reach: Reach, asker: Asker, seen: frozenset[int] = frozenset()
) -> tuple[Condition, ...]:
    """The relations of a phrase as conditions, each with what is said of its other end."""
    found: list[Condition] = []
    for link in frame.links:
        if index not in (link.subject, link.target) or _other(link, index) in seen:
            continue
        found.append(_one_related(frame, link, index, of, reach, asker, seen | {index}))
    return tuple(found)


def _one_related(
    frame: Frame, link: Link, index: int, of: str, reach: Reach, asker: Asker, seen: frozenset[int]
) -> Condition:
    other = _other(link, index)
    phrase = frame.phrases[other]
    uids: tuple[Uid, ...] = ()
    if phrase.names:
        chosen = _chosen(phrase, Reach(Within()))
        if isinstance(chosen, Refusal):
            raise CannotSay(chosen.message)
        uids = tuple(c.uid for c in chosen)
    kind = "" if uids else phrase.of
    inner = (
        *(conditions(phrase.tests, Context(kind or ANY, asker.now)) if phrase.tests else ()),
        *_related(frame, other, kind or ANY, reach, asker, seen),
    )
    direction = _side(link, index)
    relation, hops = link.relation, 1
    if not relation:
        relation, direction, hops = _nameless(of, kind or (_kind_of(phrase) if uids else ""))
    return Related(relation, direction, kind, inner, uids, none=link.none, hops=hops, count=link.count)


def _kind_of(phrase: Phrase) -> str:
    kinds = {c.kind for n in phrase.names for c in n.candidates}
    return next(iter(kinds)) if len(kinds) == 1 else ""


def _nameless(of: str, other: str) -> tuple[str, str, int]:
    """The relation between two kinds that no verb names: the one whose declared ends are these, else any."""
    for direction, own, far in (("out", of, other), ("in", other, of)):
        for relation in RELATIONS.values():
            if (
                relation.sources
                and relation.targets
                and _is_end(own, relation.sources)
                and _is_end(far, relation.targets)
            ):
                return relation.name, direction, 1
    return "", "any", 1


def _is_end(of: str, ends: tuple[str, ...]) -> bool:
    if not of or of == ANY:
        return False
    allowed = {k.name for e in ends for k in kinds_asked(e)} | set(ends)
    return of in allowed or all(k.name in allowed for k in kinds_asked(of))


# Topics -------------------------------------------------------------------------------------------------------------


def _named_phrase(frame: Frame) -> Phrase:
    named = [p for p in frame.phrases if p.names]
    if not named:
        raise CannotSay("Of what?")
    return named[0]


def _impact(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    phrase = _named_phrase(frame)
    chosen = _chosen(phrase, reach)
    if isinstance(chosen, Refusal):
        return chosen
    return tuple(
        Plan(
            Form.IMPACT,
            (Asked(Describe((c.uid,)), "record"), Asked(Impact(c.uid, direction="in"))),
            names=(c.uid,),
            named=(c,),
            within=reach.within,
            also_named=others(phrase, chosen),
        )
        for c in chosen
    )


def _path(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    phrases = [p for p in frame.phrases if p.names]
    names = [replace(p, names=(n,)) for p in phrases for n in p.names]
    if len(names) != 2:
        raise CannotSay("From what to what?")
    ends = [_chosen(p, reach) for p in names]
    for end in ends:
        if isinstance(end, Refusal):
            return end
    left, right = (e for e in ends if not isinstance(e, Refusal))
    return (
        Plan(
            Form.PATH,
            (Asked(Path(left[0].uid, right[0].uid)),),
            names=(left[0].uid, right[0].uid),
            named=(left[0], right[0]),
            within=reach.within,
        ),
    )


def _compare(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    """One name in two places, or two names."""
    pairs = [c for p in frame.phrases if p.names for c in candidates(p, reach.within)]
    if len(pairs) != 2:
        kinds = {c.kind for c in pairs}
        by_kind = [[c for c in pairs if c.kind == k] for k in sorted(kinds)]
        pairs = next((g for g in by_kind if len(g) == 2), pairs)
    if len(pairs) != 2:
        return Refusal(
            DeclineType.AMBIGUOUS,
            "Two records are needed to compare. Say which two, with their places.",
            tuple(pairs[:10]),
        )
    left, right = pairs
    return (
        Plan(
            Form.COMPARE,
            (Asked(CompareRecords(left.uid, right.uid)),),
            names=(left.uid, right.uid),
            named=(left, right),
            within=Within(),
        ),
    )


def _changes(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    window = frame.window.window if frame.window else None
    where = conditions([t for t in main.tests if _of_change(t)], Context("Change", asker.now))
    named = next((p for p in frame.phrases if p.names), None)
    last = frame.extreme is not None or frame.ask in ("who", "when")
    if named is not None:
        chosen = _chosen(named, reach)
        if isinstance(chosen, Refusal):
            return chosen
        form = Form.LAST_CHANGE if last else Form.CHANGES
        return tuple(_history(form, c.uid, (c,), reach, window, where, asker) for c in chosen)
    kinds: tuple[Condition, ...] = ()
    if main.of and main.of not in ("Change", ANY):
        names: list[str] = [k.name for k in kinds_asked(main.of)]
        kinds = (Where("subjectKind", Op.IN, names),)
    form = Form.LAST_CHANGE if last and frame.ask in ("who", "when") else Form.CHANGES
    return (_history(form, None, (), reach, window, (*where, *kinds), asker),)


def _history(
    form: Form,
    uid: Uid | None,
    named: tuple[Candidate, ...],
    reach: Reach,
    window: object,
    where: tuple[Condition, ...],
    asker: Asker,
) -> Plan:
    from graph.query import Window  # noqa: PLC0415

    span = window if isinstance(window, Window) else None
    query = History(uid, reach.within, span, where, limit=asker.limits.rows)
    return Plan(
        form,
        (Asked(query),),
        of="Change",
        names=(uid,) if uid else (),
        named=named,
        within=reach.within,
        window=span,
    )


def _is_change(phrase: Phrase) -> bool:
    return bool(phrase.tests) and all(_of_change(t) for t in phrase.tests)


def _of_change(test: object) -> bool:
    return isinstance(test, State) and any(s.kind == "Change" for s in test.word.said)


def _unread(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    return (_coverage_plan(Form.COVERAGE, frame, reach, unread=True),)


def _coverage(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    return (_coverage_plan(Form.COVERAGE, frame, reach, unread=False),)


def _scanned(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    return (_coverage_plan(Form.SCANNED, frame, reach, unread=False),)


def _coverage_plan(form: Form, frame: Frame, reach: Reach, *, unread: bool) -> Plan:
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    kinds = tuple(k.name for k in kinds_asked(main.of)) if main.of and main.of not in ("Scope", ANY) else ()
    query = CoverageOf(reach.within, kinds, unread_only=unread)
    return Plan(form, (Asked(query),), of="Scope", within=reach.within, quantifier="unread" if unread else "")


def _stale(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    of = main.of or ANY
    limit = asker.limits.freshness_of(KINDS[of].name if of in KINDS else "")
    where = (Where("observedAt", Op.LT, asker.now - limit),)
    columns = (Column("name"), Column("kind"), Column("observedAt"))
    find = Find(of, where, reach.within, columns=columns, order=Order("observedAt", descending=False))
    return (Plan(Form.STALE, (Asked(find),), of=of, within=reach.within),)


_TOPICS: dict[str, Callable[[Frame, Reach, Asker], Planned]] = {
    "impact": _impact,
    "path": _path,
    "differ": _compare,
    "changed": _changes,
    "contact": _contacts,
    "disagree": _disagreements,
    "unread": _unread,
    "coverage": _coverage,
    "scanned": _scanned,
    "stale": _stale,
}
