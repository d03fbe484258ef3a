"""Keeps a served instance current: what a cluster says has changed is looked at again, scope by scope.

A watch only tells that something changed; what is written is always a whole look. So a watch that breaks, expires or
misses something can never leave a half-truth behind: it starts anew, and its scope is looked at once more.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from queue import Empty, Queue
from time import monotonic

from collectors.k8s.api import Api, connect
from collectors.k8s.cluster import Cluster
from collectors.k8s.origin import Expired, Part
from collectors.k8s.raw import text
from collectors.k8s.resource import Resource
from collectors.k8s.resources import RESOURCES
from collectors.k8s.session import Session
from collectors.k8s.source import joining, look_at
from collectors.scan import attempt
from graph.errors import BadInput, Denied, NotOffered, SkipScope
from graph.scope import Reading

_SECONDS = 300.0  # of one watch, after which it goes on in a new request
_TOGETHER = 0.2  # seconds between changes that come together, as those of a rollout do
_SHARE = 10  # a scope that took a second to read is not read more often than every ten

_Key = tuple[int, str]  # the resource's place in RESOURCES, and the namespace


@dataclass(slots=True)
class _Scope:
    """One watched scope: when it may be read again."""

    resource: Resource
    part: Part
    due: float = 0.0


@dataclass(slots=True)
class _Watching:
    api: Api
    session: Session
    stop: threading.Event
    quiet: float
    changed: Queue[_Key] = field(default_factory=Queue[_Key])
    scopes: dict[_Key, _Scope] = field(default_factory=dict[_Key, _Scope])

    def start(self) -> list[threading.Thread]:
        """A thread for each scope that can be read: all they do is wait for the server."""
        for place, resource in enumerate(self.session.resources):
            for part in self.session.parts(resource):
                self.scopes[place, part.namespace] = _Scope(resource, part)
        threads = [
            threading.Thread(target=self._follow, args=(key, scope), name="watch", daemon=True)
            for key, scope in self.scopes.items()
        ]
        for thread in threads:
            thread.start()
        return threads

    def _follow(self, key: _Key, scope: _Scope) -> None:
        """Tells each change of a scope. A watch that starts anew tells one, since it cannot know what it missed."""
        since = ""
        while not self.stop.is_set():
            try:
                if not since:
                    since = self.api.now(scope.resource, scope.part.namespace)
                    self.changed.put(key)
                for event in self.api.watch(scope.resource, scope.part.namespace, since, _SECONDS):
                    since = text(event, "object", "metadata", "resourceVersion") or since
                    if text(event, "type") != "BOOKMARK":
                        self.changed.put(key)
                    if self.stop.is_set():
                        return
            except Expired:
                since = ""
            except (NotOffered, Denied):
                self.changed.put(key)  # the look says so; a full scan finds out when it is over
                return
            except SkipScope:
                since = ""
                self.stop.wait(max(self.quiet, 1.0) * _SHARE)

    def readings(self) -> Iterator[Reading]:
        """The scopes that changed, in the order in which they build on each other, then what is joined from them."""
        waiting: set[_Key] = set()
        while not self.stop.is_set():
            waiting |= self._told()
            now = monotonic()
            ready = sorted(key for key in waiting if self.scopes[key].due <= now)
            waiting -= set(ready)
            for key in ready:
                yield self._read(self.scopes[key])
            kinds = {self.scopes[key].resource.kind for key in ready}
            for of, look in joining(self.session) if kinds else ():
                if of & kinds:
                    yield attempt(look)

    def _told(self) -> set[_Key]:
        """What changed until now: waits for a first change, then for those that come with it, but not for ever."""
        told: set[_Key] = set()
        until = monotonic() + self.quiet
        while (left := until - monotonic()) > 0 and not self.stop.is_set():
            try:
                told.add(self.changed.get(timeout=min(left, _TOGETHER) if told else left))
            except Empty:
                break
        return told

    def _read(self, scope: _Scope) -> Reading:
        began = monotonic()
        reading = attempt(look_at(self.session, scope.resource, scope.part))
        ended = monotonic()
        scope.due = ended + max(self.quiet, _SHARE * (ended - began))
        return reading


def watch(cluster: Cluster, stop: threading.Event, *, quiet_seconds: float = 5.0) -> Iterator[Reading]:
    """Readings of the scopes of a cluster in which something changed, until `stop` is set.

    Each scope is read once at the start (a change between the scan before and now is not lost), and from then on at
    most every `quiet_seconds`, and never for more than a tenth of the time. Raises BadInput for a dump, which cannot
    change by itself, and SkipScope where the cluster cannot be reached at all.
    """
    if cluster.dump:
        raise BadInput(
            f"cluster {cluster.name} is read from a dump, which tells no changes. Scan it again instead."
        )
    api = connect(cluster)
    watching = _Watching(api, Session(cluster.name, api, RESOURCES), stop, quiet_seconds)
    watching.start()
    return watching.readings()
