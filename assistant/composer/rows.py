"""Lists, counts, groups, shares, measures and yes or no: a lead sentence that answers, from the rows of one result."""

from __future__ import annotations

from collections.abc import Callable

from assistant.composer.phrase import (
    Titles,
    counted,
    label,
    noun,
    places,
    predicate,
    value,
)
from assistant.gather import Reply
from assistant.plan import Form, Plan
from graph.fields import field_of
from graph.query import Aggregate, Find, Measure
from graph.record import Value
from graph.result import Result

_MEASURES = {
    Measure.SUM: "total",
    Measure.AVERAGE: "average",
    Measure.MINIMUM: "lowest",
    Measure.MAXIMUM: "highest",
    Measure.MEDIAN: "median",
}


def compose(plan: Plan, reply: Reply, titles: Titles) -> list[str]:
    """The sentences of a plan whose main query found rows."""
    result, find = reply.result, reply.asked.query
    if result is None or not isinstance(find, Find):
        return []
    return _COMPOSERS.get(plan.form, _list)(plan, find, result, titles, reply.handle)


def _list(plan: Plan, find: Find, result: Result, titles: Titles, handle: str) -> list[str]:
    if result.total == 0:
        return [none_of(find, result, titles, handle)]
    return [f"{some_of(find, result.total, titles)} [{handle}]."]


def some_of(find: Find, count: int, titles: Titles) -> str:
    """Says "3 EC2 instances in eu-west-1 are stopped", "There are 3 pods"."""
    said = predicate(find.of, find.where, titles, many=count != 1)
    where = places(find.within)
    if said:
        return " ".join(p for p in (counted(count, find.of), where, said) if p)
    if where:
        return f"{counted(count, find.of)} {'are' if count != 1 else 'is'} {where}"
    return f"There {'are' if count != 1 else 'is'} {counted(count, find.of)}"


def none_of(find: Find, result: Result, titles: Titles, handle: str) -> str:
    """Says "No S3 bucket in the account prod is public; 57 were looked at."."""
    said = predicate(find.of, find.where, titles, many=False)
    where = places(find.within)
    looked = result.population if find.where else None
    tail = f"; {looked} {'was' if looked == 1 else 'were'} looked at" if looked else ""
    if said:
        lead = " ".join(p for p in (f"No {noun(find.of)}", where, said) if p)
    elif where:
        lead = f"No {noun(find.of)} is {where}"
    else:
        lead = f"There is no {noun(find.of)}"
    return f"{lead}{tail} [{handle}]."


def _count(plan: Plan, find: Find, result: Result, titles: Titles, handle: str) -> list[str]:
    count = _figure(result)
    if count == 0:
        return [none_of(find, result, titles, handle)]
    return [f"{some_of(find, count, titles)} [{handle}]."]


def _share(plan: Plan, find: Find, result: Result, titles: Titles, handle: str) -> list[str]:
    """Both numbers in the one sentence, then the share they make."""
    count, population = _figure(result), result.population
    if not population:
        return [none_of(find, result, titles, handle)]
    said = predicate(find.of, find.where, titles, many=count != 1)
    where = places(find.within)
    percent = 100 * count / population
    written = f"{percent:.0f}" if percent == round(percent) else f"{percent:.1f}"
    lead = " ".join(p for p in (f"{count} of the {population} {noun(find.of, population)}", where, said) if p)
    return [f"{lead}, which is {written} % [{handle}]."]


def _measure(plan: Plan, find: Find, result: Result, titles: Titles, handle: str) -> list[str]:
    aggregate = find.aggregate
    held = result.rows[0][-1] if result.rows else None
    if aggregate is None or held is None:
        return (
            [none_of(find, result, titles, handle)] if result.population == 0 else [_unmeasured(find, handle)]
        )
    declared = field_of(find.of, aggregate.field)
    shown = value(_rounded(held), declared)
    subject = " ".join(p for p in (f"the {noun(find.of, None)}", places(find.within)) if p)
    that = predicate(find.of, find.where, titles, many=True)
    subject = f"{subject} that {that}" if that else subject
    return [
        f"The {_measure_words(aggregate)} {label(find.of, aggregate.field)} of {subject} is {shown} [{handle}]."
    ]


def _unmeasured(find: Find, handle: str) -> str:
    name = label(find.of, find.aggregate.field) if find.aggregate else ""
    return f"The {name} of the {noun(find.of, None)} is unknown [{handle}]."


def _measure_words(aggregate: Aggregate) -> str:
    if aggregate.measure is Measure.PERCENTILE:
        return f"{aggregate.percent:g}th percentile of the"
    return _MEASURES[aggregate.measure]


def _rounded(held: Value) -> Value:
    """Averages to one decimal; counts and sums as they are."""
    if isinstance(held, float) and held != int(held):
        return round(held, 1)
    return int(held) if isinstance(held, float) else held


def _group(plan: Plan, find: Find, result: Result, titles: Titles, handle: str) -> list[str]:
    """How many groups, and the first of them; the table has the rest."""
    if not result.rows:
        return [none_of(find, result, titles, handle)]
    aggregate = find.aggregate or Aggregate(Measure.COUNT)
    name, figure = _key(result.rows[0]), result.rows[0][-1]
    declared = field_of(find.of, aggregate.field) if aggregate.field else None
    what = predicate(find.of, find.where, titles, many=True)
    if aggregate.measure is Measure.COUNT and isinstance(figure, int):
        group = _group_noun(find, result.rows[0])
        said = f" that {what}" if what else ""
        where = places(find.within)
        lead = " ".join(p for p in (f"{name} has the most {noun(find.of, None)}{said}", where) if p)
        del group
        return (
            [f"{lead}: {figure} [{handle}]."]
            if len(result.rows) > 1
            else [f"{name} has {counted(figure, find.of)}{said} [{handle}]."]
        )
    order = "highest" if find.order is None or find.order.descending else "lowest"
    measured = f"{_measure_words(aggregate)} {label(find.of, aggregate.field)}"
    return [f"{name} has the {order} {measured}: {value(_rounded(figure), declared)} [{handle}]."]


def _key(row: tuple[Value, ...]) -> str:
    keys = [", ".join(k) if isinstance(k, list) else str(k) if k is not None else "unknown" for k in row[:-1]]
    return " · ".join(keys)


def _group_noun(find: Find, row: tuple[Value, ...]) -> str:
    column = find.group_by[0]
    del row
    return column.special or column.field


def _yes_or_no(plan: Plan, find: Find, result: Result, titles: Titles, handle: str) -> list[str]:
    """All, some or none of the population; the quantifier asked decides which is yes."""
    count, population = result.total, result.population
    said = predicate(find.of, find.where, titles, many=count != 1)
    where = places(find.within)
    if count == 0:
        return [none_of(find, result, titles, handle)]
    if not said or population is None:
        return [f"{some_of(find, count, titles)} [{handle}]."]
    if count == population and plan.quantifier == "all":
        lead = f"All {count} {noun(find.of, None)}" if count > 1 else f"The one {noun(find.of)}"
        return [f"{' '.join(p for p in (lead, where, said) if p)} [{handle}]."]
    if plan.quantifier == "all":
        lead = f"{count} of the {population} {noun(find.of, population)}"
        return [f"{' '.join(p for p in (lead, where, said) if p)} [{handle}]."]
    return [f"{some_of(find, count, titles)} [{handle}]."]


def _figure(result: Result) -> int:
    held = result.rows[0][-1] if result.rows else 0
    return int(held) if isinstance(held, int | float) else 0


def _stale(plan: Plan, find: Find, result: Result, titles: Titles, handle: str) -> list[str]:
    if result.total == 0:
        return [none_of(find, result, titles, handle)]
    return [f"{some_of(find, result.total, titles)} [{handle}]."]


_COMPOSERS: dict[Form, Callable[[Plan, Find, Result, Titles, str], list[str]]] = {
    Form.LIST: _list,
    Form.COUNT: _count,
    Form.SHARE: _share,
    Form.MEASURE: _measure,
    Form.GROUP: _group,
    Form.YESNO: _yes_or_no,
    Form.STALE: _stale,
}
