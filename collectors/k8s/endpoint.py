"""The addresses that configuration names: host names, ARNs, queues, buckets. All else of a value is dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

_ARN = re.compile(r"\barn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:(?:\d{12})?:[\w./:*+=@-]+")
_URL = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s\"'<>|\\]+", re.IGNORECASE)
_HOST = r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]"
_AWS_HOST = re.compile(
    rf"(?<![\w.@-]){_HOST.replace('[a-z][a-z0-9-]*[a-z0-9]', 'amazonaws')}\.com(?:\.cn)?\b", re.IGNORECASE
)
_CLUSTER_HOST = re.compile(
    r"(?<![\w.-])([a-z0-9-]+)\.([a-z0-9-]+)\.svc(?:\.[a-z0-9.-]+)?(?![\w-])", re.IGNORECASE
)
_BARE = re.compile(rf"({_HOST}|[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?::\d{{1,5}})?", re.IGNORECASE)
_NAMES_A_HOST = re.compile(
    r"(?:^|[_.-])(?:HOST|HOSTNAME|ENDPOINT|ADDR|ADDRESS|SERVER|BROKERS?|URL|URI)S?$", re.IGNORECASE
)
_NAMES_A_BUCKET = re.compile(r"(?:^|[_.-])BUCKET(?:[_.-]?NAME)?$", re.IGNORECASE)
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
_NO_HOST = frozenset(
    {"localhost", "true", "false", "on", "off", "yes", "no", "none", "null", "any", "default"}
)
_LONGEST = 100_000


def endpoints(values: Mapping[str, str], namespace: str) -> list[str]:
    """The addresses in these named values, sorted. A host without dots is a service of the namespace."""
    found: set[str] = set()
    for name, value in values.items():
        found.update(_of(name, value[:_LONGEST], namespace))
    return sorted(found)


def _of(name: str, value: str, namespace: str) -> Iterator[str]:
    yield from _ARN.findall(value)
    for url in _URL.findall(value):
        yield from _of_url(url, namespace)
    yield from (host.lower() for host in _AWS_HOST.findall(value))
    for service, where in _CLUSTER_HOST.findall(value):
        yield f"{service}.{where}.svc".lower()
    if _NAMES_A_BUCKET.search(name) and _BUCKET.fullmatch(value):
        yield f"s3://{value}"
    if _NAMES_A_HOST.search(name) and "://" not in value:
        for part in value.split(","):
            if written := _BARE.fullmatch(part.strip()):
                yield from _in_cluster(written[1].lower(), namespace)


def _of_url(url: str, namespace: str) -> Iterator[str]:
    """The host of an address, and its path only where the path is the thing's name (a queue, a bucket)."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:
        return
    if parts.scheme.lower() in {"s3", "s3a"} and _BUCKET.fullmatch(host):
        yield f"s3://{host}"
    elif host.startswith("sqs.") and ".amazonaws." in host:
        yield f"https://{host}/{'/'.join(parts.path.strip('/').split('/')[:2])}"
    elif _BARE.fullmatch(host):
        yield from _in_cluster(host, namespace)


def _in_cluster(host: str, namespace: str) -> Iterator[str]:
    """`cart` and `cart.shop.svc.cluster.local` are one service by one name, `cart.shop.svc`; other hosts stay."""
    if "." not in host:
        if host not in _NO_HOST and not host.isdecimal():
            yield f"{host}.{namespace}.svc"
    elif inside := _CLUSTER_HOST.fullmatch(host):
        yield f"{inside[1]}.{inside[2]}.svc"
    else:
        yield host
