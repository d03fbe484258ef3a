"""Turns of phrase as the plain claims in them: "all but one", "down to two of four", "one of its pods, x", brackets.

Each rule takes the tokens of a sentence and gives the same claims in a plainer order, or nothing; as in `rewording`.
"""

from __future__ import annotations

from dataclasses import replace

from evidence.clause import is_verb
from evidence.retold import Reworded, ended, mark, word
from evidence.token import Token
from evidence.word import BE


def somebody(found: list[Token]) -> Reworded | None:
    """“Somebody restarted it at nine”: it was restarted."""
    low = [t.low for t in found[:3]]
    if len(found) < 4 or low[0] not in ("somebody", "someone") or not low[1].endswith("ed"):
        return None
    thing = found[2]
    if thing.kind != "name" and thing.low not in ("it", "them"):
        return None
    return [
        thing if thing.low != "them" else word("they", thing),
        word("was", found[1]),
        *found[1:2],
        *found[3:],
    ]


def gives(found: list[Token]) -> Reworded | None:
    """“x gives order-sa the role cluster-admin”: x grants that role to order-sa."""
    at = next((i for i in range(1, len(found) - 3) if found[i].low in ("gives", "grants", "gave")), None)
    if at is None or found[at + 1].kind != "name":
        return None
    end = at + 2
    while end < len(found) and found[end].kind == "word" and end < at + 5:
        end += 1
    if end == at + 2 or end >= len(found) or found[end].kind != "name":
        return None
    nouns = found[at + 2 : end]
    to = [word("to", found[at]), found[at + 1]]
    return [*found[:at], word("grants", found[at]), *nouns, found[end], *to, *found[end + 1 :]]


def all_but(found: list[Token]) -> Reworded | None:
    """“All but one of its 14 pods are ready”: 13 of its 14 are."""
    if not any(t.low in ("but", "except", "bar") for t in found):
        return None
    for at in range(len(found) - 5):
        if found[at].low == "all" and (made := _all_except(found, at)) is not None:
            return made
        if [t.low for t in found[at : at + 2]] != ["all", "but"] or found[at + 3].low != "of":
            continue
        few = found[at + 2].figure
        whole = next((i for i in range(at + 4, at + 6) if found[i].figure is not None), None)
        many = found[whole].figure if whole is not None else None
        if (
            few is None
            or many is None
            or few.unit
            or many.unit
            or few.form != "amount"
            or many.value <= few.value
        ):
            continue
        left = many.value - few.value
        token = replace(found[at + 2], figure=replace(few, value=left, text=str(left)))
        return [*found[:at], token, *found[at + 3 :]]
    return None


def _all_except(found: list[Token], at: int) -> Reworded | None:
    """“All replicas except one are ready”: one replica is not ready."""
    out = next(
        (i for i in range(at + 1, min(at + 5, len(found) - 3)) if found[i].low in ("but", "except", "bar")),
        None,
    )
    if out is None or out == at + 1:
        return None
    nouns = found[at + 1 : out]
    start = out + 1 if found[out + 1].low != "for" else out + 2
    figure, verb = found[start], start + 1
    if (
        figure.figure is None
        or figure.figure.unit is not None
        or verb >= len(found)
        or found[verb].low not in BE
    ):
        return None
    if any(t.kind != "word" for t in nouns):
        return None
    nouns = [t for t in nouns if t.low not in ("of", "the", "its")]
    return [*found[:at], figure, *nouns, found[verb], word("not", found[verb]), *found[verb + 1 :]]


def down_to(found: list[Token]) -> Reworded | None:
    """“x is down to one replica out of four”: one of its four replicas is ready."""
    at = next(
        (i for i in range(1, len(found) - 4) if [t.low for t in found[i : i + 2]] == ["down", "to"]), None
    )
    if at is None or found[at - 1].low not in ("is", "are", "'s") or found[at + 2].kind != "figure":
        return None
    rest = found[at + 3 :]
    nouns = [t for t in rest if t.kind == "word" and t.low not in ("of", "out", "the", "its")]
    second = next((t for t in rest if t.kind == "figure"), None)
    end = [t for t in rest if t.kind == "mark"]
    if (
        second is None
        or len(nouns) > 1
        or len([t for t in rest if t.kind in ("figure", "name", "time")]) != 1
    ):
        return None
    noun = nouns or [word("replicas", found[at])]
    of = word("of", found[at])
    return [
        *found[: at - 1],
        word("has", found[at]),
        found[at + 2],
        of,
        second,
        *noun,
        word("ready", found[at]),
        *end,
    ]


def the_only_was(found: list[Token]) -> Reworded | None:
    """“The only thing deleted was x”: x was the only thing to be deleted."""
    told, end = ended(found)
    if len(told) < 6 or [t.low for t in told[:2]] != ["the", "only"] or told[-1].kind != "name":
        return None
    deed = [t for t in told[2:-2] if t.low not in ("that", "was", "which", "to", "be", "thing", "one")]
    nouns = [t for t in told[2:3] if t.kind == "word"]
    deed = [t for t in deed if not nouns or t is not nouns[0]]
    if told[-2].low not in BE or len(deed) != 1 or not deed[0].low.endswith("ed"):
        return None
    return [word("only", told[-2]), told[-1], word("was", told[-2]), deed[0], *end]


def bracketed(found: list[Token]) -> Reworded | None:
    """“Its owner is terminal (8 people, #terminal-ops)”: and terminal has eight people, and that channel."""
    for at in range(1, len(found) - 2):
        if found[at].text != "(" or found[at - 1].kind != "name" or found[at - 1].possessive:
            continue
        close = next((i for i in range(at + 1, len(found)) if found[i].text == ")"), None)
        if close is None or any(is_verb(found, i) for i in range(at + 1, close)):
            return None
        name = found[at - 1]
        made: list[Token] = []
        for part in _parts_of(found[at + 1 : close]):
            field = []
            if len(part) == 1 and part[0].kind == "name" and "@" in part[0].text[1:]:
                field = [word("the", part[0]), word("email", part[0])]
            elif len(part) == 1 and part[0].text[:1] == "#":
                field = [word("the", part[0]), word("channel", part[0])]
            made += [mark(";", part[0]), name, word("has", part[0]), *field, *part]
        rest = found[close + 1 :]
        if rest and rest[0].kind != "mark":
            return [*found[:at], *rest[:-1], *made, *rest[-1:]] if rest[-1].kind == "mark" else None
        return [*found[:at], *made, *rest]
    return None


def _parts_of(tokens: list[Token]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text in (",", ";"):
            parts.append([])
        else:
            parts[-1].append(token)
    return [p for p in parts if p]


def each_with(found: list[Token]) -> Reworded | None:
    """“Both are up: a with four replicas, b with three”: a has four replicas, and b three."""
    told, end = ended(found)
    at = next((i for i in range(2, len(told) - 4) if told[i].text in (":", "—", "–")), None)
    if at is None:
        return None
    parts = [[t for t in p if t.low != "and"] for p in _parts_of(told[at + 1 :])]
    if len(parts) == 1 and any(t.low == "and" for t in told[at + 1 :]):
        join = next(i for i in range(at + 1, len(told)) if told[i].low == "and")
        parts = [told[at + 1 : join], told[join + 1 :]]
    if len(parts) < 2 or any(
        len(p) < 3 or p[0].kind != "name" or p[1].low not in ("with", "at") for p in parts
    ):
        return None
    noun = [t for t in parts[0][3:] if t.kind == "word"]
    made: list[Token] = []
    for part in parts:
        if part[2].kind != "figure" or any(t.kind != "word" for t in part[3:]):
            return None
        made += [mark(";", part[0]), part[0], word("has", part[1]), part[2], *(part[3:] or noun)]
    return [*told[:at], *made, *end]


def one_of_its(found: list[Token]) -> Reworded | None:
    """“One of its pods, x, keeps crash-looping”: its pod x does."""
    low = [t.low for t in found[:3]]
    if len(found) < 7 or low[:2] != ["one", "of"] or low[2] not in ("its", "the", "their"):
        return None
    at = next((i for i in range(4, 6) if found[i].text == ","), None)
    if at is None or at + 2 >= len(found) or found[at + 1].kind != "name" or found[at + 2].text != ",":
        return None
    if any(t.kind != "word" for t in found[3:at]) or low[2] == "the":
        return None
    return [*found[2:at], *found[at + 1 : at + 2], *found[at + 3 :]]
