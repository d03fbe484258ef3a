"""KMS keys: their state, rotation and names. Nothing is ever encrypted or decrypted.

Calls and rights: kms:ListKeys, DescribeKey, GetKeyRotationStatus, ListResourceTags, ListAliases.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from collectors.aws.details import TAGS, tagged
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, tags_of

_LIST = "kms:ListKeys"
_DESCRIBE = "kms:DescribeKey"
_ROTATION = "kms:GetKeyRotationStatus"
_TAGS = "kms:ListResourceTags"
_ALIASES = "kms:ListAliases"


def _read(region: Region) -> Iterator[Raw]:
    names: defaultdict[str, list[str]] = defaultdict(list)
    for alias in region.pages(_ALIASES, "Aliases[?TargetKeyId]"):
        names[alias["TargetKeyId"]].append(alias["AliasName"])

    def detail(key: str) -> Iterator[Raw]:
        raw = {**region.ask(_DESCRIBE, KeyId=key)["KeyMetadata"], "aliases": sorted(names[key])}
        if raw.get("KeyManager") == "AWS":  # AWS rotates its own, and answers nothing about them
            yield raw
            return
        rotation = region.part(
            key, "rotation", _ROTATION, absent=("UnsupportedOperationException",), KeyId=key
        )
        raw["rotated"] = None if rotation is None else rotation.get("KeyRotationEnabled")
        yield tagged(region, raw, key, _TAGS, "Tags", KeyId=key)

    yield from region.each(region.pages(_LIST, "Keys[].KeyId"), detail)


def _key(raw: Raw, place: Place) -> Iterator[Stated]:
    names = [a.removeprefix("alias/") for a in raw["aliases"]]
    yield record(
        "KMSKey",
        raw,
        place,
        uid=raw["Arn"],
        name=names[0] if names else raw["KeyId"],
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
        aliases=raw["aliases"],
        rotated=raw.get("rotated"),
    )


SERVICE = Service(
    "kms", (Listing("keys", ("KMSKey",), (_LIST, _DESCRIBE, _ROTATION, _TAGS, _ALIASES), _read, _key),)
)
