"""Whatever happened before, clean looks make the graph right; and no interruption ever loses anything.

Histories are sequences of looks at three scopes and of a rule's conclusions: complete, broken off, denied, repeated,
reordered, with records that come, go, change, move between scopes and end by their source's word, with a crash at any
write, before or after it took effect, and with another writer at the same time. The rule that is held, precisely: after one clean complete look at every scope, everything stated is there
exactly as stated; after two more, nothing else is (what is missing has then been missed twice, also where a scope that
had it handed on from another first finds it missing).
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph.errors import Retry
from graph.record import Derivation, Inference, Record, Relation
from graph.scope import Outcome, Reading
from graph.store import Store
from graph.writer import observe
from tests.graph.observing import (
    B,
    CrashError,
    Crashing,
    Interrupted,
    alive,
    changes,
    graph,
    hour,
    look,
    machine,
    machines,
    mismarked,
    nodes,
    once,
    relations,
    runs_on,
    scope,
)

SCOPES = [scope("x"), scope("y"), scope("z")]
RULE = scope("managed", "rules")
STATES, MANAGED = ("running", "stopped", "terminated"), ("managed", "unmanaged", "unknown")
World = dict[int, tuple[int, int, int | None]]
"""A machine's scope, state and the machine it runs on. The terminated ones are gone by their source's word."""

WORLDS = st.dictionaries(
    st.integers(0, 7),
    st.tuples(st.integers(0, 2), st.integers(0, 2), st.none() | st.integers(0, 9)),
    max_size=8,
)


def record(number: int, state: int) -> Record:
    """The machine in that state."""
    said = STATES[state]
    return machine(number, state=said, gone=said if said == "terminated" else "")


def stated(world: World, number: int) -> tuple[list[Record], list[Relation]]:
    """What a whole look at that scope sees."""
    here = {m: said for m, said in world.items() if said[0] == number}
    return (
        [record(m, state) for m, (_, state, _) in here.items()],
        [runs_on(m, on) for m, (_, _, on) in here.items() if on is not None],
    )


def concluded(world: World) -> Reading:
    """What a rule derives of every machine there is."""
    said = [
        Derivation(machine(m).uid, {"management": MANAGED[state]}, Inference("terraform", 0.9))
        for m, (_, state, _) in world.items()
    ]
    return look(where=RULE, derivations=said)


def clean(world: World) -> list[Reading]:
    """One complete look at every scope, and what the rule concludes from it."""
    return [*(look(*stated(world, n), where=where) for n, where in enumerate(SCOPES)), concluded(world)]


@dataclass(frozen=True)
class Call:
    """One call of the writer: its readings, the write that dies (0 = none), and whether that dies after its effect."""

    readings: list[Reading]
    dies: int = 0
    after: bool = False


@st.composite
def partial_looks(draw: st.DrawFn, world: World) -> list[Reading]:
    """Looks at some scopes, in any order, also twice: whole, broken off, refused; and at times the rule's."""
    readings: list[Reading] = []
    for number in draw(st.lists(st.integers(0, 3), min_size=1, max_size=4)):
        if number == len(SCOPES):
            readings.append(concluded(world))
            continue
        records, edges = stated(world, number)
        outcome = draw(st.sampled_from([Outcome.COMPLETE, Outcome.COMPLETE, *Outcome]))
        if outcome is Outcome.PARTIAL:
            records, edges = records[: draw(st.integers(0, len(records)))], edges[:1]
        elif outcome is not Outcome.COMPLETE:
            records, edges = [], []
        order = draw(st.permutations(records))
        readings.append(look(order, edges, where=SCOPES[number], outcome=outcome, reason=str(outcome)))
    return readings


@st.composite
def histories(draw: st.DrawFn, *, crashes: bool = True) -> tuple[list[Call], World]:
    """Calls of the writer about a world that changes, and how it is in the end: some of them have seen just that already."""
    world = draw(WORLDS)
    worlds = [world, draw(WORLDS), {m: said for m, said in world.items() if draw(st.booleans())}]
    calls: list[Call] = []
    for _ in range(draw(st.integers(1, 4))):
        readings = draw(partial_looks(draw(st.sampled_from(worlds))))
        dies = draw(st.integers(0, 12)) if crashes else 0
        calls.append(Call(readings, dies, draw(st.booleans())))
    return calls, world


def wiped(store: Store) -> Store:
    """The store with nothing in it, for the next example."""
    store.write([("MATCH (n) DETACH DELETE n", {})])
    return store


def agreed(store: Store, world: World) -> tuple[dict, list]:
    """The graph of clean looks alone."""
    for at in range(4):
        observe(wiped(store) if at == 0 else store, clean(world), at=hour(at))
    return graph(store)


def assert_ends_clean(store: Store, world: World, wanted: tuple[dict, list]) -> None:
    """After one clean look all that is stated is there; after three more, nothing else is; and then nothing is written."""
    observe(store, clean(world), at=hour(20))
    there = graph(store)
    assert [] == mismarked(store)
    assert {uid: said for uid, said in wanted[0].items() if "/i-" in uid}.items() <= there[0].items()
    assert set(wanted[1]) <= set(there[1])

    for at in (21, 22, 23):
        observe(store, clean(world), at=hour(at))
    assert wanted == graph(store)
    assert [] == mismarked(store)
    assert [0] * 4 == [tally.written for tally in observe(store, clean(world), at=hour(24))]


QUIET = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]


@settings(max_examples=25, deadline=None, suppress_health_check=QUIET)
@given(drawn=histories())
def test_any_history_ends_in_the_graph_of_clean_looks(store: Store, drawn: tuple[list[Call], World]) -> None:
    """Crashes, denials, partial pages, repeats and reorderings leave no trace in what is there."""
    calls, world = drawn
    wanted = agreed(store, world)
    wiped(store)
    for at, call in enumerate(calls):
        with suppress(CrashError):
            dying = Crashing(store, call.dies, after=call.after) if call.dies else store
            observe(dying, call.readings, at=hour(at))  # type: ignore[arg-type]
    assert_ends_clean(store, world, wanted)


@settings(max_examples=10, deadline=None, suppress_health_check=QUIET)
@given(one=histories(crashes=False), other=histories(crashes=False))
def test_two_writers_at_once_lose_and_double_nothing(
    store: Store, one: tuple[list[Call], World], other: tuple[list[Call], World]
) -> None:
    """Two histories of the same scopes, written side by side, end as clean looks do."""
    wanted = agreed(store, one[1])
    wiped(store)

    def writer(first: int, calls: list[Call]) -> None:
        for number, call in enumerate(calls):
            with suppress(Retry):  # another writer did not let go: the look is made again
                observe(store, call.readings, at=hour(first + 2 * number))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(writer, (0, 1), (one[0], other[0])))
    assert_ends_clean(store, one[1], wanted)


@pytest.mark.parametrize("first", [0, 2])
@pytest.mark.parametrize("outcome", [Outcome.PARTIAL, Outcome.COMPLETE])
@pytest.mark.parametrize("write", range(1, 8))
def test_what_another_writes_within_a_look_leaves_no_trace(
    store: Store, write: int, outcome: Outcome, first: int
) -> None:
    """Before each write of one look, another look at the same scope is made whole: no digest outlives what it is of."""
    stating = look(machines(0, 1), [runs_on(0, 1)], outcome=outcome)
    interrupted = Interrupted(store, write, lambda: once(store, look(), 1))
    with suppress(Retry):
        observe(interrupted, [stating], at=hour(first))  # type: ignore[arg-type]

    for at in range(3, 7):
        once(store, look(), at)

    assert set() == alive(store)
    assert [] == relations(store)


@pytest.mark.parametrize("inner", [0, 2])
@pytest.mark.parametrize("write", range(1, 5))
def test_a_look_within_another_is_remembered_by_its_scope(store: Store, write: int, inner: int) -> None:
    """A look that states nothing is made around one that states relations and derives: what that left is found again."""
    derived = Derivation(machine(0).uid, {"management": "managed"}, Inference("terraform", 0.9))
    stating = look(machines(0, 1), [runs_on(0, 1)], derivations=[derived])
    once(store, look(where=B), 0)
    interrupted = Interrupted(store, write, lambda: once(store, stating, inner))
    observe(interrupted, [look()], at=hour(1))  # type: ignore[arg-type]
    once(store, look(machines(0, 1)), 3)

    assert [] == relations(store)
    assert "management" not in nodes(store)["machine-0"]


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=QUIET,
)
@given(world=WORLDS, dies=st.integers(1, 10), after=st.booleans(), seen=st.integers(0, 3))
def test_nothing_outside_a_complete_look_is_ever_lost(
    store: Store, world: World, dies: int, after: bool, seen: int
) -> None:
    """Whatever look at one scope dies or breaks off, the other two keep all they have."""
    observe(wiped(store), clean(world), at=hour(0))
    others = {p["uid"] for p in nodes(store).values() if p["scope"] != SCOPES[0].uid}
    records, edges = stated(world, 0)

    for at in (1, 2, 3):
        for outcome in (Outcome.COMPLETE, Outcome.PARTIAL):
            with suppress(CrashError):
                reading = look(records[:seen], edges[:seen], where=SCOPES[0], outcome=outcome)
                observe(Crashing(store, dies, after=after), [reading], at=hour(at))  # type: ignore[arg-type]

    assert [] == mismarked(store)
    assert others <= {p["uid"] for p in nodes(store).values()}
    assert {p["uid"] for p in nodes(store).values() if "goneAt" not in p} >= {
        machine(m).uid for m, (place, state, _) in world.items() if place and STATES[state] != "terminated"
    }


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("dies", range(1, 9))
def test_a_change_is_told_once_however_often_the_look_dies(embedded: Store, dies: int, after: bool) -> None:
    """The look that died is made again: nothing is told twice, and nothing is left out."""
    once(embedded, look(machines(0, 1, 2), [runs_on(0, 1)]), 0)
    once(embedded, look(machines(0, 1), [runs_on(0, 1)]), 1)
    reading = look([machine(0, state="stopped", vcpus=2), machine(1), machine(3)], [runs_on(0, 3)])
    for _ in range(2):
        with suppress(CrashError):
            observe(Crashing(embedded, dies, after=after), [reading], at=hour(2))  # type: ignore[arg-type]
    once(embedded, reading, 2)

    assert [
        ("machine-0", "modified", "state", "running", "stopped"),
        ("machine-0", "modified", "vcpus", None, "2"),
        ("machine-2", "deleted", None, None, None),
        ("machine-3", "created", None, None, None),
    ] == changes(embedded)
    assert {"machine-0", "machine-1", "machine-3"} == alive(embedded)
    assert [("machine-0", "RUNS_ON", "machine-3")] == relations(embedded)
    assert 0 == once(embedded, reading, 3).written


def test_eight_writers_of_the_same_fifty_machines(store: Store) -> None:
    """N4J-03: all finish, and the graph is that of one writer."""
    ring = [runs_on(n, (n + 1) % 50) for n in range(50)]
    reading = look(machines(*range(50)), ring)

    def writer(number: int) -> None:
        rotated = look([*reading.records[number * 6 :], *reading.records[: number * 6]], ring)
        for _ in range(2):
            observe(store, [rotated], at=hour(0))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(writer, range(8)))

    assert 50 == len(alive(store)) == len(relations(store))
    observe(store, [reading], at=hour(1))
    assert 0 == once(store, reading, 2).written


def test_writers_of_different_scopes_that_meet(store: Store) -> None:
    """The same unresolved ends and one record that all state: nothing is lost or doubled."""

    def writer(number: int) -> None:
        mine = [machine(f"{number}-{n}") for n in range(20)]
        edges = [Relation("RUNS_ON", m.uid, machine(f"host-{n % 5}").uid) for n, m in enumerate(mine)]
        observe(store, [look([*mine, machine("all")], edges, where=scope(str(number)))], at=hour(0))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(writer, range(8)))

    assert 161 == len(alive(store))
    assert 160 == len(relations(store))
    (row,) = store.read("MATCH (n:Unresolved) RETURN count(n) AS n, count(DISTINCT n.uid) AS uids")
    assert {"n": 5, "uids": 5} == row


def test_two_observers_of_one_difference_tell_it_once(store: Store) -> None:
    """Both saw it; it happened once, and an older look never undoes a later one."""
    once(store, look(machines(*range(30))), 0)
    reading = look([machine(n, state="stopped") for n in range(30)])
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda at: once(store, reading, at), (1, 2, 1, 3)))

    assert 30 == len(changes(store))
    assert {"stopped"} == {p["state"] for p in nodes(store).values()}
