"""How traffic is routed, as the objects say it."""

import pytest


def _fields(estate, kind):
    return {r.name: r.fields for r in estate[f"k8s prod {kind}"].records}


def _relations(estate, kind):
    return {(r.type, r.source.rpartition("/")[2], r.target) for r in estate[f"k8s prod {kind}"].relations}


def test_target_ports_keep_their_type(estate):
    """K8S-06: a number, a text of digits in quotes, a port's name."""
    assert [
        "web 80/TCP to http on node port 30080",
        'text 81/TCP to "8081"',
        "number 82/TCP to 8082",
        "lost 83/TCP to grpc",
    ] == _fields(estate, "Service")["checkout-api"]["ports"]


def test_a_headless_service_has_no_address(estate):
    """Its cluster IP is None, by that word; its target is its own port where it names none."""
    search = _fields(estate, "Service")["search"]

    assert (True, None, ["9200/TCP to 9200"]) == (
        search["headless"],
        search.get("clusterIp"),
        search["ports"],
    )


def test_an_ingress_is_read_in_either_version(estate):
    """Services by name and port; what its annotations ask of the load balancer."""
    found = _fields(estate, "Ingress")

    assert (["shop.acme.io"], True, "internet-facing", ["checkout-api:web", "search:9200"]) == tuple(
        found["shop-web"][n] for n in ("hosts", "tls", "scheme", "backends")
    )
    assert (False, "nginx", ["bare:80"]) == tuple(
        found["old-web"][n] for n in ("tls", "ingressClass", "backends")
    )
    assert {
        ("ROUTES_TO", "shop-web", "k8s://prod//Service/shop/checkout-api"),
        ("ROUTES_TO", "shop-web", "k8s://prod//Service/shop/search"),
        ("DEPENDS_ON", "shop-web", "k8s://prod//Secret/shop/shop-tls"),
        ("ROUTES_TO", "old-web", "k8s://prod//Service/billing/bare"),
    } == _relations(estate, "Ingress")


def test_a_route_joins_gateways_and_services_across_namespaces(estate):
    """From the gateway to the route, from the route to each service."""
    assert {
        ("ROUTES_TO", "edge", "k8s://prod/gateway.networking.k8s.io/HTTPRoute/billing/checkout"),
        ("ROUTES_TO", "checkout", "k8s://prod//Service/billing/bare"),
        ("ROUTES_TO", "checkout", "k8s://prod//Service/shop/checkout-api"),
    } == _relations(estate, "HTTPRoute")


def test_addresses_are_counted_and_unknown_readiness_counts_as_ready(estate):
    """As the API defines it; null lists are empty (K8S-01)."""
    found = _fields(estate, "EndpointSlice")

    assert (3, 2) == (found["checkout-api-q1w2e"]["addresses"], found["checkout-api-q1w2e"]["readyAddresses"])
    assert 0 == found["empty-slice"]["addresses"]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"policyTypes": ["Ingress"]}, True),
        ({"policyTypes": ["Egress"]}, False),
        ({}, True),
        ({"ingress": [{}]}, False),
        ({"ingress": []}, True),
    ],
)
def test_a_policy_without_a_rule_lets_nothing_in(spec, expected, shaped):
    """Where it is about what comes in, which it is unless it says otherwise."""
    raw = {"metadata": {"name": "p", "namespace": "n"}, "spec": {"podSelector": {}, **spec}}
    policy = next(iter(shaped("NetworkPolicy", raw).records.values()))

    assert expected is policy.fields["deniesAllIngress"]
