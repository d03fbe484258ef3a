"""Applications: grouped where something says so, in their place, with groupings that disagree side by side (K8S-08, K8S-09, K8S-12)."""

from typing import Any

from collectors.rules.application import applications, conclude

TRACKING = "argocd.argoproj.io/tracking-id"


def grouped(estate: Any) -> set[tuple[str, str, str, float]]:
    """Member, application's key, rule and confidence."""
    return {
        (m.rpartition("/")[2], a.uid.removeprefix("application://"), why.rule, why.confidence)
        for a in applications(estate)
        for m, why in a.members.items()
    }


def test_the_same_name_in_two_places_is_two_applications(workload: Any, estate: Any) -> None:
    """K8S-08: `api` in prod/a, prod/b and stage/a are three."""
    each = [
        workload("api", cluster=c, namespace=n, labels={"app.kubernetes.io/part-of": "shop"})
        for c, n in (("prod", "a"), ("prod", "b"), ("stage", "a"))
    ]
    assert {a for _, a, _, _ in grouped(estate(each))} == {"prod/a/shop", "prod/b/shop", "stage/a/shop"}


def test_workloads_without_a_word_are_no_application(workload: Any, estate: Any) -> None:
    """Nothing is grouped by likeness of names; a pod of a node is nobody's (K8S-09)."""
    static = workload("etcd-node1", "Pod", group="", labels={"app": "x"}, static=True)
    assert grouped(estate([workload("api"), static])) == set()


def test_groupings_that_agree_are_one_application(workload: Any, entity: Any, estate: Any) -> None:
    """The catalogue and a label that say the same make one, as sure as the surer."""
    component = entity("component:default/checkout", kubernetesId="checkout-id", lifecycle="production")
    api = workload(
        "api", labels={"backstage.io/kubernetes-id": "checkout-id", "app.kubernetes.io/name": "Checkout"}
    )
    things = estate([component, api])
    assert grouped(things) == {("api", "prod/shop/checkout", "grouped-by-backstage", 0.95)}
    found = conclude(things, applications(things))
    (record,) = found.records.values()
    assert (record.name, record.fields["grouping"], record.fields["lifecycle"]) == (
        "checkout",
        "backstage",
        "production",
    )
    assert record.fields["workloads"] == 1


def test_groupings_that_disagree_are_both_kept(workload: Any, estate: Any) -> None:
    """K8S-12: the tracking annotation is surer than the instance label; the other is kept with less confidence."""
    api = workload(
        "api",
        labels={"app.kubernetes.io/instance": "shop"},
        notes={TRACKING: "shop-prod:apps/Deployment:shop/api"},
    )
    assert grouped(estate([api])) == {
        ("api", "prod/shop/shop-prod", "grouped-by-argo", 0.9),
        ("api", "prod/shop/shop", "grouped-by-instance-label", 0.4),
    }


def test_a_copied_tracking_id_groups_nothing(workload: Any, estate: Any) -> None:
    """It names another object, so it says nothing about this one."""
    copied = workload("api", notes={TRACKING: "shop:apps/Deployment:shop/other"})
    assert grouped(estate([copied])) == set()


def test_a_run_of_a_cron_job_is_not_a_member_of_its_own(workload: Any, estate: Any) -> None:
    """The CronJob is; its jobs come and go."""
    cron = workload("report", "CronJob", group="batch", labels={"app": "reports"})
    job = workload("report-1", "Job", group="batch", labels={"app": "reports"})
    found = grouped(estate([cron, job], [("PART_OF", job.uid, cron.uid)]))
    assert {m for m, *_ in found} == {"report"}


def test_tags_and_stacks_group_in_a_cloud(cloud: Any, estate: Any) -> None:
    """By account and region; tags that were not read group nothing."""
    arn = "arn:aws:lambda:eu-west-1:012345671234:function:"
    tagged = cloud("LambdaFunction", f"{arn}a", "a", {"Application": "shop"})
    unread = cloud("LambdaFunction", f"{arn}b", "b", None)
    assert {a for _, a, _, _ in grouped(estate([tagged, unread]))} == {"012345671234/eu-west-1/shop"}


def test_the_deployers_health_is_the_applications(workload: Any, estate: Any) -> None:
    """As Argo CD reports it, in lower case."""
    deployer = workload("shop", "ArgoApplication", group="argoproj.io", namespace="argocd", health="Degraded")
    api = workload("api", notes={TRACKING: "shop:apps/Deployment:shop/api"})
    things = estate([deployer, api])
    (record,) = conclude(things, applications(things)).records.values()
    assert record.fields["health"] == "degraded"
