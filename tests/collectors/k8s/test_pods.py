"""Pods and containers: how they are, and what they are part of."""

from decimal import Decimal

import pytest

from graph.record import Inference

SHOP = "k8s://prod//Pod/shop/"


@pytest.fixture(scope="module")
def seen(estate):
    """Fields of the recorded pods and containers, by key."""
    return {r.uid: r.fields for r in estate["k8s prod Pod"].records}


def _parts_of(estate, uid):
    return {r.target for r in estate["k8s prod Pod"].relations if (r.type, r.source) == ("PART_OF", uid)}


def test_a_pod_says_why_it_waits_and_how_it_last_ended(seen):
    """The cluster's own words, and the time of its last end."""
    pod = seen[SHOP + "checkout-api-7d9f8c6b5-x2x1k"]

    assert ("Running", False, 41, "CrashLoopBackOff", "OOMKilled", 137, "512Mi", "10.244.3.17") == tuple(
        pod[n]
        for n in (
            *("phase", "ready", "restarts", "waitingReason", "lastTerminationReason", "lastExitCode"),
            *("memoryLimit", "podIp"),
        )
    )
    assert "2026-11-30T09:51:00+00:00" == pod["lastTerminatedAt"].isoformat()


def test_a_finished_pod_is_neither_ready_nor_not(seen):
    """K8S-10: a pod that succeeded is done, whatever its sidecar's exit code."""
    pod = seen["k8s://prod//Pod/billing/nightly-export-29409-abcde"]

    assert ("Succeeded", None, None) == (pod["phase"], pod.get("ready"), pod.get("waitingReason"))
    assert 255 == seen["k8s://prod//Pod/billing/nightly-export-29409-abcde#sidecar"]["lastExitCode"]


def test_a_pod_is_part_of_the_deployment_of_its_replica_set(estate, seen):
    """The ReplicaSet is passed over, and kept."""
    uid = SHOP + "checkout-api-7d9f8c6b5-x2x1k"

    assert {
        "k8s://prod/apps/Deployment/shop/checkout-api",
        "k8s://prod/apps/ReplicaSet/shop/checkout-api-7d9f8c6b5",
    } == _parts_of(estate, uid)
    assert ("checkout-api", "Deployment") == (seen[uid]["workload"], seen[uid]["workloadKind"])


OWNED = {
    "metadata": {
        "name": "web-7d9f-x",
        "namespace": "shop",
        "labels": {"pod-template-hash": "7d9f"},
        "ownerReferences": [
            {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web-7d9f", "controller": True}
        ],
    }
}


def _workload_of(sight):
    return {r.target: r.inference for r in sight.relations.values() if r.type == "PART_OF"}


def test_without_its_replica_set_the_deployment_is_inferred(shaped):
    """By the hash that the ReplicaSet's name ends with; it says so, and on what it rests."""
    found = _workload_of(shaped("Pod", OWNED))

    basis = (SHOP + "web-7d9f-x", "k8s://prod/apps/ReplicaSet/shop/web-7d9f")
    assert {
        "k8s://prod/apps/Deployment/shop/web": Inference("replicaset-name", 0.9, basis),
        "k8s://prod/apps/ReplicaSet/shop/web-7d9f": None,
    } == found


def test_a_replica_set_of_its_own_is_the_workload(shaped):
    """Where nothing says that a Deployment made it."""
    raw = {"metadata": {**OWNED["metadata"], "labels": None}}

    assert {"k8s://prod/apps/ReplicaSet/shop/web-7d9f": None} == _workload_of(shaped("Pod", raw))


def test_a_static_pod_is_part_of_no_workload(estate, seen):
    """K8S-09: it is owned by a Node, which is where it runs and no application."""
    uid = "k8s://prod//Pod/kube-system/kube-proxy-ip-10-20-1-11"

    assert set() == _parts_of(estate, uid)
    assert (True, None) == (seen[uid]["static"], seen[uid].get("workload"))


def test_a_workload_of_another_kind_is_named_in_full(shaped):
    """Kinds that somebody added own pods too."""
    owner = {"apiVersion": "argoproj.io/v1alpha1", "kind": "Rollout", "name": "web", "controller": True}
    sight = shaped("Pod", {"metadata": {"name": "p", "namespace": "shop", "ownerReferences": [owner]}})

    assert {"k8s://prod/argoproj.io/Rollout/shop/web": None} == _workload_of(sight)


def test_what_is_asked_for_and_what_runs_are_both_shown(seen):
    """K8S-11, IMG-02: the tag and digest of the specification, the digest of the status."""
    api = seen[SHOP + "checkout-api-7d9f8c6b5-x2x1k#api"]

    assert ("registry.acme.io:5000", "shop/checkout", "v1.4.2", "aa", "bb") == (
        api["imageRegistry"],
        api["imageRepository"],
        api["imageTag"],
        api["imageDigest"][-2:],
        api["runningDigest"][-2:],
    )
    assert "cc" == seen[SHOP + "search-0#search"]["runningDigest"][-2:]


def test_no_tag_is_no_tag(seen):
    """IMG-01: the default is not made up, and a port is none."""
    assert None is seen["k8s://prod//Pod/billing/nightly-export-29409-abcde#main"].get("imageTag")


def test_containers_say_what_they_are_for(seen):
    """An init container that restarts always is a sidecar."""
    purposes = {uid.rpartition("#")[2]: f["purpose"] for uid, f in seen.items() if "x2x1k#" in uid}

    assert {"migrate": "init", "mesh": "sidecar", "api": "main", "debugger": "ephemeral"} == purposes


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (["512Mi"], "512Mi"),
        (["512Mi", "256Mi"], "768Mi"),
        (["1Gi", "1Gi"], "2Gi"),
        (["1G", "1Mi"], "1001048576"),
        (["512Mi", None], None),
        ([None], None),
        (["0", "0"], "0"),
        (["512Mi", "odd"], None),
    ],
)
def test_the_limit_of_a_pod_is_the_sum_of_its_containers(limits, expected, shaped):
    """One container without a limit leaves the pod without one."""
    containers = [{"name": str(i), "resources": {"limits": {"memory": w}}} for i, w in enumerate(limits)]
    sight = shaped("Pod", {"metadata": {"name": "p", "namespace": "n"}, "spec": {"containers": containers}})

    assert expected == sight.records["k8s://prod//Pod/n/p"].fields.get("memoryLimit")


def test_requests_add_up_in_their_own_unit(seen):
    """One and a half cores are 1500m."""
    assert ("1500m", "768Mi") == (
        seen[SHOP + "search-0"]["cpuRequest"],
        seen[SHOP + "search-0"]["memoryRequest"],
    )


def test_a_pod_that_cannot_be_placed_says_so(seen):
    """The scheduler's word, and an eviction's."""
    assert ("Unschedulable", "Evicted") == (
        seen["k8s://prod//Pod/billing/waiting"]["reason"],
        seen["k8s://prod//Pod/billing/evicted"]["reason"],
    )


def test_a_pod_without_a_name_is_named_and_the_others_are_written(estate):
    """One bad item of seven."""
    reading = estate["k8s prod Pod"]

    assert 6 == sum(r.kind == "Pod" for r in reading.records)
    assert ("billing/no-name-at-all: an object of kind Pod has no metadata.name",) == reading.problems


@pytest.mark.parametrize(
    ("status", "ready", "restarts"),
    [
        ({"phase": "Pending"}, False, 0),
        ({"phase": "Running", "conditions": [{"type": "Ready", "status": "Unknown"}]}, False, 0),
        ({"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}, True, 0),
        ({"phase": "Failed", "conditions": [{"type": "Ready", "status": "False"}]}, None, 0),
        (None, None, None),
    ],
)
def test_a_pod_is_ready_only_where_it_says_so(status, ready, restarts, shaped):
    """One that waits is not ready; a manifest has no status, and says nothing."""
    pod = shaped("Pod", {"metadata": {"name": "p", "namespace": "n"}, "status": status}).records[
        "k8s://prod//Pod/n/p"
    ]

    assert (ready, restarts) == (pod.fields.get("ready"), pod.fields.get("restarts"))


def test_what_the_cluster_gives_every_pod_is_no_dependency(shaped):
    """The volume of its certificate and token."""
    volume = {
        "name": "kube-api-access-x",
        "projected": {"sources": [{"configMap": {"name": "kube-root-ca.crt"}}]},
    }
    sight = shaped("Pod", {"metadata": {"name": "p", "namespace": "n"}, "spec": {"volumes": [volume]}})

    assert {"RUNS_AS"} == {r.type for r in sight.relations.values()}


def test_limits_are_numbers_too(seen):
    """512 MiB and half a core, for comparisons and sums."""
    api = seen[SHOP + "checkout-api-7d9f8c6b5-x2x1k#api"]

    assert (512, Decimal("0.5"), 256, Decimal("0.25")) == tuple(
        api[n] for n in ("memoryLimitMiB", "cpuLimitCores", "memoryRequestMiB", "cpuRequestCores")
    )
