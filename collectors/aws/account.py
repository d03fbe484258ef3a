"""An account as a source: who it is, which regions it has, and the looks at all that is in it.

Calls: sts:GetCallerIdentity (needs no right), ec2:DescribeRegions, iam:ListAccountAliases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import boto3

from collectors.aws import organization
from collectors.aws.place import GLOBAL, Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.session import Configured, Session
from collectors.aws.shape import Stated, record
from collectors.source import Look, Source
from graph.errors import NotOffered, SkipScope, SourceFailed
from graph.record import Record, Relation, Uid
from graph.scope import Outcome, Reading, Scope

CALLS = ("sts:GetCallerIdentity", "ec2:DescribeRegions", "iam:ListAccountAliases")
_MALFORMED = (KeyError, IndexError, TypeError, ValueError, AttributeError)
"""What a shape raises over an item that is not as AWS documents it."""
_NOT_ENABLED = "not-opted-in"


def source(
    configured: Configured, services: Iterable[Service], session: boto3.Session | None = None
) -> Source:
    """The account as configured; `session` stands in for boto3's credential chain where the caller has one."""
    offered = tuple(services)
    return Source(
        "aws",
        f"AWS account {configured.name}",
        lambda: (_organization if configured.organization_role else _looks)(
            Session(configured, session), offered
        ),
    )


def _organization(session: Session, services: tuple[Service, ...]) -> Iterator[Look]:
    """The looks at every account of the Organization; one that cannot be entered is one failed look, as alone."""
    try:
        place = session.identify()
        found = list(organization.members(session, place))
        if not found:
            raise SourceFailed(
                f"{place.words} lists no account of an Organization. Leave `organization_role` out."
            )
    except SkipScope as error:
        yield _failed(session.configured, services, error)
        return
    for configured in found:
        yield from _looks(session.member(configured), services)


@dataclass(frozen=True, slots=True)
class _Account:
    """What is known once the account has answered. `regions` by name, with what AWS says of each."""

    place: Place
    regions: dict[str, str]
    unlisted: SkipScope | None = None  # why the regions could not be listed


def _looks(session: Session, services: tuple[Service, ...]) -> Iterator[Look]:
    """The account's own look first, then every listing wherever it is offered. An account that does not answer is one failed look."""
    try:
        place = session.identify()
    except SkipScope as error:
        yield _failed(session.configured, services, error)
        return
    account = _account(session, place)
    yield _account_look(session, account, services)
    wanted = set(session.configured.kinds)
    for service in services:
        for listing in service.listings:
            if not wanted or wanted & set(listing.kinds):
                for where in _places(account, service, session.configured):
                    yield _look(session, account, service, listing, where)


def _places(account: _Account, service: Service, configured: Configured) -> Iterator[Place]:
    if not service.regional:
        yield account.place
        return
    enabled = [r for r, status in account.regions.items() if status != _NOT_ENABLED]
    for region in configured.regions or enabled:
        yield account.place.within(region)


def _account(session: Session, place: Place) -> _Account:
    """The account's regions, or why they could not be listed."""
    region = Region(session, place.within(session.home), CALLS)
    try:
        found = region.ask("ec2:DescribeRegions", AllRegions=True)
    except SkipScope as error:
        return _Account(place, {}, error)
    statuses = {r["RegionName"]: str(r.get("OptInStatus", "")) for r in found.get("Regions", ())}
    return _Account(place, statuses)


def _account_look(session: Session, account: _Account, services: tuple[Service, ...]) -> Look:
    configured = session.configured
    blind = account.unlisted is not None and not configured.regions
    scope = _account_scope(configured, account.place.account, _kinds(services) if blind else ())

    def read() -> Reading:
        if account.unlisted and blind:
            raise type(account.unlisted)(
                f"{account.unlisted} Without it the regions are not known, and only global services are read; or list "
                f"`regions` of `{configured.name}` in the configuration."
            )
        return _reading(scope, _account_records(session, account))

    return Look(scope, read)


def _account_scope(configured: Configured, account: str, kinds: Iterable[str] = ()) -> Scope:
    """The scope of the account itself, by its configured name, so that a failure and what follows it are one scope.

    Where the account could not be entered it stands for all kinds that could not be read.
    """
    return Scope(
        f"scope://aws/{configured.name}",
        "aws",
        ("AWSAccount", "AWSRegion", *kinds),
        f"aws {account or configured.name} AWSAccount",
        {"account": account} if account else {},
    )


def _kinds(services: Iterable[Service]) -> Iterable[str]:
    return dict.fromkeys(k for s in services for listing in s.listings for k in listing.kinds)


def _reading(scope: Scope, stated: Iterable[Stated]) -> Reading:
    records, relations = _parted(stated)
    return Reading(scope, Outcome.COMPLETE, records, relations)


def _parted(stated: Iterable[Stated]) -> tuple[tuple[Record, ...], tuple[Relation, ...]]:
    """Records and relations apart; of two of one uid, as overlapping pages give, the later one."""
    records: dict[str, Record] = {}
    relations: dict[tuple[str, str, str], Relation] = {}
    for one in stated:
        if isinstance(one, Record):
            records[one.uid] = one
        else:
            relations[one.type, one.source, one.target] = one
    return tuple(records.values()), tuple(relations.values())


def _account_records(session: Session, account: _Account) -> Iterator[Stated]:
    place, configured = account.place, session.configured
    alias = _alias(session, place)
    named = dict.fromkeys((*account.regions, *configured.regions))
    enabled = [r for r in named if account.regions.get(r, "") != _NOT_ENABLED]
    uid = Uid(f"aws://account/{place.account}")
    yield record(
        "AWSAccount",
        {},
        place,
        uid=uid,
        name=configured.name or alias or place.account,
        accountId=place.account,
        alias=alias,
        configuredName=configured.name,
        enabledRegions=len(enabled),
    )
    for name in named:
        region = record(
            "AWSRegion",
            {"OptInStatus": account.regions.get(name)},
            place.within(name),
            uid=Uid(f"{uid}/region/{name}"),
            name=name,
            enabled=name in enabled,
        )
        yield region
        yield Relation("PART_OF", region.uid, uid)


def _alias(session: Session, place: Place) -> str:
    """The account's alias; one that may not be read is none."""
    region = Region(session, place, CALLS)
    try:
        found: list[str] = list(region.pages("iam:ListAccountAliases", "AccountAliases[]"))
    except SkipScope:
        return ""
    return found[0] if found else ""


def _look(session: Session, account: _Account, service: Service, listing: Listing, place: Place) -> Look:
    scope = scope_of(service, listing, place)

    def read() -> Reading:
        if account.regions.get(place.region) == _NOT_ENABLED:
            raise NotOffered(
                f"Region {place.region} is not enabled for account {place.account}. Enable it, or leave it out of `regions`."
            )
        if place.region and account.regions and place.region not in account.regions:
            raise NotOffered(
                f"There is no region {place.region}. Correct `regions` of `{session.configured.name}`."
            )
        return reading(Region(session, place, listing.calls), listing, scope)

    return Look(scope, read)


def scope_of(service: Service, listing: Listing, place: Place) -> Scope:
    """The scope of a listing in a place. Where several services list one kind, its words name the service."""
    where = place.region or GLOBAL
    kinds = ", ".join(listing.kinds)
    return Scope(
        f"scope://aws/{place.account}/{where}/{service.name}/{listing.name}",
        "aws",
        listing.kinds,
        f"aws {place.account} {where} {kinds}",
        {"account": place.account, **({"region": place.region} if place.region else {})},
    )


def reading(region: Region, listing: Listing, scope: Scope) -> Reading:
    """One listing read whole, or as far as it went. Raises SkipScope where nothing came."""
    stated: list[Stated] = []
    ended: SkipScope | None = None
    try:
        for raw in listing.read(region):
            stated.extend(_stated(listing, raw, region))
    except SkipScope as error:
        if not stated:
            raise
        ended = error
    records, relations = _parted(stated)
    return Reading(
        scope,
        Outcome.PARTIAL if ended else Outcome.COMPLETE,
        records,
        relations,
        reason=str(ended or ""),
        missing="what came after the listing broke off" if ended else ", ".join(region.missing),
        problems=tuple(region.problems),
    )


def _stated(listing: Listing, raw: Raw, region: Region) -> list[Stated]:
    """What one item states; one that cannot be taken is noted, and the others go on (INV-02)."""
    try:
        return list(listing.shape(raw, region.place))
    except _MALFORMED as error:
        region.note(f"{_named(raw)} of {listing.name} could not be taken: {type(error).__name__}: {error}")
        return []


def _named(raw: Raw) -> str:
    """The first id or name in an item that could not be taken."""
    for key, value in raw.items():
        if isinstance(value, str) and key.lower().endswith(("id", "arn", "name", "url")):
            return value
    return "an item"


def _failed(configured: Configured, services: tuple[Service, ...], error: SkipScope) -> Look:
    """The one look of an account that did not answer: it stands for all that could not be read."""

    def read() -> Reading:
        raise error

    return Look(_account_scope(configured, configured.account, _kinds(services)), read)
