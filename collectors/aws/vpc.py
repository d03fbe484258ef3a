"""Networks of EC2: VPCs, subnets, security groups with their rules, and the ways in and out.

Calls and rights: ec2:DescribeVpcs, DescribeSubnets, DescribeSecurityGroups, DescribeSecurityGroupRules,
DescribeNetworkInterfaces, DescribeAddresses, DescribeRouteTables, DescribeNatGateways, DescribeInternetGateways,
DescribeVpcEndpoints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from collectors.aws.place import Place
from collectors.aws.region import Raw
from collectors.aws.service import Listing, Service, Shape, listed
from collectors.aws.shape import Stated, record, related, tags_of
from graph.record import Record, Uid

_EVERYWHERE = ("0.0.0.0/0", "::/0")
_LAST_PORT = 65535


def _one(kind: str, raw: Raw, place: Place, resource: str, own_id: str, **fields: Any) -> Record:
    """The record of something of EC2 that is named by its tag, else by its id."""
    tags = tags_of(raw.get("Tags") or raw.get("TagSet"))
    uid = place.arn("ec2", f"{resource}/{own_id}")
    return record(kind, raw, place, uid=uid, name=tags.get("Name") or own_id, tags=tags, **fields)


def _in_vpc(raw: Raw, place: Place, uid: Uid) -> Iterator[Stated]:
    """What lies in a subnet is part of it; what lies in a VPC alone, of that."""
    subnet, vpc = raw.get("SubnetId"), raw.get("VpcId")
    whole = f"subnet/{subnet}" if subnet else f"vpc/{vpc}" if vpc else ""
    yield from related("PART_OF", uid, [whole and place.arn("ec2", whole)])


def _plain(kind: str, resource: str, key: str) -> Shape:
    """The shape of something that is a record in a VPC and no more."""

    def shape(raw: Raw, place: Place) -> Iterator[Stated]:
        one = _one(kind, raw, place, resource, raw[key])
        yield one
        yield from _in_vpc(raw, place, one.uid)

    return shape


def _vpc(raw: Raw, place: Place) -> Iterator[Stated]:
    yield _one("VPC", raw, place, "vpc", raw["VpcId"])


def _subnet(raw: Raw, place: Place) -> Iterator[Stated]:
    one = _one("Subnet", raw, place, "subnet", raw["SubnetId"])
    yield one
    yield from related("PART_OF", one.uid, [place.arn("ec2", f"vpc/{raw['VpcId']}")])


def _security_group(raw: Raw, place: Place) -> Iterator[Stated]:
    permissions = raw.get("IpPermissions") or ()
    ranges = sorted({c for p in permissions for c in _ranges(p)})
    is_open = any(c in _EVERYWHERE for c in ranges)
    tags = tags_of(raw.get("Tags"))
    one = record(
        "SecurityGroup",
        raw,
        place,
        uid=place.arn("ec2", f"security-group/{raw['GroupId']}"),
        name=tags.get("Name") or raw.get("GroupName") or raw["GroupId"],
        tags=tags,
        ingressCidr=ranges,
        ingressPort=sorted({_ports(p) for p in permissions}, key=lambda p: (len(p.split("-")[0]), p)),
        openToInternet=is_open,
        exposure="possibly reachable" if is_open else "closed",
    )
    yield one
    if vpc := raw.get("VpcId"):
        yield from related("PART_OF", one.uid, [place.arn("ec2", f"vpc/{vpc}")])


def _ranges(permission: Raw) -> Iterable[str]:
    yield from (r["CidrIp"] for r in permission.get("IpRanges") or ())
    yield from (r["CidrIpv6"] for r in permission.get("Ipv6Ranges") or ())


def _ports(permission: Raw) -> str:
    """The ports a permission lets in, as people write them: "22", "8000-8080", "all", "icmp"."""
    protocol, first, last = permission.get("IpProtocol"), permission.get("FromPort"), permission.get("ToPort")
    if protocol in ("icmp", "icmpv6", "1", "58"):
        return "icmp"
    if protocol == "-1" or first is None or first == -1 or (first == 0 and last == _LAST_PORT):
        return "all"
    return str(first) if first == last else f"{first}-{last}"


def _security_group_rule(raw: Raw, place: Place) -> Iterator[Stated]:
    protocol = str(raw.get("IpProtocol", ""))
    first, last = raw.get("FromPort"), raw.get("ToPort")
    every = protocol == "-1" or first in (None, -1)
    has_ports = protocol not in ("icmp", "icmpv6", "1", "58")
    source = raw.get("CidrIpv4") or raw.get("CidrIpv6")
    direction = "egress" if raw.get("IsEgress") else "ingress"
    tags = tags_of(raw.get("Tags"))
    one = record(
        "SecurityGroupRule",
        raw,
        place,
        uid=place.arn("ec2", f"security-group-rule/{raw['SecurityGroupRuleId']}"),
        name=tags.get("Name") or raw["SecurityGroupRuleId"],
        tags=tags,
        direction=direction,
        protocol="all" if protocol == "-1" else protocol,
        fromPort=(0 if every else first) if has_ports else None,
        toPort=(_LAST_PORT if every else last) if has_ports else None,
        openToInternet=direction == "ingress" and source in _EVERYWHERE,
    )
    yield one
    yield from related("RULE_OF", one.uid, [place.arn("ec2", f"security-group/{raw['GroupId']}")])


def _network_interface(raw: Raw, place: Place) -> Iterator[Stated]:
    one = _one("NetworkInterface", raw, place, "network-interface", raw["NetworkInterfaceId"])
    yield one
    yield from _in_vpc(raw, place, one.uid)
    if instance := (raw.get("Attachment") or {}).get("InstanceId"):
        yield from related("ATTACHED_TO", one.uid, [place.arn("ec2", f"instance/{instance}")])
    groups = (g["GroupId"] for g in raw.get("Groups") or ())
    yield from related("PROTECTED_BY", one.uid, (place.arn("ec2", f"security-group/{g}") for g in groups))


def _address(raw: Raw, place: Place) -> Iterator[Stated]:
    own_id = raw.get("AllocationId") or raw["PublicIp"]
    one = _one(
        "ElasticIP",
        raw,
        place,
        "elastic-ip",
        own_id,
        associated=bool(raw.get("AssociationId") or raw.get("InstanceId")),
    )
    yield one
    if instance := raw.get("InstanceId"):
        yield from related("ATTACHED_TO", one.uid, [place.arn("ec2", f"instance/{instance}")])
    elif interface := raw.get("NetworkInterfaceId"):
        yield from related("ATTACHED_TO", one.uid, [place.arn("ec2", f"network-interface/{interface}")])


def _route_table(raw: Raw, place: Place) -> Iterator[Stated]:
    routes = raw.get("Routes") or ()
    out = any(
        (r.get("DestinationCidrBlock") or r.get("DestinationIpv6CidrBlock")) in _EVERYWHERE
        and str(r.get("GatewayId", "")).startswith("igw-")
        for r in routes
    )
    main = any(a.get("Main") for a in raw.get("Associations") or ())
    one = _one("RouteTable", raw, place, "route-table", raw["RouteTableId"], main=main, internetRoute=out)
    yield one
    yield from _in_vpc(raw, place, one.uid)


def _internet_gateway(raw: Raw, place: Place) -> Iterator[Stated]:
    one = _one("InternetGateway", raw, place, "internet-gateway", raw["InternetGatewayId"])
    yield one
    vpcs = (a.get("VpcId") for a in raw.get("Attachments") or ())
    yield from related("ATTACHED_TO", one.uid, (place.arn("ec2", f"vpc/{v}") for v in vpcs if v))


def _endpoint(raw: Raw, place: Place) -> Iterator[Stated]:
    one = _one("VPCEndpoint", raw, place, "vpc-endpoint", raw["VpcEndpointId"])
    yield one
    yield from _in_vpc(raw, place, one.uid)
    groups = (g["GroupId"] for g in raw.get("Groups") or ())
    yield from related("PROTECTED_BY", one.uid, (place.arn("ec2", f"security-group/{g}") for g in groups))


def _listing(name: str, kind: str, operation: str, items: str, shape: Shape) -> Listing:
    call = f"ec2:{operation}"
    return Listing(name, (kind,), (call,), listed(call, items), shape)


SERVICE = Service(
    "vpc",
    (
        _listing("vpcs", "VPC", "DescribeVpcs", "Vpcs[]", _vpc),
        _listing("subnets", "Subnet", "DescribeSubnets", "Subnets[]", _subnet),
        _listing(
            "security-groups", "SecurityGroup", "DescribeSecurityGroups", "SecurityGroups[]", _security_group
        ),
        _listing(
            "security-group-rules",
            "SecurityGroupRule",
            "DescribeSecurityGroupRules",
            "SecurityGroupRules[]",
            _security_group_rule,
        ),
        _listing(
            "network-interfaces",
            "NetworkInterface",
            "DescribeNetworkInterfaces",
            "NetworkInterfaces[]",
            _network_interface,
        ),
        _listing("addresses", "ElasticIP", "DescribeAddresses", "Addresses[]", _address),
        _listing("route-tables", "RouteTable", "DescribeRouteTables", "RouteTables[]", _route_table),
        _listing(
            "nat-gateways",
            "NATGateway",
            "DescribeNatGateways",
            "NatGateways[?State!='deleted']",
            _plain("NATGateway", "natgateway", "NatGatewayId"),
        ),
        _listing(
            "internet-gateways",
            "InternetGateway",
            "DescribeInternetGateways",
            "InternetGateways[]",
            _internet_gateway,
        ),
        _listing("endpoints", "VPCEndpoint", "DescribeVpcEndpoints", "VpcEndpoints[]", _endpoint),
    ),
)
