"""The sample estate as a whole: everything made in one folder, with the settings file that observes it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from api.demo import account, cluster, repository, state
from api.demo.account import PROD, PROD_REGION, READER, STAGING, STAGING_REGION, Ids
from api.demo.cluster import Stage
from api.demo.emulator import Emulator
from api.demo.manifest import Moment

BEFORE = Stage(deployed=False)
PRESENT = Stage(deployed=True)
"""The two times the estate is looked at: days ago, and now."""


@dataclass(slots=True)
class Estate:
    """The estate in its folder. `settings` is the file that every command may be given with --config."""

    folder: Path
    emulator: Emulator
    ids: Ids
    now: datetime

    @property
    def settings(self) -> Path:
        """The settings file that observes all of it."""
        return self.folder / "aletheia.toml"

    def stand_at(self, stage: Stage, seen: datetime) -> None:
        """Saves the clusters as they were at that stage, looked at then."""
        cluster.saved(self.folder / "clusters", self.ids, Moment(self.now, seen), stage)

    def move_on(self) -> None:
        """What the last day brought to AWS."""
        account.move_on(self.emulator, self.ids)


def prepare(folder: Path, now: datetime, ready: Callable[[], Emulator]) -> Estate:
    """Makes the estate as it was some days ago. `ready` waits for an emulator that was started before."""
    repository.create(folder / "repositories", now)
    running = ready()
    ids = account.seed(running)
    state.write(folder / "states" / "prod.tfstate", ids)
    (folder / "aletheia.toml").write_text(_settings(running.url), encoding="utf-8")
    return Estate(folder, running, ids, now)


KINDS = (
    "EC2Instance", "Volume", "VPC", "Subnet", "SecurityGroup", "SecurityGroupRule", "AutoScalingGroup", "LoadBalancer",
    "TargetGroup", "S3Bucket", "RDSInstance", "DynamoDBTable", "LambdaFunction", "SQSQueue", "SNSTopic", "IAMRole",
    "ECRRepository", "ECRImage", "SecretsManagerSecret", "Certificate", "DNSRecord", "CloudFormationStack",
)  # fmt: skip
STAGING_KINDS = ("EC2Instance", "VPC", "SecurityGroup", "S3Bucket", "RDSInstance", "SQSQueue", "IAMRole")
"""What the sample accounts hold. Every service more costs the emulator a quarter of a second to load."""


def _settings(endpoint: str) -> str:
    """The settings of the estate, as somebody would write them."""
    accounts = "".join(
        f"""
[[aws]]
name = "{name}"
role_arn = "{READER.format(number)}"
regions = ["{region}"]
kinds = {json.dumps(kinds)}
endpoint_url = "{endpoint}"
state_complete = {complete}
"""
        for name, number, region, kinds, complete in (
            ("prod", PROD, PROD_REGION, KINDS, "true"),
            ("staging", STAGING, STAGING_REGION, STAGING_KINDS, "false"),
        )
    )
    clusters = "".join(
        f'\n[[kubernetes]]\ncluster = "{n}"\ndump = "clusters/{n}"\n' for n in ("prod", "staging")
    )
    code = "".join(f'\n[[code]]\npath = "repositories/{name}"\n' for name in repository.NAMES)
    return f"""# The sample estate. Its AWS accounts are served by a local emulator while `aletheia demo` runs.
{accounts}{clusters}{code}
[[terraform]]
state = "states/prod.tfstate"

[teams]
aliases = {{ "@acme/payments-eng" = "payments", "@acme/storefront" = "storefront", "@acme/insights" = "insights", "@acme/platform" = "platform" }}
"""
