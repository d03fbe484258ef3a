"""Typos of ordinary words: mended towards the vocabulary, one plain word at a time, and said. Names are never touched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from rapidfuzz.distance import DamerauLevenshtein

from assistant.token import Token, token
from assistant.vocabulary import Vocabulary
from assistant.words import FUNCTION_PHRASES

SHORTEST = 5
"""Letters of a word that something is mended to; shorter ones are near to too many others."""


def mended(tokens: Sequence[Token], words: Vocabulary, spared: Iterable[int]) -> tuple[Token, ...]:
    """The question with typos of ordinary words mended, but for the tokens at the places spared (names and known words)."""
    kept = set(spared)
    return tuple(t if i in kept or not t.is_word else _mended(t, words) for i, t in enumerate(tokens))


PRODUCTS = frozenset(
    """nodejs golang python java ruby dotnet rust php perl nginx envoy istio linkerd traefik haproxy redis valkey memcached
    kafka rabbitmq postgres postgresql mysql mariadb mongodb elasticsearch opensearch oracle sqlserver clickhouse grafana
    prometheus loki vault consul cassandra etcd zookeeper airflow spark flink argocd fluxcd helm""".split()
)
"""Names of what things run, which are no slips of other words."""


@cache
def _function_words() -> frozenset[str]:
    return frozenset(w for phrase in FUNCTION_PHRASES for w in phrase if len(w) >= SHORTEST and w.isalpha())


def _dictionary(words: Vocabulary) -> frozenset[str]:
    return words.words | _function_words()


def _mended(word: Token, words: Vocabulary) -> Token:
    dictionary = _dictionary(words)
    parts = [_part(p, dictionary) for p in word.parts]
    said = tuple(parts)
    if said == word.parts or (len(parts) > 1 and not (words.at(said) or said in FUNCTION_PHRASES)):
        return word  # joined words that are no phrase of ours are a name
    return token("-".join(parts) if len(parts) > 1 else parts[0], corrected=word.text)


def _part(part: str, dictionary: frozenset[str]) -> str:
    """The only dictionary word at the least distance, of one edit, or two in a long word; else the part as it is."""
    if len(part) < SHORTEST - 1 or part in dictionary or part in PRODUCTS:
        return part
    most = 1 if len(part) < 10 else 2
    near: dict[int, list[str]] = {}
    for candidate in dictionary:
        if abs(len(candidate) - len(part)) > most or candidate[0] != part[0]:
            continue
        distance = DamerauLevenshtein.distance(part, candidate, score_cutoff=most)
        if distance <= most:
            near.setdefault(distance, []).append(candidate)
    if not near:
        return part
    best = near[min(near)]
    doubled = [b for b in best if _undoubled(b) == _undoubled(part) or sorted(b) == sorted(part)]
    best = doubled or best
    return best[0] if len(best) == 1 else _shared(best, part)


def _undoubled(word: str) -> str:
    """With doubled letters as one: the commonest slip, beside two letters changed about."""
    return "".join(c for c, before in zip(word, " " + word, strict=False) if c != before)


def _shared(best: list[str], part: str) -> str:
    """Of a word and its own plural, the one that ends like what was written; of different words, none."""
    stems = {b.removesuffix("s") for b in best}
    if len(stems) > 1:
        return part
    return next((b for b in best if b.endswith("s") == part.endswith("s")), best[0])
