"""EC2: instances, disks, images, and what starts instances.

Calls: DescribeInstances, DescribeVolumes, DescribeSnapshots, DescribeImages (those the account owns),
DescribeLaunchTemplates. Rights: the same names under `ec2:`.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.place import Place
from collectors.aws.region import Raw
from collectors.aws.service import Listing, Service, listed
from collectors.aws.shape import Stated, record, related, tags_of


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
        uid=place.arn("ec2", f"snapshot/{raw['SnapshotId']}"),
        name=tags.get("Name") or raw["SnapshotId"],
        tags=tags,
    )
    yield one
    volume = raw.get("VolumeId")
    if volume and volume != "vol-ffffffff":  # what AWS writes for a copy: no volume
        yield from related("COPY_OF", one.uid, [place.arn("ec2", f"volume/{volume}")])


def _image(raw: Raw, place: Place) -> Iterator[Stated]:
    yield record(
        "MachineImage",
        raw,
        place,
        uid=place.arn("ec2", f"image/{raw['ImageId']}"),
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
            ("ec2:DescribeInstances",),
            listed("ec2:DescribeInstances", "Reservations[].Instances[]"),
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
            ("ec2:DescribeImages",),
            listed("ec2:DescribeImages", "Images[]", Owners=["self"]),
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
