"""Work in a thread for somebody who may go away: it learns of that, and stops before the next thing it would ask the graph."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from threading import Event
from typing import TypeVar

from anyio import to_thread
from starlette.requests import HTTPConnection, Request

Awaited = Callable[[], bool]
"""Whether somebody still waits."""

T = TypeVar("T")


async def for_asker(connection: HTTPConnection, work: Callable[[Awaited], T]) -> T:
    """What the work gives; when the connection is closed meanwhile, it is told so and raises what it raises then.

    A WebSocket's messages are for whoever serves it, who cancels what nobody waits for; a request has none left.
    """
    gone = Event()
    watch = asyncio.ensure_future(_until_gone(connection, gone)) if isinstance(connection, Request) else None
    try:
        return await to_thread.run_sync(work, lambda: not gone.is_set(), abandon_on_cancel=True)
    finally:
        gone.set()
        if watch is not None:
            watch.cancel()


async def _until_gone(request: Request, gone: Event) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        continue
    gone.set()


async def steps(work: Callable[[Awaited], Iterator[T]]) -> AsyncIterator[T]:
    """The steps as they come. When the stream is cancelled, so is the work: its thread ends by itself."""
    gone = Event()
    coming = work(lambda: not gone.is_set())
    end = object()
    try:
        while (step := await to_thread.run_sync(next, coming, end, abandon_on_cancel=True)) is not end:
            yield step  # type: ignore[misc]
    finally:
        gone.set()
