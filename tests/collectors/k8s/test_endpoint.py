"""Which addresses are taken from configuration, and that nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collectors.k8s.endpoint import endpoints


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("URL", "postgres://u:p@db.acme.io:5432/x?password=y", ["db.acme.io"]),
        (
            "x",
            "jdbc:mysql://orders.c1.eu-west-1.rds.amazonaws.com/x",
            ["orders.c1.eu-west-1.rds.amazonaws.com"],
        ),
        ("x", "amqps://b-1.mq.eu-west-1.amazonaws.com.cn:5671", ["b-1.mq.eu-west-1.amazonaws.com.cn"]),
        ("REDIS_HOST", "redis", ["redis.shop.svc"]),
        ("REDIS_HOST", "redis.cache.svc.cluster.local:6379", ["redis.cache.svc"]),
        (
            "KAFKA_BROKERS",
            "kafka-0.acme.io:9092, kafka-1.acme.io:9092",
            ["kafka-0.acme.io", "kafka-1.acme.io"],
        ),
        ("BUCKET_NAME", "acme-exports", ["s3://acme-exports"]),
        ("x", "s3://acme-exports/a/b", ["s3://acme-exports"]),
        (
            "x",
            "arn:aws:dynamodb:eu-west-1:012345671234:table/orders",
            ["arn:aws:dynamodb:eu-west-1:012345671234:table/orders"],
        ),
        ("x", "arn:aws:s3:::acme-exports", ["arn:aws:s3:::acme-exports"]),
        ("MODE", "fast", []),
        ("PASSWORD", "correct.horse.battery", []),
        ("EMAIL", "someone@acme.io", []),
        ("VERSION", "1.2.3", []),
        ("LISTEN_ADDRESS", "0.0.0.0:8080", []),
        ("HOST", "10.0.0.7", []),
        ("HOST", "localhost", []),
        ("URL", "http://[broken", []),
        ("URL", "https://user:token@git.acme.io/a.git", ["git.acme.io"]),
    ],
)
def test_an_address_is_named_and_its_value_is_not(name, value, expected):
    """Hosts, ARNs, queues and buckets; never a login, a path, a query or a word."""
    assert expected == endpoints({name: value}, "shop")


@given(st.dictionaries(st.text(max_size=12), st.text(max_size=200)))
def test_any_configuration_is_read_without_a_fault(values):
    """Values are whatever people wrote."""
    assert all(isinstance(found, str) for found in endpoints(values, "shop"))
