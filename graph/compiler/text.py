"""Cypher as it is put together: text from declarations only, and every value of a question as a parameter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graph.query import Within


@dataclass(frozen=True, slots=True)
class Cypher:
    """One statement and its parameters, as the store runs it and as a card shows it."""

    text: str
    parameters: Mapping[str, Any]


class Names:
    """Gives out the names of parameters and variables of one statement, each once, so that parts never collide."""

    def __init__(self) -> None:
        self.parameters: dict[str, Any] = {}
        self._used: dict[str, int] = {}

    def parameter(self, stem: str, value: Any) -> str:
        """`$stem` for that value; the same value under the same stem is one parameter."""
        plain = "".join(c for c in stem if c.isalnum()) or "value"
        for name, held in self.parameters.items():
            if name.rstrip("0123456789") == plain and type(held) is type(value) and held == value:
                return f"${name}"
        name = plain if plain not in self.parameters else f"{plain}{self._next(f'${plain}')}"
        self.parameters[name] = value
        return f"${name}"

    def variable(self, stem: str) -> str:
        """A variable that no other part of the statement has."""
        number = self._next(stem)
        return stem if number == 1 else f"{stem}{number}"

    def peek(self, stem: str) -> str:
        """The variable of that stem that is given out next."""
        number = self._used.get(stem, 0) + 1
        return stem if number == 1 else f"{stem}{number}"

    def _next(self, stem: str) -> int:
        start = 1 if stem.startswith("$") else 0
        self._used[stem] = self._used.get(stem, start) + 1
        return self._used[stem]


@dataclass(frozen=True, slots=True)
class Setting:
    """What holds for every pattern of a statement: the restriction asked for, those of the asker's rights, and the time."""

    names: Names = field(default_factory=Names)
    within: Within = Within()
    allowed: tuple[Within, ...] = ()
    as_of: datetime | None = None
    gone: bool = False

    def cypher(self, *lines: str) -> Cypher:
        """The lines as one statement with the parameters given out so far."""
        return Cypher("\n".join(line for line in lines if line), dict(self.names.parameters))


def both(parts: Iterable[str]) -> str:
    """All of these hold; empty where there are none."""
    return " AND ".join(p for p in parts if p)


def either(parts: Iterable[str]) -> str:
    """One of these holds, in brackets."""
    return f"({' OR '.join(p for p in parts if p)})"


def where(parts: Iterable[str]) -> str:
    """A WHERE of all of these, or nothing."""
    text = both(parts)
    return f"WHERE {text}" if text else ""


def quoted(text: str) -> str:
    """A name out of the declarations as a Cypher string. Questions' own text is never written so: it is a parameter."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
