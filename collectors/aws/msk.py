"""MSK: Kafka clusters.

Call and right: kafka:ListClustersV2.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.place import Place
from collectors.aws.region import Raw
from collectors.aws.service import Listing, Service, listed
from collectors.aws.shape import Stated, record, related, tags_of

_CALL = "kafka:ListClustersV2"


def _cluster(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "MSKCluster",
        raw,
        place,
        uid=raw["ClusterArn"],
        name=raw["ClusterName"],
        tags=tags_of(raw.get("Tags")),
    )
    yield one
    brokers = (raw.get("Provisioned") or {}).get("BrokerNodeGroupInfo") or {}
    groups = brokers.get("SecurityGroups") or ()
    yield from related("PROTECTED_BY", one.uid, (place.arn("ec2", f"security-group/{g}") for g in groups))


SERVICE = Service(
    "kafka", (Listing("clusters", ("MSKCluster",), (_CALL,), listed(_CALL, "ClusterInfoList[]"), _cluster),)
)
