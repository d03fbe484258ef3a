"""ACM certificates and when they expire; no private key is read.

Calls and rights: acm:ListCertificates, DescribeCertificate, ListTagsForCertificate.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import TAGS, described, tagged
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related_from, tags_of

_LIST = "acm:ListCertificates"
_DESCRIBE = "acm:DescribeCertificate"
_TAGS = "acm:ListTagsForCertificate"
_ALL_KEYS = [
    "RSA_1024",
    "RSA_2048",
    "RSA_3072",
    "RSA_4096",
    "EC_prime256v1",
    "EC_secp384r1",
    "EC_secp521r1",
]
"""Without them the listing holds 2048-bit RSA alone."""


def _detail(region: Region, arn: str) -> Iterator[Raw]:
    raw = region.ask(_DESCRIBE, CertificateArn=arn)["Certificate"]
    yield tagged(region, raw, arn, _TAGS, "Tags", CertificateArn=arn)


def _certificate(raw: Raw, place: Place) -> Iterator[Stated]:
    arn, users = raw["CertificateArn"], raw.get("InUseBy")
    one = record(
        "Certificate",
        raw,
        place,
        uid=arn,
        name=raw["DomainName"],
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
        certificateId=arn.rsplit("/", 1)[-1],
        inUse=None if users is None else bool(users),
    )
    yield one
    yield from related_from("DEPENDS_ON", users or (), one.uid)


SERVICE = Service(
    "acm",
    (
        Listing(
            "certificates",
            ("Certificate",),
            (_LIST, _DESCRIBE, _TAGS),
            described(
                (_LIST, "CertificateSummaryList[].CertificateArn"), _detail, Includes={"keyTypes": _ALL_KEYS}
            ),
            _certificate,
        ),
    ),
)
