"""Conditions on a time told from now: "expire within 30 days", "have not been used for 90 days", "older than two years"."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from evidence import naming
from evidence.fact import Fact
from evidence.figure import Figure
from evidence.group import Group, Piece, group_of
from evidence.lexicon import concept
from evidence.moment import is_age
from evidence.time import Moment
from evidence.word import stem


def _stems(words: str) -> frozenset[str]:
    return frozenset(concept(stem(w)) for w in words.split())


_TOLD = _stems("next ago old older age more than over least last past less long coming following")
_BORN = _stems("created create exist old made launched run running started up alive age older")


def says_from_now(fact: Fact, run: list[Piece], asked: datetime) -> bool | None:
    """Whether the run says the condition, counted from when it was asked; None where it says something else."""
    group = group_of(run)
    if not isinstance(fact.value, datetime) or asked.year < 1971 or group.names:
        return None
    if len(group.figures) + len(group.times) != 1 or not _is_named(fact, group):
        return None
    if group.times:
        return _in_window(fact, group.times[0], asked) if not group.negated else None
    figure = group.figures[0]
    if figure.dimension != "time" or not _spans(figure, fact.value, asked):
        return None
    if group.negated and {p.low for p in group.pieces} & {"older", "more", "over"}:
        turned = replace(group, negated=False)
        return False if _direction(fact, turned, figure, asked) else None
    return True if _direction(fact, group, figure, asked) else None


def _is_named(fact: Fact, group: Group) -> bool:
    words = [w for w in group.words if w not in _TOLD]
    if not words and group.light and naming.names(fact, group.light) >= naming.LOOSE:
        return True
    words += [w for w in group.light if w in _BORN]
    if not words or set(words) <= _BORN:
        return fact.field in ("createdAt", "launchedAt", "startedAt") and bool(
            set(group.words) & _BORN | set(words)
        )
    return (
        naming.names(fact, words) >= naming.LOOSE
        or naming.names(fact, words, granted=frozenset({"last"})) >= naming.LOOSE
    )


def _spans(figure: Figure, at: datetime, asked: datetime) -> bool:
    """Whether the threshold lies so far from now."""
    return is_age(replace(figure, op="="), min(at, asked), max(at, asked))


def _direction(fact: Fact, group: Group, figure: Figure, asked: datetime) -> bool:
    """Whether what is said lies on the side of the threshold that the condition asks for."""
    below = fact.op in ("<", "<=")
    low = {p.low for p in group.pieces}
    if isinstance(fact.value, datetime) and fact.value > asked:
        ahead = bool({"within", "in", "over", "during"} & set(group.preps)) or "next" in low
        return below and ahead and not group.negated and figure.op not in (">", ">=")
    if group.negated:
        return (
            below
            and bool({"for", "in", "since", "within", "over"} & set(group.preps))
            and figure.op not in ("<", "<=")
        )
    longer = (
        figure.op in (">", ">=")
        or "older" in low
        or bool({"over", "than"} & set(group.preps) and "less" not in low)
    )
    if "ago" in low or "old" in low or "older" in low or {"for", "over"} & set(group.preps):
        shorter = figure.op in ("<", "<=") or "younger" in low
        return longer and not shorter if below else shorter
    return not below and figure.op in ("<", "<=", "=") and bool({"within", "in", "during"} & set(group.preps))


def _in_window(fact: Fact, moment: Moment, asked: datetime) -> bool | None:
    """“created in the last 30 days”."""
    from_then = moment.start == fact.value and fact.op in (">", ">=")
    to_now = moment.end is not None and abs((moment.end - asked).total_seconds()) < 86_400
    return True if from_then and to_now and moment.edge in ("", "in", "within", "over", "during") else None
