"""Namespaces and nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from collectors.k8s.meta import installed, record
from collectors.k8s.note import Seen
from collectors.k8s.raw import at, condition, flag, holds, items, mebibytes, number, quantity, text
from collectors.k8s.resource import Item
from graph.record import Value

_INSTANCE = re.compile(r"aws:///?[^/]*/(i-[0-9a-f]{8,17})")
_ROLE = "node-role.kubernetes.io/"
_POOLS = (
    "eks.amazonaws.com/nodegroup",
    "karpenter.sh/nodepool",
    "alpha.eksctl.io/nodegroup-name",
    "cloud.google.com/gke-nodepool",
    "kubernetes.azure.com/agentpool",
    "node.kubernetes.io/nodepool",
)
_GOOD = frozenset({"Ready"})


def namespace(item: Item) -> Iterator[Seen]:
    """A namespace. A restriction to it finds it too, so it lies in itself."""
    yield record(item, "Namespace", {"namespace": item.name, "status": text(item.raw, "status", "phase")})
    yield from installed(item)


def node(item: Item) -> Iterator[Seen]:
    """A node: what it is, where it runs, and how it does."""
    info = at(item.raw, "status", "nodeInfo") or {}
    yield record(
        item,
        "Node",
        {
            "ready": holds(item.raw, "Ready") is True if condition(item.raw, "Ready") else None,
            "unschedulable": flag(item.raw, "spec", "unschedulable") or False,
            "problems": _problems(item),
            "taints": [_taint(t) for t in items(item.raw, "spec", "taints")],
            **_machine(item),
            **_addresses(item),
            "kubeletVersion": text(info, "kubeletVersion"),
            "osImage": text(info, "osImage"),
            "architecture": text(info, "architecture"),
            "containerRuntime": text(info, "containerRuntimeVersion"),
            "cpuCores": quantity(text(item.raw, "status", "capacity", "cpu")),
            "memoryMiB": mebibytes(text(item.raw, "status", "capacity", "memory")),
            "allocatableMemoryMiB": mebibytes(text(item.raw, "status", "allocatable", "memory")),
            "podCapacity": number(item.raw, "status", "capacity", "pods"),
        },
    )


def _problems(item: Item) -> list[str]:
    """Conditions that say something is wrong, by their own names; vendors add their own (K8S-02)."""
    conditions = items(item.raw, "status", "conditions")
    return sorted(
        text(c, "type") for c in conditions if text(c, "type") not in _GOOD and text(c, "status") == "True"
    )


def _taint(taint: object) -> str:
    value = text(taint, "value")
    return f"{text(taint, 'key')}{'=' if value else ''}{value}:{text(taint, 'effect')}"


def _machine(item: Item) -> dict[str, Value]:
    """What the labels and the provider's id say of the machine; older clusters use the beta labels."""
    labels, provider = item.labels, text(item.raw, "spec", "providerID")
    instance = _INSTANCE.fullmatch(provider)
    return {
        "roles": sorted(key.removeprefix(_ROLE) for key in labels if key.startswith(_ROLE)),
        "region": _first(labels, "topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region"),
        "zone": _first(labels, "topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"),
        "instanceType": _first(
            labels, "node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type"
        ),
        "nodePool": _first(labels, *_POOLS),
        "providerId": provider,
        "instanceId": instance[1] if instance else "",
    }


def _addresses(item: Item) -> dict[str, Value]:
    found: dict[str, str] = {}
    for address in items(item.raw, "status", "addresses"):
        found.setdefault(text(address, "type"), text(address, "address"))
    return {
        "internalIp": found.get("InternalIP", ""),
        "externalIp": found.get("ExternalIP", ""),
        "hostName": found.get("Hostname", ""),
    }


def _first(labels: dict[str, str], *keys: str) -> str:
    return next((labels[key] for key in keys if labels.get(key)), "")
