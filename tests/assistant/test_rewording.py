"""What people say in an order of words of its own is said in the order that the grammar has."""

import pytest

from assistant.rewording import reworded


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("terraform-managed buckets in prod", "buckets managed by terraform in prod"),
        ("is orders-db defined in terraform?", "is orders-db managed by terraform"),
        ("what has Tomas Brek changed?", "what did Tomas Brek change"),
        ("what has changed in prod", "what has changed in prod"),
        ("what has been changed", "what has been changed"),
        ("databases nobody backs up", "databases without backups"),
        ("only the deletions", "only what was deleted"),
        ("which terraform resources are data sources", "which terraform resources are data sources"),
        ("certificates that expire before 2027", "certificates that expire before 2027-01-01"),
        ("why is cart's owner in conflict", "who owns cart"),
        ("who launched bastion", "who created bastion"),
        ("diff a-role vs b-role", "compare a-role and b-role"),
        ("when was a-bucket made", "when was a-bucket created"),
    ],
)
def test_a_turn_of_phrase_is_put_straight(said: str, expected: str) -> None:
    """The same words in another order; what has a rule of its own stays as it is."""
    assert reworded(said).text == expected


@pytest.mark.parametrize(
    ("said", "expected", "weighed"),
    [
        ("is a-db bigger than b-db?", "how big are a-db and b-db", "more"),
        ("is a-db younger than b-db", "how old are a-db and b-db", "less"),
        ("does a-db have fewer replicas than b-db", "what is the replicas of a-db and b-db", "less"),
        ("which is larger, a-db or b-db?", "how big are a-db and b-db", "which"),
        ("which has the least storage, a-db or b-db", "what is the storage of a-db and b-db", "which less"),
    ],
)
def test_two_things_are_weighed_by_what_each_says(said: str, expected: str, weighed: str) -> None:
    """Both are asked for their field, and which way they are weighed is kept apart."""
    found = reworded(said)
    assert (found.text, found.weighed) == (expected, weighed)


def test_a_place_in_an_order_is_kept_apart() -> None:
    """The order is asked for as it is; which of it is kept."""
    found = reworded("second largest database")
    assert (found.text, found.nth) == ("largest database", 2)


@pytest.mark.parametrize("said", ["who made them?", "by whom", "and who did that"])
def test_who_made_what_was_told_of_is_asked_of_the_changes_before(said: str) -> None:
    """Nothing else in the question says of what."""
    assert reworded(said).makers
