"""What can be asked at all: words that nothing declares are refused with the nearest that are declared, never answered."""

from datetime import UTC, datetime

import pytest

from graph.errors import BadQuery
from graph.query import (
    Aggregate,
    Analysis,
    AnyOf,
    Column,
    Describe,
    Find,
    History,
    Impact,
    Measure,
    Not,
    Op,
    Order,
    Path,
    Query,
    Related,
    Where,
    Window,
    Within,
)
from graph.record import Uid
from graph.validation import validate

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (Find("Deploymant"), "Nearest: Deployment"),
        (Find("Pod", (Where("restart", Op.GT, 1),)), "Nearest: restarts"),
        (Find("Pod", (Related("RUNS-ON"),)), "Nearest: RUNS_ON"),
        (Find("Pod", columns=(Column("imagge"),)), "Nearest: image"),
        (Find("Pod", columns=(Column(special="cost"),)), "owner"),
        (Find("Pod", columns=(Column(relation="RUNS_ON", kind="Nodes"),)), "Nearest: Node"),
        (Find("Pod", (Not(AnyOf((Where("nope", Op.EQ, "x"),))),)), 'has no field "nope"'),
        (
            Find("Pod", (Related("RUNS_ON", kind="Node", where=(Where("nope", Op.EQ, "x"),)),)),
            'Node has no field "nope"',
        ),
    ],
)
def test_what_is_not_declared_is_refused_with_its_nearest(query: Query, said: str) -> None:
    """A misspelt word must never become "there are none" (LLM-02)."""
    with pytest.raises(BadQuery, match=said):
        validate(query)


@pytest.mark.parametrize(
    "query",
    [
        Find("Team", (Related("OWNED_BY", "out", "Deployment"),)),
        Find("Deployment", (Related("OWNED_BY", "in", "Team"),)),
        Find("Team", columns=(Column(relation="OWNED_BY", direction="out", kind="Deployment", count=True),)),
    ],
)
def test_a_relation_asked_against_its_direction_is_refused(query: Query) -> None:
    """OWNED_BY goes to teams: the reverse can never hold, so "none" would be no answer (LLM-02)."""
    with pytest.raises(BadQuery, match="Turn the direction round"):
        validate(query)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (Find("Pod", (Where("restarts", Op.GT, "many"),)), "restarts is integer"),
        (Find("RDSInstance", (Where("encrypted", Op.EQ, "perhaps"),)), "encrypted is boolean"),
        (Find("RDSInstance", (Where("encrypted", Op.GT, True),)), "has no order"),
        (Find("Pod", (Where("phase", Op.LT, "Running"),)), "no order that means something"),
        (Find("Pod", (Where("tags", Op.EQ, "team"),)), "Name a key: tags.key"),
        (Find("Pod", (Where("phase.x", Op.EQ, "team"),)), "nothing is inside it"),
        (Find("Pod", (Where("phase", Op.EQ),)), "compared with nothing"),
        (Find("Pod", (Where("phase", Op.IN, "Running"),)), "needs a list"),
        (Find("EC2Instance", (Where("launchedAt", Op.LT, datetime(2026, 1, 1)),)), "no time zone"),  # noqa: DTZ001
        (Find("Pod", aggregate=Aggregate(Measure.SUM, "phase")), "Fields with numbers: .*restarts"),
        (Find("Pod", aggregate=Aggregate(Measure.COUNT, "phase")), "takes no field"),
        (Find("Pod", aggregate=Aggregate(Measure.PERCENTILE, "restarts", 100)), "between 0 and 100"),
        (Find("Pod", group_by=(Column("namespace"),)), "needs a measure"),
        (
            Find(
                "Pod",
                group_by=(Column("namespace"),),
                aggregate=Aggregate(Measure.COUNT),
                order=Order("phase"),
            ),
            "by its measure",
        ),
    ],
)
def test_a_comparison_that_its_field_does_not_allow_is_refused(query: Query, said: str) -> None:
    """What cannot be compared is said, not tried."""
    with pytest.raises(BadQuery, match=said):
        validate(query)


@pytest.mark.parametrize(
    "query",
    [
        Find("Pod", limit=0),
        Find("Pod", limit=1_000_000),
        Find("Pod", (Related("PART_OF", hops=6),)),
        Find("Pod", (Related("PART_OF", none=True, count=(Op.GT, 1)),)),
        Find("Pod", tuple(Where("phase", Op.EQ, "x") for _ in range(41))),
        Find("Change", window=Window(NOON, NOON)),
        Path(Uid("a"), Uid("b"), hops=9),
        Impact(Uid("a"), depth=9),
        Impact(Uid("a"), direction="any"),
        Describe(tuple(Uid(str(n)) for n in range(101))),
        History(limit=0),
        Analysis("costs"),
    ],
)
def test_rows_hops_depths_and_conditions_are_bounded(query: Query) -> None:
    """No question may walk the whole graph."""
    with pytest.raises(BadQuery):
        validate(query)


def test_a_restriction_that_nothing_can_carry_is_refused() -> None:
    """A database lies in no namespace: leaving the restriction out would answer a wider question."""
    with pytest.raises(BadQuery, match="It has: account, region, environment"):
        validate(Find("RDSInstance", within=Within(namespace=("shop",))))


@pytest.mark.parametrize(
    "query",
    [
        Find("Team", within=Within(cluster=("prod",))),
        Find("Repository", within=Within(account=("012345671234",))),
        Find("Database", within=Within(region=("eu-west-1",))),
        Find("RDSInstance", (Related("DEPENDS_ON", "in", "Deployment"),), Within(cluster=("prod",))),
        Find("Record", within=Within(team=("payments",))),
        Find("Resource", (Where("tags.team", Op.UNKNOWN),)),
        Find("RDSInstance", (Where("engineVersion", Op.LT, "14"),)),
        Find("Pod", (Where("observedAt", Op.LT, NOON),)),
        Find("Pod", (Related("", uids=(Uid("x"),)),)),
    ],
)
def test_what_can_be_asked_is_let_through(query: Query) -> None:
    """Categories, maps, versions, common fields, and restrictions that another part of the query carries."""
    validate(query)
