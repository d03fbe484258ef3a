"""A second estate, made by chance from one seed: a cluster pair as dumps and an account behind the emulator.

Its names, sizes and states are nobody's choice, so that what is asked of it is asked of the language and not of an example.
"""

import io
import json
import random
import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests.questions.source import Client

Object = dict[str, Any]
ACCOUNT, REGION = "771122334455", "us-east-2"
CLUSTERS = ("blue", "green")
NAMESPACES = ("web", "data-lake", "ops", "billing")
_WORDS = "falcon otter lynx heron badger marten ibex osprey stoat curlew plover dunlin".split()
_TEAMS = ("harbour", "lighthouse", "dunes")


def write_clusters(folder: Path, now: datetime, chance: random.Random) -> None:
    """The dumps of both clusters."""
    for cluster in CLUSTERS:
        lists: dict[str, list[Object]] = {p: [] for p in _PLURALS.values()}
        for made in _cluster(cluster, now, chance):
            lists[_PLURALS[made["kind"]]].append(made)
        (folder / cluster).mkdir(parents=True, exist_ok=True)
        for plural, items in lists.items():
            held = {"apiVersion": "v1", "kind": "List", "items": items}
            (folder / cluster / f"{plural}.json").write_text(json.dumps(held), encoding="utf-8")


_PLURALS = {
    "Namespace": "namespaces",
    "Node": "nodes",
    "Pod": "pods",
    "Deployment": "deployments",
    "StatefulSet": "statefulsets",
    "CronJob": "cronjobs",
    "Job": "jobs",
    "Service": "services",
    "Ingress": "ingresses",
    "PersistentVolumeClaim": "persistentvolumeclaims",
}
_VERSIONS = {
    "Deployment": "apps/v1",
    "StatefulSet": "apps/v1",
    "CronJob": "batch/v1",
    "Job": "batch/v1",
    "Ingress": "networking.k8s.io/v1",
}


def _object(kind: str, namespace: str, name: str, born: datetime, labels: Object, **more: Any) -> Object:
    meta: Object = {
        "name": name,
        "uid": f"uid-{kind}-{namespace}-{name}",
        "creationTimestamp": f"{born:%Y-%m-%dT%H:%M:%SZ}",
        "labels": labels,
    }
    if namespace:
        meta["namespace"] = namespace
    return {"apiVersion": _VERSIONS.get(kind, "v1"), "kind": kind, "metadata": meta, **more}


def _cluster(cluster: str, now: datetime, chance: random.Random) -> Iterator[Object]:
    born = now - timedelta(days=300)
    nodes = [f"{cluster}-worker-{n}" for n in range(1, 5 if cluster == "blue" else 4)]
    for namespace in NAMESPACES[: 4 if cluster == "blue" else 3]:
        yield _object("Namespace", "", namespace, born, {}, status={"phase": "Active"})
    for place, node in enumerate(nodes):
        version = "v1.32.5" if place % 2 else "v1.31.9"
        yield _object(
            "Node",
            "",
            node,
            born,
            {},
            spec={},
            status={
                "nodeInfo": {"kubeletVersion": version},
                "conditions": [_condition("Ready", place != 2 or cluster == "green")],
            },
        )
    words = chance.sample(_WORDS, 9)
    for place, word in enumerate(words):
        namespace = NAMESPACES[place % (4 if cluster == "blue" else 3)]
        yield from _workload(cluster, namespace, f"{word}-svc", nodes[:-1], now, chance, stateful=place == 4)
    yield from _schedules(now, chance)


def _condition(kind: str, holds: bool) -> Object:
    return {"type": kind, "status": "True" if holds else "False"}


def _workload(
    cluster: str,
    namespace: str,
    name: str,
    nodes: list[str],
    now: datetime,
    chance: random.Random,
    *,
    stateful: bool,
) -> Iterator[Object]:
    replicas = chance.choice((0, 1, 1, 2, 3, 4))
    image = f"registry.example/{namespace}/{name}:{chance.randint(1, 4)}.{chance.randint(0, 9)}.0"
    born = now - timedelta(days=chance.randint(2, 250))
    team = chance.choice(_TEAMS)
    labels = {"app": name, "team": team}
    pods = [_pod(namespace, f"{name}-{n}", image, labels, nodes, now, chance) for n in range(replicas)]
    ready = sum(p["status"]["conditions"][0]["status"] == "True" for p in pods)
    template = {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "main", "image": image}]}}
    yield _object(
        "StatefulSet" if stateful else "Deployment",
        namespace,
        name,
        born,
        labels,
        spec={"replicas": replicas, "selector": {"matchLabels": {"app": name}}, "template": template},
        status={"replicas": replicas, "readyReplicas": ready, "observedGeneration": 1},
    )
    yield from pods
    kind = "LoadBalancer" if chance.random() < 0.3 else "ClusterIP"
    ports = [{"port": 80, "targetPort": 8080}]
    yield _object(
        "Service",
        namespace,
        name,
        born,
        {},
        spec={"type": kind, "selector": {"app": name}, "ports": ports},
        status={},
    )
    if stateful or chance.random() < 0.3:
        size = chance.choice((5, 20, 80, 200))
        phase = "Bound" if chance.random() < 0.7 else "Pending"
        yield _object(
            "PersistentVolumeClaim",
            namespace,
            f"data-{name}",
            born,
            {},
            spec={
                "accessModes": ["ReadWriteOnce"],
                "resources": {"requests": {"storage": f"{size}Gi"}},
            },
            status={"phase": phase},
        )
    if chance.random() < 0.5:
        host = f"{name}.{cluster}.example"
        rule = {"host": host, "http": {"paths": []}}
        tls = [{"hosts": [host], "secretName": f"{name}-tls"}] if chance.random() < 0.5 else []
        yield _object("Ingress", namespace, name, born, {}, spec={"rules": [rule], "tls": tls}, status={})


def _pod(
    namespace: str,
    name: str,
    image: str,
    labels: Object,
    nodes: list[str],
    now: datetime,
    chance: random.Random,
) -> Object:
    fate = chance.choice(("fine", "fine", "fine", "fine", "waits", "loops", "killed"))
    restarts = {"loops": chance.randint(5, 60), "killed": chance.randint(1, 9)}.get(fate, 0)
    state: Object = {"running": {"startedAt": f"{now - timedelta(days=1):%Y-%m-%dT%H:%M:%SZ}"}}
    if fate == "loops":
        state = {"waiting": {"reason": "CrashLoopBackOff"}}
    last = {"terminated": {"reason": "OOMKilled", "exitCode": 137}} if fate == "killed" else {}
    ready = fate in ("fine", "killed")
    status: Object = {
        "phase": "Pending" if fate == "waits" else "Running",
        "conditions": [_condition("Ready", ready)],
        "containerStatuses": []
        if fate == "waits"
        else [
            {
                "name": "main",
                "image": image,
                "imageID": "",
                "ready": ready,
                "restartCount": restarts,
                "state": state,
                "lastState": last,
            }
        ],
    }
    spec: Object = {"containers": [{"name": "main", "image": image}]}
    if fate != "waits":
        spec["nodeName"] = chance.choice(nodes)
    born = now - timedelta(hours=chance.randint(2, 900))
    return _object("Pod", namespace, name, born, labels, spec=spec, status=status)


def _schedules(now: datetime, chance: random.Random) -> Iterator[Object]:
    for word in chance.sample(_WORDS, 3):
        born = now - timedelta(days=chance.randint(5, 90))
        template = {
            "spec": {
                "template": {
                    "spec": {"containers": [{"name": "main", "image": f"registry.example/{word}:1"}]}
                }
            }
        }
        spec = {"schedule": "15 2 * * *", "suspend": chance.random() < 0.5, "jobTemplate": template}
        yield _object("CronJob", "ops", f"{word}-nightly", born, {}, spec=spec, status={})
        ended = "Failed" if chance.random() < 0.5 else "Complete"
        yield _object(
            "Job",
            "ops",
            f"{word}-once",
            born,
            {},
            spec=template["spec"],
            status={"conditions": [_condition(ended, holds=True)]},
        )


# The account ---------------------------------------------------------------------------------------------------------


def seed_account(client: Client, chance: random.Random) -> None:
    """Machines, volumes, buckets, databases, queues, tables and functions."""
    _machines(client, chance)
    s3, sqs, dynamo = client("s3"), client("sqs"), client("dynamodb")
    for number, word in enumerate(chance.sample(_WORDS, 6)):
        place = {"LocationConstraint": REGION}
        s3.create_bucket(Bucket=f"lab-{word}", CreateBucketConfiguration=place)
        if number in (1, 4):
            s3.put_bucket_versioning(Bucket=f"lab-{word}", VersioningConfiguration={"Status": "Enabled"})
    for word in chance.sample(_WORDS, 4):
        sqs.create_queue(QueueName=f"{word}-jobs")
    for word in chance.sample(_WORDS, 2):
        dynamo.create_table(
            TableName=f"{word}-items",
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
    _databases(client, chance)
    _functions(client, chance)


def _machines(client: Client, chance: random.Random) -> None:
    ec2 = client("ec2")
    image = "ami-0a1b2c3d4e5f60718"
    stopped = []
    for place, word in enumerate(chance.sample(_WORDS, 8)):
        tags = [{"Key": "Name", "Value": f"{word}-vm"}]
        if place % 2:
            tags.append({"Key": "team", "Value": chance.choice(_TEAMS)})
        made = ec2.run_instances(
            ImageId=image,
            MinCount=1,
            MaxCount=1,
            InstanceType=chance.choice(("t3.micro", "m6i.large", "c7g.xlarge")),
            TagSpecifications=[{"ResourceType": "instance", "Tags": tags}],
        )
        if chance.random() < 0.4:
            stopped.append(made["Instances"][0]["InstanceId"])
    ec2.stop_instances(InstanceIds=stopped)
    for word in chance.sample(_WORDS, 7):
        ec2.create_volume(
            AvailabilityZone=f"{REGION}a",
            Size=chance.choice((10, 50, 120, 700)),
            Encrypted=chance.random() < 0.5,
            VolumeType=chance.choice(("gp3", "gp2")),
            TagSpecifications=[
                {"ResourceType": "volume", "Tags": [{"Key": "Name", "Value": f"{word}-disk"}]}
            ],
        )


def _databases(client: Client, chance: random.Random) -> None:
    rds = client("rds")
    for word in chance.sample(_WORDS, 6):
        engine = chance.choice(("postgres", "mysql", "mariadb"))
        rds.create_db_instance(
            DBInstanceIdentifier=f"{word}-db",
            DBInstanceClass="db.t3.medium",
            Engine=engine,
            EngineVersion={"postgres": "15.4", "mysql": "8.0.36", "mariadb": "10.6.14"}[engine],
            AllocatedStorage=chance.choice((20, 100, 400)),
            BackupRetentionPeriod=chance.choice((0, 7, 14)),
            MultiAZ=chance.random() < 0.5,
            StorageEncrypted=chance.random() < 0.5,
            PubliclyAccessible=chance.random() < 0.3,
            MasterUsername="someone",
            MasterUserPassword="not-a-secret",
        )


def _functions(client: Client, chance: random.Random) -> None:
    trust = json.dumps({"Version": "2012-10-17", "Statement": []})
    role = client("iam").create_role(RoleName="lab-functions", AssumeRolePolicyDocument=trust)["Role"]["Arn"]
    code = io.BytesIO()
    with zipfile.ZipFile(code, "w") as packed:
        packed.writestr("main.py", "def run(event, context): ...")
    for word in chance.sample(_WORDS, 4):
        client("lambda").create_function(
            FunctionName=f"{word}-fn",
            Runtime=chance.choice(("python3.12", "nodejs20.x")),
            Role=role,
            Handler="main.run",
            Code={"ZipFile": code.getvalue()},
            MemorySize=chance.choice((128, 512, 1024)),
            Timeout=chance.choice((3, 30, 60)),
        )
