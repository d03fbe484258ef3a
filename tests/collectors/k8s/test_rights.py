"""The shipped ClusterRole is exactly what is read, and never secrets."""

from pathlib import Path

import yaml

from collectors.k8s.resources import RESOURCES
from collectors.k8s.rights import written

SHIPPED = Path(__file__).parents[3] / "deploy/kubernetes/cluster-role.yaml"


def _rights():
    rules = yaml.safe_load(SHIPPED.read_text())["rules"]
    return {
        (g, r, v)
        for rule in rules
        for g in rule["apiGroups"]
        for r in rule["resources"]
        for v in rule["verbs"]
    }


def test_the_shipped_role_is_the_computed_one():
    """`python -m collectors.k8s.rights` writes it."""
    assert SHIPPED.read_text() == written(RESOURCES)


def test_it_holds_no_right_that_is_not_used():
    """get, list and watch on each resource that is read, and nothing more."""
    assert {(r.group, r.plural, verb) for r in RESOURCES for verb in ("get", "list", "watch")} == _rights()


def test_it_reads_no_secrets_and_names_everything():
    """No wildcard, no secret, no sub-resource."""
    assert [] == [right for right in _rights() if "secrets" == right[1] or "*" in right or "/" in right[1]]
