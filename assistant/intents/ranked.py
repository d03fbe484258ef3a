"""The second or the third of an order ("the second largest database"), and two things that are weighed by one of their fields."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from operator import itemgetter

from assistant.answer import DeclineType
from assistant.composer.phrase import label
from assistant.intents.asker import Asker
from assistant.meaning import Candidate
from assistant.plan import Asked, Form, Plan, Planned, Refusal
from graph.fields import kinds_asked
from graph.query import Column, Find

_LOOKED_THROUGH = 1000
_EQUALS = 10
_NTH = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}


def ranked(planned: Planned, nth: int, asker: Asker) -> Planned:
    """Each plan for what comes after the first of its order. Equals share a rank."""
    if nth == 1 or isinstance(planned, Refusal):
        return planned
    made = [_ranked(plan, nth, asker) for plan in planned]
    found = tuple(p for p in made if p is not None)
    if len(found) == len(made):
        return found
    message = f'"{_NTH[nth]}" was not understood: there is no {_NTH[nth]} of what was asked for. Ask for the first few of an order, such as "the 5 largest".'
    return Refusal(DeclineType.NOT_UNDERSTOOD, message)


def _ranked(plan: Plan, nth: int, asker: Asker) -> Plan | None:
    find = plan.queries[0].query if plan.queries else None
    one = isinstance(find, Find) and find.order is not None and find.limit == 1
    if plan.form is not Form.LIST or not one or not isinstance(find, Find) or find.order is None:
        return None
    field = find.order.field
    if not field or find.group_by or not kinds_asked(find.of):
        return None
    columns = (Column("name"), Column(field))
    result = asker.rows(replace(find, columns=columns, limit=_LOOKED_THROUGH))
    if result is None or result.total > len(result.rows):
        return None
    known = [(row[-1], row, uids) for row, uids in zip(result.rows, result.row_uids, strict=True)]
    groups = [list(g) for value, g in groupby(known, key=itemgetter(0)) if value is not None]
    if len(groups) < nth or len(groups[nth - 1]) > _EQUALS:
        return None
    found = tuple(Candidate(uids[0], find.of, str(row[0])) for _, row, uids in groups[nth - 1])
    shown = replace(find, where=(), named=tuple(c.uid for c in found), limit=len(found))
    part = "" if result.complete else " that could be read"
    remark = f"In the order of {label(find.of, field)}, this comes {_NTH[nth]} of those{part}."
    return replace(
        plan,
        queries=(Asked(shown),),
        names=(*plan.names, *(c.uid for c in found)),
        linked=(*plan.linked, *found),
        remarks=(*plan.remarks, remark),
        verb="",
    )


def weighed(planned: Planned, how: str) -> Planned:
    """The plan of a field of two records, as a question of which has more of it. Anything else is not weighed."""
    if not how or isinstance(planned, Refusal):
        return planned
    names = {c.name for p in planned for c in p.named}
    one = all(p.form is Form.FIELD and (len(p.fields) == 1 or p.asked_at is not None) for p in planned)
    if not one or len(names) != 2:
        return Refusal(
            DeclineType.NOT_UNDERSTOOD,
            "What is compared was not understood. Name two records and the field by which they are compared.",
        )
    return tuple(replace(p, verb=how) for p in planned)
