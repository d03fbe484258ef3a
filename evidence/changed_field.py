"""The words of a change beside its values: of the field that changed, and of the kind of thing it changed on (F10)."""

from __future__ import annotations

from evidence.fact import View
from evidence.group import LIGHT, NAME, WORD, Piece
from evidence.lexicon import nouns_of, phrases_of
from evidence.word import stem

EITHER = frozenset(
    stem(w)
    for w in "scale resize roll deploy release out ship push change arrive land introduce new take effect live put".split()
)
"""Stems of verbs that say a change without its direction."""


_COUNTED = frozenset(stem(w) for w in "instance node machine server member task replica pod worker".split())


def field_words(view: View, field: str, pieces: list[Piece], at: int) -> int:
    """How many pieces spell the field that changed, from here."""
    if not field:
        return 0
    kind = next((str(f.value) for f in view.facts if f.field == "subjectKind"), "")
    for phrase in phrases_of(kind, field):
        size = len(phrase)
        run = pieces[at : at + size]
        verbal = any(p.token.stem in EITHER for p in run)
        if not verbal and len(run) == size and sorted(p.word for p in run) == sorted(phrase):
            counted = at + size < len(pieces) and pieces[at + size].low in ("count", "number")
            return size + counted
    counts = any(w in field.lower() for w in ("size", "capacity", "count", "tasks", "replicas"))
    if counts and at and pieces[at - 1].token.figure is not None and pieces[at].token.stem in _COUNTED:
        return 1
    return 1 if "image" in field.lower() and pieces[at].low in ("version", "tag", "container") else 0


def scattered(field: str, pieces: list[Piece], at: int) -> bool:
    """“backups were kept for two weeks” of the backup retention: every word of the field, each once, apart."""
    if not field or pieces[at].part not in (WORD, LIGHT):
        return False
    said = [p.word for p in pieces if p.part in (WORD, LIGHT)]
    for phrase in phrases_of("", field):
        if len(phrase) > 1 and pieces[at].word in phrase and all(said.count(w) == 1 for w in phrase):
            return not any(p.token.stem in EITHER for p in pieces if p.word in phrase)
    return False


def kind_words(view: View, subject: str, pieces: list[Piece], at: int) -> int:
    """How many pieces from here say what kind of thing the subject is, beside its name or after "the"."""
    kind = next((str(f.value) for f in view.facts if f.field == "subjectKind"), "")
    nouns = (
        nouns_of(kind)
        if kind
        else frozenset({("deployment",), ("servic",), ("workload",), ("resourc",), ("record",)})
    )
    for size in (3, 2, 1):
        run = pieces[at : at + size]
        if (
            len(run) == size
            and all(p.part in (WORD, NAME, LIGHT) for p in run)
            and tuple(stem(p.low) for p in run) in nouns
        ):
            after = pieces[at + size] if at + size < len(pieces) else None
            before = pieces[at - 1].low if at else ""
            return (
                size
                if (after is not None and after.token.text == subject)
                or before in ("the", "its", "this", "that")
                else 0
            )
    if any(stem(p) == pieces[at].token.stem for p in view.place):
        return 1
    return 0
