"""Clauses that leave out what the first of them said: "x has 12 replicas, y five", "on auto in a but on manual in b"."""

from __future__ import annotations

from dataclasses import replace

from evidence.clause import is_verb
from evidence.order import made_so_many
from evidence.retold import Reworded, ended, mark, parted, word
from evidence.token import Token
from evidence.word import PREPOSITIONS

_JOINS = frozenset(", ; and but while whereas —".split())
_BESIDE = frozenset("just only the a mere remaining other another has have with still".split())
_AFTER = frozenset("only each of it them in all total altogether".split())


def gapped_figures(found: list[Token]) -> Reworded | None:
    """“petra made nine changes and idunn just one”, "a holds 8 TiB and b the remaining 2 TiB": verb and noun said of each."""
    told, end = ended(found)
    cut = next((i for i in range(3, len(told)) if told[i].low in _JOINS), None)
    if cut is None or not _is_thing(told[0]):
        return None
    first = [told[0], *(t for t in told[1:cut] if t.low not in ("still", "now", "already", "currently"))]
    if not is_verb(first, 1):
        return None
    cut_first = len(first)
    at = next((i for i in range(2, cut_first) if first[i].kind == "figure"), None)
    if at is None or any(t.kind in ("figure", "name") for t in first[at + 1 :]):
        return None
    if any(t.kind != "word" for t in first[2:at]):
        return None
    made = made_so_many(first[0], first[1], first[2], first[3:]) if at == 2 else list(first)
    for part in parted(told[cut:], _JOINS):
        again = _again(first, at, part)
        if again is None:
            return None
        made += [mark(";", part[0]), *again]
    return [*made, *end] if len(made) > len(first) else None


def _is_thing(token: Token) -> bool:
    return token.kind == "name" or token.known


def _again(first: list[Token], at: int, part: list[Token]) -> list[Token] | None:
    """The first clause with another thing and its figure."""
    thing = part[1:] if part[0].low == "the" else part
    number = next((i for i in range(1, len(thing)) if thing[i].kind == "figure" or thing[i].refers), None)
    if not thing or not _is_thing(thing[0]) or thing[0].possessive or number is None:
        return None
    lead = {first[at - 1].low} if first[at - 1].low in PREPOSITIONS else set()
    if any(t.low not in _BESIDE | lead for t in thing[1:number]):
        return None
    told, base = thing[number], first[at].figure
    nouns = first[at + 1 :]
    rest = [t for t in thing[number + 1 :] if t.low not in _AFTER]
    many = [t.low for t in rest] in (["as", "many"], ["as", "much"])
    if told.figure is not None and told.figure.form == "multiple":
        noun = [t for t in nouns if t.kind == "word"]
        as_many = [*rest[:2], *noun, word("as", told), first[0]]
        return [thing[0], *first[1:at], told, *as_many] if many else None
    if (
        told.figure is None
        or base is None
        or [t.stem for t in rest] not in ([], [t.stem for t in nouns if t.low != "only"])
    ):
        return None
    if told.figure.unit is None and base.unit is not None:
        told = replace(told, figure=replace(told.figure, unit=base.unit, form=base.form))
    kept = [t for t in nouns if t.low != "only"]
    if first[1].low == "made" and at == 2:
        return made_so_many(thing[0], first[1], told, kept)
    return [thing[0], *first[1:at], told, *kept]


def each_together(found: list[Token]) -> Reworded | None:
    """“Between them they have six cores and 24 GiB of memory”: they have each of the two between them."""
    told, end = ended(found)
    figures = [i for i, t in enumerate(told) if t.kind == "figure"]
    if len(figures) != 2 or told[figures[1] - 1].low != "and" or figures[1] - figures[0] < 3:
        return None
    if any(t.low in _JOINS for t in told[: figures[1] - 1]) or any(t.kind == "name" for t in told):
        return None
    head = told[: figures[0]]
    return [*told[: figures[1] - 1], mark(";", told[figures[1]]), *head, *told[figures[1] :], *end]


def gapped_preps(found: list[Token]) -> Reworded | None:
    """“HVAC runs on auto in a but on manual in b”: the subject and the verb said again."""
    told, end = ended(found)
    cut = next((i for i in range(4, len(told) - 2) if told[i].low in _JOINS), None)
    if cut is None:
        return None
    after = cut + 1
    while after < len(told) and told[after].low in _JOINS:
        after += 1
    first, rest = told[:cut], told[after:]
    verb = next((i for i in range(1, cut) if is_verb(told, i)), None)
    if verb is None or len(rest) < 4 or any(is_verb(rest, i) for i in range(1, len(rest))):
        return None
    led = [t.low for t in first[verb + 1 :] if t.low in PREPOSITIONS]
    if len(led) < 2 or rest[0].low != led[0] or [t.low for t in rest if t.low in PREPOSITIONS] != led:
        return None
    if any(t.low in _JOINS for t in rest):
        return None
    return [*first, mark(";", told[cut]), *first[: verb + 1], *rest, *end]
