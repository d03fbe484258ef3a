"""Change records: what differs between two looks, told once, whoever saw it.

A difference seen by a scan happened between two looks. An event (CloudTrail, a rollout, a sync) says when, and often
who. Where an event explains a difference — same subject, a fitting action and field, a time between the two looks —
both are one record with both sources, in whichever order they came.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from graph.digest import digest_of
from graph.encoding import declared, text_of
from graph.kind import Field, Role, Type
from graph.kinds import KINDS
from graph.scope import Scope

SCAN = "scan"
SLACK = timedelta(minutes=5)
"""How far the clocks of a source and of its events may lie apart, and how late a listing may show what an event told."""

_LONGEST = 2_000  # letters of before and after: a policy document is read at its source
_PLACES = ("account", "region", "cluster", "namespace", "environment")


@dataclass(frozen=True, slots=True)
class Draft:
    """A difference about to become a Change record. `since` is the look before, when it had not happened yet."""

    uid: str
    subject: str
    action: str
    field: str
    since: datetime | None
    fingerprint: str | None  # what the subject must have become, for the change to be true
    properties: dict[str, Any]

    @property
    def alive(self) -> bool:
        """Whether its subject is there after it."""
        return self.action != "deleted"


def differences(
    kind: str, before: Mapping[str, Any], after: Mapping[str, Any], *, derived: bool = False
) -> list[tuple[str, str | None, str | None]]:
    """The declared fields that differ, with both values as text. Bookkeeping is no change of the thing."""
    found: list[tuple[str, str | None, str | None]] = []
    if not derived and before.get("name") != after.get("name"):
        found.append(("name", text_of(before.get("name")), text_of(after.get("name"))))
    for name, field in declared(kind, derived=derived).items():
        if field.role is Role.BOOKKEEPING:
            continue
        exact = f"{name}Exact" if field.type is Type.DECIMAL else name
        old, new = before.get(exact, before.get(name)), after.get(exact, after.get(name))
        if old is None and exact != name:
            old = before.get(name)
        if new is None and exact != name:
            new = after.get(name)
        if old != new and not _is_retold(field, before, after):
            found.append((name, text_of(old), text_of(new)))
    return found


def _is_retold(field: Field, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether a list differs in nothing but the one member that has a field of its own, which tells it."""
    one, old, new = field.retells, before.get(field.name), after.get(field.name)
    if not one or not isinstance(old, list) or before.get(one) == after.get(one):
        return False
    return [after.get(one) if member == before.get(one) else member for member in old] == new


def drafted(
    action: str,
    subject: Mapping[str, Any],
    scope: Scope,
    at: datetime,
    *,
    since: datetime | None,
    state: Any,
    fingerprint: str | None,
    difference: tuple[str, str | None, str | None] = ("", None, None),
) -> Draft:
    """A Change record of a subject's properties. `state` is what the graph held: two observers of one difference make one uid."""
    field, before, after = difference
    uid = f"change://{SCAN}/{digest_of(subject['uid'], action, field, before, after, state)}"
    name = subject.get("name") or subject["uid"]
    words = f"{name} {action}" if not field else f"{name}: {field} {_brief(before)} → {_brief(after)}"
    properties: dict[str, Any] = {
        "uid": uid,
        "kind": "Change",
        "name": words[:400],
        "noticedIn": scope.uid,  # not `scope`: what a scope holds is listed again at every look, its past is not
        "source": scope.source,
        **dict.fromkeys(("firstSeen", "observedAt", "changedAt", "at", "noticedAt"), at),
        "fingerprint": uid,
        "action": action,
        "subject": name,
        "subjectKind": subject.get("kind"),
        "subjectUid": subject["uid"],
        "field": field or None,
        "before": before[:_LONGEST] if before else before,
        "after": after[:_LONGEST] if after else after,
        "via": SCAN,
        "since": since,
        **_place(subject, scope),
    }
    return Draft(uid, subject["uid"], action, field, since, fingerprint, _set(properties))


def _brief(value: str | None) -> str:
    return "none" if value is None else value if len(value) <= 60 else value[:59] + "…"


def _place(subject: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
    return {p: subject.get(p) or scope.place.get(p) for p in _PLACES}


def _set(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in properties.items() if v is not None}


def row(draft: Draft) -> dict[str, Any]:
    """The draft as a row of `statement.change`."""
    p = draft.properties
    relation = {k: p[k] for k in ("source", "firstSeen", "observedAt", "changedAt")}
    return {
        "uid": draft.uid,
        "subject": draft.subject,
        "fingerprint": draft.fingerprint,
        "alive": draft.alive,
        "set": p,
        "relation": relation | {"fingerprint": draft.uid},
    }


def explained(
    drafts: Sequence[Draft], events: Iterable[Mapping[str, Any]]
) -> tuple[list[Draft], list[dict[str, Any]]]:
    """Differences that stay records of their own, and rows of `statement.update` for events that take a difference in.

    An event without a field explains all differences of its subject: it takes the first in, and lends the others its
    time, its actor and its name.
    """
    by_subject: dict[str, list[Mapping[str, Any]]] = {}
    for event in events:
        by_subject.setdefault(str(event.get("subjectUid")), []).append(event)
    taken: set[str] = set()
    left: list[Draft] = []
    rows: list[dict[str, Any]] = []
    for draft in drafts:
        told = next((e for e in by_subject.get(draft.subject, ()) if explains(e, draft)), None)
        if told is None:
            left.append(draft)
        elif told["uid"] in taken or SCAN in vias(told):
            left.append(_lent(draft, told))
        else:
            taken.add(told["uid"])
            rows.append(taking_in(told, draft.properties))
    return left, rows


def explains(event: Mapping[str, Any], draft: Draft) -> bool:
    """Whether the event can be what the scan noticed."""
    return fits(event, draft.action, draft.field, draft.since, draft.properties["noticedAt"])


def fits(
    event: Mapping[str, Any], action: str, field: str, since: datetime | None, noticed: datetime
) -> bool:
    """Same action (or none said), same field (or none said), between the look before and the one that noticed it."""
    at = event.get("at")
    if not isinstance(at, datetime) or since is None or event.get("kind") != "Change":
        return False
    within = since - SLACK <= at <= noticed + SLACK
    return within and event.get("action") in (None, "", action) and event.get("field") in (None, "", field)


def vias(change: Mapping[str, Any]) -> list[str]:
    """The ways a change became known."""
    return [v for v in str(change.get("via") or "").split(", ") if v]


def _lent(draft: Draft, event: Mapping[str, Any]) -> Draft:
    told = {k: event[k] for k in ("at", "actor", "message") if event.get(k) is not None}
    via = ", ".join(dict.fromkeys((*(v for v in vias(event) if v != SCAN), SCAN)))
    return Draft(
        draft.uid,
        draft.subject,
        draft.action,
        draft.field,
        draft.since,
        draft.fingerprint,
        {**draft.properties, **told, "via": via},
    )


def taking_in(event: Mapping[str, Any], difference: Mapping[str, Any]) -> dict[str, Any]:
    """An event that is in the graph takes a difference in: a row of `statement.update`."""
    kept = {k: difference[k] for k in ("field", "before", "after", "noticedAt", "since") if k in difference}
    missing = {k: difference[k] for k in ("action", *_PLACES) if k in difference and not event.get(k)}
    via = ", ".join(dict.fromkeys((*vias(event), SCAN)))
    return {
        "uid": event["uid"],
        "was": event.get("fingerprint") or "",
        "set": {**kept, **missing, "via": via},
    }


def told_of(
    event: Mapping[str, Any], known: Iterable[Mapping[str, Any]]
) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """An event that arrives after the scan: the record it becomes one with, and updates of further ones it explains.

    The record of the scan takes the event's uid and all it says, and keeps its own field, values and time of notice.
    """
    fitting = [
        c
        for c in known
        if vias(c) == [SCAN]
        and fits(event, c.get("action") or "", c.get("field") or "", c.get("since"), c["noticedAt"])
    ]
    fitting.sort(key=lambda c: (c["noticedAt"], c["uid"]))
    if not fitting:
        return None, []
    first, *others = fitting
    via = ", ".join(dict.fromkeys((*vias(event), SCAN)))
    kept = {
        k: first[k] for k in ("field", "before", "after", "noticedAt", "since", "firstSeen") if k in first
    }
    joined = {"uid": first["uid"], "was": first["fingerprint"], "set": {**event, **kept, "via": via}}
    lent = {k: event[k] for k in ("at", "actor", "message") if event.get(k) is not None}
    further = [{"uid": c["uid"], "was": c["fingerprint"], "set": {**lent, "via": via}} for c in others]
    return joined, further


def quiet(kind: str) -> bool:
    """Whether its comings and goings are no news: events themselves, and what is said about looking."""
    declared_kind = KINDS[kind]
    return declared_kind.event or "Coverage" in declared_kind.categories
