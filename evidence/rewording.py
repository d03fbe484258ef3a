"""One sentence said in other words: clefts, relative clauses, "respectively", "neither … nor" as plain clauses.

Each rule takes the tokens of a sentence and gives the same claims in a plainer order, or nothing. No rule adds a claim or
takes one away: what a rewording says is what the sentence says, and it is judged like any other.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace

from evidence.clause import is_verb
from evidence.token import Token
from evidence.word import ARTICLES, BE, HAVE, stem

Reworded = list[Token]
_RELATIVE = frozenset("that which who whom where".split())
_STEPS = 3


def reworded(found: list[Token]) -> Iterator[Reworded]:
    """The sentence in plainer words, each rule after the other, the plainest last."""
    now = found
    for _ in range(_STEPS):
        made = next((m for rule in _RULES if (m := rule(now)) is not None), None)
        if made is None:
            return
        now = made
        yield now


def _in_each(rule: Callable[[list[Token]], Reworded | None]) -> Callable[[list[Token]], Reworded | None]:
    """The rule for each clause that a semicolon parts."""

    def applied(found: list[Token]) -> Reworded | None:
        parts: list[list[Token]] = [[]]
        for token in found:
            parts[-1].append(token)
            if token.text == ";" or (
                token.low in ("but", "while", "whereas") and len(parts[-1]) > 1 and parts[-1][-2].text == ","
            ):
                parts.append([])
        for place, part in enumerate(parts):
            closed = part[-1:] if part and part[-1].text == ";" else []
            if len(part) > 1 and part[-1].low in ("but", "while", "whereas"):
                closed = part[-2:]
            made = rule(part[: len(part) - len(closed)])
            if made is not None:
                return [t for p in (*parts[:place], made, closed, *parts[place + 1 :]) for t in p]
        return None

    return applied


def word(text: str, beside: Token) -> Token:
    """A word put in beside another."""
    return Token("word", text, beside.start, beside.start, text, stem(text), text)


def mark(text: str, beside: Token) -> Token:
    """A mark put in beside another token."""
    return Token("mark", text, beside.start, beside.start, text, text, text)


def ended(found: list[Token]) -> tuple[list[Token], list[Token]]:
    """The sentence and its final mark."""
    if found and found[-1].kind == "mark" and found[-1].text in ".!":
        return found[:-1], found[-1:]
    return found, []


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


def cleft(found: list[Token]) -> Reworded | None:
    """“It was jorin who deleted it”, "it is brine-db that label-api depends on": the same without "it was … who"."""
    if len(found) < 5 or found[0].low != "it" or found[1].low not in ("is", "was", "'s"):
        return None
    at = next((i for i in range(3, len(found)) if found[i].low in ("who", "that", "which")), None)
    if at is None or at + 1 >= len(found) or any(t.text in (",", ";") for t in found[:at]):
        return None
    told, end = ended(found)
    what, rest = told[2:at], told[at + 1 :]
    if any(t.low in ("not", "only") for t in what):
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
    copula = _last_copula(told, 2)
    if copula is None or copula + 1 >= len(told):
        return None
    inner, what = told[1:copula], told[copula + 1 :]
    if is_verb(told, 1):
        return [*what, *inner, *end]
    return [*inner, *what, *end]


def _last_copula(told: list[Token], first: int) -> int | None:
    return next(
        (i for i in range(len(told) - 1, first - 1, -1) if told[i].low in ("is", "are", "was", "were")), None
    )


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
    if name >= len(told) or told[name].kind != "name" or told[name].possessive or not is_verb(told, name + 1):
        return None
    if any(t.text in (",", ";") for t in told):
        return _described_apart(told, end, nouns, name)
    copula = _last_copula(told, name + 2)
    if copula is None or copula + 1 >= len(told) or not any(t.kind == "name" for t in told[copula + 1 :]):
        return None
    inner = told[name:copula]
    if inner[-1].kind == "name":
        return None
    plain = [] if told[0].low in ("among", "one") else nouns
    return [*inner, *plain, *told[copula + 1 :], *end]


def _described_subject(told: list[Token], end: list[Token], nouns: list[Token], at: int) -> Reworded | None:
    """“The team that owns fare-api is pricing-crew”: "the team pricing-crew owns fare-api"."""
    copula = _last_copula(told, at + 2)
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
        at < len(told) and told[at].kind == "word" and told[at].low not in _RELATIVE and not is_verb(told, at)
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


def neither(found: list[Token]) -> Reworded | None:
    """“Neither a nor b is public” and "a is neither public nor encrypted": each denied on its own."""
    told, end = ended(found)
    at = next((i for i, t in enumerate(told) if t.low == "neither"), None)
    nor = next((i for i, t in enumerate(told) if t.low == "nor"), None)
    if at is None or nor is None or nor <= at + 1 or any(t.low == "nor" for t in told[nor + 1 :]):
        return None
    no = word("not", told[at])
    if at == 0:
        verb = next((i for i in range(nor + 1, len(told)) if is_verb(told, i)), None)
        if verb is None or verb == nor + 1:
            return None
        first, second, tail = told[1:nor], told[nor + 1 : verb], told[verb:]
        shared = _tail_of(second) if _tail_of(first) == [] else []
        denied = [tail[0], no, *tail[1:]]
        return [*first, *shared, *denied, mark(";", told[nor]), *second, *denied, *end]
    before = told[:at]
    if not before or not any(t.low in BE or t.low in HAVE for t in before[-2:]):
        return None
    first, second = told[at + 1 : nor], told[nor + 1 :]
    return [*before, no, *first, mark(";", told[nor]), *before, no, *second, *end]


def _tail_of(tokens: list[Token]) -> list[Token]:
    """“of kiln-mongo” at the end of what is spoken of."""
    at = next((i for i, t in enumerate(tokens) if t.low in ("of", "for", "in", "on") and i), None)
    return tokens[at:] if at is not None else []


def respective(found: list[Token]) -> Reworded | None:
    """“a and b run Postgres and MySQL respectively”: "a runs Postgres; b runs MySQL"."""
    told, end = ended(found)
    if not any(t.low == "respectively" for t in told):
        return None
    told = [t for t in told if t.low != "respectively"]
    while told and told[-1].text == ",":
        told.pop()
    verb = next((i for i in range(len(told)) if is_verb(told, i)), None)
    if verb is None or not verb:
        return None
    body = verb + 1
    while body < len(told) and told[body].kind == "word" and told[body].low in ("up", "to", "at", "on", "in"):
        body += 1
    left, right = _members(told[:verb]), _members(told[body:])
    if left is None or right is None or len(left) != len(right):
        return None
    made: list[Token] = []
    for subject, value in zip(left, right, strict=True):
        made += [mark(";", subject[0])] if made else []
        made += [*subject, *told[verb:body], *value]
    return [*made, *end]


def _members(tokens: list[Token]) -> list[list[Token]] | None:
    """The members of an and-list, each with what the list has before its first and after its last member."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text == "," or token.low == "and":
            if parts[-1]:
                parts.append([])
        else:
            parts[-1].append(token)
    if len(parts) < 2 or not all(parts):
        return None
    core = [next((i for i, t in enumerate(p) if _is_value(t)), None) for p in parts]
    if None not in core:
        head = parts[0][: core[0]]
        tail = parts[-1][(core[-1] or 0) + 1 :]
        bare = [parts[0][core[0] or 0 :], *parts[1:-1], parts[-1][: (core[-1] or 0) + 1]]
        return [[*head, *b, *tail] for b in bare]
    tail = _tail_of(parts[-1])
    bare = [*parts[:-1], parts[-1][: len(parts[-1]) - len(tail)]]
    return [[*b, *tail] for b in bare] if all(bare) else None


def _is_value(token: Token) -> bool:
    return token.kind in ("name", "figure", "time")


def with_figure(found: list[Token]) -> Reworded | None:
    """“With 90 pods, packing has twice as many as brining”: what it has, then what follows of it."""
    told, end = ended(found)
    if len(told) < 6 or told[0].low not in ("with", "at") or not any(t.kind == "figure" for t in told[1:4]):
        return None
    comma = next((i for i, t in enumerate(told) if t.text == ","), None)
    if (
        comma is None
        or comma > 8
        or (any(t.low in ("of", "per") for t in told[1:comma]) and told[0].low == "at")
    ):
        return None
    verb = next((i for i in range(comma + 2, len(told)) if is_verb(told, i)), None)
    if verb is None or any(
        t.kind != "name" and t.low not in ARTICLES and t.low != "it" for t in told[comma + 1 : verb]
    ):
        return None
    subject = told[comma + 1 : verb]
    bare = not any(t.kind == "word" and t.low not in ARTICLES for t in told[1:comma])
    has = [*subject, word("has", told[0]), *told[1:comma]]
    main = told[comma + 1 :]
    if bare:
        return [*main, mark(";", told[0]), *has, *end]
    return [*has, mark(";", told[0]), *main, *end]


def fronted_whole(found: list[Token]) -> Reworded | None:
    """“Of a maximum of 1,000 GiB, x has 400 GiB allocated”, "of its 8 replicas, x has 6 ready": the part, then its whole."""
    told, end = ended(found)
    if len(told) < 6 or told[0].low not in ("of", "out"):
        return None
    comma = next((i for i, t in enumerate(told) if t.text == ","), None)
    if comma is None or not any(t.kind == "figure" for t in told[1:comma]):
        return None
    verb = next((i for i in range(comma + 1, len(told)) if is_verb(told, i)), None)
    figure = next((i for i in range(comma + 1, len(told)) if told[i].kind == "figure"), None)
    if verb is None or figure is None or any(t.kind == "figure" for t in told[figure + 1 :]):
        return None
    if any(t.low in _BOUNDS for t in told[1:comma]) and told[comma + 1].kind == "name":
        subject = told[comma + 1 : verb]
        return [
            *told[comma + 1 :],
            mark(";", told[0]),
            *subject,
            word("has", told[0]),
            *told[1:comma],
            *end,
        ]
    return [*told[comma + 1 : figure + 1], *told[:comma], *told[figure + 1 :], *end]


_BOUNDS = frozenset("maximum minimum limit capacity quota max min".split())


def at_bound(found: list[Token]) -> Reworded | None:
    """“isn't at its maximum of 16 replicas”: it has that maximum, and is not at it."""
    for at in range(1, len(found) - 4):
        if (
            found[at].low != "at"
            or found[at + 1].low not in ("its", "the", "their")
            or found[at + 2].low not in _BOUNDS
        ):
            continue
        if found[at + 3].low != "of" or found[at + 4].kind != "figure":
            continue
        last = at + 5
        while last < len(found) and found[last].kind == "word" and found[last].low not in ("and", "but"):
            last += 1
        verb = next((i for i in range(at) if is_verb(found, i)), None)
        if verb is None:
            return None
        has = [*found[:verb], word("has", found[at]), word("a", found[at]), *found[at + 2 : last]]
        return [*has, mark(";", found[at]), *found[: at + 3], *found[last:]]
    return None


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


def shared_bound(found: list[Token]) -> Reworded | None:
    """“at most 2 cores and 1 GiB of memory”: at most of each."""
    for at in range(len(found) - 2):
        first, second = found[at].figure, found[at + 2].figure
        if first is None or second is None or found[at + 1].low != "and" or first.op not in ("<=", ">="):
            continue
        if second.op == "=" and second.unit is not None and first.dimension != second.dimension:
            bound = replace(found[at + 2], figure=replace(second, op=first.op))
            return [*found[: at + 2], bound, *found[at + 3 :]]
    return None


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


def that_of(found: list[Token]) -> Reworded | None:
    """“The rollout of a is complete, that of b stalled”: the noun and the verb said again."""
    told, end = ended(found)
    at = next(
        (
            i
            for i in range(3, len(told) - 2)
            if told[i].low in ("that", "those") and told[i + 1].low in ("of", "for")
        ),
        None,
    )
    if at is None or told[at - 1].kind == "name" or told[at - 1].low in ("than", "as"):
        return None
    verb = next((i for i in range(at) if is_verb(told, i)), None)
    of = next((i for i, t in enumerate(told[:at]) if t.low in ("of", "for")), None)
    if verb is None or of is None or not 0 < of < verb:
        owner = next((i for i, t in enumerate(told[:at]) if t.possessive), None)
        if verb is None or owner is None or owner + 1 >= verb:
            return None
        noun = [word("the", told[at]), *told[owner + 1 : verb]]
    else:
        noun = told[:of]
    rest = told[at + 1 :]
    name = next((i for i, t in enumerate(rest) if t.kind == "name"), None)
    if name is None:
        return None
    after = rest[name + 1 :]
    own = (
        []
        if after and is_verb(rest, name + 1) and after[0].low not in ("stalled", "failed")
        else [told[verb]]
    )
    joined = told[:at]
    while joined and (joined[-1].text in (",", ";") or joined[-1].low in ("and", "but", "while", "whereas")):
        joined = joined[:-1]
    return [*joined, mark(";", told[at]), *noun, *rest[: name + 1], *own, *after, *end]


def shared_verb(found: list[Token]) -> Reworded | None:
    """“crucible has 4 replicas, ladle 2 and sandbox 1”: the verb and the noun said each time."""
    told, end = ended(found)
    verb = next((i for i in range(len(told)) if is_verb(told, i)), None)
    if verb is None or not verb > 0 or told[verb - 1].kind not in ("name", "word"):
        return None
    cuts = [
        i
        for i in range(verb + 2, len(told) - 1)
        if (told[i].text in (",", ";") or told[i].low in ("and", "but", "while", "whereas"))
        and told[i + 1].kind in ("name", "word")
        and told[i + 1].low not in ("and", "but", "while", "whereas")
    ]
    if not cuts or any(is_verb(told, i) for i in range(cuts[0] + 1, len(told))):
        return None
    first = told[: cuts[0]]
    while first[-1].text in (",", ";"):
        first = first[:-1]
    noun = _noun_after(first, verb)
    if noun is None:
        return None
    lead, value, tail = noun
    made = list(first)
    bounds = [*cuts, len(told)]
    for start, stop in itertools.pairwise(bounds):
        piece = [t for t in told[start + 1 : stop] if t.text not in (",", ";") and t.low != "and"]
        if len(piece) < 2 or piece[0].kind not in ("name", "word") or not _alike(piece[1:], value):
            return None
        own_noun = tail if not any(t.kind == "word" for t in piece[2:]) else []
        made += [mark(";", piece[0]), piece[0], told[verb], *lead, *piece[1:], *own_noun]
    return [*made, *end]


def framed(found: list[Token]) -> Reworded | None:
    """“60 % of the pods are in a and 10 % in b”, "the median is 10 minutes on a and 25 on b": the frame said again."""
    told, end = ended(found)
    verb = next((i for i in range(1, len(told)) if is_verb(told, i)), None)
    if verb is None or verb + 2 >= len(told):
        return None
    first = next((i for i in range(verb + 1, len(told)) if told[i].low in ("and", ",", "but", "while")), None)
    if first is None or any(is_verb(told, i) for i in range(verb + 1, len(told))):
        return None
    rest = told[first + 1 :]
    while rest and (rest[0].low in ("and", "but", "while", "just", "only") or rest[0].text == ","):
        rest = rest[1:]
    if len(rest) < 3 or rest[0].kind != "figure" or any(t.text == "," or t.low == "and" for t in rest):
        return None
    frame = told[:first]
    at = next((i for i, t in enumerate(frame) if t.kind == "figure"), None)
    lead = next((i for i in range(verb + 1, len(frame)) if frame[i].low == rest[1].low), None)
    if (
        at is None
        or lead is None
        or not at < lead
        or rest[1].low not in ("in", "on", "at", "by", "for", "with", "from", "to")
    ):
        return None
    again = [*frame[:at], rest[0], *frame[at + 1 : lead], *rest[1:]]
    return [*frame, mark(";", rest[0]), *again, *end]


def _noun_after(first: list[Token], verb: int) -> tuple[list[Token], list[Token], list[Token]] | None:
    """What follows the verb: what leads to the value, the value, and its noun."""
    at = next((i for i in range(verb + 1, len(first)) if _is_value(first[i])), None)
    if at is None:
        return None
    return first[verb + 1 : at], first[at : at + 1], first[at + 1 :]


def _alike(piece: list[Token], value: list[Token]) -> bool:
    kinds = {t.kind for t in piece if _is_value(t)} or {"word"}
    zero = len(piece) == 1 and piece[0].low in ("none", "zero")
    return kinds == {value[0].kind} or (zero and value[0].kind == "figure")


def tail(found: list[Token]) -> Reworded | None:
    """“…, half of them in brining”, "…, two each by a and b", "…, x among them": a clause of its own."""
    told, end = ended(found)
    for at in range(2, len(told) - 2):
        if told[at].text != "," or not any(is_verb(told, i) for i in range(at)):
            continue
        rest = told[at + 1 :]
        if any(is_verb(rest, i) for i in range(len(rest))) or any(t.text in (",", ";") for t in rest):
            continue
        made = _told_of_them(rest)
        if made is not None:
            return [*told[:at], mark(";", told[at]), *made, *end]
    return None


def _told_of_them(rest: list[Token]) -> list[Token] | None:
    low = [t.low for t in rest]
    are = word("are", rest[0])
    if low[-2:] in (["among", "them"], ["among", "these"]):
        return [*rest[:-2], word("is", rest[0]), *rest[-2:]]
    figure = rest[0].figure
    if figure is None:
        return None
    if low[1:2] == ["each"] and len(rest) > 4:
        members = _members(rest[3:])
        if members is None:
            return None
        them = [word("of", rest[0]), word("them", rest[0]), are]
        made: list[Token] = []
        for member in members:
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
    if any(t.kind == "figure" for t in told[:first]) or any(is_verb(told, i) for i in range(1, first)):
        return None
    other, rest = told[first + 1], told[first + 3 :]
    if not is_verb([other, *rest], 1):
        return None
    return [*told[:first], word("is", other), other, mark(";", other), other, *rest, *end]


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


_RULES: tuple[Callable[[list[Token]], Reworded | None], ...] = (
    without_echo, each_one, shared_bound, more_than, sum_tail, _in_each(cleft), _in_each(what_is), on_average, apart, at_bound, _in_each(turned_copula), described, neither, respective, with_figure, fronted_whole, that_of, appositive, named_apart, restrictive, inner_apposition, superlative_tail, against, tail, _in_each(passive), _in_each(shared_verb), framed,
)  # fmt: skip
