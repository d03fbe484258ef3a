"""What puts workloads into a cluster: Argo CD, Flux and Helm. Declarations only."""

from graph.kind import Field, Kind, Role, Type
from graph.kinds.kubernetes_object import IN_NAMESPACE, MANAGED, custom_dashboard

_REPOSITORY = Field(
    "repoUrl",
    role=Role.NAME,
    words=("repository", "repo", "source repository"),
    description="of the manifests",
)
_PATH = Field("path", role=Role.NAME, words=("folder",), description="folder in the repository")
_TARGET_REVISION = Field(
    "targetRevision",
    role=Role.NAME,
    words=("branch", "tracked revision"),
    description="branch, tag or version",
)
_REVISION = Field(
    "revision", role=Role.COMMIT, words=("commit", "deployed revision"), description="what is deployed"
)
_CHART = Field("chart", role=Role.NAME, words=("helm chart",))
_TARGET_NAMESPACE = Field("targetNamespace", role=Role.NAME, words=("destination namespace",))
_READY = Field(
    "ready",
    Type.BOOLEAN,
    yes=("ready", "reconciled"),
    no=("not ready", "failing"),
    description="its Ready condition; empty before its first run",
)
_SUSPENDED = Field("suspended", Type.BOOLEAN, yes=("suspended",), no=("not suspended",))

KINDS: tuple[Kind, ...] = (
    Kind(
        "ArgoApplication",
        "Argo CD application",
        "Argo CD applications",
        "What Argo CD deploys from one place to another.",
        synonyms=("Argo application", "Argo app", "ArgoCD application", "Argo CD app"),
        categories=("Resource",),
        link=custom_dashboard("applications.argoproj.io"),
        fields=(
            *IN_NAMESPACE,
            Field(
                "sync",
                words=("sync status",),
                states={
                    "Synced": ("in sync", "synced"),
                    "OutOfSync": ("out of sync", "drifted"),
                    "Unknown": (),
                },
            ),
            Field(
                "health",
                words=("health status",),
                states={
                    "Healthy": ("healthy",),
                    "Degraded": ("degraded", "unhealthy"),
                    "Progressing": ("progressing",),
                    "Missing": ("missing",),
                    "Suspended": ("suspended",),
                    "Unknown": (),
                },
            ),
            Field("project", role=Role.NAME, words=("argo project",)),
            _REPOSITORY,
            _PATH,
            _CHART,
            _TARGET_REVISION,
            _REVISION,
            Field(
                "destination", role=Role.NAME, words=("destination cluster",), description="server or name"
            ),
            _TARGET_NAMESPACE,
            Field(
                "autoSync", Type.BOOLEAN, yes=("synced automatically", "auto-synced"), no=("synced by hand",)
            ),
            Field("syncedAt", Type.TIME, words=("last sync", "last synced", "last deployed")),
            Field("operation", words=("last operation",), description="how the last sync ended"),
            Field("managedResources", Type.INTEGER, words=("resource count",)),
            *MANAGED,
        ),
    ),
    Kind(
        "ApplicationSet",
        "ApplicationSet",
        "ApplicationSets",
        "A template from which Argo CD makes applications.",
        synonyms=("application set", "Argo application set"),
        categories=("Resource",),
        link=custom_dashboard("applicationsets.argoproj.io"),
        fields=(
            *IN_NAMESPACE,
            Field("generators", Type.LIST, words=("generator",)),
            Field("project", role=Role.NAME),
            _REPOSITORY,
            _PATH,
            _TARGET_REVISION,
            *MANAGED,
        ),
    ),
    Kind(
        "FluxKustomization",
        "Flux kustomization",
        "Flux kustomizations",
        "What Flux deploys from a source.",
        synonyms=("kustomization",),
        categories=("Resource",),
        link=custom_dashboard("kustomizations.kustomize.toolkit.fluxcd.io"),
        fields=(
            *IN_NAMESPACE,
            _READY,
            _SUSPENDED,
            Field("sourceKind"),
            Field("sourceName", role=Role.NAME, words=("source",)),
            _PATH,
            Field("revision", role=Role.NAME, words=("applied revision",), description="branch@sha1:commit"),
            _TARGET_NAMESPACE,
            *MANAGED,
        ),
    ),
    Kind(
        "FluxSource",
        "Flux source",
        "Flux sources",
        "A repository, chart repository or bucket that Flux reads.",
        synonyms=("Flux git repository", "Flux Helm repository"),
        categories=("Resource",),
        fields=(
            *IN_NAMESPACE,
            Field("sourceKind", description="GitRepository, HelmRepository or OCIRepository"),
            Field("url", role=Role.NAME, words=("address",)),
            Field("targetRevision", role=Role.NAME, words=("branch",), description="branch, tag or semver"),
            Field("revision", role=Role.NAME, words=("fetched revision",), description="branch@sha1:commit"),
            _READY,
            _SUSPENDED,
            *MANAGED,
        ),
    ),
    Kind(
        "HelmRelease",
        "Helm release",
        "Helm releases",
        "A chart installed under a name: told by Flux, or by the labels of what it installed.",
        synonyms=("release", "Helm install"),
        categories=("Resource",),
        link=custom_dashboard("helmreleases.helm.toolkit.fluxcd.io"),
        fields=(
            *IN_NAMESPACE,
            Field("release", role=Role.NAME, words=("release name",)),
            _CHART,
            Field("chartVersion", role=Role.NAME, words=("version",)),
            Field(
                "toldBy",
                states={"Flux": (), "labels": ()},
                description="Flux object, or labels of what it made",
            ),
            Field("sourceName", role=Role.NAME, words=("source", "chart repository")),
            _READY,
            _SUSPENDED,
            _TARGET_NAMESPACE,
            Field("objects", Type.INTEGER, words=("object count",), description="objects seen that name it"),
            *MANAGED,
        ),
    ),
)
