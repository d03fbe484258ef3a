"""Reads of one pattern: list, then ask about each, then its tags."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from collectors.aws.region import Raw, Region
from collectors.aws.service import Read

TAGS = "tags"
"""Where a read puts an item's tags; absent where they may not be read, so that they are unknown and not none."""


def tagged(region: Region, raw: Raw, of: str, call: str, items: str, **parameters: Any) -> Raw:
    """The item with its tags, asked for by a call of their own. `items` is where the answer holds them."""
    found = region.part(of, "tags", call, **parameters)
    return raw if found is None else {**raw, TAGS: found.get(items) or []}


def with_tags(
    listing: tuple[str, str], tags: tuple[str, str], parameter: str, key: str, **parameters: Any
) -> Read:
    """The read of a listing whose items lack their tags: `listing` and `tags` are each (call, where in the answer).

    `parameter` names what the call for tags is given, `key` the member of an item that it is.
    """

    def read(region: Region) -> Iterator[Raw]:
        def detail(raw: Raw) -> Iterator[Raw]:
            yield tagged(region, raw, raw[key], tags[0], tags[1], **{parameter: raw[key]})

        yield from region.each(region.pages(listing[0], listing[1], **parameters), detail)

    return read


def described(
    listing: tuple[str, str],
    detail: Callable[[Region, Any], Iterator[Raw]],
    **parameters: Any,
) -> Read:
    """The read of a listing of names, each of which is asked about by `detail`."""

    def read(region: Region) -> Iterator[Raw]:
        found = region.pages(listing[0], listing[1], **parameters)
        yield from region.each(found, lambda name: detail(region, name))

    return read


def in_batches(names: Collection[str], size: int) -> Iterator[list[str]]:
    """The names, as many at a time as a call takes."""
    ordered = list(names)
    for start in range(0, len(ordered), size):
        yield ordered[start : start + size]
