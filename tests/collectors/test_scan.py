"""The scan loop: one outcome for each scope, none stops another, and memory does not grow with the estate."""

import threading
from datetime import UTC, datetime

import pytest

from collectors.scan import scan
from collectors.source import Look, Source
from graph.errors import (
    BadCredentials,
    BadInput,
    Denied,
    Incomplete,
    NotOffered,
    SourceFailed,
    StoreBusy,
    StoreUnreachable,
    Throttled,
)
from graph.record import Record, Uid
from graph.scope import Outcome, Reading, Scope, Tally

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def scope(name, **place):
    """A scope of that name."""
    return Scope(f"scope://test/{name}", "test", ("Volume",), f"test {name}", place)


def record(name):
    """A volume of that name."""
    return Record(Uid(f"arn:aws:ec2:eu-west-1:1:volume/{name}"), "Volume", name)


def look(name, *, records=1, error=None, meanwhile=None, **place):
    """A look at a scope of that name, which gives records or raises."""

    def read():
        if meanwhile:
            meanwhile()
        if error:
            raise error
        found = tuple(record(f"{name}-{n}") for n in range(records))
        return Reading(scope(name, **place), Outcome.COMPLETE, found)

    return Look(scope(name, **place), read)


def source(*looks, name="test"):
    """A source of these looks."""
    return Source(name, f"source {name}", lambda: looks)


class Writer:
    """Keeps what it is handed, as the graph would."""

    def __init__(self, error=None):
        self.handed = []
        self.error = error

    def __call__(self, store, readings, *, at):
        if self.error:
            raise self.error
        self.handed.append(list(readings))
        return [Tally(r.scope, r.outcome, len(r.records), reason=r.reason) for r in readings]

    @property
    def readings(self):
        return {r.scope.words: r for batch in self.handed for r in batch}


def run(*sources, **settings):
    """A scan of these sources: the report, and what was written."""
    writer = settings.pop("observe", Writer())
    return scan(None, sources, at=NOW, observe=writer, **settings), writer


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (Denied("no"), Outcome.DENIED),
        (NotOffered("not here"), Outcome.NOT_OFFERED),
        (Throttled("slow down"), Outcome.FAILED),
        (BadCredentials("who"), Outcome.FAILED),
        (SourceFailed("broken"), Outcome.FAILED),
        (Incomplete("half"), Outcome.PARTIAL),
        (RuntimeError("a fault of ours"), Outcome.FAILED),
        (KeyError("x"), Outcome.FAILED),
    ],
)
def test_a_look_that_raises_is_the_outcome_of_its_scope_alone(error, outcome):
    """With words; the others are read and written (INV-02)."""
    report, writer = run(source(look("good"), look("bad", error=error), look("other")))

    assert outcome == writer.readings["test bad"].outcome
    assert str(error) in writer.readings["test bad"].reason
    assert {"test good", "test other"} == {w for w, r in writer.readings.items() if r.records} - {"scans"}
    assert {Outcome.COMPLETE: 2, outcome: 1} == {
        o: [t.outcome for t in report.tallies].count(o) for o in {Outcome.COMPLETE, outcome}
    }


def test_a_fault_of_ours_names_its_type():
    """So that a report of it is worth something."""
    _, writer = run(source(look("bad", error=ZeroDivisionError("by zero"))))

    assert "ZeroDivisionError: by zero" in writer.readings["test bad"].reason


@pytest.mark.parametrize(
    ("looks", "outcome"),
    [
        ((look("a"), look("b", error=NotOffered("x"))), Outcome.COMPLETE),
        ((look("a"), look("b", error=Denied("x"))), Outcome.PARTIAL),
        ((look("a", error=Denied("x")), look("b", error=SourceFailed("y"))), Outcome.FAILED),
        ((), Outcome.COMPLETE),
    ],
)
def test_a_scan_is_complete_partial_or_failed(looks, outcome):
    """What `aletheia scan` exits with."""
    report, _ = run(source(*looks))

    assert outcome == report.outcome


def test_the_scan_itself_is_a_record():
    """When it was, of what, and how it ended."""
    _, writer = run(source(look("a"), look("b", error=Denied("x"))))
    (scanned,) = writer.readings["scans"].records

    assert "Scan" == scanned.kind
    assert (2, 1, "partial", ["test"], NOW) == tuple(
        scanned.fields[f] for f in ("scopes", "unread", "outcome", "collectors", "startedAt")
    )


def test_a_source_whose_scopes_cannot_be_listed_is_one_failed_scope():
    """The other sources go on."""

    def broken():
        raise Denied("may not list regions")

    report, writer = run(Source("aws", "AWS account prod", broken), source(look("a")))

    assert {"AWS account prod (scopes)", "test a"} == {t.scope.words for t in report.tallies}
    assert Outcome.DENIED == writer.readings["AWS account prod (scopes)"].outcome


def test_progress_is_told_scope_by_scope():
    """Scope, records so far, errors; the last one has them all."""
    told = []
    run(
        source(look("a", records=3), look("b", error=Denied("x")), look("c", records=4)),
        on_progress=told.append,
    )

    assert {"test a", "test b", "test c"} == {p.scope.words for p in told}
    assert (3, 3, 7, 1) == (told[-1].done, told[-1].known, told[-1].records, told[-1].errors)


def test_only_narrows_to_sources_by_name():
    """`aletheia scan aws`."""
    report, _ = run(source(look("a"), name="aws"), source(look("b"), name="k8s"), only=("aws",))

    assert {"test a"} == {t.scope.words for t in report.tallies}


def test_a_name_that_no_source_has_is_refused():
    """It says which there are."""
    with pytest.raises(BadInput, match=r"No source is named gcp.*aws"):
        run(source(name="aws"), only=("gcp",))


def test_within_narrows_to_places():
    """`--region eu-west-1`: scopes elsewhere, and those of no region, are not touched."""
    looks = (look("a", region="eu-west-1"), look("b", region="us-east-1"), look("c"))
    report, _ = run(source(*looks), within={"region": ("eu-west-1",)})

    assert {"test a"} == {t.scope.words for t in report.tallies}


def test_looks_run_side_by_side():
    """Two looks that wait for each other both end."""
    meet = threading.Barrier(2, timeout=10)
    report, _ = run(source(look("a", meanwhile=meet.wait), look("b", meanwhile=meet.wait)), workers=2)

    assert Outcome.COMPLETE == report.outcome


def test_several_scopes_share_a_transaction():
    """Measured: up to twenty times faster than one by one."""
    _, writer = run(source(*(look(str(n)) for n in range(200))), workers=4)

    assert 201 == sum(map(len, writer.handed))
    assert len(writer.handed) <= 50


def test_large_scopes_are_not_gathered():
    """A batch ends at two thousand records, so that memory is bounded by the workers and not by the estate."""
    _, writer = run(source(*(look(str(n), records=1500) for n in range(12))), workers=2)

    assert max(sum(len(r.records) for r in batch) for batch in writer.handed) <= 5 * 1500


def test_reading_waits_for_the_writer():
    """No more looks are started than the pool takes while what was read is not written."""
    started = []
    ahead = []

    class Slow(Writer):
        def __call__(self, store, readings, *, at):
            ahead.append(len(started) - sum(map(len, self.handed)))
            return super().__call__(store, readings, at=at)

    looks = [look(str(n), meanwhile=lambda: started.append(1)) for n in range(300)]
    run(source(*looks), workers=2, observe=Slow())

    assert max(ahead) <= 40 + 2 * 2


def test_a_cancelled_scan_starts_no_further_look():
    """What is in flight is written; the rest is counted as not read."""
    cancel = threading.Event()
    looks = [look("first", meanwhile=cancel.set), *(look(str(n)) for n in range(50))]
    report, writer = run(source(*looks), workers=1, cancel=cancel)

    assert 51 == len(report.tallies) + report.left
    assert report.left >= 48
    assert Outcome.PARTIAL == report.outcome
    assert report.left == writer.readings["scans"].records[0].fields["unread"]


def test_a_busy_graph_is_tried_again_and_costs_its_scopes_only():
    """Past all retries the readings are lost, and said so; the next ones are written."""

    class Busy(Writer):
        def __call__(self, store, readings, *, at):
            if any("held" in r.scope.words for r in readings):
                raise StoreBusy("another writer does not let go")
            return super().__call__(store, readings, at=at)

    report, writer = run(source(look("held")), observe=Busy())

    assert "Read, and not written: another writer does not let go" == report.tallies[0].reason
    assert Outcome.FAILED == report.outcome
    assert {"scans"} == set(writer.readings)


def test_a_run_that_infers_alone_is_no_scan():
    """So that "when was the last scan" means a look at the sources."""
    _, writer = run(Source("rules", "rules", lambda: [look("a")], observes=False))

    assert {"test a"} == set(writer.readings)


def test_a_graph_that_is_not_there_stops_the_scan():
    """There is no point in reading on."""
    with pytest.raises(StoreUnreachable):
        run(source(look("a")), observe=Writer(StoreUnreachable("no graph answers")))
