"""What the check returns: the text that stays, what carries it, and what became of the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Status(StrEnum):
    """Whether anything stayed."""

    ANSWERED = "ANSWERED"
    WITHHELD = "WITHHELD"


class Level(StrEnum):
    """How far the answer can be relied on (K1)."""

    HIGH = "HIGH"
    MODERATE = "MODERATE"
    LOW = "LOW"
    NOT_SCORED = "NOT_SCORED"


class Writer(StrEnum):
    """Who wrote a sentence. APPLICATION for replaced ones and notes."""

    MODEL = "MODEL"
    COMPOSER = "COMPOSER"
    APPLICATION = "APPLICATION"


class NoteType(StrEnum):
    """What a note is about; the page colours by it and says it in words as well."""

    REMOVED = "REMOVED"
    REPLACED = "REPLACED"
    DENOMINATOR = "DENOMINATOR"
    UNREAD = "UNREAD"
    STALE = "STALE"
    TRUNCATED = "TRUNCATED"
    ADDRESS = "ADDRESS"
    ROW = "ROW"
    WINDOW = "WINDOW"
    OTHER = "OTHER"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence that stays, without its markers. `index` counts from 0 through the whole answer."""

    index: int
    text: str
    markers: tuple[int, ...] = ()
    interpretation: bool = False
    inferred: bool = False
    writer: Writer = Writer.MODEL
    depth: int = 0  # of a list item


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; markers never stand on one."""

    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that belong together. A code block is a paragraph of one sentence that holds the fence."""

    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A list whose items are claims (rows are a table instead)."""

    items: tuple[Sentence, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class TableOf:
    """Here stands the table of this result, built from its rows (L1)."""

    handle: str
    markers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TypedTable:
    """A table that the draft typed with no result behind it: the rows that stayed, each with its markers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    markers: tuple[tuple[int, ...], ...]


Block = Heading | Paragraph | Listing | TableOf | TypedTable


@dataclass(frozen=True, slots=True)
class Passage:
    """A field of a record or a column of a result that carries a claim. `how` says how a derived figure came from it ("12 of 40 = 30 %")."""

    field: str
    label: str
    value: str
    how: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """One card: its number, the handle behind it, and what of it carries claims."""

    number: int
    handle: str
    passages: tuple[Passage, ...]
    stale: bool = False
    as_stated_in: str = ""
    relevance: int = 100


@dataclass(frozen=True, slots=True)
class Note:
    """What the application adds beneath the answer."""

    type: NoteType
    text: str
    figures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RemovedSentence:
    """A sentence that did not stay, the rule that removed it, and why in words. `index` is its place in the draft."""

    text: str
    rule: str
    reason: str
    index: int = 0


@dataclass(frozen=True, slots=True)
class Badge:
    """The counts (B1). `figures` are those checked, as written."""

    text: str
    checked: int
    removed: int
    replaced: int
    moved: int
    figures: tuple[str, ...] = ()
    removed_sentences: tuple[RemovedSentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Confidence:
    """The label, its reasons a line each, and a model's own assessment where it made one."""

    level: Level
    reasons: tuple[str, ...]
    assessment: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """The whole verdict. `text` is the blocks with `[n]` and `{table:handle}`; `uncited` are handles retrieved and not cited."""

    status: Status
    text: str
    blocks: tuple[Block, ...]
    citations: tuple[Citation, ...]
    notes: tuple[Note, ...]
    badge: Badge
    confidence: Confidence
    unverified: tuple[str, ...] = ()
    uncited: tuple[str, ...] = ()
    explanation: tuple[Mapping[str, str], ...] = field(
        default_factory=tuple
    )  # a line per sentence of the draft: verdict, rule, passage
