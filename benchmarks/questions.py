"""How long questions take: planning and composing alone, and whole answers on an embedded graph of 100 000 records.

    python benchmarks/questions.py [RECORDS]

Prints medians and the slowest twentieth in milliseconds, per question and over all.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter, process_time

from assistant.answer import Answered, Declined
from assistant.ask import ask
from assistant.composer.draft import draft
from assistant.gather import Gathered, gather
from assistant.intents.asker import Asker
from assistant.limits import Limits
from assistant.linker import Graph, link
from assistant.plan import Refusal
from assistant.planner import Sentence, planned
from assistant.token import tokens_of
from assistant.vocabulary import vocabulary
from assistant.window import Clock
from graph.connect import open_store
from graph.record import Record, Relation, Uid, Value
from graph.scope import Outcome, Reading, Scope
from graph.store import Store
from graph.writer import observe

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ROUNDS = 5
QUESTIONS = (
    "Which EC2 instances are stopped in eu-west-1?",
    "How many pods per namespace are there in the cluster prod-1?",
    "pods with more than 40 restarts in the cluster prod-2",
    "What is deployment-17-3?",
    "How many replicas does deployment-17-3 have in prod-1?",
    "Are all RDS instances encrypted?",
    "unencrypted volumes larger than 900 GiB",
    "What depends on database-7?",
    "What does deployment-17-3 depend on in prod-1?",
    "the 5 namespaces with most restarts in the cluster prod-1",
    "average number of replicas of deployments in prod-1",
    "Who owns deployment-17-3 in prod-1?",
    "delete the pod pod-1",
    "Which pods are flaky?",
)


def tell(line: str) -> None:
    """One line of the report."""
    sys.stdout.write(f"{line}\n")


def main() -> None:
    """Fills a graph, asks every question several times, and prints what it took."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as home:
        store = open_store("embedded:", home=Path(home))
        try:
            store.prepare()
            begun = perf_counter()
            held = sum(
                t.records for t in observe(store, list(readings(wanted)), at=NOW - timedelta(minutes=5))
            )
            tell(f"{held} records written in {perf_counter() - begun:.0f} s")
            report(store)
        finally:
            store.close()


def report(store: Store) -> None:
    """A line for each question, then the medians over all."""
    vocabulary()
    planning: list[float] = []
    whole: list[float] = []
    tell(f"{'plan + compose':>14} {'answer':>8}  question (milliseconds, median of {ROUNDS})")
    for question in QUESTIONS:
        list(ask(store, question, now=NOW))
        thought = [_thinking(store, question) for _ in range(ROUNDS)]
        asked = [_asking(store, question) for _ in range(ROUNDS)]
        planning.append(statistics.median(thought))
        whole.append(statistics.median(asked))
        tell(f"{planning[-1]:14.1f} {whole[-1]:8.1f}  {question}")
    tell(f"{statistics.median(planning):14.1f} {statistics.median(whole):8.1f}  median over the questions")
    tell(f"{_slowest(planning):14.1f} {_slowest(whole):8.1f}  95th percentile over the questions")


def _slowest(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def _asking(store: Store, question: str) -> float:
    begun = perf_counter()
    next(e for e in ask(store, question, now=NOW) if isinstance(e, Answered | Declined))
    return 1000 * (perf_counter() - begun)


def _thinking(store: Store, question: str) -> float:
    """Processor time of what is the assistant's own: reading the question and composing the draft."""
    graph = Graph(store, NOW, Limits())
    tokens, linked = link(graph, tokens_of(question), vocabulary())
    begun = process_time()
    plans = planned(Sentence(tokens, linked, Clock(NOW)), vocabulary(), Asker(NOW, Limits()))
    spent = process_time() - begun
    if isinstance(plans, Refusal):
        return 1000 * spent
    gathered = Gathered()
    list(gather(graph, plans, gathered))
    begun = process_time()
    draft(plans, gathered)
    return 1000 * (spent + process_time() - begun)


# The estate ---------------------------------------------------------------------------------------------------------


def readings(wanted: int) -> Iterator[Reading]:
    """Four clusters and two accounts: six in ten records are pods, the rest deployments, instances, volumes, databases."""
    clusters = [f"{name}-{n}" for name in ("prod", "staging") for n in (1, 2)]
    pods = wanted * 6 // 10 // len(clusters)
    for cluster in clusters:
        yield _reading("k8s", "Namespace", _namespaces(cluster), cluster=cluster)
        deployments = list(_deployments(cluster, max(1, pods // 6)))
        yield _reading("k8s", "Deployment", deployments, _needs(deployments), cluster=cluster)
        yield _reading("k8s", "Pod", _pods(cluster, pods), cluster=cluster)
    for number, account in enumerate(("012345671234", "998877665544")):
        place = {"account": account, "region": "eu-west-1"}
        yield _reading("aws", "AWSAccount", [_account(account, number)], account=account)
        yield _reading("aws", "EC2Instance", _instances(account, wanted // 10), **place)
        yield _reading("aws", "Volume", _volumes(account, wanted // 20), **place)
        yield _reading("aws", "RDSInstance", _databases(account, 200), **place)


def _reading(
    source: str,
    kind: str,
    records: list[Record] | Iterator[Record],
    relations: list[Relation] | None = None,
    **place: str,
) -> Reading:
    words = " ".join((source, *place.values(), kind))
    scope = Scope(f"scope://{words.replace(' ', '/')}", source, (kind,), words, place)
    return Reading(scope, Outcome.COMPLETE, tuple(records), tuple(relations or ()))


def _account(account: str, number: int) -> Record:
    name = ("main", "other")[number]
    fields: dict[str, Value] = {"account": account, "accountId": account, "configuredName": name}
    return Record(Uid(f"aws://account/{account}"), "AWSAccount", name, fields)


def _namespaces(cluster: str) -> Iterator[Record]:
    for n in range(40):
        uid = Uid(f"k8s://{cluster}//Namespace//team-{n}")
        yield Record(uid, "Namespace", f"team-{n}", {"cluster": cluster})


def _deployments(cluster: str, count: int) -> Iterator[Record]:
    for n in range(count):
        namespace, name = f"team-{n % 40}", f"deployment-{n % 40}-{n // 40}"
        fields: dict[str, Value] = {
            "cluster": cluster,
            "namespace": namespace,
            "replicas": 1 + n % 7,
            "readyReplicas": 1 + n % 6,
            "ready": n % 7 < 6,
            "image": f"registry.acme.io/{namespace}/{name}:v1.{n % 30}.0",
        }
        yield Record(Uid(f"k8s://{cluster}/apps/Deployment/{namespace}/{name}"), "Deployment", name, fields)


def _needs(deployments: list[Record]) -> list[Relation]:
    targets = [f"arn:aws:rds:eu-west-1:012345671234:db:database-{n}" for n in range(200)]
    return [Relation("DEPENDS_ON", d.uid, Uid(targets[n % 200])) for n, d in enumerate(deployments)]


def _pods(cluster: str, count: int) -> Iterator[Record]:
    for n in range(count):
        namespace = f"team-{n % 40}"
        fields: dict[str, Value] = {
            "cluster": cluster,
            "namespace": namespace,
            "phase": ("Running", "Running", "Running", "Pending")[n % 4],
            "ready": n % 4 != 3,
            "restarts": n % 50,
        }
        yield Record(Uid(f"k8s://{cluster}//Pod/{namespace}/pod-{n}"), "Pod", f"pod-{n}", fields)


def _instances(account: str, count: int) -> Iterator[Record]:
    for n in range(count):
        name = f"i-{n:017x}"
        fields: dict[str, Value] = {
            "account": account,
            "region": "eu-west-1",
            "instanceId": name,
            "state": "running" if n % 9 else "stopped",
            "instanceType": ("m5.large", "t3.micro", "c6i.large")[n % 3],
        }
        yield Record(
            Uid(f"arn:aws:ec2:eu-west-1:{account}:instance/{name}"), "EC2Instance", f"machine-{n}", fields
        )


def _volumes(account: str, count: int) -> Iterator[Record]:
    for n in range(count):
        name = f"vol-{n:017x}"
        fields: dict[str, Value] = {
            "account": account,
            "region": "eu-west-1",
            "volumeId": name,
            "sizeGiB": 10 + n % 1000,
            "encrypted": bool(n % 5),
            "state": "in-use" if n % 11 else "available",
        }
        yield Record(Uid(f"arn:aws:ec2:eu-west-1:{account}:volume/{name}"), "Volume", name, fields)


def _databases(account: str, count: int) -> Iterator[Record]:
    for n in range(count):
        fields: dict[str, Value] = {
            "account": account,
            "region": "eu-west-1",
            "engine": ("postgres", "mysql")[n % 2],
            "engineVersion": f"14.{n % 9}",
            "encrypted": bool(n % 20),
            "allocatedStorageGiB": 100 + n,
        }
        uid = Uid(f"arn:aws:rds:eu-west-1:{account}:db:database-{n}")
        yield Record(uid, "RDSInstance", f"database-{n}", fields)


if __name__ == "__main__":
    main()
