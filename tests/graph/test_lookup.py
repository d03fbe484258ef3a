"""Names: what a word of a question is, by every way a record can be named; and what it may have been meant for (R1, R2)."""

import pytest

from graph.lookup import mentions, near, resolve
from graph.query import Within
from graph.store import Store

CHECKOUT = "k8s://prod/apps/Deployment/shop/checkout-api"
STAGING = "k8s://staging/apps/Deployment/shop/checkout-api"
INSTANCE = "arn:aws:ec2:eu-west-1:012345671234:instance/i-0a1b2c3d4e5f60711"
ORDERS = "arn:aws:rds:eu-west-1:012345671234:db:orders-db"
REPOSITORY = "repo://github.com/acme/checkout"


@pytest.mark.parametrize(
    ("text", "uids"),
    [
        ("checkout-api", {CHECKOUT, STAGING}),
        ("shop/checkout-api", {CHECKOUT, STAGING}),
        ("prod/shop/checkout-api", {CHECKOUT}),
        ("deployment/checkout-api", {CHECKOUT, STAGING}),
        ("staging/shop/checkout-api", {STAGING}),
        ("prod/checkout-api", {CHECKOUT}),
        (CHECKOUT, {CHECKOUT}),
        (ORDERS, {ORDERS}),
        ("i-0a1b2c3d4e5f60711", {INSTANCE}),
        ("10.244.3.17", {"k8s://prod//Pod/shop/checkout-1"}),
        ("10.0.0.7", {"k8s://prod//Node//node-1"}),
        ("registry.acme.io/shop/checkout:v1.4.2", {CHECKOUT}),
        ("front", {"team://storefront"}),
        ("@acme/storefront", {"team://storefront"}),
        ("maria", {"person://maria"}),
        ("dev", {"aws://account/998877665544"}),
        ("012345671234", {"aws://account/012345671234"}),
        ("acme/checkout", {REPOSITORY}),
        ("checkout", {REPOSITORY}),
        ("github.com/acme/checkout", {REPOSITORY}),
        ("https://github.com/acme/checkout", {REPOSITORY}),
        ("git@github.com:acme/checkout.git", {REPOSITORY}),
        ("checkout-ap", set()),
        ("checkout-apis", set()),
        ("i-0a1b2c3d4e5f6071", set()),
        ("10.244.3.1", set()),
        ("10.244.3.*", set()),
        ('front" OR "maria', set()),
        ("front\\", set()),
        ("nothing", set()),
        ("", set()),
    ],
)
def test_a_record_is_found_by_every_way_it_is_named_and_only_whole(
    estate_store: Store, text: str, uids: set[str]
) -> None:
    """`shop-1` is not `shop-11`: names, ids and addresses are compared whole."""
    assert {m.uid for m in resolve(estate_store, text).found} == uids


def test_a_member_of_a_list_too_long_for_an_index_of_values_is_found(estate_store: Store) -> None:
    """A certificate of hundreds of names is written and found by each of them; case folds as in every host name."""
    hosts = [f"shop-{n}.{'long.' * 8}example.com" for n in range(300)]
    made = "MERGE (n:Record:Ingress {uid: 'k8s://prod/g/Ingress/shop/wide'}) SET n.kind = 'Ingress', n.name = 'wide', n.hosts = $hosts"
    estate_store.write([(made, {"hosts": hosts})])
    try:
        assert [m.name for m in resolve(estate_store, hosts[299].title()).found] == ["wide"]
        assert not resolve(estate_store, "shop-300.example.com").found
    finally:
        estate_store.write([("MATCH (n:Record {uid: 'k8s://prod/g/Ingress/shop/wide'}) DETACH DELETE n", {})])


def test_a_name_is_sought_in_a_place_among_kinds_and_rights(estate_store: Store) -> None:
    """Where the question says where, only there; and never outside what the asker may see."""
    prod = Within(cluster=("prod",))
    assert [m.uid for m in resolve(estate_store, "checkout-api", within=prod).found] == [CHECKOUT]
    assert [m.uid for m in resolve(estate_store, "payments", kinds=["Deployment"]).found] == []
    assert [
        m.uid for m in resolve(estate_store, "checkout-api", allowed=[Within(cluster=("staging",))]).found
    ] == [STAGING]
    assert near(estate_store, "checkot-api", allowed=[Within(cluster=("lab",))]) == ()


def test_a_gone_record_is_named_only_where_no_other_has_the_name(estate_store: Store) -> None:
    """It is known that it was there, and said that it is gone."""
    (one,) = resolve(estate_store, "cart-0").found
    assert one.gone


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("checkot-api", "checkout-api"),
        ("paymets", "payments"),
        ("order-db", "orders-db"),
        ("Checkout-API", "checkout-api"),
    ],
)
def test_a_near_name_is_offered_with_its_likeness(estate_store: Store, text: str, nearest: str) -> None:
    """Offered, never taken: nothing has exactly this name."""
    assert resolve(estate_store, text).found == ()
    first = near(estate_store, text)[0]
    assert (first.name, first.score > 80) == (nearest, True)


def test_nothing_is_near_to_what_is_like_nothing(estate_store: Store) -> None:
    """Four letters in common are no likeness."""
    assert near(estate_store, "zzqqx") == ()


def test_many_words_are_looked_up_at_once(estate_store: Store) -> None:
    """Records by name or uid, and places by value."""
    found = mentions(estate_store, ["checkout-api", "prod", "shop", "nope", ORDERS])
    assert {t: {m.uid for m in ms} for t, ms in found.records.items()} == {
        "checkout-api": {CHECKOUT, STAGING},
        "prod": {"aws://account/012345671234"},
        "shop": {"application://part-of/shop"},
        ORDERS: {ORDERS},
    }
    assert found.places["prod"] == ("cluster",)
