"""What the tests of the writer share: looks in few words, and the graph as a value that can be compared."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from graph.record import Derivation, Inference, Record, Relation, Uid
from graph.scope import Outcome, Reading, Scope, Tally
from graph.seen import last_seen
from graph.store import Store
from graph.writer import observe

START = datetime(2026, 3, 1, tzinfo=UTC)
TIMES = {"firstSeen", "observedAt", "changedAt", "goneAt", "missedAt", "triedAt", "completeAt", "since"}
OURS = {
    "fingerprint",
    "said",
    "lock",
    "writer",
    "recheck",
    "sharedWith",
    "shared",
    "relationTypes",
    "derives",
}


def hour(number: float) -> datetime:
    """That many hours after the start."""
    return START + timedelta(hours=number)


def scope(name: str = "a", source: str = "aws", **place: str) -> Scope:
    """A scope by a short name."""
    return Scope(f"scope://{source}/{name}", source, ("EC2Instance",), f"{source} {name}", place)


A, B = scope("a", account="012345671234", region="eu-west-1"), scope("b")


def machine(
    number: int | str, *, gone: str = "", inference: Inference | None = None, **fields: Any
) -> Record:
    """An instance; `i-0` is called machine-0."""
    uid = Uid(f"arn:aws:ec2:eu-west-1:012345671234:instance/i-{number}")
    return Record(uid, "EC2Instance", f"machine-{number}", {"state": "running", **fields}, inference, gone)


def machines(*numbers: int | str) -> tuple[Record, ...]:
    """Several of them."""
    return tuple(machine(n) for n in numbers)


def runs_on(source: int | str, target: int | str) -> Relation:
    """A relation between two machines, whatever that means."""
    return Relation("RUNS_ON", machine(source).uid, machine(target).uid)


def look(
    records: Iterable[Record] = (),
    relations: Iterable[Relation] = (),
    *,
    where: Scope = A,
    outcome: Outcome = Outcome.COMPLETE,
    derivations: Iterable[Derivation] = (),
    reason: str = "",
) -> Reading:
    """One look at a scope."""
    return Reading(where, outcome, tuple(records), tuple(relations), tuple(derivations), reason=reason)


def once(store: Store, reading: Reading, at: float) -> Tally:
    """Observes one reading, so many hours after the start."""
    (tally,) = observe(store, [reading], at=hour(at))
    return tally


def nodes(store: Store, kind: str = "EC2Instance") -> dict[str, dict[str, Any]]:
    """Properties by name of the machine (or other record), with the time that counts as its last."""
    asked = f"MATCH (n:Record) WHERE n.kind = $kind RETURN properties(n) AS p, {last_seen('n')} AS seen"
    rows = store.read(asked, {"kind": kind})
    return {row["p"]["name"]: {**row["p"], "observedAt": row["seen"]} for row in rows}


def alive(store: Store) -> set[str]:
    """Names of machines that are there."""
    return {name for name, p in nodes(store).items() if "goneAt" not in p}


def changes(store: Store) -> list[tuple[str, str, str | None, str | None, str | None]]:
    """Change records: subject, action, field, before, after."""
    found = nodes_of_changes(store)
    keys = ("subject", "action", "field", "before", "after")
    return sorted((tuple(c.get(k) for k in keys) for c in found), key=str)


def nodes_of_changes(store: Store) -> list[Mapping[str, Any]]:
    """Properties of all Change records, in the order they happened."""
    rows = store.read("MATCH (c:Change) RETURN properties(c) AS p ORDER BY c.at, c.uid")
    return [row["p"] for row in rows]


def relations(store: Store, *, gone: bool = False) -> list[tuple[str, str, str]]:
    """Relations that are there (or, `gone`, that were), by the names of their ends, without those of changes."""
    rows = store.read(
        f"MATCH (a:Record)-[e]->(b:Record) WHERE e.goneAt IS {'NOT ' if gone else ''}NULL AND a.kind <> 'Change' "
        "RETURN a.name AS a, type(e) AS type, b.name AS b"
    )
    return sorted((row["a"], row["type"], row["b"]) for row in rows)


def graph(store: Store) -> tuple[dict[str, Any], list[Any]]:
    """Everything that is there and true now, without times, history and bookkeeping: what two graphs must agree on."""
    rows = store.read(
        "MATCH (n:Record) WHERE n.goneAt IS NULL AND NOT n.kind IN ['Change', 'Unresolved'] "
        "RETURN labels(n) AS labels, properties(n) AS p"
    )
    records = {
        row["p"]["uid"]: (
            sorted(row["labels"]),
            {k: v for k, v in row["p"].items() if k not in TIMES | OURS | {"goneReason"}},
        )
        for row in rows
    }
    edges = store.read(
        "MATCH (a:Record)-[e]->(b:Record) WHERE e.goneAt IS NULL AND a.goneAt IS NULL AND a.kind <> 'Change' "
        "RETURN a.uid AS a, type(e) AS type, b.uid AS b, e.scope AS scope"
    )
    return records, sorted((row["a"], row["type"], row["b"], row["scope"]) for row in edges)


def mismarked(store: Store) -> list[str]:
    """Records whose label says something else of their being gone than their times do; and what stands twice."""
    rows = store.read(
        "MATCH (n:Record) WITH n.uid AS uid, collect(n) AS held "
        "WHERE size(held) > 1 OR any(n IN held WHERE (n.goneAt IS NOT NULL) <> (n:Gone)) RETURN uid"
    )
    return [row["uid"] for row in rows]


class CrashError(Exception):
    """The process died here."""


class Crashing:
    """A store whose writer dies at its nth write: just before, or just after it took effect."""

    def __init__(self, store: Store, at: int, *, after: bool = False) -> None:
        self._store, self._left, self._after = store, at, after

    def write(self, statements: Sequence[Any]) -> Any:
        """Writes, or dies."""
        self._left -= 1
        if self._left == 0 and not self._after:
            raise CrashError
        rows = self._store.write(statements)
        if self._left == 0:
            raise CrashError
        return rows

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class Interrupted:
    """A store whose writer waits before its nth write, while something else is done."""

    def __init__(self, store: Store, at: int, meanwhile: Callable[[], object]) -> None:
        self._store, self._left, self._meanwhile = store, at, meanwhile

    def write(self, statements: Sequence[Any]) -> Any:
        """Writes, after what comes in between."""
        self._left -= 1
        if self._left == 0:
            self._meanwhile()
        return self._store.write(statements)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)
