"""What a question is read as: the typed query in words, whatever the answer says of it."""

from datetime import datetime

import pytest

from assistant.ask import answer
from graph.store import Store


@pytest.mark.parametrize(
    ("question", "understood"),
    [
        ("Who owns the most deployments?", "deployments · by owner · first 10, most count first · count"),
        ("How many deployments does each team own?", "deployments · by owner · most count first · count"),
        (
            "Which teams own more than 1 deployment?",
            "deployments · by owner · over 1 each · most count first · count",
        ),
        ("How many pods does each node run?", "pods · by node · most count first · count"),
        (
            "Which deployments are owned by more than one team?",
            "deployments · is owned by over 1 teams · list",
        ),
    ],
)
def test_counts_of_what_is_related_are_counts_and_never_another_figure(
    question: str, understood: str, observed: Store, now: datetime
) -> None:
    """The most, the number for each, and more than so many: of related records, not of a field such as members."""
    assert answer(observed, question, now=now).understanding == understood


@pytest.mark.parametrize(
    "question",
    ["What changed in namespace shop since Friday?", "What changed in the namespace shop since Friday?"],
)
def test_a_place_beside_its_kind_restricts_changes(question: str, observed: Store, now: datetime) -> None:
    """The kind beside a place's name is never what changed: that would say that nothing did."""
    understood = answer(observed, question, now=now).understanding
    assert understood.startswith("changes · namespace shop")
    assert "subject kind" not in understood
