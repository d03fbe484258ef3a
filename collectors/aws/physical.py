"""CloudFormation's types and physical ids → the kinds and uids that the services' own listings give.

CloudTrail names resources by the same types.
"""

from __future__ import annotations

from collectors.aws.place import Place
from graph.record import Uid

_REGIONAL = {
    "AWS::CloudWatch::Alarm": ("CloudWatchAlarm", "cloudwatch alarm:{}"),
    "AWS::DynamoDB::Table": ("DynamoDBTable", "dynamodb table/{}"),
    "AWS::EC2::Instance": ("EC2Instance", "ec2 instance/{}"),
    "AWS::EC2::InternetGateway": ("InternetGateway", "ec2 internet-gateway/{}"),
    "AWS::EC2::LaunchTemplate": ("LaunchTemplate", "ec2 launch-template/{}"),
    "AWS::EC2::NatGateway": ("NATGateway", "ec2 natgateway/{}"),
    "AWS::EC2::NetworkInterface": ("NetworkInterface", "ec2 network-interface/{}"),
    "AWS::EC2::RouteTable": ("RouteTable", "ec2 route-table/{}"),
    "AWS::EC2::SecurityGroup": ("SecurityGroup", "ec2 security-group/{}"),
    "AWS::EC2::Subnet": ("Subnet", "ec2 subnet/{}"),
    "AWS::EC2::VPC": ("VPC", "ec2 vpc/{}"),
    "AWS::EC2::VPCEndpoint": ("VPCEndpoint", "ec2 vpc-endpoint/{}"),
    "AWS::EC2::Volume": ("Volume", "ec2 volume/{}"),
    "AWS::ECR::Repository": ("ECRRepository", "ecr repository/{}"),
    "AWS::ECS::Cluster": ("ECSCluster", "ecs cluster/{}"),
    "AWS::EFS::FileSystem": ("EFSFileSystem", "elasticfilesystem file-system/{}"),
    "AWS::EKS::Cluster": ("EKSCluster", "eks cluster/{}"),
    "AWS::ElastiCache::CacheCluster": ("ElastiCacheCluster", "elasticache cluster:{}"),
    "AWS::ElasticLoadBalancing::LoadBalancer": ("LoadBalancer", "elasticloadbalancing loadbalancer/{}"),
    "AWS::Events::EventBus": ("EventBus", "events event-bus/{}"),
    "AWS::Events::Rule": ("EventRule", "events rule/{}"),
    "AWS::KMS::Key": ("KMSKey", "kms key/{}"),
    "AWS::Kinesis::Stream": ("KinesisStream", "kinesis stream/{}"),
    "AWS::Lambda::Function": ("LambdaFunction", "lambda function:{}"),
    "AWS::OpenSearchService::Domain": ("OpenSearchDomain", "es domain/{}"),
    "AWS::RDS::DBCluster": ("RDSCluster", "rds cluster:{}"),
    "AWS::RDS::DBInstance": ("RDSInstance", "rds db:{}"),
    "AWS::Redshift::Cluster": ("RedshiftCluster", "redshift cluster:{}"),
    "AWS::SQS::Queue": ("SQSQueue", "sqs {}"),
    "AWS::SSM::Parameter": ("SSMParameter", "ssm parameter/{}"),
}
"""Type → our kind, and the service and resource of its ARN."""

_ACCOUNT = {
    "AWS::CloudFront::Distribution": ("CloudFrontDistribution", "cloudfront distribution/{}"),
    "AWS::IAM::Group": ("IAMGroup", "iam group/{}"),
    "AWS::IAM::InstanceProfile": ("InstanceProfile", "iam instance-profile/{}"),
    "AWS::IAM::Role": ("IAMRole", "iam role/{}"),
    "AWS::IAM::User": ("IAMUser", "iam user/{}"),
}
"""The same, of what lies in no region."""

_BARE = {
    "AWS::Route53::HostedZone": ("DNSZone", "route53 hostedzone/{}"),
    "AWS::S3::Bucket": ("S3Bucket", "s3 {}"),
}
"""The same, of what has a name without region and account."""

_BY_ARN = {
    "AWS::CertificateManager::Certificate": "Certificate",
    "AWS::CloudFormation::Stack": "CloudFormationStack",
    "AWS::ECS::Service": "ECSService",
    "AWS::ElasticLoadBalancingV2::Listener": "Listener",
    "AWS::ElasticLoadBalancingV2::LoadBalancer": "LoadBalancer",
    "AWS::ElasticLoadBalancingV2::TargetGroup": "TargetGroup",
    "AWS::IAM::ManagedPolicy": "IAMPolicy",
    "AWS::IAM::Policy": "IAMPolicy",
    "AWS::MSK::Cluster": "MSKCluster",
    "AWS::SNS::Topic": "SNSTopic",
    "AWS::SecretsManager::Secret": "SecretsManagerSecret",
    "AWS::StepFunctions::StateMachine": "StateMachine",
}
"""Type → our kind, of what is known by its ARN alone."""


def kind_of(kind: str) -> str:
    """Our kind of CloudFormation's type; empty where we have none."""
    named = _REGIONAL.get(kind) or _ACCOUNT.get(kind) or _BARE.get(kind)
    return named[0] if named else _BY_ARN.get(kind, "")


def uid_of(kind: str, own_id: str, place: Place) -> Uid | None:
    """The uid of a resource by CloudFormation's name of its type; None where the id alone does not say it."""
    if own_id.startswith("arn:"):
        return Uid(own_id)
    if kind == "AWS::SQS::Queue":
        own_id = own_id.rsplit("/", 1)[-1]  # its physical id is its URL
    plain = own_id.removeprefix("/")
    if named := _REGIONAL.get(kind):
        return place.arn(*_filled(named[1], plain))
    if named := _ACCOUNT.get(kind):
        return place.global_arn(*_filled(named[1], plain))
    if named := _BARE.get(kind):
        return place.bare_arn(*_filled(named[1], plain))
    return None


def _filled(form: str, own_id: str) -> tuple[str, str]:
    service, resource = form.split(" ")
    return service, resource.format(own_id)
