"""Kinesis data streams; no record is read.

Calls and rights: kinesis:ListStreams, DescribeStreamSummary, ListTagsForStream.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import TAGS, described, tagged
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, tags_of

_LIST = "kinesis:ListStreams"
_DESCRIBE = "kinesis:DescribeStreamSummary"
_TAGS = "kinesis:ListTagsForStream"


def _detail(region: Region, name: str) -> Iterator[Raw]:
    raw = region.ask(_DESCRIBE, StreamName=name)["StreamDescriptionSummary"]
    yield tagged(region, raw, name, _TAGS, "Tags", StreamName=name)


def _stream(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "KinesisStream",
        raw,
        place,
        uid=raw["StreamARN"],
        name=raw["StreamName"],
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
        encrypted=raw.get("EncryptionType", "NONE") == "KMS",
    )
    yield one
    yield from related("ENCRYPTED_BY", one.uid, [place.key(raw.get("KeyId"))])


SERVICE = Service(
    "kinesis",
    (
        Listing(
            "streams",
            ("KinesisStream",),
            (_LIST, _DESCRIBE, _TAGS),
            described((_LIST, "StreamNames[]"), _detail),
            _stream,
        ),
    ),
)
