"""Terraform and OpenTofu states as sources: one scope each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from urllib.parse import quote, urlsplit

from collectors.iac.fetch import S3, Fetched, fetch, plain
from collectors.iac.state import Instance, State, parse
from collectors.source import Look, Source
from graph.errors import SourceFailed
from graph.record import Record, Relation, Uid, Value
from graph.scope import Outcome, Reading, Scope

KINDS = ("TerraformState", "TerraformResource")


@dataclass(frozen=True, slots=True)
class Configured:
    """One `[[terraform]]`: a file, `s3://bucket/key` or `https://…`."""

    state: str


def source(configured: Iterable[Configured], s3: S3 | None = None) -> Source:
    """The collector of these states. `s3` gets objects; without it, states in S3 fail with a word about it."""
    each = tuple(configured)
    return Source("terraform", f"terraform: {len(each)} states", lambda: (_look(c.state, s3) for c in each))


def state_uid(location: str) -> Uid:
    """The key of a state: where it lies, without login and query."""
    shown = plain(location)
    parts = urlsplit(shown)
    path = f"{parts.scheme}/{parts.netloc}{parts.path}" if "://" in shown else f"file/{shown.lstrip('/')}"
    return Uid(f"terraform://{quote(path, safe='/:@.+-')}")


def state_name(location: str) -> str:
    """What people call it: the file without its ending; of `env/prod/terraform.tfstate`, the folder."""
    path = PurePosixPath(urlsplit(location).path if "://" in location else location.replace("\\", "/"))
    stem = path.name.removesuffix(".json").removesuffix(".tfstate")
    return path.parent.name if stem in {"terraform", "default", "state"} and path.parent.name else stem


def _look(location: str, s3: S3 | None) -> Look:
    uid = state_uid(location)
    scope = Scope(
        f"scope://iac/{uid.removeprefix('terraform://')}", "iac", KINDS, f"terraform {plain(location)}", {}
    )
    return Look(scope, partial(read, location, scope, s3))


def read(location: str, scope: Scope, s3: S3 | None) -> Reading:
    """The whole state. PARTIAL where its lock is held (a change is under way) or a resource could not be understood."""
    fetched = fetch(location, s3)
    state = _parsed(fetched, plain(location))
    uid, name = state_uid(location), state_name(location)
    resources = [_resource(i, uid, name) for i in state.instances]
    missing = [f"{len(state.problems)} resources could not be understood"] if state.problems else []
    if fetched.locked_by:
        missing.append(f"the lock is held by {fetched.locked_by}: a change is under way")
    return Reading(
        scope,
        Outcome.PARTIAL if missing else Outcome.COMPLETE,
        (_state(state, uid, name, location), *resources),
        tuple(Relation("PART_OF", r.uid, uid) for r in resources),
        reason="; ".join(missing),
        missing="; ".join(missing),
        problems=state.problems,
    )


def _parsed(fetched: Fetched, where: str) -> State:
    try:
        return parse(fetched.data, where)
    except SourceFailed as error:
        if fetched.locked_by:
            raise SourceFailed(
                f"{where} is being written by {fetched.locked_by}; scan again when it is done."
            ) from error
        raise


def _state(state: State, uid: Uid, name: str, location: str) -> Record:
    managed = sum(i.managed for i in state.instances)
    fields: dict[str, Value] = {
        "location": plain(location),
        "lineage": state.lineage or None,
        "serial": state.serial,
        "terraformVersion": state.terraform_version or None,
        "formatVersion": 4,
        "resources": managed,
        "dataSources": len(state.instances) - managed,
    }
    return Record(uid, "TerraformState", name, fields)


def _resource(instance: Instance, state: Uid, name: str) -> Record:
    parts = instance.arn.split(":", 5)
    fields: dict[str, Value] = {
        "address": instance.address,
        "type": instance.type,
        "mode": instance.mode,
        "provider": instance.provider or None,
        "module": instance.module or None,
        "arn": instance.arn or None,
        "resourceId": instance.id or None,
        "state": name,
        "account": (parts[4] or None) if len(parts) == 6 else None,
        "region": (parts[3] or None) if len(parts) == 6 else None,
    }
    return Record(
        Uid(f"{state}/{quote(instance.address, safe='')}"), "TerraformResource", instance.address, fields
    )
