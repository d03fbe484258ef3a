"""Documents of files: JSON, and YAML with several to a file, every scalar as it was written (K8S-13)."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml

from collectors.k8s.raw import Raw, is_object
from graph.errors import BadInput

ENDINGS = frozenset({".json", ".yaml", ".yml", ".txt", ".err"})
"""Files that are looked into; of the last two only a refusal that kubectl printed counts."""
_REFUSAL = re.compile(r"Error from server \((?P<reason>\w+)\): (?P<message>.*)", re.DOTALL)


class _Loader(yaml.CSafeLoader):
    """YAML as Kubernetes means it: times, versions, account ids and `on` stay text; only whole numbers, true, false and null are more."""


_Loader.yaml_implicit_resolvers = {}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"(?:true|false)$"), list("tf"))
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"-?(?:0|[1-9][0-9]*)$"), list("-0123456789")
)
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"(?:~|null|)$"), ["~", "n", ""])
_Loader.add_implicit_resolver("tag:yaml.org,2002:merge", re.compile(r"<<$"), ["<"])


def documents(path: Path) -> list[Raw]:
    """The objects in a file. A refusal that kubectl printed is a Status; a file of another sort holds none.

    Raises BadInput, with the line, where the file is meant to be JSON or YAML and is not.
    """
    try:
        written = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path.name} cannot be read: {error}") from error
    if refusal := _REFUSAL.match(written.strip()):
        return [_status(refusal["reason"], refusal["message"])]
    if path.suffix == ".json":
        return _json(path, written)
    return _yaml(path, written) if path.suffix in {".yaml", ".yml"} else []


def _json(path: Path, written: str) -> list[Raw]:
    """One value, or several one after the other; a list of objects counts as its objects."""
    decoder, place, found = json.JSONDecoder(parse_float=Decimal), 0, list[Raw]()
    while (place := _next(written, place)) < len(written):
        try:
            value, place = decoder.raw_decode(written, place)
        except ValueError as error:
            raise BadInput(f"{path.name} is no JSON: {error}") from error
        found += _objects(value)
    return found


def _next(written: str, place: int) -> int:
    while place < len(written) and written[place].isspace():
        place += 1
    return place


def _yaml(path: Path, written: str) -> list[Raw]:
    try:
        return [one for value in yaml.load_all(written, _Loader) for one in _objects(value)]
    except (yaml.YAMLError, ValueError) as error:
        raise BadInput(f"{path.name} is no YAML: {' '.join(str(error).split())}") from error


def _objects(value: Any) -> list[Raw]:
    return [one for one in (value if isinstance(value, list) else [value]) if is_object(one)]


def _status(reason: str, message: str) -> Raw:
    return {"kind": "Status", "status": "Failure", "reason": reason, "message": message.strip()}
