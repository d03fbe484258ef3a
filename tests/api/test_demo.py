"""The sample estate, made and observed by the real collectors over real protocols: everything it promises is in the graph."""

from collections.abc import Iterator
from datetime import timedelta

import boto3
import pytest
from botocore.exceptions import ClientError

from api import asking, settings, standing
from api.asking import Asked
from api.demo import emulator, tour
from api.demo.tour import Tour

pytestmark = pytest.mark.xdist_group("demo")


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Iterator[Tour]:
    """The estate, observed."""
    with tour.prepared(tmp_path_factory.mktemp("demo") / "estate", emulator.start(), lambda _: None) as held:
        yield held


def rows(made: Tour, cypher: str) -> list[dict[str, object]]:
    """What the graph holds."""
    return made.parts.store.read(cypher)


def values(made: Tour, cypher: str) -> set[object]:
    """The first column, as a set."""
    return {next(iter(row.values())) for row in rows(made, cypher)}


def test_two_accounts_two_clusters_and_five_repositories_are_observed(made):
    """By their own collectors."""
    assert values(made, "MATCH (n:AWSAccount) RETURN n.name") == {"prod", "staging"}
    assert values(made, "MATCH (n:KubernetesCluster) RETURN n.name") == {"prod", "staging"}
    assert len(values(made, "MATCH (n:Repository) RETURN n.uid")) == 5
    assert values(made, "MATCH (n:Namespace) WHERE n.cluster = 'prod' RETURN n.name") >= {
        "shop",
        "payments",
        "insights",
    }
    assert values(made, "MATCH (n:Team) WHERE n.known RETURN n.name") >= {
        "payments",
        "storefront",
        "platform",
        "insights",
    }


def test_clusters_and_clouds_are_joined_by_real_ids(made):
    """Nodes on instances, roles of service accounts, the ingress's balancer, databases in use, volumes behind claims."""
    joined = rows(
        made,
        "MATCH (a:Record)-[r]->(b:Record) WHERE r.goneAt IS NULL AND NOT b:Unresolved "
        "RETURN DISTINCT a.kind AS source, type(r) AS relation, b.kind AS target",
    )
    found = {(j["source"], j["relation"], j["target"]) for j in joined}
    assert ("Node", "RUNS_ON", "EC2Instance") in found
    assert ("ServiceAccount", "ASSUMES", "IAMRole") in found
    assert ("Ingress", "EXPOSED_BY", "LoadBalancer") in found
    assert ("Deployment", "DEPENDS_ON", "RDSInstance") in found


def test_owners_conflict_and_one_application_has_none(made):
    """Both sides of a conflict are kept."""
    contested = values(made, "MATCH (n:Deployment) WHERE n.ownership = 'conflict' RETURN n.name")
    assert {"checkout-api", "cart"} <= contested
    assert "search" in values(made, "MATCH (n:Application) WHERE n.ownership = 'unowned' RETURN n.name")
    candidates = values(
        made, "MATCH (o:Ownership) WHERE o.subject = 'checkout-api' AND o.cluster = 'prod' RETURN o.owner"
    )
    assert {"payments", "storefront"} <= candidates


def test_one_code_mapping_is_only_a_likeness(made):
    """Inferred, with a low confidence."""
    weak = rows(
        made,
        "MATCH (m:CodeMapping) WHERE m.confidence <= 0.3 RETURN m.workload AS workload, m.repository AS code",
    )
    assert {(w["workload"], w["code"]) for w in weak} == {("search", "acme/search-service")}


def test_one_bucket_is_unmanaged_and_the_balancer_is_derived(made):
    """What was made by hand, and what a controller made."""
    assert values(made, "MATCH (n:S3Bucket) WHERE n.management = 'unmanaged' RETURN n.name") == {
        "acme-prod-exports-tmp"
    }
    assert values(made, "MATCH (n:LoadBalancer) RETURN n.management") == {"derived"}
    managed = values(made, "MATCH (n:RDSInstance) WHERE n.management = 'managed' RETURN n.name")
    assert managed == {"orders-db", "ledger-db"}


def test_history_is_what_two_looks_really_saw(made):
    """Something gone, something grown, a deploy, all within the last day; ages go back further."""
    now = made.estate.now
    changes = rows(
        made,
        "MATCH (c:Change) WHERE c.via = 'scan' RETURN c.subject AS subject, c.field AS field, c.action AS action, c.at AS at",
    )
    seen = {(c["subject"], c["field"], c["action"]) for c in changes}
    assert ("orders-db", "allocatedStorageGiB", "modified") in seen
    assert ("checkout-api", "image", "modified") in seen
    assert ("acme-prod-exports-tmp", None, "created") in seen
    assert all(now - timedelta(hours=1) < c["at"] for c in changes)
    gone = values(made, "MATCH (n:EC2Instance) WHERE n.goneAt IS NOT NULL RETURN n.name")
    assert gone == {"migration-runner"}
    oldest = values(made, "MATCH (n:EC2Instance) WHERE n.name = 'bastion' RETURN n.launchedAt")
    assert all(now - at > timedelta(days=30) for at in oldest if at is not None)


def test_one_scope_was_never_read_and_one_is_old(made):
    """A denial from the beginning, and one since the last look."""
    unread = standing.unread(standing.scopes(made.parts.store, made.estate.now))
    by_kind = {s["kinds"][0]: s for s in unread if s["kinds"]}
    assert by_kind["RDSInstance"]["observedAt"] is None
    assert by_kind["SQSQueue"]["observedAt"] is not None
    assert {s["outcome"] for s in (by_kind["RDSInstance"], by_kind["SQSQueue"])} == {"DENIED"}
    assert values(made, "MATCH (n:SQSQueue) WHERE n.account = '445566778899' RETURN n.name") == {
        "order-events"
    }


def test_the_settings_of_the_estate_load_for_every_command(made):
    """The file stands in its folder, for anybody to ask more."""
    loaded = settings.load(made.estate.settings, {"ALETHEIA_HOME": str(made.parts.settings.home)})
    assert [a.name for a in loaded.aws] == ["prod", "staging"]
    assert loaded.has_sources


@pytest.mark.parametrize("question", tour.QUESTIONS)
def test_every_question_of_the_demo_is_answered_as_a_whole(made, question):
    """Each with cards for its markers; the name that does not exist is refused with the closest."""
    answer = asking.answer(made.parts, Asked(question))
    if "paymets" in question:
        assert answer.decline is not None
        assert answer.closest_matches
        return
    assert answer.decline is None, answer.decline
    assert answer.cards
    assert answer.badge.removed == 0, answer.badge.removed_sentences


def test_the_emulator_lives_in_the_past_and_denies_as_aws_does():
    """Ages are believable; a denied service answers in its own protocol."""
    running = emulator.start()()
    try:
        running.live_at(timedelta(days=90))
        keys = {"aws_access_key_id": "a", "aws_secret_access_key": "b", "region_name": "eu-west-1"}
        sqs = boto3.client("sqs", endpoint_url=running.url, **keys)
        sqs.create_queue(QueueName="old")
        url = f"{running.url}/123456789012/old"
        held = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["CreatedTimestamp"])["Attributes"]
        running.live_at(timedelta(0))
        sqs.create_queue(QueueName="new")
        fresh = sqs.get_queue_attributes(
            QueueUrl=url.replace("old", "new"), AttributeNames=["CreatedTimestamp"]
        )
        grown = float(fresh["Attributes"]["CreatedTimestamp"]) - float(held["CreatedTimestamp"])
        assert timedelta(days=89) < timedelta(seconds=grown) < timedelta(days=91)
        running.deny("123456789012", "sqs")
        running.deny("123456789012", "rds")
        with pytest.raises(ClientError, match="AccessDenied"):
            sqs.list_queues()
        with pytest.raises(ClientError, match="rds:DescribeDBInstances"):
            boto3.client("rds", endpoint_url=running.url, **keys).describe_db_instances()
    finally:
        running.close()
    assert running.process.poll() is not None
