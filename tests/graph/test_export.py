"""A graph leaves one store line by line, and is the same in another."""

import json

import pytest

from graph.connect import open_store
from graph.errors import BadInput
from graph.export import Imported, export_graph, import_graph
from graph.record import Derivation, Inference
from graph.store import Store
from graph.writer import observe
from tests.graph.observing import B, hour, look, machine, machines, runs_on


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
