"""EKS clusters, node groups, and who gets in or out of them by IAM.

Calls and rights: eks:ListClusters, DescribeCluster, ListNodegroups, DescribeNodegroup, ListPodIdentityAssociations,
DescribePodIdentityAssociation, ListAccessEntries, DescribeAccessEntry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from collectors.aws.details import described
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Read, Service
from collectors.aws.shape import Stated, record, related, tags_of

_CLUSTERS = "eks:ListClusters"
_CLUSTER = "eks:DescribeCluster"
_GROUPS = ("eks:ListNodegroups", "eks:DescribeNodegroup")
_IDENTITIES = ("eks:ListPodIdentityAssociations", "eks:DescribePodIdentityAssociation")
_ENTRIES = ("eks:ListAccessEntries", "eks:DescribeAccessEntry")


def _cluster_detail(region: Region, name: str) -> Iterator[Raw]:
    yield region.ask(_CLUSTER, name=name)["cluster"]


def _of_clusters(calls: tuple[str, str], items: str, key: str, answer: str) -> Read:
    """The read of something that each cluster has: listed by cluster, then described one by one."""

    def detail(region: Region, cluster: str) -> Iterator[Raw]:
        for found in region.pages(calls[0], items, clusterName=cluster):
            yield region.ask(calls[1], clusterName=cluster, **{key: found})[answer]

    return described((_CLUSTERS, "clusters[]"), detail)


def _cluster(raw: Raw, place: Place) -> Iterator[Stated]:
    secrets = any("secrets" in (c.get("resources") or ()) for c in raw.get("encryptionConfig") or ())
    one = record(
        "EKSCluster",
        raw,
        place,
        uid=raw["arn"],
        name=raw["name"],
        tags=tags_of(raw.get("tags")),
        secretsEncrypted=secrets,
    )
    yield one
    network = raw.get("resourcesVpcConfig") or {}
    yield from related("RUNS_AS", one.uid, [raw.get("roleArn")])
    groups = [*(network.get("securityGroupIds") or ()), network.get("clusterSecurityGroupId")]
    yield from related(
        "PROTECTED_BY", one.uid, (place.arn("ec2", f"security-group/{g}") for g in groups if g)
    )
    subnets = network.get("subnetIds") or ()
    yield from related("PART_OF", one.uid, (place.arn("ec2", f"subnet/{s}") for s in subnets))


def _node_group(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "EKSNodeGroup",
        raw,
        place,
        uid=raw["nodegroupArn"],
        name=raw["nodegroupName"],
        tags=tags_of(raw.get("tags")),
    )
    yield one
    yield from _in_cluster(one.uid, raw, place)
    yield from related("RUNS_AS", one.uid, [raw.get("nodeRole")])


def _identity(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "PodIdentityAssociation",
        raw,
        place,
        uid=raw["associationArn"],
        name=f"{raw['namespace']}/{raw['serviceAccount']}",
        tags=tags_of(raw.get("tags")),
    )
    yield one
    yield from _in_cluster(one.uid, raw, place)
    yield from related("ASSUMES", one.uid, [raw.get("roleArn")])


def _entry(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "AccessEntry",
        raw,
        place,
        uid=raw["accessEntryArn"],
        name=raw["principalArn"].rsplit("/", 1)[-1],
        tags=tags_of(raw.get("tags")),
    )
    yield one
    yield from _in_cluster(one.uid, raw, place)


def _in_cluster(uid: Any, raw: Raw, place: Place) -> Iterator[Stated]:
    yield from related("PART_OF", uid, [place.arn("eks", f"cluster/{raw['clusterName']}")])


def _listing(
    name: str, kind: str, calls: tuple[str, str], read: Read, shape: Callable[[Raw, Place], Iterator[Stated]]
) -> Listing:
    return Listing(name, (kind,), (_CLUSTERS, *calls), read, shape)


SERVICE = Service(
    "eks",
    (
        Listing(
            "clusters",
            ("EKSCluster",),
            (_CLUSTERS, _CLUSTER),
            described((_CLUSTERS, "clusters[]"), _cluster_detail),
            _cluster,
        ),
        _listing(
            "node-groups",
            "EKSNodeGroup",
            _GROUPS,
            _of_clusters(_GROUPS, "nodegroups[]", "nodegroupName", "nodegroup"),
            _node_group,
        ),
        _listing(
            "pod-identity-associations",
            "PodIdentityAssociation",
            _IDENTITIES,
            _of_clusters(_IDENTITIES, "associations[].associationId", "associationId", "association"),
            _identity,
        ),
        _listing(
            "access-entries",
            "AccessEntry",
            _ENTRIES,
            _of_clusters(_ENTRIES, "accessEntries[]", "principalArn", "accessEntry"),
            _entry,
        ),
    ),
)
