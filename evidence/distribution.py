"""What is said of several at once, said of each: "one …, the other …", "of the two, only a …", "nobody owns a or b".

As in `rewording`, each rule gives the same claims in plainer clauses, or nothing. These rules know what was spoken of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from evidence.apportioned import out_of_hundred
from evidence.clause import is_verb
from evidence.figure import read as read_figure
from evidence.other import compared_alone, gapped, the_other
from evidence.retold import Reworded, ended, mark, named, word
from evidence.telegram import TOLD, the_rest
from evidence.token import Token
from evidence.word import BE, DO, HAVE, MODALS, PREPOSITIONS

_AUXILIARY = BE | HAVE | DO | MODALS
_JOINS = frozenset("and but while whereas or nor".split())


def distributed(found: list[Token], names: tuple[str, ...]) -> Iterator[Reworded]:
    """Every plainer telling of the sentence; `names` are those of what was last spoken of."""
    for rule in _RULES:
        made = rule(found)
        if made is not None:
            yield made
    for told in _RULES_OF_NAMES:
        yield from told(found, names)


def _first_verb(told: list[Token], first: int = 0) -> int | None:
    return next((i for i in range(first, len(told)) if is_verb(told, i)), None)


def denied(clause: list[Token]) -> list[Token] | None:
    """The clause with its verb denied."""
    verb = _first_verb(clause)
    if verb is None or any(t.low in ("not", "no", "never", "without") for t in clause):
        return None
    no = word("not", clause[verb])
    if clause[verb].low in _AUXILIARY:
        return [*clause[: verb + 1], no, *clause[verb + 1 :]]
    return [*clause[:verb], word("does", clause[verb]), no, *clause[verb:]]


def only_of(found: list[Token], names: tuple[str, ...]) -> Iterator[Reworded]:
    """“Of the two, only a is protected”, "of a, b and c, only a …": so of the one, and not of the others."""
    told, end = ended(found)
    if len(told) < 6 or told[0].low != "of":
        return
    only = next((i for i, t in enumerate(told) if t.low == "only"), None)
    if only is None or only < 2 or told[only - 1].text != "," or told[only + 1].kind != "name":
        return
    listed = [t.text for t in told[1 : only - 1] if t.kind == "name"]
    referred = next((t.refers for t in told[1 : only - 1] if t.refers), 0)
    group = listed or (list(names) if len(names) == referred else [])
    one, rest = told[only + 1], told[only + 2 :]
    if len(group) < 2 or one.text not in group or not rest:
        return
    others = _others_denied(one, rest, group)
    if others is not None:
        yield [one, *rest, *others, *end]


def _others_denied(one: Token, rest: list[Token], names: Sequence[str]) -> list[Token] | None:
    """Of every other name, that it is not so; None where that cannot be said."""
    made: list[Token] = []
    for name in names:
        if name != one.text:
            other = denied([named(name, one), *rest])
            if other is None:
                return None
            made += [mark(";", one), *other]
    return made


def only_one(found: list[Token], names: tuple[str, ...]) -> Iterator[Reworded]:
    """“Both are encrypted, but only a is public”: a is, and the others are not."""
    told, end = ended(found)
    only = next(
        (
            i
            for i, t in enumerate(told)
            if t.low == "only" and i + 2 < len(told) and told[i + 1].kind == "name"
        ),
        None,
    )
    if only is None or len(names) < 2 or told[only + 1].text not in names:
        return
    if only and (told[only - 1].low not in ("and", "but", "while") and told[only - 1].text not in (",", ";")):
        return
    one, rest = told[only + 1], told[only + 2 :]
    if not is_verb(told, only + 2) or any(t.text in (",", ";") or t.low in _JOINS for t in rest):
        return
    left = told[:only]
    while left and (left[-1].text in (",", ";") or left[-1].low in _JOINS):
        left = left[:-1]
    others = _others_denied(one, rest, names)
    if others is not None:
        yield [*left, *([mark(";", one)] if left else []), one, *rest, *others, *end]


def only_one_of(found: list[Token], names: tuple[str, ...]) -> Iterator[Reworded]:
    """“a is the only one of the two without encryption", "a is the only one that is public”: a is so, and the others are not."""
    told, end = ended(found)
    told = _parted(told)
    only = next(
        (i for i in range(2, len(told) - 2) if told[i].low == "only" and told[i - 1].low == "the"), None
    )
    if (
        only is None
        or only < 3
        or told[0].text not in names
        or len(names) < 2
        or told[only - 2].low not in BE
    ):
        return
    if only != 3 or told[only + 1].low not in ("one", "thing"):
        return
    lead = next((i for i in range(only + 2, len(told)) if told[i].low in _RELATING), None)
    if lead is None or lead + 1 >= len(told):
        return
    among = told[only + 2 : lead]
    referred = next(
        (t.refers or int(t.figure.value if t.figure else 0) for t in among if t.refers or t.figure), 0
    )
    if (
        referred not in (0, len(names))
        or any(t.kind == "name" for t in among)
        or any(t.text in (",", ";") for t in told[lead:])
    ):
        return
    one, rest = told[0], told[lead + 1 :]
    has, no = word("has", one), word("no", one)
    others = [named(n, one) for n in names if n != one.text]
    made: list[Token] = []
    if told[lead].low in ("with", "without"):
        without = told[lead].low == "without"
        made = [one, has, *([no] if without else []), *rest]
        for other in others:
            made += [mark(";", one), other, has, *([] if without else [no]), *rest]
    else:
        made = [one, *rest]
        for other in others:
            clause = denied([other, *rest])
            if clause is None:
                return
            made += [mark(";", one), *clause]
    yield [*made, *end]


_RELATING = frozenset("with without that which who".split())


def one_the_other(found: list[Token], names: tuple[str, ...]) -> Iterator[Reworded]:
    """“One runs Postgres, the other MariaDB”: in one order or the other."""
    told, end = ended(found)
    if len(names) != 2 or len(told) < 5 or told[0].low not in ("one", "the"):
        return
    start = 1 if told[0].low == "one" else 2
    other = next(
        (
            i
            for i in range(2, len(told) - 1)
            if told[i].low == "the" and told[i + 1].low in ("other", "second")
        ),
        None,
    )
    if other is None or (start == 2 and told[1].low not in ("one", "first")):
        return
    left = told[start:other]
    while left and (left[-1].text in (",", ";") or left[-1].low in _JOINS):
        left = left[:-1]
    right = told[other + 2 :]
    right = right[1:] if right and right[0].low in ("one", "them") else right
    if not left or not right or not is_verb([named("x", told[0]), *left], 1):
        return
    if len(right) == 1 and right[0].refers:
        count = read_figure([right[0].text], 0)
        right = [replace(right[0], kind="figure", figure=count)] if count is not None else right
    if not is_verb([named("x", told[0]), *right], 1):
        noun = left[-1:] if right[-1].kind == "figure" and left[-1].kind == "word" and len(left) > 1 else []
        right = [left[0], *right, *noun]
    for a, b in (names, names[::-1]):
        yield [named(a, told[0]), *left, mark(";", told[0]), named(b, told[0]), *right, *end]


def neither_of(found: list[Token], names: tuple[str, ...]) -> Iterator[Reworded]:
    """“Neither database is public”, "neither of them …": each of the two is not."""
    told, end = ended(found)
    if len(told) < 3 or told[0].low != "neither" or any(t.low == "nor" for t in told) or len(names) != 2:
        return
    verb = _first_verb(told, 1)
    if verb is None or any(t.kind in ("name", "figure") for t in told[:verb]):
        return
    noun = [t for t in told[1:verb] if t.low not in ("of", "the", "them", "these", "two", "its")]
    if len(noun) > 2:
        return
    made: list[Token] = []
    for name in names:
        clause = denied([*noun, named(name, told[0]), *told[verb:]])
        if clause is None:
            return
        made += ([mark(";", told[0])] if made else []) + clause
    yield [*made, *end]


def nobody(found: list[Token]) -> Reworded | None:
    """“Nobody owns a, b or c”: they have no owner."""
    told, end = ended(found)
    size = 2 if [t.low for t in told[:2]] in (["no", "one"], ["no", "team"]) else 1
    cut = next((i for i, t in enumerate(told) if t.text == ";"), len(told))
    if (
        not told
        or (size == 1 and told[0].low != "nobody")
        or size + 1 >= cut
        or told[size].low not in ("owns", "own")
    ):
        return None
    things = [word("and", t) if t.low == "or" else t for t in told[size + 1 : cut]]
    if not any(t.kind == "name" for t in things):
        return None
    has = word("have" if any(t.low == "and" for t in things) else "has", told[0])
    return [*things, has, word("no", told[0]), word("owner", told[0]), *told[cut:], *end]


def one_in(found: list[Token]) -> Reworded | None:
    """“One function in eight runs on java21”: one in eight of the functions."""
    for at in range(len(found) - 3):
        first, within = (
            found[at].figure,
            next((i for i in range(at + 2, min(at + 5, len(found) - 1)) if found[i].low == "in"), None),
        )
        if (
            first is None
            or within is None
            or first.form != "amount"
            or first.unit is not None
            or not first.written
        ):
            continue
        nouns, second = found[at + 1 : within], found[within + 1].figure
        if (
            second is None
            or second.unit is not None
            or not 0 < first.value < second.value
            or not (first.value == 1 if not second.written else second.value <= 20)
        ):
            continue
        if not all(t.kind == "word" and t.low not in ("of", "is", "are") for t in nouns):
            continue
        share = replace(
            first,
            value=Fraction(first.value, second.value),
            form="part",
            text=f"{first.text} in {second.text}",
        )
        token = replace(found[at], figure=share)
        return [*found[:at], token, word("of", token), word("the", token), *nouns, *found[within + 2 :]]
    return None


def only_thing(found: list[Token]) -> Reworded | None:
    """“x was the only thing to be deleted”, "x is the only bucket that is public": only x was deleted."""
    told, end = ended(found)
    told = _parted(told)
    at = next(
        (i for i in range(2, len(told) - 2) if told[i].low == "only" and told[i - 1].low == "the"), None
    )
    if at is None or at < 3 or told[at - 2].low not in ("is", "was", "are", "were"):
        return None
    subject = told[: at - 2]
    if not subject or subject[-1].kind != "name":
        return None
    to = next(
        (
            i
            for i in range(at + 2, len(told))
            if told[i].low in ("to", "that", "which", "who", "with", "without")
        ),
        None,
    )
    if to is None or to - at > 4:
        return None
    noun = [] if told[at + 1].low in ("one", "thing") else told[at + 1 : to]
    rest = told[to + 1 :]
    if told[to].low == "to" and rest[:1] and rest[0].low == "be":
        rest = [told[at - 2], *rest[1:]]
    elif told[to].low in ("with", "without"):
        rest = [word("has", told[to]), *([word("no", told[to])] if told[to].low == "without" else []), *rest]
    elif not rest or not is_verb([subject[-1], *rest], 1):
        return None
    return [told[at], *noun, *subject, *rest, *end]


def _parted(told: list[Token]) -> list[Token]:
    """“only one” read as a figure is two words here."""
    at = next((i for i, t in enumerate(told) if t.low == "only one"), None)
    return (
        told if at is None else [*told[:at], word("only", told[at]), word("one", told[at]), *told[at + 1 :]]
    )


def made_by(found: list[Token]) -> Reworded | None:
    """“idris and hanne made one change each”: one change was made by idris, and one by hanne."""
    told, end = ended(found)
    lead: list[Token] = []
    if told and told[0].kind == "time":
        lead = [told[0]]
        told = told[2:] if len(told) > 1 and told[1].text == "," else told[1:]
    verb = _first_verb(told)
    if (
        verb is None
        or told[verb].low not in ("made", "makes")
        or verb + 2 >= len(told)
        or told[verb + 1].kind != "figure"
    ):
        return None
    who = [t for t in told[:verb] if t.kind == "name"]
    rest = told[verb + 1 :]
    each = rest[-1].low in ("each", "apiece")
    if len({t.text for t in who}) < len(who):
        return None
    if (
        not who
        or any(t.kind != "name" and t.low not in _JOINS and t.text != "," for t in told[:verb])
        or (len(who) > 1) != each
    ):
        return None
    what = rest[:-1] if each else rest
    made: list[Token] = []
    for one in who:
        made += [mark(";", one)] if made else []
        made += [*what, word("were", one), word("made", one), word("by", one), one, *lead]
    return [*made, *end]


_SMALL = frozenset("the just only another a further".split())


def frames(found: list[Token]) -> Reworded | None:
    """“There are 60 pods in a, 36 in b and 24 in c”, "half of them run on a, 15 on b": the frame said each time."""
    found = the_rest(found) or found
    told, end = ended(found)
    verb = _first_verb(told, 1)
    if verb is None or any(t.text in (";", ":") for t in told):
        return None
    parts = _parts(told, verb)
    if len(parts) < 2:
        return None
    frame = parts[0]
    at = next((i for i, t in enumerate(frame) if t.kind == "figure"), None)
    lead = next((i for i in range(len(frame) - 2, verb, -1) if frame[i].low in PREPOSITIONS), len(frame) - 2)
    if (
        at is None
        or lead <= max(at, verb)
        or frame[lead].kind != "word"
        or frame[-1].kind not in ("name", "word")
    ):
        return None
    told_size = len([t for t in frame[lead:] if t.low not in _SMALL])
    made = list(frame)
    for place, part in enumerate(parts[1:], 1):
        bare = [t for t in part if t.low not in _SMALL]
        if bare and bare[0].low in ("remaining", "other", "last") and place == len(parts) - 1:
            bare = bare[1:]
        if (
            len(bare) != 1 + told_size
            or bare[0].kind != "figure"
            or bare[1].low != frame[lead].low
            or bare[-1].kind != frame[-1].kind
        ):
            return None
        share = bare[0].figure
        before = frame[:at]
        inner = frame[at + 1 : lead]
        if share is not None and share.form == "amount" and inner and inner[0].low == "of" and verb > at:
            inner = _without_whole(inner)
        made += [mark(";", bare[0]), *before, bare[0], *inner, *bare[1:]]
    return [*made, *end]


def _without_whole(inner: list[Token]) -> list[Token]:
    """“of our 40 functions run” after a plain count: "functions run"."""
    return [t for t in inner if t.low not in ("of", "the", "our", "all") and t.kind != "figure"]


def _parts(told: list[Token], verb: int) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    for i, token in enumerate(told):
        if i > verb and (token.text == "," or token.low in _JOINS):
            if parts[-1]:
                parts.append([])
        else:
            parts[-1].append(token)
    return [p for p in parts if p]


def multiples(found: list[Token]) -> Reworded | None:
    """“x has twice as many pods as a and four times as many as b”: the thing and the noun said again."""
    told, end = ended(found)
    verb = _first_verb(told, 1)
    joins = [
        i
        for i, t in enumerate(told)
        if t.low in ("and", "but") and i + 1 < len(told) and _is_multiple(told[i + 1])
    ]
    if verb is None or len(joins) != 1:
        return None
    first, second = told[: joins[0]], told[joins[0] + 1 :]
    at = next((i for i, t in enumerate(first) if i > verb and _is_multiple(t)), None)
    if at is not None and (again := _of_each(first, second, at)) is not None:
        return [*first, mark(";", told[joins[0]]), *again, *end]
    many = next((i for i, t in enumerate(first) if t.low in ("many", "much")), None)
    target = next((i for i in range(len(first) - 1, 0, -1) if first[i].low in ("as", "than")), None)
    if at is None or many is None or target is None or target <= many:
        return None
    own = next((i for i, t in enumerate(second) if t.low in ("many", "much")), None)
    if own is None or own + 1 >= len(second) or second[own + 1].low not in ("as", "than"):
        return None
    again = [*first[:at], *second[: own + 1], *first[many + 1 : target], *second[own + 1 :]]
    return [*first, mark(";", told[joins[0]]), *again, *end]


def _of_each(first: list[Token], second: list[Token], at: int) -> list[Token] | None:
    """“twice the storage of a and six times that of b”, "half the cores and half the memory of b"."""
    of = next((i for i in range(at + 1, len(first)) if first[i].low == "of"), None)
    own = next((i for i, t in enumerate(second) if t.low == "of"), None)
    if own is None or of is None:
        return None
    if own == 1 and len(second) > 3 and second[2].low in ("its", "their"):
        return [*first[:at], second[0], word("the", second[0]), *second[3:], *first[of:]]
    if own == 2 and second[1].low in ("that", "those"):
        return [*first[:at], second[0], *first[at + 1 : of], *second[own:]]
    return None


def _is_multiple(token: Token) -> bool:
    return token.figure is not None and token.figure.form in ("multiple", "part")


def when(found: list[Token]) -> Reworded | None:
    """“It was changed 40 minutes ago, when flux moved it to 7.2”: the second at the time of the first."""
    told, end = ended(found)
    at = next((i for i in range(2, len(told) - 2) if told[i].text == "," and told[i + 1].low == "when"), None)
    if at is None or not any(is_verb(told, i) for i in range(at)):
        return None
    time = _time_of(told[:at])
    if not time:
        return None
    return [*told[:at], mark(";", told[at]), *told[at + 2 :], *time, *end]


def _time_of(clause: list[Token]) -> list[Token]:
    for i, token in enumerate(clause):
        if token.kind == "time":
            lead = [clause[i - 1]] if i and clause[i - 1].low in ("on", "at", "in") else []
            return [*lead, token]
        if token.kind == "figure" and i + 1 < len(clause) and clause[i + 1].low == "ago":
            return [token, clause[i + 1]]
    return []


def echoed_target(found: list[Token]) -> Reworded | None:
    """“x has three times the storage of y, and keeps its backups twice as long”: as long as y."""
    told, end = ended(found)
    last = next((i for i in range(len(told) - 1, 0, -1) if told[i].kind == "figure"), None)
    if last is None or not _is_multiple(told[last]) or len(told) - last != 3 or told[last + 1].low != "as":
        return None
    target = next(
        (
            t
            for i, t in enumerate(told[:last])
            if t.kind == "name" and i and told[i - 1].low in ("as", "than", "of")
        ),
        None,
    )
    join = next((i for i in range(last, 0, -1) if told[i].low in ("and", "but")), None)
    if target is None or join is None or any(t.kind == "name" for t in told[join:]):
        return None
    subject = told[0]
    rest = [t for t in told[join + 1 :] if t.low not in ("its", "their")]
    if subject.kind != "name":
        return None
    left = told[:join]
    while left and left[-1].text == ",":
        left = left[:-1]
    return [*left, mark(";", told[join]), subject, *rest, word("as", told[-1]), target, *end]


def _brought(told: list[Token]) -> bool:
    return told[0].kind == "time" and told[0].moment is not None and told[1].low in _BROUGHT


_BROUGHT = frozenset(
    "brought saw had has gave produced recorded included include contain contained witnessed".split()
)


def brought(found: list[Token]) -> Reworded | None:
    """“The last 48 hours brought 16 changes in x”: there were 16 changes in x in the last 48 hours."""
    told, end = ended(found)
    if len(told) < 4 or not _brought(told) or any(t.text == ";" for t in told):
        return None
    return [word("there", told[0]), word("were", told[0]), *told[2:], told[0], *end]


_DID = frozenset("changed modified updated touched edited".split())


def many_times(found: list[Token]) -> Reworded | None:
    """“x was changed 16 times in the last 48 hours”: there were 16 changes in x in the last 48 hours."""
    told, end = ended(found)
    at = next((i for i in range(len(told) - 1) if told[i].low in _DID), None)
    if at is None or told[0].kind != "name" or at + 1 >= len(told) or told[at + 1].figure is None:
        return None
    be, figure, after = told[1:at], told[at + 1], told[at + 2 :]
    if not be or any(t.low not in BE | HAVE for t in be) or figure.figure is None:
        return None
    if after[:1] and after[0].low == "times":
        after = after[1:]
    elif not figure.low.endswith(("times", "twice", "once")):
        return None
    count = replace(figure.figure, form="amount")
    there = [word("there", told[0]), word("were", told[0]), replace(figure, figure=count)]
    return [*there, word("changes", figure), word("in", figure), told[0], *after, *end]


def leads(found: list[Token]) -> Reworded | None:
    """“tannoy-0 leads with 41 restarts”: it has the most restarts, and 41."""
    told, end = ended(found)
    verb = next(
        (
            i
            for i in range(1, len(told) - 2)
            if told[i].low in ("leads", "tops") and told[i - 1].kind == "name"
        ),
        None,
    )
    if verb is None:
        return None
    if [t.low for t in told[verb + 1 : verb + 3]] in (["the", "list"], ["the", "ranking"]) and len(
        told
    ) > verb + 4:
        told = [*told[: verb + 1], *told[verb + 3 :]]
    if told[verb + 1].low not in ("with", "at") or told[verb + 2].kind != "figure":
        return None
    start = next((i + 1 for i in range(verb - 1, -1, -1) if told[i].text in (";", ",")), 0)
    noun, subject, has = told[verb + 3 :], told[start:verb], word("has", told[verb])
    if noun[:1] and noun[0].text == "," and noun[1:2] and noun[1].low == "followed":
        return [
            *told[:start],
            *subject,
            has,
            word("the", has),
            word("most", has),
            mark(",", has),
            told[verb + 2],
            *noun,
            *end,
        ]
    if any(t.kind != "word" for t in noun):
        return None
    most = [*subject, has, word("the", has), word("most", has), *noun]
    return [*told[:start], *most, mark(";", has), *subject, has, *told[verb + 2 :], *end]


_RULES: tuple[Callable[[list[Token]], Reworded | None], ...] = (
    nobody, out_of_hundred, one_in, only_thing, made_by, frames, multiples, when, echoed_target, leads, brought,
    many_times, *TOLD,
)  # fmt: skip
_RULES_OF_NAMES: tuple[Callable[[list[Token], tuple[str, ...]], Iterator[Reworded]], ...] = (
    only_of, only_one, only_one_of, one_the_other, neither_of, the_other, compared_alone, gapped,
)  # fmt: skip
