"""The rights that reading a cluster takes, as a ClusterRole: computed from what is read, and shipped as a file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import yaml

from collectors.k8s.resource import Resource

VERBS = ("get", "list", "watch")
_HEAD = """\
# What Aletheia needs to read a cluster: nothing is written, and secrets are not read.
# Bind it to the identity of the kubeconfig context or service account that scans.
"""


def cluster_role(resources: Iterable[Resource]) -> dict[str, Any]:
    """The role: get, list and watch on each resource that is read, by group."""
    by_group: dict[str, list[str]] = defaultdict(list)
    for resource in resources:
        by_group[resource.group].append(resource.plural)
    return {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRole",
        "metadata": {"name": "aletheia-reader"},
        "rules": [
            {"apiGroups": [group], "resources": sorted(by_group[group]), "verbs": list(VERBS)}
            for group in sorted(by_group)
        ],
    }


def written(resources: Iterable[Resource]) -> str:
    """The role as the shipped file has it."""
    return _HEAD + yaml.safe_dump(
        cluster_role(resources), sort_keys=False, default_flow_style=None, width=110
    )


if __name__ == "__main__":
    import sys

    from collectors.k8s.resources import RESOURCES

    sys.stdout.write(written(RESOURCES))
