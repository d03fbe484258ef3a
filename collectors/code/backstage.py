"""Backstage catalogues: entities of `catalog-info.yaml` files, their references, and what is wrong with them.

Every scalar is read as text, so that no id, version or tag changes its looks (K8S-13). References are compared in lower
case, as Backstage does: `Component:default/Foo` is `component:default/foo`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from graph.errors import BadInput

FILES = frozenset({"catalog-info.yaml", "catalog-info.yml"})
KINDS = ("Component", "System", "API", "Resource", "Group", "User", "Domain", "Location")
_BY_LOWER = {k.lower(): k for k in KINDS}
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")

_KIND_OF = {
    "owner": "group",
    "system": "system",
    "domain": "domain",
    "subcomponentOf": "component",
    "subdomainOf": "domain",
    "parent": "group",
    "children": "group",
    "members": "user",
    "memberOf": "group",
    "dependsOn": "component",
    "dependencyOf": "component",
    "providesApis": "api",
    "consumesApis": "api",
}
"""The kind that a reference without one means, by the field it stands in."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A full reference. Kind, namespace and name are in lower case: case does not tell entities apart."""

    kind: str
    namespace: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.namespace}/{self.name}"


@dataclass(frozen=True, slots=True)
class Entity:
    """One document of a catalogue file. `refs` holds its references by field; `depends_on` also those declared at the other end."""

    ref: Ref
    kind: str
    name: str
    file: str
    line: int
    metadata: Mapping[str, Any]
    spec: Mapping[str, Any]
    refs: Mapping[str, tuple[Ref, ...]] = field(default_factory=dict)

    def annotation(self, key: str) -> str:
        """An annotation's text, or empty."""
        return _texts(self.metadata.get("annotations")).get(key, "")

    def annotations(self) -> dict[str, str]:
        """All annotations that are text."""
        return _texts(self.metadata.get("annotations"))

    def labels(self) -> dict[str, str]:
        """All labels that are text."""
        return _texts(self.metadata.get("labels"))

    def text(self, key: str) -> str:
        """A text of `spec`, or empty."""
        value = self.spec.get(key)
        return value if isinstance(value, str) else ""

    def one(self, name: str) -> str:
        """The full reference in a field that holds one, as text, or empty."""
        found = self.refs.get(name, ())
        return str(found[0]) if found else ""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The entities of some files and what could not be taken, each problem with its file and line."""

    entities: tuple[Entity, ...]
    problems: tuple[str, ...] = ()

    def dependencies(self) -> tuple[tuple[Ref, Ref], ...]:
        """Who depends on whom, each pair once: `dependsOn` at A and `dependencyOf` at B say the same (BST-05)."""
        pairs = [(e.ref, r) for e in self.entities for r in e.refs.get("dependsOn", ())]
        pairs += [(r, e.ref) for e in self.entities for r in e.refs.get("dependencyOf", ())]
        pairs += [(e.ref, r) for e in self.entities for r in e.refs.get("consumesApis", ())]
        return tuple(dict.fromkeys(pairs))

    def members(self) -> tuple[tuple[Ref, Ref], ...]:
        """Users and their groups, each pair once, from whichever side says it."""
        pairs = [(e.ref, g) for e in self.entities for g in e.refs.get("memberOf", ())]
        pairs += [(u, e.ref) for e in self.entities for u in e.refs.get("members", ())]
        return tuple(dict.fromkeys(pairs))


def parse_ref(text: object, *, kind: str, namespace: str = "default") -> Ref:
    """`[kind:][namespace/]name` in full, in lower case. Raises BadInput on anything that is no such text."""
    if isinstance(text, Mapping):
        raise BadInput("a reference has to be text such as group:default/payments, not an object")
    if not isinstance(text, str) or not text.strip():
        raise BadInput("a reference has to be text such as group:default/payments")
    head, _, rest = text.strip().rpartition(":")
    space, _, name = rest.rpartition("/")
    parts = (head or kind, space or namespace, name)
    if not all(_NAME.fullmatch(p) for p in parts):
        raise BadInput(f"{text!r} is not a reference: [kind:][namespace/]name is expected")
    return Ref(*(p.lower() for p in parts))


def parse(files: Iterable[tuple[str, str]]) -> Catalogue:
    """The entities of these files (path, text), in their order. One that is declared twice counts once, with a problem."""
    found: dict[Ref, Entity] = {}
    problems: list[str] = []
    for path, text in files:
        for outcome in _entities(path, text):
            if isinstance(outcome, str):
                problems.append(outcome)
            elif outcome.ref in found:
                first = found[outcome.ref]
                problems.append(
                    f"{path}:{outcome.line}: {outcome.ref} is declared already in {first.file}:{first.line}"
                )
            else:
                found[outcome.ref] = outcome
    return Catalogue(tuple(found.values()), tuple(problems))


def targets(entity: Entity) -> tuple[str, ...]:
    """The files of the same repository that a Location names, as paths from its root."""
    spec = entity.spec
    several = spec.get("targets")
    named = [spec.get("target"), *(several if isinstance(several, list) else [])]
    folder = posixpath.dirname(entity.file)
    local = (t for t in named if isinstance(t, str) and t and "://" not in t and not t.startswith("/"))
    paths = (posixpath.normpath(posixpath.join(folder, t)) for t in local)
    return tuple(p for p in paths if not p.startswith(".."))


def _entities(path: str, text: str) -> Iterator[Entity | str]:
    try:
        loader = yaml.BaseLoader(text)
        while loader.check_node():
            node = loader.get_node()
            if node is None:
                continue
            document = loader.construct_document(node)
            if document:
                yield from _entity(path, node.start_mark.line + 1, document)
    except (yaml.YAMLError, RecursionError) as error:
        yield f"{path}: not YAML from here on: {_one_line(error)}"


def _entity(path: str, line: int, document: object) -> Iterator[Entity | str]:
    where = f"{path}:{line}"
    if not isinstance(document, Mapping) or not isinstance(document.get("metadata"), Mapping):
        yield f"{where}: not a catalogue entity: it needs kind and metadata.name"
        return
    kind = _BY_LOWER.get(str(document.get("kind", "")).lower())
    if kind is None:
        yield f"{where}: {document.get('kind')!r} is not a kind that is read ({', '.join(KINDS)})"
        return
    metadata = document["metadata"]
    given = document.get("spec")
    spec: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    try:
        ref = parse_ref(metadata.get("name"), kind=kind.lower(), namespace=_space(metadata))
    except BadInput as error:
        yield f"{where}: metadata.name: {error}"
        return
    refs, problems = _references(spec, ref)
    yield from (f"{where}: {ref}: {p}" for p in problems)
    yield Entity(ref, kind, str(metadata["name"]), path, line, metadata, spec, refs)


def _space(metadata: Mapping[str, Any]) -> str:
    return str(metadata.get("namespace") or "default")


def _references(spec: Mapping[str, Any], own: Ref) -> tuple[dict[str, tuple[Ref, ...]], list[str]]:
    """The references of an entity by field: a bare one is in the entity's own namespace, of the field's kind."""
    found: dict[str, tuple[Ref, ...]] = {}
    problems: list[str] = []
    for name, kind in _KIND_OF.items():
        value = spec.get(name)
        taken: list[Ref] = []
        for item in value if isinstance(value, list) else [value] if value else []:
            try:
                taken.append(parse_ref(item, kind=kind, namespace=own.namespace))
            except BadInput as error:
                problems.append(f"spec.{name}: {error}")
        if taken:
            found[name] = tuple(taken)
    return found, problems


def _texts(value: object) -> dict[str, str]:
    if not isinstance(value, Mapping):
        return {}
    return {str(k): v for k, v in value.items() if isinstance(v, str)}


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]
