"""What clauses share and say once, said each time: verbs, nouns, frames, bounds, "respectively", "neither … nor"."""

from __future__ import annotations

import itertools
from dataclasses import replace

from evidence.clause import is_verb
from evidence.retold import Reworded, ended, is_value, mark, members, tail_of, word
from evidence.token import Token
from evidence.word import ARTICLES, BE, HAVE


def neither(found: list[Token]) -> Reworded | None:
    """“Neither a nor b is public” and "a is neither public nor encrypted": each denied on its own."""
    told, end = ended(found)
    at = next((i for i, t in enumerate(told) if t.low == "neither"), None)
    nor = next((i for i, t in enumerate(told) if t.low == "nor"), None)
    if at is None or nor is None or nor <= at + 1 or any(t.low == "nor" for t in told[nor + 1 :]):
        return None
    no = word("not", told[at])
    if at == 0:
        verb = next((i for i in range(nor + 1, len(told)) if is_verb(told, i)), None)
        if verb is None or verb == nor + 1:
            return None
        first, second, tail = told[1:nor], told[nor + 1 : verb], told[verb:]
        shared = tail_of(second) if tail_of(first) == [] else []
        denied = [tail[0], no, *tail[1:]]
        return [*first, *shared, *denied, mark(";", told[nor]), *second, *denied, *end]
    before = told[:at]
    if not before or not any(t.low in BE or t.low in HAVE for t in before[-2:]):
        return None
    first, second = told[at + 1 : nor], told[nor + 1 :]
    return [*before, no, *first, mark(";", told[nor]), *before, no, *second, *end]


def respective(found: list[Token]) -> Reworded | None:
    """“a and b run Postgres and MySQL respectively”: "a runs Postgres; b runs MySQL"."""
    told, end = ended(found)
    if not any(t.low == "respectively" for t in told):
        return None
    told = [t for t in told if t.low != "respectively"]
    while told and told[-1].text == ",":
        told.pop()
    verb = next((i for i in range(len(told)) if is_verb(told, i)), None)
    if verb is None or not verb:
        return None
    body = verb + 1
    while body < len(told) and told[body].kind == "word" and told[body].low in ("up", "to", "at", "on", "in"):
        body += 1
    left, right = members(told[:verb]), members(told[body:])
    if left is None or right is None or len(left) != len(right):
        return None
    made: list[Token] = []
    for subject, value in zip(left, right, strict=True):
        made += [mark(";", subject[0])] if made else []
        made += [*subject, *told[verb:body], *value]
    return [*made, *end]


def with_figure(found: list[Token]) -> Reworded | None:
    """“With 90 pods, packing has twice as many as brining”: what it has, then what follows of it."""
    told, end = ended(found)
    if len(told) < 6 or told[0].low not in ("with", "at") or not any(t.kind == "figure" for t in told[1:4]):
        return None
    comma = next((i for i, t in enumerate(told) if t.text == ","), None)
    if (
        comma is None
        or comma > 8
        or (any(t.low in ("of", "per") for t in told[1:comma]) and told[0].low == "at")
    ):
        return None
    verb = next((i for i in range(comma + 2, len(told)) if is_verb(told, i)), None)
    if verb is None or any(
        t.kind != "name" and t.low not in ARTICLES and t.low != "it" for t in told[comma + 1 : verb]
    ):
        return None
    subject = told[comma + 1 : verb]
    bare = not any(t.kind == "word" and t.low not in ARTICLES for t in told[1:comma])
    has = [*subject, word("has", told[0]), *told[1:comma]]
    main = told[comma + 1 :]
    if bare:
        return [*main, mark(";", told[0]), *has, *end]
    return [*has, mark(";", told[0]), *main, *end]


def fronted_whole(found: list[Token]) -> Reworded | None:
    """“Of a maximum of 1,000 GiB, x has 400 GiB allocated”, "of its 8 replicas, x has 6 ready": the part, then its whole."""
    told, end = ended(found)
    if len(told) < 6 or told[0].low not in ("of", "out"):
        return None
    comma = next((i for i, t in enumerate(told) if t.text == ","), None)
    if comma is None or not any(t.kind == "figure" for t in told[1:comma]):
        return None
    verb = next((i for i in range(comma + 1, len(told)) if is_verb(told, i)), None)
    figure = next((i for i in range(comma + 1, len(told)) if told[i].kind == "figure"), None)
    if verb is None or figure is None or any(t.kind == "figure" for t in told[figure + 1 :]):
        return None
    if any(t.low in _BOUNDS for t in told[1:comma]) and told[comma + 1].kind == "name":
        subject = told[comma + 1 : verb]
        return [
            *told[comma + 1 :],
            mark(";", told[0]),
            *subject,
            word("has", told[0]),
            *told[1:comma],
            *end,
        ]
    return [*told[comma + 1 : figure + 1], *told[:comma], *told[figure + 1 :], *end]


_BOUNDS = frozenset("maximum minimum limit capacity quota max min".split())


def shared_bound(found: list[Token]) -> Reworded | None:
    """“at most 2 cores and 1 GiB of memory”: at most of each."""
    for at in range(len(found) - 2):
        first, second = found[at].figure, found[at + 2].figure
        if first is None or second is None or found[at + 1].low != "and" or first.op not in ("<=", ">="):
            continue
        if second.op == "=" and second.unit is not None and first.dimension != second.dimension:
            bound = replace(found[at + 2], figure=replace(second, op=first.op))
            return [*found[: at + 2], bound, *found[at + 3 :]]
    return None


def that_of(found: list[Token]) -> Reworded | None:
    """“The rollout of a is complete, that of b stalled”: the noun and the verb said again."""
    told, end = ended(found)
    at = next(
        (
            i
            for i in range(3, len(told) - 2)
            if told[i].low in ("that", "those") and told[i + 1].low in ("of", "for")
        ),
        None,
    )
    if at is None or told[at - 1].kind == "name" or told[at - 1].low in ("than", "as"):
        return None
    verb = next((i for i in range(at) if is_verb(told, i)), None)
    of = next((i for i, t in enumerate(told[:at]) if t.low in ("of", "for")), None)
    if verb is None or of is None or not 0 < of < verb:
        owner = next((i for i, t in enumerate(told[:at]) if t.possessive), None)
        if verb is None or owner is None or owner + 1 >= verb:
            return None
        noun = [word("the", told[at]), *told[owner + 1 : verb]]
    else:
        noun = told[:of]
    rest = told[at + 1 :]
    name = next((i for i, t in enumerate(rest) if t.kind == "name"), None)
    if name is None:
        return None
    after = rest[name + 1 :]
    own = (
        []
        if after and is_verb(rest, name + 1) and after[0].low not in ("stalled", "failed")
        else [told[verb]]
    )
    joined = told[:at]
    while joined and (joined[-1].text in (",", ";") or joined[-1].low in ("and", "but", "while", "whereas")):
        joined = joined[:-1]
    return [*joined, mark(";", told[at]), *noun, *rest[: name + 1], *own, *after, *end]


def shared_verb(found: list[Token]) -> Reworded | None:
    """“crucible has 4 replicas, ladle 2 and sandbox 1”: the verb and the noun said each time."""
    told, end = ended(found)
    verb = next((i for i in range(len(told)) if is_verb(told, i)), None)
    if verb is None or not verb > 0 or told[verb - 1].kind not in ("name", "word"):
        return None
    cuts = [
        i
        for i in range(verb + 2, len(told) - 1)
        if (told[i].text in (",", ";") or told[i].low in ("and", "but", "while", "whereas"))
        and told[i + 1].kind in ("name", "word")
        and told[i + 1].low not in ("and", "but", "while", "whereas")
    ]
    if not cuts or any(is_verb(told, i) for i in range(cuts[0] + 1, len(told))):
        return None
    first = told[: cuts[0]]
    while first[-1].text in (",", ";"):
        first = first[:-1]
    noun = _noun_after(first, verb)
    if noun is None:
        return None
    lead, value, tail = noun
    made = list(first)
    bounds = [*cuts, len(told)]
    for start, stop in itertools.pairwise(bounds):
        piece = [t for t in told[start + 1 : stop] if t.text not in (",", ";") and t.low != "and"]
        if len(piece) < 2 or piece[0].kind not in ("name", "word") or not _alike(piece[1:], value):
            return None
        own_noun = tail if not any(t.kind == "word" for t in piece[2:]) else []
        made += [mark(";", piece[0]), piece[0], told[verb], *lead, *piece[1:], *own_noun]
    return [*made, *end]


def framed(found: list[Token]) -> Reworded | None:
    """“60 % of the pods are in a and 10 % in b”, "the median is 10 minutes on a and 25 on b": the frame said again."""
    told, end = ended(found)
    verb = next((i for i in range(1, len(told)) if is_verb(told, i)), None)
    if verb is None or verb + 2 >= len(told):
        return None
    first = next((i for i in range(verb + 1, len(told)) if told[i].low in ("and", ",", "but", "while")), None)
    if first is None or any(is_verb(told, i) for i in range(verb + 1, len(told))):
        return None
    rest = told[first + 1 :]
    while rest and (rest[0].low in ("and", "but", "while", "just", "only") or rest[0].text == ","):
        rest = rest[1:]
    if len(rest) < 3 or rest[0].kind != "figure" or any(t.text == "," or t.low == "and" for t in rest):
        return None
    frame = told[:first]
    at = next((i for i, t in enumerate(frame) if t.kind == "figure"), None)
    lead = next((i for i in range(verb + 1, len(frame)) if frame[i].low == rest[1].low), None)
    if (
        at is None
        or lead is None
        or not at < lead
        or rest[1].low not in ("in", "on", "at", "by", "for", "with", "from", "to")
    ):
        return None
    again = [*frame[:at], rest[0], *frame[at + 1 : lead], *rest[1:]]
    return [*frame, mark(";", rest[0]), *again, *end]


def _noun_after(first: list[Token], verb: int) -> tuple[list[Token], list[Token], list[Token]] | None:
    """What follows the verb: what leads to the value, the value, and its noun."""
    at = next((i for i in range(verb + 1, len(first)) if is_value(first[i])), None)
    if at is None:
        return None
    return first[verb + 1 : at], first[at : at + 1], first[at + 1 :]


def _alike(piece: list[Token], value: list[Token]) -> bool:
    kinds = {t.kind for t in piece if is_value(t)} or {"word"}
    zero = len(piece) == 1 and piece[0].low in ("none", "zero")
    return kinds == {value[0].kind} or (zero and value[0].kind == "figure")


def thing_shared(found: list[Token]) -> Reworded | None:
    """“a and b share one database, c”: both use it."""
    told, end = ended(found)
    at = next((i for i in range(3, len(told) - 1) if told[i].low in ("share", "shared")), None)
    if at is None or told[-1].kind != "name" or not any(t.kind == "name" for t in told[:at]):
        return None
    if not any(t.low == "and" for t in told[:at]) and told[0].low not in ("both", "they"):
        return None
    what = [t for t in told[at + 1 : -1] if t.low not in _ONE and t.text not in (",", ":")]
    if len(what) > 3 or any(t.kind != "word" or t.low in ("with", "by", "among") for t in what):
        return None
    before = [t for t in told[:at] if t.low != "both"]
    both = [word(w, told[at]) for w in ("both", "use", *(["the"] if what else []))]
    return [*before, *both, *what, told[-1], *end]


_ONE = frozenset("a an one the same single common".split())


def ownerless(found: list[Token]) -> Reworded | None:
    """“three applications have no owner”, "lack an owner", "are without an owner": they are unowned."""
    for at in range(1, len(found) - 1):
        low = tuple(t.low for t in found[at : at + 4])
        said = next((p for p in _OWNERLESS if low[: len(p)] == p), None)
        if said is not None:
            one = found[at].low in ("has", "lacks", "is")
            plain = [word("is" if one else "are", found[at]), word("unowned", found[at])]
            return [*found[:at], *plain, *found[at + len(said) :]]
    return None


_OWNERLESS = tuple(
    tuple(p.split())
    for p in (
        "have no owner", "has no owner", "have no owners", "lack an owner", "lacks an owner", "are without an owner",
        "is without an owner", "do not have an owner", "does not have an owner", "are owned by nobody", "is owned by nobody",
        "belong to nobody", "belongs to nobody", "belong to no one", "belongs to no one", "belong to no team", "belongs to no team",
        "are owned by no one", "is owned by no one", "are owned by no team", "is owned by no team", "have nobody behind them",
    )
)  # fmt: skip


def total_is(found: list[Token]) -> Reworded | None:
    """“The total is 8,000 GiB”: in total there are so many."""
    at = next((i for i in range(1, len(found) - 2) if found[i].low == "total"), None)
    if at is None or found[at - 1].low != "the" or found[at + 1].low not in ("is", "was"):
        return None
    if found[at + 2].kind != "figure":
        return None
    plain = [word(w, found[at]) for w in ("in", "total", "there", "are")]
    return [*found[: at - 1], *plain, *found[at + 2 :]]
