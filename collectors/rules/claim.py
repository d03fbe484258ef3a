"""Claims of ownership: every source that names an owner of something, or says that nobody is one.

Ranks: 1 a tag or label of the thing itself · 2 the catalogue · 3 CODEOWNERS of the mapped path · 4 inherited from the
namespace, deployer, stack or parent. Contacts from git history are no claims.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from collectors.code.codeowners import Codeowners, Forge, OwnerRule
from collectors.rules.application import Catalogue, tracked
from collectors.rules.conclusion import chain
from collectors.rules.estate import Estate, Thing
from collectors.rules.party import Directory, Party, Sort
from collectors.rules.repository import Candidate, tagged_address
from graph.record import Uid

TAG, CATALOGUE, CODEOWNERS, INHERITED = 1, 2, 3, 4

_KEY = re.compile(r"(?:(?P<prefix>.*)[/:])?(?P<word>team|owner|owners|squad)", re.IGNORECASE)
_FOREIGN = ("aws", "eks", "kubernetes.io", "k8s.io", "helm.sh")
"""Prefixes whose `owner` is not a person's word about who answers for the thing."""

_STACK = "aws:cloudformation:stack-id"


@dataclass(frozen=True, slots=True)
class Claim:
    """One source's word about one thing. `reason` says where it says so; `basis` are the records that carry it."""

    party: Party
    rank: int
    method: str
    rule: str
    reason: str
    confidence: float
    basis: tuple[Uid, ...] = ()


class Claims:
    """All claims about the things of an estate, by whatever they rest on."""

    def __init__(
        self, estate: Estate, directory: Directory, mappings: Mapping[Uid, Iterable[Candidate]]
    ) -> None:
        self.estate = estate
        self.directory = directory
        self.mappings = mappings
        self._of_parents: dict[Uid, tuple[Claim, ...]] = {}
        self.members = frozenset(directory.memberships(estate))
        self.catalogue = Catalogue(estate)
        self.repositories = {r.uid: r for r in estate.of("Repository")}
        self.codeowners = _codeowners(estate)
        self.namespaces = {(n.text("cluster"), n.name): n for n in estate.of("Namespace")}
        self.deployers = {t.name: t for t in estate.of("ArgoApplication")}
        self.roots = {e.text("repository").casefold(): e for e in estate.of("CatalogEntity") if _at_root(e)}

    def of(self, thing: Thing) -> tuple[Claim, ...]:
        """Every claim about it, strongest first."""
        found = [
            *self._tagged(thing),
            *self._catalogued(thing),
            *self._by_path(thing),
            *self._inherited(thing),
        ]
        return tuple(sorted(found, key=lambda c: (c.rank, -c.confidence, c.party.name)))

    def of_entity(self, entity: Thing) -> tuple[Claim, ...]:
        """What an application's catalogue entry says of its owner."""
        return tuple(self._entity(entity, 0.95, "its entry", CATALOGUE))

    def are_one_team(self, left: Party, right: Party) -> bool:
        """Whether one is a team and the other one of its own people."""
        pair = {left.sort: left, right.sort: right}
        team, person = pair.get(Sort.TEAM), pair.get(Sort.PERSON)
        return team is not None and person is not None and (person.uid, team.uid) in self.members

    def speaks_through_team(self, party: Party, claims: Iterable[Claim]) -> bool:
        """Whether somebody's own team is claimed as well: then the team is the owner that others are compared with."""
        return party.sort is Sort.PERSON and any((party.uid, c.party.uid) in self.members for c in claims)

    # 1 · its own tags and labels

    def _tagged(self, thing: Thing) -> Iterator[Claim]:
        for key, value in _stated(thing):
            for party in self._parties(value):
                word = "tag" if thing.text("account") else "label"
                reason = f"{word} {key}={value}"
                yield Claim(party, TAG, word, f"owner-{word}", reason, 0.95, (thing.uid,))

    def _parties(self, value: str) -> Iterator[Party]:
        for part in re.split(r"[,;]", value):
            party = self.directory.of_tag(part)
            if party is not None:
                yield party

    # 2 · the catalogue

    def _catalogued(self, thing: Thing) -> Iterator[Claim]:
        if thing.kind == "CatalogEntity":
            yield from self._entity(thing, 0.95, "its own entry", CATALOGUE)
            return
        if thing.kind == "Repository":
            entity = self.roots.get(thing.name.casefold())
            if entity is not None:
                yield from self._entity(entity, 0.8, "the catalogue file at its root", CATALOGUE)
            return
        for entity, confidence, how in self.catalogue.entities_of(thing):
            yield from self._entity(entity, confidence, how, CATALOGUE)

    def _entity(self, entity: Thing, confidence: float, how: str, rank: int) -> Iterator[Claim]:
        """The owner of an entity; of one that names none, its system's."""
        owner, said_by = entity.text("owner"), entity
        if not owner and (system := self.catalogue.by_ref.get(entity.text("system"))) is not None:
            owner, said_by = system.text("owner"), system
        if not owner:
            return
        party = self.directory.of_reference(owner)
        reason = f"{said_by.text('ref')} in {said_by.text('repository')}/{said_by.text('file')}, by {how}"
        basis = tuple(dict.fromkeys((entity.uid, said_by.uid)))
        yield Claim(party, rank, "catalogue", "catalogue-owner", reason, chain(confidence, 0.9), basis)

    # 3 · CODEOWNERS of the mapped path

    def _by_path(self, thing: Thing) -> Iterator[Claim]:
        if thing.kind == "Repository":
            yield from self._of_folder(thing.uid, "", 0.8, ())
            return
        defined = tagged_address(thing) if thing.tags and thing.uid not in self.mappings else None
        if defined is not None:
            yield from self._of_folder(defined.uid, defined.folder, 0.6, (thing.uid,))
        for mapping in self.mappings.get(thing.uid, ()):
            if mapping.standing == "chosen":
                yield from self._of_folder(
                    mapping.repository, mapping.folder, chain(mapping.confidence, 0.7), mapping.basis
                )

    def _of_folder(
        self, repository: Uid, folder: str, confidence: float, basis: tuple[Uid, ...]
    ) -> Iterator[Claim]:
        known = self.codeowners.get(repository)
        if known is None:
            return
        for rule in known.file.deciding_folder(folder):
            uid = known.uids[rule.line]
            where = f"{known.name} {known.path}: {rule.pattern}"
            for party in self._named(rule):
                shown = f"{where} for /{folder}" if folder else where
                yield Claim(
                    party,
                    CODEOWNERS,
                    "CODEOWNERS",
                    "codeowners",
                    shown,
                    confidence,
                    (uid, repository, *basis),
                )

    def _named(self, rule: OwnerRule) -> Iterator[Party]:
        if rule.nobody or rule.exclusion:
            yield Party(Sort.NOBODY, Uid(""), "nobody", written=rule.pattern)
            return
        for owner in rule.owners:
            party = self.directory.of_handle(owner)
            if party.sort is not Sort.NOBODY:
                yield party

    # 4 · inherited

    def _inherited(self, thing: Thing) -> Iterator[Claim]:
        """From what it lies in or was made by: weaker the further away."""
        for parent, word, confidence in self._parents(thing):
            for claim in self._own(parent):
                yield Claim(
                    claim.party,
                    INHERITED,
                    f"inherited from {word}",
                    f"inherited-from-{word.replace(' ', '-').casefold()}",
                    f"{word} {parent.name}: {claim.reason}",
                    chain(claim.confidence, confidence),
                    (parent.uid, *claim.basis),
                )

    def _own(self, parent: Thing) -> tuple[Claim, ...]:
        """What a parent says itself, worked out once for all that lies in it."""
        if parent.uid not in self._of_parents:
            self._of_parents[parent.uid] = (*self._tagged(parent), *self._catalogued(parent))
        return self._of_parents[parent.uid]

    def _parents(self, thing: Thing) -> Iterator[tuple[Thing, str, float]]:
        if thing.kind in {"Pod", "Job"}:
            for uid in self.estate.targets("PART_OF", thing.uid):
                parent = self.estate.get(uid)
                if parent is not None:
                    yield parent, "workload", 0.9
        if (app := tracked(thing)) and app in self.deployers:
            yield self.deployers[app], "Argo CD application", 0.5
        namespace = self.namespaces.get((thing.text("cluster"), thing.text("namespace")))
        if namespace is not None and namespace.uid != thing.uid:
            yield namespace, "namespace", 0.5
        stack = self.estate.get(thing.tag(_STACK)) if thing.tags else None
        if stack is not None and stack.uid != thing.uid:
            yield stack, "stack", 0.5
        group = self._scaling_group(thing)
        if group is not None:
            yield group, "Auto Scaling group", 0.6

    def _scaling_group(self, thing: Thing) -> Thing | None:
        if thing.kind != "EC2Instance":
            return None
        for uid in self.estate.targets("DERIVED_FROM", thing.uid):
            parent = self.estate.get(uid)
            if parent is not None and parent.kind == "AutoScalingGroup":
                return parent
        return None


def _stated(thing: Thing) -> Iterator[tuple[str, str]]:
    """Tags, labels and annotations that name an owner, in any case, with or without a prefix of the organisation's."""
    for said in (thing.notes, thing.tags or {}):
        for key, value in said.items():
            if _names_owners(key) and value.strip():
                yield key, value


@lru_cache(maxsize=65_536)
def _names_owners(key: str) -> bool:
    found = _KEY.fullmatch(key)
    if not found:
        return False
    domain = re.split(r"[/:]", (found["prefix"] or "").casefold())[0]
    return not any(domain == f or domain.endswith(f".{f}") for f in _FOREIGN)


def _at_root(entity: Thing) -> bool:
    return entity.text("entityKind") == "Component" and "/" not in entity.text("file")


@dataclass(frozen=True, slots=True)
class _File:
    """A repository's CODEOWNERS as the graph holds it, with the record of each rule by its position."""

    name: str
    path: str
    file: Codeowners
    uids: Mapping[int, Uid]


def _codeowners(estate: Estate) -> dict[Uid, _File]:
    """The rules of each repository, in their order, ready to decide again."""
    rules: dict[Uid, list[Thing]] = defaultdict(list)
    for rule in estate.of("OwnershipRule"):
        rules[Uid(rule.uid.partition("#")[0])].append(rule)
    found: dict[Uid, _File] = {}
    for uid, each in rules.items():
        each.sort(key=lambda r: _number(r, "position"))
        repository = estate.get(uid)
        forge = Forge(repository.text("forge")) if repository and repository.text("forge") else Forge.GITHUB
        lines = tuple(_rule(r, at) for at, r in enumerate(each))
        name = each[0].text("repository")
        uids = {at: r.uid for at, r in enumerate(each)}
        found[uid] = _File(name, each[0].text("file"), Codeowners(forge, lines), uids)
    return found


def _rule(rule: Thing, position: int) -> OwnerRule:
    return OwnerRule(
        rule.text("pattern"),
        rule.texts("owners"),
        position,
        rule.text("section"),
        rule.fields.get("optional") is True,
        _number(rule, "approvals"),
        rule.fields.get("exclusion") is True,
        rule.fields.get("nobody") is True,
    )


def _number(thing: Thing, name: str) -> int:
    value = thing.fields.get(name)
    return value if isinstance(value, int) else 0
