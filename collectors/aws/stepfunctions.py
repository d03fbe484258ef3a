"""Step Functions state machines; no execution is read.

Calls: stepfunctions:ListStateMachines, ListTagsForResource. Rights: the same names under `states:`.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import TAGS, with_tags
from collectors.aws.place import Place
from collectors.aws.region import Raw
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, tags_of

_LIST = "stepfunctions:ListStateMachines"
_TAGS = "stepfunctions:ListTagsForResource"


def _machine(raw: Raw, place: Place) -> Iterator[Stated]:
    yield record(
        "StateMachine",
        raw,
        place,
        uid=raw["stateMachineArn"],
        name=raw["name"],
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
    )


SERVICE = Service(
    "stepfunctions",
    (
        Listing(
            "state-machines",
            ("StateMachine",),
            (_LIST, _TAGS),
            with_tags((_LIST, "stateMachines[]"), (_TAGS, "tags"), "resourceArn", "stateMachineArn"),
            _machine,
        ),
    ),
)
