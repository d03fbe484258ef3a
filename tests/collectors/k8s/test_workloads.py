"""Workloads by their own counts."""

from datetime import UTC, datetime

import pytest

from collectors.k8s.note import Selectable
from graph.record import Relation


def _fields(sight):
    return next(iter(sight.records.values())).fields


def _deployment(status=None, **spec):
    return {"metadata": {"name": "web", "namespace": "shop", "generation": 2}, "spec": spec, "status": status}


COMPLETE = {"observedGeneration": 2, "readyReplicas": 3, "availableReplicas": 3, "updatedReplicas": 3}


@pytest.mark.parametrize(
    ("raw", "ready", "rollout"),
    [
        (_deployment(COMPLETE, replicas=3), True, "complete"),
        (
            _deployment({**COMPLETE, "readyReplicas": 2, "availableReplicas": 2}, replicas=3),
            False,
            "progressing",
        ),
        (_deployment({"observedGeneration": 2}, replicas=3), False, "progressing"),
        (_deployment({"observedGeneration": 2}, replicas=0), None, "complete"),
        (_deployment({**COMPLETE, "observedGeneration": 1}, replicas=3), True, "progressing"),
        (_deployment(COMPLETE, replicas=3, paused=True), True, "paused"),
        (
            _deployment({**COMPLETE, "conditions": [{"type": "Progressing", "status": "False"}]}, replicas=3),
            True,
            "stalled",
        ),
        (_deployment(None, replicas=3), None, None),
    ],
)
def test_a_deployment_is_ready_when_every_wanted_pod_is(raw, ready, rollout, shaped):
    """A status leaves out what is 0; one scaled to 0 is neither ready nor not; one never counted says nothing."""
    said = _fields(shaped("Deployment", raw))

    assert (ready, rollout) == (said.get("ready"), said.get("rollout"))


def test_counts_that_are_zero_are_stated(shaped):
    """0 ready replicas are a count, not an unknown."""
    said = _fields(shaped("Deployment", _deployment({"observedGeneration": 2}, replicas=3)))

    assert (3, 0, 0) == (said["replicas"], said["readyReplicas"], said["availableReplicas"])


def test_a_daemon_set_wants_a_pod_for_each_node(estate):
    """Counts go by the same names for every workload, so that they can be compared across kinds."""
    agent = estate["k8s prod DaemonSet"].records[0].fields

    assert (3, 2, False) == (agent["replicas"], agent["readyReplicas"], agent["ready"])


def test_same_names_in_other_places_are_other_workloads(shaped):
    """K8S-08: prod/a, prod/b are two."""
    one, two = (shaped("Deployment", {"metadata": {"name": "api", "namespace": n}}) for n in ("a", "b"))

    assert {"k8s://prod/apps/Deployment/a/api", "k8s://prod/apps/Deployment/b/api"} == {
        *one.records,
        *two.records,
    }


def test_what_a_workload_needs_is_named(estate):
    """Its identity, claims, ConfigMaps and secrets, by name; the secrets' values were never there."""
    uid = "k8s://prod/apps/Deployment/shop/checkout-api"
    found = {(r.type, r.target) for r in estate["k8s prod Deployment"].relations if r.source == uid}

    assert {
        ("RUNS_AS", "k8s://prod//ServiceAccount/shop/checkout"),
        ("MOUNTS", "k8s://prod//PersistentVolumeClaim/shop/checkout-cache"),
        ("DEPENDS_ON", "k8s://prod//ConfigMap/shop/checkout-config"),
        ("DEPENDS_ON", "k8s://prod//ConfigMap/shop/checkout-extra"),
        ("DEPENDS_ON", "k8s://prod//Secret/shop/checkout-db"),
        ("DEPENDS_ON", "k8s://prod//Secret/shop/checkout-tls"),
        ("DEPENDS_ON", "k8s://prod//Secret/shop/checkout-token"),
        ("DEPENDS_ON", "k8s://prod//Secret/shop/registry-pull"),
    } == found


def test_a_complete_job_is_not_failed(estate):
    """K8S-10: two failed tries before it was done are history."""
    jobs = {r.name: r.fields for r in estate["k8s prod Job"].records}

    assert {
        "nightly-export-29409": ("completed", 2, 240),
        "import": ("failed", 3, 420),
        "paused": ("suspended", 0, None),
        "busy": ("running", 0, None),
    } == {
        name: (said["status"], said["failedPods"], said.get("durationSeconds")) for name, said in jobs.items()
    }
    assert "BackoffLimitExceeded" == jobs["import"]["failureReason"]
    assert datetime(2026, 11, 30, 2, 7, tzinfo=UTC) == jobs["import"]["endedAt"]


def test_a_job_is_part_of_its_cron_job(estate):
    """And is found by selectors through it, not once for each run."""
    parts = [r for r in estate["k8s prod Job"].relations if r.type == "PART_OF"]

    assert [
        Relation(
            "PART_OF",
            "k8s://prod/batch/Job/billing/nightly-export-29409",
            "k8s://prod/batch/CronJob/billing/nightly-export",
        )
    ] == parts


@pytest.mark.parametrize("owner", ["CronJob", None])
def test_only_jobs_of_their_own_are_selectable(owner, shaped):
    """A CronJob's runs carry its labels."""
    references = [{"kind": owner, "name": "n", "controller": True}] if owner else None
    sight = shaped("Job", {"metadata": {"name": "run", "namespace": "shop", "ownerReferences": references}})

    assert (owner is None) == any(isinstance(note, Selectable) for note in sight.notes)


def test_an_autoscaler_scales_its_target_by_either_version(estate):
    """v2 has metrics, v1 had one field."""
    scalers = {r.name: r.fields for r in estate["k8s prod HorizontalPodAutoscaler"].records}
    scaled = {
        (r.source[-len("checkout-api") :], r.target)
        for r in estate["k8s prod HorizontalPodAutoscaler"].relations
    }

    assert (70, 91, 80, True) == tuple(
        scalers["checkout-api"][n]
        for n in ("targetCpuPercent", "currentCpuPercent", "targetMemoryPercent", "atMaximum")
    )
    assert (60, 12, False) == tuple(
        scalers["search"][n] for n in ("targetCpuPercent", "currentCpuPercent", "atMaximum")
    )
    assert {"k8s://prod/apps/Deployment/shop/checkout-api", "k8s://prod/apps/StatefulSet/shop/search"} == {
        t for _, t in scaled
    }


def test_a_measured_zero_is_zero(shaped):
    """An idle workload uses 0 %."""
    metric = {"resource": {"name": "cpu", "current": {"averageUtilization": 0}}}
    sight = shaped(
        "HorizontalPodAutoscaler",
        {"metadata": {"name": "a", "namespace": "b"}, "status": {"currentMetrics": [metric]}},
    )

    assert 0 == _fields(sight)["currentCpuPercent"]


def test_labels_that_are_not_there_were_read(shaped):
    """No labels is known, and something else than unknown."""
    assert {} == _fields(shaped("Deployment", {"metadata": {"name": "web", "namespace": "shop"}}))["tags"]


def test_of_annotations_only_those_with_a_meaning_are_kept(estate):
    """What was applied last, or a note, may hold anything."""
    api = next(r for r in estate["k8s prod Deployment"].records if r.name == "checkout-api")

    assert {
        "meta.helm.sh/release-name",
        "meta.helm.sh/release-namespace",
        "argocd.argoproj.io/tracking-id",
    } == set(api.fields["annotations"])
    assert "1234567" == api.fields["tags"]["build"]


def test_addresses_are_kept_and_their_secrets_are_not(estate):
    """Host, queue, bucket, topic, services of the cluster by one name each."""
    api = next(r for r in estate["k8s prod Deployment"].records if r.name == "checkout-api")

    assert [
        "arn:aws:sns:eu-west-1:012345671234:order-events",
        "cart-api.shop.svc",
        "https://sqs.eu-west-1.amazonaws.com/012345671234/orders",
        "orders-db.c9abcdef.eu-west-1.rds.amazonaws.com",
        "payments.billing.svc",
        "s3://acme-exports",
        "sqs.eu-west-1.amazonaws.com",
    ] == api.fields["endpoints"]
