"""CloudWatch alarms; no metric is read.

Calls and rights: cloudwatch:DescribeAlarms, ListTagsForResource.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import TAGS, with_tags
from collectors.aws.place import Place
from collectors.aws.region import Raw
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, tags_of

_LIST = "cloudwatch:DescribeAlarms"
_TAGS = "cloudwatch:ListTagsForResource"


def _alarm(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "CloudWatchAlarm",
        raw,
        place,
        uid=raw["AlarmArn"],
        name=raw["AlarmName"],
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
    )
    yield one
    actions = (a for a in raw.get("AlarmActions") or () if a.startswith("arn:") and ":automate:" not in a)
    yield from related("ROUTES_TO", one.uid, actions)


SERVICE = Service(
    "cloudwatch",
    (
        Listing(
            "alarms",
            ("CloudWatchAlarm",),
            (_LIST, _TAGS),
            with_tags(
                (_LIST, "[MetricAlarms, CompositeAlarms][][]"),
                (_TAGS, "Tags"),
                "ResourceARN",
                "AlarmArn",
                AlarmTypes=["MetricAlarm", "CompositeAlarm"],
            ),
            _alarm,
        ),
    ),
)
