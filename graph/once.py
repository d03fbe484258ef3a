"""A store that reads the same statement once: for one answer, which so rests on one state of what it reads twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from graph.store import Row, Statement, Store


class Once:
    """What `store` says, remembered for as long as this lives. What is written through it makes it forget."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[tuple[str, str, int], list[Row]] = {}
        self.finds_members = store.finds_members

    def read(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        seconds: float = 10.0,
        rows: int = 10_000,
    ) -> list[Row]:
        """As every store's; rows that were read before are given again, each as a mapping of its own."""
        asked = (cypher, repr(parameters), rows)
        found = self._read.get(asked)
        if found is None:
            found = self._read[asked] = self._store.read(cypher, parameters, seconds=seconds, rows=rows)
        return [dict(row) for row in found]

    def stream(self, cypher: str, parameters: Mapping[str, Any] | None = None) -> Iterator[Row]:
        """The store's own."""
        return self._store.stream(cypher, parameters)

    def write(self, statements: Sequence[Statement]) -> list[list[Row]]:
        """The store's own."""
        self._read.clear()
        return self._store.write(statements)

    def prepare(self) -> None:
        """The store's own."""
        self._read.clear()
        self._store.prepare()

    def search(self, text: str, *, rows: int = 20) -> list[Row]:
        """The store's own."""
        return self._store.search(text, rows=rows)

    def close(self) -> None:
        """The store's own."""
        self._store.close()
