"""The demo: the estate is made, observed three times by the real collectors, and asked."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from api import assembly, settings
from api.assembly import Assembly
from api.demo import emulator, estate
from api.demo.estate import BEFORE, BETWEEN, PRESENT, Estate

if TYPE_CHECKING:
    import boto3

QUESTIONS = (
    "How many pods are there per namespace in prod?",
    "Which RDS instances have no backups?",
    "Is any RDS instance publicly accessible?",
    "Who owns checkout-api in prod?",
    "Which applications have no owner?",
    "What changed in the last 24 hours?",
    "What could not be read?",
    "What engine version does orders-db run?",
    "What depends on orders-db?",
    "Which S3 buckets are unmanaged?",
    "Which code mappings have low confidence?",
    "Why is paymets-db down?",
)
"""One of each form that people ask: groups, lists, yes or no, owners, changes, freshness, a field, impact, and a name that is none."""

LONG_AGO, LATELY = timedelta(days=3), timedelta(hours=26)
"""When the two earlier looks were: before the last day's changes, and just over the freshness limit."""

_FIRST_LOOK = ("EC2Instance", "RDSInstance", "S3Bucket", "SQSQueue")
"""Of AWS, the kinds whose history the story tells; the present look reads all."""


@dataclass(frozen=True, slots=True)
class Tour:
    """The observed estate, open for questions."""

    parts: Assembly
    estate: Estate


@contextmanager
def prepared(folder: Path, told: Callable[[str], None]) -> Iterator[Tour]:
    """The estate made, observed at three times, and open. Everything that can starts side by side."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    now = assembly.now()
    ready = emulator.start()
    with ThreadPoolExecutor(2) as pool:
        told("starting an embedded graph and a local AWS emulator")
        graph = pool.submit(_graph, folder)
        made = pool.submit(estate.prepare, folder, now, ready)
        here = made.result()
        parts = Assembly(_loaded(here.settings, folder), graph.result().store)
    try:
        _observe(parts, here, now, told)
        yield Tour(parts, here)
    finally:
        parts.store.close()
        here.emulator.close()


def _graph(folder: Path) -> Assembly:
    chosen = settings.load(None, {"ALETHEIA_HOME": str(folder / "home")})
    return Assembly(chosen, assembly.graph(chosen))


def _loaded(file: Path, folder: Path) -> settings.Settings:
    return settings.load(file, {"ALETHEIA_HOME": str(folder / "home")})


def _observe(parts: Assembly, here: Estate, now: datetime, told: Callable[[str], None]) -> None:
    """Three real looks: days ago (for history), the day before (for what is gone and stale), and now."""
    from api.scans import run  # noqa: PLC0415 — imported while the emulator starts

    aws = credentials()
    told("observing it as it was three days ago")
    here.stand_at(BEFORE, now - LONG_AGO)
    accounts = tuple(replace(a, kinds=_FIRST_LOOK) for a in parts.settings.aws)
    run(replace(parts, settings=replace(parts.settings, aws=accounts)), at=now - LONG_AGO, aws=aws)
    told("observing it as it was yesterday")
    here.stand_at(BETWEEN, now - LATELY)
    run(parts, only=("k8s",), at=now - LATELY)
    told("observing it as it is now")
    here.move_on()
    here.stand_at(PRESENT, now)
    run(parts, aws=aws)


def credentials() -> boto3.Session:
    """What the emulator is asked with: it takes any key, and gives those of the roles that the settings name."""
    import boto3  # noqa: PLC0415 — takes a second to import

    return boto3.Session("sample", "sample", region_name="eu-west-1")
