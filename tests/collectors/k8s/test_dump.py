"""What a dump knows, and what it does not."""

import json

import pytest

from collectors.k8s.cluster import Cluster
from collectors.k8s.source import looks
from graph.errors import BadCredentials, Denied, NotOffered, SkipScope, SourceFailed
from graph.scope import Outcome, Reading


@pytest.fixture
def read(tmp_path):
    """Writes files (text, or JSON of values) and reads them as a cluster's dump: outcomes by scope."""

    def read_files(files: dict[str, object]) -> dict[str, Reading | SkipScope]:
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        found: dict[str, Reading | SkipScope] = {}
        for look in looks(Cluster("prod", dump=str(tmp_path))):
            try:
                found[look.scope.words.removeprefix("k8s prod ")] = look.read()
            except SkipScope as error:
                found[look.scope.words.removeprefix("k8s prod ")] = error
        return found

    return read_files


def _pod(name, namespace="shop", **more):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": namespace}, **more}


def _list(*items, kind="List", **metadata):
    return {"apiVersion": "v1", "kind": kind, "items": list(items), "metadata": metadata}


def _status(code, reason, message="", **details):
    said = {"code": code, "reason": reason, "message": message}
    return {"kind": "Status", "apiVersion": "v1", "status": "Failure", "details": details, **said}


def _names(reading):
    return {record.name for record in reading.records}


def test_a_kind_without_its_list_has_no_scope(read):
    """The absence of a file is not an empty cluster."""
    assert {"KubernetesCluster", "Pod", "KubernetesSecret", "HelmRelease by labels"} == set(
        read({"pods.json": _list(_pod("a"))})
    )


@pytest.mark.parametrize(
    "content", [_list(kind="PodList"), _list(), {**_list(kind="PodList"), "items": None}]
)
def test_an_empty_list_is_an_empty_cluster(content, read):
    """A typed list says its kind; a plain one is of the kind its file is called after; null is empty (K8S-01)."""
    pods = read({"pods.json": content})["Pod"]

    assert (Outcome.COMPLETE, ()) == (pods.outcome, pods.records)


def test_a_list_holds_several_kinds(read):
    """`kubectl get deployments,services -A -o json`; of a kind that is not in it, it says nothing."""
    found = read(
        {
            "all.json": _list(
                _pod("a"),
                {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s", "namespace": "n"}},
            )
        }
    )

    assert ({"a"}, {"s"}) == (_names(found["Pod"]), _names(found["Service"]))
    assert "Deployment" not in found


def test_objects_without_a_list_are_taken_and_may_not_be_all(read):
    """Manifests, several to a file: what is there is observed, nothing is marked gone."""
    manifests = "".join(
        f"---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: {n}, namespace: shop}}\n"
        for n in ("a", "b")
    )
    deployments = read({"app.yaml": manifests, "values.yaml": "image: 1.10\n"})["Deployment"]

    assert (Outcome.PARTIAL, {"a", "b"}) == (deployments.outcome, _names(deployments))
    assert "kubectl get deployments -A -o json" in deployments.reason


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (_status(403, "Forbidden", kind="nodes"), Denied),
        (
            _status(
                403,
                "Forbidden",
                'nodes is forbidden: User "x" cannot list resource "nodes" in API group "" at the cluster scope',
            ),
            Denied,
        ),
        (_status(0, "Forbidden"), Denied),
        (_status(401, "Unauthorized", "Unauthorized"), BadCredentials),
        (_status(404, "NotFound", kind="nodes"), NotOffered),
        (_status(500, "InternalError"), SourceFailed),
        (
            'Error from server (Forbidden): nodes is forbidden: User "x" cannot list resource "nodes" in API group "" at the cluster scope\n',
            Denied,
        ),
    ],
)
def test_a_refusal_in_place_of_a_list_is_that_lists_refusal(status, error, read):
    """As the API server sent it, or as kubectl printed it."""
    assert error is type(read({"nodes.json": status})["Node"])


def test_a_refusal_of_one_namespace_is_of_that_namespace(read):
    """The others were read."""
    message = (
        'pods is forbidden: User "x" cannot list resource "pods" in API group "" in the namespace "billing"'
    )
    found = read(
        {
            "shop/pods.json": _list(_pod("a")),
            "billing/pods.json": _status(403, "Forbidden", message, kind="pods"),
        }
    )

    assert (Outcome.COMPLETE, Denied) == (found["shop Pod"].outcome, type(found["billing Pod"]))


@pytest.mark.parametrize(
    "files",
    [
        {"shop/pods.json": _list(_pod("a")), "billing/pods.json": _list(_pod("b", "billing"))},
        {"pods-shop.json": _list(_pod("a")), "pods-billing.json": _list(_pod("b", "billing"))},
        {"one.json": _list(_pod("a")), "two.json": _list(_pod("b", "billing"))},
        {
            "namespaces/shop/core/pods.json": _list(_pod("a")),
            "namespaces/billing/core/pods.json": _list(_pod("b", "billing")),
        },
    ],
)
def test_lists_of_single_namespaces_are_scopes_of_their_own(files, read):
    """Of the namespaces without a list nothing is known."""
    found = read(files)

    assert ({"a"}, {"b"}) == (_names(found["shop Pod"]), _names(found["billing Pod"]))
    assert {"cluster": "prod", "namespace": "shop"} == found["shop Pod"].scope.place
    assert "Pod" not in found


def test_an_empty_list_in_the_folder_of_a_namespace_is_of_that_namespace(read):
    """Other files in it say which namespace it is."""
    services = _list({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s", "namespace": "shop"}})
    found = read({"shop/services.json": services, "shop/pods.json": _list(kind="PodList")})

    assert (Outcome.COMPLETE, ()) == (found["shop Pod"].outcome, found["shop Pod"].records)


def test_one_page_of_several_is_not_the_list(read):
    """K8S-05: it ends with a token that goes on."""
    pods = read(
        {"pods.json": _list(_pod("a"), kind="PodList", **{"continue": "abc", "remainingItemCount": 700})}
    )["Pod"]

    assert (Outcome.PARTIAL, {"a"}) == (pods.outcome, _names(pods))


def test_pages_up_to_the_last_are_the_list(read):
    """Only the last has no token."""
    pages = {
        "pods-1.json": _list(_pod("a"), kind="PodList", **{"continue": "abc"}),
        "pods-2.json": _list(_pod("b"), kind="PodList"),
    }
    pods = read(pages)["Pod"]

    assert (Outcome.COMPLETE, {"a", "b"}) == (pods.outcome, _names(pods))


def test_a_file_that_is_broken_fails_alone(read):
    """It is named, with the line; the other files are read."""
    found = read(
        {"pods.json": _list(_pod("a")), "services.json": '{"kind": "List",', "more.yaml": "a: [1\nb: 2"}
    )

    assert {"a"} == _names(found["Pod"])
    assert "services.json is no JSON" in str(found["Service"])
    assert "line 2" in str(found["more.yaml"])


def test_a_dump_that_is_not_there_fails(tmp_path):
    """It is no empty cluster."""
    found = list(looks(Cluster("prod", dump=str(tmp_path / "nowhere"))))

    assert 1 == len(found)
    with pytest.raises(SourceFailed, match="does not exist"):
        found[0].read()


def test_a_dump_may_lie_below_a_hidden_folder(tmp_path):
    """What is hidden inside a dump is left out; where the dump itself lies says nothing of it."""
    folder = tmp_path / ".local" / "dump"
    (folder / ".git").mkdir(parents=True)
    (folder / "pods.json").write_text(json.dumps({"apiVersion": "v1", "kind": "PodList", "items": []}))
    (folder / ".git" / "nodes.json").write_text(
        json.dumps({"apiVersion": "v1", "kind": "NodeList", "items": []})
    )

    kinds = {kind for look in looks(Cluster("prod", dump=str(folder))) for kind in look.scope.kinds}

    assert "Pod" in kinds
    assert "Node" not in kinds


def test_yaml_is_read_as_it_was_written(read):
    """K8S-13: versions, times, account ids and `on` are text; a number of replicas is a number."""
    manifest = (
        "kind: DeploymentList\napiVersion: apps/v1\nitems:\n"
        "- metadata: {name: web, namespace: shop, labels: {v: 1.10, id: 012345671234, on: on, at: 2026-01-01}}\n"
        "  spec: {replicas: 2}\n"
    )
    web = read({"deployments.yaml": manifest})["Deployment"].records[0].fields

    assert ({"v": "1.10", "id": "012345671234", "on": "on", "at": "2026-01-01"}, 2) == (
        web["tags"],
        web["replicas"],
    )


def test_a_large_dump_is_read_again_and_not_kept(read, monkeypatch):
    """Files that do not fit beside each other are parsed once more where they are read."""
    monkeypatch.setattr("collectors.k8s.dump._KEPT_BYTES", 10)

    assert 1200 == len(read({"pods.json": _list(*(_pod(f"p{i}") for i in range(1200)))})["Pod"].records)
