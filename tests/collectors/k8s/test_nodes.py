"""Nodes and namespaces."""

from decimal import Decimal

import pytest


@pytest.fixture(scope="module")
def nodes(estate):
    """Fields of the recorded nodes, by the first part of their names."""
    return {r.name.partition(".")[0]: r.fields for r in estate["k8s prod Node"].records}


def test_a_node_that_stopped_reporting_is_not_ready(nodes):
    """Unknown is not ready, as kubectl has it; a node without any condition says nothing."""
    assert [True, False, None] == [n.get("ready") for n in nodes.values()]


def test_conditions_that_say_something_is_wrong_are_its_problems(nodes):
    """K8S-02: a vendor's own too, by the name it gave it."""
    assert [["example.com/KernelDeadlock"], ["DiskPressure"], None] == [
        n.get("problems") for n in nodes.values()
    ]


def test_a_node_is_known_by_its_machine(nodes):
    """The instance id of the provider's id, the pool, the place; older clusters use other labels."""
    node = nodes["ip-10-20-1-11"]

    assert ("i-0f3c1d2e4b5a69788", "general", "eu-west-1", "eu-west-1a") == tuple(
        node[n] for n in ("instanceId", "nodePool", "region", "zone")
    )
    assert ("eu-west-1b", True) == (nodes["ip-10-20-2-12"]["zone"], nodes["ip-10-20-2-12"]["unschedulable"])


def test_capacity_is_in_numbers(nodes):
    """16074356Ki of memory are 15697.613 MiB; the pods' share is less."""
    node = nodes["ip-10-20-1-11"]

    assert (Decimal(4), Decimal("15697.613"), Decimal("14704.613"), 58) == tuple(
        node[n] for n in ("cpuCores", "memoryMiB", "allocatableMemoryMiB", "podCapacity")
    )
    assert ["dedicated=shop:NoSchedule"] == node["taints"]


@pytest.mark.parametrize(
    ("provider", "expected"),
    [
        ("aws:///eu-west-1a/i-0f3c1d2e4b5a69788", "i-0f3c1d2e4b5a69788"),
        ("aws:///i-0f3c1d2e", "i-0f3c1d2e"),
        ("gce://project/europe-west1-b/node", None),
        ("", None),
    ],
)
def test_only_aws_has_instance_ids(provider, expected, shaped):
    """Of another provider the whole id is kept."""
    node = shaped("Node", {"metadata": {"name": "n"}, "spec": {"providerID": provider}}).records[
        "k8s://prod//Node//n"
    ]

    assert (expected, provider or None) == (node.fields.get("instanceId"), node.fields.get("providerId"))


def test_a_namespace_lies_in_itself(estate):
    """So that a restriction to it finds it."""
    found = {r.name: r.fields for r in estate["k8s prod Namespace"].records}

    assert ("shop", "Terminating") == (found["shop"]["namespace"], found["old-lab"]["status"])
    assert {"example.com/owner": "storefront"} == found["shop"]["annotations"]
