"""SQS queues; no message is read.

Calls and rights: sqs:ListQueues, GetQueueAttributes, ListQueueTags.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from collectors.aws.details import TAGS, described, tagged
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, tags_of

_LIST = "sqs:ListQueues"
_ATTRIBUTES = "sqs:GetQueueAttributes"
_TAGS = "sqs:ListQueueTags"


def _detail(region: Region, url: str) -> Iterator[Raw]:
    name = url.rsplit("/", 1)[-1]
    attributes = region.part(name, "attributes", _ATTRIBUTES, QueueUrl=url, AttributeNames=["All"])
    raw = {**((attributes or {}).get("Attributes") or {}), "QueueUrl": url}
    yield tagged(region, raw, name, _TAGS, "Tags", QueueUrl=url)


def _queue(raw: Raw, place: Place) -> Iterator[Stated]:
    name = raw["QueueUrl"].rsplit("/", 1)[-1]
    redrive = json.loads(raw.get("RedrivePolicy") or "{}")
    one = record(
        "SQSQueue",
        raw,
        place,
        uid=raw.get("QueueArn") or place.arn("sqs", name),
        name=name,
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
        fifo=name.endswith(".fifo"),
        encrypted=_encrypted(raw),
        deadLetterQueue=redrive.get("deadLetterTargetArn"),
        maxReceives=redrive.get("maxReceiveCount"),
    )
    yield one
    yield from related("ROUTES_TO", one.uid, [redrive.get("deadLetterTargetArn")])
    yield from related("ENCRYPTED_BY", one.uid, [place.key(raw.get("KmsMasterKeyId"))])


def _encrypted(raw: Raw) -> bool | None:
    """With a KMS key or SQS's own; None where the attributes could not be read."""
    if "QueueArn" not in raw:
        return None
    return bool(raw.get("KmsMasterKeyId")) or raw.get("SqsManagedSseEnabled") == "true"


SERVICE = Service(
    "sqs",
    (
        Listing(
            "queues",
            ("SQSQueue",),
            (_LIST, _ATTRIBUTES, _TAGS),
            described((_LIST, "QueueUrls[]"), _detail, MaxResults=1000),
            _queue,
        ),
    ),
)
