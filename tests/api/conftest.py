"""Values that several tests of the ways in share."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from api import settings
from api.assembly import Assembly
from assistant.answer import (
    Answer,
    AnswerStatus,
    Decline,
    DeclineType,
    ExecutedQuery,
    Planner,
)
from evidence.card import Card, PassageField
from evidence.checked import (
    Badge,
    Confidence,
    Heading,
    Level,
    Listing,
    Note,
    NoteType,
    Paragraph,
    RemovedSentence,
    Sentence,
    Writer,
)
from evidence.table import Cell, CellState, Column, Row, Table
from graph.record import Inference, Record, Relation, Uid
from graph.scope import Outcome, Reading, Scope, ScopeState
from graph.store import Store
from graph.writer import observe

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
"""When the answers here were given."""


def card(number: int | None, name: str, **more: object) -> Card:
    """A card of a database, unless told otherwise."""
    values: dict[str, object] = {
        "number": number,
        "kind": "RDS instance",
        "uid": Uid(f"arn:aws:rds:eu-west-1:012345671234:db:{name}"),
        "name": name,
        "passage": (PassageField("backupRetentionDays", "backup retention", "0 days"),),
        "relevance": 94,
        "weak": False,
        "observed_at": NOW - timedelta(minutes=12),
        "age": "12 min ago",
        "stale": False,
        "confidence": None,
        "confidence_band": "",
        "rule": "",
        "basis": (),
        "scope": "scope://aws/012345671234/eu-west-1/RDSInstance",
        "link": f"/r/arn%3Aaws%3Ards%3Aeu-west-1%3A012345671234%3Adb%3A{name}",
        "source_link": f"https://eu-west-1.console.aws.amazon.com/rds/home?region=eu-west-1#database:id={name}",
        "verdict": "",
        "as_stated_in": "",
    }
    return Card(**(values | more))  # type: ignore[arg-type]


@pytest.fixture
def answered() -> Answer:
    """An answer with everything in it that an interface has to show."""
    rows = tuple(
        Row(
            (
                Cell(name, f"/r/{name}"),
                Cell(size),
                Cell(owner, confidence=confidence, state=state),
                Cell("2026-11-30 11:48 UTC (12 min ago)"),
            ),
            (Uid(name),),
        )
        for name, size, owner, confidence, state in (
            ("audit-events", "212 GiB", "platform", None, CellState.VALUE),
            ("reports-db", "500 GiB", "insights", 0.45, CellState.VALUE),
            ("tmp-migration-2", "100 GiB", "", None, CellState.UNKNOWN),
            ("scratch", "20 GiB", "", None, CellState.NONE),
            ("sandbox", "20 GiB", "", None, CellState.NONE_ON_PURPOSE),
            ("<b>bold</b>", "1 GiB", "storefront", None, CellState.VALUE),
            ("seventh", "9 GiB", "storefront", None, CellState.VALUE),
        )
    )
    columns = (
        Column("name", "database"),
        Column("allocatedStorageGiB", "storage", numeric=True, unit="GiB"),
        Column("owner", "owner"),
        Column("observedAt", "observed"),
    )
    return Answer(
        id="0123456789abcdef0123456789abcdef",
        question="Which databases in prod have no backups?",
        asked_at=NOW,
        status=AnswerStatus.ANSWERED,
        understanding="RDS instances · backup retention is 0 days · account prod",
        planner=Planner.GRAMMAR,
        blocks=(
            Heading("Databases without backups", 1),
            Paragraph(
                (
                    Sentence(
                        0,
                        "3 of the 21 databases in what could be read of prod have a backup retention of 0 days.",
                        (1,),
                        writer=Writer.COMPOSER,
                    ),
                    Sentence(
                        1,
                        "reports-db is the largest of them, with 500 GiB, and is owned by insights (inferred).",
                        (2, 3),
                        inferred=True,
                    ),
                )
            ),
            Table(columns, rows, 7, 7, "database,storage\r\naudit-events,212\r\n", (1,)),
            Listing((Sentence(2, "`tmp-migration-2` was created by a console session.", (4,)),)),
            Paragraph(
                (
                    Sentence(
                        3,
                        "Interpretation: tmp-migration-2 looks like a leftover of a migration.",
                        (4,),
                        interpretation=True,
                    ),
                )
            ),
        ),
        text="3 of the 21 databases … [1].",
        markdown="# Which databases in prod have no backups?\n",
        cards=(
            card(
                1,
                "Databases in prod with no backups",
                kind="query result",
                uid=None,
                link="",
                source_link="",
                scope="",
                passage=(
                    PassageField("count", "count", "3"),
                    PassageField("rows", "rows", "3 of 3", carries=False),
                ),
            ),
            card(2, "reports-db"),
            card(
                3,
                "reports-db → insights",
                kind="ownership",
                uid=Uid("ownership://reports-db/insights"),
                confidence=0.45,
                confidence_band="low",
                rule="inherited from namespace",
                stale=True,
                age="6 days ago",
                link="/r/ownership%3A%2F%2Freports-db%2Finsights",
                source_link="",
            ),
            card(
                4,
                "tmp-migration-2 created",
                kind="change",
                uid=Uid("change://1"),
                relevance=38,
                weak=True,
                link="/r/change%3A%2F%2F1",
                source_link="",
                as_stated_in="message",
            ),
        ),
        also_retrieved=(card(None, "orders-db"),),
        closest_matches=(),
        notes=(
            Note(NoteType.UNREAD, "RDS in eu-central-1 of prod, denied since 2026-11-29 22:10 UTC."),
            Note(NoteType.REMOVED, "1 sentence, whose figure “7 days” no record carries.", ("7 days",)),
        ),
        badge=Badge(
            "5 figures checked, 1 sentence removed",
            5,
            1,
            0,
            0,
            ("3", "21", "0 days", "500 GiB", "2"),
            (RemovedSentence("They were backed up for 7 days.", "F7", "no record carries “7 days”"),),
        ),
        confidence=Confidence(
            Level.LOW,
            ("A removed sentence held a figure.", "An absence rests on scopes that were not read whole."),
        ),
        coverage=(
            ScopeState(
                Scope(
                    "scope://aws/012345671234/eu-central-1/RDSInstance",
                    "aws",
                    ("RDSInstance",),
                    "aws 012345671234 eu-central-1 RDSInstance",
                    {"account": "012345671234", "region": "eu-central-1"},
                ),
                Outcome.DENIED,
                NOW,
                None,
                NOW - timedelta(hours=14),
                reason="rds:DescribeDBInstances was denied",
            ),
        ),
        queries=(
            ExecutedQuery(
                "Databases in prod with no backups",
                "MATCH (n:Record:Database) RETURN n",
                {"p0": 0, "since": NOW},
                3,
                3,
                11.2,
            ),
        ),
    )


@pytest.fixture
def declined() -> Answer:
    """A refusal with the closest matches."""
    return Answer(
        id="fedcba9876543210fedcba9876543210",
        question="Why is paymets down?",
        asked_at=NOW,
        status=AnswerStatus.DECLINED,
        understanding="",
        planner=Planner.GRAMMAR,
        blocks=(),
        text="",
        markdown="",
        cards=(),
        also_retrieved=(),
        closest_matches=(card(None, "payments"),),
        notes=(),
        badge=Badge("0 figures checked", 0, 0, 0, 0),
        confidence=Confidence(Level.NOT_SCORED, ("Nothing was answered.",)),
        coverage=(),
        queries=(),
        decline=Decline(DeclineType.NO_SUCH_RECORD, "Nothing is named “paymets”."),
    )


def observed(store: Store) -> None:
    """A small estate in the graph: a workload with two owners in conflict, a change, a denied and an old scope."""
    cluster = {"cluster": "prod"}
    deployments = Scope("scope://k8s/prod/Deployment", "k8s", ("Deployment",), "k8s prod Deployment", cluster)
    policies = Scope(
        "scope://k8s/prod/NetworkPolicy", "k8s", ("NetworkPolicy",), "k8s prod NetworkPolicy", cluster
    )
    teams = Scope("scope://rules/people", "rules", ("Team",), "rules: teams and people", {})
    owners = Scope("scope://rules/owner/k8s", "rules", ("Ownership",), "rules: owners", {})
    uid = Uid("k8s://prod/apps/Deployment/payments/checkout-api")
    place = {"cluster": "prod", "namespace": "payments"}

    def deployment(name: str, ready: int) -> Record:
        fields = {**place, "replicas": 3, "readyReplicas": ready}
        return Record(Uid(uid.replace("checkout-api", name)), "Deployment", name, fields)

    def ownership(team: str, standing: str, confidence: float) -> Record:
        fields = {
            **place, "subject": "checkout-api", "subjectKind": "Deployment", "owner": team, "method": "label",
            "reason": f"label team={team}", "rank": 1, "standing": standing, "conflict": True,
            "conflictReason": "two sources of one rank disagree",
        }  # fmt: skip
        held = Inference("owner-label", confidence, (uid,))
        return Record(
            Uid(f"ownership://checkout-api/{team}"), "Ownership", f"checkout-api: {team}", fields, held
        )

    candidates = (ownership("payments", "chosen", 0.9), ownership("storefront", "competing", 0.7))
    named = tuple(
        relation
        for o in candidates
        for relation in (
            Relation("OWNERSHIP_OF", o.uid, uid, o.inference),
            Relation("NAMES", o.uid, Uid(f"team://{o.fields['owner']}"), o.inference),
        )
    )
    chosen = Relation("OWNED_BY", uid, Uid("team://payments"), Inference("owner-label", 0.9, (uid,)))
    people = tuple(Record(Uid(f"team://{t}"), "Team", t, {"known": True}) for t in ("payments", "storefront"))
    now = datetime.now(UTC)
    before, lately = now - timedelta(hours=40), now - timedelta(minutes=5)
    observe(
        store,
        [Reading(deployments, Outcome.COMPLETE, (deployment("checkout-api", 3), deployment("cart", 3)))],
        at=before,
    )
    observe(store, [Reading(teams, Outcome.COMPLETE, people)], at=before)
    observe(
        store,
        [
            Reading(deployments, Outcome.COMPLETE, (deployment("checkout-api", 2), deployment("cart", 3))),
            Reading(policies, Outcome.DENIED, reason="cluster prod forbids listing networkpolicies (403)"),
            Reading(owners, Outcome.COMPLETE, candidates, (*named, chosen)),
        ],
        at=lately,
    )


@pytest.fixture
def parts(embedded: Store, tmp_path: Path) -> Assembly:
    """The assembly over the small estate, with a home of its own."""
    observed(embedded)
    chosen = settings.load(None, {"ALETHEIA_HOME": str(tmp_path)})
    return Assembly(chosen, embedded)
