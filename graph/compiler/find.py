"""A Find as Cypher: the list, its true total, the population, and aggregates with the records behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graph.compiler.column import (
    Projection,
    by_owner,
    default_columns,
    group_key,
    meaning_of,
    own_value,
    projection,
)
from graph.compiler.condition import all_of, pattern
from graph.compiler.place import anchored, carries, restriction, start
from graph.compiler.presence import node_there, silent
from graph.compiler.text import Cypher, Setting, both, where
from graph.encoding import GONE
from graph.fields import ANY, field_of, kinds_asked
from graph.indexes import is_indexed
from graph.kind import Field, Type
from graph.query import (
    Aggregate,
    AnyOf,
    Column,
    Condition,
    Find,
    Measure,
    Not,
    Op,
    Related,
    Where,
    Within,
)
from graph.result import ColumnMeaning

MOST_LINEAGE = 100
"""Uids kept behind one row of an aggregate; the true number stands beside them."""

_FEW_GROUPS, _LEAST_LINEAGE = 10, 20
"""Where there are more groups than a few, each keeps so many uids: bringing them would take longer than counting."""

_FUNCTIONS = {
    Measure.SUM: "CASE WHEN count({v}) = 0 THEN null ELSE sum({v}) END",
    Measure.AVERAGE: "avg({v})",
    Measure.MINIMUM: "min({v})",
    Measure.MAXIMUM: "max({v})",
    Measure.MEDIAN: "percentileCont({v}, 0.5)",
}


_SEEKING = (Op.EQ, Op.IN, Op.STARTS)


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, compiled. Where no `total` is given to ask for, each row says it, with the population where that is told too.

    `total` is asked only where the list was cut.
    """

    rows: Cypher
    total: Cypher | None
    columns: tuple[Projection, ...]


@dataclass(frozen=True, slots=True)
class Grouping:
    """An aggregate, compiled. Each row of a grouped one says the true `total` of groups and how many records are in `everything`; `lineage` gives the records behind a single figure."""

    rows: Cypher
    lineage: Cypher | None
    keys: tuple[ColumnMeaning, ...]
    measure: ColumnMeaning


def setting_of(query: Find, allowed: tuple[Within, ...]) -> Setting:
    """What holds for every pattern of this query."""
    return Setting(within=query.within, allowed=allowed, as_of=query.as_of, gone=query.gone)


def listing(query: Find, allowed: tuple[Within, ...] = ()) -> Listing:
    """Rows under the limit, ordered with unknown values last and ties by name.

    What matches is looked at once: found, counted, then put in order. Only where the store itself knows the number, or
    keeps the order (changes by time), is the number another question.
    """
    setting = setting_of(query, allowed)
    chosen = query.columns or default_columns(query)
    apart = query.of == "Change" or _is_plain(query, setting)
    matched, carried, told = (*_match(query, setting), ()) if apart else _counting(query, setting)
    columns = tuple(projection("n", query.of, c, setting, carried) for c in chosen)
    limit = setting.names.parameter("limit", query.limit)
    key, ordered = _ordered(query, chosen, setting, carried)
    keyed = ("n", *told, *([f"{key} AS ordered"] if key else []))
    if key and told:
        matched = [*matched, *_tied(told, key, query, limit)]
        keyed = ("n", *told, "ordered")
    projected = ("n.uid AS uid", *(f"{c.expression} AS c{i}" for i, c in enumerate(columns)), *told)
    rows = setting.cypher(
        *matched,
        f"WITH {', '.join(keyed)} ORDER BY {ordered} LIMIT {limit}",
        f"RETURN {', '.join(projected)}",
        f"ORDER BY {ordered}",
    )
    return Listing(rows, counted(query, allowed) if apart else None, columns)


def _counting(query: Find, setting: Setting) -> tuple[list[str], Within, tuple[str, ...]]:
    """The pattern, each match once more out of what was counted, and what is told with it: the total, and mostly the population.

    The list of what was found is let go before anything is put in order: a store may hold it again for each row.
    """
    if query.named or query.window or not query.where or not all(_is_read(c) for c in query.where):
        matched, carried = _match(query, setting)
        found = ["WITH collect(n) AS found", "WITH found, size(found) AS total"]
        return [*matched, *found, "UNWIND found AS n", "WITH n, total"], carried, ("total",)
    matched, carried = _populating(query, setting)
    wanted = both(all_of("n", query.of, query.where, setting, carried))
    found = [
        f"WITH collect(CASE WHEN {wanted} THEN n END) AS found, count(n) AS population",
        "WITH found, size(found) AS total, population",
    ]
    again = ["UNWIND found AS n", "WITH n, total, population"]
    return [*matched, *found, *again], carried, ("total", "population")


def _tied(told: Sequence[str], key: str, query: Find, limit: str) -> list[str]:
    """Those of one value together, so that only what may be shown is put in order by name."""
    direction = " DESC" if query.order and query.order.descending else ""
    kept = ", ".join((*told, f"{key} AS ordered", "collect(n) AS tied"))
    return [
        f"WITH {kept} ORDER BY ordered IS NULL, ordered{direction} LIMIT {limit}",
        "UNWIND tied AS n",
        f"WITH {', '.join(('n', *told, 'ordered'))}",
    ]


def counted(query: Find, allowed: tuple[Within, ...] = ()) -> Cypher:
    """How many records match. All of a kind are counted by what the store knows of its label, less those that are gone."""
    setting = setting_of(query, allowed)
    if _is_plain(query, setting):
        return setting.cypher(*_all(query.of), "RETURN total")
    matched, _ = _match(query, setting)
    return setting.cypher(*matched, "RETURN count(n) AS total")


def _is_plain(query: Find, setting: Setting) -> bool:
    """Whether it asks for all of a kind that there are now, and the kind hides none of its states."""
    nothing_more = not (query.where or query.named or query.window or query.within.plain() or query.group_by)
    present = not (query.gone or query.as_of or setting.allowed)
    return (
        nothing_more
        and present
        and query.of != ANY
        and not any(k.hidden_states for k in kinds_asked(query.of))
    )


def _all(of: str) -> tuple[str, ...]:
    """Counted by the store itself: a plain count of a label reads no record, and any further word in it reads them all."""
    return (
        f"CALL {{ MATCH (n:{of}) RETURN count(n) AS held }}",
        f"CALL {{ MATCH (g:{of}:{GONE}) RETURN count(g) AS gone }}",
        "WITH held - gone AS total",
    )


def population(query: Find, allowed: tuple[Within, ...] = ()) -> Cypher:
    """How many there are under the restriction alone.

    Records of which a condition's field says nothing are left out; a hidden state that is asked for is in it.
    """
    setting = setting_of(query, allowed)
    return setting.cypher(*_populated(query, setting), "RETURN total")


def _is_read(condition: Condition) -> bool:
    """Whether it is told by reading the record itself: not by its relations, nor better by an index."""
    match condition:
        case Where(field=field, op=op):
            return op not in _SEEKING or not is_indexed(field)
        case AnyOf(conditions=conditions):
            return all(_is_read(c) for c in conditions)
        case Not(condition=inner):
            return _is_read(inner)
        case Related():
            return False


def _populated(query: Find, setting: Setting) -> list[str]:
    """Lines that end in `total`: how many there are, from the store itself where it knows."""
    if not _quiet(query, setting) and _is_plain(_all_of_it(query), setting):
        return [*_all(query.of)]
    matched, _ = _populating(query, setting)
    return [*matched, "WITH count(n) AS total"]


def _populating(query: Find, setting: Setting) -> tuple[list[str], Within]:
    """The pattern of all that the conditions could be true of, and what it carries."""
    everything = replace(_all_of_it(query), group_by=query.group_by)
    return _match(everything, setting, extra=_quiet(query, setting), asked=query.where)


def _all_of_it(query: Find) -> Find:
    return replace(query, where=(), named=(), window=None, columns=(), group_by=(), having=None)


def _quiet(query: Find, setting: Setting) -> tuple[str, ...]:
    """That a record is in no state in which a condition's field says nothing."""
    parts = (part for name in _fields(query.where) for part in silent("n", query.of, name, setting))
    return tuple(dict.fromkeys(parts))


def _fields(conditions: Sequence[Condition]) -> list[str]:
    found: list[str] = []
    for condition in conditions:
        match condition:
            case Where(field=field):
                found.append(field)
            case AnyOf(conditions=inner):
                found.extend(_fields(inner))
            case Not(condition=inner):
                found.extend(_fields((inner,)))
            case Related():
                pass
    return found


def _match(
    query: Find, setting: Setting, *, extra: tuple[str, ...] = (), asked: Sequence[Condition] | None = None
) -> tuple[list[str], Within]:
    """The pattern and every predicate on `n`, what leaves most out first; one row a record. Starts where the fewest records are."""
    carried = carries(query.of, setting.within)
    conditions = list(query.where)
    there = node_there("n", query.of, query.where if asked is None else asked, setting, query.group_by)
    anchor = next((c for c in conditions if _is_anchor(c)), None)
    lines: list[str] = []
    left = setting.within
    if query.named:
        named = setting.names.parameter("named", list(query.named))
        lines.append("MATCH (n:Record)")
        there = [f"n.uid IN {named}", "" if query.of == ANY else f"n:{query.of}", *there]
    elif isinstance(anchor, Related):
        conditions.remove(anchor)
        lines.extend(_anchored(query.of, anchor, setting, carried))
    else:
        lines, left = anchored("n", query.of, setting)
        if not lines:
            first, needed = start("n", query.of, setting)
            lines, there = [first], [*needed, *there]
    parts = [
        *restriction("n", query.of, replace(setting, within=left)),
        *_window(query, setting),
        *there,
        *all_of("n", query.of, conditions, setting, carried),
        *extra,
    ]
    return [*lines, where(parts)], carried


def _is_anchor(condition: Condition) -> bool:
    match condition:
        case Related(none=False, count=None, uids=uids, hops=1):
            return bool(uids)
        case _:
            return False


def _anchored(of: str, related: Related, setting: Setting, carried: Within) -> list[str]:
    """From a record that is named to those related to it, rather than from all of a kind."""
    match, conditions, other = pattern("n", related, setting, carried)
    wanted = next(p for p in setting.names.parameters if p.startswith("uids"))
    labelled = match.replace("(n)", f"(n:{of})", 1)
    return [
        f"MATCH ({other}:Record) WHERE {other}.uid IN ${wanted}",
        f"MATCH {labelled} WHERE {conditions}",
        "WITH DISTINCT n",
    ]


def _window(query: Find, setting: Setting) -> list[str]:
    if query.window is None:
        return []
    start, end = query.window.start, query.window.end
    return [
        f"n.at >= {setting.names.parameter('from', start)}" if start else "",
        f"n.at < {setting.names.parameter('to', end)}" if end else "",
    ]


def _ordered(query: Find, columns: Sequence[Column], setting: Setting, carried: Within) -> tuple[str, str]:
    """What is carried along to order by, and the order: unknown last, then by name and uid, so that it never varies."""
    order = query.order
    if order is None or not order.field:
        return ("", "n.at DESC, n.uid") if query.of == "Change" else ("", "n.name, n.uid")
    direction = " DESC" if order.descending else ""
    column = next(
        (
            c
            for c in columns
            if (c.count and order.field == "count") or (c.relation and c.field == order.field and not c.count)
        ),
        None,
    )
    if column is None:
        key = own_value("n", query.of, order.field, setting)
    else:
        match, conditions, other = pattern(
            "n", Related(column.relation, column.direction, column.kind), setting, carried
        )
        inside = f"MATCH {match}{f' WHERE {conditions}' if conditions else ''}"
        key = (
            f"COUNT {{ {inside} RETURN DISTINCT {other} }}"
            if column.count
            else f"head(COLLECT {{ {inside} RETURN {own_value(other, column.kind or 'Record', column.field, setting)} AS v ORDER BY v LIMIT 1 }})"
        )
    return key, f"ordered IS NULL, ordered{direction}, n.name, n.uid"


def measure_words(aggregate: Aggregate) -> str:
    """The measure as a result says it: "95th percentile"."""
    if aggregate.measure is not Measure.PERCENTILE:
        return aggregate.measure.value
    number = f"{aggregate.percent:g}"
    tail = (
        "th" if number[-2:] in ("11", "12", "13") else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th")
    )
    return f"{number}{tail if '.' not in number else 'th'} percentile"


def measure_meaning(of: str, aggregate: Aggregate) -> ColumnMeaning:
    """What the column of figures is."""
    words = measure_words(aggregate)
    if aggregate.measure is Measure.SHARE:
        return ColumnMeaning("share", "share", "", words, "percent")
    if aggregate.measure is Measure.COUNT:
        return ColumnMeaning("count", "count", "", words)
    field = field_of(of, aggregate.field) or Field(aggregate.field)
    return ColumnMeaning(aggregate.field, f"{words} of {field.label}", "", words, field.unit)


def grouping(query: Find, allowed: tuple[Within, ...] = ()) -> Grouping:
    """The aggregate. A record that has several of a group's keys counts in each, once; nothing else multiplies it."""
    aggregate = query.aggregate or Aggregate(Measure.COUNT)
    setting = setting_of(query, allowed)
    measure = measure_meaning(query.of, aggregate)
    if not aggregate.field and _is_plain(query, setting):
        plain = setting.cypher(*_all(query.of), "RETURN total AS value, total AS members, total AS known")
        return Grouping(plain, _lineage(query, aggregate, allowed), (), measure)
    matched, carried = _match(query, setting)
    keys = tuple(meaning_of(query.of, c) for c in query.group_by)
    if not keys:
        single = setting.cypher(*matched, f"RETURN {_figures(query.of, aggregate, setting)}")
        return Grouping(single, _lineage(query, aggregate, allowed), keys, measure)
    if query.group_by == (Column(special="owner"),) and not aggregate.field:
        counted_so = [
            *by_owner(setting, MOST_LINEAGE),
            "WITH k0, value, value AS members, value AS known, behind",
        ]
    else:
        counted_so = [*_keyed(query, setting, carried), *_aggregated(query, aggregate, setting)]
    lines = [*matched, *counted_so, *_having(query, aggregate, setting)]
    limit = setting.names.parameter("limit", query.limit)
    names = [*(f"k{i}" for i in range(len(keys))), "value", "members", "known"]
    rows = setting.cypher(
        *lines,
        f"WITH {', '.join(names)}, behind ORDER BY {_group_order(query)}",
        f"WITH collect([{', '.join(names)}, behind]) AS groups",
        f"WITH groups[..{limit}] AS shown, size(groups) AS total, "
        f"reduce(every = 0, g IN groups | every + g[{names.index('members')}]) AS everything, "
        f"CASE WHEN size(groups) > {_FEW_GROUPS} THEN {_LEAST_LINEAGE} ELSE {MOST_LINEAGE} END AS most",
        "UNWIND shown AS g",
        f"RETURN {', '.join(f'g[{i}] AS {name}' for i, name in enumerate(names))},",
        f"[b IN g[{len(names)}][..most] | b.uid] AS uids, total, everything",
    )
    return Grouping(rows, None, keys, measure)


def _figures(of: str, aggregate: Aggregate, setting: Setting) -> str:
    if not aggregate.field:
        return "count(n) AS value, count(n) AS members, count(n) AS known"
    value = own_value("n", of, aggregate.field, setting)
    return f"{_function(aggregate, value, setting)} AS value, count(n) AS members, count({value}) AS known"


def _function(aggregate: Aggregate, value: str, setting: Setting) -> str:
    if aggregate.measure is Measure.PERCENTILE:
        return f"percentileCont({value}, {setting.names.parameter('percentile', aggregate.percent / 100)})"
    return _FUNCTIONS[aggregate.measure].replace("{v}", value)


def _keyed(query: Find, setting: Setting, carried: Within) -> list[str]:
    """One line a key; a list of keys is unwound, an empty one to one unknown key."""
    lines: list[str] = []
    held = ["n"]
    for number, column in enumerate(query.group_by):
        key, several = group_key("n", query.of, column, setting, carried)
        if several:
            lines.append(f"WITH {', '.join(held)}, {key} AS l{number}")
            lines.append(
                f"UNWIND CASE WHEN l{number} IS NULL OR l{number} = [] THEN [null] ELSE l{number} END AS k{number}"
            )
        else:
            lines.append(f"WITH {', '.join(held)}, {key} AS k{number}")
        held.append(f"k{number}")
    return lines


def _aggregated(query: Find, aggregate: Aggregate, setting: Setting) -> list[str]:
    keys = ", ".join(f"k{i}" for i in range(len(query.group_by)))
    figures = _figures(query.of, aggregate, setting)
    return [f"WITH {keys}, {figures}, collect(n) AS behind"]


def _having(query: Find, aggregate: Aggregate, setting: Setting) -> list[str]:
    """Which groups are meant, by their figure."""
    if not query.having or aggregate.measure is Measure.SHARE:
        return []
    op, number = query.having
    sign = "<>" if op.value == "!=" else op.value
    return [f"WHERE value {sign} {setting.names.parameter('having', number)}"]


def _group_order(query: Find) -> str:
    keys = ", ".join(f"k{i} IS NULL, k{i}" for i in range(len(query.group_by)))
    order = query.order
    if order is None or order.field in ("", "count"):
        descending = order is None or order.descending
        return f"value IS NULL, value{' DESC' if descending else ''}, {keys}"
    number = next(i for i, c in enumerate(query.group_by) if c.field == order.field)
    return f"k{number} IS NULL, k{number}{' DESC' if order.descending else ''}, {keys}"


def _lineage(query: Find, aggregate: Aggregate, allowed: tuple[Within, ...]) -> Cypher:
    """The records behind a single figure; for a minimum or maximum, those that hold it come first."""
    setting = setting_of(query, allowed)
    matched, _ = _match(query, setting)
    ordered = ""
    if aggregate.measure in (Measure.MINIMUM, Measure.MAXIMUM):
        value = own_value("n", query.of, aggregate.field, setting)
        direction = " DESC" if aggregate.measure is Measure.MAXIMUM else ""
        ordered = f" ORDER BY {value} IS NULL, {value}{direction}, n.uid"
    return setting.cypher(*matched, f"RETURN n.uid AS uid{ordered} LIMIT {MOST_LINEAGE}")


def is_apart(query: Find) -> bool:
    """Whether no record is in two of its groups, so that the groups together are all there are."""
    lists = {c.field for c in query.group_by if (f := field_of(query.of, c.field)) and f.type is Type.LIST}
    return not any(
        c.relation or c.special in ("owner", "application") or (not c.special and c.field in lists)
        for c in query.group_by
    )


def is_grouped(query: Find) -> bool:
    """Whether it is an aggregate of any kind."""
    return query.aggregate is not None or bool(query.group_by)
