"""The words of a service: what it lists, by which calls, and how an item becomes records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.shape import Stated

Read = Callable[[Region], Iterator[Raw]]
"""Asks AWS: yields items as they come, raises SkipScope, and does nothing else."""
Shape = Callable[[Raw, Place], Iterable[Stated]]
"""Pure: what one item states. What it raises is the item's own fault and is named; the others go on."""


@dataclass(frozen=True, slots=True)
class Listing:
    """One listing of a service: a scope of its own, so that its failure touches nothing else.

    `calls` are all that `read` may ask ("ec2:DescribeInstances"); the session refuses others, and the shipped policy
    is made of them.
    """

    name: str
    kinds: tuple[str, ...]
    calls: tuple[str, ...]
    read: Read
    shape: Shape


@dataclass(frozen=True, slots=True)
class Service:
    """A service of AWS: its name, its listings, and whether it is asked once for the account or once for each region."""

    name: str
    listings: tuple[Listing, ...]
    regional: bool = True


def listed(call: str, items: str, **parameters: object) -> Read:
    """The read of a listing that one paged call holds whole."""

    def read(region: Region) -> Iterator[Raw]:
        yield from region.pages(call, items, **parameters)

    return read
