"""What a question was understood as: typed queries, what each is for, and how the answer is to be said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from assistant.answer import DeclineType
from assistant.meaning import Candidate
from graph.query import Op, Query, Window, Within
from graph.record import Uid


class Form(StrEnum):
    """The form of an answer; each has its composer."""

    LIST = "list"
    COUNT = "count"
    GROUP = "group"
    SHARE = "share"
    MEASURE = "measure"
    YESNO = "yes or no"
    RECORD = "record"
    FIELD = "field"
    TEST = "test of a record"
    OWNER = "owner"
    CONTACT = "contact"
    CODE = "code"
    RELATED = "related"
    CHANGES = "changes"
    LAST_CHANGE = "last change"
    SINCE = "since when"
    IMPACT = "impact"
    PATH = "path"
    COMPARE = "compare"
    COVERAGE = "coverage"
    SCANNED = "scanned"
    STALE = "stale"
    WHY = "why"
    WHERE = "where"
    WEAK = "weak points"


@dataclass(frozen=True, slots=True)
class Asked:
    """One typed query of a plan; `role` tells the composer what it is for ("main", "opposite", "candidates", …)."""

    query: Query
    role: str = "main"


@dataclass(frozen=True, slots=True)
class Plan:
    """One reading of a question.

    `names` are the records that the question names; `said` the asked fields by name; `within` what it restricts to,
    as evidence names it. `remarks` are said with the answer: which of two places was meant, which words were mended.
    """

    form: Form
    queries: tuple[Asked, ...]
    of: str = ""
    names: tuple[Uid, ...] = ()
    named: tuple[Candidate, ...] = ()
    fields: tuple[str, ...] = ()
    within: Within = field(default_factory=Within)
    window: Window | None = None
    quantifier: str = ""
    remarks: tuple[str, ...] = ()
    verb: str = ""  # the relation's words, as asked
    negated: bool = False
    also_named: tuple[Candidate, ...] = ()  # of the same name, not used
    asked_at: datetime | None = None  # where ages are asked for
    bound: tuple[Op, int] | None = None  # what the number is asked to be: then it is a question of yes or no
    linked: tuple[Candidate, ...] = ()  # records at the other ends of relations, by name


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a question has no plan (R3). `closest` are offered and not used; `missing` are the names that nothing has."""

    type: DeclineType
    message: str
    closest: tuple[Candidate, ...] = ()
    missing: tuple[str, ...] = ()
    understood: str = ""

    def with_closest(self, near: tuple[Candidate, ...]) -> Refusal:
        """With these names offered; the message says so, as none of them was used."""
        if not near:
            return self
        shown = ", ".join(dict.fromkeys(c.name for c in near))
        return replace(self, closest=near, message=f"{self.message} Closest by name, not used: {shown}.")


Planned = tuple[Plan, ...] | Refusal
"""One plan, or a few where a name or a place has a few readings, each of which is answered with its scope."""


def with_remarks(found: tuple[Plan, ...], remarks: Sequence[str]) -> tuple[Plan, ...]:
    """With these said first."""
    return (replace(found[0], remarks=(*remarks, *found[0].remarks)), *found[1:]) if remarks else found
