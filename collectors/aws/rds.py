"""RDS: instances, clusters and snapshots, also of Aurora, DocumentDB and Neptune.

Calls and rights: rds:DescribeDBInstances, DescribeDBClusters, DescribeDBSnapshots, DescribeDBClusterSnapshots.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.place import Place
from collectors.aws.region import Raw
from collectors.aws.service import Listing, Service, listed
from collectors.aws.shape import Stated, record, related, tags_of
from graph.record import Uid

_INSTANCES = "rds:DescribeDBInstances"
_CLUSTERS = "rds:DescribeDBClusters"
_SNAPSHOTS = "rds:DescribeDBSnapshots"
_CLUSTER_SNAPSHOTS = "rds:DescribeDBClusterSnapshots"


def _backed_up(raw: Raw) -> bool | None:
    """Whether automatic backups are kept; a retention of 0 days means that they are off."""
    days = raw.get("BackupRetentionPeriod")
    return None if days is None else days > 0


def _around(raw: Raw, place: Place, uid: Uid) -> Iterator[Stated]:
    """What instances and clusters are related to in one way."""
    groups = (g["VpcSecurityGroupId"] for g in raw.get("VpcSecurityGroups") or ())
    yield from related("PROTECTED_BY", uid, (place.arn("ec2", f"security-group/{g}") for g in groups))
    yield from related("ENCRYPTED_BY", uid, [place.key(raw.get("KmsKeyId"))])
    yield from related("RUNS_AS", uid, (r.get("RoleArn") for r in raw.get("AssociatedRoles") or ()))


def _instance(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "RDSInstance",
        raw,
        place,
        uid=raw["DBInstanceArn"],
        name=raw["DBInstanceIdentifier"],
        tags=tags_of(raw.get("TagList")),
        backedUp=_backed_up(raw),
    )
    yield one
    yield from _around(raw, place, one.uid)
    if cluster := raw.get("DBClusterIdentifier"):
        yield from related("PART_OF", one.uid, [place.arn("rds", f"cluster:{cluster}")])
    vpc = (raw.get("DBSubnetGroup") or {}).get("VpcId")
    yield from related("PART_OF", one.uid, [vpc and place.arn("ec2", f"vpc/{vpc}")])
    if source := raw.get("ReadReplicaSourceDBInstanceIdentifier"):
        yield from related(
            "COPY_OF", one.uid, [source if source.startswith("arn:") else place.arn("rds", f"db:{source}")]
        )


def _cluster(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "RDSCluster",
        raw,
        place,
        uid=raw["DBClusterArn"],
        name=raw["DBClusterIdentifier"],
        tags=tags_of(raw.get("TagList")),
        backedUp=_backed_up(raw),
    )
    yield one
    yield from _around(raw, place, one.uid)


def _snapshot(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "RDSSnapshot",
        raw,
        place,
        uid=raw["DBSnapshotArn"],
        name=raw["DBSnapshotIdentifier"],
        tags=tags_of(raw.get("TagList")),
    )
    yield one
    yield from related("COPY_OF", one.uid, [place.arn("rds", f"db:{raw['DBInstanceIdentifier']}")])
    yield from related("ENCRYPTED_BY", one.uid, [place.key(raw.get("KmsKeyId"))])


def _cluster_snapshot(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "RDSSnapshot",
        raw,
        place,
        uid=raw["DBClusterSnapshotArn"],
        name=raw["DBClusterSnapshotIdentifier"],
        tags=tags_of(raw.get("TagList")),
    )
    yield one
    yield from related("COPY_OF", one.uid, [place.arn("rds", f"cluster:{raw['DBClusterIdentifier']}")])
    yield from related("ENCRYPTED_BY", one.uid, [place.key(raw.get("KmsKeyId"))])


SERVICE = Service(
    "rds",
    (
        Listing("instances", ("RDSInstance",), (_INSTANCES,), listed(_INSTANCES, "DBInstances[]"), _instance),
        Listing("clusters", ("RDSCluster",), (_CLUSTERS,), listed(_CLUSTERS, "DBClusters[]"), _cluster),
        Listing("snapshots", ("RDSSnapshot",), (_SNAPSHOTS,), listed(_SNAPSHOTS, "DBSnapshots[]"), _snapshot),
        Listing(
            "cluster-snapshots",
            ("RDSSnapshot",),
            (_CLUSTER_SNAPSHOTS,),
            listed(_CLUSTER_SNAPSHOTS, "DBClusterSnapshots[]"),
            _cluster_snapshot,
        ),
    ),
)
