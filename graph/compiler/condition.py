"""Conditions as predicates over one variable: fields compared, and records at the other end of relations."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph.compiler.place import allowed, carries, restriction
from graph.compiler.presence import SEEN, label_of_pattern, node_there, relation_there, silent, value_of
from graph.compiler.text import Setting, both, either, quoted
from graph.decoding import encoded_key
from graph.fields import ANY, field_of, is_version, kinds_asked, kinds_with, map_of
from graph.kind import Field, Type
from graph.query import AnyOf, Condition, Not, Op, Related, Where, Within
from graph.seen import not_seen_since
from graph.validation import coerced

_OPPOSITE = {"out": "in", "in": "out", "any": "any"}
_VERSION_WIDTH = 10


def predicate(variable: str, of: str, condition: Condition, setting: Setting, carried: Within) -> str:
    """The condition as a predicate on that variable. Unknown values satisfy neither a comparison nor its opposite."""
    match condition:
        case Where():
            return both(
                (_compared(variable, of, condition, setting), *silent(variable, of, condition.field, setting))
            )
        case Related():
            return _related(variable, condition, setting, carried)
        case AnyOf(conditions=conditions):
            return either(f"({predicate(variable, of, c, setting, carried)})" for c in conditions)
        case Not(condition=AnyOf(conditions=inner), unknown=False) if _by_kind(of, inner):
            return _none_of(variable, of, inner, setting, carried)
        case Not(condition=inner, unknown=unknown):
            text = predicate(variable, of, inner, setting, carried)
            if unknown:
                return _not_or_unknown(variable, of, inner, text, setting)
            return _not(variable, of, inner, text, setting)


def _by_kind(of: str, conditions: Sequence[Condition]) -> bool:
    """Whether the alternatives are one question that kinds answer by different fields."""
    return any(
        isinstance(c, Where) and len(kinds_with(of, c.field)) < len(kinds_asked(of)) for c in conditions
    )


def _none_of(
    variable: str, of: str, conditions: Sequence[Condition], setting: Setting, carried: Within
) -> str:
    """None of the alternatives, each asked only of the kinds that have its field; of a kind that has none of them, nothing is said."""
    having = {k.name for c in conditions if isinstance(c, Where) for k in kinds_with(of, c.field)}
    parts = [f"{variable}.kind IN [{', '.join(quoted(k) for k in sorted(having))}]"] if having else []
    for condition in conditions:
        text = predicate(variable, of, Not(condition), setting, carried)
        lacking = _only_kinds_with(variable, of, condition.field) if isinstance(condition, Where) else []
        parts.append(either((f"NOT {lacking[0]}", f"({text})")) if lacking else text)
    return both(parts)


def _not(variable: str, of: str, inner: Condition, text: str, setting: Setting) -> str:
    if isinstance(inner, Where):
        compared = _compared(variable, of, inner, setting)
        return both((f"NOT ({compared})", *silent(variable, of, inner.field, setting)))
    return f"NOT ({text})"


def _not_or_unknown(variable: str, of: str, inner: Condition, text: str, setting: Setting) -> str:
    if isinstance(inner, Where):
        compared = _compared(variable, of, inner, setting)
        quiet = silent(variable, of, inner.field, setting)
        return both(
            (f"NOT coalesce({compared}, false)", *quiet, *_only_kinds_with(variable, of, inner.field))
        )
    return f"NOT coalesce({text}, false)"


def _only_kinds_with(variable: str, of: str, name: str) -> list[str]:
    """A kind that has no such field does not lack it."""
    having, asked = kinds_with(of, name), kinds_asked(of)
    if len(having) == len(asked):
        return []
    return [f"{variable}.kind IN [{', '.join(quoted(k.name) for k in having)}]"]


def _compared(variable: str, of: str, where: Where, setting: Setting) -> str:
    stem, key = map_of(where.field)
    field = field_of(of, stem) or Field(stem)
    if key:
        return _tagged(variable, of, field, key, where, setting)
    value = value_of(variable, field, setting)
    if where.op is Op.KNOWN:
        return f"{value} IS NOT NULL"
    if where.op is Op.UNKNOWN:
        return both((f"{value} IS NULL", *_only_kinds_with(variable, of, stem)))
    if field.name == SEEN and where.op in (Op.LT, Op.LE):
        moment = setting.names.parameter(field.name, coerced(field, where.value))
        return not_seen_since(variable, where.op.value, moment)
    if field.type in (Type.LIST, Type.MAP) and where.value == [] and where.op in (Op.EQ, Op.NE):
        return f"size({value}) {_sign(where.op)} 0"  # what is not known is neither empty nor not
    if field.type is Type.LIST:
        return _member(value, field, where, setting)
    if is_version(field) and where.op in (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE):
        return _version(value, field, where, setting)
    return _plain(value, field, where, setting)


def _plain(value: str, field: Field, where: Where, setting: Setting) -> str:
    if where.op is Op.IN:
        wanted = [coerced(field, v) for v in _listed(where.value)]
        return f"{value} IN {setting.names.parameter(field.name, wanted)}"
    if where.op in (Op.CONTAINS, Op.STARTS):
        text = setting.names.parameter(field.name, str(where.value).lower())
        return f"toLower({value}) {'CONTAINS' if where.op is Op.CONTAINS else 'STARTS WITH'} {text}"
    asked = setting.names.parameter(field.name, coerced(field, where.value))
    return f"{value} {_sign(where.op)} {asked}"


def _listed(value: object) -> list[str]:
    return list(value) if isinstance(value, list) else []


def _sign(op: Op) -> str:
    return "<>" if op is Op.NE else op.value


def _member(value: str, field: Field, where: Where, setting: Setting) -> str:
    if where.op is Op.IN:
        wanted = setting.names.parameter(field.name, [str(v) for v in _listed(where.value)])
        return f"any(e IN {value} WHERE e IN {wanted})"
    if where.op is Op.STARTS:
        text = setting.names.parameter(field.name, str(where.value).lower())
        return f"any(e IN {value} WHERE toLower(e) STARTS WITH {text})"
    inside = f"{setting.names.parameter(field.name, str(where.value))} IN {value}"
    return f"NOT ({inside})" if where.op is Op.NE else inside


def _tagged(variable: str, of: str, field: Field, key: str, where: Where, setting: Setting) -> str:
    """A key of a map, stored as a list of `key=value`. A record whose map is empty has no such key; so has one without a map."""
    held = f"{variable}.{field.name}"
    prefix = setting.names.parameter(f"{field.name}Key", f"{encoded_key(key)}=")
    present = f"any(e IN coalesce({held}, []) WHERE e STARTS WITH {prefix})"
    if where.op is Op.KNOWN:
        return present
    if where.op is Op.UNKNOWN:
        return both((f"NOT {present}", *_only_kinds_with(variable, of, field.name)))
    if where.op is Op.EQ:
        return f"{setting.names.parameter(field.name, f'{encoded_key(key)}={where.value}')} IN {held}"
    if where.op is Op.IN:
        wanted = setting.names.parameter(
            field.name, [f"{encoded_key(key)}={v}" for v in _listed(where.value)]
        )
        return f"any(e IN {held} WHERE e IN {wanted})"
    value = f"head([e IN {held} WHERE e STARTS WITH {prefix} | substring(e, size({prefix}))])"
    return _plain(value, Field(f"{field.name}Value"), where, setting)


def version_parts(text: str) -> list[str]:
    """A version's parts, as far as they are compared: "v1.29.4-eks" → ["1", "29", "4", "eks"]."""
    return [p for p in re.split(r"[.\-+_]", text.lower().removeprefix("v")) if p]


def _version(value: str, field: Field, where: Where, setting: Setting) -> str:
    """Compared part by part, and only as precisely as asked: 14.7 is a 14, and not newer than 14."""
    wanted = version_parts(str(where.value))[:6]
    padded = setting.names.parameter(
        field.name, "".join(p[:_VERSION_WIDTH].rjust(_VERSION_WIDTH, "0") for p in wanted)
    )
    clean = f"CASE WHEN toLower({value}) STARTS WITH 'v' THEN substring(toLower({value}), 1) ELSE toLower({value}) END"
    for sign in "-+_":
        clean = f"replace({clean}, '{sign}', '.')"
    zeros = "0" * _VERSION_WIDTH
    key = (
        f"reduce(k = '', e IN split({clean}, '.')[..{len(wanted)}] | "
        f"k + right({quoted(zeros)} + e, {_VERSION_WIDTH}))"
    )
    return f"{key} {_sign(where.op)} {padded}"


def _related(variable: str, related: Related, setting: Setting, carried: Within) -> str:
    match, conditions, other = pattern(variable, related, setting, carried)
    inside = f"MATCH {match}{f' WHERE {conditions}' if conditions else ''}"
    if related.count:
        op, number = related.count
        wanted = setting.names.parameter("count", number)
        return f"COUNT {{ {inside} RETURN DISTINCT {other} }} {_sign(op)} {wanted}"
    return f"{'NOT ' if related.none else ''}EXISTS {{ {inside} }}"


def pattern(variable: str, related: Related, setting: Setting, carried: Within) -> tuple[str, str, str]:
    """The pattern from a variable to the records at the other end, its conditions, and the other end's variable."""
    other = setting.names.variable("m")
    of = related.kind or ANY
    step, there = arrow(related.relation, related.direction, related.hops, setting)
    conditions = [there]
    if related.kind:
        conditions.extend(node_there(other, of, related.where, setting))
    if related.uids:
        conditions.append(f"{other}.uid IN {setting.names.parameter('uids', list(related.uids))}")
    else:
        conditions.extend(restriction(other, related.kind, setting, carried=carried) if related.kind else [])
    if related.uids or not related.kind:
        conditions.extend(allowed(other, setting))
    inner = carried if not related.kind else _merged(carried, carries(related.kind, setting.within))
    conditions.extend(predicate(other, of, c, setting, inner) for c in related.where)
    return f"({variable}){step}({other}{label_of_pattern(related.kind)})", both(conditions), other


def _merged(left: Within, right: Within) -> Within:
    return left.narrowed(
        **{n: v for n in left.plain() | right.plain() if (v := getattr(left, n) or getattr(right, n))}
    )


def arrow(relation: str, direction: str, hops: int, setting: Setting) -> tuple[str, str]:
    """The step over a relation, and the condition that it is there. Several hops follow that one relation."""
    name = setting.names.variable("r")
    there = relation_there(name, setting)
    kind = f":{relation}" if relation else ""
    left, right = ("<-" if direction == "in" else "-"), ("->" if direction == "out" else "-")
    if hops == 1:
        return f"{left}[{name}{kind}]{right}", there
    inside = f" WHERE {there}" if there else ""
    return f" ((){left}[{name}{kind}{inside}]{right}()){{1,{hops}}} ", ""


def all_of(
    variable: str, of: str, conditions: Sequence[Condition], setting: Setting, carried: Within
) -> list[str]:
    """All conditions, each a predicate."""
    return [predicate(variable, of, c, setting, carried) for c in conditions]
