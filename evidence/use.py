"""What a stretch of a sentence rests on, and how its clause is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from evidence.fact import Fact, View
from evidence.figure import Figure
from evidence.unit import Unit


@dataclass(slots=True)
class Use:
    """One fact a stretch of the sentence rests on. `part` marks link, field, place, kind, pair, age, …."""

    view: View
    fields: tuple[str, ...]
    part: str = "field"
    how: str = ""
    inferred: bool = False
    typed: str = ""
    words: tuple[str, ...] = ()  # what it measured, for a figure that follows without a noun
    fact: Fact | None = None
    end: int = 0  # character where the stretch ends
    name: str = ""  # the other end of a relation
    lead: str = ""  # the preposition it is told behind


@dataclass(slots=True)
class Reading:
    """How a clause is read: what was asked when, and what a stretch may leave out because it was said before."""

    asked: datetime
    inherited: tuple[str, ...] = ()
    past: bool = False
    negated: bool = False
    said: tuple[Use, ...] = ()
    names: frozenset[str] = frozenset()  # names of the subject, already spent
    hedged: bool = False
    verb: str = ""  # its first verb, in lower case
    copular: bool = True  # its verb is "be" or "have": a noun then says what something is
    figures: dict[int, Figure] = field(default_factory=dict)
    adverb: str = ""  # a word in -ly of its clause
    unit: Unit | None = None  # of what the clause before told
    before: Fact | None = None  # what the clause before told last

    def after(self, uses: list[Use]) -> Reading:
        """How the rest of the clause is read: it may lean on what was just said, and on the noun of what was just measured."""
        if not uses:
            return self
        words = next((u.words for u in reversed(uses) if u.words), self.inherited)
        said = (*self.said, *uses)
        return Reading(
            self.asked, words, self.past, self.negated, said, self.names, self.hedged, self.verb, self.copular, self.figures,
            self.adverb, self.unit, self.before,
        )  # fmt: skip
