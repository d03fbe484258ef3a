"""Applications, teams, people, and who answers for what."""

from dataclasses import replace
from datetime import timedelta

from graph.kind import Category, Field, Kind, Role, Type

PLACE = (
    Field("cluster", role=Role.PLACE, description="Kubernetes cluster, by its configured name"),
    Field("namespace", role=Role.PLACE, description="Kubernetes namespace"),
    Field("account", role=Role.PLACE, description="AWS account id, always text"),
    Field("region", role=Role.PLACE, description="AWS region"),
    Field("environment", role=Role.PLACE, words=("env",), description="the tag or label env or environment"),
)
"""The fields that restrict; kinds take those that they have."""


def place(*names: str, sparse: bool = False) -> tuple[Field, ...]:
    """The place fields of these names, in that order; `sparse` for a kind whose records lie in some of them only."""
    by_name = {f.name: f for f in PLACE}
    return tuple(replace(by_name[n], sparse=sparse) for n in names)


MANAGEMENT = (
    Field(
        "management",
        derived=True,
        states={
            "managed": ("managed",),
            "derived": ("derived",),
            "unmanaged": ("unmanaged", "not managed", "created by hand"),
            "unknown": ("unknown",),
        },
        description="managed, derived (made by something managed), unmanaged, or unknown where a state source was not read",
    ),
    Field(
        "managedBy",
        derived=True,
        role=Role.NAME,
        words=("manager",),
        description="the state, stack, release or parent",
    ),
    Field(
        "managementReason",
        derived=True,
        description="why: what proves it, or which state source was not read",
    ),
)
OWNERSHIP = (
    Field(
        "ownership",
        derived=True,
        states={
            "owned": ("owned",),
            "conflict": ("in conflict", "contested", "disputed"),
            "unowned": ("unowned", "without an owner"),
            "unowned on purpose": ("unowned on purpose", "nobody on purpose"),
            "unknown": ("unknown",),
        },
        description="owned, conflict (sources of one rank disagree), unowned, unowned on purpose, or unknown",
    ),
    Field(
        "ownershipReason",
        derived=True,
        description="why: what the sources say against each other, or which of them was not read",
    ),
)
TAGS = (
    Field(
        "tags",
        Type.MAP,
        words=("tag", "label", "labels"),
        description="tags or labels, as written at the source",
    ),
)

CATEGORIES = (
    Category("Compute", "compute resource", "compute resources", ("machine", "server")),
    Category("Workload", "workload", "workloads", ("service",)),
    Category("Database", "database", "databases", ("db",)),
    Category("Storage", "storage resource", "storage resources"),
    Category("Network", "network resource", "network resources"),
    Category("LoadBalancing", "load balancing resource", "load balancing resources"),
    Category("Queue", "queue", "queues"),
    Category("Identity", "identity", "identities", ("principal",)),
    Category("Secret", "secret", "secrets"),
    Category("Code", "code record", "code records"),
    Category("Organisation", "organisational record", "organisational records"),
    Category("Resource", "resource", "resources"),
)

KINDS = (
    Kind(
        "Application",
        "application",
        "applications",
        "What people call an application: workloads grouped by catalogue, labels, release, stack or tags.",
        synonyms=("app",),
        categories=("Organisation",),
        fields=(
            *place("cluster", "namespace", "account", "region", "environment", sparse=True),
            Field(
                "grouping",
                description="what grouped it: backstage, part-of label, helm release, argo, stack, tag",
            ),
            Field(
                "workloads", Type.INTEGER, words=("workload count",), description="how many workloads it has"
            ),
            Field(
                "health",
                states={"healthy": (), "degraded": (), "down": ()},
                description="as its deployer reports it",
            ),
            Field("lifecycle", description="as its catalogue says: production, experimental, deprecated"),
            Field("tier", description="as its catalogue or label says"),
            Field("description", role=Role.TYPED),
            *MANAGEMENT,
            *OWNERSHIP,
        ),
    ),
    Kind(
        "Team",
        "team",
        "teams",
        "A group of people that owns things, named in a catalogue, CODEOWNERS or a tag.",
        synonyms=("group", "squad"),
        categories=("Organisation",),
        fresh_for=timedelta(days=7),
        fields=(
            Field(
                "members",
                Type.INTEGER,
                words=("people", "size", "member count"),
                description="how many people are in it",
            ),
            Field("email", role=Role.NAME),
            Field("channel", role=Role.NAME, words=("chat channel", "slack channel")),
            Field("aliases", Type.LIST, role=Role.NAME, description="declared other names"),
            Field(
                "known",
                Type.BOOLEAN,
                yes=("known",),
                no=("unknown", "not in the catalogue"),
                description="it exists in a catalogue or forge",
            ),
            Field("description", role=Role.TYPED),
        ),
    ),
    Kind(
        "Person",
        "person",
        "people",
        "Somebody named in a catalogue, CODEOWNERS or git history.",
        synonyms=("user", "engineer"),
        categories=("Organisation",),
        fresh_for=timedelta(days=7),
        fields=(
            Field("login", role=Role.NAME),
            Field("email", role=Role.NAME),
            Field("active", Type.BOOLEAN, yes=("active",), no=("inactive", "gone from the organisation")),
        ),
    ),
    Kind(
        "Ownership",
        "ownership",
        "ownerships",
        "One candidate owner of one thing, with its reason. Losing candidates are kept.",
        synonyms=("owner candidate", "attribution"),
        categories=("Organisation",),
        fields=(
            Field("subject", role=Role.NAME, description="name of what is owned"),
            Field("subjectKind"),
            Field(
                "owner",
                role=Role.NAME,
                description="the team or person named; empty where nobody is named on purpose",
            ),
            *place("cluster", "namespace", "account", "region", "environment"),
            Field("method", description="label, catalogue, CODEOWNERS, inherited from namespace, …"),
            Field("reason", description="where it says so: the tag, the catalogue file, the CODEOWNERS line"),
            Field("rank", Type.INTEGER, description="1 is strongest"),
            Field("standing", states={"chosen": (), "competing": ("losing",), "nobody on purpose": ()}),
            Field(
                "conflict", Type.BOOLEAN, yes=("in conflict", "disputed", "conflicting"), no=("undisputed",)
            ),
            Field(
                "conflictReason",
                description="two sources of one rank, a team that does not exist, a person who left, two spellings",
            ),
        ),
    ),
    Kind(
        "CodeMapping",
        "code mapping",
        "code mappings",
        "Which repository holds the code of a workload, by which method and how sure.",
        synonyms=("mapping",),
        categories=("Code",),
        fields=(
            Field("workload", role=Role.NAME),
            Field("repository", role=Role.NAME),
            *place("cluster", "namespace"),
            Field("method", description="provenance, OCI label, catalogue annotation, tag, name likeness, …"),
            Field("path", role=Role.NAME, description="folder in the repository"),
            Field("standing", states={"chosen": (), "competing": ("losing",), "suggestion": ()}),
        ),
    ),
)
