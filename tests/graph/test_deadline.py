"""Work under a time: what it returns or raises, or TimedOut; and no thread waits for what was given up on."""

import threading

import pytest

from graph.deadline import within
from graph.errors import TimedOut


def test_what_the_work_returns_or_raises_comes_through() -> None:
    """Its own TimeoutError too, which is not ours."""
    assert within(5, lambda: 7) == 7
    with pytest.raises(TimeoutError, match="the work's own"):
        within(5, _too_late)


def _too_late() -> int:
    raise TimeoutError("the work's own")


def test_work_that_takes_too_long_is_given_up_and_its_thread_is_not_used_again() -> None:
    """The next work does not stand behind the lost one."""
    held = threading.Event()
    with pytest.raises(TimedOut, match="longer than its limit"):
        within(0.05, lambda: held.wait(30))
    try:
        assert within(5, threading.get_ident) != 0
    finally:
        held.set()


def test_threads_are_kept_for_the_next_work() -> None:
    """To start one takes longer than most reads."""
    first = within(5, threading.get_ident)
    assert {within(5, threading.get_ident) for _ in range(20)} == {first}


def test_many_at_once_have_a_thread_each() -> None:
    """No work waits for another's end."""
    door = threading.Barrier(8, timeout=10)
    passed: list[int] = []

    def through() -> None:
        passed.append(within(10, door.wait))

    waiting = [threading.Thread(target=through) for _ in range(8)]
    for one in waiting:
        one.start()
    for one in waiting:
        one.join()
    assert sorted(passed) == list(range(8))
