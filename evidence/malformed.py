"""What nobody says of anything: a denial before an article, one name twice in a list, a value put after its noun."""

from __future__ import annotations

from evidence.clause import is_verb
from evidence.entity import Entity
from evidence.group import EMPTY_PIECE, LIGHT, WORD, Piece
from evidence.token import Token


def is_malformed(found: list[Token]) -> bool:
    """ "has no a limit", "depends on x and x": made of words that stand in the evidence, and no sentence."""
    for at in range(len(found) - 1):
        low = found[at].low
        if low == "no" and found[at + 1].low in ("a", "an", "the"):
            return True
        if low == "and" and at and found[at + 1].kind == "name" and found[at - 1].text == found[at + 1].text:
            return True
    return False


def has_value_behind(entity: Entity, pieces: list[Piece]) -> bool:
    """ "The table provisioned holds …": a state or an attribute stands before its noun or after its verb, not between the two."""
    found = [p.token for p in pieces]
    rest = {id(p) for p in entity.rest}
    for at in range(1, len(pieces) - 1):
        said = pieces[at].part in (WORD, LIGHT) and id(pieces[at]) in rest and id(pieces[at - 1]) not in rest
        if not said or pieces[at - 1].part == EMPTY_PIECE or pieces[at - 1].token.possessive:
            continue
        held = any(found[at].key in v.folded for m in entity.members for v in m.views if v.facts)
        if held and is_verb(found, at + 1):
            return True
    return False
