"""`/graphql`: POST alone, no batches; subscriptions over graphql-transport-ws and as a multipart stream."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL, MULTIPART_SUBSCRIPTION_PROTOCOL

from api.access import Asker
from api.assembly import Assembly
from api.graphql.context import Context
from api.graphql.schema import schema
from api.scans import Scans


class Endpoint(GraphQL[Context, None]):
    """The view, whose context holds who asks."""

    def __init__(self, parts: Assembly) -> None:
        development = parts.settings.serve.development
        super().__init__(
            schema(development=development),
            graphql_ide="graphiql" if development else None,
            allow_queries_via_get=False,
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL, MULTIPART_SUBSCRIPTION_PROTOCOL),
        )
        self._parts = parts
        self._scans = Scans(parts)

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:
        """Who asks, as the guard found before anything came here."""
        del response
        asker: Any = getattr(request.state, "asker", None)
        return Context(self._parts, asker if isinstance(asker, Asker) else Asker(), self._scans, request)


def routes(parts: Assembly) -> tuple[BaseRoute, ...]:
    """The endpoint for both protocols."""
    view = Endpoint(parts)
    return (Route("/graphql", view), WebSocketRoute("/graphql", view))
