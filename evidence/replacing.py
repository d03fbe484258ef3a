"""Replacement (F8): a wrong sentence whose figure is the named record's own gives way to that record's plain statement."""

from __future__ import annotations

from evidence.bench import Bench
from evidence.carry import account
from evidence.claim import Spoken, Support
from evidence.clause import clauses
from evidence.fact import Fact, View
from evidence.group import NOT, pieces_of
from evidence.lexicon import field_of
from evidence.plain import count_figures
from evidence.subject import entities
from evidence.token import Read
from evidence.unit import suffix_of
from evidence.use import Reading
from evidence.value import instant, shown
from graph.kind import label_of
from graph.record import Known


def replacement(read: Read, spoken: Spoken, bench: Bench) -> tuple[Support, str] | None:
    """The named record's statement that takes the sentence's place, with its support; None where it may not."""
    if len(bench.edge.named) != 1 or count_figures(read.tokens) != 1:
        return None
    view = bench.edge.named[0]
    parts = clauses(read.tokens)
    if len(parts) != 1:
        return None
    pieces = pieces_of(parts[0].tokens)
    if any(p.part == NOT or p.low in ("all", "every", "only", "both") for p in pieces):
        return None
    past = any(p.low in ("was", "were", "had", "did") for p in pieces)
    reading = Reading(bench.question.asked_at, spoken.words, past)
    for entity in entities(pieces, spoken, bench.index):
        if len(entity.members) != 1:
            continue
        uses = account(view, entity.rest, reading)
        if (
            uses
            and len(uses) == 1
            and uses[0].part == "field"
            and uses[0].fact is not None
            and not uses[0].typed
        ):
            fact = uses[0].fact
            if fact.form in ("number", "time", "version"):
                return Support((view.handle,), uses, (view,)), statement(view, fact)
    return None


def statement(view: View, fact: Fact) -> str:
    """“checkout-api: ready replicas is 2, observed at 2026-11-30 11:40 UTC.”."""
    held = view.held
    observed = f", observed at {instant(held.observed_at)}" if isinstance(held, Known) else ""
    return f"{view.name}: {label_of(fact.field)} is {value_of(fact)}{observed}."


def value_of(fact: Fact) -> str:
    """The value with its unit, as a card prints it."""
    declared = field_of(fact.kind, fact.field)
    unit = (
        declared.unit
        if declared is not None and declared.unit
        else _UNITS.get(suffix_of(fact.field), suffix_of(fact.field))
    )
    return shown(fact.value, unit)


_UNITS = {
    "Bytes": "bytes",
    "Days": "days",
    "Hours": "hours",
    "Minutes": "minutes",
    "Seconds": "seconds",
    "Milliseconds": "milliseconds",
    "Percent": "percent",
    "Share": "ratio",
    "Ratio": "ratio",
    "Millicores": "millicores",
    "Cores": "cores",
    "At": "",
}
