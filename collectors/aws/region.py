"""What a service file asks AWS with: one account in one region, held to the calls that were declared.

Paging, retries, errors and notes are here once, so that a service file holds only what is particular to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import jmespath
from botocore import xform_name
from botocore.exceptions import BotoCoreError, ClientError

from collectors.aws.failure import Missing, code_of, translate
from collectors.aws.place import Place
from collectors.aws.session import Session
from graph.errors import BadCredentials, Incomplete, SkipScope, Throttled

Raw = Mapping[str, Any]
"""JSON as AWS gave it."""

_T = TypeVar("_T")
_SIDE_BY_SIDE = 8
"""Calls at a time where every item needs its own; more only meet the throttle sooner."""
_TRUNCATED = ("IsTruncated", "Truncated", "HasMoreStreams", "HasMoreDeliveryStreams", "HasMoreResults")
"""Flags of a page that say there is more."""
_TOKENS = ("NextToken", "nextToken", "NextMarker", "Marker")
"""Names of the token of the next page, where botocore does not know that a call has pages."""


class Region:
    """One account in one region, as one listing asks it. Made anew for each look; it keeps that look's notes."""

    def __init__(self, session: Session, place: Place, calls: Collection[str]) -> None:
        self.place = place
        self.problems: list[str] = []
        self.missing: list[str] = []
        self._session = session
        self._calls = calls

    def ask(self, call: str, *, absent: Collection[str] = (), **parameters: Any) -> Raw:
        """The answer of one call, or nothing where its error is among `absent` (the thing has no such part).

        `call` is written as "service:Operation". Raises SkipScope; Missing where the thing itself is not there.
        """
        method = self._method(call)
        try:
            answer: Raw = method(**parameters)
        except (ClientError, BotoCoreError) as error:
            if code_of(error) in absent:
                return {}
            raise translate(error, call, self.place) from error
        return answer

    def pages(self, call: str, items: str, **parameters: Any) -> Iterator[Any]:
        """The items (a JMESPath expression over a page) of all pages.

        An empty token ends the listing; an empty token of a page that says there is more is an incomplete listing
        (AWS-10), and so is a token that comes twice.
        """
        found = jmespath.compile(items)
        try:
            for page in self._all_pages(call, parameters):
                yield from found.search(page) or ()
        except (ClientError, BotoCoreError) as error:
            raise translate(error, call, self.place) from error

    def each(self, items: Iterable[_T], detail: Callable[[_T], Iterable[Raw]]) -> Iterator[Raw]:
        """What `detail` makes of each item, some calls side by side, in order. An item gone meanwhile is noted."""

        def kept(item: _T) -> list[Raw]:
            try:
                return list(detail(item))
            except Missing as error:
                self.note(f"{_short(item)} was gone before it could be read: {error}")
                return []

        with ThreadPoolExecutor(_SIDE_BY_SIDE, thread_name_prefix="aws-detail") as pool:
            for group in _grouped(items, 32 * _SIDE_BY_SIDE):
                for one in pool.map(kept, group):
                    yield from one

    def part(
        self, of: str, what: str, call: str, *, absent: Collection[str] = (), **parameters: Any
    ) -> Raw | None:
        """A part of one thing, or None where it cannot be read: noted as such, never taken as absent (AWS-12).

        What concerns the whole listing (the thing is gone, AWS asks to slow down, the credentials ended) is raised.
        """
        try:
            return self.ask(call, absent=absent, **parameters)
        except (Missing, Throttled, BadCredentials):
            raise
        except SkipScope as error:
            self.unread(f"{what} of {of}", str(error))
            return None

    def note(self, words: str) -> None:
        """Something about single items that the scan's report should say."""
        self.problems.append(words)

    def unread(self, what: str, why: str) -> None:
        """A part that could not be read: it is missing from what is otherwise complete."""
        self.missing.append(what)
        self.problems.append(f"{what} is not readable: {why}")

    def _all_pages(self, call: str, parameters: Mapping[str, Any]) -> Iterator[Raw]:
        method = self._method(call)
        service, operation = call.split(":", 1)
        client = self._session.client(service, self.place.region)
        name = xform_name(operation)
        page: Raw = {}
        if client.can_paginate(name):
            for page in client.get_paginator(name).paginate(**parameters):
                yield page
        else:
            page = method(**parameters)
            yield page
            self._refuse_more(call, page)
        if any(page.get(flag) for flag in _TRUNCATED):
            raise Incomplete(
                f"{call} in {self.place.words} said there is more and not where; what came before is kept. Scan again."
            )

    def _refuse_more(self, call: str, page: Raw) -> None:
        if any(page.get(token) for token in _TOKENS):
            raise Incomplete(
                f"{call} in {self.place.words} has further pages that are not known how to ask for."
            )

    def _method(self, call: str) -> Callable[..., Any]:
        if call not in self._calls:
            raise LookupError(f"{call} is not among the listing's declared calls")
        service, operation = call.split(":", 1)
        try:
            client = self._session.client(service, self.place.region)
        except BotoCoreError as error:
            raise translate(error, call, self.place) from error
        method: Callable[..., Any] = getattr(client, xform_name(operation))
        return method


def _grouped(items: Iterable[_T], size: int) -> Iterator[list[_T]]:
    """The items, some at a time, so that a long listing is not held twice."""
    group: list[_T] = []
    for item in items:
        group.append(item)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group


def _short(item: object) -> str:
    """A name for an item, for a note."""
    if isinstance(item, Mapping):
        names = ("Name", "name", "Arn", "arn", "Id", "id")
        return next((str(item[n]) for n in names if n in item), "an item")
    return str(item)
