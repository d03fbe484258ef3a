"""Twenty typed queries of all forms over a made estate, with what each takes: the median and the 99th percentile.

    python benchmarks/queries.py [--small] [--records 1000000] [--url bolt://…] [--keep] [--runs 50]

Needs a Neo4j that may be wiped (ALETHEIA_TEST_NEO4J_URL, or --url). Targets at a million records: 50 ms at the 99th
percentile for ordinary questions, 500 ms for aggregates over the whole estate. Give the server a page cache that holds
the store (2 GB): with half of it a scan of a cluster takes twice as long. What lies in one place is written together,
as scans write it. Figures depend on the machine, so each is shown as well as a ratio to the plainest lookup there is:
one record by its uid.
"""

import argparse
import os
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).parent.parent))

from graph.connect import open_store
from graph.errors import TimedOut
from graph.kinds import KINDS
from graph.query import (
    Aggregate,
    Analysis,
    Column,
    CompareRecords,
    CoverageOf,
    Describe,
    Find,
    History,
    Impact,
    Measure,
    Op,
    Order,
    Query,
    Related,
    Where,
    Window,
    Within,
)
from graph.query import (
    Path as Way,
)
from graph.record import Uid
from graph.retrieval import near, resolve, retrieve
from graph.schema import constraints
from graph.store import Store

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SEEN, FIRST = NOW - timedelta(minutes=20), NOW - timedelta(days=90)
BATCH = 5_000
TIMES = {"firstSeen": FIRST, "observedAt": SEEN, "changedAt": FIRST}
SHARES = {
    "Pod": 0.40,
    "Deployment": 0.10,
    "Service": 0.10,
    "ConfigMap": 0.10,
    "Change": 0.10,
    "EC2Instance": 0.05,
    "Volume": 0.05,
    "Ownership": 0.05,
    "RDSInstance": 0.01,
    "S3Bucket": 0.01,
    "Application": 0.01,
    "Node": 0.01,
    "Repository": 0.01,
}
TEAMS, CLUSTERS, NAMESPACES, ACCOUNTS = 200, 20, 50, 20
REGIONS = ("eu-west-1", "eu-central-1", "us-east-1", "us-west-2", "ap-south-1")

Row = dict[str, object]
T = TypeVar("T")


@dataclass(frozen=True)
class Sizes:
    """How many of each kind there are."""

    records: int

    def of(self, kind: str) -> int:
        """The number of that kind."""
        return max(1, int(self.records * SHARES[kind]))


def uid(kind: str, number: int) -> str:
    """A uid of the shape that its kind has."""
    if kind in ("EC2Instance", "Volume", "RDSInstance", "S3Bucket"):
        return f"arn:aws:x:{region(number)}:{account(number)}:{kind.lower()}/i-{number:017x}"
    if kind in ("Pod", "Deployment", "Service", "ConfigMap", "Node"):
        return f"k8s://{cluster(number)}/g/{kind}/{namespace(number)}/{kind.lower()}-{number}"
    return f"{kind.lower()}://{number}"


def cluster(number: int) -> str:
    """A record's cluster."""
    return f"cluster-{number % CLUSTERS}"


def namespace(number: int) -> str:
    """A record's namespace."""
    return f"ns-{number // CLUSTERS % NAMESPACES}"


def account(number: int) -> str:
    """A record's account."""
    return f"{number % ACCOUNTS:012d}"


def region(number: int) -> str:
    """A record's region."""
    return REGIONS[number // ACCOUNTS % len(REGIONS)]


def tags(number: int) -> list[str]:
    """Two of three name their team."""
    return [f"team=team-{number % TEAMS}"] if number % 3 else []


def change(number: int) -> Row:
    """Of ninety days, one a minute; the same minute again when they are over."""
    return {
        "at": NOW - timedelta(minutes=number % 129_600),
        "action": ("modified", "created", "deleted")[number % 3],
        "field": "replicas",
        "before": "2",
        "after": "3",
        "subject": f"deployment-{number}",
        "subjectKind": "Deployment",
        "subjectUid": uid("Deployment", number),
    }


OWN: dict[str, Callable[[int], Row]] = {
    "Pod": lambda n: {
        "phase": ("Running", "Running", "Running", "Pending", "Succeeded")[n % 5],
        "ready": n % 7 != 0,
        "restarts": n % 53 if n % 11 == 0 else 0,
        "podIp": f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}",
    },
    "Deployment": lambda n: {
        "ownership": "unowned" if n % 2 else "owned",
        "replicas": n % 9,
        "readyReplicas": n % 9,
        "tags": tags(n),
    },
    "EC2Instance": lambda n: {
        "state": ("running", "running", "stopped")[n % 3],
        "instanceId": f"i-{n:017x}",
        "launchedAt": NOW - timedelta(days=n % 700),
        "instanceType": f"m{n % 6}.large",
        "tags": tags(n),
    },
    "Volume": lambda n: {"encrypted": n % 4 != 0, "sizeGiB": 8 + n % 500, "tags": tags(n)},
    "RDSInstance": lambda n: {
        "engine": ("postgres", "mysql")[n % 2],
        "engineVersion": f"{9 + n % 8}.{n % 20}",
        "encrypted": n % 5 != 0,
        "allocatedStorageGiB": 20 + n % 900,
    },
    "S3Bucket": lambda n: {"public": n % 50 == 0, "encrypted": True},
    "Application": lambda n: {"ownership": "owned" if n % 4 else "unowned"},
    "Change": change,
    "Ownership": lambda n: {
        "subject": f"deployment-{n}",
        "owner": f"team-{n % TEAMS}",
        "standing": "competing",
    },
}
"""The fields that the queries look at, by kind."""


def place(kind: str, number: int) -> Row:
    """Where it lies."""
    if kind in ("EC2Instance", "Volume", "RDSInstance", "S3Bucket"):
        return {"account": account(number), "region": region(number)}
    if kind in ("Repository", "Ownership", "Team"):
        return {}
    return {"cluster": cluster(number), "namespace": namespace(number)}


def where_it_lies(number: int) -> int:
    """The number of its cluster or account."""
    return number % CLUSTERS


def nodes(kind: str, number: int) -> Iterator[Row]:
    """So many records of the kind, without the times that all have; place by place, as scans write them."""
    own = OWN.get(kind, lambda _: {})
    for n in sorted(range(number), key=where_it_lies):
        held: Row = {"uid": uid(kind, n), "kind": kind, "name": f"{kind.lower()}-{n}"}
        yield {**held, "scope": f"scope://{kind}/{n % 200}", **place(kind, n), **own(n)}


def relations(sizes: Sizes) -> Iterator[tuple[str, str, str, Iterator[tuple[int, int]]]]:
    """(source kind, type, target kind, pairs of numbers)."""
    pods, apps, hosts = sizes.of("Deployment"), sizes.of("Application"), sizes.of("Node")
    databases, machines = sizes.of("RDSInstance"), sizes.of("EC2Instance")
    yield "Pod", "PART_OF", "Deployment", ((n, n % pods) for n in range(sizes.of("Pod")))
    yield "Pod", "RUNS_ON", "Node", ((n, n % hosts) for n in range(sizes.of("Pod")))
    yield "Pod", "DEPENDS_ON", "ConfigMap", ((n, n % sizes.of("ConfigMap")) for n in range(sizes.of("Pod")))
    yield "Deployment", "PART_OF", "Application", ((n, n % apps) for n in range(pods))
    yield "Deployment", "DEPENDS_ON", "RDSInstance", ((n, n % databases) for n in range(pods))
    yield "Deployment", "BUILT_FROM", "Repository", ((n, n % sizes.of("Repository")) for n in range(pods))
    yield "Deployment", "OWNED_BY", "Team", ((n, n % TEAMS) for n in range(0, pods, 2))
    yield "Service", "ROUTES_TO", "Deployment", ((n, n % pods) for n in range(sizes.of("Service")))
    yield "Application", "OWNED_BY", "Team", ((n, n % TEAMS) for n in range(apps) if n % 4)
    yield "Volume", "ATTACHED_TO", "EC2Instance", ((n, n % machines) for n in range(sizes.of("Volume")))
    yield "Change", "CHANGE_OF", "Deployment", ((n, n % pods) for n in range(sizes.of("Change")))
    yield "Ownership", "OWNERSHIP_OF", "Deployment", ((n, n % pods) for n in range(sizes.of("Ownership")))
    yield "Ownership", "NAMES", "Team", ((n, n % TEAMS) for n in range(sizes.of("Ownership")))


def scopes() -> Iterator[Row]:
    """A scope for each kind in each place, one in a hundred of them denied."""
    clusters = [{"cluster": f"cluster-{c}", "source": "k8s"} for c in range(CLUSTERS)]
    accounts = [
        {"account": f"{a:012d}", "region": r, "source": "aws"} for a in range(ACCOUNTS) for r in REGIONS
    ]
    for kind, declared in KINDS.items():
        places: list[dict[str, str]] = []
        places = (
            clusters
            if declared.field("cluster")
            else accounts
            if declared.field("account")
            else [{"source": "code"}]
        )
        for place in places:
            words = " ".join((place["source"], *(v for k, v in place.items() if k != "source"), kind))
            outcome = "denied" if hash(words) % 100 == 0 else "complete"
            times = {"completeAt": SEEN, "triedAt": SEEN, "since": FIRST}
            yield (
                {
                    "uid": f"scope://{words}",
                    "kind": "Scope",
                    "kinds": [kind],
                    "holds": kind,
                    "words": words,
                    "outcome": outcome,
                }
                | place
                | times
            )


def batches(rows: Iterator[T]) -> Iterator[list[T]]:
    """The rows in batches."""
    held: list[T] = []
    for row in rows:
        held.append(row)
        if len(held) == BATCH:
            yield held
            held = []
    if held:
        yield held


def load(store: Store, sizes: Sizes) -> None:
    """Writes the estate by UNWIND; the writer's own care is not what is measured here.

    Only the unique constraint stands while it is written: the indexes are made of all of it at once, which is far quicker.
    """
    empty(store)
    for statement in constraints():
        store.write([(statement, {})])
    made = [(kind, nodes(kind, sizes.of(kind))) for kind in SHARES]
    made += [("Team", nodes("Team", TEAMS)), ("Scope", scopes())]
    for kind, rows in made:
        labels = ":".join(("Record", kind, *KINDS[kind].categories))
        for batch in batches(rows):
            store.write(
                [
                    (
                        f"UNWIND $rows AS row CREATE (n:{labels}) SET n = row, n += $times",
                        {"rows": batch, "times": TIMES},
                    )
                ]
            )
    for source, relation, target, pairs in relations(sizes):
        join = (
            f"UNWIND $rows AS row MATCH (a:Record {{uid: row[0]}}), (b:Record {{uid: row[1]}}) "
            f"CREATE (a)-[:{relation} {{observedAt: $seen, firstSeen: $first, confidence: 1.0}}]->(b)"
        )
        placed = sorted(pairs, key=lambda pair: where_it_lies(pair[0]))
        for batch in batches([uid(source, a), uid(target, b)] for a, b in placed):
            store.write([(join, {"rows": batch, "seen": SEEN, "first": FIRST})])
    store.prepare()


def empty(store: Store) -> None:
    """Takes everything out, and the indexes with it."""
    for row in store.read("SHOW INDEXES YIELD name, type, owningConstraint WHERE type <> 'LOOKUP' RETURN *"):
        sort = "CONSTRAINT" if row["owningConstraint"] else "INDEX"
        store.write([(f"DROP {sort} {row['name']} IF EXISTS", {})])
    while store.write([("MATCH (n) WITH n LIMIT 5000 DETACH DELETE n RETURN count(*) AS gone", {})])[0][0][
        "gone"
    ]:
        pass


COUNT = Aggregate(Measure.COUNT)
PLACE = Within(cluster=("cluster-3",), namespace=("ns-7",))
CLUSTER = Within(cluster=("cluster-3",))
ACCOUNT = Within(account=(f"{3:012d}",), region=("eu-west-1",))


def ordinary() -> dict[str, Query]:
    """Questions about a place, a team or a record."""
    deployment, database, pod = (Uid(uid(k, 3)) for k in ("Deployment", "RDSInstance", "Pod"))
    day = Window(NOW - timedelta(days=1), NOW)
    return {
        "record, whole": Describe((deployment,)),
        "list in a namespace": Find("Deployment", within=PLACE),
        "state in a region": Find("EC2Instance", (Where("state", Op.EQ, "stopped"),), ACCOUNT),
        "not ready in a cluster": Find("Pod", (Where("ready", Op.EQ, False),), CLUSTER),
        "count in a cluster": Find("Pod", within=CLUSTER, aggregate=COUNT),
        "by namespace in a cluster": Find(
            "Pod", within=CLUSTER, group_by=(Column("namespace"),), aggregate=COUNT
        ),
        "most restarts in a cluster": Find("Pod", within=CLUSTER, order=Order("restarts"), limit=5),
        "tag in a cluster": Find("Deployment", (Where("tags.team", Op.EQ, "team-7"),), CLUSTER),
        "old versions in an account": Find("RDSInstance", (Where("engineVersion", Op.LT, "14"),), ACCOUNT),
        "of a team": Find(
            "Deployment", within=Within(team=("team-7",)), columns=(Column(), Column(special="owner"))
        ),
        "pods of a team": Find("Pod", within=Within(team=("team-7",)), aggregate=COUNT),
        "unowned in a cluster": Find("Application", (Related("OWNED_BY", none=True),), CLUSTER),
        "who runs on a node": Find("Pod", (Related("RUNS_ON", uids=(Uid(uid("Node", 3)),)),)),
        "columns of others": Find(
            "Deployment",
            within=PLACE,
            columns=(
                Column(),
                Column(special="owner"),
                Column(relation="PART_OF", direction="in", kind="Pod", count=True),
            ),
        ),
        "changes of a day in a cluster": Find("Change", within=CLUSTER, window=day),
        "history of a record": History(deployment),
        "impact of a database": Impact(database, depth=3),
        "path": Way(pod, database, 4),
        "comparison": CompareRecords(deployment, Uid(uid("Deployment", 4))),
        "coverage of a cluster": CoverageOf(CLUSTER),
        "single points in a namespace": Analysis("single points", within=PLACE, depth=3),
    }


def whole() -> dict[str, Query]:
    """Aggregates over the whole estate."""
    return {
        "all pods": Find("Pod", aggregate=COUNT),
        "pods by phase": Find("Pod", group_by=(Column("phase"),), aggregate=COUNT),
        "share of volumes unencrypted": Find(
            "Volume", (Where("encrypted", Op.EQ, False),), aggregate=Aggregate(Measure.SHARE)
        ),
        "storage by engine": Find(
            "RDSInstance",
            group_by=(Column("engine"),),
            aggregate=Aggregate(Measure.SUM, "allocatedStorageGiB"),
        ),
        "deployments by owner": Find("Deployment", group_by=(Column(special="owner"),), aggregate=COUNT),
        "95th percentile of restarts": Find("Pod", aggregate=Aggregate(Measure.PERCENTILE, "restarts", 95)),
        "applications without owner": Find("Application", (Related("OWNED_BY", none=True),), aggregate=COUNT),
    }


def timed(work: Callable[[], object], runs: int) -> list[float]:
    """Milliseconds of each run, after ten that warm plans and pages."""
    for _ in range(10):
        work()
    found: list[float] = []
    for _ in range(runs):
        started = perf_counter()
        work()
        found.append((perf_counter() - started) * 1000)
    return sorted(found)


def report(title: str, cases: dict[str, Callable[[], object]], runs: int, target: float, unit: float) -> None:
    """One line a case: p50, p99, and p50 as a ratio to the plainest lookup."""
    print(f"\n{title} (target: p99 of {target:g} ms)")
    print(f"  {'':36}{'p50 ms':>9}{'p99 ms':>9}{'ratio':>8}")
    for name, work in cases.items():
        try:
            spent = timed(work, runs)
        except TimedOut:
            print(f"  {name:36}{'over its limit of time':>26}", flush=True)
            continue
        middle, worst = statistics.median(spent), spent[min(len(spent) - 1, int(len(spent) * 0.99))]
        print(
            f"  {name:36}{middle:9.1f}{worst:9.1f}{middle / unit:8.1f}{'' if worst <= target else '  over'}",
            flush=True,
        )


def main() -> None:
    """Loads, runs, prints."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--small", action="store_true", help="20 000 records")
    parser.add_argument("--url", default=os.environ.get("ALETHEIA_TEST_NEO4J_URL", ""))
    parser.add_argument("--keep", action="store_true", help="measure what is there, without loading")
    parser.add_argument("--runs", type=int, default=100)
    options = parser.parse_args()
    if not options.url:
        print("No Neo4j: set ALETHEIA_TEST_NEO4J_URL, or pass --url. Nothing was measured.")
        return
    store = open_store(options.url, home=Path.cwd())
    sizes = Sizes(20_000 if options.small else options.records)
    if not options.keep:
        started = perf_counter()
        load(store, sizes)
        print(f"loaded {sizes.records:,} records in {perf_counter() - started:.0f} s")
    plain = timed(
        lambda: store.read("MATCH (n:Record {uid: $uid}) RETURN n.name AS name", {"uid": uid("Pod", 3)}),
        options.runs,
    )
    unit = statistics.median(plain)
    print(f"one record by uid: {unit:.2f} ms (ratio 1)")
    asked = {name: lambda q=query: retrieve(store, q, now=NOW) for name, query in ordinary().items()}
    asked["a name, exactly"] = lambda: resolve(store, "deployment-77")
    asked["an id"] = lambda: resolve(store, f"i-{7:017x}")
    asked["an address"] = lambda: resolve(store, "10.0.0.77")
    asked["a name, nearly"] = lambda: near(store, "deploymet-77")
    report("Ordinary questions", asked, options.runs, 50, unit)
    over = {name: lambda q=query: retrieve(store, q, now=NOW) for name, query in whole().items()}
    report("Over the whole estate", over, max(10, options.runs // 5), 500, unit)
    store.close()


if __name__ == "__main__":
    main()
