"""Which scopes a query depends on, and whether each of them was read whole.

"There are none" may be said only where everything that could have held one was looked at. So a query depends on the
scopes of the kinds it asks for and of those at the other ends of its relations, in the places it is restricted to; and
what is inferred depends as well on the scopes that its rule reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graph.compiler import whole
from graph.decoding import instant
from graph.fields import PLACES, STATEMENTS, kinds_asked
from graph.kinds import KINDS, RELATIONS
from graph.query import (
    AnyOf,
    Column,
    Condition,
    CoverageOf,
    Find,
    History,
    Not,
    Query,
    Related,
    Where,
    Within,
)
from graph.result import UnreadScope
from graph.scope import Outcome, Scope, ScopeState
from graph.store import Store

_OWNERS = ("Ownership", "Team", "Repository", "OwnershipRule", "CatalogEntity", "Namespace")
_MANAGERS = ("TerraformState", "CloudFormationStack", "HelmRelease", "ArgoApplication", "FluxKustomization")
_CODE = ("CodeMapping", "Repository", "ImageBuild", "CatalogEntity")

RESTS_ON: dict[str, tuple[str, ...]] = {
    "OWNED_BY": _OWNERS,
    "OWNERSHIP_OF": _OWNERS,
    "NAMES": _OWNERS,
    "ownership": _OWNERS,
    "owner": _OWNERS,
    "Ownership": _OWNERS,
    "Team": ("Team", "CatalogEntity", "OwnershipRule"),
    "Application": ("Application", "Workload", "CatalogEntity"),
    "MANAGED_BY": _MANAGERS,
    "DERIVED_FROM": _MANAGERS,
    "management": _MANAGERS,
    "managedBy": _MANAGERS,
    "manager": _MANAGERS,
    "BUILT_FROM": _CODE,
    "MAPPING_OF": _CODE,
    "MAPS_TO": _CODE,
    "CodeMapping": _CODE,
    "application": ("Application",),
}
"""What is inferred, and the kinds whose scopes the inference reads: by relation, derived field, special column or kind."""

_SCOPED = ("account", "region", "cluster")
_MOST_UNREAD = 100


@dataclass(frozen=True, slots=True)
class Need:
    """Kinds that a query depends on, in the places where it looks for them. Empty kinds = every kind there."""

    kinds: frozenset[str]
    within: Within


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the scopes behind a result say of it."""

    complete: bool
    read: int
    observed_at: datetime | None
    unread: tuple[UnreadScope, ...] = ()


@dataclass(slots=True)
class _Sum:
    """What was found so far."""

    read: int = 0
    oldest: datetime | None = None
    unread: dict[str, UnreadScope] = field(default_factory=dict)


def needs(query: Query) -> tuple[Need, ...]:
    """What the query depends on."""
    match query:
        case Find(of="Change", within=within):
            return (Need(frozenset(), within),)
        case Find():
            return _needs_of_find(query)
        case History(uid=None, within=within):
            return (Need(frozenset(), within),)
        case _:
            return ()


def _needs_of_find(query: Find) -> tuple[Need, ...]:
    asked = _Asked()
    asked.of(query.of)
    asked.conditions(query.of, query.where)
    for column in (*query.columns, *query.group_by):
        asked.column(column)
    if query.within.team:
        asked.names.add("OWNED_BY")
    if query.within.repository:
        asked.names.add("BUILT_FROM")
    kinds = set(asked.kinds)
    for name in asked.names:
        kinds |= _closed(RESTS_ON.get(name, ()))
    return tuple(_grouped(kinds, query.within))


class _Asked:
    """The kinds and inferred things that a query's parts speak of."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.names: set[str] = set()

    def of(self, of: str) -> None:
        """A kind or category: its kinds, and what they rest on where a rule makes them."""
        for kind in kinds_asked(of):
            self.kinds.add(kind.name)
            if len(kinds_asked(of)) == 1 and kind.name in RESTS_ON:
                self.names.add(kind.name)

    def conditions(self, of: str, conditions: Iterable[Condition]) -> None:
        """Every condition, however deep."""
        for condition in conditions:
            match condition:
                case Where(field=name):
                    self.names.add(name)
                case Related():
                    self.relation(condition.relation, condition.direction, condition.kind)
                    self.conditions(condition.kind or of, condition.where)
                case AnyOf(conditions=inner):
                    self.conditions(of, inner)
                case Not(condition=inner):
                    self.conditions(of, (inner,))

    def column(self, column: Column) -> None:
        """A column from elsewhere."""
        if column.special:
            self.names.add(column.special)
        elif column.relation:
            self.relation(column.relation, column.direction, column.kind)
        else:
            self.names.add(column.field)

    def relation(self, name: str, direction: str, kind: str) -> None:
        """A relation: what its inference reads, and the kinds at its other end."""
        self.names.add(name)
        if kind:
            self.of(kind)
        elif name in RELATIONS:
            relation = RELATIONS[name]
            for end in relation.targets if direction == "out" else relation.sources:
                self.of(end)


def _closed(names: Iterable[str]) -> set[str]:
    return {k.name for name in names for k in kinds_asked(name)}


def _grouped(kinds: Iterable[str], within: Within) -> Iterable[Need]:
    """The kinds by the restricted places they have: one that has none of them is looked for everywhere."""
    groups: dict[tuple[str, ...], set[str]] = {}
    restricted = [p for p in PLACES if getattr(within, p)]
    for name in sorted(kinds):
        held = tuple(p for p in restricted if KINDS[name].field(p))
        groups.setdefault(held, set()).add(name)
    for held, members in groups.items():
        lying = {n for n in members if held or not restricted or not any(KINDS[n].field(p) for p in PLACES)}
        if lying:
            yield Need(frozenset(lying), Within(**{p: getattr(within, p) for p in held}))


def cover(store: Store, query: Query, allowed: tuple[Within, ...] = ()) -> Coverage:
    """Reads the scopes that the query depends on. What nobody has ever looked at is unread, with that as its reason."""
    wanted = needs(query)
    found = _Sum()
    within = getattr(query, "within", Within())
    for place, value in _unscanned(store, within):
        words = f"{place} {value}"
        found.unread[words] = UnreadScope(words, "not scanned", None, "nothing was ever scanned there")
    if found.unread:
        return _coverage(found, nowhere=True)
    for need in wanted:
        _look(store, need, allowed, found)
    return _coverage(found, nowhere=False)


def _coverage(found: _Sum, *, nowhere: bool) -> Coverage:
    unread = tuple(found.unread[w] for w in sorted(found.unread))
    read = 0 if nowhere else found.read
    return Coverage(not unread, read, None if nowhere else found.oldest, unread[:_MOST_UNREAD])


def _unscanned(store: Store, within: Within) -> list[tuple[str, str]]:
    """Places of the restriction that no scope lies in."""
    missing: list[tuple[str, str]] = []
    for place in _SCOPED:
        values = list(getattr(within, place))
        if values:
            rows = store.read(
                f"UNWIND $values AS value RETURN value, EXISTS {{ MATCH (s:Scope) WHERE s.{place} = value }} AS known",
                {"values": values},
            )
            missing.extend((place, row["value"]) for row in rows if not row["known"])
    return missing


def _look(store: Store, need: Need, allowed: tuple[Within, ...], found: _Sum) -> None:
    asked = whole.coverage(sorted(need.kinds), need.within, allowed)
    seen: set[str] = set()
    elsewhere: set[str] = set()
    for row in store.read(asked.text, asked.parameters):
        if not row["inside"]:
            elsewhere.add(row["kind"])
            continue
        seen.add(row["kind"])
        found.read += row["read"]
        oldest = instant(row["oldest"])
        found.oldest = min(filter(None, (found.oldest, oldest)), default=None)
        for scope in row["unread"]:
            found.unread[scope["words"] or scope["uid"]] = _unread(scope)
    _never_read(need, seen, elsewhere, found)


def _never_read(need: Need, seen: set[str], elsewhere: set[str], found: _Sum) -> None:
    """Kinds that are read in other places but never in this one, and, where no kind of the need was ever read, all of it."""
    place = " ".join(need.within.plain().values())
    missing = {k for k in need.kinds if k not in seen and k in elsewhere}
    if not seen and not missing and need.kinds - set(STATEMENTS) and len(need.kinds) <= 3:
        missing = {k for k in need.kinds if k not in RESTS_ON}
    for kind in missing:
        words = f"{place} {kind}".strip()
        found.unread[words] = UnreadScope(
            words, "not scanned", None, "no scope of this kind was ever read there"
        )


def _unread(scope: dict[str, Any]) -> UnreadScope:
    return UnreadScope(
        scope=scope["words"] or scope["uid"],
        outcome=scope["outcome"],
        since=instant(scope["since"]),
        reason=scope["reason"] or scope["missing"] or "",
    )


def states(
    store: Store, within: Within = Within(), allowed: tuple[Within, ...] = ()
) -> tuple[ScopeState, ...]:
    """The scopes under a restriction, as the graph remembers them, in order of their words."""
    asked = whole.scopes(CoverageOf(within), allowed)
    return tuple(state_of(row["scope"]) for row in store.read(asked.text, asked.parameters, rows=100_000))


def state_of(properties: dict[str, Any]) -> ScopeState:
    """A scope out of its node."""
    names = ("account", "region", "cluster", "namespace", "repository")
    tried = instant(properties.get("triedAt") or properties.get("observedAt"))
    return ScopeState(
        scope=Scope(
            uid=properties["uid"],
            source=properties.get("source") or "",
            kinds=tuple(properties.get("kinds") or ()),
            words=properties.get("words") or properties.get("name") or properties["uid"],
            place={n: properties[n] for n in names if properties.get(n)},
        ),
        outcome=Outcome(properties["outcome"]),
        tried_at=tried,
        observed_at=instant(properties.get("completeAt")),
        since=instant(properties.get("since")),
        reason=properties.get("reason") or "",
        missing=properties.get("missing") or "",
        records=properties.get("records") or 0,
    )
