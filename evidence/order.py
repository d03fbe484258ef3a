"""Sentences whose order is turned: "the most restarts are on x", "x comes second with 12", ", 84 restarts in all"."""

from __future__ import annotations

from dataclasses import replace

from evidence.clause import is_verb
from evidence.retold import Reworded, ended, mark, word
from evidence.token import Token

_MOST = frozenset("most fewest least highest lowest largest smallest".split())
_SUMMING = (
    ("in", "all"),
    ("all", "told"),
    ("in", "total"),
    ("altogether",),
    ("combined",),
    ("between", "them"),
)


def most_are_on(found: list[Token]) -> Reworded | None:
    """“By far the most restarts are on x: 58”: x has the most restarts, 58."""
    told, end = ended(found)
    most = next((i for i in range(min(4, len(told))) if told[i].low in _MOST), None)
    if most is None or not most or told[most - 1].low != "the":
        return None
    verb = next(
        (i for i in range(most + 2, len(told)) if told[i].low in ("are", "is", "were", "was", "sit", "fall")),
        None,
    )
    if (
        verb is None
        or verb - most > 4
        or verb + 2 >= len(told)
        or told[verb + 1].low not in ("on", "in", "at", "with")
    ):
        return None
    nouns, name, rest = told[most + 1 : verb], told[verb + 2], told[verb + 3 :]
    if name.low == "the" and rest:
        name, rest = rest[0], rest[1:]
    if (
        name.kind != "name"
        or any(t.kind != "word" for t in nouns)
        or any(is_verb(rest, i) for i in range(len(rest)))
    ):
        return None
    return [name, word("has", name), word("the", name), told[most], *nouns, *rest, *end]


def summed_up(found: list[Token]) -> Reworded | None:
    """“Four pods …, 84 restarts in total”: they have 84 restarts between them."""
    told, end = ended(found)
    at = next(
        (
            i
            for i in range(len(told) - 3, 2, -1)
            if told[i].text in (",", "—", "–") and told[i + 1].kind == "figure"
        ),
        None,
    )
    if at is None or not any(is_verb(told, i) for i in range(at)):
        return None
    rest = told[at + 1 :]
    low = tuple(t.low for t in rest)
    tail = next((p for p in _SUMMING if low[-len(p) :] == p), None)
    if tail is None:
        return None
    noun = rest[1 : len(rest) - len(tail)]
    if not 1 <= len(noun) <= 2 or any(t.kind != "word" for t in noun):
        return None
    them = [word(w, rest[0]) for w in ("between", "them")]
    return [
        *told[:at],
        mark(";", told[at]),
        word("they", rest[0]),
        word("have", rest[0]),
        rest[0],
        *noun,
        *them,
        *end,
    ]


def in_states(found: list[Token]) -> Reworded | None:
    """“Eleven pods aren't running: seven pending, four failed”: seven are pending, and four are failed."""
    told, end = ended(found)
    at = next((i for i in range(2, len(told) - 2) if told[i].text in (":", "—", "–")), None)
    if at is None or not any(is_verb(told, i) for i in range(at)):
        return None
    parts: list[list[Token]] = [[]]
    for token in told[at + 1 :]:
        if token.text in (",", ";") or token.low == "and":
            parts.append([])
        else:
            parts[-1].append(token)
    parts = [p for p in parts if p]
    if len(parts) < 2 or any(len(p) != 2 or p[0].kind != "figure" or p[1].kind != "word" for p in parts):
        return None
    made: list[Token] = []
    for first, state in parts:
        made += [mark(";", first), first, word("are", first), state]
    return [*told[:at], *made, *end]


def measures_apart(found: list[Token]) -> Reworded | None:
    """“x has double the cores and memory of y”: double the cores of y, and double the memory of y."""
    for at in range(1, len(found) - 5):
        figure = found[at].figure
        if figure is None or figure.form not in ("multiple", "part") or found[at + 1].low != "the":
            continue
        low = [t.low for t in found[at + 2 : at + 8]]
        if "and" not in low or "of" not in low or low.index("and") > low.index("of"):
            continue
        join, of = at + 2 + low.index("and"), at + 2 + low.index("of")
        first, second = found[at + 2 : join], found[join + 1 : of]
        if (
            not first
            or not second
            or any(t.kind != "word" for t in (*first, *second))
            or of + 1 >= len(found)
        ):
            continue
        head, name, rest = found[:at], found[of + 1], found[of + 2 :]
        if name.kind != "name" or second[0].low in ("half", "twice", "double"):
            continue
        the = found[at + 1]
        both = [*head, found[at], the, *first, found[of], name, mark(";", name)]
        return [*both, *head, found[at], the, *second, found[of], name, *rest]
    return None


_CHANGED = frozenset("changed touched modified updated edited altered".split())


def times_changed(found: list[Token]) -> Reworded | None:
    """“x was changed twice yesterday”: there were two changes on x yesterday."""
    told, end = ended(found)
    at = next((i for i in range(2, len(told) - 1) if told[i].low in _CHANGED), None)
    if at is None or told[at - 1].low not in ("was", "were", "been", "got"):
        return None
    subject = [t for t in told[:at] if t.kind == "name"]
    figure = told[at + 1].figure
    rest = told[at + 2 :]
    if figure is not None and figure.form == "amount" and rest and rest[0].low == "times":
        rest = rest[1:]
    elif figure is None or figure.form != "multiple":
        return None
    if (
        len(subject) != 1
        or any(is_verb(rest, i) for i in range(len(rest)))
        or any(t.kind == "name" for t in rest[:1])
    ):
        return None
    count = replace(told[at + 1], figure=replace(figure, form="amount", op="="))
    noun = word("change" if figure.value == 1 else "changes", told[at])
    return [
        word("there", told[0]),
        word("were", told[0]),
        count,
        noun,
        word("on", told[at]),
        subject[0],
        *rest,
        *end,
    ]


def existential(found: list[Token]) -> Reworded | None:
    """“Three changes in the last 24 hours, two of them on x”: there were three."""
    told, _ = ended(found)
    cut = next((i for i, t in enumerate(told) if t.text in (",", ";", ":", "—", "–")), len(told))
    if len(told) < 3 or told[0].kind != "figure" or told[1].kind != "word" or cut < 2:
        return None
    if any(is_verb(told, i) for i in range(cut)) or told[1].low in ("of", "times") or told[0].figure is None:
        return None
    if told[0].figure.unit is not None or told[0].figure.form != "amount":
        return None
    return [word("there", told[0]), word("are", told[0]), *found]


def never_beyond(found: list[Token]) -> Reworded | None:
    """“It never goes below two replicas”: its minimum is two."""
    at = next((i for i in range(1, len(found) - 3) if found[i].low == "never"), None)
    if at is None or found[at + 1].low not in ("goes", "drops", "falls", "scales", "grows", "gets", "runs"):
        return None
    beyond = {
        "below": "minimum",
        "under": "minimum",
        "above": "maximum",
        "over": "maximum",
        "beyond": "maximum",
    }
    figure = found[at + 2].figure
    if figure is not None and figure.op in ("<", ">"):
        bound = "minimum" if figure.op == "<" else "maximum"
        plain = replace(found[at + 2], figure=replace(figure, op="="))
        lead = [word(w, found[at]) for w in ("has", "a", bound, "of")]
        return [*found[:at], *lead, plain, *found[at + 3 :]]
    bound = beyond.get(found[at + 2].low, "")
    if not bound or found[at + 3].kind != "figure":
        return None
    lead = [word(w, found[at]) for w in ("has", "a", bound, "of")]
    return [*found[:at], *lead, *found[at + 3 :]]


def replaced_by(found: list[Token]) -> Reworded | None:
    """“petra replaced 5.9.2 with 6.0.0”: petra changed it from the one to the other."""
    at = next((i for i in range(1, len(found) - 3) if found[i].low == "replaced"), None)
    if at is None or found[at + 2].low not in ("with", "by") or found[at - 1].low in ("was", "been", "is"):
        return None
    old, new = found[at + 1], found[at + 3]
    if old.kind not in ("name", "figure") or new.kind not in ("name", "figure"):
        return None
    head = found[:at]
    if len(head) > 1 and head[-1].low in ("change", "deployment", "rollout") and head[-2].possessive:
        head = [*head[:-2], replace(head[-2], possessive=False)]
    return [
        *head,
        *(word(w, found[at]) for w in ("changed", "it", "from")),
        old,
        word("to", old),
        new,
        *found[at + 4 :],
    ]


def one_each(found: list[Token]) -> Reworded | None:
    """“petra made two changes, milan and noor one each”: each made so many."""
    told, end = ended(found)
    verb = next((i for i in range(1, len(told)) if told[i].low == "made"), None)
    cut = next((i for i in range(len(told)) if told[i].text in (",", ";")), None)
    if verb is None or cut is None or cut < verb + 3 or told[-1].low not in ("each", "apiece"):
        return None
    first, rest = told[:cut], [t for t in told[cut + 1 : -1] if t.low != "and"]
    who = [t for t in rest if t.kind == "name"]
    nouns = [t for t in first[verb + 2 :] if t.kind == "word"]
    if (
        len(who) < 2
        or len(rest) != len(who) + 1
        or rest[-1].kind != "figure"
        or first[0].kind != "name"
        or verb != 1
    ):
        return None
    if first[2].kind != "figure" or len(nouns) != len(first) - 3:
        return None
    by = (word("were", first[1]), word("made", first[1]), word("by", first[1]))
    made = [first[2], *nouns, *by, first[0]]
    for one in who:
        made += [mark(";", one), rest[-1], *nouns, *by, one]
    return [*made, *end]


def times_what(found: list[Token]) -> Reworded | None:
    """“Its memory limit is 512 MiB, twice what it requests”: its memory limit is twice its request."""
    told, end = ended(found)
    at = next(
        (
            i
            for i in range(3, len(told) - 3)
            if [t.low for t in told[i : i + 2]] in (["what", "it"], ["what", "they"])
        ),
        None,
    )
    if (
        at is None
        or told[at - 1].figure is None
        or told[at - 2].text not in (",", ";", "—", "–")
        or at + 3 != len(told)
    ):
        return None
    verb = next((i for i in range(1, at) if is_verb(told, i)), None)
    figure = told[at - 1].figure
    if verb is None or figure is None or figure.form not in ("multiple", "part"):
        return None
    left = told[:verb]
    its = word("its", told[at])
    return [
        *told[: at - 2],
        mark(";", told[at]),
        *left,
        word("is", told[at]),
        told[at - 1],
        its,
        told[at + 2],
        *end,
    ]


def so_many_each(found: list[Token]) -> Reworded | None:
    """“argocd made 11 of the 18 changes, noor five and lucia two”: the verb and the noun said of each."""
    told, end = ended(found)
    cut = next((i for i, t in enumerate(told) if t.text == ","), None)
    if cut is None or cut < 6 or told[0].kind != "name" or told[2].kind != "figure" or told[3].low != "of":
        return None
    first = told[:cut]
    nouns: list[Token] = []
    while (
        first and first[-1].kind == "word" and len(nouns) < 3 and first[-1].low not in ("the", "all", "our")
    ):
        nouns.insert(0, first.pop())
    rest = [t for t in told[cut + 1 :] if t.low != "and" and t.text != ","]
    if not nouns or len(rest) < 2 or len(rest) % 2 or not is_verb(told, 1):
        return None
    made = (
        [*told[2:cut], word("were", told[1]), told[1], word("by", told[1]), told[0]]
        if told[1].low == "made"
        else list(told[:cut])
    )
    for name, figure in zip(rest[::2], rest[1::2], strict=True):
        if name.kind != "name" or figure.kind != "figure":
            return None
        made += [mark(";", name), *made_so_many(name, told[1], figure, nouns)]
    return [*made, *end]


def made_so_many(who: Token, verb: Token, figure: Token, nouns: list[Token]) -> list[Token]:
    """“noor made five changes” as "five changes were made by noor"."""
    if verb.low != "made":
        return [who, verb, figure, *nouns]
    return [figure, *nouns, word("were", verb), verb, word("by", verb), who]
