"""The way through: a reading's names and places are settled, then its form decides its plans."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from assistant.answer import DeclineType
from assistant.choice import NoPlace, Reach, elsewhere, reaches
from assistant.condition import CannotSay
from assistant.grammar.frame import (
    HOSTED,
    Compared,
    Frame,
    Given,
    Phrase,
    Present,
    Restriction,
    Sized,
    State,
    Valued,
)
from assistant.grammar.noun import stands_for_place
from assistant.intents.actor import changing_most
from assistant.intents.asker import Asker, chosen, main_phrase
from assistant.intents.finding import found, implied
from assistant.intents.following import followed, is_follow_up, narrows_changes
from assistant.intents.naming import named_through_nothing, of_named, related, related_link
from assistant.intents.port import with_ports
from assistant.intents.presence import of_names
from assistant.intents.relating import hosting
from assistant.intents.same import settled
from assistant.intents.topic import TOPICS, became_so, changes, creation, is_change
from assistant.meaning import FieldWord, Slot
from assistant.plan import Asked, Form, Plan, Planned, Refusal
from graph.fields import ANY, PLACES, kinds_asked
from graph.kinds import KINDS
from graph.query import Column, Describe, Find, Op, Order, Related, Where


def plans(frame: Frame, asker: Asker) -> Planned:
    """The plans of one reading. Raises CannotSay where the declarations do not let its words mean anything."""
    if frame.moment is not None:
        return _as_of(frame, asker, frame.moment.at)
    try:
        return _plans(frame, asker)
    except CannotSay:
        if (day := _past_day(frame, asker)) is None:
            raise
        return _as_of(frame._replace(window=None), asker, day)


_DAY = timedelta(days=1)


def _past_day(frame: Frame, asker: Asker) -> datetime | None:
    """The end of the day whose state is asked for ("what was the image of cart yesterday?")."""
    window = frame.window.window if frame.window and frame.past and not frame.topic else None
    if window is None or window.start is None or window.end is None or window.end >= asker.now:
        return None
    return window.end - timedelta(seconds=1) if window.end - window.start <= _DAY else None


def _as_of(frame: Frame, asker: Asker, moment: datetime) -> Planned:
    """The plans as of a time that is over, which the answer says. Raises CannotSay of what has no state then."""
    if asker.as_of is not None or frame.topic or frame.window is not None:
        raise CannotSay("Only states are asked as of a time.")
    planned = _plans(frame, replace(asker, as_of=moment))
    if isinstance(planned, Refusal):
        return planned
    queries = [a.query for p in planned for a in p.queries]
    if any(not isinstance(q, Find | Describe) or q.as_of != moment for q in queries):
        raise CannotSay("This is only known of the present.")
    remark = f"This is the state as of {moment:%Y-%m-%d %H:%M} UTC, as far as its history is kept."
    return tuple(replace(p, remarks=(remark, *p.remarks)) for p in planned)


def _plans(frame: Frame, asker: Asker) -> Planned:
    frame = _of_workloads(_ready_ones(frame))
    _fields_of_something(frame)
    if frame.ordered and frame.extreme is None and len(frame.asked) != 1:
        raise CannotSay("The most common what?")
    if unknown := _unknown_names(frame):
        return unknown
    if (is_follow_up(frame) and not frame.topic) or narrows_changes(frame, asker.thread):
        if asker.thread is None:
            raise CannotSay("There is nothing before to follow.")
        return followed(frame, asker.thread, asker)
    if asker.thread is not None and frame.fragment and is_change(main_phrase(frame)) and not frame.topic:
        raise CannotSay("Those are no changes.")
    if (narrowed := _which_of_those(frame, asker)) is not None:
        return narrowed
    frame = with_ports(frame, asker)
    same = settled(frame, asker)
    if isinstance(same, Refusal):
        return same
    if same.frame is not frame:
        planned = _plans(same.frame, asker)
        return planned if isinstance(planned, Refusal) else same.told(planned)
    kinds = _kinds_spoken_of(frame)
    frame = _of_machines(_of_its_own(frame))
    if (compared := of_names(frame, asker)) is not None:
        return (compared,)
    reach, beyond = reaches(frame.restrictions, kinds), elsewhere(frame.restrictions, kinds)
    if isinstance(reach, NoPlace):
        return _no_place(reach)
    if isinstance(beyond, NoPlace):
        return _no_place(beyond)
    frame = _leaving_out(frame, beyond)
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
        found.extend(
            replace(p, remarks=(*one.remarks, *p.remarks), linked=(*p.linked, *linked)) for p in planned
        )
    if (
        not found
        and impossible is not None
        and (refused is None or refused.type is DeclineType.NO_SUCH_RECORD)
    ):
        raise impossible
    return tuple(found) or refused or Refusal(DeclineType.NOT_UNDERSTOOD, "Nothing is asked for.")


def _ready_ones(frame: Frame) -> Frame:
    """Said as "how many replicas of cart are ready": the number of those, which records say as well. Raises CannotSay of those that are not."""
    main = main_phrase(frame)
    counted = len(frame.asked) == 1 and {s.field for s in frame.asked[0].slots} == {"replicas"}
    ready = [t for t in main.tests if isinstance(t, State) and {s.field for s in t.word.said} == {"ready"}]
    if frame.ask != "count" or not counted or len(ready) != 1 or ready[0].alternative:
        return frame
    if ready[0].negated or not all(s.value is True for s in ready[0].word.said):
        raise CannotSay("How many are not ready is no number of its own.")
    kinds = {s.kind for s in frame.asked[0].slots}
    word = FieldWord(frozenset(Slot(k, "readyReplicas") for k in kinds if KINDS[k].field("readyReplicas")))
    tests = tuple(t for t in main.tests if t is not ready[0])
    return frame.phrase(frame.main, tests=tests)._replace(asked=(word,))


def _of_workloads(frame: Frame) -> Frame:
    """What runs an image, where nothing says of which kind: workloads do."""
    main = main_phrase(frame)
    image = [t for t in main.tests if isinstance(t, Valued) and all(s.field == "image" for s in t.word.slots)]
    if main.is_open and main.word == "which" and image and not frame.links and not frame.topic:
        return frame.phrase(frame.main, of="Workload")
    return frame


def _which_of_those(frame: Frame, asker: Asker) -> Planned | None:
    """Said as "which are encrypted?" after a list: those of it. None where it asks of anything else."""
    main = main_phrase(frame)
    more = frame.links or frame.restrictions or frame.group or frame.extreme or frame.topic or frame.window
    if asker.thread is None or not frame.which or not main.is_open or not main.tests or more or frame.asked:
        return None
    try:
        return followed(frame, asker.thread, asker)
    except CannotSay:
        return None


def _no_place(none: NoPlace) -> Refusal:
    known = bool(none.restriction.place.readings)
    kind = DeclineType.NOT_UNDERSTOOD if known else DeclineType.NO_SUCH_RECORD
    return Refusal(kind, none.reason, missing=() if known else (none.restriction.place.text,))


def _of_its_own(frame: Frame) -> Frame:
    """An application said of another phrase than what is asked for restricts that one ("which nodes do the cart pods run on")."""
    others = [
        r
        for r in frame.restrictions
        if not r.outside
        and r.beside != frame.main
        and 0 <= r.beside < len(frame.phrases)
        and {n for n, _ in r.place.readings} & {"application"}
        and not {n for n, _ in r.place.readings} & set(PLACES)
        and frame.phrases[r.beside].of
    ]
    for one in others:
        name = dict(one.place.readings)["application"]
        whole = Related("PART_OF", "out", "Application", (Where("name", Op.EQ, name),), hops=4)
        tests = (*frame.phrases[one.beside].tests, Given(whole))
        frame = frame.phrase(one.beside, tests=tests)
    return frame._replace(restrictions=tuple(r for r in frame.restrictions if r not in others))


def _of_machines(frame: Frame) -> Frame:
    """Machines lie in no cluster: those are meant that a node of it runs on."""
    main = main_phrase(frame)
    held = [r for r in frame.restrictions if "cluster" in (r.explicit, *_only_reading(r)) and not r.outside]
    if main.of not in HOSTED.values() or not held:
        return frame
    clusters = tuple(dict(r.place.readings).get("cluster", r.place.text) for r in held)
    rest = tuple(r for r in frame.restrictions if r not in held)
    tests = (*main.tests, Given(hosting(clusters)))
    return frame.phrase(frame.main, tests=tests)._replace(restrictions=rest)


def _only_reading(restriction: Restriction) -> tuple[str, ...]:
    """What the place is, where it is one thing only."""
    names = tuple(n for n, _ in restriction.place.readings)
    return names if len(names) == 1 else ()


def _leaving_out(frame: Frame, beyond: tuple[Where, ...]) -> Frame:
    """With what is asked for lying outside the places that are left out. Raises CannotSay where nothing is found."""
    if not beyond:
        return frame
    main = main_phrase(frame)
    if frame.topic or main.names or frame.main < 0:
        raise CannotSay("Only records that are found can lie elsewhere.")
    tests = (*main.tests, *(Given(w) for w in beyond))
    return frame.phrase(frame.main, tests=tests)


def _fields_of_something(frame: Frame) -> None:
    """A field compared is a field of a kind or of a record that is said. Raises CannotSay."""
    compared = (Valued, Compared, Present, Sized)
    for phrase in frame.phrases:
        if (
            phrase.word != "ones"
            and not phrase.of
            and not phrase.names
            and any(isinstance(t, compared) for t in phrase.tests)
        ):
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


_OF_NAMES = {"path": 2, "differ": 2, "impact": 1, "changed": 1, "deployed": 1, "contact": 1, "page": 1}
"""How many phrases of names a topic takes; the others are asked of places and kinds."""


_OF_SCOPES = frozenset({"scanned", "coverage", "unread"})
"""Topics whose answer lists scopes, with their places and kinds."""


def _used_by_topic(frame: Frame) -> None:
    """Nothing that a topic does not use may be dropped in silence. Raises CannotSay."""
    named = [p for p in frame.phrases if p.names or p.unknown]
    main = main_phrase(frame)
    others = [p for p in frame.phrases if p is not main and not p.names]
    tests = [t for p in named for t in p.tests]
    if len(named) > _OF_NAMES.get(frame.topic, 0) or frame.links or others or tests:
        raise CannotSay("More is said than the topic uses.")
    of_scopes = frame.topic in _OF_SCOPES and all(
        any(s.kind == "Scope" for s in w.slots) for w in frame.asked
    )
    if (
        (frame.asked and not of_scopes and frame.topic not in ("differ", "changed"))
        or frame.group
        or frame.aggregate
    ):
        raise CannotSay("Fields are not asked of this.")


def _is_of_changes(frame: Frame, main: Phrase) -> bool:
    """Whether what became of things is asked for ("deployments deleted last week"), and no state that they are in."""
    if not is_change(main) or frame.links:
        return False
    own = {k.name for k in kinds_asked(main.of)} if main.of else set[str]()
    states = [t for t in main.tests if isinstance(t, State)]
    in_state = all(any(s.kind in own for s in t.word.said) for t in states)
    return frame.window is not None or (bool(main.of) and not in_state)


def _is_change_of(frame: Frame, main: Phrase) -> bool:
    """Whether changes are what is asked for, which alone have a window."""
    return (main.of or implied(frame)) == "Change" or _is_of_changes(frame, main)


def _last_seen(frame: Frame, reach: Reach, asker: Asker) -> Planned | None:
    """Said as "when did you last see orders-db": when a record was observed that is no place; None of places and kinds."""
    named = [p for p in frame.phrases if p.names]
    more = frame.links or frame.asked or frame.window
    if len(named) != 1 or len(frame.phrases) > 2 or more or named[0].tests:
        return None
    found = chosen(named[0], reach)
    if isinstance(found, Refusal) or any(stands_for_place(c.kind, p) for c in found for p in PLACES[:4]):
        return found if isinstance(found, Refusal) else None
    uids = tuple(c.uid for c in found)
    columns = tuple(map(Column, ("name", "kind", "observedAt")))
    order = Order("observedAt", descending=True)
    kinds = {c.kind for c in found}
    of = kinds.pop() if len(kinds) == 1 else ANY
    find = Find(of, columns=columns, order=order, named=uids, limit=asker.limits.rows)
    return (Plan(Form.LIST, (Asked(find),), of=of, names=uids, named=found, fields=("observedAt",)),)


def _asks_of_changes(frame: Frame, main: Phrase) -> bool:
    """Whether the answer is a list of changes, or the last of them."""
    if frame.topic:
        return frame.topic in ("changed", "deployed")
    return is_change(main) if main.names else _is_change_of(frame, main)


def _planned(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    main = main_phrase(frame)
    if frame.beside and frame.ask == "count" and not (main.names or frame.topic):
        frame = frame._replace(ask="list")  # a list tells how many they are as well
    if frame.beside and frame.ask == "who" and main.word == "who" and frame.links:
        frame = frame.phrase(frame.main, word="which")._replace(ask="list")
        main = main_phrase(frame)
    if frame.beside and (frame.topic or main.names or frame.ask not in ("", "list") or frame.group):
        raise CannotSay("Only of a list more is shown of each.")
    if frame.bound and (frame.topic or main.names or main.also or not main.of):
        raise CannotSay("How many of which?")
    if frame.actor is not None and (frame.group or not _asks_of_changes(frame, main)):
        raise CannotSay("Only changes are made by someone.")
    if frame.beside:
        return found(frame, reach, asker)
    if frame.topic == "differ" and frame.ask == "count" and not main.names and main.of:
        return found(frame._replace(topic="", each=True), reach, asker)
    if frame.topic:
        if frame.topic == "scanned" and (seen := _last_seen(frame, reach, asker)) is not None:
            return seen
        if frame.topic not in TOPICS:
            raise CannotSay(f"Nothing answers {frame.topic}.")
        _used_by_topic(frame)
        return TOPICS[frame.topic](frame, reach, asker)
    if main.names and (frame.ask in ("when", "who") or frame.window is not None) and is_change(main):
        return changes(frame, reach, asker)
    if (most := changing_most(frame, main, reach.within, asker)) is not None:
        return (most,)
    if (became := became_so(frame, main, reach, asker)) is not None:
        return (became,)
    if frame.window is not None and not (_is_change_of(frame, main)):
        raise CannotSay("A window restricts nothing here.")
    if main.names:
        return of_named(frame, main, reach, asker)
    if frame.asked and frame.main >= 0 and (named := named_through_nothing(frame)) is not None:
        return of_named(frame, named, reach, asker)
    if main.of == "Change" and (frame.group or frame.aggregate or frame.extreme_noun):
        return found(frame, reach, asker)
    if _is_change_of(frame, main):
        return changes(frame, reach, asker)
    if (link := related_link(frame)) is not None and frame.ask != "count":
        if (created := creation(frame, link, reach, asker)) is not None:
            return created
        return related(frame, link, reach, asker)
    return found(frame, reach, asker)
