"""A state of Terraform or OpenTofu, format 4: addresses and ids of what it holds, and no other value of it.

States hold passwords in plain text, and the list of what is sensitive may be empty (TF-03). So only an allow-list of
attributes is looked at, and everything else is dropped before anything leaves this file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graph.errors import SourceFailed

FORMAT = 4
ALLOWED = ("arn", "id")
"""The attributes that are read. Both name the thing; neither is ever secret."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One instance of a resource or data source, by its exact address."""

    address: str
    mode: str  # managed | data
    type: str
    name: str
    provider: str
    module: str
    arn: str = ""
    id: str = ""

    @property
    def managed(self) -> bool:
        """A data source is only read; it is never managed (TF-02)."""
        return self.mode == "managed"


@dataclass(frozen=True, slots=True)
class State:
    """A state, without values."""

    lineage: str
    serial: int
    terraform_version: str
    instances: tuple[Instance, ...]
    problems: tuple[str, ...] = ()


def parse(data: bytes, where: str) -> State:
    """The state in these bytes. Raises SourceFailed, which says what the file is instead and what to do."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise SourceFailed(
            f"{where} is not a state: it is not JSON. Give the file that `terraform state pull` prints."
        ) from error
    if not isinstance(document, dict):
        raise SourceFailed(f"{where} is not a state: a JSON object is expected.")
    _refuse(document, where)
    resources = document.get("resources")
    if not isinstance(resources, list):
        raise SourceFailed(f"{where} is a state of format 4 without a list of resources; it is damaged.")
    instances: list[Instance] = []
    problems: list[str] = []
    for at, resource in enumerate(resources):
        try:
            instances += _instances(resource)
        except (KeyError, TypeError, AttributeError) as error:
            problems.append(
                f"{where}: resource {at} could not be understood ({type(error).__name__}: {error})"
            )
    serial = document.get("serial")
    return State(
        lineage=str(document.get("lineage") or ""),
        serial=serial if isinstance(serial, int) else 0,
        terraform_version=str(document.get("terraform_version") or ""),
        instances=tuple(_unique(instances)),
        problems=tuple(problems),
    )


def _refuse(document: Mapping[str, Any], where: str) -> None:
    """Says what a file that is no state of format 4 is instead."""
    if "encrypted_data" in document:
        raise SourceFailed(
            f"{where} is an encrypted OpenTofu state; give a decrypted one (`tofu state pull`)."
        )
    if "planned_values" in document or "resource_changes" in document:
        raise SourceFailed(f"{where} is a plan, not a state; give the state that the plan was made from.")
    version = document.get("version")
    if isinstance(document.get("backend"), Mapping):
        raise SourceFailed(
            f"{where} only points to a backend; give the address of the state in that backend."
        )
    if not isinstance(version, int) or isinstance(version, bool):
        raise SourceFailed(f"{where} is not a state: it has no format version.")
    if version < FORMAT:
        raise SourceFailed(
            f"{where} is a state of the old format {version}; `terraform apply -refresh-only` of Terraform 0.12 or later, or OpenTofu, makes it format 4."
        )
    if version > FORMAT:
        raise SourceFailed(
            f"{where} is a state of format {version}, which is newer than is understood here (4)."
        )


def _instances(resource: Mapping[str, Any]) -> Iterator[Instance]:
    module = str(resource.get("module") or "")
    mode, kind, name = str(resource["mode"]), str(resource["type"]), str(resource["name"])
    stem = ".".join(p for p in (module, "data" if mode == "data" else "", kind, name) if p)
    provider = _provider(str(resource.get("provider") or ""))
    for instance in resource.get("instances") or []:
        attributes = instance.get("attributes") or instance.get("attributes_flat") or {}
        allowed = {k: v for k in ALLOWED if isinstance(v := attributes.get(k), str)}
        deposed = f" (deposed {instance['deposed']})" if instance.get("deposed") else ""
        yield Instance(
            address=stem + index(instance.get("index_key")) + deposed,
            mode=mode,
            type=kind,
            name=name,
            provider=provider,
            module=module,
            arn=allowed.get("arn", ""),
            id=allowed.get("id", ""),
        )


def index(key: object) -> str:
    """An instance's key as addresses write it: a number bare, text in quotes with its escapes."""
    if key is None:
        return ""
    if isinstance(key, int | float) and not isinstance(key, bool):
        return f"[{int(key) if key == int(key) else key}]"
    text = json.dumps(str(key), ensure_ascii=False)
    return "[" + re.sub(r"([$%])\{", r"\1\1{", text) + "]"


def _provider(text: str) -> str:
    """`registry.terraform.io/hashicorp/aws` of `provider["registry.terraform.io/hashicorp/aws"].west`."""
    found = re.search(r'provider\["([^"]+)"\]', text)
    return found[1] if found else text.removeprefix("provider.")


def _unique(instances: list[Instance]) -> Iterator[Instance]:
    """Each address once: a damaged state may repeat one, and the first is what Terraform goes by."""
    seen: set[str] = set()
    for instance in instances:
        if instance.address not in seen:
            seen.add(instance.address)
            yield instance
