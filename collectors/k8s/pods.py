"""Pods and their containers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from decimal import Decimal

from collectors.image import parse, running_digest
from collectors.k8s import template
from collectors.k8s.meta import controller, group_of, record, without_nothing
from collectors.k8s.note import Seen
from collectors.k8s.raw import (
    Raw,
    at,
    condition,
    flag,
    holds,
    items,
    mebibytes,
    number,
    ports,
    quantity,
    text,
    time,
)
from collectors.k8s.resource import Item
from collectors.k8s.uid import container_uid
from graph.record import Inference, Record, Relation, Value

_MIRROR = "kubernetes.io/config.mirror"
_HASH = "pod-template-hash"
_FINISHED = frozenset({"Succeeded", "Failed"})
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_UNITS = (("Ei", 1024**6), ("Pi", 1024**5), ("Ti", 1024**4), ("Gi", 1024**3), ("Mi", 1024**2), ("Ki", 1024))

_TEMPLATED = frozenset(
    {"apps/Deployment", "apps/StatefulSet", "apps/DaemonSet", "apps/ReplicaSet", "batch/Job", "batch/CronJob"}
)
"""Workloads whose own templates selectors are matched with, so that their pods need not be."""

_Workload = tuple[str, str, Inference | None]
"""Group/kind and name of a workload, and how that was inferred where no source says so."""


def pod(item: Item) -> Iterator[Seen]:
    """A pod, its containers, and what it is part of. A finished pod is neither ready nor not ready (K8S-10)."""
    raw, spec = item.raw, at(item.raw, "spec") or {}
    statuses = _statuses(raw)
    owner = _workload(item)
    group_kind, workload = (owner[0], owner[1]) if owner else ("", "")
    named: dict[str, Value] = {"workload": workload, "workloadKind": group_kind.rpartition("/")[2]}
    state = {**_state(raw, statuses), **_place(item), **_resources(spec)}
    whole = record(item, "Pod", {**state, **named, **template.runs(spec)})
    yield whole
    for container, purpose in _containers(spec):
        if name := text(container, "name"):
            yield _container(whole, container, purpose, statuses.get(name, {}))
            yield Relation("PART_OF", container_uid(item.uid, name), item.uid)
    yield from _relations(item, spec, owner)


def _state(raw: Raw, statuses: dict[str, Raw]) -> dict[str, Value]:
    """How it is: its phase, its conditions, and what its containers went through."""
    phase = text(raw, "status", "phase")
    ready = None if phase in _FINISHED or not phase else holds(raw, "Ready") is True
    scheduled = condition(raw, "PodScheduled")
    reason = text(raw, "status", "reason") or (
        text(scheduled, "reason") if holds(raw, "PodScheduled") is False else ""
    )
    main = [statuses[n] for n in (text(c, "name") for c in items(raw, "spec", "containers")) if n in statuses]
    counted = [s for n, s in statuses.items() if n not in _done(raw)]
    waiting = next((w for w in (text(s, "state", "waiting", "reason") for s in statuses.values()) if w), "")
    return {
        "phase": phase,
        "ready": ready,
        "reason": reason,
        "terminating": bool(text(raw, "metadata", "deletionTimestamp")),
        "restarts": sum(number(s, "restartCount") or 0 for s in counted) if phase else None,
        "waitingReason": "" if phase in _FINISHED else waiting,
        "containers": len(items(raw, "spec", "containers")),
        "readyContainers": sum(bool(flag(s, "ready")) for s in main) if main else None,
        "startedAt": time(raw, "status", "startTime"),
        **_last_termination(counted),
    }


def _last_termination(statuses: Iterable[Raw]) -> dict[str, Value]:
    """The latest end of any of its containers. An init container that did its work has not ended in this sense."""
    ends = [
        end
        for s in statuses
        for end in (at(s, "lastState", "terminated"), at(s, "state", "terminated"))
        if end
    ]
    if not ends:
        return {}
    last: Raw = max(ends, key=lambda end: time(end, "finishedAt") or _EPOCH)
    return {
        "lastTerminationReason": text(last, "reason"),
        "lastTerminatedAt": time(last, "finishedAt"),
        "lastExitCode": number(last, "exitCode"),
    }


def _done(raw: Raw) -> set[str]:
    """Names of the init containers that did their work."""
    statuses = items(raw, "status", "initContainerStatuses")
    return {text(s, "name") for s in statuses if number(s, "state", "terminated", "exitCode") == 0}


def _place(item: Item) -> dict[str, Value]:
    raw = item.raw
    return {
        "node": text(raw, "spec", "nodeName"),
        "podIp": text(raw, "status", "podIP"),
        "hostIp": text(raw, "status", "hostIP"),
        "hostNetwork": flag(raw, "spec", "hostNetwork") or False,
        "static": _is_static(raw),
        "qosClass": text(raw, "status", "qosClass"),
        "priorityClass": text(raw, "spec", "priorityClassName"),
    }


def _is_static(raw: Raw) -> bool:
    """A mirror of a file on a node: it is owned by the Node, which is no workload (K8S-09)."""
    return text(controller(raw), "kind") == "Node" or bool(text(raw, "metadata", "annotations", _MIRROR))


def _workload(item: Item) -> _Workload | None:
    """Group/kind and name of the workload it is part of, a ReplicaSet passed over; None for bare and static pods."""
    owner = controller(item.raw)
    kind, name = text(owner, "kind"), text(owner, "name")
    if not name or kind == "Node":
        return None
    if kind == "ReplicaSet" and group_of(owner) == "apps":
        return _deployment(item, name)
    return f"{group_of(owner)}/{kind}", name, None


def _deployment(item: Item, replica_set: str) -> _Workload:
    """The Deployment of its ReplicaSet: as the ReplicaSet says, or else by the hash that ends its name (inferred)."""
    known = item.deployments.get(f"{item.namespace}/{replica_set}")
    if known:
        return "apps/Deployment", known, None
    ending = f"-{item.labels.get(_HASH, '')}"
    if known is None and len(ending) > 1 and replica_set.endswith(ending):
        basis = (item.uid, item.to("apps", "ReplicaSet", replica_set, item.namespace))
        return "apps/Deployment", replica_set.removesuffix(ending), Inference("replicaset-name", 0.9, basis)
    return "apps/ReplicaSet", replica_set, None


def _relations(item: Item, spec: Raw, workload: _Workload | None) -> Iterator[Seen]:
    owner = controller(item.raw)
    if workload:
        group, _, kind = workload[0].rpartition("/")
        yield Relation("PART_OF", item.uid, item.to(group, kind, workload[1], item.namespace), workload[2])
        if text(owner, "kind") == "ReplicaSet" and kind == "Deployment":
            yield Relation(
                "PART_OF", item.uid, item.to("apps", "ReplicaSet", text(owner, "name"), item.namespace)
            )
    else:
        yield from template.configuration(item.uid, spec, item)
    if not workload or workload[0] not in _TEMPLATED:
        yield template.selectable(item.uid, item.namespace, item.raw)
    if node := text(spec, "nodeName"):
        yield Relation("RUNS_ON", item.uid, item.to("", "Node", node))
    yield template.runs_as(item.uid, spec, item)
    yield from template.claims(item.uid, spec, item)


def _statuses(raw: Raw) -> dict[str, Raw]:
    """Statuses by the name of the container."""
    lists = ("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses")
    return {text(s, "name"): s for name in lists for s in items(raw, "status", name)}


def _containers(spec: Raw) -> Iterator[tuple[Raw, str]]:
    """Each container with its purpose: an init container that restarts always is a sidecar."""
    for container in items(spec, "initContainers"):
        yield container, "sidecar" if text(container, "restartPolicy") == "Always" else "init"
    yield from ((container, "main") for container in items(spec, "containers"))
    yield from ((container, "ephemeral") for container in items(spec, "ephemeralContainers"))


def _container(pod: Record, container: Raw, purpose: str, status: Raw) -> Record:
    state = next((s for s in ("running", "waiting", "terminated") if at(status, "state", s) is not None), "")
    fields: dict[str, Value] = {
        **{name: pod.fields.get(name) for name in ("cluster", "namespace", "environment", "workload")},
        "pod": pod.name,
        "purpose": purpose,
        **_images(container, status),
        "state": state,
        "ready": flag(status, "ready") if state != "terminated" else None,
        "restarts": number(status, "restartCount"),
        "waitingReason": text(status, "state", "waiting", "reason"),
        **_last_termination([status]),
        "startedAt": time(status, "state", "running", "startedAt"),
        **_resources({"containers": [container]}),
        "ports": list(ports(container, "ports")),
        "privileged": flag(container, "securityContext", "privileged") or False,
        **_probes(container, purpose),
    }
    name = text(container, "name")
    return Record(container_uid(pod.uid, name), "Container", name, without_nothing(fields))


def _probes(container: Raw, purpose: str) -> dict[str, Value]:
    """Whether it is probed; what runs once and ends has no need of it, and says nothing."""
    if purpose in {"init", "ephemeral"}:
        return {}
    return {f"{kind}Probe": at(container, f"{kind}Probe") is not None for kind in ("liveness", "readiness")}


def _images(container: Raw, status: Raw) -> dict[str, Value]:
    """The image asked for, taken apart, beside the image that runs (K8S-11)."""
    written = text(container, "image")
    image = parse(written)
    parts: dict[str, Value] = {"image": written}
    if image:
        parts |= {
            "imageRegistry": image.registry,
            "imageRepository": image.repository,
            "imageTag": image.tag,
            "imageDigest": image.digest,
        }
    return {
        **parts,
        "runningImage": text(status, "image"),
        "runningDigest": running_digest(text(status, "imageID")),
    }


def _resources(spec: Raw) -> dict[str, Value]:
    """Limits and requests of its main containers: as written where one container says so, else their sum; and as numbers."""
    found: dict[str, Value] = {}
    for kind, name in (("limits", "Limit"), ("requests", "Request")):
        memory, cpu = _sum(spec, kind, "memory"), _sum(spec, kind, "cpu")
        found |= {
            f"memory{name}": memory,
            f"memory{name}MiB": mebibytes(memory),
            f"cpu{name}": cpu,
            f"cpu{name}Cores": quantity(cpu),
        }
    return found


def _sum(spec: Raw, kind: str, resource: str) -> str:
    """Empty where a limit is missing on one of them: the sum would then be no limit."""
    written = [text(c, "resources", kind, resource) for c in items(spec, "containers")]
    said = [w for w in written if w]
    if not said or (kind == "limits" and len(said) < len(written)):
        return ""
    if len(said) == 1:
        return said[0]
    values = [value for w in said if (value := quantity(w)) is not None]
    return (
        _as_written(sum(values, Decimal()), memory=resource == "memory") if len(values) == len(said) else ""
    )


def _as_written(total: Decimal, *, memory: bool) -> str:
    """A sum in the largest unit that holds it whole: 768Mi, 1500m."""
    if not memory:
        return f"{total:f}" if total == total.to_integral() else f"{int(total * 1000)}m"
    unit, size = next(((unit, size) for unit, size in _UNITS if total and total % size == 0), ("", 1))
    return f"{int(total / size)}{unit}"
