"""What one look means for one record: from what is stated and what the graph holds to what is to be written.

Pure: no store here. `decided` answers for a record that was seen, `missed` for one that a complete look did not see.

A record that several scopes state belongs to one of them, its holder, and the others are named in `sharedWith`. The
later statement takes it over, unless it says less than the holder's. When its holder misses it, it goes to another
scope that states it, and that scope's next look decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from graph.change import Draft, differences, drafted, quiet
from graph.encoding import declared, labels_of, properties_of
from graph.kinds import KINDS
from graph.record import Inference
from graph.scope import Scope
from graph.stated import Item, properties_of_item
from graph.statement import UNRESOLVED

MISSED_TWICE = "not seen in two complete looks at its scope"


class Effect(StrEnum):
    """What a step does to its record, for the tally."""

    NEW = "new"
    CHANGED = "changed"
    GONE = "gone"
    RESTORED = "restored"
    UNCHANGED = "unchanged"
    MISSED = "missed"  # once: not gone yet
    SHARED = "shared"  # held by another scope
    PASSED_ON = "passed on"  # to another scope that states it
    OUTDATED = "outdated"  # somebody has looked later, or just then


@dataclass(frozen=True, slots=True)
class View:
    """The look that decides. `since` is the complete look before, None for the first, which makes no Change records."""

    scope: Scope
    at: datetime
    since: datetime | None

    @property
    def first(self) -> bool:
        """Whether nothing was known of the whole scope before."""
        return self.since is None


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be written for one record. `create` or `set` (with `was`), or nothing."""

    uid: str
    effect: Effect
    kind: str = ""
    create: Mapping[str, Any] | None = None
    set: Mapping[str, Any] | None = None
    was: str = ""
    labels: tuple[str, ...] = ()  # those it has now, where they are not those it should have
    gone: bool = False  # what it is to be
    drafts: tuple[Draft, ...] = ()
    forget: tuple[str, ...] = ()  # scopes that must look again row by row
    shared: bool = False  # this scope states it, another holds it


def decided(item: Item, found: Mapping[str, Any] | None, labels: tuple[str, ...], view: View) -> Step:
    """A record that was seen. `found` are its properties in the graph, None where there is no such node."""
    uid = item.record.uid
    wanted = _wanted(item, view)
    if found is None:
        created = {k: v for k, v in wanted.items() if v is not None}
        return Step(
            uid,
            Effect.NEW,
            item.record.kind,
            create={**created, "firstSeen": view.at, "changedAt": view.at},
            drafts=_arrived(item, wanted, view, None),
        )
    if _seen(found) is not None and _seen(found) > view.at:
        return Step(uid, Effect.OUTDATED)
    if found.get("kind") == UNRESOLVED or UNRESOLVED in labels or not found.get("fingerprint"):
        first_seen = {"firstSeen": view.at, "changedAt": view.at}
        return _step(
            item, found, labels, Effect.NEW, {**wanted, **first_seen}, _arrived(item, wanted, view, found)
        )
    if found.get("scope") != view.scope.uid and _stays_with_holder(item, found, wanted):
        return _shared(item, found, view)
    return _compared(item, found, labels, wanted, view)


def _compared(
    item: Item, found: Mapping[str, Any], labels: tuple[str, ...], wanted: dict[str, Any], view: View
) -> Step:
    was_gone, is_gone = found.get("goneAt") is not None, bool(item.record.gone)
    forget: tuple[str, ...] = ()
    if found.get("scope") != view.scope.uid:
        forget = (str(found.get("scope") or ""),)
        wanted["sharedWith"] = [s for s in found.get("sharedWith") or () if s != view.scope.uid] or None
    else:
        wanted.pop("sharedWith")
    if was_gone and is_gone:
        wanted["goneAt"], wanted["goneReason"] = found["goneAt"], found.get("goneReason")
    drafts = _drafts(item, found, wanted, view)
    effect = _effect(was_gone, is_gone, differs=found.get("fingerprint") != item.digest)
    if effect is not Effect.UNCHANGED:
        wanted["changedAt"] = view.at
    elif was_gone or item.event:
        return Step(item.record.uid, Effect.UNCHANGED)
    return _step(item, found, labels, effect, wanted, drafts, forget)


def _effect(was_gone: bool, is_gone: bool, *, differs: bool) -> Effect:
    if is_gone and not was_gone:
        return Effect.GONE
    if was_gone and not is_gone:
        return Effect.RESTORED
    return Effect.CHANGED if differs else Effect.UNCHANGED


def _step(
    item: Item,
    found: Mapping[str, Any],
    labels: tuple[str, ...],
    effect: Effect,
    wanted: Mapping[str, Any],
    drafts: tuple[Draft, ...],
    forget: tuple[str, ...] = (),
) -> Step:
    """An update of exactly what differs."""
    kind, gone = item.record.kind, wanted.get("goneAt") is not None
    old = found.get("kind")
    leftover = set(properties_of(old)) - set(properties_of(kind)) if old in KINDS and old != kind else set()
    whole = {**dict.fromkeys(leftover), **wanted}
    if item.event:  # what a scan or an earlier telling added stays
        whole = {
            k: v
            for k, v in whole.items()
            if v is not None and not (k == "via" and v in str(found.get("via")))
        }
    differing = {k: v for k, v in whole.items() if found.get(k) != v}
    return Step(
        item.record.uid,
        effect,
        kind,
        set=differing,
        was=str(found.get("fingerprint") or ""),
        labels=() if set(labels) == set(labels_of(kind, gone=gone)) else labels,
        gone=gone,
        drafts=drafts,
        forget=forget,
    )


def _wanted(item: Item, view: View) -> dict[str, Any]:
    """Every property a statement sets, None where it has none: what is no longer said is taken away."""
    record, inference = item.record, item.record.inference
    return {
        **dict.fromkeys(properties_of(record.kind)),
        **properties_of_item(item),
        "uid": record.uid,
        "kind": record.kind,
        "name": record.name,
        "scope": view.scope.uid,
        "source": view.scope.source,
        "observedAt": view.at,
        "missedAt": None,
        "goneAt": view.at if record.gone else None,
        "goneReason": record.gone or None,
        "fingerprint": item.digest,
        "sharedWith": None,
        **inferred(inference),
    }


def inferred(inference: Inference | None) -> dict[str, Any]:
    """The three properties of an inference, or their absence."""
    if inference is None:
        return dict.fromkeys(("confidence", "rule", "basis"))
    return {
        "confidence": float(inference.confidence),
        "rule": inference.rule,
        "basis": [str(uid) for uid in inference.basis],
    }


def _seen(found: Mapping[str, Any]) -> Any:
    return found.get("observedAt")


# --- what is news ---------------------------------------------------------------------------------------------------


def _is_news(item: Item, view: View) -> bool:
    """The first complete look makes no Change records, and what a rule concludes is no happening."""
    return not view.first and item.record.inference is None and not quiet(item.record.kind)


def _arrived(
    item: Item, wanted: Mapping[str, Any], view: View, found: Mapping[str, Any] | None
) -> tuple[Draft, ...]:
    if not _is_news(item, view):
        return ()
    action = "deleted" if item.record.gone else "created"
    state = found.get("changedAt") if found else None
    return (
        drafted(
            action,
            wanted,
            view.scope,
            view.at,
            since=view.since,
            state=_state(state),
            fingerprint=item.digest,
        ),
    )


def _drafts(item: Item, found: Mapping[str, Any], wanted: Mapping[str, Any], view: View) -> tuple[Draft, ...]:
    if not _is_news(item, view):
        return ()
    since, state = _seen(found), _state(found.get("changedAt"), found.get("fingerprint"))
    if (found.get("goneAt") is None) != (wanted["goneAt"] is None):
        action = "deleted" if wanted["goneAt"] is not None else "restored"
        return (
            drafted(action, wanted, view.scope, view.at, since=since, state=state, fingerprint=item.digest),
        )
    if wanted["goneAt"] is not None:
        return ()
    return tuple(
        drafted(
            "modified",
            wanted,
            view.scope,
            view.at,
            since=since,
            state=state,
            fingerprint=item.digest,
            difference=difference,
        )
        for difference in differences(item.record.kind, found, wanted)
    )


def _state(*parts: Any) -> list[str]:
    return [p.isoformat() if isinstance(p, datetime) else str(p) for p in parts]


# --- records that several scopes state ------------------------------------------------------------------------------


def _stays_with_holder(item: Item, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """The holder keeps a record that is well there if the other statement says the same, or less."""
    if item.event:
        return found.get("fingerprint") == item.digest
    if found.get("goneAt") is not None or found.get("missedAt") is not None or item.record.gone:
        return False
    if found.get("fingerprint") == item.digest:
        return True
    names = declared(item.record.kind)
    said = {n for n in names if wanted.get(n) is not None}
    held = (
        {n for n in declared(str(found["kind"])) if found.get(n) is not None}
        if found.get("kind") in KINDS
        else set()
    )
    return said < held


def _shared(item: Item, found: Mapping[str, Any], view: View) -> Step:
    known = list(found.get("sharedWith") or ())
    if view.scope.uid in known:
        return Step(item.record.uid, Effect.SHARED, shared=True)
    return Step(
        item.record.uid,
        Effect.SHARED,
        item.record.kind,
        set={"sharedWith": sorted((*known, view.scope.uid))},
        was=str(found.get("fingerprint") or ""),
        shared=True,
    )


# --- what was not seen ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sharer:
    """Another scope that states a record. `at`: when it was last read whole; `stated`: whether that look stated it."""

    scope: str
    at: datetime | None
    stated: bool


def missed(uid: str, found: Mapping[str, Any] | None, view: View, sharers: Sequence[Sharer]) -> Step:
    """A record of this scope that a complete look did not see: once it is noted, twice it is gone.

    One of the scopes that state it too may take it; if its own last look misses it as well, it is missed there.
    """
    if found is None or found.get("scope") != view.scope.uid or found.get("goneAt") is not None:
        return Step(uid, Effect.UNCHANGED)
    if _seen(found) is not None and _seen(found) >= view.at:
        return Step(uid, Effect.OUTDATED)
    was, kind = str(found.get("fingerprint") or ""), str(found.get("kind"))
    heir = _heir(found, view, sharers)
    if heir:
        rest = [s for s in found.get("sharedWith") or () if s != heir.scope] or None
        waiting = None if heir.stated else view.at
        passed = {"scope": heir.scope, "sharedWith": rest, "missedAt": waiting, "observedAt": _seen(found)}
        return Step(uid, Effect.PASSED_ON, kind, set=passed, was=was, forget=(heir.scope,))
    since = found.get("missedAt")
    if since is None:
        return Step(uid, Effect.MISSED, kind, set={"missedAt": view.at, "observedAt": _seen(found)}, was=was)
    if since >= view.at:
        return Step(
            uid, Effect.OUTDATED
        )  # the same look again: still missed once, and the next has to compare
    gone = {"goneAt": view.at, "goneReason": MISSED_TWICE, "missedAt": None, "changedAt": view.at}
    labels = labels_of(kind)
    return Step(
        uid, Effect.GONE, kind, set=gone, was=was, labels=labels, gone=True, drafts=_left(found, view)
    )


def _heir(found: Mapping[str, Any], view: View, sharers: Sequence[Sharer]) -> Sharer | None:
    """Another scope that states the record and was read whole not long ago; sooner one that just stated it."""
    kind = KINDS.get(str(found.get("kind")))
    patience = kind.fresh_for if kind else timedelta(0)
    recent = [s for s in sharers if s.scope != view.scope.uid and s.at and s.at >= view.at - patience]
    return min(recent, key=lambda s: not s.stated, default=None)


def _left(found: Mapping[str, Any], view: View) -> tuple[Draft, ...]:
    kind = str(found.get("kind"))
    if view.first or found.get("rule") or kind not in KINDS or quiet(kind):
        return ()
    state = _state(found.get("changedAt"), found.get("fingerprint"))
    return (
        drafted(
            "deleted",
            found,
            view.scope,
            view.at,
            since=_seen(found),
            state=state,
            fingerprint=found.get("fingerprint"),
        ),
    )
