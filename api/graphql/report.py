"""The weekly ownership report as GraphQL types."""

from __future__ import annotations

import strawberry

from api.graphql.scalar import DateTime, said


@strawberry.type(description="The figures of a team, or of all.")
class OwnershipFigures:
    team: str | None = said("The team; none for the sum.")
    owned: int = said("What it owns.")
    newly_owned: int = said("What it owns and did not own the week before.")
    lost: int = said("What it owned the week before and does not own now.")
    unowned: int = said("What nobody owns.")
    conflicts: int = said("What sources disagree about.")
    low_confidence: int = said("What it owns by an inference under 0.5.")
    stale: int = said("What was observed longer ago than its limit.")
    unmanaged: int = said("What nothing manages.")
    gone: int = said("What was found gone in the week.")


@strawberry.type(description="One side of a conflict.")
class OwnershipSide:
    owner: str = said("Who is named.")
    reason: str = said("Where it says so.")
    confidence: float | None = said("How sure it is.")
    evidence: strawberry.ID = said("The ownership record.")


@strawberry.type(description="One row of the report, with the record behind it.")
class OwnershipRow:
    subject: strawberry.ID = said("The record.")
    name: str = said("Its name.")
    kind: str = said("What it is.")
    owners: list[str] = said("Who owns it, or owned it.")
    link: str = said("Its page.")


@strawberry.type(description="Something that sources disagree about.")
class OwnershipConflict:
    subject: strawberry.ID = said("The record.")
    name: str = said("Its name.")
    kind: str = said("What it is.")
    sides: list[OwnershipSide] = said("Both sides, with their reasons.")
    link: str = said("Its page.")


@strawberry.type(description="The rows of the report, part by part.")
class OwnershipSections:
    owned: list[OwnershipRow] = said("What has an owner.")
    newly_owned: list[OwnershipRow] = said("What has one since this week.")
    lost: list[OwnershipRow] = said("What lost one since the week before.")
    unowned: list[OwnershipRow] = said("What has none.")
    conflicts: list[OwnershipConflict] = said("What sources disagree about.")
    low_confidence: list[OwnershipRow] = said("Owned by a weak inference.")
    stale: list[OwnershipRow] = said("Observed longer ago than its limit.")
    unmanaged: list[OwnershipRow] = said("Managed by nothing.")
    gone: list[OwnershipRow] = said("Found gone in the week.")


@strawberry.type(description="Sentences of the report, judged like an answer's.")
class OwnershipStatements:
    text: str = said("What the evidence carries.")
    badge: str = said("The counts of the check.")


@strawberry.type(description="Who owns what, in one ISO week, against the week before.")
class OwnershipReport:
    week: str = said("The week, as in 2026-W48.")
    from_: DateTime = strawberry.field(name="from", description="Its beginning.")
    to: DateTime = said("Its end.")
    made_at: DateTime = said("When the report was made.")
    previous_week: str | None = said("The week it is compared with, where a report of it was made.")
    complete: bool = said("Whether everything it rests on was read whole.")
    unread: list[str] = said("What was not read, in words.")
    never_scanned: list[str] = said("Kinds that were never looked for.")
    statements: OwnershipStatements = said("The lead sentences.")
    sum: OwnershipFigures = said("The figures of all.")
    teams: list[OwnershipFigures] = said("The figures team by team.")
    sections: OwnershipSections = said("The rows.")
