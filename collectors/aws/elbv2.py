"""Application, network and gateway load balancers, their listeners, and where they send traffic.

Calls: DescribeLoadBalancers, DescribeLoadBalancerAttributes, DescribeListeners, DescribeTargetGroups,
DescribeTargetHealth, DescribeTags. Rights: the same names under `elasticloadbalancing:`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, tags_of

_BALANCERS = "elbv2:DescribeLoadBalancers"
_ATTRIBUTES = "elbv2:DescribeLoadBalancerAttributes"
_LISTENERS = "elbv2:DescribeListeners"
_GROUPS = "elbv2:DescribeTargetGroups"
_HEALTH = "elbv2:DescribeTargetHealth"
_TAGS = "elbv2:DescribeTags"


def _tags(region: Region, arn: str) -> Raw:
    """The tags of one of them, or nothing known where they may not be read."""
    found = region.part(arn, "tags", _TAGS, ResourceArns=[arn])
    return (
        {}
        if found is None
        else {"Tags": [t for d in found.get("TagDescriptions", ()) for t in d.get("Tags", ())]}
    )


def _read_balancers(region: Region) -> Iterator[Raw]:
    def detail(raw: Raw) -> Iterator[Raw]:
        arn = raw["LoadBalancerArn"]
        found = region.part(arn, "attributes", _ATTRIBUTES, LoadBalancerArn=arn)
        yield {**raw, **_tags(region, arn), "attributes": (found or {}).get("Attributes", [])}

    yield from region.each(region.pages(_BALANCERS, "LoadBalancers[]"), detail)


def _balancer(raw: Raw, place: Place) -> Iterator[Stated]:
    attributes = {a["Key"]: a["Value"] for a in raw["attributes"]}
    one = record(
        "LoadBalancer",
        raw,
        place,
        uid=raw["LoadBalancerArn"],
        name=raw["LoadBalancerName"],
        tags=tags_of(raw["Tags"]) if "Tags" in raw else None,
        loadBalancerType=raw["Type"],
        zones=sorted(z["ZoneName"] for z in raw.get("AvailabilityZones") or ()),
        idleTimeoutSeconds=attributes.get("idle_timeout.timeout_seconds"),
        deletionProtection=attributes.get("deletion_protection.enabled"),
        accessLogs=attributes.get("access_logs.s3.enabled"),
        crossZone=attributes.get("load_balancing.cross_zone.enabled"),
    )
    yield one
    groups = raw.get("SecurityGroups") or ()
    yield from related("PROTECTED_BY", one.uid, (place.arn("ec2", f"security-group/{g}") for g in groups))
    yield from related("PART_OF", one.uid, [raw.get("VpcId") and place.arn("ec2", f"vpc/{raw['VpcId']}")])


def _read_listeners(region: Region) -> Iterator[Raw]:
    def detail(balancer: Raw) -> Iterator[Raw]:
        for raw in region.pages(_LISTENERS, "Listeners[]", LoadBalancerArn=balancer["LoadBalancerArn"]):
            yield {**raw, **_tags(region, raw["ListenerArn"]), "balancer": balancer["LoadBalancerName"]}

    yield from region.each(region.pages(_BALANCERS, "LoadBalancers[]"), detail)


def _listener(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "Listener",
        raw,
        place,
        uid=raw["ListenerArn"],
        name=f"{raw['balancer']}:{raw.get('Port', '')}".rstrip(":"),
        tags=tags_of(raw["Tags"]) if "Tags" in raw else None,
    )
    yield one
    yield from related("PART_OF", one.uid, [raw["LoadBalancerArn"]])
    yield from related("ROUTES_TO", one.uid, _targets(raw.get("DefaultActions") or ()))


def _targets(actions: Any) -> Iterator[str]:
    """The target groups that actions forward to, one or by weight."""
    for action in actions:
        if arn := action.get("TargetGroupArn"):
            yield arn
        yield from (
            t["TargetGroupArn"] for t in (action.get("ForwardConfig") or {}).get("TargetGroups") or ()
        )


def _read_groups(region: Region) -> Iterator[Raw]:
    def detail(raw: Raw) -> Iterator[Raw]:
        arn = raw["TargetGroupArn"]
        found = region.part(arn, "target health", _HEALTH, TargetGroupArn=arn)
        health = None if found is None else found.get("TargetHealthDescriptions", [])
        yield {**raw, **_tags(region, arn), "health": health}

    yield from region.each(region.pages(_GROUPS, "TargetGroups[]"), detail)


def _group(raw: Raw, place: Place) -> Iterator[Stated]:
    health = raw["health"]
    states = [h["TargetHealth"]["State"] for h in health or ()]
    one = record(
        "TargetGroup",
        raw,
        place,
        uid=raw["TargetGroupArn"],
        name=raw["TargetGroupName"],
        tags=tags_of(raw["Tags"]) if "Tags" in raw else None,
        targets=None if health is None else len(states),
        healthyTargets=None if health is None else states.count("healthy"),
        unhealthyTargets=None if health is None else states.count("unhealthy"),
    )
    yield one
    for balancer in raw.get("LoadBalancerArns") or ():
        yield from related("ROUTES_TO", balancer, [one.uid])
    yield from related("ROUTES_TO", one.uid, (_target(h["Target"]["Id"], raw, place) for h in health or ()))


def _target(target: str, raw: Raw, place: Place) -> str | None:
    """What a target is: an instance, a function or another balancer; an address names nothing by itself."""
    if target.startswith("arn:"):
        return target
    return place.arn("ec2", f"instance/{target}") if raw.get("TargetType") == "instance" else None


SERVICE = Service(
    "elbv2",
    (
        Listing(
            "load-balancers",
            ("LoadBalancer",),
            (_BALANCERS, _ATTRIBUTES, _TAGS),
            _read_balancers,
            _balancer,
        ),
        Listing("listeners", ("Listener",), (_BALANCERS, _LISTENERS, _TAGS), _read_listeners, _listener),
        Listing("target-groups", ("TargetGroup",), (_GROUPS, _HEALTH, _TAGS), _read_groups, _group),
    ),
)
