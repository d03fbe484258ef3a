"""CloudTrail: what was done to things that are collected, by whom and when, as changes.

Call and right: cloudtrail:LookupEvents, asked for events that wrote something. Attempts that failed changed nothing
and are left out; so are events about things of no kind that is collected. Neither request nor answer is stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice

from collectors.aws.physical import kind_of, uid_of
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related
from graph.errors import Incomplete

_CALL = "cloudtrail:LookupEvents"
_BACK = timedelta(hours=26)
"""How far back a look reaches: a daily scan, and some to spare. Events once seen are kept."""
_MOST = 2_000
"""Events of one look: two calls of fifty a second is all that AWS allows."""
_ACTIONS = (
    ("created", ("Create", "Run", "Allocate", "Register", "Import", "Restore", "Publish")),
    ("deleted", ("Delete", "Terminate", "Release", "Deregister", "Remove", "Destroy")),
)


def _read(region: Region) -> Iterator[Raw]:
    found = region.pages(
        _CALL,
        "Events[]",
        LookupAttributes=[{"AttributeKey": "ReadOnly", "AttributeValue": "false"}],
        StartTime=datetime.now(UTC) - _BACK,
    )
    yield from islice(found, _MOST)
    if next(found, None) is not None:
        raise Incomplete(
            f"{region.place.words} has more than {_MOST} events of the last {_BACK}; the latest are kept. Scan more often."
        )


def _event(raw: Raw, place: Place) -> Iterator[Stated]:
    told = json.loads(raw.get("CloudTrailEvent") or "{}")
    if told.get("errorCode"):
        return
    for resource in raw.get("Resources") or ():
        kind, own_id = kind_of(resource.get("ResourceType") or ""), resource.get("ResourceName") or ""
        subject = uid_of(resource.get("ResourceType") or "", own_id, place) if own_id else None
        if kind and subject:
            yield from _change(raw, place, kind, own_id, subject)


def _change(raw: Raw, place: Place, kind: str, own_id: str, subject: str) -> Iterator[Stated]:
    operation = raw["EventName"]
    name = own_id.rsplit("/", 1)[-1].rsplit(":", 1)[-1]
    one = record(
        "Change",
        raw,
        place,
        uid=f"change://aws/{raw['EventId']}/{subject}",
        name=f"{name} {operation}",
        at=raw["EventTime"],
        action=action_of(operation),
        subject=name,
        subjectKind=kind,
        subjectUid=subject,
        actor=raw.get("Username"),
        via="CloudTrail",
        message=operation,
    )
    yield one
    yield from related("CHANGE_OF", one.uid, [subject])


def action_of(operation: str) -> str:
    """What an operation did, by its verb; what neither makes nor ends something modifies it."""
    return next((action for action, verbs in _ACTIONS if operation.startswith(verbs)), "modified")


SERVICE = Service("cloudtrail", (Listing("events", ("Change",), (_CALL,), _read, _event),))
