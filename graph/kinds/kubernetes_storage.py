"""Kubernetes storage: declarations only."""

from graph.kind import Field, Kind, Role, Type
from graph.kinds.kubernetes_object import IN_CLUSTER, IN_NAMESPACE, MANAGED, cluster_dashboard, dashboard

_CLASS = Field("storageClass", role=Role.NAME)
_ACCESS = Field(
    "accessModes", Type.LIST, words=("access mode",), description="ReadWriteOnce, ReadWriteMany, …"
)

KINDS: tuple[Kind, ...] = (
    Kind(
        "PersistentVolumeClaim",
        "PersistentVolumeClaim",
        "PersistentVolumeClaims",
        "A workload's claim on storage.",
        synonyms=("PVC", "persistent volume claim", "volume claim"),
        categories=("Storage", "Resource"),
        link=dashboard("persistentvolumeclaims"),
        fields=(
            *IN_NAMESPACE,
            Field(
                "status",
                words=("phase", "state"),
                states={"Bound": ("bound",), "Pending": ("pending", "unbound"), "Lost": ("lost",)},
            ),
            Field("requestedGiB", Type.DECIMAL, unit="GiB", words=("requested size", "requested storage")),
            Field(
                "capacityGiB",
                Type.DECIMAL,
                unit="GiB",
                words=("size", "storage"),
                description="what it really got",
            ),
            _CLASS,
            Field("volume", role=Role.NAME, words=("persistent volume",), description="name of its volume"),
            _ACCESS,
            *MANAGED,
        ),
    ),
    Kind(
        "PersistentVolume",
        "PersistentVolume",
        "PersistentVolumes",
        "A piece of storage that a claim can hold.",
        synonyms=("PV", "persistent volume"),
        categories=("Storage", "Resource"),
        link=cluster_dashboard("persistentvolumes"),
        fields=(
            *IN_CLUSTER,
            Field(
                "status",
                words=("phase", "state"),
                states={
                    "Bound": ("bound",),
                    "Available": ("available", "unclaimed"),
                    "Released": ("released",),
                    "Failed": ("failed",),
                },
            ),
            Field("capacityGiB", Type.DECIMAL, unit="GiB", words=("size", "storage")),
            _CLASS,
            _ACCESS,
            Field(
                "reclaimPolicy",
                states={"Delete": (), "Retain": ("retained",), "Recycle": ()},
                description="what happens to the storage once its claim is deleted",
            ),
            Field("driver", role=Role.NAME, words=("csi driver",)),
            Field(
                "volumeHandle",
                role=Role.NAME,
                words=("volume id",),
                description="the provider's id of the volume, such as an EBS volume id",
            ),
            Field("claim", role=Role.NAME, description="namespace/name of the claim that holds it"),
            Field("zone", words=("availability zone",)),
            *MANAGED,
        ),
    ),
    Kind(
        "StorageClass",
        "StorageClass",
        "StorageClasses",
        "How storage is made for a claim.",
        synonyms=("storage class",),
        categories=("Storage", "Resource"),
        link=cluster_dashboard("storageclasses"),
        fields=(
            *IN_CLUSTER,
            Field("provisioner", role=Role.NAME),
            Field("default", Type.BOOLEAN, yes=("the default", "default"), no=("not the default",)),
            Field("reclaimPolicy", states={"Delete": (), "Retain": ()}),
            Field("bindingMode", words=("volume binding mode",)),
            Field("expandable", Type.BOOLEAN, yes=("expandable",), no=("not expandable",)),
            Field("volumeType", words=("type",), description="its parameter type, such as gp3"),
            Field(
                "encrypted",
                Type.BOOLEAN,
                yes=("encrypted",),
                no=("unencrypted", "not encrypted"),
                description="its parameter encrypted; empty where it says nothing",
            ),
            *MANAGED,
        ),
    ),
)
