"""Refusals that need the graph: nothing scanned, nothing readable, a query that failed or took too long."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.answer import DeclineType
from assistant.composer.phrase import noun
from assistant.gather import Gathered
from assistant.linker import Graph
from assistant.plan import Plan, Refusal
from graph.errors import AletheiaError, TimedOut
from graph.fields import field_of
from graph.kind import Type
from graph.query import AnyOf, Condition, Describe, Find, Op, Related, Where
from graph.result import Result
from graph.retrieval import retrieve


def nothing_scanned(graph: Graph) -> Refusal | None:
    """That no scope was ever looked at; None where any was."""
    found = retrieve(graph.store, Find("Scope", limit=1), now=graph.now, allowed=graph.allowed).result
    if found is not None and found.total:
        return None
    return Refusal(
        DeclineType.NOTHING_SCANNED,
        "Nothing was scanned yet. Run `aletheia scan`, then ask again.",
    )


def before_drafting(graph: Graph, plans: Sequence[Plan], gathered: Gathered) -> Refusal | None:
    """Why nothing can be drafted from what came back (R2); None where something can."""
    results = gathered.results()
    records = gathered.records()
    if refusal := _unmeasured(graph, plans, gathered):
        return refusal
    if refusal := _before_history(plans, results.values(), read=bool(records)):
        return refusal
    if refusal := _unrelated(plans, gathered):
        return refusal
    if any(r.rows and not _of_nothing(r) for r in results.values()) or records:
        return None
    if empty := nothing_scanned(graph):
        return empty
    unread = [r for r in results.values() if r.scopes_read == 0 and r.unread]
    if results and len(unread) == len(results):
        return could_not_be_read(unread)
    if not results and any(p.names for p in plans):
        return Refusal(DeclineType.NO_SUCH_RECORD, "The record is no longer in the graph.")
    return None


def _unrelated(plans: Sequence[Plan], gathered: Gathered) -> Refusal | None:
    """That nothing is related at all, where nobody said how: it may well be, through something else."""
    finds = [r.asked.query for n in range(len(plans)) if (r := gathered.reply(n))]
    results = list(gathered.results().values())
    loose = [f for f in finds if isinstance(f, Find) and any(_is_loose(c) for c in f.where)]
    if not loose or len(loose) != len(finds) or not all(map(_found_nothing, results)):
        return None
    if all(r.scopes_read == 0 and r.unread for r in results):
        return could_not_be_read(results)
    text = (
        f"No {noun(loose[0].of)} is directly related to it, and how it might be was not said. "
        "Say how: runs on, depends on, routes to, exposes, is attached to, is part of, is owned by."
    )
    return Refusal(DeclineType.NOT_UNDERSTOOD, text)


def _is_loose(condition: Condition) -> bool:
    """Whether it asks for any relation to a named record."""
    if isinstance(condition, AnyOf):
        return any(_is_loose(c) for c in condition.conditions)
    return isinstance(condition, Related) and not condition.relation and bool(condition.uids)


def _unmeasured(graph: Graph, plans: Sequence[Plan], gathered: Gathered) -> Refusal | None:
    """A number was compared that no record says: that nothing was found says nothing of it."""
    if len(plans) != 1 or (reply := gathered.reply(0)) is None or reply.result is None:
        return None
    find = reply.asked.query
    if not isinstance(find, Find) or find.group_by or find.as_of or not _found_nothing(reply.result):
        return None
    for where in (c for c in find.where if isinstance(c, Where) and c.op in _COMPARED):
        declared = field_of(find.of, where.field)
        if declared is None or declared.type not in (Type.INTEGER, Type.DECIMAL):
            continue
        said = Find(find.of, (Where(where.field, Op.KNOWN),), find.within, limit=1)
        known = retrieve(graph.store, said, now=graph.now, allowed=graph.allowed).result
        if known is not None and not known.total and reply.result.population:
            text = f"The {declared.label} of {noun(find.of, None)} is not known: no such record that was read says it."
            return Refusal(DeclineType.COULD_NOT_BE_READ, text)
    return None


_COMPARED = frozenset({Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE})


def _found_nothing(result: Result) -> bool:
    """No row, or a count of none."""
    return result.total == 0 or (
        result.measure == "count" and len(result.rows) == 1 and result.rows[0][-1] == 0
    )


def _before_history(plans: Sequence[Plan], results: Iterable[Result], *, read: bool) -> Refusal | None:
    """Nothing is told of a time before the first look: that nothing is recorded of it does not say that nothing was."""
    notes = [r.note for r in results if r.as_of is not None and r.note.startswith("history begins")]
    asked = [a.query.as_of for p in plans for a in p.queries if isinstance(a.query, Describe)]
    unseen = any(asked) and not read
    if not notes and not unseen:
        return None
    told = f"{notes[0][:1].upper()}{notes[0][1:]}." if notes else "Its record was first seen later than that."
    return Refusal(
        DeclineType.COULD_NOT_BE_READ,
        f"What was then is not known. {told} Ask of a later time, or of what changed.",
    )


def _of_nothing(result: Result) -> bool:
    """A count over what nobody ever looked at is no row."""
    return bool(result.measure) and result.scopes_read == 0 and bool(result.unread)


def nothing_said(unknown: Sequence[str]) -> Refusal:
    """The records were read and do not say what was asked."""
    message = " ".join(unknown) or "The records that were read do not say this."
    return Refusal(DeclineType.COULD_NOT_BE_READ, message)


def could_not_be_read(results: Sequence[Result]) -> Refusal:
    """Names the scopes, since when, and why."""
    said: list[str] = []
    for scope in dict.fromkeys(u for r in results for u in r.unread):
        since = f" since {scope.since:%Y-%m-%d %H:%M} UTC" if scope.since else ""
        reason = f": {scope.reason}" if scope.reason else ""
        said.append(f"{scope.scope} ({scope.outcome}{since}{reason})")
    shown = "; ".join(said[:5]) + (f"; and {len(said) - 5} more" if len(said) > 5 else "")
    return Refusal(DeclineType.COULD_NOT_BE_READ, f"Nothing of this could be read: {shown}.")


def failed(error: AletheiaError) -> Refusal:
    """A query that did not come back. Nothing is answered from memory (LLM-10)."""
    if isinstance(error, TimedOut):
        return Refusal(DeclineType.TIMED_OUT, str(error))
    return Refusal(DeclineType.QUERY_FAILED, f"The query failed, so nothing is answered: {error}")
