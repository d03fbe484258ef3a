"""Two records weighed by one of their fields: yes or no, or which of them has more, from what each of them says."""

from __future__ import annotations

from datetime import datetime

from assistant.composer.phrase import label
from assistant.composer.record import fields, named_of
from assistant.gather import Gathered
from assistant.plan import Plan
from graph.fields import field_of
from graph.record import Known, Value


def sentences(plan: Plan, gathered: Gathered) -> list[str]:
    """What the field of each is; after "Yes: " or "No: " where one was asked about, with the greater first where both were."""
    said = fields(plan, gathered)
    if (sides := _sides(plan, gathered)) is None or len(said) != len(sides):
        return said
    if plan.verb.startswith("which"):
        return said if _leads(plan, *sides) else said[::-1]
    answer = "Yes: " if _leads(plan, *sides) else "No: "
    return [
        f"{answer}{said[0][:1].lower() if said[0].startswith(('In ', 'The ')) else said[0][:1]}{said[0][1:]}",
        *said[1:],
    ]


def remark(plan: Plan, gathered: Gathered) -> str:
    """Which of the two comes first, or that they are equal; empty where nothing is weighed."""
    if not plan.verb:
        return ""
    if (sides := _sides(plan, gathered)) is None:
        return "They could not be weighed: that is not known of exactly two records."
    one, other = sides
    if one[1] == other[1]:
        return f"Both have the same {_label(plan, one[0])}."
    if not plan.verb.startswith("which"):
        return ""
    first = one if _leads(plan, *sides) else other
    return f"Of the two, that is {first[0].record.name}."


_Side = tuple[Known, Value]


def _sides(plan: Plan, gathered: Gathered) -> tuple[_Side, _Side] | None:
    held = [
        (known, value) for known in named_of(plan, gathered) if (value := _value(plan, known)) is not None
    ]
    if len(held) != 2 or len(named_of(plan, gathered)) != 2:
        return None
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for _, v in held)
    times = all(isinstance(v, datetime) for _, v in held)
    return (held[0], held[1]) if numbers or times else None


def _value(plan: Plan, known: Known) -> Value:
    return next((v for n in plan.fields if (v := known.record.fields.get(n)) is not None), None)


def _leads(plan: Plan, one: _Side, other: _Side) -> bool:
    """Whether the first is what was asked for. What is older began earlier."""
    more = not plan.verb.endswith("less")
    if isinstance(one[1], datetime):
        more = not more
    return _is_more(one[1], other[1]) if more else _is_more(other[1], one[1])


def _is_more(one: Value, other: Value) -> bool:
    if isinstance(one, datetime) and isinstance(other, datetime):
        return one > other
    return isinstance(one, int | float) and isinstance(other, int | float) and one > other


def _label(plan: Plan, known: Known) -> str:
    return next((label(known.record.kind, n) for n in plan.fields if field_of(known.record.kind, n)), "value")
