"""Management in four states: proof, origin, a proven absence, or unknown (S2, K8S-12, TF-02)."""

from typing import Any

import pytest

from collectors.rules.managed import conclude, findings

ACCOUNT = "012345671234"
GROUP = f"arn:aws:ec2:eu-west-1:{ACCOUNT}:security-group/sg-0a1b2c3d4e5f60718"
STATE = "terraform://file/net.tfstate"


def states(
    estate: Any, *things: Any, complete: frozenset[str] = frozenset({ACCOUNT})
) -> list[tuple[str, str]]:
    """State and manager of each thing."""
    found = findings(estate, things, complete)
    return [(f.state, f.by.words if f.by else "") for _, f in found]


@pytest.fixture
def read(scope: Any) -> list[Any]:
    """Every state source of the account and the cluster, read whole."""
    return [
        scope("iac", "TerraformState", "TerraformResource"),
        scope("aws", "CloudFormationStack", account=ACCOUNT, region="eu-west-1"),
        *(scope("k8s", k, cluster="prod") for k in ("ArgoApplication", "FluxKustomization", "HelmRelease")),
    ]


def resource(code: Any, **fields: str) -> Any:
    """A resource in the state `net`."""
    fields = {"address": "aws_x.y", "type": "aws_x", "mode": "managed", "state": "net", **fields}
    return code("TerraformResource", f"{STATE}/aws_x.y", "aws_x.y", **fields)


def test_what_a_state_holds_is_managed_by_that_state(cloud: Any, code: Any, estate: Any) -> None:
    """By ARN, or by an id that AWS gives only once. A data source manages nothing (TF-02)."""
    group = cloud("SecurityGroup", GROUP, tags={})
    expected = [("managed", "terraform net: aws_x.y")]
    assert states(estate([group, resource(code, arn=GROUP)]), group) == expected
    assert states(estate([group, resource(code, resourceId="sg-0a1b2c3d4e5f60718")]), group) == expected
    assert states(estate([group, resource(code, arn=GROUP, mode="data")]), group)[0][0] == "unknown"
    found = conclude(findings(estate([group, resource(code, arn=GROUP)]), [group], frozenset()))
    assert [(r.type, r.target) for r in found.relations.values()] == [("MANAGED_BY", STATE)]


def test_unmanaged_is_said_only_where_every_state_source_was_read(
    cloud: Any, estate: Any, scope: Any, read: Any
) -> None:
    """S2: one state that could not be read, one region's stacks, or no word that all states are listed: unknown."""
    group = cloud("SecurityGroup", GROUP, tags={})
    assert states(estate([group], scopes=read), group) == [("unmanaged", "")]
    assert states(estate([group], scopes=read), group, complete=frozenset())[0][0] == "unknown"
    assert states(estate([group], scopes=read[:1]), group)[0][0] == "unknown"
    failed = scope("iac", "TerraformState", outcome="failed", state="other")
    assert states(estate([group], scopes=[*read, failed]), group)[0][0] == "unknown"
    denied = scope("aws", "CloudFormationStack", outcome="denied", account=ACCOUNT, region="eu-west-1")
    assert states(estate([group], scopes=[read[0], denied]), group)[0][0] == "unknown"
    elsewhere = scope("aws", "CloudFormationStack", outcome="denied", account=ACCOUNT, region="us-east-1")
    assert states(estate([group], scopes=[*read, elsewhere]), group)[0][0] == "unmanaged"


def test_the_account_may_be_named_as_it_is_configured(cloud: Any, estate: Any, read: Any) -> None:
    """`state_complete` stands beside the account's name; the id is learnt by looking."""
    account = cloud("AWSAccount", f"aws://account/{ACCOUNT}::::x", accountId=ACCOUNT, configuredName="prod")
    group = cloud("SecurityGroup", GROUP, tags={})
    assert states(estate([account, group], scopes=read), group, complete=frozenset({"prod"})) == [
        ("unmanaged", "")
    ]


def test_a_stack_manages_what_it_lists_and_a_tag_proves_nothing(cloud: Any, estate: Any, read: Any) -> None:
    """Tags are copied: only the stack's own list is proof."""
    stack = cloud("CloudFormationStack", f"arn:aws:cloudformation:eu-west-1:{ACCOUNT}:stack/net/1", "net")
    tagged = cloud("SecurityGroup", GROUP, tags={"aws:cloudformation:stack-id": stack.uid})
    assert states(estate([stack, tagged], scopes=read), tagged) == [("unmanaged", "")]
    listed = estate([stack, tagged], [("MANAGED_BY", tagged.uid, stack.uid)], read)
    assert states(listed, tagged) == [("managed", "stack net")]
    assert conclude(findings(listed, [tagged], frozenset())).relations == {}


def test_a_deployers_mark_counts_where_it_names_this_object(workload: Any, estate: Any, read: Any) -> None:
    """K8S-12: a copied tracking id is no proof, and one that names an application nobody knows is none either."""
    app = workload("shop", "ArgoApplication", group="argoproj.io", namespace="argocd")
    key = "argocd.argoproj.io/tracking-id"
    own = workload("api", notes={key: "shop:apps/Deployment:shop/api"})
    copied = workload("copy", notes={key: "shop:apps/Deployment:shop/api"})
    lost = workload("lost", notes={key: "gone:apps/Deployment:shop/lost"})
    found = states(estate([app, own, copied, lost], scopes=read), own, copied, lost)
    assert found == [("managed", "Argo CD application shop"), ("unmanaged", ""), ("unmanaged", "")]


def test_helm_and_flux_manage_what_they_mark(workload: Any, estate: Any, read: Any) -> None:
    """A release that the object is part of, a Kustomization that exists."""
    release = workload("web", "HelmRelease", group="helm.sh", release="web")
    by_helm = workload("a")
    applied = workload("apps", "FluxKustomization", namespace="flux-system")
    applied = type(applied)(
        "k8s://prod/kustomize.toolkit.fluxcd.io/Kustomization/flux-system/apps", *_rest(applied)
    )
    labels = {
        "kustomize.toolkit.fluxcd.io/name": "apps",
        "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
    }
    by_flux = workload("b", labels=labels)
    things = estate([release, by_helm, applied, by_flux], [("PART_OF", by_helm.uid, release.uid)], read)
    assert states(things, by_helm, by_flux) == [
        ("managed", "Helm release web"),
        ("managed", "Flux Kustomization apps"),
    ]


def _rest(thing: Any) -> tuple[Any, ...]:
    return (thing.kind, thing.name, thing.scope, thing.source, thing.tags, thing.notes, thing.fields)


def test_a_cluster_whose_deployers_were_not_read_is_unknown(
    workload: Any, estate: Any, scope: Any, read: Any
) -> None:
    """Argo CD may hold it, where its applications could not be listed; a kind that is not served holds nothing."""
    api = workload("api")
    denied = scope("k8s", "ArgoApplication", outcome="denied", cluster="prod")
    assert states(estate([api], scopes=[*read[:2], denied]), api)[0][0] == "unknown"
    absent = scope("k8s", "ArgoApplication", outcome="not offered", cluster="prod")
    assert states(estate([api], scopes=[*read[:2], absent]), api)[0][0] == "unmanaged"


def test_what_something_makes_is_derived_from_it(workload: Any, cloud: Any, estate: Any, read: Any) -> None:
    """A pod of its workload, a controller's load balancer, a volume made with its instance, a group's instance."""
    api, pod = workload("api"), workload("api-1", "Pod", group="")
    host = "k8s-1.elb.amazonaws.com"
    ingress = workload("web", "Ingress", group="networking.k8s.io", loadBalancers=[host])
    tags = {"elbv2.k8s.aws/cluster": "prod"}
    balancer = cloud(
        "LoadBalancer",
        f"arn:aws:elasticloadbalancing:eu-west-1:{ACCOUNT}:loadbalancer/app/k/1",
        tags=tags,
        dnsName=host,
    )
    group = cloud(
        "AutoScalingGroup",
        f"arn:aws:autoscaling:eu-west-1:{ACCOUNT}:autoScalingGroup:1:autoScalingGroupName/nodes",
        "nodes",
        {},
    )
    machine = cloud("EC2Instance", f"arn:aws:ec2:eu-west-1:{ACCOUNT}:instance/i-0a1b2c3d4e5f60718", "m", {})
    disk = cloud(
        "Volume",
        f"arn:aws:ec2:eu-west-1:{ACCOUNT}:volume/vol-0a1b2c3d4e5f60718",
        "d",
        {},
        deleteOnTermination=True,
    )
    edges = [
        ("PART_OF", pod.uid, api.uid),
        ("DERIVED_FROM", machine.uid, group.uid),
        ("ATTACHED_TO", disk.uid, machine.uid),
    ]
    things = estate([api, pod, ingress, balancer, group, machine, disk], edges, read)
    assert states(things, pod, balancer, machine, disk) == [
        ("derived", "deployment api"),
        ("derived", "ingress shop/web"),
        ("derived", "Auto Scaling group nodes"),
        ("derived", "EC2 instance m"),
    ]
    found = conclude(findings(things, [pod, balancer, machine, disk], frozenset()))
    assert {(r.type, r.source, r.target) for r in found.relations.values()} == {
        ("DERIVED_FROM", pod.uid, api.uid),
        ("DERIVED_FROM", balancer.uid, ingress.uid),
        ("DERIVED_FROM", disk.uid, machine.uid),
    }


def test_a_load_balancer_with_a_controllers_name_but_no_mark_is_not_derived(
    workload: Any, cloud: Any, estate: Any, read: Any
) -> None:
    """An ingress may show a host name that somebody typed; without the controller's tags nothing says who made it."""
    ingress = workload("web", "Ingress", group="networking.k8s.io", loadBalancers=["x.elb.amazonaws.com"])
    balancer = cloud(
        "LoadBalancer",
        f"arn:aws:elasticloadbalancing:eu-west-1:{ACCOUNT}:loadbalancer/app/k/1",
        tags={},
        dnsName="x.elb.amazonaws.com",
    )
    assert states(estate([ingress, balancer], scopes=read), balancer) == [("unmanaged", "")]


@pytest.mark.parametrize(
    ("kind", "arn", "fields"),
    [
        ("VPC", "arn:aws:ec2:eu-west-1:012345671234:vpc/vpc-1", {"default": True}),
        ("SecurityGroup", "arn:aws:ec2:eu-west-1:012345671234:security-group/sg-1", {"groupName": "default"}),
        ("IAMRole", "arn:aws:iam::012345671234:role/aws-service-role/x", {"serviceLinked": True}),
        ("KMSKey", "arn:aws:kms:eu-west-1:012345671234:key/1", {"keyManager": "AWS"}),
        (
            "SecretsManagerSecret",
            "arn:aws:secretsmanager:eu-west-1:012345671234:secret:x",
            {"owningService": "rds"},
        ),
        ("RDSSnapshot", "arn:aws:rds:eu-west-1:012345671234:snapshot:x", {"snapshotType": "automated"}),
        (
            "NetworkInterface",
            "arn:aws:ec2:eu-west-1:012345671234:network-interface/eni-1",
            {"requester": "amazon-elb"},
        ),
        ("DNSRecord", "arn:aws:route53:::hostedzone/Z/NS/x", {"recordType": "NS"}),
    ],
)
def test_what_aws_makes_by_itself_is_derived(
    cloud: Any, estate: Any, read: Any, kind: str, arn: str, fields: dict[str, Any]
) -> None:
    """These are what tools call unmanaged by mistake."""
    thing = cloud(kind, arn, "x", {}, **fields)
    assert states(estate([thing], scopes=read), thing)[0][0] == "derived"


def test_what_a_cluster_makes_for_itself_is_derived(workload: Any, estate: Any, read: Any) -> None:
    """Default service accounts, the service `kubernetes`, system namespaces, bootstrap roles."""
    each = [
        workload("default", "ServiceAccount", group=""),
        workload("kubernetes", "Service", group="", namespace="default"),
        workload("kube-system", "Namespace", group="", namespace="kube-system"),
        workload(
            "admin", "ClusterRole", namespace="", labels={"kubernetes.io/bootstrapping": "rbac-defaults"}
        ),
        workload("kube-root-ca.crt", "ConfigMap", group=""),
    ]
    assert {s for s, _ in states(estate(each, scopes=read), *each)} == {"derived"}


def test_a_node_comes_with_its_machine_and_an_add_on_with_its_cluster(
    workload: Any, cloud: Any, estate: Any, read: Any
) -> None:
    """Neither is anybody's to manage by itself; what made a cluster cannot be seen from inside it."""
    machine = cloud("EC2Instance", f"arn:aws:ec2:eu-west-1:{ACCOUNT}:instance/i-1", "m", {}, instanceId="i-1")
    node = workload("n", "Node", namespace="", group="", instanceId="i-1")
    dns = workload("coredns", labels={"eks.amazonaws.com/component": "coredns"})
    cluster = workload("prod", "KubernetesCluster", namespace="")
    things = estate([machine, node, dns, cluster], scopes=read)
    assert states(things, node, dns, cluster) == [
        ("derived", "EC2 instance m"),
        ("derived", "an add-on of the cluster (coredns)"),
        ("unknown", ""),
    ]
