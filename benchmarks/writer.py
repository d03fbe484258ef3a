"""The observation writer beside a plain one that merges everything again: the same estate, the same store, one run.

Prints seconds and ratios, for the embedded store always and for a Neo4j where ALETHEIA_TEST_NEO4J_URL names one. The
estate is made as it is written, so the peak of memory is the writer's. With --check the run fails where a promise is
not kept: an unchanged rescan at least ten times as fast as the plain writer, no slower than reading the digests, and
under 300 MiB.

    python -m benchmarks.writer [--records 100000] [--scope 500] [--check]
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from graph.connect import open_store
from graph.encoding import declared, encoded, labels_of
from graph.record import Record, Relation, Uid
from graph.scope import Outcome, Reading, Scope
from graph.store import Store
from graph.writer import observe

START = datetime(2026, 1, 1, tzinfo=UTC)
SCOPES_AT_ONCE = 20
BATCH = 1_000


def estate(records: int, size: int, prefix: str) -> Iterator[Reading]:
    """Pods in namespaces, each part of a deployment, two of three on an instance: one and a half relations a record."""
    for number in range(records // size):
        yield namespace(number, size, prefix)


def namespace(number: int, size: int, prefix: str) -> Reading:
    """One scope of `size` records: a deployment for every twenty pods."""
    place = f"k8s://{prefix}"
    found: list[Record] = []
    relations: list[Relation] = []
    for i in range(size):
        deployment = Uid(f"{place}/apps/Deployment/ns-{number}/app-{i // 20}")
        if i % 20 == 0:
            fields = {
                "cluster": "prod",
                "namespace": f"ns-{number}",
                "replicas": 19,
                "tags": {"team": f"team-{number % 40}"},
            }
            found.append(Record(deployment, "Deployment", f"app-{i // 20}", fields))
            relations.append(
                Relation("RUNS_AS", deployment, Uid(f"{place}//ServiceAccount/ns-{number}/app-{i // 20}"))
            )
            continue
        pod = Uid(f"{place}//Pod/ns-{number}/app-{i // 20}-{i:04d}")
        fields = {
            "cluster": "prod",
            "namespace": f"ns-{number}",
            "phase": "Running",
            "restarts": i % 7,
            "createdAt": START - timedelta(minutes=i),
            "tags": {
                "app": f"app-{i // 20}",
                "team": f"team-{number % 40}",
                "pod-template-hash": f"{i * 7919:x}",
            },
        }
        found.append(Record(pod, "Pod", f"app-{i // 20}-{i:04d}", fields))
        relations.append(Relation("PART_OF", pod, deployment))
        if i % 20 < 11:
            relations.append(Relation("RUNS_ON", pod, Uid(f"{place}//Node//node-{(number * 31 + i) % 400}")))
    scope = Scope(
        f"scope://bench/{prefix}/{number}", "k8s", ("Pod",), f"bench {prefix} {number}", {"cluster": "prod"}
    )
    return Reading(scope, Outcome.COMPLETE, tuple(found), tuple(relations))


def ours(store: Store, readings: Iterator[Reading], at: datetime) -> int:
    """The observation writer, some scopes at a time. Gives what it wrote besides times."""
    written = 0
    while group := list(islice(readings, SCOPES_AT_ONCE)):
        written += sum(tally.written for tally in observe(store, group, at=at))
    return written


def plain(store: Store, readings: Iterator[Reading], at: datetime) -> None:
    """What most tools do: merge every record and relation again, with all properties, in managed batches."""
    for reading in readings:
        nodes: dict[str, list[dict[str, Any]]] = {}
        for record in reading.records:
            properties = encoded(record.fields, declared(record.kind))[0]
            values = properties | {
                "kind": record.kind,
                "name": record.name,
                "scope": reading.scope.uid,
                "source": "k8s",
                "observedAt": at,
                "lastupdated": at,
            }
            nodes.setdefault(record.kind, []).append({"uid": record.uid, "set": values})
        statements = [
            ("UNWIND $rows AS r MERGE (n:Record {uid: r.uid}) SET n += r.set", {"rows": rows})
            for rows in nodes.values()
        ]
        edges: dict[str, list[dict[str, Any]]] = {}
        for relation in reading.relations:
            edges.setdefault(relation.type, []).append({"a": relation.source, "b": relation.target})
        ends = [{"uid": e["b"]} for rows in edges.values() for e in rows]
        statements.append(("UNWIND $rows AS r MERGE (n:Record {uid: r.uid})", {"rows": ends}))
        statements += [
            (
                (
                    f"UNWIND $rows AS r MATCH (a:Record {{uid: r.a}}), (b:Record {{uid: r.b}}) "
                    f"MERGE (a)-[e:{kind} {{scope: $scope}}]->(b) SET e += $set"
                ),
                {
                    "rows": rows,
                    "scope": reading.scope.uid,
                    "set": {"source": "k8s", "observedAt": at, "lastupdated": at},
                },
            )
            for kind, rows in edges.items()
        ]
        store.write(statements)


def digests(store: Store, scopes: int, prefix: str) -> int:
    """Reading every digest once, collected in the database by scope: the least a comparing writer has to do."""
    count = 0
    for first in range(0, scopes, SCOPES_AT_ONCE):
        uids = [f"scope://bench/{prefix}/{n}" for n in range(first, min(first + SCOPES_AT_ONCE, scopes))]
        asked = {"scopes": uids}
        for row in store.stream(
            "MATCH (n:Record) WHERE n.scope IN $scopes RETURN n.scope AS scope, collect([n.uid, n.fingerprint]) AS held",
            asked,
        ):
            count += len(row["held"])
        for kind in ("PART_OF", "RUNS_ON", "RUNS_AS"):
            for row in store.stream(
                f"MATCH (a)-[e:{kind}]->(b) WHERE e.scope IN $scopes "
                "RETURN e.scope AS scope, collect([a.uid, b.uid, e.fingerprint]) AS held",
                asked,
            ):
                count += len(row["held"])
    return count


def timed(words: str, work: Callable[[], Any]) -> float:
    """Does it, prints how long it took."""
    start = perf_counter()
    answer = work()
    seconds = perf_counter() - start
    print(f"  {words:<44} {seconds:8.2f} s   {'' if answer is None else answer}", flush=True)
    return seconds


def peak() -> float:
    """The most memory this process has held, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run(name: str, store: Store, records: int, size: int) -> list[str]:
    """Both writers on one store. Gives the promises that were not kept."""
    print(f"{name}: {records} records, {records // size} scopes, labels as {':'.join(labels_of('Pod'))}")
    store.prepare()
    tag = f"b{os.getpid()}"
    try:
        first = timed("first write", lambda: ours(store, estate(records, size, tag), START))
        again = timed(
            "rescan, nothing changed",
            lambda: ours(store, estate(records, size, tag), START + timedelta(hours=1)),
        )
        read = timed("reading every digest", lambda: digests(store, records // size, tag))
        made = timed(
            "making the estate alone", lambda: sum(len(r.records) for r in estate(records, size, tag))
        )
        held = peak()
        merged = timed("plain writer, first", lambda: plain(store, estate(records, size, f"{tag}p"), START))
        plainly = timed("plain writer, again", lambda: plain(store, estate(records, size, f"{tag}p"), START))
    finally:
        if name != "embedded":  # that one is in a folder of its own, which is taken away whole
            wipe(store, tag)
    print(f"  first write / plain first        {first / merged:6.2f}")
    print(f"  plain again / rescan             {plainly / again:6.2f}   (promise: at least 10)")
    print(
        f"  rescan / reading the digests     {(again - made) / read:6.2f}   (promise: at most 1, without making the estate)"
    )
    print(f"  peak memory                      {held:6.0f} MiB (promise: under 300)")
    kept = {"ten times": plainly / again >= 10, "digests": again - made <= read, "memory": held < 300}
    return [f"{name}: {promise}" for promise, good in kept.items() if not good]


def wipe(store: Store, tag: str) -> None:
    """Takes the estate away again, a few thousand nodes at a time."""
    while store.write(
        [
            (
                "MATCH (n:Record) WHERE n.uid CONTAINS $tag WITH n LIMIT 5000 DETACH DELETE n RETURN count(n) AS n",
                {"tag": tag},
            )
        ]
    )[0][0]["n"]:
        pass


def main() -> int:
    """The stores that are there, one after the other."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--scope", type=int, default=500, help="records in a scope")
    parser.add_argument("--check", action="store_true", help="fail where a promise is not kept")
    options = parser.parse_args()
    broken: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        for name, url in (
            ("embedded", "embedded:"),
            ("Neo4j", os.environ.get("ALETHEIA_TEST_NEO4J_URL", "")),
        ):
            if not url:
                print(f"{name}: left out, ALETHEIA_TEST_NEO4J_URL names none")
                continue
            store = open_store(url, home=Path(home))
            try:
                broken += run(name, store, options.records, options.scope)
            finally:
                store.close()
    for promise in broken:
        print(f"not kept: {promise}")
    return 1 if broken and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
