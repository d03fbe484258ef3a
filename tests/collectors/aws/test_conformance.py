"""One suite over the registry: a service that is listed there is held to all of this, with no test of its own.

Recordings are what a listing's `read` yields, in AWS's own JSON: tests/recordings/aws/<service>/<listing>.json.
"""

import inspect
import json
import sys
from functools import cache
from pathlib import Path

import pytest

from collectors.aws import account
from collectors.aws.account import scope_of
from collectors.aws.place import Place
from collectors.aws.registry import SERVICES, calls
from collectors.aws.rights import READ_VERBS, action_of, actions_of, policy_of
from evidence.link import source_link
from graph.kinds import KINDS, RELATIONS, aws
from graph.record import Record, Relation

ROOT = Path(__file__).parents[3]
RECORDINGS = ROOT / "tests/recordings/aws"
PLACE = Place("012345671234", "eu-west-1", verified=True)
LISTINGS = [(service, listing) for service in SERVICES for listing in service.listings]
IDS = [f"{service.name}/{listing.name}" for service, listing in LISTINGS]
BY_HAND = {"AWSAccount", "AWSRegion"}
each_listing = pytest.mark.parametrize(("service", "listing"), LISTINGS, ids=IDS)
OWN = {k.name for k in aws.KINDS}
each_kind = pytest.mark.parametrize("kind", sorted({k for _, i in LISTINGS for k in i.kinds if k in OWN}))


def recorded(service, listing):
    """The items of a recording."""
    return json.loads((RECORDINGS / service.name / f"{listing.name}.json").read_text())


@cache
def stated(service, listing):
    """What the listing's recordings state."""
    place = PLACE if service.regional else Place(PLACE.account, verified=True)
    return [s for raw in recorded(service, listing) for s in listing.shape(raw, place)]


def records_of(kind):
    """Every record of a kind that any recording states."""
    return [
        s
        for service, listing in LISTINGS
        if kind in listing.kinds
        for s in stated(service, listing)
        if isinstance(s, Record) and s.kind == kind
    ]


@each_listing
def test_a_listing_states_its_own_kinds_only(service, listing):
    """A scope may mark only its own kinds gone, so a listing must not state others."""
    found = {s.kind for s in stated(service, listing) if isinstance(s, Record)}

    assert found == set(listing.kinds)


@each_listing
def test_a_record_is_named_and_placed(service, listing):
    """Every record has a uid in ARN form, a name, its account, and no field that its kind does not declare."""
    for one in (s for s in stated(service, listing) if isinstance(s, Record)):
        assert one.name
        assert one.fields["account"] == "012345671234"
        assert one.uid.startswith("arn:aws:" if one.kind in OWN else "change://aws/"), one.uid
        assert one.kind not in OWN or one.fields["arn"] == one.uid
        assert [] == [name for name in one.fields if KINDS[one.kind].field(name) is None]


@each_listing
def test_uids_are_unique_within_a_listing(service, listing):
    """Two items with one uid would overwrite each other."""
    uids = [s.uid for s in stated(service, listing) if isinstance(s, Record)]

    assert len(uids) == len(set(uids))


@each_listing
def test_relations_are_declared(service, listing):
    """A relation has a declared type and two ends with names of their own."""
    for one in (s for s in stated(service, listing) if isinstance(s, Relation)):
        assert one.type in RELATIONS
        assert one.source
        assert one.target
        assert one.source != one.target


@each_listing
def test_a_listing_survives_an_item_without_tags(service, listing):
    """No tag field at all, an empty one, and a name that is not there (AWS-07)."""
    place = PLACE if service.regional else Place(PLACE.account)
    for raw in recorded(service, listing):
        bare = {k: v for k, v in raw.items() if k.lower() not in ("tags", "taglist", "tagset")}
        if service.name in ("elb", "s3"):
            bare = raw | (
                {"tags": None} if service.name == "elb" else {"parts": raw["parts"] | {"tags": None}}
            )
        if service.name == "rds":
            bare = raw | {"TagList": []}
        for one in listing.shape(bare, place):
            assert not isinstance(one, Record) or not one.fields.get("tags")


@each_kind
def test_every_declared_field_had_a_value(kind):
    """A field that no recording ever fills is a field that nobody can ask for."""
    seen = {name for one in records_of(kind) for name in one.fields}
    declared = {f.name for f in KINDS[kind].fields if not f.derived}
    never = {"tags", "environment"} if kind in UNTAGGED else set()

    assert declared - seen <= never | ({"region"} if kind in GLOBAL else set())


GLOBAL = {k for service, listing in LISTINGS if not service.regional for k in listing.kinds}
UNTAGGED = {
    "EventSourceMapping",  # tagged through the function
    "ECRImage",  # has no tags of AWS's
    "SNSSubscription",
    "IAMGroup",
    "IAMPolicy",  # the listing leaves its tags out
    "InstanceProfile",  # the same
    "AccessKey",
    "DNSRecord",
}
"""Kinds whose listing has no tags, with the reason."""


@each_kind
def test_every_record_links_to_its_console_page(kind):
    """The deep link is made of the record's own fields (L)."""
    for one in records_of(kind):
        assert source_link(one).startswith("https://"), one


@each_kind
def test_every_kind_is_described(kind):
    """The page of the model and the model-facing vocabulary are made of it."""
    assert KINDS[kind].description
    assert KINDS[kind].categories


@pytest.mark.parametrize("service", SERVICES, ids=[s.name for s in SERVICES])
def test_a_service_file_says_which_calls_and_rights_it_needs(service):
    """A reader of the file sees what it asks AWS, by the calls' own names."""
    module = inspect.getmodule(service.listings[0].shape)
    text = " ".join((sys.modules[module.__name__].__doc__ or "").split())

    assert [] == [c for listing in service.listings for c in listing.calls if c.split(":")[1] not in text]


def test_every_recording_belongs_to_a_listing():
    """A recording that nothing reads tests nothing."""
    found = {str(p.relative_to(RECORDINGS).with_suffix("")) for p in RECORDINGS.rglob("*.json")}

    assert found == set(IDS)


def test_scopes_are_unique():
    """Two listings with one scope would mark each other's records gone."""
    uids = [scope_of(service, listing, PLACE).uid for service, listing in LISTINGS]

    assert len(uids) == len(set(uids))


def test_every_declared_kind_of_aws_is_listed():
    """A kind without a listing would answer every question with none."""
    listed = {k for _, listing in LISTINGS for k in listing.kinds}

    assert listed - {"Change"} | BY_HAND == OWN


def test_the_shipped_policy_is_the_union_of_declared_calls():
    """Neither an unused right nor a missing one; `python -m collectors.aws.registry` writes it."""
    shipped = (ROOT / "deploy/aws/read-only-policy.json").read_text()

    assert policy_of(calls()) == shipped


def test_the_policy_reads_and_nothing_else():
    """No write verb, no secret value, no wildcard, no code, no object, no message."""
    actions = actions_of(calls())
    verbs = [a.split(":")[1] for a in actions if a != "apigateway:GET"]

    assert [] == [v for v in verbs if not v.startswith(READ_VERBS)]
    assert [] == [a for a in actions if "*" in a]
    assert set() == set(actions) & {
        "secretsmanager:GetSecretValue",
        "ssm:GetParameter",
        "ssm:GetParameters",
        "lambda:GetFunction",
        "s3:GetObject",
        "s3:ListBucket",
        "dynamodb:GetItem",
        "dynamodb:Scan",
        "dynamodb:Query",
        "kinesis:GetRecords",
        "sqs:ReceiveMessage",
        "ecr:GetAuthorizationToken",
        "cloudformation:GetTemplate",
    }


def test_no_secret_of_a_recording_is_stored():
    """What no kind declares cannot enter: environment values, addresses of people, policy texts."""
    everything = repr([s for service, listing in LISTINGS for s in stated(service, listing)])

    assert "never-stored" not in everything
    assert "hunter2" not in everything


@pytest.mark.parametrize(
    ("call", "action"),
    [
        ("ec2:DescribeInstances", "ec2:DescribeInstances"),
        ("elbv2:DescribeTags", "elasticloadbalancing:DescribeTags"),
        ("s3:ListBuckets", "s3:ListAllMyBuckets"),
        ("s3control:GetPublicAccessBlock", "s3:GetAccountPublicAccessBlock"),
        ("apigatewayv2:GetApis", "apigateway:GET"),
        ("opensearch:ListTags", "es:ListTags"),
    ],
)
def test_a_call_names_its_right(call, action):
    """The Service Authorization Reference names some actions otherwise than the call."""
    assert action == action_of(call)


def test_the_account_declares_its_calls():
    """They are in the policy as well."""
    assert set(account.CALLS) <= calls()
