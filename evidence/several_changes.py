"""What is told of several changes at once: "both image changes were made by x", "two of the changes were to y" (W4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from evidence.change_record import Change
from evidence.claim import Support
from evidence.group import EMPTY_PIECE, FIGURE, WORD, Piece
from evidence.token import Token
from evidence.use import Use
from evidence.word import stem
from graph.result import Result

Says = Callable[[Change, list[Piece]], tuple[str, ...]]
"""The fields by which one change carries a clause; none where it does not."""

_NOUNS = frozenset(stem(w) for w in "change update modification deletion creation rollout deployment".split())
_MADE = [
    Piece(Token("word", w, 0, 0, w, stem(w), w), EMPTY_PIECE if w == "was" else WORD, stem(w))
    for w in ("was", "made")
]
_LONGEST = 4


def quantified(pieces: list[Piece]) -> tuple[int, int, int] | None:
    """Where “both image changes” stands and ends, and how many it says that there are."""
    for at, piece in enumerate(pieces):
        size = 2 if piece.low == "both" else piece.token.refers or _number(piece)
        if size < 2:
            continue
        for end in range(at + 1, min(len(pieces), at + 1 + _LONGEST)):
            if pieces[end].token.stem in _NOUNS and pieces[end].low.endswith("s"):
                return at, end, size
            if pieces[end].part not in (WORD, EMPTY_PIECE):
                break
    return None


def _number(piece: Piece) -> int:
    figure = piece.token.figure
    plain = piece.part == FIGURE and figure is not None and figure.unit is None and figure.form == "amount"
    return int(figure.value) if plain and figure is not None and figure.op == "=" else 0


def carried(
    pieces: list[Piece], span: tuple[int, int, int], known: list[Change], says: Says
) -> Iterator[Support]:
    """Every one of the changes meant must carry the clause; a number of them is carried only by a whole list."""
    at, end, size = span
    named = pieces[at + 1 : end + 1]
    meant = [c for c in known if says(c, [*named, *_MADE])] if len(named) > 1 else known
    clause = [*pieces[:at], *named, *pieces[end + 1 :]]
    told = [(c, fields) for c in meant if (fields := says(c, clause))]
    every = len(told) == len(meant) == size
    if not every and (pieces[at].low == "both" or pieces[at].token.refers):
        return
    if len(told) != size or (not every and not all(_is_listed(c) for c in meant)):
        return
    uses = [Use(c.view, fields, "change") for c, fields in told]
    yield Support(tuple(dict.fromkeys(c.view.handle for c, _ in told)), uses, tuple(c.view for c, _ in told))


def _is_listed(change: Change) -> bool:
    """Whether the change is a row of a list that is whole."""
    held = change.view.held
    return isinstance(held, Result) and held.complete and held.total == len(held.rows)
