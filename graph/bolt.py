"""A store over Bolt, with the official driver: Neo4j as it is, and what the embedded store starts from.

What fails for a moment (a deadlock, a change of leader, a lost connection) is tried again by the driver. Errors leave here as ours (`graph.errors`); times leave here as UTC instants.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from time import monotonic, sleep
from typing import Any, TypeVar

from neo4j import (
    READ_ACCESS,
    Driver,
    GraphDatabase,
    ManagedTransaction,
    NotificationMinimumSeverity,
    Query,
    Record,
    unit_of_work,
)
from neo4j.exceptions import (
    AuthError,
    ClientError,
    ConfigurationError,
    ConstraintError,
    DriverError,
    Neo4jError,
    ResultFailedError,
    ServiceUnavailable,
    SessionExpired,
    TransientError,
)
from neo4j.graph import Node, Path, Relationship
from neo4j.time import Date, DateTime

from graph.errors import (
    BadQuery,
    Misconfigured,
    StoreBusy,
    StoreConflict,
    StoreUnreachable,
    TimedOut,
    TooLarge,
)
from graph.schema import FULL_TEXT, NAMES, RENEWALS, constraints, full_text, indexes, seeking
from graph.store import Row, Statement

T = TypeVar("T")

_RETRY_SECONDS = 30.0  # the driver's own default, said here because writers rely on it
_PAUSE_SECONDS = 0.1  # before what the driver would have tried again is tried again here
_CONNECT_SECONDS = 5.0  # an address that is wrong should say so before a person gives up
_HIDDEN = ("Unresolved", "Change", "Scope", "Scan")  # full text never answers with these


_KIND_AND_RECORD = re.compile(r"\((\w+):(\w+):Record\)")
"""How a query begins that says its kind as a value as well, and a place: each store keeps the one label that it seeks by."""


class BoltStore:
    """Neo4j at a URL. `database` empty means the server's default one."""

    finds_members = True
    _sought_by = r"(\1:Record)"

    def __init__(self, url: str, *, user: str = "", password: str = "", database: str = "") -> None:
        self._url = url
        self._database = database or None
        with translated(url):
            self._driver = connect(url, user, password, **self._driver_options())

    def _driver_options(self) -> dict[str, Any]:
        """No notes on properties that nothing has yet: they are the rule here, and would fill a log."""
        return {"notifications_min_severity": NotificationMinimumSeverity.OFF}

    def read(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        seconds: float = 10.0,
        rows: int = 10_000,
    ) -> list[Row]:
        """The rows, in a read transaction with a timeout; more than `rows` of them are refused, never cut."""
        query = Query(_KIND_AND_RECORD.sub(self._sought_by, cypher), timeout=seconds)  # pyright: ignore[reportArgumentType] — compiled text
        with translated(self._url):
            answer = self._read(query, dict(parameters or {}), rows + 1)
        if len(answer) > rows:
            raise BadQuery(f"The query has more than {rows} rows. Narrow it, or ask for a number.")
        return answer

    def _read(self, query: Query, parameters: dict[str, Any], rows: int) -> list[Row]:
        """In a transaction of the server's own, which takes one message less each way; what may pass is tried again in a managed one."""
        with self._driver.session(database=self._database, default_access_mode=READ_ACCESS) as session:
            try:
                with _not_again():
                    return [plain_row(record) for record in session.run(query, parameters).fetch(rows)]
            except (DriverError, Neo4jError) as error:
                if not error.is_retryable():
                    raise

        @unit_of_work(timeout=query.timeout)
        def again(tx: ManagedTransaction) -> list[Row]:
            with _not_again():
                return [plain_row(record) for record in tx.run(query.text, parameters).fetch(rows)]  # pyright: ignore[reportArgumentType] — compiled text

        with self._driver.session(database=self._database) as session:
            return unmasked(lambda: session.execute_read(again))

    def stream(self, cypher: str, parameters: Mapping[str, Any] | None = None) -> Iterator[Row]:
        """The rows one by one, in one read transaction of its own that is not repeated."""
        with (
            translated(self._url),
            self._driver.session(database=self._database, default_access_mode=READ_ACCESS) as session,
            session.begin_transaction() as tx,
        ):
            for record in tx.run(cypher, dict(parameters or {})):  # pyright: ignore[reportArgumentType] — compiled text
                yield plain_row(record)

    def write(self, statements: Sequence[Statement]) -> list[list[Row]]:
        """All statements in one managed transaction; the rows of each."""

        def work(tx: ManagedTransaction) -> list[list[Row]]:
            with _not_again():
                return [
                    [plain_row(record) for record in tx.run(cypher, dict(parameters))]  # pyright: ignore[reportArgumentType] — compiled text
                    for cypher, parameters in statements
                ]

        return self._managed(work)

    def _managed(self, work: Callable[[ManagedTransaction], T]) -> T:
        with translated(self._url), self._driver.session(database=self._database) as session:
            return unmasked(lambda: session.execute_write(work))

    def prepare(self) -> None:
        """Makes constraints and indexes where they are missing, and waits until they serve."""
        self._renew()
        for cypher in (*constraints(), *indexes(), *seeking(), *full_text()):
            self._schema(cypher)
        self._schema("CALL db.awaitIndexes(300)")

    def _renew(self) -> None:
        """Once, in a graph of an earlier version: it gets what it lacks, before the index that says so is made."""
        made = {row["name"] for row in self.read(NAMES, seconds=60)}
        for cypher in (renewal for index, renewal in RENEWALS.items() if index not in made):
            while self._managed(partial(_renewed, cypher=cypher)):
                pass

    def _schema(self, cypher: str) -> None:
        with translated(self._url), self._driver.session(database=self._database) as session:
            session.run(cypher).consume()  # pyright: ignore[reportArgumentType] — made of the declarations

    def search(self, text: str, *, rows: int = 20) -> list[Row]:
        """Records by full text over names and identifiers, best first: uid, kind, name, score."""
        words = words_in(text)
        if not words:
            return []
        hidden = " AND ".join(f"NOT node:{label}" for label in _HIDDEN)
        found = self.read(
            f"CALL db.index.fulltext.queryNodes($index, $words) YIELD node, score "
            f"WITH node, score WHERE node.goneAt IS NULL AND {hidden} "
            "RETURN node.uid AS uid, node.kind AS kind, node.name AS name, score "
            "ORDER BY score DESC, uid LIMIT $rows",
            {"index": FULL_TEXT, "words": lucene(words), "rows": max(rows * 5, 50)},
        )
        return sorted((row for row in found if _holds(row, words)), key=lambda row: _distance(text, row))[
            :rows
        ]

    def close(self) -> None:
        """Lets the connections go."""
        self._driver.close()


def unmasked(transaction: Callable[[], T]) -> T:
    """A managed transaction whose own error is told, and tried again where that may pass.

    Closing a transaction that failed, the driver may fail on the same result, and that error hides the first.
    """
    deadline = monotonic() + _RETRY_SECONDS
    while True:
        try:
            return transaction()
        except ResultFailedError as error:
            first = error.__cause__
            if not isinstance(first, (DriverError, Neo4jError)):
                raise
            if not first.is_retryable() or monotonic() > deadline:
                raise first from error
        sleep(_PAUSE_SECONDS)


def _renewed(tx: ManagedTransaction, *, cypher: str) -> int:
    found: int = tx.run(cypher).single(strict=True)["renewed"]  # pyright: ignore[reportArgumentType] — our own text
    return found


def connect(url: str, user: str, password: str, **more: Any) -> Driver:
    """A driver whose server was reached and whose login was accepted."""
    options = {
        "max_transaction_retry_time": _RETRY_SECONDS,
        "connection_timeout": _CONNECT_SECONDS,
        "connection_acquisition_timeout": 60.0,
        **more,
    }
    driver = GraphDatabase.driver(url, auth=(user, password) if user else None, **options)
    try:
        driver.verify_connectivity()
    except BaseException:
        driver.close()
        raise
    return driver


@contextmanager
def translated(url: str) -> Iterator[None]:
    """The driver's errors as ours, grouped by what the caller does next; the driver's own is the cause."""
    try:
        yield
    except AuthError as error:
        raise StoreUnreachable(
            f"The graph at {url} refused the login. Set the graph's user and password."
        ) from error
    except (ServiceUnavailable, ConfigurationError) as error:
        raise StoreUnreachable(
            f"No graph answers at {url}. Start it, or set the graph's URL to one that runs."
        ) from error
    except (TransientError, SessionExpired) as error:
        raise _transient(error) from error
    except ConstraintError as error:
        raise StoreConflict(
            f"Two writers made the same record at once; the same write may work now. ({error.message})"
        ) from error
    except ClientError as error:
        raise _refusal(error) from error
    except (Neo4jError, DriverError) as error:
        if _HELD_TOO_MUCH in str(error):
            raise TooLarge(_TOO_LARGE_HERE) from error
        raise StoreBusy(f"The database failed: {error}. Try again; if it stays, look at its log.") from error


@contextmanager
def _not_again() -> Iterator[None]:
    """Out of memory passes for transient, and the driver would try it again until its time is over."""
    try:
        yield
    except TransientError as error:
        if _is_too_large(error):
            raise TooLarge(_TOO_LARGE) from error
        raise


_TOO_LARGE = (
    "This needs more memory than the graph allows one transaction. Narrow it, or raise the graph's "
    "db.memory.transaction.max."
)


_HELD_TOO_MUCH = "heap budget exceeded"  # as the embedded engine says it
_TOO_LARGE_HERE = (
    "This needs more memory than the embedded graph has. Narrow it, or use a Neo4j (ALETHEIA_GRAPH_URL)."
)


def _is_too_large(error: Exception) -> bool:
    return "OutOfMemory" in str(getattr(error, "code", ""))


def _transient(error: Exception) -> Exception:
    if "TransactionTimedOut" in str(getattr(error, "code", "")):
        return TimedOut("The query took longer than its limit. Narrow it, or ask for less.")
    if _is_too_large(error):  # told at the end of the transaction only
        return TooLarge(_TOO_LARGE)
    return StoreBusy("The database is busy or changes its leader. Try again in a moment.")


def _refusal(error: ClientError) -> Exception:
    code = error.code or ""
    if "TransactionTimedOut" in code or "Terminated" in code:
        return TimedOut("The query took longer than its limit. Narrow it, or ask for less.")
    if "DatabaseNotFound" in code:
        return StoreUnreachable(
            "The graph has no database of the configured name. Create it, or set its name."
        )
    if "Security" in code:
        return Misconfigured(f"The graph's user lacks a right: {error.message}")
    return BadQuery(f"The database refused a statement: {error.message}")


def plain_row(record: Record) -> Row:
    """A record of the driver as a plain mapping, its times as UTC instants."""
    return dict(zip(record.keys(), _all_plain(record), strict=True))


_AS_THEY_ARE = frozenset({str, int, float, bool, type(None)})


def _all_plain(values: Iterable[Any]) -> list[Any]:
    return [value if type(value) in _AS_THEY_ARE else plain(value) for value in values]


def plain(value: Any) -> Any:
    """A value of the driver as Python's own: times in UTC (what has no zone is UTC), nodes and relations as their properties."""
    if isinstance(value, (str, int, float)) or value is None:
        return value
    if isinstance(value, list):
        return _all_plain(value)
    if isinstance(value, DateTime):
        return instant(value.to_native())
    if isinstance(value, Date):
        return value.to_native()
    if isinstance(value, (dict, Node, Relationship)):
        held = dict(value)
        return dict(zip(held, _all_plain(held.values()), strict=True))
    if isinstance(value, Path):
        return _all_plain((*value.nodes, *value.relationships))
    return value


def instant(moment: datetime) -> datetime:
    """The moment in UTC; without a zone it is UTC already."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


_WORD = re.compile(r"\w+")
_SHORTEST_BEGINNING = 3  # "a*" would be half of the graph


def words_in(text: str) -> list[str]:
    """The words of what a person typed, in lower case; one with underscores also in its parts."""
    whole = _WORD.findall(text.lower())
    return list(dict.fromkeys((*whole, *(part for word in whole for part in word.split("_") if part))))[:24]


def lucene(words: Sequence[str]) -> str:
    """A full-text query: each word, whole or as a beginning. Nothing of the query syntax gets through."""
    return " ".join(f"{word} {word}*" if len(word) >= _SHORTEST_BEGINNING else word for word in words)


def _holds(row: Row, words: Sequence[str]) -> bool:
    """Whether a word is really there: the embedded index also knows the names of its own fields as words."""
    text = f"{row['name']} {row['uid']}".lower()
    return any(word in text for word in words)


def _distance(text: str, row: Row) -> tuple[int, float, int, str]:
    """Exact names come first, then names that hold the whole text, then by score; shorter names before longer ones."""
    asked, name, uid = text.strip().lower(), str(row["name"] or "").lower(), str(row["uid"]).lower()
    grade = 0 if asked in (name, uid) else 1 if asked and (asked in name or uid.endswith(asked)) else 2
    return (grade, -float(row["score"]), len(name), uid)
