"""A cluster as a source of looks: itself, each kind of object, and what joins them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from collectors.k8s.cluster import Cluster
from collectors.k8s.dump import Dump, files
from collectors.k8s.joins import MENTIONING, SELECTED, SELECTORS, releases, secrets, selections
from collectors.k8s.note import Note
from collectors.k8s.origin import Origin, Part
from collectors.k8s.raw import Raw
from collectors.k8s.resource import Resource
from collectors.k8s.resources import RESOURCES
from collectors.k8s.session import Session, scope_of
from collectors.k8s.uid import cluster_uid, scope_uid
from collectors.source import Look, Source
from graph.errors import SkipScope
from graph.record import Record, Relation, Value
from graph.scope import Outcome, Reading, Scope

_DISTRIBUTIONS = {
    "-eks-": "EKS",
    "-gke.": "GKE",
    "+k3s": "k3s",
    "+rke2": "RKE2",
    "-aliyun": "ACK",
    "+vmware": "Tanzu",
}


def source(cluster: Cluster) -> Source:
    """The source of a configured cluster. Nothing is asked of it before its looks are listed."""
    how = "a dump" if cluster.dump else "its API server"
    return Source("k8s", f"Kubernetes cluster {cluster.name}, by {how}", partial(looks, cluster))


def looks(cluster: Cluster) -> Iterator[Look]:
    """Every look at the cluster. A cluster that cannot be reached fails in each, so that no scope seems read."""
    origin = _origin(cluster)
    session = Session(cluster.name, origin, RESOURCES)
    yield _cluster_look(cluster, origin)
    if isinstance(origin, Dump):
        try:
            faults = list(origin.faults())
        except SkipScope:
            return  # the dump is not there, which the look at the cluster itself tells
        yield from (_faulty_file(cluster, name, error) for name, error in faults)
    for resource in RESOURCES:
        for part in session.parts(resource):
            yield look_at(session, resource, part)
    yield from (look for _, look in joining(session))


def look_at(session: Session, resource: Resource, part: Part) -> Look:
    """The look at one part of a resource."""
    return Look(scope_of(session.cluster, resource, part.namespace), partial(session.read, resource, part))


def _origin(cluster: Cluster) -> Origin:
    if cluster.dump:
        return files(cluster, RESOURCES)
    from collectors.k8s.api import connect  # noqa: PLC0415 — the client takes over a second to import; dumps need none

    try:
        return connect(cluster)
    except SkipScope as error:
        return Unreachable(error)


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A cluster that cannot even be asked; every part of it fails with the reason."""

    error: SkipScope

    def version(self) -> str:
        """Raises."""
        raise self.error

    def server(self) -> str:
        """Not known."""
        return ""

    def parts(self, resource: Resource) -> Iterable[Part]:
        """One part that raises."""
        del resource
        return [Part("", self._refuse)]

    def _refuse(self) -> Iterator[list[Raw]]:
        raise self.error


def _cluster_look(cluster: Cluster, origin: Origin) -> Look:
    words = f"k8s {cluster.name} KubernetesCluster"
    scope = Scope(
        scope_uid(cluster.name, "cluster"), "k8s", ("KubernetesCluster",), words, {"cluster": cluster.name}
    )

    def read() -> Reading:
        version = origin.version()
        fields: dict[str, Value] = {
            "cluster": cluster.name,
            "version": version,
            "distribution": next((name for mark, name in _DISTRIBUTIONS.items() if mark in version), ""),
            "server": origin.server(),
            "readFrom": "dump" if cluster.dump else "API server",
        }
        kept = {key: value for key, value in fields.items() if value}
        record = Record(cluster_uid(cluster.name), "KubernetesCluster", cluster.name, kept)
        return Reading(scope, Outcome.COMPLETE, (record,))

    return Look(scope, read)


def _faulty_file(cluster: Cluster, name: str, error: SkipScope) -> Look:
    """A look at a file that cannot be read, which says so."""
    words = f"k8s {cluster.name} {name}"
    scope = Scope(scope_uid(cluster.name, "file", name), "k8s", (), words, {"cluster": cluster.name})
    return Look(scope, partial(_fail, error))


def _fail(error: SkipScope) -> Reading:
    raise error


def joining(session: Session) -> Iterator[tuple[frozenset[str], Look]]:
    """The looks that join what the others read, with the kinds they join; what is missing leaves what is known as it is."""
    offered = {resource.kind for resource in session.resources if session.parts(resource)}
    for kind in SELECTORS:
        if kind in offered:
            look = _join(session, f"{kind} selection", (), (kind,), selections, also=SELECTED)
            yield frozenset({kind, *SELECTED}), look
    if offered & set(MENTIONING):
        look = _join(session, "KubernetesSecret", ("KubernetesSecret",), MENTIONING, secrets)
        yield frozenset(MENTIONING), look
    if offered:
        yield (
            frozenset(offered),
            _join(session, "HelmRelease by labels", ("HelmRelease",), tuple(offered), releases),
        )


_Joining = Callable[[str, Iterable[Note]], Iterable[Record | Relation]]


def _join(
    session: Session,
    title: str,
    kinds: tuple[str, ...],
    needs: tuple[str, ...],
    join: _Joining,
    also: tuple[str, ...] = (),
) -> Look:
    """A look that joins notes of the kinds it `needs` with those of others. It fails where nothing it needs was read."""
    cluster = session.cluster
    uid = scope_uid(cluster, "joined", title.partition(" ")[0])
    scope = Scope(uid, "k8s", kinds, f"k8s {cluster} {title}", {"cluster": cluster})

    def read() -> Reading:
        needed = session.noted(needs)
        if needed.refusal and len(needed.unread) == needed.parts:
            raise needed.refusal
        others = session.noted(also)
        joined = list(join(cluster, (*needed.notes, *others.notes)))
        unread = (*needed.unread, *others.unread)
        return Reading(
            scope,
            Outcome.PARTIAL if unread else Outcome.COMPLETE,
            tuple(one for one in joined if isinstance(one, Record)),
            tuple(one for one in joined if isinstance(one, Relation)),
            reason="some of what it is joined from could not be read" if unread else "",
            missing=", ".join(unread),
        )

    return Look(scope, read)
