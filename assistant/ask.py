"""From a question to a checked answer: question → query → rows → draft → check → answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, tzinfo

from assistant import assemble
from assistant.answer import (
    Answer,
    Answered,
    AnswerEvent,
    Checking,
    Declined,
    DeclineType,
    DraftText,
    RowsFound,
    Understood,
)
from assistant.assemble import Asking
from assistant.composer.draft import Draft
from assistant.composer.draft import draft as composed
from assistant.conversation import Conversation, remember, spoken, thread_of
from assistant.gather import Gathered, gather
from assistant.intents.asker import Asker
from assistant.limits import Limits
from assistant.linker import Graph, candidate_of, closest, link
from assistant.plan import Plan, Planned, Refusal
from assistant.planner import Sentence, in_words, planned
from assistant.refusal import before_drafting, failed, nothing_said, nothing_scanned
from assistant.token import tokens_of
from assistant.vocabulary import vocabulary
from assistant.window import Clock
from evidence.check import check
from evidence.checked import Checked, Writer
from evidence.evidence import Question
from evidence.link import Bases
from graph.errors import AletheiaError
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
) -> Iterator[AnswerEvent]:
    """The steps of an answer as they happen; the last is always Answered or Declined.

    `now` is the question's own time (with a zone), `zone` the asker's. `about` is the one open record of a record
    chat. `as_of` asks the graph as it was then. `conversation` is read for what a follow-up leaves out, and written.
    `bases` are the configured addresses that cards link to.
    """
    asking = Asking(question, Graph(store, now, limits), as_of, bases)
    try:
        plans = understood(asking, zone, about, conversation)
        if isinstance(plans, Refusal):
            yield Declined(refused(asking, plans))
            return
        asking.understanding = in_words(plans)
        yield Understood(asking.understanding, asking.planner)
        gathered = Gathered()
        for reply in gather(asking.graph, plans, gathered):
            asking.runs.extend(reply.retrieved.runs)
            if reply.result is not None:
                yield RowsFound(reply.result.words, len(reply.result.rows), reply.result.total)
        if refusal := before_drafting(asking.graph, plans, gathered):
            yield Declined(refused(asking, refusal))
            return
        draft = composed(plans, gathered)
        if not draft.text:
            yield Declined(refused(asking, nothing_said(draft.notes)))
            return
        if conversation is not None:
            remember(conversation, plans, gathered)
        yield from checked_answer(asking, plans, gathered, draft)
    except AletheiaError as error:
        yield Declined(assemble.declined(asking, failed(error)))


def understood(asking: Asking, zone: tzinfo, about: Uid | None, conversation: Conversation | None) -> Planned:
    """The plans of the question, or why there are none."""
    graph = asking.graph
    uids = (about,) if about else spoken(conversation)
    chat = tuple(c for uid in uids for c in candidate_of(graph, uid))
    words = vocabulary()
    tokens, linked = link(graph, tokens_of(asking.text), words, chat)
    sentence = Sentence(tokens, linked, Clock(graph.now, zone), chat)
    thread = thread_of(graph, conversation)
    return planned(sentence, words, Asker(graph.now, graph.limits, asking.as_of, thread))


def refused(asking: Asking, refusal: Refusal) -> Answer:
    """The refusal as an answer: with the closest names, and not over an empty graph."""
    if refusal.type is DeclineType.NO_SUCH_RECORD and (empty := nothing_scanned(asking.graph)):
        return assemble.declined(asking, empty)
    if refusal.missing and not refusal.closest:
        near = closest(asking.graph, refusal.missing)
        refusal = refusal.with_closest(near)
    return assemble.declined(asking, refusal)


def checked_answer(
    asking: Asking, plans: Sequence[Plan], gathered: Gathered, draft: Draft
) -> Iterator[AnswerEvent]:
    """Streams the draft, checks it, and ends with the answer."""
    question = assemble.question_of(asking, plans, gathered)
    draft, checked = _carried(draft, gathered, question)
    yield DraftText(draft.text)
    if verified := assemble.first_verified(asking, gathered, question, checked):
        yield verified
    yield Checking(checked.badge.checked + len(checked.unverified))
    yield Answered(assemble.answered(asking, plans, gathered, draft, question, checked))


def _carried(draft: Draft, gathered: Gathered, question: Question) -> tuple[Draft, Checked]:
    """The draft as the evidence carries it: what it does not carry as first said is said more plainly."""
    checked = check(draft.text, gathered.items, question, writer=Writer.COMPOSER)
    while checked.badge.removed and (plainer := draft.plainer(checked)) is not None:
        draft, checked = plainer, check(plainer.text, gathered.items, question, writer=Writer.COMPOSER)
    return draft, checked
