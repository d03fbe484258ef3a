"""What the asker brings, and the records that a phrase of the question names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from assistant.answer import DeclineType
from assistant.choice import Reach, candidates
from assistant.condition import CannotSay
from assistant.grammar.frame import Frame, Phrase
from assistant.limits import Limits
from assistant.meaning import Candidate
from assistant.plan import Form, Refusal
from graph.kinds import KINDS
from graph.query import Find, History, Query, Window, Within
from graph.record import Known, Uid
from graph.result import Result

MOST_CANDIDATES = 6
"""Records of one name that are each answered; more are listed as ambiguous."""


@dataclass(frozen=True, slots=True)
class Thread:
    """What a conversation holds: its last query and form, and every record that the names it resolved can mean."""

    query: Query
    form: Form
    within: Within
    window: Window | None
    fields: tuple[str, ...]
    named: tuple[Candidate, ...]  # of the names last resolved, in any place
    found: tuple[Uid, ...]
    beside: tuple[History, ...] = ()  # further changes that were told of with those of `query`


def no_record(_: Uid) -> Known | None:
    """Knows no record: of questions that are read without a graph."""
    return None


def no_rows(_: Find) -> Result | None:
    """Finds nothing: of questions that are read without a graph."""
    return None


@dataclass(frozen=True, slots=True)
class Asker:
    """The question's own time, its limits, and the time it asks about."""

    now: datetime
    limits: Limits
    as_of: datetime | None = None
    thread: Thread | None = None  # of a conversation
    known: Callable[[Uid], Known | None] = no_record  # the whole record that a uid names
    rows: Callable[[Find], Result | None] = no_rows  # what a query of the planner's own finds


def main_phrase(frame: Frame) -> Phrase:
    """What is asked for; an open phrase where nothing says it."""
    return frame.phrases[frame.main] if frame.main >= 0 else Phrase()


def named_phrases(frame: Frame) -> list[Phrase]:
    """The phrases that name records. Raises CannotSay where there is none."""
    named = [p for p in frame.phrases if p.names]
    if not named:
        raise CannotSay("Of what?")
    return named


def chosen(
    phrase: Phrase, reach: Reach, wanted: frozenset[str] = frozenset()
) -> tuple[Candidate, ...] | Refusal:
    """The records meant, or why there are none or too many."""
    found = candidates(phrase, reach.within, wanted)
    text = ", ".join(n.text for n in phrase.names)
    if not found:
        known: Sequence[Candidate] = [c for n in phrase.names for c in n.candidates]
        kind = KINDS[phrase.of].noun if phrase.of in KINDS else "record"
        place = " · ".join(f"{k} {v}" for k, v in reach.within.plain().items())
        where = f" in {place}" if place else ""
        return Refusal(
            DeclineType.NO_SUCH_RECORD, f'No {kind} called "{text}" was found{where}.', tuple(known[:10])
        )
    if len(found) > MOST_CANDIDATES * len(phrase.names):
        return Refusal(
            DeclineType.AMBIGUOUS,
            f'{len(found)} records are called "{text}". Say which is meant: its kind, cluster, namespace or account.',
            found[:20],
        )
    return found
