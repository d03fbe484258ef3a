"""ECR repositories and their images, by digest.

Calls and rights: ecr:DescribeRepositories, ListTagsForResource, DescribeImages.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import TAGS, with_tags
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service
from collectors.aws.shape import Stated, record, related, tags_of

_LIST = "ecr:DescribeRepositories"
_TAGS = "ecr:ListTagsForResource"
_IMAGES = "ecr:DescribeImages"


def _repository(raw: Raw, place: Place) -> Iterator[Stated]:
    yield record(
        "ECRRepository",
        raw,
        place,
        uid=raw["repositoryArn"],
        name=raw["repositoryName"],
        tags=tags_of(raw[TAGS]) if TAGS in raw else None,
    )


def _read_images(region: Region) -> Iterator[Raw]:
    def detail(repository: Raw) -> Iterator[Raw]:
        name = repository["repositoryName"]
        for raw in region.pages(_IMAGES, "imageDetails[]", repositoryName=name):
            yield {**raw, "repositoryArn": repository["repositoryArn"]}

    yield from region.each(region.pages(_LIST, "repositories[]"), detail)


def _image(raw: Raw, place: Place) -> Iterator[Stated]:
    digest, named = raw["imageDigest"], raw.get("imageTags") or ()
    one = record(
        "ECRImage",
        raw,
        place,
        uid=place.arn("ecr", f"repository/{raw['repositoryName']}/image/{digest}"),
        name=f"{raw['repositoryName']}:{named[0]}" if named else f"{raw['repositoryName']}@{digest}",
    )
    yield one
    yield from related("PART_OF", one.uid, [raw["repositoryArn"]])


SERVICE = Service(
    "ecr",
    (
        Listing(
            "repositories",
            ("ECRRepository",),
            (_LIST, _TAGS),
            with_tags((_LIST, "repositories[]"), (_TAGS, "tags"), "resourceArn", "repositoryArn"),
            _repository,
        ),
        Listing("images", ("ECRImage",), (_LIST, _IMAGES), _read_images, _image),
    ),
)
