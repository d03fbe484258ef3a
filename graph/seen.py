"""When a record or relation was last seen: by its own time, or by its scope's, whichever is later.

A look that finds a whole scope as the graph holds it sets one time, the scope's `completeAt`, and not one on each of
its records: everything there that it did not miss was seen then. So `observedAt` as it is stored is when something was
last *written down* as seen, and what counts for readers is told here, once for Cypher and once for values.
Events are stated once and not seen again; what is gone, or was missed by the last complete look, keeps its own time.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from graph.decoding import instant
from graph.encoding import GONE
from graph.kinds import KINDS
from graph.stated import CHANGE_OF

EVENTS = sorted(kind.name for kind in KINDS.values() if kind.event)
"""Kinds that are never missing from a listing."""


def last_seen(variable: str) -> str:
    """The time as an expression over a record's variable."""
    later = f"{_whole(variable)} AND whole.completeAt > {variable}.observedAt"
    return f"coalesce(head(COLLECT {{ {later} RETURN whole.completeAt }}), {variable}.observedAt)"


def not_seen_since(variable: str, sign: str, moment: str) -> str:
    """That the time is before a moment (`<` or `<=`), as a condition: many times cheaper than comparing the expression."""
    later = f"{_whole(variable)} AND NOT whole.completeAt {sign} {moment}"
    return f"{variable}.observedAt {sign} {moment} AND NOT EXISTS {{ {later} }}"


def _whole(variable: str) -> str:
    """The scope of a record that its last whole look found there. For a key that is null the embedded engine reads everything."""
    still = f"{variable}.missedAt IS NULL AND NOT {variable}:{'|'.join((GONE, *EVENTS))}"
    return f"MATCH (whole:Record {{uid: coalesce({variable}.scope, '')}}) WHERE {still}"


def last_seen_of(properties: Mapping[str, Any], whole: Mapping[str, datetime]) -> datetime | None:
    """The time of a record with these stored properties. `whole`: when each scope was last read whole."""
    still = properties.get("missedAt") is None and properties.get("goneAt") is None
    return _later(properties, whole, counts=still and properties.get("kind") not in EVENTS)


def relation_last_seen(
    kind: str, properties: Mapping[str, Any], whole: Mapping[str, datetime], *, missed: bool
) -> datetime | None:
    """The time of a relation of that type. `missed`: whether the last complete look missed its source."""
    still = properties.get("goneAt") is None and not missed
    return _later(properties, whole, counts=still and kind != CHANGE_OF)


def as_last_seen(properties: Mapping[str, Any], whole: datetime | None) -> dict[str, Any]:
    """The stored properties of a record with the time that counts in place of its own. `whole` is of its scope."""
    scope = properties.get("scope")
    seen = last_seen_of(properties, {scope: whole} if scope and whole else {})
    return {**properties, "observedAt": seen} if seen is not None else dict(properties)


def _later(properties: Mapping[str, Any], whole: Mapping[str, datetime], *, counts: bool) -> datetime | None:
    own, looked = instant(properties.get("observedAt")), whole.get(properties.get("scope") or "")
    return max(own, looked) if counts and own is not None and looked is not None else own
