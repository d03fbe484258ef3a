"""Whether a typed query can be asked at all: every kind, relation, field, comparison and bound, before any Cypher is made.

A misspelt word must never become "there are none", so what is not declared is refused (BadQuery), with the nearest
declared names; so is a relation asked against its declared direction.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal, InvalidOperation

from rapidfuzz import process

from graph.errors import BadQuery
from graph.fields import (
    ANY,
    PLACES,
    field_of,
    is_declared,
    is_version,
    kinds_asked,
    kinds_with,
    map_of,
    names_of,
)
from graph.kind import Field, Role, Type
from graph.kinds import CATEGORIES, KINDS, RELATIONS
from graph.query import (
    Analysis,
    AnyOf,
    Column,
    CompareRecords,
    Condition,
    CoverageOf,
    Describe,
    Find,
    History,
    Impact,
    Measure,
    Not,
    Op,
    Path,
    Query,
    Related,
    Where,
    Window,
)
from graph.record import Value

MOST_ROWS = 10_000
MOST_HOPS = 5
MOST_PATH = 8
MOST_DEPTH = 8
MOST_NESTED = 4
MOST_CONDITIONS = 40
MOST_RECORDS = 100
SPECIAL = ("owner", "manager", "application", "confidence", "freshness", "place")
ANALYSES = ("single points", "cycles")
DIRECTIONS = ("out", "in", "any")
_ORDERED = (Op.LT, Op.LE, Op.GT, Op.GE)
_UNARY = (Op.KNOWN, Op.UNKNOWN)
_NUMERIC = (Type.INTEGER, Type.DECIMAL)
_FIELDLESS = (Measure.COUNT, Measure.SHARE)


def validate(query: Query) -> None:
    """Raises BadQuery, in words that say what is wrong and what is declared instead."""
    match query:
        case Find():
            _find(query)
        case History():
            _window(query.window)
            _limit(query.limit)
            _conditions("Change", query.where, 0)
        case Describe():
            _count("records", len(query.uids), MOST_RECORDS)
        case Path():
            _between("hops", query.hops, 1, MOST_PATH)
        case Impact():
            _between("depth", query.depth, 1, MOST_DEPTH)
            _one_of("direction", query.direction, ("in", "out"))
        case Analysis():
            _one_of("analysis", query.what, ANALYSES)
            _declared(query.of)
            _between("depth", query.depth, 1, MOST_DEPTH)
            _limit(query.limit)
        case CoverageOf():
            for kind in query.kinds:
                _declared(kind)
        case CompareRecords():
            pass


def _find(query: Find) -> None:
    _declared(query.of)
    _window(query.window)
    if query.window and not any(field_of(query.of, name) for name in ("at",)):
        raise BadQuery(
            f"{query.of} has no time of its own to restrict by a window. Compare one of its time fields instead."
        )
    _zoned("as_of", query.as_of)
    _limit(query.limit)
    _count("named records", len(query.named), MOST_ROWS)
    _conditions(query.of, query.where, 0)
    for column in (*query.columns, *query.group_by):
        _column(query.of, column)
    _aggregate(query)
    if query.group_by and not query.aggregate:
        raise BadQuery("A grouped query needs a measure, such as count.")
    _order(query)
    _carried(query)


def _aggregate(query: Find) -> None:
    if (aggregate := query.aggregate) is None:
        return
    if aggregate.measure in _FIELDLESS:
        if aggregate.field:
            raise BadQuery(f"{aggregate.measure} is over records, so it takes no field.")
        return
    field = _field(query.of, aggregate.field)
    times = field.type is Type.TIME and aggregate.measure in (Measure.MINIMUM, Measure.MAXIMUM)
    if field.type not in _NUMERIC and not times:
        raise BadQuery(
            f"{field.name} is {field.type.value}, so it has no {aggregate.measure.value}. {_numbers(query.of)}"
        )
    if aggregate.measure is Measure.PERCENTILE and not 0 < aggregate.percent < 100:
        raise BadQuery("A percentile needs a percent between 0 and 100, both excluded.")


def _numbers(of: str) -> str:
    names = [n for n in names_of(of) if (f := field_of(of, n)) and f.type in _NUMERIC and n != "confidence"]
    return f"Fields with numbers: {', '.join(names)}." if names else f"{of} has no field with numbers."


def _order(query: Find) -> None:
    if query.order is None or not query.order.field or query.order.field == "count":
        return
    if query.group_by or query.aggregate:
        if query.order.field not in {c.field for c in query.group_by}:
            raise BadQuery("A grouped query is ordered by its measure or by one of its groups.")
        return
    if query.order.field not in {c.field for c in query.columns}:
        _field(query.of, query.order.field)


def _column(of: str, column: Column) -> None:
    if column.special:
        _one_of("special column", column.special, SPECIAL)
        return
    if not column.relation:
        _field(of, column.field)
        return
    other = _relation(of, column.relation, column.direction, column.kind)
    if not column.count:
        _field(other, column.field)


def _conditions(of: str, conditions: Iterable[Condition], depth: int) -> None:
    listed = tuple(conditions)
    _count("conditions", len(listed), MOST_CONDITIONS)
    if depth > MOST_NESTED:
        raise BadQuery(f"Conditions are nested more than {MOST_NESTED} deep. Ask in two steps.")
    for condition in listed:
        match condition:
            case Where():
                _where(of, condition)
            case Related():
                _related(of, condition, depth)
            case AnyOf():
                _conditions(of, condition.conditions, depth + 1)
            case Not():
                _conditions(of, (condition.condition,), depth + 1)


def _related(of: str, related: Related, depth: int) -> None:
    _between("hops", related.hops, 1, MOST_HOPS)
    if related.none and related.count:
        raise BadQuery("A relation is asked to be absent or to be counted, not both.")
    if related.hops > 1 and not related.relation:
        raise BadQuery("More than one hop needs a relation to follow.")
    if related.count and (related.count[0] not in (*_ORDERED, Op.EQ, Op.NE) or related.count[1] < 0):
        raise BadQuery(
            "A count of related records is compared by =, !=, <, <=, > or >= with a number from 0."
        )
    other = _relation(of, related.relation, related.direction, related.kind, far=related.hops > 1)
    _conditions(other, related.where, depth + 1)


def _relation(of: str, name: str, direction: str, kind: str, *, far: bool = False) -> str:
    """The kind or category at the other end, as far as it is known; refuses an unknown relation or a reversed one."""
    _one_of("direction", direction, DIRECTIONS)
    if kind:
        _declared(kind)
    if not name:
        return kind or ANY
    relation = RELATIONS.get(name)
    if relation is None:
        raise BadQuery(f'No relation is called "{name}". {_nearest(name, RELATIONS)}')
    if direction != "any":
        own, other = (
            (relation.sources, relation.targets)
            if direction == "out"
            else (relation.targets, relation.sources)
        )
        if not _may_be(kind, other) or (not far and not _may_be(of, own)):
            raise BadQuery(
                f"{name} goes from {_ends(relation.sources)} to {_ends(relation.targets)}; "
                f"asked of {of} in direction {direction} to {kind or 'any kind'} it can never hold. "
                "Turn the direction round, or take another relation."
            )
    return kind or ANY


def _may_be(of: str, ends: tuple[str, ...]) -> bool:
    if not of or of == ANY or not ends:
        return True
    allowed = {k.name for end in ends for k in kinds_asked(end)} | set(ends)
    return of in allowed or any(k.name in allowed for k in kinds_asked(of))


def _ends(ends: tuple[str, ...]) -> str:
    return " or ".join(ends) if ends else "any kind"


def _where(of: str, where: Where) -> None:
    field = _field(of, where.field)
    key = map_of(where.field)[1]
    kind = Type.TEXT if key else field.type
    if where.op in _UNARY:
        return
    if where.value == [] and where.op in (Op.EQ, Op.NE) and kind in (Type.LIST, Type.MAP):
        return  # whether it has any entry
    if kind in (Type.JSON, Type.MAP):
        hint = f" Name a key: {field.name}.key." if kind is Type.MAP else ""
        raise BadQuery(f"{field.name} is {kind.value}: it can only be known or unknown.{hint}")
    if where.op in _ORDERED and kind in (Type.BOOLEAN, Type.LIST):
        raise BadQuery(f"{field.name} is {kind.value}: it has no order.")
    if where.op in _ORDERED and kind is Type.TEXT and not is_version(field):
        raise BadQuery(f"{field.name} is text: it has no order that means something.")
    if where.op in (Op.CONTAINS, Op.STARTS) and kind not in (Type.TEXT, Type.LIST):
        raise BadQuery(f"{field.name} is {kind.value}: only text and lists contain something.")
    for value in _values(where):
        coerced(field if not key else Field(where.field), value)


def _values(where: Where) -> list[Value]:
    if where.op is Op.IN:
        if not isinstance(where.value, list):
            raise BadQuery(f'"{where.field}" in … needs a list of values.')
        return list(where.value)
    if where.value is None:
        raise BadQuery(f'"{where.field}" is compared with nothing. Ask whether it is known instead.')
    return [where.value]


def coerced(field: Field, value: Value) -> str | int | float | bool | datetime:
    """The value in the field's own stored type. Raises BadQuery where it cannot be one."""
    try:
        return _typed(field.type, value)
    except (ValueError, TypeError, InvalidOperation) as error:
        raise BadQuery(f"{field.name} is {field.type.value}; {value!r} is none.") from error


def _typed(kind: Type, value: Value) -> str | int | float | bool | datetime:
    match kind:
        case Type.BOOLEAN:
            return _boolean(value)
        case Type.INTEGER | Type.DECIMAL:
            if isinstance(value, bool) or not isinstance(value, str | int | float | Decimal):
                raise TypeError("no number")
            exact = Decimal(str(value))
            return int(exact) if exact == exact.to_integral_value() and kind is Type.INTEGER else float(exact)
        case Type.TIME:
            moment = datetime.fromisoformat(value) if isinstance(value, str) else value
            if not isinstance(moment, datetime):
                raise TypeError("no time")
            _zoned("a time", moment)
            return moment
        case _:
            if isinstance(value, list) or not isinstance(value, str | int | float | Decimal):
                raise TypeError("no text")
            return str(value).lower() if isinstance(value, bool) else str(value)


def _boolean(value: Value) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    raise ValueError("neither true nor false")


def _carried(query: Find) -> None:
    """A restriction that nothing in the query can carry would silently widen the answer."""
    for place in PLACES:
        if not getattr(query.within, place) or kinds_with(query.of, place):
            continue
        if placeless(query.of) or any(kinds_with(other, place) for other in _others(query)):
            continue
        raise BadQuery(
            f"{query.of} has no {place}, so it cannot be restricted by one. "
            f"It has: {', '.join(p for p in PLACES if kinds_with(query.of, p))}."
        )


def placeless(of: str) -> bool:
    """Whether no kind of it lies in any place (teams, repositories, images): such are placed by what they are related to."""
    return not any(kinds_with(of, place) for place in PLACES)


def _others(query: Find) -> list[str]:
    """The kinds at the other ends of everything the query asks for."""
    found: list[str] = [c.kind for c in (*query.columns, *query.group_by) if c.kind]
    pending = list(query.where)
    while pending:
        match pending.pop():
            case Related(kind=kind, where=where):
                found.append(kind)
                pending.extend(where)
            case AnyOf(conditions=conditions):
                pending.extend(conditions)
            case Not(condition=condition):
                pending.append(condition)
            case Where():
                pass
    return [of for of in found if of]


def _declared(of: str) -> None:
    if not is_declared(of):
        raise BadQuery(f'No kind or category is called "{of}". {_nearest(of, (*KINDS, *CATEGORIES))}')


def _field(of: str, name: str) -> Field:
    field = field_of(of, name)
    if field is None:
        raise BadQuery(f'{of} has no field "{name}". {_nearest(name, tuple(names_of(of)))}')
    if map_of(name)[1] and field.type is not Type.MAP:
        raise BadQuery(f"{field.name} is {field.type.value}: nothing is inside it to be asked for.")
    if field.role is Role.BOOKKEEPING and field.name != "scope":
        raise BadQuery(f"{field.name} is bookkeeping: it says nothing of the record itself.")
    return field


def _nearest(name: str, declared: Iterable[str]) -> str:
    close = [found for found, score, _ in process.extract(name, list(declared), limit=3) if score >= 60]
    return f"Nearest: {', '.join(close)}." if close else "Nothing of a like name is declared."


def _one_of(what: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise BadQuery(f'{what} is "{value}"; it is one of {", ".join(allowed)}.')


def _between(what: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BadQuery(f"{what} is {value}; it is from {least} to {most}.")


def _limit(limit: int) -> None:
    _between("limit", limit, 1, MOST_ROWS)


def _count(what: str, number: int, most: int) -> None:
    if number > most:
        raise BadQuery(f"{number} {what} are more than the {most} that one query may have.")


def _window(window: Window | None) -> None:
    if window is None:
        return
    _zoned("the window's start", window.start)
    _zoned("the window's end", window.end)
    if window.start and window.end and window.start >= window.end:
        raise BadQuery("The window ends before it starts.")


def _zoned(what: str, moment: datetime | None) -> None:
    if moment is not None and moment.tzinfo is None:
        raise BadQuery(f"{what} has no time zone. Give an offset, such as +00:00.")
