"""EC2: instances, disks, images, and what starts instances.

Calls: DescribeInstances, DescribeVolumes, DescribeSnapshots (the account's own), DescribeImages (its own, and those
that its instances run), DescribeLaunchTemplates. Rights: the same names under `ec2:`.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.details import in_batches
from collectors.aws.place import Place
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service, listed
from collectors.aws.shape import Stated, record, related, tags_of
from graph.record import Uid

_INSTANCES = "ec2:DescribeInstances"
_IMAGES = "ec2:DescribeImages"


def _instance(raw: Raw, place: Place) -> Iterator[Stated]:
    tags = tags_of(raw.get("Tags"))
    state = raw["State"]["Name"]
    cpu = raw.get("CpuOptions") or {}
    one = record(
        "EC2Instance",
        raw,
        place,
        uid=place.arn("ec2", f"instance/{raw['InstanceId']}"),
        name=tags.get("Name") or raw["InstanceId"],
        tags=tags,
        gone=state if state == "terminated" else "",
        vcpus=cpu["CoreCount"] * cpu["ThreadsPerCore"]
        if {"CoreCount", "ThreadsPerCore"} <= cpu.keys()
        else None,
    )
    yield one
    if one.gone:
        return
    groups = (g["GroupId"] for g in raw.get("SecurityGroups") or ())
    yield from related("PROTECTED_BY", one.uid, (place.arn("ec2", f"security-group/{g}") for g in groups))
    if subnet := raw.get("SubnetId"):
        yield from related("PART_OF", one.uid, [place.arn("ec2", f"subnet/{subnet}")])
    if image := raw.get("ImageId"):
        yield from related("RUNS_IMAGE", one.uid, [_shared_arn(place, f"image/{image}")])
    yield from related("RUNS_AS", one.uid, [(raw.get("IamInstanceProfile") or {}).get("Arn")])


def _volume(raw: Raw, place: Place) -> Iterator[Stated]:
    tags = tags_of(raw.get("Tags"))
    one = record(
        "Volume",
        raw,
        place,
        uid=place.arn("ec2", f"volume/{raw['VolumeId']}"),
        name=tags.get("Name") or raw["VolumeId"],
        tags=tags,
    )
    yield one
    instances = (a.get("InstanceId") for a in raw.get("Attachments") or ())
    yield from related("ATTACHED_TO", one.uid, (place.arn("ec2", f"instance/{i}") for i in instances if i))
    yield from related("ENCRYPTED_BY", one.uid, [place.key(raw.get("KmsKeyId"))])


def _snapshot(raw: Raw, place: Place) -> Iterator[Stated]:
    tags = tags_of(raw.get("Tags"))
    one = record(
        "Snapshot",
        raw,
        place,
        uid=_shared_arn(place, f"snapshot/{raw['SnapshotId']}"),
        name=tags.get("Name") or raw["SnapshotId"],
        tags=tags,
    )
    yield one
    volume = raw.get("VolumeId")
    if volume and volume != "vol-ffffffff":  # what AWS writes for a copy: no volume
        yield from related("COPY_OF", one.uid, [place.arn("ec2", f"volume/{volume}")])


def _shared_arn(place: Place, resource: str) -> Uid:
    """The ARN of an image or snapshot: AWS leaves the account out, since others may use them."""
    return place.unowned_arn("ec2", resource)


def _read_images(region: Region) -> Iterator[Raw]:
    owned: set[str] = set()
    for raw in region.pages(_IMAGES, "Images[]", Owners=["self"]):
        owned.add(raw["ImageId"])
        yield raw
    used = set(region.pages(_INSTANCES, "Reservations[].Instances[].ImageId"))
    for some in in_batches(sorted(used - owned), 200):
        yield from region.pages(_IMAGES, "Images[]", Filters=[{"Name": "image-id", "Values": some}])


def _image(raw: Raw, place: Place) -> Iterator[Stated]:
    yield record(
        "MachineImage",
        raw,
        place,
        uid=_shared_arn(place, f"image/{raw['ImageId']}"),
        name=raw.get("Name") or raw["ImageId"],
        tags=tags_of(raw.get("Tags")),
    )


def _launch_template(raw: Raw, place: Place) -> Iterator[Stated]:
    yield record(
        "LaunchTemplate",
        raw,
        place,
        uid=place.arn("ec2", f"launch-template/{raw['LaunchTemplateId']}"),
        name=raw["LaunchTemplateName"],
        tags=tags_of(raw.get("Tags")),
    )


SERVICE = Service(
    "ec2",
    (
        Listing(
            "instances",
            ("EC2Instance",),
            (_INSTANCES,),
            listed(_INSTANCES, "Reservations[].Instances[]"),
            _instance,
        ),
        Listing(
            "volumes",
            ("Volume",),
            ("ec2:DescribeVolumes",),
            listed("ec2:DescribeVolumes", "Volumes[]"),
            _volume,
        ),
        Listing(
            "snapshots",
            ("Snapshot",),
            ("ec2:DescribeSnapshots",),
            listed("ec2:DescribeSnapshots", "Snapshots[]", OwnerIds=["self"]),
            _snapshot,
        ),
        Listing(
            "images",
            ("MachineImage",),
            (_IMAGES, _INSTANCES),
            _read_images,
            _image,
        ),
        Listing(
            "launch-templates",
            ("LaunchTemplate",),
            ("ec2:DescribeLaunchTemplates",),
            listed("ec2:DescribeLaunchTemplates", "LaunchTemplates[]"),
            _launch_template,
        ),
    ),
)
