"""EFS file systems.

Call: efs:DescribeFileSystems. Right: elasticfilesystem:DescribeFileSystems.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.place import Place
from collectors.aws.region import Raw
from collectors.aws.service import Listing, Service, listed
from collectors.aws.shape import Stated, record, related, tags_of

_CALL = "efs:DescribeFileSystems"


def _file_system(raw: Raw, place: Place) -> Iterator[Stated]:
    own_id = raw["FileSystemId"]
    one = record(
        "EFSFileSystem",
        raw,
        place,
        uid=raw.get("FileSystemArn") or place.arn("elasticfilesystem", f"file-system/{own_id}"),
        name=raw.get("Name") or own_id,
        tags=tags_of(raw.get("Tags")),
    )
    yield one
    yield from related("ENCRYPTED_BY", one.uid, [place.key(raw.get("KmsKeyId"))])


SERVICE = Service(
    "efs",
    (Listing("file-systems", ("EFSFileSystem",), (_CALL,), listed(_CALL, "FileSystems[]"), _file_system),),
)
