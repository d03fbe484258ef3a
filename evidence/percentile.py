"""How long how many of the calls take, as the percentile it is: "half of the calls take 80 ms or less" (F2).

“95 % are done within 310 ms” and "one in twenty takes longer than 310 ms" say one thing: the 95th percentile.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from evidence.figure import read as read_figure
from evidence.retold import Reworded, ended, mark, word
from evidence.token import Token

_KNOWN = {Fraction(n, 100): f"{n}th" for n in (50, 75, 90, 95, 99)}
_NOUNS = frozenset(
    "call calls request requests invocation invocations run runs query queries response responses execution executions them all its the of out".split()
)
_TAKING = frozenset(
    "take takes took is are done finish finishes finished complete completes completed answered served return returns respond responds last lasts come comes back need needs over still in through served".split()
)
_WITHIN = frozenset("within in under below".split())


def percentiles(found: list[Token]) -> Reworded | None:
    """“One call in twenty takes longer than 620 ms, one in a hundred longer than 1.8 s”: two percentiles."""
    told, end = ended(found)
    made: list[Token] = []
    subject: list[Token] = []
    last: Token | None = None
    for place, part in enumerate(_parts(told)):
        one = _percentile(_with_unit(part, last), first=place == 0)
        if one is None:
            return None
        rank, named, bound = one
        last = bound
        subject = named or subject
        if made:
            made.append(mark(";", bound))
        lead = [word(w, bound) for w in ("the", rank, "percentile")]
        made += [*lead, *subject, word("is", bound), bound]
    return [*made, *end] if made else None


def _with_unit(part: list[Token], last: Token | None) -> list[Token]:
    """“… less than 90 ms; 95 percent are through in 400”: in the unit of the time before."""
    figure, before = part[-1].figure, last.figure if last is not None else None
    if figure is None or before is None or figure.unit is not None or figure.form != "amount":
        return part
    return [*part[:-1], replace(part[-1], figure=replace(figure, unit=before.unit))]


def _parts(told: list[Token]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    for token in told:
        if token.text in (",", ";") or token.low in ("and", "but", "while"):
            parts.append([])
        else:
            parts[-1].append(token)
    return [p for p in parts if p]


def _percentile(part: list[Token], *, first: bool) -> tuple[str, list[Token], Token] | None:
    """Which percentile a stretch tells, of what it says so, and the time."""
    share, at = _share(part)
    if share is None:
        return None
    named: list[Token] = []
    nouns = 0
    while at < len(part) and part[at].low in _NOUNS:
        nouns += part[at].low not in ("of", "the", "its", "all", "out")
        at += 1
    if at + 1 < len(part) and part[at].low in ("to", "of", "on") and part[at + 1].kind == "name":
        named, at = [word("of", part[at]), part[at + 1]], at + 2
    if first and not nouns:
        return None
    verb = at
    while at < len(part) and (part[at].low in _TAKING or part[at].low in _WITHIN):
        at += 1
    taken = at > verb
    longer = [t.low for t in part[at : at + 2]] == ["longer", "than"]
    at += 2 if longer else 0
    if at != len(part) - 1 or (first and not taken):
        return None
    return _ranked(part, at, 1 - share if longer else share, named, longer=longer)


def _ranked(
    part: list[Token], at: int, share: Fraction, named: list[Token], *, longer: bool
) -> tuple[str, list[Token], Token] | None:
    bound = part[at]
    figure = bound.figure
    if figure is None and bound.kind == "time":  # "within 140 ms" is no window here
        words = bound.text.split()
        figure = read_figure(words, 1) if words and words[0].lower() in _WITHIN else None
        figure = replace(figure, op="<=") if figure is not None and figure.last == len(words) else None
    if figure is None or figure.dimension != "time":
        return None
    op = "<=" if figure.op == "=" and (longer or part[at - 1].low in _WITHIN) else figure.op
    rank = {"<": share, "<=": share, ">": 1 - share}.get(op)
    if rank is None or rank not in _KNOWN:
        return None
    plain = replace(figure, op="=")
    return _KNOWN[rank], named, replace(bound, kind="figure", figure=plain, moment=None)


def _share(part: list[Token]) -> tuple[Fraction | None, int]:
    """The share that a stretch begins with, and where it ends: "half", "95 %", "one in twenty", "one call in twenty"."""
    figure = part[0].figure if part else None
    if figure is None:
        return None, 0
    if figure.form in ("part", "percent") or figure.dimension == "share":
        return Fraction(figure.base if figure.unit else figure.value), 1
    within = next((i for i in (1, 2) if i + 1 < len(part) and part[i].low == "in"), None)
    if figure.value != 1 or within is None or any(t.low not in _NOUNS for t in part[1:within]):
        return None, 0
    whole = part[within + 1].figure
    if whole is None or whole.form != "amount" or whole.unit is not None or whole.value < 2:
        return None, 0
    return 1 / whole.value, within + 2
