"""A count and what it is made of: "three are faulty, one on a and two on b", "24 are small, 12 large", "for every a there are three b"."""

from __future__ import annotations

from dataclasses import replace

from evidence.clause import is_verb
from evidence.retold import Reworded, ended, mark, parted, word
from evidence.token import Token
from evidence.unit import PERCENT
from evidence.word import BE, PREPOSITIONS

_JOINS = frozenset(", ; and : — –".split())


def made_of(found: list[Token]) -> Reworded | None:
    """“Three of 45 guns are faulty, one on red-4 and two on blue-1”: one of them is on the one, and two on the other."""
    told, end = ended(found)
    verb = next((i for i in range(1, len(told)) if is_verb(told, i)), None)
    cut = (
        next((i for i in range(verb + 2, len(told)) if told[i].text in (",", ":", ";", "—")), None)
        if verb
        else None
    )
    if verb is None or cut is None:
        return None
    parts = parted(told[cut:], _JOINS)
    first = told[:cut]
    if len(parts) < 2 or any(
        p[0].kind != "figure" or any(is_verb(p, i) for i in range(1, len(p))) for p in parts
    ):
        return None
    made = list(first)
    for part in parts:
        again = _placed(part) or _valued(first, verb, part)
        if again is None:
            return None
        made += [mark(";", part[0]), *again]
    return [*made, *end]


def _placed(part: list[Token]) -> list[Token] | None:
    """“two on blue-1”: two of them are on blue-1."""
    at = 3 if [t.low for t in part[1:3]] in (["of", "them"], ["of", "which"]) else 1
    if len(part) < at + 2 or part[at].low not in PREPOSITIONS or part[at].low == "of":
        return None
    return [part[0], *(word(w, part[0]) for w in ("of", "them", "are")), *part[at:]]


def _valued(first: list[Token], verb: int, part: list[Token]) -> list[Token] | None:
    """“24 are t4g.small, 12 m7g.large”: the noun and the verb said again."""
    if first[0].kind != "figure" or first[verb].low not in BE or len(part) != 2 or len(first) != verb + 2:
        return None
    if part[1].kind != "name" and not part[1].known:
        return None
    nouns = first[1:verb]
    return [part[0], *nouns, first[verb], part[1]] if all(t.kind == "word" for t in nouns) else None


def for_every(found: list[Token]) -> Reworded | None:
    """“For every a there are three b”, "there are three in b for every one in a": three times as many b as a."""
    told, end = ended(found)
    at = next(
        (i for i in range(len(told) - 2) if told[i].low == "for" and told[i + 1].low in ("every", "each")),
        None,
    )
    if at is None:
        return None
    if at == 0:
        there = next((i for i in range(3, len(told)) if told[i].low == "there"), None)
        if there is None or there + 3 > len(told) - 1:
            return None
        base, rest = told[2:there], told[there + 1 :]
    else:
        if told[0].low != "there":
            return None
        base, rest = told[at + 2 :], told[1:at]
    base = [t for t in base if t.text != "," and t.low != "one"]
    rest = rest[1:] if rest and rest[0].low in ("are", "is") else rest
    figure = rest[0].figure if rest else None
    if figure is None or figure.unit is not None or figure.form != "amount" or figure.op != "=" or not base:
        return None
    times = replace(rest[0], figure=replace(figure, form="multiple"))
    left, right = _thing(rest[1:]), _thing(base)
    if left is None or right is None:
        return None
    nouns = [t for t in rest[1:] if t is not left and t.low not in PREPOSITIONS]
    lead = [word(w, told[0]) for w in ("as", "many")]
    return [left, word("has", left), times, *lead, *nouns, word("as", right), right, *end]


def _thing(tokens: list[Token]) -> Token | None:
    named = [t for t in tokens if t.kind == "name" or t.known]
    return named[0] if len(named) == 1 else None


def out_of_hundred(found: list[Token]) -> Reworded | None:
    """“Six out of a hundred lookups miss”: six percent of the lookups."""
    for at in range(len(found) - 3):
        figure = found[at].figure
        size = 3 if found[at + 1].low == "out" else 2 if found[at + 1].low in ("in", "of") else 0
        whole = found[at + size].figure if size and at + size < len(found) else None
        if (
            figure is None
            or whole is None
            or whole.value != 100
            or not whole.written
            or figure.unit is not None
        ):
            continue
        if figure.form != "amount" or whole.unit is not None or found[at + size - 1].low not in ("of", "in"):
            continue
        share = replace(figure, unit=PERCENT, form="percent")
        token = replace(found[at], figure=share)
        return [*found[:at], token, word("of", token), word("the", token), *found[at + size + 1 :]]
    return None
