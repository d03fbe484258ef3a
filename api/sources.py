"""What is observed, from the settings: one source per configured account, cluster, set of repositories and set of states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from api.settings import Aws, Settings
from collectors.source import Source
from graph.errors import SourceFailed

if TYPE_CHECKING:
    import boto3

    from collectors.aws.session import Session


def sources(
    settings: Settings, only: tuple[str, ...] = (), aws: boto3.Session | None = None
) -> tuple[Source, ...]:
    """The sources of these collectors (all, where none is named). Only what is configured is imported.

    `aws` holds credentials in place of boto3's own chain.
    """
    made: dict[str, Callable[[], Iterator[Source]]] = {
        "aws": lambda: _accounts(settings, aws),
        "k8s": lambda: _clusters(settings),
        "code": lambda: _repositories(settings),
        "terraform": lambda: _states(settings, aws),
    }
    return tuple(source for name, make in made.items() if not only or name in only for source in make())


def _accounts(settings: Settings, aws: boto3.Session | None) -> Iterator[Source]:
    if not settings.aws:
        return
    from collectors.aws import account, registry  # noqa: PLC0415 — boto3 takes a second to import
    from collectors.aws.session import Configured  # noqa: PLC0415

    for one in settings.aws:
        configured = Configured(
            one.name or one.profile or "default",
            one.profile,
            one.role_arn,
            one.external_id,
            regions=one.regions,
            kinds=one.kinds,
            endpoint_url=one.endpoint_url,
        )
        yield account.source(configured, registry.SERVICES, aws)


def _clusters(settings: Settings) -> Iterator[Source]:
    if not settings.kubernetes:
        return
    from collectors.k8s import source  # noqa: PLC0415 — only where a cluster is configured
    from collectors.k8s.cluster import Cluster  # noqa: PLC0415

    for one in settings.kubernetes:
        yield source.source(
            Cluster(
                one.cluster,
                context=one.context,
                kubeconfig=str(one.kubeconfig or ""),
                in_cluster=one.in_cluster,
                dump=str(one.dump or ""),
                dashboard_url=one.dashboard_url,
            )
        )


def _repositories(settings: Settings) -> Iterator[Source]:
    if not settings.code:
        return
    from collectors.code import repository  # noqa: PLC0415 — only where a repository is configured

    yield repository.source(
        repository.Configured(c.path, c.url, c.repository, c.forge) for c in settings.code
    )


def _states(settings: Settings, aws: boto3.Session | None) -> Iterator[Source]:
    if not settings.terraform:
        return
    from collectors.iac import terraform  # noqa: PLC0415 — only where a state is configured

    in_s3 = any(t.state.startswith("s3://") for t in settings.terraform)
    getter = _s3(settings.aws, aws) if in_s3 else None
    yield terraform.source((terraform.Configured(t.state) for t in settings.terraform), getter)


def _s3(accounts: tuple[Aws, ...], aws: boto3.Session | None) -> Callable[[str, str], bytes]:
    """Gets an object with the credentials of the first account that may."""
    from botocore.exceptions import BotoCoreError, ClientError  # noqa: PLC0415

    from collectors.aws.session import Configured, Session  # noqa: PLC0415

    sessions: list[Session] = [
        Session(Configured(a.name, a.profile, a.role_arn, a.external_id, endpoint_url=a.endpoint_url), aws)
        for a in accounts or (Aws(name="default"),)
    ]

    def get(bucket: str, key: str) -> bytes:
        reasons: list[str] = []
        for session in sessions:
            try:
                body: bytes = session.client("s3", "").get_object(Bucket=bucket, Key=key)["Body"].read()
            except (ClientError, BotoCoreError) as error:
                reasons.append(f"{session.configured.name}: {error}")
            else:
                return body
        raise SourceFailed(f"s3://{bucket}/{key} could not be read. " + "; ".join(reasons))

    return get
