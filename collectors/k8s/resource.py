"""The declaration of one kind of Kubernetes object: where the API serves it, and how it is shaped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from collectors.k8s.note import Note, Seen
from collectors.k8s.raw import Raw, pairs, text
from collectors.k8s.uid import object_uid
from graph.errors import BadInput
from graph.record import Uid


@dataclass(frozen=True, slots=True)
class Item:
    """One raw object of a cluster, with the resource that it is one of.

    `deployments` holds the Deployment of each ReplicaSet by `namespace/name`, where that was read.
    """

    cluster: str
    resource: Resource
    raw: Raw
    deployments: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its name; what has none is not an object."""
        name = text(self.raw, "metadata", "name")
        if not name:
            raise BadInput(f"an object of kind {self.resource.kind} has no metadata.name")
        return name

    @property
    def namespace(self) -> str:
        """Its namespace; "" outside any."""
        return text(self.raw, "metadata", "namespace") if self.resource.namespaced else ""

    @property
    def uid(self) -> Uid:
        """Its full key: cluster, group, kind, namespace and name."""
        return self.to(self.resource.group, self.resource.kind, self.name, self.namespace)

    @property
    def labels(self) -> dict[str, str]:
        """Its labels."""
        return pairs(self.raw, "metadata", "labels")

    def to(self, group: str, kind: str, name: str, namespace: str = "") -> Uid:
        """The key of another object of the same cluster."""
        return object_uid(self.cluster, group, kind, namespace, name)


Shape = Callable[[Item], Iterator[Seen]]


@dataclass(frozen=True, slots=True)
class Resource:
    """A kind of object. `versions` are those we can shape, best first; `kinds` are the records that come of it.

    `together` yields what only all of them side by side can say; `needs_deployments` asks for ReplicaSets to be
    noted first. `elsewhere` are groups it was served under before.
    """

    group: str
    versions: tuple[str, ...]
    plural: str
    kind: str
    shape: Shape
    kinds: tuple[str, ...]
    namespaced: bool = True
    short: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    together: Callable[[str, Sequence[Note]], Iterable[Seen]] | None = None
    needs_deployments: bool = False

    @property
    def title(self) -> str:
        """What people read in the name of a scope: our kind, or the API's where several make one kind of ours."""
        return self.kind if self.kinds[0] in {"Change", "FluxSource"} else self.kinds[0]

    @property
    def names(self) -> frozenset[str]:
        """What people call it on a command line: plural, singular, short names, with and without the group."""
        plain = {self.plural, self.kind.lower(), *self.short}
        return frozenset(plain | {f"{name}.{self.group}" for name in plain if self.group})

    def is_of(self, api_version: str, kind: str) -> bool:
        """Whether an object of that apiVersion and kind is one of these."""
        group = api_version.rpartition("/")[0]
        return kind == self.kind and group in {self.group, *self.elsewhere}
