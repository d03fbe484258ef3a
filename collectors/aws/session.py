"""One account of AWS to ask: its credentials, clients, retries, and who it turned out to be.

Credentials come from boto3's own chain only; the configuration is a value, and nothing here reads the environment.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from typing import Any

import boto3
import botocore.session
from botocore.config import Config
from botocore.credentials import (
    AssumeRoleCredentialFetcher,
    CredentialProvider,
    Credentials,
    DeferredRefreshableCredentials,
)
from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError
from botocore.loaders import Loader, create_loader

from collectors.aws.failure import translate
from collectors.aws.place import Place
from graph.errors import BadCredentials

_CLIENTS = 64
"""Clients kept at a time: making one takes about 25 ms, keeping one a few hundred KiB."""
_HOME = "us-east-1"
"""Where global services are asked, and the account itself where nothing else is configured."""
_ACCOUNT_HOST = re.compile(r"^(https?://)\d{12}\.")
_OTHER_PARTITIONS = ("cn-", "us-gov-", "us-iso", "eu-isoe-", "eusc-")
"""How regions begin that the usual endpoints know nothing of."""


@dataclass(frozen=True, slots=True)
class Configured:
    """One account as it is configured.

    Credentials are those of `profile`, else of boto3's chain; with `role_arn`, they are used to assume that role.
    With `organization_role`, every account of the Organization is meant, each entered by its role of that name.
    `account` is the account id that is expected (empty = whichever answers); another one is refused.
    `regions` empty = all that are enabled; `kinds` empty = all. `attempts` counts the first call too;
    0 = eight, four at an endpoint of one's own, which has no throttle of AWS's size.
    """

    name: str
    profile: str = ""
    role_arn: str = ""
    external_id: str = ""
    account: str = ""
    regions: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    endpoint_url: str = ""
    organization_role: str = ""
    attempts: int = 0


class Session:
    """The clients of one account; safe to use from several threads."""

    def __init__(self, configured: Configured, session: boto3.Session | None = None) -> None:
        self.configured = configured
        self._given = session
        self._lock = threading.Lock()
        self._made: boto3.Session | None = None
        self._clients: OrderedDict[tuple[str, str], Any] = OrderedDict()

    def client(self, service: str, region: str) -> Any:
        """The client of a service in a region (empty = where global services are asked)."""
        where = (service, region or self.home)
        with self._lock:
            client = self._clients.pop(where, None) or self._new_client(*where)
            self._clients[where] = client
            while len(self._clients) > _CLIENTS:
                self._clients.popitem(last=False)
            return client

    def member(self, configured: Configured) -> Session:
        """A session of another account that is entered from this one."""
        own = configured.role_arn == self.configured.role_arn
        return Session(configured, self._given if own else self._session())

    @property
    def home(self) -> str:
        """The region whose endpoint stands for the whole account; its partition's own where that is not the usual one."""
        listed = (r for r in self.configured.regions if r.startswith(_OTHER_PARTITIONS))
        return next(listed, _HOME)

    def identify(self) -> Place:
        """The account that the credentials belong to. Raises BadCredentials, or what else kept it from answering."""
        place = Place(self.configured.account, custom_endpoint=bool(self.configured.endpoint_url))
        try:
            identity = self.client("sts", self.home).get_caller_identity()
        except (ClientError, BotoCoreError) as error:
            raise translate(error, "sts:GetCallerIdentity", place) from error
        account = str(identity["Account"])
        if self.configured.account and account != self.configured.account:
            raise BadCredentials(
                f"The credentials of `{self.configured.name}` belong to account {account}, not to "
                f"{self.configured.account}. Correct `account`, or the profile or role that it uses."
            )
        arn = str(identity["Arn"])
        kind, _, rest = arn.rpartition(":")[2].partition("/")
        role = rest.partition("/")[0] if kind == "assumed-role" else ""
        return Place(
            account, "", arn.split(":")[1], verified=True, custom_endpoint=place.custom_endpoint, role=role
        )

    def _new_client(self, service: str, region: str) -> Any:
        client: Any = self._session().client(
            service,
            region_name=region,
            endpoint_url=self.configured.endpoint_url or None,
            config=self._config(),
        )
        if self.configured.endpoint_url and service == "s3control":
            client.meta.events.register("before-sign.s3-control", _plain_host)
        return client

    @property
    def _attempts(self) -> int:
        return self.configured.attempts or (4 if self.configured.endpoint_url else 8)

    def _config(self) -> Config:
        return Config(
            retries={"mode": "adaptive", "total_max_attempts": self._attempts},
            connect_timeout=10,
            read_timeout=60,
            max_pool_connections=16,
            user_agent_extra="aletheia",
            inject_host_prefix=not self.configured.endpoint_url,  # a configured endpoint has one name
        )

    def _session(self) -> boto3.Session:
        if self._made is None:
            base = self._given or boto3.Session(botocore_session=_own_session(self.configured.profile))
            self._made = self._assumed(base) if self.configured.role_arn else base
        return self._made

    def _assumed(self, base: boto3.Session) -> boto3.Session:
        """A session with the role's credentials, renewed by themselves before they expire."""
        inner = _own_session("")
        provider = inner.get_component("credential_provider")
        provider.insert_before("env", _AssumedRole(base, self.configured, self.home, self._config()))
        return boto3.Session(botocore_session=inner)


def _own_session(profile: str) -> botocore.session.Session:
    """A session of botocore's that shares the parsed service descriptions with all others."""
    inner = botocore.session.Session(profile=profile or None)
    inner.register_component("data_loader", _descriptions(inner.get_config_variable("data_path")))
    return inner


@cache
def _descriptions(data_path: str | None) -> Loader:
    """Parsing them takes a second or two; with many accounts, once."""
    return create_loader(data_path)


def _plain_host(request: Any, **_: Any) -> None:
    """Takes off the account that S3 Control puts before the host: an endpoint that is configured has one name."""
    request.url = _ACCOUNT_HOST.sub(r"\1", request.url)


class _AssumedRole(CredentialProvider):
    """Hands botocore the credentials of an assumed role: its own way to be given some."""

    METHOD = "aletheia-assumed-role"
    CANONICAL_NAME = None

    def __init__(self, base: boto3.Session, configured: Configured, region: str, config: Config) -> None:
        super().__init__()
        self._base, self._configured, self._region, self._config = base, configured, region, config

    def load(self) -> Credentials:
        extra = {"RoleSessionName": "aletheia"}
        if self._configured.external_id:
            extra["ExternalId"] = self._configured.external_id
        own = self._base.get_credentials()
        if own is None:
            raise NoCredentialsError
        fetcher = AssumeRoleCredentialFetcher(
            client_creator=self._sts,
            source_credentials=own,
            role_arn=self._configured.role_arn,
            extra_args=extra,
        )
        return DeferredRefreshableCredentials(method=self.METHOD, refresh_using=fetcher.fetch_credentials)

    def _sts(self, service: str, **keys: Any) -> Any:
        return self._base.client(
            service,
            region_name=self._region,
            endpoint_url=self._configured.endpoint_url or None,
            config=self._config,
            **keys,
        )
