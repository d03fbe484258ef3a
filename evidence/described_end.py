"""Things that are described and not named: "the queue it depends on has …", "the key is …" – one end of one relation (W6)."""

from __future__ import annotations

from collections.abc import Iterator

from evidence.claim import Spoken
from evidence.clause import is_verb
from evidence.entity import Entity, Member, views_of
from evidence.fact import Link, View
from evidence.group import LIGHT, NAME, PREP, WORD, Piece
from evidence.index import Index
from evidence.lexicon import nouns_of, own_nouns
from evidence.word import stem

Ends = list[tuple[View, Link]]


def ends_described(
    pieces: list[Piece], lead: int, verb: int, spoken: Spoken, index: Index
) -> Iterator[Entity]:
    """The one thing that the words before the verb describe by its kind, and by a relation where one is said."""
    if lead >= len(pieces) or pieces[lead].low not in ("the", "a", "an"):
        return
    at = lead + 1
    while (
        at < len(pieces) and pieces[at].part in (WORD, LIGHT) and at - lead <= 3 and not _starts(pieces, at)
    ):
        at += 1
    said = tuple(s for p in pieces[lead + 1 : at] for s in _stems(p))
    if not said or at >= len(pieces):
        return
    if at == verb and pieces[lead].low == "the":
        yield from _one_end(_ends(_base(spoken), said, spoken), pieces, verb, index)
        return
    yield from _by_relation(pieces, at, said, spoken, index)


def _starts(pieces: list[Piece], at: int) -> bool:
    return pieces[at].low in ("that", "which", "it", "they") or is_verb([p.token for p in pieces], at)


def _stems(piece: Piece) -> list[str]:
    return [stem(w) for w in piece.low.split("-")]


def _base(spoken: Spoken) -> tuple[View, ...]:
    return spoken.subjects[0] if len(spoken.subjects) == 1 else ()


def _ends(base: tuple[View, ...], said: tuple[str, ...], spoken: Spoken) -> Ends:
    """The ends of relations of what is spoken of that are of that kind; none where it is of that kind itself."""
    if any(said in nouns_of(v.kind) for v in base if v.kind):
        return []
    return [(v, k) for v in base for k in v.links if k.kind and said in nouns_of(k.kind)]


def _one_end(
    ends: Ends, pieces: list[Piece], first: int, index: Index, said: tuple[str, ...] = ()
) -> Iterator[Entity]:
    if len({k.name for _, k in ends}) > 1 and said:
        ends = [(v, k) for v, k in ends if said in own_nouns(k.kind)]
    if len({k.name for _, k in ends}) != 1:
        return
    view, link = ends[0]
    views = views_of(link.name, index)
    if views:
        yield Entity([Member(link.name, views)], pieces[first:], via=(view, link))


def _by_relation(
    pieces: list[Piece], at: int, said: tuple[str, ...], spoken: Spoken, index: Index
) -> Iterator[Entity]:
    """“the queue (that) it depends on has …”: the verb of the relation stands before that of the clause."""
    if pieces[at].low in ("that", "which"):
        at += 1
    if at >= len(pieces):
        return
    whose = pieces[at]
    if whose.low in ("it", "they"):
        base = _base(spoken)
    elif whose.part == NAME and not whose.token.possessive:
        base = views_of(whose.token.text, index)
    else:
        return
    found = [p.token for p in pieces]
    for main in range(at + 2, min(at + 6, len(pieces))):
        if not is_verb(found, main):
            continue
        words = tuple(p.token.stem for p in pieces[at + 1 : main] if p.part in (WORD, LIGHT, PREP))
        ends = [
            (v, k) for v in base for k in v.links if k.kind and said in nouns_of(k.kind) and _is_way(k, words)
        ]
        yield from _one_end(ends, pieces, main, index, said)


def _is_way(link: Link, words: tuple[str, ...]) -> bool:
    return any(not w.noun and w.out == link.out and w.words == words for w in link.ways)
