"""The environment said as an adjective: "a production Deployment", "runs in production", of what is in the prod environment."""

from __future__ import annotations

from evidence.bench import Bench
from evidence.lexicon import nouns_of
from evidence.retold import named, word
from evidence.token import Token

_CALLED = {
    "production": frozenset(("prod", "production", "prd")),
    "prod": frozenset(("prod", "production", "prd")),
    "staging": frozenset(("staging", "stage", "stg")),
    "development": frozenset(("dev", "development")),
    "dev": frozenset(("dev", "development")),
}
_NO_NOUN = frozenset(", . ; : ) and but with , while whereas".split())


def in_environment(found: list[Token], bench: Bench) -> list[Token]:
    """The sentence with its environment said by its noun, where some record is in one that is called so."""
    for at, token in enumerate(found):
        called = _CALLED.get(token.low)
        if called is None or not at or token.possessive:
            continue
        value = _value(called, bench)
        if not value:
            return found
        lead, after = found[at - 1].low, found[at + 1] if at + 1 < len(found) else None
        said = [named(value, token), word("environment", token)]
        if lead == "in" and (after is None or after.low in _NO_NOUN):
            return [*found[:at], word("the", token), *said, *found[at + 1 :]]
        if lead in ("a", "an") and after is not None and _is_noun(after, bench):
            placed = [word("in", token), word("the", token), *said]
            return [*found[:at], after, *placed, *found[at + 2 :]]
    return found


def _value(called: frozenset[str], bench: Bench) -> str:
    """What the one environment of that name is called in the evidence."""
    values = {v.place.get("environment", "") for views in bench.index.views.values() for v in views}
    meant = sorted(v for v in values if v.lower() in called)
    return meant[0] if len(meant) == 1 else ""


def _is_noun(token: Token, bench: Bench) -> bool:
    kinds = {v.kind for views in bench.index.views.values() for v in views if v.kind}
    return token.kind == "word" and any((token.stem,) in nouns_of(kind) for kind in kinds)
