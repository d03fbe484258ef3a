"""Accounts by the names that people gave them: in the graph they are always ids."""

from __future__ import annotations

from collections.abc import Iterable

from graph.query import Within
from graph.store import Store

_NAMES = """MATCH (a:AWSAccount) WHERE a.configuredName IN $names OR a.alias IN $names OR a.name IN $names
RETURN a.account AS account, [a.configuredName, a.alias, a.name] AS names"""


def grounded(store: Store, within: Within) -> Within:
    """The restriction with accounts by their ids. A name that no account has stays, and finds nothing."""
    named = [account for account in within.account if not account.isdigit()]
    if not named:
        return within
    rows = store.read(_NAMES, {"names": named})
    ids = {name: row["account"] for row in rows for name in row["names"] if name}
    return within.narrowed(account=tuple(dict.fromkeys(ids.get(a) or a for a in within.account)))


def all_grounded(store: Store, several: Iterable[Within]) -> tuple[Within, ...]:
    """Each of them."""
    return tuple(grounded(store, within) for within in several)
