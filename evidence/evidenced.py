"""A use of a fact, where the sentence may use it: what is read now carries nothing about then (F10)."""

from __future__ import annotations

from fractions import Fraction

from evidence.fact import Fact, View
from evidence.figure import Figure
from evidence.group import PREP, WORD, Group
from evidence.lexicon import concept
from evidence.use import Reading, Use
from evidence.word import stem

_EVENT_WORDS = frozenset(
    concept(stem(w))
    for w in "last previous termination terminated restart restarts eviction error failure crash failed status started ended created launched cause duration finished at completed deleted changed lasted deployed pushed merged scheduled".split()
)


def use(view: View, fields: tuple[str, ...], part: str = "field", **more: object) -> Use:
    """A use of these fields of a view."""
    return Use(view, fields, part, **more)  # type: ignore[arg-type]


def of_fact(
    view: View, fact: Fact, reading: Reading, words: tuple[str, ...] = (), how: str = ""
) -> list[Use] | None:
    """A use of a fact, unless the sentence speaks of then and the fact of now (F10)."""
    if reading.past and not is_event(view, fact):
        return None
    return [
        use(
            view,
            (fact.field,),
            words=words or tuple(fact.phrases[0]),
            fact=fact,
            how=how,
            typed=fact.field if fact.typed else "",
            inferred=view.role == "about" and view.inferred is not None,
        )
    ]


def is_event(view: View, fact: Fact) -> bool:
    """Facts about something that happened may be told in the past: terminations, starts, causes, what a scan saw."""
    if fact.form == "time" or view.about or fact.measure:
        return True
    if any(
        f.form == "time" and f.field in ("endedAt", "finishedAt", "completedAt", "at") for f in view.facts
    ):
        return True
    return bool(fact.words & _EVENT_WORDS) or (isinstance(fact.value, str) and fact.value.startswith("not "))


def dimension(fact: Fact) -> str:
    """The dimension of a fact; empty for a bare number."""
    return fact.unit.dimension if fact.unit else ""


def share_step(figure: Figure) -> Fraction:
    """How closely a share has to be met."""
    if figure.form == "part":
        return Fraction(1, 1000)
    return figure.step


_PLAIN = frozenset("of in on at for with from as within per over via through out into by under".split())


_TO_AFTER = frozenset(
    "grow grows scale scales go goes belongs belong belonging assigned set limited configured scheduled assigned equal amounts comes up allocated restricted scaled close fixed capped pinned amount come due tied bound devoted given shrink shrinks forward forwards routes maps sends exposes".split()
)


_MARKS = frozenset("threshold limit mark bound".split())
"""What something lies above, as a word of its own field: "fires above a threshold of 900"."""


def _leads_word(group: Group, place: int) -> bool:
    """“out of order” says that it is not, "2 out of 3" does not."""
    after = group.pieces[place + 1 : place + 3]
    return len(after) == 2 and after[0].low == "of" and after[1].part == WORD


def plain_preps(group: Group) -> bool:
    """Whether every preposition leads a value: "to" only after "set", "limited" and their like."""
    for place, piece in enumerate(group.pieces):
        if piece.low == "out" and _leads_word(group, place):
            return False
        if piece.part != PREP or piece.low in _PLAIN:
            continue
        before = group.pieces[place - 1].low if place else ""
        if piece.low == "to" and before in _TO_AFTER:
            continue
        if piece.low in ("after", "during", "across"):
            continue
        if piece.low in ("above", "over", "beyond") and any(
            p.low in _MARKS for p in group.pieces[place + 1 :]
        ):
            continue
        return False
    return True
