"""The sample estate's AWS: moto's server in a child process, with a clock of its own and services that can be denied.

The child prints the address it listens on and ends when its parent does. Two paths beside AWS's own serve the sample
estate: `/estate/clock` sets how far in the past the emulator lives, so that resources get believable ages, and
`/estate/deny` makes one service of one account refuse, as a missing permission would.
"""

from __future__ import annotations

import datetime as dt
import json
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass(frozen=True, slots=True)
class Emulator:
    """A running emulator. `close` ends it; it also ends with the process that started it."""

    url: str
    process: subprocess.Popen[str]

    def live_at(self, past: dt.timedelta) -> None:
        """From now on the emulator's clock is that far in the past."""
        self._tell("clock", {"seconds": past.total_seconds()})

    def deny(self, account: str, service: str) -> None:
        """From now on the account's readers are refused by the service."""
        self._tell("deny", {"account": account, "service": service})

    def _tell(self, path: str, value: dict[str, Any]) -> None:
        request = urllib.request.Request(f"{self.url}/estate/{path}", json.dumps(value).encode())  # noqa: S310 — loopback
        with urllib.request.urlopen(request, timeout=30):  # noqa: S310
            return

    def close(self) -> None:
        """Ends the child."""
        self.process.terminate()
        self.process.communicate(timeout=10)


def start() -> Callable[[], Emulator]:
    """Starts the child at once; the returned call waits until it listens."""
    process = subprocess.Popen(
        [sys.executable, "-m", "api.demo.emulator"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def ready() -> Emulator:
        line = process.stdout.readline().strip() if process.stdout else ""
        if not line:
            raise RuntimeError(
                "The local AWS emulator did not start; is the extra `aletheia[demo]` installed?"
            )
        return Emulator(line, process)

    return ready


class Clock:
    """How far in the past this process lives."""

    seconds = 0.0
    real = staticmethod(time.time)

    @classmethod
    def now(cls) -> float:
        """Seconds since 1970, by the emulator's clock."""
        return cls.real() - cls.seconds


_REAL = dt.datetime


class _Meta(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, _REAL)


class _PastTime(_REAL, metaclass=_Meta):
    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> _PastTime:
        return cls.fromtimestamp(Clock.now(), tz)

    @classmethod
    def utcnow(cls) -> _PastTime:
        return cls.fromtimestamp(Clock.now(), dt.UTC).replace(tzinfo=None)


def _live_in_the_past() -> None:
    """Before anything of the emulator is imported: its clock is ours."""
    dt.datetime = _PastTime  # type: ignore[misc]
    time.time = Clock.now


def _end_with_parent() -> None:
    """The parent holds our standard input open for as long as it lives."""

    def wait() -> None:
        sys.stdin.read()
        import os  # noqa: PLC0415

        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def _parse_once() -> None:
    """Every service of the emulator parses the same files of botocore anew, a tenth of a second each time."""
    from botocore.loaders import JSONFileLoader  # noqa: PLC0415

    parse = JSONFileLoader.load_file
    held: dict[str, Any] = {}

    def load_file(self: JSONFileLoader, file_path: str) -> Any:
        if file_path not in held:
            held[file_path] = parse(self, file_path)
        return held[file_path]

    JSONFileLoader.load_file = load_file  # type: ignore[method-assign]


_WARM = (
    "sts",
    "ec2",
    "iam",
    "ecr",
    "autoscaling",
    "rds",
    "s3",
    "dynamodb",
    "sqs",
    "sns",
    "elbv2",
    "awslambda",
)


def _warm_up(app: Any) -> None:
    """Loads the services that will be asked for first, while the parent is still starting."""
    for service in _WARM:
        if service not in app.app_instances:
            made = app.create_app(service)  # outside the lock: others are served meanwhile
            with app.lock:
                app.app_instances.setdefault(service, made)


def _guarded(app: Wsgi) -> Wsgi:
    """The emulator's application with the two paths of the estate and the denials in front of it."""
    denied: set[tuple[str, str]] = set()

    def serve(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if path.startswith("/estate/"):
            told = json.loads(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)))
            if path == "/estate/clock":
                Clock.seconds = float(told["seconds"])
            else:
                denied.add((told["account"], told["service"]))
            start_response("204 No Content", [])
            return [b""]
        if denied and _who(environ) in denied:
            status, headers, body = _refusal(environ)
            start_response(status, headers)
            return [body]
        return app(environ, start_response)

    return serve


def _who(environ: dict[str, Any]) -> tuple[str, str]:
    """(account, service) of a signed request: the account is that of the role whose key signed it."""
    from moto.core.models import DEFAULT_ACCOUNT_ID  # noqa: PLC0415
    from moto.sts.models import sts_backends  # noqa: PLC0415

    authorization = environ.get("HTTP_AUTHORIZATION", "")
    if "Credential=" not in authorization:
        return "", ""
    key, _, _, service, _ = authorization.split("Credential=", 1)[1].split(",")[0].split("/")[:5]
    for account, by_region in list(sts_backends.items()):
        for backend in list(by_region.values()):
            if any(role.access_key_id == key for role in backend.assumed_roles):
                return account, service
    return DEFAULT_ACCOUNT_ID, service


def _refusal(environ: dict[str, Any]) -> tuple[str, list[tuple[str, str]], bytes]:
    """What AWS says to a caller without the permission, in the protocol it was asked in."""
    account, service = _who(environ)
    action = str(environ.get("HTTP_X_AMZ_TARGET", "")).rpartition(".")[2] or _action(environ)
    message = (
        f"User: arn:aws:sts::{account}:assumed-role/aletheia-reader/scan is not authorized to perform: "
        f"{service}:{action} because no identity-based policy allows the {service}:{action} action"
    )
    if "json" in environ.get("CONTENT_TYPE", ""):
        body = json.dumps({"__type": "AccessDeniedException", "message": message}).encode()
        return "400 Bad Request", [("Content-Type", "application/x-amz-json-1.1")], body
    xml = (
        f"<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>{message}</Message></Error>"
        "<RequestId>00000000-0000-4000-8000-000000000000</RequestId></ErrorResponse>"
    )
    return "403 Forbidden", [("Content-Type", "text/xml")], xml.encode()


def _action(environ: dict[str, Any]) -> str:
    """The action of a request in the query protocol, which stands in its body."""
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)).decode()
    return next(iter(parse_qs(body).get("Action", ())), "List")


def main() -> None:
    """Serves on a free loopback port until the parent is gone."""
    _end_with_parent()
    _live_in_the_past()
    import logging  # noqa: PLC0415

    from moto import settings  # noqa: PLC0415

    settings.ec2_load_default_amis = lambda: False  # a second for each region, for images nobody runs
    _parse_once()
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app  # noqa: PLC0415
    from werkzeug.serving import WSGIRequestHandler, make_server  # noqa: PLC0415

    logging.getLogger("werkzeug").setLevel(logging.CRITICAL)
    app = DomainDispatcherApplication(create_backend_app)
    WSGIRequestHandler.protocol_version = "HTTP/1.1"
    server = make_server("127.0.0.1", 0, _guarded(app), threaded=True)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)  # noqa: T201 — what the parent reads
    threading.Thread(target=_warm_up, args=(app,), daemon=True).start()
    server.serve_forever()


if __name__ == "__main__":
    main()
