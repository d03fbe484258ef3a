"""Members of a list that are written in digits: "listens on 80 and 443", "lets in 443 and 8443, nothing else" (F1, W4)."""

from __future__ import annotations

from dataclasses import replace

from evidence.fact import Fact, View
from evidence.group import BREAK, EMPTY_PIECE, FIGURE, NAME, NOT, Group, Piece, group_of
from evidence.relation import listed
from evidence.use import Reading, Use
from graph.kind import words_of


def listed_figures(
    view: View, group: Group, reading: Reading, kind_words: frozenset[str]
) -> list[Use] | None:
    """Bare digits that a list field holds as they are written are names, as ports are."""
    if group.times or any(f.unit is not None or f.form != "amount" or f.op != "=" for f in group.figures):
        return None
    pieces, alone = _without_else(group.pieces)
    fact = next((f for f in view.facts if f.form == "list" and _holds_all(f, pieces)), None)
    if fact is None:
        return None
    named = [_as_name(p) if p.part == FIGURE else p for p in pieces]
    bare = group_of(named)
    if alone and len({n.text for n in bare.names}) != fact.amount:
        return None
    bare.lead, bare.of, bare.follows = group.lead, group.of, group.follows
    return listed(view, bare, reading, kind_words)


def _holds_all(fact: Fact, pieces: list[Piece]) -> bool:
    told = [p.token.text for p in pieces if p.part in (FIGURE, NAME)]
    return bool(told) and all(t.isdigit() and t in fact.exact for t in told)


def _as_name(piece: Piece) -> Piece:
    token = replace(piece.token, kind="name", figure=None)
    return Piece(token, NAME, "", piece.place)


def _without_else(pieces: list[Piece]) -> tuple[list[Piece], bool]:
    """“…, nothing else”, "and no others": these are all there are."""
    low = [p.low for p in pieces]
    for size, tail in ((2, ["nothing", "else"]), (2, ["no", "others"]), (2, ["nothing", "more"])):
        if low[-size:] == tail and pieces[-size].part == NOT:
            rest = pieces[:-size]
            while rest and rest[-1].part in (BREAK, EMPTY_PIECE):
                rest = rest[:-1]
            return rest, True
    return pieces, False


_ALONE = frozenset("only just alone solely exclusively".split())


def says_more_of_a_list(view: View, pieces: list[Piece]) -> bool:
    """“on 22 only” where there is another, and "22 to 443", which is all between: members that do not carry what is said."""
    told = [p.token.text if p.part in (FIGURE, NAME) else "" for p in pieces]
    alone = any(p.low in _ALONE for p in pieces)
    for fact in view.facts:
        if fact.form != "list":
            continue
        members = {t for t in told if t in fact.exact}
        if alone and members and len(members) != fact.amount:
            return True
        if any(_is_more(fact, pieces, i, members) for i, t in enumerate(told) if t in members):
            return True
    return False


def _is_more(fact: Fact, pieces: list[Piece], at: int, members: set[str]) -> bool:
    """“22 to 443” and "up to 443" are ranges, "443 ports" are so many."""
    before = [p.low for p in pieces[max(at - 2, 0) : at]]
    figure = pieces[at].token.figure
    if figure is not None and figure.op != "=":
        return True
    if before[-1:] and before[-1] in ("to", "till", "until"):
        return "up" in before or before[0] in members
    after = pieces[at + 1] if at + 1 < len(pieces) else None
    if after is None or not after.low.endswith("s") or before[-1:] in (["and"], [","], ["&"]):
        return False
    return pieces[at].token.text.isdigit() and after.token.stem in words_of(fact.field)
