"""Recordings, and a real API server: built once, started for the session, skipped loudly where it cannot be had.

With REQUIRE_KUBE_API=1 a missing server fails the tests that ask for it.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from collectors.k8s.cluster import Cluster
from collectors.k8s.reading import Sight
from collectors.k8s.resource import Item
from collectors.k8s.resources import RESOURCES
from collectors.k8s.source import looks
from graph.scope import Reading

ROOT = Path(__file__).parents[3]
TOOL = ROOT / "tools/kubernetes"
ESTATE = ROOT / "tests/recordings/k8s/estate"
_missing: list[str] = []


@pytest.fixture(scope="session")
def estate() -> dict[str, Reading]:
    """Every reading of the recorded cluster, by the words of its scope."""
    cluster = Cluster("prod", dump=str(ESTATE))
    return {look.scope.words: look.read() for look in looks(cluster)}


@pytest.fixture(scope="session")
def shaped() -> Callable[..., Sight]:
    """Shapes one raw object of a kind in cluster prod: its records, relations and notes."""

    def shape(kind: str, raw: dict[str, Any], deployments: Mapping[str, str] = MappingProxyType({})) -> Sight:
        resource = next(r for r in RESOURCES if r.kind == kind)
        sight = Sight()
        for seen in resource.shape(Item("prod", resource, raw, deployments)):
            sight.take(seen)
        return sight

    return shape


@pytest.fixture(scope="session")
def _started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """The folder of a started server, and why there is none."""
    folder = tmp_path_factory.mktemp("kube")
    if not os.environ.get("KUBETEST_BIN") and not shutil.which("go") and not _cached():
        yield folder, "no binary is cached, and no 'go' is on PATH to build it with"
        return
    try:  # the first call on a machine builds: minutes
        # every request is logged; a list that was compacted away expires at once
        settings = {
            "KUBETEST_AUDIT": "1",
            "KUBETEST_APISERVER_FLAGS": "--feature-gates=ListFromCacheSnapshot=false",
        }
        done = subprocess.run(
            ["bash", TOOL / "start.sh", folder],
            check=False,
            capture_output=True,
            text=True,
            timeout=1800,
            env={**os.environ, **settings},
        )
        why = "" if done.returncode == 0 else f"start.sh ended with {done.returncode}: {done.stderr[-500:]}"
    except (OSError, subprocess.TimeoutExpired) as error:
        why = str(error)
    try:
        yield folder, why
    finally:
        subprocess.run(["bash", TOOL / "stop.sh", folder], check=False, capture_output=True)


def _cached() -> bool:
    return any((Path.home() / ".cache/kubetest").glob("kubetest-*"))


@pytest.fixture
def kube(_started: tuple[Path, str]) -> Path:
    """The folder of a real API server: kubeconfig (admin), kubeconfig.restricted, kubeconfig.nobody."""
    folder, why = _started
    if why:
        _missing.append(why)
        if os.environ.get("REQUIRE_KUBE_API"):
            pytest.fail(
                f"REQUIRE_KUBE_API is set, and there is no Kubernetes API server: {why}", pytrace=False
            )
        pytest.skip(f"NO KUBERNETES API SERVER: {why}")
    return folder


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says in red how many tests did not run."""
    if _missing:
        terminalreporter.section("NO KUBERNETES API SERVER", red=True, bold=True)
        terminalreporter.line(
            f"{len(_missing)} tests against a real API server did not run: {_missing[0]}", red=True
        )
