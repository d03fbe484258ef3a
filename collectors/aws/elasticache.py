"""ElastiCache clusters: the nodes of Redis, Valkey and Memcached.

Calls and rights: elasticache:DescribeCacheClusters, ListTagsForResource.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import TAGS, with_tags
from collectors.aws.place import Place
from collectors.aws.region import Raw
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, tags_of

_LIST = "elasticache:DescribeCacheClusters"
_TAGS = "elasticache:ListTagsForResource"


def _cluster(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "ElastiCacheCluster",
        raw,
        place,
        uid=raw["ARN"],
        name=raw["CacheClusterId"],
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
    )
    yield one
    groups = (g["SecurityGroupId"] for g in raw.get("SecurityGroups") or ())
    yield from related("PROTECTED_BY", one.uid, (place.arn("ec2", f"security-group/{g}") for g in groups))


SERVICE = Service(
    "elasticache",
    (
        Listing(
            "clusters",
            ("ElastiCacheCluster",),
            (_LIST, _TAGS),
            with_tags(
                (_LIST, "CacheClusters[]"), (_TAGS, "TagList"), "ResourceName", "ARN", ShowCacheNodeInfo=True
            ),
            _cluster,
        ),
    ),
)
