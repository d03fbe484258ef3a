"""Runs a typed query: rows with their meaning, the records behind them, and how far what was read reaches.

`retrieve` is the one way to the graph for questions. It validates, compiles, runs under limits, and says of every
result what it rests on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graph import listing, overview, walking
from graph.account import all_grounded
from graph.coverage import begin_states, states
from graph.lookup import Matches, near, resolve
from graph.once import Once
from graph.query import (
    Analysis,
    CompareRecords,
    CoverageOf,
    Describe,
    Find,
    History,
    Impact,
    Path,
    Query,
    Within,
)
from graph.record import Known, Uid
from graph.result import Result
from graph.session import Limits, Run, Session
from graph.store import Store
from graph.validation import validate
from graph.words import words

__all__ = [
    "Limits",
    "Matches",
    "Retrieved",
    "Run",
    "begin_states",
    "near",
    "resolve",
    "retrieve",
    "states",
    "words",
]


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What came back: a result, whole records, or both, and every statement that was run for it.

    `missing` are uids asked for that the graph does not hold (or that the asker may not see).
    """

    result: Result | None = None
    records: tuple[Known, ...] = ()
    runs: tuple[Run, ...] = ()
    missing: tuple[Uid, ...] = ()


def retrieve(
    store: Store,
    query: Query,
    *,
    now: datetime,
    allowed: Sequence[Within] = (),
    limits: Limits | None = None,
) -> Retrieved:
    """What the graph holds for the query. Raises BadQuery, TimedOut, StoreUnreachable.

    `allowed` are the restrictions of the asker's rights: they hold in every pattern, and nothing outside them shows.
    """
    validate(query)
    once = store if isinstance(store, Once) else Once(store)
    session = Session(once, now, all_grounded(once, allowed), limits or Limits())
    found = _retrieved(session, query)
    return replace(found, runs=tuple(session.runs))


def _retrieved(session: Session, query: Query) -> Retrieved:
    match query:
        case Find():
            result = listing.result_of(session, query)
            return Retrieved(result, _behind(session, result))
        case Describe(uids=uids, as_of=as_of):
            session.begin(uids, as_of)
            session.name(uids)
            records = session.records(uids, words(query, session.titles), as_of)
            return Retrieved(None, records, missing=_missing(uids, records))
        case CoverageOf():
            return Retrieved(overview.scopes(session, query))
        case History():
            result = overview.history(session, query)
            return Retrieved(result, _behind(session, result))
        case CompareRecords(left=left, right=right):
            result, records = overview.comparison(session, query)
            return Retrieved(result, records, missing=_missing((left, right), records))
        case Path(source=source, target=target):
            result, records = walking.path(session, query)
            return Retrieved(result, records, missing=_unknown(session, (source, target)))
        case Impact(uid=uid):
            result, records = walking.impact(session, query)
            return Retrieved(result, (*records, *_behind(session, result)), missing=_missing((uid,), records))
        case Analysis():
            return Retrieved(walking.analysis(session, query))


def _unknown(session: Session, uids: Sequence[Uid]) -> tuple[Uid, ...]:
    session.name(uids)
    return tuple(u for u in uids if u not in session.titles)


def _missing(uids: Sequence[Uid], records: Sequence[Known]) -> tuple[Uid, ...]:
    held = {known.record.uid for known in records}
    return tuple(u for u in uids if u not in held)


def _behind(session: Session, result: Result) -> tuple[Known, ...]:
    """The whole records of the first rows, where they were asked for."""
    firsts = [uids[0] for uids in result.row_uids if uids][: session.limits.records]
    return session.records(firsts)
