"""What only several kinds side by side can say: what selectors find, which secrets are named, which releases there are."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from collectors.k8s.note import Installed, Mentioned, Note, Selectable, Selector
from collectors.k8s.raw import Raw, text, texts
from collectors.k8s.uid import object_uid
from graph.record import Inference, Record, Relation

SELECTORS = ("Service", "PodDisruptionBudget", "NetworkPolicy")
"""Kinds that select pods."""

SELECTED = ("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job", "CronJob", "Pod")
"""Kinds that have pods, or are one."""

MENTIONING = (*SELECTED, "Ingress", "Gateway", "ServiceAccount", "ExternalSecret")
"""Kinds whose objects may name a secret."""

_CHART = re.compile(r"(?P<chart>.+?)-(?P<version>v?\d+\.\d+.*)")
_TOLD = 0.95  # labels and annotations may be copied with a manifest


def selections(cluster: str, notes: Iterable[Note]) -> Iterator[Relation]:
    """Each selector's relation to what it finds in its namespace. One that selects everything is about the namespace."""
    found: dict[str, list[Selectable]] = defaultdict(list)
    selectors: list[Selector] = []
    for note in notes:
        if isinstance(note, Selectable):
            found[note.namespace].append(note)
        elif isinstance(note, Selector):
            selectors.append(note)
    for selector in selectors:
        if not selector.labels and not selector.expressions:
            namespace = object_uid(cluster, "", "Namespace", "", selector.namespace)
            yield Relation(selector.relation, selector.uid, namespace)
            continue
        for thing in found[selector.namespace]:
            if matches(selector, thing.labels):
                fields = {"ports": _routed(selector, thing)} if selector.targets else {}
                yield Relation(selector.relation, selector.uid, thing.uid, fields=fields)


def matches(selector: Selector, labels: Mapping[str, str]) -> bool:
    """Whether labels satisfy the selector, as the API defines it."""
    plain = all(labels.get(key) == value for key, value in selector.labels.items())
    return plain and all(_holds(expression, labels) for expression in selector.expressions)


def _holds(expression: Raw, labels: Mapping[str, str]) -> bool:
    key, values = text(expression, "key"), texts(expression, "values")
    match text(expression, "operator"):
        case "In":
            return labels.get(key) in values
        case "NotIn":
            return labels.get(key) not in values
        case "Exists":
            return key in labels
        case "DoesNotExist":
            return key not in labels
        case _:
            return False  # an operator we do not know selects nothing that we could state


def _routed(selector: Selector, thing: Selectable) -> list[str]:
    """Ports with their targets; a target by name is resolved through the pods' named port, or said to be unresolved (K8S-06)."""
    return [f"{port} to {_resolved(target, thing.ports)}" for port, target in selector.targets]


def _resolved(target: str, named: Mapping[str, str]) -> str:
    if target.strip('"').isdecimal():
        return target
    return f"{target} ({named.get(target) or 'unresolved'})"


def secrets(cluster: str, notes: Iterable[Note]) -> Iterator[Record]:
    """The secrets that objects name. Whether they exist is not known: they are never listed."""
    named = {(note.namespace, note.secret) for note in notes if isinstance(note, Mentioned) and note.secret}
    for namespace, name in sorted(named):
        uid = object_uid(cluster, "", "Secret", namespace, name)
        yield Record(uid, "KubernetesSecret", name, {"cluster": cluster, "namespace": namespace})


def releases(cluster: str, notes: Iterable[Note]) -> Iterator[Record | Relation]:
    """Helm releases by the marks on what they installed. One that Flux tells of is Flux's own record."""
    marked: dict[tuple[str, str], list[Installed]] = defaultdict(list)
    for note in notes:
        if isinstance(note, Installed):
            marked[note.namespace, note.release].append(note)
    for (namespace, release), marks in sorted(marked.items()):
        objects = [mark for mark in marks if not mark.by_flux]
        flux = next((mark.uid for mark in marks if mark.by_flux), None)
        uid = flux or object_uid(cluster, "helm.sh", "Release", namespace, release)
        if flux is None:
            yield _release(cluster, namespace, release, objects)
        for mark in objects:
            yield Relation("PART_OF", mark.uid, uid, Inference("helm-marks", _TOLD, (mark.uid,)))


def _release(cluster: str, namespace: str, release: str, objects: list[Installed]) -> Record:
    chart, version = _chart(max((mark.chart for mark in objects), default=""))
    fields = {"chart": chart, "chartVersion": version}
    return Record(
        object_uid(cluster, "helm.sh", "Release", namespace, release),
        "HelmRelease",
        release,
        {
            "cluster": cluster,
            "namespace": namespace,
            "release": release,
            "toldBy": "labels",
            "objects": len(objects),
            **{k: v for k, v in fields.items() if v},
        },
        Inference("helm-marks", _TOLD, tuple(mark.uid for mark in objects[:10])),
    )


def _chart(label: str) -> tuple[str, str]:
    """Chart and version of the label helm.sh/chart, in which `+` was written as `_`."""
    parts = _CHART.fullmatch(label)
    return (parts["chart"], parts["version"].replace("_", "+")) if parts else (label, "")
