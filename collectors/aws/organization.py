"""Every account of an Organization, each entered by one role of the same name.

Call and right: organizations:ListAccounts, in the management account or one that is delegated; and sts:AssumeRole on
the role in each member, which the shipped policy leaves to whoever grants it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from collectors.aws.place import Place
from collectors.aws.region import Region
from collectors.aws.session import Configured, Session

CALLS = ("organizations:ListAccounts",)


def members(session: Session, place: Place) -> Iterator[Configured]:
    """The accounts that are not closed, as they would be configured one by one; the own one without a role.

    Raises SkipScope where they cannot be listed.
    """
    configured = session.configured
    region = Region(session, place, CALLS)
    for member in region.pages(CALLS[0], "Accounts[?Status=='ACTIVE']"):
        own = member["Id"] == place.account
        role = f"arn:{place.partition}:iam::{member['Id']}:role/{configured.organization_role}"
        yield replace(
            configured,
            name=f"{configured.name}/{member['Name']}",
            account=member["Id"],
            role_arn=configured.role_arn if own else role,
            organization_role="",
        )
