"""One retrieval as it goes: the store, the asker's rights, the limits, and what was run so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from time import perf_counter

from graph.compiler import whole
from graph.compiler.presence import UNKEPT
from graph.compiler.text import Cypher
from graph.decoding import from_text, instant, known_of, neighbour_of
from graph.errors import Abandoned, TimedOut
from graph.kinds import KINDS
from graph.once import ahead
from graph.query import Within
from graph.record import Known, Uid, Value
from graph.seen import last_seen_of, relation_last_seen
from graph.store import Row, Store


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one retrieval. `seconds` is of all of it together; `records` how many whole records come with a list.

    `awaited` says whether anybody still waits: it is asked before each statement. One that runs ends within `seconds`.
    """

    seconds: float = 10.0
    rows: int = 10_000
    records: int = 0
    awaited: Callable[[], bool] | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One statement that was run, as it was run."""

    words: str
    cypher: str
    parameters: Mapping[str, Value]
    rows: int
    total: int
    milliseconds: float


@dataclass(slots=True)
class Session:
    """What one retrieval has at hand. `titles` and `places` are those of records that the query speaks of by uid."""

    store: Store
    now: datetime
    allowed: tuple[Within, ...] = ()
    limits: Limits = field(default_factory=Limits)
    titles: dict[Uid, str] = field(default_factory=dict)
    places: dict[Uid, dict[str, str]] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)
    started: float = field(default_factory=perf_counter)

    def read(self, asked: Cypher, said: str = "") -> list[Row]:
        """The rows of one statement, within what is left of the time. With `said`, it stands among the runs."""
        if self.limits.awaited is not None and not self.limits.awaited():
            raise Abandoned("Nobody waits for this answer any more. Ask again to have it.")
        begun = perf_counter()
        left = self.limits.seconds - (begun - self.started)
        if left <= 0:
            raise TimedOut(
                f"The query took longer than {self.limits.seconds:g} seconds. Narrow it, or ask for less."
            )
        rows = self.store.read(asked.text, asked.parameters, seconds=left, rows=self.limits.rows)
        if said:
            spent = (perf_counter() - begun) * 1000
            self.runs.append(Run(said, asked.text, asked.parameters, len(rows), len(rows), spent))
        return rows

    def ahead(self, asked: Cypher) -> None:
        """Begins a read that this session will wait for next."""
        ahead(self.store, asked, rows=self.limits.rows)

    @property
    def milliseconds(self) -> float:
        """How long the whole retrieval has taken."""
        return (perf_counter() - self.started) * 1000

    def name(self, uids: Iterable[Uid]) -> None:
        """Learns the names of records, for words; what the asker may not see stays unnamed."""
        wanted = [u for u in dict.fromkeys(uids) if u not in self.titles]
        if wanted:
            asked = whole.titles(wanted, self.allowed)
            for row in self.read(asked):
                uid = Uid(row.pop("uid"))
                self.titles[uid] = row.pop("name") or uid
                self.places[uid] = {name: value for name, value in row.items() if value}

    def begin(self, uids: Iterable[Uid], as_of: datetime | None = None) -> None:
        """Begins to read the whole records that `records` will ask for."""
        self.ahead(whole.records(list(dict.fromkeys(uids)), self.allowed, as_of))

    def records(
        self, uids: Iterable[Uid], said: str = "", as_of: datetime | None = None
    ) -> tuple[Known, ...]:
        """Whole records with their relations, in the order asked for; those that are not there are left out."""
        wanted = list(dict.fromkeys(uids))
        if not wanted:
            return ()
        rows = self.read(whole.records(wanted, self.allowed, as_of), said)
        if as_of is not None:
            rows = [row for row in rows if _was_there(row["record"], as_of)]
            changes = self.read(whole.later_changes(wanted, as_of)) if rows else []
            for row in rows:
                row["record"] = _as_it_was(
                    row["record"], [c for c in changes if c["uid"] == row["record"]["uid"]]
                )
        looked = self._looked(rows)
        found = {row["record"]["uid"]: _known(row, looked) for row in rows}
        return tuple(found[u] for u in wanted if u in found)

    def _looked(self, rows: Sequence[Row]) -> dict[str, datetime]:
        """When the scopes of these records and of their relations were last read whole."""
        scopes = {row["record"].get("scope") for row in rows}
        scopes |= {end["relation"].get("scope") for row in rows for _, end in _ends(row)}
        asked = whole.looked(s for s in scopes if s)
        return {row["scope"]: found for row in self.read(asked) if (found := instant(row["at"]))}


def _known(row: Row, looked: Mapping[str, datetime]) -> Known:
    held = row["record"]
    waits = held.get("missedAt") is not None
    ends = [
        neighbour_of(
            {**end, "relation": _seen(end, looked, missed=waits if out == "out" else end["missed"])}, out
        )
        for out, end in _ends(row)
    ]
    return known_of({**held, "observedAt": last_seen_of(held, looked)}, ends)


def _ends(row: Row) -> Iterator[tuple[str, Row]]:
    """The other ends of a record's relations, each with the way the relation goes."""
    for direction, side in (("out", "forward"), ("in", "backward")):
        for group in row[side]:
            for end in group["ends"]:
                yield direction, end


def _seen(end: Row, looked: Mapping[str, datetime], *, missed: bool) -> Row:
    relation = end["relation"]
    return {**relation, "observedAt": relation_last_seen(end["type"], relation, looked, missed=missed)}


def _was_there(record: Row, moment: datetime) -> bool:
    first, gone = instant(record.get("firstSeen")), instant(record.get("goneAt"))
    return (first is None or first <= moment) and (gone is None or gone > moment)


def _as_it_was(record: Row, changes: Iterable[Row]) -> Row:
    """The properties with what changed since turned back. Of a list or map only that it was another is known: it is left out."""
    kept = dict(record)
    declared = KINDS.get(record.get("kind") or "")
    told = {c["field"]: c["before"] for c in reversed(list(changes))}
    for one in declared.fields if declared else ():
        if one.name in told or one.retells in told:
            kept[one.name] = None if one.type in UNKEPT else from_text(one, told[one.name])
            kept.pop(f"{one.name}Exact", None)
    return kept
