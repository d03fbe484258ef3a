"""Redshift clusters.

Call and right: redshift:DescribeClusters.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.place import Place
from collectors.aws.region import Raw
from collectors.aws.service import Listing, Service, listed
from collectors.aws.shape import Stated, record, related, tags_of

_CALL = "redshift:DescribeClusters"


def _cluster(raw: Raw, place: Place) -> Iterator[Stated]:
    name = raw["ClusterIdentifier"]
    one = record(
        "RedshiftCluster",
        raw,
        place,
        uid=place.arn("redshift", f"cluster:{name}"),
        name=name,
        tags=tags_of(raw.get("Tags")),
    )
    yield one
    groups = (g["VpcSecurityGroupId"] for g in raw.get("VpcSecurityGroups") or ())
    yield from related("PROTECTED_BY", one.uid, (place.arn("ec2", f"security-group/{g}") for g in groups))
    yield from related("ENCRYPTED_BY", one.uid, [place.key(raw.get("KmsKeyId"))])
    yield from related("RUNS_AS", one.uid, (r.get("IamRoleArn") for r in raw.get("IamRoles") or ()))


SERVICE = Service(
    "redshift", (Listing("clusters", ("RedshiftCluster",), (_CALL,), listed(_CALL, "Clusters[]"), _cluster),)
)
