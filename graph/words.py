"""A typed query in words: what a person reads to see what was really asked.

"EC2 instances · state is running · account 012345671234 · region eu-west-1 · count"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from graph.compiler.find import measure_words
from graph.fields import ANY, field_of, map_of
from graph.kind import Field, Type, label_of
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
    Not,
    Op,
    Path,
    Query,
    Related,
    Where,
    Window,
    Within,
)
from graph.record import Uid, Value

_ACRONYMS = {
    w: w.upper()
    for w in "acl ami api arn aws az cidr cpu db dns ebs ec2 ecs efs eks gb hpa http https iam id imds io ip kms mib nat os pdb "
    "pvc qos rds s3 sns sqs ssh ssl tls ttl uid url uri vm vpc".split()
}
_COMPARED = {
    Op.EQ: "is",
    Op.NE: "is not",
    Op.LT: "under",
    Op.LE: "at most",
    Op.GT: "over",
    Op.GE: "at least",
    Op.IN: "is one of",
    Op.CONTAINS: "contains",
    Op.STARTS: "starts with",
}
_COMPARED_TIMES = {Op.LT: "before", Op.LE: "at or before", Op.GT: "after", Op.GE: "at or after"}

Titles = Mapping[Uid, str]
"""Names of the records a query speaks of by uid; what is missing is shown by its uid."""


def words(query: Query, titles: Titles | None = None) -> str:
    """The query in words, its parts separated by " · "."""
    names = titles or {}
    match query:
        case Find():
            parts = _find(query, names)
        case Describe(uids=uids, as_of=as_of):
            parts = [
                "records",
                ", ".join(dict.fromkeys(_title(u, names) for u in uids)),
                _as_of(as_of),
                "whole",
            ]
        case History():
            parts = _history(query, names)
        case Path(source=source, target=target, hops=hops):
            parts = [f"path from {_title(source, names)} to {_title(target, names)}", f"at most {hops} steps"]
        case Impact(uid=uid, depth=depth, direction=direction):
            lead = "what depends on" if direction == "in" else "what is needed by"
            parts = [f"{lead} {_title(uid, names)}", f"to a depth of {depth}"]
        case Analysis(what=what):
            lead = "rings of what needs itself" if what == "cycles" else "single points of failure"
            parts = [
                lead,
                f"of {plural_of(query.of)}",
                *within_words(query.within),
                f"to a depth of {query.depth}",
            ]
        case CompareRecords(left=left, right=right):
            parts = [f"comparison of {_title(left, names)} ({left}) with {_title(right, names)} ({right})"]
        case CoverageOf():
            parts = _coverage(query)
    return " · ".join(p for p in parts if p)


def _find(query: Find, names: Titles) -> list[str]:
    aggregate = query.aggregate
    measured = aggregate is not None and bool(aggregate.field)
    return [
        plural_of(query.of),
        f"{measure_words(aggregate)} of {aggregate.field}" if aggregate and measured else "",
        *(condition_words(query.of, c, names) for c in query.where),
        f"named {', '.join(_title(u, names) for u in query.named)}" if query.named else "",
        f"by {', '.join(_column(c) for c in query.group_by)}" if query.group_by else "",
        _having(query),
        *within_words(query.within),
        window_words(query.window),
        "gone ones as well" if query.gone else "",
        _as_of(query.as_of),
        _order(query),
        "" if measured else aggregate.measure.value if aggregate else "list",
    ]


def _having(query: Find) -> str:
    if not query.having:
        return ""
    op, number = query.having
    return f"{_COMPARED[op]} {number:g} each"


def _order(query: Find) -> str:
    order = query.order
    if order is None:
        return ""
    what = order.field or (measure_words(query.aggregate) if query.aggregate else "name")
    first = f"first {query.limit}, " if query.limit < 100 else ""
    return f"{first}{'most' if order.descending else 'least'} {_label(query.of, what)} first"


def _column(column: Column) -> str:
    if column.special:
        return column.special
    if column.relation:
        noun = KINDS[column.kind].noun if column.kind in KINDS else column.relation.lower().replace("_", " ")
        return noun if column.field == "name" else f"{noun} {label_of(column.field)}"
    return column.field


def plural_of(of: str) -> str:
    """The plural of a kind or category, as it begins a query in words."""
    declared = KINDS.get(of) or CATEGORIES.get(of)
    return declared.plural if declared else "records" if of == ANY else of


def condition_words(of: str, condition: Condition, titles: Titles | None = None) -> str:
    """One condition in words."""
    names = titles or {}
    match condition:
        case Where():
            return _where(of, condition)
        case Related():
            return _related(condition, names)
        case AnyOf(conditions=conditions):
            return " or ".join(condition_words(of, c, names) for c in conditions)
        case Not(condition=inner, unknown=unknown):
            tail = " or is unknown" if unknown else ""
            return f"not ({condition_words(of, inner, names)}){tail}"


def _where(of: str, where: Where) -> str:
    field = field_of(of, where.field) or Field(where.field)
    label = _label(of, where.field)
    if map_of(where.field)[1] and where.op in (Op.KNOWN, Op.UNKNOWN):
        return f"{'with' if where.op is Op.KNOWN else 'no'} {label}"
    if where.op in (Op.KNOWN, Op.UNKNOWN):
        return f"{label} {where.op.value}"
    times = field.type is Type.TIME and where.op in _COMPARED_TIMES
    if where.value == []:
        return f"{label} {_COMPARED[where.op]} empty"
    compared = _COMPARED_TIMES[where.op] if times else _COMPARED[where.op]
    unit = f" {field.unit}" if field.unit else ""
    return f"{label} {compared} {value_words(where.value)}{unit}"


def _label(of: str, name: str) -> str:
    stem, key = map_of(name)
    if key:
        return f"{stem.removesuffix('s')} {key}"
    field = field_of(of, stem)
    label = field.label if field else label_of(stem)
    return " ".join(_ACRONYMS.get(w, w) for w in label.split())


def value_words(value: Value) -> str:
    """A value as a query in words shows it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return moment_words(value)
    if isinstance(value, list):
        return ", ".join(str(v) for v in value)
    return str(value)


def moment_words(moment: datetime) -> str:
    """An instant, to the minute or, where it has any, to the second."""
    return moment.strftime("%Y-%m-%d %H:%M:%S" if moment.second else "%Y-%m-%d %H:%M") + " UTC"


def _related(related: Related, names: Titles) -> str:
    other = other_words(related, names)
    relation = RELATIONS.get(related.relation)
    if related.none and relation and related.direction == "out" and relation.target_nouns and not other:
        return f"no {relation.target_nouns[0]}"
    phrases = (relation.backward if related.direction == "in" else relation.forward) if relation else ()
    phrase = phrases[0] if phrases else "is related to"
    if related.count:
        return f"{phrase} {_COMPARED[related.count[0]]} {related.count[1]} {other or 'records'}".replace(
            " is ", " exactly ", 0
        )
    if related.none:
        return f"{phrase} no {other or 'record'}"
    return f"{phrase} {other or 'something'}"


def other_words(related: Related, titles: Titles | None = None) -> str:
    """The other end of a relation in words: its records' names, or its kind and conditions."""
    names = titles or {}
    of = related.kind or ANY
    inner = " and ".join(condition_words(of, c, names) for c in related.where)
    if related.uids:
        return " or ".join(dict.fromkeys(_title(u, names) for u in related.uids))
    if not related.kind and not inner:
        return ""
    declared = KINDS.get(related.kind) or CATEGORIES.get(related.kind)
    noun = declared.plural if declared and related.count else declared.noun if declared else "record"
    return f"{noun} ({inner})" if inner else noun


def within_words(within: Within) -> list[str]:
    """The restriction, a part a place: "cluster prod"."""
    return [f"{name} {value}" for name, value in within.plain().items()]


def window_words(window: Window | None) -> str:
    """The window in words; empty where there is none."""
    if window is None:
        return ""
    if window.start and window.end:
        return f"{_minute(window.start)} to {_minute(window.end)} UTC"
    return (
        f"since {_minute(window.start)} UTC"
        if window.start
        else f"before {_minute(window.end)} UTC"
        if window.end
        else ""
    )


def _minute(moment: datetime) -> str:
    return moment_words(moment).removesuffix(" UTC")


def _as_of(moment: datetime | None) -> str:
    return f"as of {moment_words(moment)}" if moment else ""


def _history(query: History, names: Titles) -> list[str]:
    return [
        f"changes of {_title(query.uid, names)}" if query.uid else "changes",
        *(condition_words("Change", c, names) for c in query.where),
        *within_words(query.within),
        window_words(query.window),
        "list",
    ]


def _coverage(query: CoverageOf) -> list[str]:
    return [
        "scopes that were not read whole" if query.unread_only else "scopes",
        f"of {', '.join(plural_of(k) for k in query.kinds)}" if query.kinds else "",
        f"collector {query.source}" if query.source else "",
        *within_words(query.within),
        "list",
    ]


def _title(uid: Uid, names: Titles) -> str:
    return names.get(uid, uid)


def joined(parts: Sequence[str]) -> str:
    """Parts of a query in words, joined as they are everywhere."""
    return " · ".join(p for p in parts if p)
