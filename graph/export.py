"""The whole graph as lines of JSON, for backup and for moving between stores, and back.

The first line names the format and its version, the last one counts what came between, so that a file that was cut off
is noticed. Nodes come before relations; both are streamed, a batch at a time.

    {"aletheia": "graph", "version": 1}
    {"node": {"kind": "Team", "uid": "team://payments", …}, "labels": ["Record", "Team", "Organisation"]}
    {"relation": "OWNED_BY", "from": "…", "to": "team://payments", "properties": {…}}
    {"end": {"nodes": 1, "relations": 1}}

A time is `{"$time": "2026-03-01T00:00:00Z"}`; everything else is what JSON holds.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from graph.batch import batches
from graph.encoding import labels_of
from graph.errors import BadInput
from graph.kinds import KINDS, RELATIONS
from graph.scope import held_by
from graph.statement import SCOPE, UNRESOLVED, quoted
from graph.store import Statement, Store

VERSION = 1
_TIME = "$time"


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import wrote."""

    nodes: int
    relations: int


def export_graph(store: Store) -> Iterator[str]:
    """The graph, line by line, without line ends."""
    yield _line({"aletheia": "graph", "version": VERSION})
    nodes = relations = 0
    for row in store.stream("MATCH (n:Record) RETURN labels(n) AS labels, properties(n) AS properties"):
        nodes += 1
        yield _line({"node": _plain(row["properties"]), "labels": sorted(row["labels"])})
    for kind in sorted(RELATIONS):
        for row in store.stream(
            f"MATCH (a:Record)-[e:{kind}]->(b:Record) RETURN a.uid AS a, b.uid AS b, properties(e) AS properties"
        ):
            relations += 1
            yield _line(
                {"relation": kind, "from": row["a"], "to": row["b"], "properties": _plain(row["properties"])}
            )
    yield _line({"end": {"nodes": nodes, "relations": relations}})


def import_graph(store: Store, lines: Iterable[str | bytes]) -> Imported:
    """Writes an exported graph into an empty one.

    Raises BadInput, with the number of the line, where it is no export, one of another version, one with a kind or
    relation that is not declared here, or cut off; and where the graph holds anything already.
    """
    if store.read("MATCH (n:Record) RETURN n.uid AS uid LIMIT 1"):
        raise BadInput(
            "The graph is not empty. Import into an empty one: another database, or another ALETHEIA_HOME."
        )
    store.prepare()
    read = _Read(enumerate(lines, start=1))
    read.header()
    nodes = relations = 0
    for batch in batches(read.items()):
        store.write(_statements(batch))
        nodes += sum("node" in item for item in batch)
        relations += sum("relation" in item for item in batch)
    read.finished(nodes, relations)
    return Imported(nodes, relations)


class _Read:
    """Lines being read, with the number of the present one for messages."""

    def __init__(self, lines: Iterator[tuple[int, str | bytes]]) -> None:
        self._lines, self._number = lines, 0
        self._end: Mapping[str, Any] | None = None

    def header(self) -> None:
        """The first line."""
        first = self._next()
        if first is None or first.get("aletheia") != "graph":
            raise self._bad("this is no exported graph")
        if first.get("version") != VERSION:
            raise self._bad(f"the export has version {first.get('version')}, and {VERSION} is read here")

    def items(self) -> Iterator[dict[str, Any]]:
        """Nodes and relations, checked, until the last line."""
        while (item := self._next()) is not None:
            if "end" in item:
                self._end = item["end"]
                return
            try:
                yield _checked(item)
            except (KeyError, TypeError, ValueError) as error:
                raise self._bad(str(error).strip("'")) from error

    def finished(self, nodes: int, relations: int) -> None:
        """After the last line: nothing was lost on the way."""
        if self._end != {"nodes": nodes, "relations": relations}:
            raise self._bad(
                f"the export is cut off after {nodes} nodes and {relations} relations. "
                "The graph now holds a part of it: empty it before another try"
            )

    def _next(self) -> dict[str, Any] | None:
        for number, line in self._lines:
            self._number = number
            if not line.strip():
                continue
            try:
                item = json.loads(line)
            except ValueError as error:
                raise self._bad("this is no JSON") from error
            if not isinstance(item, dict):
                raise self._bad("this is no JSON object")
            return item
        return None

    def _bad(self, words: str) -> BadInput:
        return BadInput(f"Line {self._number}: {words}.")


def _checked(item: dict[str, Any]) -> dict[str, Any]:
    """A node or a relation with its times as times; raises where it is neither, or of an undeclared sort."""
    if "relation" in item:
        if item["relation"] not in RELATIONS:
            raise ValueError(f"the relation {item['relation']!r} is not declared here")
        return {**item, "from": item["from"], "to": item["to"], "properties": _back(item["properties"])}
    node = _back(item["node"])
    if not isinstance(node.get("uid"), str):
        raise TypeError("the node has no uid")
    kind = node.get("kind")
    if kind == SCOPE:
        node.setdefault("holds", held_by(node.get("kinds") or ()))
    if kind in KINDS:
        labels = labels_of(kind, gone=node.get("goneAt") is not None)
    elif set(item["labels"]) <= {"Record", UNRESOLVED}:
        labels = tuple(sorted(item["labels"]))
    else:
        raise ValueError(f"the kind {kind!r} is not declared here")
    return {"node": node, "labels": labels}


def _statements(batch: Iterable[Mapping[str, Any]]) -> list[Statement]:
    nodes: dict[tuple[str, ...], list[Any]] = defaultdict(list)
    edges: dict[str, list[Any]] = defaultdict(list)
    for item in batch:
        if "node" in item:
            nodes[item["labels"]].append(item["node"])
        else:
            edges[item["relation"]].append({"a": item["from"], "b": item["to"], "set": item["properties"]})
    written: list[Statement] = [
        (f"UNWIND $rows AS r CREATE (n:{':'.join(map(quoted, labels))}) SET n = r", {"rows": rows})
        for labels, rows in nodes.items()
    ]
    written += [
        (
            (
                "UNWIND $rows AS r MATCH (a:Record {uid: r.a}), (b:Record {uid: r.b}) "
                f"CREATE (a)-[e:{quoted(kind)}]->(b) SET e = r.set"
            ),
            {"rows": rows},
        )
        for kind, rows in edges.items()
    ]
    return written


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _plain(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        k: {_TIME: v.astimezone(UTC).isoformat().replace("+00:00", "Z")} if isinstance(v, datetime) else v
        for k, v in sorted(properties.items())
    }


def _back(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        k: datetime.fromisoformat(v[_TIME]) if isinstance(v, dict) and _TIME in v else v
        for k, v in properties.items()
    }
