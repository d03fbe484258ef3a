"""Reading `aletheia.toml`: values of the right type, and errors that name the line, the key and what was expected.

`tomllib` gives values without their places, so `lines_of` finds the line of each key by itself; it is used only to
word errors, never to read a value.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

ENVIRONMENT = "the environment"
"""What a fault of a variable is said to stand in; only there may a secret come from."""

Key = tuple[str | int, ...]
"""Where a value stands: ("aws", 1, "regions"); numbers count array tables from 0."""


@dataclass(slots=True)
class Faults:
    """What is wrong in one file, gathered so that one run tells all of it."""

    source: str  # the file's name, or "the environment"
    lines: Mapping[Key, int] = field(default_factory=dict[Key, int])
    found: list[str] = field(default_factory=list[str])

    def add(self, key: Key, message: str) -> None:
        """One fault, with the line of its key or of the nearest table around it."""
        line = next((self.lines[key[:n]] for n in range(len(key), 0, -1) if key[:n] in self.lines), None)
        place = self.source if line is None else f"{self.source}, line {line}"
        self.found.append(f"{place}: {spoken(key)} {message}")


def spoken(key: Key) -> str:
    """A key as people write it: ("aws", 1, "regions") is `regions of [[aws]] number 2`; a variable is itself."""
    if str(key[0]).startswith("ALETHEIA_"):
        return str(key[0])
    if len(key) == 1:
        return f"[{key[0]}]"
    if isinstance(key[1], int):
        table = f"[[{key[0]}]] number {key[1] + 1}"
        return table if len(key) == 2 else f"{'.'.join(map(str, key[2:]))} of {table}"
    return f"{'.'.join(map(str, key[1:]))} of [{key[0]}]"


_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_ASSIGNED = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_STRINGS = re.compile(r"\"\"\".*?\"\"\"|'''.*?'''", re.DOTALL)


def lines_of(text: str) -> dict[Key, int]:
    """The line of every table and key, counted from 1. Text inside multi-line strings is not taken for a key."""
    text = _STRINGS.sub(lambda m: "\n" * m.group().count("\n"), text)
    found: dict[Key, int] = {}
    counts: dict[str, int] = {}
    table: Key = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            name = tuple(_parts(header[2]))
            if header[1] == "[[":
                counts[header[2]] = counts.get(header[2], -1) + 1
                table = (*name, counts[header[2]])
            else:
                table = name
            found.setdefault(table, number)
        elif assigned := _ASSIGNED.match(line):
            found.setdefault((*table, *_parts(assigned[1])), number)
    return found


def _parts(dotted: str) -> Iterator[str]:
    for part in _PART.findall(dotted):
        yield part.strip("\"'")


_DURATION = re.compile(r"^\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h|d|w)\s*$")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0, "w": 604_800.0}


def duration(text: str) -> timedelta:
    """`30s`, `15m`, `24h`, `7d`, `2w`. Raises ValueError for anything else."""
    matched = _DURATION.match(text)
    if matched is None:
        raise ValueError(f"{text!r} is not a duration")
    return timedelta(seconds=float(matched[1]) * _SECONDS[matched[2]])


_EXPECTED: Mapping[Any, str] = {
    str: 'text, as in "prod"',
    int: "a whole number",
    bool: "true or false",
    timedelta: 'a duration, as in "15m", "24h" or "7d"',
    Path | None: "the path of a file or folder",
    tuple[str, ...]: 'a list of text, as in ["eu-west-1"]',
    Mapping[str, str]: 'a table of text, as in { "@acme/pay" = "payments" }',
    Mapping[str, timedelta]: 'a table of durations, as in { Pod = "15m" }',
}


def value_of(kind: Any, raw: Any, folder: Path) -> Any:
    """The value as its type; relative paths count from `folder`. Raises ValueError with what was expected."""
    try:
        return _value(kind, raw, folder)
    except (ValueError, TypeError) as wrong:
        raise ValueError(f"is {raw!r}; expected {_EXPECTED[kind]}") from wrong


def _value(kind: Any, raw: Any, folder: Path) -> Any:
    if kind is timedelta:
        return duration(_exactly(str, raw))
    if kind == Path | None:
        return folder / Path(_exactly(str, raw)).expanduser()
    if kind in (str, int, bool):
        return _exactly(kind, raw)
    if kind == tuple[str, ...]:
        return tuple(_exactly(str, item) for item in _exactly(list, raw))
    inner = typing.get_args(kind)[1]
    return {k: _value(inner, v, folder) for k, v in _exactly(dict, raw).items()}


def _exactly(kind: type, raw: Any) -> Any:
    if type(raw) is not kind:
        raise TypeError(f"not {kind.__name__}")
    return raw


def values_of(cls: type, table: object, key: Key, folder: Path, faults: Faults) -> dict[str, Any]:
    """The values of one table for its dataclass. A wrong key or value is added to the faults and left out."""
    if not isinstance(table, dict):
        faults.add(key, f"is {table!r}; expected a table of keys")
        return {}
    declared = {f.name: f for f in dataclasses.fields(cls)}
    open_keys = tuple(n for n, f in declared.items() if not f.metadata.get("secret"))
    types = typing.get_type_hints(cls)
    values: dict[str, Any] = {}
    for name, raw in typing.cast("dict[str, Any]", table).items():
        if name not in declared:
            faults.add((*key, name), f"is not a key here; {nearest(name, open_keys)}")
            continue
        meta = declared[name].metadata
        if meta.get("secret") and faults.source != ENVIRONMENT:
            faults.add((*key, name), f"is a secret: set the variable {meta['secret']} and remove this line")
            continue
        try:
            value = _chosen(value_of(types[name], raw, folder), meta.get("choices"))
            values[name] = str(folder / value) if meta.get("place") and "://" not in value else value
        except ValueError as wrong:
            faults.add((*key, name), str(wrong))
    return values


def _chosen(value: Any, choices: Sequence[str] | None) -> Any:
    if choices and value not in choices:
        raise ValueError(f"is {value!r}; expected one of {', '.join(choices)}")
    return value


def nearest(name: str, known: Sequence[str]) -> str:
    """What to write instead of an unknown name: the nearest known one, and all of them."""
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"{hint}Known: {', '.join(known)}"
