"""The one interface to a database that speaks Bolt: read, write, and what a store must be made ready with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

Row = dict[str, Any]
Statement = tuple[str, Mapping[str, Any]]


class Store(Protocol):
    """A graph database. All of it is safe to call from several threads."""

    finds_members: bool
    """Whether it keeps the full-text index over the members of lists (`graph.schema.MEMBERS`)."""

    def read(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        seconds: float = 10.0,
        rows: int = 10_000,
    ) -> list[Row]:
        """The rows, in a read transaction, with times as UTC instants. Raises TimedOut, BadQuery (over `rows`), StoreUnreachable."""
        ...

    def stream(self, cypher: str, parameters: Mapping[str, Any] | None = None) -> Iterator[Row]:
        """The rows one by one, for exports and digests; no row limit."""
        ...

    def write(self, statements: Sequence[Statement]) -> list[list[Row]]:
        """All statements in one managed transaction (retried on deadlocks and transient errors); their rows."""
        ...

    def prepare(self) -> None:
        """Makes constraints and indexes of the declarations, where they are missing."""
        ...

    def search(self, text: str, *, rows: int = 20) -> list[Row]:
        """Records by full text over names and identifiers, best first: uid, kind, name, score."""
        ...

    def close(self) -> None:
        """Lets the connection go; an embedded store ends with its last user."""
        ...
