"""Which things of a cluster and of a cloud are one, or carry each other: joined by full keys, names only as a last resort."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from collectors.rules.conclusion import Conclusions, chain, inferred
from collectors.rules.estate import Estate, Thing
from graph.record import Inference, Uid

INPUTS = (
    *(
        "Node",
        "EC2Instance",
        "KubernetesCluster",
        "EKSCluster",
        "ServiceAccount",
        "PodIdentityAssociation",
        "IAMRole",
    ),
    *("Service", "Ingress", "Gateway", "LoadBalancer", "CloudFrontDistribution", "DNSRecord"),
    *(
        "PersistentVolume",
        "PersistentVolumeClaim",
        "Volume",
        "EFSFileSystem",
        "Container",
        "ECRImage",
        "ECRRepository",
    ),
)

Join = tuple[str, Uid, Uid, Inference]
"""A relation between the two sides, and why."""

_INSTANCE = re.compile(r"\bi-[0-9a-f]{8,17}\b")
_VOLUME = re.compile(r"\bvol-[0-9a-f]{8,17}\b")
_FILE_SYSTEM = re.compile(r"\bfs-[0-9a-f]{8,17}\b")
_REGISTRY = re.compile(
    r"(?P<account>\d{12})\.dkr\.ecr(?:-fips)?\.(?P<region>[a-z0-9-]+)\.amazonaws\.com(?:\.cn)?"
)


def hosts(estate: Estate) -> Conclusions:
    """Every join between clusters and clouds."""
    found = Conclusions()
    clusters = tuple(_clusters(estate))
    joins = (
        *clusters,
        *_nodes(estate),
        *_annotated_roles(estate),
        *_pod_identities(estate, clusters),
        *_balancers(estate),
        *_names(estate),
        *_volumes(estate),
    )
    for join in joins:
        found.relate(*join)
    for join in _images(estate):
        found.relate(*join)
    return found


def _nodes(estate: Estate) -> Iterator[Join]:
    """Node → EC2 instance by the instance id in providerID: exact."""
    instances = {t.text("instanceId"): t for t in estate.of("EC2Instance")}
    for node in estate.of("Node"):
        written = _INSTANCE.search(node.text("instanceId") or node.text("providerId"))
        instance = instances.get(written[0]) if written else None
        if instance is not None:
            yield "RUNS_ON", node.uid, instance.uid, inferred("provider-id", 1.0, node.uid, instance.uid)


def _clusters(estate: Estate) -> Iterator[Join]:
    """Cluster → EKS cluster: by the address of its API, by an ARN as its name; by name alone only as a weak guess."""
    managed = tuple(estate.of("EKSCluster"))
    by_host = {host_of(t.text("endpoint")): t for t in managed if t.text("endpoint")}
    by_name: dict[str, list[Thing]] = defaultdict(list)
    for thing in managed:
        by_name[thing.name].append(thing)
    for cluster in estate.of("KubernetesCluster"):
        named = by_name.get(cluster.name, [])
        same = by_host.get(host_of(cluster.text("server")))
        if same is not None:
            yield "SAME_AS", cluster.uid, same.uid, inferred("api-endpoint", 1.0, cluster.uid, same.uid)
        elif (by_arn := estate.get(cluster.name)) is not None:
            yield "SAME_AS", cluster.uid, by_arn.uid, inferred("cluster-arn", 1.0, cluster.uid, by_arn.uid)
        elif len(named) == 1:
            yield (
                "SAME_AS",
                cluster.uid,
                named[0].uid,
                inferred("cluster-name", 0.4, cluster.uid, named[0].uid),
            )


def _annotated_roles(estate: Estate) -> Iterator[Join]:
    """Service account → IAM role by the annotation of IRSA. The role may be one that nobody has listed."""
    for account in estate.of("ServiceAccount"):
        role = account.text("roleArn")
        if role:
            yield "ASSUMES", account.uid, Uid(role), inferred("irsa-annotation", 1.0, account.uid)


def _pod_identities(estate: Estate, clusters: Iterable[Join]) -> Iterator[Join]:
    """Service account → IAM role by Pod Identity, as sure as the cluster is known to be that EKS cluster."""
    same = {
        estate.things[target].name: (source, why)
        for _, source, target, why in clusters
        if target in estate.things
    }
    accounts = {(a.text("cluster"), a.text("namespace"), a.name): a for a in estate.of("ServiceAccount")}
    for association in estate.of("PodIdentityAssociation"):
        known = same.get(association.text("clusterName"))
        cluster = estate.get(known[0]) if known else None
        if known is None or cluster is None or not association.text("role"):
            continue
        key = (cluster.name, association.text("serviceAccountNamespace"), association.text("serviceAccount"))
        account = accounts.get(key)
        if account is not None:
            why = inferred(
                "pod-identity", chain(known[1], 1.0), account.uid, association.uid, *known[1].basis
            )
            yield "ASSUMES", account.uid, Uid(association.text("role")), why


def _balancers(estate: Estate) -> Iterator[Join]:
    """Service, Ingress, Gateway → load balancer by the host name in their status: exact."""
    balancers = {_dns(t.text("dnsName")): t for t in estate.of("LoadBalancer") if t.text("dnsName")}
    for thing in estate.of("Service", "Ingress", "Gateway"):
        for host in thing.texts("loadBalancers"):
            balancer = balancers.get(_dns(host))
            if balancer is not None:
                why = inferred("load-balancer-hostname", 1.0, thing.uid, balancer.uid)
                yield "EXPOSED_BY", thing.uid, balancer.uid, why


def _names(estate: Estate) -> Iterator[Join]:
    """DNS record → load balancer or distribution by its target: exact."""
    targets = {_dns(t.text("dnsName")): t for t in estate.of("LoadBalancer") if t.text("dnsName")}
    targets |= {
        _dns(t.text("domainName")): t for t in estate.of("CloudFrontDistribution") if t.text("domainName")
    }
    for record in estate.of("DNSRecord"):
        for value in (record.text("aliasOf"), *record.texts("values")):
            target = targets.get(_dns(value))
            if target is not None:
                yield "ROUTES_TO", record.uid, target.uid, inferred("dns-target", 1.0, record.uid, target.uid)


def _volumes(estate: Estate) -> Iterator[Join]:
    """Persistent volume, and the claim on it → EBS volume or EFS file system by the driver's handle: exact."""
    disks = {t.text("volumeId"): t for t in estate.of("Volume")}
    disks |= {t.text("fileSystemId"): t for t in estate.of("EFSFileSystem")}
    claims: dict[tuple[str, str], list[Thing]] = defaultdict(list)
    for claim in estate.of("PersistentVolumeClaim"):
        claims[claim.text("cluster"), claim.text("volume")].append(claim)
    for volume in estate.of("PersistentVolume"):
        handle = volume.text("volumeHandle")
        written = _VOLUME.search(handle) or _FILE_SYSTEM.search(handle)
        disk = disks.get(written[0]) if written else None
        if disk is None:
            continue
        for thing in (volume, *claims.get((volume.text("cluster"), volume.name), ())):
            why = inferred("volume-handle", 1.0, thing.uid, volume.uid, disk.uid)
            yield "STORED_ON", thing.uid, disk.uid, why


def _images(estate: Estate) -> Iterator[Join]:
    """Container → ECR image by the digest that runs: exact. By tag only where no digest is told: a tag may have moved."""
    by_digest: dict[tuple[str, str], Uid] = {}
    by_tag: dict[tuple[str, str], Uid] = {}
    for image in estate.of("ECRImage"):
        place = f"{image.text('account')}/{image.text('region')}/{image.text('repositoryName')}"
        by_digest[place, image.text("digest")] = image.uid
        for tag in image.texts("imageTags"):
            by_tag[place, tag] = image.uid
    for container in estate.of("Container") if by_digest else ():
        registry = _REGISTRY.fullmatch(container.text("imageRegistry"))
        if not registry:
            continue
        place = f"{registry['account']}/{registry['region']}/{container.text('imageRepository')}"
        digest = container.text("runningDigest") or container.text("imageDigest")
        exact = by_digest.get((place, digest))
        if exact is not None:
            yield "RUNS_IMAGE", container.uid, exact, inferred("image-digest", 1.0, container.uid, exact)
        elif not digest and (tagged := by_tag.get((place, container.text("imageTag")))) is not None:
            yield "RUNS_IMAGE", container.uid, tagged, inferred("image-tag", 0.5, container.uid, tagged)


def host_of(address: str) -> str:
    """The host of an address with or without scheme, port and path, in lower case."""
    parts = urlsplit(address if "://" in address else f"//{address}")
    try:
        return (parts.hostname or "").rstrip(".")
    except ValueError:
        return ""


def _dns(name: str) -> str:
    """A host name as it is compared: lower case, no dot at its end, without the balancers' `dualstack.`."""
    return name.strip().lower().rstrip(".").removeprefix("dualstack.")
