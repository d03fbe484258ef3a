"""How an API server may refuse, break off and expire: a server on loopback that answers as it is told."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

from collectors.k8s.api import connect
from collectors.k8s.cluster import Cluster
from collectors.k8s.origin import Expired
from collectors.k8s.resources import RESOURCES
from collectors.k8s.source import looks
from collectors.k8s.watch import watch
from graph.errors import BadCredentials, BadInput, Denied, NotOffered, SkipScope, SourceFailed, Throttled
from graph.scope import Outcome, Reading

Answer = Callable[[str, dict[str, str]], tuple[int, object]]


class Server:
    """A server whose answers a test gives: `answer(path, query)` is a status and a JSON body (or bytes)."""

    def __init__(self) -> None:
        self.answer: Answer = lambda _path, _query: (500, {})
        self.asked: list[tuple[str, dict[str, str]]] = []
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                query = {k: v[0] for k, v in parse_qs(parts.query).items()}
                owner.asked.append((parts.path, query))
                status, body = owner.answer(parts.path, query)
                sent = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(sent)))
                self.end_headers()
                self.wfile.write(sent)

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.handle_error = lambda *_: None  # a client that gave up is no fault of the server's
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.01,))
        self.thread.start()

    def close(self) -> None:
        """Ends it."""
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()


@pytest.fixture
def server() -> Iterator[Server]:
    """A server on loopback."""
    server = Server()
    yield server
    server.close()


@pytest.fixture
def read(server, tmp_path, monkeypatch):
    """Reads the server as cluster prod, without waiting between tries: outcomes by scope."""
    monkeypatch.setattr("collectors.k8s.api._PAUSES", (0.0, 0.0, 0.0))
    path = _kubeconfig(tmp_path, server.http.server_address[1])

    def read_cluster(answer: Answer, **more) -> dict[str, Reading | SkipScope]:
        server.answer = answer
        return _outcomes(Cluster("prod", kubeconfig=path, **more))

    return read_cluster


def _kubeconfig(folder, port) -> str:
    config = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "c", "cluster": {"server": f"http://127.0.0.1:{port}"}}],
        "users": [{"name": "u", "user": {"token": "t"}}],
        "contexts": [{"name": "prod", "context": {"cluster": "c", "user": "u"}}],
        "current-context": "prod",
    }
    (folder / "kubeconfig").write_text(json.dumps(config))
    return str(folder / "kubeconfig")


def _outcomes(cluster: Cluster) -> dict[str, Reading | SkipScope]:
    found: dict[str, Reading | SkipScope] = {}
    for look in looks(cluster):
        try:
            found[look.scope.words.removeprefix("k8s prod ")] = look.read()
        except SkipScope as error:
            found[look.scope.words.removeprefix("k8s prod ")] = error
    return found


def _core(served: Answer, resources: tuple[str, ...] = ("pods", "namespaces")) -> Answer:
    """A server that serves these of the core group and no other group, and whose lists answer as told."""

    def answer(path: str, query: dict[str, str]) -> tuple[int, object]:
        match path:
            case "/version":
                return 200, {"gitVersion": "v1.31.4"}
            case "/api/v1":
                return 200, {"resources": [{"name": n, "verbs": ["get", "list"]} for n in resources]}
            case "/apis":
                return 200, {"groups": None}
            case _:
                return served(path, query)

    return answer


def _page(names, token="") -> tuple[int, object]:
    items = [{"metadata": {"name": name, "namespace": "shop"}} for name in names]
    return 200, {"kind": "PodList", "items": items, "metadata": {"continue": token, "resourceVersion": "7"}}


def _pods(reading) -> set[str]:
    return {record.name for record in reading.records if record.kind == "Pod"}


def test_every_page_is_read(read, server):
    """K8S-05: by limit and continue, until there is nothing to continue."""
    pages = {"": _page(["a"], "2"), "2": _page(["b"], "3"), "3": _page(["c"])}
    pods = read(_core(lambda path, query: pages[query.get("continue", "")]), page_size=1)["Pod"]

    assert (Outcome.COMPLETE, {"a", "b", "c"}) == (pods.outcome, _pods(pods))
    assert {"1"} == {query["limit"] for path, query in server.asked if path == "/api/v1/pods"}


def test_a_list_that_expires_is_read_again_from_its_start(read):
    """K8S-04: 410 on page 2; what was read before and is not there any more is not in it."""
    starts = []

    def served(_path, query):
        if not query.get("continue"):
            starts.append(query)
            return _page(["gone", "a"], "2") if len(starts) <= 2 else _page(["a"], "2")
        return (410, {"reason": "Expired"}) if len(starts) <= 2 else _page(["b"])

    pods = read(_core(served, ("pods",)))["Pod"]

    assert (Outcome.COMPLETE, {"a", "b"}) == (pods.outcome, _pods(pods))


def test_a_list_that_always_expires_is_partial(read):
    """A first page alone marks nothing gone."""
    pods = read(_core(lambda _, query: (410, {}) if query.get("continue") else _page(["a"], "2")))["Pod"]

    assert (Outcome.PARTIAL, {"a"}) == (pods.outcome, _pods(pods))
    assert "expired" in pods.reason


@pytest.mark.parametrize("status", [500, 429, 403, 401])
def test_a_list_that_breaks_off_is_partial(status, read):
    """What was read is kept; what is missing is said."""
    pods = read(_core(lambda _, query: (status, {}) if query.get("continue") else _page(["a"], "2")))["Pod"]

    assert (Outcome.PARTIAL, {"a"}) == (pods.outcome, _pods(pods))
    assert "broke off" in pods.reason
    assert pods.missing


@pytest.mark.parametrize(
    ("status", "error", "words"),
    [
        (401, BadCredentials, "Log in again"),
        (403, Denied, "cluster-role.yaml"),
        (404, NotOffered, "not served here"),
        (405, NotOffered, "not served here"),
        (429, Throttled, "Scan again when"),
        (500, SourceFailed, "Scan again later"),
        (503, SourceFailed, "Scan again later"),
    ],
)
def test_each_refusal_is_an_error_of_its_own(status, error, words, read):
    """What somebody would do about it differs, and the server's own words are in it."""
    found = read(_core(lambda _path, _query: (status, {"message": "because."})))["Pod"]

    assert error is type(found)
    assert words in str(found)


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_busy_server_is_asked_again(status, read):
    """Twice busy, then it answers."""
    left = {"/api/v1/pods": 2}

    def served(path, _query):
        if left.get(path, 0):
            left[path] -= 1
            return status, {}
        return _page(["a"])

    assert {"a"} == _pods(read(_core(served))["Pod"])


def test_a_kind_that_is_gone_from_the_api_is_not_served(read):
    """K8S-07: nothing is asked of it, and it is no failure."""
    found = read(_core(lambda _path, _query: _page([])))

    assert NotOffered is type(found["Gateway"])
    assert "not served here" in str(found["Deployment"])


def test_a_group_that_is_down_fails_alone(read):
    """An extension's API that does not answer says nothing of the others."""

    def answer(path, query):
        if path == "/apis":
            return 200, {"groups": [{"versions": [{"groupVersion": "apps/v1"}]}]}
        if path == "/apis/apps/v1":
            return 503, {"message": "the server is currently unable to handle the request"}
        return _core(lambda _path, _query: _page(["a"]))(path, query)

    found = read(answer)

    assert SourceFailed is type(found["Deployment"])
    assert {"a"} == _pods(found["Pod"])


def test_where_discovery_is_forbidden_lists_decide(read):
    """Some are served and allowed all the same."""

    def answer(path, query):
        if path in {"/api/v1", "/apis"}:
            return 403, {}
        return _page(["a"]) if path == "/api/v1/pods" else (404, {})

    found = read(answer)

    assert {"a"} == _pods(found["Pod"])
    assert NotOffered is type(found["Deployment"])


def test_an_older_version_is_read_where_it_is_the_one_served(read, server):
    """The best that both know."""

    def answer(path, query):
        if path == "/apis":
            return 200, {
                "groups": [{"versions": [{"groupVersion": "batch/v1"}, {"groupVersion": "batch/v1beta1"}]}]
            }
        if path == "/apis/batch/v1":
            return 200, {"resources": [{"name": "jobs", "verbs": ["list"]}]}
        if path == "/apis/batch/v1beta1":
            return 200, {"resources": [{"name": "cronjobs", "verbs": ["list"]}]}
        return _core(lambda _path, _query: _page(["a"]))(path, query)

    assert {"a"} == {r.name for r in read(answer)["CronJob"].records}
    assert "/apis/batch/v1beta1/cronjobs" in {path for path, _ in server.asked}


@pytest.mark.parametrize("body", [b"<html>login</html>", b"[1, 2]"])
def test_an_answer_that_is_no_object_is_a_failure(body, read):
    """A proxy's login page is not an empty list."""
    assert SourceFailed is type(read(_core(lambda _path, _query: (200, body)))["Pod"])


def test_a_server_that_does_not_answer_fails_every_scope(tmp_path, monkeypatch):
    """Nothing listens: each scope says so, and none seems read."""
    monkeypatch.setattr("collectors.k8s.api._PAUSES", (0.0, 0.0, 0.0))
    found = _outcomes(Cluster("prod", kubeconfig=_kubeconfig(tmp_path, 1)))

    assert {SourceFailed} == {type(one) for one in found.values()}
    assert "cannot be reached" in str(found["Pod"])
    assert len(found) > 35


def test_a_server_that_is_silent_is_given_up(read, server):
    """After the time of one request."""
    silent = threading.Event()

    def answer(path, query):
        if path == "/api/v1/pods":
            silent.wait(5)
        return _core(lambda _path, _query: _page([]))(path, query)

    found = read(answer, timeout_seconds=0.1)
    silent.set()

    assert "gave no answer within 0.1 s" in str(found["Pod"])


def test_a_context_that_is_not_there_is_said(tmp_path):
    """With what to look at."""
    found = _outcomes(Cluster("prod", kubeconfig=_kubeconfig(tmp_path, 1), context="other"))

    assert {BadCredentials} == {type(one) for one in found.values()}
    assert "kubectl config get-contexts" in str(found["Pod"])


def _by_namespace(namespaces: object, allowed: set[str]) -> Answer:
    def served(path, _query):
        if path == "/api/v1/namespaces":
            return (200, {"items": namespaces}) if namespaces else (403, {})
        if any(path == f"/api/v1/namespaces/{name}/pods" for name in allowed):
            return _page([path.split("/")[4]])
        return 403, {"message": "no"}

    return _core(served)


def test_what_may_not_be_listed_as_a_whole_is_listed_by_namespace(read):
    """Each namespace is a scope, those that may not be read too."""
    names = [{"metadata": {"name": name}} for name in ("shop", "billing")]
    found = read(_by_namespace(names, {"shop"}))

    assert ({"shop"}, Denied) == (_pods(found["shop Pod"]), type(found["billing Pod"]))
    assert "Pod" not in found


def test_what_may_be_listed_nowhere_is_one_denied_scope(read):
    """A hundred namespaces need no hundred refusals."""
    names = [{"metadata": {"name": name}} for name in ("shop", "billing")]

    assert Denied is type(read(_by_namespace(names, set()))["Pod"])


def test_namespaces_outside_the_known_ones_stay_denied(read):
    """Where not even their names may be read, the configured ones are read, and the rest is said to be unread."""
    found = read(_by_namespace(None, {"shop"}), namespaces=("shop",))

    assert ({"shop"}, Denied) == (_pods(found["shop Pod"]), type(found["Pod"]))


def test_what_is_joined_from_a_denied_list_is_partial(read):
    """So that nothing it joined before is taken for gone."""

    def served(path, _query):
        return (403, {}) if path == "/api/v1/pods" else _page([])

    found = read(_core(served, ("pods", "namespaces", "services", "serviceaccounts")))

    assert {Outcome.PARTIAL} == {
        found[n].outcome for n in ("Service selection", "KubernetesSecret", "HelmRelease by labels")
    }
    assert "k8s prod Pod" in found["Service selection"].missing


def test_secrets_are_never_asked_for(read, server):
    """Whatever the server would answer."""
    read(_core(lambda _path, _query: _page(["a"]), ("pods", "secrets", "serviceaccounts")))

    assert [] == [path for path, _ in server.asked if "secret" in path and "externalsecrets" not in path]


def _watch(server, tmp_path, *bodies):
    """Events of the pods of a server that answers a watch with these lines, one request each."""
    left = list(bodies)
    server.answer = _core(lambda _path, query: (200, left.pop(0)) if query.get("watch") else _page(["a"]))
    api = connect(Cluster("prod", kubeconfig=_kubeconfig(tmp_path, server.http.server_address[1])))
    pods = next(r for r in RESOURCES if r.kind == "Pod")
    return api, pods


def test_a_watch_gives_its_events_and_ends(server, tmp_path):
    """From the version that was listed; a line for each event, however they are cut into pieces."""
    lines = [{"type": "ADDED", "object": {"metadata": {"name": name}}} for name in ("a", "b")]
    api, pods = _watch(server, tmp_path, "\n".join(map(json.dumps, lines)).encode() + b"\n\n")
    found = list(api.watch(pods, "", api.now(pods, ""), 1))

    assert lines == found
    assert ("7", "true") == (
        server.asked[-1][1]["resourceVersion"],
        server.asked[-1][1]["allowWatchBookmarks"],
    )


@pytest.mark.parametrize(("code", "error"), [(410, Expired), (403, Denied), (500, SourceFailed)])
def test_a_watch_says_how_it_broke(code, error, server, tmp_path):
    """The server answers 200 and tells the error in the stream."""
    line = {"type": "ERROR", "object": {"code": code, "message": "too old"}}
    api, pods = _watch(server, tmp_path, json.dumps(line).encode() + b"\n")

    with pytest.raises(error):
        list(api.watch(pods, "", "1", 1))


def test_a_dump_is_not_watched():
    """It cannot change by itself."""
    with pytest.raises(BadInput, match="tells no changes"):
        watch(Cluster("prod", dump="somewhere"), threading.Event())
