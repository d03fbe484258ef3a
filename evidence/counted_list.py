"""Several kinds counted in one breath: "account x has 60 instances and 27 buckets" has so many of each.

What stands before the first count and after the last noun is said of each of them: "there are 3 nodes, 12 pods and 4
services in shop" counts all three in shop.
"""

from __future__ import annotations

from evidence.clause import is_verb
from evidence.retold import Reworded, ended, mark
from evidence.token import Token
from evidence.word import PREPOSITIONS

_JOINS = frozenset({",", "and"})
_NO_NOUN = frozenset("more fewer less than each of them times others other".split())


def counted_each(found: list[Token]) -> Reworded | None:
    """The head, one count with its noun, and the tail, once for each count."""
    told, end = ended(found)
    counts = [i for i, t in enumerate(told) if t.kind == "figure"]
    if len(counts) < 2 or not all(_is_count(told[i]) for i in counts) or not _leads(told[: counts[0]]):
        return None
    tail_at = next((i for i in range(counts[-1] + 1, len(told)) if told[i].low in PREPOSITIONS), len(told))
    parts = [_noun(told[a:b]) for a, b in zip(counts, [*counts[1:], tail_at], strict=True)]
    if not all(parts) or any(t.low in _JOINS or t.text == ";" for t in told[tail_at:]):
        return None
    if told[counts[-1] - 1].low != "and" or any(told[i - 1].low not in _JOINS for i in counts[1:]):
        return None
    head, tail = told[: counts[0]], told[tail_at:]
    made: list[Token] = []
    for part in parts:
        made += [*([mark(";", part[0])] if made else []), *head, *part, *tail]
    return [*made, *end]


def _is_count(token: Token) -> bool:
    return token.figure is not None and token.figure.unit is None and token.figure.form == "amount"


def _leads(head: list[Token]) -> bool:
    """Whether what is counted comes next: after "there are", or after a verb of having."""
    return len(head) > 1 and is_verb(head, len(head) - 1) and not any(t.low in _JOINS for t in head)


def _noun(part: list[Token]) -> list[Token]:
    """The count and its noun, without what joins it to the next; nothing where something else stands there."""
    while part and part[-1].low in _JOINS:
        part = part[:-1]
    nouns = part[1:]
    plain = all(t.kind == "word" and t.low not in _NO_NOUN for t in nouns)
    return part if nouns and plain and not any(is_verb(part, i) for i in range(1, len(part))) else []
