"""The embedded store: one database process beside us, found or started, shared by all commands of one user.

Everything in which it differs from Neo4j is hidden here:

- it is started, joined and left (leases are locked files; see `graph.engine`);
- writers of several processes take turns at a lock, because its optimistic transactions would collide;
- it has no timeout of a transaction: a read that takes too long is given up on our side;
- its protocol is an older one, without a filter of notifications;
- its indexes over times keep what was deleted, and then refuse every search, so it has none;
- its full-text index is made by the engine's own start, not by Cypher, and there is none over the members of lists;
- a kind in a place is sought by the kind's own label, where Neo4j has an index over `Record`;
- its stored times come back without a zone and are UTC (`graph.bolt.instant`).
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BufferedRandom
from pathlib import Path
from typing import Any, TypeVar

from graph import engine
from graph.bolt import BoltStore
from graph.deadline import within
from graph.errors import StoreUnreachable
from graph.kinds import RELATIONS
from graph.schema import TIMED, constraints, indexes
from graph.store import Row, Statement

T = TypeVar("T")

_START_SECONDS = 120.0  # a cold, very busy machine; usually three
_RETRY_SECONDS = 5.0  # writers take turns, so nothing but a dead engine is ever tried again
_DYING_SECONDS = 15.0  # how long an engine that answers nobody may hold its lock, before that is an error


class EmbeddedStore(BoltStore):
    """The graph in `home`, a folder that is made when it is missing and is for this user alone."""

    finds_members = False
    _sought_by = r"(\1:\2)"

    def __init__(self, home: Path) -> None:
        self._home = home
        self._turn, self._door = threading.Lock(), threading.Lock()
        self._enter()

    def _enter(self) -> None:
        deadline = time.monotonic() + _DYING_SECONDS
        while True:
            self._lease, address = join(self._home)
            try:
                super().__init__(
                    f"bolt://127.0.0.1:{address['port']}",
                    user=str(address["user"]),
                    password=str(address["password"]),
                    database=str(address["database"]),
                )
            except StoreUnreachable:  # one that was just killed still holds its lock for a moment
                leave(self._lease)
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
            else:
                return

    def _driver_options(self) -> dict[str, Any]:
        """The engine's protocol knows no filter of notes, and it sends none."""
        return {"max_transaction_retry_time": _RETRY_SECONDS}

    def _surely(self, work: Callable[[], T]) -> T:
        """Does it; where the engine was killed meanwhile, once more with a new one, which has all that was written."""
        url = self._url
        try:
            return work()
        except StoreUnreachable:
            if _running(self._home):
                raise
            with self._door:
                if self._url == url:
                    self.close()
                    self._enter()
            return work()

    def read(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        seconds: float = 10.0,
        rows: int = 10_000,
    ) -> list[Row]:
        """As every store's. The engine knows no timeout: a read that takes too long is left behind, and ends by itself."""

        def work() -> list[Row]:
            return BoltStore.read(self, cypher, parameters, seconds=seconds, rows=rows)

        return self._surely(lambda: within(seconds, work))

    def write(self, statements: Sequence[Statement]) -> list[list[Row]]:
        """All statements in one transaction, one writer at a time over all processes."""
        with self._turn, locked(self._home / "write.lock"):
            return self._surely(lambda: BoltStore.write(self, statements))

    def prepare(self) -> None:
        """Makes the constraint and indexes; the full-text index is there since the engine's start."""
        with self._turn, locked(self._home / "write.lock"):
            self._renew()
            for name in TIMED:
                self._schema(f"DROP INDEX {name} IF EXISTS")
            for cypher in (*constraints(), *indexes()):
                self._schema(cypher)

    def close(self) -> None:
        """Lets the engine go; with its last user it ends."""
        super().close()
        leave(self._lease)


def join(home: Path) -> tuple[BufferedRandom, dict[str, Any]]:
    """A lease on the running engine and its address; starts one where none runs."""
    home.mkdir(parents=True, exist_ok=True)
    home.chmod(0o700)
    (home / engine.LEASES).mkdir(exist_ok=True, mode=0o700)
    with locked(home / engine.DOOR):
        lease = _lease(home)
        try:
            if not _running(home):
                _start(home)
            return lease, _address(home)
        except BaseException:
            leave(lease)
            raise


def leave(lease: BufferedRandom) -> None:
    """Gives the lease back."""
    Path(lease.name).unlink(missing_ok=True)
    lease.close()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds the lock of that file; the kernel lets go of it whatever way we end."""
    with path.open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _lease(home: Path) -> BufferedRandom:
    path = home / engine.LEASES / f"{os.getpid()}-{uuid.uuid4().hex}.lease"
    file = path.open("x+b")
    fcntl.flock(file, fcntl.LOCK_EX)
    return file


def _running(home: Path) -> bool:
    """Whether an engine holds its lock. Files of one that was killed say nothing."""
    with (home / engine.LOCK).open("a+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _start(home: Path) -> None:
    """Starts an engine, apart from our terminal, and waits until it has written its address."""
    (home / engine.ADDRESS).unlink(missing_ok=True)
    with (home / "engine.log").open("wb") as log:
        subprocess.run(  # noqa: S603 — our own interpreter and our own file
            [sys.executable, "-P", str(Path(engine.__file__)), str(home), *RELATIONS],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=home,
            check=False,
        )
    deadline = time.monotonic() + _START_SECONDS
    while not (home / engine.ADDRESS).exists():
        if time.monotonic() > deadline or not _running(home):
            raise StoreUnreachable(
                f"The embedded graph did not start. Its log is {home / 'engine.log'}; its last line: {_last_line(home)}"
            )
        time.sleep(0.02)


def _address(home: Path) -> dict[str, Any]:
    """Where the engine listens. One that was just started by somebody else has it written already: the door is ours."""
    try:
        found: dict[str, Any] = json.loads((home / engine.ADDRESS).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise StoreUnreachable(
            f"An embedded graph runs in {home} but its address cannot be read. End it, then try again."
        ) from error
    return found


def _last_line(home: Path) -> str:
    lines = (home / "engine.log").read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1] if lines else "empty"
