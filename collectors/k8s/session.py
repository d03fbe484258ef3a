"""One scan of one cluster: its parts, and the notes that looks leave for one another.

Looks may run side by side and in any order. Whoever needs notes of a resource waits for the look that reads it, or
reads it itself where nobody has; a look holds its lock only while it reads, and waits only for resources that wait for
nothing, so nothing can wait in a circle.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from collectors.k8s.note import Note, Revision
from collectors.k8s.origin import Origin, Part
from collectors.k8s.reading import read
from collectors.k8s.resource import Resource
from collectors.k8s.uid import scope_uid
from graph.errors import NotOffered, SkipScope
from graph.scope import Outcome, Reading, Scope

_Key = tuple[str, str, str]  # group, kind, namespace


@dataclass(frozen=True, slots=True)
class Noted:
    """The notes of resources, and what of them could not be read, in words."""

    notes: tuple[Note, ...] = ()
    unread: tuple[str, ...] = ()
    parts: int = 0  # how many were asked for
    refusal: SkipScope | None = None  # the first of those that could not be read at all


@dataclass(slots=True)
class Session:
    """What one scan of a cluster shares between its looks."""

    cluster: str
    origin: Origin
    resources: Sequence[Resource]
    _parts: dict[str, list[Part]] = field(default_factory=dict)
    _noted: dict[_Key, Noted] = field(default_factory=dict)
    _locks: defaultdict[_Key, threading.RLock] = field(default_factory=lambda: defaultdict(threading.RLock))
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _listing: threading.RLock = field(default_factory=threading.RLock)  # held while the origin is asked

    def parts(self, resource: Resource) -> list[Part]:
        """The parts of a resource, asked for once."""
        with self._listing:
            name = f"{resource.kind}.{resource.group}"
            if name not in self._parts:
                self._parts[name] = list(self.origin.parts(resource))
            return self._parts[name]

    def read(self, resource: Resource, part: Part) -> Reading:
        """Reads a part, and leaves its notes."""
        deployments = self._deployments() if resource.needs_deployments else {}
        key = (resource.group, resource.kind, part.namespace)
        scope = scope_of(self.cluster, resource, part.namespace)
        with self._lock_of(key):
            try:
                reading, notes = read(scope, self.cluster, resource, part, deployments)
            except NotOffered:
                self._noted[key] = Noted()
                raise
            except SkipScope as error:
                self._noted[key] = Noted((), (scope.words,), 1, error)
                raise
            whole = reading.outcome is Outcome.COMPLETE
            self._noted[key] = Noted(tuple(notes), () if whole else (scope.words,), 1)
            return reading

    def noted(self, kinds: Iterable[str]) -> Noted:
        """The notes of the resources of these kinds, read now where no look has read them."""
        wanted = set(kinds)
        found = [
            self._noted_of(resource, part)
            for resource in self.resources
            if resource.kind in wanted
            for part in self.parts(resource)
        ]
        return Noted(
            tuple(note for one in found for note in one.notes),
            tuple(words for one in found for words in one.unread),
            sum(one.parts for one in found),
            next((one.refusal for one in found if one.refusal), None),
        )

    def _noted_of(self, resource: Resource, part: Part) -> Noted:
        key = (resource.group, resource.kind, part.namespace)
        with self._lock_of(key):
            if key not in self._noted:
                try:
                    self.read(resource, part)
                except SkipScope:
                    return self._noted[key]  # the failure is noted, and told by the look of that scope
            return self._noted[key]

    def _deployments(self) -> dict[str, str]:
        """The Deployment of each ReplicaSet that was read, by namespace and name."""
        revisions = [note for note in self.noted(("ReplicaSet",)).notes if isinstance(note, Revision)]
        return {f"{r.namespace}/{r.name}": r.deployment for r in revisions}

    def _lock_of(self, key: _Key) -> threading.RLock:
        with self._lock:
            return self._locks[key]


def scope_of(cluster: str, resource: Resource, namespace: str = "") -> Scope:
    """The scope of a resource in a cluster: of all namespaces, or of one."""
    words = " ".join(word for word in ("k8s", cluster, namespace, resource.title) if word)
    place = {"cluster": cluster} | ({"namespace": namespace} if namespace else {})
    parts = [resource.group, resource.kind, *([namespace] if namespace else [])]
    return Scope(scope_uid(cluster, *parts), "k8s", resource.kinds, words, place)
