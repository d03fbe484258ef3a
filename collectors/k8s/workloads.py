"""Deployments, StatefulSets, DaemonSets, ReplicaSets, Jobs, CronJobs, and what scales and protects them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from collectors.k8s import template
from collectors.k8s.meta import controller, group_of, installed, record
from collectors.k8s.note import Revision, Seen, Selector
from collectors.k8s.raw import Raw, at, condition, flag, holds, items, number, pairs, text, time
from collectors.k8s.resource import Item
from graph.record import Relation, Value

_RESTARTED = "kubectl.kubernetes.io/restartedAt"
_REVISION = "deployment.kubernetes.io/revision"
_CAUSE = "kubernetes.io/change-cause"


def deployment(item: Item) -> Iterator[Seen]:
    """A Deployment, by its own counts."""
    counts = _counts(item.raw, _wanted(item.raw), "readyReplicas", "availableReplicas", "updatedReplicas")
    yield from _workload(
        item,
        "Deployment",
        {
            **counts,
            "rollout": _rollout(item.raw, counts),
            "revision": _revision(item.raw),
            "strategy": text(item.raw, "spec", "strategy", "type"),
            "progressDeadlineSeconds": number(item.raw, "spec", "progressDeadlineSeconds"),
        },
    )


def stateful_set(item: Item) -> Iterator[Seen]:
    """A StatefulSet. Its governing service sends traffic to it by name, whatever that service selects."""
    counts = _counts(item.raw, _wanted(item.raw), "readyReplicas", "availableReplicas", "updatedReplicas")
    yield from _workload(
        item,
        "StatefulSet",
        {
            **counts,
            "rollout": _rollout(item.raw, counts),
            "serviceName": text(item.raw, "spec", "serviceName"),
            "strategy": text(item.raw, "spec", "updateStrategy", "type"),
        },
    )


def daemon_set(item: Item) -> Iterator[Seen]:
    """A DaemonSet: what is wanted is one pod for each node that fits."""
    wanted = number(item.raw, "status", "desiredNumberScheduled")
    counts = _counts(item.raw, wanted, "numberReady", "numberAvailable", "updatedNumberScheduled")
    yield from _workload(
        item,
        "DaemonSet",
        {
            **counts,
            "rollout": _rollout(item.raw, counts),
            "misscheduledReplicas": number(item.raw, "status", "numberMisscheduled"),
            "strategy": text(item.raw, "spec", "updateStrategy", "type"),
        },
    )


def replica_set(item: Item) -> Iterator[Seen]:
    """One revision of a Deployment; one that nobody controls is a workload by itself."""
    owner = controller(item.raw)
    pod = at(item.raw, "spec", "template", "spec") or {}
    said = {**template.fields(pod, item.namespace), "serviceAccount": "", "endpoints": []}
    counts = _counts(item.raw, _wanted(item.raw), "readyReplicas", "availableReplicas", "")
    revision = _revision(item.raw)
    name = text(owner, "name") if text(owner, "kind") == "Deployment" else ""
    yield record(item, "ReplicaSet", {**counts, **said, "revision": revision, "workload": name})
    if name:
        yield Relation("PART_OF", item.uid, item.to("apps", "Deployment", name, item.namespace))
        yield Revision(
            item.namespace,
            item.name,
            name,
            revision or 0,
            str(said["image"]),
            time(item.raw, "metadata", "creationTimestamp"),
            pairs(item.raw, "metadata", "annotations").get(_CAUSE, ""),
        )
    elif not owner:
        yield template.selectable(item.uid, item.namespace, at(item.raw, "spec", "template") or {})


def job(item: Item) -> Iterator[Seen]:
    """A Job. A complete one is not failed, whatever its earlier tries did (K8S-10)."""
    raw = item.raw
    status, ended_at = _job_status(raw)
    started_at = time(raw, "status", "startTime")
    owner = controller(raw)
    made_by = text(owner, "name") if text(owner, "kind") == "CronJob" else ""
    duration = int((ended_at - started_at).total_seconds()) if ended_at and started_at else None
    yield from _workload(
        item,
        "Job",
        {
            "status": status,
            "failureReason": text(condition(raw, "Failed"), "reason") if status == "failed" else "",
            "suspended": flag(raw, "spec", "suspend") or False,
            "activePods": number(raw, "status", "active") or 0,
            "succeededPods": number(raw, "status", "succeeded") or 0,
            "failedPods": number(raw, "status", "failed") or 0,
            "completions": number(raw, "spec", "completions"),
            "parallelism": number(raw, "spec", "parallelism"),
            "backoffLimit": number(raw, "spec", "backoffLimit"),
            "startedAt": started_at,
            "endedAt": ended_at,
            "durationSeconds": duration,
            "cronJob": made_by,
        },
    )
    if made_by:
        yield Relation("PART_OF", item.uid, item.to("batch", "CronJob", made_by, item.namespace))


def cron_job(item: Item) -> Iterator[Seen]:
    """A CronJob; its pods' template stands two levels down."""
    raw = item.raw
    fields: dict[str, Value] = {
        "schedule": text(raw, "spec", "schedule"),
        "timeZone": text(raw, "spec", "timeZone"),
        "suspended": flag(raw, "spec", "suspend") or False,
        "concurrencyPolicy": text(raw, "spec", "concurrencyPolicy"),
        "activeJobs": len(items(raw, "status", "active")),
        "lastScheduledAt": time(raw, "status", "lastScheduleTime"),
        "lastSuccessfulAt": time(raw, "status", "lastSuccessfulTime"),
    }
    yield from _workload(item, "CronJob", fields, ("spec", "jobTemplate", "spec", "template"))


def autoscaler(item: Item) -> Iterator[Seen]:
    """A HorizontalPodAutoscaler, of either version of its API."""
    spec, status = at(item.raw, "spec") or {}, at(item.raw, "status") or {}
    target, kind = text(spec, "scaleTargetRef", "name"), text(spec, "scaleTargetRef", "kind")
    most, current = number(spec, "maxReplicas"), number(status, "currentReplicas")
    yield record(
        item,
        "HorizontalPodAutoscaler",
        {
            "target": target,
            "targetKind": kind,
            "minReplicas": number(spec, "minReplicas"),
            "maxReplicas": most,
            "currentReplicas": current,
            "desiredReplicas": number(status, "desiredReplicas"),
            "targetCpuPercent": number(spec, "targetCPUUtilizationPercentage")
            or _metric(spec, "metrics", "cpu", "target"),
            "currentCpuPercent": number(status, "currentCPUUtilizationPercentage")
            or _metric(status, "currentMetrics", "cpu", "current"),
            "targetMemoryPercent": _metric(spec, "metrics", "memory", "target"),
            "lastScaledAt": time(status, "lastScaleTime"),
            "atMaximum": None if most is None or current is None else current >= most,
        },
    )
    yield from installed(item)
    if target and kind:
        group = group_of(at(spec, "scaleTargetRef"))
        yield Relation("SCALES", item.uid, item.to(group, kind, target, item.namespace))


def disruption_budget(item: Item) -> Iterator[Seen]:
    """A PodDisruptionBudget. Its bounds are numbers or percentages, so they stay as written."""
    raw = item.raw
    yield record(
        item,
        "PodDisruptionBudget",
        {
            "minAvailable": text(raw, "spec", "minAvailable"),
            "maxUnavailable": text(raw, "spec", "maxUnavailable"),
            "selector": pairs(raw, "spec", "selector", "matchLabels"),
            "currentHealthy": number(raw, "status", "currentHealthy"),
            "desiredHealthy": number(raw, "status", "desiredHealthy"),
            "expectedPods": number(raw, "status", "expectedPods"),
            "disruptionsAllowed": number(raw, "status", "disruptionsAllowed"),
        },
    )
    yield from installed(item)
    yield Selector(
        item.uid,
        item.namespace,
        pairs(raw, "spec", "selector", "matchLabels"),
        tuple(items(raw, "spec", "selector", "matchExpressions")),
        "APPLIES_TO",
    )


def _workload(
    item: Item, kind: str, fields: dict[str, Value], path: tuple[str, ...] = ("spec", "template")
) -> Iterator[Seen]:
    """What every workload with a pod template has: the record, its identity, what it names, its release."""
    pods = at(item.raw, *path) or {}
    spec = at(pods, "spec") or {}
    restarted = pairs(pods, "metadata", "annotations").get(_RESTARTED, "")
    own: dict[str, Value] = {**fields, **template.fields(spec, item.namespace)}
    if kind in {"Deployment", "StatefulSet", "DaemonSet"}:
        own["restartedAt"] = time({"at": restarted}, "at")
    yield record(item, kind, own)
    yield template.runs_as(item.uid, spec, item)
    yield from template.claims(item.uid, spec, item)
    yield from template.configuration(item.uid, spec, item)
    if kind != "Job" or not controller(item.raw):  # of a CronJob's runs, the CronJob itself is found
        yield template.selectable(item.uid, item.namespace, pods)
    yield from installed(item)


def _wanted(raw: Raw) -> int:
    """The API's default is 1, so a manifest that says nothing wants 1."""
    written = number(raw, "spec", "replicas")
    return 1 if written is None else written


def _counts(raw: Raw, wanted: int | None, ready: str, available: str, updated: str) -> dict[str, Value]:
    """Counts of pods. A status leaves out what is 0; an object without any status was never counted."""
    status = at(raw, "status")
    counted = {n: (number(status, n) or 0) if status and n else None for n in (ready, available, updated)}
    seen = counted[ready]
    return {
        "replicas": wanted,
        "readyReplicas": seen,
        "availableReplicas": counted[available],
        "updatedReplicas": counted[updated],
        "ready": seen >= wanted if seen is not None and wanted else None,
    }


def _rollout(raw: Raw, counts: dict[str, Value]) -> str:
    """Where its rollout stands; "" where it was never counted. Pods that crash later do not undo a complete one."""
    if counts["readyReplicas"] is None:
        return ""
    if flag(raw, "spec", "paused"):
        return "paused"
    if holds(raw, "Progressing") is False:
        return "stalled"
    generation, observed = number(raw, "metadata", "generation"), number(raw, "status", "observedGeneration")
    if generation is not None and observed is not None and observed < generation:
        return "progressing"
    through = text(condition(raw, "Progressing"), "reason") == "NewReplicaSetAvailable"
    if through or counts["replicas"] == counts["updatedReplicas"] == counts["availableReplicas"]:
        return "complete"
    return "progressing"


def _revision(raw: Raw) -> int | None:
    return number(pairs(raw, "metadata", "annotations"), _REVISION)


def _job_status(raw: Raw) -> tuple[str, datetime | None]:
    """The one word a Job is in, and when it ended."""
    for kind, word in (("Complete", "completed"), ("Failed", "failed")):
        if holds(raw, kind):
            return word, time(raw, "status", "completionTime") or time(
                condition(raw, kind), "lastTransitionTime"
            )
    if flag(raw, "spec", "suspend"):
        return "suspended", None
    return ("running" if number(raw, "status", "active") else "pending"), None


def _metric(raw: Raw, metrics: str, resource: str, kind: str) -> int | None:
    """The use of a resource among metrics, in percent of what is requested."""
    for metric in items(raw, metrics):
        measured = at(metric, "resource") or {}
        if text(measured, "name") == resource:
            value = number(measured, kind, "averageUtilization")
            return value if value is not None else number(measured, f"{kind}AverageUtilization")
    return None
