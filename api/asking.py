"""A question from any way in: asked, answered, written to the audit log, stored, and only then handed on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from time import perf_counter

from api import answers, assembly, audit, conversations, metrics
from api.assembly import Assembly
from api.plain import Plain, plain_event
from api.waiting import Awaited
from assistant.answer import Answer, Answered, AnswerEvent, Declined
from assistant.ask import ask
from graph.query import Within
from graph.record import Uid


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and how it is to be answered. `asker` is who asks, by token or login; "" on loopback without one."""

    question: str
    about: Uid | None = None
    deep: bool = False
    as_of: datetime | None = None
    conversation: str = ""
    asker: str = ""
    allowed: Within = Within()


def events(parts: Assembly, asked: Asked, awaited: Awaited | None = None) -> Iterator[AnswerEvent]:
    """The steps of the answer. The last is held back until it is in the audit log and stored.

    Raises Abandoned once `awaited` says that nobody waits for it any more.
    """
    home = parts.settings.home
    begun = perf_counter()
    thread = conversations.load(home, asked.conversation) if asked.conversation else None
    for event in ask(
        parts.store,
        asked.question,
        now=assembly.now(),
        about=asked.about,
        as_of=asked.as_of,
        deep=asked.deep,
        conversation=thread,
        limits=assembly.limits(parts.settings, asked.allowed, awaited),
        bases=assembly.bases(parts.settings),
        model=assembly.model(parts.settings),
    ):
        if isinstance(event, Answered | Declined):
            _finish(parts, asked, event, perf_counter() - begun)
        yield event
    if thread is not None:
        conversations.keep(home, asked.conversation, thread)


def _finish(parts: Assembly, asked: Asked, event: Answered | Declined, seconds: float) -> None:
    plain = plain_event(event)["answer"]
    metrics.answered(plain, seconds)
    audit.record(parts.settings.home, asked.asker, plain)
    answers.keep(parts.settings.home, plain, asked.asker)


def answer(parts: Assembly, asked: Asked, awaited: Awaited | None = None) -> Answer:
    """The finished answer."""
    ends = [e.answer for e in events(parts, asked, awaited) if isinstance(e, Answered | Declined)]
    return ends[-1]


def plain_events(parts: Assembly, asked: Asked, awaited: Awaited | None = None) -> Iterator[Plain]:
    """The steps as plain data, for streams."""
    for event in events(parts, asked, awaited):
        yield plain_event(event)
