"""Small estates for the rules: things by kind and name, with what a test needs of them and nothing else."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from collectors.rules.estate import Edge, Estate, Input, Thing
from graph.record import Uid

Make = Callable[..., Thing]


def _workload(
    name: str,
    kind: str = "Deployment",
    *,
    cluster: str = "prod",
    namespace: str = "shop",
    labels: Mapping[str, str] | None = None,
    notes: Mapping[str, str] | None = None,
    group: str = "apps",
    **fields: Any,
) -> Thing:
    uid = Uid(f"k8s://{cluster}/{group}/{kind}/{namespace}/{name}")
    given = {"cluster": cluster, "namespace": namespace, **fields}
    return Thing(
        uid, kind, name, f"scope://k8s/{cluster}/{kind}", "k8s", dict(labels or {}), dict(notes or {}), given
    )


def _cloud(
    kind: str,
    arn: str,
    name: str = "",
    tags: Mapping[str, str] | None = None,
    **fields: Any,
) -> Thing:
    parts = arn.split(":", 5)
    given = {"account": parts[4] or "012345671234", "region": parts[3] or "eu-west-1", **fields}
    read = tags if tags is None else dict(tags)
    return Thing(Uid(arn), kind, name or arn.rpartition("/")[2], "scope://aws/x", "aws", read, {}, given)


def _code(kind: str, uid: str, name: str, **fields: Any) -> Thing:
    return Thing(Uid(uid), kind, name, "scope://code/x", "code", {}, {}, fields)


def _entity(ref: str, kind: str = "Component", **fields: Any) -> Thing:
    given = {
        "ref": ref,
        "entityKind": kind,
        "repository": "acme/checkout",
        "file": "catalog-info.yaml",
        **fields,
    }
    return _code("CatalogEntity", f"catalog://{ref}", ref.rpartition("/")[2], **given)


def _scope(source: str, *kinds: str, outcome: str = "complete", **place: str) -> Input:
    words = f"{source} {' '.join(place.values())} {' '.join(kinds)}"
    return Input(f"scope://{words}", source, kinds, words, outcome, place)


def _estate(
    things: Iterable[Thing], edges: Iterable[tuple[str, str, str]] = (), scopes: Iterable[Input] = ()
) -> Estate:
    return Estate(things, (Edge(t, Uid(a), Uid(b)) for t, a, b in edges), scopes)


@pytest.fixture
def workload() -> Make:
    """Makes an object of a cluster: name, kind, labels, annotations, fields."""
    return _workload


@pytest.fixture
def cloud() -> Make:
    """Makes something of AWS: kind, ARN, name, tags (None = not read), fields."""
    return _cloud


@pytest.fixture
def code() -> Make:
    """Makes something of a repository: kind, uid, name, fields."""
    return _code


@pytest.fixture
def entity() -> Make:
    """Makes a catalogue entity by its full reference."""
    return _entity


@pytest.fixture
def scope() -> Callable[..., Input]:
    """Makes a scope: source, kinds, outcome, place."""
    return _scope


@pytest.fixture
def estate() -> Callable[..., Estate]:
    """Makes an estate: things, relations as (type, from, to), scopes."""
    return _estate
