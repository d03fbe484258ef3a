"""A loopback proxy before the emulator that answers for it where a test says so, in the words of the service's protocol."""

import json
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

_SIGNED = re.compile(r"Credential=[^/]+/\d+/(?P<region>[^/]+)/(?P<service>[^/]+)/aws4_request")
_XML = {
    "ec2",
    "s3",
    "iam",
    "sts",
    "rds",
    "elasticloadbalancing",
    "autoscaling",
    "cloudformation",
    "sns",
    "redshift",
    "elasticache",
    "monitoring",
}


@dataclass(frozen=True)
class Call:
    """A call as the proxy sees it. `text` is path and body, in which the operation stands."""

    service: str
    region: str
    text: str


@dataclass
class Faults:
    """The proxy: `refuse` makes calls fail, `spoil` rewrites answers."""

    upstream: str
    rules: list[tuple[Callable[[Call], bool], int, str]] = field(default_factory=list)
    spoilers: list[tuple[Callable[[Call], bool], Callable[[bytes], bytes]]] = field(default_factory=list)
    seen: list[Call] = field(default_factory=list)

    def refuse(
        self, service: str, code: str, *, status: int = 403, region: str = "", naming: str = ""
    ) -> None:
        """Calls of the service (in the region, with this text in path or body) are answered with that error."""
        self.rules.append((_matching(service, region, naming), status, code))

    def spoil(self, service: str, change: Callable[[bytes], bytes], *, naming: str = "") -> None:
        """Answers of the service are changed on their way."""
        self.spoilers.append((_matching(service, "", naming), change))

    @property
    def url(self) -> str:
        """Where the proxy listens."""
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}"

    def __enter__(self) -> Self:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


def _matching(service: str, region: str, naming: str) -> Callable[[Call], bool]:
    return lambda c: c.service == service and (not region or c.region == region) and naming in c.text


def _handler(faults: Faults) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            signed = _SIGNED.search(self.headers.get("Authorization", ""))
            target = self.headers.get("X-Amz-Target", "")
            text = f"{self.path} {target} {body.decode(errors='replace')}"
            call = Call(signed["service"] if signed else "", signed["region"] if signed else "", text)
            faults.seen.append(call)
            for matches, status, code in faults.rules:
                if matches(call):
                    self._answer(status, *_error(call, code))
                    return
            status, headers, answer = _forwarded(faults.upstream, self, body)
            for matches, change in faults.spoilers:
                answer = change(answer) if matches(call) else answer
            self._answer(status, answer, headers)

        do_POST = do_PUT = do_HEAD = do_DELETE = do_GET  # noqa: N815 — names of the library

        def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    return Handler


def _error(call: Call, code: str) -> tuple[bytes, dict[str, str]]:
    """An error as the service's protocol writes it."""
    message = f"{code} by order of the test"
    inner = f"<Error><Code>{code}</Code><Message>{message}</Message></Error>"
    match call.service:
        case "ec2":
            return f"<Response><Errors>{inner}</Errors></Response>".encode(), {"Content-Type": "text/xml"}
        case "s3":
            return inner.encode(), {"Content-Type": "application/xml"}
        case service if service in _XML:
            return f"<ErrorResponse>{inner}</ErrorResponse>".encode(), {"Content-Type": "text/xml"}
        case _:
            body = json.dumps({"__type": code, "message": message, "Message": message}).encode()
            return body, {"Content-Type": "application/json", "x-amzn-ErrorType": code}


def _forwarded(
    upstream: str, asked: BaseHTTPRequestHandler, body: bytes
) -> tuple[int, dict[str, str], bytes]:
    headers = {k: v for k, v in asked.headers.items() if k.lower() not in ("host", "content-length")}
    request = urllib.request.Request(
        upstream + asked.path, body or None, {**headers, "Host": asked.headers["Host"]}, method=asked.command
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, _kept(answer.headers), answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, _kept(error.headers), error.read()


def _kept(headers: object) -> dict[str, str]:
    dropped = {"content-length", "connection", "transfer-encoding", "server", "date"}
    return {k: v for k, v in headers.items() if k.lower() not in dropped}  # type: ignore[attr-defined]
