"""`aletheia mcp`: for editors and agents, over standard input and output or over HTTP on this machine."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Annotated

import typer

from api.cli.option import Config


def mcp(
    config: Config = None,
    http: Annotated[
        bool, typer.Option("--http", help="Streamable HTTP instead of standard input and output.")
    ] = False,
    port: Annotated[int, typer.Option("--port", help="Of --http; 0 takes a free one.")] = 8735,
) -> None:
    """Serve ask, show, search, check and coverage to editors and agents."""
    from api import assembly, settings
    from api.mcp import server

    loaded = settings.load(config)
    with assembly.opened(loaded) as parts:
        made = server(parts)
        if not http:
            made.run("stdio")
            return
        import socket

        import uvicorn

        from api.app import Guard
        from api.mcp import WholeSight

        local = replace(parts, settings=replace(loaded, serve=replace(loaded.serve, host="127.0.0.1")))
        listener = socket.create_server(("127.0.0.1", port))
        sys.stderr.write(f"MCP on http://127.0.0.1:{listener.getsockname()[1]}/mcp (Ctrl+C ends it)\n")
        app = Guard(WholeSight(made.streamable_http_app()), local)
        uvicorn.Server(uvicorn.Config(app, log_level="warning", server_header=False)).run(sockets=[listener])
