"""ConfigMaps by their keys, ExternalSecrets, quotas and custom resource definitions."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from collectors.k8s.endpoint import endpoints
from collectors.k8s.meta import installed, record
from collectors.k8s.note import Mentioned, Seen
from collectors.k8s.raw import Raw, flag, holds, items, pairs, quantity, text, time
from collectors.k8s.resource import Item
from graph.record import Relation, Value


def config_map(item: Item) -> Iterator[Seen]:
    """A ConfigMap: its keys, and the addresses that its values name. No value is kept."""
    data = pairs(item.raw, "data")
    yield record(
        item,
        "ConfigMap",
        {
            "keys": sorted({*data, *pairs(item.raw, "binaryData")}),
            "immutable": flag(item.raw, "immutable") or False,
            "endpoints": endpoints(data, item.namespace),
        },
    )
    yield from installed(item)


def external_secret(item: Item) -> Iterator[Seen]:
    """An ExternalSecret: the names it reads, and the secret it makes (named after it unless it says otherwise)."""
    raw = item.raw
    target = text(raw, "spec", "target", "name") or item.name
    yield record(
        item,
        "ExternalSecret",
        {
            "store": text(raw, "spec", "secretStoreRef", "name"),
            "storeKind": text(raw, "spec", "secretStoreRef", "kind") or "SecretStore",
            "target": target,
            "remoteKeys": sorted(set(_remote_keys(raw)) - {""}),
            "ready": holds(raw, "Ready"),
            "refreshInterval": text(raw, "spec", "refreshInterval"),
            "refreshedAt": time(raw, "status", "refreshTime"),
        },
    )
    yield from installed(item)
    yield Relation("DERIVED_FROM", item.to("", "Secret", target, item.namespace), item.uid)
    yield Mentioned(item.namespace, target)


def _remote_keys(raw: Raw) -> Iterator[str]:
    yield from (text(one, "remoteRef", "key") for one in items(raw, "spec", "data"))
    yield from (text(one, "extract", "key") for one in items(raw, "spec", "dataFrom"))


def quota(item: Item) -> Iterator[Seen]:
    """A ResourceQuota, with what of it is nearest its limit."""
    hard = pairs(item.raw, "status", "hard") or pairs(item.raw, "spec", "hard")
    used = pairs(item.raw, "status", "used")
    yield record(item, "ResourceQuota", {"hard": hard, "used": used, **_tightest(hard, used)})
    yield from installed(item)
    yield Relation("APPLIES_TO", item.uid, item.to("", "Namespace", item.namespace))


def _tightest(hard: dict[str, str], used: dict[str, str]) -> dict[str, Value]:
    shares: dict[str, Decimal] = {}
    for name in hard.keys() & used.keys():
        most, now = quantity(hard[name]), quantity(used[name])
        if most and now is not None:
            shares[name] = round(now / most, 4)
    if not shares:
        return {}
    name = min(shares, key=lambda name: (-shares[name], name))
    return {"usedShare": shares[name], "tightest": name}


def definition(item: Item) -> Iterator[Seen]:
    """A CustomResourceDefinition, of either version of its API."""
    raw = item.raw
    versions = [text(v, "name") for v in items(raw, "spec", "versions") if flag(v, "served") is not False]
    yield record(
        item,
        "CustomResourceDefinition",
        {
            "group": text(raw, "spec", "group"),
            "definedKind": text(raw, "spec", "names", "kind"),
            "versions": versions or [v for v in (text(raw, "spec", "version"),) if v],
            "reach": text(raw, "spec", "scope"),
            "established": holds(raw, "Established"),
        },
    )
    yield from installed(item)
