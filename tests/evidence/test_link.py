"""Links are made from validated ids only, and only to https."""

from dataclasses import replace

import pytest

from evidence import link
from evidence.link import Bases, page_link, source_link
from graph.kind import Kind
from graph.record import Record, Uid

TEMPLATE = (
    "https://{region}.console.aws.amazon.com/ec2/home?region={region}#InstanceDetails:instanceId={instanceId}"
)
MACHINE = Record(
    Uid("arn:aws:ec2:x"),
    "Machine",
    "m",
    {"region": "eu-west-1", "instanceId": "i-0abc", "account": "012345671234"},
)


@pytest.fixture(autouse=True)
def _kind(monkeypatch):
    monkeypatch.setitem(link.KINDS, "Machine", Kind("Machine", "machine", "machines", "", link=TEMPLATE))


def test_a_template_is_filled_with_the_records_ids():
    """The console link of the very thing."""
    expected = (
        "https://eu-west-1.console.aws.amazon.com/ec2/home?region=eu-west-1#InstanceDetails:instanceId=i-0abc"
    )

    assert expected == source_link(MACHINE)


@pytest.mark.parametrize("region", ["evil.example/", "eu-west-1.evil.example", "", "EU"])
def test_a_region_that_is_none_makes_no_link(region):
    """A value never moves the host."""
    assert "" == source_link(replace(MACHINE, fields={**MACHINE.fields, "region": region}))


def test_hostile_ids_are_encoded_or_refused():
    """An id cannot add a fragment, a parameter or a scheme."""
    encoded = source_link(replace(MACHINE, fields={**MACHINE.fields, "instanceId": "i-0/../#x"}))

    assert encoded.endswith("instanceId=i-0%2F..%2F%23x")
    assert "" == source_link(replace(MACHINE, fields={**MACHINE.fields, "instanceId": "i\n<script>"}))


def test_other_partitions_have_their_own_consoles():
    """GovCloud and China are other hosts."""
    gov = source_link(replace(MACHINE, fields={**MACHINE.fields, "region": "us-gov-west-1"}))

    assert gov.startswith("https://us-gov-west-1.console.amazonaws-us-gov.com/")


def test_a_portal_opens_the_right_account():
    """With an access portal configured, the link names the account."""
    through = source_link(MACHINE, Bases(portals={"012345671234": "https://acme.awsapps.com/start"}))

    assert through.startswith(
        "https://acme.awsapps.com/start/#/console?account_id=012345671234&destination=https%3A%2F%2Feu-west-1"
    )


def test_a_page_link_holds_the_whole_uid():
    """Slashes and hashes of a uid are part of it."""
    assert "/r/k8s%3A%2F%2Fprod%2F%2FPod%2Fshop%2Fa%23c" == page_link(Uid("k8s://prod//Pod/shop/a#c"))
