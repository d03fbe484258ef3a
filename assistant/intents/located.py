"""Whether a named record lies in a place: what is asked is its place, and not the record."""

from __future__ import annotations

from assistant.answer import DeclineType
from assistant.choice import Reach
from assistant.condition import CannotSay
from assistant.grammar.frame import Frame, Phrase
from assistant.grammar.noun import stands_for_place
from assistant.intents.asker import Asker, chosen
from assistant.meaning import Candidate
from assistant.plan import Asked, Form, Plan, Planned, Refusal
from graph.fields import ANY, PLACES, kinds_with
from graph.query import Describe, Find, Within


def lying_there(frame: Frame, phrase: Phrase, reach: Reach, asker: Asker) -> Planned | None:
    """Said as "is bastion in staging": the records of the name wherever they lie, and those that lie there. None of anything else.

    Raises CannotSay where nothing of the name can lie in such a place.
    """
    places = [p for p in PLACES if getattr(reach.within, p)]
    said = frame.asked or frame.links or phrase.tests or frame.window or frame.topic
    if frame.ask != "yesno" or said or not places:
        return None
    found = chosen(phrase, Reach(Within()))
    if isinstance(found, Refusal):
        return found
    able = tuple(c for c in found if all(_can_lie(c, p) for p in places))
    if not able and len(found) > 1 and all(any(stands_for_place(c.kind, p) for p in PLACES) for c in found):
        message = f'"{phrase.names[0].text}" is several places, and none of them lies in another of that sort. Say which is meant.'
        return Refusal(DeclineType.AMBIGUOUS, message, found)
    if not able:
        raise CannotSay("Nothing of the name lies in such a place.")
    uids = tuple(c.uid for c in able)
    there = Find(ANY, within=reach.within, named=uids, as_of=asker.as_of)
    record = Asked(Describe(uids, as_of=asker.as_of), "record")
    plan = Plan(
        Form.WHERE, (record, Asked(there)), of=ANY, names=uids, named=able, within=reach.within, verb="yesno"
    )
    return (plan,)


def _can_lie(candidate: Candidate, place: str) -> bool:
    """A place that it says it lies in, and is not itself; an environment is a field that a name does not carry."""
    told = place in dict(candidate.place) or (place == "environment" and kinds_with(candidate.kind, place))
    return bool(told) and not stands_for_place(candidate.kind, place)
