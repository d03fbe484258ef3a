"""A small estate, observed into a real graph once for all tests of the assistant: what it holds is plain data.

Expected answers are computed from this data by the tests, never by the product.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from graph.connect import open_store
from graph.record import Inference, Record, Relation, Uid
from graph.scope import Outcome, Reading, Scope
from graph.store import Store
from graph.writer import observe

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
EARLIER = NOW - timedelta(days=3)
SEEN = NOW - timedelta(minutes=20)
PROD, DEV = "012345671234", "998877665544"
REGION = "eu-west-1"


def _days(count: float) -> datetime:
    return NOW - timedelta(days=count)


def _instance(
    name: str, number: int, state: str, size: str, launched: datetime, **more: object
) -> dict[str, object]:
    identifier = f"i-0a1b2c3d4e5f6071{number}"
    return {
        "kind": "EC2Instance",
        "uid": f"arn:aws:ec2:{REGION}:{PROD}:instance/{identifier}",
        "name": name,
        "account": PROD,
        "region": REGION,
        "instanceId": identifier,
        "state": state,
        "instanceType": size,
        "launchedAt": launched,
        **more,
    }


def _database(
    name: str, engine: str, version: str, size: int, *, encrypted: bool, backups: int, **more: object
) -> dict[str, object]:
    return {
        "kind": "RDSInstance",
        "uid": f"arn:aws:rds:{REGION}:{PROD}:db:{name}",
        "name": name,
        "account": PROD,
        "region": REGION,
        "engine": engine,
        "engineVersion": version,
        "allocatedStorageGiB": size,
        "encrypted": encrypted,
        "multiAz": encrypted,
        "publiclyAccessible": False,
        "backupRetentionDays": backups,
        "backedUp": backups > 0,
        "status": "available",
        "createdAt": _days(400),
        **more,
    }


def _bucket(name: str, *, public: bool, encrypted: bool, **tags: str) -> dict[str, object]:
    return {
        "kind": "S3Bucket",
        "uid": f"arn:aws:s3:::{name}",
        "name": name,
        "account": PROD,
        "region": REGION,
        "public": public,
        "encrypted": encrypted,
        "versioning": "Enabled" if encrypted else "Disabled",
        "tags": tags,
    }


def _volume(number: int, size: int, state: str, *, encrypted: bool) -> dict[str, object]:
    identifier = f"vol-0a1b2c3d4e5f6072{number}"
    return {
        "kind": "Volume",
        "uid": f"arn:aws:ec2:{REGION}:{PROD}:volume/{identifier}",
        "name": identifier,
        "account": PROD,
        "region": REGION,
        "volumeId": identifier,
        "sizeGiB": size,
        "state": state,
        "encrypted": encrypted,
        "createdAt": _days(30 * number),
    }


def _k8s(
    kind: str, group: str, cluster: str, namespace: str, name: str, **fields: object
) -> dict[str, object]:
    held: dict[str, object] = {
        "kind": kind,
        "uid": f"k8s://{cluster}/{group}/{kind}/{namespace}/{name}",
        "name": name,
        "cluster": cluster,
        **fields,
    }
    return held | ({"namespace": namespace} if namespace else {})


def _deployment(
    cluster: str, namespace: str, name: str, replicas: int, ready: int, tag: str, **more: object
) -> dict[str, object]:
    return _k8s(
        "Deployment",
        "apps",
        cluster,
        namespace,
        name,
        replicas=replicas,
        readyReplicas=ready,
        ready=replicas == ready,
        image=f"registry.acme.io/{namespace}/{name}:{tag}",
        createdAt=_days(200),
        **more,
    )


def _pod(
    cluster: str, namespace: str, name: str, phase: str, restarts: int, *, ready: bool, **more: object
) -> dict[str, object]:
    return _k8s("Pod", "", cluster, namespace, name, phase=phase, restarts=restarts, ready=ready, **more)


ESTATE: list[dict[str, object]] = [
    {
        "kind": "AWSAccount",
        "uid": f"aws://account/{PROD}",
        "name": "prod",
        "account": PROD,
        "accountId": PROD,
        "configuredName": "prod",
    },
    {
        "kind": "AWSAccount",
        "uid": f"aws://account/{DEV}",
        "name": "dev",
        "account": DEV,
        "accountId": DEV,
        "configuredName": "dev",
    },
    _instance(
        "batch-1", 1, "running", "m5.large", _days(200), privateIp="10.20.30.41", tags={"team": "payments"}
    ),
    _instance(
        "batch-2", 2, "running", "t3.micro", _days(4), privateIp="10.20.30.42", tags={"team": "storefront"}
    ),
    _instance("batch-3", 3, "stopped", "t3.micro", _days(90)),
    _instance("gateway", 4, "running", "m5.large", _days(10), tags={"team": "payments", "env": "prod"}),
    _database("orders-db", "postgres", "14.7", 500, encrypted=True, backups=14),
    _database("reports-db", "mysql", "8.0.36", 120, encrypted=False, backups=0),
    _database("ledger-db", "postgres", "15.4", 300, encrypted=True, backups=7),
    _bucket("acme-exports", public=True, encrypted=True, team="payments"),
    _bucket("acme-logs", public=False, encrypted=True, team="platform"),
    _bucket("acme-tmp", public=False, encrypted=False),
    _volume(1, 100, "in-use", encrypted=True),
    _volume(2, 500, "available", encrypted=False),
    _volume(3, 20, "in-use", encrypted=False),
    _k8s("KubernetesCluster", "", "prod", "", "prod", version="v1.31.4"),
    _k8s("KubernetesCluster", "", "staging", "", "staging", version="v1.30.2"),
    *(_k8s("Namespace", "", "prod", "", n) for n in ("shop", "media", "payments", "batch-jobs")),
    _k8s("Namespace", "", "staging", "", "shop"),
    _k8s("Node", "", "prod", "", "node-1", ready=True, internalIp="10.0.0.7", kubeletVersion="v1.31.4"),
    _k8s("Node", "", "prod", "", "node-2", ready=False, internalIp="10.0.0.8", kubeletVersion="v1.29.9"),
    _deployment("prod", "shop", "checkout-api", 3, 2, "v1.4.2", tags={"team": "payments"}),
    _deployment("prod", "shop", "cart-api", 5, 5, "v2.0.0", tags={"team": "storefront"}),
    _deployment("prod", "media", "img-resize", 0, 0, "v0.9.4"),
    _deployment("prod", "payments", "ledger", 2, 2, "v3.1.0", tags={"team": "payments"}),
    _deployment("staging", "shop", "checkout-api", 1, 1, "v1.5.0-rc1"),
    _pod("prod", "shop", "checkout-api-1", "Running", 0, ready=True, podIp="10.244.3.17"),
    _pod("prod", "shop", "checkout-api-2", "Running", 41, ready=False, lastTerminationReason="OOMKilled"),
    _pod("prod", "shop", "cart-api-1", "Running", 2, ready=True),
    _pod("prod", "media", "img-resize-1", "Pending", 0, ready=False),
    _pod("prod", "payments", "ledger-1", "Running", 12, ready=True),
    _pod("staging", "shop", "checkout-api-1", "Running", 1, ready=True),
    _k8s("CronJob", "batch", "prod", "batch-jobs", "nightly-export", suspended=True, schedule="0 2 * * *"),
    _k8s("CronJob", "batch", "prod", "batch-jobs", "hourly-sync", suspended=False, schedule="0 * * * *"),
    {"kind": "Team", "uid": "team://payments", "name": "payments", "members": 6},
    {"kind": "Team", "uid": "team://storefront", "name": "storefront", "members": 4},
    {"kind": "Team", "uid": "team://platform", "name": "platform", "members": 3},
    {
        "kind": "Repository",
        "uid": "repo://github.com/acme/checkout",
        "name": "acme/checkout",
        "url": "https://github.com/acme/checkout",
    },
]
"""Every record but those that rules make."""

CHECKOUT = "k8s://prod/apps/Deployment/shop/checkout-api"
CART = "k8s://prod/apps/Deployment/shop/cart-api"
LEDGER = "k8s://prod/apps/Deployment/payments/ledger"
STAGING = "k8s://staging/apps/Deployment/shop/checkout-api"
ORDERS = f"arn:aws:rds:{REGION}:{PROD}:db:orders-db"
LEDGER_DB = f"arn:aws:rds:{REGION}:{PROD}:db:ledger-db"
NODE = "k8s://prod//Node//node-1"

RELATIONS: list[tuple[str, str, str, float | None]] = [
    ("DEPENDS_ON", CHECKOUT, ORDERS, 0.8),
    ("DEPENDS_ON", CHECKOUT, CART, 0.7),
    ("DEPENDS_ON", LEDGER, LEDGER_DB, 0.9),
    ("OWNED_BY", CHECKOUT, "team://payments", 0.95),
    ("OWNED_BY", LEDGER, "team://payments", 0.95),
    ("OWNED_BY", ORDERS, "team://payments", 0.9),
    ("BUILT_FROM", CHECKOUT, "repo://github.com/acme/checkout", 0.9),
    ("PART_OF", "k8s://prod//Pod/shop/checkout-api-1", CHECKOUT, None),
    ("PART_OF", "k8s://prod//Pod/shop/checkout-api-2", CHECKOUT, None),
    ("PART_OF", "k8s://prod//Pod/shop/cart-api-1", CART, None),
    ("RUNS_ON", "k8s://prod//Pod/shop/checkout-api-1", NODE, None),
    ("RUNS_ON", "k8s://prod//Pod/shop/cart-api-1", NODE, None),
]
"""Relations by type, source, target and, where inferred, confidence."""

OWNERSHIPS = [
    ("checkout-api", CHECKOUT, "payments", "label", 1, False),
    ("cart-api", CART, "storefront", "label", 1, True),
    ("cart-api", CART, "payments", "catalogue", 1, True),
]
"""Candidates of owners: subject, its uid, owner, method, rank, conflict."""

_PLACES = ("account", "region", "cluster")
_RULED = {"OWNED_BY", "DEPENDS_ON", "BUILT_FROM"}
_ORGANISED = {"Team", "Repository"}


def _record(held: dict[str, object]) -> Record:
    fields = {k: v for k, v in held.items() if k not in ("kind", "uid", "name")}
    return Record(Uid(str(held["uid"])), str(held["kind"]), str(held["name"]), fields)  # type: ignore[arg-type]


def _scope(
    kind: str, source: str, outcome: Outcome, records: list[dict[str, object]], **place: str
) -> Reading:
    words = " ".join((source, *place.values(), kind))
    scope = Scope(f"scope://{words.replace(' ', '/')}", source, (kind,), words, place)
    uids = {r["uid"] for r in records}
    relations = tuple(
        Relation(t, Uid(a), Uid(b)) for t, a, b, sure in RELATIONS if sure is None and a in uids
    )
    reason = "" if outcome is Outcome.COMPLETE else "AccessDenied"
    return Reading(scope, outcome, tuple(_record(r) for r in records), relations, reason=reason)


def _readings(estate: list[dict[str, object]]) -> Iterator[Reading]:
    """A scope for each kind in each place, as the collectors have them."""
    groups: dict[tuple[str, str, tuple[tuple[str, str], ...]], list[dict[str, object]]] = {}
    for held in estate:
        source = "code" if held["kind"] in _ORGANISED else "k8s" if "cluster" in held else "aws"
        place = tuple((p, str(held[p])) for p in _PLACES if p in held)
        groups.setdefault((str(held["kind"]), source, place), []).append(held)
    for kind in ("Deployment", "Pod", "CronJob", "Node"):
        groups.setdefault((kind, "k8s", (("cluster", "staging"),)), [])
    for (kind, source, place), held in groups.items():
        yield _scope(kind, source, Outcome.COMPLETE, held, **dict(place))
    yield _scope("Pod", "k8s", Outcome.DENIED, [], cluster="edge-lab")
    yield _scope("SQSQueue", "aws", Outcome.COMPLETE, [], account=PROD, region=REGION)
    yield _scope("S3Bucket", "aws", Outcome.DENIED, [], account=DEV, region="eu-central-1")


def _rules() -> Iterator[Reading]:
    """What rules make: candidates of owners, and inferred relations."""
    records = tuple(
        Record(
            Uid(f"ownership://{subject}->{owner}"),
            "Ownership",
            f"{subject} → {owner}",
            {
                "subject": subject,
                "subjectKind": "Deployment",
                "owner": owner,
                "cluster": "prod",
                "namespace": "shop",
                "method": method,
                "rank": rank,
                "conflict": conflict,
                "standing": "chosen" if not conflict else "competing",
            },
            Inference(method, 0.9, (Uid(uid),)),
        )
        for subject, uid, owner, method, rank, conflict in OWNERSHIPS
    )
    pointing = [
        Relation("OWNERSHIP_OF", Uid(f"ownership://{s}->{o}"), Uid(u), Inference(m, 0.9))
        for s, u, o, m, _, _ in OWNERSHIPS
    ]
    inferred = [
        Relation(t, Uid(a), Uid(b), Inference("test", sure))
        for t, a, b, sure in RELATIONS
        if sure is not None
    ]
    names = (
        "owners",
        "uses",
        "hosts",
        "repositories",
        "applications",
        "people",
        "application",
        "teams",
        "managed",
    )
    for name in names:
        scope = Scope(
            f"scope://rules/{name}",
            "rules",
            ("Ownership", "CodeMapping", "Application"),
            f"rules {name}",
            {"rule": name},
        )
        own = name == "owners"
        yield Reading(
            scope,
            Outcome.COMPLETE,
            records if own else (),
            (*pointing, *inferred) if own else (),
        )


def _as_it_was(estate: list[dict[str, object]]) -> list[dict[str, object]]:
    """Three days ago checkout-api ran another image and cart-api had fewer replicas."""
    before = {
        CHECKOUT: {"image": "registry.acme.io/shop/checkout-api:v1.4.1"},
        CART: {"replicas": 3, "readyReplicas": 3},
    }
    return [held | before.get(str(held["uid"]), {}) for held in estate]


@pytest.fixture(scope="session")
def observed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The estate in a graph of its own, as two looks three days apart left it."""
    store = open_store("embedded:", home=tmp_path_factory.mktemp("observed"))
    store.prepare()
    observe(store, [*_readings(_as_it_was(ESTATE)), *_rules()], at=EARLIER)
    observe(store, [*_readings(ESTATE), *_rules()], at=SEEN)
    yield store
    store.close()


@pytest.fixture
def now() -> datetime:
    """The time of every question."""
    return NOW


@pytest.fixture
def records() -> list[dict[str, object]]:
    """The estate as plain data."""
    return ESTATE
