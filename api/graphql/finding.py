"""From GraphQL's inputs to the typed query, and from its rows to the pages of a connection."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from api.graphql.record import ConditionInput, FindInput, RestrictionInput
from api.plain import Plain
from graph.errors import BadInput
from graph.kind import Type
from graph.kinds import kinds_of
from graph.query import Condition, Find, Op, Order, Related, Where, Within
from graph.record import Uid, Value

MOST = 100
_DEEPEST = 10_000


@dataclass(frozen=True, slots=True)
class Slice:
    """The part of a list that `first` and `after` ask for."""

    offset: int
    size: int

    @property
    def end(self) -> int:
        """Where it ends, at the most."""
        return self.offset + self.size


def slice_of(first: int | None, after: str | None) -> Slice:
    """Raises BadInput for a size or cursor that is none."""
    size = first if isinstance(first, int) else 20  # not given is neither None nor a number
    if not 0 < size <= MOST:
        raise BadInput(f"first is {size}; expected 1 to {MOST}.")
    offset = _offset(after) + 1 if after else 0
    if offset + size > _DEEPEST:
        raise BadInput(f"A connection goes {_DEEPEST} deep; narrow the query to see more.")
    return Slice(offset, size)


def cursor(place: int) -> str:
    """A place in a list, as an opaque text."""
    return base64.urlsafe_b64encode(f"at:{place}".encode()).decode()


def _offset(text: str) -> int:
    try:
        head, _, number = base64.urlsafe_b64decode(text.encode()).decode().partition(":")
        if head == "at" and number.isdigit():
            return int(number)
    except (binascii.Error, ValueError):
        pass
    raise BadInput(f"{text!r} is no cursor of this connection.")


def connection(nodes: Sequence[Plain], part: Slice, total: int, **more: Any) -> Plain:
    """A Relay connection of the nodes that stand in that part of a list."""
    edges = [{"cursor": cursor(part.offset + n), "node": node} for n, node in enumerate(nodes)]
    return {
        "edges": edges,
        "pageInfo": {
            "hasNextPage": part.offset + len(nodes) < total,
            "hasPreviousPage": part.offset > 0,
            "startCursor": edges[0]["cursor"] if edges else None,
            "endCursor": edges[-1]["cursor"] if edges else None,
        },
        "totalCount": total,
        **more,
    }


def within_of(given: RestrictionInput | None) -> Within:
    """The restriction as the typed query holds it."""
    if not given:
        return Within()
    held = {name: tuple(values) for name, values in vars(given).items() if values}
    return Within(**held)


def find_of(given: FindInput, limit: int) -> Find:
    """The typed query. What the declarations do not know is refused by its validation."""
    return Find(
        given.of,
        where=tuple(_condition(given.of, c) for c in given.where or ()),
        within=within_of(given.within),
        order=Order(given.order_by, given.descending) if given.order_by else None,
        gone=given.gone,
        as_of=_time(given.as_of),
        limit=limit,
    )


def _condition(of: str, given: ConditionInput) -> Condition:
    if given.relation:
        return Related(
            given.relation,
            given.direction,
            given.kind or "",
            uids=tuple(Uid(u) for u in given.uids or ()),
            none=given.none,
        )
    if not given.field:
        raise BadInput("A condition needs a field or a relation.")
    try:
        op = Op(given.op)
    except ValueError as wrong:
        raise BadInput(
            f"{given.op!r} is no comparison; expected one of {', '.join(o.value for o in Op)}."
        ) from wrong
    return Where(given.field, op, _value(of, given.field, given.value))


def _value(of: str, field: str, raw: Any) -> Value:
    """JSON has no times: text compared with a field of time is one."""
    declared = next((f for k in kinds_of(of) if (f := k.field(field))), None)
    if declared and declared.type is Type.TIME and isinstance(raw, str):
        return _time(datetime.fromisoformat(raw))
    if isinstance(raw, list):
        return [str(v) for v in raw]
    return raw if isinstance(raw, str | int | float | bool) else None


def _time(raw: Any) -> datetime | None:
    return raw if isinstance(raw, datetime) else None
