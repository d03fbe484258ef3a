"""What every sentence of one check is judged by, and what comes of judging one."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

from evidence.claim import Claim, Spoken
from evidence.evidence import Question
from evidence.index import Index
from evidence.scope import Boundary
from evidence.stated import Asked
from evidence.token import Read


@dataclass(slots=True)
class Bench:
    """What every sentence of one check is judged by."""

    index: Index
    question: Question
    edge: Boundary
    asked: Asked
    limits: dict[str, timedelta]
    fresh: Spoken | None = None  # what is spoken of before anything was said


@dataclass(slots=True)
class Verdict:
    """The claims of a sentence; `claims` is None where something in it is not carried."""

    read: Read
    claims: list[Claim] | None
    spoken: Spoken
    figures: list[str] = field(default_factory=list)
    names: frozenset[str] = frozenset()
