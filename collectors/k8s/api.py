"""The API server over HTTP: discovery, pages and watches as raw JSON, through the client's transport and credentials.

Only GET is ever sent. The client's model objects are not used: they refuse null lists and unknown values (K8S-01,
K8S-02), and cost six times as much.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import urllib3
from kubernetes import client, config

from collectors.k8s.cluster import Cluster
from collectors.k8s.failure import refused
from collectors.k8s.origin import Expired, Part
from collectors.k8s.raw import Raw, is_object, items, number, text, texts
from collectors.k8s.resource import Resource
from graph.errors import BadCredentials, Denied, Incomplete, NotOffered, SkipScope, SourceFailed

_TRIES = 4
_PAUSES = (0.5, 2.0, 5.0)  # seconds between tries, where the server names none
_LONGEST_PAUSE = 30.0
_BUSY = frozenset({429, 500, 502, 503, 504})


@dataclass(slots=True)
class Api:
    """One cluster's API server. Safe to use from several threads: what it remembers is what the server serves."""

    cluster: Cluster
    http: client.ApiClient
    pause: Callable[[float], None] = time.sleep
    _served: dict[str, frozenset[str] | SkipScope] = field(default_factory=dict)
    _answered: bool = False
    _namespaces: list[str] | SkipScope | None = None
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def version(self) -> str:
        """The server's own version."""
        return text(self.get("/version", {}, "its version"), "gitVersion")

    def server(self) -> str:
        """The address that is used; inside the cluster it is the address of its service."""
        return str(self.http.configuration.host)

    def parts(self, resource: Resource) -> Iterator[Part]:
        """All namespaces at once where that is allowed, else each by itself where one of them may be read."""
        try:
            version = self._version_of(resource)
            self._page(resource, version, "", {"limit": "1"})
        except Denied as error:
            yield from self._narrower(resource, error)
        except SkipScope as error:
            yield Part("", partial(_raise, error))
        else:
            yield self._part(resource, version, "")

    def _narrower(self, resource: Resource, error: Denied) -> Iterator[Part]:
        """Per namespace. Where not even the names of namespaces may be read, what is outside the known ones stays denied."""
        if not resource.namespaced:
            yield Part("", partial(_raise, error))
            return
        names, all_known = self._namespace_names()
        version = self._version_of(resource)
        readable = [name for name in names if self._may_read(resource, version, name)]
        if not readable or not all_known:
            yield Part("", partial(_raise, error))
        if readable:
            yield from (self._part(resource, version, name) for name in names)

    def _may_read(self, resource: Resource, version: str, namespace: str) -> bool:
        try:
            self._page(resource, version, namespace, {"limit": "1"})
        except SkipScope:
            return False
        return True

    def _part(self, resource: Resource, version: str, namespace: str) -> Part:
        return Part(namespace, partial(self.pages, resource, version, namespace))

    def pages(self, resource: Resource, version: str, namespace: str) -> Iterator[list[Raw]]:
        """Every page of the list, by limit and continue until there is no more to continue (K8S-05)."""
        token, first = "", True
        while first or token:
            query = {"limit": str(self.cluster.page_size)} | ({"continue": token} if token else {})
            try:
                page = self._page(resource, version, namespace, query)
            except SkipScope as error:
                if first:
                    raise
                raise Incomplete(f"the list of {resource.plural} broke off. {error}") from error
            yield items(page, "items")
            token, first = text(page, "metadata", "continue"), False

    def now(self, resource: Resource, namespace: str) -> str:
        """The resource's version as it is now, from which a watch goes on."""
        page = self._page(resource, self._version_of(resource), namespace, {"limit": "1"})
        return text(page, "metadata", "resourceVersion")

    def watch(self, resource: Resource, namespace: str, since: str, seconds: float) -> Iterator[Raw]:
        """The events since that version, for at most so many seconds. Raises Expired where they are no longer known.

        It ends where the server ends it, which is no failure: who watches goes on from the last version seen.
        """
        what = f"changes of {_words(resource, namespace)}"
        path = path_of(resource, self._version_of(resource), namespace)
        query = {
            "watch": "true",
            "resourceVersion": since,
            "allowWatchBookmarks": "true",
            "timeoutSeconds": f"{seconds:.0f}",
        }
        answer = self.send(path, query, what, seconds + self.cluster.timeout_seconds)
        try:
            if answer.status == 410:
                raise Expired(what)
            if answer.status != 200:
                raise refused(answer.status, _said(answer.read() or b""), what, self.cluster.name)
            yield from _events(answer.response, what, self.cluster.name)
        except (urllib3.exceptions.HTTPError, OSError) as error:
            raise _no_answer(error, what, self.cluster) from error
        finally:
            answer.response.close()

    def _page(self, resource: Resource, version: str, namespace: str, query: Mapping[str, str]) -> Raw:
        return self.get(path_of(resource, version, namespace), query, _words(resource, namespace))

    def get(self, path: str, query: Mapping[str, str], what: str) -> Raw:
        """One JSON object. Tries again where the server is busy or gave no answer; 410 is Expired."""
        for attempt in range(_TRIES):
            last = attempt == _TRIES - 1
            try:
                status, body, wait = self._try(path, query, what)
            except SourceFailed:
                if last or not self._answered:  # one that never answered is not worth waiting for
                    raise
                self.pause(_PAUSES[attempt])
                continue
            self._answered = True
            if status == 200:
                return _decoded(body, what, self.cluster.name)
            if status == 410:
                raise Expired(what)
            if status not in _BUSY or last:
                raise refused(status, _said(body), what, self.cluster.name)
            self.pause(min(wait or _PAUSES[attempt], _LONGEST_PAUSE))
        raise AssertionError("the last try always ends the loop")

    def _try(self, path: str, query: Mapping[str, str], what: str) -> tuple[int, bytes, float]:
        """Status, body, and how long the server asks to wait."""
        answer = self.send(path, query, what, self.cluster.timeout_seconds)
        try:
            after = answer.headers.get("Retry-After") or ""
            return answer.status, answer.read() or b"", float(after) if after.isdecimal() else 0.0
        except (urllib3.exceptions.HTTPError, OSError) as error:
            raise _no_answer(error, what, self.cluster) from error

    def send(self, path: str, query: Mapping[str, str], what: str, timeout: float) -> Any:
        """The answer to a GET, its body not read yet."""
        try:
            request = self.http.param_serialize(
                "GET",
                path,
                query_params=list(query.items()),
                header_params={"Accept": "application/json"},
                auth_settings=["BearerToken"],
            )
            return self.http.call_api(*request, _request_timeout=(min(timeout, 10.0), timeout))
        except config.ConfigException as error:
            raise BadCredentials(
                f"the credentials of cluster {self.cluster.name} cannot be had: {error}"
            ) from error
        except (urllib3.exceptions.HTTPError, client.ApiException, OSError) as error:
            raise _no_answer(error, what, self.cluster) from error

    def _version_of(self, resource: Resource) -> str:
        """The best version of the resource that is served here."""
        if not resource.group:
            return self._first_served(resource, "/api/v1", ("v1",))
        versions = self._group_versions()
        if isinstance(versions, Denied):  # discovery itself is forbidden: lists decide
            return resource.versions[0]
        candidates = tuple(v for v in resource.versions if f"{resource.group}/{v}" in versions)
        return self._first_served(resource, f"/apis/{resource.group}", candidates)

    def _first_served(self, resource: Resource, base: str, versions: tuple[str, ...]) -> str:
        for version in versions:
            path = base if not resource.group else f"{base}/{version}"
            served = self._remembered(path, partial(self._resource_names, path))
            if isinstance(served, Denied) or (
                not isinstance(served, SkipScope) and resource.plural in served
            ):
                return version
            if isinstance(served, SkipScope) and not isinstance(served, NotOffered):
                raise served
        raise NotOffered(
            f"cluster {self.cluster.name} does not serve {_words(resource, '')}: not served here."
        )

    def _group_versions(self) -> frozenset[str] | Denied:
        found = self._remembered("/apis", self._list_groups)
        if isinstance(found, SkipScope) and not isinstance(found, Denied):
            raise found
        return found

    def _list_groups(self) -> frozenset[str]:
        groups = items(self.get("/apis", {}, "its API groups"), "groups")
        return frozenset(text(v, "groupVersion") for group in groups for v in items(group, "versions"))

    def _resource_names(self, path: str) -> frozenset[str]:
        listed = items(self.get(path, {}, f"the resources of {path}"), "resources")
        return frozenset(text(r, "name") for r in listed if "list" in texts(r, "verbs"))

    def _remembered(self, path: str, ask: Callable[[], frozenset[str]]) -> frozenset[str] | SkipScope:
        """What discovery said, or how it failed; asked once."""
        with self._lock:
            if path not in self._served:
                try:
                    self._served[path] = ask()
                except SkipScope as error:
                    self._served[path] = error
            return self._served[path]

    def _namespace_names(self) -> tuple[list[str], bool]:
        """The names of all namespaces, and whether these are all: where they may not be listed, the configured ones."""
        with self._lock:
            if self._namespaces is None:
                try:
                    self._namespaces = self._list_namespaces()
                except SkipScope as error:
                    self._namespaces = error
            if isinstance(self._namespaces, SkipScope):
                return sorted(set(self.cluster.namespaces)), False
            return self._namespaces, True

    def _list_namespaces(self) -> list[str]:
        names: list[str] = []
        token, first = "", True
        while first or token:
            query = {"limit": str(self.cluster.page_size)} | ({"continue": token} if token else {})
            page = self.get("/api/v1/namespaces", query, "namespaces")
            names += [text(n, "metadata", "name") for n in items(page, "items")]
            token, first = text(page, "metadata", "continue"), False
        return sorted(names)


def connect(cluster: Cluster, pause: Callable[[float], None] = time.sleep) -> Api:
    """The cluster's API server, by its kubeconfig context or from inside. Nothing is asked of it yet."""
    settings = client.Configuration()
    try:
        if cluster.in_cluster:
            config.load_incluster_config(client_configuration=settings)  # type: ignore[no-untyped-call]
        else:
            config.load_kube_config(  # type: ignore[no-untyped-call]
                config_file=cluster.kubeconfig or None,
                context=cluster.context or None,
                client_configuration=settings,
                persist_config=False,
            )
    except (config.ConfigException, OSError) as error:
        raise BadCredentials(
            f"cluster {cluster.name} cannot be reached: {error}. "
            "Check `context` of its [[kubernetes]] entry against `kubectl config get-contexts`, "
            "or set in_cluster = true or dump = a folder."
        ) from error
    settings.retries = False
    settings.connection_pool_maxsize = 64  # watches hold one each
    return Api(cluster, client.ApiClient(settings), pause)


def _events(response: Any, what: str, cluster: str) -> Iterator[Raw]:
    """One event to a line. An ERROR with 410 is a list that expired; another is a refusal."""
    rest = b""
    for chunk in response.stream(65_536, decode_content=True):
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            event = _decoded(line, what, cluster) if line.strip() else {}
            if text(event, "type") == "ERROR":
                code = number(event, "object", "code") or 0
                raise (
                    Expired(what)
                    if code == 410
                    else refused(code, text(event, "object", "message"), what, cluster)
                )
            if event:
                yield event


def path_of(resource: Resource, version: str, namespace: str) -> str:
    """Where the API serves the resource."""
    base = f"/apis/{resource.group}/{version}" if resource.group else f"/api/{version}"
    return f"{base}/namespaces/{namespace}/{resource.plural}" if namespace else f"{base}/{resource.plural}"


def _words(resource: Resource, namespace: str) -> str:
    name = f"{resource.plural}.{resource.group}" if resource.group else resource.plural
    return f"{name} in namespace {namespace}" if namespace else name


def _decoded(body: bytes, what: str, cluster: str) -> Raw:
    try:
        page = json.loads(body)
    except ValueError as error:
        raise SourceFailed(
            f"cluster {cluster} answered {what} with something that is no JSON: {error}"
        ) from error
    if not is_object(page):
        raise SourceFailed(f"cluster {cluster} answered {what} with JSON that is no object")
    return page


def _said(body: bytes) -> str:
    try:
        return text(json.loads(body), "message")
    except ValueError:
        return body[:200].decode(errors="replace")


def _no_answer(error: Exception, what: str, cluster: Cluster) -> SkipScope:
    refused_us = isinstance(error, urllib3.exceptions.NewConnectionError)  # which urllib3 counts as a timeout
    timed_out = isinstance(error, urllib3.exceptions.TimeoutError) and not refused_us
    words = f"gave no answer within {cluster.timeout_seconds:g} s" if timed_out else "cannot be reached"
    return SourceFailed(
        f"cluster {cluster.name} {words} (asked for {what}): {str(error)[:300]}. "
        "Check that its API server runs and that this machine may reach it."
    )


def _raise(error: SkipScope) -> Iterator[list[Raw]]:
    raise error
