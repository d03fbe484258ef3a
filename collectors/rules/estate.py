"""What the rules look at: the observed part of the graph, read once, as small things with indexes.

Rules reason over what collectors saw, never over what other rules wrote: so their order does not matter, and the same
graph always gives the same conclusions. All fields that rules need of other people's kinds are named here and nowhere else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from graph.decoding import decoded
from graph.kinds import KINDS, kinds_of
from graph.record import Uid
from graph.scope import Outcome
from graph.store import Store

PLACES = ("cluster", "namespace", "account", "region", "environment")

WORKLOADS = tuple(k.name for k in kinds_of("Workload"))

NEEDS: Mapping[str, tuple[str, ...]] = {
    "AWSAccount": ("accountId", "configuredName"),
    "AutoScalingGroup": (),
    "ArgoApplication": (
        "health",
        "repoUrl",
        "path",
        "project",
        "destination",
        "targetNamespace",
        "managedResources",
    ),
    "ApplicationSet": ("repoUrl", "path"),
    "CatalogEntity": (
        *(
            "ref",
            "entityKind",
            "type",
            "owner",
            "system",
            "title",
            "description",
            "lifecycle",
            "tier",
            "email",
        ),
        *("sourceRepository", "sourcePath", "kubernetesId", "kubernetesNamespace", "kubernetesSelector"),
        *("argoApplication", "dependsOn", "members", "aliases", "active", "arns", "repository", "file"),
    ),
    "CloudFormationStack": ("status", "parent"),
    "CloudFrontDistribution": ("domainName",),
    "ConfigMap": ("endpoints",),
    "Container": ("pod", "imageRegistry", "imageRepository", "imageTag", "imageDigest", "runningDigest"),
    "Contribution": ("person", "email", "login", "emails", "commits", "share", "lastCommitAt", "repository"),
    "CronJob": ("images", "endpoints", "serviceAccount"),
    "DNSRecord": ("values", "aliasOf", "recordType", "zoneId"),
    "DaemonSet": ("images", "endpoints", "serviceAccount"),
    "Deployment": ("images", "endpoints", "serviceAccount"),
    "EC2Instance": ("instanceId", "autoScalingGroup"),
    "ECRImage": ("digest", "repositoryName", "imageTags"),
    "ECRRepository": ("uri",),
    "ECSService": ("taskDefinition",),
    "ECSTaskDefinition": ("images",),
    "EFSFileSystem": ("fileSystemId",),
    "EKSCluster": ("endpoint", "oidcIssuer"),
    "EKSNodeGroup": ("clusterName",),
    "ElastiCacheCluster": ("endpoint", "replicationGroup"),
    "FluxKustomization": ("sourceKind", "sourceName", "path", "targetNamespace"),
    "FluxSource": ("sourceKind", "url"),
    "Gateway": ("loadBalancers",),
    "HelmRelease": ("release", "targetNamespace", "toldBy", "sourceName"),
    "IAMPolicy": ("arn",),
    "IAMRole": ("path", "serviceLinked"),
    "ImageBuild": ("image", "folder", "method", "sourceLabel", "baseImages", "repository", "file"),
    "Ingress": ("loadBalancers", "hosts"),
    "Job": ("images", "endpoints", "serviceAccount", "cronJob"),
    "KMSKey": ("keyManager",),
    "KinesisStream": (),
    "KubernetesCluster": ("server",),
    "LambdaFunction": (),
    "LoadBalancer": ("dnsName",),
    "NetworkInterface": ("requester", "interfaceType", "attachedTo"),
    "Node": ("providerId", "instanceId"),
    "OpenSearchDomain": ("endpoint",),
    "OwnershipRule": (
        *("pattern", "owners", "nobody", "section", "optional", "approvals", "exclusion", "position"),
        *("repository", "file"),
    ),
    "PersistentVolume": ("driver", "volumeHandle", "claim"),
    "PersistentVolumeClaim": ("volume",),
    "Pod": ("workload", "workloadKind", "static"),
    "PodIdentityAssociation": ("clusterName", "serviceAccount", "serviceAccountNamespace", "role"),
    "RDSCluster": ("endpoint", "readerEndpoint"),
    "RDSInstance": ("endpoint",),
    "RDSSnapshot": ("snapshotType",),
    "RedshiftCluster": ("endpoint",),
    "Repository": ("forge", "codeowners", "url"),
    "RouteTable": ("main",),
    "SQSQueue": ("url",),
    "SecurityGroup": ("groupName",),
    "SecretsManagerSecret": ("owningService",),
    "Service": ("loadBalancers", "hostName", "externalName"),
    "ServiceAccount": ("roleArn",),
    "StatefulSet": ("images", "endpoints", "serviceAccount"),
    "Subnet": ("default",),
    "TerraformResource": ("address", "type", "mode", "arn", "resourceId", "state"),
    "TerraformState": ("location",),
    "VPC": ("default",),
    "Volume": ("volumeId", "attachedTo", "deleteOnTermination"),
}
"""By kind, the fields that rules read beyond tags, annotations and places. A field that a kind does not declare is left out."""

RELATIONS = (
    "PART_OF",
    "MANAGED_BY",
    "DERIVED_FROM",
    "ATTACHED_TO",
    "RUNS_AS",
    "RUNS_ON",
    "ROUTES_TO",
    "MOUNTS",
    "STORED_ON",
    "EXPOSED_BY",
    "DECLARED_IN",
    "DEPENDS_ON",
)
"""The observed relations that rules follow."""

_NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Thing:
    """One observed record, as far as rules need it. `tags` None = they could not be read; labels count as tags."""

    uid: Uid
    kind: str
    name: str
    scope: str = ""
    source: str = ""
    tags: Mapping[str, str] | None = None
    notes: Mapping[str, str] = field(default_factory=lambda: _NONE)
    fields: Mapping[str, Any] = field(default_factory=lambda: _NONE)

    def text(self, name: str) -> str:
        """A field's text, or empty."""
        value = self.fields.get(name)
        return value if isinstance(value, str) else ""

    def texts(self, name: str) -> tuple[str, ...]:
        """The texts of a list, or none."""
        value = self.fields.get(name)
        return tuple(v for v in value if isinstance(v, str)) if isinstance(value, list | tuple) else ()

    def tag(self, name: str) -> str:
        """A tag's or label's value, or empty."""
        return (self.tags or _NONE).get(name, "")

    def places(self) -> dict[str, str]:
        """Where it lies, by the names of place fields."""
        return {p: v for p in PLACES if (v := self.text(p))}


@dataclass(frozen=True, slots=True)
class Input:
    """A scope of a collector and how its last look ended."""

    uid: str
    source: str
    kinds: tuple[str, ...]
    words: str
    outcome: str
    place: Mapping[str, str] = field(default_factory=lambda: _NONE)

    @property
    def whole(self) -> bool:
        """Read whole, or not there to be read."""
        return self.outcome in {Outcome.COMPLETE, Outcome.NOT_OFFERED}


@dataclass(frozen=True, slots=True)
class Edge:
    """An observed relation between two things."""

    type: str
    source: Uid
    target: Uid


class Estate:
    """The observed things, their relations, and the scopes they were seen in; all by kind, uid and relation."""

    def __init__(
        self, things: Iterable[Thing], edges: Iterable[Edge] = (), inputs: Iterable[Input] = ()
    ) -> None:
        self.things = {t.uid: t for t in things}
        self.inputs = tuple(inputs)
        self._by_kind: dict[str, list[Thing]] = defaultdict(list)
        for thing in self.things.values():
            self._by_kind[thing.kind].append(thing)
        self._out: dict[tuple[str, Uid], list[Uid]] = defaultdict(list)
        self._in: dict[tuple[str, Uid], list[Uid]] = defaultdict(list)
        for edge in edges:
            self._out[edge.type, edge.source].append(edge.target)
            self._in[edge.type, edge.target].append(edge.source)

    def of(self, *kinds: str) -> Iterator[Thing]:
        """Things of these kinds, kind by kind."""
        for kind in kinds:
            yield from self._by_kind.get(kind, ())

    def get(self, uid: str) -> Thing | None:
        """The thing of that uid, if it was seen."""
        return self.things.get(Uid(uid))

    def targets(self, relation: str, uid: Uid) -> list[Uid]:
        """Where relations of a type lead from here."""
        return self._out.get((relation, uid), [])

    def sources(self, relation: str, uid: Uid) -> list[Uid]:
        """Where relations of a type come from."""
        return self._in.get((relation, uid), [])

    @cached_property
    def workloads(self) -> tuple[Thing, ...]:
        """Everything of the category Workload."""
        return tuple(self.of(*WORKLOADS))

    def unread(self, kinds: Iterable[str] = (), source: str = "") -> tuple[Input, ...]:
        """The scopes that could hold these kinds (or are a source's) and were not read whole."""
        wanted = set(kinds)
        return tuple(
            i
            for i in self.inputs
            if not i.whole and (wanted & set(i.kinds) or (source and i.source == source))
        )


def load(store: Store) -> Estate:
    """The estate as the graph remembers it: everything observed that is not gone, streamed kind by kind."""
    return Estate(_things(store), _edges(store), _inputs(store))


def _things(store: Store) -> Iterator[Thing]:
    seen = "MATCH (n:Record) WHERE n.goneAt IS NULL AND n.source <> 'rules' RETURN DISTINCT n.kind AS kind"
    present = {row["kind"] for row in store.stream(seen)}
    for kind in KINDS.values():
        names = _names(kind.name) if kind.name in present else ()
        if not names:
            continue
        columns = ", ".join(f"n.{n} AS {n}" for n in names)
        cypher = (
            f"MATCH (n:{kind.name}) WHERE n.goneAt IS NULL AND n.source <> 'rules' "
            f"RETURN n.uid AS own_uid, n.name AS own_name, n.scope AS own_scope, n.source AS own_source, {columns}"
        )
        for row in store.stream(cypher):
            yield _thing(kind.name, names, row)


def _names(kind: str) -> tuple[str, ...]:
    """The fields to be read of a kind; none where no rule looks at it."""
    declared = KINDS[kind]
    subject = declared.field("ownership") is not None or declared.field("management") is not None
    if not subject and kind not in NEEDS:
        return ()
    wanted = ("tags", "annotations", *PLACES, *NEEDS.get(kind, ()))
    return tuple(dict.fromkeys(n for n in wanted if declared.field(n) is not None)) or ("uid",)


def _thing(kind: str, names: tuple[str, ...], row: Mapping[str, Any]) -> Thing:
    declared = KINDS[kind]
    values: dict[str, Any] = {}
    for name in names:
        field_of = declared.field(name)
        if field_of is not None and row.get(name) is not None:
            values[name] = decoded(field_of, row[name])
    tags, notes = values.pop("tags", None), values.pop("annotations", None) or {}
    if tags is None and row["own_source"] != "aws":
        tags = {}  # labels come with the object itself: there is no call that could have been refused
    return Thing(
        Uid(row["own_uid"]),
        kind,
        row["own_name"] or row["own_uid"],
        row["own_scope"] or "",
        row["own_source"] or "",
        tags,
        notes,
        values,
    )


def _edges(store: Store) -> Iterator[Edge]:
    for relation in RELATIONS:
        cypher = (
            f"MATCH (a:Record)-[r:{relation}]->(b:Record) WHERE r.goneAt IS NULL AND r.source <> 'rules' "
            "RETURN a.uid AS a, b.uid AS b"
        )
        for row in store.stream(cypher):
            yield Edge(relation, Uid(row["a"]), Uid(row["b"]))


def _inputs(store: Store) -> Iterator[Input]:
    declared = KINDS["Scope"]
    names = tuple(n for n in ("account", "region", "cluster", "namespace", "repository") if declared.field(n))
    columns = ", ".join(f"s.{n} AS {n}" for n in names)
    cypher = (
        "MATCH (s:Scope) WHERE s.source <> 'rules' "
        f"RETURN s.uid AS uid, s.source AS source, s.kinds AS kinds, s.words AS words, s.outcome AS outcome, {columns}"
    )
    for row in store.stream(cypher):
        place = {n: row[n] for n in names if row.get(n)}
        yield Input(
            row["uid"],
            row["source"] or "",
            tuple(row["kinds"] or ()),
            row["words"] or "",
            row["outcome"] or "",
            place,
        )
