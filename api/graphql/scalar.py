"""Scalars and the one way a field is read: from the plain rendering, whose times are ISO text already."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, NewType, TypeVar, cast

import strawberry
from graphql import GraphQLError
from starlette.concurrency import run_in_threadpool
from strawberry.types.scalar import ScalarDefinition

DateTime = NewType("DateTime", datetime)
BigInt = NewType("BigInt", int)
Json = NewType("Json", object)


def _read_time(raw: Any) -> datetime:
    try:
        at = datetime.fromisoformat(str(raw))
    except ValueError as wrong:
        raise GraphQLError(
            f"{raw!r} is not a time; expected ISO 8601, as in 2026-11-30T11:40:00Z."
        ) from wrong
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at


def _write_time(at: Any) -> str:
    return at.isoformat().replace("+00:00", "Z") if isinstance(at, datetime) else str(at)


SCALARS: Mapping[object, ScalarDefinition] = {
    DateTime: strawberry.scalar(
        name="DateTime",
        description="An instant as ISO 8601 text with its zone: 2026-11-30T11:40:00Z.",
        serialize=_write_time,
        parse_value=_read_time,
    ),
    BigInt: strawberry.scalar(
        name="BigInt", description="A whole number of any size, as text.", serialize=str, parse_value=int
    ),
    Json: strawberry.scalar(
        name="JSON",
        description="Any JSON value.",
        serialize=lambda value: value,
        parse_value=lambda value: value,
    ),
}


def camel(name: str) -> str:
    """`asked_at` → `askedAt`."""
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def read(source: Any, name: str) -> object:
    """A field of a plain value, by its name in the schema."""
    return source[camel(name)] if isinstance(source, Mapping) else getattr(source, name)


def said(description: str) -> Any:
    """A field read from the plain rendering, with its description."""
    return strawberry.field(description=description)


_Resolver = TypeVar("_Resolver")


def served(kind: object, description: str) -> Callable[[_Resolver], _Resolver]:
    """A resolver that returns plain data, served as that type; in a thread, so that others are served meanwhile."""

    def made(resolver: _Resolver) -> _Resolver:
        ready: Any = resolver if iscoroutinefunction(resolver) else _in_thread(cast("Any", resolver))
        field: Any = strawberry.field(ready, graphql_type=kind, description=description)
        return cast("_Resolver", field)

    return made


def _in_thread(resolver: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(resolver)
    async def resolve(*given: Any, **named: Any) -> Any:
        return await run_in_threadpool(resolver, *given, **named)

    return resolve


def followed(kind: object, description: str) -> Callable[[_Resolver], _Resolver]:
    """A subscription whose plain data are served as that type."""
    made: Any = strawberry.subscription(graphql_type=kind, description=description)
    return made  # type: ignore[no-any-return]


class Told:
    """A member of a union, told from the others by the `__typename` it carries."""

    @classmethod
    def is_type_of(cls, value: Any, _info: Any) -> bool:
        """Whether the plain value is of this type."""
        return isinstance(value, Mapping) and value.get("__typename") == cls.__name__
