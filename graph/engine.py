"""The embedded database as a process of its own: started by `graph.embedded`, ended when its last user is gone.

Run as a script with the folder of the graph and the types of relations as its arguments. It imports nothing of ours, so that it starts from any
installation. It holds `engine.lock` as long as it lives; users hold a lease each, and the kernel lets go of both
kinds of lock whatever way a process ends.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

LOCK = "engine.lock"  # held by the running engine
DOOR = "door.lock"  # held by whoever starts, joins or ends
LEASES = "users"  # a locked file for each user
ADDRESS = "server.json"  # where it listens, and the password; only for the user's own eyes
DATABASE = "aletheia"
USER = "root"

_POLL_SECONDS = 0.5
_LINGER_SECONDS = 3.0  # so that a few commands one after another share one engine
_HEAP = "768m"  # with the runtime's own needs this stays under 1 GiB
_JVM = (
    "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 "
    "-Darcadedb.opencypher.loadCsv.allowFileUrls=false -Darcadedb.txWalFlush=1 "
    "-Darcadedb.polyglotEngineEnabled=false -Darcadedb.server.saltIterations=1"
)
"""The quick compiler alone, and the simple collector: a start costs half the processor time, and the first write of ten
thousand records less than half (7 s for 18 s); what runs for hours loses a third of its best speed, and belongs on Neo4j. The others, which the server's own
configuration does not pass on: no query reads a file, what was committed is on the disk, no other languages are looked
for, and the password is not stretched, being 256 random bits of this start alone."""

_HELD: list[object] = []  # locks that are held until the process ends


def free_port() -> int:
    """A port that is free on loopback now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def in_use(home: Path) -> bool:
    """Whether any lease is held."""
    return any(_held(lease) for lease in (home / LEASES).glob("*.lease"))


def _held(lease: Path) -> bool:
    try:
        with lease.open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:  # its user left just now
        return False
    return False


def write_private(path: Path, text: str) -> None:
    """Puts the text in place in one step, readable by nobody else at any moment."""
    draft = path.with_suffix(f".{os.getpid()}.new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    draft.replace(path)


def serve(home: Path, relations: Sequence[str]) -> None:
    """Runs the database until nobody holds a lease; comes back at once in the process that called it.

    The lock is taken before the process is doubled, so that it is held without a gap; the first process ends, and so
    the engine is nobody's child: whoever started it may end, or wait for nothing.
    """
    lock = (home / LOCK).open("a+b")
    _HELD.append(lock)
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    if os.fork() == 0:
        os.setsid()
        _run(home, relations, lock.fileno())


def _run(home: Path, relations: Sequence[str], lock: int) -> None:
    ending = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: ending.set())
    server = _start(home, relations)
    _wait_for_last_user(home, lock, ending)
    if not _is_ours(home, lock):
        os._exit(0)  # there is nothing left to close, and threads of the runtime would stay
    (home / ADDRESS).unlink(missing_ok=True)
    server.stop()


def _is_ours(home: Path, lock: int) -> bool:
    """Whether the folder is still the one this engine was started for, and not taken away or made anew."""
    try:
        return os.path.samestat(os.fstat(lock), (home / LOCK).stat())
    except FileNotFoundError:
        return False


def _wait_for_last_user(home: Path, lock: int, ending: threading.Event) -> None:
    """Returns with the door held, so that nobody joins an engine that ends; at once where the folder is taken away."""
    unused = 0.0
    while True:
        asked = ending.wait(_POLL_SECONDS)
        if not _is_ours(home, lock):
            return
        unused = 0.0 if in_use(home) else unused + _POLL_SECONDS
        if not asked and unused < _LINGER_SECONDS:
            continue
        door = (home / DOOR).open("a+b")
        fcntl.flock(door, fcntl.LOCK_EX)
        if asked or not in_use(home):
            _HELD.append(door)
            _clear_leases(home)
            return
        door.close()
        unused = 0.0


def _clear_leases(home: Path) -> None:
    """Only behind the closed door: a lease that is being taken must not be cleared away under its taker."""
    for lease in (home / LEASES).glob("*.lease"):
        if not _held(lease):
            lease.unlink(missing_ok=True)


def _start(home: Path, relations: Sequence[str]) -> Any:
    """The running server, with its database, its types and its address written down."""
    import arcadedb_embedded  # noqa: PLC0415 — it is heavy, and only this process needs it

    bolt, http, password = free_port(), free_port(), secrets.token_urlsafe(32)
    (home / "config" / "server-users.jsonl").unlink(missing_ok=True)  # an earlier run's password
    server = arcadedb_embedded.ArcadeDBServer(
        root_path=str(home),
        root_password=password,
        config={
            "server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
            "bolt_port": bolt,
            "http_port": http,
            "mode": "development",  # errors in words; what production mode would guard is in _JVM
            "server_metrics": False,
        },
        jvm_kwargs={"heap_size": _HEAP, "jvm_args": _JVM},
    )
    server.start()
    exists = (home / "databases" / DATABASE).is_dir()
    database = server.get_database(DATABASE) if exists else server.create_database(DATABASE)
    for statement in _SCHEMA:
        database.command("sql", statement)
    database.command("sqlscript", _relations(relations))
    address = {"pid": os.getpid(), "port": bolt, "user": USER, "password": password, "database": DATABASE}
    write_private(home / ADDRESS, json.dumps(address))
    return server


_SCHEMA = (
    "CREATE VERTEX TYPE Record IF NOT EXISTS",
    "CREATE PROPERTY Record.uid IF NOT EXISTS STRING",
    "CREATE PROPERTY Record.name IF NOT EXISTS STRING",
    "CREATE INDEX record_words IF NOT EXISTS ON Record (name, uid) FULL_TEXT",
)
"""What Cypher cannot make here: the full-text index. Its name is `graph.schema.FULL_TEXT`."""


def _relations(names: Sequence[str]) -> str:
    """Types of relations with their indexes, all in one script: one by one, by Cypher, they take six times as long."""
    statements = (
        (
            f"CREATE EDGE TYPE {name} IF NOT EXISTS",
            f"CREATE PROPERTY {name}.scope IF NOT EXISTS STRING",
            f"CREATE INDEX relation_{name.lower()} IF NOT EXISTS ON {name} (scope) NOTUNIQUE",
        )
        for name in names
        if name.isidentifier()
    )
    return ";\n".join(statement for three in statements for statement in three) + ";"


if __name__ == "__main__":
    serve(Path(sys.argv[1]), sys.argv[2:])
