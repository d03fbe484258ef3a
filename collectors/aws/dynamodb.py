"""DynamoDB tables; no item is read.

Calls and rights: dynamodb:ListTables, DescribeTable, DescribeContinuousBackups, ListTagsOfResource.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import TAGS, described, tagged
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, tags_of

_LIST = "dynamodb:ListTables"
_DESCRIBE = "dynamodb:DescribeTable"
_BACKUPS = "dynamodb:DescribeContinuousBackups"
_TAGS = "dynamodb:ListTagsOfResource"


def _detail(region: Region, name: str) -> Iterator[Raw]:
    table = region.ask(_DESCRIBE, TableName=name)["Table"]
    backups = region.part(name, "point-in-time recovery", _BACKUPS, TableName=name)
    raw = {**table, "backups": backups}
    yield tagged(region, raw, name, _TAGS, "Tags", ResourceArn=table["TableArn"])


def _table(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "DynamoDBTable",
        raw,
        place,
        uid=raw["TableArn"],
        name=raw["TableName"],
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
        encrypted=True,  # every table is, by AWS's own key where no other is named
        pointInTimeRecovery=_recoverable(raw["backups"]),
    )
    yield one
    yield from related(
        "ENCRYPTED_BY", one.uid, [place.key((raw.get("SSEDescription") or {}).get("KMSMasterKeyArn"))]
    )


def _recoverable(backups: Raw | None) -> bool | None:
    if backups is None:
        return None
    recovery = (backups.get("ContinuousBackupsDescription") or {}).get("PointInTimeRecoveryDescription") or {}
    return bool(recovery.get("PointInTimeRecoveryStatus") == "ENABLED")


SERVICE = Service(
    "dynamodb",
    (
        Listing(
            "tables",
            ("DynamoDBTable",),
            (_LIST, _DESCRIBE, _BACKUPS, _TAGS),
            described((_LIST, "TableNames[]"), _detail),
            _table,
        ),
    ),
)
