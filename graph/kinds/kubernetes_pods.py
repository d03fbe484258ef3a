"""Pods and their containers: declarations only."""

from graph.kind import Field, Kind, Role, Type
from graph.kinds.kubernetes_object import IMAGES, IN_NAMESPACE, MANAGED, SERVICE_ACCOUNT, dashboard
from graph.kinds.organisation import place

_RESTARTS = Field(
    "restarts",
    Type.INTEGER,
    words=("restart count", "number of restarts"),
    description="of its containers since the pod was made",
)
_WAITING = Field(
    "waitingReason",
    words=("reason for waiting", "why it waits"),
    states={
        "CrashLoopBackOff": ("crash-looping", "crash looping", "crashlooping", "in a crash loop", "crashing"),
        "ImagePullBackOff": ("cannot pull its image", "failing to pull its image"),
        "ErrImagePull": ("failed to pull its image",),
        "CreateContainerConfigError": ("misconfigured",),
        "ContainerCreating": ("starting",),
    },
    description="why a container of it waits, in the cluster's own word",
)
_LAST_TERMINATION = (
    Field(
        "lastTerminationReason",
        words=("last termination", "termination reason", "last exit reason"),
        states={
            "OOMKilled": ("out of memory", "oom-killed", "oom killed", "killed for memory", "oom"),
            "Error": (),
            "Completed": (),
        },
        description="why its container last ended, in the cluster's own word; history, not its present state",
    ),
    Field("lastTerminatedAt", Type.TIME, words=("last terminated", "last crash", "last restart")),
    Field("lastExitCode", Type.INTEGER, words=("exit code",)),
)
_SUM = "; of several containers, the sum"
_RESOURCES = (
    Field(
        "memoryLimit",
        words=("memory cap",),
        description=f"as written, such as 512Mi{_SUM}; empty where one of them has none",
    ),
    Field("memoryLimitMiB", Type.DECIMAL, unit="MiB", description="the memory limit as a number"),
    Field("cpuLimit", description=f"as written, such as 500m{_SUM}; empty where one of them has none"),
    Field(
        "cpuLimitCores",
        Type.DECIMAL,
        unit="cores",
        words=("cpu limit",),
        description="the CPU limit as a number",
    ),
    Field("memoryRequest", words=("requested memory",), description=f"as written{_SUM}"),
    Field(
        "memoryRequestMiB",
        Type.DECIMAL,
        unit="MiB",
        words=("requested memory",),
        description="the memory request as a number",
    ),
    Field("cpuRequest", words=("requested cpu",), description=f"as written{_SUM}"),
    Field(
        "cpuRequestCores",
        Type.DECIMAL,
        unit="cores",
        words=("cpu request", "requested cpu"),
        description="the CPU request as a number",
    ),
)
"""What is asked of a node and allowed at most: as written, and as numbers for comparisons and sums."""

KINDS: tuple[Kind, ...] = (
    Kind(
        "Pod",
        "pod",
        "pods",
        "One running copy of a workload, or a bare or static pod.",
        synonyms=("Kubernetes pod",),
        categories=("Resource",),
        link=dashboard("pods"),
        fields=(
            *IN_NAMESPACE,
            Field(
                "phase",
                words=("status", "state"),
                states={
                    "Pending": ("pending",),
                    "Running": ("running",),
                    "Succeeded": ("completed", "finished", "succeeded"),
                    "Failed": ("failed",),
                    "Unknown": (),
                },
            ),
            Field(
                "ready",
                Type.BOOLEAN,
                yes=("ready", "healthy"),
                no=("not ready", "unready", "unhealthy"),
                silent_in={"phase": ("Succeeded",)},
                description="its Ready condition is true; empty for a finished pod, which is neither",
            ),
            Field(
                "reason",
                words=("phase reason",),
                states={"Evicted": ("evicted",), "NodeLost": (), "Unschedulable": ("unschedulable",)},
                description="why it is in its phase, where the cluster says so",
            ),
            Field("terminating", Type.BOOLEAN, yes=("terminating", "being deleted"), no=("not terminating",)),
            _RESTARTS,
            _WAITING,
            *_LAST_TERMINATION,
            *_RESOURCES,
            Field("containers", Type.INTEGER, words=("container count",)),
            Field("readyContainers", Type.INTEGER),
            Field("startedAt", Type.TIME, words=("started", "start time")),
            Field("node", role=Role.NAME, words=("host",), description="name of the node it runs on"),
            Field("podIp", role=Role.NAME, words=("ip", "ip address")),
            Field("hostIp", role=Role.NAME, words=("node ip",)),
            Field(
                "hostNetwork",
                Type.BOOLEAN,
                yes=("on the host network", "using the host network"),
                no=("on the pod network",),
            ),
            Field(
                "static",
                Type.BOOLEAN,
                yes=("static", "mirror"),
                no=("made through the API",),
                description="made by a node's kubelet from a file, not through the API",
            ),
            Field("workload", role=Role.NAME, description="the workload it is part of, by name"),
            Field("workloadKind", description="kind of that workload"),
            Field("qosClass", words=("quality of service", "qos")),
            Field("priorityClass", role=Role.NAME, words=("priority",)),
            *IMAGES,
            SERVICE_ACCOUNT,
            *MANAGED,
        ),
    ),
    Kind(
        "Container",
        "container",
        "containers",
        "One container of a pod: the image it asks for and the image that runs.",
        synonyms=("Kubernetes container",),
        link="{dashboard}/c/{cluster}/pods/{namespace}/{pod}",
        fields=(
            *place("cluster", "namespace", "environment"),
            Field("pod", role=Role.NAME, description="name of its pod"),
            Field("workload", role=Role.NAME, description="the workload of its pod, by name"),
            Field(
                "purpose",
                words=("container type", "role"),
                states={
                    "main": ("main",),
                    "init": ("init",),
                    "sidecar": ("sidecar",),
                    "ephemeral": ("ephemeral", "debug"),
                },
                description="main, init, sidecar (an init container that keeps running) or ephemeral",
            ),
            Field(
                "image", role=Role.NAME, words=("container image", "docker image"), description="as written"
            ),
            Field(
                "imageRegistry",
                role=Role.NAME,
                words=("registry",),
                description="docker.io where none is written",
            ),
            Field("imageRepository", role=Role.NAME, description="without registry, tag and digest"),
            Field(
                "imageTag",
                role=Role.NAME,
                words=("tag", "image version"),
                description="as written; empty where none is",
            ),
            Field(
                "imageDigest",
                role=Role.NAME,
                words=("pinned digest",),
                description="the digest asked for; empty where none is",
            ),
            Field("runningImage", role=Role.NAME, description="the image that runs, as the node reports it"),
            Field(
                "runningDigest",
                role=Role.NAME,
                words=("digest", "image digest"),
                description="the digest of what really runs",
            ),
            Field(
                "state",
                words=("status",),
                states={"running": (), "waiting": (), "terminated": ("ended", "exited")},
            ),
            Field("ready", Type.BOOLEAN, yes=("ready",), no=("not ready", "unready")),
            _RESTARTS,
            _WAITING,
            *_LAST_TERMINATION,
            Field("startedAt", Type.TIME, words=("started", "start time")),
            *_RESOURCES,
            Field(
                "ports", Type.LIST, words=("container ports", "port"), description="name, number and protocol"
            ),
            Field("privileged", Type.BOOLEAN, yes=("privileged",), no=("unprivileged", "not privileged")),
            Field(
                "livenessProbe",
                Type.BOOLEAN,
                yes=("with a liveness probe",),
                no=("without a liveness probe", "lacking a liveness probe"),
            ),
            Field(
                "readinessProbe",
                Type.BOOLEAN,
                yes=("with a readiness probe",),
                no=("without a readiness probe", "lacking a readiness probe"),
            ),
        ),
    ),
)
