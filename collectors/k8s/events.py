"""Events and rollouts as changes: what the cluster itself says happened, and when."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from collectors.k8s.meta import group_of, without_nothing
from collectors.k8s.note import Note, Revision, Seen
from collectors.k8s.raw import at, text, time
from collectors.k8s.resource import Item
from collectors.k8s.uid import change_uid, object_uid
from graph.record import Record, Relation, Value

_ACTIONS = {
    "SuccessfulCreate": "created",
    "RegisteredNode": "created",
    "ProvisioningSucceeded": "created",
    "EnsuredLoadBalancer": "created",
    "SuccessfulDelete": "deleted",
    "Killing": "deleted",
    "Evicted": "deleted",
    "Preempted": "deleted",
    "RemovingNode": "deleted",
    "DeletingNode": "deleted",
    "DeletedLoadBalancer": "deleted",
    "ScalingReplicaSet": "modified",
    "SuccessfulRescale": "modified",
    "DeploymentRollback": "modified",
    "NodeReady": "modified",
    "NodeNotReady": "modified",
    "NodeSchedulable": "modified",
    "NodeNotSchedulable": "modified",
    "Rebooted": "modified",
    "Completed": "modified",
    "VolumeResizeSuccessful": "modified",
    "FileSystemResizeSuccessful": "modified",
}
"""Reasons that say something is different now. Others of type Normal are the everyday life of pods."""

_FIELDS = {
    "ScalingReplicaSet": "replicas",
    "SuccessfulRescale": "replicas",
    "NodeReady": "ready",
    "NodeNotReady": "ready",
    "NodeSchedulable": "unschedulable",
    "NodeNotSchedulable": "unschedulable",
    "Completed": "status",
}
_FROM = re.compile(r"\bfrom (\d+)\b")
_TO = re.compile(r"\bto (\d+)\b|[Nn]ew size: (\d+)")


def event(item: Item) -> Iterator[Seen]:
    """An event as a change of what it is about: one that says something is different, or that warns."""
    raw = item.raw
    reason = text(raw, "reason")
    action = _ACTIONS.get(reason) or ("warned" if text(raw, "type") == "Warning" else "")
    about = at(raw, "involvedObject") or at(raw, "regarding") or {}
    name, kind = text(about, "name"), text(about, "kind")
    if not action or not name or not kind:
        return
    namespace = text(about, "namespace")
    subject = item.to(group_of(about), kind, name, namespace)
    message = text(raw, "message") or text(raw, "note")
    before, after = _scaled(reason, message)
    uid = change_uid(subject, "event", text(raw, "metadata", "uid") or item.name)
    fields: dict[str, Value] = {
        "at": happened_at(item),
        "action": action,
        "subject": name,
        "subjectKind": kind,
        "subjectUid": subject,
        "cluster": item.cluster,
        "namespace": namespace,
        "field": _FIELDS.get(reason, ""),
        "before": before,
        "after": after,
        "actor": text(raw, "source", "component")
        or text(raw, "reportingComponent")
        or text(raw, "reportingController"),
        "via": "Kubernetes event",
        "message": message,
    }
    yield Record(uid, "Change", f"{name} {reason}", without_nothing(fields))
    yield Relation("CHANGE_OF", uid, subject)


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


def _scaled(reason: str, message: str) -> tuple[str, str]:
    """Counts before and after, where a scaling event's message says them."""
    if reason not in {"ScalingReplicaSet", "SuccessfulRescale"}:
        return "", ""
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
    field = "image" if new_image or before is None else "template"
    uid = change_uid(subject, "revision", str(revision.number))
    fields: dict[str, Value] = {
        "at": None if again else revision.at,
        "action": "modified",
        "subject": revision.deployment,
        "subjectKind": "Deployment",
        "subjectUid": subject,
        "cluster": cluster,
        "namespace": revision.namespace,
        "field": field,
        "before": before.image if before and new_image else (before.name if before else ""),
        "after": revision.image if field == "image" else revision.name,
        "via": "rollout",
        "message": revision.cause,
    }
    words = "rolled back" if again else f"{field} changed"
    yield Record(uid, "Change", f"{revision.deployment} {words}", without_nothing(fields))
    yield Relation("CHANGE_OF", uid, subject)
