"""Which nodes and relations are there for a question: not gone, or there at the time asked about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graph.compiler.text import Setting, both, either, quoted
from graph.encoding import GONE
from graph.fields import ANY, STATEMENTS, kinds_asked, map_of
from graph.kind import Field, Kind, Role, Type
from graph.query import AnyOf, Column, Condition, Not, Op, Where
from graph.seen import last_seen

SEEN = "observedAt"
"""The one common field that is not on the record alone."""

UNKEPT = (Type.LIST, Type.MAP, Type.JSON)
"""Types whose former values cannot be had back: what a change tells of them is text for people."""


def label_of_pattern(of: str) -> str:
    """The label that a pattern over a kind or category matches by; nothing for an unnamed other end."""
    return f":{of}" if of else ":Record"


def here(variable: str) -> str:
    """That a record is not gone: a label says so, which is read sooner than that a property is not there."""
    return f"NOT {variable}:{GONE}"


def relation_there(variable: str, setting: Setting) -> str:
    """That a relation is there. With gone records asked for, their relations went with them and count."""
    if setting.as_of is not None:
        return _there_at(variable, setting)
    return "" if setting.gone else f"{variable}.goneAt IS NULL"


def _there_at(variable: str, setting: Setting) -> str:
    moment = setting.names.parameter("asOf", setting.as_of)
    return both(
        (
            f"coalesce({variable}.firstSeen, {moment}) <= {moment}",
            f"({variable}.goneAt IS NULL OR {variable}.goneAt > {moment})",
        )
    )


def node_there(
    variable: str, of: str, conditions: Sequence[Condition], setting: Setting, groups: Sequence[Column] = ()
) -> list[str]:
    """That a record is there, and not in a state its kind hides, unless that state is asked for.

    A terminated instance is gone by its source's own word, so where its state is asked for it counts although it is gone.
    """
    parts = [_things_only(variable)] if of == ANY else []
    hiding = [(k, f, v) for k in kinds_asked(of) for f, v in k.hidden_states.items()]
    asked = [
        (k, f, v) for k, f, v in hiding if asks_for(conditions, f, v) or any(c.field == f for c in groups)
    ]
    there = _there_at(variable, setting) if setting.as_of else here(variable)
    if not setting.gone:
        parts.append(
            either((there, *(_in_state(variable, of, h, setting) for h in asked))) if asked else there
        )
    parts.extend(
        _not_hidden(variable, _in_state(variable, of, h, setting), setting) for h in hiding if h not in asked
    )
    return parts


def _not_hidden(variable: str, in_state: str, setting: Setting) -> str:
    """That it is in no such state. What went later was not yet in the state that it is gone by."""
    if setting.as_of is None:
        return f"NOT {in_state}"
    moment = setting.names.parameter("asOf", setting.as_of)
    return f"({variable}.goneAt > {moment} OR NOT {in_state})"


def _things_only(variable: str) -> str:
    return f"NOT ({variable}:{'|'.join((*STATEMENTS, 'Unresolved'))})"


def _in_state(variable: str, of: str, hidden: tuple[Kind, str, tuple[str, ...]], setting: Setting) -> str:
    kind, name, values = hidden
    field = kind.field(name) or Field(name)
    states = f"[{', '.join(quoted(v) for v in values)}]"
    inside = f"coalesce({value_of(variable, field, setting)} IN {states}, false)"
    return inside if of == kind.name else f"({variable}:{kind.name} AND {inside})"


def asks_for(conditions: Iterable[Condition], name: str, values: tuple[str, ...]) -> bool:
    """Whether a condition over that field would take one of those values."""
    return any(_takes(c, name, v) for c in conditions for v in values)


def _takes(condition: Condition, name: str, value: str) -> bool:
    match condition:
        case Where(field=field, op=op, value=asked) if field == name:
            return _compares(op, asked, value)
        case AnyOf(conditions=conditions):
            return any(_takes(c, name, value) for c in conditions)
        case Not(condition=Where(field=field) as inner) if field == name:
            return not _takes(inner, name, value)
        case _:
            return False


def _compares(op: Op, asked: object, value: str) -> bool:
    match op:
        case Op.EQ:
            return asked == value
        case Op.NE:
            return asked != value
        case Op.IN:
            return isinstance(asked, list) and value in asked
        case _:
            return False


def silent(variable: str, of: str, name: str, setting: Setting) -> list[str]:
    """That the field says something of the record: a finished pod is not "not ready"."""
    stem = map_of(name)[0]
    found: list[str] = []
    for kind in kinds_asked(of):
        for other, states in (field.silent_in if (field := kind.field(stem)) else {}).items():
            found.append(f"NOT {_in_state(variable, of, (kind, other, states), setting)}")
    return found


def value_of(variable: str, field: Field, setting: Setting) -> str:
    """The field's value now, or at the time asked about: what the first change after it says was before.

    Names and places are part of what a record is, so they have no past of their own; nor has when it was seen.
    """
    now = last_seen(variable) if field.name == SEEN else f"{variable}.{field.name}"
    if setting.as_of is None or field.role is Role.PLACE or field.name in ("uid", "kind", "name", SEEN):
        return now
    change = setting.names.variable("h")
    moment = setting.names.parameter("asOf", setting.as_of)
    told = [quoted(name) for name in (field.name, field.retells) if name]
    by = f"= {told[0]}" if len(told) == 1 else f"IN [{', '.join(told)}]"
    later = (
        f"MATCH ({variable})<-[:CHANGE_OF]-({change}:Change) "
        f"WHERE {change}.field {by} AND {change}.at > {moment} "
        f"AND coalesce({change}.subjectUid, {variable}.uid) = {variable}.uid"
    )
    if field.type in UNKEPT:
        return f"CASE WHEN {variable}.changedAt > {moment} AND EXISTS {{ {later} }} THEN null ELSE {now} END"
    was = f"RETURN [{_from_text(f'{change}.before', field.type)}] AS was ORDER BY {change}.at, {change}.uid LIMIT 1"
    return (
        f"CASE WHEN {variable}.changedAt <= {moment} THEN {now} "
        f"ELSE coalesce(head(COLLECT {{ {later} {was} }}), [{now}])[0] END"
    )


def _from_text(text: str, kind: Type) -> str:
    match kind:
        case Type.INTEGER:
            return f"toInteger({text})"
        case Type.DECIMAL:
            return f"toFloat({text})"
        case Type.BOOLEAN:
            return f"toBoolean({text})"
        case Type.TIME:
            return f"datetime({text})"
        case _:
            return text
