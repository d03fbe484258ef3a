"""What is said of two things with half of it left out: "the other one", "x is newer", "x is in a, y in b".

As in `distribution`, these rules know what was spoken of, and give the same claims in plainer clauses, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from evidence.cell import LESS, MORE
from evidence.clause import is_verb
from evidence.retold import Reworded, ended, mark, named, word
from evidence.token import Token
from evidence.word import PREPOSITIONS

_ENDS = frozenset(",;.—–")


def the_other(found: list[Token], names: tuple[str, ...]) -> Iterator[Reworded]:
    """“x belongs to general, the other one to batch”: where two were spoken of, the other is the one not named."""
    if len(set(names)) != 2:
        return
    for at in range(len(found) - 1):
        if found[at].low != "the" or found[at + 1].low != "other":
            continue
        here = {t.text for t in found if t.kind == "name" and t.text in names}
        size = 3 if at + 2 < len(found) and found[at + 2].low in ("one", "1") else 2
        figure = found[at + size] if at + size < len(found) else None
        if (
            len(here) != 1
            or (figure is not None and figure.kind == "figure")
            or (figure is not None and figure.low == "of")
        ):
            return
        if (
            figure is not None
            and figure.kind == "word"
            and size == 2
            and figure.low.endswith("s")
            and not is_verb(found, at + size)
        ):
            return
        other = next(n for n in names if n not in here)
        plain = [*found[:at], named(other, found[at]), *found[at + size :]]
        yield plain
        yield from gapped(plain, names)
        return


def compared_alone(found: list[Token], names: tuple[str, ...]) -> Iterator[Reworded]:
    """“x is newer”, "x has more memory": than the other of the two that are spoken of."""
    if len(set(names)) != 2 or any(t.low in ("than", "as") for t in found):
        return
    at = next((i for i, t in enumerate(found) if t.low in MORE | LESS and i > 1), None)
    if at is None:
        return
    end = next(
        (i for i in range(at + 1, len(found)) if found[i].text in _ENDS or found[i].low in ("and", "but")),
        len(found),
    )
    before = [t.text for t in found[:at] if t.kind == "name"]
    if (
        len(before) != 1
        or before[0] not in names
        or any(t.kind in ("name", "figure", "time") for t in found[at:end])
    ):
        return
    if (
        found[at - 1].low in ("the", "a", "no")
        or not any(is_verb(found, i) for i in range(at))
        or end - at > 4
    ):
        return
    other = next(n for n in names if n != before[0])
    yield [*found[:end], word("than", found[at]), named(other, found[at]), *found[end:]]


def gapped(found: list[Token], names: tuple[str, ...]) -> Iterator[Reworded]:
    """“x is in the general pool, y in batch”, "x was made by runa and y by idris": the verb and the noun said again."""
    told, end = ended(found)
    for cut in range(3, len(told) - 2):
        if not (told[cut].text in (",", ";") or told[cut].low in ("and", "while", "but")):
            continue
        at = cut + 1
        if told[at].low in ("and", "while", "but"):
            at += 1
        if at + 2 > len(told) - 1 or told[at].kind != "name" or told[at].possessive:
            continue
        if told[at + 1].low not in PREPOSITIONS:
            continue
        first, rest = told[:cut], told[at + 1 :]
        verb = next((i for i in range(1, len(first)) if is_verb(first, i)), None)
        if (
            verb is None
            or any(is_verb(rest, i) for i in range(len(rest)))
            or any(t.kind == "mark" for t in rest)
        ):
            continue
        again = _again(first[verb + 1 :], rest)
        if again is not None and first[verb - 1].kind == "name":
            yield [*first, mark(";", told[cut]), told[at], first[verb], *again, *end]
            return


def _again(predicate: list[Token], rest: list[Token]) -> list[Token] | None:
    """The predicate with what is said in place of its object behind the same preposition."""
    lead = rest[0].low
    if lead not in PREPOSITIONS or len(rest) < 2:
        return None
    at = next((i for i, t in enumerate(predicate) if t.low == lead), None)
    if at is None:
        return None
    start = at + 1
    while start < len(predicate) and predicate[start].low in ("the", "a", "an"):
        start += 1
    value = [t for t in rest[1:] if t.low not in ("the", "a", "an")]
    tail = predicate[start + len(value) :]
    if start >= len(predicate) or any(t.kind in ("name", "figure", "time", "mark") for t in tail):
        return None
    return [*predicate[:start], *value, *tail]


def before_reaching(found: list[Token]) -> Reworded | None:
    """“… before it hits its ceiling of eight”: its ceiling is eight."""
    told, end = ended(found)
    at = next(
        (
            i
            for i in range(2, len(told) - 4)
            if told[i].low == "before" and told[i + 1].low in ("it", "reaching", "hitting")
        ),
        None,
    )
    if at is None:
        return None
    start = at + 3 if told[at + 1].low == "it" else at + 2
    rest = told[start:]
    if len(rest) != 4 or rest[0].low not in ("its", "the") or rest[2].low != "of" or rest[3].kind != "figure":
        return None
    return [
        *told[:at],
        mark(";", told[at]),
        word("its", rest[0]),
        rest[1],
        word("is", rest[2]),
        rest[3],
        *end,
    ]


def against_bound(found: list[Token]) -> Reworded | None:
    """“CPU sits at 64 percent against a target of 70”: and its CPU target is 70 percent."""
    told, end = ended(found)
    at = next((i for i in range(3, len(told) - 3) if told[i].low in ("against", "versus", "vs")), None)
    if at is None:
        return None
    rest = [t for t in told[at + 1 :] if t.low not in ("a", "an", "the", "its")]
    figure = next((t.figure for t in reversed(told[:at]) if t.figure is not None), None)
    verb = next((i for i in range(1, len(told)) if is_verb(told, i)), None)
    if (
        len(rest) != 3
        or rest[1].low != "of"
        or rest[2].figure is None
        or figure is None
        or verb is None
        or verb > at
    ):
        return None
    bound = rest[2]
    if bound.figure is not None and bound.figure.unit is None and figure.unit is not None:
        bound = replace(bound, figure=replace(bound.figure, unit=figure.unit, form=figure.form))
    nouns = [t for t in told[:verb] if t.kind == "word" and t.low not in ("the", "its", "current", "of")]
    return [
        *told[:at],
        mark(";", told[at]),
        word("its", rest[0]),
        *nouns,
        rest[0],
        word("is", rest[1]),
        bound,
        *end,
    ]
