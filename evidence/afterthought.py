"""What is told of something beside the main clause, as a clause of its own: appositions, and what follows a comma."""

from __future__ import annotations

from evidence.clause import is_verb
from evidence.retold import Reworded, ended, mark, members, parted, word
from evidence.token import Token
from evidence.word import BE


def against(found: list[Token]) -> Reworded | None:
    """“… is x: 940 Mbps, against 310 Mbps for y”: what x has, and what y has."""
    told, end = ended(found)
    at = next((i for i, t in enumerate(told) if t.low in ("against", "versus", "vs", "compared")), None)
    if at is None or at < 4 or any(t.low == "than" for t in told):
        return None
    rest = told[at + 1 :]
    rest = rest[1:] if rest and rest[0].low in ("to", "with") else rest
    first = next((i for i in range(at - 1, 0, -1) if told[i].kind == "figure"), None)
    name = next((t for t in reversed(told[:at]) if t.kind == "name" and not t.possessive), None)
    if first is None or name is None or len(rest) != 3 or rest[0].kind != "figure" or rest[2].kind != "name":
        return None
    cut = next(
        (
            i
            for i in range(first, 1, -1)
            if told[i].text in (",", ":", "—", "–") or told[i].low in ("with", "at")
        ),
        None,
    )
    if cut is None or told[cut].low == name.low or rest[1].low not in ("for", "in", "on", "at"):
        return None
    main = told[:cut]
    while main and main[-1].text in (",", ":"):
        main = main[:-1]
    has = word("has", told[at])
    figure = [
        t for t in told[cut + 1 : at] if t.text != "," and t.low not in ("with", "at", "a", "an", "the")
    ]
    noun = [t for t in figure if t.kind == "word" and t.low != "of"]
    return [
        *main,
        mark(";", told[cut]),
        name,
        has,
        *figure,
        mark(";", told[at]),
        rest[2],
        has,
        rest[0],
        *noun,
        *end,
    ]


def apart(found: list[Token]) -> Reworded | None:
    """“The last run, 55 minutes ago, failed”: when it was, and what it did."""
    told, end = ended(found)
    first = next((i for i, t in enumerate(told) if t.text == ","), None)
    if first is None or not 0 < first <= 6:
        return None
    second = next((i for i in range(first + 1, len(told)) if told[i].text == ","), None)
    if second is None or not is_verb([*told[:first], *told[second + 1 :]], first):
        return None
    inner = told[first + 1 : second]
    if (
        len(inner) == 2
        and inner[0].low in ("in", "on")
        and inner[1].kind == "name"
        and told[first - 1].kind == "name"
    ):
        placed = [*told[:first], word("is", told[first]), *inner, mark(";", told[first])]
        return [*placed, *told[:first], *told[second + 1 :], *end]
    timed = (len(inner) == 2 and inner[0].kind == "figure" and inner[1].low == "ago") or (
        1 <= len(inner) <= 2 and inner[-1].kind == "time"
    )
    if not timed or any(is_verb(told, i) for i in range(first)):
        return None
    return [
        *told[:first],
        word("was", told[first]),
        *inner,
        mark(";", told[first]),
        *told[:first],
        *told[second + 1 :],
        *end,
    ]


def more_than(found: list[Token]) -> Reworded | None:
    """“has 256 GiB, 6 GiB more than it requested”: more than requested."""
    for at in range(2, len(found) - 4):
        low = [t.low for t in found[at + 1 : at + 4]]
        if (
            found[at].kind == "figure"
            and low[0] in ("more", "less", "fewer")
            and low[1:] in (["than", "it"], ["than", "they"])
        ):
            start = at - 1 if found[at - 1].text == "," else at
            return [*found[:start], *found[at : at + 3], *found[at + 4 :]]
    return None


def sum_tail(found: list[Token]) -> Reworded | None:
    """“Between them they have eleven replicas, nine of which are ready”: and nine ready replicas between them."""
    told, end = ended(found)
    at = next(
        (i for i in range(len(told) - 4, 2, -1) if told[i].text == "," and told[i + 1].kind == "figure"), None
    )
    if at is None or not any(t.low in ("together", "combined", "between") for t in told[:at]):
        return None
    rest = told[at + 1 :]
    if rest[1].low != "of" or rest[2].low not in ("which", "them", "these"):
        return None
    what = [t for t in rest[3:] if t.low not in BE]
    figure = next((i for i, t in enumerate(told[:at]) if t.kind == "figure"), None)
    if figure is None or not 1 <= len(what) <= 2 or any(t.kind != "word" for t in what):
        return None
    again = [*told[:figure], rest[0], *what, *told[figure + 1 : at]]
    return [*told[:at], mark(";", told[at]), *again, *end]


def tail(found: list[Token]) -> Reworded | None:
    """“…, half of them in brining”, "…, two each by a and b", "…, x among them": a clause of its own."""
    told, end = ended(found)
    for at in range(2, len(told) - 2):
        if told[at].text not in (",", ":") or not any(is_verb(told, i) for i in range(at)):
            continue
        rest = told[at + 1 :]
        counted = _counted_apart(rest) if told[at].text == ":" else None
        if counted is not None:
            return [*told[:at], *counted, *end]
        if any(is_verb(rest, i) for i in range(len(rest))) or any(t.text in (",", ";") for t in rest):
            continue
        made = _told_of_them(rest)
        if made is not None:
            return [*told[:at], mark(";", told[at]), *made, *end]
    return None


def _counted_apart(rest: list[Token]) -> list[Token] | None:
    """“: one in archive and one in search”: of those just counted."""
    made: list[Token] = []
    for part in parted(rest):
        if len(part) != 3 or part[0].kind != "figure" or part[1].low not in ("in", "on", "by"):
            return None
        made += [
            mark(";", part[0]),
            part[0],
            word("of", part[0]),
            word("them", part[0]),
            word("are", part[0]),
            *part[1:],
        ]
    return made or None


def _told_of_them(rest: list[Token]) -> list[Token] | None:
    low = [t.low for t in rest]
    are = word("are", rest[0])
    if low[-2:] in (["among", "them"], ["among", "these"]):
        return [*rest[:-2], word("is", rest[0]), *rest[-2:]]
    figure = rest[0].figure
    if figure is None:
        return None
    if low[1:2] == ["each"] and len(rest) > 4:
        listed = members(rest[3:])
        if listed is None:
            return None
        them = [word("of", rest[0]), word("them", rest[0]), are]
        made: list[Token] = []
        for member in listed:
            made += [mark(";", member[0])] if made else []
            made += [rest[0], *them, rest[2], *member]
        return made
    if low[1:3] in (["of", "them"], ["of", "these"], ["of", "those"], ["of", "which"]) and len(rest) > 3:
        return [*rest[:3], are, *rest[3:]]
    return None


_SUPERLATIVE = frozenset(
    """most least fewest largest biggest smallest highest lowest longest shortest oldest newest youngest latest earliest
    greatest larger bigger smaller higher lower older newer""".split()
)


def _first_to(told: list[Token], at: int) -> bool:
    return told[at].low in ("first", "last") and at + 1 < len(told) and told[at + 1].low == "to"


def superlative_tail(found: list[Token]) -> Reworded | None:
    """“The largest is x, at 50 GiB”, "x has the fewest, 20", "…, since 30 May", "…, used by 18": the figure told of x on its own."""
    told, end = ended(found)
    at = next((i for i in range(len(told) - 1, 2, -1) if told[i].text in (",", ":", "—", "–")), None)
    if (
        at is None
        or not any(t.low in _SUPERLATIVE or _first_to(told, i) for i, t in enumerate(told[:at]))
        or any(t.low == "than" for t in told)
    ):
        return None
    main, rest = told[:at], told[at + 1 :]
    verb = next((i for i in range(len(main)) if is_verb(main, i)), None)
    name = next((t for t in reversed(main) if t.kind == "name" and not t.possessive), None)
    if "on average" in " ".join(t.low for t in main):
        return None
    if verb is None or name is None or not rest or any(is_verb(rest, i) for i in range(len(rest))):
        return None
    told_apart = _tail_of_subject(main, rest, verb, name)
    return [*main, mark(";", told[at]), *told_apart, *end] if told_apart else None


def _tail_of_subject(main: list[Token], rest: list[Token], verb: int, name: Token) -> list[Token]:
    first, has = rest[0], word("has", rest[0])
    timed = any(t.low == "ago" for t in rest) or any(t.kind == "time" for t in rest[:2])
    if timed and any(t.low in ("change", "deployment") for t in main[:verb]):
        return [name, word("was", first), word("changed", first), *rest]
    to = next(
        (i for i in range(len(main) - 1) if main[i].low in ("first", "last") and main[i + 1].low == "to"),
        None,
    )
    if to is not None and timed and to + 2 < len(main):
        return [name, word(f"{main[to + 2].low}s", first), *rest]
    if any(t.low == "ago" for t in rest) or first.low == "since" or (first.kind == "time"):
        if main[verb].low in BE and not any(t.low.endswith(("ed", "ing")) for t in main[verb:]):
            return []
        verbs = [
            t for t in main[verb:] if t.low not in _SUPERLATIVE and t.low not in ("the", "often", "recently")
        ]
        return [name, *verbs, *rest]
    if first.low in ("at", "with") and len(rest) > 1 and any(t.kind == "figure" for t in rest[1:3]):
        return [name, has, *rest[1:]]
    if (
        first.low.endswith("ed")
        and len(rest) > 2
        and rest[1].low == "by"
        and any(t.kind == "figure" for t in rest[2:4])
    ):
        return [*rest[2:], word("use" if first.low == "used" else first.low, first), name]
    if first.kind == "figure" and first.figure is not None and first.figure.form in ("amount", "percent"):
        adverbial = any(t.low in ("often", "frequently", "longest") for t in main)
        return [name, *main[verb : verb + 2], *rest] if adverbial else [name, has, *rest]
    return []


def appositive(found: list[Token]) -> Reworded | None:
    """“The least common version, 5.0.31, is run by …”: the description is its name, and the name is what is spoken of."""
    told, end = ended(found)
    if len(told) < 6 or told[0].low != "the":
        return None
    at = next((i for i, t in enumerate(told) if t.text == ","), None)
    if (
        at is None
        or at + 3 >= len(told)
        or told[at + 2].text != ","
        or told[at + 1].kind not in ("name", "figure")
    ):
        return None
    if not any(t.low in _SUPERLATIVE for t in told[:at]) or any(is_verb(told, i) for i in range(at)):
        return None
    other, rest = told[at + 1], told[at + 3 :]
    if not is_verb([other, *rest], 1):
        return None
    return [*told[:at], word("is", other), other, mark(";", other), other, *rest, *end]


def named_apart(found: list[Token]) -> Reworded | None:
    """“Its owner, pricing-crew, has six members”: who it is, and what is said of it."""
    told, end = ended(found)
    first = next((i for i, t in enumerate(told) if t.text in (",", "(")), None)
    if first is None or not 1 < first <= 6 or first + 3 >= len(told):
        return None
    if told[first + 2].text not in (",", ")") or told[first + 1].kind != "name":
        return None
    if told[0].low not in ("the", "its", "their", "his", "her") and not told[0].possessive:
        return None
    if any(t.kind == "figure" and t.low != "one" for t in told[:first]) or any(
        is_verb(told, i) for i in range(1, first)
    ):
        return None
    other, rest = told[first + 1], told[first + 3 :]
    if not is_verb([other, *rest], 1):
        return None
    return [*told[:first], word("is", other), other, mark(";", other), other, *rest, *end]


def owner_of(found: list[Token]) -> Reworded | None:
    """“circulation, the owner of loan-api, has eight members”: what it is to the other, and what is said of it."""
    told, end = ended(found)
    if (
        len(told) < 8
        or told[0].kind != "name"
        or told[1].text != ","
        or told[2].low not in ("the", "a", "an")
    ):
        return None
    close = next((i for i in range(3, len(told)) if told[i].text == ","), None)
    if close is None or close > 9 or any(is_verb(told, i) for i in range(2, close)):
        return None
    rest = told[close + 1 :]
    if not is_verb([told[0], *rest], 1):
        return None
    return [told[0], word("is", told[0]), *told[2:close], mark(";", told[close]), told[0], *rest, *end]


def inner_apposition(found: list[Token]) -> Reworded | None:
    """“x depends on y, a MySQL database, and on z”: what y is, on its own."""
    told, end = ended(found)
    for at in range(2, len(told) - 3):
        if told[at].text != "," or told[at - 1].kind != "name" or told[at + 1].low not in ("a", "an"):
            continue
        close = next((i for i in range(at + 2, len(told)) if told[i].text == ","), None)
        if close is None or close - at > 7 or any(is_verb(told, i) for i in range(at + 1, close)):
            continue
        if not any(is_verb(told, i) for i in range(at)) or any(
            t.kind == "name" for t in told[at + 2 : close]
        ):
            continue
        name = told[at - 1]
        what = [mark(";", name), name, word("is", name), *told[at + 1 : close]]
        return [*told[:at], *told[close + 1 :], *what, *end]
    return None
