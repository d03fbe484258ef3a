"""Whether something is managed, by what, or made by what: four states.

*Managed* and *derived* rest on proof. *Unmanaged* is said only where there is no proof and every state source that
could hold the thing was read whole; otherwise it is *unknown*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from collectors.rules.application import Application
from collectors.rules.conclusion import Conclusions, inferred, told
from collectors.rules.derived import Origins
from collectors.rules.estate import Estate, Input, Thing
from collectors.rules.proof import Proof, Proofs
from graph.kinds import KINDS
from graph.kinds.relations import MANAGING
from graph.record import Uid

SUBJECTS = tuple(k.name for k in KINDS.values() if k.field("management") is not None)
"""Everything whose kind declares that it can be managed."""

INPUTS = (*MANAGING, "CatalogEntity")


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of one thing, what manages or made it, and why that is known."""

    state: str  # managed | derived | unmanaged | unknown
    by: Proof | None
    reason: str


class Coverage:
    """Whether every state source that could hold a thing was read whole, by place."""

    def __init__(self, estate: Estate, complete: frozenset[str]) -> None:
        self._estate = estate
        accounts = {
            t.text("accountId") or t.text("account"): t.text("configuredName")
            for t in estate.of("AWSAccount")
        }
        self._complete = complete | {a for a, name in accounts.items() if name in complete}
        self._states = _unread(i for i in estate.inputs if i.source == "iac")
        self._places: dict[tuple[str, str, str], str] = {}

    def missing(self, thing: Thing) -> str:
        """Which state source that could hold it was not read, or empty."""
        if thing.kind == "KubernetesCluster":
            return "what made a cluster cannot be seen from inside it"
        place = (thing.text("cluster"), thing.text("account"), thing.text("region"))
        if place not in self._places:
            self._places[place] = self._states or self._around(*place)
        return self._places[place]

    def _around(self, cluster: str, account: str, region: str) -> str:
        if cluster:
            wanted = {"ArgoApplication", "FluxKustomization", "HelmRelease"}
            return _unread(
                i for i in self._estate.inputs if wanted & set(i.kinds) and i.place.get("cluster") == cluster
            )
        if account not in self._complete:
            return f"no word (state_complete) that every Terraform state of account {account or 'unknown'} is listed"
        stacks = [
            i
            for i in self._estate.inputs
            if "CloudFormationStack" in i.kinds
            and i.place.get("account") == account
            and (i.place.get("region", region) == region or not region)
        ]
        return (
            _unread(stacks)
            if stacks
            else f"the stacks of account {account} in {region or 'any region'} were not read"
        )


def _unread(inputs: Iterable[Input]) -> str:
    unread = [i.words for i in inputs if not i.whole]
    return f"not read whole: {told(unread)}" if unread else ""


def findings(
    estate: Estate, subjects: Iterable[Thing], complete: frozenset[str]
) -> Iterator[tuple[Thing, Finding]]:
    """The finding about each subject. `complete` are accounts, by id or configured name, whose states are all listed."""
    proofs, origins, coverage = Proofs(estate), Origins(estate), Coverage(estate, complete)
    for subject in subjects:
        proof = next(proofs.of(subject), None)
        if proof is not None:
            yield subject, Finding("managed", proof, proof.words)
            continue
        origin = next(origins.of(subject), None)
        if origin is not None:
            yield subject, Finding("derived", origin, f"made by {origin.words}")
            continue
        missing = coverage.missing(subject)
        if missing:
            yield subject, Finding("unknown", None, missing)
        else:
            yield (
                subject,
                Finding("unmanaged", None, "no state, stack or deployer holds it, and all were read"),
            )


def conclude(found: Iterable[tuple[Thing, Finding]]) -> Conclusions:
    """The state of each thing, and MANAGED_BY or DERIVED_FROM where the collector has not said it itself."""
    conclusions = Conclusions()
    for subject, finding in found:
        _write(conclusions, subject.uid, finding)
    return conclusions


def _write(conclusions: Conclusions, uid: Uid, finding: Finding) -> None:
    by = finding.by
    confidence = by.confidence if by else 0.9
    basis = by.basis if by else ()
    why = inferred(by.rule if by else "state-sources", confidence, uid, *basis)
    conclusions.derive(
        uid,
        {
            "management": finding.state,
            "managedBy": by.words if by else None,
            "managementReason": finding.reason,
        },
        why,
    )
    if by is not None and by.manager and not by.stated:
        kind = "MANAGED_BY" if finding.state == "managed" else "DERIVED_FROM"
        conclusions.relate(kind, uid, by.manager, why)


def of_applications(
    applications: Iterable[Application], found: Mapping[Uid, Finding]
) -> Iterator[tuple[Application, Finding]]:
    """An application is what its members are together: managed only where all are, unknown where any is."""
    for application in applications:
        members = [found[m] for m in application.members if m in found]
        if not members:
            continue
        states = {m.state for m in members}
        by = next((m.by for m in members if m.by), None)
        if states <= {"managed", "derived"}:
            yield application, Finding("managed", by, told(m.reason for m in members))
        elif "unknown" in states:
            yield (
                application,
                Finding("unknown", None, told(m.reason for m in members if m.state == "unknown")),
            )
        else:
            loose = sum(m.state == "unmanaged" for m in members)
            reason = f"{loose} of its {len(members)} members are unmanaged"
            yield application, Finding("unmanaged", None, reason)


def conclude_applications(found: Iterable[tuple[Application, Finding]]) -> Conclusions:
    """The same for applications."""
    conclusions = Conclusions()
    for application, finding in found:
        _write(conclusions, application.uid, finding)
    return conclusions
