"""A graph leaves one store line by line, and is the same in another."""

import json
from itertools import pairwise

import pytest

from graph.connect import open_store
from graph.errors import BadInput
from graph.export import Imported, export_graph, import_graph
from graph.record import Derivation, Inference
from graph.store import Store
from graph.writer import observe
from tests.graph.observing import B, hour, look, machine, machines, mismarked, nodes, once, runs_on


def everything(store: Store) -> tuple[list, list]:
    """All nodes and relations with all properties."""
    nodes = store.read("MATCH (n) RETURN labels(n) AS labels, properties(n) AS p")
    edges = store.read(
        "MATCH (a)-[e]->(b) RETURN a.uid AS a, type(e) AS type, b.uid AS b, properties(e) AS p"
    )
    return (
        sorted((sorted(r["labels"]), sorted(map(str, r["p"].items()))) for r in nodes),
        sorted((r["a"], r["type"], r["b"], sorted(map(str, r["p"].items()))) for r in edges),
    )


def fill(store: Store) -> None:
    """An estate with history: gone, changed, derived, unresolved, big numbers, odd letters."""
    first = [machine(0, tags={"Ünïcode=%": "ключ"}, vcpus=2**63, launchedAt=hour(-5)), *machines(1, 2)]
    said = Derivation(machine(0).uid, {"management": "managed"}, Inference("terraform", 0.9))
    observe(store, [look(first, [runs_on(0, 1), runs_on(0, "late")])], at=hour(0))
    observe(store, [look(where=B, derivations=[said])], at=hour(0))
    for at in (1, 2):
        observe(store, [look([machine(0, state="stopped"), machine(1)])], at=hour(at))


def test_an_export_is_imported_whole_and_equal(store: Store, tmp_path) -> None:
    """From either store into an embedded one, and again out of that one, line for line."""
    fill(store)
    lines = list(export_graph(store))

    other = open_store("embedded:", home=tmp_path)
    try:
        imported = import_graph(other, lines)
        assert everything(store) == everything(other)
        assert sorted(lines) == sorted(export_graph(other))
        assert json.loads(lines[-1])["end"] == {"nodes": imported.nodes, "relations": imported.relations}
        assert 0 == observe(other, [look([machine(0, state="stopped"), machine(1)])], at=hour(3))[0].written
    finally:
        other.close()


class Watched:
    """A store that notes how many lines had been read at each of its writes."""

    def __init__(self, store: Store, read: list[str]) -> None:
        self._store, self._read = store, read
        self.steps: list[int] = []

    def write(self, statements):
        """Writes, and takes the note."""
        self.steps.append(len(self._read))
        return self._store.write(statements)

    def __getattr__(self, name: str):
        return getattr(self._store, name)


def test_an_import_holds_a_batch_and_no_more(embedded: Store) -> None:
    """However long the export is: a thousand lines are read, written and let go before the next."""
    read: list[str] = []

    def lines():
        yield HEADER
        for n in range(3_500):
            read.append(str(n))
            held = {"uid": f"team://{n}", "kind": "Team", "name": str(n)}
            yield json.dumps({"node": held, "labels": ["Record", "Team"]})
        yield json.dumps({"end": {"nodes": 3_500, "relations": 0}})

    watched = Watched(embedded, read)
    assert Imported(3_500, 0) == import_graph(watched, lines())  # type: ignore[arg-type]

    assert max(b - a for a, b in pairwise([0, *watched.steps])) <= 1_000
    streamed = export_graph(embedded)
    assert json.loads(next(streamed)) == {"aletheia": "graph", "version": 1}
    assert 3_501 == sum(1 for _ in streamed)


def test_what_is_gone_is_gone_in_the_other_store(store: Store, tmp_path) -> None:
    """Straight from one into the other, also out of an export of before, that knew no label of it and not what scopes are sought by."""
    once(store, look([machine(0), machine(1, gone="terminated")]), 0)
    lines = [
        line.replace('"Gone",', "").replace('"holds":"EC2Instance",', "") for line in export_graph(store)
    ]
    other = open_store("embedded:", home=tmp_path)
    try:
        import_graph(other, lines)
        assert [] == mismarked(other)
        assert ["EC2Instance"] == [s["holds"] for s in nodes(other, "Scope").values()]
    finally:
        other.close()


def test_an_empty_graph_is_three_lines_at_most(embedded: Store) -> None:
    """Header and end."""
    assert [{"aletheia": "graph", "version": 1}, {"end": {"nodes": 0, "relations": 0}}] == [
        json.loads(line) for line in export_graph(embedded)
    ]


HEADER = '{"aletheia":"graph","version":1}'
END = '{"end":{"nodes":0,"relations":0}}'


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "no exported graph"),
        (["hello"], "Line 1: this is no JSON"),
        (["[]"], "no JSON object"),
        (['{"aletheia":"graph","version":2}'], "version 2"),
        ([HEADER], "cut off"),
        ([HEADER, '{"end":{"nodes":1,"relations":0}}'], "cut off"),
        ([HEADER, '{"node":{"kind":"Team"},"labels":["Record","Team"]}', END], "Line 2: the node has no uid"),
        (
            [HEADER, '{"node":{"uid":"x","kind":"Spaceship"},"labels":["Record","Spaceship"]}', END],
            "Spaceship",
        ),
        ([HEADER, '{"node":{"uid":"x","kind":"Y"},"labels":["Record","a`b"]}', END], "not declared"),
        ([HEADER, '{"relation":"runs-on","from":"a","to":"b","properties":{}}', END], "runs-on"),
        ([HEADER, '{"relation":"RUNS_ON","from":"a"}', END], "Line 2: to"),
    ],
)
def test_what_is_no_export_is_refused_with_its_line(embedded: Store, lines: list[str], words: str) -> None:
    """BadInput says where, and what was expected."""
    with pytest.raises(BadInput, match=words):
        import_graph(embedded, lines)


def test_a_graph_that_holds_something_is_not_imported_into(embedded: Store) -> None:
    """Two estates would mix."""
    observe(embedded, [look(machines(0))], at=hour(0))
    with pytest.raises(BadInput, match="not empty"):
        import_graph(embedded, [HEADER, END])


def test_bytes_and_empty_lines_are_read(embedded: Store) -> None:
    """A file may be opened either way, and end with an empty line."""
    assert Imported(0, 0) == import_graph(embedded, [HEADER.encode(), b"\n", END.encode(), b"\n"])
