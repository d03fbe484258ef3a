"""What shaping one object leaves behind for joining it with others. Notes are small: they outlive the objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from collectors.k8s.raw import Raw
from graph.record import Record, Relation, Uid


@dataclass(frozen=True, slots=True)
class Selectable:
    """Something that selectors find by its pods' labels: a workload's template, or a pod without one."""

    uid: Uid
    namespace: str
    labels: Mapping[str, str]
    ports: Mapping[str, str]  # number by name


@dataclass(frozen=True, slots=True)
class Selector:
    """Something that finds pods by labels, and the relation it then has to their workload."""

    uid: Uid
    namespace: str
    labels: Mapping[str, str]
    expressions: tuple[Raw, ...]
    relation: str
    targets: tuple[tuple[str, str], ...] = ()  # of a service: port and target port, as written


@dataclass(frozen=True, slots=True)
class Mentioned:
    """A secret that an object names."""

    namespace: str
    secret: str


@dataclass(frozen=True, slots=True)
class Installed:
    """An object that says which Helm release it belongs to."""

    uid: Uid
    namespace: str  # of the release
    release: str
    chart: str  # the label helm.sh/chart, such as web-1.2.3
    by_flux: bool = False  # this is Flux's own object of the release


@dataclass(frozen=True, slots=True)
class Revision:
    """A ReplicaSet as one revision of its Deployment."""

    namespace: str
    name: str
    deployment: str
    number: int
    image: str
    at: datetime | None
    cause: str


Note = Selectable | Selector | Mentioned | Installed | Revision
Seen = Record | Relation | Note
"""What shaping yields: records and relations to be written, notes to be joined."""
