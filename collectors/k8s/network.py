"""Services, EndpointSlices, Ingresses, Gateways, HTTPRoutes and NetworkPolicies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from collectors.k8s.meta import installed, record
from collectors.k8s.note import Seen, Selector
from collectors.k8s.raw import Raw, at, flag, holds, items, pairs, ports, text, texts
from collectors.k8s.resource import Item
from collectors.k8s.template import needs_secret
from graph.record import Relation

_CLASS = "kubernetes.io/ingress.class"
_SCHEMES = ("alb.ingress.kubernetes.io/scheme", "service.beta.kubernetes.io/aws-load-balancer-scheme")
_GATEWAYS = "gateway.networking.k8s.io"


def service(item: Item) -> Iterator[Seen]:
    """A Service. Target ports keep their type: 8080 is a number, "8080" a text, http a port's name (K8S-06)."""
    raw = item.raw
    address = text(raw, "spec", "clusterIP")
    selector = pairs(raw, "spec", "selector")
    listed = items(raw, "spec", "ports")
    yield record(
        item,
        "Service",
        {
            "type": text(raw, "spec", "type") or "ClusterIP",
            "hostName": f"{item.name}.{item.namespace}.svc",
            "clusterIp": "" if address == "None" else address,
            "headless": address == "None",
            "externalName": text(raw, "spec", "externalName"),
            "externalIps": texts(raw, "spec", "externalIPs"),
            "loadBalancers": _balancers(raw),
            "ports": [_port(p) for p in listed],
            "selector": selector,
        },
    )
    yield from installed(item)
    if selector:
        targets = tuple((f"{text(p, 'port')}/{text(p, 'protocol') or 'TCP'}", _target(p)) for p in listed)
        yield Selector(item.uid, item.namespace, selector, (), "ROUTES_TO", targets)


def _port(port: Raw) -> str:
    words = (
        text(port, "name"),
        f"{text(port, 'port')}/{text(port, 'protocol') or 'TCP'}",
        "to",
        _target(port),
    )
    node = text(port, "nodePort")
    return " ".join(w for w in words if w) + (f" on node port {node}" if node and node != "0" else "")


def _target(port: Raw) -> str:
    """The target as its type has it: a text of digits in quotes, so that it is not taken for a number."""
    target = at(port, "targetPort")
    if isinstance(target, str) and target.isdecimal():
        return f'"{target}"'
    return text(port, "targetPort") or text(port, "port")


def endpoint_slice(item: Item) -> Iterator[Seen]:
    """An EndpointSlice: how many addresses, and how many of them are ready (unknown counts as ready, as the API says)."""
    endpoints = items(item.raw, "endpoints")
    name = item.labels.get("kubernetes.io/service-name", "")
    yield record(
        item,
        "EndpointSlice",
        {
            "service": name,
            "addressType": text(item.raw, "addressType"),
            "addresses": sum(len(texts(e, "addresses")) for e in endpoints),
            "readyAddresses": sum(
                len(texts(e, "addresses")) for e in endpoints if flag(e, "conditions", "ready") is not False
            ),
            "ports": list(ports(item.raw, "ports")),
        },
    )
    if name:
        yield Relation("PART_OF", item.uid, item.to("", "Service", name, item.namespace))


def ingress(item: Item) -> Iterator[Seen]:
    """An Ingress, of either version of its API."""
    raw, noted = item.raw, pairs(item.raw, "metadata", "annotations")
    rules = items(raw, "spec", "rules")
    tls = items(raw, "spec", "tls")
    backends = [_backend(b) for b in _ingress_backends(raw)]
    hosts = [text(r, "host") for r in rules] + [host for t in tls for host in texts(t, "hosts")]
    yield record(
        item,
        "Ingress",
        {
            "hosts": _once(hosts),
            "tls": bool(tls) or bool(noted.get("alb.ingress.kubernetes.io/certificate-arn")),
            "ingressClass": text(raw, "spec", "ingressClassName") or noted.get(_CLASS, ""),
            "paths": _once(
                f"{text(r, 'host')}{text(p, 'path') or '/'}" for r in rules for p in items(r, "http", "paths")
            ),
            "backends": _once(f"{name}:{port}" if port else name for name, port in backends),
            "scheme": next((noted[key] for key in _SCHEMES if noted.get(key)), ""),
            "loadBalancers": _balancers(raw),
        },
    )
    yield from installed(item)
    for name in _once(name for name, _ in backends):
        yield Relation("ROUTES_TO", item.uid, item.to("", "Service", name, item.namespace))
    for secret in _once(text(t, "secretName") for t in tls):
        yield from needs_secret(item.uid, secret, item)


def _ingress_backends(raw: Raw) -> Iterator[Raw]:
    for key in ("defaultBackend", "backend"):
        if at(raw, "spec", key):
            yield at(raw, "spec", key)
    for rule in items(raw, "spec", "rules"):
        yield from (at(path, "backend") or {} for path in items(rule, "http", "paths"))


def _backend(backend: Raw) -> tuple[str, str]:
    """Service and port; `serviceName` is how versions before v1 say it."""
    name = text(backend, "service", "name") or text(backend, "serviceName")
    port = at(backend, "service", "port") or {}
    return name, text(port, "name") or text(port, "number") or text(backend, "servicePort")


def gateway(item: Item) -> Iterator[Seen]:
    """A Gateway of the Gateway API."""
    listeners = items(item.raw, "spec", "listeners")
    yield record(
        item,
        "Gateway",
        {
            "gatewayClass": text(item.raw, "spec", "gatewayClassName"),
            "hosts": _once(text(one, "hostname") for one in listeners),
            "listeners": [f"{text(o, 'name')} {text(o, 'port')}/{text(o, 'protocol')}" for o in listeners],
            "tls": any(text(one, "protocol") in {"HTTPS", "TLS"} for one in listeners),
            "loadBalancers": _once(text(a, "value") for a in items(item.raw, "status", "addresses")),
            "programmed": holds(item.raw, "Programmed"),
        },
    )
    yield from installed(item)
    for listener in listeners:
        for secret in items(listener, "tls", "certificateRefs"):
            if text(secret, "kind") in {"", "Secret"} and text(secret, "namespace") in {"", item.namespace}:
                yield from needs_secret(item.uid, text(secret, "name"), item)


def http_route(item: Item) -> Iterator[Seen]:
    """An HTTPRoute: its gateways send to it, it sends to services; either may lie in another namespace."""
    raw = item.raw
    parents = [
        (text(p, "namespace") or item.namespace, text(p, "name")) for p in items(raw, "spec", "parentRefs")
    ]
    backends = [b for r in items(raw, "spec", "rules") for b in items(r, "backendRefs")]
    services = [(text(b, "namespace") or item.namespace, text(b, "name"), text(b, "port")) for b in backends]
    accepted = [holds({"status": parent}, "Accepted") for parent in items(raw, "status", "parents")]
    yield record(
        item,
        "HTTPRoute",
        {
            "hosts": texts(raw, "spec", "hostnames"),
            "gateways": _once(f"{where}/{name}" for where, name in parents),
            "backends": _once(f"{where}/{name}:{port}" for where, name, port in services),
            "accepted": all(accepted) if accepted else None,
        },
    )
    yield from installed(item)
    for where, name in dict.fromkeys(parents):
        yield Relation("ROUTES_TO", item.to(_GATEWAYS, "Gateway", name, where), item.uid)
    for where, name in dict.fromkeys((where, name) for where, name, _ in services):
        yield Relation("ROUTES_TO", item.uid, item.to("", "Service", name, where))


def network_policy(item: Item) -> Iterator[Seen]:
    """A NetworkPolicy. One about Ingress that has no rule for it lets nothing in."""
    raw = item.raw
    incoming, outgoing = items(raw, "spec", "ingress"), items(raw, "spec", "egress")
    types = texts(raw, "spec", "policyTypes") or ["Ingress", *(["Egress"] if outgoing else [])]
    labels = pairs(raw, "spec", "podSelector", "matchLabels")
    expressions = tuple(items(raw, "spec", "podSelector", "matchExpressions"))
    yield record(
        item,
        "NetworkPolicy",
        {
            "selector": labels,
            "policyTypes": types,
            "ingressRules": len(incoming),
            "egressRules": len(outgoing),
            "deniesAllIngress": "Ingress" in types and not incoming,
        },
    )
    yield from installed(item)
    yield Selector(item.uid, item.namespace, labels, expressions, "APPLIES_TO")


def _balancers(raw: Raw) -> list[str]:
    """What load balancers it got: host names on AWS, addresses elsewhere."""
    got = items(raw, "status", "loadBalancer", "ingress")
    return _once(text(one, "hostname") or text(one, "ip") for one in got)


def _once(words: Iterable[str]) -> list[str]:
    """The words in their order, each once, without empty ones."""
    return [word for word in dict.fromkeys(words) if word]
