"""Work that is given up on after a time, for a database that knows no timeout of its own.

Threads are kept for the next work: to start one takes longer than most reads. They are daemons, so that what was given
up on keeps no process alive; the thread of such work is not used again, and ends with it.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from queue import SimpleQueue
from typing import Any, TypeVar

from graph.errors import TimedOut

T = TypeVar("T")


def within(seconds: float, work: Callable[[], T]) -> T:
    """What the work returns or raises, or TimedOut."""
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _Worker()
    outcome = worker.begin(work)
    try:
        return outcome.result(timeout=seconds)
    except FutureTimeout as error:
        if outcome.done():  # the work's own
            raise
        raise TimedOut("The query took longer than its limit. Narrow it, or ask for less.") from error
    finally:
        if outcome.done():
            _idle.append(worker)
        else:
            worker.begin(None)


class _Worker:
    """One thread that does one work after another, until it is given none."""

    def __init__(self) -> None:
        self._given: SimpleQueue[tuple[Callable[[], Any] | None, Future[Any]]] = SimpleQueue()
        threading.Thread(target=self._work, daemon=True, name="embedded read").start()

    def begin(self, work: Callable[[], T] | None) -> Future[T]:
        """The outcome that the work will have."""
        outcome: Future[T] = Future()
        self._given.put((work, outcome))
        return outcome

    def _work(self) -> None:
        while True:
            work, outcome = self._given.get()
            if work is None:
                return
            try:
                outcome.set_result(work())
            except BaseException as error:  # noqa: BLE001 — handed on whole to the caller's thread
                outcome.set_exception(error)
            del work, outcome  # nothing of it is held while there is nothing to do


_idle: deque[_Worker] = deque()
