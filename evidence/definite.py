"""What a definite description means: "the one in billing", "the certificate", where only one thing can be meant (W6)."""

from __future__ import annotations

from collections.abc import Iterator

from evidence.claim import Spoken
from evidence.entity import Entity, Member, views_of
from evidence.fact import View
from evidence.group import EMPTY_PIECE, NAME, PREP, WORD, Piece
from evidence.index import Index
from evidence.lexicon import nouns_of, own_nouns
from evidence.word import stem

_ARTICLES = frozenset("the this that".split())
_PLACING = frozenset("in on from at inside within".split())


def the_one(pieces: list[Piece], verb: int, spoken: Spoken, index: Index) -> Iterator[Entity]:
    """“The one in billing”, "the pod in notify", "the labs one": the one row or record of what was spoken of that is there."""
    found = _placed(pieces, verb)
    if found is None:
        return
    place, nouns, spent = found
    rows = [r for pop in index.populations if pop.whole for r in pop.rows]
    known = list(spoken.known) if len(spoken.known) > 1 else []
    for candidates in (rows, known):
        fitting = [
            v for v in candidates if place in v.place.values() or any(place in f.exact for f in v.facts)
        ]
        if nouns:
            fitting = [v for v in fitting if not v.kind or nouns in nouns_of(v.kind)]
        if len({v.uid or (v.name, *v.place.values()) for v in fitting}) == 1:
            view = fitting[0]
            same = tuple(v for v in views_of(view.name, index) if v is view or _same(v, view))
            rest = [p for i, p in enumerate(pieces) if i not in spent]
            if [p.token.text for p in rest if p.part == NAME] == [view.name] and len(rest) <= 2:
                rest = [
                    p for p in pieces if p.place in spent_places(pieces, spent) and p.part in (NAME, PREP)
                ]
            yield Entity([Member(view.name, same or (view,))], rest)
            return


def spent_places(pieces: list[Piece], spent: set[int]) -> set[int]:
    """The places in the clause of the pieces that were spent: "the one in ops is x" says that x is there."""
    return {pieces[i].place for i in spent}


def _same(left: View, right: View) -> bool:
    if left.uid and right.uid:
        return left.uid == right.uid
    return all(right.place.get(k, v) == v for k, v in left.place.items())


def _placed(pieces: list[Piece], verb: int) -> tuple[str, tuple[str, ...], set[int]] | None:
    """The place that is said, the noun where it is no "one", and the pieces that say both."""
    at = 0
    while at < verb and pieces[at].part == EMPTY_PIECE and pieces[at].low not in _ARTICLES:
        at += 1
    if at + 2 >= len(pieces) or pieces[at].low not in _ARTICLES:
        return None
    if pieces[at + 1].part == NAME and pieces[at + 2].low == "one":
        return pieces[at + 1].token.text, (), {at, at + 1, at + 2}
    first = at + 1
    end = first
    while end < verb and pieces[end].part == WORD and end - first < 3:
        end += 1
    one = end == first and pieces[first].low == "one"
    end = first + 1 if one else end
    if end == first or end + 1 >= len(pieces) or pieces[end].part != PREP or pieces[end].low not in _PLACING:
        return None
    name = end + 1
    while name < len(pieces) and pieces[name].part == EMPTY_PIECE:
        name += 1
    if name >= len(pieces) or pieces[name].part != NAME or name >= verb:
        return None
    nouns = () if one or pieces[first].low == "one" else tuple(stem(p.low) for p in pieces[first:end])
    return pieces[name].token.text, nouns, set(range(at, name + 1))


def the_only(pieces: list[Piece], verb: int, spoken: Spoken, index: Index) -> Iterator[Entity]:
    """“The certificate runs out in two weeks”: the only record of that kind that was retrieved, or is told of."""
    at = next((i for i in range(min(verb, 4)) if pieces[i].low in _ARTICLES), None)
    if at is None or at + 1 >= verb or (at and pieces[at - 1].part == PREP):
        return
    for size in (3, 2, 1):
        run = pieces[at + 1 : at + 1 + size]
        if len(run) < size or at + 1 + size > verb or any(p.part != WORD for p in run):
            continue
        noun = tuple(stem(w) for p in run for w in p.low.split("-"))
        view = None if run[-1].low.endswith("s") else _single(index).get(noun)
        if view is None or any(v.uid == view.uid for views in spoken.subjects for v in views):
            continue
        same = tuple(v for v in views_of(view.name, index) if not v.uid or v.uid == view.uid)
        spent = set(range(at, at + 1 + size))
        yield Entity(
            [Member(view.name, same or (view,))], [p for i, p in enumerate(pieces) if i not in spent]
        )
        return


def _single(index: Index) -> dict[tuple[str, ...], View | None]:
    """The nouns of kinds, with the one record of the evidence that each may mean; none where it may mean another too."""
    if index.single is None:
        ends = {(k.kind, k.uid) for v in index.records for k in v.links if k.kind}
        seen: dict[tuple[str, ...], set[str]] = {}
        for kind, uid in {(v.kind, v.uid) for v in index.records} | ends:
            for noun in own_nouns(kind):
                seen.setdefault(noun, set()).add(uid)
        views = {v.uid: v for v in index.records}
        index.single = {n: views.get(next(iter(uids))) for n, uids in seen.items() if len(uids) == 1}
    return index.single
