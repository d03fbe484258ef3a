"""From what a store holds to what was observed: values by their declared type, and whole records with their relations."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, cast
from urllib.parse import unquote

from graph.fields import COMMON
from graph.kind import Field, Role, Type
from graph.kinds import KINDS
from graph.record import Inference, Known, Neighbour, Record, Uid, Value

_OURS = {
    *(f.name for f in COMMON),
    *("digest", "fingerprint", "missedAt", "sharedWith"),
    *(f"derived{part}" for part in ("By", "Digest", "Fields", "Rule", "Confidence", "Basis")),
}
"""What the graph keeps of every record and relation beside what was stated."""


def encoded_key(key: str) -> str:
    """A map's key as it is stored: `%` and `=` percent-encoded, so that the first `=` ends it."""
    return key.replace("%", "%25").replace("=", "%3D")


def decoded(field: Field, raw: Any) -> Value:
    """A stored value in its declared type: a map out of its list of `key=value`, an exact number out of its text."""
    if raw is None:
        return None
    match field.type:
        case Type.MAP if isinstance(raw, list):
            return dict(_pair(item) for item in raw)
        case Type.LIST if isinstance(raw, list):
            return [_member(item) for item in raw]
        case Type.INTEGER if isinstance(raw, str):
            return int(raw)
        case Type.DECIMAL if isinstance(raw, str):
            return Decimal(raw)
        case Type.TIME:
            return instant(raw)
        case _:
            return cast("Value", raw)


def from_text(field: Field, text: str | None) -> Value:
    """A value out of the text that a change tells it in; None where there was none."""
    if text is None:
        return None
    match field.type:
        case Type.INTEGER:
            return int(text)
        case Type.DECIMAL:
            return Decimal(text)
        case Type.BOOLEAN:
            return text == "true"
        case Type.TIME:
            return instant(text)
        case _:
            return text


def _pair(item: str) -> tuple[str, str]:
    key, _, value = item.partition("=")
    return unquote(key), value


def _member(item: str) -> str:
    """A member of a list; one that was no text stays in its JSON."""
    if not item.startswith("json:"):
        return item
    held = json.loads(item.removeprefix("json:"))
    return held if isinstance(held, str) else item.removeprefix("json:")


def instant(raw: Any) -> datetime | None:
    """A time in UTC; what has no zone is UTC by rule. Text is taken as ISO 8601; anything else is no time."""
    moment = datetime.fromisoformat(raw) if isinstance(raw, str) and raw else raw
    if not isinstance(moment, datetime):
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def fields_of(kind: str, properties: Mapping[str, Any]) -> dict[str, Value]:
    """The declared fields that are set, decoded, in the order of the declaration. Bookkeeping is left out."""
    declared = KINDS.get(kind)
    if declared is None:
        return {k: v for k, v in properties.items() if k not in _OURS}
    found: dict[str, Value] = {}
    for field in declared.fields:
        raw = properties.get(f"{field.name}Exact") if field.type is Type.DECIMAL else None
        raw = properties.get(field.name) if raw is None else raw
        if raw is not None and field.role is not Role.BOOKKEEPING:
            found[field.name] = decoded(field, raw)
    return found


def bookkeeping_of(kind: str, properties: Mapping[str, Any]) -> dict[str, Value]:
    """The fields declared as bookkeeping: kept for links, never a passage."""
    declared = KINDS.get(kind)
    return {
        f.name: decoded(f, properties[f.name])
        for f in (declared.fields if declared else ())
        if f.role is Role.BOOKKEEPING and properties.get(f.name) is not None
    }


def inference_of(properties: Mapping[str, Any]) -> Inference | None:
    """How it was inferred, where it was."""
    confidence, rule = properties.get("confidence"), properties.get("rule")
    if confidence is None and not rule:
        return None
    basis = tuple(Uid(u) for u in properties.get("basis") or ())
    return Inference(rule or "", 1.0 if confidence is None else float(confidence), basis)


def record_of(properties: Mapping[str, Any]) -> Record:
    """The record as it was stated, out of a node's properties."""
    kind = properties.get("kind") or "Unresolved"
    uid = properties["uid"]
    return Record(
        uid=Uid(uid),
        kind=kind,
        name=properties.get("name") or uid,
        fields=fields_of(kind, properties),
        inference=inference_of(properties),
    )


def neighbour_of(row: Mapping[str, Any], direction: str) -> Neighbour:
    """The other end of a relation, out of `{type, relation, uid, kind, name}`."""
    relation = row["relation"]
    return Neighbour(
        type=row["type"],
        direction=direction,
        kind=row.get("kind") or "",
        name=row.get("name") or row["uid"],
        uid=Uid(row["uid"]),
        inference=inference_of(relation),
        fields={k: v for k, v in relation.items() if k not in _OURS},
        observed_at=instant(relation.get("observedAt")),
    )


def known_of(properties: Mapping[str, Any], relations: Sequence[Neighbour] = ()) -> Known:
    """The record as the graph remembers it."""
    never = datetime(1970, 1, 1, tzinfo=UTC)  # of an end that no scope has seen: as old as can be
    kind = properties.get("kind") or ""
    return Known(
        record=record_of(properties),
        observed_at=instant(properties.get("observedAt")) or never,
        scope=properties.get("scope") or "",
        source=properties.get("source") or "",
        first_seen=instant(properties.get("firstSeen")),
        changed_at=instant(properties.get("changedAt")),
        gone_at=instant(properties.get("goneAt")),
        gone_reason=properties.get("goneReason") or "",
        relations=tuple(relations),
        bookkeeping=bookkeeping_of(kind, properties),
        derived=derived_of(properties),
    )


def derived_of(properties: Mapping[str, Any]) -> dict[str, Inference]:
    """How each derived field came to be, out of the lists that rules keep on a record, an entry a rule."""
    lists = (properties.get(f"derived{part}") or () for part in ("Fields", "Rule", "Confidence", "Basis"))
    found: dict[str, Inference] = {}
    for fields, rule, confidence, basis in zip(*lists, strict=False):
        inference = Inference(rule, float(confidence), tuple(Uid(u) for u in basis.split()))
        found |= dict.fromkeys(fields.split(), inference)
    return found


def json_of(raw: Any) -> Any:
    """A nested value out of its text; None where it is none."""
    return json.loads(raw) if isinstance(raw, str) else raw
