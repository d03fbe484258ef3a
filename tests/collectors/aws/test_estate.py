"""From the emulator through the scan loop into a real store, and again."""

from datetime import UTC, datetime, timedelta

import pytest

from collectors.aws.account import source
from collectors.aws.registry import SERVICES
from collectors.aws.session import Configured
from collectors.scan import scan
from graph.scope import Outcome

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def observe_all(embedded):
    """Scans accounts into the store, by default an hour after the last time."""
    clock = [NOW - timedelta(hours=1)]

    def run(*accounts, kinds=(), through=""):
        clock[0] += timedelta(hours=1)
        sources = [
            source(
                Configured(
                    a.number, regions=("eu-west-1",), kinds=kinds, endpoint_url=through or a.url, attempts=2
                ),
                SERVICES,
                a.session,
            )
            for a in accounts
        ]
        return scan(embedded, sources, at=clock[0])

    return run


def present(store, kind, account):
    """The names of an account's records of a kind that are not gone."""
    rows = store.read(
        f"MATCH (n:{kind}) WHERE n.account = $account AND n.goneAt IS NULL RETURN n.name AS name",
        {"account": account.number},
    )
    return {row["name"] for row in rows}


def test_a_second_scan_of_the_same_writes_nothing(account, observe_all):
    """Only the times of observation move."""
    account.client("sqs").create_queue(QueueName="orders", tags={"team": "payments"})
    kinds = ("SQSQueue", "VPC", "Subnet", "SecurityGroup", "SecurityGroupRule", "S3Bucket")
    first = observe_all(account, kinds=kinds)
    second = observe_all(account, kinds=kinds)

    assert Outcome.COMPLETE == first.outcome == second.outcome
    assert sum(t.new for t in first.tallies) > 0
    assert [0, 0, 0] == [sum(getattr(t, c) for t in second.tallies) for c in ("new", "changed", "written")]


def test_a_terminated_instance_is_gone_at_once(account, observe_all, embedded):
    """AWS-08: its source says so; a stopped one stays."""
    ec2 = account.client("ec2")
    made = [i["InstanceId"] for i in ec2.run_instances(ImageId="ami-1", MinCount=2, MaxCount=2)["Instances"]]
    observe_all(account, kinds=("EC2Instance",))
    ec2.terminate_instances(InstanceIds=made[:1])
    ec2.stop_instances(InstanceIds=made[1:])
    observe_all(account, kinds=("EC2Instance",))

    assert {made[1]} == present(embedded, "EC2Instance", account)


def test_an_account_that_is_not_scanned_keeps_everything(moto, account, other_account, observe_all, embedded):
    """AWS-01: the next run has one account; nothing of the other is touched."""
    for one in (account, other_account):
        one.client("sqs").create_queue(QueueName=f"of-{one.number}")
    observe_all(account, other_account, kinds=("SQSQueue",))
    for _ in range(3):
        observe_all(account, kinds=("SQSQueue",))

    assert {f"of-{other_account.number}"} == present(embedded, "SQSQueue", other_account)


def test_one_miss_is_not_a_deletion(account, observe_all, embedded, faults):
    """AWS-16: seen, missing for a moment, seen again."""
    queues = account.client("sqs")
    queues.create_queue(QueueName="stays")
    url = queues.create_queue(QueueName="flickers")["QueueUrl"]
    observe_all(account, kinds=("SQSQueue",))
    queues.delete_queue(QueueUrl=url)
    observe_all(account, kinds=("SQSQueue",))
    once = present(embedded, "SQSQueue", account)
    observe_all(account, kinds=("SQSQueue",))

    assert {"stays", "flickers"} == once
    assert {"stays"} == present(embedded, "SQSQueue", account)


def test_a_denied_scope_keeps_its_records_and_says_since_when(account, observe_all, embedded, faults):
    """AWS-02, AWS-11: nothing is gone for not having been looked at, and a success elsewhere clears nothing."""
    account.client("sqs").create_queue(QueueName="orders")
    account.client("sns").create_topic(Name="alerts")
    observe_all(account, kinds=("SQSQueue", "SNSTopic"))
    faults.refuse("sqs", "AccessDenied")
    for _ in range(3):
        report = observe_all(account, kinds=("SQSQueue", "SNSTopic"), through=faults.url)
    denied = [t for t in report.tallies if t.outcome is Outcome.DENIED]

    assert {f"aws {account.number} eu-west-1 SQSQueue"} == {t.scope.words for t in denied}
    assert {"orders"} == present(embedded, "SQSQueue", account)
    assert Outcome.PARTIAL == report.outcome


def test_every_record_has_a_scope_that_is_held(account, observe_all, embedded):
    """AWS-03: none is out of reach of a later look."""
    account.client("ec2").create_vpc(CidrBlock="10.9.0.0/16")
    observe_all(account, kinds=("VPC", "Subnet", "SecurityGroup"))
    orphans = embedded.read(
        "MATCH (n:Record) WHERE n.account = $account AND n.scope IS NOT NULL "
        "AND NOT EXISTS { MATCH (s:Scope {uid: n.scope}) } RETURN n.uid AS uid",
        {"account": account.number},
    )

    assert [] == orphans
