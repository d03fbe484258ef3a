"""Who may ask, and what they may see. On loopback nobody needs a login until the first token is made; elsewhere everybody does.

Tokens are random, stored hashed, and expire. One may be limited to places (accounts, clusters, namespaces, teams …): that
restriction is laid over every query by the compiler, so nothing outside it shows in rows, counts, cards or errors.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import ipaddress
import json
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from graph.errors import BadInput, Misconfigured
from graph.query import Within

RIGHTS = ("ask", "scan")
"""What a token may do: put questions and read records; also start scans."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who is asking. Without a name it is the user of this machine, on loopback."""

    name: str = ""
    within: Within = field(default_factory=Within)
    rights: tuple[str, ...] = RIGHTS

    @property
    def allowed(self) -> tuple[Within, ...]:
        """The restriction as retrieval takes it: empty where there is none."""
        return () if self.within == Within() else (self.within,)


@dataclass(frozen=True, slots=True)
class Token:
    """One stored token; the token itself is shown once and kept nowhere."""

    name: str
    hash: str
    expires: datetime
    rights: tuple[str, ...]
    within: Within


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach that address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def may_bind(home: Path, host: str, now: datetime) -> None:
    """Raises Misconfigured for an address that others can reach while nobody could log in."""
    if not is_loopback(host) and not valid(home, now):
        raise Misconfigured(
            f"{host} can be reached from elsewhere, and nobody could log in. Make a token first "
            "(`aletheia token create NAME`), or serve on 127.0.0.1."
        )


def create(
    home: Path, name: str, *, days: int, rights: tuple[str, ...], within: Within, now: datetime
) -> str:
    """A new token; what is returned is shown once."""
    held = stored(home)
    if any(t.name == name for t in held):
        raise BadInput(f"There is a token named {name!r} already; revoke it first, or take another name.")
    if unknown := [r for r in rights if r not in RIGHTS]:
        raise BadInput(f"{', '.join(unknown)} is no right; expected {' or '.join(RIGHTS)}.")
    token = f"aletheia_{secrets.token_urlsafe(32)}"
    _write(home, (*held, Token(name, _hash(token), now + timedelta(days=days), rights, within)))
    return token


def revoke(home: Path, name: str) -> None:
    """Takes a token away at once."""
    held = stored(home)
    if not any(t.name == name for t in held):
        raise BadInput(f"There is no token named {name!r}.")
    _write(home, tuple(t for t in held if t.name != name))


def who(home: Path, token: str, now: datetime) -> Asker | None:
    """Whose token that is, or None where it is unknown or has expired."""
    wanted = _hash(token)
    for held in valid(home, now):
        if hmac.compare_digest(held.hash, wanted):
            return Asker(held.name, held.within, held.rights)
    return None


def valid(home: Path, now: datetime) -> tuple[Token, ...]:
    """The tokens that have not expired."""
    return tuple(t for t in stored(home) if t.expires > now)


def stored(home: Path) -> tuple[Token, ...]:
    """Every token, expired ones too. Raises Misconfigured for a file that cannot be read: access is then refused, not open."""
    file = _file(home)
    if not file.exists():
        return ()
    try:
        return tuple(_token(t) for t in json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Misconfigured(
            f"{file} cannot be read ({error}); mend or remove it. Nobody is let in until then."
        ) from error


def parsed_within(restrictions: list[str]) -> Within:
    """`account=012345671234`, `namespace=shop`, … as a restriction; the same place may stand several times."""
    places = {f.name for f in dataclasses.fields(Within)}
    found: dict[str, tuple[str, ...]] = {}
    for text in restrictions:
        place, _, value = text.partition("=")
        if place not in places or not value:
            raise BadInput(
                f"{text!r} is no restriction; expected PLACE=VALUE with one of {', '.join(sorted(places))}."
            )
        found[place] = (*found.get(place, ()), value)
    return Within(**found)


def _token(held: dict[str, object]) -> Token:
    within = held["within"]
    places = within if isinstance(within, dict) else {}
    rights = held["rights"]
    return Token(
        str(held["name"]),
        str(held["hash"]),
        datetime.fromisoformat(str(held["expires"])).astimezone(UTC),
        tuple(str(r) for r in rights) if isinstance(rights, list) else (),
        Within(**{str(k): tuple(str(x) for x in v) for k, v in places.items()}),
    )


def _write(home: Path, tokens: tuple[Token, ...]) -> None:
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    plain = [
        {
            "name": t.name,
            "hash": t.hash,
            "expires": t.expires.isoformat(),
            "rights": list(t.rights),
            "within": {k: list(v) for k, v in dataclasses.asdict(t.within).items() if v},
        }
        for t in tokens
    ]
    unfinished = _file(home).with_suffix(".part")
    unfinished.touch(mode=0o600)
    unfinished.write_text(json.dumps(plain, indent=1), encoding="utf-8")
    unfinished.replace(_file(home))


def _hash(token: str) -> str:
    """The tokens are random and long, so a plain hash cannot be guessed back."""
    return hashlib.sha256(token.encode()).hexdigest()


def _file(home: Path) -> Path:
    return home / "tokens.json"
