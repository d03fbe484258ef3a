"""The answer: what every way in renders. Its names are those of the GraphQL schema, in snake case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from evidence.card import Card
from evidence.checked import Badge, Confidence, Heading, Listing, Note, Paragraph
from evidence.table import Table
from graph.record import Value, nothing
from graph.scope import ScopeState


class AnswerStatus(StrEnum):
    """ANSWERED, DECLINED before anything was generated, or WITHHELD after checking."""

    ANSWERED = "ANSWERED"
    DECLINED = "DECLINED"
    WITHHELD = "WITHHELD"


class DeclineType(StrEnum):
    """Why nothing is answered (R3)."""

    NOTHING_SCANNED = "NOTHING_SCANNED"
    NO_SUCH_RECORD = "NO_SUCH_RECORD"
    AMBIGUOUS = "AMBIGUOUS"
    NOT_COLLECTED = "NOT_COLLECTED"
    COULD_NOT_BE_READ = "COULD_NOT_BE_READ"
    NOT_UNDERSTOOD = "NOT_UNDERSTOOD"
    ORDER = "ORDER"
    QUERY_FAILED = "QUERY_FAILED"
    TIMED_OUT = "TIMED_OUT"
    WITHHELD = "WITHHELD"


class Planner(StrEnum):
    """Who turned the question into a typed query."""

    GRAMMAR = "GRAMMAR"
    MODEL = "MODEL"


@dataclass(frozen=True, slots=True)
class Decline:
    """A refusal: its type, what to do next in words, and the figures that could not be verified."""

    type: DeclineType
    message: str
    unverified: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExecutedQuery:
    """One query that was run for the answer."""

    words: str
    cypher: str
    parameters: Mapping[str, Value]
    rows: int
    total: int
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn sub-graph (impact, path), as SVG, with its text alternative."""

    svg: str
    alternative: str


AnswerBlock = Heading | Paragraph | Listing | Table | Picture


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything an interface shows. `text` is the blocks as plain text with [n]; `markdown` all of it, to paste elsewhere."""

    id: str
    question: str
    asked_at: datetime
    status: AnswerStatus
    understanding: str
    planner: Planner
    blocks: tuple[AnswerBlock, ...]
    text: str
    markdown: str
    cards: tuple[Card, ...]
    also_retrieved: tuple[Card, ...]
    closest_matches: tuple[Card, ...]
    notes: tuple[Note, ...]
    badge: Badge
    confidence: Confidence
    coverage: tuple[ScopeState, ...]
    queries: tuple[ExecutedQuery, ...]
    as_of: datetime | None = None
    decline: Decline | None = None
    evidence: Mapping[str, Value] = field(
        default_factory=nothing
    )  # draft and evidence as an input of `aletheia check`


@dataclass(frozen=True, slots=True)
class Understood:
    """The question was turned into a typed query."""

    understanding: str
    planner: Planner


@dataclass(frozen=True, slots=True)
class RowsFound:
    """A query came back."""

    words: str
    shown: int
    total: int


@dataclass(frozen=True, slots=True)
class DraftText:
    """The next piece of the draft, unchecked."""

    text: str


@dataclass(frozen=True, slots=True)
class FirstSentenceVerified:
    """The first complete sentence passed (U2)."""

    sentence: str
    card: Card


@dataclass(frozen=True, slots=True)
class Checking:
    """The draft is complete; so many figures are being checked."""

    figures: int


@dataclass(frozen=True, slots=True)
class Declined:
    """Nothing is answered; the answer says why."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Answered:
    """The checked answer."""

    answer: Answer


AnswerEvent = Understood | Declined | RowsFound | DraftText | FirstSentenceVerified | Checking | Answered
