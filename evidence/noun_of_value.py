"""Whether a value stands beside its own noun: "the envs/prod branch" says that the branch is envs/prod, and nothing else."""

from __future__ import annotations

from evidence import naming
from evidence.fact import Fact, View
from evidence.group import FIGURE, NAME, TIME, WORD, Piece

_VALUES = (NAME, FIGURE, TIME)


def stands_beside_another(view: View, pieces: list[Piece]) -> bool:
    """Whether the noun right beside a value names a field of the record that has another value."""
    for at, piece in enumerate(pieces):
        if piece.part != NAME or piece.token.possessive:
            continue
        held = view.exact.get(piece.token.text)
        if not held or any(link.name == piece.token.text for link in view.links):
            continue
        if _names_other(view, held, pieces, at, 1) or _names_other(view, held, pieces, at, -1):
            return True
    return False


def _names_other(view: View, held: list[Fact], pieces: list[Piece], at: int, side: int) -> bool:
    """Whether the word on that side names another field of text, and none that has the value; it is no noun of a further value."""
    beside, beyond = _at(pieces, at + side), _at(pieces, at + 2 * side)
    if beside is None or beside.part != WORD or (beyond is not None and beyond.part in _VALUES):
        return False
    words: list[tuple[str, ...]] = [(beside.word,)]
    if beyond is not None and beyond.part == WORD:
        words.append((beyond.word, beside.word) if side < 0 else (beside.word, beyond.word))
    if any(naming.names(f, said) >= naming.SUBSET for f in held for said in words):
        return False
    others = (f for f in view.facts if f.form == "text" and not f.typed and f not in held)
    return any(naming.names(f, words[0]) == naming.EXACT for f in others)


def _at(pieces: list[Piece], at: int) -> Piece | None:
    return pieces[at] if 0 <= at < len(pieces) else None
