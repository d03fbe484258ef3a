"""A record of a change, its values as they can be compared."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from evidence.fact import View, facts_of_field
from evidence.group import LIGHT, WORD, Piece
from evidence.index import Index
from evidence.scope import compatible_places
from evidence.unit import Unit
from evidence.word import stem


@dataclass(slots=True)
class Change:
    """A change record, its values as they can be compared."""

    view: View
    subject: str
    action: str
    field: str
    before: object
    after: object
    actor: str
    at: datetime | None

    @property
    def falls(self) -> bool | None:
        """Whether the value fell; None where it cannot be ordered."""
        left, right = ordered(self.before), ordered(self.after)
        if left is None or right is None or left == right:
            return None
        return left > right


def ordered(value: object) -> tuple[Fraction, ...] | None:
    """A value that has an order: a number, or the version in an image's tag."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return (Fraction(str(value)),)
    if isinstance(value, str) and (found := quantity_of("", value)) is not None:
        return (found[0],)
    if isinstance(value, str):
        tag = value.rpartition(":")[2].lstrip("vV")
        parts = tag.split("-")[0].split(".")
        if parts and all(p.isdigit() for p in parts):
            return tuple(Fraction(p) for p in parts)
    return None


def quantity_of(name: str, value: str) -> tuple[Fraction, Unit | None] | None:
    """The amount that a text such as "512Mi" writes."""
    facts = list(facts_of_field("", name or "value", value))
    fact = facts[0] if facts else None
    if fact is None or fact.form != "number" or fact.amount is None or fact.unit is None:
        return None
    return fact.amount, fact.unit


def changes(index: Index) -> list[Change]:
    """Every change of the evidence."""
    return [found for view in index.changes if (found := _change(view)) is not None]


def _change(view: View) -> Change | None:
    values = {f.field: f.value for f in view.facts}
    subject = values.get("subject") or view.about or (view.name if view.role == "row" else "")
    if not isinstance(subject, str) or not subject:
        return None
    at, actor = values.get("at"), values.get("actor")
    return Change(
        view, subject, str(values.get("action", "modified")), str(values.get("field", "")), values.get("before"),
        values.get("after"), actor if isinstance(actor, str) else "", at if isinstance(at, datetime) else None,
    )  # fmt: skip


def superseded(change: Change, index: Index) -> bool:
    """Whether a later change of the same thing is known: what this one made is not what is."""
    return any(
        other.at is not None
        and change.at is not None
        and other.at > change.at
        and (other.subject, other.field) == (change.subject, change.field)
        and compatible_places(other.view.place, change.view.place)
        for other in changes(index)
    )


def is_of_now(pieces: list[Piece]) -> bool:
    """Whether the clause says how it is now, or has been since: "runs 1.9.0", "has run 1.9.0 since 13:10"."""
    return not any(p.low in _THEN or (p.low.endswith("ed") and p.part in (WORD, LIGHT)) for p in pieces)


_THEN = frozenset(
    """was were had did got went came became ran made took put set gave brought cut rose fell grew shrank saw hit left
    before until""".split()
)


def edge_said(pieces: list[Piece], *, of_changes: bool = False) -> tuple[int, int, bool] | None:
    """Where “the latest change” stands and ends, and whether it is the last rather than the first.

    `of_changes`: only changes are known, so that "the most recent one" is one too.
    """
    for at, piece in enumerate(pieces[:-1]):
        recent = piece.low == "most" and pieces[at + 1].low == "recent"
        noun = at + 2 if recent else at + 1
        if not (recent or piece.low in _LAST | _FIRST) or noun >= len(pieces):
            continue
        if pieces[noun].token.stem in _NOUNS or (pieces[noun].low == "one" and of_changes):
            return at, noun + 1, recent or piece.low in _LAST
    return None


_LAST = frozenset("last latest newest".split())
_FIRST = frozenset("first earliest oldest".split())
_NOUNS = frozenset(stem(w) for w in "change update modification".split())
