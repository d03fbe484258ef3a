"""What is made by something else, which answers for it: by the service or controller that made it, and how that shows."""

from __future__ import annotations

from collections.abc import Iterator

from collectors.rules.estate import Estate, Thing
from collectors.rules.proof import Proof
from graph.kinds import KINDS
from graph.record import Uid

_CONTROLLER_TAGS = ("elbv2.k8s.aws/cluster", "ingress.k8s.aws/cluster", "service.k8s.aws/cluster")
_BALANCER_TAGS = ("kubernetes.io/service-name", "ingress.k8s.aws/stack", "service.k8s.aws/stack")

_ADDON_MARKS = ("eks.amazonaws.com/component", "addonmanager.kubernetes.io/mode", "k8s-addon")

_CLUSTERS_OWN = frozenset(
    {
        ("Namespace", "default"),
        ("Namespace", "kube-system"),
        ("Namespace", "kube-public"),
        ("Namespace", "kube-node-lease"),
        ("ServiceAccount", "default"),
        ("ConfigMap", "kube-root-ca.crt"),
        ("ConfigMap", "extension-apiserver-authentication"),
        ("ConfigMap", "kube-apiserver-legacy-service-account-token-tracking"),
    }
)
"""What every cluster makes for itself."""


class Origins:
    """What each thing was made by, from relations and marks that the makers leave."""

    def __init__(self, estate: Estate) -> None:
        self.estate = estate
        self._exposed = _exposed(estate)
        self._machines = {t.text("instanceId"): t for t in estate.of("EC2Instance") if t.text("instanceId")}
        self._groups = {(t.text("clusterName"), t.name): t for t in estate.of("EKSNodeGroup")}
        self._eks = {(t.text("account"), t.text("region"), t.name): t for t in estate.of("EKSCluster")}

    def of(self, thing: Thing) -> Iterator[Proof]:
        """What made it; the maker may be AWS or the cluster itself, which is no record."""
        yield from self._stated(thing)
        yield from self._in_cluster(thing) if thing.text("cluster") else self._in_cloud(thing)

    def _stated(self, thing: Thing) -> Iterator[Proof]:
        """Makers that the collectors state: an Auto Scaling group's instance, an external secret's secret."""
        for uid in self.estate.targets("DERIVED_FROM", thing.uid):
            maker = self.estate.get(uid)
            name = f"{_noun(maker)} {maker.name}" if maker else str(uid)
            yield Proof(uid, name, "stated-by-source", 1.0, (uid,), stated=True)

    # In a cluster

    def _in_cluster(self, thing: Thing) -> Iterator[Proof]:
        if thing.kind in {"Pod", "Job"}:
            yield from self._owners(thing)
        if thing.kind == "PersistentVolume" and thing.text("claim"):
            for claim in self.estate.sources("STORED_ON", thing.uid):
                yield Proof(claim, f"claim {thing.text('claim')}", "volume-of-claim", 0.9, (claim,))
        if thing.kind == "Node":
            yield from self._nodes(thing)
        if addon := next((thing.tag(m) for m in _ADDON_MARKS if thing.tag(m)), ""):
            yield Proof(Uid(""), f"an add-on of the cluster ({addon})", "addon-mark", 0.9, (thing.uid,))
        name = thing.name
        of_cluster = (thing.kind, name) in _CLUSTERS_OWN or (
            (thing.kind == "Service" and name == "kubernetes" and thing.text("namespace") == "default")
            or thing.tag("kubernetes.io/bootstrapping") == "rbac-defaults"
        )
        if of_cluster:
            yield Proof(Uid(""), f"the cluster {thing.text('cluster')} itself", "made-by-cluster", 1.0)

    def _owners(self, thing: Thing) -> Iterator[Proof]:
        for uid in self.estate.targets("PART_OF", thing.uid):
            maker = self.estate.get(uid)
            if maker is not None and maker.kind not in {"HelmRelease", "Application"}:
                yield Proof(uid, f"{_noun(maker)} {maker.name}", "owner-reference", 1.0, (uid,))

    def _nodes(self, thing: Thing) -> Iterator[Proof]:
        """A node comes with the machine that it runs on."""
        machine = self._machines.get(thing.text("instanceId"))
        if machine is not None:
            yield Proof(machine.uid, f"EC2 instance {machine.name}", "provider-id", 1.0, (machine.uid,))
        group = thing.tag("eks.amazonaws.com/nodegroup") or thing.tag("karpenter.sh/nodepool")
        if group:
            yield Proof(Uid(""), f"node group {group}", "node-group-label", 0.9, (thing.uid,))

    # In a cloud

    def _in_cloud(self, thing: Thing) -> Iterator[Proof]:
        yield from self._by_kubernetes(thing)
        yield from self._attached(thing)
        yield from self._by_eks(thing)
        yield from self._members(thing)
        reason = _by_aws(thing)
        if reason:
            yield Proof(Uid(""), reason, "made-by-aws", 0.95, (thing.uid,))

    def _by_kubernetes(self, thing: Thing) -> Iterator[Proof]:
        """A controller's load balancer: the one whose host name the object shows, with the tags that controllers leave."""
        makers = self._exposed.get(thing.uid, ())
        marked = any(thing.tag(t) for t in (*_CONTROLLER_TAGS, *_BALANCER_TAGS))
        for maker in makers if marked else ():
            words = f"{_noun(maker)} {maker.text('namespace')}/{maker.name}"
            yield Proof(maker.uid, words, "controller-load-balancer", 0.95, (maker.uid, thing.uid))
        if marked and not makers and thing.kind in {"TargetGroup", "SecurityGroup", "Listener"}:
            cluster = next((thing.tag(t) for t in _CONTROLLER_TAGS if thing.tag(t)), "a cluster")
            yield Proof(
                Uid(""), f"the load balancer controller of {cluster}", "controller-tags", 0.8, (thing.uid,)
            )

    def _attached(self, thing: Thing) -> Iterator[Proof]:
        """A volume that goes with its instance, and an interface on one, were made with it."""
        goes_along = thing.kind == "NetworkInterface" or (
            thing.kind == "Volume" and thing.fields.get("deleteOnTermination") is True
        )
        for uid in self.estate.targets("ATTACHED_TO", thing.uid) if goes_along else ():
            maker = self.estate.get(uid)
            if maker is not None and maker.kind == "EC2Instance":
                yield Proof(uid, f"EC2 instance {maker.name}", "made-with-instance", 0.85, (uid,))

    def _by_eks(self, thing: Thing) -> Iterator[Proof]:
        cluster, group = thing.tag("eks:cluster-name"), thing.tag("eks:nodegroup-name")
        cluster = cluster or thing.tag("aws:eks:cluster-name")
        made = self._groups.get((cluster, group)) if group else None
        if made is not None and made.uid != thing.uid:
            yield Proof(made.uid, f"EKS node group {group}", "eks-tags", 0.95, (made.uid, thing.uid))
        elif cluster and thing.kind in {"SecurityGroup", "NetworkInterface", "LaunchTemplate"}:
            owner = self._eks.get((thing.text("account"), thing.text("region"), cluster))
            if owner is not None:
                yield Proof(owner.uid, f"EKS cluster {cluster}", "eks-tags", 0.95, (owner.uid, thing.uid))

    def _members(self, thing: Thing) -> Iterator[Proof]:
        """An image in a registry, a task of a service."""
        whole = {"ECRImage": "ECRRepository", "ECSTask": "ECSService", "AccessKey": "IAMUser"}.get(thing.kind)
        for uid in self.estate.targets("PART_OF", thing.uid) if whole else ():
            maker = self.estate.get(uid)
            if maker is not None and maker.kind == whole:
                yield Proof(uid, f"{_noun(maker)} {maker.name}", "part-of-parent", 0.9, (uid,))


def _by_aws(thing: Thing) -> str:
    """What AWS makes by itself, in words; empty where it did not."""
    match thing.kind:
        case "IAMRole" if thing.fields.get("serviceLinked") is True or thing.text("path").startswith("/aws-"):
            return "the AWS service that the role is linked to"
        case "VPC" | "Subnet" if thing.fields.get("default") is True:
            return "AWS, with the default VPC"
        case "SecurityGroup" if thing.text("groupName") == "default":
            return "AWS, with its VPC"
        case "RouteTable" if thing.fields.get("main") is True:
            return "AWS, with its VPC"
        case "NetworkInterface" if thing.text("requester"):
            return f"the AWS service {thing.text('requester')}"
        case "SecretsManagerSecret" if thing.text("owningService"):
            return f"the AWS service {thing.text('owningService')}"
        case "KMSKey" if thing.text("keyManager").upper() == "AWS":
            return "AWS, for its services"
        case "RDSSnapshot" if thing.text("snapshotType") == "automated":
            return "the automated backup of its database"
        case "DNSRecord" if thing.text("recordType") in {"NS", "SOA"}:
            return "AWS, with its zone"
        case "EventBus" if thing.name == "default":
            return "AWS, with the account"
        case "IAMPolicy" if thing.uid.startswith("arn:") and ":iam::aws:" in thing.uid:
            return "AWS"
        case _:
            return ""


def _exposed(estate: Estate) -> dict[Uid, list[Thing]]:
    """The objects of clusters whose status shows a load balancer's host name."""
    balancers = {t.text("dnsName").lower(): t.uid for t in estate.of("LoadBalancer") if t.text("dnsName")}
    found: dict[Uid, list[Thing]] = {}
    for thing in estate.of("Ingress", "Gateway", "Service"):
        for host in thing.texts("loadBalancers"):
            uid = balancers.get(host.lower().removeprefix("dualstack."))
            if uid is not None:
                found.setdefault(uid, []).append(thing)
    return found


def _noun(thing: Thing) -> str:
    return KINDS[thing.kind].noun
