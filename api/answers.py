"""Answers that were given, kept under `ALETHEIA_HOME`: one file each, exactly the plain rendering, for permalinks and history."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from api.access import Asker
from api.plain import Plain

_ID = re.compile(r"[A-Za-z0-9-]{4,64}")


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored answer and who asked for it ("" is the user of this machine)."""

    asker: str
    answer: Plain

    def may_be_seen_by(self, asker: Asker) -> bool:
        """Whoever is limited to some places sees only what they asked themselves: others' answers hold other places."""
        return not asker.allowed or (bool(self.asker) and self.asker == asker.name)


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the answers, newest first; `more` is where the next ones begin, or "" at the end."""

    answers: tuple[Plain, ...]
    more: str


def keep(home: Path, answer: Plain, asker: str) -> None:
    """Stores an answer. The file's name begins with the time, so that names sort as answers were given."""
    folder = _folder(home)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / name_of(answer)
    unfinished = file.with_suffix(".part")
    unfinished.write_text(
        json.dumps({"asker": asker, "answer": answer}, ensure_ascii=False), encoding="utf-8"
    )
    unfinished.replace(file)


def find(home: Path, answer_id: str, asker: Asker) -> Plain | None:
    """The answer of that id, or None where there is none that the asker may see."""
    if not _ID.fullmatch(answer_id):
        return None
    file = next(_folder(home).glob(f"*_{answer_id}.json"), None)
    kept = _read(file) if file else None
    return kept.answer if kept and kept.may_be_seen_by(asker) else None


def recent(home: Path, asker: Asker, *, first: int = 20, after: str = "") -> Page:
    """The answers given before the one that `after` names, newest first."""
    names = sorted((f.name for f in _folder(home).glob("*_*.json")), reverse=True)
    found: list[Plain] = []
    last = ""
    for name in names:
        if after and name >= after:
            continue
        kept = _read(_folder(home) / name)
        if not kept.may_be_seen_by(asker):
            continue
        if len(found) == first:
            return Page(tuple(found), last)
        found.append(kept.answer)
        last = name
    return Page(tuple(found), "")


def _folder(home: Path) -> Path:
    return home / "answers"


def name_of(answer: Plain) -> str:
    """The name its file sorts by: what `recent` takes as `after`."""
    return f"{_stamp(answer)}_{answer['id']}.json"


def _stamp(answer: Plain) -> str:
    return re.sub(r"[^0-9TZ]", "", str(answer["askedAt"]))


def _read(file: Path) -> Kept:
    held = json.loads(file.read_text(encoding="utf-8"))
    return Kept(held["asker"], held["answer"])
