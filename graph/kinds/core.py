"""What every graph holds, whatever is collected: changes, scopes and scans."""

from graph.kind import Field, Kind, Role, Type
from graph.kinds.organisation import place

KINDS = (
    Kind(
        "Change",
        "change",
        "changes",
        "Something that happened to a record: seen as a difference between two scans, told by an event, or both.",
        synonyms=("modification", "event"),
        categories=("ChangeRecord",),
        event=True,
        fields=(
            Field(
                "at",
                Type.TIME,
                words=("time", "when"),
                description="when it happened, or was noticed where that is not known",
            ),
            Field("noticedAt", Type.TIME, words=("noticed",)),
            Field(
                "action",
                states={
                    "created": ("created", "added", "new"),
                    "modified": ("modified", "changed", "updated", "edited"),
                    "deleted": ("deleted", "removed", "destroyed"),
                    "restored": ("restored", "came back"),
                    "warned": ("warned", "warned about"),
                },
            ),
            Field("subject", role=Role.NAME, description="the name of what changed"),
            Field("subjectKind", description="its kind"),
            Field("subjectUid", role=Role.NAME),
            *place("cluster", "namespace", "account", "region", "environment", sparse=True),
            Field("field", sparse=True, description="the field that changed, by its declared name"),
            Field("before", sparse=True, description="its value before, in the field's own type as text"),
            Field("after", sparse=True, description="its value after"),
            Field(
                "actor",
                role=Role.NAME,
                words=("who", "author", "by"),
                description="who did it, where the source says so",
            ),
            Field("via", description="scan, CloudTrail, Kubernetes event, rollout, Argo CD sync, commit"),
            Field("message", role=Role.TYPED),
        ),
    ),
    Kind(
        "Scope",
        "scope",
        "scopes",
        "The smallest unit that a collector can see whole, and how its last look ended.",
        categories=("Coverage",),
        fields=(
            Field("source"),
            Field("kinds", Type.LIST),
            Field("words", role=Role.NAME),
            *place("account", "region", "cluster", "namespace", sparse=True),
            Field("repository", role=Role.NAME, sparse=True),
            Field(
                "outcome",
                states={"complete": ("read",), "partial": (), "denied": (), "failed": (), "not offered": ()},
            ),
            Field("triedAt", Type.TIME, words=("last tried", "scanned")),
            Field("completeAt", Type.TIME, words=("last read", "last scanned", "last complete"), sparse=True),
            Field("since", Type.TIME, sparse=True),
            Field("reason", sparse=True),
            Field("missing", sparse=True),
            Field("records", Type.INTEGER, sparse=True),
        ),
    ),
    Kind(
        "Scan",
        "scan",
        "scans",
        "One run of the collectors over their scopes.",
        categories=("Coverage",),
        event=True,
        fields=(
            Field("startedAt", Type.TIME, words=("started",)),
            Field("endedAt", Type.TIME, words=("ended",)),
            Field("collectors", Type.LIST),
            Field("scopes", Type.INTEGER),
            Field("unread", Type.INTEGER, words=("scopes not read",)),
            Field("outcome", states={"complete": (), "partial": (), "failed": ()}),
        ),
    ),
)
