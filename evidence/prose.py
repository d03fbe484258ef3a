"""The prose of reports: what leads into a sentence and rests on nothing, what is put between two commas, and set phrases.

“Based on the data, x, by contrast, is most likely owned by y” says that x is probably owned by y.
"""

from __future__ import annotations

from evidence.token import Token
from evidence.word import BE

_SOURCES = frozenset(
    """record records data evidence result results query scan graph inventory snapshot observation observations entry
    information card cards output list listing table context""".split()
)
_ON = (
    ("based", "on"),
    ("according", "to"),
    ("judging", "by"),
    ("judging", "from"),
    ("as", "shown", "by"),
    ("as", "shown", "in"),
    ("as", "recorded", "in"),
    ("as", "per"),
    ("per",),
    ("from",),
    ("going", "by"),
    ("looking", "at"),
)
_OF_SOURCE = frozenset(
    "the this these its their our available retrieved cited provided latest last current given query scan returned".split()
)
_BETWEEN = tuple(
    tuple(p.split())
    for p in (
        "by contrast", "in contrast", "on the other hand", "for its part", "for their part", "in turn", "however", "in addition",
        "by comparison", "in comparison", "meanwhile", "moreover", "furthermore", "additionally", "likewise", "similarly", "specifically",
        "in particular", "as a result", "in other words", "respectively", "notably", "overall", "in fact", "of course", "for example",
        "for instance", "on the contrary", "conversely", "as such", "more specifically", "to be specific", "as noted", "as mentioned",
    )
)  # fmt: skip
"""What links a sentence to the one before, and claims nothing of its own."""

PHRASES: tuple[tuple[str, str], ...] = (
    ("most likely", "probably"),
    ("very likely", "probably"),
    ("in all likelihood", "probably"),
    ("has been part of the cluster", "has existed"),
    ("has been in the cluster", "has existed"),
    ("has been in place", "has existed"),
    ("termination was due to", "termination was"),
    ("was last seen", "was last observed"),
    ("were last seen", "were last observed"),
    ("is the most affected", "has the most"),
    ("is the most heavily affected", "has the most"),
    ("is affected the most", "has the most"),
    ("is affected most", "has the most"),
    ("is the least affected", "has the fewest"),
    ("the largest share of the", "the most"),
    ("the largest share of", "the most"),
    ("the largest share", "the most"),
    ("the biggest share of the", "the most"),
    ("the biggest share of", "the most"),
    ("the biggest share", "the most"),
    ("the smallest share of the", "the fewest"),
    ("the smallest share of", "the fewest"),
    ("the smallest share", "the fewest"),
    ("the vast majority of", "most of"),
    ("with the exception of", "except"),
    ("its code lives in", "its code is in"),
    ("its source lives in", "its code is in"),
    ("its source code lives in", "its code is in"),
    ("its source code is in", "its code is in"),
    ("in the amount of", "of"),
    ("times out after", "has a timeout of"),
    ("commit on the default branch", "commit"),
    ("not exposed publicly", "not public"),
    ("not publicly exposed", "not public"),
    ("not publicly reachable", "not public"),
    *(
        (f"{verb} the number of", f"{verb} its")
        for verb in "increased raised reduced lowered decreased changed cut grew".split()
    ),
)
"""What is said in reports, and in plain words."""


def unled(found: list[Token]) -> list[Token]:
    """Without “Based on the data,” and "According to the latest scan:" before the claim, and "by contrast" between commas."""
    return _unlinked(_without_source(_unreported(_as_ever(found))))


_EVER = frozenset("still currently presently already actually".split())


def _as_ever(found: list[Token]) -> list[Token]:
    """“is still used by two”: is used by two."""
    return [
        t
        for i, t in enumerate(found)
        if not (
            t.low in _EVER
            and 0 < i < len(found) - 1
            and found[i - 1].low in BE
            and found[i + 1].low.endswith("ed")
        )
    ]


_REPORTING = frozenset(
    "shows show indicates indicate states state says say confirms confirm reports report reveals reveal".split()
)


def _unreported(found: list[Token]) -> list[Token]:
    """“The record shows that x is owned by y”: that it is."""
    at = 0
    while at < min(len(found), 6) and found[at].low in _OF_SOURCE | _SOURCES:
        at += 1
    if not 1 < at < len(found) - 3 or found[at - 1].low not in _SOURCES or found[0].low not in _OF_SOURCE:
        return found
    return found[at + 2 :] if found[at].low in _REPORTING and found[at + 1].low == "that" else found


def _without_source(found: list[Token]) -> list[Token]:
    """A lead names no record: "according to checkout-api's label" is a claim of its own."""
    for lead in _ON:
        if tuple(t.low for t in found[: len(lead)]) != lead:
            continue
        at = len(lead)
        while at < min(len(found), 8) and found[at].low in _OF_SOURCE | _SOURCES:
            at += 1
        sourced = at > len(lead) and found[at - 1].low in _SOURCES
        if sourced and at < len(found) - 2 and found[at].text in ",:":
            return found[at + 1 :]
    return found


def _unlinked(found: list[Token]) -> list[Token]:
    """Without what links it to the sentence before, at its start or between two commas."""
    kept: list[Token] = []
    at = 0
    while at < len(found):
        size = _link(found, at)
        if size and at + size < len(found):
            closed = found[at + size].text == ","
            if closed and (not kept or kept[-1].text == ","):
                kept = kept[:-1]
                at += size + 1
                continue
        kept.append(found[at])
        at += 1
    return kept


def _link(found: list[Token], at: int) -> int:
    if at and found[at - 1].text != ",":
        return 0
    for link in _BY_FIRST.get(found[at].low, ()):
        if tuple(t.low for t in found[at : at + len(link)]) == link:
            return len(link)
    return 0


_BY_FIRST: dict[str, list[tuple[str, ...]]] = {}
for _said in _BETWEEN:
    _BY_FIRST.setdefault(_said[0], []).append(_said)
