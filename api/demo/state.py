"""The Terraform state of the sample estate: it manages most of prod, and not what was made by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from api.demo.account import PROD, PROD_REGION, Ids


def write(file: Path, ids: Ids) -> Path:
    """The state, version 4, with the ids that AWS gave."""
    state = {
        "version": 4,
        "terraform_version": "1.13.5",
        "serial": 118,
        "lineage": "3f0c7f43-8f9e-4c0c-8b5e-7d3f8f1b0e21",
        "outputs": {},
        "resources": [_entry(*resource) for resource in _resources(ids)],
        "check_results": None,
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(state, indent=2), encoding="utf-8")
    return file


Resource = tuple[str, str, str, dict[str, Any]]


def _entry(module: str, kind: str, name: str, attributes: dict[str, Any]) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "mode": "data" if kind.startswith("data.") else "managed",
        "type": kind.removeprefix("data."),
        "name": name,
        "provider": 'provider["registry.terraform.io/hashicorp/aws"]',
        "instances": [{"schema_version": 0, "attributes": attributes, "sensitive_attributes": []}],
    }
    return {"module": module, **entry} if module else entry


def _resources(ids: Ids) -> Iterator[Resource]:
    yield from _network(ids)
    yield from _services(ids)


def _network(ids: Ids) -> Iterator[Resource]:
    ec2 = f"arn:aws:ec2:{PROD_REGION}:{PROD}"
    yield "", "data.aws_caller_identity", "current", {"account_id": PROD, "id": PROD}
    vpc = ids["vpc.prod"]
    yield "module.network", "aws_vpc", "prod", {"id": vpc, "arn": f"{ec2}:vpc/{vpc}"}
    for n in (1, 2):
        subnet = ids[f"subnet.prod-{n}"]
        yield "module.network", "aws_subnet", f"private_{n}", {"id": subnet, "arn": f"{ec2}:subnet/{subnet}"}
    for name in ("alb", "nodes", "databases"):
        group = ids[f"group.prod-{name}"]
        yield (
            "module.network",
            "aws_security_group",
            name,
            {"id": group, "arn": f"{ec2}:security-group/{group}"},
        )
    template = ids["template"]
    yield (
        "",
        "aws_launch_template",
        "nodes",
        {"id": template, "arn": f"{ec2}:launch-template/{template}", "name": "prod-nodes"},
    )


def _services(ids: Ids) -> Iterator[Resource]:
    autoscaling = (
        f"arn:aws:autoscaling:{PROD_REGION}:{PROD}:autoScalingGroup:*:autoScalingGroupName/prod-nodes"
    )
    yield "", "aws_autoscaling_group", "nodes", {"id": "prod-nodes", "name": "prod-nodes", "arn": autoscaling}
    for name in ("orders-db", "ledger-db"):
        arn = ids[f"database.{name}"]
        yield (
            "module.data",
            "aws_db_instance",
            name.replace("-", "_"),
            {"id": name, "identifier": name, "arn": arn, "password": "never stored"},
        )
    for bucket in ("acme-prod-assets", "acme-prod-invoices", "acme-prod-terraform-state"):
        name = bucket.removeprefix("acme-prod-").replace("-", "_")
        yield "", "aws_s3_bucket", name, {"id": bucket, "bucket": bucket, "arn": f"arn:aws:s3:::{bucket}"}
    yield "", "aws_dynamodb_table", "carts", {"id": "carts", "name": "carts", "arn": ids["table.carts"]}
    for name in ("order-events", "order-events-dead", "report-jobs"):
        url, arn = ids[f"queue.{name}"], ids[f"queue-arn.{name}"]
        yield "", "aws_sqs_queue", name.replace("-", "_"), {"id": url, "url": url, "name": name, "arn": arn}
    topic = ids["topic.order-placed"]
    yield "", "aws_sns_topic", "order_placed", {"id": topic, "arn": topic, "name": "order-placed"}
    for name in ("checkout-api", "reports", "nodes", "invoices"):
        arn = ids[f"role.prod-{name}"]
        yield (
            "",
            "aws_iam_role",
            name.replace("-", "_"),
            {"id": f"prod-{name}", "name": f"prod-{name}", "arn": arn},
        )
    for name in ("storefront", "cart", "checkout", "ledger", "reports", "search"):
        arn = f"arn:aws:ecr:{PROD_REGION}:{PROD}:repository/acme/{name}"
        yield "", "aws_ecr_repository", name, {"id": f"acme/{name}", "name": f"acme/{name}", "arn": arn}
    function = ids["function.invoice-renderer"]
    yield (
        "",
        "aws_lambda_function",
        "invoice_renderer",
        {"id": "invoice-renderer", "function_name": "invoice-renderer", "arn": function},
    )
