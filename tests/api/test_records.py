"""One record, with all that is known of it: fields, competing owners with reasons, relations, history."""

import pytest

from api import assembly, records
from graph.errors import BadInput
from graph.record import Uid

UID = Uid("k8s://prod/apps/Deployment/payments/checkout-api")


def test_a_record_shows_fields_owners_relations_and_history(parts):
    """What `show`, the record page and GraphQL give of one thing."""
    record = records.plain_record(parts.store, UID, now=assembly.now())
    assert record is not None
    assert {f["name"]: f["value"] for f in record["fields"] if f["known"]}["readyReplicas"] == 2
    assert [(o["owner"], o["standing"], o["confidence"]) for o in record["owners"]] == [
        ("payments", "chosen", 0.9),
        ("storefront", "competing", 0.7),
    ]
    assert "team://payments" in {r["uid"] for r in record["relations"] if r["type"] == "OWNED_BY"}
    assert [(c["field"], c["before"], c["after"]) for c in record["changes"]] == [("readyReplicas", "3", "2")]


def test_an_unknown_field_is_not_none(parts):
    """Unknown, none, and none on purpose are three values everywhere."""
    record = records.plain_record(parts.store, UID, now=assembly.now())
    unknown = {f["name"] for f in record["fields"] if not f["known"]}
    assert "image" in unknown or unknown
    assert all(f["shown"] == "unknown" for f in record["fields"] if not f["known"])


def test_no_record_is_none(parts):
    """An uid of nothing gives nothing."""
    assert (
        records.plain_record(parts.store, Uid("k8s://prod/apps/Deployment/payments/x"), now=assembly.now())
        is None
    )


def test_a_name_that_one_record_has_is_enough(parts):
    """A uid or a name."""
    assert records.named(parts.store, "cart") == UID.replace("checkout-api", "cart")
    assert records.named(parts.store, UID) == UID


def test_a_name_of_nothing_offers_the_closest(parts):
    """A near name is never silently taken for the one asked."""
    with pytest.raises(BadInput, match="checkout-api"):
        records.named(parts.store, "chekout-api")
