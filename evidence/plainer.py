"""Clefts, relative clauses and passives as the plain clauses they stand for."""

from __future__ import annotations

from evidence.clause import is_verb
from evidence.retold import Reworded, ended, last_copula, mark, word
from evidence.token import Token
from evidence.word import BE

_RELATIVE = frozenset("that which who whom where".split())


def without_echo(found: list[Token]) -> Reworded | None:
    """“… than nantes-1 has”, "a third of what nantes-1 has": without the verb that only says it again."""
    for at in range(1, len(found) - 2):
        low = [t.low for t in found[at - 1 : at + 2]]
        echoes = low[1] in ("that", "those") and (low[0] in ("than", "as", "of") or low[0].endswith("times"))
        if echoes and low[2] in ("of", "in", "on", "for") and found[at + 2].kind == "name":
            of = [] if not low[0].endswith("times") else [word("of", found[at])]
            return [*found[:at], *of, *found[at + 2 :]]
    for at in range(1, len(found) - 1):
        name, verb = found[at], found[at + 1]
        after = found[at + 2].text if at + 2 < len(found) else "."
        if name.low in {"replicas", "image"}:
            back = next(
                (i for i in range(at - 1, max(at - 4, 0), -1) if found[i].low in ("after", "before")), None
            )
            if back is not None and verb.low in ("was", "were") and after == ".":
                return [*found[: at + 1], *found[at + 2 :]]
        if name.kind != "name" or verb.low not in _ECHOES or after not in (".", ",", ";"):
            continue
        before = found[at - 1].low
        if before in ("than", "as", "after", "before") and (after != "," or before in ("than", "as")):
            return [*found[: at + 1], *found[at + 2 :]]
        if before == "what":
            return [*found[: at - 1], name, *found[at + 2 :]]
    return None


_ECHOES = frozenset("has have had does do did is are was were holds stores uses runs".split())


def cleft(found: list[Token]) -> Reworded | None:
    """“It was jorin who deleted it”, "it is brine-db that label-api depends on": the same without "it was … who"."""
    if len(found) < 5 or found[0].low != "it" or found[1].low not in ("is", "was", "'s"):
        return None
    at = next((i for i in range(3, len(found)) if found[i].low in ("who", "that", "which")), None)
    if at is None or at + 1 >= len(found) or any(t.text in (",", ";") for t in found[:at]):
        return None
    told, end = ended(found)
    what, rest = told[2:at], told[at + 1 :]
    if what[0].low in ("a", "an") or any(t.low in ("not", "only") for t in what):
        return None
    if is_verb(found, at + 1):
        return [*what, *rest, *end]
    return [*rest, *what, *end] if any(is_verb(rest, i) for i in range(len(rest))) else None


def what_is(found: list[Token]) -> Reworded | None:
    """“A broken pump is what caused inc-204”, "what caused it was …", "what label-api depends on is brine-db"."""
    told, end = ended(found)
    at = next((i for i, t in enumerate(told) if t.low == "what"), None)
    if at is None or any(t.text in (",", ";") for t in told):
        return None
    if at >= 2 and told[at - 1].low in ("is", "was") and at + 1 < len(told) and is_verb(told, at + 1):
        return [*told[: at - 1], *told[at + 1 :], *end]
    if at != 0:
        return None
    copula = last_copula(told, 2)
    if copula is None or copula + 1 >= len(told):
        return None
    inner, what = told[1:copula], told[copula + 1 :]
    if is_verb(told, 1):
        return [*what, *inner, *end]
    return [*inner, *what, *end]


def described(found: list[Token]) -> Reworded | None:
    """“The repository label-api is built from is tin/label”: as "label-api is built from the repository tin/label"."""
    told, end = ended(found)
    if len(told) < 6 or told[0].low not in ("the", "among", "one"):
        return None
    head = _head(told)
    if head is None:
        return None
    nouns, at = head
    if told[at].low in _RELATIVE and at + 2 < len(told) and is_verb(told, at + 1) and told[0].low == "the":
        return _described_subject(told, end, nouns, at)
    name = at + 1 if told[at].low in _RELATIVE else at
    if name >= len(told) or told[name].possessive or not is_verb(told, name + 1):
        return None
    if told[name].kind != "name" and told[name].low != "it":
        return None
    if any(t.text in (",", ";") for t in told):
        return _described_apart(told, end, nouns, name)
    copula = last_copula(told, name + 2)
    if copula is None or copula + 1 >= len(told) or not any(t.kind == "name" for t in told[copula + 1 :]):
        return None
    inner = told[name:copula]
    if inner[-1].kind == "name":
        return None
    plain = [] if told[0].low in ("among", "one") else nouns
    return [*inner, *plain, *told[copula + 1 :], *end]


def _described_subject(told: list[Token], end: list[Token], nouns: list[Token], at: int) -> Reworded | None:
    """“The team that owns fare-api is pricing-crew”: "the team pricing-crew owns fare-api"."""
    copula = last_copula(told, at + 2)
    if (
        copula is None
        or copula + 2 != len(told)
        or told[-1].kind != "name"
        or any(t.kind == "mark" for t in told)
    ):
        return None
    return [told[0], *nouns, told[-1], *told[at + 1 : copula], *end]


def _head(told: list[Token]) -> tuple[list[Token], int] | None:
    """The noun a relative clause tells more of ("the database", "among the things"), and where that clause starts."""
    at = 1
    if told[0].low in ("among", "one"):
        at += int(told[1].low == "of") if told[0].low == "one" else 0
        if at >= len(told) or told[at].low not in ("the", "its"):
            return None
        at += 1
    first = at
    while (
        at < len(told)
        and told[at].kind == "word"
        and told[at].low not in _RELATIVE
        and told[at].low != "it"
        and not is_verb(told, at)
    ):
        at += 1
    if at == first or at >= len(told) or at - first > 3:
        return None
    return told[first:at], at


def _described_apart(told: list[Token], end: list[Token], nouns: list[Token], name: int) -> Reworded | None:
    """“The database that label-api depends on, brine-db, runs Postgres”: the relation, and what is said of its end."""
    first = next(i for i, t in enumerate(told) if t.text in (",", ";"))
    if first + 2 >= len(told) or told[first + 1].kind != "name" or told[first + 2].text != ",":
        return None
    other, rest = told[first + 1], told[first + 3 :]
    if not rest or not is_verb([other, *rest], 1) or told[first - 1].kind == "name":
        return None
    return [*told[name:first], *nouns, other, mark(";", rest[0]), other, *rest, *end]


def turned_copula(found: list[Token]) -> Reworded | None:
    """“15 is its maximum”: "its maximum is 15"."""
    told, end = ended(found)
    joins = (
        i for i, t in enumerate(told) if t.kind == "figure" and (not i or told[i - 1].low in ("and", "but"))
    )
    start = next((i for i in joins if i + 3 < len(told) and told[i + 1].low in ("is", "are")), None)
    if start is None:
        return None
    if told[start + 1].low not in ("is", "are") or told[start + 2].low not in ("its", "the", "their"):
        return None
    rest = told[start + 2 :]
    if any(t.kind in ("figure", "time", "mark") for t in rest) or any(t.low == "of" for t in rest[:2]):
        return None
    return [*told[:start], *rest, told[start + 1], told[start], *end]


def on_average(found: list[Token]) -> Reworded | None:
    """“On average, a run takes 12 minutes”: the same with the measure at its end."""
    told, end = ended(found)
    if (
        len(told) > 4
        and told[0].low in ("on", "in")
        and told[1].low in ("average", "total")
        and told[2].text == ","
    ):
        return [*told[3:], *told[:2], *end]
    return None


def each_one(found: list[Token]) -> Reworded | None:
    """“Each replica may use up to 2 GiB”: it may."""
    if len(found) < 4 or found[0].low not in ("each", "a", "every", "one"):
        return None
    if found[1].low not in ("replica", "pod", "container", "task") or not is_verb(found, 2):
        return None
    return [word("it", found[0]), *found[2:]]


def restrictive(found: list[Token]) -> Reworded | None:
    """“x is a c7g.xlarge instance that was launched a week ago”: x is one, and x was launched."""
    told, end = ended(found)
    verb = next((i for i in range(len(told)) if is_verb(told, i)), None)
    if (
        verb is None
        or not 1 <= verb <= 3
        or told[verb].low not in BE
        or any(t.low == "not" for t in told[:verb])
    ):
        return None
    at = next((i for i in range(verb + 2, len(told) - 1) if told[i].low in ("that", "which", "who")), None)
    if at is None or told[at - 1].text == "," or told[verb + 1].low not in ("a", "an", "the"):
        return None
    if (
        not is_verb(told, at + 1)
        or any(t.text in (",", ";") for t in told[:at])
        or told[0].low in ("there", "what")
    ):
        return None
    if told[verb - 1].kind != "name" and told[0].low not in ("it", "this"):
        return None
    subject = told[:verb]
    return [*told[:at], mark(";", told[at]), *subject, *told[at + 1 :], *end]


def passive(found: list[Token]) -> Reworded | None:
    """“x is run by 6 replica sets”: "6 replica sets run x"."""
    told, end = ended(found)
    by = next((i for i, t in enumerate(told) if t.low == "by"), None)
    if by is None or by < 3 or by + 1 >= len(told) or any(t.kind == "mark" for t in told):
        return None
    if told[by - 1].low not in ("used", "run", "shared") or told[by - 2].low not in ("is", "are"):
        return None
    agent = told[by + 1 :]
    if agent[0].kind != "figure" or any(t.kind == "name" for t in agent):
        return None
    return [*agent, word("use" if told[by - 1].low == "used" else "run", told[by]), *told[: by - 2], *end]
