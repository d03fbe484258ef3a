"""What every object says of itself: labels, the annotations worth keeping, owners, environment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from collectors.k8s.note import Installed, Seen
from collectors.k8s.raw import Raw, flag, items, pairs, text, time
from collectors.k8s.resource import Item
from graph.record import Record, Value

_ENVIRONMENT = ("env", "environment", "app.kubernetes.io/environment")
_KEPT = re.compile(
    r"""
    argocd\.argoproj\.io/ | meta\.helm\.sh/ | helm\.toolkit\.fluxcd\.io/ | kustomize\.toolkit\.fluxcd\.io/
    | backstage\.io/ | app\.kubernetes\.io/ | app\.openshift\.io/vcs- | a8r\.io/ | github\.com/ | gitlab\.com/
    | org\.opencontainers\.image\. | eks\.amazonaws\.com/ | karpenter\.sh/ | crossplane\.io/external-name
    | service\.beta\.kubernetes\.io/aws-load-balancer- | alb\.ingress\.kubernetes\.io/(?!auth|actions|conditions)
    | external-dns\.alpha\.kubernetes\.io/hostname | kubernetes\.io/ingress\.class
    | (?:[^/]+/)?(?:owner|team|squad|contact|env|environment|repo|repository|source-repository|tier|runbook)$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LONGEST = 1024
_GROUPS = {
    **dict.fromkeys(("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"), "apps"),
    **dict.fromkeys(("Job", "CronJob"), "batch"),
    **dict.fromkeys(("Ingress", "NetworkPolicy"), "networking.k8s.io"),
    "HorizontalPodAutoscaler": "autoscaling",
    "PodDisruptionBudget": "policy",
}


def kept_annotations(raw: Raw) -> dict[str, str]:
    """Annotations that say who owns, deploys, builds or exposes it. Others may hold anything, secrets too, and are left."""
    return {
        key: value
        for key, value in pairs(raw, "metadata", "annotations").items()
        if _KEPT.match(key) and len(value) <= _LONGEST
    }


def environment(labels: Mapping[str, str], more: Mapping[str, str]) -> str:
    """The label or annotation `env` or `environment`, in any case."""
    said = {k.lower(): v for k, v in (*more.items(), *labels.items())}
    return next((said[key] for key in _ENVIRONMENT if said.get(key)), "")


def record(item: Item, kind: str, fields: Mapping[str, Value]) -> Record:
    """The record of an object: what all have in common, and these fields, without those that hold nothing.

    Labels are kept even where there are none: that they were read and are not there is something else than unknown.
    """
    labels, kept = item.labels, kept_annotations(item.raw)
    common: dict[str, Value] = {
        "cluster": item.cluster,
        "namespace": item.namespace,
        "environment": environment(labels, kept),
        "createdAt": time(item.raw, "metadata", "creationTimestamp"),
        "annotations": kept,
    }
    return Record(item.uid, kind, item.name, {**without_nothing({**common, **fields}), "tags": labels})


def without_nothing(fields: Mapping[str, Value]) -> dict[str, Value]:
    """The fields that hold something: no null, no empty text, list or map. False and 0 are something."""
    return {k: v for k, v in fields.items() if v is not None and v not in ("", [], {})}


def controller(raw: Raw) -> Raw:
    """The owner that controls the object, or its only owner; empty where nobody does."""
    owners = items(raw, "metadata", "ownerReferences")
    leading = [owner for owner in owners if flag(owner, "controller")] or owners[: len(owners) == 1]
    return leading[0] if leading else {}


def group_of(reference: Raw) -> str:
    """The group of what a reference names. One that says no apiVersion, or the old `extensions`, is known by its kind."""
    version, kind = text(reference, "apiVersion"), text(reference, "kind")
    group = version.rpartition("/")[0]
    return group if version and group != "extensions" else _GROUPS.get(kind, "")


def installed(item: Item) -> Iterator[Seen]:
    """The Helm release that the object says it belongs to, by Helm's own annotations or else its labels."""
    noted, labels = pairs(item.raw, "metadata", "annotations"), item.labels
    by_helm = labels.get("app.kubernetes.io/managed-by") == "Helm" or labels.get("heritage") in {
        "Helm",
        "Tiller",
    }
    release = noted.get("meta.helm.sh/release-name") or (by_helm and labels.get("release", ""))
    if not release and by_helm and labels.get("helm.sh/chart"):
        release = labels.get("app.kubernetes.io/instance", "")
    if release:
        chart = labels.get("helm.sh/chart") or labels.get("chart", "")
        where = noted.get("meta.helm.sh/release-namespace") or item.namespace
        yield Installed(item.uid, where, release, chart)


def owner_name(raw: Raw) -> str:
    """The name of the object's controller, or ""."""
    return text(controller(raw), "name")
