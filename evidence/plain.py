"""A sentence without what says nothing: interjections, set phrases, shares told twice; and its figures as they are named."""

from __future__ import annotations

from dataclasses import replace

from evidence.figure import read as read_figure
from evidence.token import Token

_INTERJECTIONS = frozenset("yes no right correct indeed sure".split())


_OPENINGS = frozenset(
    (
        ("not", "quite"),
        ("not", "really"),
        ("short", "answer"),
        ("good", "news"),
        ("bad", "news"),
        ("heads", "up"),
        ("for", "info"),
    )
)
"""Two words before a colon or a comma that say nothing of their own."""
_PHRASES = tuple(
    tuple(p.split())
    for p in ("in all", "at all", "any more", "any longer", "by far", "far and away", "so far", "for now", "right now", "at present", "at the moment", "as it happens", "in turn",
              "of course", "by now", "as of now", "to date", "as expected", "if any", "all told", "as a whole", "for the record",
              "as it stands", "these days", "in the evidence", "in this account", "to be exact", "to be precise", "in other words",
        "more exactly",
        "more precisely", "in binary units", "in decimal units")
)  # fmt: skip


_BY_FIRST: dict[str, list[tuple[str, ...]]] = {}
for _phrase in _PHRASES:
    _BY_FIRST.setdefault(_phrase[0], []).append(_phrase)


def without_phrases(found: list[Token]) -> list[Token]:
    """Without phrases that say nothing of their own."""
    found = _in_total(_every_one(_on_internet(_being_deleted(found))))
    kept: list[Token] = []
    at = 0
    while at < len(found):
        if found[at].low in _IDLE and _is_idle(found, at):
            at += 1
            continue
        phrases = _BY_FIRST.get(found[at].low)
        if phrases is not None:
            phrase = next((p for p in phrases if tuple(t.low for t in found[at : at + len(p)]) == p), None)
            if phrase is not None:
                at += len(phrase)
                continue
        kept.append(found[at])
        at += 1
    return kept


def _being_deleted(found: list[Token]) -> list[Token]:
    """“is being deleted” as "is terminating", "prior to that" as "before that"."""
    for at in range(len(found) - 2):
        if found[at].low == "prior" and found[at + 1].low == "to":
            return [*found[:at], _word("before", found[at]), *found[at + 2 :]]
    for at in range(1, len(found) - 1):
        if found[at].low == "being" and found[at + 1].low in ("deleted", "removed", "terminated"):
            return [*found[:at], _word("terminating", found[at + 1]), *found[at + 2 :]]
    return found


_REACHING = (("open", "to"), ("exposed", "to"), ("reachable", "from"), ("accessible", "from"), ("facing",))


def _on_internet(found: list[Token]) -> list[Token]:
    """“open to the internet”, "on the public internet" as "internet-facing"."""
    at = next((i for i, t in enumerate(found) if t.low == "internet" and i > 1), None)
    if at is None:
        return found
    start = at - 1
    while start > 0 and found[start].low in ("the", "public", "open", "whole"):
        start -= 1
    if found[start].low in ("faces", "face"):
        return [
            *found[:start],
            _word("is", found[start]),
            _word("internet-facing", found[at]),
            *found[at + 1 :],
        ]
    lead = tuple(t.low for t in found[max(0, start - 1) : start + 1])
    if lead not in _REACHING and (found[start].low != "on" or found[start - 1].low not in ("is", "are")):
        return found
    first = start - 1 if lead in _REACHING else start
    return [*found[:first], _word("internet-facing", found[at]), *found[at + 1 :]]


_SPANS = frozenset("second minute hour day week".split())


def _every_one(found: list[Token]) -> list[Token]:
    """“every hour” as "every 1 hour"."""
    for at in range(len(found) - 1):
        if found[at].low == "every" and found[at + 1].low in _SPANS:
            figure = read_figure(["1", found[at + 1].low], 0)
            if figure is not None:
                span = replace(found[at + 1], kind="figure", figure=figure)
                return [*found[: at + 1], span, *found[at + 2 :]]
    return found


def _in_total(found: list[Token]) -> list[Token]:
    """“…, 84 restarts in all” as "in total": what is said of a sum stays."""
    for at in range(3, len(found) - 1):
        size = 2 if found[at].low in ("in", "all") and found[at + 1].low in ("all", "told") else 0
        after = found[at + 2].text if at + 2 < len(found) else "."
        if (
            size
            and found[at - 2].kind == "figure"
            and found[at - 3].text in (",", "—", "–")
            and after in ".!"
        ):
            return [*found[:at], _word("in", found[at]), _word("total", found[at + 1]), *found[at + 2 :]]
    return found


def _word(text: str, beside: Token) -> Token:
    return replace(beside, kind="word", text=text, low=text, stem=text, key=text)


def _mark(beside: Token) -> Token:
    return replace(beside, kind="mark", text=",", low=",", stem=",", key=",")


_IDLE = frozenset("put taken once ever up".split())


def _is_idle(found: list[Token], at: int) -> bool:
    """“put” of "put together", "once" of "has not restarted once": words that the others say already."""
    following = found[at + 1].low if at + 1 < len(found) else ""
    if found[at].low in ("put", "taken") and following == "together":
        return True
    if found[at].low == "up" and at + 2 < len(found) and following == "and":
        return found[at + 2].low == "running"
    before = {t.low for t in found[max(0, at - 4) : at]}
    return found[at].low in ("once", "ever") and bool(before & {"not", "never"})


def reordered(found: list[Token]) -> list[Token]:
    """ "Unlike a, b is …" as "b is …, unlike a"; "not one of" as "none of"; "a: replicas is 3" as "a's replicas is 3"."""
    if len(found) > 3 and found[0].kind == "name" and found[1].text == ":" and found[2].kind == "word":
        owner = replace(found[0], possessive=True)
        return [owner, *found[2:]]
    if len(found) > 4 and found[0].low == "unlike" and found[1].kind == "name" and found[2].text == ",":
        end = len(found) - 1 if found[-1].kind == "mark" else len(found)
        return [*found[3:end], found[2], found[0], found[1], *found[end:]]
    for at in range(2, len(found) - 2):
        if (
            found[at].low == "then"
            and found[at - 1].text in (",", "and", ";")
            and found[at + 1].kind == "name"
            and found[at + 2].low in ("with", "at", "on", "in")
        ):
            by = (_word("followed", found[at]), _word("by", found[at]))
            return [*found[: at - 1], _mark(found[at - 1]), *by, *found[at + 1 :]]
    for at in range(len(found) - 2):
        figure = found[at + 1].figure
        if (
            found[at].low == "not"
            and figure is not None
            and figure.written
            and figure.value == 1
            and found[at + 2].low == "of"
        ):
            none = replace(found[at], text="none", low="none", stem="none", key="none")
            return [*found[:at], none, *found[at + 2 :]]
    return found


def uttered(found: list[Token]) -> list[Token]:
    """Without a leading "Yes," or "No,"."""
    if len(found) > 2 and found[0].low in _INTERJECTIONS and found[1].text in (",", ":", "–", "—"):
        return found[2:]
    if len(found) > 3 and found[2].text in (",", ":", "–", "—") and (found[0].low, found[1].low) in _OPENINGS:
        return found[3:]
    return found


def restated(found: list[Token]) -> list[Token]:
    """A share told again in brackets or after "that is" stays as a figure; the words around it go."""
    kept: list[Token] = []
    at = 0
    while at < len(found):
        end = _restatement(found, at)
        if end:
            kept.append(next(t for t in found[at:end] if t.kind == "figure"))
            at = end
            continue
        whole = _restated_whole(found, at)
        if whole:
            kept += [t for t in found[at:whole] if t.kind == "figure" or t.low == "of"]
            at = whole + (1 if whole < len(found) and found[whole].text in (",", ")") else 0)
            continue
        kept.append(found[at])
        at += 1
    return kept


def _restated_whole(found: list[Token], at: int) -> int:
    """“, just under 10 % of all 281,”: the share with its whole."""
    if found[at].text not in ("(", ",", "—", "–") or at + 4 >= len(found):
        return 0
    place = at + 1
    while found[place].low in ("which", "that", "is", "or", "i.e.") and place + 4 < len(found):
        place += 1
    figure = found[place].figure
    if figure is None or figure.form not in ("percent", "part") or found[place + 1].low != "of":
        return 0
    place += 3 if found[place + 2].low in ("all", "the", "our", "its") else 2
    if place >= len(found) or found[place].kind != "figure" or found[place].figure is None:
        return 0
    return place + 1


def _restatement(found: list[Token], at: int) -> int:
    if found[at].text not in ("(", ",", "—", "–", ";") and found[at].low not in ("or", "i.e."):
        return 0
    if (
        found[at].text == "(" and at and found[at - 1].kind == "name"
    ):  # "thumbnailer (12 %)" is its own figure
        return 0
    place = at + 1
    while place < len(found) and found[place].low in (
        "which",
        "that",
        "is",
        "or",
        "i.e.",
        "makes",
        "are",
        "equals",
        "this",
        "just",
        "=",
        "so",
    ):
        place += 1
    if place >= len(found) or found[place].kind != "figure":
        return 0
    figure = found[place].figure
    if figure is None or figure.form not in ("percent", "part"):
        return 0
    place += 1
    tail = [t.low for t in found[place : place + 3]]
    for phrase in (["of", "them"], ["of", "all"], ["of", "the", "total"], ["in", "total"], ["of", "it"]):
        if tail[: len(phrase)] == phrase:
            place += len(phrase)
            break
    if (
        place + 2 < len(found)
        and found[place].low == "of"
        and found[place + 1].low in ("all", "the", "our", "its")
        and found[place + 2].kind == "figure"
    ):
        return 0
    if place < len(found) and found[place].text in (")", ",", "—", "–"):
        return place + 1
    return place if place >= len(found) or found[place].kind == "mark" else 0


def figure_texts(words: list[Token]) -> list[str]:
    """The figures of a sentence as they are named: number with unit; a pair is one."""
    found: list[str] = []
    for place, token in enumerate(words):
        if token.kind == "figure" and token.figure is not None:
            text = token.figure.text
            if found and _pairs(words, place):
                found[-1] = f"{found[-1]} of {text}"
            else:
                found.append(text)
        elif token.kind == "time" and token.moment is not None and token.moment.figure:
            found.append(token.moment.text)
    return found


def _pairs(words: list[Token], place: int) -> bool:
    """“2 of 3”, "12 of the 40", "4 out of 6": one entry."""
    between: list[str] = []
    back = place - 1
    while back >= 0 and words[back].kind != "figure" and len(between) < 4:
        between.insert(0, words[back].low)
        back -= 1
    if back < 0 or words[back].kind != "figure":
        return False
    first, second = words[back].figure, words[place].figure
    if (
        first is None
        or second is None
        or first.form != "amount"
        or second.form != "amount"
        or first.unit
        or second.unit
    ):
        return False
    return [w for w in between if w not in ("the", "all", "its")] in (["of"], ["out", "of"])


def count_figures(words: list[Token]) -> int:
    """How many figures there are: a pair and a range count two."""
    count = 0
    for token in words:
        if token.kind == "figure" and token.figure is not None:
            count += 2 if token.figure.form in ("pair", "range") else 1
        elif token.kind == "time" and token.moment is not None and token.moment.figure:
            count += 2 if token.moment.edge == "between" else 1
    return count
