"""Graph algorithms on what a query returned: chains of need, single points of failure, cycles. Pure, with networkx.

A need goes from what needs to what it needs. Pieces of a group (the pods of a workload) and the targets of a balancer
stand in for each other: the whole needs one of them; everything else that is needed is needed each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

from graph.record import Uid

ALTERNATIVES = ("PART_OF", "ROUTES_TO")
"""Relations whose several ends stand in for each other, where they are needed by the whole or by who routes to them."""

_MOST_CYCLES = 100
_LONGEST_CYCLE = 8


@dataclass(frozen=True, slots=True)
class Edge:
    """That one record needs another, by which relation and how surely."""

    needs: Uid
    needed: Uid
    type: str
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Chain:
    """How a record comes to depend: the records from the one asked about to it, the relations between, the least confidence."""

    uids: tuple[Uid, ...]
    types: tuple[str, ...]
    confidence: float

    @property
    def depth(self) -> int:
        """Steps from the record asked about."""
        return len(self.types)


@dataclass(frozen=True, slots=True)
class SinglePoint:
    """A record whose loss alone takes these others down."""

    uid: Uid
    takes_down: tuple[Uid, ...]


def graph_of(needs: Iterable[Edge]) -> nx.DiGraph[Uid]:
    """The needs as a directed graph; of several between one pair, the surest."""
    graph: nx.DiGraph[Uid] = nx.DiGraph()
    for need in needs:
        held = (
            graph.edges[need.needs, need.needed]["confidence"]
            if graph.has_edge(need.needs, need.needed)
            else -1
        )
        if held < need.confidence:
            graph.add_edge(need.needs, need.needed, type=need.type, confidence=need.confidence)
    return graph


def chains(needs: Iterable[Edge], root: Uid, direction: str) -> Mapping[Uid, Chain]:
    """The shortest chain from the root to each record that needs it ("in") or that it needs ("out"); of equals, the surest."""
    graph = graph_of(needs)
    if root not in graph:
        return {}
    walked = graph.reverse(copy=False) if direction == "in" else graph
    found: dict[Uid, Chain] = {root: Chain((root,), (), 1.0)}
    level = [root]
    while level:
        nearer: dict[Uid, Chain] = {}
        for uid in level:
            for other in sorted(walked.successors(uid)):
                longer = _longer(found[uid], other, walked.edges[uid, other])
                if other not in found and (
                    other not in nearer or nearer[other].confidence < longer.confidence
                ):
                    nearer[other] = longer
        found.update(nearer)
        level = sorted(nearer)
    del found[root]
    return found


def _longer(chain: Chain, other: Uid, step: Mapping[str, object]) -> Chain:
    confidence = float(str(step["confidence"]))
    return Chain((*chain.uids, other), (*chain.types, str(step["type"])), min(chain.confidence, confidence))


def single_points(needs: Sequence[Edge], among: Iterable[Uid]) -> tuple[SinglePoint, ...]:
    """What alone takes down at least one of these records, those that take down most first. A record itself is no point of its own."""
    needed = _needed(needs)
    downed: dict[Uid, list[Uid]] = {}
    for uid in dict.fromkeys(among):
        for point in sorted(_fatal(uid, needed, {}, frozenset())):
            if point != uid:
                downed.setdefault(point, []).append(uid)
    points = [SinglePoint(uid, tuple(sorted(others))) for uid, others in downed.items()]
    return tuple(sorted(points, key=lambda p: (-len(p.takes_down), p.uid)))


def _needed(needs: Iterable[Edge]) -> dict[Uid, dict[str, set[Uid]]]:
    found: dict[Uid, dict[str, set[Uid]]] = {}
    for need in needs:
        found.setdefault(need.needs, {}).setdefault(need.type, set()).add(need.needed)
    return found


def _fatal(
    uid: Uid,
    needed: Mapping[Uid, Mapping[str, set[Uid]]],
    known: dict[Uid, frozenset[Uid]],
    above: frozenset[Uid],
) -> frozenset[Uid]:
    """The records any one of which takes this one down, itself among them. A way that comes back to itself adds nothing."""
    if uid in known:
        return known[uid]
    fatal = {uid}
    inside = above | {uid}
    for kind, others in needed.get(uid, {}).items():
        ways = [_fatal(other, needed, known, inside) for other in sorted(others) if other not in inside]
        if kind in ALTERNATIVES and len(others) > 1:
            fatal |= frozenset.intersection(*ways) if len(ways) == len(others) else frozenset()
        else:
            fatal = fatal.union(*ways)
    found = frozenset(fatal)
    if not above & found:
        known[uid] = found
    return found


def cycles(needs: Iterable[Edge]) -> tuple[tuple[Uid, ...], ...]:
    """Rings of records that need each other, each from its least uid, shortest first; bounded in length and number."""
    graph = graph_of(needs)
    found: list[tuple[Uid, ...]] = []
    for ring in nx.simple_cycles(graph, length_bound=_LONGEST_CYCLE):
        start = ring.index(min(ring))
        found.append((*ring[start:], *ring[:start]))
        if len(found) >= _MOST_CYCLES:
            break
    return tuple(sorted(found, key=lambda r: (len(r), r)))


def connection(needs: Iterable[Edge], left: Uid, right: Uid) -> tuple[Uid, ...]:
    """The records on the shortest way between two, whichever needs which; empty where there is none."""
    graph = graph_of(needs).to_undirected(as_view=True)
    if left not in graph or right not in graph or not nx.has_path(graph, left, right):
        return ()
    return tuple(nx.shortest_path(graph, left, right))
