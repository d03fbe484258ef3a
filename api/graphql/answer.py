"""The answer and all that is in it, as GraphQL types. They are read from `api.plain`, never made here."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import strawberry

from api.graphql.coverage import ScopeCoverage
from api.graphql.scalar import DateTime, Json, Told, said
from assistant.answer import AnswerStatus, DeclineType, Planner
from evidence.checked import Level, NoteType, Writer
from evidence.table import CellState

strawberry.enum(
    AnswerStatus, description="ANSWERED, DECLINED before anything was written, or WITHHELD by the check."
)
strawberry.enum(DeclineType, description="Why nothing is answered.")
strawberry.enum(Planner, description="Who turned the question into a typed query.")
strawberry.enum(Writer, description="Who wrote a sentence.")
strawberry.enum(NoteType, description="What a note is about.")
strawberry.enum(Level, name="ConfidenceLevel", description="How far the answer can be relied on.")
strawberry.enum(CellState, description="A value, or one of three ways of having none.")


@strawberry.type(description="A sentence that passed the check.")
class Sentence:
    index: int = said("Its place in the answer, from 0.")
    text: str = said("The sentence, with its label where it is interpretation or inferred, without markers.")
    markers: list[int] = said("Numbers of the cards that carry it.")
    interpretation: bool = said(
        "A conclusion that rests on the cited sentences; labelled in the text as well."
    )
    inferred: bool = said("It states something inferred; labelled in the text as well.")
    writer: Writer = said("Who wrote it.")
    depth: int = said("How deep a list item stands, from 0.")


@strawberry.type(description="A heading. It carries no claim.")
class Heading(Told):
    text: str = said("Its words.")
    level: int = said("1 is the highest.")


@strawberry.type(description="Sentences that belong together.")
class Paragraph(Told):
    sentences: list[Sentence] = said("In reading order.")


@strawberry.type(description="A list whose items are claims; rows are a Table.")
class List(Told):
    items: list[Sentence] = said("In reading order.")
    ordered: bool = said("Whether the order means something.")


@strawberry.type(description="A column of a table.")
class Column:
    name: str = said("The field or measure.")
    label: str = said("What the head shows.")
    numeric: bool = said("Set to the right, in tabular figures.")
    unit: str | None = said("The unit of its values.")


@strawberry.type(description="One cell.")
class Cell:
    text: str = said("What it shows.")
    link: str | None = said("The page of the record it names.")
    confidence: float | None = said("How sure an inferred value is, 0 to 1.")
    state: CellState = said("A value, unknown, none, or none on purpose.")


@strawberry.type(description="One row, and the records behind it.")
class Row:
    cells: list[Cell] = said("One per column.")
    uids: list[strawberry.ID] = said("The records that made the row.")


@strawberry.type(description="A table built from the rows of a result, never from a draft.")
class Table(Told):
    columns: list[Column] = said("The columns.")
    rows: list[Row] = said("The rows shown.")
    shown: int = said("How many rows are shown.")
    total: int = said("How many there truly are.")
    csv: str = said("All rows as CSV, safe to open in a spreadsheet.")
    markers: list[int] = said("The card of the result.")


@strawberry.type(description="A drawn part of the graph.")
class Picture(Told):
    svg: str = said("The drawing.")
    alternative: str = said("What it shows, in words.")


Block = Annotated[
    Heading | Paragraph | List | Table | Picture,
    strawberry.union("Block", description="A part of an answer."),
]


@strawberry.type(description="A line of a card: a field by its own name and value.")
class PassageField:
    name: str = said("The field.")
    label: str = said("Its name in words.")
    value: str = said("Its value, with its unit.")
    carries: bool = said("Whether a claim rests on it.")
    how: str | None = said("How a derived figure came from it.")


@strawberry.enum(description="What a source did for the answer.")
class VerdictLevel(StrEnum):
    """Advisory; never changes the answer."""

    SUPPORTS = "SUPPORTS"
    PARTIAL = "PARTIAL"
    NOT_RELEVANT = "NOT_RELEVANT"


@strawberry.type(description="What a source did for the answer, by the check's own account.")
class Verdict:
    level: VerdictLevel = said("Supports, partial, or not relevant.")
    reason: str = said("One line of reason.")


@strawberry.type(description="A record or result that was really retrieved, and what of it carries claims.")
class EvidenceCard:
    number: int | None = said("The marker that points to it; none where it is not cited.")
    kind: str = said("What it is.")
    uid: strawberry.ID | None = said("The record; none for a query result.")
    name: str = said("Its name, or the question the result answers.")
    passage: list[PassageField] = said("What is quoted of it.")
    relevance: int = said("How close it is to the question, in percent.")
    weak: bool = said("Relevance under 40 %.")
    observed_at: DateTime | None = said("When it was observed.")
    age: str | None = said("How long ago that was, in words.")
    stale: bool = said("Observed longer ago than the limit of its kind.")
    confidence: float | None = said("How sure an inferred record is, 0 to 1.")
    confidence_band: str | None = said("The same in a word: high, moderate, low.")
    rule: str | None = said("The rule that inferred it.")
    basis: list[strawberry.ID] = said("The records it was inferred from.")
    scope: str | None = said("Where it was read.")
    link: str = said("Its page in Aletheia.")
    source_link: str | None = said("The thing itself: console, dashboard, repository line.")
    verdict: Verdict | None = said("Only where a journey was asked for.")
    as_stated_in: str | None = said("The free text field that a relayed claim stands in.")


@strawberry.type(description="What the application adds beneath the answer.")
class Note:
    type: NoteType = said("What it is about.")
    text: str = said("The note.")
    figures: list[str] = said("The figures it names.")


@strawberry.type(description="A sentence that did not stay, for auditors.")
class RemovedSentence:
    text: str = said("The sentence; not part of the answer.")
    rule: str = said("The evidence rule that removed it.")
    reason: str = said("Why, in words.")


@strawberry.type(description="The counts of the check.")
class Badge:
    text: str = said("The counts in words.")
    checked: int = said("Figures verified.")
    removed: int = said("Sentences removed.")
    replaced: int = said("Sentences replaced by a record's plain statement.")
    moved: int = said("Sentences cited to other evidence than the writer hinted at.")
    figures: list[str] = said("The figures checked, as written.")
    removed_sentences: list[RemovedSentence] = said("What was removed, with the rule.")


@strawberry.type(description="How far the answer can be relied on, and why.")
class Confidence:
    level: Level = said("The label.")
    reasons: list[str] = said("One line each.")
    assessment: str | None = said("A model's own assessment of its draft, where it made one.")


@strawberry.type(description="A refusal.")
class Decline:
    type: DeclineType = said("Why.")
    message: str = said("What is wrong, and what can be done.")
    unverified: list[str] = said("The figures that could not be verified.")


@strawberry.type(description="A query that was run for the answer.")
class ExecutedQuery:
    words: str = said("The typed query in words.")
    cypher: str = said("What was run.")
    parameters: Json = said("Its parameters.")
    rows: int = said("Rows returned.")
    total: int = said("Rows there truly are.")
    milliseconds: float = said("How long it took.")


@strawberry.type(description="A checked answer.")
class Answer:
    id: strawberry.ID = said("Its permanent id: the page is /a/{id}.")
    question: str = said("The question as asked.")
    asked_at: DateTime = said("When.")
    as_of: DateTime | None = said("The moment the graph was asked about, where it is not the present.")
    status: AnswerStatus = said("Answered, declined or withheld.")
    decline: Decline | None = said("Why nothing is answered.")
    understanding: str = said("The typed query in words: what was really asked.")
    planner: Planner = said("Who understood the question.")
    blocks: list[Block] = said("The answer.")
    text: str = said("The blocks as plain text with [n], nothing else.")
    markdown: str = said("All of it to paste elsewhere: blocks, notes, cards.")
    cards: list[EvidenceCard] = said("What is cited, by number.")
    also_retrieved: list[EvidenceCard] = said("Retrieved, and cited by nothing.")
    closest_matches: list[EvidenceCard] = said("Near names, not used.")
    notes: list[Note] = said("What the application adds.")
    badge: Badge = said("The counts of the check.")
    confidence: Confidence = said("How far to rely on it.")
    coverage: list[ScopeCoverage] = said("The scopes it depends on.")
    queries: list[ExecutedQuery] = said("What was run.")


@strawberry.type(description="The question became a typed query.")
class Understood(Told):
    understanding: str = said("The query in words.")
    planner: Planner = said("Who understood it.")


@strawberry.type(description="Nothing is answered.")
class Declined(Told):
    answer: Answer = said("It says why.")


@strawberry.type(description="A query came back.")
class RowsFound(Told):
    words: str = said("The query in words.")
    shown: int = said("Rows returned.")
    total: int = said("Rows there truly are.")


@strawberry.type(description="The next piece of the draft, unchecked.")
class DraftText(Told):
    text: str = said("Never to be shown as the answer.")


@strawberry.type(description="The first sentence passed the check.")
class FirstSentenceVerified(Told):
    sentence: str = said("The sentence.")
    card: EvidenceCard = said("What carries it.")


@strawberry.type(description="The draft is complete and being checked.")
class Checking(Told):
    figures: int = said("How many figures.")


@strawberry.type(description="The checked answer.")
class Answered(Told):
    answer: Answer = said("The answer.")


AnswerEvent = Annotated[
    Understood | Declined | RowsFound | DraftText | FirstSentenceVerified | Checking | Answered,
    strawberry.union(
        "AnswerEvent", description="A step of an answer as it happens; the last is Answered or Declined."
    ),
]
