"""The served application: page, GraphQL, health and metrics under one roof, with who asks settled before anything is done."""

from __future__ import annotations

import uuid
from http.cookies import SimpleCookie
from time import perf_counter
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api import access, assembly, log, metrics
from api.access import Asker
from api.assembly import Assembly
from api.form import fields
from api.graphql.endpoint import routes as graphql_routes
from api.page import reports
from api.page.site import ROUTES
from graph.errors import AletheiaError, StoreUnreachable, TimedOut

_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_OPEN = ("/healthz", "/readyz", "/login", "/static/")
"""What needs no login: it says nothing of the estate."""
_COOKIE = "aletheia"


def create(parts: Assembly) -> Starlette:
    """The application over an open graph."""
    app = Starlette(
        routes=[
            Route("/healthz", lambda _: PlainTextResponse("ok\n")),
            Route("/readyz", ready),
            Route("/login", login, methods=["GET", "POST"]),
            Route("/metrics", metrics.endpoint),
            *graphql_routes(parts),
            *reports.ROUTES,
            *ROUTES,
        ],
        middleware=[Middleware(Guard, parts=parts)],
        exception_handlers={AletheiaError: refused},
    )
    app.state.parts = parts
    return app


def ready(request: Request) -> Response:
    """Whether the graph answers."""
    try:
        request.app.state.parts.store.read("RETURN 1 AS one", seconds=2.0)
    except (StoreUnreachable, TimedOut) as error:
        return PlainTextResponse(f"not ready: {error}\n", status_code=503)
    return PlainTextResponse("ready\n")


def refused(_: Request, error: Exception) -> Response:
    """Our own errors are written for people: they are told as they are, and nothing else is."""
    return PlainTextResponse(f"{error}\n", status_code=503 if isinstance(error, StoreUnreachable) else 400)


async def login(request: Request) -> Response:
    """Takes a token once and keeps it in a cookie that no script can read."""
    if request.method == "GET":
        return HTMLResponse(_LOGIN)
    token = (await fields(request)).get("token", "").strip()
    home = request.app.state.parts.settings.home
    if await run_in_threadpool(access.who, home, token, assembly.now()) is None:
        return HTMLResponse(
            _LOGIN.replace("<!--told-->", "<p>That token is not known, or has expired.</p>"), 401
        )
    response = RedirectResponse("/", status_code=303)
    response.set_cookie(
        _COOKIE,
        token,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        max_age=12 * 3600,
    )
    return response


_LOGIN = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Login · Aletheia</title>
<link rel="stylesheet" href="/static/page.css"><main><h1>Login</h1><!--told-->
<form class="ask" method="post" action="/login"><input type="search" name="token" aria-label="Token"
placeholder="A token made by: aletheia token create NAME" autocomplete="off" required><button>Log in</button></form></main></html>
"""


class Guard:
    """Before every request: a known host, no foreign site's post, and who asks. After it: headers that keep the page to itself."""

    def __init__(self, app: ASGIApp, parts: Assembly) -> None:
        self._app = app
        self._parts = parts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or answers it here."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        denial = self._denied(request)
        asker = await run_in_threadpool(self._asker, request) if denial is None else None
        if denial is None and asker is None:
            denial = _unknown(request)
        sending = _Sending(send, request, asker.name if asker else "")
        if denial is not None:
            await self._refuse(denial, scope, receive, sending)
            return
        scope.setdefault("state", {})["asker"] = asker
        await self._app(scope, receive, sending)

    async def _refuse(self, denial: Response, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403, "reason": "refused"})
            return
        await denial(scope, receive, send)

    def _denied(self, request: HTTPConnection) -> Response | None:
        """A page elsewhere must neither reach us by a name of its own (rebinding) nor post for our user."""
        bound = self._parts.settings.serve.host
        host = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
        if access.is_loopback(bound) and not access.is_loopback(host):
            return PlainTextResponse("Unknown host.\n", status_code=421)
        changing = request.scope["type"] == "websocket" or request.scope.get("method") not in ("GET", "HEAD")
        if changing and not _same_site(request.headers):
            return PlainTextResponse("This request came from another site.\n", status_code=403)
        return None

    def _asker(self, request: HTTPConnection) -> Asker | None:
        path = request.url.path
        if any(path == o or (o.endswith("/") and path.startswith(o)) for o in _OPEN):
            return Asker()
        home, now = self._parts.settings.home, assembly.now()
        if token := _token(request):
            return access.who(home, token, now)
        needed = not access.is_loopback(self._parts.settings.serve.host) or bool(access.stored(home))
        return None if needed else Asker()


def _token(request: HTTPConnection) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    cookie: SimpleCookie = SimpleCookie(request.headers.get("cookie", ""))
    return cookie[_COOKIE].value if _COOKIE in cookie else ""


def _same_site(headers: Headers) -> bool:
    """Browsers say where a request comes from in one of two ways; programs say nothing."""
    if site := headers.get("sec-fetch-site"):
        return site in ("none", "same-origin")
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def _unknown(request: HTTPConnection) -> Response:
    if "text/html" in request.headers.get("accept", "") and request.scope.get("method") == "GET":
        return RedirectResponse("/login", status_code=303)
    told = {"errors": [{"message": "A valid token is needed.", "extensions": {"code": "UNAUTHENTICATED"}}]}
    return JSONResponse(told, status_code=401, headers={"WWW-Authenticate": "Bearer"})


class _Sending:
    """What is sent back: with the headers that keep the page to itself, a request id, and a line in the log."""

    def __init__(self, send: Send, request: HTTPConnection, asker: str) -> None:
        self._send = send
        self._request = request
        self._asker = asker
        self._id = uuid.uuid4().hex
        self._begun = perf_counter()

    async def __call__(self, message: Message) -> None:
        """One message of the response."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers["X-Request-Id"] = self._id
            scope, spent = self._request.scope, (perf_counter() - self._begun) * 1000
            log.request(self._id, scope["method"], scope["path"], message["status"], spent, self._asker)
        await self._send(message)
