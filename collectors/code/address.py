"""Addresses of repositories, however they are written, and the key they come to."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit

from graph.record import Uid

_SCP = re.compile(r"(?:[\w.-]+@)?(?P<host>[\w.-]+\.[A-Za-z]{2,}|localhost):(?P<path>(?!//|\d+/).+)")
_TREE = re.compile(r"/(?:-/)?(?:tree|blob|raw|edit)/[^/]+|/src/(?:branch|commit|tag)/[^/]+")


@dataclass(frozen=True, slots=True)
class Address:
    """A repository, and a folder in it where the address says one. Host and path are in lower case in the key alone."""

    host: str
    path: str
    folder: str = ""

    @property
    def uid(self) -> Uid:
        """The key: forges do not tell repositories apart by case."""
        return Uid(f"repo://{self.host.lower()}/{quote(self.path.lower(), safe='/')}")

    @property
    def url(self) -> str:
        """Its page."""
        return f"https://{self.host}/{self.path}"


def parse(text: str, host: str = "") -> Address | None:
    """The repository that a text names, or None. `org/name` needs a `host`; `git@`, `https://…/tree/main/x` and `url:…` are understood."""
    text = text.strip()
    for prefix in ("url:", "git+", "scm:git:", "git::"):
        text = text.removeprefix(prefix)
    scp = _SCP.fullmatch(text)
    if scp and "://" not in text:
        return _address(scp["host"], scp["path"])
    if "://" in text:
        parts = urlsplit(text)
        return _address(parts.hostname or "", unquote(parts.path)) if parts.hostname else None
    first, slash, rest = text.partition("/")
    if slash and "." in first and "/" in rest:
        return _address(first, rest)
    return _address(host, text) if host and slash else None


def _address(host: str, path: str) -> Address | None:
    path = path.split("?", 1)[0].split("#", 1)[0].strip("/")
    tree = _TREE.search("/" + path)
    whole, folder = path, ""
    if tree:
        whole, folder = path[: tree.start() - 1], path[tree.end() :].strip("/")
    elif host.lower() in {"github.com", "bitbucket.org"}:
        parts = path.split("/")
        whole = "/".join(parts[:2])
    whole = whole.removesuffix("/-").removesuffix(".git")
    if "/" not in whole or not re.fullmatch(r"[\w./~+-]+", whole):
        return None
    folder = posixpath.normpath(folder) if folder else ""
    return Address(host, whole, "" if folder == "." or folder.startswith("..") else folder)


def line_url(address: Address, forge: str, commit: str, path: str, line: int) -> str:
    """The page of a line at a commit, by the forge's own form; empty where no commit is known."""
    if not commit or not re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", commit):
        return ""
    between = "/-/blob/" if forge == "gitlab" else "/blob/"
    anchor = f"#L{line}" if line > 0 else ""
    return f"{address.url}{between}{commit}/{quote(path)}{anchor}"
