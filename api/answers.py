"""Answers that were given, kept under `ALETHEIA_HOME`: one file each, exactly the plain rendering, for permalinks and history."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from api.plain import Plain

_ID = re.compile(r"[A-Za-z0-9-]{4,64}")


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the answers, newest first; `more` is where the next ones begin, or "" at the end."""

    answers: tuple[Plain, ...]
    more: str


def keep(home: Path, answer: Plain) -> None:
    """Stores an answer. The file's name begins with the time, so that names sort as answers were given."""
    folder = _folder(home)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / f"{_stamp(answer)}_{answer['id']}.json"
    unfinished = file.with_suffix(".part")
    unfinished.write_text(json.dumps(answer, ensure_ascii=False), encoding="utf-8")
    unfinished.replace(file)


def find(home: Path, answer_id: str) -> Plain | None:
    """The answer of that id, or None."""
    if not _ID.fullmatch(answer_id):
        return None
    file = next(_folder(home).glob(f"*_{answer_id}.json"), None)
    return _read(file) if file else None


def recent(home: Path, *, first: int = 20, after: str = "") -> Page:
    """The answers given before the one that `after` names, newest first."""
    names = sorted((f.name for f in _folder(home).glob("*_*.json")), reverse=True)
    if after:
        names = [n for n in names if n < after]
    shown = names[:first]
    more = shown[-1] if len(names) > first else ""
    return Page(tuple(_read(_folder(home) / n) for n in shown), more)


def _folder(home: Path) -> Path:
    return home / "answers"


def _stamp(answer: Plain) -> str:
    return re.sub(r"[^0-9TZ]", "", str(answer["askedAt"]))


def _read(file: Path) -> Plain:
    held: Plain = json.loads(file.read_text(encoding="utf-8"))
    return held
