"""What the cluster says happened, and when."""

from datetime import UTC, datetime

import pytest

from collectors.k8s.events import rollouts
from collectors.k8s.note import Revision


@pytest.fixture(scope="module")
def changes(estate):
    """The changes of the recorded cluster, by name."""
    return {
        r.name: r.fields
        for words in ("Event", "ReplicaSet", "ArgoApplication")
        for r in estate[f"k8s prod {words}"].records
        if r.kind == "Change"
    }


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (
            {"series": {"lastObservedTime": "2026-01-05T00:00:00Z"}, "lastTimestamp": "2026-01-04T00:00:00Z"},
            5,
        ),
        ({"lastTimestamp": "2026-01-04T00:00:00Z", "eventTime": "2026-01-03T00:00:00.5Z"}, 4),
        (
            {
                "lastTimestamp": None,
                "eventTime": "2026-01-03T00:00:00.000000Z",
                "firstTimestamp": "2026-01-02T00:00:00Z",
            },
            3,
        ),
        ({"eventTime": None, "firstTimestamp": "2026-01-02T00:00:00Z"}, 2),
        ({}, None),
    ],
)
def test_the_time_of_an_event_has_a_fixed_order(raw, expected, shaped):
    """K8S-03; when the event object was made says nothing of when it happened."""
    about = {"kind": "Node", "name": "n"}
    event = {
        "metadata": {"name": "e", "uid": "u", "creationTimestamp": "2026-01-09T00:00:00Z"},
        "type": "Warning",
        "involvedObject": about,
        **raw,
    }
    found = next(iter(shaped("Event", event).records.values())).fields.get("at")

    assert (None if expected is None else datetime(2026, 1, expected, tzinfo=UTC)) == found


def test_an_event_is_a_change_of_what_it_is_about(estate, changes):
    """A scaling is one of the ReplicaSet that its message names: the Deployment may want as many as before."""
    scaled = changes["checkout-api-7d9f8c6b5 replicas changed"]

    assert ("modified", "replicas", "2", "3", "deployment-controller", "Kubernetes event") == tuple(
        scaled[n] for n in ("action", "field", "before", "after", "actor", "via")
    )
    assert "k8s://prod/apps/ReplicaSet/shop/checkout-api-7d9f8c6b5" == scaled["subjectUid"]
    assert "k8s://prod/apps/Deployment/shop/checkout-api" in {
        r.target for r in estate["k8s prod Event"].relations
    }


def _event(shaped, reason, message, kind="ReplicaSet", **more):
    about = {
        "kind": kind,
        "apiVersion": "apps/v1" if kind == "ReplicaSet" else "v1",
        "name": "x",
        "namespace": "shop",
    }
    raw = {"metadata": {"name": "e"}, "reason": reason, "message": message, "involvedObject": about, **more}
    return next((r.fields for r in shaped("Event", raw).records.values()), None)


@pytest.mark.parametrize(
    ("reason", "message", "expected"),
    [
        ("SuccessfulCreate", "Created pod: web-1-abc", ("created", "Pod", "web-1-abc")),
        ("SuccessfulCreate", "create Pod web-0 in StatefulSet web successful", ("created", "Pod", "web-0")),
        ("SuccessfulCreate", "Created job export-29410", ("created", "Job", "export-29410")),
        (
            "SuccessfulCreate",
            "create Claim data-web-0 Pod web-0 in StatefulSet web success",
            ("created", "PersistentVolumeClaim", "data-web-0"),
        ),
        ("SuccessfulDelete", "Deleted pod: web-1-abc", ("deleted", "Pod", "web-1-abc")),
        ("Killing", "Stopping container api", ("deleted", "ReplicaSet", "x")),
        ("Evicted", "The node was low on resource: memory", ("modified", "ReplicaSet", "x")),
    ],
)
def test_what_is_made_or_deleted_is_not_what_the_event_is_filed_under(reason, message, expected, shaped):
    """A ReplicaSet that created a pod was not created."""
    found = _event(shaped, reason, message)

    assert expected == tuple(found[n] for n in ("action", "subjectKind", "subject"))


@pytest.mark.parametrize(
    ("reason", "message"),
    [
        ("Killing", "Container api failed liveness probe, will be restarted"),
        ("SuccessfulCreate", "made something"),
        ("RegisteredNode", "Node x event: Registered Node x in Controller"),
        ("EnsuredLoadBalancer", "Ensured load balancer"),
        ("Pulled", "Successfully pulled image"),
    ],
)
def test_what_changes_nothing_is_no_change(reason, message, shaped):
    """Controllers repeat themselves, and pods live."""
    assert None is _event(shaped, reason, message)


def test_a_node_that_is_not_ready_says_so(shaped):
    """The field, and what it became."""
    found = _event(shaped, "NodeNotReady", "Node is not ready", kind="Node")

    assert ("modified", "ready", "false") == tuple(found[n] for n in ("action", "field", "after"))


@pytest.mark.parametrize(
    ("about", "expected"),
    [
        ({"kind": "Deployment", "apiVersion": "apps/v1"}, "k8s://prod/apps/Deployment/shop/x"),
        ({"kind": "Deployment"}, "k8s://prod/apps/Deployment/shop/x"),
        (
            {"kind": "Ingress", "apiVersion": "extensions/v1beta1"},
            "k8s://prod/networking.k8s.io/Ingress/shop/x",
        ),
        ({"kind": "Pod", "apiVersion": "v1"}, "k8s://prod//Pod/shop/x"),
        ({"kind": "Widget"}, "k8s://prod//Widget/shop/x"),
    ],
)
def test_what_an_event_is_about_has_a_whole_key(about, expected, shaped):
    """Also where it says no apiVersion, or one that the kind has left."""
    event = {
        "metadata": {"name": "e"},
        "type": "Warning",
        "involvedObject": {**about, "name": "x", "namespace": "shop"},
    }

    assert {expected} == {r.target for r in shaped("Event", event).relations.values()}


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Scaled up replica set a-1 from 2 to 3", ("2", "3")),
        ("Scaled down replica set a-1 to 0 from 3", ("3", "0")),
        ("Scaled up replica set a-1 to 3", (None, "3")),
        ("New size: 12; reason: cpu", (None, "12")),
        ("something else", (None, None)),
    ],
)
def test_counts_are_read_from_messages_of_every_version(message, expected, shaped):
    """Kubernetes has said it in three ways; of what it does not say, nothing is made up."""
    reason = "SuccessfulRescale" if "size" in message else "ScalingReplicaSet"
    found = _event(shaped, reason, message) or {}

    assert expected == (found.get("before"), found.get("after"))


def test_warnings_are_told_and_everyday_life_is_not(changes):
    """A back-off is a warning; a pulled image is nothing new."""
    assert "warned" == changes["checkout-api-7d9f8c6b5-x2x1k warned: BackOff"]["action"]
    assert [] == [name for name in changes if name.startswith("search-0")]


def test_a_rollout_is_a_change_of_the_deployment(changes):
    """From one revision's image to the next, at the time its ReplicaSet was made."""
    rollout = changes["checkout-api image changed"]

    expected = ("registry.acme.io/shop/checkout:v1.4.1", "registry.acme.io/shop/checkout:v1.4.2", "rollout")
    assert expected == tuple(rollout[n] for n in ("before", "after", "via"))
    assert "pipeline 812: release v1.4.2" == rollout["message"]


def _revision(number, image, day):
    return Revision("shop", f"web-{number}", "web", number, image, datetime(2026, 11, day, tzinfo=UTC), "")


def _told(*revisions):
    return [
        (r.name, r.fields.get("at"), r.fields.get("before"), r.fields.get("after"))
        for r in rollouts("prod", revisions)
        if hasattr(r, "name")
    ]


def test_rollouts_follow_their_numbers():
    """In whatever order the list gave them; the first revision is the Deployment itself."""
    second, third = datetime(2026, 11, 2, tzinfo=UTC), datetime(2026, 11, 3, tzinfo=UTC)

    assert [
        ("web image changed", second, "a", "b"),
        ("web rolled out", third, "2", "3"),
    ] == _told(_revision(3, "b", 3), _revision(1, "a", 1), _revision(2, "b", 2))


def test_a_rollback_has_no_time_of_its_own():
    """It takes an old ReplicaSet again, whose age is not when that was."""
    assert [("web rolled back", None, "b", "a")] == _told(_revision(2, "b", 2), _revision(3, "a", 1))[-1:]


def test_a_sync_says_who_asked_for_it(changes):
    """What was deployed before and after."""
    synced = changes["checkout-prod synced"]

    assert ("maria", "1" * 40, "Argo CD sync") == (synced["actor"], synced["before"], synced["via"])
