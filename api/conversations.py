"""Conversations, kept under `ALETHEIA_HOME` by the caller's own word: only what was resolved, never a sentence.

A conversation holds a typed query. It is written as JSON by the declarations of its dataclasses and read back by them,
so a file can hold nothing but these values.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import types
import typing
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

from assistant import conversation as kept
from assistant.conversation import Conversation
from graph import query as queries

_NAMED: dict[str, type] = {
    name: held
    for module in (queries, kept)
    for name, held in vars(module).items()
    if isinstance(held, type) and dataclasses.is_dataclass(held)
}


def load(home: Path, word: str) -> Conversation:
    """The conversation of that word, or a new one. One that an older version wrote otherwise begins anew."""
    file = _file(home, word)
    if not file.exists():
        return Conversation()
    try:
        held = decoded(json.loads(file.read_text(encoding="utf-8")))
    except (ValueError, TypeError, KeyError):
        return Conversation()
    return held if isinstance(held, Conversation) else Conversation()


def keep(home: Path, word: str, conversation: Conversation) -> None:
    """Stores it for the next question."""
    file = _file(home, word)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    file.write_text(json.dumps(encoded(conversation)), encoding="utf-8")


def _file(home: Path, word: str) -> Path:
    return home / "conversations" / f"{hashlib.sha256(word.encode()).hexdigest()[:32]}.json"


def encoded(value: Any) -> Any:
    """A value of the typed query as JSON: dataclasses by name, enums and times by their text."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: encoded(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return {"is": type(value).__name__, **fields}
    if isinstance(value, datetime):
        return {"is": "time", "at": value.isoformat()}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {"is": "map", "of": [[k, encoded(v)] for k, v in value.items()]}
    if isinstance(value, tuple | list):
        return [encoded(v) for v in value]
    return value


def decoded(held: Any, wanted: Any = Any) -> Any:
    """The value that `encoded` wrote. Raises KeyError for a name it does not know."""
    if isinstance(held, dict):
        name = held["is"]
        if name == "time":
            return datetime.fromisoformat(held["at"])
        if name == "map":
            return {k: decoded(v) for k, v in held["of"]}
        cls = _NAMED[name]
        hints = typing.get_type_hints(cls)
        return cls(**{k: decoded(v, hints[k]) for k, v in held.items() if k != "is"})
    if isinstance(held, list):
        inner = _member(wanted)
        members = [decoded(v, inner) for v in held]
        return members if _is_list(wanted) else tuple(members)
    return _enumerated(held, wanted)


def _options(wanted: Any) -> tuple[Any, ...]:
    union = typing.get_origin(wanted) in (typing.Union, types.UnionType)
    return typing.get_args(wanted) if union else (wanted,)


def _member(wanted: Any) -> Any:
    held = next((o for o in _options(wanted) if typing.get_origin(o) in (tuple, list)), None)
    return typing.get_args(held)[0] if held else Any


def _is_list(wanted: Any) -> bool:
    """Whether a value of a condition stood in a list: the query's own sequences are tuples."""
    return any(typing.get_origin(o) is list for o in _options(wanted))


def _enumerated(held: Any, wanted: Any) -> Any:
    for option in _options(wanted):
        if isinstance(option, type) and issubclass(option, Enum) and isinstance(held, str):
            return option(held)
    return held
