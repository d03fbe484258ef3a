"""SNS topics and who receives what they publish. Addresses of people (mail, telephone) are not stored.

Calls and rights: sns:ListTopics, GetTopicAttributes, ListTagsForResource, ListSubscriptions.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import TAGS, described, tagged
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service, listed
from collectors.aws.shape import Stated, record, related, tags_of

_LIST = "sns:ListTopics"
_ATTRIBUTES = "sns:GetTopicAttributes"
_TAGS = "sns:ListTagsForResource"
_SUBSCRIPTIONS = "sns:ListSubscriptions"


def _detail(region: Region, arn: str) -> Iterator[Raw]:
    attributes = region.part(arn, "attributes", _ATTRIBUTES, TopicArn=arn)
    raw = {**((attributes or {}).get("Attributes") or {}), "TopicArn": arn, "read": attributes is not None}
    yield tagged(region, raw, arn, _TAGS, "Tags", ResourceArn=arn)


def _topic(raw: Raw, place: Place) -> Iterator[Stated]:
    name = raw["TopicArn"].rsplit(":", 1)[-1]
    one = record(
        "SNSTopic",
        raw,
        place,
        uid=raw["TopicArn"],
        name=name,
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
        fifo=name.endswith(".fifo"),
        encrypted=bool(raw.get("KmsMasterKeyId")) if raw["read"] else None,
    )
    yield one
    yield from related("ENCRYPTED_BY", one.uid, [place.key(raw.get("KmsMasterKeyId"))])


def _subscription(raw: Raw, place: Place) -> Iterator[Stated]:
    """One that its receiver has confirmed; those that wait have no ARN and are counted by their topic."""
    arn, endpoint = raw["SubscriptionArn"], str(raw.get("Endpoint") or "")
    if not arn.startswith("arn:"):
        return
    receiver = endpoint if endpoint.startswith("arn:") else ""
    topic = raw["TopicArn"]
    one = record(
        "SNSSubscription",
        raw,
        place,
        uid=arn,
        name=f"{topic.rsplit(':', 1)[-1]} → {receiver.rsplit(':', 1)[-1] or raw.get('Protocol', '')}",
        endpoint=receiver,
    )
    yield one
    yield from related("PART_OF", one.uid, [topic])
    yield from related("ROUTES_TO", topic, [receiver])


SERVICE = Service(
    "sns",
    (
        Listing(
            "topics",
            ("SNSTopic",),
            (_LIST, _ATTRIBUTES, _TAGS),
            described((_LIST, "Topics[].TopicArn"), _detail),
            _topic,
        ),
        Listing(
            "subscriptions",
            ("SNSSubscription",),
            (_SUBSCRIPTIONS,),
            listed(_SUBSCRIPTIONS, "Subscriptions[]"),
            _subscription,
        ),
    ),
)
