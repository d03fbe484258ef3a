"""What every Kubernetes object has: where it is, when it was made, its labels, and its page in a dashboard."""

from graph.kind import Field, Role, Type
from graph.kinds.organisation import MANAGEMENT, OWNERSHIP, TAGS, place

CREATED = Field(
    "createdAt", Type.TIME, words=("created", "creation time", "age"), description="when it was created"
)
ANNOTATIONS = Field(
    "annotations",
    Type.MAP,
    words=("annotation",),
    description="only those that say who owns, deploys, builds or exposes it; others are never stored",
)
IN_CLUSTER = (*place("cluster", "environment"), CREATED, *TAGS, ANNOTATIONS)
"""Of an object outside any namespace."""

IN_NAMESPACE = (*place("cluster", "namespace", "environment"), CREATED, *TAGS, ANNOTATIONS)
"""Of an object in a namespace."""

MANAGED = (*MANAGEMENT, *OWNERSHIP)
"""What rules find out about an object that somebody may manage and own."""

IMAGES = (
    Field(
        "image",
        role=Role.NAME,
        words=("container image", "docker image", "version", "deployed version", "running version"),
        description="the image of the first container, as written",
    ),
    Field(
        "images",
        Type.LIST,
        role=Role.NAME,
        words=("container images",),
        retells="image",
        description="the images of all its containers, as written",
    ),
)
SERVICE_ACCOUNT = Field(
    "serviceAccount", role=Role.NAME, description="the service account it runs as, by name"
)
ENDPOINTS = Field(
    "endpoints",
    Type.LIST,
    role=Role.NAME,
    words=("addresses it names",),
    description="host names, ARNs, queue addresses and buckets that its configuration names; no other value is kept",
)


def dashboard(plural: str) -> str:
    """The page of an object in a namespace, under the cluster's configured dashboard."""
    return f"{{dashboard}}/c/{{cluster}}/{plural}/{{namespace}}/{{name}}"


def cluster_dashboard(plural: str) -> str:
    """The page of an object outside any namespace."""
    return f"{{dashboard}}/c/{{cluster}}/{plural}/{{name}}"


def custom_dashboard(crd: str) -> str:
    """The page of a custom resource, by the name of its definition."""
    return f"{{dashboard}}/c/{{cluster}}/customresources/{crd}/{{namespace}}/{{name}}"
