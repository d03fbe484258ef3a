"""Sentences that leave their subject out: "Runs in prod, owned by web", "Deployment in shop, 6 replicas, 4 ready"."""

from __future__ import annotations

from evidence.clause import CHANGE_VERBS, has_verb, is_verb
from evidence.lexicon import declared_nouns, relation_verbs
from evidence.retold import Reworded, ended, is_value, word
from evidence.token import Token
from evidence.word import ARTICLES, BE, PREPOSITIONS, stem

_IRREGULAR = frozenset(
    "built run held kept made sent fed driven taken given written drawn shown put set hit".split()
)
_PLACED = frozenset("in on at inside behind under within".split())
_DONE = frozenset(
    stem(w)
    for w in """own manage maintain build scale mount expose deploy create install schedule encrypt protect attach
    label tag size base locate host route connect store configure provision link feed serve run set limit use need""".split()
)


def subjectless(found: list[Token]) -> Reworded | None:
    """“Runs in prod, owned by web”: it runs in prod, it is owned by web."""
    told, end = ended(found)
    parts = _parts(told)
    if not parts or (not _lacks_subject(parts[0]) and not any(_is_done(p) for p in parts[1:])):
        return None
    verbless = not any(has_verb(p) for p in parts)
    if parts[0][0].low in _PLACED and not verbless:
        return None
    made: list[Token] = []
    for place, part in enumerate(parts):
        lead = _led(part, first=not place, verbless=verbless)
        made += [*([_comma(told, part)] if place else []), *lead, *part]
    return [*made, *end] if len(made) > len(told) else None


def _parts(told: list[Token]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    for token in told:
        if token.text in (",", ";") and parts[-1]:
            parts.append([])
        else:
            parts[-1].append(token)
    return [p for p in parts if p]


def _comma(told: list[Token], part: list[Token]) -> Token:
    at = next(i for i, t in enumerate(told) if t is part[0])
    return told[at - 1]


def _lacks_subject(part: list[Token]) -> bool:
    return part[0].kind == "word" and (
        _is_done(part) or _is_told(part) or _is_kind(part) or part[0].low in _PLACED
    )


def _is_done(part: list[Token]) -> bool:
    """“owned by web”, "built from x": a deed done to what is spoken of."""
    low = part[0].low
    if len(part) < 3 or part[0].kind != "word" or part[1].low not in PREPOSITIONS:
        return False
    done = low.endswith("ed") or low in _IRREGULAR
    known = part[0].stem in _DONE or part[0].stem in relation_verbs() or part[0].stem in CHANGE_VERBS
    return done and known and any(is_value(t) for t in part[2:])


def _is_told(part: list[Token]) -> bool:
    """“runs in prod”, "is on revision 27": a verb in the third person where the subject stands."""
    low = part[0].low
    if low in BE:
        return len(part) > 1 and low in ("is", "was")
    if not low.endswith("s") and low not in ("had", "has"):
        return False
    return is_verb([word("it", part[0]), *part], 1) and not is_verb(part, 1)


def _is_kind(part: list[Token]) -> bool:
    """“deployment in shop”: what it is."""
    at = 1 if part[0].low in ("a", "an") else 0
    return (
        len(part) > at + 1
        and (part[at].stem,) in declared_nouns()
        and not part[at].low.endswith("s")
        and part[at + 1].low in _PLACED
    )


def _led(part: list[Token], *, first: bool, verbless: bool) -> list[Token]:
    """What stands before a part once it is told in full."""
    beside = part[0]
    it, copula = word("it", beside), word("is", beside)
    if _is_done(part):
        return [it, copula] if first else [copula]
    if first and _is_told(part):
        return [it]
    if not verbless:
        return []
    if part[0].low in _PLACED:
        return [it, copula] if first else []
    if _is_kind(part):
        return [it, copula, *([] if part[0].low in ARTICLES else [word("a", beside)])]
    return []
