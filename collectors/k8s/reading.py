"""One look at one part of a resource: its pages shaped one by one, so that no more than a page of raw objects is held."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from collectors.k8s.note import Note, Seen
from collectors.k8s.origin import Expired, Part
from collectors.k8s.raw import Raw, text
from collectors.k8s.resource import Item, Resource
from graph.errors import BadInput, Incomplete
from graph.record import Record, Relation, Uid
from graph.scope import Outcome, Reading, Scope

_STARTS = 4  # a list that expires this often is longer than the server's memory of it: what was read is kept


@dataclass(slots=True)
class Sight:
    """What a look has seen so far: records by key (a list may give one twice), relations and notes."""

    records: dict[Uid, Record] = field(default_factory=dict)
    relations: dict[tuple[str, Uid, Uid], Relation] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def take(self, seen: Seen) -> None:
        """Keeps one thing."""
        if isinstance(seen, Record):
            self.records[seen.uid] = seen
        elif isinstance(seen, Relation):
            self.relations[seen.type, seen.source, seen.target] = seen
        else:
            self.notes.append(seen)


def read(
    scope: Scope, cluster: str, resource: Resource, part: Part, deployments: Mapping[str, str]
) -> tuple[Reading, list[Note]]:
    """The reading of a part, and the notes for joining. Raises SkipScope where nothing of it could be read.

    A list that expired is read again from its start (K8S-04); one that broke off is partial, and so marks nothing gone.
    """
    for start in range(1, _STARTS + 1):
        sight = Sight()
        try:
            for page in part.pages():
                for raw in page:
                    _shape(sight, Item(cluster, resource, raw, deployments))
        except Expired:
            if start == _STARTS:
                why = f"the list of {resource.plural} expired {_STARTS} times before its end was reached"
                return _reading(scope, sight, Outcome.PARTIAL, why), sight.notes
        except Incomplete as error:
            return _reading(scope, sight, Outcome.PARTIAL, str(error)), sight.notes
        else:
            for seen in resource.together(cluster, sight.notes) if resource.together else ():
                sight.take(seen)
            return _reading(scope, sight, Outcome.COMPLETE, ""), sight.notes
    raise AssertionError("the last start always ends the loop")


def _shape(sight: Sight, item: Item) -> None:
    """One object that cannot be taken is named; the others are written."""
    try:
        for seen in item.resource.shape(item):
            sight.take(seen)
    except BadInput as error:
        sight.problems.append(f"{_called(item.raw)}: {error}")


def _called(raw: Raw) -> str:
    words = (
        text(raw, "metadata", "namespace"),
        text(raw, "metadata", "name") or text(raw, "metadata", "uid"),
    )
    return "/".join(word for word in words if word) or "an object without a name"


def _reading(scope: Scope, sight: Sight, outcome: Outcome, reason: str) -> Reading:
    missing = f"what comes after the first {len(sight.records)}" if reason else ""
    return Reading(
        scope,
        outcome,
        tuple(sight.records.values()),
        tuple(sight.relations.values()),
        reason=reason,
        missing=missing,
        problems=tuple(sight.problems),
    )
