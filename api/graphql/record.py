"""Records, changes, kinds and their connections, as GraphQL types and inputs."""

from __future__ import annotations

import strawberry
from strawberry import UNSET

from api.graphql.answer import Answer
from api.graphql.scalar import BigInt, DateTime, Json, said


@strawberry.type(description="One declared field of a record.")
class RecordField:
    name: str = said("The field, as declared.")
    label: str = said("Its name in words.")
    value: Json | None = said("Its value; none where it is not known.")
    shown: str = said("Its value as a card prints it, with its unit.")
    unit: str | None = said("The unit.")
    known: bool = said("False where the value is unknown, which is not the same as none.")
    typed: bool = said("Free text that somebody typed: relayed, never observed.")
    derived: bool = said("Set by a rule, not by the source.")


@strawberry.type(description="A candidate owner with its reason. Losing candidates are kept.")
class OwnerCandidate:
    uid: strawberry.ID = said("The ownership record.")
    owner: str | None = said("The team or person named; none where nobody is named on purpose.")
    owner_uid: strawberry.ID | None = said("Its record.")
    method: str | None = said("How it is named: label, catalogue, CODEOWNERS, inherited.")
    reason: str | None = said("Where it says so.")
    rank: int | None = said("1 is the strongest source.")
    standing: str | None = said("chosen, competing, or nobody on purpose.")
    conflict: bool = said("Whether sources disagree.")
    conflict_reason: str | None = said("How they disagree.")
    confidence: float | None = said("How sure it is, 0 to 1.")
    rule: str | None = said("The rule that inferred it.")
    observed_at: DateTime | None = said("When it was observed.")


@strawberry.type(description="The other end of a relation.")
class RelationEnd:
    type: str = said("The relation.")
    direction: str = said("out: from the record to this end; in: from this end to the record.")
    phrase: str = said("The relation in words, said of the record.")
    kind: str = said("What the other end is.")
    noun: str = said("The same in words.")
    name: str = said("Its name.")
    uid: strawberry.ID = said("Its uid.")
    link: str = said("Its page.")
    confidence: float | None = said("How sure an inferred relation is, 0 to 1.")
    rule: str | None = said("The rule that inferred it.")


@strawberry.type(description="Something that happened to a record.")
class Change:
    uid: strawberry.ID | None = said("The change itself.")
    at: DateTime | None = said("When it happened, or was noticed where that is not known.")
    noticed_at: DateTime | None = said("When it was noticed.")
    action: str | None = said("created, modified, deleted or restored.")
    subject: str | None = said("What changed, by name.")
    subject_kind: str | None = said("Its kind.")
    subject_uid: strawberry.ID | None = said("Its uid.")
    field: str | None = said("The field that changed.")
    before: str | None = said("Its value before, as text.")
    after: str | None = said("Its value after, as text.")
    actor: str | None = said("Who did it, where the source says so.")
    via: str | None = said("How it is known: scan, CloudTrail, event, rollout, commit.")
    message: str | None = said("Free text of the source.")


@strawberry.type(description="One thing, as the graph remembers it.")
class Record:
    uid: strawberry.ID = said("Globally unique and stable.")
    kind: str = said("Its kind, as declared.")
    noun: str = said("The same in words.")
    name: str = said("Its name.")
    scope: str | None = said("The scope it was read in.")
    source: str | None = said("The collector that read it.")
    first_seen: DateTime | None = said("When it was first seen.")
    observed_at: DateTime | None = said("When it was last observed.")
    age: str = said("How long ago that was, in words.")
    stale: bool = said("Observed longer ago than the limit of its kind.")
    changed_at: DateTime | None = said("When it last changed.")
    gone_at: DateTime | None = said("When it was found gone.")
    gone_reason: str | None = said("Why it is taken for gone.")
    confidence: float | None = said("How sure an inferred record is, 0 to 1.")
    confidence_band: str | None = said("The same in a word.")
    rule: str | None = said("The rule that inferred it.")
    basis: list[strawberry.ID] = said("What it was inferred from.")
    link: str = said("Its page.")
    source_link: str | None = said("The thing itself.")
    fields: list[RecordField] = said("Its declared fields.")
    owners: list[OwnerCandidate] = said("Every candidate owner with its reason, the chosen first.")
    relations: list[RelationEnd] = said("What it is related to.")
    changes: list[Change] = said("What happened to it, newest first.")


@strawberry.type(description="A record whose name is near a text.")
class SearchHit:
    uid: strawberry.ID = said("The record.")
    kind: str = said("What it is.")
    name: str = said("Its name.")
    score: float = said("How near, 0 to 100.")
    link: str = said("Its page.")


@strawberry.type(description="A declared field of a kind.")
class FieldInfo:
    name: str = said("The field.")
    label: str = said("Its name in words.")
    type: str = said("text, integer, decimal, boolean, time, list, map or json.")
    unit: str | None = said("The unit.")
    states: list[str] = said("The values it takes, where they are a closed list.")
    description: str | None = said("What it says.")


@strawberry.type(description="A kind of record.")
class KindInfo:
    name: str = said("Its name in the graph.")
    noun: str = said("Its name in words.")
    plural: str = said("The same for several.")
    description: str = said("What it is.")
    synonyms: list[str] = said("Other words for it.")
    categories: list[str] = said("Names over kinds that it falls under.")
    fresh_for: str = said("How long an observation of it is fresh.")
    fields: list[FieldInfo] = said("Its fields.")


@strawberry.type(description="Where a page of a connection stands.")
class PageInfo:
    has_next_page: bool = said("Whether there is more.")
    has_previous_page: bool = said("Whether something came before.")
    start_cursor: str | None = said("The first cursor here.")
    end_cursor: str | None = said("The last cursor here: give it as `after` for the next page.")


@strawberry.type(description="A record at its place in a connection.")
class RecordEdge:
    cursor: str = said("Its place.")
    node: Record = said("The record.")


@strawberry.type(description="Records that a query finds, page by page.")
class RecordConnection:
    edges: list[RecordEdge] = said("The records here.")
    page_info: PageInfo = said("Where this page stands.")
    total_count: BigInt = said("How many there truly are.")
    complete: bool = said("Whether everything that could hold one was read whole.")


@strawberry.type(description="A change at its place in a connection.")
class ChangeEdge:
    cursor: str = said("Its place.")
    node: Change = said("The change.")


@strawberry.type(description="Changes, newest first, page by page.")
class ChangeConnection:
    edges: list[ChangeEdge] = said("The changes here.")
    page_info: PageInfo = said("Where this page stands.")
    total_count: BigInt = said("How many there truly are.")
    complete: bool = said("Whether everything that could hold one was read whole.")


@strawberry.type(description="An answer at its place in a connection.")
class AnswerEdge:
    cursor: str = said("Its place.")
    node: Answer = said("The answer.")


@strawberry.type(description="Answers given, newest first, page by page.")
class AnswerConnection:
    edges: list[AnswerEdge] = said("The answers here.")
    page_info: PageInfo = said("Where this page stands.")


@strawberry.input(description="A restriction: each list holds accepted values; left out is not restricted.")
class RestrictionInput:
    account: list[str] | None = strawberry.field(
        default=UNSET, description="Account ids or configured names."
    )
    region: list[str] | None = strawberry.field(default=UNSET, description="AWS regions.")
    cluster: list[str] | None = strawberry.field(default=UNSET, description="Clusters by configured name.")
    namespace: list[str] | None = strawberry.field(default=UNSET, description="Namespaces.")
    environment: list[str] | None = strawberry.field(
        default=None, description="Values of the field environment."
    )
    team: list[str] | None = strawberry.field(default=UNSET, description="Owning teams by name.")
    application: list[str] | None = strawberry.field(default=UNSET, description="Applications by name.")
    repository: list[str] | None = strawberry.field(default=UNSET, description="Repositories.")


@strawberry.input(
    description="A condition: a field compared with a value, or a relation to something (or to nothing)."
)
class ConditionInput:
    field: str | None = strawberry.field(
        default=None, description="A declared field; `tags.team` reaches into a map."
    )
    op: str = strawberry.field(
        default="=", description="=, !=, <, <=, >, >=, in, contains, starts with, is known, is unknown."
    )
    value: Json | None = strawberry.field(default=UNSET, description="What it is compared with.")
    relation: str | None = strawberry.field(
        default=None, description="A declared relation, instead of a field."
    )
    direction: str = strawberry.field(default="out", description="out, in or any.")
    kind: str | None = strawberry.field(default=UNSET, description="The kind or category at the other end.")
    uids: list[strawberry.ID] | None = strawberry.field(
        default=None, description="The records at the other end."
    )
    none: bool = strawberry.field(default=False, description="There is none at the other end.")


@strawberry.input(description="A typed query for records.")
class FindInput:
    of: str = strawberry.field(description="A kind or a category.")
    where: list[ConditionInput] | None = strawberry.field(
        default=None, description="Conditions; all of them hold."
    )
    within: RestrictionInput | None = strawberry.field(default=UNSET, description="The restriction.")
    order_by: str | None = strawberry.field(default=UNSET, description="A declared field.")
    descending: bool = strawberry.field(default=True, description="Largest first.")
    gone: bool = strawberry.field(default=False, description="Also what is gone.")
    as_of: DateTime | None = strawberry.field(default=UNSET, description="As the graph was then.")
