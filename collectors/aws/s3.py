"""S3 buckets and how open they are.

Calls: s3:ListBuckets, GetBucketLocation, GetBucketTagging, GetBucketEncryption, GetBucketVersioning,
GetBucketLogging, GetPublicAccessBlock, GetBucketPolicyStatus, GetBucketAcl; s3control:GetPublicAccessBlock for the
account. Rights: s3:ListAllMyBuckets and the actions that go with each (see rights.py). No object is listed or read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, tags_of

_LIST = "s3:ListBuckets"
_ACCOUNT_BLOCK = "s3control:GetPublicAccessBlock"
_PARTS = {
    "location": ("s3:GetBucketLocation", ()),
    "tags": ("s3:GetBucketTagging", ("NoSuchTagSet",)),
    "encryption": ("s3:GetBucketEncryption", ("ServerSideEncryptionConfigurationNotFoundError",)),
    "versioning": ("s3:GetBucketVersioning", ()),
    "logging": ("s3:GetBucketLogging", ()),
    "block": ("s3:GetPublicAccessBlock", ("NoSuchPublicAccessBlockConfiguration",)),
    "policy": ("s3:GetBucketPolicyStatus", ("NoSuchBucketPolicy",)),
    "acl": ("s3:GetBucketAcl", ()),
}
"""Part of a bucket → the call that reads it, and the errors that say a bucket has no such part."""

_BLOCKS = ("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets")
_EVERYBODY = (
    "http://acs.amazonaws.com/groups/global/AllUsers",
    "http://acs.amazonaws.com/groups/global/AuthenticatedUsers",
)


def _read(region: Region) -> Iterator[Raw]:
    account = region.part(
        "the account",
        "public access block",
        _ACCOUNT_BLOCK,
        absent=("NoSuchPublicAccessBlockConfiguration",),
        AccountId=region.place.account,
    )

    def detail(bucket: Raw) -> Iterator[Raw]:
        name = bucket["Name"]
        parts = {
            part: region.part(name, part, call, absent=absent, Bucket=name)
            for part, (call, absent) in _PARTS.items()
        }
        yield {**bucket, "parts": parts, "account_block": account}

    yield from region.each(region.pages(_LIST, "Buckets[]"), detail)


def _bucket(raw: Raw, place: Place) -> Iterator[Stated]:
    parts: dict[str, Any] = raw["parts"]
    block = _block(parts["block"], raw["account_block"])
    encryption = _encryption(parts["encryption"])
    logging = None if parts["logging"] is None else parts["logging"].get("LoggingEnabled") or {}
    tags = parts["tags"]
    one = record(
        "S3Bucket",
        {**raw, "encryption": encryption, "logging": logging},
        place.within(region_of(parts["location"])),
        uid=place.bare_arn("s3", raw["Name"]),
        name=raw["Name"],
        tags=None if tags is None else tags_of(tags.get("TagSet")),
        public=_public(parts["policy"], parts["acl"], block),
        publicAccessBlock=_extent(block),
        encrypted=None if encryption is None else bool(encryption),
        versioning=None if parts["versioning"] is None else parts["versioning"].get("Status", "Disabled"),
        hasPolicy=None if parts["policy"] is None else bool(parts["policy"].get("PolicyStatus")),
        logging=None if logging is None else bool(logging),
        notReadable=sorted(part for part, value in parts.items() if value is None),
    )
    yield one
    yield from related(
        "ENCRYPTED_BY",
        one.uid,
        [place.within(_here(one.fields)).key((encryption or {}).get("KMSMasterKeyID"))],
    )


def _here(fields: Any) -> str:
    return str(fields.get("region", ""))


def region_of(location: Raw | None) -> str:
    """The region a bucket's location means: none at all is us-east-1, and `EU` is eu-west-1 of old (AWS-06)."""
    if location is None:
        return ""
    constraint = location.get("LocationConstraint") or "us-east-1"
    return "eu-west-1" if constraint == "EU" else str(constraint)


def _block(bucket: Raw | None, account: Raw | None) -> dict[str, bool | None]:
    """Each setting of the public access block as it takes effect: on where bucket or account has it on; None = not known."""
    return {setting: _either(_setting(bucket, setting), _setting(account, setting)) for setting in _BLOCKS}


def _setting(block: Raw | None, setting: str) -> bool | None:
    if block is None:
        return None
    return bool((block.get("PublicAccessBlockConfiguration") or {}).get(setting))


def _either(one: bool | None, other: bool | None) -> bool | None:
    if one or other:
        return True
    return None if one is None or other is None else False


def _extent(block: dict[str, bool | None]) -> str | None:
    """How much is blocked: full, partial or none; None where what is not known could change that."""
    values = list(block.values())
    if all(values):
        return "full"
    if any(values) and (False in values):
        return "partial"
    return None if None in values else "none"


def _public(policy: Raw | None, acl: Raw | None, block: dict[str, bool | None]) -> bool | None:
    """Whether everybody gets in: by policy or access list, unless the block stops that. None = not known."""
    ways = (
        _reach(
            None if policy is None else bool((policy.get("PolicyStatus") or {}).get("IsPublic")),
            block["RestrictPublicBuckets"],
        ),
        _reach(None if acl is None else _open_to_everybody(acl), block["IgnorePublicAcls"]),
    )
    return _either(*ways)


def _reach(granted: bool | None, blocked: bool | None) -> bool | None:
    """What was granted, as far as it is not blocked."""
    if granted is False or blocked is True:
        return False
    return None if granted is None or blocked is None else True


def _open_to_everybody(acl: Raw) -> bool:
    return any((g.get("Grantee") or {}).get("URI") in _EVERYBODY for g in acl.get("Grants") or ())


def _encryption(part: Raw | None) -> Raw | None:
    """The default encryption that applies; empty where there is none, None where it may not be read."""
    if part is None:
        return None
    rules = (part.get("ServerSideEncryptionConfiguration") or {}).get("Rules") or [{}]
    found: Raw = rules[0].get("ApplyServerSideEncryptionByDefault") or {}
    return found


SERVICE = Service(
    "s3",
    (
        Listing(
            "buckets",
            ("S3Bucket",),
            (_LIST, _ACCOUNT_BLOCK, *(call for call, _ in _PARTS.values())),
            _read,
            _bucket,
        ),
    ),
    regional=False,
)
