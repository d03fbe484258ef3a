"""What observing promises: only what a complete look contradicts is marked gone, and only what differs is written."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal

import pytest

from graph import digest, statement
from graph.encoding import labels_of
from graph.errors import ConstraintMissing
from graph.query import Column, Describe, Find
from graph.record import Derivation, Inference, Record, Relation, Uid
from graph.retrieval import retrieve
from graph.schema import RENEWALS
from graph.scope import Outcome
from graph.store import Store
from graph.writer import observe
from tests.graph.observing import (
    A,
    B,
    alive,
    changes,
    graph,
    hour,
    look,
    machine,
    machines,
    mismarked,
    nodes,
    nodes_of_changes,
    once,
    relations,
    runs_on,
    scope,
)

UNREAD = [Outcome.DENIED, Outcome.FAILED, Outcome.NOT_OFFERED]


def state_of(store: Store) -> list[tuple]:
    """Every property of every node and relation but observation times."""
    seen = {"observedAt", "triedAt", "completeAt"}
    rows = store.read("MATCH (n:Record) RETURN n.uid AS uid, labels(n) AS labels, properties(n) AS p")
    rows += store.read("MATCH (a)-[e]->(b) RETURN a.uid + type(e) + b.uid AS uid, properties(e) AS p")
    return sorted(
        (
            r["uid"],
            sorted(r.get("labels", ())),
            sorted((k, str(v)) for k, v in r["p"].items() if k not in seen),
        )
        for r in rows
    )


def written(store: Store) -> list[tuple]:
    """The times on records and relations themselves, as they are stored."""
    rows = store.read("MATCH (n:EC2Instance) RETURN n.uid AS uid, n.observedAt AS at")
    rows += store.read("MATCH (a)-[e]->(b) RETURN a.uid + type(e) + b.uid AS uid, e.observedAt AS at")
    return sorted((r["uid"], str(r["at"])) for r in rows)


def seen_relations(store: Store, number: int) -> set[datetime | None]:
    """When the relations of a machine were last seen, as a reader is told."""
    (known,) = retrieve(store, Describe((machine(number).uid,)), now=hour(9)).records
    return {neighbour.observed_at for neighbour in known.relations}


class TestWhatIsWritten:
    """New, changed, gone, restored, unchanged."""

    def test_a_first_look_writes_everything_with_all_labels_and_times(self, store: Store) -> None:
        """Record, the kind and its categories are the labels; four times; the scope and the source."""
        tally = once(store, look([machine(0, tags={"team": "payments"})]), 0)

        (row,) = store.read("MATCH (n:EC2Instance) RETURN labels(n) AS labels, properties(n) AS p")
        assert {"Record", "EC2Instance", "Compute", "Resource"} == set(row["labels"])
        assert {hour(0)} == {row["p"][k] for k in ("firstSeen", "observedAt", "changedAt")}
        assert (A.uid, "aws", "machine-0") == (row["p"]["scope"], row["p"]["source"], row["p"]["name"])
        assert ["team=payments"] == row["p"]["tags"]
        assert (1, 1, 0) == (tally.records, tally.new, tally.changes)

    def test_a_second_look_at_the_same_writes_nothing_but_the_time_of_its_scope(self, store: Store) -> None:
        """graph.md §4: unchanged records cost no row and no property; the time of their scope tells when they were seen."""
        reading = look([*machines(0, 1), machine(2, vcpus=4)], [runs_on(0, 1), runs_on(1, "host")])
        once(store, reading, 0)
        before, stored = state_of(store), written(store)

        tally = once(store, reading, 1)

        assert (before, stored) == (state_of(store), written(store))
        assert (3, 0, 0) == (tally.unchanged, tally.written, tally.new)
        assert {hour(1)} == {p["observedAt"] for p in nodes(store).values()}
        assert {hour(1)} == seen_relations(store, 0)

    def test_what_a_look_misses_keeps_the_time_of_the_look_before(self, store: Store) -> None:
        """Seen at two o'clock and missed at three, it was seen at two, whenever that was written down; so its relations."""
        both = look(machines(0, 1), [runs_on(0, 1), runs_on(1, 0)])
        for at in (0, 1, 2):
            once(store, both, at)
        once(store, look(machines(1), [runs_on(1, 0)]), 3)

        seen = {name: p["observedAt"] for name, p in nodes(store).items()}
        assert {"machine-0": hour(2), "machine-1": hour(3)} == seen
        assert {hour(2), hour(3)} == seen_relations(store, 0)

    def test_a_broken_off_look_leaves_the_rest_as_old_as_the_last_whole_one(self, store: Store) -> None:
        """Only what it saw is as new as it."""
        for at in (0, 1):
            once(store, look(machines(0, 1)), at)
        once(store, look(machines(1), outcome=Outcome.PARTIAL), 2)

        assert {"machine-0": hour(1), "machine-1": hour(2)} == {
            name: p["observedAt"] for name, p in nodes(store).items()
        }

    def test_what_is_passed_on_to_a_scope_that_no_longer_states_it_is_no_fresher(self, store: Store) -> None:
        """B stated it once; A, who held it, misses it. B's later looks did not see it, so it is as old as A's last."""
        observe(store, [look(machines(0)), look(machines(0, 1), where=B)], at=hour(0))
        once(store, look(machines(0)), 1)
        once(store, look(machines(1), where=B), 2)
        once(store, look(machines(1), where=B), 3)
        holder = nodes(store)["machine-0"]["scope"]
        other = B if holder == A.uid else A
        kept = {A.uid: look(), B.uid: look(machines(1), where=B)}
        once(store, kept[holder], 4)

        assert nodes(store)["machine-0"]["observedAt"] <= hour(1)
        once(store, kept[other.uid], 5)
        assert {"machine-1"} == alive(store)

    def test_two_looks_at_once_do_not_take_what_the_later_saw(self, store: Store) -> None:
        """A look that began before another ended removes no relation that the other, unchanged, has just seen."""
        reading = look(machines(0, 1), [runs_on(0, 1)])
        once(store, reading, 0)
        once(store, reading, 3)
        rows = [{"a": machine(0).uid, "b": machine(1).uid, "scope": A.uid, "reason": "unstated"}]

        assert [[{"gone": 0}]] == store.write([statement.unrelate("RUNS_ON", rows, hour(2))])

    def test_the_same_said_in_other_words_is_the_same(self, store: Store) -> None:
        """Fields in another order, or a field that no kind declares, are stored alike: only the time is set, and told as unchanged."""
        uid = machine(0).uid
        for at, fields in enumerate(
            (
                {"vcpus": 4, "state": "running"},
                {"state": "running", "vcpus": 4},
                {"vcpus": 4, "state": "running", "x": 1},
            )
        ):
            tally = once(store, look([Record(uid, "EC2Instance", "machine-0", fields), machine(1)]), at)
            assert (0, hour(at)) == (tally.written if at else 0, nodes(store)["machine-0"]["observedAt"])
        assert (2, 2) == (tally.records, tally.unchanged)

    def test_a_fault_is_told_of_at_every_look(self, store: Store) -> None:
        """Also where nothing else has changed since the last."""
        faulty = look([machine(0), Record(Uid("u"), "Spaceship", "enterprise")])
        for at in (0, 1, 2):
            assert "not declared" in once(store, faulty, at).problems[0]

    def test_other_code_compares_what_is_stored(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        """What a later version would mask or encode otherwise is not passed over because it was said alike."""
        tagged = look([machine(0, tags={"note": "hello"})])
        once(store, tagged, 0)
        store.write([("MATCH (s:Scope) SET s.fingerprint = 'what an earlier version stored'", {})])
        store.write([("MATCH (n:EC2Instance) SET n.fingerprint = 'so', n.tags = ['note=HELLO']", {})])
        monkeypatch.setattr(digest, "_code", lambda: b"a later version")

        assert 1 == once(store, tagged, 1).changed
        assert ["note=hello"] == nodes(store)["machine-0"]["tags"]

    def test_the_order_of_a_listing_does_not_matter(self, store: Store) -> None:
        """A source lists in whatever order; that is no difference."""
        once(store, look(machines(0, 1, 2), [runs_on(0, 1), runs_on(1, 2)]), 0)

        assert 0 == once(store, look(machines(2, 0, 1), [runs_on(1, 2), runs_on(0, 1)]), 1).written

    def test_one_change_writes_one_record(self, store: Store) -> None:
        """The others keep everything but their time, and what is no longer said is taken away."""
        once(store, look([machine(0, imageId="ami-1"), machine(1)]), 0)

        tally = once(store, look([machine(0, state="stopped"), machine(1)]), 1)

        found = nodes(store)
        assert (1, 1) == (tally.changed, tally.unchanged)
        assert ("stopped", None) == (found["machine-0"]["state"], found["machine-0"].get("imageId"))
        assert (hour(1), hour(0)) == (found["machine-0"]["changedAt"], found["machine-1"]["changedAt"])
        assert {hour(1)} == {p["observedAt"] for p in found.values()}

    def test_only_declared_fields_are_stored(self, store: Store) -> None:
        """An allow-list: a secret that no kind declares cannot enter the graph."""
        once(store, look([machine(0, userData="export PASSWORD=hunter2", fingerprint="x", goneAt="x")]), 0)

        text = str(state_of(store))
        assert "hunter2" not in text
        assert alive(store) == {"machine-0"}

    def test_secrets_in_tags_are_masked(self, store: Store) -> None:
        """Text typed by people passes the known shapes of secrets."""
        tags = {"note": "key AKIAIOSFODNN7EXAMPLE", "db-password": "hunter2secret", "team": "payments"}
        once(store, look([machine(0, tags=tags)]), 0)

        held = nodes(store)["machine-0"]["tags"]
        assert "team=payments" in held
        assert not any("AKIA" in t or "hunter2" in t for t in held)

    def test_a_record_may_become_another_kind(self, store: Store) -> None:
        """Labels and leftover fields of the old kind go."""
        once(store, look([machine(0, vcpus=4)]), 0)
        once(store, look([Record(machine(0).uid, "Volume", "disk")]), 1)

        (row,) = store.read(
            "MATCH (n:Record {uid: $uid}) RETURN labels(n) AS l, properties(n) AS p", {"uid": machine(0).uid}
        )
        assert {"Record", "Volume", "Storage", "Resource"} == set(row["l"])
        assert (None, None, "disk") == (row["p"].get("vcpus"), row["p"].get("state"), row["p"]["name"])


class TestGone:
    """Two complete looks without it, or the source's own word."""

    def test_one_miss_is_not_a_deletion(self, store: Store) -> None:
        """AWS-16: a source is eventually consistent."""
        once(store, look(machines(0, 1)), 0)

        assert 0 == once(store, look(machines(0)), 1).gone
        assert {"machine-0", "machine-1"} == alive(store)
        assert hour(0) == nodes(store)["machine-1"]["observedAt"]

        once(store, look(machines(0, 1)), 2)
        once(store, look(machines(0)), 3)
        assert {"machine-0", "machine-1"} == alive(store), "the misses were not in a row"

    def test_two_misses_in_a_row_are(self, store: Store) -> None:
        """A tombstone with time and reason, kept."""
        once(store, look(machines(0, 1)), 0)
        once(store, look(machines(0)), 1)
        tally = once(store, look(machines(0)), 2)

        gone = nodes(store)["machine-1"]
        assert (1, {"machine-0"}) == (tally.gone, alive(store))
        assert hour(2) == gone["goneAt"]
        assert "two complete looks" in gone["goneReason"]

    def test_the_same_look_twice_is_one_miss(self, store: Store) -> None:
        """A repeat of a look after a crash is no second look."""
        once(store, look(machines(0, 1)), 0)
        once(store, look(machines(0)), 1)
        once(store, look(machines(0)), 1)

        assert {"machine-0", "machine-1"} == alive(store)

    def test_the_source_s_word_is_enough(self, store: Store) -> None:
        """Terminated is gone at once, and stays so while the source still lists it."""
        once(store, look(machines(0, 1)), 0)
        tally = once(store, look([machine(0), machine(1, gone="terminated", state="terminated")]), 1)
        again = once(store, look([machine(0), machine(1, gone="terminated", state="terminated")]), 2)

        gone = nodes(store)["machine-1"]
        assert (1, 0) == (tally.gone, again.written)
        assert ("terminated", "terminated", hour(1)) == (gone["goneReason"], gone["state"], gone["goneAt"])
        once(store, look(machines(0)), 3)
        once(store, look(machines(0)), 4)
        assert hour(1) == nodes(store)["machine-1"]["goneAt"], "leaving the list later is no news"

    @pytest.mark.parametrize("how", ["missed", "terminated"])
    def test_what_is_seen_again_is_restored(self, store: Store, how: str) -> None:
        """Its first time stays; the tombstone goes."""
        once(store, look(machines(0, 1)), 0)
        without = machines(0) if how == "missed" else (machine(0), machine(1, gone="terminated"))
        once(store, look(without), 1)
        once(store, look(without), 2)
        tally = once(store, look(machines(0, 1)), 3)

        back = nodes(store)["machine-1"]
        assert (1, hour(0), None) == (tally.restored, back["firstSeen"], back.get("goneAt"))
        assert "goneReason" not in back
        assert 0 == once(store, look(machines(0, 1)), 4).written

    @pytest.mark.parametrize("outcome", [*UNREAD, Outcome.PARTIAL])
    def test_only_a_complete_look_removes(self, store: Store, outcome: Outcome) -> None:
        """A denied, failed or broken-off look keeps every record with its older time."""
        once(store, look(machines(0, 1), [runs_on(0, 1)]), 0)
        for at in (1, 2, 3):
            tally = once(store, look(outcome=outcome, reason="not allowed"), at)

        assert (0, 0) == (tally.gone, tally.written)
        assert {"machine-0", "machine-1"} == alive(store)
        assert {hour(0)} == {p["observedAt"] for p in nodes(store).values()}
        assert [("machine-0", "RUNS_ON", "machine-1")] == relations(store)

    def test_a_broken_off_look_writes_what_it_saw(self, store: Store) -> None:
        """AWS-02, AWS-10: partial pages update and add, and remove nothing."""
        once(store, look(machines(0, 1), [runs_on(0, 1), runs_on(1, 0)]), 0)
        seen = look([machine(1), machine(2)], [runs_on(1, 0)], outcome=Outcome.PARTIAL)
        tally = once(store, seen, 1)

        assert (1, 1) == (tally.new, tally.unchanged)
        assert {"machine-0": hour(0), "machine-1": hour(1), "machine-2": hour(1)} == {
            n: p["observedAt"] for n, p in nodes(store).items()
        }
        assert 2 == len(relations(store))

    def test_other_scopes_are_never_touched(self, store: Store) -> None:
        """AWS-01, INV-01: the next run looks only at A; nothing of B goes, and its age shows."""
        observe(store, [look(machines(0)), look(machines(1), where=B)], at=hour(0))
        for at in (1, 2, 3):
            once(store, look(machines(0)), at)

        assert {"machine-0", "machine-1"} == alive(store)
        assert hour(0) == nodes(store)["machine-1"]["observedAt"]

    def test_an_empty_complete_look_removes_all_of_its_scope(self, store: Store) -> None:
        """There may be none left."""
        observe(store, [look(machines(0)), look(machines(1), where=B)], at=hour(0))
        for at in (1, 2):
            once(store, look(), at)

        assert {"machine-1"} == alive(store)

    def test_events_are_never_missing(self, store: Store) -> None:
        """INV-01: an event leaves its window, and stays in the graph."""
        event = Record(
            Uid("change://trail/1"), "Change", "stopped", {"at": hour(0), "subjectUid": machine(0).uid}
        )
        for at in (0, 1, 2, 3):
            once(store, look([event] if at == 0 else []), at)

        assert 1 == len(nodes_of_changes(store))
        assert "goneAt" not in nodes_of_changes(store)[0]

    def test_every_record_has_a_scope(self, store: Store) -> None:
        """AWS-03: nothing can be orphaned: what lost every relation is still found by its scope."""
        once(store, look(machines(0, 1), [runs_on(0, 1)]), 0)
        once(store, look(machines(0, 1)), 1)

        found = store.read(
            "MATCH (n:EC2Instance) OPTIONAL MATCH (s:Scope {uid: n.scope}) WITH n, s WHERE s IS NULL RETURN n.uid AS uid"
        )
        assert [] == found


class TestRelations:
    """Merged by type, ends and scope; gone with what stated them."""

    def test_a_repeat_with_another_time_doubles_nothing(self, store: Store) -> None:
        """N4J-08: the time is no part of the key, even where something else has changed."""
        for at in (0, 1, 2):
            once(store, look([machine(0, vcpus=at + 1), machine(1)], [runs_on(0, 1)]), at)

        assert [("machine-0", "RUNS_ON", "machine-1")] == relations(store)

    def test_what_is_no_longer_stated_is_gone_at_once(self, store: Store) -> None:
        """A pod that moved runs on one node, not on two."""
        once(store, look(machines(0, 1, 2), [runs_on(0, 1)]), 0)
        tally = once(store, look(machines(0, 1, 2), [runs_on(0, 2)]), 1)

        assert (1, 1) == (tally.relations_new, tally.relations_gone)
        assert [("machine-0", "RUNS_ON", "machine-2")] == relations(store)
        assert [("machine-0", "RUNS_ON", "machine-1")] == relations(store, gone=True)

    def test_it_comes_back(self, store: Store) -> None:
        """With its first time."""
        once(store, look(machines(0, 1), [runs_on(0, 1)]), 0)
        once(store, look(machines(0, 1)), 1)
        once(store, look(machines(0, 1), [runs_on(0, 1)]), 2)

        (edge,) = store.read("MATCH ()-[e:RUNS_ON]->() RETURN properties(e) AS p")
        assert (hour(0), None) == (edge["p"]["firstSeen"], edge["p"].get("goneAt"))

    def test_it_waits_with_its_source(self, store: Store) -> None:
        """A source missed once keeps its relations; gone, it takes them along."""
        once(store, look(machines(0, 1), [runs_on(0, 1)]), 0)
        once(store, look(machines(1)), 1)
        assert [("machine-0", "RUNS_ON", "machine-1")] == relations(store)

        once(store, look(machines(1)), 2)
        assert [] == relations(store)

    def test_an_end_that_nobody_saw_is_kept_unresolved(self, store: Store) -> None:
        """And becomes the record in place when it is seen."""
        once(store, look(machines(0), [runs_on(0, "late")]), 0)
        (row,) = store.read("MATCH (n:Unresolved) RETURN n.uid AS uid, n.kind AS kind, labels(n) AS labels")
        assert (machine("late").uid, {"Record", "Unresolved"}) == (row["uid"], set(row["labels"]))
        assert [] == store.read("MATCH (n:EC2Instance {uid: $uid}) RETURN n", {"uid": machine("late").uid})

        tally = once(store, look(machines("late"), where=B), 1)

        (row,) = store.read(
            "MATCH (:EC2Instance)-[:RUNS_ON]->(n) RETURN labels(n) AS labels, n.firstSeen AS first"
        )
        assert ({"Record", "EC2Instance", "Compute", "Resource"}, hour(1), 1) == (
            set(row["labels"]),
            row["first"],
            tally.new,
        )

    def test_two_scopes_may_state_one_relation(self, store: Store) -> None:
        """Each keeps its own; one that stops saying it takes only its own away."""
        readings = [look(machines(0, 1), [runs_on(0, 1)]), look(relations=[runs_on(0, 1)], where=B)]
        observe(store, readings, at=hour(0))
        once(store, look(where=B), 1)

        assert [("machine-0", "RUNS_ON", "machine-1")] == relations(store)

    def test_the_surer_of_two_statements_stays(self, store: Store) -> None:
        """Observed before inferred, then by confidence."""
        weak, strong = (
            replace(runs_on(0, 1), inference=Inference(rule, confidence, (machine(0).uid,)))
            for rule, confidence in (("guess", 0.3), ("proof", 0.9))
        )
        once(store, look(machines(0, 1), [weak, strong, weak]), 0)

        (edge,) = store.read("MATCH ()-[e:RUNS_ON]->() RETURN properties(e) AS p")
        assert ("proof", 0.9, [machine(0).uid]) == (
            edge["p"]["rule"],
            edge["p"]["confidence"],
            edge["p"]["basis"],
        )

    def test_a_relation_s_own_fields_are_kept(self, store: Store) -> None:
        """Ports, paths: scalars and lists of text."""
        stated = replace(runs_on(0, 1), fields={"port": 8080, "paths": ["/a", "/b"]})
        once(store, look(machines(0, 1), [stated]), 0)

        (edge,) = store.read("MATCH ()-[e:RUNS_ON]->() RETURN e.port AS port, e.paths AS paths")
        assert {"port": 8080, "paths": ["/a", "/b"]} == edge


class TestOneBadItem:
    """It is named, and costs nobody else anything (INV-02)."""

    @pytest.mark.parametrize(
        ("bad", "words"),
        [
            (Record(Uid(""), "EC2Instance", "nameless"), "no uid"),
            (Record(None, "EC2Instance", "nameless"), "no uid"),  # type: ignore[arg-type]
            (Record(Uid("x" * 5_000), "EC2Instance", "long"), "longer than"),
            (Record(Uid("arn:\ud800"), "EC2Instance", "half"), "surrogate"),
            (Record(Uid("arn:x"), "Spaceship", "x"), "Spaceship"),
            (Record(Uid("arn:x"), "EC2Instance", None), "name"),  # type: ignore[arg-type]
        ],
    )
    def test_a_record_that_cannot_be_taken(self, store: Store, bad: Record, words: str) -> None:
        """N4J-01: of a hundred, ninety-nine are written and one is named."""
        tally = once(store, look([*machines(*range(50)), bad, *machines(*range(50, 99))]), 0)

        assert (99, 99) == (tally.new, len(alive(store)))
        assert words in " ".join(tally.problems)
        assert tally.problems == once(store, look([*machines(*range(99)), bad]), 1).problems

    @pytest.mark.parametrize(
        "name", ["runs-on", "a`b`", "RUNS ON", "", "SPACESHIP", "RUNS_ON]->() DETACH DELETE n //"]
    )
    def test_a_relation_type_that_is_not_declared(self, store: Store, name: str) -> None:
        """N4J-06: types come from the declarations only."""
        tally = once(
            store, look(machines(0, 1), [Relation(name, machine(0).uid, machine(1).uid), runs_on(0, 1)]), 0
        )

        assert "not declared" in " ".join(tally.problems)
        assert [("machine-0", "RUNS_ON", "machine-1")] == relations(store)

    @pytest.mark.parametrize("end", ["", None])
    def test_a_relation_without_an_end(self, store: Store, end: str | None) -> None:
        """The relation is named, the others are written."""
        tally = once(store, look(machines(0), [Relation("RUNS_ON", machine(0).uid, end)]), 0)  # type: ignore[arg-type]

        assert (1, 1) == (len(tally.problems), tally.new)

    def test_a_value_of_the_wrong_type(self, store: Store) -> None:
        """The field is left out and named; the rest of the record is written."""
        tally = once(store, look([machine(0, vcpus="four", launchedAt="yesterday", imageId="ami-1")]), 0)

        found = nodes(store)["machine-0"]
        assert (2, "ami-1", None) == (len(tally.problems), found["imageId"], found.get("vcpus"))

    def test_one_uid_twice(self, store: Store) -> None:
        """Pages overlap: the same again is nothing, another is named and the later kept."""
        assert () == once(store, look([*machines(0, 1), *machines(0)]), 0).problems
        tally = once(store, look([machine(0), machine(0, state="stopped")]), 1)

        assert "listed twice" in tally.problems[0]
        assert "stopped" == nodes(store)["machine-0"]["state"]

    def test_numbers_stay_exact(self, store: Store) -> None:
        """N4J-05: over 64 bits as digits."""
        once(
            store,
            look([machine(0, vcpus=2**63), machine(1, vcpus=2**63 - 1), machine(2, vcpus=Decimal(4))]),
            0,
        )

        held = {n: p["vcpus"] for n, p in nodes(store).items()}
        assert {"machine-0": str(2**63), "machine-1": 2**63 - 1, "machine-2": 4} == held


class TestScopes:
    """A scope's node says how the last look ended, and when one was last whole."""

    def test_the_outcome_and_its_times(self, store: Store) -> None:
        """`since` is when the present outcome began; the last complete look stays."""
        once(store, look(machines(0)), 0)
        for at in (1, 2):
            once(store, look(outcome=Outcome.DENIED, reason="AccessDenied: no ec2:DescribeInstances"), at)

        held = nodes(store, "Scope")["aws a"]
        assert ("denied", hour(2), hour(1), hour(0)) == (
            held["outcome"],
            held["triedAt"],
            held["since"],
            held["completeAt"],
        )
        assert "AccessDenied" in held["reason"]
        assert ("012345671234", "eu-west-1", 1) == (held["account"], held["region"], held["records"])

    def test_a_denial_does_not_make_the_next_look_slow(self, store: Store) -> None:
        """The digest outlives it."""
        once(store, look(machines(0)), 0)
        once(store, look(outcome=Outcome.DENIED, reason="no"), 1)
        tally = once(store, look(machines(0)), 2)

        assert (1, 1) == (tally.unchanged, tally.written), "only the outcome is news"
        assert {"complete", None} == {nodes(store, "Scope")["aws a"].get(k) for k in ("outcome", "reason")}

    def test_writing_refuses_without_the_constraint(self, embedded: Store) -> None:
        """N4J-04: merging without it would make duplicates."""

        class Bare:
            def read(self, cypher, *args, **kwargs):
                return [] if cypher.startswith("SHOW CONSTRAINTS") else embedded.read(cypher, *args, **kwargs)

            def write(self, statements):
                raise AssertionError("nothing may be written")

        with pytest.raises(ConstraintMissing, match=r"Record\.uid"):
            observe(Bare(), [look(machines(0))], at=hour(0))  # type: ignore[arg-type]

    def test_an_older_look_changes_nothing_that_a_later_one_saw(self, store: Store) -> None:
        """Two runs may overtake each other."""
        once(store, look([machine(0, state="stopped"), machine(1)]), 2)
        once(store, look([machine(0, state="running")]), 1)
        once(store, look([machine(0, state="running")]), 1.5)

        assert {"machine-0", "machine-1"} == alive(store)
        assert "stopped" == nodes(store)["machine-0"]["state"]
        assert hour(2) == nodes(store, "Scope")["aws a"]["triedAt"]


class TestSharedRecords:
    """A record that several scopes state, or that moved from one to another."""

    def test_a_record_whose_scope_moved(self, store: Store) -> None:
        """It follows the later statement, and its old scope does not take it away."""
        once(store, look(machines(0)), 0)
        once(store, look([machine(0, state="stopped")], where=B), 1)
        for at in (2, 3):
            once(store, look(), at)

        held = nodes(store)["machine-0"]
        assert ({"machine-0"}, B.uid, "stopped") == (alive(store), held["scope"], held["state"])

    def test_it_stays_while_one_of_them_states_it(self, store: Store) -> None:
        """And goes when none does."""
        observe(store, [look(machines(0)), look(machines(0), where=B)], at=hour(0))
        for at in (1, 2, 3):
            observe(store, [look(), look(machines(0), where=B)], at=hour(at))
        assert {"machine-0"} == alive(store)
        assert hour(3) == nodes(store)["machine-0"]["observedAt"]

        for at in (4, 5, 6):
            observe(store, [look(), look(where=B)], at=hour(at))
        assert set() == alive(store)

    def test_it_stays_when_its_holder_and_the_other_are_looked_at_apart(self, store: Store) -> None:
        """The other scope's digest is the same all along, and still it is asked before anything is gone."""
        once(store, look(machines(0)), 0)
        once(store, look(machines(0), where=B), 0.5)
        for at in (1, 2, 3):
            once(store, look(), at)
            once(store, look(machines(0), where=B), at + 0.5)

        assert ({"machine-0"}, B.uid) == (alive(store), nodes(store)["machine-0"]["scope"])
        assert hour(3.5) == nodes(store)["machine-0"]["observedAt"]

    def test_repeats_settle(self, store: Store) -> None:
        """Two scopes that state one record do not take it from each other at every look."""
        readings = [look(machines(0, 1)), look(machines(0, 2), where=B)]
        for at in (0, 1):
            observe(store, readings, at=hour(at))
        before = state_of(store)

        assert [0, 0] == [t.written for t in observe(store, readings, at=hour(2))]
        assert before == state_of(store)
        assert {hour(2)} == {p["observedAt"] for p in nodes(store).values()}

    def test_who_says_less_does_not_take_over(self, store: Store) -> None:
        """A mention does not wipe out what the catalogue says, in either order."""
        team = Uid("team://payments")
        full, mention = (
            Record(team, "Team", "payments", {"members": 5, "known": True}),
            Record(team, "Team", "payments"),
        )
        for first, second in ((full, mention), (mention, full)):
            store.write([("MATCH (n) DETACH DELETE n", {})])
            for at in (0, 1, 2):
                observe(store, [look([first]), look([second], where=B)], at=hour(at))

            assert 5 == nodes(store, "Team")["payments"]["members"]
            assert [] == changes(store)


class TestChanges:
    """Every difference in a declared field is told once."""

    def test_the_first_complete_look_makes_none(self, store: Store) -> None:
        """Everything is new then, even after a broken-off one."""
        once(store, look(machines(0), outcome=Outcome.PARTIAL), 0)
        once(store, look([machine(0, state="stopped"), machine(1)]), 1)

        assert [] == changes(store)

    def test_an_image_that_changed_is_told_once(self, store: Store) -> None:
        """The list of all images tells what the first image's own field does not: that another one changed as well."""

        def app(*images: str) -> Record:
            fields = {"cluster": "prod", "namespace": "shop", "image": images[0], "images": list(images)}
            return Record(Uid("k8s://prod/apps/Deployment/shop/api"), "Deployment", "api", fields)

        for at, images in enumerate(
            (("api:1", "envoy:1"), ("api:2", "envoy:1"), ("api:2", "envoy:2"), ("api:3",))
        ):
            once(store, look([app(*images)]), at)

        assert [
            ("api", "modified", "image", "api:1", "api:2"),
            ("api", "modified", "image", "api:2", "api:3"),
            ("api", "modified", "images", "api:2, envoy:1", "api:2, envoy:2"),
            ("api", "modified", "images", "api:2, envoy:2", "api:3"),
        ] == sorted(changes(store), key=str)
        asked = Find("Deployment", columns=(Column("image"), Column("images")), as_of=hour(0.5))
        found = retrieve(store, asked, now=hour(9)).result
        assert found is not None
        assert (("api:1", None),) == found.rows  # which list it was is not kept

    def test_created_modified_deleted_restored(self, store: Store) -> None:
        """With the values before and after as text, the place, and the times."""
        once(store, look([machine(0, vcpus=2)]), 0)
        once(store, look([machine(0, vcpus=4, state="stopped"), machine(1)]), 1)
        once(store, look([machine(0, vcpus=4, state="stopped"), machine(1, gone="terminated")]), 2)
        once(store, look([machine(0, vcpus=4, state="stopped"), machine(1)]), 3)

        assert [
            ("machine-0", "modified", "state", "running", "stopped"),
            ("machine-0", "modified", "vcpus", "2", "4"),
            ("machine-1", "created", None, None, None),
            ("machine-1", "deleted", None, None, None),
            ("machine-1", "restored", None, None, None),
        ] == changes(store)
        first = nodes_of_changes(store)[0]
        assert (hour(1), hour(1), "scan", "eu-west-1") == (
            first["at"],
            first["noticedAt"],
            first["via"],
            first["region"],
        )
        rows = store.read(
            "MATCH (c:Change)-[:CHANGE_OF]->(n:EC2Instance) RETURN c.subjectUid = n.uid AS right"
        )
        assert [{"right": True}] * 5 == rows

    def test_one_flip_after_another_is_told_each_time(self, store: Store) -> None:
        """Back and forth three times is three changes, and a repeat is none."""
        for at, state in enumerate(["running", "stopped", "running", "stopped", "stopped"]):
            once(store, look([machine(0, state=state)]), at)

        assert 3 == len(changes(store))

    def test_what_a_rule_concludes_is_no_happening(self, store: Store) -> None:
        """Inferred records come and go without news."""
        guess = Inference("guess", 0.5)
        once(store, look([]), 0)
        once(store, look([machine(0, inference=guess)]), 1)

        assert [] == changes(store)

    @pytest.mark.parametrize("event_first", [True, False])
    def test_an_event_that_explains_a_difference_becomes_one_with_it(
        self, store: Store, event_first: bool
    ) -> None:
        """One real change, seen by a scan and told by CloudTrail, in whichever order they come."""
        trail = scope("trail")
        event = Record(
            Uid("change://cloudtrail/1"),
            "Change",
            "StopInstances",
            {
                "at": hour(0.5),
                "action": "modified",
                "subjectUid": machine(0).uid,
                "actor": "ada",
                "via": "CloudTrail",
            },
        )
        told, stopped = look([event], where=trail), look([machine(0, state="stopped")])
        observe(store, [look(machines(0)), look(where=trail)], at=hour(0))
        for at, reading in enumerate((told, stopped) if event_first else (stopped, told), start=1):
            once(store, reading, at)

        (one,) = nodes_of_changes(store)
        assert ("ada", hour(0.5), "CloudTrail, scan") == (one["actor"], one["at"], one["via"])
        assert ("state", "running", "stopped") == (one["field"], one["before"], one["after"])
        assert "change://cloudtrail/1" == one["uid"]
        (row,) = store.read("MATCH (:Change)-[e:CHANGE_OF]->(n) RETURN count(e) AS n, collect(n.uid) AS uids")
        assert {"n": 1, "uids": [machine(0).uid]} == row
        for reading in (told, stopped):
            assert 0 == once(store, reading, 5).written

    @pytest.mark.parametrize(
        "fields",
        [
            {"subjectUid": machine(1).uid},
            {"action": "deleted"},
            {"field": "vcpus"},
            {"at": hour(-3)},
            {"at": hour(4)},
        ],
    )
    def test_another_event_does_not(self, store: Store, fields: dict) -> None:
        """Another subject, action, field or time."""
        said = {
            "at": hour(0.5),
            "action": "modified",
            "subjectUid": machine(0).uid,
            "via": "CloudTrail",
        } | fields
        event = Record(Uid("change://cloudtrail/1"), "Change", "x", said)
        observe(store, [look(machines(0, 1)), look([event], where=B)], at=hour(0))
        once(store, look([machine(0, state="stopped"), machine(1)]), 1)

        assert ["CloudTrail", "scan"] == sorted(c["via"] for c in nodes_of_changes(store))

    def test_an_event_without_a_field_explains_all_differences(self, store: Store) -> None:
        """It takes one in, and lends the others its actor and time."""
        said = {
            "at": hour(0.5),
            "action": "modified",
            "subjectUid": machine(0).uid,
            "actor": "ada",
            "via": "CloudTrail",
        }
        observe(store, [look([machine(0, vcpus=2)]), look(where=B)], at=hour(0))
        once(store, look([Record(Uid("change://cloudtrail/1"), "Change", "x", said)], where=B), 1)
        once(store, look([machine(0, vcpus=4, state="stopped")]), 1)

        found = nodes_of_changes(store)
        assert {("state", "ada", hour(0.5)), ("vcpus", "ada", hour(0.5))} == {
            (c["field"], c["actor"], c["at"]) for c in found
        }
        assert {"CloudTrail, scan"} == {c["via"] for c in found}


class TestDerivedFields:
    """Set by rules on records that collectors list."""

    RULES = scope("managed", "rules")

    def derive(self, uid: str, state: str, at: float, store: Store):
        """One look of a rule."""
        said = Derivation(
            Uid(uid), {"management": state}, Inference("terraform", 0.95, (Uid("terraform://x"),))
        )
        return once(store, look(where=self.RULES, derivations=[said] if state else []), at)

    def test_they_live_beside_what_was_observed(self, store: Store) -> None:
        """The collector's rewrite leaves them alone, and the rule's leaves its."""
        once(store, look(machines(0)), 0)
        self.derive(machine(0).uid, "managed", 0, store)
        once(store, look([machine(0, state="stopped")]), 1)

        held = nodes(store)["machine-0"]
        assert ("stopped", "managed", A.uid) == (held["state"], held["management"], held["scope"])
        assert (["terraform"], [0.95]) == (held["derivedRule"], held["derivedConfidence"])
        assert 0 == self.derive(machine(0).uid, "managed", 2, store).written

    def test_a_derived_field_that_changes_is_news(self, store: Store) -> None:
        """What was managed and is not."""
        once(store, look(machines(0)), 0)
        self.derive(machine(0).uid, "managed", 0, store)
        self.derive(machine(0).uid, "unmanaged", 1, store)

        assert [("machine-0", "modified", "management", "managed", "unmanaged")] == changes(store)

    def test_what_a_rule_can_no_longer_tell_is_no_news(self, store: Store) -> None:
        """Nothing happened to the thing: a source of the rule was not read, or it gives another reason for the same."""
        once(store, look(machines(0)), 0)
        for at, (state, why) in enumerate(
            [("managed", "in state a"), ("managed", "in state b"), ("unknown", "b was not read")] * 2
        ):
            fields = {"management": state, "managementReason": why}
            said = Derivation(machine(0).uid, fields, Inference("terraform", 0.95))
            once(store, look(where=self.RULES, derivations=[said]), at)
        self.derive(machine(0).uid, "", 9, store)

        assert [] == changes(store)

    def test_what_a_rule_no_longer_says_is_taken_away(self, store: Store) -> None:
        """And only its own: another rule's stays."""
        once(store, look(machines(0)), 0)
        self.derive(machine(0).uid, "managed", 0, store)
        other = Derivation(machine(0).uid, {"ownership": "owned"}, Inference("tag", 1.0))
        once(store, look(where=scope("owner", "rules"), derivations=[other]), 0)
        self.derive(machine(0).uid, "", 1, store)

        held = nodes(store)["machine-0"]
        assert (None, "owned", ["tag"]) == (held.get("management"), held["ownership"], held["derivedRule"])

    def test_a_derivation_of_nothing_is_named(self, store: Store) -> None:
        """There is no record to put it on."""
        assert "no such record" in self.derive("arn:nothing", "managed", 0, store).problems[0]

    def test_a_derivation_waits_for_its_record(self, store: Store) -> None:
        """What is derived of a record before anyone sees it is set by the rule's next look, though that says just the same."""
        self.derive(machine(0).uid, "managed", 0, store)
        once(store, look(machines(0), [runs_on(0, "never-seen")]), 1)
        assert () == self.derive(machine(0).uid, "managed", 2, store).problems

        assert "managed" == nodes(store)["machine-0"]["management"]
        assert 0 == self.derive(machine(0).uid, "managed", 3, store).written


def test_many_scopes_are_one_call(store: Store) -> None:
    """Tallies come in the order of the readings, also where a scope is looked at twice."""
    readings = [look(machines(n), where=scope(str(n))) for n in range(30)]
    tallies = observe(store, [*readings, look(machines(99), where=scope("0"))], at=hour(0))

    assert [f"aws {n}" for n in range(30)] + ["aws 0"] == [t.scope.words for t in tallies]
    assert 31 == len(alive(store))


class TestTheLabelOfWhatIsGone:
    """Questions tell by it what is there, so it says what the times say."""

    def test_it_comes_and_goes(self, store: Store) -> None:
        """Missed twice, ended by the source's word, back again, or listed for the first time when it is over."""

        def gone() -> set[str]:
            rows = store.read("MATCH (n:Gone) RETURN n.name AS name, labels(n) AS labels")
            assert all(set(labels_of("EC2Instance", gone=True)) == set(row["labels"]) for row in rows)
            return {row["name"] for row in rows}

        once(store, look([*machines(0, 1, 2), machine(3, gone="terminated")]), 0)
        assert {"machine-3"} == gone()
        for at in (1, 2):
            once(store, look([machine(0), machine(1, gone="terminated")]), at)
        assert {"machine-1", "machine-2", "machine-3"} == gone()
        once(store, look([machine(0), machine(1, gone="terminated"), machine(2)]), 3)
        assert {"machine-1", "machine-3"} == gone()
        assert [] == mismarked(store)

    def test_a_graph_of_before_gets_it(self, store: Store) -> None:
        """The first time it is prepared; so do scopes get what they are sought by. An index says that this was done."""
        once(store, look([machine(0), machine(1, gone="terminated")]), 0)
        store.write([("MATCH (n:Gone) REMOVE n:Gone", {})])
        store.write([("MATCH (s:Scope) REMOVE s.holds", {})])
        for index in RENEWALS:
            store.write([(f"DROP INDEX {index}", {})])
        assert [machine(1).uid] == mismarked(store)
        store.prepare()

        assert [] == mismarked(store)
        assert ["EC2Instance"] == [s["holds"] for s in nodes(store, "Scope").values()]


class TestAnOlderLook:
    """A saved listing is as old as its file, whenever it is read in."""

    def test_it_counts_for_its_own_time(self, store: Store) -> None:
        """Records, and the scope's last complete look, are as old as the file; the other reading is as new as the scan."""
        saved, now = replace(look(machines(0)), at=hour(2)), look(machines(1), where=B)
        observe(store, [saved, now], at=hour(9))

        assert (hour(2), hour(9)) == tuple(p["observedAt"] for _, p in sorted(nodes(store).items()))
        pages = {p["uid"]: p["completeAt"] for p in nodes(store, "Scope").values()}
        assert {A.uid: hour(2), B.uid: hour(9)} == pages

    def test_the_same_file_again_is_no_second_look(self, store: Store) -> None:
        """What it lacks is missed once, however often it is read in, and nothing gets any fresher."""
        once(store, look(machines(0, 1)), 0)
        for at in (5, 6, 7):
            once(store, replace(look(machines(0)), at=hour(2)), at)

        assert {"machine-0", "machine-1"} == alive(store)
        assert {hour(0), hour(2)} == {p["observedAt"] for p in nodes(store).values()}

    def test_one_of_before_the_last_look_says_nothing(self, store: Store) -> None:
        """The graph knows better, and the report says so."""
        once(store, look(machines(0, 1)), 3)
        tally = once(store, replace(look(machines(0)), at=hour(2)), 5)

        assert "older one is left out" in tally.problems[0]
        assert {hour(3)} == {p["observedAt"] for p in nodes(store).values()}

    def test_none_is_later_than_its_scan(self, store: Store) -> None:
        """A clock that is ahead makes nothing fresher than now; a time without a zone is UTC."""
        once(store, replace(look(machines(0)), at=hour(8).replace(tzinfo=None)), 3)

        assert hour(3) == nodes(store)["machine-0"]["observedAt"]


def test_a_time_without_a_zone_is_utc(store: Store) -> None:
    """graph.md §2."""
    observe(store, [look(machines(0))], at=datetime(2026, 3, 1))  # noqa: DTZ001

    assert hour(0) == nodes(store)["machine-0"]["observedAt"]


def test_two_graphs_of_the_same_looks_agree(store: Store) -> None:
    """The value the property tests compare by: it has all records and relations, and nothing of when."""
    once(store, look(machines(0, 1), [runs_on(0, 1)]), 0)
    first = graph(store)
    once(store, look(machines(0, 1), [runs_on(0, 1)]), 5)

    assert first == graph(store)
    assert 3 == len(first[0]), "two machines and their scope"
    assert 1 == len(first[1])
