"""Full keys of what a cluster holds: a name alone is never one (K8S-08)."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote

from graph.record import Uid


def cluster_uid(cluster: str) -> Uid:
    """The key of a cluster by its configured name."""
    return Uid(f"k8s://{_part(cluster)}")


def object_uid(cluster: str, group: str, kind: str, namespace: str, name: str) -> Uid:
    """The key of an object: the core group is empty, and so is the namespace of what has none."""
    return Uid(f"k8s://{_part(cluster)}/{group}/{kind}/{_part(namespace)}/{_part(name)}")


def container_uid(pod: Uid, container: str) -> Uid:
    """The key of a container of a pod."""
    return Uid(f"{pod}#{_part(container)}")


def scope_uid(cluster: str, *parts: str) -> str:
    """The key of a scope of the cluster."""
    return "/".join(("scope://k8s", _part(cluster), *map(_part, parts)))


def change_uid(thing: Uid, *parts: str) -> Uid:
    """The key of a change of a thing, the same in every look."""
    return Uid("/".join((f"change://{thing.removeprefix('k8s://')}", *map(_part, parts))))


@lru_cache(maxsize=65_536)
def _part(text: str) -> str:
    """One part of a key; cluster names may be ARNs with slashes, role names may hold colons."""
    return quote(text, safe=":@+,=~!$&'()*;")
