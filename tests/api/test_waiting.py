"""Somebody who goes away: what was begun for them learns of it, and stops before the next thing it would ask the graph."""

import asyncio
import http.client
import socket
import threading
from dataclasses import replace
from time import monotonic, sleep
from urllib.parse import urlsplit

import pytest
import uvicorn
from starlette.requests import Request

from api import answers, waiting
from api.access import Asker
from api.app import create

LONG = 20  # seconds after which a test gives up


def until(holds) -> bool:
    """Whether it comes to hold in time."""
    end = monotonic() + LONG
    while not holds() and monotonic() < end:
        sleep(0.005)
    return holds()


class Slow:
    """The real graph, but each question waits until it is let through."""

    def __init__(self, store) -> None:
        self.store, self.asked, self.let = store, 0, threading.Event()

    def __getattr__(self, name):
        return getattr(self.store, name)

    def read(self, *given, **named):
        """As the graph, once it is let through."""
        self.asked += 1
        assert self.let.wait(LONG)
        return self.store.read(*given, **named)


@pytest.fixture
def slow(parts):
    """The parts with a slow graph, behind a real server."""
    slowly = Slow(parts.store)
    listener = socket.create_server(("127.0.0.1", 0))
    app = create(replace(parts, store=slowly))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", ws="websockets-sansio"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield slowly, f"http://127.0.0.1:{listener.getsockname()[1]}"
    slowly.let.set()
    server.should_exit = True
    thread.join(timeout=LONG)
    listener.close()


def ask(address: str, accept: str) -> http.client.HTTPConnection:
    """A question on its way."""
    asked = http.client.HTTPConnection(urlsplit(address).netloc, timeout=LONG)
    form = {"Content-Type": "application/x-www-form-urlencoded", "Accept": accept, "Origin": address}
    asked.request("POST", "/ask", "question=How+many+pods+are+there%3F", form)
    return asked


@pytest.mark.parametrize("accept", ["text/html", "application/x-ndjson"])
def test_who_closes_the_page_is_not_answered(slow, parts, accept):
    """The statement that ran is the last one for them. Who asks after them is answered, and theirs is the one answer kept."""
    graph, address = slow
    leaving = ask(address, accept)
    assert until(lambda: graph.asked > 0)  # others may have been begun with it
    leaving.close()
    sleep(0.2)  # for the server to see it
    graph.let.set()
    staying = ask(address, accept)
    staying.getresponse().read()
    staying.close()

    assert until(lambda: len(answers.recent(parts.settings.home, Asker(), first=8).answers) == 1)


def test_work_learns_that_its_asker_has_gone():
    """The connection closes while it works."""
    closes = asyncio.Event()

    async def receive():
        await closes.wait()
        return {"type": "http.disconnect"}

    async def asked():
        begun = threading.Event()
        request = Request({"type": "http"}, receive)

        def work(awaited):
            before = awaited()
            begun.set()
            return before, until(lambda: not awaited())

        answering = asyncio.ensure_future(waiting.for_asker(request, work))
        await asyncio.to_thread(begun.wait, LONG)
        closes.set()
        return await answering

    assert (True, True) == asyncio.run(asked())


def test_a_stream_that_is_cancelled_stops_its_work():
    """Between two steps, and in the middle of one."""
    seen: list[bool] = []

    def work(awaited):
        yield "first"
        seen.append(until(lambda: not awaited()))

    async def followed():
        came = asyncio.Event()

        async def follow():
            async for _ in waiting.steps(work):
                came.set()

        following = asyncio.ensure_future(follow())
        await came.wait()
        await asyncio.sleep(0.05)  # the second step has begun
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)

    asyncio.run(followed())
    assert until(lambda: bool(seen))
    assert seen == [True]
