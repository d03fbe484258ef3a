"""The rights that declared calls need: computed, so that the shipped policy can hold neither too little nor too much.

Most actions are named like the call. The exceptions are those of the Service Authorization Reference.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

_PREFIX = {
    "apigateway": "apigateway",
    "apigatewayv2": "apigateway",
    "efs": "elasticfilesystem",
    "elb": "elasticloadbalancing",
    "elbv2": "elasticloadbalancing",
    "opensearch": "es",
    "s3control": "s3",
    "stepfunctions": "states",
}
"""boto3's name of a service → the prefix of its actions, where they differ."""

_ACTION = {
    "lambda:ListTags": "lambda:ListTags",
    "s3:GetBucketEncryption": "s3:GetEncryptionConfiguration",
    "s3:GetPublicAccessBlock": "s3:GetBucketPublicAccessBlock",
    "s3:ListBuckets": "s3:ListAllMyBuckets",
    "s3control:GetPublicAccessBlock": "s3:GetAccountPublicAccessBlock",
}
"""A call → its action, where the names differ."""

READ_VERBS = ("Describe", "Get", "List", "Lookup", "BatchGet")
"""How the name of a call that changes nothing begins."""

_FREE = frozenset({"sts:GetCallerIdentity"})
"""Calls that need no right."""


def action_of(call: str) -> str:
    """The IAM action that allows a call; API Gateway's actions are HTTP verbs."""
    service, operation = call.split(":", 1)
    prefix = _PREFIX.get(service, service)
    if prefix == "apigateway":
        return "apigateway:GET"
    return _ACTION.get(call, f"{prefix}:{operation}")


def actions_of(calls: Iterable[str]) -> list[str]:
    """The actions of the calls, sorted, each once, without those that need no right."""
    return sorted({action_of(call) for call in calls if call not in _FREE})


def policy_of(calls: Iterable[str]) -> str:
    """The IAM policy document that allows exactly the calls, as it is shipped."""
    actions = actions_of(calls)
    plain = [a for a in actions if not a.startswith("apigateway:")]
    statements: list[dict[str, object]] = [
        {"Sid": "AletheiaReads", "Effect": "Allow", "Action": plain, "Resource": "*"}
    ]
    if len(plain) < len(actions):
        paths = ["arn:aws:apigateway:*::/apis", "arn:aws:apigateway:*::/restapis"]
        statements.append(
            {"Sid": "AletheiaReadsApis", "Effect": "Allow", "Action": ["apigateway:GET"], "Resource": paths}
        )
    return json.dumps({"Version": "2012-10-17", "Statement": statements}, indent=2) + "\n"
