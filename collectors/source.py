"""The contract of a collector: it offers looks at scopes, and each look yields one reading.

`scan` (the loop) calls the looks side by side and hands each reading to the writer as it arrives. A look returns its
records or raises one of `graph.errors.SkipScope`; an error never becomes an empty list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from graph.scope import Reading, Scope


@dataclass(frozen=True, slots=True)
class Look:
    """One scope, and the call that reads it whole. `read` may raise SkipScope; anything else it raises is a failure of that scope alone."""

    scope: Scope
    read: Callable[[], Reading]


@dataclass(frozen=True, slots=True)
class Source:
    """A configured collector: `name` is what `aletheia scan NAME` narrows to (aws, k8s, code, terraform), `looks` lists what it would read.

    Listing the looks may itself need the source (which regions are enabled); where it fails, it yields a look that
    raises, so that the failure is a scope's outcome like any other.
    """

    name: str
    words: str  # "AWS account prod", for people
    looks: Callable[[], Iterable[Look]]
    observes: bool = True  # False: it infers from what is in the graph, and a run of it alone is no scan
