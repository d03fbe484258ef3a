"""A small estate, written as the graph lays it out, for the tests of queries: two clusters, two accounts, what a team owns, and gaps."""

import os
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graph.connect import open_store
from graph.encoding import labels_of
from graph.scope import held_by
from graph.store import Statement, Store

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SEEN = NOW - timedelta(minutes=20)
FIRST = NOW - timedelta(days=30)


def node(kind: str, uid: str, name: str, **fields: Any) -> Statement:
    """One record as the graph holds it."""
    labels = ":".join(labels_of(kind, gone="goneAt" in fields))
    held = {
        "uid": uid,
        "kind": kind,
        "name": name,
        "firstSeen": FIRST,
        "observedAt": SEEN,
        "changedAt": FIRST,
    }
    return f"CREATE (n:{labels}) SET n = $held", {"held": held | fields}


def edge(source: str, relation: str, target: str, **fields: Any) -> Statement:
    """One relation as the graph holds it."""
    return (
        f"MATCH (a:Record {{uid: $a}}), (b:Record {{uid: $b}}) CREATE (a)-[r:{relation}]->(b) SET r = $held",
        {"a": source, "b": target, "held": {"firstSeen": FIRST, "observedAt": SEEN} | fields},
    )


def deployment(cluster: str, namespace: str, name: str, **fields: Any) -> Statement:
    """A deployment by its place and name."""
    uid = f"k8s://{cluster}/apps/Deployment/{namespace}/{name}"
    return node("Deployment", uid, name, cluster=cluster, namespace=namespace, **fields)


def pod(cluster: str, namespace: str, name: str, **fields: Any) -> Statement:
    """A pod by its place and name."""
    uid = f"k8s://{cluster}//Pod/{namespace}/{name}"
    return node("Pod", uid, name, cluster=cluster, namespace=namespace, **fields)


def instance(number: int, state: str, **fields: Any) -> Statement:
    """An EC2 instance of the account prod."""
    name = f"i-0a1b2c3d4e5f6071{number}"
    uid = f"arn:aws:ec2:eu-west-1:012345671234:instance/{name}"
    place = {"account": "012345671234", "region": "eu-west-1"}
    return node("EC2Instance", uid, f"batch-{number}", instanceId=name, state=state, **place | fields)


def database(name: str, **fields: Any) -> Statement:
    """An RDS instance of the account prod."""
    place = {"account": "012345671234", "region": "eu-west-1"}
    return node("RDSInstance", f"arn:aws:rds:eu-west-1:012345671234:db:{name}", name, **place | fields)


def scope(source: str, kinds: list[str], outcome: str = "complete", **place: Any) -> Statement:
    """A scope and how its last look ended."""
    where = {
        k: v for k, v in place.items() if k in ("account", "region", "cluster", "namespace", "repository")
    }
    words = " ".join((source, *where.values(), *kinds[:1]))
    rest = {k: v for k, v in place.items() if k not in where}
    complete = {} if outcome == "denied" else {"completeAt": SEEN}
    held = {
        "source": source,
        "kinds": kinds,
        "holds": held_by(kinds),
        "words": words,
        "outcome": outcome,
        "triedAt": SEEN,
        "since": SEEN,
    }
    return node("Scope", f"scope://{words.replace(' ', '/')}", words, **held | complete | where | rest)


RULES = (
    "people",
    "hosts",
    "uses",
    "application",
    "repository",
    "owner/aws",
    "owner/k8s",
    "owner/code",
    "owner/application",
    "managed/aws",
    "managed/k8s",
    "managed/application",
)


def rule(name: str, outcome: str = "complete") -> Statement:
    """The scope of a rule."""
    held = {"source": "rules", "kinds": [], "words": f"rules: {name}", "outcome": outcome, "completeAt": SEEN}
    return node("Scope", f"scope://rules/{name}", f"rules: {name}", **held)


CHECKOUT = "k8s://prod/apps/Deployment/shop/checkout-api"
CART = "k8s://prod/apps/Deployment/shop/cart-api"
STAGING = "k8s://staging/apps/Deployment/shop/checkout-api"
SHOP = "application://part-of/shop"
ORDERS = "arn:aws:rds:eu-west-1:012345671234:db:orders-db"
PAYMENTS = "team://payments"
REPOSITORY = "repo://github.com/acme/checkout"
NODE = "k8s://prod//Node//node-1"
CLUSTER_KINDS = [
    "Deployment",
    "Pod",
    "Node",
    "Namespace",
    "Service",
    "Ingress",
    "StatefulSet",
    "DaemonSet",
    "Job",
    "CronJob",
]


def estate() -> list[Statement]:
    """Everything, in an order that can be written."""
    place = {"cluster": "prod", "namespace": "shop"}
    kept = [
        node(
            "AWSAccount", "aws://account/012345671234", "prod", account="012345671234", configuredName="prod"
        ),
        node("AWSAccount", "aws://account/998877665544", "dev", account="998877665544", configuredName="dev"),
        node("Team", PAYMENTS, "payments", members=6),
        node("Team", "team://storefront", "storefront", members=4, aliases=["front", "@acme/storefront"]),
        node("Repository", REPOSITORY, "acme/checkout", url="https://github.com/acme/checkout"),
        node("Application", SHOP, "shop", cluster="prod", namespace="shop", ownership="owned"),
        node(
            "Application",
            "application://label/edge",
            "edge",
            cluster="prod",
            namespace="edge",
            ownership="unowned",
        ),
        node(
            "Application",
            "application://label/misc",
            "misc",
            cluster="prod",
            namespace="misc",
            ownership="unknown",
        ),
        node(
            "Application",
            "application://label/lab",
            "lab",
            cluster="prod",
            namespace="lab",
            ownership="unowned on purpose",
        ),
        node("Node", NODE, "node-1", cluster="prod", ready=True, internalIp="10.0.0.7"),
        deployment(
            "prod",
            "shop",
            "checkout-api",
            changedAt=NOW - timedelta(hours=2),
            replicas=3,
            readyReplicas=2,
            tags=["team=payments", "tier=web"],
            images=["registry.acme.io/shop/checkout:v1.4.2"],
        ),
        deployment("prod", "shop", "cart-api", replicas=5, readyReplicas=5, tags=["team=storefront"]),
        deployment("prod", "edge", "legacy-proxy", replicas=1, tags=[]),
        deployment("staging", "shop", "checkout-api", replicas=1, readyReplicas=1),
        pod("prod", "shop", "checkout-1", phase="Running", ready=True, restarts=0, podIp="10.244.3.17"),
        pod("prod", "shop", "checkout-2", phase="Running", ready=False, restarts=41),
        pod("prod", "shop", "checkout-3", phase="Succeeded", ready=False, restarts=0),
        pod("prod", "shop", "cart-1", phase="Running", ready=True, restarts=12),
        pod(
            "prod",
            "shop",
            "cart-0",
            phase="Running",
            ready=True,
            goneAt=NOW - timedelta(hours=3),
            goneReason="missing",
        ),
        instance(1, "running", launchedAt=NOW - timedelta(days=200), vcpus=8),
        instance(2, "running", launchedAt=NOW - timedelta(days=4), vcpus=2),
        instance(3, "stopped", launchedAt=NOW - timedelta(days=90)),
        instance(4, "terminated", goneAt=NOW - timedelta(hours=1), goneReason="terminated"),
        database(
            "orders-db",
            engine="postgres",
            engineVersion="14.7",
            backedUp=True,
            multiAz=True,
            encrypted=True,
            allocatedStorageGiB=500,
        ),
        database(
            "reports-db",
            engine="mysql",
            engineVersion="8.0.36",
            backedUp=False,
            encrypted=False,
            allocatedStorageGiB=120,
        ),
        database("old-db", engine="postgres", engineVersion="9.6.24", allocatedStorageGiB=120),
    ]
    related = [
        edge(CHECKOUT, "PART_OF", SHOP),
        edge(CART, "PART_OF", SHOP),
        edge(SHOP, "OWNED_BY", PAYMENTS, confidence=0.9, rule="catalogue", basis=[SHOP]),
        edge(CART, "OWNED_BY", "team://storefront", confidence=0.62, rule="commit-history", basis=[CART]),
        edge(CHECKOUT, "DEPENDS_ON", ORDERS, confidence=0.8, rule="endpoint", basis=[CHECKOUT]),
        edge(CHECKOUT, "BUILT_FROM", REPOSITORY, confidence=0.35, rule="name-likeness", basis=[CHECKOUT]),
        *(edge(f"k8s://prod//Pod/shop/checkout-{n}", "PART_OF", CHECKOUT) for n in (1, 2, 3)),
        *(edge(f"k8s://prod//Pod/shop/checkout-{n}", "RUNS_ON", NODE) for n in (1, 2)),
        edge("k8s://prod//Pod/shop/cart-1", "PART_OF", CART),
        edge("k8s://prod//Pod/shop/cart-1", "RUNS_ON", NODE),
        edge("k8s://prod//Pod/shop/cart-0", "PART_OF", CART, goneAt=NOW - timedelta(hours=3)),
    ]
    return [*kept, *related, *networks(), *history(place), *scopes()]


def networks() -> list[Statement]:
    """What two workloads need of each other, so that there is a ring; and a candidate owner that lost."""
    return [
        deployment("prod", "ring", "left", replicas=1),
        deployment("prod", "ring", "right", replicas=1),
        edge("k8s://prod/apps/Deployment/ring/left", "DEPENDS_ON", "k8s://prod/apps/Deployment/ring/right"),
        edge("k8s://prod/apps/Deployment/ring/right", "DEPENDS_ON", "k8s://prod/apps/Deployment/ring/left"),
        node(
            "Ownership",
            "ownership://cart-api->team://growth",
            "cart-api → growth",
            subject="cart-api",
            owner="growth",
            standing="competing",
        ),
        edge("ownership://cart-api->team://growth", "OWNERSHIP_OF", CART),
        node(
            "DynamoDBTable",
            "arn:aws:dynamodb:eu-west-1:012345671234:table/sessions",
            "sessions",
            account="012345671234",
            region="eu-west-1",
            status="ACTIVE",
            pointInTimeRecovery=False,
        ),
        node("Person", "person://maria", "maria", login="maria"),
    ]


def history(place: Mapping[str, str]) -> list[Statement]:
    """Two changes of one deployment."""
    of = {"subject": "checkout-api", "subjectKind": "Deployment", "subjectUid": CHECKOUT, **place}
    told = {"action": "modified", "field": "replicas", "before": "5", "after": "3", "actor": "maria"}
    rolled = {
        "action": "modified",
        "field": "image",
        "before": "checkout:v1",
        "after": "checkout:v2",
        "actor": "bot",
    }
    return [
        node(
            "Change", "change://1", "checkout-api replicas changed", at=NOW - timedelta(hours=21), **of | told
        ),
        node(
            "Change", "change://2", "checkout-api image changed", at=NOW - timedelta(hours=2), **of | rolled
        ),
        edge("change://1", "CHANGE_OF", CHECKOUT),
        edge("change://2", "CHANGE_OF", CHECKOUT),
    ]


def scopes() -> list[Statement]:
    """What was read, and one that was not."""
    aws = ["EC2Instance", "RDSInstance", "S3Bucket"]
    return [
        *(scope("k8s", [kind], cluster="prod") for kind in CLUSTER_KINDS),
        *(scope("k8s", [kind], cluster="staging") for kind in CLUSTER_KINDS),
        *(scope("aws", [kind], account="012345671234", region="eu-west-1") for kind in aws),
        scope("aws", ["EC2Instance"], account="998877665544", region="eu-west-1"),
        scope(
            "aws",
            ["S3Bucket"],
            "denied",
            account="998877665544",
            region="eu-central-1",
            reason="AccessDenied",
        ),
        scope("aws", ["EC2Instance"], "not offered", account="998877665544", region="eu-central-1"),
        scope(
            "code", ["Repository", "OwnershipRule", "CatalogEntity"], repository="github.com/acme/checkout"
        ),
        *(rule(name) for name in RULES),
    ]


NEO4J_URL = os.environ.get("ALETHEIA_TEST_NEO4J_URL", "")
WHOLE = "estate://whole"
_STORES = [
    "embedded",
    pytest.param(
        "neo4j",
        marks=[
            pytest.mark.neo4j,
            pytest.mark.xdist_group("neo4j"),
            pytest.mark.skipif(not NEO4J_URL, reason="ALETHEIA_TEST_NEO4J_URL names no Neo4j"),
        ],
    ),
]


@pytest.fixture(params=_STORES)
def estate_store(
    request: pytest.FixtureRequest, _open_stores: dict[str, Store], embedded_home: Path
) -> Store:
    """A store that holds the estate, for tests that only read: written once, and again when another test has wiped it."""
    name: str = request.param
    if name not in _open_stores:
        url = "embedded:" if name == "embedded" else NEO4J_URL
        _open_stores[name] = open_store(url, home=embedded_home)
        _open_stores[name].prepare()
    store = _open_stores[name]
    if not store.read("MATCH (n:Record {uid: $uid}) RETURN n.uid AS uid", {"uid": WHOLE}):
        mark = ("CREATE (n:Record {uid: $uid})", {"uid": WHOLE})
        store.write([("MATCH (n) DETACH DELETE n", {}), *estate(), mark])
    return store
