"""What one document of a dump holds: the list of a resource, a few objects of it, or the refusal of its list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from collectors.k8s.failure import refusal
from collectors.k8s.raw import Raw, at, items, number, text
from collectors.k8s.resource import Resource
from graph.errors import SkipScope

_FORBIDDEN = re.compile(
    r'cannot \w+ resource "(?P<plural>[^"]+)" in API group "(?P<group>[^"]*)"(?:.* in the namespace "(?P<namespace>[^"]+)")?'
)


@dataclass(frozen=True, slots=True)
class Holding:
    """What one document holds of one resource. `whole` says that it is a list; `cut` that a list goes on elsewhere."""

    path: Path
    place: int  # of the document in its file
    resource: Resource
    whole: bool = False
    namespaces: frozenset[str] = frozenset()  # that its objects lie in
    namespace: str = ""  # that a refusal is about
    refused: SkipScope | None = None
    cut: bool = False

    @property
    def only_namespace(self) -> str:
        """The namespace of all its objects, or ""."""
        return next(iter(self.namespaces)) if len(self.namespaces) == 1 else ""

    def is_named_after(self, namespace: str) -> bool:
        """Whether its folder is called like the namespace, or its file says the namespace beside the resource."""
        above = [parent.name for parent in list(self.path.parents)[:2]]
        words = rf"(?:^|[-_.]){re.escape(namespace)}(?:$|[-_.])"
        return namespace in above or (
            self.path.stem not in self.resource.names and bool(re.search(words, self.path.stem))
        )


def holdings(
    path: Path, read: Sequence[Raw], resources: Sequence[Resource], cluster: str
) -> Iterator[list[Holding]]:
    """What each document of a file holds."""
    for place, document in enumerate(read):
        kind = text(document, "kind")
        if kind == "Status":
            yield _refusals(path, place, document, resources, cluster)
        elif kind.endswith("List") and "items" in document:
            yield _lists(path, place, document, resources)
        else:
            yield _loose(path, place, document, resources)


def objects_of(document: Raw, resource: Resource) -> list[Raw]:
    """The objects of the resource that a document holds. Those of a typed list need not say their kind."""
    if "items" not in document or not text(document, "kind").endswith("List"):
        return [document]
    listed = items(document, "items")
    if _is_typed_list(document, resource):
        return listed
    return [one for one in listed if _is_one(one, resource)]


def resource_named(path: Path, resources: Sequence[Resource]) -> Resource | None:
    """The resource that the file is called after: pods.json, deployments.apps.yaml, shop-pods.json."""
    stem = path.stem.lower()
    named = [r for r in resources if stem in r.names]
    words = set(re.split(r"[-_. ]", stem))
    named = named or [r for r in resources if words & r.names]
    return named[0] if len(named) == 1 else None


def version_in(document: Raw) -> str:
    """The server's version, where the document is what `kubectl version -o json` or /version said."""
    return text(document, "serverVersion", "gitVersion") or (
        text(document, "gitVersion") if "buildDate" in document else ""
    )


def server_in(document: Raw) -> str:
    """The API server's address, where the document is what `kubectl config view --minify` said: one cluster and no more."""
    if text(document, "kind") != "Config":
        return ""
    addresses = {text(c, "cluster", "server") for c in items(document, "clusters")}
    return addresses.pop() if len(addresses) == 1 else ""


def _refusals(
    path: Path, place: int, status: Raw, resources: Sequence[Resource], cluster: str
) -> list[Holding]:
    """A Status names the resource in its details or in its message; else the file's name does."""
    said = _FORBIDDEN.search(text(status, "message"))
    plural = text(status, "details", "kind") or (said["plural"] if said else "")
    group = text(status, "details", "group") or (said["group"] if said else "")
    named = [r for r in resources if r.plural == plural and r.group == group]
    named = named or [r for r in resources if plural and plural in r.names]
    fallback = resource_named(path, resources)
    resource = named[0] if len(named) == 1 else fallback
    if resource is None:
        return []
    namespace = (said["namespace"] or "") if said else ""
    error = refusal(status, resource.plural, cluster)
    return [Holding(path, place, resource, namespace=namespace, refused=error)]


def _lists(path: Path, place: int, document: Raw, resources: Sequence[Resource]) -> list[Holding]:
    """A typed list is of one kind; a plain List is of the kinds it holds, or, empty, of the one its file is called after."""
    cut = bool(text(document, "metadata", "continue")) or bool(
        number(document, "metadata", "remainingItemCount")
    )
    typed = [r for r in resources if _is_typed_list(document, r)]
    if typed:
        return [_list(path, place, typed[0], items(document, "items"), cut)]
    if text(document, "kind") != "List":
        return []
    listed = items(document, "items")
    if not listed:
        named = resource_named(path, resources)
        return [_list(path, place, named, [], cut)] if named else []
    by_resource = {r.kind + r.group: (r, [o for o in listed if _is_one(o, r)]) for r in resources}
    return [_list(path, place, r, found, cut) for r, found in by_resource.values() if found]


def _list(path: Path, place: int, resource: Resource, found: list[Raw], cut: bool) -> Holding:
    return Holding(path, place, resource, whole=True, namespaces=_namespaces(found), cut=cut)


def _loose(path: Path, place: int, document: Raw, resources: Sequence[Resource]) -> list[Holding]:
    mine = [r for r in resources if _is_one(document, r) and at(document, "metadata")]
    return [Holding(path, place, r, namespaces=_namespaces([document])) for r in mine]


def _namespaces(found: list[Raw]) -> frozenset[str]:
    return frozenset(n for n in (text(o, "metadata", "namespace") for o in found) if n)


def _is_one(document: Raw, resource: Resource) -> bool:
    return resource.is_of(text(document, "apiVersion"), text(document, "kind"))


def _is_typed_list(document: Raw, resource: Resource) -> bool:
    kind = text(document, "kind")
    return kind != "List" and resource.is_of(text(document, "apiVersion"), kind.removesuffix("List"))
