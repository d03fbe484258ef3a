"""Loopback without a login is the default; any other address refuses to start without a token."""

from datetime import UTC, datetime, timedelta

import pytest

from api import access
from graph.errors import BadInput, Misconfigured
from graph.query import Within

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def made(home, name="nora", **more):
    """A token of that name."""
    values = {"days": 30, "rights": ("ask",), "within": Within(), "now": NOW}
    return access.create(home, name, **(values | more))


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.8.9.1"])
def test_loopback_needs_no_login(tmp_path, host):
    """Only this machine can reach it."""
    access.may_bind(tmp_path, host, NOW)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "aletheia.acme.example"])
def test_any_other_address_refuses_to_start_without_a_token(tmp_path, host):
    """And starts once there is one that has not expired."""
    with pytest.raises(Misconfigured, match="token"):
        access.may_bind(tmp_path, host, NOW)
    made(tmp_path)
    access.may_bind(tmp_path, host, NOW)
    with pytest.raises(Misconfigured):
        access.may_bind(tmp_path, host, NOW + timedelta(days=31))


def test_a_token_is_stored_hashed_and_known_until_it_expires(tmp_path):
    """The file gives nobody a token."""
    token = made(tmp_path, within=Within(namespace=("shop",)))
    assert token not in (tmp_path / "tokens.json").read_text(encoding="utf-8")
    assert (tmp_path / "tokens.json").stat().st_mode & 0o077 == 0
    asker = access.who(tmp_path, token, NOW)
    assert asker is not None
    assert asker.name == "nora"
    assert asker.allowed == (Within(namespace=("shop",)),)
    assert access.who(tmp_path, token, NOW + timedelta(days=31)) is None
    assert access.who(tmp_path, token + "x", NOW) is None


def test_a_revoked_token_is_known_no_more(tmp_path):
    """At once."""
    token = made(tmp_path)
    access.revoke(tmp_path, "nora")
    assert access.who(tmp_path, token, NOW) is None
    with pytest.raises(BadInput):
        access.revoke(tmp_path, "nora")


def test_two_tokens_cannot_share_a_name(tmp_path):
    """The audit log tells askers apart by name."""
    made(tmp_path)
    with pytest.raises(BadInput, match="nora"):
        made(tmp_path)


def test_a_broken_file_lets_nobody_in(tmp_path):
    """An error is not an empty list of tokens."""
    (tmp_path / "tokens.json").write_text("{", encoding="utf-8")
    with pytest.raises(Misconfigured):
        access.who(tmp_path, "x", NOW)


def test_a_restriction_is_read_place_by_place():
    """The same place may stand several times; a place that is none is refused."""
    assert access.parsed_within(["namespace=shop", "namespace=cart", "cluster=prod"]) == Within(
        namespace=("shop", "cart"), cluster=("prod",)
    )
    with pytest.raises(BadInput, match="planet"):
        access.parsed_within(["planet=earth"])
