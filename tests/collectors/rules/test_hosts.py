"""Joins between clusters and clouds: by full keys; names only as a weak guess; images by the digest that runs (K8S-11)."""

from typing import Any

from collectors.rules.conclusion import Conclusions
from collectors.rules.hosts import hosts
from collectors.rules.run import Configured, Reasoning
from collectors.rules.uses import uses

ACCOUNT = "012345671234"
ARN = f"arn:aws:{{}}:eu-west-1:{ACCOUNT}:{{}}"


def said(found: Conclusions) -> set[tuple[str, str, str, str, float]]:
    """The relations, each with its rule and confidence."""
    return {
        (r.type, r.source, r.target, r.inference.rule, r.inference.confidence)
        for r in found.relations.values()
        if r.inference
    }


def test_a_node_runs_on_the_instance_that_its_provider_id_names(
    workload: Any, cloud: Any, estate: Any
) -> None:
    """Exact by instance id; a node of nobody's cloud is joined to nothing."""
    node = workload(
        "ip-10-0-0-1", "Node", namespace="", group="", providerId="aws:///eu-west-1a/i-0a1b2c3d4e5f60718"
    )
    other = workload("worker", "Node", namespace="", group="", providerId="kind://docker/x/worker")
    machine = cloud(
        "EC2Instance", ARN.format("ec2", "instance/i-0a1b2c3d4e5f60718"), instanceId="i-0a1b2c3d4e5f60718"
    )
    assert said(hosts(estate([node, other, machine]))) == {
        ("RUNS_ON", node.uid, machine.uid, "provider-id", 1.0)
    }


def test_a_cluster_is_the_eks_cluster_of_its_address(workload: Any, cloud: Any, estate: Any) -> None:
    """By the address of its API: exact. By name alone: a weak guess, and none where two have the name."""
    eks = cloud(
        "EKSCluster",
        ARN.format("eks", "cluster/prod"),
        "prod",
        endpoint="https://ABC.gr7.eu-west-1.eks.amazonaws.com",
    )
    exact = workload(
        "live",
        "KubernetesCluster",
        cluster="live",
        namespace="",
        server="https://abc.gr7.eu-west-1.eks.amazonaws.com:443",
    )
    guess = workload("prod", "KubernetesCluster", namespace="", server="https://127.0.0.1:6443")
    assert said(hosts(estate([eks, exact, guess]))) == {
        ("SAME_AS", exact.uid, eks.uid, "api-endpoint", 1.0),
        ("SAME_AS", guess.uid, eks.uid, "cluster-name", 0.4),
    }
    second = cloud("EKSCluster", "arn:aws:eks:us-east-1:012345671234:cluster/prod", "prod")
    assert said(hosts(estate([eks, second, guess]))) == set()


def test_a_service_account_assumes_the_role_it_is_annotated_with(workload: Any, estate: Any) -> None:
    """IRSA: exact, also where nobody has listed the role."""
    account = workload("api", "ServiceAccount", group="", roleArn=f"arn:aws:iam::{ACCOUNT}:role/api")
    assert said(hosts(estate([account]))) == {
        ("ASSUMES", account.uid, f"arn:aws:iam::{ACCOUNT}:role/api", "irsa-annotation", 1.0)
    }


def test_pod_identity_is_as_sure_as_the_cluster_is_known(workload: Any, cloud: Any, estate: Any) -> None:
    """The confidence of a chain is the smallest in it."""
    eks = cloud("EKSCluster", ARN.format("eks", "cluster/prod"), "prod", endpoint="")
    cluster = workload("prod", "KubernetesCluster", namespace="")
    account = workload("api", "ServiceAccount", group="")
    association = cloud(
        "PodIdentityAssociation",
        ARN.format("eks", "podidentityassociation/prod/a-1"),
        clusterName="prod",
        serviceAccountNamespace="shop",
        serviceAccount="api",
        role=f"arn:aws:iam::{ACCOUNT}:role/api",
    )
    found = hosts(estate([eks, cluster, account, association]))
    assert ("ASSUMES", account.uid, f"arn:aws:iam::{ACCOUNT}:role/api", "pod-identity", 0.4) in said(found)


def test_what_shows_a_balancers_host_name_is_exposed_by_it(workload: Any, cloud: Any, estate: Any) -> None:
    """Case, a dot at the end and `dualstack.` make no difference; a DNS record that leads there is joined too."""
    balancer = cloud(
        "LoadBalancer",
        ARN.format("elasticloadbalancing", "loadbalancer/app/e/1"),
        dnsName="k8s-Shop-1.eu-west-1.elb.amazonaws.com",
    )
    ingress = workload(
        "web", "Ingress", group="networking.k8s.io", loadBalancers=["k8s-shop-1.eu-west-1.elb.amazonaws.com"]
    )
    service = workload("other", "Service", group="", loadBalancers=["10.0.0.1"])
    record = cloud(
        "DNSRecord",
        "arn:aws:route53:::hostedzone/Z1/A/shop",
        "shop.example",
        aliasOf="dualstack.k8s-shop-1.eu-west-1.elb.amazonaws.com.",
    )
    assert said(hosts(estate([balancer, ingress, service, record]))) == {
        ("EXPOSED_BY", ingress.uid, balancer.uid, "load-balancer-hostname", 1.0),
        ("ROUTES_TO", record.uid, balancer.uid, "dns-target", 1.0),
    }


def test_a_claim_is_stored_on_the_disk_of_its_volume(workload: Any, cloud: Any, estate: Any) -> None:
    """By the handle of the driver, in the claim's own cluster: the same volume name elsewhere is another volume."""
    disk = cloud(
        "Volume", ARN.format("ec2", "volume/vol-0a1b2c3d4e5f60718"), volumeId="vol-0a1b2c3d4e5f60718"
    )
    volume = workload(
        "pvc-1", "PersistentVolume", namespace="", group="", volumeHandle="vol-0a1b2c3d4e5f60718"
    )
    claim = workload("data", "PersistentVolumeClaim", group="", volume="pvc-1")
    elsewhere = workload("data", "PersistentVolumeClaim", group="", cluster="stage", volume="pvc-1")
    found = said(hosts(estate([disk, volume, claim, elsewhere])))
    assert {(a, b) for _, a, b, _, _ in found} == {(volume.uid, disk.uid), (claim.uid, disk.uid)}


def test_a_container_runs_the_image_of_its_digest(workload: Any, cloud: Any, estate: Any) -> None:
    """K8S-11: the digest that runs, whatever the tag says now; the tag only where no digest is told."""

    def image(digest: str, *tags: str) -> Any:
        return cloud(
            "ECRImage",
            ARN.format("ecr", f"repository/shop/pay@{digest}"),
            digest=digest,
            repositoryName="shop/pay",
            imageTags=list(tags),
        )

    def container(name: str, **fields: str) -> Any:
        place = {"imageRegistry": f"{ACCOUNT}.dkr.ecr.eu-west-1.amazonaws.com", "imageRepository": "shop/pay"}
        return workload(name, "Container", group="", imageTag="v1", **place, **fields)

    old, new = image("sha256:aa"), image("sha256:bb", "v1")
    running, pending, lost = (
        container("a", runningDigest="sha256:aa"),
        container("b"),
        container("c", runningDigest="sha256:cc"),
    )
    assert said(hosts(estate([old, new, running, pending, lost]))) == {
        ("RUNS_IMAGE", running.uid, old.uid, "image-digest", 1.0),
        ("RUNS_IMAGE", pending.uid, new.uid, "image-tag", 0.5),
    }


def test_a_workload_uses_what_its_configuration_names(workload: Any, cloud: Any, estate: Any) -> None:
    """Database by endpoint, queue by address or ARN, bucket by name or host, service by its name in the cluster."""
    database = cloud(
        "RDSInstance", ARN.format("rds", "db:orders"), endpoint="orders.abc.eu-west-1.rds.amazonaws.com"
    )
    queue = cloud(
        "SQSQueue", ARN.format("sqs", "jobs"), url=f"https://sqs.eu-west-1.amazonaws.com/{ACCOUNT}/jobs"
    )
    bucket = cloud("S3Bucket", "arn:aws:s3:::acme-exports", "acme-exports")
    service = workload("cart", "Service", group="")
    api = workload(
        "api",
        endpoints=[
            "orders.abc.eu-west-1.rds.amazonaws.com",
            f"https://sqs.eu-west-1.amazonaws.com/{ACCOUNT}/jobs",
            "s3://acme-exports",
            "cart.shop.svc",
            "cart.other.svc",
            "unknown.example",
            f"arn:aws:iam::{ACCOUNT}:role/x",
        ],
    )
    found = said(uses(estate([database, queue, bucket, service, api])))
    assert {(t, rule) for _, _, t, rule, _ in found} == {
        (database.uid, "endpoint"),
        (queue.uid, "queue-address"),
        (bucket.uid, "bucket-name"),
        (service.uid, "service-name"),
    }
    assert {c for *_, c in found} == {0.9}


def test_an_arn_is_used_also_where_nobody_has_listed_it(workload: Any, cloud: Any, estate: Any) -> None:
    """A path in a bucket is the bucket; a secret is the one whose ARN ends in six characters more."""
    secret = cloud("SecretsManagerSecret", ARN.format("secretsmanager", "secret:db/pw-AbC123"))
    api = workload(
        "api",
        endpoints=[
            "arn:aws:s3:::other/*",
            ARN.format("secretsmanager", "secret:db/pw"),
            ARN.format("sqs", "far"),
        ],
    )
    assert {t for _, _, t, _, _ in said(uses(estate([secret, api])))} == {
        "arn:aws:s3:::other",
        secret.uid,
        ARN.format("sqs", "far"),
    }


def test_a_config_map_and_a_dns_name_are_ways_there(workload: Any, cloud: Any, estate: Any) -> None:
    """Less sure than the workload's own word, with the map or the record in the basis."""
    database = cloud(
        "RDSInstance", ARN.format("rds", "db:orders"), endpoint="orders.abc.eu-west-1.rds.amazonaws.com"
    )
    record = cloud(
        "DNSRecord",
        "arn:aws:route53:::hostedzone/Z1/CNAME/db",
        "db.internal.acme",
        values=["orders.abc.eu-west-1.rds.amazonaws.com"],
    )
    config = workload("settings", "ConfigMap", group="", endpoints=["db.internal.acme"])
    api = workload("api")
    found = uses(estate([database, record, config, api], [("DEPENDS_ON", api.uid, config.uid)]))
    (relation,) = found.relations.values()
    assert relation.inference is not None
    assert (relation.target, relation.inference.confidence) == (database.uid, 0.85)
    assert {config.uid, record.uid} <= set(relation.inference.basis)


def test_names_that_lead_to_each_other_end(workload: Any, cloud: Any, estate: Any) -> None:
    """Two aliases in a circle are no endless walk."""
    one = cloud("DNSRecord", "arn:aws:route53:::hostedzone/Z1/CNAME/a", "a.acme", values=["b.acme"])
    two = cloud("DNSRecord", "arn:aws:route53:::hostedzone/Z1/CNAME/b", "b.acme", values=["a.acme"])
    assert said(uses(estate([one, two, workload("api", endpoints=["a.acme"])]))) == set()


def test_an_application_depends_on_what_its_workloads_use(workload: Any, cloud: Any, estate: Any) -> None:
    """Web's deployment names a database and the service of api: the application web needs the database and the application api."""
    database = cloud("RDSInstance", ARN.format("rds", "db:orders"), "orders", endpoint="orders.acme:5432")
    web, api = (
        workload(n, labels={"app.kubernetes.io/name": n}, endpoints=e)
        for n, e in (("web", ["orders.acme:5432", "api.shop.svc"]), ("api", []))
    )
    service = workload("api", "Service", group="", labels={"app.kubernetes.io/name": "api"})
    routed = [("ROUTES_TO", service.uid, api.uid)]
    found = Reasoning(lambda: estate([database, web, api, service], routed), Configured()).uses()
    of_web = {
        r.target: r.inference
        for r in found.relations.values()
        if r.source == "application://prod/shop/web" and r.inference
    }
    assert {"application://prod/shop/api", database.uid} == set(of_web)
    assert (web.uid, database.uid) == of_web[database.uid].basis
    assert all(r.inference and r.inference.confidence <= 0.9 for r in found.relations.values())


def test_declared_dependencies_hold_within_a_cluster(
    workload: Any, cloud: Any, entity: Any, estate: Any
) -> None:
    """The catalogue says that web needs api and a database: production's needs production's and its database, staging's no database of production."""
    entities = [
        entity(
            "component:default/web",
            kubernetesId="web",
            dependsOn=["component:default/api", "resource:default/orders"],
        ),
        entity("component:default/api", kubernetesId="api"),
        entity("resource:default/orders", "Resource"),
    ]
    database = cloud("RDSInstance", ARN.format("rds", "db:orders"), "orders", environment="prod")
    pods = [
        workload(n, cluster=c, environment=c, labels={"backstage.io/kubernetes-id": n})
        for n in ("web", "api")
        for c in ("prod", "stage")
    ]
    found = Reasoning(lambda: estate([*entities, database, *pods]), Configured()).uses()
    assert {(r.source, r.target) for r in found.relations.values()} == {
        ("application://prod/shop/web", "application://prod/shop/api"),
        ("application://stage/shop/web", "application://stage/shop/api"),
        ("application://prod/shop/web", database.uid),
    }
