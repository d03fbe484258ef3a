"""Every form of query, run on every store: the rows, what they mean, and the records behind them."""

import importlib.util
import sys
from datetime import timedelta
from pathlib import Path as File
from types import ModuleType

import pytest

from graph.errors import Abandoned, BadQuery, TimedOut
from graph.query import (
    Aggregate,
    Analysis,
    AnyOf,
    Column,
    CompareRecords,
    Condition,
    CoverageOf,
    Describe,
    Find,
    History,
    Impact,
    Measure,
    Not,
    Op,
    Order,
    Path,
    Query,
    Related,
    Where,
    Window,
    Within,
)
from graph.record import Uid
from graph.result import NONE_ON_PURPOSE, Filter, Result
from graph.retrieval import Limits, Retrieved, retrieve
from graph.store import Store


def _estate() -> ModuleType:
    """The estate's own names, from beside this file."""
    spec = importlib.util.spec_from_file_location("estate", File(__file__).parent / "conftest.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["estate"] = module
    spec.loader.exec_module(module)
    return module


E = _estate()
NOW = E.NOW
PROD = Within(cluster=("prod",))
SHOP = Within(cluster=("prod",), namespace=("shop",))
COUNT = Aggregate(Measure.COUNT)
CHECKOUT, CART, ORDERS = Uid(E.CHECKOUT), Uid(E.CART), Uid(E.ORDERS)


def ask(store: Store, query: Query, *allowed: Within, limits: Limits | None = None) -> Retrieved:
    """What the estate holds for it."""
    return retrieve(store, query, now=NOW, allowed=allowed, limits=limits)


def result(store: Store, query: Query, *allowed: Within) -> Result:
    """The result of it."""
    found = ask(store, query, *allowed).result
    assert found is not None
    return found


def names(store: Store, query: Find, *allowed: Within) -> list[str]:
    """The first column of a list."""
    return [str(row[0]) for row in result(store, query, *allowed).rows]


def test_a_list_says_what_it_is(estate_store: Store) -> None:
    """Words, columns, rows, total, population, age: what a table and the check are made of (C8)."""
    found = result(estate_store, Find("Pod", (Where("restarts", Op.GT, 10),), PROD))
    assert found.words == "pods · restarts over 10 · cluster prod · list"
    assert [c.name for c in found.columns] == ["name", "namespace", "restarts"]
    assert set(found.rows) == {("checkout-2", "shop", 41), ("cart-1", "shop", 12)}
    assert (found.total, found.population) == (2, 4)
    assert found.where == (Filter("restarts", ">", 10),)
    assert found.within == {"cluster": "prod"}
    assert found.observed_at == NOW - timedelta(minutes=20)
    assert found.complete
    assert "$restarts" in found.cypher
    assert found.parameters["restarts"] == 10
    assert found.milliseconds > 0


def test_each_row_is_behind_its_uids(estate_store: Store) -> None:
    """A row opens the records that made it, those of its other columns as well (L4)."""
    query = Find("Pod", (Where("name", Op.EQ, "checkout-1"),), columns=(Column(), Column(special="owner")))
    found = result(estate_store, query)
    assert found.rows == (("checkout-1", "payments"),)
    assert found.row_uids == (("k8s://prod//Pod/shop/checkout-1", "team://payments"),)
    assert found.row_counts == (2,)


def test_a_cut_list_keeps_its_true_total(estate_store: Store) -> None:
    """It is 2 of 4, never "2" (LLM-04)."""
    found = result(estate_store, Find("Pod", within=PROD, limit=2))
    assert (len(found.rows), found.total) == (2, 4)


def test_gone_records_show_only_when_they_are_asked_for(estate_store: Store) -> None:
    """A tombstone is history."""
    assert "cart-0" not in names(estate_store, Find("Pod", within=PROD))
    assert "cart-0" in names(estate_store, Find("Pod", within=PROD, gone=True))


@pytest.mark.parametrize(
    ("where", "states"),
    [
        ((), ["running", "running", "stopped"]),
        ((Where("state", Op.EQ, "running"),), ["running", "running"]),
        ((Where("state", Op.EQ, "terminated"),), ["terminated"]),
        ((Where("state", Op.IN, ["stopped", "terminated"]),), ["stopped", "terminated"]),
        ((Where("state", Op.NE, "running"),), ["stopped", "terminated"]),
        ((Not(Where("state", Op.EQ, "running")),), ["stopped", "terminated"]),
        ((AnyOf((Where("state", Op.EQ, "stopped"), Where("vcpus", Op.GT, 4))),), ["running", "stopped"]),
    ],
)
def test_terminated_instances_count_only_where_a_state_asks_for_them(
    estate_store: Store, where: tuple[Condition, ...], states: list[str]
) -> None:
    """170 running and 22 stopped exist, however many are terminated (AWS-08)."""
    found = result(estate_store, Find("EC2Instance", where, columns=(Column("state"),)))
    assert sorted(str(row[0]) for row in found.rows) == states


def test_those_that_are_hidden_are_of_the_population_where_they_are_asked_for(estate_store: Store) -> None:
    """One of four is terminated; two of three run."""
    terminated = result(
        estate_store, Find("EC2Instance", (Where("state", Op.EQ, "terminated"),), aggregate=COUNT)
    )
    running = result(estate_store, Find("EC2Instance", (Where("state", Op.EQ, "running"),), aggregate=COUNT))
    assert [(r.rows, r.population) for r in (terminated, running)] == [(((1,),), 4), (((2,),), 3)]


def test_groups_are_cut_with_their_true_number(estate_store: Store) -> None:
    """The first of two, and that there are two."""
    found = result(
        estate_store, Find("Pod", within=PROD, group_by=(Column("phase"),), aggregate=COUNT, limit=1)
    )
    assert (found.rows, found.total) == ((("Running", 3),), 2)
    none = result(
        estate_store, Find("Pod", (Where("phase", Op.EQ, "x"),), group_by=(Column("phase"),), aggregate=COUNT)
    )
    assert (none.rows, none.total) == ((), 0)


def test_a_finished_pod_is_not_one_that_is_not_ready(estate_store: Store) -> None:
    """Neither by "not ready" nor by "anything but ready"; and it is no part of those that could be."""
    asked = Find("Pod", (Where("ready", Op.EQ, False),), PROD)
    assert names(estate_store, asked) == ["checkout-2"]
    assert result(estate_store, asked).population == 3
    assert names(estate_store, Find("Pod", (Not(Where("ready", Op.EQ, True), unknown=True),), PROD)) == [
        "checkout-2"
    ]
    assert names(estate_store, Find("Pod", (Where("phase", Op.EQ, "Succeeded"),), PROD)) == ["checkout-3"]


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (Where("encrypted", Op.EQ, False), ["reports-db"]),
        (Not(Where("encrypted", Op.EQ, True)), ["reports-db"]),
        (Not(Where("encrypted", Op.EQ, True), unknown=True), ["old-db", "reports-db"]),
        (Where("encrypted", Op.UNKNOWN), ["old-db"]),
        (Where("encrypted", Op.KNOWN), ["orders-db", "reports-db"]),
        (Where("engine", Op.IN, ["mysql", "oracle"]), ["reports-db"]),
        (Where("engine", Op.CONTAINS, "GRES"), ["old-db", "orders-db"]),
        (Where("name", Op.STARTS, "Old"), ["old-db"]),
        (Where("allocatedStorageGiB", Op.GE, 120.5), ["orders-db"]),
        (Where("engineVersion", Op.LT, "14"), ["old-db", "reports-db"]),
        (Where("engineVersion", Op.LT, "9.10"), ["old-db", "reports-db"]),
        (Where("engineVersion", Op.EQ, "14"), ["orders-db"]),
        (Where("engineVersion", Op.GT, "14"), []),
        (Where("engineVersion", Op.GE, "v14.7"), ["orders-db"]),
        (Not(Where("engineVersion", Op.LT, "14")), ["orders-db"]),
    ],
)
def test_fields_are_compared_by_their_type_and_unknown_is_neither(
    estate_store: Store, where: Condition, expected: list[str]
) -> None:
    """Unknown satisfies neither a comparison nor its opposite (A3); versions compare as versions (F1)."""
    assert names(estate_store, Find("RDSInstance", (where,))) == expected


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (Where("tags.team", Op.EQ, "payments"), ["checkout-api"]),
        (Where("tags.team", Op.KNOWN), ["cart-api", "checkout-api"]),
        (Where("tags.team", Op.NE, "payments"), ["cart-api"]),
        (Where("tags.team", Op.IN, ["payments", "storefront"]), ["cart-api", "checkout-api"]),
        (Where("tags.team", Op.STARTS, "pay"), ["checkout-api"]),
        (Where("tags.tea", Op.KNOWN), []),
        (Where("images", Op.CONTAINS, "registry.acme.io/shop/checkout:v1.4.2"), ["checkout-api"]),
        (Where("images", Op.EQ, "registry.acme.io/shop/checkout"), []),
    ],
)
def test_maps_are_reached_into_and_lists_have_members(
    estate_store: Store, where: Condition, expected: list[str]
) -> None:
    """A key is whole, a member is whole: `team` is not `tea`."""
    assert names(estate_store, Find("Deployment", (where,), SHOP)) == expected


def test_what_has_no_tag_is_found_with_and_without_tags(estate_store: Store) -> None:
    """Never tagged is untagged (AWS-13); a kind that has no tags at all does not lack one."""
    found = result(estate_store, Find("Resource", (Where("tags.team", Op.UNKNOWN),), limit=1000))
    kinds = {row[1] for row in found.rows}
    assert ("legacy-proxy", "Deployment", None, None, "prod", "edge") in found.rows
    assert "Team" not in kinds


def test_kinds_of_a_category_answer_by_their_own_fields(estate_store: Store) -> None:
    """Databases without backups asks each kind what it calls a backup; of what is not known, nothing is said."""
    kept = (Where("backedUp", Op.EQ, True), Where("pointInTimeRecovery", Op.EQ, True))
    backed = result(estate_store, Find("Database", (AnyOf(kept),)))
    assert [row[0] for row in backed.rows] == ["orders-db"]
    assert backed.where == (Filter("backedUp", "=", True),)
    without = result(estate_store, Find("Database", (Not(AnyOf(kept)),)))
    assert [row[0] for row in without.rows] == ["reports-db", "sessions"]
    assert without.where == (Filter("backedUp", "!=", True), Filter("pointInTimeRecovery", "!=", True))


@pytest.mark.parametrize(
    ("related", "expected"),
    [
        (Related("OWNED_BY", none=True), ["edge", "lab", "misc"]),
        (Related("OWNED_BY", kind="Team"), ["shop"]),
        (Related("PART_OF", "in", "Deployment", none=True), ["edge", "lab", "misc"]),
        (Related("PART_OF", "in", "Deployment", count=(Op.EQ, 2)), ["shop"]),
        (Related("PART_OF", "in", "Deployment", (Related("DEPENDS_ON", kind="Database"),)), ["shop"]),
        (Related("PART_OF", "in", "Pod", hops=2), ["shop"]),
        (Related("PART_OF", "in", "Pod"), []),
        (Related("PART_OF", "in", uids=(CART,)), ["shop"]),
        (Not(Related("PART_OF", "in", uids=(CART,))), ["edge", "lab", "misc"]),
        (Related("", "any", "Team"), ["shop"]),
    ],
)
def test_related_records_and_the_lack_of_them(
    estate_store: Store, related: Condition, expected: list[str]
) -> None:
    """Nested, over hops, counted, named, or none at all."""
    assert names(estate_store, Find("Application", (related,), PROD)) == expected


def test_a_relation_that_is_gone_relates_nothing(estate_store: Store) -> None:
    """The pod that went is counted no more."""
    asked = Column(relation="PART_OF", direction="in", kind="Pod", count=True)
    found = result(estate_store, Find("Deployment", named=(CART,), columns=(Column(), asked)))
    assert found.rows == (("cart-api", 1),)


def test_two_fan_outs_do_not_multiply_each_other(estate_store: Store) -> None:
    """Three pods and two others are 3 and 2, not 6 (N4J-07)."""
    pods = Column(relation="PART_OF", direction="in", kind="Pod", count=True)
    needed = Column(relation="DEPENDS_ON", kind="Resource", count=True)
    owner = Column(relation="BUILT_FROM", kind="Repository")
    found = result(estate_store, Find("Deployment", named=(CHECKOUT,), columns=(pods, needed, owner)))
    assert found.rows == ((3, 1, "acme/checkout"),)


def test_unknown_none_and_none_on_purpose_are_three_values(estate_store: Store) -> None:
    """In a column of owners as everywhere (A3)."""
    found = result(
        estate_store, Find("Application", within=PROD, columns=(Column(), Column(special="owner")))
    )
    assert dict(row for row in found.rows) == {
        "edge": [],
        "misc": None,
        "lab": NONE_ON_PURPOSE,
        "shop": "payments",
    }


@pytest.mark.parametrize(
    ("of", "within", "expected"),
    [
        ("Deployment", Within(team=("payments",)), ["checkout-api"]),
        ("Pod", Within(team=("payments",)), ["checkout-1", "checkout-2", "checkout-3"]),
        ("Pod", Within(team=("storefront",)), ["cart-1"]),
        ("Team", Within(team=("payments",)), ["payments"]),
        ("Pod", Within(application=("shop",)), ["cart-1", "checkout-1", "checkout-2", "checkout-3"]),
        ("Change", Within(application=("shop",)), ["2026-11-30 10:00:00+00:00", "2026-11-29 15:00:00+00:00"]),
        ("Change", Within(team=("storefront",)), []),
        ("Deployment", Within(repository=("acme/checkout",)), ["checkout-api"]),
        ("Deployment", Within(repository=("github.com/acme/checkout",)), ["checkout-api"]),
        ("Deployment", Within(repository=("checkout",)), ["checkout-api"]),
        ("Team", PROD, ["payments", "storefront"]),
        ("Team", Within(cluster=("staging",)), []),
        ("EC2Instance", Within(account=("prod",)), ["batch-1", "batch-2", "batch-3"]),
        ("EC2Instance", Within(account=("012345671234",)), ["batch-1", "batch-2", "batch-3"]),
        ("Deployment", Within(namespace=("sho",)), []),
    ],
)
def test_a_restriction_is_a_place_or_what_something_belongs_to(
    estate_store: Store, of: str, within: Within, expected: list[str]
) -> None:
    """By the record's own owner or, where it has none, the nearest of its wholes; names are whole (LLM-09)."""
    assert names(estate_store, Find(of, within=within)) == expected


def test_a_kind_without_the_place_is_restricted_through_what_it_is_related_to(estate_store: Store) -> None:
    """Teams lie nowhere: what they own in the cluster is counted, what they own elsewhere is not."""
    owned = Column(relation="OWNED_BY", direction="in", kind="Deployment", count=True)
    found = result(estate_store, Find("Team", within=PROD, columns=(Column(), owned)))
    assert found.rows == (("payments", 0), ("storefront", 1))


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        (Find("EC2Instance", (Where("state", Op.EQ, "running"),), aggregate=COUNT), ((2,),)),
        (Find("RDSInstance", aggregate=Aggregate(Measure.SUM, "allocatedStorageGiB")), ((740,),)),
        (Find("RDSInstance", aggregate=Aggregate(Measure.MEDIAN, "allocatedStorageGiB")), ((120,),)),
        (Find("RDSInstance", aggregate=Aggregate(Measure.MINIMUM, "allocatedStorageGiB")), ((120,),)),
        (Find("RDSInstance", aggregate=Aggregate(Measure.MAXIMUM, "allocatedStorageGiB")), ((500,),)),
        (
            Find(
                "RDSInstance",
                (Where("engine", Op.EQ, "x"),),
                aggregate=Aggregate(Measure.SUM, "allocatedStorageGiB"),
            ),
            ((None,),),
        ),
        (
            Find(
                "RDSInstance",
                group_by=(Column("engine"),),
                aggregate=Aggregate(Measure.AVERAGE, "allocatedStorageGiB"),
            ),
            (("postgres", 310), ("mysql", 120)),
        ),
        (
            Find("EC2Instance", aggregate=Aggregate(Measure.MINIMUM, "launchedAt")),
            ((NOW - timedelta(days=200),),),
        ),
        (
            Find("Pod", within=PROD, group_by=(Column("phase"),), aggregate=COUNT),
            (("Running", 3), ("Succeeded", 1)),
        ),
        (
            Find("Pod", within=PROD, group_by=(Column("phase"),), aggregate=COUNT, having=(Op.GT, 1)),
            (("Running", 3),),
        ),
        (
            Find(
                "Pod",
                within=PROD,
                group_by=(Column("phase"),),
                aggregate=COUNT,
                order=Order("phase", descending=True),
            ),
            (("Succeeded", 1), ("Running", 3)),
        ),
        (
            Find("Pod", within=PROD, group_by=(Column(special="owner"),), aggregate=COUNT),
            (("payments", 3), ("storefront", 1)),
        ),
        (
            Find("Application", within=PROD, group_by=(Column(special="owner"),), aggregate=COUNT),
            (("payments", 1), ("unowned", 1), ("unowned on purpose", 1), (None, 1)),
        ),
        (
            Find("Pod", within=PROD, group_by=(Column(relation="RUNS_ON", kind="Node"),), aggregate=COUNT),
            (("node-1", 3), (None, 1)),
        ),
        (
            Find("Deployment", within=SHOP, group_by=(Column("tags.team"),), aggregate=COUNT),
            (("payments", 1), ("storefront", 1)),
        ),
    ],
)
def test_aggregates_and_groups(
    estate_store: Store, query: Find, rows: tuple[tuple[object, ...], ...]
) -> None:
    """Count, sum, average, least, most, median; nothing to sum is unknown, not 0."""
    assert result(estate_store, query).rows == rows


def test_a_share_has_its_denominator(estate_store: Store) -> None:
    """Matching of all, in each group where there are groups and conditions (F9)."""
    share = Aggregate(Measure.SHARE)
    unencrypted = (Where("encrypted", Op.EQ, False),)
    assert result(estate_store, Find("RDSInstance", unencrypted, aggregate=share)).rows == ((1, 100 / 3),)
    by_engine = Find("RDSInstance", unencrypted, group_by=(Column("engine"),), aggregate=share)
    assert result(estate_store, by_engine).rows == (("mysql", 1, 100.0),)
    of_all = Find("RDSInstance", group_by=(Column("engine"),), aggregate=share)
    assert result(estate_store, of_all).rows == (("postgres", 2, 200 / 3), ("mysql", 1, 100 / 3))


def test_an_aggregate_keeps_the_records_behind_it(estate_store: Store) -> None:
    """Bounded, with the true number; of a maximum, who holds it comes first (L4)."""
    found = result(
        estate_store, Find("RDSInstance", aggregate=Aggregate(Measure.MAXIMUM, "allocatedStorageGiB"))
    )
    assert (found.row_uids[0][0], found.row_counts) == (ORDERS, (3,))
    assert found.total == 1
    assert found.measure == "maximum"
    assert (found.columns[0].unit, found.population) == ("GiB", 3)
    grouped = result(estate_store, Find("Pod", within=PROD, group_by=(Column("phase"),), aggregate=COUNT))
    assert [len(uids) for uids in grouped.row_uids] == list(grouped.row_counts) == [3, 1]


def test_a_measure_says_what_it_leaves_out(estate_store: Store) -> None:
    """The average of cores knows two of three instances."""
    found = result(estate_store, Find("EC2Instance", aggregate=Aggregate(Measure.AVERAGE, "vcpus")))
    assert found.rows == ((5,),)
    assert found.note == "1 of 3 have no known value and are not in it"


def test_a_percentile_is_named_as_people_say_it(estate_store: Store) -> None:
    """The "95th percentile" is what the check compares with."""
    found = result(
        estate_store, Find("Pod", within=PROD, aggregate=Aggregate(Measure.PERCENTILE, "restarts", 95))
    )
    assert found.measure == found.columns[0].measure == "95th percentile"


def test_order_puts_unknown_last_both_ways(estate_store: Store) -> None:
    """The largest first is not the unknown first."""
    for descending, first in ((True, "batch-1"), (False, "batch-2")):
        listed = names(estate_store, Find("EC2Instance", order=Order("vcpus", descending)))
        assert (listed[0], listed[-1]) == (first, "batch-3")
    pods = Column(relation="PART_OF", direction="in", kind="Pod", count=True)
    most = Find("Deployment", within=SHOP, columns=(Column(), pods), order=Order("count"), limit=1)
    assert result(estate_store, most).rows == (("checkout-api", 3),)


def test_changes_lie_in_a_window_whose_end_is_not_in_it(estate_store: Store) -> None:
    """From inclusive, to exclusive."""
    day = Window(NOW - timedelta(hours=21), NOW - timedelta(hours=2))
    found = result(estate_store, Find("Change", within=PROD, window=day, columns=(Column("field"),)))
    assert found.rows == (("replicas",),)
    assert found.words == "changes · cluster prod · 2026-11-29 15:00 to 2026-11-30 10:00 UTC · list"
    assert (found.window, found.population) == (day, None)


def test_a_result_about_named_records_says_so(estate_store: Store) -> None:
    """Else "no deployment is so" could be said of all of them, where one was asked about."""
    found = result(estate_store, Find("Deployment", (Where("replicas", Op.EQ, 99),), named=(CHECKOUT,)))
    assert (0, Filter("name", "=", "checkout-api")) == (found.total, found.where[-1])


def test_the_past_is_told_from_changes(estate_store: Store) -> None:
    """What the first change after a time says was before; what did not change was as it is."""
    columns = (Column(), Column("replicas"), Column("readyReplicas"))
    then = Find("Deployment", named=(CHECKOUT,), columns=columns, as_of=NOW - timedelta(days=2))
    assert result(estate_store, then).rows == (("checkout-api", 5, 2),)
    later = Find("Deployment", named=(CHECKOUT,), columns=columns, as_of=NOW - timedelta(hours=1))
    assert result(estate_store, later).rows == (("checkout-api", 3, 2),)
    five = Find("Deployment", (Where("replicas", Op.EQ, 5),), SHOP, as_of=NOW - timedelta(days=2))
    assert names(estate_store, five) == ["cart-api", "checkout-api"]
    assert "cart-0" in names(estate_store, Find("Pod", within=PROD, as_of=NOW - timedelta(days=1)))


def test_a_record_is_described_as_it_was(estate_store: Store) -> None:
    """Its fields turned back by its changes; before it was there, or once it was gone, it is not."""
    (then,) = ask(estate_store, Describe((CHECKOUT,), as_of=NOW - timedelta(days=2))).records
    assert (then.record.fields["replicas"], then.record.fields["readyReplicas"]) == (5, 2)
    assert then.record.fields["image"] == "checkout:v1"
    assert ask(estate_store, Describe((CHECKOUT,), as_of=NOW - timedelta(days=40))).missing == (CHECKOUT,)
    gone = Uid("k8s://prod//Pod/shop/cart-0")
    assert ask(estate_store, Describe((gone,), as_of=NOW - timedelta(hours=4))).missing == ()
    assert ask(estate_store, Describe((gone,), as_of=NOW)).missing == (gone,)


def test_before_history_begins_it_says_so(estate_store: Store) -> None:
    """What nobody had looked at yet is not "there was none"."""
    found = result(estate_store, Find("Pod", within=PROD, as_of=NOW - timedelta(days=40)))
    assert (found.total, found.note) == (0, "history begins at 2026-10-31 12:00 UTC")


def test_a_record_is_described_whole(estate_store: Store) -> None:
    """Fields decoded, relations both ways with how sure they are, times, and what was asked for and is not there."""
    found = ask(estate_store, Describe((CHECKOUT, Uid("nowhere"))))
    (known,) = found.records
    assert found.missing == ("nowhere",)
    assert known.record.fields["tags"] == {"team": "payments", "tier": "web"}
    assert known.observed_at == NOW - timedelta(minutes=20)
    ends = {(r.type, r.direction, r.name) for r in known.relations}
    assert {
        ("DEPENDS_ON", "out", "orders-db"),
        ("PART_OF", "in", "checkout-1"),
        ("BUILT_FROM", "out", "acme/checkout"),
    } <= ends
    built = next(r for r in known.relations if r.type == "BUILT_FROM")
    assert built.inference
    assert (built.inference.rule, built.inference.confidence) == ("name-likeness", 0.35)
    assert found.runs[0].words == "records · checkout-api, nowhere · whole"


def test_whole_records_come_with_a_list_where_they_are_asked_for(estate_store: Store) -> None:
    """The first rows', in their order."""
    found = ask(estate_store, Find("RDSInstance"), limits=Limits(records=2))
    assert [k.record.name for k in found.records] == ["old-db", "orders-db"]


def test_history_is_newest_first(estate_store: Store) -> None:
    """Of a record, and of a place in a window."""
    found = result(estate_store, History(CHECKOUT))
    assert [row[3] for row in found.rows] == ["image", "replicas"]
    assert found.words == "changes of checkout-api · list"
    assert (found.where, found.named) == ((Filter("subject", "=", "checkout-api"),), (CHECKOUT,))
    recent = History(within=PROD, window=Window(NOW - timedelta(hours=3), NOW))
    assert [row[3] for row in result(estate_store, recent).rows] == ["image"]
    assert result(estate_store, History(CART)).total == 0


def test_two_records_are_compared_field_by_field(estate_store: Store) -> None:
    """What differs comes first."""
    found = ask(estate_store, CompareRecords(CHECKOUT, Uid(E.STAGING)))
    assert found.result
    rows = {row[0]: row[1:] for row in found.result.rows}
    assert rows["replicas"] == (3, 1, False)
    assert rows["namespace"] == ("shop", "shop", True)
    assert [row[3] for row in found.result.rows] == sorted(row[3] for row in found.result.rows)
    assert [c.label for c in found.result.columns][1:3] == [
        "checkout-api (prod · shop)",
        "checkout-api (staging · shop)",
    ]


def test_impact_is_told_nearest_first_with_its_chain(estate_store: Store) -> None:
    """What breaks if orders-db goes down, and through what."""
    found = ask(estate_store, Impact(ORDERS))
    assert found.result
    assert [c.name for c in found.result.columns] == ["name", "kind", "depth", "chain", "confidence", "place"]
    assert [row[:4] for row in found.result.rows] == [
        ("checkout-api", "Deployment", 1, "orders-db → checkout-api"),
        ("shop", "Application", 2, "orders-db → checkout-api → shop"),
    ]
    assert found.result.row_uids[1] == (E.SHOP, CHECKOUT, ORDERS)
    assert found.records[0].record.uid == ORDERS
    assert ask(estate_store, Impact(Uid("nowhere"))).missing == ("nowhere",)


def test_what_a_record_needs_leaves_out_what_is_over(estate_store: Store) -> None:
    """A finished pod serves nobody."""
    found = result(estate_store, Impact(CHECKOUT, direction="out", depth=2))
    assert {row[0] for row in found.rows} == {"checkout-1", "checkout-2", "orders-db", "node-1"}


def test_a_path_is_the_shortest_with_each_step_said(estate_store: Store) -> None:
    """In the direction it is walked; only through owners where there is no other way; or not at all."""
    found = result(estate_store, Path(Uid("k8s://prod//Pod/shop/checkout-1"), ORDERS))
    assert [(row[2], row[4], row[5]) for row in found.rows] == [
        ("checkout-1", "is part of", "checkout-api"),
        ("checkout-api", "depends on", "orders-db"),
    ]
    assert result(estate_store, Path(Uid(E.STAGING), ORDERS)).total == 0
    through = result(estate_store, Path(Uid(E.PAYMENTS), ORDERS))
    assert through.note.startswith("connected only through")


def test_single_points_and_rings_among_workloads(estate_store: Store) -> None:
    """All pods on one node; and two that need each other."""
    points = result(estate_store, Analysis("single points", within=SHOP))
    assert points.rows[0] == ("node-1", "Node", 2, ["cart-api", "checkout-api"])
    assert "orders-db" not in {row[0] for row in points.rows}, "it stands in two zones"
    rings = result(estate_store, Analysis("cycles", within=Within(namespace=("ring",))))
    assert rings.rows == (("left → right → left", 2),)


@pytest.mark.parametrize("what", ["single points", "cycles"])
def test_where_nothing_runs_there_is_no_single_point_and_no_ring(estate_store: Store, what: str) -> None:
    """A place without workloads is an answer, not an error."""
    found = result(estate_store, Analysis(what, within=Within(namespace=("nowhere",))))
    assert (found.rows, found.total) == ((), 0)
    assert "Workload" in found.cypher


ONLY_STAGING = Within(cluster=("staging",))


def test_rights_hold_in_every_form(estate_store: Store) -> None:
    """Nothing outside shows in rows, counts, names, neighbours, paths or impact."""
    assert names(estate_store, Find("Deployment"), ONLY_STAGING) == ["checkout-api"]
    assert result(estate_store, Find("Deployment", aggregate=COUNT), ONLY_STAGING).rows == ((1,),)
    assert result(estate_store, Find("RDSInstance"), ONLY_STAGING).total == 0
    hidden = ask(estate_store, Describe((CHECKOUT,)), ONLY_STAGING)
    assert (hidden.records, hidden.missing) == ((), (CHECKOUT,))
    assert CHECKOUT in hidden.runs[0].words
    assert result(estate_store, History(CHECKOUT), ONLY_STAGING).total == 0
    assert result(estate_store, Impact(ORDERS), ONLY_STAGING).total == 0
    assert result(estate_store, Path(CHECKOUT, ORDERS), ONLY_STAGING).total == 0
    assert names(estate_store, Find("Team"), ONLY_STAGING) == []
    allowed = ask(estate_store, Describe((CHECKOUT,)), PROD)
    assert "orders-db" not in {r.name for r in allowed.records[0].relations}
    assert names(estate_store, Find("Pod"), Within(team=("storefront",))) == ["cart-1"]


def test_rights_may_say_an_account_by_its_name(estate_store: Store) -> None:
    """As a token does; and so may every form of question."""
    prod = Within(account=("prod",))
    assert len(names(estate_store, Find("EC2Instance"), prod)) == 3
    assert len(result(estate_store, CoverageOf(prod)).rows) == 3


def test_a_limited_asker_learns_that_something_was_not_read_but_not_what_it_is_called(
    estate_store: Store,
) -> None:
    """Of a repository outside of the asker's rights not even the name shows."""
    failed = E.scope(
        "code", ["Repository"], "failed", repository="acme/secret", reason="acme/secret is locked"
    )
    estate_store.write([failed])
    try:
        asked = Find("Application", (Related("OWNED_BY", none=True),), PROD)
        found = result(estate_store, asked, PROD)
        assert [(u.scope, u.reason) for u in found.unread] == [("code", "")]
        assert [u.reason for u in result(estate_store, asked).unread] == ["acme/secret is locked"]
    finally:
        estate_store.write([("MATCH (n:Record {repository: 'acme/secret'}) DETACH DELETE n", {})])


def test_the_sureness_of_a_relation_can_be_a_column(estate_store: Store) -> None:
    """Of the least sure; nothing where there is none."""
    sure = Column(special="confidence", relation="OWNED_BY")
    found = result(estate_store, Find("Deployment", within=SHOP, columns=(Column(), sure)))
    assert found.rows == (("cart-api", 0.62), ("checkout-api", None))


def test_what_is_asked_and_what_is_allowed_both_hold(estate_store: Store) -> None:
    """A question cannot widen the asker's rights."""
    assert names(estate_store, Find("Deployment", within=PROD), ONLY_STAGING) == []


def test_a_query_over_its_limits_is_refused(estate_store: Store) -> None:
    """Time and rows are bounded, and it says which."""
    with pytest.raises(TimedOut, match="longer than 0 seconds"):
        ask(estate_store, Find("Pod"), limits=Limits(seconds=0))
    with pytest.raises(BadQuery, match="more than 1 rows"):
        ask(estate_store, Find("Pod"), limits=Limits(rows=1))


def test_nothing_more_is_asked_for_somebody_who_has_gone(estate_store: Store) -> None:
    """Whether the asker still waits is looked at before each statement: the second is not run."""
    waiting = iter([True, False])
    share = Find("Pod", (Where("ready", Op.EQ, False),), aggregate=Aggregate(Measure.SHARE))
    with pytest.raises(Abandoned, match="Nobody waits"):
        ask(estate_store, share, limits=Limits(awaited=lambda: next(waiting)))
    assert ask(estate_store, Find("Pod"), limits=Limits(awaited=lambda: True)).result


def test_what_is_not_flat_stands_as_a_filter_all_the_same(estate_store: Store) -> None:
    """A filter left out would make a result mean more than it does."""
    mixed = AnyOf((Where("engine", Op.EQ, "mysql"), Where("encrypted", Op.EQ, True)))
    found = result(
        estate_store, Find("RDSInstance", (mixed, Not(Where("multiAz", Op.EQ, True), unknown=True)))
    )
    assert found.where == (
        Filter(op="any of", value=["engine is mysql", "encrypted is true"]),
        Filter("multiAz", "!=", True, unknown=True),
    )
    either = AnyOf((Where("engine", Op.EQ, "mysql"), Where("engine", Op.EQ, "postgres")))
    assert result(estate_store, Find("RDSInstance", (either,))).where == (
        Filter("engine", "in", ["mysql", "postgres"]),
    )
    needs = Related("DEPENDS_ON", "in", uids=(CHECKOUT,))
    assert result(estate_store, Find("RDSInstance", (needs,))).where == (
        Filter(related="DEPENDS_ON", direction="in", name="checkout-api"),
    )
