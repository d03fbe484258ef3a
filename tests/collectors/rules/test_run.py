"""Rules over a real graph: observed, concluded, observed again; each scan by the loop and the writer themselves."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from collectors.rules.run import Configured, looks
from collectors.scan import attempt
from graph.record import Record, Relation, Uid
from graph.scope import Outcome, Reading, Scope, Tally
from graph.store import Store
from graph.writer import observe

START = datetime(2026, 11, 30, 12, tzinfo=UTC)
API = Uid("k8s://prod/apps/Deployment/shop/api")
CLUSTER = {"cluster": "prod"}

See = Callable[..., None]


def read(
    source: str,
    *kinds: str,
    records: Iterable[Record] = (),
    relations: Iterable[Relation] = (),
    outcome: Outcome = Outcome.COMPLETE,
    **place: str,
) -> Reading:
    """A look at a scope of these kinds."""
    words = f"{source} {' '.join(kinds)}"
    return Reading(
        Scope(f"scope://{words}", source, kinds, words, place), outcome, tuple(records), tuple(relations)
    )


def api(**labels: str) -> Record:
    """The workload of these tests, with labels."""
    return Record(
        API,
        "Deployment",
        "api",
        {**CLUSTER, "namespace": "shop", "tags": labels, "images": ["registry.acme.io/shop/api:1"]},
    )


def group(name: str) -> Record:
    """A team of the catalogue."""
    ref = f"group:default/{name}"
    return Record(
        Uid(f"catalog://{ref}"),
        "CatalogEntity",
        name,
        {"ref": ref, "entityKind": "Group", "repository": "acme/org", "file": "org.yaml"},
    )


@pytest.fixture
def scan(embedded: Store) -> Callable[..., dict[str, Tally]]:
    """Writes readings and then takes every look of the rules; the tallies of the rules by name. An hour passes each time."""
    hours = iter(range(100))

    def run(*readings: Reading, aliases: dict[str, str] | None = None) -> dict[str, Tally]:
        at = START + timedelta(hours=next(hours))
        observe(embedded, readings, at=at)
        found = [attempt(look) for look in looks(embedded, Configured(aliases or {}, frozenset({"prod"})))]
        return {t.scope.uid.removeprefix("scope://rules/"): t for t in observe(embedded, found, at=at)}

    return run


def related(store: Store, kind: str) -> list[tuple[str, str]]:
    """The live relations of a type."""
    cypher = f"MATCH (a)-[r:{kind}]->(b) WHERE r.goneAt IS NULL RETURN a.uid AS a, b.uid AS b ORDER BY a, b"
    return [(r["a"], r["b"]) for r in store.read(cypher)]


def field(store: Store, uid: str, name: str) -> Any:
    """A field of a record."""
    (row,) = store.read(f"MATCH (n:Record {{uid: $uid}}) RETURN n.{name} AS value", {"uid": uid})
    return row["value"]


def whole(*workloads: Record, outcome: Outcome = Outcome.COMPLETE) -> tuple[Reading, ...]:
    """Workloads, namespaces and a catalogue of two teams."""
    return (
        read("k8s", "Deployment", records=workloads, outcome=outcome, **CLUSTER),
        read("k8s", "Namespace", **CLUSTER),
        read("code", "Repository", "CatalogEntity", records=(group("payments"), group("search"))),
    )


def test_an_owner_is_concluded_and_found(embedded: Store, scan: Any) -> None:
    """The chosen team by OWNED_BY, the candidate with its reason, the state on the thing, the team as a record."""
    tallies = scan(*whole(api(team="payments", app="shop")))
    assert {t.outcome for t in tallies.values()} == {Outcome.COMPLETE}
    assert related(embedded, "OWNED_BY") == [
        ("application://prod/shop/shop", "team://payments"),
        (API, "team://payments"),
    ]
    assert related(embedded, "OWNERSHIP_OF")[-1] == (f"ownership://{API}->team://payments", API)
    assert field(embedded, API, "ownership") == "owned"
    assert field(embedded, "application://prod/shop/shop", "ownership") == "owned"
    assert field(embedded, "team://payments", "known") is True
    assert field(embedded, f"ownership://{API}->team://payments", "reason") == "label team=payments"


def test_the_same_estate_again_writes_nothing(scan: Any) -> None:
    """Rules are a function of what was observed: an unchanged graph gives unchanged conclusions."""
    scan(*whole(api(team="payments", app="shop")))
    again = scan(*whole(api(team="payments", app="shop")))
    assert {n: (t.new, t.changed, t.gone, t.written) for n, t in again.items() if t.written or t.new} == {}


def test_a_new_owner_replaces_the_old_one_at_once(embedded: Store, scan: Any) -> None:
    """One look later there is one owner, and the one before is history."""
    scan(*whole(api(team="payments")))
    scan(*whole(api(team="search")))
    assert related(embedded, "OWNED_BY") == [(API, "team://search")]
    assert field(embedded, f"ownership://{API}->team://payments", "goneReason") == "no longer concluded"
    assert field(embedded, f"ownership://{API}->team://payments", "method") == "label"


def test_a_new_owner_replaces_the_old_one_also_beside_a_gap(embedded: Store, scan: Any) -> None:
    """A scope that is denied all the time must not keep old conclusions alive elsewhere."""
    denied = read("k8s", "Secret", outcome=Outcome.DENIED, **CLUSTER)
    failed = read("code", "OwnershipRule", outcome=Outcome.FAILED)
    scan(*whole(api(team="payments")), denied, failed)
    tallies = scan(*whole(api(team="search")), denied, failed)
    assert related(embedded, "OWNED_BY") == [(API, "team://search")]
    assert tallies["owner/k8s"].outcome is Outcome.COMPLETE
    assert "code OwnershipRule" in field(embedded, "scope://rules/owner/k8s", "missing")


@pytest.mark.parametrize("outcome", [Outcome.DENIED, Outcome.FAILED, Outcome.PARTIAL])
def test_nothing_is_taken_back_for_want_of_input(embedded: Store, scan: Any, outcome: Outcome) -> None:
    """A scope that cannot be read keeps its records, and they keep their conclusions, however often it fails."""
    scan(*whole(api(team="payments", app="shop")))
    for _ in range(3):
        scan(*whole(outcome=outcome))
    assert related(embedded, "OWNED_BY") == [
        ("application://prod/shop/shop", "team://payments"),
        (API, "team://payments"),
    ]
    assert field(embedded, API, "ownership") == "owned"


def test_what_is_gone_is_concluded_about_no_more(embedded: Store, scan: Any) -> None:
    """A workload that two complete looks did not see takes its application and candidates with it."""
    scan(*whole(api(team="payments", app="shop")))
    scan(*whole())
    scan(*whole())
    assert related(embedded, "OWNERSHIP_OF") == []
    assert field(embedded, "application://prod/shop/shop", "goneAt") is not None


def test_an_absence_becomes_unknown_when_a_source_fails(embedded: Store, scan: Any) -> None:
    """A3: unowned while all was read, unknown from the moment that a repository cannot be."""
    scan(*whole(api()))
    assert field(embedded, API, "ownership") == "unowned"
    scan(*whole(api()), read("code", "OwnershipRule", outcome=Outcome.FAILED))
    assert (field(embedded, API, "ownership"), field(embedded, API, "ownershipReason")) == (
        "unknown",
        "not read whole: code OwnershipRule",
    )


def test_a_collectors_rewrite_leaves_what_rules_derived(embedded: Store, scan: Any) -> None:
    """Derived fields live beside the observed ones."""
    scan(*whole(api(team="payments")))
    observe(embedded, whole(api(team="payments", extra="x"))[:1], at=START + timedelta(hours=50))
    assert field(embedded, API, "ownership") == "owned"
