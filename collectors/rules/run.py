"""All rules as looks, to be taken after the sources: each writes its own scopes and says what it could not rest on.

One estate is read for all of them, when the first look is taken. Nothing is taken back for want of input: a scope that
could not be read keeps its records, and so keeps what is concluded from them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from types import MappingProxyType

from collectors.rules import application, contact, hosts, managed, owner, repository, team, uses
from collectors.rules.claim import Claims
from collectors.rules.conclusion import Conclusions, told
from collectors.rules.estate import Estate, Thing, load
from collectors.rules.outdated import Held, held, outdated
from collectors.rules.party import Directory, Party
from collectors.source import Look, Source
from graph.record import Uid
from graph.scope import Outcome, Reading, Scope
from graph.store import Store


@dataclass(frozen=True, slots=True)
class Configured:
    """What rules are told: other names of teams, and the accounts (by id or name) all of whose states are listed."""

    aliases: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    state_complete: frozenset[str] = frozenset()


class Reasoning:
    """What all rules conclude from one estate. Each part is worked out once, when it is first asked for."""

    def __init__(
        self, read: Callable[[], Estate], configured: Configured, before: Callable[[], Held] = dict
    ) -> None:
        self._read = read
        self._before = before
        self._configured = configured
        self.lock = threading.Lock()  # one rule at a time: they share what is worked out

    @cached_property
    def estate(self) -> Estate:
        """What was observed."""
        return self._read()

    @cached_property
    def before(self) -> Held:
        """What was concluded before."""
        return self._before()

    @cached_property
    def directory(self) -> Directory:
        """Who is who."""
        return Directory(self.estate, self._configured.aliases)

    @cached_property
    def applications(self) -> tuple[application.Application, ...]:
        """What runs, grouped."""
        return application.applications(self.estate)

    @cached_property
    def mappings(self) -> dict[Uid, tuple[repository.Candidate, ...]]:
        """Where code is."""
        return repository.candidates(self.estate)

    @cached_property
    def claims(self) -> Claims:
        """Who is said to own what."""
        return Claims(self.estate, self.directory, self.mappings)

    @cached_property
    def verdicts(self) -> dict[Uid, owner.Verdict]:
        """Who owns what."""
        subjects = self.estate.of(*owner.SUBJECTS)
        silence = owner.Silence(self.estate, self.claims)
        return {t.uid: v for t, v in owner.verdicts(self.claims, subjects, silence)}

    @cached_property
    def findings(self) -> dict[Uid, managed.Finding]:
        """What is managed by what."""
        subjects = self.estate.of(*managed.SUBJECTS)
        return {t.uid: f for t, f in managed.findings(self.estate, subjects, self._configured.state_complete)}

    def parties(self) -> Iterator[Party]:
        """Everybody whom anything names as an owner."""
        seen: set[Uid] = set()
        for verdict in self.verdicts.values():
            for claim in verdict.claims:
                if claim.party.uid not in seen:
                    seen.add(claim.party.uid)
                    yield claim.party
        for rule in self.estate.of("OwnershipRule"):
            yield from map(self.directory.of_handle, rule.texts("owners"))

    # The rules, by the scope they write

    def people(self) -> Conclusions:
        """Teams, people, and contacts."""
        found = team.conclude(self.estate, self.directory, self.parties())
        found.add(contact.conclude(self.estate, self.directory, self.mappings))
        return found

    def hosts(self) -> Conclusions:
        """What carries what, between clusters and clouds."""
        return hosts.hosts(self.estate)

    def uses(self) -> Conclusions:
        """What workloads use."""
        found = uses.uses(self.estate)
        uses.of_applications(self.estate, found, self.applications)
        uses.declared(self.estate, self.claims.catalogue, found, self.applications)
        return found

    def application(self) -> Conclusions:
        """Applications and what is part of them."""
        return application.conclude(self.estate, self.applications)

    def repository(self) -> Conclusions:
        """Code mappings."""
        found = repository.conclude(self.estate, self.mappings)
        repository.of_applications(found, self.applications, self.mappings)
        return found

    def owner(self, source: str) -> Conclusions:
        """Owners of what one source observed."""
        return owner.conclude((t, self.verdicts[t.uid]) for t in self._subjects(owner.SUBJECTS, source))

    def owner_of_applications(self) -> Conclusions:
        """Owners of applications."""
        found = owner.of_applications(self.applications, self.verdicts, self.claims)
        conclusions = owner.conclude_applications(found)
        conclusions.add_records(self.application())
        return conclusions

    def managed(self, source: str) -> Conclusions:
        """Management of what one source observed."""
        return managed.conclude((t, self.findings[t.uid]) for t in self._subjects(managed.SUBJECTS, source))

    def managed_applications(self) -> Conclusions:
        """Management of applications."""
        found = managed.of_applications(self.applications, self.findings)
        conclusions = managed.conclude_applications(found)
        conclusions.add_records(self.application())
        return conclusions

    def _subjects(self, kinds: tuple[str, ...], source: str) -> Iterator[Thing]:
        return (t for t in self.estate.of(*kinds) if t.source == source)


@dataclass(frozen=True, slots=True)
class Rule:
    """One question that rules answer: the scope it writes, what it can hold, and what it rests on.

    `inputs` are kinds; `sources` are collectors all of whose scopes it rests on.
    """

    name: str
    words: str
    kinds: tuple[str, ...]
    inputs: tuple[str, ...]
    conclude: Callable[[Reasoning], Conclusions]
    sources: tuple[str, ...] = ()


def rules() -> tuple[Rule, ...]:
    """Every rule, in the order in which one would want to read their results."""
    inherited = ("Namespace", "CloudFormationStack", "ArgoApplication")
    each = [
        Rule("people", "teams and people", ("Team", "Person"), team.INPUTS, Reasoning.people, ("code",)),
        Rule("hosts", "what hosts what", (), hosts.INPUTS, Reasoning.hosts),
        Rule("uses", "what uses what", (), uses.INPUTS, Reasoning.uses),
        Rule("application", "applications", ("Application",), application.INPUTS, Reasoning.application),
        Rule(
            "repository",
            "code mappings",
            ("CodeMapping",),
            repository.INPUTS,
            Reasoning.repository,
            ("code",),
        ),
    ]
    for source, words in (("aws", "AWS"), ("k8s", "Kubernetes"), ("code", "code")):
        each += [
            Rule(
                f"owner/{source}",
                f"owners of what is in {words}",
                ("Ownership",),
                inherited,
                partial(Reasoning.owner, source=source),
                ("code", source),
            ),
            Rule(
                f"managed/{source}",
                f"management of what is in {words}",
                (),
                managed.INPUTS,
                partial(Reasoning.managed, source=source),
                ("iac",),
            ),
        ]
    each += [
        Rule(
            "owner/application",
            "owners of applications",
            ("Ownership", "Application"),
            (*application.INPUTS, *inherited),
            Reasoning.owner_of_applications,
            ("code",),
        ),
        Rule(
            "managed/application",
            "management of applications",
            ("Application",),
            (*application.INPUTS, *managed.INPUTS),
            Reasoning.managed_applications,
            ("iac",),
        ),
    ]
    return tuple(each)


def source(store: Store, configured: Configured = Configured()) -> Source:
    """The rules as a source of their own. To be scanned after the others, when what they saw has been written."""
    return Source("rules", "rules", lambda: looks(store, configured), observes=False)


def looks(store: Store, configured: Configured = Configured()) -> Iterable[Look]:
    """A look for each rule. The estate is read when the first is taken."""
    scopes = {rule.name: scope_of(rule) for rule in rules()}
    before = partial(held, store, [s.uid for s in scopes.values()])
    reasoning = Reasoning(partial(load, store), configured, before)
    return tuple(Look(scopes[rule.name], partial(_read, store, reasoning, rule)) for rule in rules())


def scope_of(rule: Rule) -> Scope:
    """The scope that a rule writes."""
    return Scope(f"scope://rules/{rule.name}", "rules", rule.kinds, f"rules: {rule.words}", {})


def _read(store: Store, reasoning: Reasoning, rule: Rule) -> Reading:
    """What the rule concludes from the graph, and what it could not rest on, in words.

    The look is COMPLETE: the graph was read whole, and holds what was ever seen of a scope that cannot be read now.
    Scopes that were not read are gaps of their own; here they make absences unknown, and are named as missing.
    """
    scope = scope_of(rule)
    with reasoning.lock:
        found = rule.conclude(reasoning)
        unread = _unread(reasoning.estate, rule)
        before = reasoning.before.get(scope.uid, ())
    return Reading(
        scope,
        Outcome.COMPLETE,
        (*found.records.values(), *outdated(store, before, found.records.keys())),
        tuple(found.relations.values()),
        tuple(found.derivations.values()),
        missing=f"not read whole, so nothing new from there: {unread}" if unread else "",
    )


def _unread(estate: Estate, rule: Rule) -> str:
    """The scopes that a rule rests on and that were not read whole, in words; empty where all were."""
    unread = {i.uid: i.words for i in estate.unread(rule.inputs)}
    for source_name in rule.sources:
        unread |= {i.uid: i.words for i in estate.unread(source=source_name)}
    return told(unread.values(), most=5)
