"""Who made changes, as the changes themselves say it."""

from __future__ import annotations

import re

from assistant.answer import DeclineType
from assistant.grammar.frame import Frame, Phrase
from assistant.grammar.noun import stands_for_place
from assistant.intents.asker import Asker
from assistant.meaning import Name, Unknown
from assistant.plan import Asked, Form, Plan, Refusal
from graph.fields import PLACES
from graph.kinds import KINDS
from graph.query import Aggregate, Column, Condition, Find, Measure, Op, Order, Where, Within

_MOST = 1000
_SHOWN = 5
REMARK = "Changes of which no source says who made them are not among these."


def of_actor(frame: Frame, asker: Asker) -> tuple[Condition, ...] | Refusal:
    """The changes of who is said to have made them: under each name that a source has for them. Empty where nobody is said."""
    if frame.actor is None:
        return ()
    known = _known(asker)
    told = _names(frame.actor, asker)
    meant = [k for k in known if any(_is_of(k, name) for name in told)]
    if not meant and isinstance(frame.actor, Unknown):
        return _nobody(frame.actor.text, known)
    return (Where("actor", Op.IN, meant or [frame.actor.text]),)


def changing_most(frame: Frame, main: Phrase, within: Within, asker: Asker) -> Plan | None:
    """Said as "who made the most changes": changes by who made them; None where anything else is asked."""
    extreme = frame.extreme
    who = main.word == "who" and not (main.of or main.tests or main.names)
    if not who or frame.extreme_noun != "Change" or extreme is None or not extreme.descending or frame.links:
        return None
    return _most(frame, Column("actor"), within, (), asker)


def changed_most(
    frame: Frame, main: Phrase, within: Within, where: tuple[Condition, ...], asker: Asker
) -> Plan | None:
    """Said as "which namespace changed the most": changes by the place that is asked for; None where none is."""
    extreme = frame.extreme
    place = next((p for p in PLACES[:4] if main.of in KINDS and stands_for_place(main.of, p)), "")
    if not place or main.names or extreme is None or extreme.about != "amount" or not extreme.descending:
        return None
    return _most(frame, Column(place), within, where, asker)


def _most(frame: Frame, column: Column, within: Within, where: tuple[Condition, ...], asker: Asker) -> Plan:
    window = frame.window.window if frame.window else None
    counted = Find(
        "Change",
        where,
        within,
        window,
        group_by=(column,),
        aggregate=Aggregate(Measure.COUNT),
        order=Order("", descending=True),
        limit=frame.limit or asker.limits.rows,
        as_of=asker.as_of,
    )
    return Plan(Form.GROUP, (Asked(counted),), of="Change", within=within, window=window)


def _known(asker: Asker) -> list[str]:
    """Everyone who made a change that is recorded."""
    counted = Find("Change", group_by=(Column("actor"),), aggregate=Aggregate(Measure.COUNT), limit=_MOST)
    result = asker.rows(counted)
    return [str(row[0]) for row in result.rows if row[0] not in (None, "")] if result else []


def _names(actor: Name | Unknown, asker: Asker) -> list[str]:
    """What a record is called by, in any of its fields of names."""
    if isinstance(actor, Unknown):
        return [actor.text]
    records = [known.record for c in actor.candidates if (known := asker.known(c.uid)) is not None]
    fields = [str(r.fields[n]) for r in records for n in ("login", "email") if r.fields.get(n)]
    return list(dict.fromkeys((actor.text, *(r.name for r in records), *fields)))


def _is_of(actor: str, name: str) -> bool:
    """Whether a source's name is this one, alone or as a piece of a longer ("…/admin/alice")."""
    own, said = _pieces(actor), _pieces(name)
    return bool(said) and any(own[i : i + len(said)] == said for i in range(len(own)))


def _pieces(text: str) -> list[str]:
    return [p for p in re.split(r"[^a-z0-9]+", text.lower()) if p]


def _nobody(text: str, known: list[str]) -> Refusal:
    some = ", ".join(sorted(known)[:_SHOWN])
    told = f" Changes are recorded of, among others: {some}." if some else ""
    message = f'No change is recorded of anyone called "{text}".{told}'
    return Refusal(DeclineType.NO_SUCH_RECORD, message, missing=(text,))
