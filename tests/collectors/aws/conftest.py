"""AWS over HTTP: moto's server, an account of its own for each test, and a proxy in front that can refuse."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import boto3
import botocore.session
import pytest
from botocore.loaders import create_loader
from moto.server import ThreadedMotoServer

from collectors.aws.account import source
from collectors.aws.registry import SERVICES
from collectors.aws.session import Configured
from collectors.scan import attempt
from graph.scope import Reading
from tests.collectors.aws.faults import Faults

_DESCRIPTIONS = create_loader()
_NUMBERS = itertools.count(100000000001)


@pytest.fixture(scope="session")
def moto() -> Iterator[str]:
    """The address of an AWS that holds nothing at first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOTO_EC2_LOAD_DEFAULT_AMIS", "false")
        patch.setenv("AWS_EC2_METADATA_DISABLED", "true")
        server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        server.start()
        host, port = server.get_host_and_port()
        yield f"http://{host}:{port}"
        server.stop()


@dataclass(frozen=True)
class Account:
    """One account of the emulator, and Aletheia's looks at it."""

    number: str
    url: str
    session: boto3.Session

    def client(self, service: str, region: str = "eu-west-1") -> Any:
        """A client that may write."""
        return self.session.client(service, region_name=region, endpoint_url=self.url)

    def all_readings(self, *, through: str = "", **settings: Any) -> list[Reading]:
        """What every look at the account gives."""
        configured = Configured(
            **{"name": "test", "regions": ("eu-west-1",), "attempts": 2, **settings},
            endpoint_url=through or self.url,
        )
        return [attempt(look) for look in source(configured, SERVICES, self.session).looks()]

    def readings(self, *kinds: str, through: str = "", **settings: Any) -> dict[str, Reading]:
        """What the looks at these kinds give, by the words of their scopes after the account."""
        configured = Configured(
            **{"name": "test", "regions": ("eu-west-1",), "attempts": 2, **settings},
            kinds=kinds,
            endpoint_url=through or self.url,
        )
        looks = source(configured, SERVICES, self.session).looks()
        readings = (attempt(look) for look in looks)
        return {r.scope.words.split(" ", 2)[-1]: r for r in readings}

    def reading(self, words: str, **settings: Any) -> Reading:
        """The reading of one scope: "eu-west-1 EC2Instance"."""
        return self.readings(words.split(" ", 1)[1].split(",", maxsplit=1)[0], **settings)[words]


@pytest.fixture
def account(moto: str) -> Account:
    """A new, empty account."""
    return _new(moto)


@pytest.fixture
def other_account(moto: str) -> Account:
    """A second one."""
    return _new(moto)


@pytest.fixture(scope="module")
def full_account(moto: str) -> Account:
    """A new account that the tests of a module share."""
    return _new(moto)


def _new(moto: str) -> Account:
    number = str(next(_NUMBERS))
    sts = _session("seed", "seed").client("sts", endpoint_url=moto)
    given = sts.assume_role(RoleArn=f"arn:aws:iam::{number}:role/seed", RoleSessionName="seed")["Credentials"]
    session = _session(given["AccessKeyId"], given["SecretAccessKey"], given["SessionToken"])
    return Account(number, moto, session)


def _session(*keys: str) -> boto3.Session:
    """One that shares the parsed descriptions of services with all other tests: parsing takes a second."""
    inner = botocore.session.Session()
    inner.register_component("data_loader", _DESCRIPTIONS)
    return boto3.Session(*keys, botocore_session=inner, region_name="eu-west-1")


@pytest.fixture
def faults(moto: str) -> Iterator[Faults]:
    """A proxy before the emulator, whose answers a test may spoil."""
    with Faults(moto) as proxy:
        yield proxy
