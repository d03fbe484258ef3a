"""The way through: a reading's names and places are settled, then its form decides its plans."""

from __future__ import annotations

from dataclasses import replace

from assistant.answer import DeclineType
from assistant.choice import NoPlace, Reach, reaches
from assistant.condition import CannotSay
from assistant.grammar.frame import Compared, Frame, Phrase, Present, Sized, Valued
from assistant.intents.asker import Asker, main_phrase
from assistant.intents.finding import found, implied
from assistant.intents.following import followed, is_follow_up
from assistant.intents.naming import named_through_nothing, of_named, related, related_link
from assistant.intents.topic import TOPICS, changes, is_change
from assistant.plan import Plan, Planned, Refusal
from graph.kinds import KINDS


def plans(frame: Frame, asker: Asker) -> Planned:
    """The plans of one reading. Raises CannotSay where the declarations do not let its words mean anything."""
    _fields_of_something(frame)
    if unknown := _unknown_names(frame):
        return unknown
    if is_follow_up(frame) and not frame.topic:
        if asker.thread is None:
            raise CannotSay("There is nothing before to follow.")
        return followed(frame, asker.thread, asker)
    kinds = _kinds_spoken_of(frame)
    reach = reaches(frame.restrictions, kinds)
    if isinstance(reach, NoPlace):
        known = bool(reach.restriction.place.readings)
        kind = DeclineType.NOT_UNDERSTOOD if known else DeclineType.NO_SUCH_RECORD
        return Refusal(kind, reach.reason, missing=() if known else (reach.restriction.place.text,))
    found: list[Plan] = []
    refused: Refusal | None = None
    impossible: CannotSay | None = None
    for one in reach:
        try:
            planned = _planned(frame, one, asker)
        except CannotSay as problem:
            impossible = problem
            continue
        if isinstance(planned, Refusal):
            refused = planned
            continue
        linked = tuple(c for p in frame.phrases for n in p.names for c in n.candidates)
        found.extend(replace(p, remarks=(*one.remarks, *p.remarks), linked=linked) for p in planned)
    if (
        not found
        and impossible is not None
        and (refused is None or refused.type is DeclineType.NO_SUCH_RECORD)
    ):
        raise impossible
    return tuple(found) or refused or Refusal(DeclineType.NOT_UNDERSTOOD, "Nothing is asked for.")


def _fields_of_something(frame: Frame) -> None:
    """A field compared is a field of a kind or of a record that is said. Raises CannotSay."""
    compared = (Valued, Compared, Present, Sized)
    for phrase in frame.phrases:
        if not phrase.of and not phrase.names and any(isinstance(t, compared) for t in phrase.tests):
            raise CannotSay("A field of what?")


def _unknown_names(frame: Frame) -> Refusal | None:
    for phrase in frame.phrases:
        for word in phrase.unknown:
            noun = KINDS[phrase.of].noun if phrase.of in KINDS else "record"
            message = f'No {noun} called "{word.text}" was found.'
            return Refusal(DeclineType.NO_SUCH_RECORD, message, missing=(word.text,))
    return None


def _kinds_spoken_of(frame: Frame) -> tuple[str, ...]:
    """What the restriction must be able to restrict: the main kind, the kinds of names, the ends of relations."""
    found = [p.of for p in frame.phrases if p.of]
    found += [c.kind for p in frame.phrases for n in p.names for c in n.candidates]
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    if not main.of and not main.names:
        found.append(implied(frame))
    return tuple(dict.fromkeys(found))


_OF_NAMES = {"path": 2, "differ": 2, "impact": 1, "changed": 1, "deployed": 1, "contact": 1}
"""How many phrases of names a topic takes; the others are asked of places and kinds."""


def _used_by_topic(frame: Frame) -> None:
    """Nothing that a topic does not use may be dropped in silence. Raises CannotSay."""
    named = [p for p in frame.phrases if p.names or p.unknown]
    main = main_phrase(frame)
    others = [p for p in frame.phrases if p is not main and not p.names]
    tests = [t for p in named for t in p.tests]
    if len(named) > _OF_NAMES.get(frame.topic, 0) or frame.links or others or tests:
        raise CannotSay("More is said than the topic uses.")
    if frame.asked or frame.group or frame.aggregate:
        raise CannotSay("Fields are not asked of this.")


def _planned(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    main = main_phrase(frame)
    if frame.topic:
        if frame.topic not in TOPICS:
            raise CannotSay(f"Nothing answers {frame.topic}.")
        _used_by_topic(frame)
        return TOPICS[frame.topic](frame, reach, asker)
    if main.names and frame.ask in ("when", "who") and is_change(main):
        return changes(frame, reach, asker)
    if main.names:
        return of_named(frame, main, reach, asker)
    if frame.asked and frame.main >= 0 and (named := named_through_nothing(frame)) is not None:
        return of_named(frame, named, reach, asker)
    if (main.of or implied(frame)) == "Change" or (frame.window is not None and is_change(main)):
        return changes(frame, reach, asker)
    if (link := related_link(frame)) is not None and frame.ask != "count":
        return related(frame, link, reach, asker)
    return found(frame, reach, asker)
