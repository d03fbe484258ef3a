"""What the sources of an estate say, read by other code than the product's: dumps as JSON, accounts by boto3.

Each thing is a plain dict with its kind and the fields that questions ask for. Expected answers are computed from these.
"""

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import boto3

Thing = dict[str, Any]
Client = Callable[[str], Any]

_FILES = {
    "Namespace": "namespaces",
    "Node": "nodes",
    "Pod": "pods",
    "Deployment": "deployments",
    "StatefulSet": "statefulsets",
    "DaemonSet": "daemonsets",
    "CronJob": "cronjobs",
    "Job": "jobs",
    "Service": "services",
    "Ingress": "ingresses",
    "PersistentVolumeClaim": "persistentvolumeclaims",
}


def things_of_clusters(folder: Path) -> list[Thing]:
    """Everything in the dumps of a folder, one cluster a folder in it."""
    return [
        {"kind": kind, "cluster": cluster.name, **_named(held), **_FIELDS.get(kind, _nothing)(held)}
        for cluster in sorted(folder.iterdir())
        for kind, file in _FILES.items()
        if (cluster / f"{file}.json").exists()
        for held in json.loads((cluster / f"{file}.json").read_text(encoding="utf-8"))["items"]
    ]


def _named(held: Thing) -> Thing:
    meta = held["metadata"]
    born = datetime.fromisoformat(meta["creationTimestamp"])
    labels = {"tags": meta.get("labels", {}), "createdAt": born, "name": meta["name"]}
    return labels | ({"namespace": meta["namespace"]} if meta.get("namespace") else {})


def _nothing(_: Thing) -> Thing:
    return {}


def _is(held: Thing, kind: str) -> bool:
    conditions = held.get("status", {}).get("conditions", [])
    return any(c["type"] == kind and c["status"] == "True" for c in conditions)


def _pod(held: Thing) -> Thing:
    states = held["status"].get("containerStatuses", [])
    waiting = [s["state"]["waiting"]["reason"] for s in states if "waiting" in s.get("state", {})]
    ended = [s["lastState"]["terminated"]["reason"] for s in states if "terminated" in s.get("lastState", {})]
    return {
        "phase": held["status"]["phase"],
        "ready": _is(held, "Ready"),
        "restarts": sum(s["restartCount"] for s in states),
        "node": held["spec"].get("nodeName"),
        "waitingReason": next(iter(waiting), None),
        "lastTerminationReason": next(iter(ended), None),
        "image": held["spec"]["containers"][0]["image"],
    }


def _replicated(held: Thing) -> Thing:
    wanted, ready = held["spec"].get("replicas", 1), held.get("status", {}).get("readyReplicas", 0)
    image = held["spec"]["template"]["spec"]["containers"][0]["image"]
    return {"replicas": wanted, "readyReplicas": ready, "ready": wanted == ready, "image": image}


def _claim(held: Thing) -> Thing:
    asked = held["spec"]["resources"]["requests"]["storage"]
    return {"phase": held["status"]["phase"], "sizeGiB": int(asked.removesuffix("Gi"))}


_FIELDS: dict[str, Callable[[Thing], Thing]] = {
    "Pod": _pod,
    "Deployment": _replicated,
    "StatefulSet": _replicated,
    "CronJob": lambda h: {
        "suspended": h["spec"].get("suspend", False),
        "schedule": h["spec"]["schedule"],
    },
    "Job": lambda h: {
        "state": "failed" if _is(h, "Failed") else "complete" if _is(h, "Complete") else "running"
    },
    "Node": lambda h: {
        "ready": _is(h, "Ready"),
        "kubeletVersion": h["status"]["nodeInfo"]["kubeletVersion"],
    },
    "Service": lambda h: {"type": h["spec"].get("type", "ClusterIP")},
    "Ingress": lambda h: {"tls": bool(h["spec"].get("tls"))},
    "PersistentVolumeClaim": _claim,
}


# Accounts ------------------------------------------------------------------------------------------------------------


def client_of(url: str, account: str, region: str) -> Client:
    """Clients of one account, as a role of its own."""
    plain = {"endpoint_url": url, "region_name": region}
    sts = boto3.client("sts", aws_access_key_id="any", aws_secret_access_key="any", **plain)
    role = sts.assume_role(RoleArn=f"arn:aws:iam::{account}:role/seed", RoleSessionName="questions")
    keys = role["Credentials"]
    return lambda service: boto3.client(
        service,
        aws_access_key_id=keys["AccessKeyId"],
        aws_secret_access_key=keys["SecretAccessKey"],
        aws_session_token=keys["SessionToken"],
        **plain,
    )


def things_of_account(
    client: Client, name: str, account: str, region: str, denied: frozenset[str] = frozenset()
) -> list[Thing]:
    """Everything of the account that questions ask for, but for the kinds that nobody may list there."""
    place = {"account": name, "accountId": account, "region": region}
    readers = [reader for kind, reader in _READERS.items() if kind not in denied]
    return [{**place, **thing} for reader in readers for thing in reader(client)]


def _tags(listed: list[Thing] | None) -> Thing:
    return {t["Key"]: t["Value"] for t in listed or []}


def _instances(client: Client) -> Iterator[Thing]:
    for reservation in client("ec2").describe_instances()["Reservations"]:
        for held in reservation["Instances"]:
            tags = _tags(held.get("Tags"))
            yield {
                "kind": "EC2Instance",
                "name": tags.get("Name", held["InstanceId"]),
                "instanceId": held["InstanceId"],
                "state": held["State"]["Name"],
                "instanceType": held["InstanceType"],
                "privateIp": held.get("PrivateIpAddress"),
                "launchedAt": held["LaunchTime"],
                "tags": tags,
            }


def _volumes(client: Client) -> Iterator[Thing]:
    for held in client("ec2").describe_volumes()["Volumes"]:
        tags = _tags(held.get("Tags"))
        yield {
            "kind": "Volume",
            "name": tags.get("Name", held["VolumeId"]),
            "sizeGiB": held["Size"],
            "state": held["State"],
            "encrypted": held["Encrypted"],
            "volumeType": held["VolumeType"],
            "tags": tags,
        }


def _buckets(client: Client) -> Iterator[Thing]:
    s3 = client("s3")
    for held in s3.list_buckets()["Buckets"]:
        yield {
            "kind": "S3Bucket",
            "name": held["Name"],
            "versioning": s3.get_bucket_versioning(Bucket=held["Name"]).get("Status", "Disabled"),
        }


def _databases(client: Client) -> Iterator[Thing]:
    for held in client("rds").describe_db_instances()["DBInstances"]:
        yield {
            "kind": "RDSInstance",
            "name": held["DBInstanceIdentifier"],
            "engine": held["Engine"],
            "engineVersion": held["EngineVersion"],
            "allocatedStorageGiB": held["AllocatedStorage"],
            "backupRetentionDays": held["BackupRetentionPeriod"],
            "multiAz": held["MultiAZ"],
            "encrypted": held["StorageEncrypted"],
            "publiclyAccessible": held["PubliclyAccessible"],
        }


def _queues(client: Client) -> Iterator[Thing]:
    for url in client("sqs").list_queues().get("QueueUrls", []):
        yield {"kind": "SQSQueue", "name": url.rpartition("/")[2]}


def _tables(client: Client) -> Iterator[Thing]:
    for name in client("dynamodb").list_tables()["TableNames"]:
        yield {"kind": "DynamoDBTable", "name": name}


def _functions(client: Client) -> Iterator[Thing]:
    for held in client("lambda").list_functions()["Functions"]:
        yield {
            "kind": "LambdaFunction",
            "name": held["FunctionName"],
            "runtime": held["Runtime"],
            "memoryMiB": held["MemorySize"],
            "timeoutSeconds": held["Timeout"],
        }


def _groups(client: Client) -> Iterator[Thing]:
    for held in client("ec2").describe_security_groups()["SecurityGroups"]:
        ranges = [
            (p.get("FromPort", 0), p.get("ToPort", 65535), r["CidrIp"])
            for p in held["IpPermissions"]
            for r in p["IpRanges"]
        ]
        yield {
            "kind": "SecurityGroup",
            "name": held["GroupName"],
            "open": any(r == "0.0.0.0/0" for _, _, r in ranges),
            "openSsh": any(a <= 22 <= b and r == "0.0.0.0/0" for a, b, r in ranges),
        }


_READERS: dict[str, Callable[[Client], Iterator[Thing]]] = {
    "EC2Instance": _instances,
    "Volume": _volumes,
    "S3Bucket": _buckets,
    "RDSInstance": _databases,
    "SQSQueue": _queues,
    "DynamoDBTable": _tables,
    "LambdaFunction": _functions,
    "SecurityGroup": _groups,
}
