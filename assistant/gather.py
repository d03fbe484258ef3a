"""Runs the queries of plans and keeps what came back, each piece under the handle that drafts hint with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from assistant.linker import Graph
from assistant.plan import Asked, Plan
from evidence.evidence import Item
from graph.coverage import never_looked_for
from graph.query import Find, Measure
from graph.record import Known, Uid
from graph.result import Result
from graph.retrieval import Limits as RetrievalLimits
from graph.retrieval import Retrieved, retrieve

WHOLE_RECORDS = 5
"""Whole records that come with rows, where sentences are made of them: enough for what a colleague tells."""

_TOLD_BY_RECORDS = frozenset({"candidates", "contacts", "opposite"})
"""Roles of queries whose rows are told by their records; of the others the rows say all that is said."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What one typed query returned, and the handle of its result."""

    asked: Asked
    retrieved: Retrieved
    handle: str = ""

    @property
    def result(self) -> Result | None:
        """The rows, where the query returned any."""
        return self.retrieved.result


@dataclass(slots=True)
class Gathered:
    """All evidence of a question: items by handle, replies by plan."""

    items: list[Item] = field(default_factory=list)
    replies: dict[int, list[Reply]] = field(default_factory=dict)
    handles: dict[Uid, str] = field(default_factory=dict)

    def records(self) -> dict[Uid, Known]:
        """The whole records, by uid."""
        return {i.held.record.uid: i.held for i in self.items if isinstance(i.held, Known)}

    def results(self) -> dict[str, Result]:
        """The results, by handle."""
        return {i.handle: i.held for i in self.items if isinstance(i.held, Result)}

    def reply(self, plan: int, role: str = "main") -> Reply | None:
        """The reply of a plan for that role."""
        return next((r for r in self.replies.get(plan, ()) if r.asked.role == role), None)


def gather(
    graph: Graph, plans: Sequence[Plan], into: Gathered, first: int = 0, *, whole: bool = False
) -> Iterator[Reply]:
    """Runs every query of every plan, in order, and keeps what came back. Raises BadQuery, TimedOut, Abandoned, StoreUnreachable.

    With `whole`, the first records behind every row come as well, for a model to read.
    """
    for number, plan in enumerate(plans, start=first):
        for asked in _in_turn(plan):
            if not whole:
                asked = _of_no_more_than_told(into, number, plan, asked)
            records = WHOLE_RECORDS if whole or _told_by_records(plan, asked) else 0
            limits = RetrievalLimits(
                seconds=graph.limits.seconds, records=records, awaited=graph.limits.awaited
            )
            found = retrieve(graph.store, asked.query, now=graph.now, allowed=graph.allowed, limits=limits)
            if (whole_of := _of_no_group(asked, found)) is not None:
                asked = whole_of
                found = retrieve(
                    graph.store, asked.query, now=graph.now, allowed=graph.allowed, limits=limits
                )
            found = _with_gaps(graph, asked, found)
            yield _kept(into, number, asked, found, graph)


def _of_no_group(asked: Asked, found: Retrieved) -> Asked | None:
    """The same without its groups, where there is none: of no group it cannot be told how many were looked at."""
    query, result = asked.query, found.result
    if not isinstance(query, Find) or not query.group_by or result is None or result.total or query.having:
        return None
    counts = query.aggregate is not None and query.aggregate.measure is Measure.COUNT
    if not counts or any(c.relation for c in query.group_by):
        return None  # what has no such relation is in no group
    return replace(asked, query=replace(query, group_by=(), aggregate=None, order=None))


def _in_turn(plan: Plan) -> list[Asked]:
    """Its queries; where all are asked about, those that are not so first."""
    return sorted(plan.queries, key=lambda asked: not (plan.quantifier == "all" and asked.role == "opposite"))


def _of_no_more_than_told(into: Gathered, number: int, plan: Plan, asked: Asked) -> Asked:
    """Where some are not so, the others are told by their number alone: their rows are not fetched."""
    against = into.reply(number, "opposite") if plan.quantifier == "all" and asked.role == "main" else None
    if against is None or against.result is None or not against.result.total:
        return asked
    return replace(asked, query=replace(asked.query, limit=1)) if isinstance(asked.query, Find) else asked


def _with_gaps(graph: Graph, asked: Asked, found: Retrieved) -> Retrieved:
    """With the accounts that were never scanned for what is asked for everywhere: of those the result says nothing."""
    result, find = found.result, asked.query
    if result is None or not isinstance(find, Find) or not result.scopes_read:
        return found
    gaps = never_looked_for(graph.store, find, graph.allowed)
    if not gaps:
        return found
    return replace(found, result=replace(result, complete=False, unread=(*result.unread, *gaps)))


def _told_by_records(plan: Plan, asked: Asked) -> bool:
    """Whether sentences are made of the records behind the rows: changes, owners' contacts, the first of an ordered list."""
    ordered = isinstance(asked.query, Find) and asked.query.order is not None
    return ordered or plan.of == "Change" or asked.role in _TOLD_BY_RECORDS


def _kept(gathered: Gathered, number: int, asked: Asked, found: Retrieved, graph: Graph) -> Reply:
    handle = ""
    if found.result is not None:
        handle = f"q{1 + sum(1 for i in gathered.items if isinstance(i.held, Result))}"
        gathered.items.append(Item(handle, found.result, _fresh(graph, found.result.of)))
    for known in found.records:
        if known.record.uid not in gathered.handles:
            name = f"r{1 + len(gathered.handles)}"
            gathered.handles[known.record.uid] = name
            gathered.items.append(Item(name, known, _fresh(graph, known.record.kind)))
    reply = Reply(asked, found, handle)
    gathered.replies.setdefault(number, []).append(reply)
    return reply


def _fresh(graph: Graph, kind: str) -> timedelta | None:
    """The configured limit; None leaves it to the kind's own."""
    if kind in graph.limits.freshness or "" in graph.limits.freshness:
        return graph.limits.freshness_of(kind)
    return None
