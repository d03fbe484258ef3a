"""Every service that is collected, one line each. Run as a module, it writes the policy that all of them need."""

import sys

from collectors.aws import (
    account,
    acm,
    apigateway,
    autoscaling,
    cloudformation,
    cloudfront,
    cloudtrail,
    cloudwatch,
    dynamodb,
    ec2,
    ecr,
    ecs,
    efs,
    eks,
    elasticache,
    elb,
    elbv2,
    events,
    iam,
    kinesis,
    kms,
    lambdas,
    msk,
    opensearch,
    organization,
    rds,
    redshift,
    route53,
    s3,
    secretsmanager,
    sns,
    sqs,
    ssm,
    stepfunctions,
    vpc,
)
from collectors.aws.rights import policy_of
from collectors.aws.service import Service

SERVICES: tuple[Service, ...] = (
    ec2.SERVICE,
    vpc.SERVICE,
    autoscaling.SERVICE,
    elbv2.SERVICE,
    elb.SERVICE,
    s3.SERVICE,
    rds.SERVICE,
    dynamodb.SERVICE,
    elasticache.SERVICE,
    opensearch.SERVICE,
    redshift.SERVICE,
    efs.SERVICE,
    lambdas.SERVICE,
    eks.SERVICE,
    ecs.SERVICE,
    ecr.SERVICE,
    sqs.SERVICE,
    sns.SERVICE,
    events.SERVICE,
    kinesis.SERVICE,
    msk.SERVICE,
    stepfunctions.SERVICE,
    iam.SERVICE,
    kms.SERVICE,
    secretsmanager.SERVICE,
    ssm.SERVICE,
    acm.SERVICE,
    cloudfront.SERVICE,
    route53.SERVICE,
    apigateway.SERVICE,
    cloudformation.SERVICE,
    cloudwatch.SERVICE,
    cloudtrail.SERVICE,
)


def calls() -> set[str]:
    """Every call that any listing may make, with those that the account itself needs."""
    return {
        *account.CALLS,
        *organization.CALLS,
        *(c for s in SERVICES for listing in s.listings for c in listing.calls),
    }


if __name__ == "__main__":
    sys.stdout.write(policy_of(calls()))
