"""Every listing reads the emulator over HTTP with boto3 itself: calls, pages, details and tags."""

import pytest

from collectors.aws.registry import SERVICES
from graph.scope import Outcome
from tests.collectors.aws import estate

LISTINGS = [(service, listing) for service in SERVICES for listing in service.listings]
NOT_IN_THE_EMULATOR = {"PodIdentityAssociation", "AccessEntry", "Change"}
"""Kinds whose calls the emulator does not know; their shapes are held to the recordings."""


@pytest.fixture(scope="module")
def readings(full_account):
    """What all looks at a full account gave, by the uids of their scopes."""
    estate.fill(full_account)
    return {r.scope.uid: r for r in full_account.all_readings()}


@pytest.mark.parametrize(("service", "listing"), LISTINGS, ids=[f"{s.name}/{i.name}" for s, i in LISTINGS])
def test_a_listing_reads_what_is_there(readings, full_account, service, listing):
    """Complete, with something of its kind and nothing in doubt; a call that the endpoint does not know is "not offered"."""
    where = "eu-west-1" if service.regional else "global"
    reading = readings[f"scope://aws/{full_account.number}/{where}/{service.name}/{listing.name}"]

    if set(listing.kinds) <= NOT_IN_THE_EMULATOR:
        assert Outcome.NOT_OFFERED == reading.outcome
        return
    assert Outcome.COMPLETE == reading.outcome, reading.reason
    assert () == reading.problems
    assert set(listing.kinds) == {r.kind for r in reading.records}


def test_nothing_secret_was_read_into_a_record(readings):
    """Passwords, values of secrets and of environments have no field to go to."""
    assert "never" not in repr([r for reading in readings.values() for r in reading.records])


def test_the_account_and_its_regions_are_records(readings, full_account):
    """They are what the place fields of all others name."""
    reading = readings["scope://aws/test"]

    assert {"AWSAccount", "AWSRegion"} == {r.kind for r in reading.records}
    assert {full_account.number} == {r.fields["account"] for r in reading.records}
