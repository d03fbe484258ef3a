"""How fast the check is, how much of what is false it lets stay, and how much of what is true it keeps.

usage: python -m benchmarks.check [--sentences N]

Speed: a draft of 20 sentences against 200 records and 10 results, with what is known of the evidence kept and without,
as ratios to parsing the same Markdown, and as it grows to 2 000 records. Soundness: sentences generated from invented
records in many wordings, and a false twin of each for every kind of mutation.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from markdown_it import MarkdownIt

from evidence import index
from evidence.check import check
from evidence.checked import Status
from evidence.evidence import Item, Question
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
    """An estate of that size; every number in it differs from its neighbours."""
    rng = random.Random(seed)
    made = tuple((_deployment, _database, _volume)[i % 3](i, rng) for i in range(records))
    return Estate(made, tuple(_result(i, rng) for i in range(results)))


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
    return Known(
        Record(Uid(f"k8s://{cluster}/apps/Deployment/{name}"), "Deployment", name, fields),
        SEEN,
        relations=relations,
    )


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


def _result(i: int, rng: random.Random) -> Result:
    population = rng.randint(40, 400)
    return Result(
        words="instances by state", of="EC2Instance", columns=(ColumnMeaning("count", measure="count"),),
        rows=((rng.randint(1, population - 1),),), total=1, observed_at=SEEN, complete=True, measure="count",
        where=(Filter("state", "=", "running"),), within={"account": f"4444{i:08d}"}, population=population,
    )  # fmt: skip


# True sentences in many wordings, and their false twins -------------------------------------------------------------

Wording = Callable[[Known], str]


def _f(known: Known, name: str) -> object:
    return known.record.fields[name]


DEPLOYMENT: tuple[str, ...] = (
    "{n} has {replicas} replicas.", "{n} runs {replicas} replicas.", "There are {replicas} replicas of {n}.",
    "{ready} of the {replicas} replicas of {n} are ready.", "{ready} out of {replicas} replicas of {n} are ready.",
    "Of its {replicas} replicas, {n} has {ready} ready.", "{n} has {replicas} replicas, of which {ready} are ready.",
    "{ready}/{replicas} replicas of {n} are ready.", "{n} has {replicas} replicas ({ready} ready).",
    "Only {ready} of {n}'s {replicas} replicas are ready.", "{missing} of the {replicas} replicas of {n} are not ready.",
    "The image of {n} is {image}.", "{n} runs {image}.", "{n} depends on {db}.", "{db} is used by {n}.", "{n} needs {db}.",
    "{n} is owned by {team}.", "{team} owns {n}.", "The owner of {n} is {team}.", "{n} belongs to the team {team}.",
    "{n} is in the cluster {cluster}.", "{n} runs in {cluster}.", "In {cluster}, {n} has {replicas} replicas.",
    "{n} has a memory limit of {memory} MiB.", "The memory limit of {n} is {memory} MiB.", "{n} is limited to {memory} MiB of memory.",
    "{n} was created on {created}.", "{n} was created {age} days ago.", "{n} is {age} days old.", "{n} has existed since {created}.",
)  # fmt: skip
DATABASE: tuple[str, ...] = (
    "{n} has {storage} GiB of storage.", "The allocated storage of {n} is {storage} GiB.", "{n} has {storage} GiB of allocated storage.",
    "{n} runs {engine} {version}.", "{n} is a {engine} {version} database.", "The engine of {n} is {engine}.",
    "{n} uses {engine} version {version}.", "{n} keeps its backups for {backup} days.", "The backup retention of {n} is {backup} days.",
    "Backups of {n} are retained for {backup} days.", "{n} has a backup retention of {backup} days.", "{n} is {encrypted}.",
    "{n} is {multi}.", "{n} is {status}.", "The status of {n} is {status}.", "{n} is in eu-west-1.",
    "{n} was created on {created}.", "{n} was created {age} days ago.", "{n} has {storage} GiB of storage and is {status}.",
    "{n} has more than {less} GiB of storage.",
)  # fmt: skip
VOLUME: tuple[str, ...] = (
    "{n} is {size} GiB large.", "{n} has a size of {size} GiB.", "The size of {n} is {size} GiB.", "{n} is {size} GiB.",
    "{n} has {iops} IOPS.", "{n} is provisioned with {iops} IOPS.", "{n} is {encrypted}.", "The state of {n} is {state}.",
    "{n} offers {iops} IOPS.", "{n} is in eu-west-1.",
)  # fmt: skip


def values(known: Known) -> dict[str, str]:
    """What the wordings of a record are filled with."""
    fields = known.record.fields
    found = {"n": known.record.name}
    created = fields.get("createdAt")
    if isinstance(created, datetime):
        found |= {"created": f"{created:%Y-%m-%d}", "age": str((ASKED - created).days)}
    if known.record.kind == "Deployment":
        replicas, ready = int(str(fields["replicas"])), int(str(fields["readyReplicas"]))
        found |= {
            "replicas": str(replicas), "ready": str(ready), "missing": str(replicas - ready), "image": str(fields["image"]),
            "db": known.relations[0].name, "team": known.relations[1].name, "cluster": str(fields["cluster"]),
            "memory": str(fields["memoryLimit"]).removesuffix("Mi"),
        }  # fmt: skip
    elif known.record.kind == "RDSInstance":
        found |= {
            "storage": str(fields["allocatedStorageGiB"]), "less": str(int(str(fields["allocatedStorageGiB"])) - 1),
            "backup": str(fields["backupRetentionDays"]), "engine": str(fields["engine"]), "version": str(fields["engineVersion"]),
            "encrypted": "encrypted" if fields["encrypted"] else "not encrypted", "status": str(fields["status"]),
            "multi": "Multi-AZ" if fields["multiAz"] else "not Multi-AZ",
        }  # fmt: skip
    else:
        found |= {
            "size": str(fields["sizeGiB"]), "iops": str(fields["iops"]), "state": str(fields["state"]),
            "encrypted": "encrypted" if fields["encrypted"] else "unencrypted",
        }  # fmt: skip
    return found


WORDINGS = {"Deployment": DEPLOYMENT, "RDSInstance": DATABASE, "Volume": VOLUME}


def twins(known: Known, wording: str, others: list[Known], rng: random.Random) -> Iterator[tuple[str, str]]:
    """The false twins of a sentence by kind of mutation, made of words of the evidence."""
    own = values(known)
    slots = [s for s in own if "{" + s + "}" in wording]
    for slot in slots:
        if slot == "n" and set(slots) <= {"n", "less"}:
            continue  # what is true of many is no twin
        wrong = _wrong(slot, own, known, others, rng)
        if wrong is None:
            continue
        kind = {
            "n": "other record's figure",
            "db": "name",
            "team": "name",
            "image": "name",
            "cluster": "cluster",
        }.get(slot, "number")
        if slot in ("encrypted", "multi", "status", "state"):
            kind = "state or negation"
        yield kind, wording.format(**{**own, slot: wrong})
    if "GiB" in wording:
        yield "unit", wording.format(**own).replace("GiB", "TiB")
    if " days" in wording and "ago" not in wording and "old" not in wording:
        yield "unit", wording.format(**own).replace(" days", " hours")
    if wording.startswith(("{n} depends on", "{n} is owned by", "{n} needs")):
        other = "db" if "{db}" in wording else "team"
        yield "direction", wording.format(**{**own, "n": own[other], other: own["n"]})
    yield "near name", wording.format(**{**own, "n": own["n"] + "1"})


def _wrong(
    slot: str, own: dict[str, str], known: Known, others: list[Known], rng: random.Random
) -> str | None:
    if slot == "n":
        right = known.record.fields
        peers = [o for o in others if o.record.kind == known.record.kind and o.record.name != own["n"]]
        differing = [
            o
            for o in peers
            if not any(
                o.record.fields.get(k) == v for k, v in right.items() if k not in ("region", "account")
            )
        ]
        return rng.choice(differing).record.name if differing else None
    if slot in ("encrypted", "multi", "status", "state"):
        return {
            "encrypted": "not encrypted", "not encrypted": "encrypted", "unencrypted": "encrypted", "Multi-AZ": "not Multi-AZ",
            "not Multi-AZ": "Multi-AZ", "available": "stopped" if slot == "status" else "in-use", "stopped": "available", "in-use": "available",
        }[own[slot]]  # fmt: skip
    if slot == "cluster":
        return next(p for p in PLACES if p != own[slot])
    if slot == "less":
        return str(int(own[slot]) + 1 + rng.randint(0, 90))
    pool = [v[slot] for o in others if slot in (v := values(o)) and v[slot] != own[slot]]
    return rng.choice(pool) if pool else None


def stays(sentence: str, items: tuple[Item, ...]) -> bool:
    """Whether the sentence stays as fact."""
    found = check(sentence, items, Question("What about it?", ASKED))
    return (
        found.status is Status.ANSWERED
        and not found.badge.removed
        and not found.badge.replaced
        and "Interpretation:" not in found.text
    )


def soundness(sentences: int) -> tuple[Counter[str], Counter[str], list[str], int, list[str]]:
    """By kind of mutation: how many were tried and how many stayed; and of the true ones which were lost."""
    rng = random.Random(11)
    world = estate(30, 3)
    items, others = world.items(), list(world.records)
    tried: Counter[str] = Counter()
    stayed: Counter[str] = Counter()
    kept: list[str] = []
    lost: list[str] = []
    true = 0
    while true < sentences:
        known = rng.choice(others)
        wording = rng.choice(WORDINGS[known.record.kind])
        sentence = wording.format(**values(known))
        true += 1
        if not stays(sentence, items):
            lost.append(sentence)
        for kind, twin in twins(known, wording, others, rng):
            if twin == sentence:
                continue
            tried[kind] += 1
            if stays(twin, items):
                stayed[kind] += 1
                kept.append(f"{kind}: {twin}   ({sentence})")
    return tried, stayed, kept, true, lost


# Speed --------------------------------------------------------------------------------------------------------------


def draft(world: Estate, sentences: int = 20) -> str:
    """A draft of that many true sentences in paragraphs of five."""
    rng = random.Random(3)
    found = []
    for i in range(sentences):
        known = world.records[(i * 7) % len(world.records)]
        found.append(
            rng.choice(WORDINGS[known.record.kind][:12])
            .format(**values(known))
            .replace(".", f" [r{(i * 7) % len(world.records) + 1}].")
            if False
            else rng.choice(WORDINGS[known.record.kind][:12]).format(**values(known))
        )
    return "\n\n".join(" ".join(found[i : i + 5]) for i in range(0, len(found), 5))


def timed(work: Callable[[], object], repeats: int) -> float:
    """The median of the processor time of one call, in milliseconds: what else runs on the machine does not count."""
    spent = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        spent.append((time.process_time() - start) * 1000)
    return statistics.median(spent)


def cold(text: str, items: tuple[Item, ...], question: Question) -> None:
    """One check with nothing known of the evidence."""
    index.forget()
    check(text, items, question)


def speed(out: Callable[[str], object]) -> None:
    """Prints the figures of speed."""
    question = Question("How is the estate?", ASKED)
    markdown = MarkdownIt("commonmark").enable("table")
    for records in (200, 500, 1000, 2000):
        world = estate(records, 10)
        items, text = world.items(), draft(world)
        check(text, items, question)
        warm = timed(lambda t=text, i=items: check(t, i, question), 15)
        first = timed(lambda t=text, i=items: cold(t, i, question), 5)
        parse = timed(lambda t=text: markdown.parse(t), 15)
        out(
            f"{records} records, 10 results, 20 sentences: {warm:.1f} ms known, {first:.1f} ms cold, {warm / parse:.1f} and {first / parse:.1f} times parsing the Markdown ({parse:.2f} ms)"
        )


def main() -> int:
    """Prints everything; fails where a false twin stayed or too many true sentences were lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=1000)
    sentences = parser.parse_args().sentences
    speed(print)
    tried, stayed, kept, true, lost = soundness(sentences)
    for kind in sorted(tried):
        print(f"{kind}: {stayed[kind]} of {tried[kind]} false twins stayed")
    print(f"{true - len(lost)} of {true} true sentences stayed ({(true - len(lost)) / true:.1%})")
    for line in [*kept[:20], *sorted(set(lost))[:20]]:
        print("  ", line)
    return int(bool(kept) or len(lost) > true * 0.03)


if __name__ == "__main__":
    sys.exit(main())
