"""Who may do what inside a cluster: declarations only."""

from graph.kind import Field, Kind, Role, Type
from graph.kinds.kubernetes_object import IN_CLUSTER, IN_NAMESPACE, MANAGED, cluster_dashboard, dashboard

_RIGHTS = (
    Field("rules", Type.INTEGER, words=("rule count",)),
    Field(
        "rights",
        Type.LIST,
        words=("permissions", "right", "permission"),
        description="verbs on resources, such as get,list pods",
    ),
    Field(
        "everything",
        Type.BOOLEAN,
        yes=("allowing everything", "cluster-admin-like"),
        no=("limited",),
        description="every verb on every resource of every group",
    ),
    Field(
        "readsSecrets",
        Type.BOOLEAN,
        yes=("able to read secrets", "reading secrets", "can read secrets", "reads secrets"),
        no=("unable to read secrets",),
    ),
)
_BINDING = (
    Field("role", role=Role.NAME, description="name of the role it grants"),
    Field("roleKind", description="Role or ClusterRole"),
    Field(
        "subjects",
        Type.LIST,
        role=Role.NAME,
        words=("subject", "members"),
        description="User name, Group name, ServiceAccount namespace/name",
    ),
)

KINDS: tuple[Kind, ...] = (
    Kind(
        "ServiceAccount",
        "ServiceAccount",
        "ServiceAccounts",
        "The identity that pods have inside the cluster.",
        synonyms=("service account", "Kubernetes service account"),
        categories=("Identity", "Resource"),
        link=dashboard("serviceaccounts"),
        fields=(
            *IN_NAMESPACE,
            Field(
                "roleArn",
                role=Role.NAME,
                words=("iam role", "aws role"),
                description="the IAM role that its annotation asks for",
            ),
            Field(
                "mountsToken",
                Type.BOOLEAN,
                yes=("mounting its token",),
                no=("not mounting its token",),
                description="whether pods get its token unless they say otherwise",
            ),
            *MANAGED,
        ),
    ),
    Kind(
        "Role",
        "Kubernetes role",
        "Kubernetes roles",
        "Rights within one namespace.",
        synonyms=("RBAC role", "namespaced role"),
        categories=("Identity", "Resource"),
        link=dashboard("roles"),
        fields=(*IN_NAMESPACE, *_RIGHTS, *MANAGED),
    ),
    Kind(
        "ClusterRole",
        "ClusterRole",
        "ClusterRoles",
        "Rights in every namespace, or on the cluster itself.",
        synonyms=("cluster role",),
        categories=("Identity", "Resource"),
        link=cluster_dashboard("clusterroles"),
        fields=(*IN_CLUSTER, *_RIGHTS, *MANAGED),
    ),
    Kind(
        "RoleBinding",
        "RoleBinding",
        "RoleBindings",
        "Grants a role to subjects within one namespace.",
        synonyms=("role binding",),
        categories=("Identity", "Resource"),
        link=dashboard("rolebindings"),
        fields=(*IN_NAMESPACE, *_BINDING, *MANAGED),
    ),
    Kind(
        "ClusterRoleBinding",
        "ClusterRoleBinding",
        "ClusterRoleBindings",
        "Grants a ClusterRole to subjects in every namespace.",
        synonyms=("cluster role binding",),
        categories=("Identity", "Resource"),
        link=cluster_dashboard("clusterrolebindings"),
        fields=(*IN_CLUSTER, *_BINDING, *MANAGED),
    ),
)
