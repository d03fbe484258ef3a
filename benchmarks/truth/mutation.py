"""True sentences and their false twins, by kind of mutation: what is so, and what is to be put in its place."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from benchmarks.truth import wordings
from benchmarks.truth.estate import ASKED, PLACES, Estate
from graph.record import Known
from graph.result import Result

Held = Known | Result
Values = dict[str, str]
SLOT = re.compile(r"\{(\w+)\}")
STRONG = (
    "exposed vulnerable compromised unmanaged orphaned unowned drifted deprecated expired deleted down failed crash-looping "
    "unhealthy unreachable throttled over-provisioned unused critical"
).split()


@dataclass(frozen=True)
class Said:
    """A true sentence about to be made false: of what it is, how it is filled, and what else there is."""

    held: Held
    own: Values
    wording: str
    world: Estate
    rng: random.Random


Wrong = Callable[[Said], Values | None]
"""What to fill a wording with in place of what is so; None where this record gives no false sentence."""


@dataclass(frozen=True)
class Twin:
    """A true sentence and the false one that differs by one mutation."""

    kind: str
    wording: str
    true: str
    false: str
    held: Held


def values(held: Held) -> Values:
    """What the wordings are filled with where they say what is so."""
    found = {"GiB": "GiB", "MiB": "MiB", "days": "days", "strong": "", "which": "", "and": "", "so_is": "is", "depends": "depends",
             "has": "has", "runs": "runs", "most": "most", "Most": "Most", "Not_all": "Not all"}  # fmt: skip
    if isinstance(held, Result):
        return found | _of_result(held)
    fields = held.record.fields
    found["n"] = held.record.name
    created = fields.get("createdAt")
    if isinstance(created, datetime):
        found |= {"created": f"{created:%Y-%m-%d}", "age": str((ASKED - created).days)}
    if held.record.kind == "Deployment":
        return found | _of_deployment(held)
    encrypted = bool(fields["encrypted"])
    found |= {"is": "is" if encrypted else "is not", "isnt": "is" if encrypted else "isn't", "encrypted": "encrypted" if encrypted else "not encrypted"}  # fmt: skip
    if held.record.kind == "Volume":
        return found | {
            "size": str(fields["sizeGiB"]),
            "iops": str(fields["iops"]),
            "state": str(fields["state"]),
        }
    multi, storage = bool(fields["multiAz"]), int(str(fields["allocatedStorageGiB"]))
    return found | {
        "storage": str(storage), "less": str(storage - 1), "backup": str(fields["backupRetentionDays"]), "engine": str(fields["engine"]),
        "version": str(fields["engineVersion"]), "status": str(fields["status"]), "multi_is": "is" if multi else "is not",
        "multi_isnt": "is" if multi else "isn't", "multi_on": "enabled" if multi else "disabled", "multi": "Multi-AZ" if multi else "not Multi-AZ",
    }  # fmt: skip


def _of_deployment(held: Known) -> Values:
    fields = held.record.fields
    replicas, ready = int(str(fields["replicas"])), int(str(fields["readyReplicas"]))
    return {
        "replicas": str(replicas), "ready": str(ready), "missing": str(replicas - ready), "image": str(fields["image"]),
        "db": held.relations[0].name, "team": held.relations[1].name, "cluster": str(fields["cluster"]),
        "memory": str(fields["memoryLimit"]).removesuffix("Mi"),
    }  # fmt: skip


def _of_result(held: Result) -> Values:
    count = int(str(held.rows[0][0]))
    if held.of == "Change":
        start = held.window.start if held.window and held.window.start else ASKED
        hours = int((ASKED - start).total_seconds() // 3600)
        return {"changes": str(count), "namespace": held.within["namespace"], "hours": f"{hours} hours", "since": f"{start:%Y-%m-%d %H:%M} UTC"}  # fmt: skip
    population = held.population or 0
    return {"count": str(count), "population": str(population), "stopped": str(population - count), "account": held.within["account"]}  # fmt: skip


# What is put in its place -------------------------------------------------------------------------------------------


def _other_number(own: str, rng: random.Random) -> str:
    value = int(own)
    near = {
        value + 1,
        value + rng.randint(2, 9),
        max(1, value - 1),
        value * 10,
        int(own[::-1]),
        value + 100,
    } - {value, 0}
    return str(rng.choice(sorted(near)))


def _numbers(slots: tuple[str, ...]) -> Wrong:
    def wrong(said: Said) -> Values | None:
        slot = said.rng.choice([s for s in slots if "{" + s + "}" in said.wording])
        return {slot: _other_number(said.own[slot], said.rng)}

    return wrong


def _unit(said: Said) -> Values:
    others = {
        "GiB": ("TiB", "MiB", "GB", "KiB"),
        "MiB": ("GiB", "KiB", "MB"),
        "days": ("hours", "weeks", "months", "minutes"),
    }
    slot = next(s for s in others if "{" + s + "}" in said.wording)
    tries = others[slot] if "{less}" not in said.wording else ("TiB", "PiB")
    return {slot: said.rng.choice(tries)}


def _near_name(said: Said) -> Values | None:
    """A name one letter off, or one that begins alike and is of another record, of which the sentence is not true."""
    slots = [
        s
        for s in ("n", "db")
        if "{" + s + "}" in said.wording and not (s == "db" and said.rng.random() < 0.5)
    ]
    name = said.own[said.rng.choice(slots)]
    slot = "n" if name == said.own["n"] else "db"
    stem, _, number = name.rpartition("-")
    made = [
        f"{name}1",
        f"{stem}{number}",
        f"{stem}-{int(number) + 1}",
        f"{name[1:]}",
        f"{stem}s-{number}",
        f"{name}-{number}",
    ]
    alike = [
        k.record.name
        for k in said.world.records
        if k.record.name.split("-")[:2] == name.split("-")[:2] and k.record.name != name
    ]
    asserted = [s for s in SLOT.findall(said.wording) if s != "n"]
    differing = [
        k.record.name
        for k in said.world.records
        if k.record.name in alike and all(values(k).get(s) != said.own[s] for s in asserted)
    ]
    wrong = said.rng.choice(made + (differing if slot == "n" else alike) * 3)
    return (
        None
        if any(k.record.name == wrong and wrong not in differing for k in said.world.records) and slot == "n"
        else {slot: wrong}
    )


def _turned(said: Said) -> Values:
    other = "db" if "{db}" in said.wording else "team"
    return {"n": said.own[other], other: said.own["n"]}


def _negated(said: Said) -> Values:
    turned = {"is": "is not", "is not": "is", "isn't": "is", "encrypted": "not encrypted", "not encrypted": "encrypted", "enabled": "disabled",
              "disabled": "enabled", "depends": "does not depend", "has": said.rng.choice(("does not have", "doesn't have")), "runs": "does not run"}  # fmt: skip
    slots = (
        "is",
        "isnt",
        "multi_is",
        "multi_isnt",
        "multi_on",
        "so_is",
        "depends",
        "has",
        "runs",
        "encrypted",
    )
    slot = next(s for s in slots if "{" + s + "}" in said.wording)
    if slot.endswith("isnt") and said.own[slot] == "is":
        return {slot: "isn't"}
    return {slot: turned[said.own[slot]]}


def _window(said: Said) -> Values:
    spans = (
        "hour",
        "3 hours",
        "6 hours",
        "12 hours",
        "24 hours",
        "2 days",
        "48 hours",
        "3 days",
        "7 days",
        "week",
        "month",
    )
    same = {said.own["hours"], {"48 hours": "2 days"}.get(said.own["hours"], "")}
    other = ASKED - timedelta(hours=said.rng.choice((1, 5, 13, 30, 100)))
    return {
        "hours": said.rng.choice([s for s in spans if s not in same]),
        "since": f"{other:%Y-%m-%d %H:%M} UTC",
    }


def _strong(said: Said) -> Values:
    word = said.rng.choice([w for w in STRONG if (w, said.own.get("state")) != ("unused", "available")])
    return {"strong": f"{word} ", "which": f", which is {word},", "and": f" and is {word}"}


def _elsewhere(said: Said) -> Values:
    if isinstance(said.held, Known):
        return {"cluster": said.rng.choice([p for p in (*PLACES, "west") if p != said.own["cluster"]])}
    slot = "account" if "{account}" in said.wording else "namespace"
    asserted = [s for s in ("count", "population", "changes") if s in said.own]
    filled = [values(r) for r in said.world.results if slot in values(r)]
    others = [
        v[slot] for v in filled if v[slot] != said.own[slot] and all(v[s] != said.own[s] for s in asserted)
    ]
    return {slot: said.rng.choice([*others, said.own[slot][:-1] + "9"])}


def _all(said: Said) -> Values | None:
    if isinstance(said.held, Known) and int(said.own["ready"]) * 2 <= int(said.own["replicas"]):
        return None
    behind = "of" in said.wording.partition("ost}")[2][:4] or "most} are" in said.wording
    low = "all" if behind or "{Not_all}" in said.wording else said.rng.choice(("all", "all the"))
    return {"most": low, "Most": low.capitalize(), "Not_all": "All"}


def _of_another(said: Said) -> Values | None:
    if not isinstance(said.held, Known):
        return None
    slot = next(s for s in SLOT.findall(said.wording) if s != "n")
    peers = [values(k) for k in said.world.records if k.record.kind == said.held.record.kind]
    others = [
        p[slot]
        for p in peers
        if p[slot] != said.own[slot] and not (slot == "less" and int(p[slot]) <= int(said.own[slot]))
    ]
    return {slot: said.rng.choice(others)} if others else None


FIGURES = ("replicas", "ready", "age", "storage", "backup", "size", "iops", "memory")
MUTATIONS: Mapping[str, tuple[tuple[str, ...], Wrong]] = {
    "number changed": (wordings.NUMBER, _numbers(FIGURES)),
    "unit changed": (wordings.UNIT, _unit),
    "near name": (wordings.NAME, _near_name),
    "direction turned": (wordings.DIRECTION, _turned),
    "negation": (wordings.NEGATION, _negated),
    "denominator changed": (wordings.DENOMINATOR, _numbers(("replicas", "population"))),
    "window changed": (wordings.WINDOW, _window),
    "strong word": (wordings.STRONG, _strong),
    "place swapped": (wordings.CLUSTER, _elsewhere),
    "all for most": (wordings.MOST, _all),
    "another record's figure": (wordings.OTHER, _of_another),
}


def twins(kind: str, world: Estate, count: int, rng: random.Random) -> Iterator[Twin]:
    """So many twins of a kind, each wording as often as the others, of records and results taken at random."""
    chosen, wrong = MUTATIONS[kind]
    made = 0
    while made < count:
        wording = chosen[made % len(chosen)]
        held = rng.choice(filled_by(wording, world))
        own = values(held)
        other = wrong(Said(held, own, wording, world, rng))
        if other is None:
            continue
        true, false = wording.format(**own), wording.format(**{**own, **other})
        if true != false:
            made += 1
            yield Twin(kind, wording, true, false, held)


def filled_by(wording: str, world: Estate) -> list[Held]:
    """The records and results that say everything the wording asks for, of the kind it names, if any."""
    slots = set(SLOT.findall(wording))
    named = {"deployment": "Deployment", "database": "RDSInstance", "volume": "Volume"}
    if "replicas" in wording:
        slots.add("replicas")
    kind = next(
        (k for w, k in named.items() if re.search(rf"\b{w} \{{n\}}|a \{{strong\}}.*{w}\.", wording)), ""
    )
    held: list[Held] = [*world.records, *world.results]
    return [
        h
        for h in held
        if slots <= set(values(h)) and (not kind or (isinstance(h, Known) and h.record.kind == kind))
    ]
