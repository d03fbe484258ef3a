"""What a pod's specification says, wherever it stands: in a pod, or as the template of a workload."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from collectors.k8s.endpoint import endpoints
from collectors.k8s.note import Mentioned, Seen, Selectable
from collectors.k8s.raw import Raw, at, items, number, pairs, text, texts
from collectors.k8s.resource import Item
from graph.record import Relation, Uid, Value

_OWN = "kube-api-access-"
"""The volume by which a cluster gives every pod its own certificate and token."""


def fields(spec: Raw, namespace: str) -> dict[str, Value]:
    """Images, identity and addresses of a pod specification. No value of its environment is kept."""
    return {**runs(spec), "endpoints": endpoints(dict(_configured(spec)), namespace)}


def runs(spec: Raw) -> dict[str, Value]:
    """The images it runs, and who it runs as."""
    images = [image for c in items(spec, "containers") if (image := text(c, "image"))]
    return {"image": images[0] if images else "", "images": images, "serviceAccount": service_account(spec)}


def service_account(spec: Raw) -> str:
    """The name of the account its pods run as; what names none runs as `default`."""
    return text(spec, "serviceAccountName") or text(spec, "serviceAccount") or "default"


def containers(spec: Raw) -> Iterator[Raw]:
    """Every container of the specification, init containers first."""
    return chain(items(spec, "initContainers"), items(spec, "containers"), items(spec, "ephemeralContainers"))


def _configured(spec: Raw) -> Iterator[tuple[str, str]]:
    """Named values of the environment, and the words of the command line."""
    for container in containers(spec):
        for variable in items(container, "env"):
            yield text(variable, "name"), text(variable, "value")
        for place, word in enumerate((*texts(container, "command"), *texts(container, "args"))):
            name, _, value = word.partition("=")
            yield (name, value) if value else (f"{text(container, 'name')} {place}", word)


def runs_as(uid: Uid, spec: Raw, item: Item) -> Relation:
    """The identity of its pods."""
    account = item.to("", "ServiceAccount", service_account(spec), item.namespace)
    return Relation("RUNS_AS", uid, account)


def claims(uid: Uid, spec: Raw, item: Item) -> Iterator[Relation]:
    """The claims it mounts by name."""
    for name in sorted(
        {text(v, "persistentVolumeClaim", "claimName") for v in items(spec, "volumes")} - {""}
    ):
        claim = item.to("", "PersistentVolumeClaim", name, item.namespace)
        yield Relation("MOUNTS", uid, claim)


def configuration(uid: Uid, spec: Raw, item: Item) -> Iterator[Seen]:
    """The ConfigMaps and Secrets it names: as environment, as volumes, to pull its images."""
    for name in sorted(set(_config_maps(spec)) - {""}):
        yield Relation("DEPENDS_ON", uid, item.to("", "ConfigMap", name, item.namespace))
    for name in sorted(set(_secrets(spec)) - {""}):
        yield from needs_secret(uid, name, item)


def needs_secret(uid: Uid, secret: str, item: Item) -> Iterator[Seen]:
    """That something names a secret of its namespace; the secret itself is never read."""
    yield Relation("DEPENDS_ON", uid, item.to("", "Secret", secret, item.namespace))
    yield Mentioned(item.namespace, secret)


def _config_maps(spec: Raw) -> Iterator[str]:
    for container in containers(spec):
        yield from (text(e, "valueFrom", "configMapKeyRef", "name") for e in items(container, "env"))
        yield from (text(e, "configMapRef", "name") for e in items(container, "envFrom"))
    for volume in items(spec, "volumes"):
        yield text(volume, "configMap", "name")
        if not text(volume, "name").startswith(_OWN):
            yield from (text(s, "configMap", "name") for s in items(volume, "projected", "sources"))


def _secrets(spec: Raw) -> Iterator[str]:
    for container in containers(spec):
        yield from (text(e, "valueFrom", "secretKeyRef", "name") for e in items(container, "env"))
        yield from (text(e, "secretRef", "name") for e in items(container, "envFrom"))
    for volume in items(spec, "volumes"):
        yield text(volume, "secret", "secretName")
        yield text(volume, "csi", "nodePublishSecretRef", "name")
        yield from (text(s, "secret", "name") for s in items(volume, "projected", "sources"))
    yield from (text(s, "name") for s in items(spec, "imagePullSecrets"))


def selectable(uid: Uid, namespace: str, template: Raw) -> Selectable:
    """How selectors find it: the labels its pods carry, and the ports they name."""
    named = {
        text(port, "name"): str(number(port, "containerPort") or "")
        for container in containers(at(template, "spec") or {})
        for port in items(container, "ports")
        if text(port, "name")
    }
    return Selectable(uid, namespace, pairs(template, "metadata", "labels"), named)
