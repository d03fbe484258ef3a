"""What the report says, gathered from typed queries alone: every row with its uid, every figure the length of its rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from api.ownership.week import Week
from api.plain import Plain, time
from evidence.check import check
from evidence.checked import Writer
from evidence.evidence import Item, Question
from evidence.link import page_link
from graph.kinds import KINDS
from graph.query import Aggregate, Column, Find, Measure, Op, Order, Where, Window
from graph.record import Uid
from graph.result import Result
from graph.retrieval import retrieve
from graph.store import Store

LOW = 0.5
_PLACES = ("cluster", "namespace", "account", "region")
_MOST = 10_000
_NEVER = "not scanned"
"""How a result says that nobody ever looked for a kind: a boundary of what is collected rather than a gap in it."""
FIGURES = (
    "owned",
    "newlyOwned",
    "lost",
    "unowned",
    "conflicts",
    "lowConfidence",
    "stale",
    "unmanaged",
    "gone",
)


@dataclass(slots=True)
class _Gathered:
    """Rows as they come in, and what the queries could not see."""

    subjects: dict[str, Plain] = field(default_factory=dict[str, Plain])
    chosen: list[Plain] = field(default_factory=list[Plain])
    conflicts: list[Plain] = field(default_factory=list[Plain])
    gone: list[Plain] = field(default_factory=list[Plain])
    unread: dict[str, str] = field(default_factory=dict[str, str])
    never: set[str] = field(default_factory=set[str])
    truncated: list[str] = field(default_factory=list[str])


def report(store: Store, week: Week, window: Window, now: datetime, previous: Plain | None) -> Plain:
    """The report as plain data. `previous` is that of the week before, where one was made."""
    held = _Gathered()
    _subjects(store, now, held)
    _owners(store, now, held)
    _gone(store, window, now, held)
    sections = _sections(held, previous)
    return {
        "week": str(week),
        "from": time(window.start),
        "to": time(window.end),
        "madeAt": time(now),
        "previousWeek": previous["week"] if previous else None,
        "complete": not held.unread and not held.truncated,
        "unread": [f"{words}: {why}" for words, why in sorted(held.unread.items())],
        "neverScanned": sorted(held.never),
        "truncated": held.truncated,
        "sum": _figures(sections, None, previous),
        "teams": [_figures(sections, team, previous) for team in _teams(sections, previous)],
        "sections": sections,
        "statements": _statements(store, now),
        "owners": {row["subject"]: sorted({*row["owners"]}) for row in sections["owned"]},
    }


def _run(
    store: Store, query: Find, now: datetime, held: _Gathered
) -> Iterator[tuple[dict[str, Any], tuple[Uid, ...]]]:
    result = retrieve(store, query, now=now).result
    if result is None:
        return
    for unread in result.unread:
        if unread.outcome == _NEVER:
            held.never.add(unread.scope)
        else:
            held.unread[unread.scope] = f"{unread.outcome}{f', {unread.reason}' if unread.reason else ''}"
    if result.total > len(result.rows):
        held.truncated.append(f"{len(result.rows)} of {result.total} {result.words}")
    names = [c.name for c in result.columns]
    for row, uids in zip(result.rows, result.row_uids, strict=True):
        yield dict(zip(names, row, strict=True)), uids


def _subjects(store: Store, now: datetime, held: _Gathered) -> None:
    """Everything that can be owned, with what is known of it."""
    columns = (
        Column(),
        Column("ownership"),
        Column("management"),
        Column(special="freshness"),
        Column(special="place"),
    )
    for kind in KINDS.values():
        if not kind.field("ownership"):
            continue
        wanted = columns if kind.field("management") else tuple(c for c in columns if c.field != "management")
        for row, uids in _run(store, Find(kind.name, columns=wanted, limit=_MOST), now, held):
            seen = row["freshness"]
            held.subjects[uids[0]] = {
                "subject": uids[0],
                "name": row["name"],
                "kind": kind.noun,
                "place": row["place"] or "",
                "ownership": row["ownership"] or "unknown",
                "management": row.get("management") or "unknown",
                "observedAt": time(seen),
                "stale": seen is not None and now - seen > kind.fresh_for,
                "link": page_link(uids[0]),
            }


def _owners(store: Store, now: datetime, held: _Gathered) -> None:
    """Every candidate with its reason: the chosen ones, and those in conflict."""
    columns = tuple(
        Column(n) for n in ("subject", "owner", "method", "reason", "standing", "conflict", "conflictReason")
    )
    columns = (*columns, Column(special="confidence"), Column("uid", relation="OWNERSHIP_OF"))
    for row, uids in _run(store, Find("Ownership", columns=columns, limit=_MOST), now, held):
        told = {
            "evidence": uids[0],
            "subject": row["uid"],
            "name": row["subject"],
            "owner": row["owner"] or "nobody on purpose",
            "reason": row["reason"] or row["method"] or "",
            "confidence": row["confidence"],
            "why": row["conflictReason"] or "",
        }
        if row["standing"] == "chosen":
            held.chosen.append(told)
        if row["conflict"]:
            held.conflicts.append(told)


def _gone(store: Store, window: Window, now: datetime, held: _Gathered) -> None:
    """What was found gone in the week."""
    columns = tuple(Column(n) for n in ("at", "subject", "subjectKind", "subjectUid", *_PLACES))
    query = Find(
        "Change",
        where=(Where("action", Op.EQ, "deleted"),),
        window=window,
        columns=columns,
        order=Order("at"),
        limit=_MOST,
    )
    ownable = {k.name for k in KINDS.values() if k.field("ownership")}
    for row, uids in _run(store, query, now, held):
        if row["subjectKind"] in ownable:
            held.gone.append(
                {
                    "subject": row["subjectUid"],
                    "evidence": uids[0],
                    "name": row["subject"],
                    "kind": KINDS[row["subjectKind"]].noun,
                    "place": " · ".join(row[p] for p in _PLACES if row[p]),
                    "at": time(row["at"]),
                    "link": page_link(Uid(row["subjectUid"])),
                }
            )


def _sections(held: _Gathered, previous: Plain | None) -> dict[str, list[Plain]]:
    """The rows of each part of the report. Owners stand on every row that has them, so that teams can be told apart."""
    owners: dict[str, list[str]] = defaultdict(list)
    for told in held.chosen:
        owners[told["subject"]].append(told["owner"])
    last: dict[str, list[str]] = previous["owners"] if previous else {}
    was_unowned = {r["subject"] for r in previous["sections"]["unowned"]} if previous else set[str]()

    def with_owners(row: Plain) -> Plain:
        return {**row, "owners": owners.get(row["subject"], last.get(row["subject"], []))}

    rows = [with_owners(s) for s in held.subjects.values()]
    owned = [r for r in rows if owners.get(r["subject"])]
    return {
        "owned": owned,
        "newlyOwned": [
            {**r, "owners": new}
            for r in owned
            if previous and (new := [o for o in r["owners"] if o not in last.get(r["subject"], [])])
        ],
        "lost": list(_lost(held, owners, last)),
        "unowned": [
            {**r, "new": bool(previous) and r["subject"] not in was_unowned}
            for r in rows
            if r["ownership"] == "unowned"
        ],
        "conflicts": list(_conflicts(held, with_owners)),
        "lowConfidence": [
            {**with_owners(held.subjects[t["subject"]]), **_reason(t)}
            for t in held.chosen
            if t["subject"] in held.subjects and t["confidence"] is not None and t["confidence"] < LOW
        ],
        "stale": [r for r in rows if r["stale"]],
        "unmanaged": [r for r in rows if r["management"] == "unmanaged"],
        "gone": [with_owners(g) for g in held.gone],
    }


def _lost(held: _Gathered, owners: dict[str, list[str]], last: dict[str, list[str]]) -> Iterator[Plain]:
    """What a team owned the week before and does not own now, whether it is still there or not."""
    for subject, names in last.items():
        gone = [n for n in names if n not in owners.get(subject, [])]
        if gone:
            known = held.subjects.get(subject)
            yield {
                "subject": subject,
                "name": known["name"] if known else subject.rpartition("/")[2],
                "kind": known["kind"] if known else "",
                "place": known["place"] if known else "",
                "link": page_link(Uid(subject)),
                "owners": gone,
                "there": known is not None,
            }


def _conflicts(held: _Gathered, with_owners: Any) -> Iterator[Plain]:
    """Both sides of each, with their reasons."""
    by_subject: dict[str, list[Plain]] = defaultdict(list)
    for told in held.conflicts:
        by_subject[told["subject"]].append(told)
    for subject, sides in by_subject.items():
        if subject in held.subjects:
            candidates = [{"owner": s["owner"], **_reason(s)} for s in sides]
            yield {**with_owners(held.subjects[subject]), "sides": candidates, "why": sides[0]["why"]}


def _reason(told: Plain) -> Plain:
    return {"reason": told["reason"], "confidence": told["confidence"], "evidence": told["evidence"]}


def _teams(sections: dict[str, list[Plain]], previous: Plain | None) -> list[str]:
    now = {o for rows in sections.values() for r in rows for o in r["owners"]}
    return sorted(now | ({t["team"] for t in previous["teams"]} if previous else set()))


def _figures(sections: dict[str, list[Plain]], team: str | None, previous: Plain | None) -> Plain:
    """The length of each part, of one team or in sum, and how it differs from the week before."""
    counts = {f: sum(team is None or team in r["owners"] for r in sections[f]) for f in FIGURES}
    before = _before(previous, team)
    deltas = {f: counts[f] - before[f] if before else None for f in FIGURES}
    return {"team": team, **counts, "deltas": deltas}


def _before(previous: Plain | None, team: str | None) -> Plain | None:
    if previous is None:
        return None
    if team is None:
        held: Plain = previous["sum"]
        return held
    return next((t for t in previous["teams"] if t["team"] == team), dict.fromkeys(FIGURES, 0))


_COUNTED: Sequence[tuple[str, str, str, str]] = (
    ("Application", "ownership", "unowned", "applications are unowned"),
    ("Application", "ownership", "conflict", "applications are in conflict"),
    ("Application", "management", "unmanaged", "applications are unmanaged"),
)


def _statements(store: Store, now: datetime) -> Plain:
    """The lead sentences, judged like an answer's: what the evidence does not carry is not said."""
    items: list[Item] = []
    sentences: list[str] = []
    for n, (kind, name, value, words) in enumerate(_COUNTED, start=1):
        result = _counted(store, kind, name, value, now)
        count = result.rows[0][0] if result and result.rows else None
        if result is not None and isinstance(count, int) and count > 1:
            items.append(Item(f"q{n}", result))
            sentences.append(f"{count} {words} [q{n}].")
    if not sentences:
        return {"text": "", "badge": "0 figures checked", "confidence": "NOT_SCORED", "notes": []}
    verdict = check(" ".join(sentences), items, Question("", now), writer=Writer.COMPOSER)
    return {
        "text": verdict.text,
        "badge": verdict.badge.text,
        "confidence": verdict.confidence.level.value,
        "notes": [n.text for n in verdict.notes],
    }


def _counted(store: Store, kind: str, name: str, value: str, now: datetime) -> Result | None:
    query = Find(kind, where=(Where(name, Op.EQ, value),), aggregate=Aggregate(Measure.COUNT))
    return retrieve(store, query, now=now).result
