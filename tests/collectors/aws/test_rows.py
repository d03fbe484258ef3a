"""Rows of the field reports, against the emulator over HTTP: what real accounts do to a collector."""

import json
import re
from collections import Counter

import pytest

from collectors.aws.place import Place, arn_of
from collectors.aws.registry import SERVICES
from collectors.aws.s3 import region_of
from graph.record import Relation
from graph.scope import Outcome

BY_NAME = {f"{s.name}/{listing.name}": listing for s in SERVICES for listing in s.listings}
PLACE = Place("012345671234", "eu-west-1")


def shaped(name, **raw):
    """The record of one item."""
    return next(iter(BY_NAME[name].shape(raw, PLACE)))


@pytest.mark.parametrize(
    ("location", "region"),
    [
        ({"LocationConstraint": None}, "us-east-1"),
        ({}, "us-east-1"),
        ({"LocationConstraint": "EU"}, "eu-west-1"),
    ],
)
def test_a_bucket_without_location_is_in_the_first_region(location, region):
    """AWS-06: none at all, and the old value `EU`."""
    assert region == region_of(location)


def test_a_bucket_lies_in_its_own_region(account):
    """AWS-06, over HTTP: buckets are listed once for the account."""
    s3 = account.client("s3", "us-east-1")
    s3.create_bucket(Bucket=f"first-{account.number}")
    s3.create_bucket(
        Bucket=f"london-{account.number}", CreateBucketConfiguration={"LocationConstraint": "eu-west-2"}
    )
    found = account.reading("global S3Bucket")

    assert {"us-east-1", "eu-west-2"} == {r.fields["region"] for r in found.records}


@pytest.mark.parametrize("tags", [{}, {"Tags": []}, {"Tags": None}], ids=["no tag field", "no tag", "null"])
def test_an_instance_without_tags_is_written(tags):
    """AWS-07: it is untagged (known), and named by its id."""
    one = shaped("ec2/instances", InstanceId="i-1", State={"Name": "running"}, **tags)

    assert {} == one.fields["tags"]
    assert "i-1" == one.name
    assert "environment" not in one.fields


def test_terminated_instances_are_stated_as_gone(account):
    """AWS-08: they lack a VPC, and count only where their state is asked for."""
    ec2 = account.client("ec2")
    made = [i["InstanceId"] for i in ec2.run_instances(ImageId="ami-1", MinCount=5, MaxCount=5)["Instances"]]
    ec2.stop_instances(InstanceIds=made[:1])
    ec2.terminate_instances(InstanceIds=made[1:3])
    found = account.reading("eu-west-1 EC2Instance")

    assert {"running": 2, "stopped": 1, "terminated": 2} == Counter(r.fields["state"] for r in found.records)
    assert set(made[1:3]) == {r.fields["instanceId"] for r in found.records if r.gone}


def test_an_instance_that_lacks_everything_but_its_id_is_written():
    """AWS-08: a terminated one has no VPC, no image and no address."""
    one = shaped("ec2/instances", InstanceId="i-1", State={"Name": "terminated"})

    assert "terminated" == one.gone


def test_a_bucket_deleted_between_list_and_describe_is_noted(account, faults):
    """AWS-09: the others are written, and the scope stays whole."""
    s3 = account.client("s3", "us-east-1")
    for name in ("a", "b", "c"):
        s3.create_bucket(Bucket=f"{name}-{account.number}")
    faults.refuse("s3", "NoSuchBucket", status=404, naming=f"/b-{account.number}?location")
    found = account.reading("global S3Bucket", through=faults.url)

    assert {f"a-{account.number}", f"c-{account.number}"} == {r.name for r in found.records}
    assert Outcome.COMPLETE == found.outcome
    assert any("gone before it could be read" in p and f"b-{account.number}" in p for p in found.problems)


def test_a_queue_deleted_between_list_and_describe_is_noted(account, faults):
    """AWS-09, in the words of another service."""
    for name in ("stays", "goes"):
        account.client("sqs").create_queue(QueueName=name)
    faults.refuse(
        "sqs",
        "AWS.SimpleQueueService.NonExistentQueue",
        status=400,
        naming=f'{account.number}/goes", "AttributeNames"',
    )
    found = account.reading("eu-west-1 SQSQueue", through=faults.url)

    assert {"stays"} == {r.name for r in found.records}
    assert Outcome.COMPLETE == found.outcome


def test_an_empty_token_ends_the_listing(account, faults):
    """AWS-10: a token of "" is no token."""
    faults.spoil(
        "ec2", _with("<nextToken></nextToken>", before="</DescribeVpcsResponse>"), naming="DescribeVpcs"
    )
    found = account.reading("eu-west-1 VPC", through=faults.url)

    assert Outcome.COMPLETE == found.outcome
    assert found.records


def test_a_page_that_is_cut_short_without_a_token_is_incomplete(account, faults):
    """AWS-10: what came is kept, and nothing may be marked gone."""
    account.client("iam", "us-east-1").create_user(UserName="deploy")
    faults.spoil(
        "iam",
        lambda b: b.replace(b"<IsTruncated>false", b"<IsTruncated>true"),
        naming="GetAccountAuthorizationDetails",
    )
    found = account.reading("global IAMUser", through=faults.url)

    assert Outcome.PARTIAL == found.outcome
    assert {"deploy"} == {r.name for r in found.records}
    assert "there is more" in found.reason


def test_a_token_that_comes_twice_never_loops(account, faults):
    """AWS-10: the listing is incomplete."""
    token = "<nextToken>again</nextToken>"
    faults.spoil("ec2", _with(token, before="</DescribeVpcsResponse>"), naming="DescribeVpcs")
    found = account.reading("eu-west-1 VPC", through=faults.url)

    assert Outcome.PARTIAL == found.outcome
    assert found.records


def _with(text, *, before):
    """A change of an answer: this text, before that one."""
    return lambda body: re.sub(re.escape(before), text + before, body.decode()).encode()


def test_throttling_after_the_first_page_keeps_what_was_read(account, faults):
    """AWS-11: a listing that broke off is partial, not failed."""
    faults.spoil(
        "ec2", _with("<nextToken>two</nextToken>", before="</DescribeVpcsResponse>"), naming="DescribeVpcs"
    )
    faults.refuse("ec2", "RequestLimitExceeded", status=503, naming="NextToken=two")
    found = account.reading("eu-west-1 VPC", through=faults.url, attempts=1)

    assert Outcome.PARTIAL == found.outcome
    assert "throttled" in found.reason
    assert found.records


def test_one_denied_bucket_leaves_the_others(account, faults):
    """AWS-12: five listed; what may not be read of one is named, and is unknown, never "no policy"."""
    s3 = account.client("s3", "us-east-1")
    names = [f"bucket-{n}-{account.number}" for n in range(5)]
    for name in names:
        s3.create_bucket(Bucket=name)
    faults.refuse("s3", "AccessDenied", naming=f"/{names[3]}?policyStatus")
    found = account.reading("global S3Bucket", through=faults.url)
    denied = next(r for r in found.records if r.name == names[3])

    assert set(names) == {r.name for r in found.records}
    assert ["policy"] == denied.fields["notReadable"]
    assert {"hasPolicy", "public"}.isdisjoint(denied.fields)
    assert Outcome.COMPLETE == found.outcome
    assert f"policy of {names[3]}" == found.missing
    assert {False} == {r.fields["public"] for r in found.records if r.name != names[3]}


def test_untagged_is_a_fact_and_unread_tags_are_not(account, faults):
    """AWS-13: the tags come from each service itself, so what was never tagged is there; denied tags are unknown."""
    for name in ("tagged", "bare", "secret"):
        queue = account.client("sqs").create_queue(QueueName=name)["QueueUrl"]
        if name == "tagged":
            account.client("sqs").tag_queue(QueueUrl=queue, Tags={"Env": "prod", "team": "payments"})
    faults.refuse(
        "sqs", "AccessDenied", naming=f'ListQueueTags {{"QueueUrl": "{faults.url}/{account.number}/secret'
    )
    found = account.reading("eu-west-1 SQSQueue", through=faults.url)
    tags = {r.name: r.fields.get("tags") for r in found.records}

    assert {"tagged": {"Env": "prod", "team": "payments"}, "bare": {}, "secret": None} == tags
    assert "prod" == next(r for r in found.records if r.name == "tagged").fields["environment"]


@pytest.mark.parametrize(
    ("arn", "service", "region", "account", "kind", "own_id"),
    [
        (
            "arn:aws:logs:eu-west-1:012345671234:log-group:/app/web:*",
            "logs",
            "eu-west-1",
            "012345671234",
            "log-group",
            "/app/web:*",
        ),
        (
            "arn:aws:elasticloadbalancing:eu-west-1:012345671234:loadbalancer/app/web/50dc6c495c0c9188",
            "elasticloadbalancing",
            "eu-west-1",
            "012345671234",
            "loadbalancer",
            "app/web/50dc6c495c0c9188",
        ),
        (
            "arn:aws:states:eu-west-1:012345671234:stateMachine:my.name",
            "states",
            "eu-west-1",
            "012345671234",
            "stateMachine",
            "my.name",
        ),
        ("arn:aws:s3:::acme-exports", "s3", "", "", "", "acme-exports"),
        ("arn:aws-cn:sqs:cn-north-1:012345671234:jobs", "sqs", "cn-north-1", "012345671234", "", "jobs"),
    ],
)
def test_an_arn_is_taken_apart(arn, service, region, account, kind, own_id):
    """AWS-15: its tail may hold colons, slashes and dots."""
    parsed = arn_of(arn)

    assert (service, region, account, kind, own_id) == (
        parsed.service,
        parsed.region,
        parsed.account,
        parsed.kind,
        parsed.id,
    )


@pytest.mark.parametrize("text", ["", "acme-exports", "arn:aws:s3", "arn:aws:s3:::"])
def test_what_is_no_arn_is_none(text):
    """A name is not taken for one."""
    assert arn_of(text) is None


def test_one_bad_item_is_named_and_the_others_are_written(account, faults):
    """INV-02: a hundred, of which one cannot be read."""
    ec2 = account.client("ec2")
    made = [
        ec2.create_volume(Size=n, AvailabilityZone="eu-west-1a", VolumeType="gp3")["VolumeId"]
        for n in range(1, 101)
    ]
    bad = f"<volumeId>{made[56]}</volumeId>".encode()
    faults.spoil("ec2", lambda body: body.replace(bad, b""), naming="DescribeVolumes")
    found = account.reading("eu-west-1 Volume", through=faults.url)

    assert 99 == len(found.records)
    (problem,) = found.problems
    assert "VolumeId" in problem
    assert Outcome.COMPLETE == found.outcome


def test_a_bucket_is_public_only_where_nothing_stops_it(account):
    """By policy or list, unless the block of bucket or account stops that."""
    s3 = account.client("s3", "us-east-1")
    opened, blocked, listed = (f"{n}-{account.number}" for n in ("opened", "blocked", "listed"))
    for name in (opened, blocked, listed):
        s3.create_bucket(Bucket=name)
    s3.put_public_access_block(
        Bucket=blocked,
        PublicAccessBlockConfiguration={
            "BlockPublicAcls": True,
            "IgnorePublicAcls": True,
            "BlockPublicPolicy": True,
            "RestrictPublicBuckets": True,
        },
    )
    s3.put_bucket_acl(Bucket=listed, ACL="public-read")
    allow = {
        "Effect": "Allow",
        "Principal": "*",
        "Action": "s3:GetObject",
        "Resource": f"arn:aws:s3:::{opened}/*",
    }
    s3.put_bucket_policy(Bucket=opened, Policy=json.dumps({"Version": "2012-10-17", "Statement": [allow]}))
    found = {r.name: r.fields for r in account.reading("global S3Bucket").records}

    assert {blocked: False, listed: True} == {n: found[n]["public"] for n in (blocked, listed)}
    assert {opened: "none", blocked: "full", listed: "none"} == {
        n: found[n]["publicAccessBlock"] for n in found
    }
    assert {opened: True, blocked: False, listed: False} == {n: found[n]["hasPolicy"] for n in found}


def test_a_stack_lists_what_it_manages(account):
    """The stack's own list proves it; a tag that was copied does not."""
    template = {
        "Resources": {
            "Jobs": {"Type": "AWS::SQS::Queue", "Properties": {"QueueName": "jobs"}},
            "Topic": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": "alerts"}},
            "Net": {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": "10.9.0.0/16"}},
        }
    }
    account.client("cloudformation").create_stack(StackName="base", TemplateBody=json.dumps(template))
    found = account.readings("CloudFormationStack", "SQSQueue", "SNSTopic", "VPC")
    stack = found["eu-west-1 CloudFormationStack"]
    managed = {r.source for r in stack.relations if r.type == "MANAGED_BY"}
    listed = {
        r.uid
        for kind in ("SQSQueue", "SNSTopic", "VPC")
        for r in found[f"eu-west-1 {kind}"].records
        if kind != "VPC" or r.fields["cidr"] == "10.9.0.0/16"
    }

    assert listed == managed
    assert {stack.records[0].uid} == {r.target for r in stack.relations if r.type == "MANAGED_BY"}
    assert 3 == stack.records[0].fields["resources"]


def test_related_things_meet_at_one_uid(account):
    """A relation's target is the uid that the other listing gives."""
    ec2 = account.client("ec2")
    network = ec2.create_vpc(CidrBlock="10.8.0.0/16")["Vpc"]["VpcId"]
    subnet = ec2.create_subnet(VpcId=network, CidrBlock="10.8.1.0/24")["Subnet"]["SubnetId"]
    group = ec2.create_security_group(GroupName="web", Description="web", VpcId=network)["GroupId"]
    ec2.run_instances(ImageId="ami-1", MinCount=1, MaxCount=1, SubnetId=subnet, SecurityGroupIds=[group])
    kinds = (
        "EC2Instance",
        "Volume",
        "Subnet",
        "VPC",
        "SecurityGroup",
        "SecurityGroupRule",
        "NetworkInterface",
    )
    found = account.readings(*kinds)
    uids = {r.uid for reading in found.values() for r in reading.records}
    relations: list[Relation] = [r for reading in found.values() for r in reading.relations]

    assert (
        set()
        == {r.target for r in relations if r.type in ("PART_OF", "PROTECTED_BY", "ATTACHED_TO", "RULE_OF")}
        - uids
    )
    assert {"PART_OF", "PROTECTED_BY", "ATTACHED_TO", "RULE_OF", "RUNS_IMAGE"} == {r.type for r in relations}
