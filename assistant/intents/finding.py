"""Finding records: lists, counts, groups, shares, measures, the most and the least, and yes or no."""

from __future__ import annotations

from dataclasses import replace

from assistant.choice import Reach
from assistant.condition import CannotSay, Context, conditions, field_for, measure_of, size_of
from assistant.grammar.frame import Frame, Given, Link, Phrase, State, Stored, is_of_pods, tells_of_pods
from assistant.grammar.noun import stands_for_place
from assistant.intents.asker import Asker, main_phrase
from assistant.intents.columns import by_field, column_of_kind, group_column, place_columns, with_peers
from assistant.intents.ordering import in_order
from assistant.intents.relating import Relating, declared_between, linked_uids, other, side
from assistant.intents.twofold import first_of_each, holding_none
from assistant.meaning import FieldWord, Noun, PlaceWord, Slot, Verb
from assistant.plan import Asked, Form, Plan, Planned
from graph.fields import ANY, PLACES, field_of, kinds_asked, kinds_with
from graph.kind import Field, Role, Type
from graph.kinds import KINDS
from graph.query import (
    Aggregate,
    AnyOf,
    Column,
    Condition,
    Find,
    Measure,
    Not,
    Op,
    Order,
    Related,
    Where,
)


def implied(frame: Frame) -> str:
    """The kind asked for where only "what" or "who" says it: from its states, else from the relation's ends."""
    if frame.main < 0:
        return ""
    main = frame.phrases[frame.main]
    if any(isinstance(t, State) and any(s.kind == "Change" for s in t.word.said) for t in main.tests):
        return "Change"
    if main.word == "who" and not any(k.relation == "MANAGED_BY" for k in frame.links):
        return "Team"
    return ANY


def found(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    """Records of a kind: each kind asked for is a plan."""
    measured = frame.ask == "count" and len(frame.asked) == 1
    if frame.main < 0 and not measured and frame.aggregate_field is None:
        raise CannotSay("Nothing is asked for.")
    main = main_phrase(frame)
    if _is_nothing(frame, main) or _is_of_places_alone(frame, main):
        raise CannotSay("What is asked for?")
    field = frame.asked[0] if measured else frame.aggregate_field
    of = main.of or (implied(frame) if frame.main >= 0 and not measured else _measured_kind(field))
    common = frame.ordered and not frame.extreme and frame.ask in ("", "list")
    if len(frame.asked) == 1 and (common or (not main.of and frame.ask == "list")) and not frame.links:
        return (_values(frame, main, reach, asker),)
    if frame.asked and not main.of and not measured:
        raise CannotSay("Fields of what?")
    if main.quantifier == "all" and not main.of and main.word == "which" and frame.links:
        raise CannotSay("Not everything in a place is related to something.")
    if frame.beside_count:
        return _counted_and(frame, main, of, reach, asker)
    made = tuple(_find_plan(frame, main, kind, reach, asker) for kind in (of, *main.also))
    return (*made, *_of_no_workload(main, reach, asker))


_SPOKEN_OF = ("EC2Instance", "RDSInstance", "Node", "Deployment", "Pod")
"""Kinds that people mean first by a field that few others have as well."""
_FEW_KINDS = 8


def _values(frame: Frame, main: Phrase, reach: Reach, asker: Asker) -> Plan:
    """Said as "which kubelet versions are there": the values of a field that only one kind can be meant by, and how many have each."""
    if main.of:
        return _values_of(frame, main, main.of, reach, asker)
    kinds = {s.kind for s in frame.asked[0].slots if field_of(s.kind, s.field)}
    for test in main.tests:
        if isinstance(test, State | Stored):
            said = test.word.said if isinstance(test, State) else test.literal.said
            kinds &= {s.kind for s in said}
    kinds = _called_so(frame.asked[0], kinds)
    first = next((k for k in _SPOKEN_OF if k in kinds), "") if len(kinds) <= _FEW_KINDS else ""
    kinds = {first} if first else kinds
    if len(kinds) != 1 or frame.extreme or frame.aggregate or frame.group or frame.window:
        raise CannotSay("Values of what?")
    return _values_of(frame, main, kinds.pop(), reach, asker)


def _called_so(word: FieldWord, kinds: set[str]) -> set[str]:
    """The kinds whose field is called just so, where it is a piece of a longer name of the others ("runtime", "container runtime")."""
    fields = {s.field for s in word.slots if s.kind in kinds}
    plain = [f for f in fields if f.islower() and all(f in o.lower() for o in fields)]
    return {s.kind for s in word.slots if s.kind in kinds and s.field in plain} or kinds


def _values_of(frame: Frame, main: Phrase, of: str, reach: Reach, asker: Asker) -> Plan:
    if any(isinstance(t, State | Stored) and t.negated for t in main.tests) and not main.of:
        raise CannotSay("Values that nothing has are those of no record.")
    declared = field_for(frame.asked[0], of)
    if declared.type in (Type.INTEGER, Type.DECIMAL) and not frame.ordered:
        raise CannotSay("Numbers are no values to choose from.")
    if declared.role is Role.NAME and declared.name.endswith("Id"):
        raise CannotSay("Ids are no values to choose from.")
    where = conditions(main.tests, Context(of, asker.now))
    find = Find(of, where, reach.within, limit=asker.limits.rows, as_of=asker.as_of)
    plan = Plan(Form.GROUP, (), of=of, within=reach.within)
    return _by_group(plan, find, of, Column(declared.name), find.limit, where=where)


def _is_nothing(frame: Frame, main: Phrase) -> bool:
    """Only a question word, with nothing that says of what."""
    said = main.of or main.tests or main.quantifier or frame.restrictions or frame.links or frame.extreme
    if frame.ask == "list" and len(frame.asked) == 1 and main.is_open:
        return False  # the values of a field
    return frame.main >= 0 and not said and not frame.group and not frame.aggregate


def _is_of_places_alone(frame: Frame, main: Phrase) -> bool:
    """Said as "is staging on prod": of two places that are no more than named."""
    said = main.of or main.tests or frame.links or frame.asked or main.quantifier in ("any", "none")
    bare = [r for r in frame.restrictions if not r.explicit]
    return frame.ask == "yesno" and not said and len(bare) > 1


def _measured_kind(word: FieldWord | None) -> str:
    """Whose field is measured, where no kind is said ("total restarts per namespace"): the pods', or the only kind's."""
    kinds = {
        s.kind
        for s in (word.slots if word else ())
        if (f := field_of(s.kind, s.field)) and f.type in (Type.INTEGER, Type.DECIMAL)
    }
    if "Pod" in kinds:
        return "Pod"
    if "Deployment" in kinds:
        return "Workload"
    if first := next((k for k in _SPOKEN_OF if k in kinds), ""):
        return first
    if len(kinds) != 1:
        raise CannotSay("Measured of what?")
    return kinds.pop()


def _of_no_workload(main: Phrase, reach: Reach, asker: Asker) -> tuple[Plan, ...]:
    """Beside workloads that are asked for by what their pods say: the pods in that state that are part of none."""
    states = [t for t in main.tests if isinstance(t, State) and tells_of_pods(t)]
    if not is_of_pods(main.of) or not states or len(states) < len(main.tests):
        return ()
    bare = Related("PART_OF", "out", "Workload", none=True, hops=4)
    where = (*conditions(states, Context("Pod", asker.now)), bare)
    find = Find("Pod", where, reach.within, limit=asker.limits.rows, as_of=asker.as_of)
    result = asker.rows(find)
    if result is None or not result.total:
        return ()
    remark = "Of the pods that are so, some are part of no workload."
    return (Plan(Form.LIST, (Asked(find),), of="Pod", within=reach.within, remarks=(remark,)),)


def _counted_and(frame: Frame, main: Phrase, of: str, reach: Reach, asker: Asker) -> tuple[Plan, ...]:
    """How many there are, and beside it the same in groups or by their size."""
    alone = frame._replace(beside_count="", group=())
    more = frame._replace(beside_count="") if frame.group else alone._replace(ask="amount")
    return tuple(_find_plan(f, main, of, reach, asker) for f in (alone, more))


def _find_plan(frame: Frame, main: Phrase, of: str, reach: Reach, asker: Asker) -> Plan:
    if of == "Team" and main.word == "who" and reach.within.team and not frame.links:
        raise CannotSay("Who is what of the team?")
    if frame.window is not None and of != "Change":
        raise CannotSay("A window restricts nothing here.")
    if (holding := _holding_many(frame, of, reach, asker)) is not None:
        return holding
    where = (
        *conditions(main.tests, Context(of, asker.now)),
        *Relating(frame, asker).conditions(frame.main, of),
    )
    window = frame.window.window if frame.window else None
    find = Find(of, where, reach.within, window, limit=asker.limits.rows, as_of=asker.as_of)
    if frame.each:
        frame, find = _by_each(frame, find)
    if frame.extreme_tests:
        said = conditions(frame.extreme_tests, Context(frame.extreme_noun, asker.now))
        frame = frame._replace(extreme_tests=tuple(map(Given, said)))
    if (each := first_of_each(frame, find, asker)) is not None:
        return each
    names = linked_uids(where)
    plan = Plan(
        Form.LIST, (Asked(find),), of=of, names=names, within=reach.within, quantifier=main.quantifier
    )
    for shape in (
        _share,
        in_order,
        _grouped,
        _measured,
        _topped,
        _counted_for_each,
        _owning_many,
        _counted,
        _yes_or_no,
    ):
        if (shaped := shape(frame, plan, find)) is not None:
            if shaped.bound != frame.bound:
                raise CannotSay("How many of which?")
            return shaped
    return _listed(frame, plan, find)


def _is_yes_or_no(either: AnyOf) -> bool:
    """Whether it is of all, be they so or not."""
    values = [c.value for c in either.conditions if isinstance(c, Where)]
    return True in values and False in values and all(isinstance(v, bool) for v in values)


def _by_each(frame: Frame, find: Find) -> tuple[Frame, Find]:
    """In groups of the place, or of the field, that several values were said of. Raises CannotSay where there is none."""
    several = [p for p in PLACES if len(getattr(find.within, p)) > 1]
    if not several and (name := _one_or_other(find)):
        kinds = {k.name for k in kinds_asked(find.of)}
        by = FieldWord(frozenset(Slot(k, name) for k in kinds))
        whole = [c for c in find.where if not (isinstance(c, AnyOf) and _is_yes_or_no(c))]
        return frame._replace(group=(by,)), replace(find, where=tuple(whole))
    if len(several) != 1:
        raise CannotSay("Which places are compared?")
    return frame._replace(group=(PlaceWord(several[0]),)), find


def _one_or_other(find: Find) -> str:
    """The one field whose values are compared with each other ("running vs stopped"); "" where there is none."""
    either = [c for c in find.where if isinstance(c, AnyOf)]
    fields = {c.field if isinstance(c, Where) else "" for e in either for c in e.conditions}
    return fields.pop() if len(either) == 1 and len(fields) == 1 else ""


def _holding_many(frame: Frame, of: str, reach: Reach, asker: Asker) -> Plan | None:
    """Said as "namespaces with more than 3 deployments": what lies in each place is counted, as it is related to none."""
    if len(frame.links) != 1 or frame.links[0].relation or main_phrase(frame).tests:
        return None
    link = frame.links[0]
    held = frame.phrases[other(link, frame.main)]
    place = next((p for p in PLACES if stands_for_place(of, p) and held.of and kinds_with(held.of, p)), "")
    if not place or held.names or not (link.count or link.none):
        return None
    if link.none and not link.count:
        of_place = Find(of, within=reach.within, limit=asker.limits.rows, as_of=asker.as_of)
        lying = Find(held.of, conditions(held.tests, Context(held.of, asker.now)), reach.within)
        return holding_none(frame, of_place, lying, place, asker)
    if link.none or link.count is None or link.count[0] not in (Op.GT, Op.GE) or frame.ask == "count":
        raise CannotSay("A place that holds none is in no group.")
    find = Find(of, within=reach.within, limit=asker.limits.rows, as_of=asker.as_of)
    where = conditions(held.tests, Context(held.of, asker.now))
    plan = Plan(Form.GROUP, (), within=reach.within)
    return _by_group(plan, find, held.of, Column(place), find.limit, where=where, having=link.count)


def _listed(frame: Frame, plan: Plan, find: Find) -> Plan:
    """A list; with the asked fields as columns."""
    limited = replace(find, limit=frame.limit) if frame.limit else find
    if not frame.asked and not frame.beside:
        return replace(plan, queries=(Asked(limited),))
    fields = [field_for(word, find.of).name for word in frame.asked]
    beside = [group_column(word, find.of) for word in frame.beside]
    columns = (Column("name"), *place_columns(find), *(Column(f) for f in dict.fromkeys(fields)), *beside)
    once = tuple(dict.fromkeys(columns))
    return replace(plan, queries=(Asked(replace(limited, columns=once)),), fields=tuple(fields))


def _share(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    if frame.aggregate is None or frame.aggregate.measure is not Measure.SHARE:
        return None
    if not find.where:
        raise CannotSay("A share of what?")
    if frame.group:
        raise CannotSay("A share is told of the whole, and not of each group.")
    counted = replace(find, aggregate=Aggregate(Measure.COUNT))
    return replace(plan, form=Form.SHARE, queries=(Asked(counted),))


def _grouped(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    if not frame.group:
        return None
    columns = tuple(group_column(g, find.of) for g in frame.group)
    aggregate = _aggregate(frame, find.of) or _summed(frame, find.of) or Aggregate(Measure.COUNT)
    limit = frame.limit or find.limit
    descending = frame.extreme.descending if frame.extreme else True
    grouped = replace(
        find, group_by=columns, aggregate=aggregate, order=Order("", descending=descending), limit=limit
    )
    shaped = replace(
        plan, form=Form.GROUP, queries=(Asked(grouped),), verb=frame.ask if frame.ask == "alike" else ""
    )
    word = frame.group[0]
    kind = word.of if isinstance(word, Noun) else columns[0].field[:1].upper() + columns[0].field[1:]
    counted = len(frame.group) == 1 and aggregate.measure is Measure.COUNT
    return _with_none(shaped, kind, find.of) if counted and kind in KINDS else shaped


def _summed(frame: Frame, of: str) -> Aggregate | None:
    """The sum of the field whose number is asked for in each group ("how many replicas per namespace"); None where things are counted."""
    if not frame.asked:
        return None
    if frame.ask not in ("count", "amount") or len(frame.asked) != 1:
        raise CannotSay("In groups things are counted or measured.")
    return Aggregate(Measure.SUM, field_for(frame.asked[0], of, Type.INTEGER, Type.DECIMAL).name)


def _aggregate(frame: Frame, of: str) -> Aggregate | None:
    if frame.aggregate is None:
        return None
    if frame.aggregate.measure is Measure.SHARE:
        return None
    word = frame.aggregate_field or (frame.asked[0] if frame.asked else None)
    if word is None:
        raise CannotSay("The measure of what?")
    declared = field_for(word, of, Type.INTEGER, Type.DECIMAL)
    return Aggregate(frame.aggregate.measure, declared.name, frame.aggregate.percent)


def _measured(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    """A sum, an average, the least or the most of a field."""
    if frame.extreme is not None and (frame.aggregate is not None or frame.ask == "amount"):
        return _of_the_first(frame, plan, find)
    aggregate = _aggregate(frame, find.of)
    if aggregate is None and frame.ask == "amount" and frame.asked:
        aggregate = Aggregate(
            Measure.SUM, field_for(frame.asked[0], find.of, Type.INTEGER, Type.DECIMAL).name
        )
    if aggregate is None and frame.ask == "amount" and (size := size_of(find.of)) is not None:
        aggregate = Aggregate(Measure.SUM, size.name)  # "how much disk do we have": what there is of it
    if aggregate is None and frame.ask == "amount":
        raise CannotSay("How much of what?")
    if aggregate is None:
        return None
    return replace(
        plan,
        form=Form.MEASURE,
        queries=(Asked(replace(find, aggregate=aggregate)),),
        fields=(aggregate.field,),
    )


def _of_the_first(frame: Frame, plan: Plan, find: Find) -> Plan:
    """Said as "how much memory does the biggest lambda have": what the first of them has of the field asked for."""
    if frame.aggregate is not None or len(frame.asked) != 1 or frame.extreme_field or frame.extreme_noun:
        raise CannotSay("Either a measure is asked for, or the first.")
    return by_field(frame, plan, find, frame.asked[0], frame.limit or 1)


def _topped(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    """Said as "the 5 namespaces with most restarts", "the largest volumes", "the oldest pod"."""
    extreme = frame.extreme
    if extreme is None:
        return None
    if frame.ordered and not frame.limit:
        frame = frame._replace(limit=find.limit)
    limit = frame.limit or (1 if frame.ask != "list" or _is_single(frame) else 10)
    if (frame.asked or frame.beside) and not frame.extreme_noun:
        return _with_asked(frame, _topped(frame._replace(asked=(), beside=(), limit=limit), plan, find), find)
    if frame.extreme_field is not None:
        return by_field(frame, plan, find, frame.extreme_field, limit)
    if frame.extreme_noun:
        return _by_count(frame, plan, find, frame.extreme_noun, limit)
    if extreme.about == "amount":
        raise CannotSay("The most of what?")
    declared = measure_of(find.of, extreme.about)
    if declared is None:
        raise CannotSay(f"{find.of} has nothing to be ordered by.")
    _is_recorded(declared, find.of)
    columns = (Column("name"), *place_columns(find), Column(declared.name))
    ordered = replace(find, columns=columns, order=Order(declared.name, extreme.descending), limit=limit)
    return replace(
        plan,
        queries=with_peers(ordered),
        fields=(declared.name,),
        verb="" if extreme.about == "length" else extreme.about,
    )


def _is_recorded(declared: Field, of: str) -> None:
    """When it was first seen says nothing of how old it is. Raises CannotSay."""
    if declared.name == "firstSeen":
        raise CannotSay(f"When a {of} was created is not recorded.")


def _with_asked(frame: Frame, topped: Plan | None, find: Find) -> Plan | None:
    """The first of all with the fields that are asked of it ("the engine of the largest database")."""
    if topped is None or topped.form is not Form.LIST:
        raise CannotSay("Fields are asked of records.")
    names = tuple(dict.fromkeys(field_for(word, find.of).name for word in frame.asked))
    more = tuple(n for n in names if n not in topped.fields)
    beside = tuple(group_column(word, find.of) for word in frame.beside)
    columns = (*map(Column, more), *beside)
    more = (*more, *(c.special for c in beside if c.special))
    shown = tuple(
        Asked(replace(a.query, columns=(*a.query.columns, *columns)), a.role)
        for a in topped.queries
        if isinstance(a.query, Find)
    )
    return replace(topped, queries=shown, fields=(*topped.fields, *more))


def _is_single(frame: Frame) -> bool:
    return frame.ask == "list" and not frame.limit and frame.phrases[frame.main].word == "which"


def _by_count(frame: Frame, plan: Plan, find: Find, kind: str, limit: int) -> Plan:
    """Said as "namespaces with most pods": the other kind counted by this one."""
    descending = frame.extreme is None or frame.extreme.descending
    verb = frame.extreme_verb
    where = tuple(t.condition for t in frame.extreme_tests if isinstance(t, Given))
    if verb is None:
        column = column_of_kind(find.of, kind)
        grouped = _by_group(plan, find, kind, column, limit, where=where, descending=descending)
        if where and not descending:
            raise CannotSay("What has none is in no group.")
        return grouped if descending else _with_none(grouped, find.of, kind, must=True)
    if where:
        raise CannotSay("Of those that are counted nothing more is said here.")
    if find.where or not descending:
        raise CannotSay("What has none is in no group.")
    if verb.relation == "OWNED_BY" and find.of not in ("Team", "Person", ANY):
        raise CannotSay("Only teams and people own things.")
    return _by_group(plan, find, kind, _end_column(verb, find.of), limit)


def _with_none(plan: Plan, of: str, kind: str, *, must: bool = False) -> Plan:
    """Beside groups, those that have none and so are in no group. Raises CannotSay where they cannot be found and must be."""
    relation, direction = declared_between(of, kind)
    grouped = plan.queries[0].query
    if not relation or direction == "any" or not isinstance(grouped, Find) or grouped.where or grouped.having:
        if must:
            raise CannotSay("What has none is in no group.")
        return plan
    none = Find(
        of,
        (Related(relation, direction, kind, none=True),),
        grouped.within,
        limit=grouped.limit,
        as_of=grouped.as_of,
    )
    return replace(plan, queries=(*plan.queries, Asked(none, "none")))


_FEW_OWNERS = 10


def _by_group(
    plan: Plan,
    find: Find,
    kind: str,
    column: Column,
    limit: int,
    *,
    where: tuple[Condition, ...] = (),
    having: tuple[Op, float] | None = None,
    descending: bool = True,
) -> Plan:
    """The other kind, counted by what is asked for; what no one has is in no group."""
    if column.special == "owner" or column.relation or limit == 1:
        limit = max(limit, _FEW_OWNERS)  # what has none is a group as well; and one alone shows no equals
    grouped = Find(
        kind,
        where,
        within=find.within,
        group_by=(column,),
        aggregate=Aggregate(Measure.COUNT),
        having=having,
        order=Order("", descending=descending),
        limit=limit,
        as_of=find.as_of,
    )
    return replace(plan, form=Form.GROUP, of=kind, queries=(Asked(grouped),))


def _end_column(verb: Verb | Link, of: str) -> Column:
    """The column of what a relation's subject is, as seen from its other end: owners by the way that owners are found."""
    if verb.relation == "OWNED_BY" and verb.direction == "in":
        return Column(special="owner")
    back = {"out": "in", "in": "out"}[verb.direction]
    return Column("name", verb.relation, back, "" if of == ANY else of)


def _counted_for_each(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    """Said as "how many applications does each team own": what is counted, by every one of its other ends."""
    each = [k for k in frame.links if frame.main in (k.subject, k.target)]
    if frame.ask != "count" or len(frame.links) != 1 or not each:
        return None
    link = each[0]
    index = other(link, frame.main)
    phrase = frame.phrases[index]
    if phrase.quantifier != "all" or phrase.names or phrase.tests or link.none or not link.relation:
        return None
    seen = replace(link, direction=side(link, index))
    if seen.direction == "any":
        return None
    grouped = _by_group(plan, find, find.of, _end_column(seen, phrase.of), find.limit, where=find.where[:-1])
    return _with_none(grouped, phrase.of, find.of) if phrase.of in KINDS else grouped


def _owning_many(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    """Said as "teams that own more than 3 applications": what they own by the whole of it as well, so groups are counted."""
    if frame.ask == "count" or find.of not in ("Team", "Person") or len(find.where) != 1:
        return None
    match find.where[0]:
        case Related(
            relation="OWNED_BY", direction="in", kind=str(kind), where=where, uids=(), count=(op, number)
        ):
            if not kind or op in (Op.LT, Op.LE):
                return None
            owner = Column(special="owner")
            return _by_group(plan, find, kind, owner, find.limit, where=where, having=(op, number))
        case _:
            return None


def _counted(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    if frame.ask != "count":
        return None
    if frame.asked:
        return _measured(frame._replace(ask="amount"), plan, find)
    counted = Asked(replace(find, aggregate=Aggregate(Measure.COUNT)))
    return replace(plan, form=Form.COUNT, queries=(counted,), bound=frame.bound)


def _yes_or_no(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    """Quantified: the records that are so and, where all are asked about, those that are not."""
    stated = plan.quantifier in ("all", "none") and find.where and frame.ask == ""
    if frame.ask != "yesno" and not (stated and (frame.be or plan.quantifier == "none")):
        return None
    asked = [Asked(find)]
    if plan.quantifier == "all" and find.where:
        asked.append(Asked(replace(find, where=opposite(find.where)), "opposite"))
    return replace(plan, form=Form.YESNO, queries=tuple(asked))


def opposite(where: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """What a record is for which these do not all hold. One whose value is not known is neither."""
    denied = [d for condition in where for d in _denied(condition)]
    return (denied[0],) if len(denied) == 1 else (AnyOf(tuple(denied)),)


def _denied(condition: Condition) -> list[Condition]:
    """A condition turned round; alternatives of several kinds each in its own field, as no record has them all."""
    match condition:
        case Not(condition=inner):
            return [inner]
        case Where(value=bool(truth), op=Op.EQ):
            return [replace(condition, value=not truth)]
        case Where(op=Op.EQ):
            return [replace(condition, op=Op.NE)]
        case Where(op=Op.KNOWN | Op.UNKNOWN as op):
            return [replace(condition, op=Op.UNKNOWN if op is Op.KNOWN else Op.KNOWN)]
        case Related(count=None, none=none):
            return [replace(condition, none=not none)]
        case AnyOf(conditions=inner) if all(isinstance(c, Where) and c.op is Op.EQ for c in inner):
            return _denied_fields([c for c in inner if isinstance(c, Where)])
        case _:
            return [Not(condition)]


def _denied_fields(alternatives: list[Where]) -> list[Condition]:
    """Each field by itself: none of the values that were asked for."""
    found: list[Condition] = []
    for name in dict.fromkeys(w.field for w in alternatives):
        values = [w.value for w in alternatives if w.field == name]
        if len(values) == 1:
            found += _denied(Where(name, Op.EQ, values[0]))
        else:
            found.append(Not(Where(name, Op.IN, [str(v) for v in values])))
    return found
