"""Which scopes a query depends on, and whether each of them was read whole.

"There are none" may be said only where everything that could have held one was looked at. So a query depends on the
scopes of the kinds it asks for and of those at the other ends of its relations, in the places it is restricted to; and
what is inferred depends as well on the scopes that its rule reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from graph.account import all_grounded, grounded
from graph.compiler import scopes
from graph.compiler.text import Cypher
from graph.decoding import instant
from graph.fields import PLACES, kinds_asked
from graph.kinds import KINDS, RELATIONS, aws, code, kubernetes
from graph.once import ahead
from graph.query import (
    AnyOf,
    Column,
    Condition,
    CoverageOf,
    Find,
    Not,
    Related,
    Where,
    Within,
)
from graph.result import UnreadScope
from graph.scope import Outcome, Scope, ScopeState
from graph.store import Store

_OWNERS = (
    *("Ownership", "Team", "Repository", "OwnershipRule", "CatalogEntity"),
    *("Namespace", "CloudFormationStack", "ArgoApplication"),
)
_MANAGERS = (
    *("TerraformState", "CloudFormationStack", "ArgoApplication", "FluxKustomization"),
    "CatalogEntity",
)
_CODE = (
    *("CodeMapping", "Repository", "ImageBuild", "CatalogEntity"),
    *("ArgoApplication", "FluxKustomization", "FluxSource", "ECSTaskDefinition"),
)
_ENDPOINTS = ("ConfigMap", "Service", "DNSRecord")


@dataclass(frozen=True, slots=True)
class Inferred:
    """Something that a rule concludes: the rule's name, whether there is one for each source, and the kinds that it reads."""

    rule: str
    reads: tuple[str, ...]
    by_source: bool = False


_OWNER, _MANAGED = Inferred("owner", _OWNERS, by_source=True), Inferred("managed", _MANAGERS, by_source=True)
_MAPPING, _GROUPED = Inferred("repository", _CODE), Inferred("application", ("Application", "CatalogEntity"))

RESTS_ON: dict[str, Inferred] = {
    **dict.fromkeys(("OWNED_BY", "OWNERSHIP_OF", "NAMES", "ownership", "Ownership"), _OWNER),
    **dict.fromkeys(("MANAGED_BY", "DERIVED_FROM", "management", "managedBy"), _MANAGED),
    **dict.fromkeys(("BUILT_FROM", "DEPLOYED_FROM", "MAPPING_OF", "MAPS_TO", "CodeMapping"), _MAPPING),
    "Application": Inferred("application", ("Workload", "CatalogEntity", "ArgoApplication")),
    "application": _GROUPED,
    "DEPENDS_ON": Inferred("uses", _ENDPOINTS),
    **dict.fromkeys(("Team", "Person", "MEMBER_OF"), Inferred("people", ("CatalogEntity", "OwnershipRule"))),
    "owner": replace(_OWNER, reads=()),  # a column shows what is unknown as unknown, row by row
    "manager": replace(_MANAGED, reads=()),
}
"""What rules infer (a relation, a derived field, a special column, a kind), and what it rests on.

Of the kinds that a rule reads, those that nobody collects are no gap: an estate without Terraform has no state to read.
"""

_SOURCES = {
    **{k.name: "aws" for k in aws.KINDS},
    **{k.name: "k8s" for k in kubernetes.KINDS},
    **{k.name: "code" for k in code.KINDS},
    "Application": "application",
}
"""Whose scopes hold a kind; the rules of owners and managers have one scope for each."""

_SCOPED = ("account", "region", "cluster")
_MOST_UNREAD = 100
_MOST_STATES = 100_000
NOT_SCANNED = "not scanned"
_OWN = frozenset({"Scope", "Change"})
"""What scanning itself leaves in the graph: no source is looked at for it."""
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Need:
    """Kinds that a query depends on, in the places where it looks for them. No kinds = every kind there.

    `asked`: it asks for them itself, so that they were never read is a gap; `rules` are the rules whose conclusions it uses.
    """

    kinds: frozenset[str]
    within: Within
    asked: bool = True
    rules: tuple[str, ...] = ()


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
    met: set[tuple[str, str]] = field(default_factory=set)  # places that scopes were found in


def needs(query: Find) -> tuple[Need, ...]:
    """What a Find depends on. A change may be of anything, so changes depend on all that is read in their place; scopes and scans are the graph's own, and depend on nothing."""
    if query.of == "Change":
        return (Need(frozenset(), query.within),)
    if query.of in ("Scope", "Scan"):
        return ()
    asked = _Asked()
    asked.of(query.of)
    asked.conditions(query.of, query.where)
    for column in (*query.columns, *query.group_by):
        asked.column(column)
    for restricted, name in ((query.within.team, "OWNED_BY"), (query.within.repository, "BUILT_FROM")):
        if restricted:
            asked.names.add(name)
    inferred = [RESTS_ON[name] for name in sorted(asked.names) if name in RESTS_ON]
    read = _closed(name for one in inferred for name in one.reads) - asked.kinds
    sources = sorted({_SOURCES[k] for k in (*asked.kinds, *asked.names) if k in _SOURCES})
    rules = dict.fromkeys(r for one in inferred for r in _rules(one, sources))
    return (
        *_grouped(asked.kinds, query.within, asked=True),
        *_grouped(read, query.within, asked=False),
        *([Need(frozenset(), Within(), rules=tuple(rules))] if rules else []),
    )


def _rules(inferred: Inferred, sources: Iterable[str]) -> list[str]:
    return [f"{inferred.rule}/{s}" for s in sources] if inferred.by_source else [inferred.rule]


class _Asked:
    """The kinds and inferred things that a query's parts speak of."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.names: set[str] = set()

    def of(self, of: str) -> None:
        """A kind or category: its kinds, and what they rest on where a rule makes them."""
        for kind in kinds_asked(of):
            (self.names if kind.name in RESTS_ON else self.kinds).add(kind.name)

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
    return {k.name for name in names for k in kinds_asked(name) if k.name not in RESTS_ON}


def _grouped(kinds: Iterable[str], within: Within, *, asked: bool) -> Iterable[Need]:
    """The kinds by the restricted places they have. One that has none of them is looked for everywhere, if it lies in no place at all."""
    groups: dict[tuple[str, ...], set[str]] = {}
    restricted = [p for p in PLACES if getattr(within, p)]
    for name in sorted(kinds):
        held = tuple(p for p in restricted if KINDS[name].field(p))
        if held or not restricted or not any(KINDS[name].field(p) for p in PLACES):
            groups.setdefault(held, set()).add(name)
    for held, members in groups.items():
        yield Need(frozenset(members), Within(**{p: getattr(within, p) for p in held}), asked)


def begin(store: Store, wanted: Iterable[Need], allowed: tuple[Within, ...] = ()) -> None:
    """Begins to read what `cover` will ask for first."""
    for need in wanted:
        asked = scopes.of_rules(need.rules) if need.rules else _behind(need, allowed)
        ahead(store, asked)


def _behind(need: Need, allowed: tuple[Within, ...]) -> Cypher:
    return scopes.behind(sorted(need.kinds), need.within, allowed)


def cover(
    store: Store, wanted: Iterable[Need], within: Within = Within(), allowed: tuple[Within, ...] = ()
) -> Coverage:
    """Reads the scopes behind a query. What nobody has ever looked at is unread, with that as its reason."""
    found, wanted = _Sum(), tuple(wanted)
    for need in wanted:
        _look(store, need, allowed, found)
    if nowhere := _unscanned(store, within, found):
        words = [f"{place} {value}" for place, value in nowhere]
        unread = {w: UnreadScope(w, NOT_SCANNED, None, "nothing was ever scanned there") for w in words}
        return _coverage(_Sum(unread=unread))
    return _coverage(found)


def _coverage(found: _Sum) -> Coverage:
    unread = tuple(found.unread[w] for w in sorted(found.unread))
    return Coverage(not unread, found.read, found.oldest, unread[:_MOST_UNREAD])


def _unscanned(store: Store, within: Within, found: _Sum) -> list[tuple[str, str]]:
    """Places of the restriction that no scope lies in. One whose scopes were just met needs no further look."""
    missing: list[tuple[str, str]] = []
    for place in _SCOPED:
        values = [v for v in getattr(within, place) if (place, v) not in found.met]
        if values:
            asked = scopes.known(place, values)
            rows = store.read(asked.text, asked.parameters)
            missing.extend((place, row["value"]) for row in rows if not row["known"])
    return missing


def _look(store: Store, need: Need, allowed: tuple[Within, ...], found: _Sum) -> None:
    if need.rules:
        _look_at_rules(store, need.rules, found)
        return
    asked = _behind(need, allowed)
    rows = store.read(asked.text, asked.parameters)
    here: set[str] = set()
    for row in rows:
        _add(row, found)
        here |= _kinds(row)
    if rows and _kinds(rows[0]):  # the first row is of what lies inside
        found.met |= {(p, values[0]) for p in scopes.TOPS if len(values := getattr(need.within, p)) == 1}
    if missing := need.kinds - here:
        _never_read(store, need, missing, found)


def _look_at_rules(store: Store, rules: Sequence[str], found: _Sum) -> None:
    """A rule that never ran, or failed, concludes nothing. One that lacked an input is no gap beyond that input's own."""
    asked = scopes.of_rules(rules)
    for row in store.read(asked.text, asked.parameters):
        if row["scopes"]:
            _add(row, found)
        else:
            words = f"rules: {row['rule']}"
            found.unread[words] = UnreadScope(words, NOT_SCANNED, None, "the rule that infers this never ran")


def _add(row: dict[str, Any], found: _Sum) -> None:
    found.read += row["read"]
    found.oldest = min(filter(None, (found.oldest, instant(row["oldest"]))), default=None)
    for scope in row["unread"]:
        found.unread[scope["words"]] = _unread(scope)


def _kinds(row: dict[str, Any]) -> set[str]:
    return {kind for kinds in row["kinds"] for kind in kinds or ()}


def _never_read(store: Store, need: Need, unseen: frozenset[str], found: _Sum) -> None:
    """Kinds that are read in other places but never in this one and, where none of those asked for was ever read, all of them."""
    unseen -= _OWN
    asked = scopes.elsewhere(sorted(unseen))
    missing = unseen & {kind for row in store.read(asked.text, asked.parameters) for kind in _kinds(row)}
    if need.asked and not missing and unseen and unseen == need.kinds:
        missing = unseen
    place = " ".join(need.within.plain().values())
    for kind in sorted(missing):
        words = f"{place} {kind}".strip()
        found.unread[words] = UnreadScope(
            words, NOT_SCANNED, None, "no scope of this kind was ever read there"
        )


def never_looked_for(store: Store, query: Find, allowed: tuple[Within, ...] = ()) -> tuple[UnreadScope, ...]:
    """The accounts that are scanned for other kinds and were never scanned for the one that is asked for, wherever it lies."""
    kinds = [k.name for k in kinds_asked(query.of)]
    placed = query.within.account or query.within.region or query.named
    if len(kinds) != 1 or _SOURCES.get(kinds[0]) != "aws" or placed:
        return ()
    asked = scopes.lacking(kinds, all_grounded(store, allowed))
    reason = "no scope of this kind was ever read there"
    return tuple(
        UnreadScope(f"aws {row['account']} {kinds[0]}", NOT_SCANNED, None, reason)
        for row in store.read(asked.text, asked.parameters)
    )


def _unread(scope: dict[str, Any]) -> UnreadScope:
    return UnreadScope(
        scope=scope["words"],
        outcome=scope["outcome"],
        since=instant(scope["since"]),
        reason=scope["reason"] or scope["missing"] or "",
    )


def states(
    store: Store, within: Within = Within(), allowed: tuple[Within, ...] = ()
) -> tuple[ScopeState, ...]:
    """The scopes under a restriction, as the graph remembers them, in order of their words."""
    asked = _states(store, within, allowed)
    return tuple(
        state_of(row["scope"]) for row in store.read(asked.text, asked.parameters, rows=_MOST_STATES)
    )


def begin_states(store: Store, within: Within = Within(), allowed: tuple[Within, ...] = ()) -> None:
    """Begins to read what `states` will ask for."""
    ahead(store, _states(store, within, allowed), rows=_MOST_STATES)


def _states(store: Store, within: Within, allowed: tuple[Within, ...]) -> Cypher:
    return scopes.scopes(CoverageOf(grounded(store, within)), all_grounded(store, allowed))


def state_of(properties: dict[str, Any]) -> ScopeState:
    """A scope out of its node."""
    names = ("account", "region", "cluster", "namespace", "repository")
    return ScopeState(
        scope=Scope(
            uid=properties["uid"],
            source=properties.get("source") or "",
            kinds=tuple(properties.get("kinds") or ()),
            words=properties.get("words") or properties.get("name") or properties["uid"],
            place={n: properties[n] for n in names if properties.get(n)},
        ),
        outcome=Outcome(properties["outcome"]),
        tried_at=instant(properties.get("triedAt")) or _NEVER,
        observed_at=instant(properties.get("completeAt")),
        since=instant(properties.get("since")),
        reason=properties.get("reason") or "",
        missing=properties.get("missing") or "",
        records=properties.get("records") or 0,
    )
