"""What workloads use: by the endpoints and ARNs that their configuration names. The edge is kept, never the value.

Being allowed to (a policy, a security group) is possible use, not use, and makes no relation here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from collectors.rules.application import GROUPED, Application, Catalogue
from collectors.rules.conclusion import Conclusions, inferred
from collectors.rules.estate import Estate, Thing
from collectors.rules.hosts import host_of
from graph.record import Uid

INPUTS = (
    *("Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob", "ConfigMap", "Service"),
    *(
        "RDSInstance",
        "RDSCluster",
        "ElastiCacheCluster",
        "OpenSearchDomain",
        "RedshiftCluster",
        "DynamoDBTable",
    ),
    *(
        "SQSQueue",
        "SNSTopic",
        "KinesisStream",
        "S3Bucket",
        "SecretsManagerSecret",
        "EFSFileSystem",
        "DNSRecord",
    ),
)

_ENDPOINTS = {
    "RDSInstance": ("endpoint",),
    "RDSCluster": ("endpoint", "readerEndpoint"),
    "ElastiCacheCluster": ("endpoint",),
    "OpenSearchDomain": ("endpoint",),
    "RedshiftCluster": ("endpoint",),
}
_BY_ARN = re.compile(
    r"arn:[a-z-]+:(?:s3|sqs|sns|dynamodb|kinesis|rds|secretsmanager|elasticache|es|kafka|events|states):"
)
_BUCKET_HOST = re.compile(r"(?P<bucket>[a-z0-9][a-z0-9.-]+)\.s3(?:[.-][a-z0-9-]+)*\.amazonaws\.com(?:\.cn)?")
_SERVICE_HOST = re.compile(r"(?P<name>[a-z0-9-]+)\.(?P<namespace>[a-z0-9-]+)\.svc(?:\..*)?")

OWN, THROUGH_MAP, THROUGH_NAME = 0.9, 0.85, 0.85
"""How sure: named in the workload itself, in a ConfigMap that it reads, or by a DNS name that leads there."""


def uses(estate: Estate) -> Conclusions:
    """Workload → database, bucket, queue, service, by what its own configuration and its ConfigMaps name."""
    found = Conclusions()
    index = _Index(estate)
    for workload in estate.workloads:
        for endpoint in workload.texts("endpoints"):
            _relate(found, index, workload, endpoint, OWN, workload.uid)
        for source in estate.targets("DEPENDS_ON", workload.uid):
            config = estate.get(source)
            if config is not None and config.kind == "ConfigMap":
                for endpoint in config.texts("endpoints"):
                    _relate(found, index, workload, endpoint, THROUGH_MAP, config.uid)
    for service in estate.of("Service"):
        outside = service.text("externalName")
        if outside:
            _relate(found, index, service, outside, OWN, service.uid)
    return found


def declared(
    estate: Estate, catalogue: Catalogue, found: Conclusions, applications: Iterable[Application]
) -> None:
    """What catalogues declare: an application depends on the application or resource that its entity depends on.

    Between applications only within one cluster: the catalogue does not say that production needs staging.
    """
    parts = _resources(estate, catalogue)
    known = [(a, a.entity) for a in applications if a.entity is not None]
    for application, entity in known:
        parts[entity.text("ref")].append(Part(application.uid, application.place, 0.9))
    for application, entity in known:
        environments = {estate.things[m].text("environment") for m in application.members} - {""}
        for ref in entity.texts("dependsOn"):
            for part in _nearest(parts.get(ref, ()), application.place, environments):
                why = inferred("catalogue-dependency", min(part.confidence, 0.8), entity.uid, application.uid)
                found.relate("DEPENDS_ON", application.uid, part.uid, why)


def of_applications(estate: Estate, found: Conclusions, applications: Iterable[Application]) -> None:
    """An application depends on what its workloads use; where that is or leads to a part of another application, on that."""
    grouped = tuple(applications)
    owners = {member: application for application in grouped for member in application.members}
    used: dict[Uid, list[tuple[Uid, float]]] = defaultdict(list)
    for relation in found.relations.values():
        if relation.inference is not None:
            used[relation.source].append((relation.target, relation.inference.confidence))
    for application in grouped:
        for member, membership in application.members.items():
            observed = ((target, 1.0) for target in estate.targets("DEPENDS_ON", member))
            for target, confidence in (*used[member], *observed):
                why = inferred("used-by-a-part", min(confidence, membership.confidence), member, target)
                behind = (owners.get(t) for t in (target, *estate.targets("ROUTES_TO", target)))
                for needed in {a.uid for a in behind if a} or {target}:
                    found.relate("DEPENDS_ON", application.uid, needed, why)


@dataclass(frozen=True, slots=True)
class Part:
    """Something that stands for a catalogue entity. Of a resource of a cloud only the environment matters here."""

    uid: Uid
    place: Mapping[str, str]
    confidence: float
    environment: str = ""


def _resources(estate: Estate, catalogue: Catalogue) -> dict[str, list[Part]]:
    parts: dict[str, list[Part]] = defaultdict(list)
    for thing in estate.things.values():
        if thing.text("account") and thing.kind not in GROUPED:
            for entity, confidence, _ in catalogue.entities_of(thing):
                parts[entity.text("ref")].append(Part(thing.uid, {}, confidence, thing.text("environment")))
    return parts


def _nearest(parts: Iterable[Part], place: Mapping[str, str], environments: Collection[str]) -> list[Part]:
    """Those of the same namespace, else of the same cluster; resources of a cloud unless another environment has them."""
    fitting = [p for p in parts if not p.environment or not environments or p.environment in environments]
    here = [p for p in fitting if not p.place or p.place.get("cluster") == place.get("cluster")]
    return [p for p in here if not p.place or p.place.get("namespace") == place.get("namespace")] or here


def _relate(
    found: Conclusions, index: _Index, user: Thing, endpoint: str, confidence: float, basis: Uid
) -> None:
    for target, rule, least, through in index.resolve(endpoint, user.text("cluster")):
        why = inferred(rule, min(confidence, least), user.uid, basis, *through)
        found.relate("DEPENDS_ON", user.uid, target, why)


Target = tuple[Uid, str, float, tuple[Uid, ...]]
"""What an endpoint leads to, by which rule, how sure at most, and through which records."""


class _Index:
    """Everything that an endpoint can name, by that name."""

    def __init__(self, estate: Estate) -> None:
        self.estate = estate
        self.hosts = {
            host_of(t.text(f)): t.uid
            for kind, fields in _ENDPOINTS.items()
            for t in estate.of(kind)
            for f in fields
        }
        self.hosts.pop("", None)
        self.queues = {t.text("url").rstrip("/"): t.uid for t in estate.of("SQSQueue") if t.text("url")}
        self.buckets = {t.name: t.uid for t in estate.of("S3Bucket")}
        self.secrets = {
            re.sub(r"-[A-Za-z0-9]{6}$", "", t.uid): t.uid for t in estate.of("SecretsManagerSecret")
        }
        self.services = {
            (t.text("cluster"), t.text("namespace"), t.name): t.uid for t in estate.of("Service")
        }
        self.aliases = {
            t.name.lower().rstrip("."): (
                t.uid,
                tuple(v for v in (t.text("aliasOf"), *t.texts("values")) if v),
            )
            for t in estate.of("DNSRecord")
        }

    def resolve(self, endpoint: str, cluster: str) -> Iterator[Target]:
        """What it names: nothing where that is not known."""
        if endpoint.startswith("arn:"):
            yield from self._arn(endpoint)
        elif endpoint.startswith("s3://"):
            yield from self._known("bucket-name", self.buckets.get(endpoint.removeprefix("s3://")))
        elif endpoint.rstrip("/") in self.queues:
            yield from self._known("queue-address", self.queues[endpoint.rstrip("/")])
        else:
            yield from self._host(host_of(endpoint), cluster)

    def _arn(self, arn: str) -> Iterator[Target]:
        """The thing of that ARN, seen or not; of a path in a bucket, the bucket; of a secret, with or without its ending."""
        if not _BY_ARN.match(arn):
            return
        whole = Uid(arn.rstrip("/*"))
        if ":s3:" in arn:
            whole = Uid(arn.partition("/")[0])
        yield from self._known("arn", self.secrets.get(whole, whole))

    def _host(self, host: str, cluster: str) -> Iterator[Target]:
        if host in self.hosts:
            yield from self._known("endpoint", self.hosts[host])
        elif bucket := _BUCKET_HOST.fullmatch(host):
            yield from self._known("bucket-name", self.buckets.get(bucket["bucket"]))
        elif service := _SERVICE_HOST.fullmatch(host):
            yield from self._known(
                "service-name", self.services.get((cluster, service["namespace"], service["name"]))
            )
        else:
            yield from self._alias(host)

    def _alias(self, host: str) -> Iterator[Target]:
        """By DNS: at most three names long, so that names that lead to each other end."""
        through: list[Uid] = []
        for _ in range(3):
            record = self.aliases.get(host)
            if record is None:
                return
            through.append(record[0])
            host = host_of(record[1][0]) if record[1] else ""
            if host in self.hosts:
                yield self.hosts[host], "dns-name", THROUGH_NAME, tuple(through)
                return

    @staticmethod
    def _known(rule: str, target: Uid | None) -> Iterator[Target]:
        if target is not None:
            yield target, rule, 1.0, ()
