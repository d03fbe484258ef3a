"""Sentences without a claim: connectives, labels and headings (C1, W5)."""

from __future__ import annotations

from evidence import strong
from evidence.bench import Bench
from evidence.clause import has_verb
from evidence.lexicon import concept, declared_nouns
from evidence.token import Read, Token
from evidence.word import ARTICLES, BE, EMPTY, POSSESSIVES, PREPOSITIONS, PRONOUNS, stem

_CONNECTING = frozenset(
    concept(stem(w))
    for w in """here what record records say says follow follows following below above summary summarise summarize detail
    details answer answers short brief look looks let us me first second third next finally last addition other hand regard regards
    concern terms respect question evidence result results data show shows found find list lists table overview fact facts
    note picture background context section now turning turn going through by item items point points key
    finding findings information know known see as regarding concerning about each one how which where when who
    breakdown situation order give given get put set step steps line lines matter particular""".split()
)
_COPULAS = BE | frozenset("has have say says show shows follow follows look looks stand stands".split())


def is_connective(read: Read, bench: Bench, *, introduces: bool) -> bool:
    """A plain connective: words that only lead on, no figure, no strong word, no name but those of the evidence."""
    found = [t for t in read.tokens if t.kind != "mark"]
    if not _harmless(found, bench):
        return False
    colon = bool(read.tokens) and read.tokens[-1].text == ":"
    words = [t for t in found if t.kind == "word"]
    if colon or introduces:
        loose = _vocabulary(bench) if colon and not introduces else set[str]()
        if (
            colon
            and not has_verb(found)
            and (introduces or all(_leads(t) or concept(t.stem) in loose for t in words))
        ):
            return True
    return (
        bool(words) and all(_leads(t) for t in words) and any(concept(t.stem) in _CONNECTING for t in words)
    )


def is_label(read: Read, bench: Bench) -> bool:
    """A heading or label that claims nothing: no verb, no figure, no strong word (W5)."""
    found = [t for t in read.tokens if t.kind != "mark"]
    return _harmless(found, bench) and not has_verb(found) and len(found) <= 8


def _harmless(found: list[Token], bench: Bench) -> bool:
    if any(t.kind in ("figure", "time") for t in found) or strong.strong_words(found) or strong.causal(found):
        return False
    asked = bench.asked.texts
    return all(t.known or t.text in asked for t in found if t.kind == "name")


def _leads(token: Token) -> bool:
    low = token.low
    return (
        low in ARTICLES or low in POSSESSIVES or low in PRONOUNS or low in PREPOSITIONS or low in EMPTY or low in _COPULAS
        or low in ("and", "or", "but") or concept(token.stem) in _CONNECTING
    )  # fmt: skip


def _vocabulary(bench: Bench) -> set[str]:
    """Words of the evidence's kinds and fields, and of the declared kinds: a label may be made of them."""
    asked = {concept(stem(t)) for t in bench.question.text.lower().replace("?", "").split()}
    if bench.index.words is None:
        bench.index.words = _words_of_evidence(bench)
    return bench.index.words | asked


def _words_of_evidence(bench: Bench) -> set[str]:
    words = {concept(w) for phrase in declared_nouns() for w in phrase}
    for views in bench.index.of_handle.values():
        for view in views:
            words |= view.named
    return words
