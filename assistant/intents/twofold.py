"""Questions that no single query answers: places that hold nothing of a kind, and what differs between places.

What lies in each place is read first, and the records that it is true of are then asked for by themselves.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from assistant.choice import Reach
from assistant.composer.phrase import label
from assistant.condition import CannotSay, field_for, measure_of
from assistant.grammar.frame import Frame
from assistant.intents.asker import Asker, main_phrase
from assistant.intents.columns import group_column, place_columns
from assistant.meaning import Candidate
from assistant.plan import Asked, Form, Plan
from graph.fields import PLACES, kinds_with
from graph.kind import Type
from graph.kinds import KINDS
from graph.query import Aggregate, Column, Describe, Find, Measure, Order, Within
from graph.record import Value
from graph.result import Result

_MOST = 1000
"""Records that are looked through; of more nothing is said."""


def holding_none(frame: Frame, find: Find, held: Find, place: str, asker: Asker) -> Plan:
    """Places in which nothing of a kind lies ("namespaces without pods"). Raises CannotSay where not all could be looked through."""
    if place not in ("cluster", "namespace"):
        raise CannotSay("What was never scanned may hold some: this is told of clusters and namespaces.")
    by, keys = (("cluster", place), ("cluster", "name")) if place == "namespace" else ((place,), ("name",))
    grouped = replace(held, group_by=tuple(map(Column, by)), aggregate=Aggregate(Measure.COUNT), limit=_MOST)
    full = {row[:-1] for row in all_rows(asker, grouped).rows}
    listed = all_rows(asker, replace(find, columns=tuple(map(Column, keys)), limit=_MOST))
    rows = zip(listed.rows, listed.row_uids, strict=True)
    empty = tuple(Candidate(uids[0], find.of, str(row[-1])) for row, uids in rows if row not in full)
    noun = KINDS[held.of].plural if held.of in KINDS else "such records"
    if not empty:
        shown = replace(grouped, order=Order("", descending=False), limit=find.limit)
        remark = f"Each of them holds {noun}: none is without."
        return Plan(Form.GROUP, (Asked(shown),), of=held.of, within=find.within, remarks=(remark,))
    found = replace(find, named=tuple(c.uid for c in empty))
    remark = f"They hold no {noun}."
    plan = Plan(Form.LIST, (Asked(found),), of=find.of, within=find.within, remarks=(remark,), linked=empty)
    if frame.ask != "count":
        return plan
    counted = replace(found, aggregate=Aggregate(Measure.COUNT))
    return replace(plan, form=Form.COUNT, queries=(Asked(counted),))


def differing(frame: Frame, reach: Reach, asker: Asker) -> tuple[Plan, ...]:
    """Records of one name in several places that say another value of a field ("different images in prod and staging"). Raises CannotSay."""
    of = main_phrase(frame).of or "Workload"
    place = next((p for p in PLACES if len(getattr(reach.within, p)) > 1), "")
    if not place or len(frame.asked) != 1 or main_phrase(frame).tests or frame.links:
        raise CannotSay("What differs between which places?")
    declared = field_for(frame.asked[0], of)
    own = tuple(p for p in ("namespace", place) if kinds_with(of, p))
    columns = tuple(map(Column, dict.fromkeys(("name", "kind", *own, declared.name))))
    find = Find(of, within=reach.within, columns=columns, order=Order("name", descending=False), limit=_MOST)
    namesakes = _namesakes(all_rows(asker, find), place, declared.name)
    other = [same for same in namesakes if len({v for v, _ in same if v is not None}) > 1]
    if not namesakes:
        raise CannotSay("Nothing of one name lies in each of them.")
    remark = _told(len(other), len(namesakes), declared.label)
    pairs = [same for same in other or namesakes if len(same) == 2][:_MOST_PAIRS]
    if len(other) > _MOST_PAIRS or not pairs:
        named = tuple(c for same in other or namesakes for _, c in same)
        listed = replace(find, named=tuple(c.uid for c in named), limit=asker.limits.rows)
        return (
            Plan(Form.LIST, (Asked(listed),), of=of, within=reach.within, remarks=(remark,), linked=named),
        )
    return tuple(_compared(tuple(c for _, c in same), declared.name, remark) for same in pairs)


_MOST_PAIRS = 4
"""Pairs that are each told in words; more are listed."""


def _told(count: int, whole: int, label: str) -> str:
    lead = f"{count or 'None'} of the {whole} names that are in more than one of them"
    return f"{lead} {'differs' if count < 2 else 'differ'} in the {label}."


def _compared(pair: tuple[Candidate, ...], name: str, remark: str) -> Plan:
    uids = tuple(c.uid for c in pair)
    return Plan(
        Form.COMPARE,
        (Asked(Describe(uids)),),
        names=uids,
        named=pair,
        within=Within(),
        fields=(name,),
        remarks=(remark,),
    )


def _namesakes(result: Result, place: str, name: str) -> list[list[tuple[str | None, Candidate]]]:
    """Records that have a namesake in another place, each with what it says of the field."""
    at = {c.name: i for i, c in enumerate(result.columns)}
    found: dict[tuple[str, ...], list[tuple[str | None, Candidate]]] = defaultdict(list)
    for row, uids in zip(result.rows, result.row_uids, strict=True):
        key = tuple(str(row[i]) for n, i in at.items() if n not in (place, name, "kind"))
        where = tuple((n, str(row[at[n]])) for n in ("namespace", place) if n in at)
        held = row[at[name]]
        one = Candidate(uids[0], str(row[at["kind"]]), str(row[at["name"]]), where)
        found[key].append((None if held is None else str(held), one))
    return [same for same in found.values() if len({c.place for _, c in same}) > 1]


def first_of_each(frame: Frame, find: Find, asker: Asker) -> Plan | None:
    """Said as "the oldest pod in each namespace": the first of each group; None where groups are counted or measured."""
    extreme = frame.extreme
    plain = frame.ask in ("", "list") and not (frame.aggregate or frame.extreme_noun or frame.ordered)
    if (
        extreme is None
        or len(frame.group) != 1
        or not plain
        or (extreme.about == "amount" and not frame.extreme_field)
    ):
        return None
    by = group_column(frame.group[0], find.of)
    if by.special or by.relation:
        raise CannotSay("The first of each of those is not known.")
    field = frame.extreme_field
    declared = (
        field_for(field, find.of, Type.INTEGER, Type.DECIMAL, Type.TIME)
        if field
        else measure_of(find.of, extreme.about)
    )
    if declared is None or declared.name == "firstSeen":
        raise CannotSay(f"{find.of} has nothing to be ordered by.")
    keys = tuple(dict.fromkeys((Column("name"), by, Column(declared.name))))
    result = all_rows(asker, replace(find, columns=keys, limit=_MOST))
    firsts: dict[str, list[tuple[Value, Candidate]]] = {}
    for row, uids in zip(result.rows, result.row_uids, strict=True):
        group, held = str(row[1]), row[-1]
        one = (held, Candidate(uids[0], find.of, str(row[0])))
        if held is not None and row[1] is not None:
            firsts[group] = _leading(firsts.get(group, []), one, descending=extreme.descending)
    found = tuple(c for leading in firsts.values() for _, c in leading)
    if not found:
        raise CannotSay("Nothing is known to be first.")
    columns = tuple(dict.fromkeys((Column("name"), *place_columns(find), by, Column(declared.name))))
    listed = replace(
        find, where=(), named=tuple(c.uid for c in found), columns=columns, limit=asker.limits.rows
    )
    remark = f"Of each {label(find.of, by.field)} those with the {'highest' if extreme.descending else 'lowest'} {declared.label}."
    if declared.type is Type.TIME:
        remark = f"Of each {label(find.of, by.field)} those that were {declared.label} {'last' if extreme.descending else 'first'}."
    return Plan(Form.LIST, (Asked(listed),), of=find.of, within=find.within, remarks=(remark,), linked=found)


def _leading(
    before: list[tuple[Value, Candidate]], one: tuple[Value, Candidate], *, descending: bool
) -> list[tuple[Value, Candidate]]:
    """The first of a group so far, with its equals."""
    if not before or one[0] == before[0][0]:
        return [*before, one]
    ahead = one[0] > before[0][0] if descending else one[0] < before[0][0]  # type: ignore[operator] # values of one field
    return [one] if ahead else before


def all_rows(asker: Asker, find: Find) -> Result:
    """Every row, from scopes that were all read whole. Raises CannotSay."""
    result = asker.rows(find)
    if result is None or not result.complete or result.total > len(result.rows):
        raise CannotSay("Not all of them could be looked through.")
    return result
