"""What the graph remembers of scopes, and how the outcome of a look is put down: the last thing a look writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graph import statement
from graph.encoding import declared
from graph.errors import ConstraintMissing, StoreConflict
from graph.schema import CONSTRAINTS
from graph.scope import Outcome, Scope, held_by
from graph.secret import masked
from graph.stated import Stated
from graph.store import Statement, Store

_TRIES = 10


@dataclass(frozen=True, slots=True)
class Page:
    """A scope's node, as it was before this look."""

    uid: str
    digest: str | None  # of the last complete look, if nothing was pending after it
    said: str | None  # of the same look as it was said, if there was no fault in it
    complete_at: datetime | None
    tried_at: datetime | None
    outcome: str | None
    reason: str | None
    missing: str | None
    since: datetime | None
    types: tuple[str, ...]  # of relations it has or had
    records: int
    derives: bool  # it has, or had, derived fields


def guard(store: Store) -> None:
    """Raises ConstraintMissing where two writers at once would make two records of one uid (N4J-04)."""
    for row in store.read(CONSTRAINTS, seconds=60):
        unique = "UNIQUE" in row["type"] or "KEY" in row["type"]
        if unique and row["labelsOrTypes"] == ["Record"] and row["properties"] == ["uid"]:
            return
    raise ConstraintMissing(
        "The graph has no unique constraint on Record.uid, so nothing is written. "
        "Let Aletheia prepare the graph with a user who may create constraints, or create it by hand."
    )


def pages(store: Store, scopes: Sequence[Scope], at: datetime) -> dict[str, Page]:
    """What is remembered of these scopes. A scope that is new gets its node."""
    wanted = {s.uid: s for s in scopes}
    for _ in range(_TRIES):
        found = {page.uid: page for page in _read(store, list(wanted))}
        new = [scope for uid, scope in wanted.items() if uid not in found]
        if not new:
            return found
        try:
            store.write([statement.create(statement.SCOPE, [{**_named(s), "firstSeen": at} for s in new])])
        except StoreConflict:
            continue  # another observer made one of them just now
    raise StoreConflict("Other observers keep making the same scopes. Try again in a moment.")


def _read(store: Store, uids: list[str]) -> Iterable[Page]:
    rows = store.read(
        "UNWIND $uids AS uid MATCH (s:Record {uid: uid}) RETURN s.uid AS uid, s.fingerprint AS digest, s.said AS said, "
        "s.completeAt AS complete_at, s.triedAt AS tried_at, s.outcome AS outcome, s.reason AS reason, "
        "s.missing AS missing, s.since AS since, s.relationTypes AS types, s.records AS records, s.derives AS derives",
        {"uids": uids},
        rows=len(uids) + 1,
        seconds=60,
    )
    return [_page(row) for row in rows]


def _page(row: dict[str, Any]) -> Page:
    return Page(
        uid=row["uid"],
        digest=row["digest"],
        said=row["said"],
        complete_at=row["complete_at"],
        tried_at=row["tried_at"],
        outcome=row["outcome"],
        reason=row["reason"],
        missing=row["missing"],
        since=row["since"],
        types=tuple(row["types"] or ()),
        records=row["records"] or 0,
        derives=bool(row["derives"]),
    )


def _named(scope: Scope) -> dict[str, Any]:
    """What a scope's node says of the scope itself."""
    places = declared(statement.SCOPE)
    return {
        "uid": scope.uid,
        "kind": statement.SCOPE,
        "name": scope.words,
        "source": scope.source,
        "kinds": list(scope.kinds),
        "holds": held_by(scope.kinds),
        "words": scope.words,
        **{k: v for k, v in scope.place.items() if k in places},
    }


def open_page(several: Sequence[Stated], token: str) -> Statement:
    """Before anything of these scopes is written: their digests no longer hold, and a crash from here on is seen.

    What a scope has or had is added to what it says by then: another observer may have opened it since its page was read.
    """
    rows = [
        {
            "uid": stated.scope.uid,
            "types": sorted({key[0] for key in stated.edges}),
            "derives": bool(stated.derivations),
        }
        for stated in several
    ]
    return (
        (
            "UNWIND $rows AS r MATCH (s:Record {uid: r.uid}) SET s.lock = $token "
            "SET s.writer = $token, s.fingerprint = null, s.recheck = null "
            "WITH r, s, coalesce(s.relationTypes, []) AS known "
            "SET s.relationTypes = known + [t IN r.types WHERE NOT t IN known], "
            "s.derives = CASE WHEN r.derives THEN true ELSE s.derives END"
        ),
        {"rows": sorted(rows, key=lambda r: str(r["uid"])), "token": token},
    )


def close_page(
    stated: Stated, page: Page, at: datetime, said: str, *, clean: bool, shared: Sequence[str] = ()
) -> dict[str, Any]:
    """A row of `closed`: the outcome of the look. `clean`: the graph now holds exactly what was stated."""
    reading = stated.reading
    complete = reading.outcome is Outcome.COMPLETE
    outcome = str(reading.outcome)
    values: dict[str, Any] = {
        **_named(reading.scope),
        "outcome": outcome,
        "triedAt": at,
        "observedAt": at,
        "since": page.since if page.outcome == outcome and page.since else at,
        "reason": masked(reading.reason) or None,
        "missing": masked(reading.missing) or None,
    }
    if complete:
        values |= {
            "completeAt": at,
            "records": len(stated.items),
            "fingerprint": stated.digest if clean else None,
            "said": said if clean and said else None,
            "shared": sorted(shared) or None,
        }
    return {"uid": reading.scope.uid, "complete": complete, "set": values}


def closed(rows: Sequence[Mapping[str, Any]], token: str, at: datetime) -> list[Statement]:
    """The outcomes, unless somebody has looked later. Where another observer wrote in between, or another scope took a record over, no digest is kept."""
    return [
        (
            (
                "UNWIND $rows AS r MATCH (s:Record {uid: r.uid}) SET s.lock = $token "
                "WITH r, s WHERE coalesce(s.triedAt <= $at, true) "
                "SET s += r.set WITH r, s WHERE r.complete AND (s.writer <> $token OR s.recheck) "
                "SET s.fingerprint = null"
            ),
            {"rows": sorted(rows, key=lambda r: str(r["uid"])), "token": token, "at": at},
        )
    ]


def still(rows: Sequence[Mapping[str, Any]], at: datetime) -> Statement:
    """Complete looks that state what the graph holds already: only the times, and only where it holds it still. Gives those uids."""
    return (
        (
            "UNWIND $rows AS r MATCH (s:Record {uid: r.uid}) WHERE s.fingerprint = r.digest AND s.triedAt <= $at "
            "SET s.triedAt = $at, s.completeAt = $at, s.observedAt = $at, s.said = r.said RETURN collect(s.uid) AS uids"
        ),
        {"rows": sorted(rows, key=lambda r: str(r["uid"])), "at": at},
    )


def differs(page: Page, reading_outcome: str, reason: str, missing: str) -> bool:
    """Whether the outcome is news, beside its time."""
    return (page.outcome, page.reason or "", page.missing or "") != (
        reading_outcome,
        masked(reason),
        masked(missing),
    )
