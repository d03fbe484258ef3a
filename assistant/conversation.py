"""What a conversation keeps between questions: resolved names, restrictions and the last query. Never a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field

from graph.query import Query, Window, Within
from graph.record import Uid


@dataclass(slots=True)
class Conversation:
    """The thread of a conversation. `ask` reads it for what a follow-up leaves out, and writes it after each answer.

    Only what was resolved is kept — records by uid, restrictions, the typed query — so that nothing uncited can
    come back as if it were known.
    """

    names: tuple[Uid, ...] = ()
    within: Within = field(default_factory=Within)
    window: Window | None = None
    query: Query | None = None
    found: tuple[Uid, ...] = ()  # the records of the last answer's rows: what "they" are
