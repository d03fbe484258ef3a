"""Reasoning over what is needed: chains, single points of failure, rings."""

import pytest

from graph.analysis import Edge, chains, connection, cycles, single_points
from graph.record import Uid


def need(text: str, kind: str = "DEPENDS_ON", confidence: float = 1.0) -> list[Edge]:
    """`a>b c>d` as edges."""
    return [
        Edge(Uid(a), Uid(b), kind, confidence) for a, _, b in (pair.partition(">") for pair in text.split())
    ]


def test_a_chain_is_the_shortest_and_its_confidence_the_least_in_it() -> None:
    """Confidence along a chain is the smallest in it."""
    edges = [*need("api>db", confidence=0.8), *need("web>api"), *need("web>cache cache>api")]
    found = chains(edges, Uid("db"), "in")
    assert {u: (c.uids, c.confidence) for u, c in found.items()} == {
        "api": (("db", "api"), 0.8),
        "web": (("db", "api", "web"), 0.8),
        "cache": (("db", "api", "cache"), 0.8),
    }


def test_of_two_chains_of_one_length_the_surer_is_kept() -> None:
    """What is known for certain is said before what is inferred."""
    edges = [*need("top>sure sure>root"), *need("top>guess"), *need("guess>root", confidence=0.3)]
    assert chains(edges, Uid("root"), "in")[Uid("top")].uids == ("root", "sure", "top")


def test_what_is_needed_is_walked_the_other_way() -> None:
    """What "web" depends on goes from what needs to what is needed."""
    assert set(chains(need("web>api api>db"), Uid("web"), "out")) == {"api", "db"}


def test_what_nothing_needs_has_no_chains() -> None:
    """A record that no relation touches is in no graph."""
    assert chains(need("a>b"), Uid("alone"), "in") == {}


def test_a_database_that_several_need_is_a_single_point() -> None:
    """Each dependency is needed; the most harmful comes first."""
    found = single_points(need("a>db b>db a>cache"), [Uid("a"), Uid("b")])
    assert [(p.uid, p.takes_down) for p in found] == [("db", ("a", "b")), ("cache", ("a",))]


def test_pods_of_one_workload_stand_in_for_each_other() -> None:
    """Two pods on two nodes have no single point; two pods on one node have that node."""
    pods = need("w>p1 w>p2", "PART_OF")
    apart, together = need("p1>n1 p2>n2", "RUNS_ON"), need("p1>n1 p2>n1", "RUNS_ON")
    assert single_points([*pods, *apart], [Uid("w")]) == ()
    assert [p.uid for p in single_points([*pods, *together], [Uid("w")])] == ["n1"]


def test_a_lone_pod_and_its_node_are_single_points() -> None:
    """One piece has nothing to stand in for it."""
    edges = [*need("w>p1", "PART_OF"), *need("p1>n1", "RUNS_ON")]
    assert {p.uid for p in single_points(edges, [Uid("w")])} == {"p1", "n1"}


def test_rings_do_not_hang_and_are_told_from_their_least_member() -> None:
    """A ring is one, wherever it is entered."""
    edges = need("b>c c>a a>b x>y")
    assert cycles(edges) == (("a", "b", "c"),)
    assert {p.uid for p in single_points(edges, [Uid("a")])} == {"b", "c"}


@pytest.mark.parametrize(("left", "right", "way"), [("web", "db", ("web", "api", "db")), ("web", "far", ())])
def test_two_records_connect_by_the_shortest_way_or_not_at_all(
    left: str, right: str, way: tuple[str, ...]
) -> None:
    """Whichever needs which."""
    assert connection(need("api>db web>api far>away"), Uid(left), Uid(right)) == way
