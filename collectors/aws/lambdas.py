"""Lambda functions and what feeds them. Neither code nor the values of their environment are stored.

Calls and rights: lambda:ListFunctions, ListTags, ListEventSourceMappings.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import TAGS, with_tags
from collectors.aws.place import Place
from collectors.aws.region import Raw
from collectors.aws.service import Listing, Service, listed
from collectors.aws.shape import Stated, record, related, tags_of

_LIST = "lambda:ListFunctions"
_TAGS = "lambda:ListTags"
_MAPPINGS = "lambda:ListEventSourceMappings"


def _function(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "LambdaFunction",
        raw,
        place,
        uid=raw["FunctionArn"],
        name=raw["FunctionName"],
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
    )
    yield one
    network = raw.get("VpcConfig") or {}
    yield from related("RUNS_AS", one.uid, [raw.get("Role")])
    groups = network.get("SecurityGroupIds") or ()
    yield from related("PROTECTED_BY", one.uid, (place.arn("ec2", f"security-group/{g}") for g in groups))
    subnets = network.get("SubnetIds") or ()
    yield from related("PART_OF", one.uid, (place.arn("ec2", f"subnet/{s}") for s in subnets))
    yield from related("ENCRYPTED_BY", one.uid, [place.key(raw.get("KMSKeyArn"))])
    yield from related("ROUTES_TO", one.uid, [(raw.get("DeadLetterConfig") or {}).get("TargetArn")])


def _mapping(raw: Raw, place: Place) -> Iterator[Stated]:
    function = _unqualified(raw["FunctionArn"])
    source = raw.get("EventSourceArn")
    one = record(
        "EventSourceMapping",
        raw,
        place,
        uid=raw.get("EventSourceMappingArn") or place.arn("lambda", f"event-source-mapping:{raw['UUID']}"),
        name=f"{(source or raw['UUID']).rsplit(':', 1)[-1]} → {function.rsplit(':', 1)[-1]}",
    )
    yield one
    yield from related("ROUTES_TO", one.uid, [function])
    yield from related("DEPENDS_ON", function, [source])


def _unqualified(arn: str) -> str:
    """The function's ARN without a version or alias, which the listing of functions does not have."""
    return ":".join(arn.split(":")[:7])


SERVICE = Service(
    "lambda",
    (
        Listing(
            "functions",
            ("LambdaFunction",),
            (_LIST, _TAGS),
            with_tags((_LIST, "Functions[]"), (_TAGS, "Tags"), "Resource", "FunctionArn"),
            _function,
        ),
        Listing(
            "event-source-mappings",
            ("EventSourceMapping",),
            (_MAPPINGS,),
            listed(_MAPPINGS, "EventSourceMappings[]"),
            _mapping,
        ),
    ),
)
