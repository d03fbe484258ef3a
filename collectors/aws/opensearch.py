"""OpenSearch and Elasticsearch domains.

Calls: opensearch:ListDomainNames, DescribeDomain, ListTags. Rights: the same names under `es:`.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import TAGS, described, tagged
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, tags_of

_LIST = "opensearch:ListDomainNames"
_DESCRIBE = "opensearch:DescribeDomain"
_TAGS = "opensearch:ListTags"


def _detail(region: Region, name: str) -> Iterator[Raw]:
    raw = region.ask(_DESCRIBE, DomainName=name)["DomainStatus"]
    yield tagged(region, raw, name, _TAGS, "TagList", ARN=raw["ARN"])


def _domain(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "OpenSearchDomain",
        raw,
        place,
        uid=raw["ARN"],
        name=raw["DomainName"],
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
    )
    yield one
    groups = (raw.get("VPCOptions") or {}).get("SecurityGroupIds") or ()
    yield from related("PROTECTED_BY", one.uid, (place.arn("ec2", f"security-group/{g}") for g in groups))
    key = (raw.get("EncryptionAtRestOptions") or {}).get("KmsKeyId")
    yield from related("ENCRYPTED_BY", one.uid, [place.key(key)])


SERVICE = Service(
    "opensearch",
    (
        Listing(
            "domains",
            ("OpenSearchDomain",),
            (_LIST, _DESCRIBE, _TAGS),
            described((_LIST, "DomainNames[].DomainName"), _detail),
            _domain,
        ),
    ),
)
