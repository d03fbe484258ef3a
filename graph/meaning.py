"""What a result means, out of the query that made it: its conditions flat, as the figure check compares them."""

from __future__ import annotations

from collections.abc import Iterable

from graph.fields import ANY, kinds_asked
from graph.query import AnyOf, Condition, Not, Op, Related, Where
from graph.record import Value
from graph.result import Filter
from graph.words import Titles, condition_words, other_words

_OPPOSITE = {
    Op.EQ: "!=",
    Op.NE: "=",
    Op.LT: ">=",
    Op.LE: ">",
    Op.GT: "<=",
    Op.GE: "<",
    Op.IN: "not in",
    Op.CONTAINS: "not contains",
    Op.STARTS: "not starts with",
    Op.KNOWN: Op.UNKNOWN.value,
    Op.UNKNOWN: Op.KNOWN.value,
}


def filters(of: str, conditions: Iterable[Condition], titles: Titles | None = None) -> tuple[Filter, ...]:
    """The conditions flat. None is ever left out: a filter that is missing would make the result mean more than it does."""
    return tuple(_filter(of, c, titles or {}) for condition in conditions for c in _flat(condition))


def _flat(condition: Condition) -> tuple[Condition, ...]:
    """Neither of several is not each of them."""
    match condition:
        case Not(condition=AnyOf(conditions=inner), unknown=unknown) if len(inner) > 1 and not _one_field(
            inner
        ):
            return tuple(Not(c, unknown) for c in inner)
        case _:
            return (condition,)


def _filter(of: str, condition: Condition, titles: Titles) -> Filter:
    match condition:
        case Where(field=field, op=op, value=value):
            return Filter(field, op.value, value)
        case Related():
            return _related(condition, titles)
        case AnyOf(conditions=conditions):
            return _any_of(of, conditions, titles)
        case Not(condition=inner, unknown=unknown):
            return _not(of, inner, unknown, titles)


def _related(related: Related, titles: Titles) -> Filter:
    named = _name_asked(related)
    name = ", ".join(dict.fromkeys(titles.get(u, u) for u in related.uids)) or named or ""
    value: Value = other_words(related, titles) if related.where and not named else None
    op = "="
    if related.count:
        op, value = related.count[0].value, related.count[1]
    return Filter(
        op=op,
        value=value,
        related=related.relation,
        direction=related.direction,
        kind=related.kind,
        name=name,
        none=related.none,
    )


def _name_asked(related: Related) -> str:
    match related.where:
        case (Where(field="name", op=Op.EQ, value=str(name)),):
            return name
        case _:
            return ""


def _any_of(of: str, conditions: tuple[Condition, ...], titles: Titles) -> Filter:
    """Alternatives of one field are "in"; one value of a field that kinds call differently is that value.

    Others stand in words, under an op that no comparison has.
    """
    if values := _one_field(conditions):
        return Filter(values[0], Op.IN.value, values[1])
    if len(conditions) == 1 or _one_meaning(of, conditions):
        return _filter(of, conditions[0], titles)
    return Filter(op="any of", value=[condition_words(of, c, titles) for c in conditions])


def _one_field(conditions: tuple[Condition, ...]) -> tuple[str, list[str]] | None:
    """The field and its values, where all conditions are that it is one of them."""
    simple = [c for c in conditions if isinstance(c, Where) and c.op is Op.EQ]
    if len(simple) != len(conditions) or len({c.field for c in simple}) != 1:
        return None
    return simple[0].field, [v if isinstance(v := c.value, str) else str(v) for c in simple]


def _one_meaning(of: str, conditions: tuple[Condition, ...]) -> bool:
    """Whether each kind has just one of the fields, and all are compared alike: then they are one condition, said by kind."""
    compared = [c for c in conditions if isinstance(c, Where)]
    alike = len({(c.op, str(c.value)) for c in compared}) == 1
    fields = {c.field for c in compared}
    once = all(sum(k.field(f) is not None for f in fields) <= 1 for k in kinds_asked(of))
    return alike and once and len(compared) == len(conditions)


def _not(of: str, inner: Condition, unknown: bool, titles: Titles) -> Filter:
    match inner:
        case Where(field=field, op=op, value=value):
            return Filter(field, _OPPOSITE[op], value, unknown=unknown)
        case Related(none=none, count=None):
            plain = _related(inner, titles)
            return Filter(
                "", plain.op, plain.value, plain.related, plain.direction, plain.kind, plain.name, not none
            )
        case _:
            return Filter(op="not", value=[condition_words(of or ANY, inner, titles)], unknown=unknown)
