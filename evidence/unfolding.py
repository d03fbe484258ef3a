"""A long sentence as the short ones in it: what hangs on its claim by a comma, "which", "with", "while" or brackets is said apart.

“x, a Deployment in shop, runs 3.1, while y is on 3.0” is "x is a Deployment in shop", "x runs 3.1" and "y is on 3.0". Each
half is a sentence of its own with its subject said, and is judged like any other; the sentence stands if both do. Nothing is
unfolded under a condition, or out of what denies or counts the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from evidence.clause import is_verb
from evidence.retold import ended, word
from evidence.token import Token
from evidence.word import BE, PREPOSITIONS

Halves = tuple[list[Token], list[Token]]

_CONDITIONAL = frozenset(
    "if unless would could should otherwise or nor until because since due except".split()
)
_OPPOSING = frozenset("while whereas although though but and so".split())
_FIRST = frozenset("while whereas although though".split())
_HEADS = frozenset("the its this that it they a an our these both".split())
_DENYING = frozenset(
    "no none not never neither nothing nobody all only every each most few half many".split()
)
_FINITE = {
    "running": "runs",
    "offering": "offers",
    "providing": "provides",
    "having": "has",
    "using": "uses",
    "belonging": "belongs",
    "living": "lives",
    "sitting": "sits",
    "holding": "holds",
    "containing": "contains",
    "depending": "depends",
    "relying": "relies",
    "tracking": "tracks",
    "managing": "manages",
    "keeping": "keeps",
    "retaining": "retains",
    "routing": "routes",
    "listening": "listens",
    "covering": "covers",
    "consuming": "consumes",
    "featuring": "features",
    "hosting": "hosts",
    "dating": "is",
    "owning": "owns",
    "serving": "serves",
    "expiring": "expires",
    "scaling": "scales",
    "targeting": "targets",
    "requesting": "requests",
    "residing": "resides",
    "reporting": "reports",
}
"""Participles of which the verb says the same in a clause of its own."""


_LONGEST = 60
"""How many tokens a sentence may have to be unfolded: more than one that a person can follow."""


def halves(found: list[Token]) -> Iterator[Halves]:
    """The ways to say the sentence as two, the first of them short."""
    told, end = ended(found)
    low = {t.low for t in told}
    if not 6 <= len(told) <= _LONGEST or low & _CONDITIONAL or low.isdisjoint(_TRIGGERS):
        return
    for rule in _RULES:
        made = rule(told)
        if made is not None and all(len(half) > 1 for half in made):
            yield [*made[0], *end], [*made[1], *end]


def _verb(told: list[Token], first: int = 0) -> int | None:
    """Where the first finite verb stands."""
    return next((i for i in range(first, len(told)) if is_verb(told, i)), None)


def _subject(told: list[Token]) -> list[Token] | None:
    """What a sentence speaks of: one thing by its name, its noun or a pronoun; nothing that counts or denies."""
    verb = _verb(told)
    if verb is None or not 0 < verb <= 6:
        return None
    subject = told[:verb]
    if any(t.low in _DENYING or t.kind in ("mark", "figure", "time") for t in subject):
        return None
    while subject and subject[-1].low.endswith("ly"):
        subject = subject[:-1]
    named = [t for t in subject if t.kind == "name"]
    return subject if subject and (named or subject[0].low in _HEADS) else None


def _commas(told: list[Token]) -> list[int]:
    return [i for i, t in enumerate(told) if t.text == "," and 0 < i < len(told) - 1]


def _opposed(told: list[Token]) -> Halves | None:
    """“A, while B”, "A; B", "A and B": each with a verb of its own."""
    for at in range(2, len(told) - 2):
        token = told[at]
        if token.text in (";", "—", "–", ":") or (token.low in _OPPOSING and told[at - 1].text != ","):
            start = at + 1
        elif token.text == "," and told[at + 1].low in _OPPOSING:
            start = at + 2
        else:
            continue
        made = _joined(told[:at], told[start:])
        if made is not None:
            return made
    return None


def _joined(left: list[Token], right: list[Token]) -> Halves | None:
    while right and right[0].low in ("then", "also", "still", "currently", "both", "therefore"):
        right = right[1:]
    right = _fronting(left, right)
    verb = _verb(right)
    if _verb(left) is None:
        return None
    if verb is None:
        return _gapped(left, right)
    if verb > 0 and any(t.low in ("which", "who", "that", "whose") for t in right[:verb]):
        return None
    if verb > 1 and right[verb - 1].low in ("and", ","):
        return None
    if verb > 0:
        return left, _completed(left, _of_them(right, verb))
    subject = _subject(left)
    return None if subject is None else (left, [*subject, *right])


def _fronting(left: list[Token], right: list[Token]) -> list[Token]:
    """“A and, as of 11:50, has B”: as of 11:50, it has B."""
    subject = _subject(left)
    if not right or right[0].text != "," or subject is None:
        return right
    close = next((i for i in range(2, len(right) - 1) if right[i].text == ","), None)
    if close is None or not is_verb([subject[-1], *right[close + 1 :]], 1):
        return right
    return [*right[1 : close + 1], *subject, *right[close + 1 :]]


def _each_said(told: list[Token]) -> Halves | None:
    """“x is ready and available”, "all four are up and running": it is the one, and it is the other."""
    verb = _verb(told)
    if verb is None or told[verb].low not in BE or not verb:
        return None
    counts = any(t.figure is not None for t in told[:verb])
    if (counts and told[0].low not in ("all", "both")) or any(
        t.low in _DENYING - {"all"} for t in told[:verb]
    ):
        return None
    at = next((i for i in range(verb + 2, len(told) - 1) if told[i].low == "and"), None)
    if (
        at is None
        or _verb(told[at + 1 :]) is not None
        or any(t.low in _DENYING | {"both"} for t in told[verb:])
    ):
        return None
    done = told[at + 1].low.endswith("ed") and told[at + 2 : at + 3] and told[at + 2].low in PREPOSITIONS
    plain = all(t.kind == "word" for t in told[verb + 1 : at]) and told[at + 1].kind == "word"
    if not plain and not done:
        return None
    return told[:at], [*told[: verb + 1], *told[at + 1 :]]


def _completed(left: list[Token], right: list[Token]) -> list[Token]:
    """“two are encrypted, while x is not”: x is not encrypted."""
    verb = _verb(left)
    last = [t.low for t in right[-2:]]
    bare = last[-1] in _AUXILIARY or (last[-1] == "not" and last[0] in _AUXILIARY)
    if not bare or verb is None or left[verb].low not in BE:
        return right
    return [*right, *(t for t in left[verb + 1 :] if t.low not in ("not", "also"))]


_AUXILIARY = frozenset("is are was were".split())


def _of_them(right: list[Token], verb: int) -> list[Token]:
    """“two run Postgres and one runs MySQL”: one of them."""
    if verb != 1 or right[0].figure is None or right[0].figure.form != "amount" or right[0].figure.unit:
        return right
    return [right[0], word("of", right[0]), word("them", right[0]), *right[1:]]


def _gapped(left: list[Token], right: list[Token]) -> Halves | None:
    """“two of them run Postgres and one MySQL”: one of them runs it."""
    verb = _verb(left)
    counted = right and right[0].figure is not None and right[0].figure.form == "amount"
    if verb is None or not counted or len(right) > 3 or not any(t.figure is not None for t in left[:verb]):
        return None
    if right[0].figure is not None and right[0].figure.unit is not None:
        return None
    return left, [*_of_them([*right[:1], left[verb], *right[1:]], 1)]


def _fronted(told: list[Token]) -> Halves | None:
    """“While A, B”."""
    if told[0].low not in _FIRST:
        return None
    for at in _commas(told):
        if _verb(told[1:at]) is not None and _verb(told[at + 1 :]) is not None:
            return told[1:at], told[at + 1 :]
    return None


def _inner(told: list[Token]) -> Halves | None:
    """“x, a Deployment in shop, runs …”, "x, which is owned by y, runs …", "x, with 8 replicas, …"."""
    commas = _commas(told)
    if not commas or commas[0] > 5:
        return None
    first = commas[0]
    subject = told[:first]
    if _verb(subject) is not None or not _is_one(subject):
        return None
    for close in commas[1:]:
        rest = told[close + 1 :]
        if not is_verb([subject[-1], *rest], 1):
            continue
        hung = _hung(subject, told[first + 1 : close])
        return None if hung is None else (hung, [*subject, *rest])
    return None


def _is_one(subject: list[Token]) -> bool:
    if any(t.low in _DENYING or t.kind in ("mark", "figure", "time") or t.low == "and" for t in subject):
        return False
    return any(t.kind == "name" for t in subject) or subject[0].low in _HEADS


def _hung(subject: list[Token], hung: list[Token]) -> list[Token] | None:
    """What hangs on a noun, as a sentence about it."""
    if not hung:
        return None
    first, rest = hung[0], hung[1:]
    if first.low in ("which", "who") and _verb(rest) == 0:
        return [*subject, *rest]
    if first.low == "with" and rest:
        return _having(subject, rest)
    if first.low in ("a", "an", "one") and rest and _verb(hung) is None:
        return [*subject, word("is", first), *hung]
    if first.low in _FINITE and rest:
        return [*subject, word(_FINITE[first.low], first), *rest]
    if first.low in ("in", "on") and rest and _verb(hung) is None:
        return [*subject, word("is", first), *hung]
    return _undergone(subject, hung)


def _undergone(subject: list[Token], hung: list[Token]) -> list[Token] | None:
    """“owned by y”, "currently deployed in z": it is."""
    at = 1 if len(hung) > 2 and hung[0].low.endswith("ly") else 0
    done = hung[at].low.endswith(("ed", "en", "built", "run")) and hung[at].kind == "word"
    if not done or at + 2 > len(hung) - 1 or hung[at + 1].low not in PREPOSITIONS:
        return None
    return [*subject, word("is", hung[0]), *hung]


def _having(subject: list[Token], rest: list[Token]) -> list[Token]:
    """“with 8 replicas”: it has them. “with backups kept for 14 days”: they are kept so."""
    for at in range(1, len(rest) - 1):
        token = rest[at]
        if token.low in _FINITE:
            return [*rest[:at], word(_FINITE[token.low], token), *rest[at + 1 :]]
        if token.low.endswith("ed") and token.kind == "word" and rest[at + 1].low in PREPOSITIONS:
            return [*rest[:at], word("is", token), *rest[at:]]
        if token.low == "at" and rest[at + 1].kind == "figure" and rest[at - 1].kind == "word":
            return [*rest[:at], word("is", token), *rest[at:]]
    return [*subject, word("has", rest[0]), *rest]


def _tail(told: list[Token]) -> Halves | None:
    """“…, running on y”, "…, with 8 replicas", "…, owned by z", "…, leaving two not ready"."""
    for at in reversed(_commas(told)):
        left, hung = told[:at], told[at + 1 :]
        if _verb(left) is None:
            continue
        if hung[0].low == "leaving" and len(hung) > 2:
            return left, _left_over(hung[1:])
        if hung[0].low in ("meaning", "indicating", "showing") and hung[1:2]:
            rest = hung[2:] if hung[1].low == "that" else hung[1:]
            return (left, rest) if rest and _verb(rest) else None
        subject = _meant(left, hung)
        verb = _verb(left)
        if subject and verb and hung[0].low == "with" and any(t.low in _MOST for t in left[verb:]):
            return left, [*subject, left[verb], *hung[1:]]
        said = _hung(subject, hung) if subject is not None else None
        if said is not None:
            return left, said
    return None


_MOST = frozenset("most fewest".split())


def _meant(left: list[Token], hung: list[Token]) -> list[Token] | None:
    """What a tail speaks of: what was named right before it, where it tells what that is; else the subject."""
    subject = _subject(left)
    last = left[-1]
    nearest = last.kind == "name" and not (subject is not None and any(t is last for t in subject))
    if not nearest:
        return subject
    if hung[0].low in ("which", "who", "a", "an", "one") or hung[0].low.endswith("ed"):
        return [last]
    return subject if hung[0].low != "with" else None


def _left_over(rest: list[Token]) -> list[Token]:
    """“leaving two that are not ready”, "leaving two unavailable": they are so."""
    that = next((i for i, t in enumerate(rest) if t.low in ("that", "which")), None)
    if that is not None and that <= 3:
        return [*rest[:that], *rest[that + 1 :]]
    at = next((i for i in range(1, len(rest)) if rest[i].low in ("not", "without", "in", "with", "un")), 1)
    return [*rest[:at], word("are", rest[0]), *rest[at:]]


def _restricted(told: list[Token]) -> Halves | None:
    """“x is a Deployment that is owned by y”: it is one, and it is owned by y."""
    verb = _verb(told)
    subject = _subject(told)
    if verb is None or subject is None or told[verb].low not in BE:
        return None
    if verb + 1 >= len(told) or told[verb + 1].low not in ("a", "an"):
        return None
    at = next((i for i in range(verb + 2, len(told) - 1) if told[i].low in ("that", "which", "who")), None)
    if at is None or not is_verb(told, at + 1) or told[at - 1].kind == "mark":
        return None
    return told[:at], [*subject, *told[at + 1 :]]


def _at_that_time(told: list[Token]) -> Halves | None:
    """“A at 10:30, when B”: B was at that time, and A."""
    at = when(told)
    if at is None:
        return None
    left, right = told[:at], told[at + 1 :]
    left = left[:-1] if left[-1].text == "," else left
    time = next((t for t in reversed(left) if t.kind == "time"), None)
    if time is None or any(t.kind == "time" for t in right):
        return None
    return [*right, word("at", time), time], left


def when(told: list[Token]) -> int | None:
    """Where a "when" stands that tells one deed to be at the time of another: the two are not judged apart."""
    for at in range(3, len(told) - 2):
        if told[at].low == "when" and len(told) > _LONGEST:
            return at
        if told[at].low == "when" and _verb(told[:at]) is not None and _verb(told[at + 1 :]):
            return at
    return None


def _likewise(told: list[Token]) -> Halves | None:
    """“x is a member of y, as is z”: z is as well."""
    for at in _commas(told):
        rest = told[at + 1 :]
        if (
            rest[0].low not in ("as", "so")
            or len(rest) < 3
            or rest[1].low not in (BE | {"does", "do", "has"})
        ):
            continue
        verb = _verb(told[:at])
        if verb is None or any(t.kind != "name" and t.low not in ("the", "and") for t in rest[2:]):
            continue
        return told[:at], [*rest[2:], *told[verb:at]]
    return None


def _as_of(told: list[Token]) -> Halves | None:
    """“As of 11:50, two were ready”: two are ready, and it was observed then."""
    low = [t.low for t in told[:6]]
    lead = next((n for n in _AS_OF if tuple(low[: len(n)]) == n), None)
    at = next((i for i in _commas(told) if i <= 7), None)
    if lead is None or at is None or told[at - 1].kind != "time":
        return None
    if any(t.kind not in ("time", "word") for t in told[:at]) or _verb(told[at + 1 :]) is None:
        return None
    rest = [word(_NOW[t.low], t) if t.low in _NOW else t for t in told[at + 1 :]]
    named = [t for t in (_subject(rest) or []) if t.kind == "name"]
    seen = [word(w, told[0]) for w in ("was", "observed", "at")]
    return [*(named[:1] or [word("it", told[0])]), *seen, told[at - 1]], rest


_AS_OF = (("as", "of"), ("as", "at"), ("at",), ("when", "last", "observed"))
_NOW = {"was": "is", "were": "are", "had": "has", "contained": "contains", "held": "holds"}


def _members(told: list[Token]) -> Halves | None:
    """“has six members, including x and y”: x and y are members of it."""
    for at in _commas(told):
        subject = _subject(told[:at])
        if told[at + 1].low not in ("including", "among") or subject is None:
            continue
        close = next(
            (
                i
                for i in range(at + 2, len(told))
                if told[i].kind != "name" and told[i].low not in ("and", ",")
            ),
            None,
        )
        end = len(told) if close is None else close
        rest = told[end:]
        if rest and rest[0].low == "and":
            rest = rest[1:]
        while told[end - 1].low == "and" or told[end - 1].text == ",":
            end -= 1
        names = told[at + 2 : end]
        noun = told[at - 1]
        if not names or noun.kind != "word" or (rest and _verb(rest) != 0):
            return None
        are = [word(w, noun) for w in ("are", noun.low, "of")]
        first = told[:at] if not rest else [*told[:at], word("and", noun), *rest]
        return first, [*names, *are, *subject]
    return None


def _in_brackets(told: list[Token]) -> Halves | None:
    """“x (a Deployment in shop) runs …”, "x (namespace shop, cluster prod) …": what is said of it in brackets."""
    start = next((i for i, t in enumerate(told) if t.text == "("), None)
    close = next((i for i, t in enumerate(told) if t.text == ")"), None)
    if start is None or close is None or not 0 < start < close - 1:
        return None
    subject = _subject(told[:start]) if _verb(told[:start]) is not None else told[:start]
    if told[start - 1].kind == "name":
        subject = [told[start - 1]]
    inner = told[start + 1 : close]
    if subject is None or not _is_one(subject):
        return None
    rest = [*told[:start], *told[close + 1 :]]
    hung = _hung(subject, inner)
    if hung is None and _verb(inner) is None:
        hung = [*subject, word("has", inner[0]), *inner]
    return None if hung is None else (hung, rest)


_Rule = Callable[[list[Token]], Halves | None]
_RULES: tuple[_Rule, ...] = (
    _as_of,
    _fronted,
    _members,
    _in_brackets,
    _inner,
    _restricted,
    _at_that_time,
    _likewise,
    _opposed,
    _each_said,
    _tail,
)
_TRIGGERS = frozenset(", ; : — – ( and but while whereas although though that".split())
