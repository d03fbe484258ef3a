"""A dump: files of what the API server answered, as `kubectl get -o json` or `-o yaml` writes them, and manifests.

A kind is known only where a file holds its list. A file that is not there is no empty cluster, the list of one
namespace is not the list of all, and a Status that was saved in place of a list is that list's refusal.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path

from collectors.k8s.cluster import Cluster
from collectors.k8s.document import ENDINGS, documents
from collectors.k8s.holding import Holding, holdings, objects_of, resource_named, server_in, version_in
from collectors.k8s.origin import Part
from collectors.k8s.raw import Raw
from collectors.k8s.resource import Resource
from graph.errors import BadInput, Incomplete, SkipScope, SourceFailed

_PAGE = 500
_KEPT_BYTES = 32 * 1024 * 1024  # of files that stay parsed between looks; what is more is parsed again


@dataclass(slots=True)
class Dump:
    """The files of one cluster. Each is parsed once to see what it holds, and again to be read where it is large."""

    cluster: Cluster
    resources: tuple[Resource, ...]
    _index: _Index | None = None
    _parsed: dict[Path, list[Raw]] = field(default_factory=dict)
    _kept: int = 0
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def version(self) -> str:
        """The server's version, where `kubectl version -o json` was saved too."""
        return self.index().version

    def server(self) -> str:
        """The server's address, where `kubectl config view --minify` was saved too."""
        return self.index().server

    def faults(self) -> Iterator[tuple[str, SkipScope]]:
        """Files that cannot be read, and the error of each."""
        yield from self.index().faults

    def parts(self, resource: Resource) -> Iterator[Part]:
        """What the dump says of the resource: a part for each list that is whole by itself, and for each refusal."""
        held = [h for h in self.index().holdings if h.resource is resource]
        lists = [h for h in held if h.whole]
        loose = [h for h in held if not h.whole and not h.refused]
        bound = {h.path: where for h in lists if (where := self._bound_to(h, lists))}
        wide = [h for h in lists if h.path not in bound]
        if wide or (loose and not lists):
            yield Part("", partial(self._pages, [*lists, *loose], whole=bool(wide)))
            return
        named = {h.only_namespace for h in loose} | set(bound.values())
        for refused in {h.namespace: h for h in held if h.refused and h.namespace not in named}.values():
            yield Part(refused.namespace, partial(_refuse, refused))
        for namespace in sorted(named):
            mine = [h for h in lists if bound.get(h.path) == namespace]
            also = [h for h in loose if h.only_namespace == namespace]
            yield Part(namespace, partial(self._pages, [*mine, *also], whole=bool(mine)))

    def _bound_to(self, holding: Holding, lists: list[Holding]) -> str:
        """The namespace that a list is about: its folder or file is named after it, or others hold one other each."""
        if not holding.resource.namespaced or len(holding.namespaces) > 1:
            return ""
        known = holding.namespaces or self.index().namespaces
        for namespace in known:
            if holding.is_named_after(namespace):
                return namespace
        alone = [h.only_namespace for h in lists if len(h.namespaces) == 1]
        apart = (
            len(lists) > 1 and len(set(alone)) == len(alone) == len(lists) and not any(h.cut for h in lists)
        )
        return holding.only_namespace if apart else ""

    def _pages(self, held: list[Holding], *, whole: bool) -> Iterator[list[Raw]]:
        """The objects of these holdings. It ends in Incomplete where they are not a whole list."""
        for holding in held:
            found = objects_of(self._documents(holding.path)[holding.place], holding.resource)
            for start in range(0, len(found), _PAGE):
                yield found[start : start + _PAGE]
        lists = [h for h in held if h.whole]
        if not whole:
            names = held[0].resource.plural
            raise Incomplete(
                f"the dump holds {names}, but no list of all {names}: others may exist. "
                f"Save the list with `kubectl get {names} -A -o json`."
            )
        if lists and all(h.cut for h in lists):
            raise Incomplete(
                f"the list of {held[0].resource.plural} in {lists[-1].path.name} is one page of several: the others are missing"
            )

    def _documents(self, path: Path) -> list[Raw]:
        """The documents of a file, kept while there is room."""
        with self._lock:
            if path in self._parsed:
                return self._parsed[path]
            found = documents(path)
            size = path.stat().st_size
            if self._kept + size <= _KEPT_BYTES:
                self._parsed[path] = found
                self._kept += size
            return found

    def index(self) -> _Index:
        """What the files hold, looked at once. A path that is not there is a failure, never an empty cluster."""
        with self._lock:
            if self._index is None:
                self._index = self._look_through()
            return self._index

    def _look_through(self) -> _Index:
        root = Path(self.cluster.dump).expanduser()
        if not root.exists():
            raise SourceFailed(
                f"the dump of cluster {self.cluster.name}, {root}, does not exist. "
                "Set `dump` of its [[kubernetes]] entry to a folder or file that does."
            )
        found, faults = list[Holding](), list[tuple[str, SkipScope]]()
        version = server = ""
        for path in sorted(root.rglob("*") if root.is_dir() else [root]):
            hidden = any(p.startswith(".") for p in path.relative_to(root).parts)
            if not path.is_file() or path.suffix not in ENDINGS or hidden:
                continue
            try:
                read = self._documents(path)
            except BadInput as error:
                faults.append(self._fault(path, root, error))
                continue
            version = version or next((v for v in map(version_in, read) if v), "")
            server = server or next((a for a in map(server_in, read) if a), "")
            found += chain.from_iterable(holdings(path, read, self.resources, self.cluster.name))
        return _Index(tuple(found), tuple(faults), version, server)

    def _fault(self, path: Path, root: Path, error: BadInput) -> tuple[str, SkipScope]:
        failure = SourceFailed(
            f"a file of the dump of cluster {self.cluster.name} is not readable: {error}. Save it again."
        )
        failure.__cause__ = error
        named = resource_named(path, self.resources)
        return (named.kind if named else str(path.relative_to(root) if path != root else path.name)), failure


@dataclass(frozen=True, slots=True)
class _Index:
    holdings: tuple[Holding, ...]
    faults: tuple[tuple[str, SkipScope], ...]
    version: str
    server: str

    @property
    def namespaces(self) -> list[str]:
        """Every namespace that an object lies in."""
        return sorted(set(chain.from_iterable(h.namespaces for h in self.holdings)))


def _refuse(holding: Holding) -> Iterator[list[Raw]]:
    if holding.refused is None:
        raise AssertionError("only a refusal is refused")
    raise holding.refused


def files(cluster: Cluster, resources: Iterable[Resource]) -> Dump:
    """The dump of the cluster. Nothing is read yet."""
    return Dump(cluster, tuple(resources))
