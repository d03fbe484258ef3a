"""CloudFormation stacks and what they manage. Neither templates nor parameters are read.

Calls and rights: cloudformation:DescribeStacks, ListStackResources. A resource's tag that names a stack proves
nothing (tags are copied); the stack's own list of its resources does.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.physical import uid_of
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, related_from, tags_of

_STACKS = "cloudformation:DescribeStacks"
_RESOURCES = "cloudformation:ListStackResources"


def _read(region: Region) -> Iterator[Raw]:
    def detail(stack: Raw) -> Iterator[Raw]:
        found = region.pages(_RESOURCES, "StackResourceSummaries[]", StackName=stack["StackId"])
        yield {**stack, "resources": [r for r in found if r.get("ResourceStatus") != "DELETE_COMPLETE"]}

    stacks = region.pages(_STACKS, "Stacks[?StackStatus!='DELETE_COMPLETE']")
    yield from region.each(stacks, detail)


def _stack(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "CloudFormationStack",
        raw,
        place,
        uid=raw["StackId"],
        name=raw["StackName"],
        tags=tags_of(raw.get("Tags")),
        result=result_of(raw["StackStatus"]),
        resources=len(raw["resources"]),
    )
    yield one
    yield from related("PART_OF", one.uid, [raw.get("ParentId")])
    yield from related("RUNS_AS", one.uid, [raw.get("RoleARN")])
    managed = (_managed(r, place) for r in raw["resources"])
    yield from related_from("MANAGED_BY", (m for m in managed if m != one.uid), one.uid)


def result_of(status: str) -> str:
    """How the last operation ended, by the endings that CloudFormation's statuses share."""
    if status.endswith("_IN_PROGRESS"):
        return "in progress"
    if status.endswith("_FAILED"):
        return "failed"
    return "rolled back" if "ROLLBACK" in status else "complete"


def _managed(resource: Raw, place: Place) -> str | None:
    own_id = resource.get("PhysicalResourceId")
    return uid_of(resource["ResourceType"], own_id, place) if own_id else None


SERVICE = Service(
    "cloudformation", (Listing("stacks", ("CloudFormationStack",), (_STACKS, _RESOURCES), _read, _stack),)
)
