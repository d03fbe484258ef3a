"""Turns of everyday speech that depend on what stands beside them: "gets rotated", "turns five today", "all but one of".

Each rule says what the tokens from a place on are in plain words, and how many they are; or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from evidence.figure import read as read_figure
from evidence.retold import word
from evidence.token import Token
from evidence.unit import YEAR

Turned = tuple[list[Token], int]
_ONE_AT_ALL = frozenset(("a single", "one single", "even one", "a single one"))
_PERCENTILE = re.compile(r"p(\d{2})")
_GETS = frozenset("get gets got getting gotten".split())


def turned(found: list[Token], at: int, made: list[Token]) -> Turned | None:
    """What the tokens from here on are in plain words. `made` is what stands before them, and may be put in plain words too."""
    token = found[at]
    rule = _RULES.get(token.low)
    if rule is not None:
        return rule(found, at, made)
    if token.kind == "time":
        parts = _last_ago(found, at)
        return (parts, 1) if parts else None
    if token.kind == "word" and (match := _PERCENTILE.fullmatch(token.low)):
        return [word(f"{match[1]}th", token), word("percentile", token)], 1
    return None


def other_at_the_end(found: list[Token]) -> list[Token] | None:
    """“a hosts 150 of the 250, b 75 and c the other 25”: the parts make up the whole."""
    at = next(
        (
            i
            for i in range(2, len(found) - 2)
            if found[i].low == "the" and found[i + 1].low in ("other", "remaining", "last")
        ),
        None,
    )
    if at is None or found[at - 1].kind != "name" or found[at + 2].figure is None:
        return None
    amounts = [t.figure for t in found if t.figure is not None and t.figure.form == "amount"]
    whole = [
        t.figure
        for i, t in enumerate(found)
        if t.figure is not None and i > 1 and (found[i - 1].low == "of" or found[i - 2].low == "of")
    ]
    if len(whole) != 1 or sum(f.value for f in amounts) != 2 * whole[0].value:
        return None
    return [*found[:at], *found[at + 2 :]]


def _denied(found: list[Token], at: int, made: list[Token]) -> Turned | None:
    """“not a single”, "have not been any deletions"."""
    if at + 1 < len(found) and found[at + 1].low in _ONE_AT_ALL:
        return [word("no", found[at])], 2
    rest = _not_any(found, at)
    return (rest, len(rest) + 1) if rest else None


def _ours(found: list[Token], at: int, made: list[Token]) -> Turned | None:
    """“we run four different types”: there are four."""
    if made or at + 2 >= len(found) or found[at + 1].low not in _OURS or found[at + 2].figure is None:
        return None
    return [word("there", found[at]), word("are", found[at])], 2


def _done_to(found: list[Token], at: int, made: list[Token]) -> Turned | None:
    return (_be(made, found[at], found[at].low), 1) if _is_done(found, at) else None


def _but_some(found: list[Token], at: int, made: list[Token]) -> Turned | None:
    left = _all_but(found, at)
    return ([left[0]], left[1]) if left is not None else None


def _aged_today(found: list[Token], at: int, made: list[Token]) -> Turned | None:
    return _birthday(found, at)


def _noun_left_out(found: list[Token], at: int, made: list[Token]) -> Turned | None:
    noun = _noun_of_one(found, at, made)
    if noun is not None:
        return [noun], 1
    return ([], 1) if _stands_for_noun(found, at) else None


def _noun_of_one(found: list[Token], at: int, made: list[Token]) -> Token | None:
    """“in the upper cellar, … in the lower one”, "its public IP …, its private one": the noun that stood there before."""
    if (
        at < 2
        or found[at].low != "one"
        or found[at - 1].kind != "word"
        or found[at - 2].low not in ("the", "its")
    ):
        return None
    size = 2 if found[at - 2].low == "its" else 3
    if at < size:
        return None
    lead = [t.low for t in found[at - size : at - 1]]
    for i in range(len(made) - size - 3, -1, -1):
        told = made[i : i + size + 1]
        if [t.low for t in told[: size - 1]] == lead and told[-2].kind == told[-1].kind == "word":
            return replace(told[-1], start=found[at].start, end=found[at].end)
    return None


def _times_that(found: list[Token], at: int, made: list[Token]) -> Turned | None:
    """“300 GiB …, can grow to three times that”: so many times the figure before."""
    before = made[-1].figure if made else None
    if before is None or before.form != "multiple" or (at + 1 < len(found) and found[at + 1].kind != "mark"):
        return None
    base = next(
        (t.figure for t in reversed(made[:-1]) if t.figure is not None and t.figure.form == "amount"), None
    )
    if base is None or before.op != "=":
        return None
    made[-1] = replace(
        made[-1], figure=replace(base, value=base.value * before.value, text=before.text, version=())
    )
    return [], 1


def _of_which(found: list[Token], at: int, made: list[Token]) -> Turned | None:
    """“3 % of which were waste”: of them."""
    if (
        not made
        or not (made[-1].figure is not None or made[-1].low in _RANKED)
        or at + 1 >= len(found)
        or found[at + 1].low not in ("which", "whom")
    ):
        return None
    return [found[at], word("them", found[at])], 2


_RANKED = frozenset("oldest newest largest smallest biggest latest longest none all both most each".split())


def _rate(found: list[Token], at: int, made: list[Token]) -> Turned | None:
    if not made or not _is_rate(made[-1], found[at]):
        return None
    return [word("per", found[at]), word(_PERIODS[found[at].low], found[at])], 1


def _stands_for_noun(found: list[Token], at: int) -> bool:
    """“that of a python3.12 one”, "as stopped ones": the noun is the one said before."""
    following = found[at + 1] if at + 1 < len(found) else None
    if at < 2 or (
        following is not None and (following.kind in ("word", "figure") and following.low not in _AFTER_NOUN)
    ):
        return False
    before = found[at - 1]
    if found[at].low == "ones":
        return before.kind == "name" or before.low.endswith(("ed", "ing", "y"))
    return before.kind == "name" and found[at - 2].low in ("a", "an", "the")


_AFTER_NOUN = frozenset("and but in on is are has have or than while".split())


def _not_any(found: list[Token], at: int) -> list[Token]:
    """“have not been any deletions”, "does not have any tags": been no deletions, have no tags."""
    any_ = next((i for i in range(at + 1, min(at + 4, len(found))) if found[i].low == "any"), None)
    if any_ is None or any(t.low not in _BETWEEN for t in found[at + 1 : any_]):
        return []
    if any_ + 1 < len(found) and found[any_ + 1].low in ("more", "longer", "of"):
        return []
    return [*found[at + 1 : any_], word("no", found[any_])]


_BETWEEN = frozenset("been have had has be there seen found".split())
_OURS = frozenset("run use have own operate keep maintain host".split())
_PERIODS = {
    "a month": "month",
    "a day": "day",
    "an hour": "hour",
    "a year": "year",
    "a week": "week",
    "a minute": "minute",
    "a second": "second",
}


def _is_rate(before: Token, token: Token) -> bool:
    """“$3.60 a month”, "42,000 sheets an hour": so much in each, and no time of its own."""
    if token.kind != "figure":
        return False
    if before.figure is not None:
        return before.figure.dimension != "time"
    return (
        before.kind == "word"
        and before.low.endswith("s")
        and before.low not in ("is", "was", "has", "takes", "lasts")
    )


_TURNS = frozenset("turns turned turning".split())


def _birthday(found: list[Token], at: int) -> tuple[list[Token], int] | None:
    """“turns five today”: is exactly five years old."""
    figure = found[at + 1].figure if at + 1 < len(found) else None
    if figure is None or figure.form != "amount" or (figure.unit is not None and figure.unit is not YEAR):
        return None
    if found[at + 2 : at + 3] and found[at + 2].low == "today":
        size = 3
    elif found[at - 1 : at] and found[at - 1].low == "today" and at:
        size = 2
    else:
        return None
    years = replace(found[at + 1], figure=replace(figure, unit=YEAR, op="=="))
    return [word("is", found[at]), years, word("old", found[at])], size


def _last_ago(found: list[Token], at: int) -> list[Token]:
    """“used last a week ago”: "last" is of the deed, and the time is a week ago."""
    low = found[at].low.split()
    if len(low) != 3 or low[0] != "last" or low[1] not in ("a", "an") or found[at + 1 : at + 2] == []:
        return []
    if found[at + 1].low != "ago":
        return []
    figure = read_figure(low, 1)
    if figure is None:
        return []
    token = found[at]
    made = Token(
        "figure",
        " ".join(low[1:]),
        token.start,
        token.end,
        " ".join(low[1:]),
        "",
        "".join(low[1:]),
        figure=figure,
    )
    return [word("last", token), made]


def _is_done(found: list[Token], at: int) -> bool:
    """“gets rotated”, "got bumped": a deed done to it."""
    following = found[at + 1] if at + 1 < len(found) else None
    return following is not None and following.kind == "word" and following.low.endswith("ed")


def _be(before: list[Token], token: Token, low: str) -> list[Token]:
    """The copula for a form of "get"; after "does not" it takes the auxiliary's place."""
    last = [t.low for t in before[-2:]]
    if last[-1:] == ["not"] and last[:1] and last[0] in ("does", "do", "did"):
        copula = {"does": "is", "do": "are", "did": "was"}[last[0]]
        old = before[-2]
        before[-2] = replace(old, text=copula, low=copula, stem=copula, key=copula)
        return []
    if last[-1:] and last[-1] in ("does", "do", "did"):
        copula = {"does": "is", "do": "are", "did": "was"}[last[-1]]
        before[-1] = word(copula, before[-1])
        return []
    return [word({"get": "are", "gets": "is", "getting": "being"}.get(low, "was"), token)]


def _all_but(found: list[Token], at: int) -> tuple[Token, int] | None:
    """“all but one of the four”: three of the four."""
    if at + 4 >= len(found) or found[at + 1].low != "but":
        return None
    less = found[at + 2].figure
    if less is None or less.form != "amount" or less.unit is not None or found[at + 3].low != "of":
        return None
    for token in found[at + 4 : at + 6]:
        whole = token.refers or (int(token.figure.value) if token.figure is not None else 0)
        if token.figure is not None and (token.figure.unit is not None or token.figure.form != "amount"):
            return None
        if whole > less.value:
            value = Fraction(whole) - less.value
            figure = replace(less, value=value)
            return replace(found[at + 2], figure=figure), 3
    return None


_RULES: dict[str, Callable[[list[Token], int, list[Token]], Turned | None]] = {
    "not": _denied,
    "that": _times_that,
    "we": _ours,
    "all": _but_some,
    "of": _of_which,
    **dict.fromkeys(_GETS, _done_to),
    **dict.fromkeys(_TURNS, _aged_today),
    **dict.fromkeys(("one", "ones"), _noun_left_out),
    **dict.fromkeys(_PERIODS, _rate),
}
