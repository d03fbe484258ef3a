"""Denied, not offered, throttled, incomplete, unknown to AWS and failed are six different outcomes, scope by scope."""

import dataclasses

import boto3
import pytest

from collectors.aws.account import source
from collectors.aws.registry import SERVICES
from collectors.aws.session import Configured
from collectors.scan import attempt, outcome_of
from graph.errors import BadCredentials, Denied, NotOffered, SkipScope, SourceFailed, Throttled
from graph.scope import Outcome


def test_a_denied_listing_is_denied_and_says_which_right_is_missing(account, faults):
    """C3: the scope is denied; another listing of the same service is read."""
    faults.refuse("ec2", "UnauthorizedOperation", naming="Action=DescribeVolumes")
    found = account.readings("Volume", "VPC", through=faults.url)

    assert Outcome.DENIED == found["eu-west-1 Volume"].outcome
    assert "ec2:DescribeVolumes" in found["eu-west-1 Volume"].reason
    assert "read-only-policy.json" in found["eu-west-1 Volume"].reason
    assert () == found["eu-west-1 Volume"].records
    assert Outcome.COMPLETE == found["eu-west-1 VPC"].outcome


@pytest.mark.parametrize(
    ("service", "kind", "code", "status", "outcome"),
    [
        ("ec2", "Volume", "RequestLimitExceeded", 503, Outcome.FAILED),
        ("sqs", "SQSQueue", "ThrottlingException", 400, Outcome.FAILED),
        ("dynamodb", "DynamoDBTable", "AccessDeniedException", 400, Outcome.DENIED),
        ("lambda", "LambdaFunction", "AccessDeniedException", 403, Outcome.DENIED),
        ("s3", "S3Bucket", "AccessDenied", 403, Outcome.DENIED),
        ("rds", "RDSInstance", "AccessDenied", 403, Outcome.DENIED),
        ("dynamodb", "DynamoDBTable", "UnknownOperationException", 400, Outcome.NOT_OFFERED),
        ("ec2", "Volume", "InvalidAction", 400, Outcome.NOT_OFFERED),
        ("ec2", "Volume", "OptInRequired", 401, Outcome.NOT_OFFERED),
        ("redshift", "RedshiftCluster", "OptInRequired", 403, Outcome.NOT_OFFERED),
        ("ec2", "Volume", "InternalError", 500, Outcome.FAILED),
        ("sqs", "SQSQueue", "ExpiredToken", 403, Outcome.FAILED),
    ],
)
def test_what_an_error_of_aws_means(account, faults, service, kind, code, status, outcome):
    """Each service has its own word for one thing (AWS-05, AWS-11)."""
    faults.refuse(service, code, status=status)
    words = f"{'global' if kind == 'S3Bucket' else 'eu-west-1'} {kind}"
    found = account.readings(kind, through=faults.url, attempts=1)[words]

    assert outcome == found.outcome
    assert code in found.reason


def test_an_absent_region_is_not_offered_and_the_others_are_read(account, faults):
    """AWS-04: one region answers as if the key did not exist; it is the region, since the account answered."""
    faults.refuse("ec2", "AuthFailure", status=401, region="ap-east-1", naming="DescribeVolumes")
    found = account.readings("Volume", through=faults.url, regions=("eu-west-1", "eu-central-1", "ap-east-1"))

    assert Outcome.NOT_OFFERED == found["ap-east-1 Volume"].outcome
    assert "not enabled" in found["ap-east-1 Volume"].reason
    assert Outcome.COMPLETE == found["eu-west-1 Volume"].outcome
    assert Outcome.COMPLETE == found["eu-central-1 Volume"].outcome


def test_a_region_that_is_not_there_is_named(account):
    """A misspelt region is neither read nor taken as empty."""
    found = account.reading("eu-west-9 Volume", regions=("eu-west-9",))

    assert Outcome.NOT_OFFERED == found.outcome
    assert "no region eu-west-9" in found.reason


def test_throttling_in_one_region_leaves_the_others(account, faults):
    """AWS-11: what throttles is marked, what succeeds does not clear it."""
    faults.refuse("sqs", "RequestThrottled", status=400, region="eu-central-1")
    found = account.readings(
        "SQSQueue", "SNSTopic", through=faults.url, attempts=1, regions=("eu-west-1", "eu-central-1")
    )

    assert Outcome.FAILED == found["eu-central-1 SQSQueue"].outcome
    assert "throttled" in found["eu-central-1 SQSQueue"].reason
    assert Outcome.COMPLETE == found["eu-west-1 SQSQueue"].outcome
    assert Outcome.COMPLETE == found["eu-central-1 SNSTopic"].outcome


def test_bad_credentials_are_one_failed_look_that_stands_for_everything(account, faults):
    """Not denied: AWS does not know who asks. The look's scope holds every kind, so that no answer is taken as whole."""
    faults.refuse("sts", "InvalidClientTokenId", status=403)
    found = account.readings(through=faults.url, account=account.number)

    (reading,) = found.values()
    assert Outcome.FAILED == reading.outcome
    assert "does not accept the credentials" in reading.reason
    assert {"EC2Instance", "S3Bucket", "AWSAccount"} <= set(reading.scope.kinds)
    assert {"account": account.number} == dict(reading.scope.place)


def test_no_credentials_at_all_say_how_to_get_some(moto, monkeypatch, tmp_path):
    """The chain of boto3 is empty."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    (look,) = source(Configured("prod", endpoint_url=moto), SERVICES).looks()
    reading = attempt(look)

    assert Outcome.FAILED == reading.outcome
    assert "no usable credentials" in reading.reason


def test_a_profile_that_is_not_there_is_named(moto):
    """The configuration is wrong, and says where."""
    (look,) = source(Configured("prod", profile="no-such-profile", endpoint_url=moto), SERVICES).looks()

    assert "no-such-profile" in attempt(look).reason


def test_credentials_of_another_account_are_refused(account):
    """What is of account A must never be written as of account B."""
    (reading,) = account.readings(account="999999999999").values()

    assert Outcome.FAILED == reading.outcome
    assert "999999999999" in reading.reason
    assert account.number in reading.reason


def test_a_role_that_cannot_be_assumed_is_said_as_such(account, faults):
    """A wrong external id looks like a denial, and is none of the reader's rights."""
    faults.refuse("sts", "AccessDenied", naming="Action=AssumeRole")
    (reading,) = account.readings(
        through=faults.url, role_arn="arn:aws:iam::111122223333:role/reader"
    ).values()

    assert Outcome.FAILED == reading.outcome
    assert "could not be assumed" in reading.reason
    assert "external_id" in reading.reason


def test_a_role_is_assumed_with_its_external_id(account, faults):
    """The records are those of the role's account."""
    found = account.readings(
        "SQSQueue",
        through=faults.url,
        role_arn="arn:aws:iam::111122223333:role/reader",
        external_id="shared-word",
    )
    assumed = [c for c in faults.seen if "Action=AssumeRole" in c.text]

    assert "111122223333" == found["AWSAccount"].records[0].fields["accountId"]
    assert "ExternalId=shared-word" in assumed[0].text


def test_a_look_does_not_report_itself_as_the_use_of_its_role(account):
    """Or nothing would ever be unchanged."""
    iam = account.client("iam")
    for name in ("reader", "worker"):
        iam.create_role(RoleName=name, AssumeRolePolicyDocument="{}")
    roles = f"arn:aws:iam::{account.number}:role"
    account.readings("IAMRole", role_arn=f"{roles}/worker")
    found = account.readings("IAMRole", role_arn=f"{roles}/reader")
    used = {r.name: r.fields.get("lastUsedAt") for r in found["global IAMRole"].records}

    assert used["reader"] is None
    assert used["worker"] is not None


def test_regions_that_may_not_be_listed_leave_what_is_configured(account, faults):
    """With `regions` in the configuration the right is not needed; without, the account's look says so."""
    faults.refuse("ec2", "UnauthorizedOperation", naming="DescribeRegions")
    named = account.readings("Volume", "S3Bucket", through=faults.url)
    unnamed = account.readings("Volume", "S3Bucket", through=faults.url, regions=())

    assert Outcome.COMPLETE == named["eu-west-1 Volume"].outcome
    assert {"AWSAccount", "global S3Bucket"} == set(unnamed)
    assert Outcome.DENIED == unnamed["AWSAccount"].outcome
    assert "Volume" in unnamed["AWSAccount"].scope.kinds


def test_nothing_listens_at_the_configured_endpoint(account):
    """An endpoint of one's own that does not answer is a failure, never "not offered"."""
    (reading,) = account.readings(through="http://127.0.0.1:9", attempts=1).values()

    assert Outcome.FAILED == reading.outcome
    assert "got no answer" in reading.reason


@pytest.mark.parametrize("error", [Denied, NotOffered, Throttled, BadCredentials, SourceFailed])
def test_each_error_has_one_outcome(error):
    """The scan loop knows them by their class alone."""
    expected = {Denied: Outcome.DENIED, NotOffered: Outcome.NOT_OFFERED}.get(error, Outcome.FAILED)

    assert issubclass(error, SkipScope)
    assert expected == outcome_of(error("x"))


def test_configured_is_a_value():
    """Configuration enters as one frozen value; nothing reads the environment."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        Configured("prod").name = "other"


def test_two_accounts_are_kept_apart(moto, account):
    """AWS-01: scopes of different accounts share nothing."""
    other = boto3.Session("x", "y", region_name="eu-west-1")
    first = account.readings("SQSQueue")
    second = [
        attempt(look).scope.uid
        for look in source(
            Configured("second", endpoint_url=moto, regions=("eu-west-1",), kinds=("SQSQueue",)),
            SERVICES,
            other,
        ).looks()
    ]

    assert set() == {r.scope.uid for r in first.values()} & set(second)


def test_every_account_of_an_organization_is_entered(account, faults):
    """By one role of the same name; one that cannot be entered is its own failed look, and stops no other."""
    organizations = account.client("organizations", "us-east-1")
    organizations.create_organization(FeatureSet="ALL")
    members = [
        organizations.create_account(AccountName=name, Email=f"{name}@example.com")["CreateAccountStatus"][
            "AccountId"
        ]
        for name in ("shop", "closed")
    ]
    faults.refuse("sts", "AccessDenied", naming=f"{members[1]}%3Arole%2Freader")
    found = account.all_readings(through=faults.url, organization_role="reader", kinds=("SNSTopic",))
    looked = {(r.scope.words, r.outcome) for r in found}

    assert {
        (f"aws {account.number} AWSAccount", Outcome.COMPLETE),
        (f"aws {account.number} eu-west-1 SNSTopic", Outcome.COMPLETE),
        (f"aws {members[0]} AWSAccount", Outcome.COMPLETE),
        (f"aws {members[0]} eu-west-1 SNSTopic", Outcome.COMPLETE),
        (f"aws {members[1]} AWSAccount", Outcome.FAILED),
    } == looked


def test_an_organization_that_may_not_be_listed_is_denied(account, faults):
    """Only its management account may, and those it delegates to."""
    faults.refuse("organizations", "AccessDeniedException", status=400)
    (reading,) = account.all_readings(through=faults.url, organization_role="reader")

    assert Outcome.DENIED == reading.outcome
    assert "organizations:ListAccounts" in reading.reason


def test_an_account_without_an_organization_says_so(account):
    """Nothing is ever taken as all."""
    (reading,) = account.all_readings(organization_role="reader")

    assert Outcome.FAILED == reading.outcome
    assert "organization_role" in reading.reason
