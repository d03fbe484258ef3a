"""One of nearly everything in an account of the emulator, so that each listing has something to read."""

import io
import json
import zipfile
from typing import Any

TAGS = [{"Key": "env", "Value": "prod"}, {"Key": "team", "Value": "payments"}]
LOWER = [{"key": "env", "value": "prod"}]
PLAIN = {"env": "prod"}
REGION = "eu-west-1"
SERVICE_TRUST = {
    "Version": "2012-10-17",
    "Statement": [
        {"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"}
    ],
}


def fill(account: Any) -> None:
    """Everything, in an order that lets later things name earlier ones."""
    ids: dict[str, str] = {}
    for make in (_network, _machines, _identity, _balancers, _data, _messages, _containers, _edge, _control):
        make(account.client, ids)


def _network(client: Any, ids: dict[str, str]) -> None:
    ec2 = client("ec2")
    ids["vpc"] = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    for n, zone in enumerate(("a", "b")):
        subnet = ec2.create_subnet(
            VpcId=ids["vpc"], CidrBlock=f"10.0.{n}.0/24", AvailabilityZone=f"{REGION}{zone}"
        )["Subnet"]
        ids[f"subnet{n}"] = subnet["SubnetId"]
    ids["group"] = ec2.create_security_group(GroupName="web", Description="web", VpcId=ids["vpc"])["GroupId"]
    permission = {"IpProtocol": "tcp", "FromPort": 443, "ToPort": 443, "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}
    ec2.authorize_security_group_ingress(GroupId=ids["group"], IpPermissions=[permission])
    gateway = ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"]
    ec2.attach_internet_gateway(InternetGatewayId=gateway, VpcId=ids["vpc"])
    address = ec2.allocate_address(Domain="vpc")["AllocationId"]
    ec2.create_nat_gateway(SubnetId=ids["subnet0"], AllocationId=address)
    ec2.create_vpc_endpoint(VpcId=ids["vpc"], ServiceName=f"com.amazonaws.{REGION}.s3")


def _machines(client: Any, ids: dict[str, str]) -> None:
    ec2 = client("ec2")
    made = ec2.run_instances(
        ImageId="ami-12345678",
        MinCount=1,
        MaxCount=1,
        SubnetId=ids["subnet0"],
        SecurityGroupIds=[ids["group"]],
    )
    ids["instance"] = made["Instances"][0]["InstanceId"]
    volume = ec2.describe_volumes()["Volumes"][0]["VolumeId"]
    ec2.create_snapshot(VolumeId=volume, Description="before")
    ec2.create_image(InstanceId=ids["instance"], Name="worker")
    template = ec2.create_launch_template(
        LaunchTemplateName="worker",
        LaunchTemplateData={"ImageId": "ami-12345678", "InstanceType": "t3.small"},
    )["LaunchTemplate"]["LaunchTemplateId"]
    client("autoscaling").create_auto_scaling_group(
        AutoScalingGroupName="workers",
        MinSize=1,
        MaxSize=2,
        LaunchTemplate={"LaunchTemplateId": template},
        VPCZoneIdentifier=ids["subnet0"],
    )


def _identity(client: Any, ids: dict[str, str]) -> None:
    iam = client("iam")
    role = iam.create_role(RoleName="worker", AssumeRolePolicyDocument=json.dumps(SERVICE_TRUST), Tags=TAGS)
    ids["role"] = role["Role"]["Arn"]
    iam.create_instance_profile(InstanceProfileName="worker")
    iam.add_role_to_instance_profile(InstanceProfileName="worker", RoleName="worker")
    iam.create_user(UserName="deploy")
    iam.create_group(GroupName="admins")
    iam.add_user_to_group(GroupName="admins", UserName="deploy")
    iam.create_access_key(UserName="deploy")
    everything = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
    iam.create_policy(PolicyName="everything", PolicyDocument=json.dumps(everything))
    kms = client("kms")
    ids["key"] = kms.create_key(Tags=[{"TagKey": "env", "TagValue": "prod"}])["KeyMetadata"]["KeyId"]
    kms.create_alias(AliasName="alias/orders", TargetKeyId=ids["key"])
    client("secretsmanager").create_secret(Name="prod/orders", SecretString="never stored", Tags=TAGS)
    client("ssm").put_parameter(Name="/prod/orders", Value="never stored", Type="SecureString", Tags=TAGS)


def _balancers(client: Any, ids: dict[str, str]) -> None:
    elb = client("elbv2")
    balancer = elb.create_load_balancer(
        Name="web", Subnets=[ids["subnet0"], ids["subnet1"]], SecurityGroups=[ids["group"]], Tags=TAGS
    )["LoadBalancers"][0]["LoadBalancerArn"]
    group = elb.create_target_group(Name="web", Protocol="HTTP", Port=80, VpcId=ids["vpc"], Tags=TAGS)
    ids["targets"] = group["TargetGroups"][0]["TargetGroupArn"]
    elb.register_targets(TargetGroupArn=ids["targets"], Targets=[{"Id": ids["instance"]}])
    forward = {"Type": "forward", "TargetGroupArn": ids["targets"]}
    elb.create_listener(LoadBalancerArn=balancer, Protocol="HTTP", Port=80, DefaultActions=[forward])
    client("elb").create_load_balancer(
        LoadBalancerName="old",
        Listeners=[{"Protocol": "HTTP", "LoadBalancerPort": 80, "InstancePort": 80}],
        AvailabilityZones=[f"{REGION}a"],
        Tags=TAGS,
    )


def _data(client: Any, ids: dict[str, str]) -> None:
    s3 = client("s3")
    bucket = f"data-{ids['vpc']}"
    s3.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": REGION})
    s3.put_bucket_tagging(Bucket=bucket, Tagging={"TagSet": TAGS})
    rds = client("rds")
    rds.create_db_instance(
        DBInstanceIdentifier="orders",
        DBInstanceClass="db.t3.small",
        Engine="postgres",
        AllocatedStorage=20,
        MasterUsername="admin",
        MasterUserPassword="never-stored",
        Tags=TAGS,
    )
    rds.create_db_snapshot(DBSnapshotIdentifier="orders-before", DBInstanceIdentifier="orders")
    rds.create_db_cluster(
        DBClusterIdentifier="reports",
        Engine="aurora-postgresql",
        MasterUsername="admin",
        MasterUserPassword="never-stored",
    )
    rds.create_db_cluster_snapshot(
        DBClusterSnapshotIdentifier="reports-before", DBClusterIdentifier="reports"
    )
    client("dynamodb").create_table(
        TableName="carts",
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
        Tags=TAGS,
    )
    client("elasticache").create_cache_cluster(
        CacheClusterId="sessions", Engine="redis", CacheNodeType="cache.t3.small", NumCacheNodes=1, Tags=TAGS
    )
    client("opensearch").create_domain(DomainName="search", TagList=TAGS)
    client("redshift").create_cluster(
        ClusterIdentifier="warehouse",
        NodeType="ra3.xlplus",
        MasterUsername="admin",
        MasterUserPassword="never-stored",
        Tags=TAGS,
    )
    client("efs").create_file_system(CreationToken="uploads", Tags=TAGS)


def _messages(client: Any, ids: dict[str, str]) -> None:
    sqs, sns, events = client("sqs"), client("sns"), client("events")
    queue = sqs.create_queue(QueueName="orders", tags=PLAIN)["QueueUrl"]
    arn = sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
    topic = sns.create_topic(Name="alerts", Tags=TAGS)["TopicArn"]
    sns.subscribe(TopicArn=topic, Protocol="sqs", Endpoint=arn)
    events.create_event_bus(Name="orders", Tags=TAGS)
    events.put_rule(Name="nightly", ScheduleExpression="rate(1 day)", Tags=TAGS)
    events.put_targets(Rule="nightly", Targets=[{"Id": "one", "Arn": arn}])
    client("kinesis").create_stream(StreamName="clicks", ShardCount=1)
    client("kafka").create_cluster_v2(
        ClusterName="events",
        Provisioned={
            "KafkaVersion": "3.6.0",
            "NumberOfBrokerNodes": 2,
            "BrokerNodeGroupInfo": {"ClientSubnets": [ids["subnet0"]], "InstanceType": "kafka.m5.large"},
        },
        Tags=PLAIN,
    )
    client("stepfunctions").create_state_machine(
        name="my.name",
        definition=json.dumps({"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}),
        roleArn=ids["role"],
        tags=LOWER,
    )
    code = io.BytesIO()
    with zipfile.ZipFile(code, "w") as archive:
        archive.writestr("main.py", "def handle(*_): ...\n")
    client("lambda").create_function(
        FunctionName="resize",
        Runtime="python3.12",
        Role=ids["role"],
        Handler="main.handle",
        Code={"ZipFile": code.getvalue()},
        Environment={"Variables": {"TOKEN": "never-stored"}},
        Tags=PLAIN,
    )
    client("lambda").create_event_source_mapping(FunctionName="resize", EventSourceArn=arn)


def _containers(client: Any, ids: dict[str, str]) -> None:
    eks = client("eks")
    network = {"subnetIds": [ids["subnet0"], ids["subnet1"]]}
    eks.create_cluster(name="prod", roleArn=ids["role"], resourcesVpcConfig=network, tags=PLAIN)
    eks.create_nodegroup(
        clusterName="prod",
        nodegroupName="general",
        subnets=[ids["subnet0"]],
        nodeRole=ids["role"],
        tags=PLAIN,
    )
    ecs = client("ecs")
    ecs.create_cluster(clusterName="web", tags=LOWER)
    ecs.register_task_definition(
        family="shop", containerDefinitions=[{"name": "shop", "image": "shop:v1", "memory": 128}], tags=LOWER
    )
    ecs.create_service(cluster="web", serviceName="shop", taskDefinition="shop", desiredCount=1, tags=LOWER)
    ecr = client("ecr")
    ecr.create_repository(repositoryName="shop", tags=TAGS)
    manifest = {
        "schemaVersion": 2,
        "mediaType": "application/vnd.docker.distribution.manifest.v2+json",
        "config": {"mediaType": "application/json", "size": 1, "digest": "sha256:" + "0" * 64},
        "layers": [],
    }
    ecr.put_image(repositoryName="shop", imageManifest=json.dumps(manifest), imageTag="v1")


def _edge(client: Any, ids: dict[str, str]) -> None:
    route53 = client("route53")
    zone = route53.create_hosted_zone(Name="example.com", CallerReference=ids["vpc"])["HostedZone"]["Id"]
    change = {
        "Action": "CREATE",
        "ResourceRecordSet": {
            "Name": "*.example.com",
            "Type": "A",
            "TTL": 60,
            "ResourceRecords": [{"Value": "198.51.100.7"}],
        },
    }
    route53.change_resource_record_sets(HostedZoneId=zone, ChangeBatch={"Changes": [change]})
    client("acm").request_certificate(DomainName="shop.example.com", Tags=TAGS)
    client("apigateway").create_rest_api(name="orders", tags=PLAIN)
    client("apigatewayv2").create_api(Name="carts", ProtocolType="HTTP", Tags=PLAIN)
    origin = {
        "Id": "o",
        "DomainName": "origin.example.com",
        "CustomOriginConfig": {"HTTPPort": 80, "HTTPSPort": 443, "OriginProtocolPolicy": "https-only"},
    }
    client("cloudfront").create_distribution(
        DistributionConfig={
            "CallerReference": ids["vpc"],
            "Comment": "",
            "Enabled": True,
            "Origins": {"Quantity": 1, "Items": [origin]},
            "DefaultCacheBehavior": {
                "TargetOriginId": "o",
                "ViewerProtocolPolicy": "https-only",
                "MinTTL": 0,
                "ForwardedValues": {"QueryString": False, "Cookies": {"Forward": "none"}},
            },
        }
    )


def _control(client: Any, ids: dict[str, str]) -> None:
    client("cloudwatch").put_metric_alarm(
        AlarmName="orders backlog",
        MetricName="ApproximateAgeOfOldestMessage",
        Namespace="AWS/SQS",
        Period=60,
        EvaluationPeriods=1,
        Threshold=300,
        ComparisonOperator="GreaterThanThreshold",
        Statistic="Maximum",
        Tags=TAGS,
    )
    template = {"Resources": {"Jobs": {"Type": "AWS::SQS::Queue", "Properties": {"QueueName": "jobs"}}}}
    client("cloudformation").create_stack(StackName="base", TemplateBody=json.dumps(template), Tags=TAGS)
    client("ecs").run_task(cluster="web", taskDefinition="shop", launchType="FARGATE")
