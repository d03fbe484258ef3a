"""Versions of two things set side by side: "a runs an older kubelet than b", "a is two minor versions behind b" (F12)."""

from __future__ import annotations

from collections.abc import Iterator

from evidence import naming
from evidence.bench import Bench
from evidence.cell import names_in
from evidence.claim import Spoken, Support
from evidence.entity import views_of
from evidence.fact import Fact, View
from evidence.group import BREAK, EMPTY_PIECE, FIGURE, LIGHT, NAME, PREP, WORD, Piece, words_of_piece
from evidence.lexicon import concept
from evidence.scope import view_allowed
from evidence.use import Use
from evidence.word import stem

_NEWER = frozenset("newer later higher ahead".split())
_OLDER = frozenset("older earlier lower behind outdated".split())
_SPARE = frozenset(
    concept(stem(w))
    for w in "version release one ones minor major more recent same still old new write written build built software".split()
) | {"recent"}
_CALLED = frozenset(
    concept(stem(w))
    for w in "version firmware release software kubelet agent driver build image revision".split()
)
_ADDRESSES = frozenset(concept(stem(w)) for w in "ip address cidr host dns network range".split())
Version = tuple[int, ...]


def version_of(fact: Fact) -> Version | None:
    """The numbers of a version, however its field is called; None where its value is none."""
    if fact.form == "version":
        return fact.version
    if fact.form != "text" or not isinstance(fact.value, str) or fact.typed:
        return None
    parts = fact.value.lstrip("vV").split("-")[0].split(".")
    if fact.words & _ADDRESSES or len(parts) < 2 or not all(p.isdigit() for p in parts):
        return None
    return tuple(int(p) for p in parts)


def versions_apart(
    pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[Support]:
    """“a runs a newer version than b”, with the two versions beside them or not."""
    at = next((i for i, p in enumerate(pieces) if p.low in _NEWER | _OLDER), None)
    things = names_in(pieces, bench)
    versions = [i for i, p in enumerate(pieces) if _version_said(p) is not None and i not in things]
    if at is None or len(things) != 2 or len(versions) > 2:
        return
    than = next((i for i in range(at, len(pieces)) if pieces[i].low in ("than", "of", "behind")), None)
    if than is None or not things[0] < than < things[1]:
        return
    counted = next(
        (i for i in range(max(0, at - 3), at) if pieces[i].part == FIGURE and i not in versions), None
    )
    if counted is not None and not any(p.low in ("minor", "major") for p in pieces[counted:at]):
        return
    words = _words(pieces, {at, *things, *versions, *([counted] if counted is not None else [])})
    if words is None:
        return
    newer = pieces[at].low in _NEWER
    for left in _versioned(pieces[things[0]].token.text, words, bench, said):
        for right in _versioned(pieces[things[1]].token.text, words, bench, said):
            a, b = version_of(left[1]), version_of(right[1])
            if left[1].field != right[1].field or a is None or b is None or a == b or (a > b) != newer:
                continue
            if counted is not None and not _so_far_apart(pieces, counted, a, b):
                continue
            if all(_beside(pieces, i, things, a, b) for i in versions):
                yield _support(left, right)


def _version_said(piece: Piece) -> Version | None:
    figure = piece.token.figure
    if figure is not None:
        return figure.version if len(figure.version) > 1 else None
    if piece.part != NAME:
        return None
    parts = piece.token.text.lstrip("vV").split("-")[0].split(".")
    return tuple(int(p) for p in parts) if len(parts) > 1 and all(p.isdigit() for p in parts) else None


def _beside(pieces: list[Piece], at: int, things: list[int], a: Version, b: Version) -> bool:
    """The version is that of the thing it stands beside: before "than" the first one's."""
    said = _version_said(pieces[at])
    others = [i for i, p in enumerate(pieces) if _version_said(p) is not None and i not in things]
    first = at < things[1] or (len(others) == 2 and at == others[0] and all(i > things[1] for i in others))
    own = a if first else b
    return said is not None and own[: len(said)] == said


def _so_far_apart(pieces: list[Piece], at: int, a: Version, b: Version) -> bool:
    figure = pieces[at].token.figure
    minor = any(p.low == "minor" for p in pieces[at : at + 3])
    if figure is None or figure.op != "=" or figure.form != "amount" or len(a) < 2 or len(b) < 2:
        return False
    if minor:
        return a[0] == b[0] and abs(a[1] - b[1]) == figure.value
    return abs(a[0] - b[0]) == figure.value


def _words(pieces: list[Piece], spent: set[int]) -> list[str] | None:
    """The words that name what has the version; None where something else is said."""
    words: list[str] = []
    for i, piece in enumerate(pieces):
        if i in spent or piece.part in (EMPTY_PIECE, BREAK, LIGHT, PREP):
            continue
        if piece.part != WORD:
            return None
        words += [w for w in words_of_piece(piece) if w not in _SPARE]
    return words


def _versioned(
    name: str, words: list[str], bench: Bench, said: frozenset[str]
) -> Iterator[tuple[View, Fact]]:
    """The versions of a thing that the words name; without words the only one it has."""
    for view in views_of(name, bench.index):
        if view.role not in ("record", "row") or not view_allowed(view, bench.edge, said):
            continue
        facts = [f for f in view.facts if version_of(f) is not None]
        if words:
            facts = [f for f in facts if naming.names(f, words) >= naming.SUBSET or _is_of(view, f, words)]
        else:
            facts = [f for f in facts if f.form == "version" or f.words & _CALLED]
            if len(facts) != 1:
                continue
        yield from ((view, f) for f in facts)


def _is_of(view: View, fact: Fact, words: list[str]) -> bool:
    """“an older Postgres”: the engine whose version it is."""
    return "version" in fact.words and all(
        any(
            w in f.folded or w in {concept(stem(k)) for k in f.folded} for f in view.facts if f.form == "text"
        )
        for w in words
    )


def _support(left: tuple[View, Fact], right: tuple[View, Fact]) -> Support:
    how = f"{left[1].value} against {right[1].value}"
    uses = [Use(v, (f.field,), "sum", how, words=f.phrases[0], fact=f) for v, f in (left, right)]
    return Support(tuple(dict.fromkeys((left[0].handle, right[0].handle))), uses, (left[0], right[0]))
