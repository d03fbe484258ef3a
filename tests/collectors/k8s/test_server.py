"""Reading a real API server: with every right, with some, with none; page by page; and that nothing is ever written."""

import json
import ssl
import subprocess
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import yaml

from collectors.k8s.api import connect
from collectors.k8s.cluster import Cluster
from collectors.k8s.origin import Expired
from collectors.k8s.resources import RESOURCES
from collectors.k8s.session import Session
from collectors.k8s.source import looks
from collectors.k8s.watch import watch
from graph.errors import BadCredentials, Denied, NotOffered, SkipScope
from graph.scope import Outcome, Reading

pytestmark = [pytest.mark.kube, pytest.mark.xdist_group("kube")]
ROOT = Path(__file__).parents[3]
PODS = 1200
_LOCK = threading.Lock()


class Admin:
    """Writes to the server, as its administrator and without the code under test."""

    def __init__(self, folder: Path) -> None:
        config = yaml.safe_load((folder / "kubeconfig").read_text())
        self.folder = folder
        self.url = config["clusters"][0]["cluster"]["server"]
        self.token = config["users"][0]["user"]["token"]
        context = ssl.create_default_context(cafile=str(folder / "certs/apiserver.crt"))
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context)
        )

    def send(self, method: str, path: str, body: object, kind: str = "application/json") -> dict:
        """The answer to a request; an object that is there already is left."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": kind}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers, method=method)
        try:
            with self.opener.open(request, timeout=30) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            if error.code == 409:
                return {}
            raise AssertionError(f"{method} {path}: {error.read().decode()}") from error

    def status(self, path: str, status: object) -> None:
        """Sets an object's status."""
        self.send("PATCH", f"{path}/status", {"status": status}, "application/merge-patch+json")

    def account(self, name: str, rules: list[dict], namespace: str = "") -> str:
        """A kubeconfig for a service account with these rights, everywhere or in one namespace."""
        rbac = "/apis/rbac.authorization.k8s.io/v1" + (f"/namespaces/{namespace}" if namespace else "")
        kind = "Role" if namespace else "ClusterRole"
        subject = {"kind": "ServiceAccount", "name": name, "namespace": "default"}
        meta = {"metadata": {"name": f"{name}-{namespace or 'all'}"}}
        reference = {"apiGroup": "rbac.authorization.k8s.io", "kind": kind, "name": meta["metadata"]["name"]}
        accounts = "/api/v1/namespaces/default/serviceaccounts"
        self.send("POST", accounts, {"metadata": {"name": name}})
        self.send("POST", f"{rbac}/{kind.lower()}s", {**meta, "rules": rules})
        self.send(
            "POST", f"{rbac}/{kind.lower()}bindings", {**meta, "roleRef": reference, "subjects": [subject]}
        )
        token = self.send("POST", f"{accounts}/{name}/token", {"spec": {"expirationSeconds": 3600}})[
            "status"
        ]["token"]
        return self.kubeconfig(name, token)

    def kubeconfig(self, name: str, token: str) -> str:
        """The server's kubeconfig with another token."""
        config = yaml.safe_load((self.folder / "kubeconfig").read_text())
        config["users"][0]["user"]["token"] = token
        path = self.folder / f"kubeconfig.{name}"
        path.write_text(yaml.safe_dump(config))
        return str(path)


@pytest.fixture
def admin(kube) -> Admin:
    """The administrator of a server that holds a small shop and many pods, filled once."""
    admin = Admin(kube)
    with _LOCK:
        if not (kube / "filled").exists():
            _fill(admin)
            (kube / "filled").touch()
    return admin


def _fill(admin: Admin) -> None:
    for name in ("shop", "many"):
        admin.send("POST", "/api/v1/namespaces", {"metadata": {"name": name}})
    labels, spec = (
        {"app": "web"},
        {
            "containers": [
                {
                    "name": "web",
                    "image": "registry.invalid/web:1",
                    "ports": [{"name": "http", "containerPort": 8080}],
                }
            ]
        },
    )
    template = {"metadata": {"labels": labels}, "spec": spec}
    workload = {"replicas": 3, "selector": {"matchLabels": labels}, "template": template}
    apps, core = "/apis/apps/v1/namespaces/shop", "/api/v1/namespaces/shop"
    made = admin.send(
        "POST",
        f"{apps}/deployments",
        {"metadata": {"name": "web", "labels": {"team": "payments"}}, "spec": workload},
    )
    admin.status(
        f"{apps}/deployments/web",
        {
            "observedGeneration": 1,
            "replicas": 3,
            "readyReplicas": 2,
            "updatedReplicas": 3,
            "availableReplicas": 2,
        },
    )
    owner = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "name": "web",
        "uid": made["metadata"]["uid"],
        "controller": True,
    }
    set_ = admin.send(
        "POST",
        f"{apps}/replicasets",
        {"metadata": {"name": "web-1", "labels": labels, "ownerReferences": [owner]}, "spec": workload},
    )
    owner = {
        "apiVersion": "apps/v1",
        "kind": "ReplicaSet",
        "name": "web-1",
        "uid": set_["metadata"]["uid"],
        "controller": True,
    }
    admin.send(
        "POST",
        f"{core}/pods",
        {"metadata": {"name": "web-1-a", "labels": labels, "ownerReferences": [owner]}, "spec": spec},
    )
    running = {
        "name": "web",
        "image": "registry.invalid/web:1",
        "imageID": "registry.invalid/web@sha256:0",
        "ready": True,
        "restartCount": 2,
        "state": {"running": {}},
    }
    admin.status(
        f"{core}/pods/web-1-a",
        {
            "phase": "Running",
            "podIP": "10.1.0.1",
            "conditions": [{"type": "Ready", "status": "True"}],
            "containerStatuses": [running],
        },
    )
    admin.send(
        "POST",
        f"{core}/services",
        {
            "metadata": {"name": "web"},
            "spec": {"selector": labels, "ports": [{"port": 80, "targetPort": "http"}]},
        },
    )
    admin.send(
        "POST", f"{core}/secrets", {"metadata": {"name": "key"}, "stringData": {"key": "value-of-a-secret"}}
    )
    admin.send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", _ARGO)
    with ThreadPoolExecutor(8) as pool:
        list(
            pool.map(
                lambda i: admin.send(
                    "POST",
                    "/api/v1/namespaces/many/pods",
                    {"metadata": {"name": f"pod-{i:05}"}, "spec": spec},
                ),
                range(PODS),
            )
        )
    application = {
        "apiVersion": "argoproj.io/v1alpha1",
        "kind": "Application",
        "metadata": {"name": "web"},
        "spec": {"project": "shop"},
    }
    admin.send("POST", "/apis/argoproj.io/v1alpha1/namespaces/shop/applications", application)


_ANYTHING = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
_ARGO = {
    "metadata": {"name": "applications.argoproj.io"},
    "spec": {
        "group": "argoproj.io",
        "scope": "Namespaced",
        "names": {
            "kind": "Application",
            "listKind": "ApplicationList",
            "plural": "applications",
            "singular": "application",
        },
        "versions": [
            {
                "name": "v1alpha1",
                "served": True,
                "storage": True,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": _ANYTHING}}},
            }
        ],
    },
}


def _read(kubeconfig: str, **more) -> dict[str, Reading | SkipScope]:
    found: dict[str, Reading | SkipScope] = {}
    for look in looks(Cluster("prod", kubeconfig=str(kubeconfig), **more)):
        try:
            found[look.scope.words.removeprefix("k8s prod ")] = look.read()
        except SkipScope as error:
            found[look.scope.words.removeprefix("k8s prod ")] = error
    return found


def _shipped() -> list[dict]:
    return yaml.safe_load((ROOT / "deploy/kubernetes/cluster-role.yaml").read_text())["rules"]


def _eventually(read, wanted):
    """A new role counts a moment after it was made."""
    for _ in range(100):
        found = read()
        if wanted(found):
            break
        time.sleep(0.05)
    return found


def test_the_shipped_role_reads_everything_and_writes_nothing(admin, kube):
    """Every kind that is served is read whole; of the server only get, list and discovery were asked, and no secret."""
    config = admin.account("reader", _shipped())
    found = _eventually(
        lambda: _read(config),
        lambda f: isinstance(f["Event"], Reading) and isinstance(f["Namespace"], Reading),
    )
    outcomes = {type(one) if isinstance(one, SkipScope) else one.outcome for one in found.values()}
    asked = [json.loads(line) for line in (kube / "audit.log").read_text().splitlines()]
    ours = [one for one in asked if one["user"]["username"].endswith(":reader")]

    assert {Outcome.COMPLETE, NotOffered} == outcomes
    assert {"get", "list"} == {one["verb"] for one in ours}
    assert [] == [one["requestURI"] for one in ours if one.get("objectRef", {}).get("resource") == "secrets"]
    assert "value-of-a-secret" not in repr(found)


def test_what_the_server_holds_is_told(admin, kube):
    """A deployment, its pod, its service, and an Argo CD application of a definition made a moment ago."""
    found = _read(kube / "kubeconfig")
    web = next(r.fields for r in found["Deployment"].records if r.name == "web")
    routes = {(r.source, r.target): dict(r.fields) for r in found["Service selection"].relations}
    parts = {
        r.target
        for r in found["Pod"].relations
        if r.source == "k8s://prod//Pod/shop/web-1-a" and r.type == "PART_OF"
    }

    assert (3, 2, False, "payments") == (
        web["replicas"],
        web["readyReplicas"],
        web["ready"],
        web["tags"]["team"],
    )
    assert {"ports": ["80/TCP to http (8080)"]} == routes[
        "k8s://prod//Service/shop/web", "k8s://prod/apps/Deployment/shop/web"
    ]
    assert {"k8s://prod/apps/Deployment/shop/web", "k8s://prod/apps/ReplicaSet/shop/web-1"} == parts
    assert {"web"} == {r.name for r in found["ArgoApplication"].records}
    assert found["KubernetesCluster"].records[0].fields["version"].startswith("v1.")


@pytest.mark.parametrize("size", [500, 100])
def test_every_page_of_many_pods_is_read(size, admin, kube):
    """K8S-05: 1,200 and those of the shop, whatever the size of a page."""
    pods = _read(kube / "kubeconfig", page_size=size)["Pod"]

    assert PODS + 1 == sum(r.kind == "Pod" for r in pods.records)


def test_a_list_that_expired_between_two_pages_is_read_again(admin, kube):
    """K8S-04: etcd's history is dropped while the list is half read; the look still sees every pod."""
    cluster = Cluster("prod", kubeconfig=str(kube / "kubeconfig"))
    session = Session("prod", connect(cluster), RESOURCES)
    resource = next(r for r in RESOURCES if r.kind == "Pod")
    part = session.parts(resource)[0]
    pages = part.pages()
    first = next(pages)
    admin.send("POST", "/api/v1/namespaces/many/configmaps", {"metadata": {"generateName": "newer-"}})
    subprocess.run(["bash", ROOT / "tools/kubernetes/compact.sh", kube], check=True, capture_output=True)

    assert 500 == len(first)
    with pytest.raises(Expired):
        next(pages)
    assert PODS + 1 == sum(r.kind == "Pod" for r in session.read(resource, part).records)


def test_with_some_rights_each_kind_has_its_own_outcome(admin, kube):
    """Pods and deployments are read, nodes and roles are denied, what is not served is not offered."""
    found = _read(kube / "kubeconfig.restricted")
    by_outcome = {
        name: type(one) if isinstance(one, SkipScope) else one.outcome for name, one in found.items()
    }

    assert (Outcome.COMPLETE, Denied, NotOffered, Outcome.PARTIAL) == tuple(
        by_outcome[name] for name in ("Pod", "Node", "Gateway", "KubernetesSecret")
    )


def test_without_rights_every_kind_is_denied(admin, kube):
    """And nothing seems empty."""
    found = _read(kube / "kubeconfig.nobody")
    outcomes = {type(one) for name, one in found.items() if name != "KubernetesCluster"}

    assert {Denied, NotOffered} == outcomes


def test_a_wrong_token_is_told_apart_from_a_lack_of_rights(admin):
    """401 is about the login."""
    found = _read(admin.kubeconfig("wrong", "wrong"))

    assert {BadCredentials} == {type(one) for one in found.values()}


def test_rights_in_one_namespace_read_that_namespace(admin):
    """Its list is a scope of its own; what lies elsewhere stays denied."""
    rules = [{"apiGroups": [""], "resources": ["pods"], "verbs": ["get", "list", "watch"]}]
    config = admin.account("narrow", rules, "shop")
    found = _eventually(lambda: _read(config, namespaces=("shop", "many")), lambda f: "shop Pod" in f)

    assert {"web-1-a"} == {r.name for r in found["shop Pod"].records if r.kind == "Pod"}
    assert (Denied, Denied) == (type(found["many Pod"]), type(found["Pod"]))


@pytest.fixture
def watched(admin, kube, monkeypatch):
    """Readings of a watched cluster as they come, by scope: `watched(words, wanted)` waits for one that is wanted."""
    monkeypatch.setattr("collectors.k8s.watch._SECONDS", 2.0)
    stop = threading.Event()
    readings = watch(Cluster("prod", kubeconfig=str(kube / "kubeconfig")), stop, quiet_seconds=0.05)
    end = time.monotonic() + 60

    def wait_for(words, wanted):
        for reading in readings:
            if reading.scope.words == f"k8s prod {words}" and wanted({r.name for r in reading.records}):
                return reading
            if time.monotonic() > end:
                break
        raise AssertionError(f"no such reading of {words} in a minute")

    yield wait_for
    stop.set()
    for thread in [t for t in threading.enumerate() if t.name == "watch"]:
        thread.join(10)


def test_a_change_is_looked_at_when_it_happens(watched, admin):
    """Made, changed, deleted: each time the whole scope is read, so that the writer sees what is gone."""
    services = "/api/v1/namespaces/shop/services"
    watched("Service", lambda names: "web" in names)
    admin.send(
        "POST",
        services,
        {"metadata": {"name": "late"}, "spec": {"selector": {"app": "web"}, "ports": [{"port": 80}]}},
    )
    made = watched("Service", lambda names: "late" in names)
    joined = watched("Service selection", lambda _names: True)
    admin.send("DELETE", f"{services}/late", {})
    gone = watched("Service", lambda names: "late" not in names)

    assert {Outcome.COMPLETE} == {made.outcome, joined.outcome, gone.outcome}
    assert "k8s://prod//Service/shop/late" in {r.source for r in joined.relations}
