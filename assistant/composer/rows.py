"""Lists, counts, groups, shares, measures and yes or no: a lead sentence that answers, from the rows of one result.

Each sentence comes with plainer ways to say it, for evidence that does not carry the first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from operator import eq, ge, gt, le, lt, ne

from assistant.composer.phrase import (
    Said,
    Titles,
    a_list,
    clauses,
    counted,
    label,
    noun,
    places,
    predicate,
    value,
    window,
)
from assistant.composer.record import field_sentence, time_words
from assistant.gather import Reply
from assistant.plan import Form, Plan
from graph.fields import ANY, field_of
from graph.kind import Type
from graph.kinds import KINDS
from graph.query import Aggregate, AnyOf, Condition, Find, Measure, Op, Where
from graph.record import Value
from graph.result import Result

_MEASURES = {
    Measure.SUM: "total",
    Measure.AVERAGE: "average",
    Measure.MINIMUM: "lowest",
    Measure.MAXIMUM: "highest",
    Measure.MEDIAN: "median",
}


def compose(plan: Plan, reply: Reply, titles: Titles, beside: Reply | None = None) -> list[Said]:
    """The sentences of a plan whose main query found rows.

    `beside` is what these are measured against: the next in order, or those that are not so.
    """
    result, find = reply.result, reply.asked.query
    if result is None or not isinstance(find, Find):
        return []
    if plan.form is Form.YESNO:
        return yes_or_no(plan, reply, beside, titles)
    if find.order is not None and plan.form is Form.LIST and plan.fields and result.rows:
        return first(plan, find, reply, beside, titles)
    if beside is not None and beside.asked.role == "none":
        return _with_none(plan, find, reply, beside, titles)
    if result.total == 0 and plan.form not in (Form.COUNT, Form.SHARE, Form.MEASURE):
        return [none_of(find, result, titles, reply.handle)]
    return _COMPOSERS.get(plan.form, _list)(plan, find, result, titles, reply.handle)


def _with_none(plan: Plan, find: Find, reply: Reply, none: Reply, titles: Titles) -> list[Said]:
    """Groups, and those that have none at all: where the fewest are asked for, these are the answer."""
    result, lacking = reply.result, none.asked.query
    if result is None or none.result is None or not isinstance(lacking, Find):
        return []
    zero: list[Said] = [some_of(lacking, none.result.total, titles, none.handle)] if none.result.total else []
    if zero and find.order is not None and not find.order.descending:
        return zero
    groups = _group(plan, find, result, titles, reply.handle) if result.total else []
    return [*groups, *((*z[:2], "") for z in zero)] if groups else zero


def _list(_: Plan, find: Find, result: Result, titles: Titles, handle: str) -> list[Said]:
    if find.named:
        return [few(find, result, titles, handle)]
    return [(*some_of(find, result.total, titles, handle)[:1], *few(find, result, titles, handle))]


_FEW = 3
"""Records that are named in the sentence, beside the table."""


def few(find: Find, result: Result, titles: Titles, handle: str) -> Said:
    """How many are so, with their names where they are few: what people ask for is which."""
    ways = some_of(find, result.total, titles, handle)
    place = next((i for i, c in enumerate(result.columns) if c.name == "name"), None)
    if place is None or not 0 < result.total <= _FEW or result.total != len(result.rows):
        return ways[1:]
    names = a_list([str(row[place]) for row in result.rows])
    return tuple(f"{w.removesuffix(f' [{handle}].')}: {names} [{handle}]." for w in ways[1:]) + ways[1:]


def some_of(find: Find, count: int, titles: Titles, handle: str) -> Said:
    """Says "3 EC2 instances in eu-west-1 are stopped", "There are 3 pods"."""
    said = predicate(find.of, find.where, titles, many=count != 1)
    where = places(find.within)
    be = "are" if count != 1 else "is"
    such = f"There {be} {count} such {noun(find.of, count)}{_after(where)} [{handle}]."
    least = f"There {be} {count} such {noun(ANY, count)} [{handle}]."
    if find.named and not said:
        return (such, such, least)  # of those alone, and not of all there are
    if said:
        parted = [
            f"{_joined(counted(count, find.of), where, *parts)} [{handle}]."
            for parts in clauses(find.of, find.where, titles, many=count != 1)
        ]
        return (f"{_joined(counted(count, find.of), where, said)} [{handle}].", *parted, such, least)
    if where:
        bare = f"There {be} {counted(count, find.of)} [{handle}]."
        return (f"{counted(count, find.of)} {be} {where} [{handle}].", such, bare)
    return (f"There {be} {counted(count, find.of)} [{handle}].", such, least)


def none_of(find: Find, result: Result, titles: Titles, handle: str) -> Said:
    """Says "No S3 bucket in the account prod is public; 57 were looked at"."""
    said = predicate(find.of, find.where, titles, many=False)
    where = places(find.within)
    looked = result.population if find.where else None
    tail = f"; {looked} {'was' if looked == 1 else 'were'} looked at" if looked else ""
    such = f"There is no such {noun(find.of)}{_after(where)}"
    least = f"There is no such {noun(ANY)} [{handle}]."
    if said:
        lead = _joined(f"No {noun(find.of)}", where, said)
    elif where:
        lead = f"No {noun(find.of)} is {where}"
    else:
        lead = f"There is no {noun(find.of)}"
    parted = [
        f"{_joined(f'No {noun(find.of)}', where, *parts)}{tail} [{handle}]."
        for parts in clauses(find.of, find.where, titles, many=False)
    ]
    told = (f"{lead}{tail} [{handle}].", f"{lead} [{handle}].", *parted)
    return (*told, f"{such}{tail} [{handle}].", f"{such} [{handle}].", least)


def _joined(*parts: str) -> str:
    return " ".join(p for p in parts if p)


def _after(where: str) -> str:
    return f" {where}" if where else ""


def first(plan: Plan, find: Find, reply: Reply, beside: Reply | None, titles: Titles) -> list[Said]:
    """The first of an ordered list, named first, and what it was ordered by; of equals each."""
    shown = beside if beside is not None and beside.result is not None and beside.result.rows else reply
    result, handle = shown.result, shown.handle
    if result is None:
        return []
    place = next((i for i, c in enumerate(result.columns) if c.name == plan.fields[0]), None)
    rows = [(str(row[0]), row[place] if place is not None else None) for row in result.rows]
    name, held = rows[0]
    if held is None:
        return [(f"The {label(find.of, plan.fields[0])} of {name} is unknown [{handle}].",)]
    plain = f"{name} {_has(find.of, plan.fields[0], held)} [{reply.handle}]."
    asked = _asked_of_first(plan, find, result, held, handle)
    equal = [other for other, value_of in rows[1:] if value_of == held]
    if equal or len(rows) == 1:
        alike: list[Said] = [
            (f"{n} {_has(find.of, plan.fields[0], held)} [{handle}].", plain) for n in (name, *equal)
        ]
        return [*alike, *asked]
    told = _superlatives(plan, find, name, held, titles)
    said: list[Said] = [(*(f"{s} [{handle}]." for s in told), *(f"{s}." for s in told), plain)]
    if find.limit > 1:
        said += [
            (f"{n} {_has(find.of, plan.fields[0], h)} [{handle}].", "") for n, h in rows[1:4] if h is not None
        ]
    return [*said, *asked]


def _asked_of_first(plan: Plan, find: Find, result: Result, first_of_all: Value, handle: str) -> list[Said]:
    """What else is asked of the first, and of its equals; the table has it as well."""
    place = {c.name: i for i, c in enumerate(result.columns)}
    by = place.get(plan.fields[0], 0)
    said: list[Said] = []
    for row in (r for r in result.rows if r[by] == first_of_all):
        for name in plan.fields[1:]:
            held = row[place[name]] if name in place else None
            if isinstance(held, bool):
                so = predicate(find.of, (Where(name, Op.EQ, held),), {}, many=False)
                said.append((f"{row[0]} {so} [{handle}].", ""))
            elif held is not None:
                shown = value(held, field_of(find.of, name))
                told = f"The {label(find.of, name)} of {row[0]} is {shown} [{handle}]."
                none = f"{row[0]} has no {label(find.of, name)} [{handle}]."
                said.append((none, told, "") if shown in _NOBODY else (told, ""))
    return said


def _superlatives(plan: Plan, find: Find, name: str, held: Value, titles: Titles) -> list[str]:
    """Says "x is the largest EBS volume, with 500 GiB of size", "x is the pod with the most restarts, 14"."""
    descending = find.order is None or find.order.descending
    said = predicate(find.of, find.where, titles, many=False)
    of = f"{noun(find.of)} that {said}" if said else noun(find.of)
    text, has = label(find.of, plan.fields[0]), _has(find.of, plan.fields[0], held)
    if plan.verb == "birth":
        word = "newest" if descending else "oldest"
        return [f"{name} is the {word} {of}: it {has}", f"{name} is the {word} {of}"]
    if plan.verb:
        word = "largest" if descending else "smallest"
        return [f"{name} is the {word} {of}, with {has.removeprefix('has ')}", f"{name} is the {word} {of}"]
    if isinstance(held, datetime):
        word = "latest" if descending else "earliest"
        return [f"{name} has the {word} {text}: it {has}"]
    declared = field_of(find.of, plan.fields[0])
    counts = declared is not None and declared.type is Type.INTEGER and not declared.unit
    most, least = ("most", "fewest") if counts else ("highest", "lowest")
    word, shown = most if descending else least, value(held, declared)
    full = f"{name} is the {of} with the {word} {text}, {shown}"
    return [full] if find.where else [full, f"{name} has the {word} {text}, {shown}"]


def _has(of: str, name: str, held: Value) -> str:
    """Says "has 41 restarts", "has 500 GiB of allocated storage", "was launched on …"."""
    declared = field_of(of, name)
    text = label(of, name)
    if isinstance(held, datetime):
        return time_words(text, held)
    if declared is not None and declared.type is Type.INTEGER and not declared.unit:
        return f"has {held} {text.removesuffix('s') if held == 1 else text}"
    return f"has {value(held, declared)} of {text}"


def _count(plan: Plan, find: Find, result: Result, titles: Titles, handle: str) -> list[Said]:
    count = _figure(result)
    ways = some_of(find, count, titles, handle) if count else none_of(find, result, titles, handle)
    if plan.bound is None:
        return [ways]
    op, bound = plan.bound
    holds = _HOLDS[op](count, bound)
    reached = holds if op in (Op.GT, Op.GE) else not holds and op in (Op.LT, Op.LE)
    certain = result.complete or reached  # of what was not read there may be more
    return [_led("Yes" if holds else "No", ways) if certain else ways]


_HOLDS: dict[Op, Callable[[int, int], bool]] = {
    Op.GT: gt,
    Op.GE: ge,
    Op.LT: lt,
    Op.LE: le,
    Op.EQ: eq,
    Op.NE: ne,
}
"""How many there are, beside what they are asked to be."""


def _share(_: Plan, find: Find, result: Result, titles: Titles, handle: str) -> list[Said]:
    """Both numbers and the share they make, in the one sentence."""
    count, population = _figure(result), result.population
    if not population or not count:
        return [none_of(find, result, titles, handle)]
    said = predicate(find.of, find.where, titles, many=count != 1)
    percent = 100 * count / population
    written = f"{percent:.0f}" if percent == round(percent) else f"{percent:.1f}"
    of = noun(find.of, population)
    where = places(find.within)
    return [
        (
            f"{_joined(f'{count} of the {population} {of} ({written} %)', where, said)} [{handle}].",
            f"{_joined(f'{count} of the {population} {of}', where, said)} [{handle}].",
            f"{count} of the {population} such {of} ({written} %){_after(where)} were found [{handle}].",
            f"{count} of {population} such {of} were found [{handle}].",
        )
    ]


def _measure(_: Plan, find: Find, result: Result, titles: Titles, handle: str) -> list[Said]:
    aggregate = find.aggregate
    held = result.rows[0][-1] if result.rows else None
    if aggregate is not None and held is None and result.population:
        return []  # a note says that no record says it
    if aggregate is None or held is None:
        return [none_of(find, result, titles, handle)]
    declared = field_of(find.of, aggregate.field)
    shown = value(_rounded(held), declared)
    subject = _joined(f"the {noun(find.of, None)}", places(find.within))
    that = predicate(find.of, find.where, titles, many=True)
    measured = f"{_measure_words(aggregate)} {label(find.of, aggregate.field)}"
    return [
        (
            f"The {measured} of {subject}{f' that {that}' if that else ''} is {shown} [{handle}].",
            f"The {measured} is {shown} [{handle}].",
        )
    ]


def unread_of_first(reply: Reply | None) -> list[str]:
    """A note beside the first of all, where not everything was read among which it is the first."""
    result, find = (reply.result, reply.asked.query) if reply else (None, None)
    if result is None or not isinstance(find, Find) or find.order is None or find.group_by or not result.rows:
        return []
    scopes = [u.scope for u in result.unread[:_MOST_EQUAL]]
    more = f" and {len(result.unread) - _MOST_EQUAL} more" if len(result.unread) > _MOST_EQUAL else ""
    said = f"Of what could be read: {', '.join(scopes)}{more} {'was' if len(scopes) == 1 else 'were'} not read whole."
    return [said] if scopes else []


def equals_of_first(plan: Plan, beside: Reply | None) -> list[str]:
    """A note where all that were looked at are equal: there may be further ones."""
    result = beside.result if beside is not None and beside.asked.role == "peers" else None
    if result is None or not plan.fields or result.total <= len(result.rows):
        return []
    by = next((i for i, c in enumerate(result.columns) if c.name == plan.fields[0]), None)
    if by is None or len({str(row[by]) for row in result.rows}) > 1:
        return []
    return ["Others may have the same: ask for the first ten to see them."]


def unknown_measure(reply: Reply | None) -> str:
    """A note where there are such records and none of them says what was to be measured."""
    result, find = (reply.result, reply.asked.query) if reply else (None, None)
    if result is None or not isinstance(find, Find) or find.aggregate is None:
        return ""
    counts = find.group_by and (find.aggregate.measure is Measure.COUNT or not result.rows)
    if counts or not (result.population or find.group_by) or any(row[-1] is not None for row in result.rows):
        return ""
    text = f"the {label(find.of, find.aggregate.field)} of {noun(find.of, None)}"
    return f"{text[:1].upper()}{text[1:]} is not known: no such record that was read says it."


def _measure_words(aggregate: Aggregate) -> str:
    if aggregate.measure is Measure.PERCENTILE:
        return f"{aggregate.percent:g}th percentile of the"
    return _MEASURES[aggregate.measure]


def _rounded(held: Value) -> Value:
    """Averages to one decimal; counts and sums as they are."""
    if not isinstance(held, float):
        return held
    return int(held) if held.is_integer() else round(held, 1)


_NOBODY = frozenset({"none", "unowned", "unowned on purpose", "unknown", "none, on purpose", ""})
"""Groups of an owner that are nobody: no answer to who has the most."""


def _alike(told: list[Said], result: Result) -> list[Said]:
    """Yes where all are in one group, no where they are in several; of what was not read nothing is said."""
    one = len(result.rows) == 1
    return told if one and not result.complete else [_led("Yes" if one else "No", told[0]), *told[1:]]


def _group(plan: Plan, find: Find, result: Result, titles: Titles, handle: str) -> list[Said]:
    """The first group of all, and its figure; the table has the rest."""
    known = [row for row in result.rows if row[0] is not None and str(row[0]) not in _NOBODY]
    aggregate = find.aggregate or Aggregate(Measure.COUNT)
    if aggregate.measure is not Measure.COUNT:
        measured = [row for row in known if row[-1] is not None]
        if known and not measured:
            return []
        known = measured
    if not known:
        return [none_of(find, result, titles, handle)]
    what = predicate(find.of, _besides_group(find), titles, many=str(known[0][-1]) != "1")
    that, where = f"that {what}" if what else "", _joined(places(find.within), window(find.window))
    if aggregate.measure is Measure.COUNT:
        told = _counted_groups(find, result, known[0], _joined(that, where), handle)
        return _alike(told, result) if plan.verb == "alike" else told
    return _measured_groups(find, aggregate, result, known[0], handle)


def _counted_groups(find: Find, result: Result, row: tuple[Value, ...], rest: str, handle: str) -> list[Said]:
    if isinstance(row[0], bool):
        return _by_truth(find, result, handle)
    equal = [r for r in result.rows if r[-1] == row[-1] and r is not row and _is_somebody(r)]
    if equal:
        return [s for r in (row, *equal[:_MOST_EQUAL]) for s in _one_group(find, result, r, rest, handle)]
    return _one_group(find, result, row, rest, handle, alone=True)


def _besides_group(find: Find) -> tuple[Condition, ...]:
    """What was asked for beside the values that are groups of their own ("running vs stopped")."""
    name = find.group_by[0].field if len(find.group_by) == 1 else ""
    return tuple(c for c in find.where if not (isinstance(c, AnyOf) and name and fields_of(c) == {name}))


def _held_by(find: Find, row: tuple[Value, ...], count: int, handle: str) -> str:
    """A group of a declared state, as its members say it: "6 buckets are …"."""
    name = find.group_by[0].field if len(find.group_by) == 1 else ""
    declared = field_of(find.of, name) if name else None
    if declared is None or not declared.states or not isinstance(row[0], str):
        return ""
    so = (*_besides_group(find), Where(name, Op.EQ, row[0]))
    words = predicate(find.of, so, {}, many=count != 1)
    return f"{_joined(counted(count, find.of), places(find.within), words)} [{handle}]."


def _is_somebody(row: tuple[Value, ...]) -> bool:
    return row[0] is not None and str(row[0]) not in _NOBODY


_MOST_EQUAL = 4
"""Groups of one figure that are each said; the table has the others."""


def _by_truth(find: Find, result: Result, handle: str) -> list[Said]:
    """Groups of a yes or no, each by what it says: "6 EBS volumes are unencrypted"."""
    said: list[Said] = []
    for truth, count in ((row[0], int(str(row[-1]))) for row in result.rows if isinstance(row[0], bool)):
        test = (*_besides_group(find), Where(find.group_by[0].field, Op.EQ, truth))
        words = _joined(
            counted(count, find.of), places(find.within), predicate(find.of, test, {}, many=count != 1)
        )
        said.append((f"{words} [{handle}].", ""))
    return said


def _one_group(
    find: Find, result: Result, row: tuple[Value, ...], rest: str, handle: str, *, alone: bool = False
) -> list[Said]:
    """One group and its figure; that it has the most where no other has as many."""
    name, count = _key(row), int(str(row[-1]))
    descending = find.order is None or find.order.descending
    plain = f"{name} has {counted(count, find.of)} [{handle}]."
    be = "is" if count == 1 else "are"
    owned = f"{counted(count, find.of)} {be} owned by {name} [{handle}]."
    if (held := _held_by(find, row, count, handle)) and not rest:
        plain = held
    first: Said = (held,) if held and not rest else ()
    if not first and alone and len(result.rows) > 1 and row == result.rows[0]:
        most = "most" if descending else "fewest"
        first = (f"{_joined(f'{name} has the {most} {noun(find.of, None)}', rest)}, {count} [{handle}].",)
    special = find.group_by[0].special
    if special == "owner" and rest:
        such = f"{counted(count, find.of).replace(' ', ' such ', 1)} {be} owned by {name} [{handle}]."
        of_those = f"{_joined(counted(count, find.of), rest)} {be} owned by {name} [{handle}]."
        return [(*first, of_those, *((such,) if find.where else (owned, plain)))]
    if special == "owner":
        return [(*first, f"{_joined(owned.removesuffix(f' [{handle}].'), rest)} [{handle}].", owned, plain)]
    if special == "application":
        whole = f"The application {name} has {counted(count, find.of)}"
        return [(*first, f"{_joined(whole, rest)} [{handle}].", f"{whole} [{handle}].", plain)]
    field = find.group_by[0].field if len(find.group_by) == 1 and not find.group_by[0].relation else ""
    have = "has" if count == 1 else "have"
    held = (
        f"{counted(count, find.of)} {have} the {label(find.of, field)} {name} [{handle}]." if field else plain
    )
    lead = f"The {label(find.of, field)} {name}" if field and find.of == "Change" else name
    members = sum(int(str(r[-1])) for r in result.rows) if len(result.rows) == result.total else 0
    ungrouped = replace(find, group_by=(), aggregate=None)
    all_of_them = some_of(ungrouped, members, {}, handle)[:2] if members else ()
    told = f"{_joined(f'{lead} has {counted(count, find.of)}', rest)} [{handle}]."
    return [(*first, told, plain, held, *all_of_them)]


def _measured_groups(
    find: Find, aggregate: Aggregate, result: Result, row: tuple[Value, ...], handle: str
) -> list[Said]:
    name = _key(row)
    declared = field_of(find.of, aggregate.field)
    measured = f"{_measure_words(aggregate)} {label(find.of, aggregate.field)}"
    shown = value(_rounded(row[-1]), declared)
    descending = find.order is None or find.order.descending
    extreme = "highest" if descending else "lowest"
    first = (f"{name} has the {extreme} {measured}, {shown} [{handle}].",) if len(result.rows) > 1 else ()
    return [
        (
            *first,
            f"The {measured} in {name} is {shown} [{handle}].",
            f"The {measured} of {name} is {shown} [{handle}].",
            f"{name} has {shown} [{handle}].",
        )
    ]


def _key(row: tuple[Value, ...]) -> str:
    keys = [", ".join(k) if isinstance(k, list) else str(k) if k is not None else "unknown" for k in row[:-1]]
    return " · ".join(keys)


def yes_or_no(plan: Plan, reply: Reply, opposite: Reply | None, titles: Titles) -> list[Said]:
    """Yes or no, then how many are so; where all were asked about, how many are not, which the table then shows."""
    result, find = reply.result, reply.asked.query
    if result is None or not isinstance(find, Find):
        return []
    if plan.quantifier == "all":
        return _all_or_not(find, reply, opposite, titles)
    if result.total == 0:
        lead = "Yes" if plan.quantifier == "none" else "No"
        ways = none_of(find, result, titles, reply.handle)
        return [(*_led(lead, ways), *ways[-2:])]
    lead = "No" if plan.quantifier == "none" else "Yes"
    ways = some_of(find, result.total, titles, reply.handle)
    return [_led(lead, (*ways[:1], *few(find, result, titles, reply.handle)))]


def _led(lead: str, said: Said) -> Said:
    """Each way after "Yes: " or "No: "."""
    return tuple(f"{lead}: {_lower(s)}" if s else s for s in said)


def _lower(sentence: str) -> str:
    """In lower case where it begins with an ordinary word."""
    opens = ("No ", "There ", "All ", "The ")
    return sentence[:1].lower() + sentence[1:] if sentence.startswith(opens) else sentence


def _all_or_not(find: Find, reply: Reply, opposite: Reply | None, titles: Titles) -> list[Said]:
    result = reply.result
    if result is None:
        return []
    if opposite is not None and opposite.result is not None and opposite.result.total:
        return _exceptions(find, opposite, titles)
    if result.total == 0:
        return [none_of(find, result, titles, reply.handle)]
    if _of_several_fields(find):
        return [_led("Yes", some_of(find, result.total, titles, reply.handle))]
    if not result.population or result.total < result.population:
        return [_part(find, result, titles, reply.handle)]
    said = predicate(find.of, find.where, titles, many=True)
    lead = f"All {result.total} {noun(find.of, None)}" if result.total > 1 else counted(1, find.of)
    if not said or result.total == 1:
        return [_led("Yes", some_of(find, result.total, titles, reply.handle))]
    whole = f"{_joined(lead, places(find.within), said)} [{reply.handle}]."
    return [_led("Yes", (whole, *some_of(find, result.total, titles, reply.handle)))]


def _of_several_fields(find: Find) -> bool:
    """Whether each kind says it by a field of its own ("healthy"); what has none of them is not spoken of."""
    return any(isinstance(c, AnyOf) and len(fields_of(c)) > 1 for c in find.where)


def fields_of(condition: AnyOf) -> set[str]:
    """The fields that alternatives are of."""
    return {c.field for c in condition.conditions if isinstance(c, Where)}


def _exceptions(find: Find, opposite: Reply, titles: Titles) -> list[Said]:
    """How many are not so; where each kind says it in its own way, each by what its record says."""
    denied, result = opposite.asked.query, opposite.result
    if result is None or not isinstance(denied, Find):
        return []
    if not _of_several_fields(find):
        return [_led("No", _part(denied, result, titles, opposite.handle))]
    asked = {f for c in find.where if isinstance(c, AnyOf) for f in fields_of(c)}
    told = [
        field_sentence(known, declared)
        for known in opposite.retrieved.records
        for declared in KINDS[known.record.kind].fields
        if declared.name in asked and known.record.fields.get(declared.name) not in (None, "")
    ]
    such = some_of(denied, result.total, titles, opposite.handle)
    first, *rest = dict.fromkeys(told) or ("",)
    if not first:
        return [_led("No", such)]
    return [(f"No: {_lower(first)}.", *_led("No", such)), *((f"{s}.", "") for s in rest), (*such, "")]


def _part(find: Find, result: Result, titles: Titles, handle: str) -> Said:
    """So many of the population."""
    count, population = result.total, result.population
    said = predicate(find.of, find.where, titles, many=count != 1)
    plain = some_of(find, count, titles, handle)
    if not said or not population:
        return plain
    lead = f"{count} of the {population} {noun(find.of, population)}"
    return (f"{_joined(lead, places(find.within), said)} [{handle}].", *plain)


def _figure(result: Result) -> int:
    held = result.rows[0][-1] if result.rows else 0
    return int(held) if isinstance(held, int | float) else 0


_COMPOSERS: dict[Form, Callable[[Plan, Find, Result, Titles, str], list[Said]]] = {
    Form.COUNT: _count,
    Form.SHARE: _share,
    Form.MEASURE: _measure,
    Form.GROUP: _group,
}
