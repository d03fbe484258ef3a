"""Files that people hand in, as JSON or YAML: read as data, and a place in the data found again as a line of the file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import yaml

from graph.errors import BadInput

_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


def read(file: Path) -> tuple[Any, str]:
    """The data and the text it came from. Raises BadInput naming the file, and the line where it cannot be parsed."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as missing:
        raise BadInput(f"{file} cannot be read: {missing.strerror}.") from missing
    except UnicodeDecodeError as wrong:
        raise BadInput(f"{file} is not UTF-8 text; save it as UTF-8.") from wrong
    return parsed(text, str(file)), text


def parsed(text: str, source: str) -> Any:
    """The data of a text: JSON where it is JSON, else YAML."""
    if text.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(text)
        except json.JSONDecodeError as wrong:
            not_json = f"{source}, line {wrong.lineno}: {wrong.msg}."
    else:
        not_json = ""
    try:
        return yaml.load(text, Loader=_LOADER)  # noqa: S506 — the safe loader, in C where it is built
    except yaml.YAMLError as wrong:
        mark = getattr(wrong, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        raise BadInput(not_json or f"{source}, line {line}: {getattr(wrong, 'problem', wrong)}.") from wrong
    except (ValueError, RecursionError) as wrong:  # a date that is none, a document nested without end
        raise BadInput(f"{source}: {wrong}.") from wrong


_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def line_of(text: str, place: str) -> int:
    """The line of a place such as `[3].evidence.records[2].observedAt`, or of the nearest thing around it that is there."""
    node = yaml.compose(text, Loader=_LOADER)
    line = node.start_mark.line if node else 0
    for index, key in _STEP.findall(place):
        if isinstance(node, yaml.SequenceNode) and index and int(index) < len(node.value):
            node = node.value[int(index)]
        elif isinstance(node, yaml.MappingNode) and key:
            held = next(((k, v) for k, v in node.value if k.value == key), None)
            if held is None:
                break
            line, node = held[0].start_mark.line, held[1]
            continue
        else:
            break
        line = node.start_mark.line
    return int(line) + 1
