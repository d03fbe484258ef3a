"""Where raw objects come from: an API server or a dump. Both offer the same parts, so one code reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from collectors.k8s.raw import Raw
from collectors.k8s.resource import Resource


class Expired(Exception):  # noqa: N818 — what happened to the list, not a fault of anybody
    """The list was too old to go on with (410): what was read of it is no whole, and it has to start again."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a resource that can be read whole: every namespace ("") or one of them.

    `pages` starts a new read each time it is called; it raises SkipScope, and Expired where it has to start again.
    """

    namespace: str
    pages: Callable[[], Iterator[list[Raw]]]


class Origin(Protocol):
    """Something that holds the objects of one cluster."""

    def version(self) -> str:
        """The version of the API server, or "" where it is not told."""
        ...

    def server(self) -> str:
        """The address of the API server, or ""."""
        ...

    def parts(self, resource: Resource) -> Iterable[Part]:
        """The parts of a resource; none where nothing is known of it. What is refused is a part that raises."""
        ...
