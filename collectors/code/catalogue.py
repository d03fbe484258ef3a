"""Catalogue entities as records: what they say of owner, place of code, workloads and dependencies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from collectors.code.address import Address, parse
from collectors.code.backstage import Catalogue, Entity, Ref
from graph.record import Record, Relation, Uid, Value

_TIERS = ("tier", "backstage.io/tier", "criticality")


def entity_uid(ref: Ref | str) -> Uid:
    """The key of an entity: its full reference, whichever repository declares it."""
    return Uid(f"catalog://{ref}")


def entity_records(
    catalogue: Catalogue, address: Address, where: Callable[[str, int], dict[str, Value]]
) -> tuple[list[Record], list[Relation]]:
    """The records of a repository's entities, and the relations between entities (in this catalogue or another)."""
    records = [_record(e, address, where) for e in catalogue.entities]
    relations = [Relation("DEPENDS_ON", entity_uid(a), entity_uid(b)) for a, b in catalogue.dependencies()]
    relations += [Relation("PART_OF", entity_uid(a), entity_uid(b)) for a, b in _wholes(catalogue)]
    return records, relations


def _wholes(catalogue: Catalogue) -> Iterator[tuple[Ref, Ref]]:
    for entity in catalogue.entities:
        for name in ("system", "domain", "subcomponentOf", "subdomainOf", "parent"):
            yield from ((entity.ref, whole) for whole in entity.refs.get(name, ()))
    yield from catalogue.members()


def _record(entity: Entity, address: Address, where: Callable[[str, int], dict[str, Value]]) -> Record:
    notes, labels = entity.annotations(), entity.labels()
    said = {**labels, **notes}
    code = code_of(entity, address)
    profile = entity.spec.get("profile")
    profile = profile if isinstance(profile, Mapping) else {}
    fields: dict[str, Value] = {
        "ref": str(entity.ref),
        "entityKind": entity.kind,
        "type": entity.text("type"),
        "lifecycle": entity.text("lifecycle"),
        "owner": entity.one("owner"),
        "system": entity.one("system"),
        "domain": entity.one("domain"),
        "title": _text(entity.metadata.get("title")) or _text(profile.get("displayName")),
        "description": _text(entity.metadata.get("description")),
        "tier": next((said[k] for k in _TIERS if k in said), ""),
        "sourceLocation": notes.get("backstage.io/source-location", ""),
        "sourceRepository": code.uid.removeprefix("repo://") if code else "",
        "sourcePath": code.folder if code else "",
        "kubernetesId": notes.get("backstage.io/kubernetes-id", ""),
        "kubernetesNamespace": notes.get("backstage.io/kubernetes-namespace", ""),
        "kubernetesSelector": notes.get("backstage.io/kubernetes-label-selector", ""),
        "argoApplication": notes.get("argocd/app-name", ""),
        "dependsOn": [str(b) for a, b in _own_dependencies(entity) if a == entity.ref],
        "members": [str(r) for r in entity.refs.get("members", ())],
        "parent": entity.one("parent"),
        "email": _text(profile.get("email")).lower(),
        "aliases": _aliases(notes),
        "active": _active(entity, said),
        "arns": sorted({v for v in notes.values() if v.startswith("arn:")}),
        "tags": labels,
        **where(entity.file, entity.line),
    }
    kept = {k: v for k, v in fields.items() if v not in ("", [], {}, None)}
    return Record(entity_uid(entity.ref), "CatalogEntity", entity.name, kept)


def _own_dependencies(entity: Entity) -> tuple[tuple[Ref, Ref], ...]:
    return Catalogue((entity,)).dependencies()


def code_of(entity: Entity, address: Address) -> Address | None:
    """Where an entity's code is: as annotated; else, for something that has code, the folder of its file."""
    location = entity.annotation("backstage.io/source-location")
    if location:
        return parse(location.rstrip("/"))
    for key, host in (("github.com/project-slug", "github.com"), ("gitlab.com/project-slug", "gitlab.com")):
        if slug := entity.annotation(key):
            # The forge may be the organisation's own: then the slug is of the host that this catalogue is on.
            return parse(slug, host=host if address.host in {"local", host} else address.host)
    if entity.kind in {"Component", "API"}:
        return Address(address.host, address.path, entity.file.rpartition("/")[0])
    return None


def _aliases(notes: Mapping[str, str]) -> list[str]:
    """What a forge calls the group or user: the declared mapping between catalogue and CODEOWNERS (BST-01)."""
    keys = (
        "github.com/team-slug",
        "github.com/user-login",
        "gitlab.com/group-path",
        "gitlab.com/team-path",
        "gitlab.com/user-login",
    )
    return [f"@{notes[k].lstrip('@')}" for k in keys if notes.get(k)]


def _active(entity: Entity, said: Mapping[str, str]) -> bool | None:
    """Of a user: false where the catalogue says that they left; otherwise being listed says that they are there."""
    if entity.kind != "User":
        return None
    words = {said.get(k, "").lower() for k in ("status", "active", "employment-status", "account-status")}
    return not words & {"inactive", "false", "left", "terminated", "deactivated", "disabled", "suspended"}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
