"""What is read, how old it is, and what could not be read: in one line, by source, and scope by scope."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from api.plain import Plain, plain_scope
from evidence.value import age
from graph.query import Within
from graph.retrieval import states
from graph.store import Store

_SOURCES = {
    "aws": "AWS",
    "k8s": "Kubernetes",
    "code": "Code",
    "iac": "Infrastructure as code",
    "rules": "Inference",
}
_OURSELVES = "scan"
"""The scope of the scans' own records says nothing of the estate."""
_READ = ("COMPLETE", "NOT_OFFERED")
"""A source that does not have a thing has been read: there is none of it."""


def scopes(
    store: Store, now: datetime, *, within: Within = Within(), allowed: Sequence[Within] = ()
) -> list[Plain]:
    """Every scope under a restriction, in order of its words."""
    held = states(store, within, tuple(allowed))
    return [plain_scope(s, now) for s in held if s.scope.source != _OURSELVES]


def unread(held: Sequence[Plain]) -> list[Plain]:
    """The scopes whose last look was not complete, longest unread first."""
    bad = [s for s in held if s["outcome"] not in _READ]
    return sorted(bad, key=lambda s: (s["observedAt"] or "", s["words"]))


def line(held: Sequence[Plain], now: datetime) -> str:
    """All of it in one line: "42 of 44 scopes read · oldest 3 h ago · 2 could not be read"."""
    if not held:
        return "nothing scanned yet"
    missing = len(unread(held))
    parts = [f"{len(held) - missing} of {len(held)} scopes read"]
    if oldest := _oldest(held, now):
        parts.append(f"oldest {oldest}")
    if missing:
        parts.append(f"{missing} could not be read")
    return " · ".join(parts)


def by_source(held: Sequence[Plain], now: datetime) -> list[Plain]:
    """The same for each collector."""
    found: list[Plain] = []
    for source in dict.fromkeys(s["source"] for s in held):
        mine = [s for s in held if s["source"] == source]
        missing = len(unread(mine))
        found.append(
            {
                "source": source,
                "name": _SOURCES.get(source, source),
                "scopes": len(mine),
                "read": len(mine) - missing,
                "unread": missing,
                "oldest": _oldest(mine, now),
            }
        )
    return found


def _oldest(held: Sequence[Plain], now: datetime) -> str:
    times = [s["observedAt"] for s in held if s["observedAt"]]
    return age(now - datetime.fromisoformat(min(times))) if times else ""
