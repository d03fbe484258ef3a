"""What the two AWS accounts hold: made over HTTP by the same client that the collectors read with.

`seed` makes both accounts as they were some days ago, `move_on` what has happened since. Both give the ids that AWS
chose, by our own short names, so that clusters and state can point at the real ones.
"""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import boto3

from api.demo.emulator import Emulator
from collectors.aws.session import Configured, Session

PROD, STAGING = "012345671234", "445566778899"
PROD_REGION, STAGING_REGION = "eu-west-1", "eu-central-1"
READER = "arn:aws:iam::{}:role/aletheia-reader"
SCRATCH_BUCKET = "acme-prod-exports-tmp"

_SIDE_BY_SIDE = 4

Clients = Callable[[str], Any]


@dataclass(slots=True)
class Ids:
    """What AWS called things, by our names: `instance.node-1`, `endpoint.orders-db`, `digest.checkout`."""

    known: dict[str, str] = field(default_factory=dict[str, str])

    def __getitem__(self, name: str) -> str:
        return self.known[name]


def clients(emulator: Emulator, account: str, region: str) -> Clients:
    """Clients of one account, as a role that may write; they share what is parsed once with the collectors."""
    role = f"arn:aws:iam::{account}:role/seed"
    configured = Configured("seed", role_arn=role, regions=(region,), endpoint_url=emulator.url)
    session = Session(configured, boto3.Session("seed", "seed", region_name=region))
    session.identify()  # while the emulator lives in the present: what it gives in the past has expired
    return lambda service: session.client(service, region)


def seed(emulator: Emulator) -> Ids:
    """Both accounts, as they were before the last days' changes. What does not need each other is made side by side."""
    ids = Ids()
    prod = clients(emulator, PROD, PROD_REGION)
    staging = clients(emulator, STAGING, STAGING_REGION)
    emulator.live_at(timedelta(days=212))
    _together(
        lambda: _network(prod, ids, "prod", "10.20"),
        lambda: _roles(prod, ids, PROD, "prod"),
        lambda: _images(prod, ids),
    )
    emulator.live_at(timedelta(days=61))
    _together(
        lambda: _machines(prod, ids),
        lambda: _databases(prod, ids),
        lambda: _storage(prod, ids),
        lambda: _messages(prod, ids, PROD_REGION),
        lambda: _balancer(prod, ids),
        lambda: _small_things(prod, ids),
        lambda: _staging(staging, ids),
    )
    emulator.deny(STAGING, "rds")
    emulator.live_at(timedelta(0))
    return ids


def _together(*steps: Callable[[], None]) -> None:
    with ThreadPoolExecutor(_SIDE_BY_SIDE) as pool:
        for step in [pool.submit(step) for step in steps]:
            step.result()


def move_on(emulator: Emulator, ids: Ids) -> None:
    """The last day: an instance terminated, a database grown, a bucket made by hand, and a right taken from the reader."""
    prod = clients(emulator, PROD, PROD_REGION)
    prod("ec2").terminate_instances(InstanceIds=[ids["instance.migration-runner"]])
    prod("rds").modify_db_instance(
        DBInstanceIdentifier="orders-db", AllocatedStorage=250, ApplyImmediately=True
    )
    emulator.live_at(timedelta(hours=3))
    _bucket(prod("s3"), SCRATCH_BUCKET, PROD_REGION, {})
    emulator.live_at(timedelta(0))
    emulator.deny(STAGING, "sqs")


def _tags(tags: dict[str, str]) -> list[dict[str, str]]:
    return [{"Key": k, "Value": v} for k, v in tags.items()]


def _specified(kind: str, tags: dict[str, str]) -> list[dict[str, Any]]:
    return [{"ResourceType": kind, "Tags": _tags(tags)}]


def _network(client: Clients, ids: Ids, name: str, prefix: str) -> None:
    ec2 = client("ec2")
    owned = {"team": "platform", "env": name}
    vpc = ec2.create_vpc(
        CidrBlock=f"{prefix}.0.0/16", TagSpecifications=_specified("vpc", {"Name": name, **owned})
    )["Vpc"]["VpcId"]
    ids.known[f"vpc.{name}"] = vpc
    zones = [z["ZoneName"] for z in ec2.describe_availability_zones()["AvailabilityZones"][:2]]
    for n, zone in enumerate(zones, start=1):
        made = ec2.create_subnet(
            VpcId=vpc,
            CidrBlock=f"{prefix}.{n}.0/24",
            AvailabilityZone=zone,
            TagSpecifications=_specified("subnet", {"Name": f"{name}-{zone}", **owned}),
        )
        ids.known[f"subnet.{name}-{n}"] = made["Subnet"]["SubnetId"]
        ids.known[f"zone.{name}-{n}"] = zone
    inside = f"{prefix}.0.0/16"
    for group, port, source in (
        ("alb", 443, "0.0.0.0/0"),
        ("nodes", 10250, inside),
        ("databases", 5432, inside),
    ):
        ids.known[f"group.{name}-{group}"] = _group(ec2, vpc, f"{name}-{group}", port, source, owned)


def _group(ec2: Any, vpc: str, name: str, port: int, source: str, tags: dict[str, str]) -> str:
    group: str = ec2.create_security_group(
        GroupName=name,
        Description=f"{name} in its network",
        VpcId=vpc,
        TagSpecifications=_specified("security-group", {"Name": name, **tags}),
    )["GroupId"]
    permission = {
        "IpProtocol": "tcp",
        "FromPort": port,
        "ToPort": port,
        "IpRanges": [{"CidrIp": source, "Description": "as agreed"}],
    }
    ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=[permission])
    return group


def _roles(client: Clients, ids: Ids, account: str, cluster: str) -> None:
    iam = client("iam")
    issuer = f"oidc.eks.{PROD_REGION}.amazonaws.com/id/5A11CE0000000000000000000000BEEF"
    for name, namespace, team in (
        ("checkout-api", "payments", "payments"),
        ("reports", "insights", "insights"),
    ):
        trust = {
            "Effect": "Allow",
            "Principal": {"Federated": f"arn:aws:iam::{account}:oidc-provider/{issuer}"},
            "Action": "sts:AssumeRoleWithWebIdentity",
            "Condition": {"StringEquals": {f"{issuer}:sub": f"system:serviceaccount:{namespace}:{name}"}},
        }
        ids.known[f"role.{cluster}-{name}"] = _role(iam, f"{cluster}-{name}", trust, {"team": team})
    machine = {"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}
    ids.known[f"role.{cluster}-nodes"] = _role(iam, f"{cluster}-nodes", machine, {"team": "platform"})
    function = {
        "Effect": "Allow",
        "Principal": {"Service": "lambda.amazonaws.com"},
        "Action": "sts:AssumeRole",
    }
    ids.known[f"role.{cluster}-invoices"] = _role(iam, f"{cluster}-invoices", function, {"team": "payments"})
    reader = {
        "Effect": "Allow",
        "Principal": {"AWS": f"arn:aws:iam::{account}:root"},
        "Action": "sts:AssumeRole",
    }
    _role(iam, "aletheia-reader", reader, {"team": "platform"})


def _role(iam: Any, name: str, statement: dict[str, Any], tags: dict[str, str]) -> str:
    trust = json.dumps({"Version": "2012-10-17", "Statement": [statement]})
    made = iam.create_role(RoleName=name, AssumeRolePolicyDocument=trust, Tags=_tags(tags))
    return str(made["Role"]["Arn"])


IMAGES = {
    "storefront": "7.3.1",
    "cart": "2.9.0",
    "search": "1.4.0",
    "checkout": "4.11.2",
    "checkout-next": "4.12.0",
    "ledger": "3.0.5",
    "reports": "0.18.4",
}
"""Repository (before `-next`) and tag of every image that runs."""


def _images(client: Clients, ids: Ids) -> None:
    ecr = client("ecr")
    for name, tag in IMAGES.items():
        repository = name.removesuffix("-next")
        if f"registry.{repository}" not in ids.known:
            made = ecr.create_repository(
                repositoryName=f"acme/{repository}", tags=_tags({"team": "platform"})
            )
            ids.known[f"registry.{repository}"] = made["repository"]["repositoryUri"]
        put = ecr.put_image(
            repositoryName=f"acme/{repository}", imageTag=tag, imageManifest=_manifest(f"{repository}:{tag}")
        )
        ids.known[f"digest.{name}"] = put["image"]["imageId"]["imageDigest"]
        ids.known[f"image.{name}"] = f"{ids[f'registry.{repository}']}:{tag}"


def _manifest(name: str) -> str:
    import hashlib  # noqa: PLC0415

    digest = hashlib.sha256(name.encode()).hexdigest()
    kind = "application/vnd.docker.distribution.manifest.v2+json"
    config = {
        "mediaType": "application/vnd.docker.container.image.v1+json",
        "size": 7023,
        "digest": f"sha256:{digest}",
    }
    layer = {
        "mediaType": "application/vnd.docker.image.rootfs.diff.tar.gzip",
        "size": 32654,
        "digest": f"sha256:{digest}",
    }
    return json.dumps({"schemaVersion": 2, "mediaType": kind, "config": config, "layers": [layer]})


def _machines(client: Clients, ids: Ids) -> None:
    ec2 = client("ec2")
    image = ec2.register_image(Name="acme-node-2026.03", Architecture="x86_64", RootDeviceName="/dev/xvda")[
        "ImageId"
    ]
    ids.known["ami"] = image
    autoscaling = client("autoscaling")
    template = ec2.create_launch_template(
        LaunchTemplateName="prod-nodes", LaunchTemplateData={"ImageId": image, "InstanceType": "m6i.xlarge"}
    )["LaunchTemplate"]["LaunchTemplateId"]
    owned = {"Name": "prod-node", "kubernetes.io/cluster/prod": "owned", "team": "platform", "env": "prod"}
    autoscaling.create_auto_scaling_group(
        AutoScalingGroupName="prod-nodes",
        LaunchTemplate={"LaunchTemplateId": template, "Version": "$Latest"},
        MinSize=3,
        MaxSize=6,
        DesiredCapacity=3,
        VPCZoneIdentifier=f"{ids['subnet.prod-1']},{ids['subnet.prod-2']}",
        Tags=[{"Key": k, "Value": v, "PropagateAtLaunch": True} for k, v in owned.items()],
    )
    group = autoscaling.describe_auto_scaling_groups()["AutoScalingGroups"][0]
    for n, machine in enumerate(group["Instances"], start=1):
        ids.known[f"instance.node-{n}"] = machine["InstanceId"]
        ids.known[f"zone.node-{n}"] = machine["AvailabilityZone"]
    ids.known["template"] = template
    ids.known["group.bastion-ssh"] = _group(ec2, ids["vpc.prod"], "bastion-ssh", 22, "0.0.0.0/0", {})
    for name, size, groups in (
        ("bastion", "t3.small", ["group.bastion-ssh"]),
        ("batch-importer", "m5.large", ["group.prod-nodes"]),
        ("migration-runner", "c6i.2xlarge", ["group.prod-nodes"]),
    ):
        run = ec2.run_instances(
            ImageId=image,
            InstanceType=size,
            MinCount=1,
            MaxCount=1,
            SubnetId=ids["subnet.prod-1"],
            SecurityGroupIds=[ids[g] for g in groups],
            TagSpecifications=_specified("instance", {"Name": name, "env": "prod"}),
        )
        ids.known[f"instance.{name}"] = run["Instances"][0]["InstanceId"]
    ec2.stop_instances(InstanceIds=[ids["instance.batch-importer"]])
    for name, gib, encrypted, tags in (
        (
            "search-data",
            80,
            True,
            {"kubernetes.io/created-for/pvc/name": "data-search-0", "kubernetes.io/cluster/prod": "owned"},
        ),
        ("reports-scratch", 500, False, {"team": "insights"}),
    ):
        made = ec2.create_volume(
            AvailabilityZone=ids["zone.prod-1"],
            Size=gib,
            VolumeType="gp3",
            Encrypted=encrypted,
            TagSpecifications=_specified("volume", {"Name": name, "env": "prod", **tags}),
        )
        ids.known[f"volume.{name}"] = made["VolumeId"]


def _databases(client: Clients, ids: Ids) -> None:
    rds = client("rds")
    rds.create_db_subnet_group(
        DBSubnetGroupName="prod",
        DBSubnetGroupDescription="private subnets of prod",
        SubnetIds=[ids["subnet.prod-1"], ids["subnet.prod-2"]],
    )
    for name, engine, version, size, days, safe, team in (
        ("orders-db", "postgres", "15.4", 200, 14, True, "payments"),
        ("ledger-db", "mysql", "8.0.35", 120, 30, True, "payments"),
        ("reports-db", "postgres", "14.7", 500, 0, False, ""),
    ):
        made = rds.create_db_instance(
            DBInstanceIdentifier=name,
            DBInstanceClass="db.r6g.large",
            Engine=engine,
            EngineVersion=version,
            AllocatedStorage=size,
            BackupRetentionPeriod=days,
            MultiAZ=safe,
            StorageEncrypted=safe,
            PubliclyAccessible=False,
            DBSubnetGroupName="prod",
            VpcSecurityGroupIds=[ids["group.prod-databases"]],
            MasterUsername="root_user",
            ManageMasterUserPassword=True,
            Tags=_tags({"env": "prod"} | ({"team": team} if team else {})),
        )["DBInstance"]
        ids.known[f"database.{name}"] = made["DBInstanceArn"]
        ids.known[f"endpoint.{name}"] = made["Endpoint"]["Address"]


def _bucket(s3: Any, name: str, region: str, tags: dict[str, str]) -> None:
    s3.create_bucket(Bucket=name, CreateBucketConfiguration={"LocationConstraint": region})
    if tags:
        s3.put_bucket_tagging(Bucket=name, Tagging={"TagSet": _tags(tags)})


def _storage(client: Clients, ids: Ids) -> None:
    s3 = client("s3")
    closed = dict.fromkeys(
        ("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"), True
    )
    for name, team, versioned in (
        ("acme-prod-assets", "storefront", False),
        ("acme-prod-invoices", "payments", True),
        ("acme-prod-terraform-state", "platform", True),
    ):
        _bucket(s3, name, PROD_REGION, {"team": team, "env": "prod"})
        s3.put_public_access_block(Bucket=name, PublicAccessBlockConfiguration=closed)
        if versioned:
            s3.put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Enabled"})
    table = client("dynamodb").create_table(
        TableName="carts",
        AttributeDefinitions=[{"AttributeName": "cart", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "cart", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
        Tags=_tags({"team": "storefront", "env": "prod"}),
    )["TableDescription"]
    ids.known["table.carts"] = table["TableArn"]


def _messages(client: Clients, ids: Ids, region: str) -> None:
    sqs, sns = client("sqs"), client("sns")
    for name, team in (
        ("order-events", "payments"),
        ("order-events-dead", "payments"),
        ("report-jobs", "insights"),
    ):
        made = sqs.create_queue(QueueName=name, tags={"team": team, "env": "prod"})
        ids.known[f"queue.{name}"] = made["QueueUrl"]
        ids.known[f"queue-arn.{name}"] = f"arn:aws:sqs:{region}:{PROD}:{name}"
    topic = sns.create_topic(Name="order-placed", Tags=_tags({"team": "payments", "env": "prod"}))["TopicArn"]
    ids.known["topic.order-placed"] = topic
    sns.subscribe(TopicArn=topic, Protocol="sqs", Endpoint=ids["queue-arn.order-events"])


def _balancer(client: Clients, ids: Ids) -> None:
    elb = client("elbv2")
    made_by = {
        "elbv2.k8s.aws/cluster": "prod",
        "ingress.k8s.aws/stack": "shop/storefront",
        "ingress.k8s.aws/resource": "LoadBalancer",
        "env": "prod",
    }
    made = elb.create_load_balancer(
        Name="k8s-shop-storefro-8f2c1a",
        Subnets=[ids["subnet.prod-1"], ids["subnet.prod-2"]],
        SecurityGroups=[ids["group.prod-alb"]],
        Scheme="internet-facing",
        Type="application",
        Tags=_tags(made_by),
    )["LoadBalancers"][0]
    ids.known["balancer"] = made["LoadBalancerArn"]
    ids.known["balancer.host"] = made["DNSName"]
    target = elb.create_target_group(
        Name="k8s-shop-storefro-41d0",
        Protocol="HTTP",
        Port=8080,
        VpcId=ids["vpc.prod"],
        TargetType="ip",
        Tags=_tags(made_by),
    )["TargetGroups"][0]["TargetGroupArn"]
    elb.create_listener(
        LoadBalancerArn=ids["balancer"],
        Protocol="HTTP",
        Port=80,
        DefaultActions=[{"Type": "forward", "TargetGroupArn": target}],
    )
    _zone(client("route53"), ids)


def _small_things(client: Clients, ids: Ids) -> None:
    code = io.BytesIO()
    with zipfile.ZipFile(code, "w") as packed:
        packed.writestr("handler.py", "def handler(event, context):\n    return event\n")
    function = client("lambda").create_function(
        FunctionName="invoice-renderer",
        Runtime="python3.12",
        Role=ids["role.prod-invoices"],
        Handler="handler.handler",
        Code={"ZipFile": code.getvalue()},
        MemorySize=512,
        Timeout=30,
        Tags={"team": "payments", "env": "prod"},
    )
    ids.known["function.invoice-renderer"] = function["FunctionArn"]
    client("secretsmanager").create_secret(
        Name="prod/checkout/database",
        SecretString=base64.b64encode(b"not a secret").decode(),
        Tags=_tags({"team": "payments"}),
    )
    client("kms").create_key(Description="prod data", Tags=[{"TagKey": "team", "TagValue": "platform"}])
    _certificate(client, ids)


def _certificate(client: Clients, ids: Ids) -> None:
    certificate, key = certificate_for("shop.acme.example", datetime.now(UTC) + timedelta(days=21))
    imported = client("acm").import_certificate(
        Certificate=certificate, PrivateKey=key, Tags=_tags({"team": "storefront"})
    )
    ids.known["certificate"] = imported["CertificateArn"]


def _zone(route53: Any, ids: Ids) -> None:
    zone = route53.create_hosted_zone(Name="acme.example.", CallerReference="estate")["HostedZone"]["Id"]
    record = {
        "Name": "shop.acme.example.",
        "Type": "CNAME",
        "TTL": 300,
        "ResourceRecords": [{"Value": ids["balancer.host"]}],
    }
    route53.change_resource_record_sets(
        HostedZoneId=zone, ChangeBatch={"Changes": [{"Action": "CREATE", "ResourceRecordSet": record}]}
    )


def certificate_for(host: str, until: datetime) -> tuple[bytes, bytes]:
    """A self-signed certificate and its key, as PEM."""
    from cryptography import x509  # noqa: PLC0415
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.x509.oid import NameOID  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(until - timedelta(days=90))
        .not_valid_after(until)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return made.public_bytes(serialization.Encoding.PEM), pem


def _staging(client: Clients, ids: Ids) -> None:
    _network(client, ids, "staging", "10.40")
    iam = client("iam")
    machine = {"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}
    _role(iam, "staging-nodes", machine, {"team": "platform"})
    image = client("ec2").register_image(Name="acme-node-2026.03", RootDeviceName="/dev/xvda")["ImageId"]
    run = client("ec2").run_instances(
        ImageId=image,
        InstanceType="t3.large",
        MinCount=2,
        MaxCount=2,
        SubnetId=ids["subnet.staging-1"],
        SecurityGroupIds=[ids["group.staging-nodes"]],
        TagSpecifications=_specified(
            "instance", {"Name": "staging-node", "kubernetes.io/cluster/staging": "owned", "env": "staging"}
        ),
    )
    for n, machine_made in enumerate(run["Instances"], start=1):
        ids.known[f"instance.staging-node-{n}"] = machine_made["InstanceId"]
        ids.known[f"zone.staging-node-{n}"] = machine_made["Placement"]["AvailabilityZone"]
    _bucket(client("s3"), "acme-staging-assets", STAGING_REGION, {"team": "storefront", "env": "staging"})
    client("sqs").create_queue(QueueName="order-events", tags={"team": "payments", "env": "staging"})
    client("rds").create_db_instance(
        DBInstanceIdentifier="orders-db-staging",
        DBInstanceClass="db.t3.medium",
        Engine="postgres",
        EngineVersion="15.4",
        AllocatedStorage=20,
        MasterUsername="root_user",
        ManageMasterUserPassword=True,
        PubliclyAccessible=True,
    )
