"""Parameter Store: names and types of parameters. There is no right to a value, and none is asked for.

Calls and rights: ssm:DescribeParameters, ListTagsForResource.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import TAGS, tagged
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, tags_of

_LIST = "ssm:DescribeParameters"
_TAGS = "ssm:ListTagsForResource"


def _parameter(raw: Raw, place: Place) -> Iterator[Stated]:
    name = raw["Name"]
    one = record(
        "SSMParameter",
        raw,
        place,
        uid=raw.get("ARN") or place.arn("ssm", f"parameter/{name.removeprefix('/')}"),
        name=name,
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
    )
    yield one
    yield from related("ENCRYPTED_BY", one.uid, [place.key(raw.get("KeyId"))])


def _read(region: Region) -> Iterator[Raw]:
    def detail(raw: Raw) -> Iterator[Raw]:
        name = raw["Name"]
        yield tagged(region, raw, name, _TAGS, "TagList", ResourceType="Parameter", ResourceId=name)

    yield from region.each(region.pages(_LIST, "Parameters[]"), detail)


SERVICE = Service(
    "ssm",
    (
        Listing(
            "parameters",
            ("SSMParameter",),
            (_LIST, _TAGS),
            _read,
            _parameter,
        ),
    ),
)
