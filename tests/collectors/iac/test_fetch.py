"""Where states lie: files, S3 through a fetcher, HTTP backends; each refusal an outcome of its own."""

import base64
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from collectors.iac.fetch import fetch, plain
from collectors.iac.terraform import state_name, state_uid
from graph.errors import Denied, SkipScope, SourceFailed, Throttled


class Backend(BaseHTTPRequestHandler):
    """An HTTP backend: the status to answer is the path."""

    def do_GET(self) -> None:
        """Answers with the status in the path; `/login` wants one."""
        wanted = "Basic " + base64.b64encode(b"tf:pa ss").decode()
        status = int(self.path.strip("/").split("?")[0]) if self.path[1:4].isdigit() else 200
        if self.path == "/login" and self.headers.get("Authorization") != wanted:
            status = 401
        self.send_response(status)
        self.end_headers()
        self.wfile.write(b"{}" if status == 200 else b"")

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def backend() -> Iterator[str]:
    """The address of a backend on loopback."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Backend)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield f"127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize(
    ("status", "error", "words"),
    [
        (401, Denied, "refused the login"),
        (403, Denied, "refused the login"),
        (404, SourceFailed, "holds no state"),
        (423, SourceFailed, "is locked"),
        (429, Throttled, "for load"),
        (500, SourceFailed, "answered 500"),
    ],
)
def test_a_refusal_is_told_by_its_kind(backend: str, status: int, error: type[SkipScope], words: str) -> None:
    """Absent, locked, refused and broken are different errors."""
    with pytest.raises(error, match=words):
        fetch(f"http://{backend}/{status}", None)


def test_a_login_in_the_address_is_used_and_never_shown(backend: str) -> None:
    """It goes out as a header; messages and keys are without it, and without the query."""
    location = f"http://tf:pa%20ss@{backend}/login"
    assert fetch(location, None).data == b"{}"
    with pytest.raises(Denied) as refused:
        fetch(f"http://tf:wrong@{backend}/login", None)
    assert "wrong" not in str(refused.value)
    assert plain("https://u:p@host.example/x?token=t#f") == "https://host.example/x"
    assert "p@" not in state_uid("https://u:p@host.example/x?token=t")


def test_nobody_there_is_a_failure_in_words() -> None:
    """A port that nobody listens on."""
    with pytest.raises(SourceFailed, match="cannot be reached"):
        fetch("http://127.0.0.1:9/x", None)


def test_an_object_in_s3_comes_through_the_fetcher() -> None:
    """The AWS side is injected; without it the message says what to configure."""
    assert fetch("s3://states/env/prod/terraform.tfstate", lambda b, k: f"{b}|{k}".encode()).data == (
        b"states|env/prod/terraform.tfstate"
    )
    with pytest.raises(SourceFailed, match="configure an"):
        fetch("s3://states/x", None)
    with pytest.raises(SourceFailed, match="names no object"):
        fetch("s3://states", lambda _b, _k: b"")


def test_an_s3_refusal_passes_through() -> None:
    """What the fetcher raises is the outcome."""

    def refuse(_bucket: str, _key: str) -> bytes:
        raise Denied("no")

    with pytest.raises(Denied):
        fetch("s3://states/x", refuse)


def test_another_scheme_is_refused_by_name() -> None:
    """A scheme that is not read says so, with those that are."""
    with pytest.raises(SourceFailed, match="azurerm:// is not read"):
        fetch("azurerm://x/y", None)


@pytest.mark.parametrize(
    ("location", "name"),
    [
        ("states/network.tfstate", "network"),
        ("s3://states/env/prod/terraform.tfstate", "prod"),
        ("https://host.example/state/vpc", "vpc"),
        ("terraform.tfstate", "terraform"),
    ],
)
def test_a_state_is_called_by_its_file_or_its_folder(location: str, name: str) -> None:
    """`terraform.tfstate` is the name of nearly every state; the folder tells them apart."""
    assert state_name(location) == name
