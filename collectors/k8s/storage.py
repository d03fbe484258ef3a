"""Claims, volumes and storage classes."""

from __future__ import annotations

from collections.abc import Iterator

from collectors.k8s.meta import installed, record
from collectors.k8s.note import Seen
from collectors.k8s.raw import Raw, at, flag, gibibytes, items, pairs, text, texts
from collectors.k8s.resource import Item
from graph.record import Relation

_DEFAULTS = (
    "storageclass.kubernetes.io/is-default-class",
    "storageclass.beta.kubernetes.io/is-default-class",
)
_ZONES = (
    "topology.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/zone",
    "topology.ebs.csi.aws.com/zone",
)
_TRUTH = {"true": True, "false": False}


def claim(item: Item) -> Iterator[Seen]:
    """A claim, and the volume that it got."""
    raw, volume = item.raw, text(item.raw, "spec", "volumeName")
    yield record(
        item,
        "PersistentVolumeClaim",
        {
            "status": text(raw, "status", "phase"),
            "requestedGiB": gibibytes(text(raw, "spec", "resources", "requests", "storage")),
            "capacityGiB": gibibytes(text(raw, "status", "capacity", "storage")),
            "storageClass": text(raw, "spec", "storageClassName"),
            "volume": volume,
            "accessModes": texts(raw, "status", "accessModes") or texts(raw, "spec", "accessModes"),
        },
    )
    yield from installed(item)
    if volume:
        yield Relation("STORED_ON", item.uid, item.to("", "PersistentVolume", volume))


def volume(item: Item) -> Iterator[Seen]:
    """A volume, with its provider's own id of it."""
    raw = item.raw
    driver, handle = _backing(raw)
    claimed = at(raw, "spec", "claimRef") or {}
    yield record(
        item,
        "PersistentVolume",
        {
            "status": text(raw, "status", "phase"),
            "capacityGiB": gibibytes(text(raw, "spec", "capacity", "storage")),
            "storageClass": text(raw, "spec", "storageClassName"),
            "accessModes": texts(raw, "spec", "accessModes"),
            "reclaimPolicy": text(raw, "spec", "persistentVolumeReclaimPolicy"),
            "driver": driver,
            "volumeHandle": handle,
            "claim": "/".join(w for w in (text(claimed, "namespace"), text(claimed, "name")) if w),
            "zone": _zone(raw),
        },
    )
    yield from installed(item)


def _backing(raw: Raw) -> tuple[str, str]:
    """Driver and handle: of CSI, or of the in-tree EBS (`aws://zone/vol-…`) and NFS that came before."""
    if at(raw, "spec", "csi"):
        return text(raw, "spec", "csi", "driver"), text(raw, "spec", "csi", "volumeHandle")
    if at(raw, "spec", "awsElasticBlockStore"):
        written = text(raw, "spec", "awsElasticBlockStore", "volumeID")
        return "kubernetes.io/aws-ebs", written.rpartition("/")[2]
    if at(raw, "spec", "nfs"):
        return "nfs", f"{text(raw, 'spec', 'nfs', 'server')}:{text(raw, 'spec', 'nfs', 'path')}"
    return "", ""


def _zone(raw: Raw) -> str:
    """The zone its node affinity, or else its label, ties it to."""
    terms = items(raw, "spec", "nodeAffinity", "required", "nodeSelectorTerms")
    tied = [e for term in terms for e in items(term, "matchExpressions") if text(e, "key") in _ZONES]
    zones = [zone for expression in tied for zone in texts(expression, "values")]
    labels = pairs(raw, "metadata", "labels")
    return next(iter(zones), "") or next((labels[key] for key in _ZONES if labels.get(key)), "")


def storage_class(item: Item) -> Iterator[Seen]:
    """A storage class. Of its parameters only type and encryption are kept."""
    raw, noted = item.raw, pairs(item.raw, "metadata", "annotations")
    yield record(
        item,
        "StorageClass",
        {
            "provisioner": text(raw, "provisioner"),
            "default": any(noted.get(key) == "true" for key in _DEFAULTS),
            "reclaimPolicy": text(raw, "reclaimPolicy") or "Delete",
            "bindingMode": text(raw, "volumeBindingMode"),
            "expandable": flag(raw, "allowVolumeExpansion") or False,
            "volumeType": text(raw, "parameters", "type"),
            "encrypted": _TRUTH.get(text(raw, "parameters", "encrypted").lower()),
        },
    )
    yield from installed(item)
