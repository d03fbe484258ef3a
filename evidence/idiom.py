"""Set phrases of everyday speech, as the plain words they stand for; and openings that say nothing of their own.

“not a single bucket” is "no bucket", “gets rotated” is "is rotated", “p95” is "the 95th percentile". A phrase is only
exchanged for one that claims the same; the sentence is then judged like any other.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from evidence.figure import read as read_figure
from evidence.retold import word
from evidence.token import Token
from evidence.unit import YEAR

_OPENINGS = tuple(
    tuple(p.split())
    for p in (
        "note that", "please note that", "please note", "fyi", "btw", "by the way", "heads up", "heads-up", "it turns out that", "it turns out", "turns out", "as far as i can see", "as far as i can tell",
        "from what i can see", "from what i see", "in short", "in summary", "to sum up", "in brief", "quick summary", "quick note", "good news", "bad news",
        "worth noting that", "worth noting", "worth knowing", "it is worth noting that", "unfortunately", "fortunately", "luckily", "sadly", "interestingly", "basically",
        "importantly", "notably", "admittedly", "obviously", "clearly", "at the time of writing", "as of this writing", "at the time of the scan", "as we speak", "as we see",
        "for your information", "i see that", "i see", "we see that", "i can confirm that", "i can confirm", "confirmed", "summary", "status", "answer", "update", "so far", "ok", "okay", "well", "hi", "as said", "be aware that", "keep in mind that", "mind that",
        "remember that", "according to the last scan", "according to the graph", "according to the evidence", "according to the record", "according to the records", "per the last scan", "the short answer", "short answer", "long story short", "in a nutshell", "all in all",
    )
)  # fmt: skip
"""What a sentence may open with and claim nothing by."""

_PHRASES: tuple[tuple[str, str], ...] = (
    ("turned on", "enabled"),
    ("switched on", "enabled"),
    ("turned off", "disabled"),
    ("switched off", "disabled"),
    ("data at rest is", "it is"),
    ("its data is encrypted", "it is encrypted"),
    ("its data are encrypted", "it is encrypted"),
    ("all data is encrypted", "it is encrypted"),
    ("guards access to", "guards"),
    ("controls access to", "guards"),
    ("the team behind", "the owner of"),
    ("the people behind", "the owner of"),
    ("the team responsible for", "the owner of"),
    ("the team in charge of", "the owner of"),
    ("the team that owns", "the owner of"),
    ("the team which owns", "the owner of"),
    ("the team owning", "the owner of"),
    ("to the day", ""),
    ("to the minute", ""),
    ("down to the minute", ""),
    ("anything but", "not"),
    ("lets anyone in", "is open to the internet"),
    ("lets everyone in", "is open to the internet"),
    ("lets anybody in", "is open to the internet"),
    ("lets the whole world in", "is open to the internet"),
    ("lets the world in", "is open to the internet"),
    ("open to anyone", "open to the internet"),
    ("open to everyone", "open to the internet"),
    ("open to the world", "open to the internet"),
    ("open to the whole world", "open to the internet"),
    ("open to the whole internet", "open to the internet"),
    ("open to the public internet", "open to the internet"),
    ("something other than", "not"),
    ("dates back to", "was created in"),
    ("dates from", "was created in"),
    ("goes back to", "was created in"),
    ("was born on", "was created on"),
    ("a total of", ""),
    ("in total there are", "there are"),
    ("the grand total is", "the total is"),
    ("as things stand", ""),
    ("in its entirety", ""),
    ("in use by", "used by"),
    ("hooked up to", "attached to"),
    ("plugged into", "attached to"),
    ("to be rotated", "rotated"),
    ("is yet to be", "is not"),
    ("are yet to be", "are not"),
    ("has yet to be", "is not"),
    ("have yet to be", "are not"),
    ("is set to", "is"),
    ("are set to", "are"),
    ("is configured to", "is"),
    ("are configured to", "are"),
    ("is about to", "will"),
    ("has not got", "does not have"),
    ("has got", "has"),
    ("have got", "have"),
    ("in the meantime", ""),
    ("as for now", ""),
    ("nothing stops anyone from deleting it", "it is not protected from deletion"),
    ("nothing stops anybody from deleting it", "it is not protected from deletion"),
    ("nothing prevents it from being deleted", "it is not protected from deletion"),
    ("anyone can delete it", "it is not protected from deletion"),
    ("anybody can delete it", "it is not protected from deletion"),
    ("has been with us for", "has existed for"),
    ("has been around for", "has existed for"),
    ("is not a single", "is no"),
    ("are not any", "are no"),
    ("is not any", "is no"),
    ("there is not one", "there is no"),
    ("is used last", "is last used"),
    ("the public internet", "the internet"),
    ("the open internet", "the internet"),
    ("data is encrypted", "it is encrypted"),
    ("associated with anything", "associated"),
    ("attached to anything", "attached"),
    ("connected to anything", "connected"),
    ("was behind", "made"),
    ("were behind", "made"),
    ("was responsible for", "made"),
    ("x-ray tracing", "tracing"),
    ("vs.", "against"),
    ("vs", "against"),
    ("versus", "against"),
    ("w/o", "without"),
    ("w/", "with"),
)  # fmt: skip
"""What is said, and in plain words."""

_BY_FIRST: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
for _said, _plain in sorted(_PHRASES, key=lambda p: -len(p[0])):
    _BY_FIRST.setdefault(_said.split()[0], []).append((tuple(_said.split()), tuple(_plain.split())))
_OPENED: dict[str, list[tuple[str, ...]]] = {}
for _opening in sorted(_OPENINGS, key=len, reverse=True):
    _OPENED.setdefault(_opening[0], []).append(_opening)
_PERCENTILE = re.compile(r"p(\d{2})")
_ONE_AT_ALL = frozenset(("a single", "one single", "even one", "a single one"))
_GETS = frozenset("get gets got getting gotten".split())
_AFTER_OPENING = frozenset(", : – — - that !".split())


def plainly(found: list[Token]) -> list[Token]:
    """The sentence with its set phrases in plain words."""
    found = _unopened(found)
    made: list[Token] = []
    at = 0
    while at < len(found):
        token = found[at]
        low = token.low
        phrases = _BY_FIRST.get(low) if token.kind != "name" else None
        size = 0
        for said, plain in phrases or ():
            if tuple(t.low for t in found[at : at + len(said)]) == said:
                made += [word(w, token) for w in plain]
                size = len(said)
                break
        if not size and low == "not" and at + 1 < len(found) and found[at + 1].low in _ONE_AT_ALL:
            made.append(word("no", token))
            size = 2
        if not size and low in _GETS and _is_done(found, at):
            made += _be(made, token, low)
            size = 1
        if not size and token.kind == "word" and (match := _PERCENTILE.fullmatch(low)):
            made += [word(f"{match[1]}th", token), word("percentile", token)]
            size = 1
        if not size and low == "all" and (rest := _all_but(found, at)) is not None:
            made.append(rest[0])
            size = rest[1]
        if not size and token.kind == "time" and (parts := _last_ago(found, at)):
            made += parts
            size = 1
        if not size and low in _TURNS and (age := _birthday(found, at)) is not None:
            made += age[0]
            size = age[1]
        if not size and low in ("one", "ones") and _stands_for_noun(found, at):
            size = 1
        counted = bool(made) and made[-1].figure is not None and at + 1 < len(found)
        if not size and counted and low == "of" and found[at + 1].low in ("which", "whom"):
            made += [token, word("them", token)]
            size = 2
        if not size and made and (period := _PERIODS.get(low)) and _is_rate(made[-1], token):
            made += [word("per", token), word(period, token)]
            size = 1
        if not size:
            made.append(token)
            size = 1
        at += size
    return made


def _unopened(found: list[Token]) -> list[Token]:
    """Without what a sentence opens with and claims nothing by."""
    if not found or found[0].kind == "name":
        return found
    for opening in _OPENED.get(found[0].low, ()):
        size = len(opening)
        if tuple(t.low for t in found[:size]) != opening or size >= len(found):
            continue
        if opening[-1] != "that" and found[size].text not in _AFTER_OPENING:
            continue
        return found[size + 1 :] if found[size].text in _AFTER_OPENING else found[size:]
    return found


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
