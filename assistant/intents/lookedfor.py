"""Whether anything of a kind was ever looked for: of two readings the one is meant that the graph can know of."""

from __future__ import annotations

from assistant.intents.asker import Asker
from assistant.plan import Plan
from graph.kinds import KINDS
from graph.query import Aggregate, Find, Measure


def never_looked_for(plans: tuple[Plan, ...], asker: Asker) -> bool:
    """Whether no scope of the kind that each plan asks for was ever read, and none of it is there."""
    return all(_is_unknown(plan, asker) for plan in plans)


def _is_unknown(plan: Plan, asker: Asker) -> bool:
    if plan.of not in KINDS:
        return False
    result = asker.rows(
        Find(plan.of, aggregate=Aggregate(Measure.COUNT))
    )  # a list would be put in order first
    return result is not None and result.rows == ((0,),) and not result.scopes_read
