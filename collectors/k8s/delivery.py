"""Argo CD and Flux objects: what is deployed from where, how far it is, and when it was last deployed."""

from __future__ import annotations

from collections.abc import Iterator

from collectors.k8s.meta import installed, record
from collectors.k8s.note import Installed, Seen
from collectors.k8s.raw import Raw, at, flag, holds, items, text, texts, time
from collectors.k8s.resource import Item
from collectors.k8s.uid import change_uid
from graph.record import Record, Relation, Value


def argo_application(item: Item) -> Iterator[Seen]:
    """An Argo CD application, and its syncs as changes."""
    raw = item.raw
    source = _source(at(raw, "spec") or {})
    revision = text(raw, "status", "sync", "revision") or next(
        iter(texts(raw, "status", "sync", "revisions")), ""
    )
    destination = at(raw, "spec", "destination") or {}
    yield record(
        item,
        "ArgoApplication",
        {
            "sync": text(raw, "status", "sync", "status"),
            "health": text(raw, "status", "health", "status"),
            "project": text(raw, "spec", "project"),
            **_from(source),
            "revision": revision,
            "destination": text(destination, "name") or text(destination, "server"),
            "targetNamespace": text(destination, "namespace"),
            "autoSync": at(raw, "spec", "syncPolicy", "automated") is not None,
            "syncedAt": time(raw, "status", "operationState", "finishedAt"),
            "operation": text(raw, "status", "operationState", "phase"),
            "managedResources": len(items(raw, "status", "resources")) if at(raw, "status") else None,
        },
    )
    yield from installed(item)
    yield from _syncs(item)


def _source(spec: Raw) -> Raw:
    """The source of the manifests; of several, the first that is a repository and no chart."""
    one = at(spec, "source")
    several = items(spec, "sources")
    plain = [source for source in several if not text(source, "chart") and text(source, "repoURL")]
    return one or (plain or several or [{}])[0]


def _from(source: Raw) -> dict[str, Value]:
    return {
        "repoUrl": text(source, "repoURL"),
        "path": text(source, "path"),
        "chart": text(source, "chart"),
        "targetRevision": text(source, "targetRevision"),
    }


def _syncs(item: Item) -> Iterator[Seen]:
    """Each sync that its history holds: what was deployed before and after, and who asked for it."""
    before = ""
    for entry in items(item.raw, "status", "history"):
        after = text(entry, "revision") or next(iter(texts(entry, "revisions")), "")
        by = text(entry, "initiatedBy", "username")
        fields: dict[str, Value] = {
            "at": time(entry, "deployedAt"),
            "action": "modified",
            "subject": item.name,
            "subjectKind": "ArgoApplication",
            "subjectUid": item.uid,
            "cluster": item.cluster,
            "namespace": item.namespace,
            "field": "revision",
            "before": before,
            "after": after,
            "actor": by or ("Argo CD" if flag(entry, "initiatedBy", "automated") else ""),
            "via": "Argo CD sync",
        }
        uid = change_uid(item.uid, "sync", text(entry, "id"))
        kept = {k: v for k, v in fields.items() if v not in (None, "")}
        yield Record(uid, "Change", f"{item.name} synced", kept)
        yield Relation("CHANGE_OF", uid, item.uid)
        before = after


def application_set(item: Item) -> Iterator[Seen]:
    """An ApplicationSet: what makes applications, and from which template."""
    raw = item.raw
    template = at(raw, "spec", "template", "spec") or {}
    source = _from(_source(template))
    source.pop("chart")
    yield record(
        item,
        "ApplicationSet",
        {
            "generators": [
                kind
                for generator in items(raw, "spec", "generators")
                for kind in generator
                if kind != "selector"
            ],
            "project": text(template, "project"),
            **source,
        },
    )
    yield from installed(item)


def flux_kustomization(item: Item) -> Iterator[Seen]:
    """A Flux Kustomization and the source it applies."""
    raw = item.raw
    reference = at(raw, "spec", "sourceRef") or {}
    yield record(
        item,
        "FluxKustomization",
        {
            **_reconciled(raw),
            "sourceKind": text(reference, "kind"),
            "sourceName": text(reference, "name"),
            "path": text(raw, "spec", "path"),
            "revision": text(raw, "status", "lastAppliedRevision"),
            "targetNamespace": text(raw, "spec", "targetNamespace"),
        },
    )
    yield from installed(item)
    yield from _reads(item, reference)


def flux_source(item: Item) -> Iterator[Seen]:
    """A repository that Flux reads."""
    raw = item.raw
    reference = at(raw, "spec", "ref") or {}
    wanted = next(
        (text(reference, key) for key in ("commit", "semver", "tag", "branch") if text(reference, key)), ""
    )
    yield record(
        item,
        "FluxSource",
        {
            **_reconciled(raw),
            "sourceKind": item.resource.kind,
            "url": text(raw, "spec", "url"),
            "targetRevision": wanted,
            "revision": text(raw, "status", "artifact", "revision"),
        },
    )
    yield from installed(item)


def helm_release(item: Item) -> Iterator[Seen]:
    """Flux's HelmRelease: a release by the name Flux gives it, of a chart from a source."""
    raw = item.raw
    chart = at(raw, "spec", "chart", "spec") or {}
    latest = (items(raw, "status", "history") or [{}])[0]
    target = text(raw, "spec", "targetNamespace")
    default = f"{target}-{item.name}" if target else item.name
    release = text(raw, "spec", "releaseName") or default
    yield record(
        item,
        "HelmRelease",
        {
            **_reconciled(raw),
            "release": release,
            "chart": text(chart, "chart") or text(latest, "chartName"),
            "chartVersion": text(latest, "chartVersion") or text(chart, "version"),
            "toldBy": "Flux",
            "sourceName": text(chart, "sourceRef", "name"),
            "targetNamespace": target,
        },
    )
    yield from installed(item)
    yield from _reads(item, at(chart, "sourceRef") or at(raw, "spec", "chartRef") or {})
    yield Installed(
        item.uid, text(raw, "spec", "storageNamespace") or target or item.namespace, release, "", by_flux=True
    )


def _reconciled(raw: Raw) -> dict[str, Value]:
    return {"ready": holds(raw, "Ready"), "suspended": flag(raw, "spec", "suspend") or False}


def _reads(item: Item, reference: Raw) -> Iterator[Seen]:
    """What it cannot work without: its source."""
    kind, name = text(reference, "kind"), text(reference, "name")
    if kind and name:
        namespace = text(reference, "namespace") or item.namespace
        yield Relation("DEPENDS_ON", item.uid, item.to("source.toolkit.fluxcd.io", kind, name, namespace))
