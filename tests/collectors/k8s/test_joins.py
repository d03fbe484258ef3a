"""What selectors find, which secrets are named, which releases there are."""

import pytest

from collectors.k8s.joins import matches, releases, selections
from collectors.k8s.note import Installed, Selectable, Selector


def test_services_route_to_the_workloads_they_select(estate):
    """By the labels of pods, so a workload at 0 is found too; a pod of no workload by itself."""
    routes = {
        (r.source, r.target) for r in estate["k8s prod Service selection"].relations if r.type == "ROUTES_TO"
    }

    assert {
        ("k8s://prod//Service/shop/checkout-api", "k8s://prod/apps/Deployment/shop/checkout-api"),
        ("k8s://prod//Service/shop/search", "k8s://prod/apps/StatefulSet/shop/search"),
        ("k8s://prod//Service/billing/bare", "k8s://prod//Pod/billing/waiting"),
    } == routes


def test_a_target_by_name_is_resolved_or_said_to_be_unresolved(estate):
    """K8S-06: 8082 is a number, "8081" a text, http the pods' port 8080, grpc the name of no port they have."""
    route = next(
        r
        for r in estate["k8s prod Service selection"].relations
        if r.source.endswith("Service/shop/checkout-api")
    )

    assert {
        "ports": [
            "80/TCP to http (8080)",
            '81/TCP to "8081"',
            "82/TCP to 8082",
            "83/TCP to grpc (unresolved)",
        ]
    } == route.fields


def test_budgets_and_policies_apply_to_what_they_select(estate):
    """One that selects everything is about its namespace; expressions count."""
    applied = {
        (kind, r.source.rpartition("/")[2], r.target)
        for kind in ("PodDisruptionBudget", "NetworkPolicy")
        for r in estate[f"k8s prod {kind} selection"].relations
        if r.type == "APPLIES_TO"
    }

    assert {
        ("PodDisruptionBudget", "checkout", "k8s://prod/apps/Deployment/shop/checkout-api"),
        ("PodDisruptionBudget", "all", "k8s://prod//Namespace//billing"),
        ("NetworkPolicy", "checkout", "k8s://prod/apps/Deployment/shop/checkout-api"),
        ("NetworkPolicy", "deny-all", "k8s://prod//Namespace//billing"),
    } == applied


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ({"key": "tier", "operator": "In", "values": ["api", "web"]}, True),
        ({"key": "tier", "operator": "In", "values": []}, False),
        ({"key": "tier", "operator": "NotIn", "values": ["api"]}, False),
        ({"key": "other", "operator": "NotIn", "values": ["api"]}, True),
        ({"key": "tier", "operator": "Exists"}, True),
        ({"key": "tier", "operator": "DoesNotExist"}, False),
        ({"key": "tier", "operator": "Like"}, False),
    ],
)
def test_expressions_match_as_the_api_defines_them(expression, expected):
    """An operator we do not know matches nothing."""
    assert expected is matches(Selector("s", "shop", {}, (expression,), "APPLIES_TO"), {"tier": "api"})


def test_selectors_do_not_leave_their_namespace():
    """The same labels elsewhere are somebody else's."""
    selector = Selector("s", "shop", {"app": "web"}, (), "ROUTES_TO")
    things = [Selectable(n, n, {"app": "web"}, {}) for n in ("shop", "billing")]

    assert [("s", "shop")] == [(r.source, r.target) for r in selections("prod", [selector, *things])]


def test_secrets_are_known_by_the_names_others_call_them(estate):
    """From pods, templates, ingresses, gateways, accounts, external secrets; none was listed."""
    found = {r.uid for r in estate["k8s prod KubernetesSecret"].records}

    names = (
        "checkout-db",
        "checkout-tls",
        "checkout-token",
        "checkout-token-abc",
        "edge-cert",
        "registry-pull",
        "shop-tls",
    )
    assert {f"k8s://prod//Secret/shop/{name}" for name in names} == found


def test_a_release_is_told_by_the_marks_on_its_objects(estate):
    """Chart and version from the label; the objects are part of it, which their marks say and might have copied."""
    reading = estate["k8s prod HelmRelease by labels"]
    release = reading.records[0]

    assert ("checkout", "checkout", "1.8.2", 2) == tuple(
        release.fields[n] for n in ("release", "chart", "chartVersion", "objects")
    )
    assert {"k8s://prod/apps/Deployment/shop/checkout-api", "k8s://prod//ConfigMap/shop/checkout-config"} == {
        r.source for r in reading.relations
    }
    assert {("helm-marks", 0.95)} == {(r.inference.rule, r.inference.confidence) for r in reading.relations}


def test_a_release_that_flux_tells_of_is_one_record():
    """Flux's own."""
    marks = [
        Installed("flux", "edge", "web", "", by_flux=True),
        Installed("object", "edge", "web", "web-1.0.0"),
    ]

    assert [("object", "flux")] == [(r.source, r.target) for r in releases("prod", marks)]
