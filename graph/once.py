"""A store that reads the same statement once: for one answer, which so rests on one state of what it reads twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from functools import partial
from typing import Any

from graph.compiler.text import Cypher
from graph.errors import TimedOut
from graph.store import Row, Statement, Store

MOST_ROWS = 10_000
"""Rows of a read that names no other bound, as every store has it."""


def ahead(store: Store, *asked: Cypher, rows: int = MOST_ROWS) -> None:
    """Begins reads that are wanted next, where the store remembers them: they are done while another is waited for."""
    if isinstance(store, Once):
        for one in asked:
            store.begin(one.text, one.parameters, rows=rows)


class Once:
    """What `store` says, remembered for as long as this lives. What is written through it makes it forget."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[tuple[str, str, int], list[Row]] = {}
        self._begun: dict[tuple[str, str, int], Future[list[Row]]] = {}
        self.finds_members = store.finds_members

    def read(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        seconds: float = 10.0,
        rows: int = MOST_ROWS,
    ) -> list[Row]:
        """As every store's; rows that were read before are given again, each as a mapping of its own."""
        asked = (cypher, repr(parameters), rows)
        found = self._read.get(asked)
        if found is None and (begun := self._begun.pop(asked, None)) is not None:
            found = _waited_for(begun, seconds)
        if found is None:
            found = self._store.read(cypher, parameters, seconds=seconds, rows=rows)
        self._read[asked] = found
        return [dict(row) for row in found]

    def begin(self, cypher: str, parameters: Mapping[str, Any], *, rows: int = MOST_ROWS) -> None:
        """Begins a read. Whoever reads the same gets its rows, or what it raised."""
        asked = (cypher, repr(parameters), rows)
        if asked not in self._read and asked not in self._begun:
            self._begun[asked] = _READERS.submit(partial(self._store.read, cypher, parameters, rows=rows))

    def stream(self, cypher: str, parameters: Mapping[str, Any] | None = None) -> Iterator[Row]:
        """The store's own."""
        return self._store.stream(cypher, parameters)

    def write(self, statements: Sequence[Statement]) -> list[list[Row]]:
        """The store's own."""
        self._forget()
        return self._store.write(statements)

    def prepare(self) -> None:
        """The store's own."""
        self._forget()
        self._store.prepare()

    def search(self, text: str, *, rows: int = 20) -> list[Row]:
        """The store's own."""
        return self._store.search(text, rows=rows)

    def close(self) -> None:
        """The store's own."""
        self._store.close()

    def _forget(self) -> None:
        self._read.clear()
        self._begun.clear()


def _waited_for(begun: Future[list[Row]], seconds: float) -> list[Row]:
    try:
        return begun.result(timeout=seconds)
    except FutureTimeout as error:
        if begun.done():
            raise
        raise TimedOut("The query took longer than its limit. Narrow it, or ask for less.") from error


_READERS = ThreadPoolExecutor(8, thread_name_prefix="read ahead")
"""For all answers together: a read that finds no thread free waits its turn."""
