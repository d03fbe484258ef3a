"""Degrees told together: "the cooler and the drier of the two", "has the oldest version and the most storage", "ranges from a in x to b in y"."""

from __future__ import annotations

from evidence.cell import LEAST, LESS, MORE, MOST
from evidence.clause import is_verb
from evidence.figure import read as read_figure
from evidence.retold import Reworded, ended, mark, word
from evidence.token import Token

_DEGREES = MORE | LESS | MOST | LEAST
_JOINS = frozenset(", and but".split())


def degrees_joined(found: list[Token]) -> Reworded | None:
    """“a is the cooler and the drier of the two”: the subject, the verb and the peers said of each."""
    told, end = ended(found)
    verb = next((i for i in range(1, len(told)) if is_verb(told, i)), None)
    if (
        verb is None
        or verb + 3 > len(told)
        or told[verb + 1].low != "the"
        or told[verb + 2].low not in _DEGREES
    ):
        return None
    parts: list[list[Token]] = [[]]
    at = verb + 1
    while at < len(told):
        step = at
        while step < len(told) and told[step].low in _JOINS:
            step += 1
        if step > at and step + 1 < len(told) and told[step].low == "the" and told[step + 1].low in _DEGREES:
            parts.append([])
            at = step
            continue
        parts[-1].append(told[at])
        at += 1
    if len(parts) < 2 or any(is_verb(p, i) for p in parts for i in range(2, len(p))):
        return None
    of = next((i for i, t in enumerate(parts[-1]) if t.low in ("of", "among")), None)
    peers = parts[-1][of:] if of is not None else []
    if any(any(t.low in ("of", "among") for t in p) for p in parts[:-1]):
        peers = []
    made = [*told[: verb + 1], *parts[0], *(peers if len(parts) > 1 else [])]
    for place, part in enumerate(parts[1:], 1):
        tail = peers if place < len(parts) - 1 else []
        made += [mark(";", part[0]), *told[: verb + 1], *part, *tail]
    return [*made, *end]


def ranges_over(found: list[Token]) -> Reworded | None:
    """“Average humidity ranges from 46 % in a to 53 % in b”: a has the lowest, 46 %, and b the highest, 53 %."""
    told, end = ended(found)
    verb = next(
        (i for i in range(1, len(told)) if told[i].low in ("ranges", "varies", "range", "goes")), None
    )
    if verb is None or verb + 6 > len(told) or told[verb + 1].low not in ("from", "between"):
        return None
    split = next((i for i in range(verb + 4, len(told)) if told[i].low in ("to", "and")), None)
    if split is None:
        return None
    low, high = told[verb + 2 : split], told[split + 1 :]
    measure = [t for t in told[:verb] if t.low not in ("the", "its")]
    if (
        not all(_valued(part) for part in (low, high))
        or any(t.kind != "word" for t in measure)
        or not measure
    ):
        return None
    made: list[Token] = []
    for part, degree in ((low, "lowest"), (high, "highest")):
        thing = [t for t in part[2:] if t.low not in ("the", "in", "on", "at")]
        beside = part[0]
        lead = [word(w, beside) for w in ("has", "the", degree)]
        made += [*([mark(";", beside)] if made else []), *thing, *lead, *measure, mark(",", beside), part[0]]
    return [*made, *end]


def _valued(part: list[Token]) -> bool:
    """A figure, and where it is so."""
    return (
        3 <= len(part) <= 6
        and part[0].kind == "figure"
        and part[1].low in ("in", "on", "at", "for", "with")
        and all(t.kind in ("word", "name") for t in part[1:])
    )


_AMONG = (
    ("among", "them"),
    ("of", "them"),
    ("of", "these"),
    ("of", "those"),
    ("among", "these"),
    ("in", "the", "list"),
    ("here",),
)


def only_such(found: list[Token]) -> Reworded | None:
    """“x is the only gp2 among them”: x is gp2, and it is one of them that is."""
    told, end = ended(found)
    if len(told) < 5 or told[0].kind != "name" or told[1].low not in ("is", "was"):
        return None
    if [t.low for t in told[2:4]] != ["the", "only"]:
        return None
    low = tuple(t.low for t in told)
    tail = next((p for p in _AMONG if low[-len(p) :] == p), None)
    value = told[4 : len(told) - len(tail)] if tail else []
    if not 1 <= len(value) <= 2:
        return None
    one = Token(
        "figure", "one", told[0].start, told[0].start, "one", "", "one", figure=read_figure(["one"], 0)
    )
    return [
        word("only", told[0]),
        one,
        word("of", told[0]),
        word("them", told[0]),
        told[1],
        *value,
        mark(";", told[0]),
        told[0],
        told[1],
        *value,
        *end,
    ]
