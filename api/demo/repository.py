"""The git repositories of the sample estate: shipped files, and a history that is written when the estate is made."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

SHIPPED = Path(__file__).parent / "estate"
NAMES = ("storefront", "checkout", "reports", "platform", "search-service")

NORA = "Nora Lind <nora.lind@acme.example>"
INES = "Ines Faro <ines.faro@acme.example>"
TOMAS = "Tomas Brek <tomas.brek@acme.example>"
TOMAS_AT_HOME = "Tomas Brek <tomas@old-laptop.example>"
SAM = "Sam Okoro <sam.okoro@acme.example>"
MIRA = "Mira Sol <mira.sol@acme.example>"
RENOVATE = "renovate[bot] <29139614+renovate[bot]@users.noreply.github.com>"


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit: how long ago, by whom, what it says, and the folder whose notes it touches."""

    days: float
    author: str
    message: str
    folder: str = "."


HISTORY: dict[str, tuple[Commit, ...]] = {
    "storefront": (
        Commit(400, NORA, "The shop opens"),
        Commit(210, INES, "Baskets survive a restart", "cart"),
        Commit(60, INES, "Fewer bytes on the first page"),
        Commit(31, RENOVATE, "Update node to 22.21"),
        Commit(24, RENOVATE, "Update actions/checkout to v5"),
        Commit(12, INES, "Baskets expire after thirty days", "cart"),
        Commit(3, NORA, "A banner for the sale"),
        Commit(0.4, NORA, "The banner comes down again"),
    ),
    "checkout": (
        Commit(380, TOMAS_AT_HOME, "Orders become payments"),
        Commit(150, TOMAS, "The ledger is a service of its own", "ledger"),
        Commit(45, SAM, "Retries are bounded"),
        Commit(20, RENOVATE, "Update eclipse-temurin to 21.0.9"),
        Commit(0.25, TOMAS, "Release 4.12.0: refunds in one step"),
    ),
    "reports": (
        Commit(300, MIRA, "Yesterday's figures"),
        Commit(90, MIRA, "Figures by country", "nightly"),
        Commit(9, MIRA, "Half the memory"),
    ),
    "platform": (
        Commit(500, SAM, "The network of prod"),
        Commit(70, SAM, "A place for invoices"),
        Commit(6, SAM, "Who is in which team"),
    ),
    "search-service": (
        Commit(420, "Former Colleague <former@acme.example>", "Finds things by a few letters"),
    ),
}


def create(folder: Path, now: datetime) -> dict[str, Path]:
    """The repositories, each in its folder, checked out, with an origin that says where it is kept."""
    return {name: _create(folder / name, name, now) for name in NAMES}


def _create(folder: Path, name: str, now: datetime) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    _git(folder, "init", "--quiet", "--initial-branch=main")
    _git(folder, "fast-import", "--quiet", feed=b"".join(_stream(name, now)))
    _git(folder, "remote", "add", "origin", f"https://github.com/acme/{name}.git")
    _git(folder, "reset", "--quiet", "--hard", "main")
    return folder


def _stream(name: str, now: datetime) -> Iterator[bytes]:
    """The history as `git fast-import` reads it. The shipped files come with the first commit."""
    told: dict[str, str] = {}
    for n, commit in enumerate(HISTORY[name]):
        stamp = int((now - timedelta(days=commit.days)).timestamp())
        yield f"commit refs/heads/main\nmark :{n + 1}\n".encode()
        yield f"author {commit.author} {stamp} +0000\ncommitter {commit.author} {stamp} +0000\n".encode()
        yield _data(commit.message.encode())
        if n:
            yield f"from :{n}\n".encode()
        else:
            yield from _shipped(name)
        notes = "NOTES.md" if commit.folder == "." else f"{commit.folder}/NOTES.md"
        told[notes] = f"{told.get(notes, '')}- {commit.message}\n"
        yield f"M 100644 inline {notes}\n".encode() + _data(told[notes].encode())
        yield b"\n"


def _shipped(name: str) -> Iterator[bytes]:
    root = SHIPPED / name
    for file in sorted(p for p in root.rglob("*") if p.is_file()):
        yield f"M 100644 inline {file.relative_to(root).as_posix()}\n".encode() + _data(file.read_bytes())


def _data(held: bytes) -> bytes:
    return f"data {len(held)}\n".encode() + held + b"\n"


def _git(folder: Path, *arguments: str, feed: bytes | None = None) -> None:
    """Runs git in that folder, without the user's own configuration or hooks."""
    command = ["git", "-c", "core.hooksPath=/dev/null", "-C", str(folder), *arguments]
    subprocess.run(command, input=feed, check=True, capture_output=True)  # noqa: S603 — our own arguments
