"""The two clusters, written as `kubectl get … -o json` saves them: a folder with one list per kind."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from api.demo.account import Ids
from api.demo.manifest import (
    Moment,
    Object,
    Trouble,
    Workload,
    expanded,
    metadata,
    owned_by,
    service,
    stamp,
    suffix,
)

PLURALS = {
    "Namespace": "namespaces",
    "Node": "nodes",
    "Pod": "pods",
    "Service": "services",
    "ServiceAccount": "serviceaccounts",
    "ConfigMap": "configmaps",
    "PersistentVolume": "persistentvolumes",
    "PersistentVolumeClaim": "persistentvolumeclaims",
    "Event": "events",
    "Deployment": "deployments",
    "ReplicaSet": "replicasets",
    "StatefulSet": "statefulsets",
    "DaemonSet": "daemonsets",
    "Job": "jobs",
    "CronJob": "cronjobs",
    "Ingress": "ingresses",
    "NetworkPolicy": "networkpolicies",
    "HorizontalPodAutoscaler": "horizontalpodautoscalers",
    "PodDisruptionBudget": "poddisruptionbudgets",
    "StorageClass": "storageclasses",
}


@dataclass(frozen=True, slots=True)
class Stage:
    """How far the story has come: whether the last day's deploys have been."""

    deployed: bool


def write(folder: Path, objects: Iterable[Object], kinds: Iterable[str] = PLURALS) -> None:
    """One file for each of the kinds, as `kubectl get <kind> -A -o json > <kind>.json` leaves it, also where there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    lists: dict[str, list[Object]] = defaultdict(list)
    for made in objects:
        lists[PLURALS[made["kind"]]].append(made)
    for plural in (PLURALS[kind] for kind in kinds):
        held = {
            "apiVersion": "v1",
            "items": lists[plural],
            "kind": "List",
            "metadata": {"resourceVersion": ""},
        }
        (folder / f"{plural}.json").write_text(json.dumps(held, indent=1), encoding="utf-8")


def prod(ids: Ids, moment: Moment, stage: Stage) -> Iterator[Object]:
    """Everything in the cluster prod."""
    nodes = {f"ip-10-20-1-{10 + n}.eu-west-1.compute.internal": n for n in (1, 2, 3)}
    for name, team in (
        ("shop", ""),
        ("payments", "payments"),
        ("insights", "insights"),
        ("kube-system", "platform"),
    ):
        yield _namespace("prod", name, team, moment)
    for name, n in nodes.items():
        yield _node("prod", name, ids[f"zone.node-{n}"], ids[f"instance.node-{n}"], moment)
    for workload in _prod_workloads(ids, stage):
        yield from expanded("prod", workload, list(nodes), moment)
    for name, namespace in (
        ("storefront", "shop"),
        ("cart", "shop"),
        ("search", "shop"),
        ("checkout-api", "payments"),
        ("ledger", "payments"),
        ("reports-api", "insights"),
    ):
        yield service("prod", name, namespace, 8080, moment)
    yield _account("prod", "payments", "checkout-api", ids["role.prod-checkout-api"], moment)
    yield _account("prod", "insights", "reports", ids["role.prod-reports"], moment)
    yield _ingress("prod", ids["balancer.host"], moment)
    yield from _search_volume(ids["volume.search-data"], ids["zone.prod-1"], moment)
    yield from _nightly(ids, moment)
    yield _autoscaler("prod", "shop", "storefront", moment)
    yield _budget("prod", "payments", "checkout-api", moment)
    yield _settings("prod", "shop", "storefront", moment)
    yield from _events(ids, moment, stage)


def _prod_workloads(ids: Ids, stage: Stage) -> Iterator[Workload]:
    shop = {"app.kubernetes.io/part-of": "shop"}
    checkout = "checkout-next" if stage.deployed else "checkout"
    yield Workload(
        "storefront", "shop", ids["image.storefront"], ids["digest.storefront"], replicas=3,
        labels={**shop, "team": "storefront"}, env={"CHECKOUT_URL": "http://checkout-api.payments", "CART_URL": "http://cart.shop"},
    )  # fmt: skip
    yield Workload(
        "cart", "shop", ids["image.cart"], ids["digest.cart"], replicas=3, labels={**shop, "team": "storefront", "owner": "payments"},
        env={"CARTS_TABLE": ids["table.carts"]}, memory="256Mi", trouble=Trouble() if stage.deployed else None,
    )  # fmt: skip
    yield Workload(
        "search", "shop", ids["image.search"], ids["digest.search"], kind="StatefulSet", volume="data", memory="2Gi", age_days=170,
    )  # fmt: skip
    yield Workload(
        "checkout-api", "payments", ids[f"image.{checkout}"], ids[f"digest.{checkout}"], replicas=3, account="checkout-api",
        started_days=0.25 if stage.deployed else 17, before=ids["image.checkout"] if stage.deployed else "",
        labels={"app.kubernetes.io/part-of": "checkout", "app.kubernetes.io/managed-by": "Helm", "team": "payments"},
        annotations={"meta.helm.sh/release-name": "checkout", "meta.helm.sh/release-namespace": "payments"},
        env={"DATABASE_HOST": ids["endpoint.orders-db"], "ORDER_QUEUE": ids["queue-arn.order-events"]}, reads="checkout-database",
    )  # fmt: skip
    yield Workload(
        "ledger", "payments", ids["image.ledger"], ids["digest.ledger"], replicas=2, kind="StatefulSet",
        env={"DATABASE_HOST": ids["endpoint.ledger-db"]}, age_days=120,
    )  # fmt: skip
    yield Workload(
        "reports-api", "insights", ids["image.reports"], ids["digest.reports"], replicas=2, account="reports",
        env={"DATABASE_HOST": ids["endpoint.reports-db"], "JOBS": ids["queue-arn.report-jobs"]},
    )  # fmt: skip
    yield Workload(
        "coredns", "kube-system", "registry.k8s.example/coredns/coredns:v1.11.3", f"sha256:{'9c' * 32}", replicas=2,
        labels={"k8s-app": "kube-dns"}, age_days=200, memory="170Mi",
    )  # fmt: skip


def staging(ids: Ids, moment: Moment) -> Iterator[Object]:
    """Everything in the cluster staging: the next versions of some of it."""
    nodes = {f"ip-10-40-1-{10 + n}.eu-central-1.compute.internal": n for n in (1, 2)}
    for name, team in (("shop", ""), ("payments", "payments")):
        yield _namespace("staging", name, team, moment)
    for name, n in nodes.items():
        yield _node("staging", name, ids[f"zone.staging-node-{n}"], ids[f"instance.staging-node-{n}"], moment)
    first = Workload(
        "checkout-api",
        "payments",
        ids["image.checkout-next"],
        ids["digest.checkout-next"],
        labels={"team": "payments"},
    )
    for workload in (
        first,
        replace(
            first,
            name="storefront",
            namespace="shop",
            image=ids["image.storefront"],
            digest=ids["digest.storefront"],
            labels={"team": "storefront"},
        ),
        replace(
            first,
            name="search",
            namespace="shop",
            image=ids["image.search"],
            digest=ids["digest.search"],
            labels={},
        ),
    ):
        yield from expanded("staging", workload, list(nodes), moment)
        yield service("staging", workload.name, workload.namespace, 8080, moment)


def _namespace(cluster: str, name: str, team: str, moment: Moment) -> Object:
    labels = {"kubernetes.io/metadata.name": name, "env": cluster} | ({"team": team} if team else {})
    return {
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": metadata(cluster, "Namespace", "", name, moment.ago(days=210), labels=labels),
        "spec": {"finalizers": ["kubernetes"]},
        "status": {"phase": "Active"},
    }


def _node(cluster: str, name: str, zone: str, instance: str, moment: Moment) -> Object:
    labels = {
        "topology.kubernetes.io/zone": zone,
        "topology.kubernetes.io/region": zone[:-1],
        "node.kubernetes.io/instance-type": "m6i.xlarge" if cluster == "prod" else "t3.large",
        "kubernetes.io/arch": "amd64",
    }
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": metadata(cluster, "Node", "", name, moment.ago(days=30), labels=labels),
        "spec": {"providerID": f"aws:///{zone}/{instance}"},
        "status": {
            "capacity": {"cpu": "4", "memory": "16077796Ki", "pods": "58"},
            "allocatable": {"cpu": "3920m", "memory": "15060964Ki", "pods": "58"},
            "conditions": [
                {"type": "MemoryPressure", "status": "False", "lastTransitionTime": moment.ago(days=30)},
                {"type": "Ready", "status": "True", "lastTransitionTime": moment.ago(days=30)},
            ],
            "nodeInfo": {
                "kubeletVersion": "v1.33.4",
                "osImage": "Amazon Linux 2023",
                "architecture": "amd64",
                "containerRuntimeVersion": "containerd://1.7.27",
            },
        },
    }


def _account(cluster: str, namespace: str, name: str, role: str, moment: Moment) -> Object:
    annotations = {"eks.amazonaws.com/role-arn": role}
    meta = metadata(cluster, "ServiceAccount", namespace, name, moment.ago(days=90), annotations=annotations)
    return {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": meta}


def _ingress(cluster: str, host: str, moment: Moment) -> Object:
    backend = {"service": {"name": "storefront", "port": {"number": 80}}}
    return {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "Ingress",
        "metadata": metadata(
            cluster,
            "Ingress",
            "shop",
            "storefront",
            moment.ago(days=88),
            labels={"team": "storefront"},
            annotations={"alb.ingress.kubernetes.io/scheme": "internet-facing"},
        ),
        "spec": {
            "ingressClassName": "alb",
            "rules": [
                {
                    "host": "shop.acme.example",
                    "http": {"paths": [{"path": "/", "pathType": "Prefix", "backend": backend}]},
                }
            ],
        },
        "status": {"loadBalancer": {"ingress": [{"hostname": host}]}},
    }


def _search_volume(volume: str, zone: str, moment: Moment) -> Iterator[Object]:
    name = f"pvc-{suffix('search', 8)}"
    created = moment.ago(days=90)
    claim = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "namespace": "shop",
        "name": "data-search-0",
    }
    yield {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": metadata("prod", "PersistentVolume", "", name, created),
        "spec": {
            "capacity": {"storage": "80Gi"},
            "accessModes": ["ReadWriteOnce"],
            "persistentVolumeReclaimPolicy": "Delete",
            "storageClassName": "gp3",
            "csi": {"driver": "ebs.csi.aws.com", "volumeHandle": volume},
            "claimRef": claim,
            "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [{"key": "topology.kubernetes.io/zone", "operator": "In", "values": [zone]}]}]}},
        },
        "status": {"phase": "Bound"},
    }  # fmt: skip
    yield {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": metadata("prod", "PersistentVolumeClaim", "shop", "data-search-0", created),
        "spec": {
            "accessModes": ["ReadWriteOnce"],
            "resources": {"requests": {"storage": "80Gi"}},
            "storageClassName": "gp3",
            "volumeName": name,
        },
        "status": {"phase": "Bound", "capacity": {"storage": "80Gi"}},
    }
    yield {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": metadata("prod", "StorageClass", "", "gp3", moment.ago(days=210)),
        "provisioner": "ebs.csi.aws.com",
        "reclaimPolicy": "Delete",
        "volumeBindingMode": "WaitForFirstConsumer",
    }


def _nightly(ids: Ids, moment: Moment) -> Iterator[Object]:
    """A CronJob with its last two runs: one that succeeded, and one that failed the night before."""
    last = moment.seen.replace(hour=2, minute=15, second=0, microsecond=0)
    last -= timedelta(days=1) if last > moment.seen else timedelta()
    template = {
        "spec": {
            "backoffLimit": 1,
            "template": {
                "spec": {
                    "serviceAccountName": "reports",
                    "restartPolicy": "Never",
                    "containers": [
                        {"name": "nightly-report", "image": ids["image.reports"], "args": ["nightly"]}
                    ],
                }
            },
        }
    }
    job: Object = {
        "apiVersion": "batch/v1",
        "kind": "CronJob",
        "metadata": metadata("prod", "CronJob", "insights", "nightly-report", moment.ago(days=80)),
        "spec": {
            "schedule": "15 2 * * *",
            "suspend": False,
            "concurrencyPolicy": "Forbid",
            "jobTemplate": template,
        },
        "status": {"lastScheduleTime": stamp(last), "lastSuccessfulTime": stamp(last + _RUN)},
    }
    yield job
    for at, worked in ((last - timedelta(days=1), False), (last, True)):
        yield _run(job, template, at, worked=worked)


_RUN = timedelta(minutes=6)


def _run(job: Object, template: Object, at: datetime, *, worked: bool) -> Object:
    ended = stamp(at + _RUN)
    condition: Object = {
        "type": "Complete" if worked else "Failed",
        "status": "True",
        "lastTransitionTime": ended,
    }
    if not worked:
        condition |= {
            "reason": "BackoffLimitExceeded",
            "message": "Job has reached the specified backoff limit",
        }
    status: Object = {"startTime": stamp(at), "conditions": [condition]}
    status |= {"succeeded": 1, "completionTime": ended} if worked else {"failed": 2}
    name = f"nightly-report-{int(at.timestamp()) // 60}"
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": metadata(
            "prod", "Job", "insights", name, stamp(at), ownerReferences=owned_by("batch/v1", job)
        ),
        "spec": {
            "backoffLimit": 1,
            "completions": 1,
            "parallelism": 1,
            "template": template["spec"]["template"],
        },
        "status": status,
    }


def _autoscaler(cluster: str, namespace: str, name: str, moment: Moment) -> Object:
    target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": name}
    return {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": metadata(cluster, "HorizontalPodAutoscaler", namespace, name, moment.ago(days=88)),
        "spec": {"scaleTargetRef": target, "minReplicas": 3, "maxReplicas": 12},
        "status": {"currentReplicas": 3, "desiredReplicas": 3},
    }


def _budget(cluster: str, namespace: str, name: str, moment: Moment) -> Object:
    return {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": metadata(cluster, "PodDisruptionBudget", namespace, name, moment.ago(days=88)),
        "spec": {"minAvailable": 2, "selector": {"matchLabels": {"app.kubernetes.io/name": name}}},
        "status": {"currentHealthy": 3, "desiredHealthy": 2, "disruptionsAllowed": 1, "expectedPods": 3},
    }


def _settings(cluster: str, namespace: str, name: str, moment: Moment) -> Object:
    meta = metadata(cluster, "ConfigMap", namespace, f"{name}-settings", moment.ago(days=88))
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": meta, "data": {"features.json": "{}"}}


def _events(ids: Ids, moment: Moment, stage: Stage) -> Iterator[Object]:
    if not stage.deployed:
        return
    crashing = f"cart-{suffix(ids['image.cart'], 9)}"
    crashing = f"{crashing}-{suffix(f'{crashing}2')}"
    deployed = f"checkout-api-{suffix(ids['image.checkout-next'], 9)}"
    for about, namespace, kind, reason, message, minutes, count in (
        (crashing, "shop", "Warning", "BackOff", f"Back-off restarting failed container cart in pod {crashing}", 4, 61),
        ("checkout-api", "payments", "Normal", "ScalingReplicaSet", f"Scaled up replica set {deployed} from 0 to 3", 300, 1),
    ):  # fmt: skip
        involved = {
            "kind": "Pod" if kind == "Warning" else "Deployment",
            "namespace": namespace,
            "name": about,
        }
        yield {
            "apiVersion": "v1",
            "kind": "Event",
            "metadata": metadata(
                "prod",
                "Event",
                namespace,
                f"{about}.{suffix(about + reason, 12)}",
                moment.ago(minutes=minutes),
            ),
            "involvedObject": involved,
            "reason": reason,
            "message": message,
            "type": kind,
            "count": count,
            "firstTimestamp": moment.ago(minutes=300),
            "lastTimestamp": moment.ago(minutes=minutes),
            "source": {"component": "kubelet" if kind == "Warning" else "deployment-controller"},
        }


def saved(folder: Path, ids: Ids, moment: Moment, stage: Stage) -> None:
    """Both clusters, in one folder each; of the past, only what the story needs of it."""
    if not stage.deployed:
        write(folder / "prod", prod(ids, moment, stage), ("Deployment", "StatefulSet"))
        return
    write(folder / "prod", prod(ids, moment, stage))
    write(folder / "staging", staging(ids, moment))
