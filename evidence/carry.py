"""Whether what one view says carries a stretch of a sentence: every word of it is spent on a fact, or is empty.

`account` splits the pieces of a clause into runs and asks for each run which fact says it. Nothing is looked for that is
not said, and nothing that is said is passed over: a piece that no run takes, and that is not empty, fails the clause.
"""

from __future__ import annotations

from collections.abc import Iterator

from evidence import saying
from evidence.fact import View
from evidence.group import BREAK, EMPTY_PIECE, FIGURE, LIGHT, LIKELIHOOD, NAME, PREP, WORD, Piece
from evidence.lexicon import noun_words
from evidence.noun_of_value import stands_beside_another
from evidence.token import Token
from evidence.use import Reading, Use
from evidence.word import BE
from evidence.wording import begins_hash

_LONGEST = 14


def _told_with(use: Use, named: Use) -> bool:
    """“the tank is three quarters full”: what is named is one of the two that are told."""
    return use.part == "pair" and named.fact is not None and named.fact.field in use.fields


_CONNECTING = frozenset(
    "of in on at to for from with within as into inside across via per among during out".split()
)
"""Prepositions that may be left over: they say no relation of their own between what stands around them."""


def account(view: View, pieces: list[Piece], reading: Reading) -> list[Use] | None:
    """The uses that carry these pieces between them, or None where a piece is left over."""
    if any(p.part == NAME and not _could_say(view, p.token) for p in pieces):
        return None
    kind_words = noun_words(view.kind)
    uses = _from(view, pieces, 0, reading, kind_words, [_PATIENCE])
    if uses is None and (moved := _place_last(view, pieces)) is not None:
        uses = _from(view, moved, 0, reading, kind_words, [_PATIENCE])
    if uses and (is_contested(view, uses, pieces) or stands_beside_another(view, pieces)):
        return None
    if uses and any(u.part == "named" for u in uses):
        return [u for u in uses if u.part != "named"] if _each_valued(uses) else None
    return uses


def _could_say(view: View, name: Token) -> bool:
    """Whether anything of the view could spell that name. Nothing else carries one, so no run of its clause need be tried."""
    text = name.text
    if text in view.names or text in view.place.values() or begins_hash(text):
        return True
    if any(text in (link.name, link.uid) for link in view.links):
        return True
    _ = view.facts  # taken apart now: what follows reads what that leaves
    return text in view.exact or name.low in view.exact or name.key in view.folded


def is_contested(view: View, uses: list[Use], pieces: list[Piece]) -> bool:
    """Whether one of several candidates is told as if it were the one: nothing says what it rests on (S2)."""
    if view.role not in ("about", "end") or not any(u.part == "link" for u in uses):
        return False
    standing = view.fact("standing")
    if standing is None or standing.value not in ("competing", "suggestion"):
        return False
    grounded = any(u.fact is not None and u.fact.field in _GROUNDS for u in uses)
    return not grounded and not any(p.low in LIKELIHOOD for p in pieces)


_GROUNDS = frozenset("method rule reason confidence rank standing via".split())
"""What a candidate rests on, and how well."""


def _each_valued(uses: list[Use]) -> bool:
    """Whether the value that follows the name of a field is its own: between them only what a preposition leads."""
    named: Use | None = None
    for use in uses:
        if use.part == "named":
            if named is not None:
                return False
            named = use
        elif named is not None and (use.fact is named.fact or _told_with(use, named)):
            named = None
        elif named is not None and use.part == "field" and not use.lead:
            return False
    return named is None


def _place_last(view: View, pieces: list[Piece]) -> list[Piece] | None:
    """“2 of 3 replicas in prod are ready” as "2 of 3 replicas are ready in prod", where the record is there itself."""
    for at, piece in enumerate(pieces):
        if piece.part != NAME or piece.token.text not in view.place.values():
            continue
        first = at - 1
        while first > 0 and pieces[first].part in (WORD, EMPTY_PIECE) and pieces[first].low not in BE:
            first -= 1
        if first < 1 or pieces[first].part != PREP or pieces[first].low not in ("in", "within", "inside"):
            continue
        if at + 1 < len(pieces) and pieces[at + 1].low in BE:
            return [*pieces[:first], *pieces[at + 1 :], *pieces[first : at + 1]]
    return None


_PATIENCE = 600
"""How many runs are tried before a clause is given up: far more than any sentence of a person needs."""


def _from(
    view: View,
    pieces: list[Piece],
    at: int,
    reading: Reading,
    kind_words: frozenset[str],
    patience: list[int],
) -> list[Use] | None:
    while at < len(pieces) and pieces[at].part in (EMPTY_PIECE, BREAK) and pieces[at].low not in LIKELIHOOD:
        at += 1
    if at >= len(pieces):
        return []
    for end in _ends(pieces, at):
        patience[0] -= 1
        if patience[0] < 0:
            return None
        uses = saying.said_by(view, pieces, at, end, reading, kind_words)
        if uses is None:
            continue
        rest = _from(view, pieces, end, reading.after(uses), kind_words, patience)
        if rest is not None:
            return [*uses, *rest]
    if _skips(pieces, at):
        return _from(view, pieces, at + 1, reading, kind_words, patience)
    return None


def _ends(pieces: list[Piece], at: int) -> Iterator[int]:
    """Where a run that starts here may end, longest first; it starts and ends with a piece that says something."""
    if pieces[at].part == BREAK or (pieces[at].part == EMPTY_PIECE and pieces[at].low not in LIKELIHOOD):
        return
    for end in range(min(len(pieces), at + _LONGEST), at, -1):
        if _parts_a_pair(pieces, at, end):
            continue
        if pieces[end - 1].part not in (BREAK, EMPTY_PIECE, PREP) or end == at + 1:
            yield end


def _parts_a_pair(pieces: list[Piece], at: int, end: int) -> bool:
    """Whether a cut here would part "2 of 3": the two are one (F4)."""
    if end >= len(pieces):
        return False
    figures = [i for i in range(at, end) if pieces[i].part == FIGURE]
    if not figures:
        return False
    following = next((i for i in range(end, min(end + 4, len(pieces))) if pieces[i].part == FIGURE), None)
    if following is None:
        return False
    between = [
        p.low for p in pieces[figures[-1] + 1 : following] if p.low not in ("the", "all", "its", "their")
    ]
    return between in (["of"], ["out", "of"]) or between[1:] == ["out", "of"]


def _skips(pieces: list[Piece], at: int) -> bool:
    part = pieces[at].part
    if pieces[at].low == "another":  # "… and another 300 in flight": one more figure of the same record
        begins = not at or pieces[at - 1].part == BREAK
        return begins and at < len(pieces) - 1 and pieces[at + 1].part == FIGURE
    if part in (EMPTY_PIECE, BREAK, LIGHT):
        return True
    if pieces[at].low == "since" and at == len(pieces) - 1:  # "has restarted 11 times since"
        return at > 0
    return part == PREP and pieces[at].low in _CONNECTING
