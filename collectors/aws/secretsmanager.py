"""Secrets Manager: names and dates of secrets. There is no right to a value, and none is asked for.

Call and right: secretsmanager:ListSecrets.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.place import Place
from collectors.aws.region import Raw
from collectors.aws.service import Listing, Service, listed
from collectors.aws.shape import Stated, record, related, tags_of

_CALL = "secretsmanager:ListSecrets"


def _secret(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record(
        "SecretsManagerSecret", raw, place, uid=raw["ARN"], name=raw["Name"], tags=tags_of(raw.get("Tags"))
    )
    yield one
    yield from related("ENCRYPTED_BY", one.uid, [place.key(raw.get("KmsKeyId"))])


SERVICE = Service(
    "secretsmanager",
    (Listing("secrets", ("SecretsManagerSecret",), (_CALL,), listed(_CALL, "SecretList[]"), _secret),),
)
