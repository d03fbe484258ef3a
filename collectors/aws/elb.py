"""Classic load balancers.

Calls: DescribeLoadBalancers, DescribeLoadBalancerAttributes, DescribeTags. Rights: the same under
`elasticloadbalancing:`.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, tags_of

_BALANCERS = "elb:DescribeLoadBalancers"
_ATTRIBUTES = "elb:DescribeLoadBalancerAttributes"
_TAGS = "elb:DescribeTags"


def _read(region: Region) -> Iterator[Raw]:
    def detail(raw: Raw) -> Iterator[Raw]:
        name = raw["LoadBalancerName"]
        attributes = region.part(name, "attributes", _ATTRIBUTES, LoadBalancerName=name)
        tags = region.part(name, "tags", _TAGS, LoadBalancerNames=[name])
        yield {
            **raw,
            "attributes": (attributes or {}).get("LoadBalancerAttributes", {}),
            "tags": None
            if tags is None
            else [t for d in tags.get("TagDescriptions", ()) for t in d.get("Tags", ())],
        }

    yield from region.each(region.pages(_BALANCERS, "LoadBalancerDescriptions[]"), detail)


def _balancer(raw: Raw, place: Place) -> Iterator[Stated]:
    attributes = raw["attributes"]
    name = raw["LoadBalancerName"]
    one = record(
        "LoadBalancer",
        raw,
        place,
        uid=place.arn("elasticloadbalancing", f"loadbalancer/{name}"),
        name=name,
        tags=None if raw["tags"] is None else tags_of(raw["tags"]),
        loadBalancerType="classic",
        zones=sorted(raw.get("AvailabilityZones") or ()),
        idleTimeoutSeconds=(attributes.get("ConnectionSettings") or {}).get("IdleTimeout"),
        accessLogs=(attributes.get("AccessLog") or {}).get("Enabled"),
        crossZone=(attributes.get("CrossZoneLoadBalancing") or {}).get("Enabled"),
    )
    yield one
    groups = raw.get("SecurityGroups") or ()
    yield from related("PROTECTED_BY", one.uid, (place.arn("ec2", f"security-group/{g}") for g in groups))
    yield from related("PART_OF", one.uid, [raw.get("VPCId") and place.arn("ec2", f"vpc/{raw['VPCId']}")])
    instances = (i["InstanceId"] for i in raw.get("Instances") or ())
    yield from related("ROUTES_TO", one.uid, (place.arn("ec2", f"instance/{i}") for i in instances))


SERVICE = Service(
    "elb",
    (
        Listing(
            "classic-load-balancers", ("LoadBalancer",), (_BALANCERS, _ATTRIBUTES, _TAGS), _read, _balancer
        ),
    ),
)
