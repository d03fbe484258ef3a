"""The audit log: who asked what, what was run, what it rested on. Append-only, each line chained to the one before by its hash.

A line is written before the answer is given; where it cannot be written, the answer is not given. A changed, removed or
inserted line breaks the chain, and `verify` says at which line.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from api.plain import Plain
from graph.errors import Misconfigured

_FIRST = "0" * 64


def record(home: Path, asker: str, answer: Plain) -> None:
    """Writes one answer's line and makes it durable. Raises Misconfigured where that is not possible."""
    write(
        home,
        {
            "what": "ask",
            "asker": asker,
            "question": answer["question"],
            "answer": answer["id"],
            "status": answer["status"],
            "queries": [{"cypher": q["cypher"], "parameters": q["parameters"]} for q in answer["queries"]],
            "evidence": sorted({c["uid"] for c in answer["cards"] + answer["alsoRetrieved"] if c["uid"]}),
            "digest": digest(answer),
        },
    )


def write(home: Path, held: dict[str, Any]) -> None:
    """Appends one line, one writer at a time over all processes."""
    file = _file(home)
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        with file.open("a+b") as log:
            fcntl.flock(log, fcntl.LOCK_EX)
            line = {"at": datetime.now(UTC).isoformat(), **held, "previous": _last(log.name)}
            log.write(_sealed(line).encode() + b"\n")
            log.flush()
            os.fsync(log.fileno())
    except OSError as error:
        raise Misconfigured(
            f"The audit log {file} cannot be written ({error.strerror}), so nothing is answered. Free space or mend its rights."
        ) from error


def verify(home: Path) -> tuple[int, str]:
    """How many lines there are, and what breaks the chain ("" where nothing does)."""
    file = _file(home)
    if not file.exists():
        return 0, ""
    previous, count = _FIRST, 0
    with file.open(encoding="utf-8") as log:
        for count, text in enumerate(log, start=1):
            try:
                line = json.loads(text)
                sealed = line.pop("hash")
            except (ValueError, KeyError, AttributeError):
                return count, f"line {count} of {file} is not a line of the log"
            if line.get("previous") != previous:
                return count, f"line {count} of {file} does not follow the line before it"
            if sealed != _hash(line):
                return count, f"line {count} of {file} was changed"
            previous = sealed
    return count, ""


def digest(answer: Plain) -> str:
    """A hash of a whole answer, so that a stored one can be compared with what was given."""
    return hashlib.sha256(_canonical(answer).encode()).hexdigest()


def _sealed(line: dict[str, Any]) -> str:
    return _canonical({**line, "hash": _hash(line)})


def _hash(line: dict[str, Any]) -> str:
    return hashlib.sha256(_canonical(line).encode()).hexdigest()


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _last(name: str) -> str:
    """The hash of the last line, read from the end of the file."""
    with Path(name).open("rb") as log:
        log.seek(0, 2)
        size, tail = log.tell(), b""
        while size > 0 and tail.count(b"\n") < 2:
            step = min(65_536, size)
            size -= step
            log.seek(size)
            tail = log.read(step) + tail
    lines = tail.splitlines()
    return str(json.loads(lines[-1])["hash"]) if lines else _FIRST


def _file(home: Path) -> Path:
    return home / "audit.jsonl"
