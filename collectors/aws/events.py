"""EventBridge buses and rules with their targets.

Calls and rights: events:ListEventBuses, ListRules, ListTargetsByRule, ListTagsForResource.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import TAGS, tagged, with_tags
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, tags_of

_BUSES = "events:ListEventBuses"
_RULES = "events:ListRules"
_TARGETS = "events:ListTargetsByRule"
_TAGS = "events:ListTagsForResource"


def _bus(raw: Raw, place: Place) -> Iterator[Stated]:
    yield record(
        "EventBus",
        raw,
        place,
        uid=raw["Arn"],
        name=raw["Name"],
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
    )


def _read_rules(region: Region) -> Iterator[Raw]:
    def detail(rule: Raw) -> Iterator[Raw]:
        bus, arn = rule.get("EventBusName", "default"), rule["Arn"]
        targets = list(region.pages(_TARGETS, "Targets[].Arn", Rule=rule["Name"], EventBusName=bus))
        yield tagged(region, {**rule, "targets": targets}, arn, _TAGS, "Tags", ResourceARN=arn)

    for bus in region.pages(_BUSES, "EventBuses[].Name"):
        yield from region.each(region.pages(_RULES, "Rules[]", EventBusName=bus), detail)


def _rule(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "EventRule",
        raw,
        place,
        uid=raw["Arn"],
        name=raw["Name"],
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
        targets=len(raw["targets"]),
    )
    yield one
    yield from related(
        "PART_OF", one.uid, [place.arn("events", f"event-bus/{raw.get('EventBusName', 'default')}")]
    )
    yield from related("ROUTES_TO", one.uid, raw["targets"])
    yield from related("RUNS_AS", one.uid, [raw.get("RoleArn")])


SERVICE = Service(
    "events",
    (
        Listing(
            "buses",
            ("EventBus",),
            (_BUSES, _TAGS),
            with_tags((_BUSES, "EventBuses[]"), (_TAGS, "Tags"), "ResourceARN", "Arn"),
            _bus,
        ),
        Listing("rules", ("EventRule",), (_BUSES, _RULES, _TARGETS, _TAGS), _read_rules, _rule),
    ),
)
