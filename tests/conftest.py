"""What every test may ask for: a real store, wiped before each test, and no way out of this machine."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from pytest_socket import socket_allow_hosts

from graph.connect import open_store
from graph.store import Store

# A failing example is made small, for five minutes at most, and shown; what else could vary is not tried, since with a
# graph behind each example that would take hours.
settings.register_profile(
    "shown", phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink), report_multiple_bugs=False
)
settings.load_profile("shown")

NEO4J_URL = os.environ.get("ALETHEIA_TEST_NEO4J_URL", "")
_STORES = [
    "embedded",
    pytest.param(
        "neo4j",
        marks=[
            pytest.mark.neo4j,
            pytest.mark.xdist_group("neo4j"),
            pytest.mark.skipif(not NEO4J_URL, reason="ALETHEIA_TEST_NEO4J_URL names no Neo4j"),
        ],
    ),
]


def pytest_configure(config: pytest.Config) -> None:
    """Tests of one real Neo4j must not wipe it under each other: they go to one worker."""
    if getattr(config.option, "dist", "no") == "load":
        config.option.dist = "loadgroup"


@pytest.fixture(autouse=True)
def _loopback_only() -> None:
    """Sockets beyond loopback are refused."""
    socket_allow_hosts(["127.0.0.1", "::1", "localhost"], allow_unix_socket=True)


@pytest.fixture(scope="session")
def embedded_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of this worker's embedded graph, as ALETHEIA_HOME would name it."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def _open_stores(embedded_home: Path) -> Iterator[dict[str, Store]]:
    """Stores by name, opened when a test first asks and shared from then on."""
    opened: dict[str, Store] = {}
    yield opened
    for store in opened.values():
        store.close()


def _wiped(name: str, opened: dict[str, Store], home: Path) -> Store:
    if name not in opened:
        url = "embedded:" if name == "embedded" else NEO4J_URL
        opened[name] = open_store(url, home=home)
        opened[name].prepare()
    opened[name].write([("MATCH (n) DETACH DELETE n", {})])
    return opened[name]


@pytest.fixture
def embedded(_open_stores: dict[str, Store], embedded_home: Path) -> Store:
    """An empty embedded store, for tests that need a graph and do not care which."""
    return _wiped("embedded", _open_stores, embedded_home)


@pytest.fixture(params=_STORES)
def store(request: pytest.FixtureRequest, _open_stores: dict[str, Store], embedded_home: Path) -> Store:
    """An empty store: the embedded one always, and a real Neo4j where ALETHEIA_TEST_NEO4J_URL names one."""
    return _wiped(request.param, _open_stores, embedded_home)
