"""Route 53: hosted zones and their records.

Calls and rights: route53:ListHostedZones, ListTagsForResource, ListResourceRecordSets.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import TAGS, tagged
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, tags_of

_ZONES = "route53:ListHostedZones"
_TAGS = "route53:ListTagsForResource"
_RECORDS = "route53:ListResourceRecordSets"


def _own_id(zone: Raw) -> str:
    return str(zone["Id"]).rsplit("/", 1)[-1]


def _read_zones(region: Region) -> Iterator[Raw]:
    def detail(zone: Raw) -> Iterator[Raw]:
        own_id = _own_id(zone)
        found = tagged(
            region, zone, own_id, _TAGS, "ResourceTagSet", ResourceType="hostedzone", ResourceId=own_id
        )
        yield {**found, TAGS: (found[TAGS] or {}).get("Tags")} if TAGS in found else found

    yield from region.each(region.pages(_ZONES, "HostedZones[]"), detail)


def _zone(raw: Raw, place: Place) -> Iterator[Stated]:
    yield record(
        "DNSZone",
        raw,
        place,
        uid=place.bare_arn("route53", f"hostedzone/{_own_id(raw)}"),
        name=_readable(raw["Name"]),
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
        zoneId=_own_id(raw),
    )


def _read_records(region: Region) -> Iterator[Raw]:
    def detail(zone: Raw) -> Iterator[Raw]:
        for raw in region.pages(_RECORDS, "ResourceRecordSets[]", HostedZoneId=_own_id(zone)):
            yield {**raw, "zone": _own_id(zone)}

    yield from region.each(region.pages(_ZONES, "HostedZones[]"), detail)


def _record(raw: Raw, place: Place) -> Iterator[Stated]:
    zone = place.bare_arn("route53", f"hostedzone/{raw['zone']}")
    name = _readable(raw["Name"])
    own = "/".join(p for p in (name, raw["Type"], raw.get("SetIdentifier")) if p)
    alias = raw.get("AliasTarget") or {}
    one = record(
        "DNSRecord",
        raw,
        place,
        uid=place.bare_arn("route53", f"hostedzone/{raw['zone']}/recordset/{own}"),
        name=name,
        zoneId=raw["zone"],
        aliasOf=_readable(alias["DNSName"]) if alias else None,
    )
    yield one
    yield from related("PART_OF", one.uid, [zone])


def _readable(name: str) -> str:
    """A name as people write it: without the last dot, and with the star that Route 53 escapes."""
    return name.rstrip(".").replace("\\052", "*")


SERVICE = Service(
    "route53",
    (
        Listing("zones", ("DNSZone",), (_ZONES, _TAGS), _read_zones, _zone),
        Listing("records", ("DNSRecord",), (_ZONES, _RECORDS), _read_records, _record),
    ),
    regional=False,
)
