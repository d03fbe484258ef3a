"""Auto Scaling groups and the instances they made.

Call and right: autoscaling:DescribeAutoScalingGroups.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.place import Place
from collectors.aws.region import Raw
from collectors.aws.service import Listing, Service, listed
from collectors.aws.shape import Stated, record, related, related_from, tags_of

_CALL = "autoscaling:DescribeAutoScalingGroups"


def _group(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "AutoScalingGroup",
        raw,
        place,
        uid=raw["AutoScalingGroupARN"],
        name=raw["AutoScalingGroupName"],
        tags=tags_of(raw.get("Tags")),
    )
    yield one
    instances = (i["InstanceId"] for i in raw.get("Instances") or ())
    yield from related_from("DERIVED_FROM", (place.arn("ec2", f"instance/{i}") for i in instances), one.uid)
    subnets = [s for s in str(raw.get("VPCZoneIdentifier") or "").split(",") if s]
    yield from related("PART_OF", one.uid, (place.arn("ec2", f"subnet/{s.strip()}") for s in subnets))
    template = (_template(raw) or {}).get("LaunchTemplateId")
    yield from related("DEPENDS_ON", one.uid, [template and place.arn("ec2", f"launch-template/{template}")])


def _template(raw: Raw) -> Raw | None:
    """The launch template, named by the group or by its policy of mixed instances."""
    mixed = (raw.get("MixedInstancesPolicy") or {}).get("LaunchTemplate") or {}
    found: Raw | None = raw.get("LaunchTemplate") or mixed.get("LaunchTemplateSpecification")
    return found


SERVICE = Service(
    "autoscaling",
    (Listing("groups", ("AutoScalingGroup",), (_CALL,), listed(_CALL, "AutoScalingGroups[]"), _group),),
)
