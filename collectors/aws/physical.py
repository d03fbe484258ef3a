"""CloudFormation's types and physical ids → the uids that the services' own listings give."""

from __future__ import annotations

from collections.abc import Callable

from collectors.aws.place import Place

_REGIONAL = {
    "AWS::CloudWatch::Alarm": "cloudwatch alarm:{}",
    "AWS::DynamoDB::Table": "dynamodb table/{}",
    "AWS::EC2::Instance": "ec2 instance/{}",
    "AWS::EC2::InternetGateway": "ec2 internet-gateway/{}",
    "AWS::EC2::LaunchTemplate": "ec2 launch-template/{}",
    "AWS::EC2::NatGateway": "ec2 natgateway/{}",
    "AWS::EC2::NetworkInterface": "ec2 network-interface/{}",
    "AWS::EC2::RouteTable": "ec2 route-table/{}",
    "AWS::EC2::SecurityGroup": "ec2 security-group/{}",
    "AWS::EC2::Subnet": "ec2 subnet/{}",
    "AWS::EC2::VPC": "ec2 vpc/{}",
    "AWS::EC2::VPCEndpoint": "ec2 vpc-endpoint/{}",
    "AWS::EC2::Volume": "ec2 volume/{}",
    "AWS::ECR::Repository": "ecr repository/{}",
    "AWS::ECS::Cluster": "ecs cluster/{}",
    "AWS::EFS::FileSystem": "elasticfilesystem file-system/{}",
    "AWS::EKS::Cluster": "eks cluster/{}",
    "AWS::ElastiCache::CacheCluster": "elasticache cluster:{}",
    "AWS::ElasticLoadBalancing::LoadBalancer": "elasticloadbalancing loadbalancer/{}",
    "AWS::Events::EventBus": "events event-bus/{}",
    "AWS::Events::Rule": "events rule/{}",
    "AWS::KMS::Key": "kms key/{}",
    "AWS::Kinesis::Stream": "kinesis stream/{}",
    "AWS::Lambda::Function": "lambda function:{}",
    "AWS::OpenSearchService::Domain": "es domain/{}",
    "AWS::RDS::DBCluster": "rds cluster:{}",
    "AWS::RDS::DBInstance": "rds db:{}",
    "AWS::Redshift::Cluster": "redshift cluster:{}",
    "AWS::SSM::Parameter": "ssm parameter/{}",
}
_ACCOUNT = {
    "AWS::IAM::Group": "iam group/{}",
    "AWS::IAM::InstanceProfile": "iam instance-profile/{}",
    "AWS::IAM::Role": "iam role/{}",
    "AWS::IAM::User": "iam user/{}",
    "AWS::CloudFront::Distribution": "cloudfront distribution/{}",
}
_BARE = {
    "AWS::S3::Bucket": "s3 {}",
    "AWS::Route53::HostedZone": "route53 hostedzone/{}",
}


def uid_of(kind: str, own_id: str, place: Place) -> str | None:
    """The uid of a resource by CloudFormation's name of its type; None where the id alone does not say it."""
    if own_id.startswith("arn:"):
        return own_id
    if own_id.startswith("https://sqs."):
        return place.arn("sqs", own_id.rsplit("/", 1)[-1])
    if kind == "AWS::SQS::Queue":
        return place.arn("sqs", own_id.rsplit("/", 1)[-1])
    ways: tuple[tuple[dict[str, str], Callable[[str, str], str]], ...] = (
        (_REGIONAL, place.arn),
        (_ACCOUNT, place.global_arn),
        (_BARE, place.bare_arn),
    )
    for table, arn in ways:
        if form := table.get(kind):
            service, resource = form.split(" ")
            return arn(service, resource.format(own_id.removeprefix("/")))
    return None
