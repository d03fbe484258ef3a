"""Columns: what each one asks the database for, what it means, and how its raw value is read.

Every value from another record comes out of a subquery of its own, so two fan-outs never multiply each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from graph.compiler.condition import pattern
from graph.compiler.place import ownerless, parts
from graph.compiler.presence import relation_there, value_of
from graph.compiler.text import Setting, both
from graph.decoding import decoded, encoded_key
from graph.fields import ANY, PLACES, field_of, kinds_with, map_of
from graph.kind import Field, Type
from graph.kinds import CATEGORIES, KINDS
from graph.query import Column, Find, Op, Related, Where, Within
from graph.record import Uid, Value
from graph.result import NONE_ON_PURPOSE, ColumnMeaning
from graph.seen import last_seen

Cell = tuple[Value, tuple[Uid, ...]]
"""A cell's value and the uids of other records that it came from."""

_MOST_VALUES = 50  # values of one cell, and uids kept for it
_UNOWNED: dict[str, Value] = {"unowned": [], "unowned on purpose": NONE_ON_PURPOSE}
_UNMANAGED: dict[str, Value] = {"unmanaged": []}


@dataclass(frozen=True, slots=True)
class Projection:
    """One column, compiled: its expression, its meaning, and the reader of what comes back."""

    expression: str
    meaning: ColumnMeaning
    read: Callable[[Any], Cell]


def projection(variable: str, of: str, column: Column, setting: Setting, carried: Within) -> Projection:
    """The column over that variable."""
    if column.special == "confidence" and column.relation:
        return _sureness(variable, column, setting, carried)
    if column.special:
        return _special(variable, of, column.special, setting)
    if column.relation:
        return _related(variable, column, setting, carried)
    return _own(variable, of, column.field, setting)


def meaning_of(of: str, column: Column) -> ColumnMeaning:
    """What the column is, without compiling it."""
    if column.special:
        return ColumnMeaning(column.special, _SPECIAL_LABELS.get(column.special, column.special), unit="")
    if not column.relation:
        field = field_of(of, column.field) or Field(column.field)
        return ColumnMeaning(column.field, _label(column.field, field), unit=field.unit)
    if column.count:
        return ColumnMeaning("count", _plural(column.kind), column.kind, "count", "", column.relation)
    field = field_of(column.kind or ANY, column.field) or Field(column.field)
    label = _noun(column.kind) if column.field == "name" else _label(column.field, field)
    return ColumnMeaning(column.field, label, column.kind, unit=field.unit, relation=column.relation)


_SPECIAL_LABELS = {"owner": "owner", "manager": "managed by", "freshness": "observed at", "place": "where"}


def _label(name: str, field: Field) -> str:
    key = map_of(name)[1]
    return f"{key} tag" if key else field.label


def _noun(of: str) -> str:
    declared = KINDS.get(of) or CATEGORIES.get(of)
    return declared.noun if declared else "record"


def _plural(of: str) -> str:
    declared = KINDS.get(of) or CATEGORIES.get(of)
    return declared.plural if declared else "records"


def own_value(variable: str, of: str, name: str, setting: Setting) -> str:
    """The expression of an own field, or of a key of a map."""
    stem, key = map_of(name)
    field = field_of(of, stem) or Field(stem)
    if not key:
        return value_of(variable, field, setting)
    prefix = setting.names.parameter(f"{stem}Key", f"{encoded_key(key)}=")
    return f"head([e IN {variable}.{stem} WHERE e STARTS WITH {prefix} | substring(e, size({prefix}))])"


def _own(variable: str, of: str, name: str, setting: Setting) -> Projection:
    field = field_of(of, name) or Field(name)
    plain = Field(name) if map_of(name)[1] else field
    exact = f"{variable}.{name}Exact" if field.type is Type.DECIMAL and name != "confidence" else ""
    expression = own_value(variable, of, name, setting)
    if exact and setting.as_of is None:
        expression = f"coalesce({exact}, {expression})"
    return Projection(expression, meaning_of(of, Column(name)), lambda raw: (decoded(plain, raw), ()))


def related_of(column: Column) -> Related:
    """A column's other end as a condition would ask for it."""
    return Related(column.relation, column.direction, column.kind)


def _related(variable: str, column: Column, setting: Setting, carried: Within) -> Projection:
    match, conditions, other = pattern(variable, related_of(column), setting, carried)
    inside = f"MATCH {match}{f' WHERE {conditions}' if conditions else ''}"
    meaning = meaning_of("", column)
    if column.count:
        uids = f"COLLECT {{ {inside} RETURN DISTINCT {other}.uid AS u ORDER BY u LIMIT {_MOST_VALUES} }}"
        return Projection(f"[COUNT {{ {inside} RETURN DISTINCT {other} }}, {uids}]", meaning, _counted)
    field = field_of(column.kind or ANY, column.field) or Field(column.field)
    value = own_value(other, column.kind or ANY, column.field, setting)
    expression = (
        f"COLLECT {{ {inside} WITH DISTINCT {other} ORDER BY {other}.name, {other}.uid LIMIT {_MOST_VALUES} "
        f"RETURN [{value}, {other}.uid] }}"
    )
    return Projection(expression, meaning, lambda raw: _several(field, raw))


def _sureness(variable: str, column: Column, setting: Setting, carried: Within) -> Projection:
    """How sure the least sure of these relations is; None where they were observed, or are not there."""
    relation = setting.names.peek("r")
    match, conditions, other = pattern(variable, related_of(column), setting, carried)
    there = both((conditions, f"{relation}.confidence IS NOT NULL"))
    least = f"COLLECT {{ MATCH {match} WHERE {there} RETURN [{relation}.confidence, {other}.uid] AS e ORDER BY e[0] LIMIT 1 }}"
    return Projection(least, meaning_of("", replace(column, relation="")), _least)


def _least(raw: Sequence[Sequence[Any]]) -> Cell:
    return (raw[0][0], (Uid(raw[0][1]),)) if raw else (None, ())


def _counted(raw: Any) -> Cell:
    return raw[0], tuple(Uid(u) for u in raw[1])


def _several(field: Field, raw: Sequence[Sequence[Any]]) -> Cell:
    values = [decoded(field, value) for value, _ in raw if value is not None]
    return _one_or_list(values), tuple(Uid(uid) for _, uid in raw)


def _one_or_list(values: list[Value]) -> Value:
    """None of other records is an empty list (looked for, and there is none); one value is itself."""
    distinct = list(dict.fromkeys(v if isinstance(v, str) else str(v) for v in values))
    if len(distinct) == 1:
        return values[0]
    return distinct


def _special(variable: str, of: str, special: str, setting: Setting) -> Projection:
    meaning = meaning_of(of, Column(special=special))
    match special:
        case "owner":
            return Projection(f"[{owners(variable, setting)}, {variable}.ownership]", meaning, _read_owner)
        case "manager":
            return Projection(_manager(variable, setting), meaning, _read_manager)
        case "application":
            return Projection(_application(variable, setting), meaning, _read_names)
        case "place":
            return Projection(_place(variable, of), meaning, _read_place)
        case "freshness":
            return Projection(last_seen(variable), meaning, lambda raw: (raw, ()))
        case _:
            return Projection(f"{variable}.confidence", meaning, lambda raw: (raw, ()))


def owners(variable: str, setting: Setting) -> str:
    """Names and uids of a record's owners or, where no rule has judged it, of the owners of what it is part of."""
    own = _teams(variable, "", setting)
    inherited = _teams(variable, f" {ownerless(setting)} ()", setting)
    return f"CASE WHEN {variable}.ownership IS NULL THEN {inherited} ELSE {own} END"


def _teams(variable: str, step: str, setting: Setting) -> str:
    relation, team = setting.names.variable("o"), setting.names.variable("t")
    there = relation_there(relation, setting)
    return (
        f"COLLECT {{ MATCH ({variable}){step}-[{relation}:OWNED_BY]->({team}:Record)"
        f"{f' WHERE {there}' if there else ''} "
        f"RETURN DISTINCT [{team}.name, {team}.uid] AS e ORDER BY e[0], e[1] LIMIT {_MOST_VALUES} }}"
    )


def by_owner(setting: Setting, most: int) -> list[str]:
    """Lines that count `n` by owner: first by the teams themselves, so that names and heirs are looked up once a group.

    They leave `k0`, `value` and `behind` (at most so many records of each owner's own and of each inheritance). What has a relation to a team of its own is
    owned by it; what has none, and no rule has judged, by the owners of what it is part of.
    """
    relation, team = setting.names.variable("o"), setting.names.variable("t")
    there = relation_there(relation, setting)
    heirs = f"[e IN {_teams('n', f' {ownerless(setting)} ()', setting)} | e[0]]"
    return [
        f"OPTIONAL MATCH (n)-[{relation}:OWNED_BY]->({team}:Record){f' WHERE {there}' if there else ''}",
        f"WITH DISTINCT n, {team}",
        (
            f"WITH n, {team}, CASE WHEN {team} IS NOT NULL THEN null WHEN n.ownership IS NULL THEN {heirs} "
            f"WHEN n.ownership IN [{_NO_OWNER}] THEN [n.ownership] ELSE [] END AS l0"
        ),
        f"WITH {team}, l0, count(n) AS held, collect(n) AS some",
        f"UNWIND CASE WHEN {team} IS NOT NULL THEN [{team}.name] WHEN l0 = [] THEN [null] ELSE l0 END AS k0",
        f"WITH k0, sum(held) AS value, reduce(s = [], e IN collect(some) | s + e[..{most}]) AS behind",
    ]


_NO_OWNER = ", ".join(f"'{state}'" for state in _UNOWNED)


def _read_owner(raw: Any) -> Cell:
    named, ownership = raw
    return _read_names(named) if named else (_UNOWNED.get(ownership), ())


def _read_names(raw: Sequence[Sequence[Any]]) -> Cell:
    return _one_or_list([name for name, _ in raw]), tuple(Uid(uid) for _, uid in raw)


def _manager(variable: str, setting: Setting) -> str:
    relation, other = setting.names.variable("g"), setting.names.variable("m")
    there = relation_there(relation, setting)
    named = (
        f"COLLECT {{ MATCH ({variable})-[{relation}:MANAGED_BY|DERIVED_FROM]->({other}:Record)"
        f"{f' WHERE {there}' if there else ''} RETURN DISTINCT [{other}.name, {other}.uid] AS e ORDER BY e[0], e[1] LIMIT {_MOST_VALUES} }}"
    )
    return f"[{named}, {variable}.managedBy, {variable}.management]"


def _read_manager(raw: Any) -> Cell:
    related, by, management = raw
    uids = tuple(Uid(uid) for _, uid in related)
    if by:
        return by, uids
    if related:
        return _read_names(related)
    return _UNMANAGED.get(management), ()


def _application(variable: str, setting: Setting) -> str:
    other = setting.names.variable("a")
    return (
        f"COLLECT {{ MATCH ({variable}) {parts(setting, 1)} ({other}:Application) "
        f"RETURN DISTINCT [{other}.name, {other}.uid] AS e ORDER BY e[0], e[1] LIMIT {_MOST_VALUES} }}"
    )


def _place(variable: str, of: str) -> str:
    held = [p for p in PLACES if kinds_with(of, p)]
    return "[" + ", ".join(f"{variable}.{p}" for p in held) + "]"


def _read_place(raw: Sequence[Any]) -> Cell:
    return " · ".join(str(v) for v in raw if v), ()


def default_columns(query: Find) -> tuple[Column, ...]:
    """What a list shows where nothing was asked for: the name, where it is, and what it was chosen by."""
    if query.of == "Change":
        return tuple(Column(f) for f in ("at", "subject", "action", "field", "before", "after", "actor"))
    several = [] if query.of in KINDS else ["kind"]
    compared = [c.field for c in query.where if isinstance(c, Where) and c.op not in (Op.EQ, Op.UNKNOWN)]
    return tuple(Column(name) for name in dict.fromkeys(("name", *several, *_places(query), *compared)))


def _places(query: Find) -> list[str]:
    """The places that tell the rows apart: not one that all rows share, nor a cloud's for what is asked of a cluster."""
    inside = {p for p in PLACES if getattr(query.within, p)}
    clouds, clusters = {"account", "region"}, {"cluster", "namespace"}
    other = clouds if inside & clusters else clusters if inside & clouds else set[str]()
    return [
        p
        for p in PLACES[:4]
        if kinds_with(query.of, p) and len(getattr(query.within, p)) != 1 and p not in other
    ]


def group_key(variable: str, of: str, column: Column, setting: Setting, carried: Within) -> tuple[str, bool]:
    """A group's key as an expression, and whether it is a list of keys (then a record counts in each of them)."""
    if column.special == "owner":
        state = f"{variable}.ownership"
        none = f"CASE WHEN {state} IN [{_NO_OWNER}] THEN [{state}] ELSE [] END"
        found = setting.names.variable("w")
        named = f"CASE WHEN {found} = [] THEN {none} ELSE [e IN {found} | e[0]] END"
        return f"head([{found} IN [{owners(variable, setting)}] | {named}])", True  # so it is looked up once
    if column.special == "manager":
        return f"coalesce({variable}.managedBy, {variable}.management)", False
    if column.special == "application":
        return f"[e IN {_application(variable, setting)} | e[0]]", True
    if column.special:
        return {"freshness": last_seen(variable), "confidence": f"{variable}.confidence"}.get(
            column.special, f"reduce(s = '', e IN {_place(variable, of)} | s + coalesce(e + ' · ', ''))"
        ), False
    if not column.relation:
        field = field_of(of, column.field)
        return own_value(variable, of, column.field, setting), bool(field and field.type is Type.LIST)
    match, conditions, other = pattern(variable, related_of(column), setting, carried)
    value = own_value(other, column.kind or ANY, column.field, setting)
    there = both((conditions, f"{value} IS NOT NULL"))
    return f"COLLECT {{ MATCH {match} WHERE {there} RETURN DISTINCT {value} AS v ORDER BY v }}", True
