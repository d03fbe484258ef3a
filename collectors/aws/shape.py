"""From the JSON of AWS to a record, by declaration: each field of a kind that has a path is found by it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from typing import Any

import jmespath
from jmespath.parser import ParsedResult

from collectors.aws.place import Place
from graph.kind import Field, Type
from graph.kinds import KINDS
from graph.record import Record, Relation, Uid, Value

Stated = Record | Relation
"""What a listing states of one item: records and their relations."""

ENVIRONMENT_TAGS = ("environment", "env")
"""The tags, in any case, that say which environment something belongs to; the longer one counts first."""


def record(
    kind: str,
    raw: Mapping[str, Any],
    place: Place,
    *,
    uid: str,
    name: str,
    tags: Mapping[str, str] | None = None,
    gone: str = "",
    **fields: Value,
) -> Record:
    """The record of an item: fields by their declared paths, then those given here, without what has no value.

    `tags` None = not read (unknown); an empty mapping = it has none. A field given here must be declared.
    """
    declared = KINDS[kind]
    values: dict[str, Value] = {"account": place.account, "region": place.region, "tags": tags}
    if tags:
        values["environment"] = environment(tags)
    if uid.startswith("arn:"):
        values["arn"] = uid
    for field, path in _paths(kind):
        values[field.name] = valued(field, path.search(raw))
    for key, value in fields.items():
        field_of = declared.field(key)
        if field_of is None:
            raise LookupError(f"{kind} declares no field {key}")
        values[key] = valued(field_of, value)
    known = {k: v for k, v in values.items() if v is not None and v != "" and declared.field(k) is not None}
    return Record(Uid(uid), kind, name or str(uid), known, gone=gone)


def related(kind: str, source: str, targets: Iterable[str | None]) -> Iterator[Relation]:
    """Relations from a source to each target that is known, each once."""
    for target in dict.fromkeys(targets):
        if target:
            yield Relation(kind, Uid(source), Uid(target))


def related_from(kind: str, sources: Iterable[str | None], target: str) -> Iterator[Relation]:
    """Relations from each source that is known to one target, each once."""
    for source in dict.fromkeys(sources):
        if source:
            yield Relation(kind, Uid(source), Uid(target))


def tags_of(raw: Any) -> dict[str, str]:
    """Tags however a service writes them: a mapping, or a list of pairs under any of the usual names; none is empty."""
    if isinstance(raw, Mapping):
        return {str(k): str(v) for k, v in raw.items()}
    tags: dict[str, str] = {}
    for pair in raw or ():
        key = next((pair[n] for n in ("Key", "key", "TagKey") if n in pair), None)
        value = next((pair[n] for n in ("Value", "value", "TagValue") if n in pair), "")
        if key is not None:
            tags[str(key)] = str(value)
    return tags


def environment(tags: Mapping[str, str]) -> str:
    """The environment that the tags name, or an empty text."""
    lowered = {key.lower(): value for key, value in tags.items()}
    return next((lowered[key] for key in ENVIRONMENT_TAGS if lowered.get(key)), "")


def valued(field: Field, value: Any) -> Value:
    """The value in the field's type. Raises ValueError where it cannot be one."""
    if value is None:
        return None
    match field.type:
        case Type.INTEGER:
            return int(value)
        case Type.DECIMAL:
            return value if isinstance(value, Decimal) else Decimal(str(value))
        case Type.BOOLEAN:
            return _boolean(value)
        case Type.TIME:
            return instant(value)
        case Type.LIST:
            return (
                [_text(v) for v in value if v is not None]
                if isinstance(value, list | tuple)
                else [_text(value)]
            )
        case Type.MAP:
            return tags_of(value)
        case Type.JSON:
            return json.dumps(value, sort_keys=True, default=str)
        case Type.TEXT:
            return _text(value)


def instant(value: Any) -> datetime:
    """The instant that AWS wrote: a time, ISO text, or seconds or milliseconds since 1970. What has no zone is UTC."""
    if isinstance(value, datetime):
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    if isinstance(value, int | float | Decimal) or (
        isinstance(value, str) and value.replace(".", "", 1).isdigit()
    ):
        seconds = float(value)
        return datetime.fromtimestamp(seconds / 1000 if seconds > 1e11 else seconds, UTC)
    return instant(datetime.fromisoformat(str(value)))


def _boolean(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    words = {"true": True, "false": False, "enabled": True, "disabled": False}
    found = words.get(str(value).lower())
    if found is None:
        raise ValueError(f"{value!r} is neither true nor false")
    return found


def _text(value: Any) -> str:
    if isinstance(value, datetime):
        return instant(value).isoformat()
    return (
        value
        if isinstance(value, str)
        else json.dumps(value, default=str)
        if isinstance(value, dict | list)
        else str(value)
    )


@cache
def _paths(kind: str) -> tuple[tuple[Field, ParsedResult], ...]:
    return tuple((f, jmespath.compile(f.path)) for f in KINDS[kind].fields if f.path)
