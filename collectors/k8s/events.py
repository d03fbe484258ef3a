"""Events and rollouts as changes: what the cluster itself says happened, and when."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from collectors.k8s.meta import group_of, without_nothing
from collectors.k8s.note import Note, Revision, Seen
from collectors.k8s.raw import Raw, at, text, time
from collectors.k8s.resource import Item
from collectors.k8s.uid import change_uid, object_uid
from graph.kind import label_of
from graph.record import Record, Relation, Value

_MODIFIED: dict[str, tuple[str, str]] = {
    "SuccessfulRescale": ("desiredReplicas", ""),
    "DeploymentRollback": ("", ""),
    "NodeReady": ("ready", "true"),
    "NodeNotReady": ("ready", "false"),
    "NodeSchedulable": ("unschedulable", "false"),
    "NodeNotSchedulable": ("unschedulable", "true"),
    "Rebooted": ("", ""),
    "Completed": ("status", "completed"),
    "Evicted": ("reason", "Evicted"),
    "Preempted": ("", ""),
    "ProvisioningSucceeded": ("", ""),
    "VolumeResizeSuccessful": ("capacityGiB", ""),
    "FileSystemResizeSuccessful": ("capacityGiB", ""),
}
"""Reasons that say that something is different now, with the field and what it became. Others are the everyday life of pods."""

_DELETED = frozenset({"RemovingNode", "DeletingNode"})
_MADE = {"SuccessfulCreate": "created", "SuccessfulDelete": "deleted"}
_OTHER = re.compile(
    r"(?:created?|deleted?) (?P<kind>pod|job|claim):? (?P<name>[a-z0-9][a-z0-9.-]*)", re.IGNORECASE
)
_SCALED = re.compile(r"scaled (?:up|down) replica set (?P<name>[a-z0-9][a-z0-9.-]*)", re.IGNORECASE)
_KINDS = {"pod": ("", "Pod"), "job": ("batch", "Job"), "claim": ("", "PersistentVolumeClaim")}
_FROM = re.compile(r"\bfrom (\d+)\b")
_TO = re.compile(r"\bto (\d+)\b|[Nn]ew size: (\d+)")


@dataclass(frozen=True, slots=True)
class _Told:
    """What an event says happened, and to what: not always to the object that it is filed under."""

    action: str
    group: str
    kind: str
    name: str
    field: str = ""
    before: str = ""
    after: str = ""

    def words(self, reason: str) -> str:
        """What people read after the name: `replicas changed`, `created`, `warned: BackOff`."""
        if self.action == "modified":
            return f"{label_of(self.field)} changed" if self.field else f"modified: {reason}"
        return f"warned: {reason}" if self.action == "warned" else self.action


def event(item: Item) -> Iterator[Seen]:
    """An event as a change of what it is about: one that says something is different, or that warns."""
    raw = item.raw
    about = at(raw, "involvedObject") or at(raw, "regarding") or {}
    message = text(raw, "message") or text(raw, "note")
    told = _told(raw, about, message)
    if told is None or not told.name or not told.kind:
        return
    namespace = text(about, "namespace")
    filed = item.to(group_of(about), text(about, "kind"), text(about, "name"), namespace)
    subject = item.to(told.group, told.kind, told.name, namespace)
    uid = change_uid(filed, "event", text(raw, "metadata", "uid") or item.name)
    actor = text(raw, "source", "component") or text(raw, "reportingComponent")
    fields: dict[str, Value] = {
        "at": happened_at(item),
        "action": told.action,
        "subject": told.name,
        "subjectKind": told.kind,
        "subjectUid": subject,
        "cluster": item.cluster,
        "namespace": namespace,
        "field": told.field,
        "before": told.before,
        "after": told.after,
        "actor": actor or text(raw, "reportingController"),
        "via": "Kubernetes event",
        "message": message,
    }
    yield Record(uid, "Change", f"{told.name} {told.words(text(raw, 'reason'))}", without_nothing(fields))
    for thing in dict.fromkeys((subject, filed)):
        yield Relation("CHANGE_OF", uid, thing)


def _told(raw: Raw, about: Raw, message: str) -> _Told | None:
    """What the event says; None where nothing is different and nobody is warned."""
    reason = text(raw, "reason")
    group, kind, name = group_of(about), text(about, "kind"), text(about, "name")
    if reason in _MADE:  # filed under the controller, about what it made or deleted
        made = _OTHER.search(message)
        return _Told(_MADE[reason], *_KINDS[made["kind"].lower()], made["name"]) if made else None
    if reason == "ScalingReplicaSet":  # filed under the Deployment, whose own replicas may be as before
        scaled = _SCALED.search(message)
        counts = _counts(message)
        return (
            _Told("modified", "apps", "ReplicaSet", scaled["name"], "replicas", *counts) if scaled else None
        )
    if reason in _DELETED or (reason == "Killing" and message.startswith("Stopping container")):
        return _Told("deleted", group, kind, name)
    if reason in _MODIFIED:
        field, after = _MODIFIED[reason]
        before, size = _counts(message) if field == "desiredReplicas" else ("", after)
        return _Told("modified", group, kind, name, field, before, size)
    return _Told("warned", group, kind, name) if text(raw, "type") == "Warning" else None


def happened_at(item: Item) -> datetime | None:
    """When it last happened: the series' last time, the last time, the event's own, the first; None is "time unknown" (K8S-03).

    The time the event object was made is no time of the event, and is not used.
    """
    paths = (
        ("series", "lastObservedTime"),
        ("lastTimestamp",),
        ("deprecatedLastTimestamp",),
        ("eventTime",),
        ("firstTimestamp",),
        ("deprecatedFirstTimestamp",),
    )
    return next((instant for path in paths if (instant := time(item.raw, *path))), None)


def _counts(message: str) -> tuple[str, str]:
    """Counts before and after, where a scaling's message says them; Kubernetes has said it in three ways."""
    before, after = _FROM.search(message), _TO.search(message)
    return before[1] if before else "", (after[1] or after[2]) if after else ""


def rollouts(cluster: str, notes: Sequence[Note]) -> Iterator[Seen]:
    """The ReplicaSets of each Deployment, in the order of their revisions, as changes of it."""
    by_deployment: dict[tuple[str, str], list[Revision]] = defaultdict(list)
    for note in notes:
        if isinstance(note, Revision) and note.number:
            by_deployment[note.namespace, note.deployment].append(note)
    for revisions in by_deployment.values():
        yield from _rollouts(cluster, sorted(revisions, key=lambda r: r.number))


def _rollouts(cluster: str, revisions: Iterable[Revision]) -> Iterator[Seen]:
    before: Revision | None = None
    for revision in revisions:
        if revision.number > 1:
            yield from _rollout(cluster, revision, before)
        before = revision


def _rollout(cluster: str, revision: Revision, before: Revision | None) -> Iterator[Seen]:
    """One rollout. A rollback takes an old ReplicaSet again, whose age says nothing of when: its time is unknown."""
    subject = object_uid(cluster, "apps", "Deployment", revision.namespace, revision.deployment)
    again = bool(before and before.at and revision.at and revision.at < before.at)
    new_image = before is not None and before.image != revision.image
    uid = change_uid(subject, "revision", str(revision.number))
    fields: dict[str, Value] = {
        "at": None if again else revision.at,
        "action": "modified",
        "subject": revision.deployment,
        "subjectKind": "Deployment",
        "subjectUid": subject,
        "cluster": cluster,
        "namespace": revision.namespace,
        "field": "image" if new_image else "revision",
        "before": before.image if before and new_image else str(before.number) if before else "",
        "after": revision.image if new_image else str(revision.number),
        "via": "rollout",
        "message": revision.cause,
    }
    words = "rolled back" if again else "image changed" if new_image else "rolled out"
    yield Record(uid, "Change", f"{revision.deployment} {words}", without_nothing(fields))
    yield Relation("CHANGE_OF", uid, subject)
