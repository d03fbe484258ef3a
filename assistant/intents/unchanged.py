"""What did not change: records of a kind of which no change is recorded in a window."""

from __future__ import annotations

from assistant.choice import Reach
from assistant.condition import CannotSay
from assistant.grammar.frame import Frame, Phrase
from assistant.intents.asker import Asker
from assistant.plan import Asked, Form, Plan
from graph.fields import ANY
from graph.query import Condition, Find, Op, Related, Where, Window


def unchanged(frame: Frame, main: Phrase, reach: Reach, asker: Asker) -> Plan:
    """Said as "which instances have not changed this week". Raises CannotSay of anything but a kind that is listed or counted."""
    said = main.names or main.tests or main.also or frame.asked or frame.actor or frame.extreme or frame.limit
    if (
        main.of in ("", ANY, "Change")
        or said
        or frame.ask not in ("", "list", "count")
        or frame.topic != "changed"
    ):
        raise CannotSay("What did not change is asked of a kind of record.")
    times = _inside(frame.window.window) if frame.window else ()
    where = (Related("CHANGE_OF", "in", "Change", times, none=True),)
    find = Find(main.of, where, reach.within, limit=asker.limits.rows, as_of=asker.as_of)
    remark = (
        "These are those of which no change is recorded; what nothing watched may have changed all the same."
    )
    form = Form.LIST
    return Plan(form, (Asked(find),), of=main.of, within=reach.within, remarks=(remark,))


def _inside(window: Window) -> tuple[Condition, ...]:
    ends: list[Condition] = []
    if window.start is not None:
        ends.append(Where("at", Op.GE, window.start))
    if window.end is not None:
        ends.append(Where("at", Op.LT, window.end))
    return tuple(ends)
