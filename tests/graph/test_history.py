"""History is kept for a while; the last state of everything for good."""

from graph.history import forget_changes, forget_gone, kept_since
from graph.query import Column, Find, History, Query, Window
from graph.result import Result
from graph.retrieval import retrieve
from graph.store import Store
from tests.graph.observing import (
    alive,
    changes,
    hour,
    look,
    machine,
    machines,
    nodes,
    once,
    relations,
    runs_on,
)


def lived(store: Store) -> None:
    """Hours 0 to 4: machine 0 changes twice, machine 1 goes, a relation ends."""
    once(store, look(machines(0, 1, 2), [runs_on(0, 2)]), 0)
    once(store, look([machine(0, state="stopped"), machine(2)]), 1)
    once(store, look([machine(0, state="stopped"), machine(2)]), 2)
    once(store, look([machine(0, state="pending"), machine(2)]), 4)


def test_forgetting_changes_keeps_the_last_state(store: Store) -> None:
    """What is there, and what is gone, stay as they are; what happened before is no longer told."""
    lived(store)
    before = nodes(store)

    assert 2 == forget_changes(store, before=hour(3))

    assert [("machine-0", "modified", "state", "stopped", "pending")] == changes(store)
    assert before == nodes(store)
    assert [] == relations(store, gone=True)
    assert hour(3) == kept_since(store)


def test_what_is_forgotten_is_no_answer(store: Store) -> None:
    """Of a time before, and of changes since then, the result says from when on history is whole."""
    lived(store)
    past = Find("EC2Instance", named=(machine(0).uid,), columns=(Column("state"),), as_of=hour(2))
    told, all_told = Find("Change", window=Window(hour(2), hour(9))), History(machine(0).uid)
    for query in (past, told, all_told):
        assert "history begins" not in result(store, query).note
    forget_changes(store, before=hour(3))

    for query in (past, told, all_told):
        assert "history begins at 2026-03-01 03:00 UTC" in result(store, query).note
    later = Find("Change", window=Window(hour(3), hour(9)))
    assert (1, "") == (result(store, later).total, result(store, later).note)


def result(store: Store, query: Query) -> Result:
    """What is found an hour after all that."""
    found = retrieve(store, query, now=hour(10)).result
    assert found is not None
    return found


def test_forgetting_the_gone_keeps_what_is_there(store: Store) -> None:
    """Tombstones go when they are older; what happened to them is still told."""
    lived(store)

    assert 0 == forget_gone(store, before=hour(2))
    assert 1 == forget_gone(store, before=hour(3))

    assert {"machine-0", "machine-2"} == alive(store) == set(nodes(store))
    assert ("machine-1", "deleted", None, None, None) in changes(store)


def test_forgetting_twice_does_nothing_and_never_turns_back(store: Store) -> None:
    """It may be stopped and run again."""
    lived(store)
    assert None is kept_since(store)
    forget_changes(store, before=hour(3))

    assert 0 == forget_changes(store, before=hour(2))
    assert hour(3) == kept_since(store)


def test_the_next_look_goes_on_as_if_nothing_was_forgotten(store: Store) -> None:
    """A scan after it writes nothing, and finds what changes next."""
    lived(store)
    forget_changes(store, before=hour(9))
    forget_gone(store, before=hour(9))

    assert 0 == once(store, look([machine(0, state="pending"), machine(2)]), 10).written
    assert 1 == once(store, look([machine(0), machine(2)]), 11).changes
