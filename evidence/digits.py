"""Versions and other digits that a field holds as they are written (F1)."""

from __future__ import annotations

from evidence import naming
from evidence.evidenced import of_fact
from evidence.fact import View
from evidence.group import Group
from evidence.lexicon import ATTRIBUTE_FIELDS, concept
from evidence.use import Reading, Use
from evidence.word import stem


def versioned(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """A version, only as precisely as it is written (F1)."""
    if len(group.figures) != 1 or group.negated:
        return None
    figure = group.figures[0]
    if (
        not figure.version
        or figure.op != "="
        or figure.unit is not None
        or "in" in group.preps
        or group.lead == "in"
    ):
        return None
    for fact in view.facts:
        if fact.form != "version" or fact.version[: len(figure.version)] != figure.version:
            continue
        engine = [w for w in group.words if w not in ("version", "releas", "major", "minor")]
        if {"by", "with"} & set(group.preps):
            engine = [w for w in engine if w not in _MADE]
        others = {
            concept(stem(w))
            for f in view.facts
            if isinstance(f.value, str) and f.form == "text" and f.last in ATTRIBUTE_FIELDS
            for w in f.value.split()
        }
        if all(w in others or w in fact.words or w in kind_words for w in engine):
            used = tuple(
                f.field
                for f in view.facts
                if f.form == "text"
                and f.last in ATTRIBUTE_FIELDS
                and isinstance(f.value, str)
                and stem(f.value) in engine
            )
            made = of_fact(view, fact, reading)
            if made is not None and used:
                made[0].fields = (*used, fact.field)
            return made
    return None


_MADE = frozenset(
    concept(stem(w))
    for w in "last written write saved save applied apply created made built produced".split()
)
"""What was done by or with what has the version: "last written by Terraform 1.5.7"."""


def numbered(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“a tier 1 application”, "priority 2": digits that a text field holds, with its name."""
    figure = group.figures[0]
    if len(group.figures) != 1 or group.negated or figure.unit is not None or figure.op != "=":
        return None
    for fact in view.facts:
        if fact.form == "text" and fact.value == figure.text and not fact.typed and group.words:
            words = [w for w in group.words if w not in kind_words] or group.words
            if naming.names(fact, words) >= naming.SUBSET:
                return of_fact(view, fact, reading)
    return None
