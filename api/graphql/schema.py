"""The schema with its limits: how deep, how wide and how long a request may be, and which errors are told."""

from __future__ import annotations

from collections.abc import Callable

import strawberry
from graphql import GraphQLError
from strawberry.extensions import (
    DisableIntrospection,
    MaxAliasesLimiter,
    MaxTokensLimiter,
    QueryDepthLimiter,
    SchemaExtension,
)
from strawberry.extensions.mask_errors import MaskErrors
from strawberry.schema.config import StrawberryConfig

from api.graphql.mutation import Mutation
from api.graphql.query import Query
from api.graphql.scalar import SCALARS, read
from api.graphql.subscription import Subscription
from graph.errors import (
    AletheiaError,
    BadInput,
    BadQuery,
    Misconfigured,
    Refused,
    StoreUnreachable,
    TimedOut,
    TooLarge,
)

_DEEPEST, _ALIASES, _TOKENS = 12, 30, 4_000
_CODES: tuple[tuple[type[AletheiaError], str], ...] = (
    (BadInput, "BAD_INPUT"),
    (BadQuery, "BAD_QUERY"),
    (TimedOut, "TIMED_OUT"),
    (TooLarge, "TOO_LARGE"),
    (Refused, "REFUSED"),
    (StoreUnreachable, "STORE_UNREACHABLE"),
    (Misconfigured, "MISCONFIGURED"),
    (AletheiaError, "FAILED"),
)


class Coded(MaskErrors):
    """Errors of ours are told with a stable code; a fault is told as a fault, without what it held."""

    def anonymise_error(self, error: GraphQLError) -> GraphQLError:
        """The error as it is told."""
        original = error.original_error
        if original is None or isinstance(original, GraphQLError):
            return _coded(error, error.message, "INVALID")
        if isinstance(original, AletheiaError):
            code = next(code for kind, code in _CODES if isinstance(original, kind))
            return _coded(error, str(original), code)
        return _coded(error, "This failed, by a fault of Aletheia.", "INTERNAL")


def _coded(error: GraphQLError, message: str, code: str) -> GraphQLError:
    return GraphQLError(
        message,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions={**(error.extensions or {}), "code": code},
    )


def schema(*, development: bool = False) -> strawberry.Schema:
    """The schema. Introspection is for development; elsewhere `schema.graphql` tells the same."""
    extensions: list[type[SchemaExtension] | Callable[[], SchemaExtension]] = [
        lambda: QueryDepthLimiter(max_depth=_DEEPEST),
        lambda: MaxAliasesLimiter(max_alias_count=_ALIASES),
        lambda: MaxTokensLimiter(max_token_count=_TOKENS),
        Coded,
    ]
    if not development:
        extensions.append(DisableIntrospection)
    return strawberry.Schema(
        query=Query,
        mutation=Mutation,
        subscription=Subscription,
        extensions=extensions,
        config=StrawberryConfig(
            scalar_map=SCALARS, default_resolver=read, disable_field_suggestions=not development
        ),
    )


def sdl() -> str:
    """The schema as text: what `schema.graphql` holds."""
    return schema(development=True).as_str() + "\n"
