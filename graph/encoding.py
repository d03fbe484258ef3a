"""From an observed value to what a store holds. The way back is `graph.decoding`.

| type | stored as |
|---|---|
| text, boolean | itself |
| integer | a native integer; over 64 bits its digits as text |
| decimal | a float to compare with, and `<name>Exact` as text beside it where the float is not exactly it |
| time | the store's date-time, in UTC (what has no zone is UTC) |
| list | a list of text; another element as `json:` and its JSON (a text that begins so is written that way too) |
| map | a sorted list of `key=value`, with `%` and `=` of the key percent-encoded; a key without `=` has no value |
| json | its text, keys sorted |

Free text and the values of maps pass `graph.secret` first.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any

from graph.decoding import encoded_key
from graph.kind import Field, Kind, Role, Type
from graph.kinds import KINDS
from graph.secret import masked, masked_value

_WIDEST = 2**63
_ELEMENT = "json:"
OURS = frozenset(
    {
        *(
            "uid",
            "kind",
            "name",
            "scope",
            "source",
            "firstSeen",
            "observedAt",
            "changedAt",
            "goneAt",
            "goneReason",
        ),
        *("missedAt", "confidence", "rule", "basis", "fingerprint", "sharedWith"),
        *("derivedBy", "derivedDigest", "derivedRule", "derivedConfidence", "derivedBasis", "derivedFields"),
    }
)
"""Properties that the writer sets itself. A declared field of such a name would be overwritten, so there may be none."""


@cache
def declared(kind: str, *, derived: bool = False) -> Mapping[str, Field]:
    """The fields of a kind that a collector (or, derived, a rule) may state, by name."""
    return {f.name: f for f in KINDS[kind].fields if f.derived == derived and f.name not in OURS}


@cache
def properties_of(kind: str) -> tuple[str, ...]:
    """Every property that a collector's statement of this kind may set."""
    names = [
        [f.name, f"{f.name}Exact"] if f.type is Type.DECIMAL else [f.name] for f in declared(kind).values()
    ]
    return tuple(name for group in names for name in group)


GONE = "Gone"
"""The label of what is gone. Questions leave it out by its label: of most records `goneAt` is not there, and that a
property is not there is known only when all of them have been read."""


@cache
def labels_of(kind: str, *, gone: bool = False) -> tuple[str, ...]:
    """The labels of its nodes: Record, the kind, its categories, and whether it is gone."""
    found: Kind | None = KINDS.get(kind)
    return ("Record", kind, *(found.categories if found else ()), *([GONE] if gone else []))


def encoded(fields: Mapping[str, Any], known: Mapping[str, Field]) -> tuple[dict[str, Any], list[str]]:
    """The properties of the declared fields, and what could not be encoded, each named with its reason. Undeclared fields are left out."""
    properties: dict[str, Any] = {}
    problems: list[str] = []
    for name, value in fields.items():
        if value is None or (field := known.get(name)) is None:
            continue
        if _is_stored_as_it_is(field, value):
            properties[name] = value
            continue
        try:
            properties.update(_stored(field, value))
        except ValueError as error:
            problems.append(f"field {name}: {error}")
    return properties, problems


_TEXT, _INTEGER, _BOOLEAN, _TIME, _TYPED = Type.TEXT, Type.INTEGER, Type.BOOLEAN, Type.TIME, Role.TYPED


def _is_stored_as_it_is(field: Field, value: Any) -> bool:
    """Whether nothing has to be done to a value, as to most: a scan of an unchanged estate is spent here."""
    sort, wanted = type(value), field.type
    if sort is str:
        return wanted is _TEXT and value.isascii() and field.role is not _TYPED
    if sort is int:
        return wanted is _INTEGER and -_WIDEST <= value < _WIDEST
    return (sort is bool and wanted is _BOOLEAN) or (
        sort is datetime and wanted is _TIME and value.tzinfo is UTC
    )


def _stored(field: Field, value: Any) -> dict[str, Any]:
    if field.type is Type.DECIMAL:
        return _decimal(field.name, value)
    return {field.name: _ENCODERS[field.type](field, value)}


def clean(text: str) -> str:
    """The text, if a database can hold it; raises ValueError otherwise."""
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise ValueError("is not text that can be written down (half of a surrogate pair)") from error
    return text


def _text(field: Field, value: Any) -> str:
    if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise ValueError(f"is {_name(value)}, not text")  # noqa: TRY004 — one kind of error for one bad value
    return clean(masked(value) if field.role is Role.TYPED else value)


def _boolean(_: Field, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"is {_name(value)}, not true or false")  # noqa: TRY004
    return value


def _integer(_: Field, value: Any) -> int | str:
    if isinstance(value, (float, Decimal)) and math.isfinite(value) and value == int(value):
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"is {_name(value)}, not a whole number")  # noqa: TRY004
    return value if -_WIDEST <= value < _WIDEST else str(value)


def _decimal(name: str, value: Any) -> dict[str, Any]:
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)) or not math.isfinite(value):
        raise ValueError(f"is {_name(value)}, not a finite number")
    nearest = float(value)
    if Decimal(repr(nearest)) == (value if isinstance(value, (int, Decimal)) else Decimal(repr(value))):
        return {name: nearest}
    return {name: nearest, f"{name}Exact": str(value)}


def moment(_: Field, value: Any) -> datetime:
    """The instant in UTC."""
    if isinstance(value, datetime):
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day, tzinfo=UTC)
    raise ValueError(f"is {_name(value)}, not a time")


def _list(field: Field, value: Any) -> list[str]:
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, (Sequence, set, frozenset)):
        raise ValueError(f"is {_name(value)}, not a list")  # noqa: TRY004
    members = value if isinstance(value, Sequence) else sorted(value, key=str)
    return [_element(field, member) for member in members]


def _element(field: Field, value: Any) -> str:
    if isinstance(value, str):
        text = clean(masked(value) if field.role is Role.TYPED else value)
        return _ELEMENT + json.dumps(text, ensure_ascii=False) if text.startswith(_ELEMENT) else text
    return _ELEMENT + _json(field, value)


def members_of(stored: Sequence[str]) -> list[Any]:
    """The members of a stored list as they were, text or not. For readers, `graph.decoding` keeps all of them text."""
    return [json.loads(s.removeprefix(_ELEMENT)) if s.startswith(_ELEMENT) else s for s in stored]


def _map(_: Field, value: Any) -> list[str]:
    if not isinstance(value, Mapping):
        raise ValueError(f"is {_name(value)}, not a mapping")  # noqa: TRY004
    return sorted(_pair(key, item) for key, item in value.items())


def _pair(key: Any, value: Any) -> str:
    if not isinstance(key, str):
        raise ValueError(f"has a key that is {_name(key)}, not text")  # noqa: TRY004
    if isinstance(value, str):
        return _text_pair(key, value)
    if value is None:
        return clean(encoded_key(key))
    if isinstance(value, bool):
        value = "true" if value else "false"
    if not isinstance(value, (int, float, Decimal)):
        raise ValueError(f"has a value under {key!r} that is {_name(value)}, not text")  # noqa: TRY004
    return _text_pair(key, str(value))


@lru_cache(maxsize=16_384)  # the tags of an estate are few, and on everything
def _text_pair(key: str, value: str) -> str:
    return clean(f"{encoded_key(key)}={masked_value(key, value)}")


def _json(field: Field, value: Any) -> str:
    try:
        text = json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False, default=_plain)
    except (TypeError, ValueError) as error:
        raise ValueError(f"has no JSON: {error}") from error
    return clean(masked(text) if field.role is Role.TYPED else text)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return moment(Field(""), value).isoformat()
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, (Mapping, Sequence, set, frozenset)):
        return dict(value) if isinstance(value, Mapping) else list(value)
    raise TypeError(f"{_name(value)} in it")


def _name(value: Any) -> str:
    return f"of type {type(value).__name__}"


_ENCODERS = {
    Type.TEXT: _text,
    Type.INTEGER: _integer,
    Type.BOOLEAN: _boolean,
    Type.TIME: moment,
    Type.LIST: _list,
    Type.MAP: _map,
    Type.JSON: _json,
}


def scalar(value: Any) -> Any:
    """A relation's own value, which no kind declares: text, numbers, booleans, times and lists of text; a mapping as a map."""
    if isinstance(value, str):
        return clean(masked(value))
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return _integer(_ANY_FIELD, value)
    if isinstance(value, (float, Decimal)) and math.isfinite(value):
        return float(value)
    if isinstance(value, datetime):
        return moment(_ANY_FIELD, value)
    return _map(_ANY_FIELD, value) if isinstance(value, Mapping) else _list(_ANY_FIELD, value)


_ANY_FIELD = Field("")


def text_of(stored: Any) -> str | None:
    """A stored value in words for a Change's before and after; None where there was none."""
    if stored is None:
        return None
    if isinstance(stored, bool):
        return "true" if stored else "false"
    if isinstance(stored, datetime):
        return stored.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(stored, float):
        return format(Decimal(repr(stored)).normalize(), "f")
    if isinstance(stored, list):
        return ", ".join(str(item) for item in stored)
    return str(stored)
