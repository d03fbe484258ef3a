"""Every service that is collected, one line each."""

from collectors.aws import account, ec2
from collectors.aws.service import Service

SERVICES: tuple[Service, ...] = (ec2.SERVICE,)


def calls() -> set[str]:
    """Every call that any listing may make, with those that the account itself needs."""
    return {*account.CALLS, *(c for s in SERVICES for listing in s.listings for c in listing.calls)}
