"""Telegraphic and roundabout sentences, told plainly: "Backups: 35 days on a, 7 on b", "traffic from a ends up in b"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from evidence.clause import has_verb
from evidence.retold import Reworded, ended, is_value, mark, word
from evidence.token import Token

_JOINS = frozenset("and but while against whereas".split())
_LEADS = frozenset("on in for at of with".split())


def labelled(found: list[Token]) -> Reworded | None:
    """“Backups: 35 days on a against a week on b”: the backups of a are 35 days, those of b a week."""
    told, end = ended(found)
    cut = next((i for i, t in enumerate(told) if t.text == ":"), None)
    if cut is None or not 0 < cut <= 3 or cut + 2 >= len(told):
        return None
    label = told[:cut]
    if any(t.kind != "word" for t in label) or has_verb(told, cut + 1):
        return None
    made: list[Token] = []
    parts = list(_parts(told[cut + 1 :]))
    if len(parts) < 2:
        return None
    for part in parts:
        split = _split(part)
        if split is None:
            return None
        name, value = split
        made += [mark(";", name)] if made else []
        made += [word("the", name), *label, word("of", name), name, word("is", name), *value]
    return [*made, *end]


def differing(found: list[Token]) -> Reworded | None:
    """“They live in different regions: a in x and b in y”: a is in the region x, and b in the region y."""
    told, end = ended(found)
    cut = next((i for i, t in enumerate(told) if t.text == ":"), None)
    at = next((i for i, t in enumerate(told[: cut or 0]) if t.low == "different"), None)
    if cut is None or at is None or cut - at != 2 or told[0].low not in ("they", "both", "the", "these"):
        return None
    if any(is_value(t) for t in told[:cut]) or has_verb(told, cut + 1):
        return None
    made: list[Token] = []
    values: list[str] = []
    for part in _parts(told[cut + 1 :]):
        if len(part) < 2 or part[0].kind != "name" or not is_value(part[-1]):
            return None
        made += [mark(";", part[0])] if made else []
        made += [part[0], word("is" if part[1].low in _LEADS else "has", part[0]), *part[1:]]
        values.append(part[-1].text)
    if len(values) < 2 or len(set(values)) < len(values):
        return None
    return [*made, *end]


def _parts(told: list[Token]) -> Iterator[list[Token]]:
    part: list[Token] = []
    for token in told:
        if token.low in _JOINS or token.text in (",", ";", "/"):
            if part:
                yield part
            part = []
        else:
            part.append(token)
    if part:
        yield part


def _split(part: list[Token]) -> tuple[Token, list[Token]] | None:
    """The thing and its value: "35 days on a", "a 35 days", "a: 35 days", "a (35 days)"."""
    bare = [t for t in part if t.text not in (":", "(", ")", "=")]
    names = [i for i, t in enumerate(bare) if t.kind == "name" and t.known]
    if len(bare) < 2 or not names:
        return None
    if len(bare) > 2 and bare[-2].low in _LEADS and bare[-1].kind == "name" and is_value(bare[0]):
        return replace(bare[-1], possessive=False), bare[:-2]
    if names[0] == 0:
        value = bare[1:]
        while value and value[0].low in ("has", "is", "with", "at", "on"):
            value = value[1:]
        return (bare[0], value) if value else None
    return None


def traffic(found: list[Token]) -> Reworded | None:
    """“Traffic from a ends up in b”, "requests to a are sent to b": a routes to b."""
    told, end = ended(found)
    if (
        len(told) < 6
        or told[0].low not in ("traffic", "requests", "connections")
        or told[1].low not in ("from", "to", "on", "for", "hitting", "through")
    ):
        return None
    at = 3 if told[2].low in ("the", "a") else 2
    source, target = told[at], told[-1]
    middle = [t.low for t in told[at + 1 : -1] if t.low != "the"]
    if (
        source.kind != "name"
        or target.kind != "name"
        or not middle
        or middle[-1] not in ("in", "to", "at", "on")
    ):
        return None
    if any(w not in _CARRIED for w in middle[:-1]) or len(middle) < 2:
        return None
    return [source, word("routes", source), word("to", source), target, *end]


_CARRIED = frozenset(
    "ends up goes is are sent routed forwarded lands arrives passed then gets end go land arrive straight on".split()
)


def unused_by_anybody(found: list[Token]) -> Reworded | None:
    """“Nobody has used it for three months”: it has not been used for three months."""
    told, end = ended(found)
    size = 2 if [t.low for t in told[:2]] == ["no", "one"] else 1
    if len(told) < size + 4 or (size == 1 and told[0].low not in ("nobody", "no-one", "noone")):
        return None
    if told[size].low not in ("has", "have") or not told[size + 1].low.endswith(("ed", "en")):
        return None
    lead = next(
        (
            i
            for i in range(size + 2, len(told))
            if told[i].low in ("for", "since", "in") or told[i].kind == "time"
        ),
        None,
    )
    if lead is None or lead == size + 2:
        return None
    has, deed = told[size], told[size + 1]
    return [
        *told[size + 2 : lead],
        word("has", has),
        word("not", has),
        word("been", has),
        deed,
        *told[lead:],
        *end,
    ]


def the_rest(found: list[Token]) -> Reworded | None:
    """“60 % are on a, 30 % on b and the rest on c”: the rest is what the shares leave."""
    at = next(
        (
            i
            for i in range(1, len(found) - 2)
            if found[i].low == "the" and found[i + 1].low in ("rest", "remainder")
        ),
        None,
    )
    if at is None or found[at - 1].low not in ("and", ",") or found[at + 2].low not in _LEADS:
        return None
    shares = [t.figure for t in found[:at] if t.figure is not None and t.figure.form in ("percent", "part")]
    if not shares:
        return None
    percent = [s for s in shares if s.form == "percent"]
    if len(percent) not in (0, len(shares)):
        return None
    left = Fraction(100 if percent else 1) - sum((s.value for s in shares), Fraction(0))
    if left <= 0:
        return None
    figure = replace(shares[0], value=left, op="=", text="the rest")
    token = replace(found[at], kind="figure", figure=figure, text="the rest", low="the rest", stem="")
    return [*found[:at], token, *found[at + 2 :]]


def the_one_that(found: list[Token]) -> Reworded | None:
    """“a is the one that has no alarms”: a has no alarms."""
    told, end = ended(found)
    low = [t.low for t in told[1:5]]
    if (
        len(told) < 6
        or told[0].kind != "name"
        or low[:3] not in (["is", "the", "one"], ["was", "the", "one"])
    ):
        return None
    if low[3] in ("that", "which", "who"):
        return [told[0], *told[5:], *end]
    if low[3] in ("with", "without"):
        no = [word("no", told[0])] if low[3] == "without" else []
        return [told[0], word("has", told[0]), *no, *told[5:], *end]
    return None


def missing_on(found: list[Token]) -> Reworded | None:
    """“Encryption is missing on 42 volumes”: 42 volumes have no encryption."""
    told, end = ended(found)
    at = next((i for i in range(1, len(told) - 2) if told[i].low in ("missing", "lacking", "absent")), None)
    if (
        at is None
        or at > 4
        or told[at - 1].low not in ("is", "are")
        or told[at + 1].low not in ("on", "from", "for", "in")
    ):
        return None
    what, rest = told[: at - 1], told[at + 2 :]
    if any(t.kind != "word" for t in what) or not any(t.kind in ("figure", "name") for t in rest[:2]):
        return None
    return [*rest, word("have", told[at]), word("no", told[at]), *what, *end]


def counted_doers(found: list[Token]) -> Reworded | None:
    """“Two things use x: the deployment a and the function b”: a uses x, and b uses x."""
    told, end = ended(found)
    cut = next((i for i, t in enumerate(told) if t.text == ":"), None)
    figure = told[0].figure if told else None
    if cut is None or figure is None or figure.form != "amount" or figure.unit is not None or cut < 4:
        return None
    deed = told[2:cut]
    if (
        told[1].kind != "word"
        or not has_verb([replace(told[1], low="they"), *deed], 1)
        or not any(t.kind == "name" for t in deed)
    ):
        return None
    parts = list(_parts(told[cut + 1 :]))
    if len(parts) != figure.value or any(p[-1].kind != "name" for p in parts):
        return None
    if len({p[-1].text for p in parts}) < len(parts) or told[1].low not in _ANYTHING:
        return None
    made: list[Token] = []
    for part in parts:
        made += [mark(";", part[-1])] if made else []
        made += [*part, *deed]
    return [*made, *end]


_ANYTHING = frozenset(
    "things services workloads components systems resources others consumers clients".split()
)


def outside(found: list[Token]) -> Reworded | None:
    """“Outside a we have 100 instances”: 100 instances are not in a."""
    told, end = ended(found)
    if len(told) < 5 or told[0].low != "outside" or told[1].kind != "name":
        return None
    at = next((i for i in range(2, len(told)) if told[i].kind == "figure"), None)
    if (
        at is None
        or any(t.low not in _THERE_ARE for t in told[2:at])
        or any(t.kind != "word" for t in told[at + 1 :])
    ):
        return None
    figure = told[at]
    return [
        figure,
        *told[at + 1 :],
        word("are", figure),
        word("not", figure),
        word("in", figure),
        told[1],
        *end,
    ]


_THERE_ARE = frozenset(", we have there are run keep own only just another".split())


def shown_with_values(found: list[Token]) -> Reworded | None:
    """“Two functions fail: a (12 %) and b (7 %)”: the two are a and b; a has 12 %, b has 7 %."""
    told, end = ended(found)
    cut = next((i for i, t in enumerate(told) if t.text == ":"), None)
    if cut is None or cut < 2 or not has_verb(told, 0, cut) or told[-1].text != ")":
        return None
    names: list[Token] = []
    cells: list[Token] = []
    at = cut + 1
    while at < len(told):
        if told[at].low in ("and", ","):
            at += 1
            continue
        close = next((i for i in range(at + 2, len(told)) if told[i].text == ")"), None)
        if told[at].kind != "name" or close is None or told[at + 1].text != "(" or close == at + 2:
            return None
        cells += [mark(";", told[at]), told[at], word("has", told[at]), *told[at + 2 : close]]
        names += (
            [word("and", told[at])]
            if names and close == len(told) - 1
            else [mark(",", told[at])]
            if names
            else []
        )
        names.append(told[at])
        at = close + 1
    return [*told[: cut + 1], *names, *cells, *end] if names else None


def shared_time(found: list[Token]) -> Reworded | None:
    """“Four were deleted and six were created in the past week”: both in the past week."""
    told, end = ended(found)
    if len(told) < 6 or told[-1].kind != "time" or any(t.kind == "time" for t in told[:-1]):
        return None
    at = next((i for i in range(2, len(told) - 2) if told[i].low in ("and", "but")), None)
    if at is None or not has_verb(told, 0, at) or not has_verb(told, at + 1):
        return None
    left = told[:at] if told[at - 1].text != "," else told[: at - 1]
    return [*left, told[-1], mark(";", told[at]), *told[at + 1 :], *end]


_ORDINALS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8}


def the_last_one(found: list[Token]) -> Reworded | None:
    """“Two of the three are in a, the third is in b”: one of the three is in b."""
    at = next(
        (i for i in range(4, len(found) - 1) if found[i].low in _ORDINALS and found[i - 1].low == "the"), None
    )
    if at is None or found[at - 2].low not in (",", "and", ";", "while", "but"):
        return None
    size = _ORDINALS[found[at].low]
    part = next((i for i in range(at - 3) if found[i].figure is not None and found[i + 1].low == "of"), None)
    if part is None or found[part].figure is None:
        return None
    whole = found[part + 1 : part + 4]
    if not any(t.refers == size or (t.figure is not None and t.figure.value == size) for t in whole):
        return None
    figure = found[part].figure
    if figure is None or figure.form != "amount" or figure.value != size - 1:
        return None
    one = replace(
        found[at], kind="figure", text="one", low="one", figure=replace(figure, value=Fraction(1), text="one")
    )
    end = next(
        i for i, t in enumerate(found[part:], part) if t in whole and (t.refers or t.figure is not None)
    )
    left = found[: at - 1]
    while (left and left[-1].text in (",", ";")) or (left and left[-1].low in _JOINS):
        left = left[:-1]
    return [*left, mark(";", found[at]), one, *found[part + 1 : end + 1], *found[at + 1 :]]


def shared_target(found: list[Token]) -> Reworded | None:
    """“a has twice as many cores and twice as much memory as b”: each of them twice as many as b."""
    told, end = ended(found)
    joins = [i for i in range(3, len(told) - 3) if told[i].low in ("and", "but") and _is_times(told[i + 1])]
    if len(joins) != 1 or told[-1].kind != "name" or told[-2].low not in ("as", "than"):
        return None
    left, right = told[: joins[0]], told[joins[0] + 1 :]
    at = next((i for i, t in enumerate(left) if _is_times(t)), None)
    if at is None or any(t.kind == "name" for t in left[at:]):
        return None
    target = told[-2:]
    return [*left, *target, mark(";", told[joins[0]]), *left[:at], *right, *end]


def _is_times(token: Token) -> bool:
    return token.figure is not None and token.figure.form in ("multiple", "part")


TOLD: tuple[Callable[[list[Token]], Reworded | None], ...] = (
    labelled, differing, traffic, unused_by_anybody, the_one_that, missing_on, counted_doers, outside, shown_with_values, shared_time, the_last_one, shared_target,
)  # fmt: skip
"""The rules of this module, to be tried one after the other."""
