"""Invented records and results of any number, in which every figure differs from its neighbours'."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from evidence.evidence import Item
from graph.query import Window
from graph.record import Known, Neighbour, Record, Uid
from graph.result import ColumnMeaning, Filter, Result

ASKED = datetime(2027, 5, 4, 10, 0, tzinfo=UTC)
SEEN = ASKED - timedelta(minutes=12)
WORDS = "amber birch cedar delta ember fjord grove heron iris juniper kelp larch maple nettle oak pine quartz reed".split()
TEAMS = "atlas borealis comet dorado".split()
PLACES = ("north", "south")


@dataclass(frozen=True)
class Estate:
    """Invented records and results."""

    records: tuple[Known, ...]
    results: tuple[Result, ...]

    def items(self) -> tuple[Item, ...]:
        """As evidence, records first."""
        found = [Item(f"r{i}", k) for i, k in enumerate(self.records, 1)]
        return (*found, *(Item(f"q{i}", r) for i, r in enumerate(self.results, 1)))


def estate(records: int, results: int, seed: int = 7) -> Estate:
    """An estate of that size."""
    rng = random.Random(seed)
    made = tuple((_deployment, _database, _volume)[i % 3](i, rng) for i in range(records))
    return Estate(made, tuple((_running, _changed)[i % 2](i, rng) for i in range(results)))


def _name(i: int, kind: str) -> str:
    return f"{WORDS[i % len(WORDS)]}-{kind}-{i}"


def _deployment(i: int, rng: random.Random) -> Known:
    name, cluster, team = _name(i, "api"), PLACES[i % 2], TEAMS[i % len(TEAMS)]
    replicas = rng.randint(4, 30)
    fields = {
        "cluster": cluster, "namespace": f"ns{i % 7}", "replicas": replicas, "readyReplicas": rng.randint(1, replicas - 1),
        "image": f"reg.example/{name}:v1.{i}.{rng.randint(0, 9)}", "createdAt": ASKED - timedelta(days=rng.randint(40, 900)),
        "memoryLimit": f"{rng.choice((256, 512, 768, 1024))}Mi",
    }  # fmt: skip
    relations = (
        Neighbour("DEPENDS_ON", "out", "RDSInstance", _name(i + 1, "db"), Uid(f"db://{i + 1}")),
        Neighbour("OWNED_BY", "out", "Team", team, Uid(f"team://{team}")),
    )
    uid = Uid(f"k8s://{cluster}/apps/Deployment/{name}")
    return Known(Record(uid, "Deployment", name, fields), SEEN, relations=relations)


def _database(i: int, rng: random.Random) -> Known:
    engine, version = rng.choice((("postgres", "15.4"), ("mysql", "8.0.36"), ("mariadb", "10.11.2")))
    fields = {
        "account": "111122223333", "region": "eu-west-1", "engine": engine, "engineVersion": version, "encrypted": rng.random() < 0.5,
        "multiAz": rng.random() < 0.5, "allocatedStorageGiB": rng.randint(20, 900), "backupRetentionDays": rng.randint(1, 35),
        "status": rng.choice(("available", "stopped")), "createdAt": ASKED - timedelta(days=rng.randint(40, 900)),
    }  # fmt: skip
    return Known(Record(Uid(f"db://{i}"), "RDSInstance", _name(i, "db"), fields), SEEN)


def _volume(i: int, rng: random.Random) -> Known:
    fields = {
        "account": "111122223333", "region": "eu-west-1", "sizeGiB": rng.randint(8, 4000), "iops": rng.randint(100, 16000),
        "encrypted": rng.random() < 0.5, "state": rng.choice(("in-use", "available")),
    }  # fmt: skip
    return Known(Record(Uid(f"vol://{i}"), "Volume", _name(i, "vol"), fields), SEEN)


def _counted(
    of: str, words: str, where: Filter, within: dict[str, str], count: int, population: int
) -> Result:
    return Result(
        words=words, of=of, columns=(ColumnMeaning("count", measure="count"),), rows=((count,),), total=1, observed_at=SEEN,
        complete=True, measure="count", where=(where,), within=within, population=population,
    )  # fmt: skip


def _running(i: int, rng: random.Random) -> Result:
    """Most of the instances of an account of its own, never all."""
    population = rng.randint(40, 400)
    count = rng.randint(population // 2 + 1, population - 1)
    place = {"account": f"4444{i:08d}"}
    return _counted(
        "EC2Instance", "running instances", Filter("state", "=", "running"), place, count, population
    )


def _changed(i: int, rng: random.Random) -> Result:
    """The changes of a namespace of its own within the last so many hours."""
    hours = rng.choice((6, 12, 24, 48))
    found = _counted(
        "Change",
        "changes",
        Filter("action", "=", "modified"),
        {"namespace": f"space-{i}"},
        rng.randint(3, 90),
        0,
    )
    return Result(
        words=found.words, of=found.of, columns=found.columns, rows=found.rows, total=1, observed_at=SEEN, complete=True,
        measure="count", where=(), within=found.within, window=Window(ASKED - timedelta(hours=hours), ASKED),
    )  # fmt: skip
