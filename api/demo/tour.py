"""The demo: the estate is made, observed three times by the real collectors, and asked."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from api import assembly, settings
from api.assembly import Assembly
from api.demo import estate
from api.demo.emulator import Emulator
from api.demo.estate import BEFORE, PRESENT, Estate

if TYPE_CHECKING:
    import boto3

FIRST = "How many deployments are there per namespace in prod?"
"""Asked of what was seen days ago, which the answer says; and once more of the present."""

QUESTIONS = (
    FIRST,
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

LONG_AGO = timedelta(days=3)
"""When the earlier look was: before the last day's changes, and over the freshness limit."""

_FIRST_LOOK = ("EC2Instance", "RDSInstance", "S3Bucket", "SQSQueue")
"""Of AWS, the kinds whose history the story tells; the present look reads all."""

_QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""For the graph's Java runtime: a demo ends before optimised code would pay for itself (measured: half the processor time)."""


@dataclass(frozen=True, slots=True)
class Tour:
    """The observed estate, open for questions."""

    parts: Assembly
    estate: Estate


@contextmanager
def prepared(
    folder: Path,
    ready: Callable[[], Emulator],
    told: Callable[[str], None],
    between: Callable[[Assembly], None] = lambda _: None,
) -> Iterator[Tour]:
    """The estate made, observed at two times, and open.

    `ready` is the emulator, started before all this was imported; `between` is called between the two looks.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    settings.lend("JAVA_TOOL_OPTIONS", _QUICK)
    now = assembly.now()
    with ThreadPoolExecutor(3) as pool:
        graph = pool.submit(_graph, folder)
        made = pool.submit(estate.prepare, folder, now, ready)
        pool.submit(_foresee)
        here = made.result()
        parts = Assembly(_loaded(here.settings, folder), graph.result().store)
    try:
        _observe(parts, here, told, between)
        yield Tour(parts, here)
    finally:
        parts.store.close()
        here.emulator.close()


def _graph(folder: Path) -> Assembly:
    chosen = settings.load(None, {"ALETHEIA_HOME": str(folder / "home")})
    return Assembly(chosen, assembly.graph(chosen))


def _loaded(file: Path, folder: Path) -> settings.Settings:
    return settings.load(file, {"ALETHEIA_HOME": str(folder / "home")})


def _foresee() -> None:
    """Imports what will be needed, while others are waited for."""
    for name in (
        "collectors.scan",
        "graph.writer",
        "collectors.rules.run",
        "collectors.k8s.source",
        "api.asking",
    ):
        import_module(name)


def _observe(
    parts: Assembly, here: Estate, told: Callable[[str], None], between: Callable[[Assembly], None]
) -> None:
    """Two real looks: days ago, for the history; and now, with the rules after it."""
    from api.scans import observe, run  # noqa: PLC0415 — imported while the emulator starts

    aws = credentials()
    told("observing it as it was three days ago")
    then = here.now - LONG_AGO
    here.stand_at(BEFORE, then)
    accounts = tuple(replace(a, kinds=_FIRST_LOOK) for a in parts.settings.aws)
    clusters = parts.settings.kubernetes[:1]
    before = replace(parts, settings=replace(parts.settings, aws=accounts, kubernetes=clusters))
    observe(before, only=("aws", "k8s"), at=then, aws=aws)
    between(parts)
    told("observing it as it is now")
    here.move_on()
    here.stand_at(PRESENT, here.now)
    run(parts, aws=aws)


def credentials() -> boto3.Session:
    """What the emulator is asked with: it takes any key, and gives those of the roles that the settings name."""
    import boto3  # noqa: PLC0415 — takes a second to import

    return boto3.Session("sample", "sample", region_name="eu-west-1")
