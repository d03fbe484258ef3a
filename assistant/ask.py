"""From a question to a checked answer: question → query → rows → draft → check → answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial

from assistant import assemble
from assistant.answer import (
    Answer,
    Answered,
    AnswerEvent,
    Declined,
    DeclineType,
    Planner,
    RowsFound,
    Understood,
)
from assistant.assemble import Asking
from assistant.composer.draft import draft as composed
from assistant.conversation import Conversation, kind_of, remember, spoken, thread_of
from assistant.deep import deeper
from assistant.drafting import checked_answer
from assistant.gather import Gathered, gather
from assistant.intents.asker import Asker
from assistant.limits import Limits
from assistant.linker import Graph, candidate_of, closest, link, record_of, rows_of, with_pieces
from assistant.model.client import Model, ModelFailed
from assistant.model.planner import is_puzzled, planned_by_model
from assistant.plan import Plan, Planned, Refusal
from assistant.planner import Sentence, in_words, planned
from assistant.refusal import before_drafting, failed, nothing_said, nothing_scanned
from assistant.rewording import reworded
from assistant.token import tokens_of
from assistant.vocabulary import vocabulary
from assistant.window import Clock
from evidence.link import Bases
from graph.errors import Abandoned, AletheiaError
from graph.once import Once
from graph.record import Uid
from graph.store import Store

NO_LIMITS = Limits()
NO_BASES = Bases()


def answer(
    store: Store,
    question: str,
    *,
    now: datetime,
    zone: tzinfo = UTC,
    about: Uid | None = None,
    as_of: datetime | None = None,
    deep: bool = False,
    conversation: Conversation | None = None,
    limits: Limits = NO_LIMITS,
    bases: Bases = NO_BASES,
    model: Model | None = None,
) -> Answer:
    """The finished answer; what `ask` ends with, without the steps on the way."""
    events = ask(
        store,
        question,
        now=now,
        zone=zone,
        about=about,
        as_of=as_of,
        deep=deep,
        conversation=conversation,
        limits=limits,
        bases=bases,
        model=model,
    )
    return next(e.answer for e in events if isinstance(e, Answered | Declined))


def ask(
    store: Store,
    question: str,
    *,
    now: datetime,
    zone: tzinfo = UTC,
    about: Uid | None = None,
    as_of: datetime | None = None,
    deep: bool = False,
    conversation: Conversation | None = None,
    limits: Limits = NO_LIMITS,
    bases: Bases = NO_BASES,
    model: Model | None = None,
) -> Iterator[AnswerEvent]:
    """The steps of an answer as they happen; the last is always Answered or Declined.

    `now` is the question's own time (with a zone), `zone` the asker's. `about` is the one open record of a record
    chat. `as_of` asks the graph as it was then. `conversation` is read for what a follow-up leaves out, and written.
    `bases` are the configured addresses that cards link to. `deep` looks at whole records, their history and their
    neighbours as well. A `model` reads what the grammar cannot, and drafts; without one nothing is missing but style.
    Raises Abandoned where `limits` says that nobody waits any more; every other failure is a Declined.
    """
    asking = Asking(question, Graph(Once(store), now.astimezone(UTC), limits), as_of, bases)
    try:
        plans = understood(asking, zone, about, conversation, model)
        if isinstance(plans, Refusal):
            yield Declined(refused(asking, plans))
            return
        asking.understanding = in_words(plans)
        yield Understood(asking.understanding, asking.planner)
        gathered = Gathered()
        yield from found(asking, plans, gathered, whole=model is not None)
        if refusal := before_drafting(asking.graph, plans, gathered):
            yield Declined(refused(asking, refusal))
            return
        if deep:
            further = deeper(plans, gathered, now)
            yield from found(asking, further, gathered, len(plans), whole=True)
            plans = (*plans, *further)
        assemble.begin_coverage(asking, plans, gathered)
        draft = composed(plans, gathered)
        if not draft.text:
            yield Declined(refused(asking, nothing_said(draft.notes)))
            return
        if conversation is not None:
            remember(conversation, plans, gathered)
        yield from checked_answer(asking, plans, gathered, draft, model)
    except Abandoned:
        raise  # there is nobody to tell
    except AletheiaError as error:
        yield Declined(assemble.declined(asking, failed(error)))


def found(
    asking: Asking, plans: Sequence[Plan], gathered: Gathered, first: int = 0, *, whole: bool = False
) -> Iterator[AnswerEvent]:
    """Runs the queries of these plans, and says of each what came back."""
    for reply in gather(asking.graph, plans, gathered, first, whole=whole):
        asking.runs.extend(reply.retrieved.runs)
        if reply.result is not None:
            yield RowsFound(reply.result.words, len(reply.result.rows), reply.result.total)


def understood(
    asking: Asking,
    zone: tzinfo,
    about: Uid | None,
    conversation: Conversation | None,
    model: Model | None,
) -> Planned:
    """The plans of the question, or why there are none. A model is asked only where the grammar does not understand."""
    graph = asking.graph
    uids = (about,) if about else spoken(conversation)
    chat = tuple(c for uid in uids for c in candidate_of(graph, uid))
    chat = chat if about else with_pieces(graph, chat)
    words = vocabulary()
    said = reworded(asking.text)
    tokens, linked = link(graph, tokens_of(said.text), words, chat, kind_of(conversation))
    minute = _minute(graph.now)
    sentence = Sentence(tokens, linked, Clock(minute, zone), chat, said.nth, said.weighed, said.makers)
    thread = thread_of(graph, conversation)
    known, rows = partial(record_of, graph), partial(rows_of, graph)
    asker = Asker(minute, graph.limits, asking.as_of, thread, known, rows)
    plans = planned(sentence, words, asker)
    if model is None or not is_puzzled(plans):
        return plans
    try:
        read = planned_by_model(model, asking.text, sentence, words, asker)
    except ModelFailed:
        return plans
    if read is not None and not isinstance(read, Refusal):
        asking.planner = Planner.MODEL
    return read or plans


def _minute(now: datetime) -> datetime:
    """The end of the minute: times are said by the minute, and what was seen a second ago is in "the last hour"."""
    whole = now.replace(second=0, microsecond=0)
    return whole if whole == now else whole + timedelta(minutes=1)


def refused(asking: Asking, refusal: Refusal) -> Answer:
    """The refusal as an answer: with the closest names, and not over an empty graph."""
    unknown = refusal.type is DeclineType.NOT_UNDERSTOOD and bool(refusal.missing)
    if (unknown or refusal.type is DeclineType.NO_SUCH_RECORD) and (empty := nothing_scanned(asking.graph)):
        return assemble.declined(asking, empty)
    if refusal.missing and not refusal.closest:
        near = closest(asking.graph, refusal.missing)
        refusal = refusal.with_closest(near)
    return assemble.declined(asking, refusal)
