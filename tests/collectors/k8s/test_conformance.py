"""One suite over every kind of Kubernetes object that is read: a new kind needs a recording here, and no test."""

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from collectors.k8s.cluster import Cluster
from collectors.k8s.resources import RESOURCES
from collectors.k8s.source import source
from collectors.scan import scan
from evidence.link import Bases, source_link
from graph.kind import Role, Type
from graph.kinds import KINDS, RELATIONS, kinds_of
from graph.kinds.kubernetes import KINDS as DECLARED
from graph.record import Record
from graph.scope import Outcome

_TYPES = {
    Type.TEXT: str,
    Type.INTEGER: int,
    Type.DECIMAL: Decimal,
    Type.BOOLEAN: bool,
    Type.TIME: datetime,
    Type.LIST: list,
    Type.MAP: Mapping,
    Type.JSON: str,
}
_SECRETS = (
    "hunter2",
    "s3cr3t-pass",
    "do-not-keep",
    "not-kept",
    ":pw@",
    "aHVudGVyMg",
    "never-read",
    "a text nobody needs",
)


@pytest.fixture(scope="module")
def records(estate):
    """Every record of the recorded cluster, by kind."""
    found: dict[str, list[Record]] = {}
    for reading in estate.values():
        for record in reading.records:
            found.setdefault(record.kind, []).append(record)
    return found


@pytest.mark.parametrize("resource", RESOURCES, ids=lambda r: f"{r.plural}.{r.group}")
def test_every_resource_has_a_recording(resource, estate):
    """What nobody recorded, nobody has seen shaped."""
    assert f"k8s prod {resource.title}" in estate


@pytest.mark.parametrize("kind", DECLARED, ids=lambda k: k.name)
def test_every_declared_field_was_seen(kind, records):
    """A field that no recording fills is a promise nobody keeps. Of those that rules derive, rules answer."""
    seen = {name for record in records[kind.name] for name in record.fields}
    declared = {field.name for field in kind.fields if not field.derived}

    assert declared == declared & seen


@pytest.mark.parametrize("kind", [*DECLARED, KINDS["Change"]], ids=lambda k: k.name)
def test_only_declared_fields_are_stated_in_their_types(kind, records):
    """The writer would drop the others in silence, and compare a number that is a text as text."""
    wrong = [
        (record.uid, name, value)
        for record in records[kind.name]
        for name, value in record.fields.items()
        if (field := kind.field(name)) is None
        or (type(value) is not bool and not isinstance(value, _TYPES[field.type]))
        or (type(value) is bool) != (field.type is Type.BOOLEAN)
    ]

    assert [] == wrong


def test_every_time_has_a_zone(records):
    """What has none is UTC, and says so."""
    times = [
        v for found in records.values() for r in found for v in r.fields.values() if isinstance(v, datetime)
    ]

    assert times
    assert [] == [t for t in times if t.utcoffset() is None or t.utcoffset().total_seconds()]


def test_relations_are_declared_and_join_what_they_may(estate):
    """Both ends of a relation are kinds that its declaration names, wherever the end was seen."""
    kinds = {record.uid: record.kind for reading in estate.values() for record in reading.records}
    wrong = []
    for relation in (r for reading in estate.values() for r in reading.relations):
        declared = RELATIONS[relation.type]
        for end, allowed in ((relation.source, declared.sources), (relation.target, declared.targets)):
            accepted = {k.name for name in allowed for k in kinds_of(name)}
            if accepted and end in kinds and kinds[end] not in accepted:
                wrong.append((relation.type, end))

    assert [] == wrong


def test_every_key_is_whole(records):
    """Keys name cluster, group, kind, namespace and name, and no two things share one (K8S-08)."""
    uids = [record.uid for found in records.values() for record in found]

    assert [] == [u for u in uids if not u.startswith(("k8s://prod", "change://prod/"))]
    assert len(uids) == len(set(uids))


@pytest.mark.parametrize("kind", [k for k in DECLARED if k.link], ids=lambda k: k.name)
def test_every_kind_leads_to_its_page(kind, records):
    """The template is filled from fields that the collector really states."""
    bases = Bases(dashboards={"prod": "https://k8s.acme.io/"})

    assert all(
        source_link(record, bases).startswith("https://k8s.acme.io/c/prod/") for record in records[kind.name]
    )
    assert {""} == {source_link(record) for record in records[kind.name]}


def test_no_value_of_configuration_is_kept(estate):
    """Addresses are kept, and nothing else of an environment, a ConfigMap, an annotation; a saved Secret is never read."""
    written = repr([(r.records, r.relations) for r in estate.values()])

    assert [] == [secret for secret in _SECRETS if secret in written]


def test_scopes_hold_the_kinds_they_say(estate):
    """A scope that gave another kind would mark the wrong things gone."""
    wrong = [
        (words, record.kind)
        for words, reading in estate.items()
        for record in reading.records
        if record.kind not in reading.scope.kinds
    ]

    assert [] == wrong
    assert {Outcome.COMPLETE} == {reading.outcome for reading in estate.values()}


def test_places_restrict():
    """Every kind can be restricted to its cluster."""
    without = [k.name for k in DECLARED if not (f := k.field("cluster")) or f.role is not Role.PLACE]

    assert [] == without


def test_everything_is_written_and_nothing_twice(embedded, estate):
    """Through the scan loop into a store: no field is refused, and an unchanged cluster writes nothing again."""
    cluster = source(Cluster("prod", dump=str(Path(__file__).parents[2] / "recordings/k8s/estate")))
    first = scan(embedded, [cluster], at=datetime(2026, 11, 30, 12, tzinfo=UTC))
    second = scan(embedded, [cluster], at=datetime(2026, 11, 30, 13, tzinfo=UTC))
    problems = [p for tally in first.tallies for p in tally.problems]

    assert ["billing/no-name-at-all: an object of kind Pod has no metadata.name"] == problems
    assert sum(len({r.uid for r in reading.records}) for reading in estate.values()) == sum(
        t.new for t in first.tallies
    )
    assert [] == [
        (t.scope.words, t.new, t.changed, t.gone, t.relations_new, t.relations_changed, t.relations_gone)
        for t in second.tallies
        if t.new + t.changed + t.gone + t.changes + t.relations_new + t.relations_changed + t.relations_gone
    ]
