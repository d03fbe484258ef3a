"""Follow-ups: what a question leaves out is taken from the one before, as a typed query and never as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from assistant.answer import DeclineType
from assistant.choice import NoPlace, candidates, reaches
from assistant.condition import CannotSay, Context, conditions
from assistant.grammar.frame import Frame, Phrase
from assistant.intents.asker import Asker, Thread, main_phrase
from assistant.intents.ordering import again
from assistant.meaning import Candidate
from assistant.plan import Asked, Form, Plan, Planned, Refusal
from graph.query import (
    Aggregate,
    Column,
    Condition,
    Describe,
    Find,
    History,
    Measure,
    Order,
    Related,
    Where,
    Within,
)
from graph.record import Uid


def is_follow_up(frame: Frame) -> bool:
    """Whether the reading says no kind and no record of its own."""
    main = main_phrase(frame)
    if frame.ask == "count" and len(frame.asked) == 1 and frame.main < 0:
        return False  # the total of a field: "how many vCPUs do we run"
    return (
        (frame.main < 0 and (frame.fragment or not frame.aggregate_field))
        or main.word == "ones"
        or (frame.fragment and bool(main.names))
        or _is_bare(frame, main)
    )


def _is_bare(frame: Frame, main: Phrase) -> bool:
    return main.is_open and not main.tests and frame.ask in ("count", "why") and not frame.links


def followed(frame: Frame, thread: Thread, asker: Asker) -> Planned:
    """The plans of a follow-up. Raises CannotSay where it adds nothing that the query before can take."""
    main = main_phrase(frame)
    if frame.ask == "why":
        return _why(thread)
    if frame.fragment and main.names:
        return _renamed(main, thread)
    match thread.query:
        case Find():
            return _found_again(frame, thread.query, thread, asker)
        case History():
            return _history_again(frame, thread.query, thread, asker)
        case Describe():
            return _elsewhere(frame, thread)
        case _:
            raise CannotSay("The question before cannot be narrowed.")


def _why(thread: Thread) -> Planned:
    uids = tuple(c.uid for c in thread.named) or thread.found[:5]
    if not uids:
        raise CannotSay("Why what?")
    return (Plan(Form.WHY, (Asked(Describe(uids)),), names=uids, named=thread.named, within=thread.within),)


def _found_again(frame: Frame, query: Find, thread: Thread, asker: Asker) -> Planned:
    """The same query with further tests, another place or another measure."""
    main = main_phrase(frame)
    if thread.form is Form.RELATED and frame.restrictions and not main.tests:
        return _related_elsewhere(frame, query, thread)
    more = conditions(main.tests, Context(query.of, asker.now))
    said = {c.field for c in more if isinstance(c, Where)}
    kept = tuple(c for c in query.where if c not in more and not (isinstance(c, Where) and c.field in said))
    where = (*kept, *more)
    within = _moved(frame, query.of, thread.within)
    if isinstance(within, Refusal):
        return within
    asked = replace(query, where=where, within=within)
    form = thread.form
    found = Plan(form, (Asked(asked),), of=query.of, within=within)
    if (shaped := again(frame, found, asked)) is not None:
        return (shaped,)
    if frame.links or frame.asked or frame.beside or frame.window:
        raise CannotSay("Of those nothing else is asked.")
    listed = query.aggregate is not None and not query.group_by and (frame.which or main.word == "ones")
    if listed and frame.ask != "count":
        asked, form = replace(asked, aggregate=None, order=None), Form.LIST
    if frame.ask == "count" and not query.group_by:
        asked, form = replace(asked, aggregate=Aggregate(Measure.COUNT), order=None, columns=()), Form.COUNT
    if asked == query and form is thread.form:
        raise CannotSay("Nothing is added.")
    form = Form.LIST if form is Form.RELATED else form
    return (Plan(form, (Asked(asked),), of=query.of, within=within, fields=thread.fields),)


def _related_elsewhere(frame: Frame, query: Find, thread: Thread) -> Planned:
    """What the records of the same name in another place relate to, in the same way."""
    kinds = tuple(dict.fromkeys(c.kind for c in thread.named)) or ("Record",)
    within = _moved(frame, kinds[0], Within())
    if isinstance(within, Refusal):
        return within
    there = [c for c in thread.named if _lies(c, within)]
    relations = [c for c in query.where if isinstance(c, Related) and c.uids]
    if not there or len(relations) != 1 or len(query.where) != 1:
        raise CannotSay("No record of that name lies there.")
    uids = tuple(c.uid for c in there)
    asked = replace(query, where=(replace(relations[0], uids=uids),))
    record = Asked(Describe(uids), "record")
    return (Plan(Form.RELATED, (record, Asked(asked)), of=query.of, names=uids, named=(there[0],)),)


def _moved(frame: Frame, of: str, within: Within) -> Within | Refusal:
    """The restriction before, with the places that are said anew in place of theirs."""
    reach = reaches(frame.restrictions, (of,))
    if isinstance(reach, NoPlace):
        raise CannotSay(reach.reason)
    said = reach[0].within
    values = {f.name: getattr(said, f.name) or getattr(within, f.name) for f in fields(Within)}
    return Within(**values)


def narrows_changes(frame: Frame, thread: Thread | None) -> bool:
    """Said as "only what was deleted" after changes: some of those, in the same window and place."""
    main = main_phrase(frame)
    more = frame.links or frame.asked or frame.topic or main.names or main.of
    bare = frame.fragment and main.is_open and bool(main.tests) and not more
    return bare and thread is not None and isinstance(thread.query, History)


def makers(asker: Asker) -> Planned | None:
    """Said as "who made them" after changes: how many of them each has made; None after anything else."""
    thread = asker.thread
    if thread is None or not isinstance(thread.query, History) or thread.form is not Form.CHANGES:
        return None
    plans = [_made_by(query, asker) for query in (thread.query, *thread.beside)]
    known = tuple(p for p in plans if p is not None)
    if known:
        return known
    message = "Who made them is not known: no source of these changes says so. Changes that a scan notices have no author."
    return Refusal(DeclineType.COULD_NOT_BE_READ, message)


def _made_by(query: History, asker: Asker) -> Plan | None:
    """The changes by who made them; None where that is said of none."""
    of_one = (Related("CHANGE_OF", "out", uids=(query.uid,)),) if query.uid else ()
    counted = Find(
        "Change",
        (*query.where, *of_one),
        query.within,
        query.window,
        group_by=(Column("actor"),),
        aggregate=Aggregate(Measure.COUNT),
        order=Order("", descending=True),
        limit=query.limit,
    )
    result = asker.rows(counted)
    if result is None or not any(row[0] for row in result.rows):
        return None
    return Plan(Form.GROUP, (Asked(counted),), of="Change", within=query.within, window=query.window)


def _history_again(frame: Frame, query: History, thread: Thread, asker: Asker) -> Planned:
    more = conditions(main_phrase(frame).tests, Context("Change", asker.now))
    plans: list[Plan] = []
    for one in (query, *thread.beside):
        within = _moved(frame, "Change", one.within)
        if isinstance(within, Refusal):
            return within
        window = frame.window.window if frame.window else thread.window
        asked = replace(one, within=within, window=window, where=_with_more(one.where, more))
        if asked != one:
            plans.append(Plan(thread.form, (Asked(asked),), of="Change", within=within, window=window))
    if not plans:
        raise CannotSay("Nothing is added.")
    return tuple(plans)


def _with_more(held: tuple[Condition, ...], more: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """The conditions before, with those that are said anew in place of theirs."""
    said = {c.field for c in more if isinstance(c, Where)}
    return (*(c for c in held if not (isinstance(c, Where) and c.field in said)), *more)


def _elsewhere(frame: Frame, thread: Thread) -> Planned:
    """The same names in another place."""
    kinds = tuple(dict.fromkeys(c.kind for c in thread.named))
    within = _moved(frame, kinds[0] if kinds else "Record", Within())
    if isinstance(within, Refusal):
        return within
    there = [c for c in thread.named if _lies(c, within)]
    return _again(thread, there, within)


def _renamed(main: Phrase, thread: Thread) -> Planned:
    """The same question of another name."""
    return _again(thread, candidates(main, Within()), Within())


def _lies(candidate: Candidate, within: Within) -> bool:
    place = dict(candidate.place)
    return all(place.get(n) in getattr(within, n) for n in within.plain())


def _again(thread: Thread, named: Sequence[Candidate], within: Within) -> Planned:
    if not named:
        raise CannotSay("No record of that name lies there.")
    uids = tuple(c.uid for c in named)
    if not isinstance(thread.query, Describe) or uids == thread.query.uids:
        raise CannotSay("Nothing is added.")
    asked = replace(thread.query, uids=uids)
    return (
        Plan(
            thread.form, (Asked(asked),), names=uids, named=tuple(named), within=within, fields=thread.fields
        ),
    )


def owners_of(uids: Sequence[Uid], of: str) -> Plan:
    """Who owns many records: a list of them with their owners."""
    columns = (Column("name"), Column("kind"), Column(special="owner"))
    return Plan(Form.LIST, (Asked(Find(of, named=tuple(uids), columns=columns)),), of=of)
