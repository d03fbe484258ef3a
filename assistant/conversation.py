"""What a conversation keeps between questions: resolved names, restrictions and the last query. Never a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from assistant.gather import Gathered
from assistant.intents.asker import Thread
from assistant.linker import Graph, namesakes
from assistant.plan import Form, Plan
from graph.query import Find, History, Query, Window, Within
from graph.record import Uid

_MOST = 20


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
    form: str = ""
    fields: tuple[str, ...] = ()
    beside: tuple[History, ...] = ()  # the changes that were told of beside those of `query`


def spoken(conversation: Conversation | None) -> tuple[Uid, ...]:
    """What a pronoun means: the records last named, else those last found."""
    if conversation is None:
        return ()
    return conversation.names or conversation.found


def kind_of(conversation: Conversation | None) -> str:
    """The kind that the last question was about; empty where it was about none."""
    query = conversation.query if conversation is not None else None
    return query.of if isinstance(query, Find) else ""


def thread_of(graph: Graph, conversation: Conversation | None) -> Thread | None:
    """What a follow-up can take up; None at the beginning."""
    if conversation is None or conversation.query is None:
        return None
    return Thread(
        conversation.query,
        Form(conversation.form or Form.LIST.value),
        conversation.within,
        conversation.window,
        conversation.fields,
        namesakes(graph, conversation.names),
        conversation.found,
        conversation.beside,
    )


def remember(conversation: Conversation, plans: Sequence[Plan], gathered: Gathered) -> None:
    """Keeps what this question resolved."""
    plan = plans[0]
    main = next((a for a in plan.queries if a.role == "main"), plan.queries[0])
    named = dict.fromkeys(c.uid for p in plans for c in p.named)
    conversation.names = tuple(
        named or dict.fromkeys(u for p in plans if p.form is Form.WHY for u in p.names)
    )
    conversation.within = plan.within
    conversation.window = plan.window
    conversation.query = main.query
    histories = [a.query for p in plans[1:] for a in p.queries if isinstance(a.query, History)]
    conversation.beside = tuple(histories) if isinstance(main.query, History) else ()
    conversation.form = plan.form.value
    conversation.fields = plan.fields
    rows = [u for r in gathered.results().values() for uids in r.row_uids for u in uids[:1]]
    conversation.found = tuple(dict.fromkeys(rows))[:_MOST]
