"""Service accounts, roles and their bindings."""

from __future__ import annotations

from collections.abc import Iterator

from collectors.k8s.meta import installed, record
from collectors.k8s.note import Mentioned, Seen
from collectors.k8s.raw import Raw, at, flag, items, pairs, text, texts
from collectors.k8s.resource import Item
from collectors.k8s.template import needs_secret
from graph.record import Relation, Value

_ROLE_ARN = "eks.amazonaws.com/role-arn"
_RBAC = "rbac.authorization.k8s.io"
_READS = frozenset({"get", "list", "watch", "*"})
_MOST = 200  # rights shown of one role; system roles have hundreds


def service_account(item: Item) -> Iterator[Seen]:
    """A service account, with the IAM role that its annotation asks for."""
    raw = item.raw
    yield record(
        item,
        "ServiceAccount",
        {
            "roleArn": pairs(raw, "metadata", "annotations").get(_ROLE_ARN, ""),
            "mountsToken": flag(raw, "automountServiceAccountToken") is not False,
        },
    )
    yield from installed(item)
    for secret in dict.fromkeys(text(s, "name") for s in items(raw, "imagePullSecrets")):
        if secret:
            yield from needs_secret(item.uid, secret, item)
    for secret in dict.fromkeys(text(s, "name") for s in items(raw, "secrets")):
        if secret:
            yield Mentioned(item.namespace, secret)


def role(item: Item) -> Iterator[Seen]:
    """A Role."""
    yield record(item, "Role", _rights(item.raw))
    yield from installed(item)


def cluster_role(item: Item) -> Iterator[Seen]:
    """A ClusterRole."""
    yield record(item, "ClusterRole", _rights(item.raw))
    yield from installed(item)


def role_binding(item: Item) -> Iterator[Seen]:
    """A RoleBinding."""
    yield from _binding(item, "RoleBinding")


def cluster_role_binding(item: Item) -> Iterator[Seen]:
    """A ClusterRoleBinding."""
    yield from _binding(item, "ClusterRoleBinding")


def _rights(raw: Raw) -> dict[str, Value]:
    rules = items(raw, "rules")
    said = [right for rule in rules if (right := _right(rule))]
    return {
        "rules": len(rules),
        "rights": [*said[:_MOST], *([f"and {len(said) - _MOST} more"] if len(said) > _MOST else [])],
        "everything": any(_is_everything(rule) for rule in rules),
        "readsSecrets": any(_reads_secrets(rule) for rule in rules),
    }


def _right(rule: Raw) -> str:
    """A rule in words: `get,list pods`, `get deployments.apps`, `get pods (named web)`."""
    verbs = ",".join(texts(rule, "verbs"))
    things = [f"{r}.{g}" if g else r for r in texts(rule, "resources") for g in _groups(rule)]
    what = ", ".join((*things, *texts(rule, "nonResourceURLs")))
    named = texts(rule, "resourceNames")
    return f"{verbs} {what}" + (f" (named {', '.join(named)})" if named else "") if what else ""


def _groups(rule: Raw) -> list[str]:
    """The groups of a rule; the core group is the empty name."""
    written = at(rule, "apiGroups")
    return [group for group in written if isinstance(group, str)] if isinstance(written, list) else [""]


def _is_everything(rule: Raw) -> bool:
    return all("*" in texts(rule, key) for key in ("verbs", "resources", "apiGroups"))


def _reads_secrets(rule: Raw) -> bool:
    """Whether the rule lets secrets of any name be read."""
    core = {"", "*"} & set(_groups(rule))
    things = {"secrets", "*"} & set(texts(rule, "resources"))
    return bool(core and things and _READS & set(texts(rule, "verbs")))


def _binding(item: Item, kind: str) -> Iterator[Seen]:
    raw, subjects = item.raw, items(item.raw, "subjects")
    name, role_kind = text(raw, "roleRef", "name"), text(raw, "roleRef", "kind")
    yield record(
        item,
        kind,
        {"role": name, "roleKind": role_kind, "subjects": [_subject(s, item.namespace) for s in subjects]},
    )
    yield from installed(item)
    where = item.namespace if role_kind == "Role" else ""
    if name:
        yield Relation("GRANTS", item.uid, item.to(_RBAC, role_kind or "Role", name, where))
    for subject in subjects:
        if text(subject, "kind") == "ServiceAccount":
            namespace = text(subject, "namespace") or item.namespace
            account = item.to("", "ServiceAccount", text(subject, "name"), namespace)
            yield Relation("GRANTED_TO", item.uid, account)


def _subject(subject: Raw, namespace: str) -> str:
    kind, name = text(subject, "kind"), text(subject, "name")
    return (
        f"{kind} {text(subject, 'namespace') or namespace}/{name}"
        if kind == "ServiceAccount"
        else f"{kind} {name}"
    )
