"""How far a clause about a population is read, and what the question adds to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from evidence.figure import Figure
from evidence.group import Piece
from evidence.use import Use


@dataclass(slots=True)
class State:
    """How far a population clause is read."""

    asserted: dict[int, bool] = field(default_factory=dict)  # condition → polarity
    restricting: set[int] = field(default_factory=set)  # conditions said of the noun itself
    placed: set[str] = field(default_factory=set)
    windowed: bool = False
    figures: list[tuple[Figure, bool]] = field(default_factory=list)  # and whether "of" stands before it
    quantifiers: set[str] = field(default_factory=set)
    named: bool = False  # the kind's noun was said
    negated: bool = False
    leftover: list[Piece] = field(default_factory=list)
    groups_said: bool = False
    groups_counted: bool = False
    words: list[str] = field(default_factory=list)
    grouped_late: bool = False  # the group is what is said of all there are


@dataclass(slots=True)
class Asked:
    """What the question adds: its restriction, and its words for conditions it names."""

    within: dict[str, str]
    pieces: list[Piece]
    texts: frozenset[str]
    asked: datetime


@dataclass(slots=True)
class Outcome:
    """A population clause carried: its uses, and whether it needs a whole and fresh result."""

    uses: list[Use]
    absolute: bool
    counted: bool
    state: State
