"""CloudFront distributions.

Calls and rights: cloudfront:ListDistributions, ListTagsForResource.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import TAGS, tagged
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, tags_of

_LIST = "cloudfront:ListDistributions"
_TAGS = "cloudfront:ListTagsForResource"


def _read(region: Region) -> Iterator[Raw]:
    def detail(raw: Raw) -> Iterator[Raw]:
        found = tagged(region, raw, raw["ARN"], _TAGS, "Tags", Resource=raw["ARN"])
        yield {**found, TAGS: found[TAGS]["Items"] if found.get(TAGS) else []} if TAGS in found else found

    yield from region.each(region.pages(_LIST, "DistributionList.Items[]"), detail)


def _distribution(raw: Raw, place: Place) -> Iterator[Stated]:
    aliases = (raw.get("Aliases") or {}).get("Items") or ()
    yield record(
        "CloudFrontDistribution",
        raw,
        place,
        uid=raw["ARN"],
        name=aliases[0] if aliases else raw["DomainName"],
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
    )


SERVICE = Service(
    "cloudfront",
    (Listing("distributions", ("CloudFrontDistribution",), (_LIST, _TAGS), _read, _distribution),),
    regional=False,
)
