"""The Model Context Protocol, by a real client over both transports: answers arrive with cards, freshness and confidence."""

import asyncio
import json
import socket
import sys
import threading

import httpx
import pytest
import uvicorn
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from api import access, assembly
from api.app import Guard
from api.mcp import WholeSight, server
from graph.query import Within

TOOLS = {"ask", "show", "search", "check", "coverage"}


def held(result):
    """What a tool returned."""
    assert not result.is_error, result.content
    return result.structured_content or json.loads(result.content[0].text)


async def visit(read, write):
    """One session: every tool once."""
    async with ClientSession(read, write) as session:
        await session.initialize()
        tools = {t.name for t in (await session.list_tools()).tools}
        answer = held(await session.call_tool("ask", {"question": "How many deployments are there?"}))
        record = held(await session.call_tool("show", {"uid": "checkout-api"}))
        hits = held(await session.call_tool("search", {"text": "chekout-api"}))
        unread = held(await session.call_tool("coverage", {}))
        unknown = await session.call_tool("show", {"uid": "no-such-thing"})
        return tools, answer, record, hits, unread, unknown


def told(tools, answer, record, hits, unread, unknown):
    """What every session is told."""
    assert tools == TOOLS
    assert answer["status"] == "ANSWERED"
    assert answer["cards"][0]["age"]
    assert answer["confidence"]["level"]
    assert {o["owner"] for o in record["owners"]} == {"payments", "storefront"}
    assert hits["hits"][0]["name"] == "checkout-api"
    assert "NetworkPolicy" in unread["scopes"][0]["words"]
    assert unknown.is_error
    assert "no-such-thing" in unknown.content[0].text


def test_over_standard_input_and_output(parts, embedded_home, tmp_path):
    """As an editor starts it."""
    command = StdioServerParameters(
        command=sys.executable,
        args=["-c", "from api.cli import main; main()", "mcp"],
        env={"ALETHEIA_HOME": str(embedded_home), "PATH": "/usr/bin:/bin"},
    )

    async def talk():
        async with stdio_client(command) as (read, write):
            return await visit(read, write)

    told(*asyncio.run(talk()))


@pytest.fixture
def address(parts):
    """The server over HTTP on loopback, behind the same guard as the page."""
    listener = socket.create_server(("127.0.0.1", 0))
    app = Guard(WholeSight(server(parts).streamable_http_app()), parts)
    running = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    running.should_exit = True
    thread.join(timeout=20)
    listener.close()


def test_over_http(address):
    """As an agent reaches it."""

    async def talk():
        async with streamable_http_client(address) as streams:
            return await visit(streams[0], streams[1])

    told(*asyncio.run(talk()))


def test_whoever_may_see_a_part_is_let_through_to_no_tool(address, parts):
    """Tools see all."""
    within = Within(namespace=("shop",))
    token = access.create(
        parts.settings.home, "nora", days=1, rights=("ask",), within=within, now=assembly.now()
    )
    assert httpx.post(address, json={}, headers={"Authorization": f"Bearer {token}"}).status_code == 403
    assert httpx.post(address, json={}).status_code == 401
