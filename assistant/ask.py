"""From a question to a checked answer: question → query → rows → draft → check → answer."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo

from assistant.answer import (
    Answer,
    Answered,
    AnswerEvent,
    AnswerStatus,
    Decline,
    Declined,
    DeclineType,
    Planner,
)
from assistant.conversation import Conversation
from assistant.limits import Limits
from evidence.checked import Badge, Confidence, Level
from graph.record import Uid
from graph.store import Store

NO_LIMITS = Limits()


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
) -> Iterator[AnswerEvent]:
    """The steps of an answer as they happen; the last is always Answered or Declined.

    `now` is the question's own time (with a zone), `zone` the asker's. `about` is the one open record of a record
    chat. `as_of` asks the graph as it was then. `conversation` is read for what a follow-up leaves out, and written.
    """
    del store, zone, about, deep, conversation, limits
    decline = Decline(
        DeclineType.NOT_UNDERSTOOD, "The question was not understood. Try to say it in other words."
    )
    yield Declined(
        Answer(
            id=uuid.uuid4().hex,
            question=question,
            asked_at=now,
            status=AnswerStatus.DECLINED,
            understanding="",
            planner=Planner.GRAMMAR,
            blocks=(),
            text="",
            markdown="",
            cards=(),
            also_retrieved=(),
            closest_matches=(),
            notes=(),
            badge=Badge("0 figures checked", 0, 0, 0, 0),
            confidence=Confidence(Level.NOT_SCORED, ("Nothing was answered.",)),
            coverage=(),
            queries=(),
            as_of=as_of,
            decline=decline,
        )
    )
