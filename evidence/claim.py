"""What a clause claims, and the ways in which evidence carries it."""

from __future__ import annotations

from dataclasses import dataclass, field

from evidence.fact import View
from evidence.population import Population
from evidence.use import Use


@dataclass(slots=True)
class Support:
    """One way in which evidence carries a claim: the items it needs, and what of them."""

    handles: tuple[str, ...]
    uses: list[Use]
    views: tuple[View, ...] = ()
    population: Population | None = None
    absolute: bool = False  # "none", "all": carried only by a whole and fresh result
    counted: bool = False  # a count or total over a result
    weight: int = 0  # a worse way, taken only where no better one is
    rows_only: bool = False


@dataclass(slots=True)
class Claim:
    """One claim of a sentence. `end` is where its clause ends, `at` where it starts, in the sentence."""

    supports: list[Support]
    at: int = 0
    end: int = 0
    hedged: bool = False  # it says itself that it is inferred


@dataclass(slots=True)
class Spoken:
    """What a paragraph last spoke of: its subjects, what was counted, and what was measured."""

    subjects: tuple[tuple[View, ...], ...] = ()  # the views of each
    names: tuple[str, ...] = ()
    population: Population | None = None
    populations: tuple[Population, ...] = ()
    words: tuple[str, ...] = ()  # the quantity last measured
    measure: str = ""
    predicate: tuple[object, ...] = ()  # pieces of the last predicate, for "28 are not"
    said_conditions: bool = False
    things: bool = False  # what was last counted is what "they" means
    uses: tuple[Use, ...] = field(default_factory=tuple)
    rest: tuple[object, ...] = ()  # pieces of the last predicate of a record, for "… but the other is not"
    fresh: bool = False  # nothing was said yet: it is what the question names
    known: tuple[View, ...] = ()  # records that "the two databases" may mean
