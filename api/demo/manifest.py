"""Kubernetes objects as an API server gives them: a workload written in one line becomes its Deployment, ReplicaSet and pods."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

Object = dict[str, Any]
_SPACE = uuid.UUID("9b0f6f2e-7a70-4b7c-9d2e-3f1f3c0a51aa")


@dataclass(frozen=True, slots=True)
class Trouble:
    """A pod that does not get ready: why, and how often it restarted."""

    reason: str = "CrashLoopBackOff"
    last: str = "OOMKilled"
    restarts: int = 14


@dataclass(frozen=True, slots=True)
class Workload:
    """A workload in one line. `trouble` befalls its last pod; `owner` are the labels that say who runs it."""

    name: str
    namespace: str
    image: str
    digest: str
    replicas: int = 1
    kind: str = "Deployment"
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    annotations: Mapping[str, str] = field(default_factory=dict[str, str])
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    reads: str = ""  # the Secret it takes its password from, by name
    account: str = "default"
    port: int = 8080
    age_days: float = 40
    started_days: float = 17  # when its present pods started
    before: str = ""  # the image it ran until then: its ReplicaSet is kept, scaled to nothing
    volume: str = ""
    memory: str = "512Mi"
    trouble: Trouble | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """The present, which all ages count from, and when the cluster is looked at."""

    now: datetime
    seen: datetime

    def ago(self, **length: float) -> str:
        """That long before the present, as Kubernetes writes times."""
        return stamp(self.now - timedelta(**length))


def stamp(at: datetime) -> str:
    """A time as Kubernetes writes it."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def suffix(name: str, letters: int = 5) -> str:
    """The end that a controller puts to a name: always the same for the same name."""
    alphabet = "bcdfghjklmnpqrstvwxz2456789"
    digest = hashlib.sha256(name.encode()).digest()
    return "".join(alphabet[b % len(alphabet)] for b in digest[:letters])


def metadata(cluster: str, kind: str, namespace: str, name: str, created: str, **more: Any) -> Object:
    """The metadata of an object, with a uid that is always the same for the same object."""
    made: Object = {
        "name": name,
        "uid": str(uuid.uuid5(_SPACE, f"{cluster}/{kind}/{namespace}/{name}")),
        "resourceVersion": str(int.from_bytes(hashlib.sha256(name.encode()).digest()[:3], "big")),
        "creationTimestamp": created,
    }
    if namespace:
        made["namespace"] = namespace
    return made | {key: value for key, value in more.items() if value}


def owned_by(api: str, owner: Object) -> list[Object]:
    """The reference to the controller that made an object."""
    meta = owner["metadata"]
    return [
        {
            "apiVersion": api,
            "kind": owner["kind"],
            "name": meta["name"],
            "uid": meta["uid"],
            "controller": True,
        }
    ]


def container(workload: Workload) -> Object:
    """The one container of a workload's pods."""
    env: list[Object] = [{"name": k, "value": v} for k, v in workload.env.items()]
    if workload.reads:
        key = {"secretKeyRef": {"name": workload.reads, "key": "password"}}
        env.append({"name": "DATABASE_PASSWORD", "valueFrom": key})
    made: Object = {
        "name": workload.name,
        "image": workload.image,
        "imagePullPolicy": "IfNotPresent",
        "env": env,
        "ports": [{"name": "http", "containerPort": workload.port, "protocol": "TCP"}],
        "resources": {
            "requests": {"cpu": "100m", "memory": workload.memory},
            "limits": {"memory": workload.memory},
        },
        "readinessProbe": {"httpGet": {"path": "/ready", "port": "http"}, "timeoutSeconds": 1},
    }
    if workload.volume:
        made["volumeMounts"] = [{"name": workload.volume, "mountPath": "/data"}]
    return made


def labels_of(workload: Workload) -> dict[str, str]:
    """A workload's labels: its name, and what it was given."""
    return {"app.kubernetes.io/name": workload.name, **workload.labels}


def controller(cluster: str, workload: Workload, moment: Moment) -> Object:
    """The Deployment or StatefulSet itself, with its status counted from its pods."""
    bad = 1 if workload.trouble else 0
    ready = workload.replicas - bad
    selector = {"app.kubernetes.io/name": workload.name}
    spec: Object = {
        "replicas": workload.replicas,
        "selector": {"matchLabels": selector},
        "template": {
            "metadata": {"labels": labels_of(workload)},
            "spec": {"serviceAccountName": workload.account, "containers": [container(workload)]},
        },
    }
    if workload.kind == "StatefulSet":
        spec |= {"serviceName": workload.name}
        if workload.volume:
            spec["volumeClaimTemplates"] = [{"metadata": {"name": workload.volume}}]
    else:
        spec |= {
            "strategy": {
                "type": "RollingUpdate",
                "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": "25%"},
            }
        }
    status: Object = {
        "observedGeneration": 7,
        "replicas": workload.replicas,
        "updatedReplicas": workload.replicas,
        "readyReplicas": ready,
        "availableReplicas": ready,
    }
    if bad:
        status["unavailableReplicas"] = bad
    created = moment.ago(days=workload.age_days)
    return {
        "apiVersion": "apps/v1",
        "kind": workload.kind,
        "metadata": metadata(
            cluster,
            workload.kind,
            workload.namespace,
            workload.name,
            created,
            generation=7,
            labels=labels_of(workload),
            annotations=dict(workload.annotations),
        ),
        "spec": spec,
        "status": status,
    }


def replica_set(cluster: str, workload: Workload, owner: Object, moment: Moment) -> Object:
    """The ReplicaSet of a Deployment's present template."""
    ready = owner["status"]["readyReplicas"]
    return _replica_set(
        cluster,
        workload,
        owner,
        workload.image,
        workload.replicas,
        ready,
        moment.ago(days=workload.started_days),
    )


def _replica_set(
    cluster: str, workload: Workload, owner: Object, image: str, replicas: int, ready: int, created: str
) -> Object:
    digest = suffix(image, 9)
    name = f"{workload.name}-{digest}"
    return {
        "apiVersion": "apps/v1",
        "kind": "ReplicaSet",
        "metadata": metadata(
            cluster,
            "ReplicaSet",
            workload.namespace,
            name,
            created,
            labels={**labels_of(workload), "pod-template-hash": digest},
            ownerReferences=owned_by("apps/v1", owner),
        ),
        "spec": {"replicas": replicas, "selector": {"matchLabels": {"pod-template-hash": digest}}},
        "status": {"replicas": replicas, "readyReplicas": ready},
    }


def pod(
    cluster: str, workload: Workload, owner: Object, name: str, node: str, moment: Moment, *, bad: bool
) -> Object:
    """One pod, running by digest, or in trouble."""
    trouble = workload.trouble if bad else None
    started = moment.ago(days=workload.started_days)
    spec: Object = {
        "nodeName": node,
        "serviceAccountName": workload.account,
        "restartPolicy": "Always",
        "containers": [container(workload)],
    }
    if workload.volume:
        claim = {"claimName": f"{workload.volume}-{name}"}
        spec["volumes"] = [{"name": workload.volume, "persistentVolumeClaim": claim}]
    conditions = [
        {"type": t, "status": "False" if trouble else "True", "lastTransitionTime": started}
        for t in ("Ready", "ContainersReady")
    ]
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": metadata(
            cluster,
            "Pod",
            workload.namespace,
            name,
            started,
            labels=labels_of(workload),
            ownerReferences=owned_by("apps/v1", owner),
        ),
        "spec": spec,
        "status": {
            "phase": "Running",
            "podIP": f"10.20.{1 + len(name) % 2}.{20 + sum(name.encode()) % 200}",
            "startTime": started,
            "qosClass": "Burstable",
            "conditions": [
                {"type": "PodScheduled", "status": "True", "lastTransitionTime": started},
                *conditions,
            ],
            "containerStatuses": [_status(workload, trouble, started, moment)],
        },
    }


def _status(workload: Workload, trouble: Trouble | None, started: str, moment: Moment) -> Object:
    status: Object = {
        "name": workload.name,
        "image": workload.image,
        "imageID": f"{workload.image.rsplit(':', 1)[0]}@{workload.digest}",
        "ready": trouble is None,
        "restartCount": trouble.restarts if trouble else 0,
        "state": {"running": {"startedAt": started}},
    }
    if trouble:
        ended = {"exitCode": 137, "reason": trouble.last, "finishedAt": moment.ago(minutes=4)}
        status |= {"state": {"waiting": {"reason": trouble.reason}}, "lastState": {"terminated": ended}}
    return status


def expanded(cluster: str, workload: Workload, nodes: list[str], moment: Moment) -> Iterable[Object]:
    """The workload with everything its controllers made."""
    top = controller(cluster, workload, moment)
    yield top
    owner = top
    if workload.kind == "Deployment":
        owner = replica_set(cluster, workload, top, moment)
        yield owner
        if workload.before:
            yield _replica_set(
                cluster, workload, top, workload.before, 0, 0, moment.ago(days=workload.age_days)
            )
    for n in range(workload.replicas):
        name = owner["metadata"]["name"]
        name = f"{name}-{n}" if workload.kind == "StatefulSet" else f"{name}-{suffix(f'{name}{n}')}"
        bad = workload.trouble is not None and n == workload.replicas - 1
        yield pod(cluster, workload, owner, name, nodes[n % len(nodes)], moment, bad=bad)


def service(cluster: str, name: str, namespace: str, port: int, moment: Moment) -> Object:
    """A Service of the pods of that name."""
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": metadata(cluster, "Service", namespace, name, moment.ago(days=90)),
        "spec": {
            "type": "ClusterIP",
            "clusterIP": f"172.20.{len(namespace)}.{10 + sum(name.encode()) % 200}",
            "selector": {"app.kubernetes.io/name": name},
            "ports": [{"name": "http", "port": 80, "targetPort": port, "protocol": "TCP"}],
        },
        "status": {"loadBalancer": {}},
    }
