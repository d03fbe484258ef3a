"""Kinds of Kubernetes: declarations only. A file per group; here the cluster itself, its namespaces and nodes."""

from graph.kind import Field, Kind, Role, Type
from graph.kinds import (
    kubernetes_config,
    kubernetes_delivery,
    kubernetes_identity,
    kubernetes_network,
    kubernetes_pods,
    kubernetes_storage,
    kubernetes_workloads,
)
from graph.kinds.kubernetes_object import IN_CLUSTER, MANAGED, cluster_dashboard
from graph.kinds.organisation import place

_CLUSTER = (
    Kind(
        "KubernetesCluster",
        "cluster",
        "clusters",
        "A Kubernetes cluster, by its configured name.",
        synonyms=("Kubernetes cluster", "k8s cluster", "kube cluster"),
        categories=("Resource",),
        link="{dashboard}/c/{cluster}/",
        fields=(
            *place("cluster"),
            Field(
                "version",
                words=("kubernetes version", "server version"),
                description="of the API server, such as v1.31.4-eks-1a2b3c",
            ),
            Field(
                "distribution",
                words=("flavour", "provider"),
                description="EKS, GKE, AKS, k3s, RKE2 or OpenShift, where the version says so",
            ),
            Field(
                "server",
                role=Role.NAME,
                words=("endpoint", "api server", "address"),
                description="address of the API server",
            ),
            Field(
                "readFrom",
                words=("read through",),
                description="the API server, or a dump of what it answered",
            ),
            *MANAGED,
        ),
    ),
    Kind(
        "Namespace",
        "namespace",
        "namespaces",
        "A namespace of a cluster.",
        synonyms=("Kubernetes namespace",),
        categories=("Resource",),
        link=cluster_dashboard("namespaces"),
        fields=(
            *IN_CLUSTER,
            Field(
                "namespace",
                role=Role.PLACE,
                description="its own name, so that a restriction to it finds it too",
            ),
            Field(
                "status",
                words=("phase", "state"),
                states={"Active": ("active",), "Terminating": ("terminating", "being deleted")},
            ),
            *MANAGED,
        ),
    ),
    Kind(
        "Node",
        "node",
        "nodes",
        "A machine that pods run on.",
        synonyms=("Kubernetes node", "worker node", "worker"),
        categories=("Compute", "Resource"),
        link=cluster_dashboard("nodes"),
        fields=(
            *IN_CLUSTER,
            *place("region"),
            Field("zone", words=("availability zone", "az")),
            Field(
                "ready",
                Type.BOOLEAN,
                yes=("ready", "healthy"),
                no=("not ready", "unready", "unhealthy"),
                description="its Ready condition is true; a node that stopped reporting is not ready",
            ),
            Field(
                "unschedulable",
                Type.BOOLEAN,
                yes=("unschedulable", "cordoned"),
                no=("schedulable", "uncordoned"),
            ),
            Field(
                "problems",
                Type.LIST,
                words=("conditions", "pressure", "node conditions"),
                description="conditions that say something is wrong, such as MemoryPressure",
            ),
            Field("roles", Type.LIST, words=("role", "node role")),
            Field("taints", Type.LIST, words=("taint",), description="key=value:effect"),
            Field("instanceType", words=("machine type", "type", "size")),
            Field("nodePool", role=Role.NAME, words=("node group", "node pool", "pool")),
            Field("providerId", role=Role.NAME, description="the cloud provider's id of the machine"),
            Field(
                "instanceId", role=Role.NAME, words=("instance",), description="EC2 instance id in providerId"
            ),
            Field("internalIp", role=Role.NAME, words=("ip", "private ip", "ip address")),
            Field("externalIp", role=Role.NAME, words=("public ip",)),
            Field("hostName", role=Role.NAME, words=("host",)),
            Field("kubeletVersion", words=("version", "kubernetes version")),
            Field("osImage", words=("operating system", "os")),
            Field("architecture", words=("cpu architecture", "arch")),
            Field("containerRuntime", words=("runtime",)),
            Field(
                "cpuCores",
                Type.DECIMAL,
                unit="cores",
                words=("cpu", "cpus", "cpu capacity"),
                description="capacity",
            ),
            Field(
                "memoryMiB",
                Type.DECIMAL,
                unit="MiB",
                words=("memory capacity", "ram"),
                description="capacity",
            ),
            Field(
                "allocatableMemoryMiB",
                Type.DECIMAL,
                unit="MiB",
                description="what pods may use of the memory",
            ),
            Field("podCapacity", Type.INTEGER, words=("pod limit", "maximum pods", "max pods")),
            *MANAGED,
        ),
    ),
)

KINDS: tuple[Kind, ...] = (
    *_CLUSTER,
    *kubernetes_workloads.KINDS,
    *kubernetes_pods.KINDS,
    *kubernetes_network.KINDS,
    *kubernetes_storage.KINDS,
    *kubernetes_identity.KINDS,
    *kubernetes_config.KINDS,
    *kubernetes_delivery.KINDS,
)
