"""Scopes and scans as GraphQL types."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import strawberry

from api.graphql.scalar import DateTime, Told, said


@strawberry.enum(description="How a look at a scope ended. Only COMPLETE may mark anything gone.")
class ScopeOutcome(StrEnum):
    """The names of `graph.scope.Outcome`, which is how the plain rendering says them."""

    COMPLETE = "COMPLETE"
    PARTIAL = "PARTIAL"
    DENIED = "DENIED"
    FAILED = "FAILED"
    NOT_OFFERED = "NOT_OFFERED"


@strawberry.type(description="The smallest unit a collector can see whole, and how its last look ended.")
class ScopeCoverage:
    uid: strawberry.ID = said("The scope.")
    words: str = said("The scope in words.")
    source: str = said("The collector.")
    kinds: list[str] = said("What it can hold.")
    account: str | None = said("The AWS account it lies in.")
    region: str | None = said("The region it lies in.")
    cluster: str | None = said("The cluster it lies in.")
    namespace: str | None = said("The namespace it lies in.")
    repository: str | None = said("The repository it is.")
    outcome: ScopeOutcome = said("How the last look ended.")
    tried_at: DateTime | None = said("The last look, of any outcome.")
    observed_at: DateTime | None = said("The last complete look.")
    age: str | None = said("How long ago that was, in words.")
    since: DateTime | None = said("When the present outcome began.")
    reason: str | None = said("Why it is not complete.")
    missing: str | None = said("What is not in it.")
    records: int = said("Records it holds.")


@strawberry.type(description="What one look did to the graph.")
class ScopeTally(Told):
    scope: str = said("The scope in words.")
    outcome: ScopeOutcome = said("How the look ended.")
    records: int = said("Records seen.")
    new: int = said("Records seen for the first time.")
    changed: int = said("Records that differ from what was held.")
    gone: int = said("Records marked gone.")
    seconds: float = said("How long it took.")
    reason: str | None = said("Why it is not complete, in words.")


@strawberry.type(description="A run of the collectors.")
class Scan(Told):
    id: strawberry.ID = said("The run: subscribe to scan(id) for its scopes as they are read.")
    started_at: DateTime = said("When it began.")
    ended_at: DateTime | None = said("When it ended; none while it runs.")
    collectors: list[str] = said("The collectors that run; empty means all.")
    scopes: list[ScopeTally] = said("What was read so far.")
    outcome: str | None = said("complete, partial or failed; none while it runs.")


ScanEvent = Annotated[
    ScopeTally | Scan,
    strawberry.union("ScanEvent", description="A scope that was read, or the finished run."),
]
