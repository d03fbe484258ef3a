"""ECS clusters, services, the task definitions in use, and running tasks.

Calls and rights: ecs:ListClusters, DescribeClusters, ListServices, DescribeServices, DescribeTaskDefinition,
ListTasks, DescribeTasks.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import in_batches
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, tags_of

_CLUSTERS = ("ecs:ListClusters", "ecs:DescribeClusters")
_SERVICES = ("ecs:ListServices", "ecs:DescribeServices")
_DEFINITION = "ecs:DescribeTaskDefinition"
_TASKS = ("ecs:ListTasks", "ecs:DescribeTasks")


def _read_clusters(region: Region) -> Iterator[Raw]:
    arns = list(region.pages(_CLUSTERS[0], "clusterArns[]"))
    for some in in_batches(arns, 100):
        yield from region.ask(_CLUSTERS[1], clusters=some, include=["TAGS"]).get("clusters", ())


def _cluster(raw: Raw, place: Place) -> Iterator[Stated]:
    yield record(
        "ECSCluster",
        raw,
        place,
        uid=raw["clusterArn"],
        name=raw["clusterName"],
        tags=tags_of(raw.get("tags")),
    )


def _read_services(region: Region) -> Iterator[Raw]:
    def detail(cluster: str) -> Iterator[Raw]:
        arns = list(region.pages(_SERVICES[0], "serviceArns[]", cluster=cluster))
        for some in in_batches(arns, 10):
            yield from region.ask(_SERVICES[1], cluster=cluster, services=some, include=["TAGS"])["services"]

    yield from region.each(region.pages(_CLUSTERS[0], "clusterArns[]"), detail)


def _service(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "ECSService",
        raw,
        place,
        uid=raw["serviceArn"],
        name=raw["serviceName"],
        tags=tags_of(raw.get("tags")),
        clusterName=raw["clusterArn"].rsplit("/", 1)[-1],
    )
    yield one
    yield from related("PART_OF", one.uid, [raw["clusterArn"]])
    yield from related("DEPENDS_ON", one.uid, [raw.get("taskDefinition")])
    for group in (b.get("targetGroupArn") for b in raw.get("loadBalancers") or ()):
        if group:
            yield from related("ROUTES_TO", group, [one.uid])
    network = (raw.get("networkConfiguration") or {}).get("awsvpcConfiguration") or {}
    groups = network.get("securityGroups") or ()
    yield from related("PROTECTED_BY", one.uid, (place.arn("ec2", f"security-group/{g}") for g in groups))


def _read_definitions(region: Region) -> Iterator[Raw]:
    """Those that services use: an account keeps every revision that ever was."""
    used = dict.fromkeys(s["taskDefinition"] for s in _read_services(region) if s.get("taskDefinition"))

    def detail(arn: str) -> Iterator[Raw]:
        answer = region.ask(_DEFINITION, taskDefinition=arn, include=["TAGS"])
        yield {**answer["taskDefinition"], "tags": answer.get("tags")}

    yield from region.each(used, detail)


def _definition(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "ECSTaskDefinition",
        raw,
        place,
        uid=raw["taskDefinitionArn"],
        name=f"{raw['family']}:{raw['revision']}",
        tags=tags_of(raw.get("tags")),
    )
    yield one
    yield from related("RUNS_AS", one.uid, [raw.get("taskRoleArn"), raw.get("executionRoleArn")])


def _read_tasks(region: Region) -> Iterator[Raw]:
    def detail(cluster: str) -> Iterator[Raw]:
        arns = list(region.pages(_TASKS[0], "taskArns[]", cluster=cluster))
        for some in in_batches(arns, 100):
            yield from region.ask(_TASKS[1], cluster=cluster, tasks=some, include=["TAGS"])["tasks"]

    yield from region.each(region.pages(_CLUSTERS[0], "clusterArns[]"), detail)


def _task(raw: Raw, place: Place) -> Iterator[Stated]:
    arn, cluster = raw["taskArn"], raw["clusterArn"].rsplit("/", 1)[-1]
    own_id = arn.rsplit("/", 1)[-1]
    stopped = raw.get("lastStatus") == "STOPPED"
    one = record(
        "ECSTask",
        raw,
        place,
        uid=arn,
        name=own_id,
        tags=tags_of(raw.get("tags")),
        gone="stopped" if stopped else "",
        taskId=own_id,
        clusterName=cluster,
    )
    yield one
    group = str(raw.get("group") or "")
    service = group.removeprefix("service:") if group.startswith("service:") else ""
    whole = place.arn("ecs", f"service/{cluster}/{service}") if service else raw["clusterArn"]
    yield from related("PART_OF", one.uid, [whole])
    yield from related("DEPENDS_ON", one.uid, [raw.get("taskDefinitionArn")])


SERVICE = Service(
    "ecs",
    (
        Listing("clusters", ("ECSCluster",), _CLUSTERS, _read_clusters, _cluster),
        Listing("services", ("ECSService",), (_CLUSTERS[0], *_SERVICES), _read_services, _service),
        Listing(
            "task-definitions",
            ("ECSTaskDefinition",),
            (_CLUSTERS[0], *_SERVICES, _DEFINITION),
            _read_definitions,
            _definition,
        ),
        Listing("tasks", ("ECSTask",), (_CLUSTERS[0], *_TASKS), _read_tasks, _task),
    ),
)
