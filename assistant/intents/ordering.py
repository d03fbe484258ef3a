"""All records of a list in an order that was asked for, and follow-ups that order or group what was found before."""

from __future__ import annotations

from dataclasses import replace

from assistant.condition import CannotSay, measure_of
from assistant.grammar.frame import Frame
from assistant.intents.columns import by_field, group_column, place_columns
from assistant.meaning import FieldWord, PlaceWord
from assistant.plan import Asked, Form, Plan
from graph.query import Aggregate, Column, Find, Measure, Order


def in_order(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    """Said as "sorted by namespace": a list by what is text, from A to Z; None where groups are counted."""
    by = frame.group[0] if len(frame.group) == 1 else None
    counted = frame.ask in ("count", "share", "amount") or frame.aggregate or frame.extreme_field
    if not frame.ordered or counted or not isinstance(by, PlaceWord | FieldWord):
        return None
    column = group_column(by, find.of)
    if column.special:
        return None
    places = tuple(c for c in place_columns(find) if c != column)
    columns = (Column("name"), *places, column)
    ordered = replace(find, columns=columns, order=Order(column.field, descending=False))
    return replace(plan, queries=(Asked(ordered),), fields=())


def again(frame: Frame, plan: Plan, find: Find) -> Plan | None:
    """What was found before, in groups or in an order; None where neither is asked for."""
    bare = replace(find, columns=(), order=None, aggregate=None, group_by=(), having=None)
    if frame.group:
        if (listed := in_order(frame, plan, bare)) is not None:
            return replace(listed, form=Form.LIST)
        return _grouped(frame, plan, bare)
    if frame.extreme is None:
        return None
    if frame.extreme_noun or frame.aggregate or frame.asked or frame.links:
        raise CannotSay("Of those nothing else is asked.")
    if frame.ask and frame.ask != "list":
        raise CannotSay("Of those nothing else is counted.")
    listed = replace(plan, form=Form.LIST)
    limit = frame.limit or (find.limit if frame.ordered else 1)
    if frame.extreme_field is not None:
        return by_field(frame, listed, bare, frame.extreme_field, limit)
    declared = measure_of(find.of, frame.extreme.about)
    if declared is None or frame.extreme.about == "amount":
        raise CannotSay("The most of what?")
    columns = (Column("name"), *place_columns(find), Column(declared.name))
    columns = (*columns, *(group_column(word, find.of) for word in frame.beside))
    ordered = replace(
        bare, columns=columns, order=Order(declared.name, frame.extreme.descending), limit=limit
    )
    return replace(listed, queries=(Asked(ordered),), fields=(declared.name,))


def _grouped(frame: Frame, plan: Plan, find: Find) -> Plan:
    """The same records counted in groups."""
    if frame.aggregate or frame.asked or frame.ask not in ("", "list", "count"):
        raise CannotSay("Of those groups are counted.")
    columns = tuple(group_column(g, find.of) for g in frame.group)
    grouped = replace(
        find, group_by=columns, aggregate=Aggregate(Measure.COUNT), order=Order("", descending=True)
    )
    return replace(plan, form=Form.GROUP, queries=(Asked(grouped),), fields=())
