"""`aletheia serve` and `aletheia schema`: API, page and schedule; and the schema as text."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli.option import Config

if TYPE_CHECKING:
    from api.assembly import Assembly


def serve(
    config: Config = None,
    host: Annotated[
        str, typer.Option("--host", help="Where to listen; other than loopback needs a token.")
    ] = "",
    port: Annotated[int, typer.Option("--port", help="The port; 0 takes a free one.")] = -1,
) -> None:
    """Serve the page and the API until stopped."""
    from api import access, assembly, settings

    loaded = settings.load(config)
    bound = loaded.serve
    bound = replace(bound, host=host or bound.host, port=bound.port if port < 0 else port)
    loaded = replace(loaded, serve=bound)
    access.may_bind(loaded.home, bound.host, assembly.now())
    with assembly.opened(loaded) as parts:
        run(parts)


def run(parts: Assembly) -> None:
    """Serves until stopped, and says where."""
    import socket

    import uvicorn

    from api import log, schedule
    from api.app import create
    from graph.errors import Misconfigured

    bound = parts.settings.serve
    family = socket.AF_INET6 if ":" in bound.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((bound.host, bound.port))
        listener.listen(256)  # from here on a request waits instead of being refused
    except OSError as error:
        raise Misconfigured(
            f"{bound.host}:{bound.port} cannot be listened on ({error.strerror}). Choose another with --port."
        ) from error
    server = uvicorn.Server(
        uvicorn.Config(create(parts), log_level="warning", server_header=False, ws="websockets-sansio")
    )
    sys.stdout.write(
        f"Aletheia answers on http://{bound.host}:{listener.getsockname()[1]}/ (Ctrl+C ends it)\n"
    )
    sys.stdout.flush()
    log.start()
    with schedule.running(parts):
        server.run(sockets=[listener])


def schema() -> None:
    """Print the GraphQL schema."""
    from api.graphql.schema import sdl

    sys.stdout.write(sdl())
