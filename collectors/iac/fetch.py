"""Where states lie: files, S3 and HTTP backends. Absent, locked, refused and broken are different errors."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit, urlunsplit
from urllib.request import Request, urlopen

from graph.errors import Denied, SourceFailed, Throttled

LIMIT = 256 * 1024 * 1024  # bytes of one state; the largest that are seen are a tenth of it
SECONDS = 30.0

S3 = Callable[[str, str], bytes]
"""Gets an object by bucket and key; raises SkipScope. Given by whoever holds the AWS credentials."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """The bytes of a state, and who holds its lock (a change is under way) where that can be seen."""

    data: bytes
    locked_by: str = ""


def plain(location: str) -> str:
    """The location without login or query: both may be secret."""
    if "://" not in location:
        return location
    parts = urlsplit(location)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path, "", ""))


def fetch(location: str, s3: S3 | None) -> Fetched:
    """The state at a location. Raises SkipScope in words."""
    scheme = urlsplit(location).scheme if "://" in location else ""
    match scheme:
        case "" | "file":
            return _file(Path(unquote(urlsplit(location).path)) if scheme else Path(location))
        case "s3":
            return _s3(location, s3)
        case "http" | "https":
            return _http(location)
        case _:
            raise SourceFailed(
                f"{plain(location)}: {scheme}:// is not read; give a file, s3://bucket/key or https://…."
            )


def _file(path: Path) -> Fetched:
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= LIMIT else b""
    except FileNotFoundError as error:
        raise SourceFailed(
            f"{path} does not exist; set state of [[terraform]] to the state's file."
        ) from error
    except PermissionError as error:
        raise Denied(f"{path} may not be read; give this user read access to it.") from error
    except OSError as error:
        raise SourceFailed(f"{path} cannot be read: {error.strerror}.") from error
    return Fetched(_within(data, size, str(path)), _lock(path))


def _lock(path: Path) -> str:
    """Who holds the lock file that Terraform puts beside a local state, or empty."""
    try:
        told = json.loads((path.parent / f".{path.name}.lock.info").read_bytes())
    except (OSError, ValueError):
        return ""
    who, what = (str(told.get(k) or "") for k in ("Who", "Operation")) if isinstance(told, dict) else ("", "")
    return f"{who or 'somebody'} ({what or 'an operation'})"


def _s3(location: str, s3: S3 | None) -> Fetched:
    parts = urlsplit(location)
    key = unquote(parts.path.lstrip("/"))
    if not parts.netloc or not key:
        raise SourceFailed(f"{plain(location)} names no object; s3://bucket/key is expected.")
    if s3 is None:
        raise SourceFailed(f"{plain(location)} needs AWS credentials; configure an [[aws]] account.")
    data = s3(parts.netloc, key)
    return Fetched(_within(data, len(data), plain(location)))


def _http(location: str) -> Fetched:
    parts = urlsplit(location)
    where = plain(location)
    address = urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, parts.query, ""))
    request = Request(address, headers={"Accept": "application/json"})  # noqa: S310 — http and https only, see fetch
    if parts.username:
        login = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        request.add_unredirected_header("Authorization", "Basic " + base64.b64encode(login).decode())
    try:
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 — the same
            data = answer.read(LIMIT + 1)
    except HTTPError as error:
        with error:
            raise _refusal(error, where) from error
    except (URLError, HTTPException, OSError) as error:
        reason = getattr(error, "reason", error)
        raise SourceFailed(f"{where} cannot be reached: {reason}.") from error
    return Fetched(_within(data, len(data), where))


def _refusal(error: HTTPError, where: str) -> SourceFailed | Denied | Throttled:
    match error.code:
        case 401 | 403:
            return Denied(
                f"{where} refused the login ({error.code}); check user and password in its address."
            )
        case 404 | 410:
            return SourceFailed(f"{where} holds no state ({error.code}); check the address.")
        case 409 | 423:
            return SourceFailed(
                f"{where} is locked ({error.code}): a change is under way. Scan again when it is done."
            )
        case 429:
            return Throttled(f"{where} refuses for load (429); scan again later.")
        case code:
            return SourceFailed(f"{where} answered {code}.")


def _within(data: bytes, size: int, where: str) -> bytes:
    if size > LIMIT:
        raise SourceFailed(f"{where} is larger than {LIMIT // 2**20} MiB and was not read.")
    if not data.strip():
        raise SourceFailed(f"{where} is empty: there is no state in it yet, or it is just being written.")
    return data
