"""What rules read of the graph: observed things that are not gone, by declared fields, with scopes and relations."""

from datetime import UTC, datetime

from collectors.rules.estate import NEEDS, load
from graph.kinds import KINDS
from graph.record import Uid
from graph.store import Store

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def put(store: Store, kind: str, uid: str, source: str, **properties: object) -> None:
    """A node as the writer lays it out."""
    known = {
        "uid": uid,
        "kind": kind,
        "name": uid.rpartition("/")[2],
        "source": source,
        "scope": "scope://x",
        "observedAt": NOW,
        **properties,
    }
    store.write([(f"CREATE (n:Record:{kind}) SET n = $p", {"p": known})])


def test_what_is_observed_and_not_gone_is_read(embedded: Store) -> None:
    """Labels are decoded; what is gone, and what rules wrote themselves, is left out."""
    put(
        embedded,
        "Deployment",
        "k8s://p/apps/Deployment/a/x",
        "k8s",
        cluster="p",
        namespace="a",
        tags=["a%3Db=c=d", "team=pay"],
        images=["i:1"],
    )
    put(embedded, "Deployment", "k8s://p/apps/Deployment/a/gone", "k8s", goneAt=NOW)
    put(embedded, "Application", "application://p/a/x", "rules")
    estate = load(embedded)
    (thing,) = estate.things.values()
    assert (thing.name, thing.tags, thing.texts("images")) == ("x", {"a=b": "c=d", "team": "pay"}, ("i:1",))
    assert thing.places() == {"cluster": "p", "namespace": "a"}


def test_tags_that_were_not_read_are_not_none(embedded: Store) -> None:
    """AWS-07: no tags and tags that could not be read are two things; labels come with the object."""
    put(embedded, "S3Bucket", "arn:aws:s3:::none", "aws", tags=[])
    put(embedded, "S3Bucket", "arn:aws:s3:::unread", "aws")
    put(embedded, "Deployment", "k8s://p/apps/Deployment/a/x", "k8s")
    assert {t.name: t.tags for t in load(embedded).things.values()} == {
        "arn:aws:s3:::none": {},
        "arn:aws:s3:::unread": None,
        "x": {},
    }


def test_relations_that_rules_wrote_are_not_read_back(embedded: Store) -> None:
    """Rules reason over what was observed, so that they never rest on themselves."""
    for uid in ("k8s://p//Pod/a/x", "k8s://p//Pod/a/y"):
        put(embedded, "Pod", uid, "k8s")
    cypher = "MATCH (a:Pod {name: 'x'}), (b:Pod {name: 'y'}) CREATE (a)-[:PART_OF {source: $s}]->(b)"
    embedded.write([(cypher, {"s": "rules"})])
    assert load(embedded).targets("PART_OF", Uid("k8s://p//Pod/a/x")) == []
    embedded.write([(cypher, {"s": "k8s"})])
    assert load(embedded).targets("PART_OF", Uid("k8s://p//Pod/a/x")) == ["k8s://p//Pod/a/y"]


def test_scopes_tell_what_was_not_read(embedded: Store) -> None:
    """With their kinds and places; those of the rules themselves are no input."""
    put(
        embedded,
        "Scope",
        "scope://k8s/p/Pod",
        "k8s",
        kinds=["Pod"],
        words="p pods",
        outcome="denied",
        cluster="p",
    )
    put(embedded, "Scope", "scope://k8s/p/Job", "k8s", kinds=["Job"], words="p jobs", outcome="not offered")
    put(
        embedded,
        "Scope",
        "scope://rules/owner",
        "rules",
        kinds=["Ownership"],
        words="rules",
        outcome="partial",
    )
    estate = load(embedded)
    assert [i.words for i in estate.unread(("Pod", "Job", "Ownership"))] == ["p pods"]
    assert dict(estate.unread(("Pod",))[0].place) == {"cluster": "p"}


def test_every_field_that_rules_need_is_declared() -> None:
    """A field renamed in a declaration must not silently be missed by a rule."""
    missing = {
        f"{k}.{f}"
        for k, fields in NEEDS.items()
        for f in fields
        if k not in KINDS or KINDS[k].field(f) is None
    }
    assert missing == set()
