"""Kubernetes configuration and its limits: declarations only. No value of a ConfigMap or Secret is ever stored."""

from graph.kind import Field, Kind, Role, Type
from graph.kinds.kubernetes_object import (
    ENDPOINTS,
    IN_CLUSTER,
    IN_NAMESPACE,
    MANAGED,
    cluster_dashboard,
    custom_dashboard,
    dashboard,
)
from graph.kinds.organisation import place

KINDS: tuple[Kind, ...] = (
    Kind(
        "ConfigMap",
        "ConfigMap",
        "ConfigMaps",
        "Configuration that pods read: its name and its keys, never its values.",
        synonyms=("config map",),
        categories=("Resource",),
        link=dashboard("configmaps"),
        fields=(
            *IN_NAMESPACE,
            Field("keys", Type.LIST, role=Role.NAME, words=("key", "entries")),
            Field("immutable", Type.BOOLEAN, yes=("immutable",), no=("mutable",)),
            ENDPOINTS,
            *MANAGED,
        ),
    ),
    Kind(
        "KubernetesSecret",
        "Kubernetes secret",
        "Kubernetes secrets",
        "A secret by the name that other objects call it; Secrets are never listed or read.",
        synonyms=("k8s secret", "cluster secret"),
        categories=("Secret",),
        link=dashboard("secrets"),
        fields=(*place("cluster", "namespace"),),
    ),
    Kind(
        "ExternalSecret",
        "ExternalSecret",
        "ExternalSecrets",
        "Copies secrets from a store outside the cluster into a Kubernetes secret.",
        synonyms=("external secret",),
        categories=("Secret", "Resource"),
        link=custom_dashboard("externalsecrets.external-secrets.io"),
        fields=(
            *IN_NAMESPACE,
            Field("store", role=Role.NAME, words=("secret store",)),
            Field("storeKind", description="SecretStore or ClusterSecretStore"),
            Field(
                "target", role=Role.NAME, words=("target secret",), description="the secret it makes, by name"
            ),
            Field(
                "remoteKeys",
                Type.LIST,
                role=Role.NAME,
                words=("remote key", "remote secrets"),
                description="names of secrets in the store",
            ),
            Field("ready", Type.BOOLEAN, yes=("ready", "synced"), no=("not ready", "failing")),
            Field("refreshInterval"),
            Field("refreshedAt", Type.TIME, words=("last refresh", "last synced")),
            *MANAGED,
        ),
    ),
    Kind(
        "ResourceQuota",
        "ResourceQuota",
        "ResourceQuotas",
        "What a namespace may use altogether, and uses.",
        synonyms=("resource quota", "quota", "namespace quota"),
        categories=("Resource",),
        link=dashboard("resourcequotas"),
        fields=(
            *IN_NAMESPACE,
            Field("hard", Type.MAP, words=("limits",), description="what may be used, as written"),
            Field("used", Type.MAP, words=("usage",), description="what is used, as written"),
            Field(
                "usedShare",
                Type.DECIMAL,
                role=Role.RATIO,
                words=("fullness",),
                description="of the resource that is nearest its limit, 0 to 1",
            ),
            Field("tightest", description="the resource that is nearest its limit"),
            *MANAGED,
        ),
    ),
    Kind(
        "CustomResourceDefinition",
        "CustomResourceDefinition",
        "CustomResourceDefinitions",
        "A kind of object that somebody added to the cluster.",
        synonyms=("CRD", "custom resource definition"),
        categories=("Resource",),
        link=cluster_dashboard("crds"),
        fields=(
            *IN_CLUSTER,
            Field("group", role=Role.NAME, words=("api group",)),
            Field("definedKind", role=Role.NAME, words=("defined kind",)),
            Field("versions", Type.LIST, role=Role.NAME, words=("version", "served versions")),
            Field(
                "reach",
                words=("scope",),
                states={"Namespaced": ("namespaced",), "Cluster": ("cluster-wide",)},
            ),
            Field("established", Type.BOOLEAN, yes=("established",), no=("not established",)),
            *MANAGED,
        ),
    ),
)
