"""Questions over two estates that the real collectors observed; what is right is computed from their sources by other code."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest
import yaml

from api import assembly, settings
from api.assembly import Assembly
from api.demo import account, emulator, tour
from api.demo.tour import Tour
from api.scans import run
from assistant.ask import answer
from graph.store import Store
from tests.questions import generated, source
from tests.questions.expected import Held, faults, filled

pytestmark = pytest.mark.xdist_group("estates")

_FOLDER = Path(__file__).parent


def entries(folder: str) -> list[Held]:
    """The entries of a folder, one for each wording."""
    return [
        {**entry, "question": text}
        for file in sorted((_FOLDER / folder).glob("*.yaml"))
        for entry in yaml.safe_load(file.read_text(encoding="utf-8"))
        for text in entry.get("questions", [entry.get("question")])
    ]


@dataclass(frozen=True, slots=True)
class Observed:
    """An estate in a graph, what its sources say, and the time of every question."""

    store: Store
    things: list[Held]
    now: datetime


@pytest.fixture(scope="module")
def toured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tour]:
    """The sample estate, observed; its emulator serves the second account as well."""
    with tour.prepared(
        tmp_path_factory.mktemp("sample") / "estate", emulator.start(), lambda _: None
    ) as held:
        yield held


@pytest.fixture(scope="module")
def sample(toured: Tour) -> Observed:
    """The sample estate, and what its sources say."""
    here = toured.estate
    things = source.things_of_clusters(here.folder / "clusters")
    for name, number, region in (
        ("prod", account.PROD, account.PROD_REGION),
        ("staging", account.STAGING, account.STAGING_REGION),
    ):
        client = source.client_of(here.emulator.url, number, region)
        denied = DENIED if name == "staging" else frozenset[str]()
        things += source.things_of_account(client, name, number, region, denied)
    kept = [t for t in things if t.get("state") != "terminated"]
    return Observed(toured.parts.store, kept, assembly.now())


DENIED = frozenset({"RDSInstance", "SQSQueue"})
"""What nobody may list in the account staging of the sample estate."""


_SETTINGS = """
[[aws]]
name = "lab"
role_arn = "arn:aws:iam::{account}:role/seed"
regions = ["{region}"]
kinds = ["EC2Instance", "Volume", "S3Bucket", "RDSInstance", "SQSQueue", "DynamoDBTable", "LambdaFunction"]
endpoint_url = "{url}"

[[kubernetes]]
cluster = "blue"
dump = "clusters/blue"

[[kubernetes]]
cluster = "green"
dump = "clusters/green"
"""


@pytest.fixture(scope="module")
def made(toured: Tour, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Observed]:
    """The generated estate in a graph of its own."""
    folder, now = tmp_path_factory.mktemp("generated"), assembly.now()
    chance = random.Random(20261130)
    generated.write_clusters(folder / "clusters", now, chance)
    url = toured.estate.emulator.url
    client = source.client_of(url, generated.ACCOUNT, generated.REGION)
    generated.seed_account(client, chance)
    file = folder / "aletheia.toml"
    file.write_text(
        _SETTINGS.format(account=generated.ACCOUNT, region=generated.REGION, url=url), encoding="utf-8"
    )
    chosen = settings.load(file, {"ALETHEIA_HOME": str(folder / "home")})
    parts = Assembly(chosen, assembly.graph(chosen))
    try:
        run(parts, aws=tour.credentials())
        things = source.things_of_clusters(folder / "clusters")
        things += source.things_of_account(client, "lab", generated.ACCOUNT, generated.REGION)
        yield Observed(parts.store, things, assembly.now())
    finally:
        parts.store.close()


@pytest.mark.parametrize("entry", entries("sample"), ids=lambda e: e["question"])
def test_the_sample_estate_is_answered_as_its_sources_say(entry: Held, sample: Observed) -> None:
    """Every row, figure and refusal over the sample estate."""
    asked = filled(entry, sample.things, sample.now)
    given = answer(sample.store, asked["question"], now=sample.now)
    assert faults(asked, given, sample.things, sample.now) == []


@pytest.mark.parametrize("entry", entries("generated"), ids=lambda e: e["question"])
def test_the_generated_estate_is_answered_as_its_sources_say(entry: Held, made: Observed) -> None:
    """Every row, figure and refusal over an estate that nobody wrote."""
    asked = filled(entry, made.things, made.now)
    given = answer(made.store, asked["question"], now=made.now)
    assert faults(asked, given, made.things, made.now) == []


def test_every_question_is_one_of_its_own() -> None:
    """No question stands twice over one estate, and there are enough of them."""
    for folder in ("sample", "generated"):
        texts = Counter(e["question"] for e in entries(folder))
        assert [t for t, n in texts.items() if n > 1] == []
