"""Proofs that something is managed: a state that holds it, a stack that lists it, a deployer's mark that names this very object.

Tags and annotations are copied along; one that does not name the thing it stands on proves nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from collectors.rules.application import TRACKING, tracked
from collectors.rules.estate import Estate, Thing
from graph.record import Uid

_OWN_ID = re.compile(
    r"(?:i|vol|snap|ami|eni|eipalloc|sg|sgr|vpc|subnet|rtb|nat|igw|vpce|lt|fs|acl|pcx|tgw)-[0-9a-f]{8,17}"
)
"""Ids that AWS gives once: they name one thing without an account."""

_TERRAFORM_KINDS = {
    "kubernetes_deployment": "Deployment",
    "kubernetes_stateful_set": "StatefulSet",
    "kubernetes_daemonset": "DaemonSet",
    "kubernetes_daemon_set": "DaemonSet",
    "kubernetes_service": "Service",
    "kubernetes_ingress": "Ingress",
    "kubernetes_namespace": "Namespace",
    "kubernetes_config_map": "ConfigMap",
    "kubernetes_service_account": "ServiceAccount",
    "kubernetes_role": "Role",
    "kubernetes_role_binding": "RoleBinding",
    "kubernetes_cluster_role": "ClusterRole",
    "kubernetes_cluster_role_binding": "ClusterRoleBinding",
    "kubernetes_persistent_volume_claim": "PersistentVolumeClaim",
    "kubernetes_storage_class": "StorageClass",
    "kubernetes_job": "Job",
    "kubernetes_cron_job": "CronJob",
    "kubernetes_horizontal_pod_autoscaler": "HorizontalPodAutoscaler",
    "kubernetes_network_policy": "NetworkPolicy",
    "kubernetes_resource_quota": "ResourceQuota",
}


@dataclass(frozen=True, slots=True)
class Proof:
    """What manages something, or what it was made by."""

    manager: Uid
    words: str  # "terraform network: aws_instance.web"
    rule: str
    confidence: float
    basis: tuple[Uid, ...] = ()
    stated: bool = False  # the collector has stated the relation itself


class Proofs:
    """The proofs of an estate, by what they prove something of."""

    def __init__(self, estate: Estate) -> None:
        self.estate = estate
        self._by_arn: dict[str, Thing] = {}
        self._by_id: dict[str, Thing] = {}
        self._in_cluster: dict[tuple[str, str], list[Thing]] = defaultdict(list)
        self._clusters = {t.name for t in estate.of("KubernetesCluster")}
        for resource in estate.of("TerraformResource"):
            if resource.text("mode") == "managed":
                self._index(resource)
        self._argo = _by_name(estate, "ArgoApplication")
        self._argo_tracked = frozenset(self._argo)

    def _index(self, resource: Thing) -> None:
        arn, own_id, kind = resource.text("arn"), resource.text("resourceId"), resource.text("type")
        if arn:
            self._by_arn.setdefault(_settled(arn), resource)
        if own_id.startswith("arn:"):
            self._by_arn.setdefault(own_id, resource)
        elif _OWN_ID.fullmatch(own_id) or own_id.startswith("https://sqs.") or kind == "aws_route53_record":
            self._by_id.setdefault(own_id, resource)
        plain = re.sub(r"_v\d+(?:(?:alpha|beta)\d+)?$", "", kind)
        if plain in _TERRAFORM_KINDS and own_id:
            self._in_cluster[_TERRAFORM_KINDS[plain], own_id].append(resource)

    def of(self, thing: Thing) -> Iterator[Proof]:
        """What manages it, each with its proof."""
        yield from self._states(thing)
        yield from self._stacks(thing)
        if thing.text("cluster"):
            yield from self._deployers(thing)

    def _states(self, thing: Thing) -> Iterator[Proof]:
        resource = self._by_arn.get(_settled(thing.uid)) or next(
            (self._by_id[i] for i in _ids(thing) if i in self._by_id), None
        )
        confidence = 1.0
        if resource is None and thing.text("cluster"):
            resource, confidence = self._cluster_resource(thing), 0.7
        if resource is None:
            return
        state = Uid(resource.uid.rpartition("/")[0])
        words = f"terraform {resource.text('state')}: {resource.text('address')}"
        yield Proof(state, words, "terraform-state", confidence, (resource.uid,))

    def _cluster_resource(self, thing: Thing) -> Thing | None:
        """A state does not say which cluster it means: only where there is one cluster is it that one."""
        if len(self._clusters) != 1:
            return None
        namespace = thing.text("namespace") if thing.kind != "Namespace" else ""
        key = f"{namespace}/{thing.name}" if namespace else thing.name
        found = self._in_cluster.get((thing.kind, key), [])
        return found[0] if found else None

    def _stacks(self, thing: Thing) -> Iterator[Proof]:
        """A stack that lists it among its resources (the collector's relation). A tag alone proves nothing."""
        for uid in self.estate.targets("MANAGED_BY", thing.uid):
            manager = self.estate.get(uid)
            name = manager.name if manager else str(uid)
            word = "stack" if manager is None or manager.kind == "CloudFormationStack" else manager.kind
            yield Proof(uid, f"{word} {name}", "listed-by-manager", 1.0, (uid,), stated=True)

    def _deployers(self, thing: Thing) -> Iterator[Proof]:
        app = tracked(thing)
        application = self._argo_application(app, thing) if app else None
        if application is not None:
            yield Proof(application.uid, f"Argo CD application {app}", "argo-tracking-id", 0.95, (thing.uid,))
        yield from self._flux(thing)
        for uid in self.estate.targets("PART_OF", thing.uid):
            release = self.estate.get(uid)
            if release is not None and release.kind == "HelmRelease":
                yield Proof(
                    uid, f"Helm release {release.text('release') or release.name}", "helm-marks", 0.9, (uid,)
                )
        label = thing.tag("argocd.argoproj.io/instance")
        if label and not thing.notes.get(TRACKING):
            application = self._argo_application(label, thing)
            if application is not None and application.text("targetNamespace") in {
                "",
                thing.text("namespace"),
            }:
                yield Proof(
                    application.uid, f"Argo CD application {label}", "argo-instance-label", 0.7, (thing.uid,)
                )

    def _argo_application(self, name: str, thing: Thing) -> Thing | None:
        """That of the same cluster; an Argo CD elsewhere may deploy here where only one application has the name."""
        named = self._argo.get(name, [])
        same = [a for a in named if a.text("cluster") == thing.text("cluster")]
        return same[0] if same else named[0] if len(named) == 1 else None

    def _flux(self, thing: Thing) -> Iterator[Proof]:
        for toolkit, group in (
            ("helm.toolkit.fluxcd.io", "HelmRelease"),
            ("kustomize.toolkit.fluxcd.io", "Kustomization"),
        ):
            name, namespace = thing.tag(f"{toolkit}/name"), thing.tag(f"{toolkit}/namespace")
            uid = Uid(f"k8s://{thing.text('cluster')}/{toolkit}/{group}/{namespace}/{name}")
            manager = self.estate.get(uid) if name else None
            if manager is not None and manager.uid != thing.uid:
                yield Proof(
                    manager.uid, f"Flux {group} {name}", f"flux-{group.casefold()}", 0.9, (thing.uid,)
                )
                return


def _settled(arn: str) -> str:
    """An ARN without the part that only AWS knows: an Auto Scaling group's is often written with `*` for it."""
    return re.sub(r"(:autoScalingGroup:)[^:]*(:autoScalingGroupName/)", r"\1*\2", arn)


def _by_name(estate: Estate, kind: str) -> dict[str, list[Thing]]:
    found: dict[str, list[Thing]] = defaultdict(list)
    for thing in estate.of(kind):
        found[thing.name].append(thing)
    return found


def _ids(thing: Thing) -> Iterator[str]:
    """The ids by which a state may name it where it has no ARN there."""
    tail = re.split(r"[/:]", thing.uid)[-1]
    if _OWN_ID.fullmatch(tail):
        yield tail
    if thing.kind == "SQSQueue":
        yield thing.text("url")
    if thing.kind == "DNSRecord":
        yield f"{thing.text('zoneId')}_{thing.name.rstrip('.')}_{thing.text('recordType')}"
