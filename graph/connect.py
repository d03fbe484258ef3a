"""From an address to a store: `embedded:`, or a Neo4j by URL."""

from __future__ import annotations

from pathlib import Path

from graph.bolt import BoltStore
from graph.errors import Misconfigured
from graph.store import Store

_SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")


def open_store(url: str, *, home: Path, user: str = "", password: str = "", database: str = "") -> Store:
    """The store at that address. `embedded:` keeps its data under `home`/graph and starts its own process; other addresses are Neo4j's.

    Raises Misconfigured for an address of no known kind and StoreUnreachable where nothing answers.
    """
    scheme = url.partition(":")[0]
    if scheme == "embedded":
        from graph.embedded import EmbeddedStore  # noqa: PLC0415 — it needs a Unix; Neo4j by URL does not

        return EmbeddedStore(home / "graph")
    if scheme in _SCHEMES and "://" in url:
        return BoltStore(url, user=user, password=password, database=database)
    raise Misconfigured(
        f'"{url}" is no address of a graph. Use embedded: or one that begins with {", ".join(s + "://" for s in _SCHEMES)}.'
    )
