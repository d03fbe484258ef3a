"""What every store promises, on the embedded one and on a real Neo4j."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from neo4j.exceptions import ConstraintError, ResultFailedError, TransientError

from graph.bolt import unmasked
from graph.connect import open_store
from graph.embedded import EmbeddedStore
from graph.errors import BadQuery, Misconfigured, StoreConflict, StoreUnreachable, TimedOut, TooLarge
from graph.store import Store

MOMENT = datetime(2026, 3, 1, 12, 30, 15, 123456, tzinfo=UTC)


def test_what_was_written_is_read(store: Store) -> None:
    """Statements of one write are one transaction, and each gives its rows."""
    rows = store.write(
        [
            (
                "UNWIND $uids AS uid CREATE (n:Record:Team {uid: uid}) RETURN n.uid AS uid",
                {"uids": ["a", "b"]},
            ),
            ("MATCH (n:Team) RETURN count(n) AS teams", {}),
        ]
    )

    assert [[{"uid": "a"}, {"uid": "b"}], [{"teams": 2}]] == rows
    assert [{"teams": 2}] == store.read("MATCH (n:Team) RETURN count(n) AS teams")


def test_a_write_that_fails_leaves_nothing(store: Store) -> None:
    """One transaction: the second statement's failure takes the first back."""
    with pytest.raises(BadQuery):
        store.write([("CREATE (n:Record {uid: 'a'})", {}), ("THIS IS NO CYPHER", {})])

    assert [{"n": 0}] == store.read("MATCH (n:Record) RETURN count(n) AS n")


@pytest.mark.parametrize("moment", [MOMENT, MOMENT.astimezone(timezone(timedelta(hours=5, minutes=30)))])
def test_times_come_back_as_utc_instants(store: Store, moment: datetime) -> None:
    """N4J-05: a stored time is the same instant, with its zone, to the microsecond."""
    store.write([("CREATE (n:Record {uid: 'a', at: $at})", {"at": moment})])

    (row,) = store.read("MATCH (n:Record) RETURN n.at AS at, [n.at] AS several, properties(n) AS all")

    assert MOMENT == row["at"] == row["several"][0] == row["all"]["at"]
    assert row["at"].tzinfo is UTC


def test_more_rows_than_allowed_are_refused_not_cut(store: Store) -> None:
    """A cut list would be read as the whole."""
    assert 3 == len(store.read("UNWIND range(1, 3) AS i RETURN i", rows=3))
    with pytest.raises(BadQuery, match="more than 2 rows"):
        store.read("UNWIND range(1, 3) AS i RETURN i", rows=2)


def test_a_read_that_takes_too_long_ends(store: Store) -> None:
    """The caller gets its answer, or TimedOut, within the limit."""
    most = (
        2_000 if isinstance(store, EmbeddedStore) else 100_000
    )  # Neo4j looks at its clock every two seconds
    endless = f"UNWIND range(1, 1000) AS a UNWIND range(1, {most}) AS b WITH a * b AS c WHERE c % 7 = 8 RETURN count(c)"
    with pytest.raises(TimedOut):
        store.read(endless, seconds=0.05)


def test_a_statement_that_needs_too_much_memory_ends_at_once(store: Store) -> None:
    """It is refused and not tried again, reading or writing, and the graph serves on."""
    if isinstance(store, EmbeddedStore):
        pytest.skip(
            "the embedded engine bounds what a statement holds to put in order, as the next test says"
        )
    hungry = (
        "UNWIND range(1, 30000000) AS i WITH collect(toString(i) + 'x') AS texts RETURN size(texts) AS size"
    )
    with pytest.raises(TooLarge, match="more memory"):
        store.read(hungry, seconds=120)
    with pytest.raises(TooLarge, match="more memory"):
        store.write([("CREATE (:Record:Team {uid: 'a'})", {}), (hungry, {})])

    assert [{"teams": 0}] == store.read("MATCH (n:Team) RETURN count(n) AS teams")


def test_what_the_embedded_graph_cannot_hold_is_refused_in_words(store: Store) -> None:
    """It is no failure of the database that would pass; Neo4j holds a list once, however many rows speak of it."""
    held = "UNWIND range(1, 20000) AS i WITH collect(i) AS all UNWIND all AS n WITH n, all ORDER BY n DESC RETURN count(n) AS found"
    if not isinstance(store, EmbeddedStore):
        assert store.read(held) == [{"found": 20000}]
        return
    with pytest.raises(TooLarge, match="more memory than the embedded graph has"):
        store.read(held, seconds=60)
    assert store.read("RETURN 1 AS one") == [{"one": 1}]


def test_a_stream_has_no_limit(store: Store) -> None:
    """Exports and digests read everything, row by row."""
    assert sum(range(20_001)) == sum(row["i"] for row in store.stream("UNWIND range(0, 20000) AS i RETURN i"))


def test_two_records_of_one_uid_cannot_be(store: Store) -> None:
    """The constraint holds whatever the labels are."""
    store.write([("CREATE (n:Record:Team {uid: 'a'})", {})])
    with pytest.raises(StoreConflict):
        store.write([("CREATE (n:Record:Person {uid: 'a'})", {})])


def test_preparing_twice_changes_nothing(store: Store) -> None:
    """Every start prepares."""
    store.prepare()
    store.prepare()


class TestSearch:
    """Full text over names and identifiers, best first."""

    @pytest.fixture(autouse=True)
    def _records(self, store: Store) -> None:
        names = ["payments-api", "payments-api-canary", "payments", "checkout", "legacy_billing_db"]
        rows = [{"uid": f"k8s://prod/apps/Deployment/shop/{name}", "name": name} for name in names]
        store.write(
            [
                (
                    "UNWIND $rows AS r CREATE (n:Record:Deployment {uid: r.uid}) SET n.name = r.name, n.kind = 'Deployment'",
                    {"rows": rows},
                )
            ]
        )

    @pytest.mark.parametrize("text", ["payments-api", "PAYMENTS-API", "payments-api "])
    def test_the_exact_name_comes_first(self, store: Store, text: str) -> None:
        """Case and spaces around it do not matter."""
        assert "payments-api" == store.search(text)[0]["name"]

    def test_a_beginning_finds(self, store: Store) -> None:
        """People type a part."""
        assert {"payments-api", "payments-api-canary", "payments"} == {
            r["name"] for r in store.search("paym")
        }

    def test_an_identifier_finds(self, store: Store) -> None:
        """The whole uid is a name too."""
        assert "checkout" == store.search("k8s://prod/apps/Deployment/shop/checkout")[0]["name"]

    @pytest.mark.parametrize(
        "text", ['"', "a AND (", "name:*", "-", "~", "", "payments^9 OR *:*", "[a TO b]"]
    )
    def test_the_syntax_of_full_text_means_nothing(self, store: Store, text: str) -> None:
        """What a person types is words, never a query."""
        assert len(store.search(text)) < 5  # "payments" is a word of three of them

    def test_what_is_gone_is_not_found(self, store: Store) -> None:
        """Tombstones are hidden from ordinary questions."""
        store.write([("MATCH (n:Record {name: 'checkout'}) SET n.goneAt = datetime()", {})])
        assert [] == store.search("checkout")


def test_an_address_of_no_known_kind_is_refused(tmp_path) -> None:
    """The message names the kinds there are."""
    with pytest.raises(Misconfigured, match="neo4j://"):
        open_store("http://127.0.0.1:7474", home=tmp_path)


def test_an_address_where_nothing_answers_says_so(tmp_path) -> None:
    """StoreUnreachable, with what to do."""
    with pytest.raises(StoreUnreachable, match="set the graph's URL"):
        open_store("bolt://127.0.0.1:1", home=tmp_path)


def hidden(first: Exception) -> ResultFailedError:
    """The error of a driver that failed again while it closed a transaction that had failed."""
    error = ResultFailedError(None, "another result in the same transaction has failed")
    error.__cause__ = first
    return error


def test_what_an_error_of_the_driver_hides_may_pass_and_is_tried_again() -> None:
    """A deadlock behind it: the second attempt goes through."""
    attempts = iter([hidden(TransientError("a deadlock")), None])

    def transaction() -> str:
        if error := next(attempts):
            raise error
        return "written"

    assert "written" == unmasked(transaction)


@pytest.mark.parametrize(
    "first", [ConstraintError("made by another writer"), ValueError("no error of the driver")]
)
def test_what_an_error_of_the_driver_hides_is_told(first: Exception) -> None:
    """A conflict behind it is a conflict; where nothing of the driver is behind it, it stands itself."""

    def transaction() -> None:
        raise hidden(first)

    with pytest.raises((ConstraintError, ResultFailedError)) as told:
        unmasked(transaction)
    assert isinstance(first, ConstraintError) == isinstance(told.value, ConstraintError)
