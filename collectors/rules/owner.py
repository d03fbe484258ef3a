"""Who owns what: one owner chosen by a written precedence, all others kept beside it with their reasons.

Unknown, unowned and unowned on purpose differ: unowned is said only where every source that could name an owner was
read whole; on purpose only where a source says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from collectors.rules.application import Application
from collectors.rules.claim import CODEOWNERS, INHERITED, Claim, Claims
from collectors.rules.conclusion import Conclusions, chain, inferred, told, without_nothing
from collectors.rules.estate import PLACES, Estate, Input, Thing
from collectors.rules.party import Sort, likeness
from graph.kinds import KINDS
from graph.record import Record, Uid, Value

SUBJECTS = tuple(k.name for k in KINDS.values() if k.field("ownership") is not None)
"""Everything whose kind declares that it can be owned."""

Silencer = Callable[[], str]
"""Says why an absence is not known to be one, or nothing. Asked only where it matters: looking for what was not read costs."""

_MADE = frozenset({"Pod"})
"""What is made in numbers by something that is owned itself: it has that owner, and no candidates of its own."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the claims about one thing come to."""

    state: str  # owned | conflict | unowned on purpose | unowned | unknown
    reason: str
    chosen: tuple[Claim, ...]
    claims: tuple[Claim, ...]  # one of each party, strongest first
    conflicts: Mapping[Uid, str]  # by party

    @property
    def confidence(self) -> float:
        """That of the chosen claims; of an absence, how sure it is."""
        return chain(*(c.confidence for c in self.chosen)) if self.chosen else 0.9


class Silence:
    """Why nobody may be named for a thing: which sources in question were not read. Nothing: all were."""

    def __init__(self, estate: Estate, claims: Claims) -> None:
        self._estate = estate
        self._claims = claims
        self._code = _code_unread(estate)
        self._places: dict[tuple[str, str, str], str] = {}

    def about(self, thing: Thing) -> str:
        """The reason why an owner is unknown rather than absent, or empty."""
        if thing.tags is None and KINDS[thing.kind].field("tags") is not None:
            return "its tags could not be read"
        return self._code or self._mapped(thing) or self._around(thing)

    def _mapped(self, thing: Thing) -> str:
        """The CODEOWNERS of the repository that it is mapped to."""
        for mapping in self._claims.mappings.get(thing.uid, ()):
            repository = self._claims.repositories.get(mapping.repository)
            if mapping.standing == "chosen" and repository is None:
                return f"its repository {mapping.name} has not been read"
            if repository is not None and repository.text("codeowners") in {"too large", "unreadable"}:
                return f"CODEOWNERS of {mapping.name} is {repository.text('codeowners')}"
        return ""

    def _around(self, thing: Thing) -> str:
        """The scopes of what it could inherit an owner from: its cluster's namespaces, its account's stacks."""
        place = (thing.text("cluster"), thing.text("account"), thing.text("region"))
        if place not in self._places:
            self._places[place] = _not_read(i for i in self._estate.inputs if _holds_parents(i, *place))
        return self._places[place]


def _code_unread(estate: Estate) -> str:
    if not any(i.source == "code" for i in estate.inputs):
        return "no catalogue and no CODEOWNERS has been read"
    return _not_read(i for i in estate.inputs if i.source == "code")


def _not_read(inputs: Iterable[Input]) -> str:
    unread = [i.words for i in inputs if not i.whole]
    return f"not read whole: {told(unread)}" if unread else ""


def _holds_parents(scope: Input, cluster: str, account: str, region: str) -> bool:
    if cluster:
        return "Namespace" in scope.kinds and scope.place.get("cluster") == cluster
    return (
        bool(account)
        and "CloudFormationStack" in scope.kinds
        and scope.place.get("account") == account
        and scope.place.get("region", region) == region
    )


def verdicts(claims: Claims, subjects: Iterable[Thing], silence: Silence) -> Iterator[tuple[Thing, Verdict]]:
    """The verdict about each subject."""
    for subject in subjects:
        yield subject, judge(claims.of(subject), partial(silence.about, subject), claims)


def judge(claims: Sequence[Claim], unread: Silencer, known: Claims | None = None) -> Verdict:
    """What claims come to. `unread` says, when asked, why an absence is not known to be one."""
    each = _by_party(claims)
    conflicts = dict(_conflicts(each, known))
    sound = [c for c in each if c.party.sort is not Sort.NOBODY and not c.party.doubt]
    best = min((c.rank for c in each if not c.party.doubt), default=0)
    first = [c for c in each if c.rank == best and not c.party.doubt]
    on_purpose = bool(first) and all(c.party.sort is Sort.NOBODY for c in first)
    top = min((c.rank for c in sound), default=0)
    chosen = () if on_purpose else tuple(_leading([c for c in sound if c.rank == top]))
    if conflicts:
        return Verdict("conflict", told(conflicts.values()), chosen, each, conflicts)
    if chosen:
        return Verdict("owned", chosen[0].reason, chosen, each, conflicts)
    if on_purpose:
        return Verdict("unowned on purpose", first[0].reason, (), each, conflicts)
    reason = unread()
    if reason:
        return Verdict("unknown", reason, (), each, conflicts)
    return Verdict("unowned", "no source names an owner, and all that could were read", (), each, conflicts)


def _by_party(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """The strongest claim of each party: one root said twice is no surer."""
    best: dict[Uid, Claim] = {}
    for claim in claims:
        best.setdefault(claim.party.uid, claim)
    return tuple(best.values())


def _leading(claims: Sequence[Claim]) -> Iterator[Claim]:
    """The chosen of one rank: of inherited ones the nearest alone, of others all (co-owners, or a conflict shown as one)."""
    if claims and claims[0].rank == INHERITED:
        nearest = max(c.confidence for c in claims)
        yield from (c for c in claims if c.confidence == nearest)
    else:
        yield from claims


def _conflicts(claims: Sequence[Claim], known: Claims | None) -> Iterator[tuple[Uid, str]]:
    """What is wrong, by the party it concerns: a team that does not exist, a person who left, sources that disagree."""
    for claim in claims:
        if claim.party.doubt:
            yield claim.party.uid, f"{claim.party.doubt} ({claim.reason})"
    stated = [c for c in claims if c.rank != INHERITED]
    nearest = max((c.confidence for c in claims if c.rank == INHERITED), default=0.0)
    if not stated:
        stated = [c for c in claims if c.confidence == nearest]
    stated = [c for c in stated if known is None or not known.speaks_through_team(c.party, stated)]
    for at, left in enumerate(stated):
        for right in stated[at + 1 :]:
            if left.party.doubt or right.party.doubt or _agree(left, right, known):
                continue
            reason = _against(left, right)
            yield left.party.uid, reason
            yield right.party.uid, reason


def _agree(left: Claim, right: Claim, known: Claims | None) -> bool:
    """Co-owners of one line agree, and so do a team and one of its own people."""
    if left.rank == right.rank == CODEOWNERS:
        return Sort.NOBODY not in {left.party.sort, right.party.sort}
    return known is not None and known.are_one_team(left.party, right.party)


def _against(left: Claim, right: Claim) -> str:
    alike = likeness(left.party.name) == likeness(right.party.name) and Sort.NOBODY not in {
        left.party.sort,
        right.party.sort,
    }
    words = f"{left.party.name} by {left.reason}, {right.party.name} by {right.reason}"
    return f"two spellings of one team without a declared alias: {words}" if alike else words


# What is written


def conclude(found: Iterable[tuple[Thing, Verdict]]) -> Conclusions:
    """Candidates as Ownership records, the chosen as OWNED_BY, and the state of each subject."""
    conclusions = Conclusions()
    for subject, verdict in found:
        _write(conclusions, subject.uid, subject.name, subject.kind, subject.places(), verdict)
    return conclusions


def _write(
    conclusions: Conclusions, uid: Uid, name: str, kind: str, places: Mapping[str, str], verdict: Verdict
) -> None:
    chosen = {c.party.uid for c in verdict.chosen}
    made = kind in _MADE or any(c.rule == "inherited-from-workload" for c in verdict.claims[:1])
    for claim in verdict.claims:
        if not made:
            _candidate(conclusions, uid, name, kind, places, claim, verdict)
        if claim.party.uid in chosen:
            why = inferred(claim.rule, claim.confidence, uid, *claim.basis)
            conclusions.relate("OWNED_BY", uid, claim.party.uid, why)
    fields: dict[str, Value] = {"ownership": verdict.state, "ownershipReason": verdict.reason}
    basis = [b for c in verdict.claims for b in c.basis][:5]
    conclusions.derive(uid, fields, inferred("ownership", verdict.confidence, uid, *basis))


def _candidate(
    conclusions: Conclusions,
    uid: Uid,
    name: str,
    kind: str,
    places: Mapping[str, str],
    claim: Claim,
    verdict: Verdict,
) -> None:
    party = claim.party
    nobody = party.sort is Sort.NOBODY
    chosen = any(c.party.uid == party.uid for c in verdict.chosen)
    conflict = verdict.conflicts.get(party.uid, "")
    fields: dict[str, Value] = {
        "subject": name,
        "subjectKind": kind,
        "owner": "" if nobody else party.name,
        **{p: v for p, v in places.items() if p in PLACES},
        "method": claim.method,
        "reason": claim.reason,
        "rank": claim.rank,
        "standing": "nobody on purpose" if nobody else "chosen" if chosen else "competing",
        "conflict": bool(conflict),
        "conflictReason": conflict,
    }
    why = inferred(claim.rule, claim.confidence, uid, *claim.basis)
    record = Uid(f"ownership://{uid}->{party.uid or 'nobody'}")
    title = f"{name} → {party.name}"
    conclusions.state(Record(record, "Ownership", title, without_nothing(fields), why))
    conclusions.relate("OWNERSHIP_OF", record, uid, why)
    if not nobody:
        conclusions.relate("NAMES", record, party.uid, why)


# Applications


def of_applications(
    found: Iterable[Application], verdict_of: Mapping[Uid, Verdict], claims: Claims
) -> Iterator[tuple[Application, Verdict]]:
    """An application's owner: its catalogue entry's, else what its members say; members that disagree are a conflict."""
    for application in found:
        each: list[Claim] = []
        if application.entity is not None:
            each += claims.of_entity(application.entity)
        for member, why in application.members.items():
            for claim in verdict_of[member].chosen if member in verdict_of else ():
                each.append(_through(claim, chain(claim.confidence, why.confidence), member, claims.estate))
        each += _on_purpose(application, verdict_of, claims.estate)
        each.sort(key=lambda c: (c.rank, -c.confidence, c.party.name))
        yield application, judge(each, partial(_unread, application, verdict_of), claims)


def _through(claim: Claim, confidence: float, member: Uid, estate: Estate) -> Claim:
    reason = f"{estate.things[member].name}: {claim.reason}"
    return Claim(
        claim.party, claim.rank, claim.method, claim.rule, reason, confidence, (member, *claim.basis)
    )


def _on_purpose(
    application: Application, verdict_of: Mapping[Uid, Verdict], estate: Estate
) -> Iterator[Claim]:
    """Nobody on purpose only where that is said of every member."""
    states = {verdict_of[m].state for m in application.members if m in verdict_of}
    if states == {"unowned on purpose"}:
        for member in application.members:
            for claim in verdict_of[member].claims:
                if claim.party.sort is Sort.NOBODY:
                    yield _through(claim, claim.confidence, member, estate)


def _unread(application: Application, verdict_of: Mapping[Uid, Verdict]) -> str:
    """Why it is unknown: a member whose own owner is unknown."""
    reasons = (v.reason for m in application.members if (v := verdict_of.get(m)) and v.state == "unknown")
    return next(reasons, "")


def conclude_applications(found: Iterable[tuple[Application, Verdict]]) -> Conclusions:
    """The same as for what is observed, for applications."""
    conclusions = Conclusions()
    for application, verdict in found:
        _write(conclusions, application.uid, application.name, "Application", application.place, verdict)
    return conclusions
