"""Where something of AWS lies: partition, account and region, and the ARNs made of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from graph.record import Uid

GLOBAL = "global"
"""What stands in place of a region for services that have none."""


@dataclass(frozen=True, slots=True)
class Place:
    """One account in one region, or in none (`region` empty: a global service).

    `verified` says that the account's credentials have worked in this scan, `custom_endpoint` that AWS is not what
    answers; both are needed to tell errors apart. `role` is the name of the role that is looked with, where one is.
    """

    account: str
    region: str = ""
    partition: str = "aws"
    verified: bool = False
    custom_endpoint: bool = False
    role: str = ""

    @property
    def words(self) -> str:
        """What people read: "account 012345671234 in eu-west-1"."""
        return f"account {self.account or '(unknown)'}" + (f" in {self.region}" if self.region else "")

    def arn(self, service: str, resource: str) -> Uid:
        """The ARN of a regional resource of this account; where AWS has none, its form all the same."""
        return Uid(f"arn:{self.partition}:{service}:{self.region}:{self.account}:{resource}")

    def global_arn(self, service: str, resource: str) -> Uid:
        """The ARN of a resource of the account that lies in no region."""
        return Uid(f"arn:{self.partition}:{service}::{self.account}:{resource}")

    def unowned_arn(self, service: str, resource: str) -> Uid:
        """The ARN of a regional resource that AWS writes without its account."""
        return Uid(f"arn:{self.partition}:{service}:{self.region}::{resource}")

    def bare_arn(self, service: str, resource: str) -> Uid:
        """The ARN of a resource whose name alone is unique (buckets, hosted zones)."""
        return Uid(f"arn:{self.partition}:{service}:::{resource}")

    def key(self, key: str | None) -> str | None:
        """The ARN of a KMS key written as ARN or id; an alias does not say which key it is."""
        if not key or "alias/" in key:
            return None
        return key if key.startswith("arn:") else self.arn("kms", f"key/{key}")

    def within(self, region: str) -> Place:
        """The same account in that region."""
        return replace(self, region=region)


@dataclass(frozen=True, slots=True)
class Arn:
    """The parts of an ARN. `resource` is all after the fifth colon: it may hold colons, slashes and dots (AWS-15)."""

    partition: str
    service: str
    region: str
    account: str
    resource: str

    @property
    def kind(self) -> str:
        """The resource's type, where the ARN says one: `loadbalancer`, `log-group`, `stateMachine`."""
        head, separator, _ = self.resource.partition(self._separator)
        return head if separator else ""

    @property
    def id(self) -> str:
        """The resource without its type: `app/web/50dc6c495c0c9188`, `my.name`."""
        head, separator, rest = self.resource.partition(self._separator)
        return rest if separator else head

    @property
    def _separator(self) -> str:
        slash, colon = self.resource.find("/"), self.resource.find(":")
        return ":" if colon >= 0 and (slash < 0 or colon < slash) else "/"


def arn_of(text: str) -> Arn | None:
    """The ARN written in the text, or None where it is none."""
    parts = text.split(":", 5)
    if len(parts) < 6 or parts[0] != "arn" or not parts[5]:
        return None
    return Arn(*parts[1:])
