"""How far a result reaches: which scopes it depends on, and what of them was not read (A1, A2, LLM-07)."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from graph.coverage import needs, states
from graph.query import Column, CoverageOf, Find, History, Impact, Op, Query, Related, Where, Within
from graph.record import Uid
from graph.result import Result
from graph.retrieval import retrieve
from graph.scope import held_by
from graph.store import Statement, Store

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
READ = NOW - timedelta(minutes=20)
OLD = NOW - timedelta(days=3)


def scope(uid: str, kinds: Sequence[str], outcome: str = "complete", **more: object) -> Statement:
    """A scope by its uid, read at READ unless it says otherwise."""
    words = uid.removeprefix("scope://").replace("/", " ")
    source = words.partition(" ")[0]
    held = {
        "uid": uid,
        "kind": "Scope",
        "name": words,
        "words": words,
        "source": source,
        "kinds": list(kinds),
        "holds": held_by(kinds),
    }
    read = {
        "outcome": outcome,
        "completeAt": READ if outcome in ("complete", "partial") else None,
        "since": READ,
    }
    return "CREATE (n:Record:Scope) SET n = $held", {"held": held | read | more}


def result(store: Store, query: Query, scopes: Sequence[Statement]) -> Result:
    """The result of the query over these scopes and nothing else."""
    store.write(list(scopes))
    found = retrieve(store, query, now=NOW).result
    assert found is not None
    return found


def unread(found: Result) -> list[tuple[str, str]]:
    """What was not read, and how it ended."""
    return [(u.scope, u.outcome) for u in found.unread]


PROD, LAB = Within(cluster=("prod",)), Within(cluster=("lab",))


def test_only_the_scopes_of_its_kinds_and_places_count(store: Store) -> None:
    """A bucket that could not be read is nothing to pods, nor is another cluster."""
    found = result(
        store,
        Find("Pod", within=PROD),
        [
            scope("scope://k8s/prod/pods", ["Pod"], cluster="prod"),
            scope("scope://k8s/prod/secrets", ["KubernetesSecret"], "denied", cluster="prod"),
            scope("scope://k8s/lab/pods", ["Pod"], "failed", cluster="lab"),
            scope("scope://aws/1/buckets", ["S3Bucket"], "denied", account="1"),
        ],
    )
    assert (found.complete, found.scopes_read, found.observed_at, found.unread) == (True, 1, READ, ())


@pytest.mark.parametrize("outcome", ["partial", "denied", "failed"])
def test_a_scope_not_read_whole_is_named_with_since_and_reason(store: Store, outcome: str) -> None:
    """What could not be read, since when, why (R3)."""
    scopes = [
        scope("scope://k8s/prod/pods", ["Pod"], cluster="prod", namespace="shop"),
        scope(
            "scope://k8s/prod/edge",
            ["Pod"],
            outcome,
            cluster="prod",
            namespace="edge",
            reason="403",
            since=OLD,
        ),
    ]
    found = result(store, Find("Pod", within=PROD), scopes)
    assert not found.complete
    (one,) = found.unread
    assert (one.scope, one.outcome, one.since, one.reason) == ("k8s prod edge", outcome, OLD, "403")


def test_a_namespace_needs_its_own_scopes_and_those_of_all(store: Store) -> None:
    """Another namespace's failure is nothing to it; a scope over all namespaces is."""
    shop = Within(cluster=("prod",), namespace=("shop",))
    found = result(
        store,
        Find("Pod", within=shop),
        [
            scope("scope://k8s/prod/shop", ["Pod"], cluster="prod", namespace="shop"),
            scope("scope://k8s/prod/edge", ["Pod"], "denied", cluster="prod", namespace="edge"),
        ],
    )
    assert found.complete


def test_what_is_not_offered_counts_as_read(store: Store) -> None:
    """A region without the service has none of it."""
    found = result(
        store,
        Find("RDSInstance", within=Within(account=("1",))),
        [
            scope("scope://aws/1/eu/rds", ["RDSInstance"], account="1", region="eu-west-1"),
            scope("scope://aws/1/mx/rds", ["RDSInstance"], "not offered", account="1", region="mx-central-1"),
        ],
    )
    assert (found.complete, found.scopes_read, found.observed_at) == (True, 2, READ)


def test_the_age_is_that_of_the_oldest_scope(store: Store) -> None:
    """Also of one whose last look failed: its records are the older ones."""
    found = result(
        store,
        Find("Pod"),
        [
            scope("scope://k8s/prod/pods", ["Pod"], cluster="prod"),
            scope("scope://k8s/lab/pods", ["Pod"], "failed", cluster="lab", completeAt=OLD),
        ],
    )
    assert (found.observed_at, found.complete, found.scopes_read) == (OLD, False, 2)


def test_a_place_without_any_scope_was_never_scanned(store: Store) -> None:
    """Nothing was read there at all: no "none" can be said."""
    found = result(store, Find("Pod", within=LAB), [scope("scope://k8s/prod/pods", ["Pod"], cluster="prod")])
    assert (found.complete, found.scopes_read) == (False, 0)
    assert unread(found) == [("cluster lab", "not scanned")]


def test_one_of_two_places_without_a_scope_is_named(store: Store) -> None:
    """The other is not enough."""
    both = Within(cluster=("prod", "lab"))
    found = result(store, Find("Pod", within=both), [scope("scope://k8s/prod/pods", ["Pod"], cluster="prod")])
    assert unread(found) == [("cluster lab", "not scanned")]


def test_a_kind_never_read_in_the_place_is_named(store: Store) -> None:
    """The account was scanned, but not for this."""
    found = result(
        store,
        Find("RDSInstance", within=Within(account=("1",))),
        [
            scope("scope://aws/1/ec2", ["EC2Instance"], account="1"),
            scope("scope://aws/2/rds", ["RDSInstance"], account="2"),
        ],
    )
    assert (found.complete, found.scopes_read, unread(found)) == (
        False,
        0,
        [("1 RDSInstance", "not scanned")],
    )


def test_nothing_scanned_at_all(store: Store) -> None:
    """An empty graph has not read anything (LLM-03)."""
    found = result(store, Find("Pod"), [])
    assert (found.total, found.complete, found.scopes_read, found.observed_at) == (0, False, 0, None)


def test_of_a_category_only_kinds_that_are_collected_somewhere_are_missed(store: Store) -> None:
    """Databases: an estate that collects no OpenSearch is complete; an account that lacks what another has is not."""
    found = result(
        store,
        Find("Database", within=Within(account=("1",))),
        [
            scope("scope://aws/1/rds", ["RDSInstance"], account="1"),
            scope("scope://aws/2/all", ["RDSInstance", "DynamoDBTable"], account="2"),
        ],
    )
    assert unread(found) == [("1 DynamoDBTable", "not scanned")]


def test_a_source_that_failed_as_a_whole_is_unread(store: Store) -> None:
    """Where its scopes could not even be listed, no kind of it is known."""
    found = result(
        store,
        Find("Pod"),
        [
            scope("scope://k8s/prod/pods", ["Pod"], cluster="prod"),
            scope("scope://k8s/lab", [], "failed", reason="no route"),
        ],
    )
    assert unread(found) == [("k8s lab", "failed")]


def test_a_scope_that_holds_relations_alone_is_no_gap_among_records(store: Store) -> None:
    """That network policies could not be joined to pods hides no pod."""
    joined = scope("scope://k8s/prod/joined/NetworkPolicy", [], "denied", cluster="prod")
    found = result(
        store, Find("Pod", within=PROD), [scope("scope://k8s/prod/pods", ["Pod"], cluster="prod"), joined]
    )
    assert found.complete


def test_an_account_that_could_not_be_entered_is_known_by_its_name(store: Store) -> None:
    """Its id is not known, since nobody got in; the reason is."""
    found = result(
        store,
        Find("RDSInstance", within=Within(account=("prod",))),
        [scope("scope://aws/prod", ["AWSAccount", "RDSInstance"], "denied", reason="cannot assume the role")],
    )
    assert [(u.outcome, u.reason) for u in found.unread] == [("denied", "cannot assume the role")]
    assert found.scopes_read == 0


RULES = [scope(f"scope://rules/{name}", []) for name in ("owner/k8s", "people", "application", "uses")]
PODS = scope("scope://k8s/prod/deployments", ["Deployment"], cluster="prod")


def test_no_owner_rests_on_what_owners_are_read_from(store: Store) -> None:
    """A repository that could not be read may hold the CODEOWNERS line that names one."""
    query = Find("Deployment", (Related("OWNED_BY", none=True),), PROD)
    code = scope("scope://code/acme/shop", ["Repository", "OwnershipRule"], "failed", repository="acme/shop")
    found = result(store, query, [PODS, code, *RULES])
    assert unread(found) == [("code acme shop", "failed")]


def test_an_estate_without_repositories_lacks_nothing(store: Store) -> None:
    """What nobody collects is no gap."""
    query = Find("Deployment", (Related("OWNED_BY", none=True),), PROD)
    assert result(store, query, [PODS, *RULES]).complete


def test_what_is_inferred_needs_its_rule_to_have_run(store: Store) -> None:
    """Before the rules ran nothing has an owner, and that says nothing."""
    query = Find("Deployment", (Where("ownership", Op.EQ, "unowned"),), PROD)
    assert unread(result(store, query, [PODS])) == [("rules: owner/k8s", "not scanned")]


def test_a_rule_that_failed_is_unread_and_one_that_lacked_an_input_elsewhere_is_not(store: Store) -> None:
    """The input itself is named where it lies in the place asked about."""
    query = Find("Deployment", columns=(Column(special="owner"),), within=PROD)
    lacking = scope("scope://rules/owner/k8s", [], "partial", reason="lab was not read")
    assert result(store, query, [PODS, lacking]).complete
    store.write([("MATCH (n) DETACH DELETE n", {})])
    failed = scope("scope://rules/owner/k8s", [], "failed", reason="broke")
    assert unread(result(store, query, [PODS, failed])) == [("rules owner k8s", "failed")]


def test_the_other_end_of_a_relation_is_looked_for_as_well(store: Store) -> None:
    """No autoscaler is said only where autoscalers were read."""
    query = Find("Deployment", (Related("SCALES", "in", "HorizontalPodAutoscaler", none=True),), PROD)
    scalers = scope("scope://k8s/prod/hpa", ["HorizontalPodAutoscaler"], "denied", cluster="prod")
    assert unread(result(store, query, [PODS, scalers])) == [("k8s prod hpa", "denied")]


def test_changes_of_a_place_rest_on_all_that_is_read_there(store: Store) -> None:
    """Nothing changed is said of everything: but not of another account."""
    scopes = [PODS, scope("scope://k8s/prod/events", ["Change"], "failed", cluster="prod")]
    other = scope("scope://aws/1/rds", ["RDSInstance"], "denied", account="1")
    assert unread(result(store, Find("Change", within=PROD), [*scopes, other])) == [
        ("k8s prod events", "failed")
    ]


def test_changes_of_a_record_rest_on_its_kind_and_the_events_of_its_place(store: Store) -> None:
    """A failed listing of nodes is nothing to a deployment's history."""
    held = {"uid": "d", "kind": "Deployment", "name": "d", "cluster": "prod", "namespace": "shop"}
    record = ("CREATE (n:Record:Deployment) SET n = $held", {"held": held})
    nodes = scope("scope://k8s/prod/nodes", ["Node"], "failed", cluster="prod")
    assert result(store, History(Uid("d")), [record, PODS, nodes]).complete
    store.write([scope("scope://k8s/prod/events", ["Change"], "failed", cluster="prod")])
    assert unread(result(store, History(Uid("d")), [])) == [("k8s prod events", "failed")]


def test_impact_rests_on_workloads_and_on_the_rules_that_infer_needs(store: Store) -> None:
    """Nothing depends on it: only if what could depend was read."""
    record = (
        "CREATE (n:Record:RDSInstance) SET n = $held",
        {"held": {"uid": "db", "kind": "RDSInstance", "name": "db"}},
    )
    lambdas = scope("scope://k8s/prod/stateful", ["StatefulSet"], "denied", cluster="prod")
    found = result(
        store, Impact(Uid("db")), [record, PODS, lambdas, *RULES, scope("scope://rules/hosts", [])]
    )
    assert unread(found) == [("k8s prod stateful", "denied")]


def test_scopes_are_listed_as_they_are_remembered(store: Store) -> None:
    """With what each holds, when it was tried and read, and what is missing."""
    store.write(
        [
            scope("scope://k8s/prod/pods", ["Pod"], cluster="prod", triedAt=READ, records=4),
            scope(
                "scope://aws/1/s3", ["S3Bucket"], "denied", account="1", triedAt=READ, reason="AccessDenied"
            ),
        ]
    )
    denied, pods = states(store)
    assert (pods.scope.kinds, pods.scope.place, pods.observed_at, pods.records) == (
        ("Pod",),
        {"cluster": "prod"},
        READ,
        4,
    )
    assert (denied.outcome, denied.reason, denied.observed_at) == ("denied", "AccessDenied", None)
    assert [s.scope.words for s in states(store, PROD)] == ["k8s prod pods"]
    listed = retrieve(store, CoverageOf(unread_only=True), now=NOW).result
    assert listed
    assert [row[:2] for row in listed.rows] == [("aws 1 s3", "denied")]


def test_needs_keep_kinds_apart_by_the_places_they_have() -> None:
    """Teams lie nowhere, so a cluster restricts only what lies in clusters."""
    asked = needs(Find("Team", (Related("OWNED_BY", "in", "Deployment"),), PROD))
    assert {(tuple(sorted(n.kinds)), n.within.cluster) for n in asked if n.asked and not n.rules} == {
        (("Deployment",), ("prod",)),
    }
    assert {rule for n in asked for rule in n.rules} == {"owner/k8s", "people"}
