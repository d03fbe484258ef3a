"""What colleagues say to each other, as the plain claims in it: whom to ask, whose something is, who says so.

Each rule takes the tokens of a sentence and gives the same claims in a plainer order, or nothing; as in `rewording`.
"""

from __future__ import annotations

from dataclasses import replace

from evidence.clause import is_verb
from evidence.retold import Reworded, ended, mark, word
from evidence.token import Token
from evidence.word import BE

_ASKING = frozenset(
    "ping ask contact page call reach mail email message poke nudge try tell notify see find write".split()
)
ASKING = " ".join(
    sorted(_ASKING | {"talk", "speak", "turn", "go", "get", "reached", "reachable", "they", "drop", "send"})
)
"""Words of which one stands where somebody is told whom to ask."""
_TO = frozenset("to with at in on via through under by for".split())
_MAILING = frozenset("mail email write e-mail".split())


def whom_to_ask(found: list[Token]) -> Reworded | None:
    """“Ping checkout, they own cart-api”: checkout owns it. “You can mail them at a@b”: their e-mail is a@b."""
    for at in range(len(found) - 3):
        if at and (found[at - 1].text not in (";", ",", "—", "–", ":") and found[at - 1].low != "and"):
            continue
        last = _whom(found, at)
        made = _asked(found[at:], last)
        if made is not None:
            return [*found[: at - 1], mark(";", found[at]), *made] if at else made
    return None


def _whom(found: list[Token], at: int) -> Token | None:
    """Whom "them" means: who was named last, or who does the owning."""
    named = [_plain(t) for i, t in enumerate(found[:at]) if _is_named(found, i)]
    owns = any(t.low in ("owns", "responsible", "maintains", "looks", "runs", "charge") for t in found[:at])
    return (named[0] if owns else named[-1]) if named else None


def _is_named(found: list[Token], at: int) -> bool:
    """Whether a name is told of: no genitive, but behind "is" ("x is front-desk's")."""
    return found[at].kind == "name" and (not found[at].possessive or (at > 0 and found[at - 1].low in BE))


def _asked(found: list[Token], last: Token | None) -> Reworded | None:
    """The clause that tells whom to ask; "them" is whom was named last."""
    told, end = ended(found)
    low = [t.low for t in told]
    if (
        low[:2] == ["they", "are"]
        and len(told) == 4
        and told[2].low in ("in", "on")
        and told[3].text[:1] == "#"
    ):
        has = [word(w, told[1]) for w in ("has", "the", "channel")]
        return [last or told[0], *has, told[3], *end]
    start = _asking_from(told)
    if start is None:
        return None
    verb = told[start].low
    rest = told[start + 1 :]
    cut = next((i for i, t in enumerate(rest) if t.text in (",", ";", "—", "–", ":")), len(rest))
    asked, more = rest[:cut], rest[cut + 1 :]
    who = next((t for t in asked if t.kind == "name"), None)
    if more and who is not None:
        return _told_of_asked(who, more, end, asked)
    return None if more else _address(verb, asked, end, last)


def _asking_from(told: list[Token]) -> int | None:
    """Where the verb of asking stands: first, or after "you can", "please", "best"."""
    at = 0
    while at < min(len(told), 4) and told[at].low in (
        "you",
        "can",
        "could",
        "should",
        "may",
        "best",
        "please",
        "just",
        "'ll",
        "you'll",
        "will",
        "to",
        "they",
        "are",
        "be",
    ):
        at += 1
    if at + 1 >= len(told):
        return None
    if told[at].low in ("drop", "send") and told[at + 1].low in ("them", "him", "her"):
        idle = ("a", "an", "line", "note", "message", "mail", "word")
        return next((i - 1 for i in range(at + 2, len(told)) if told[i].low not in idle), None)
    if told[at].low in ("talk", "speak", "go", "get", "turn") and told[at + 1].low in ("to", "with"):
        return at + 1
    if told[at].low == "reachable" or (told[at].low == "reached" and at):
        return at
    return at if told[at].low in _ASKING else None


def _told_of_asked(who: Token, more: list[Token], end: list[Token], asked: list[Token]) -> Reworded | None:
    """What is said of whom to ask: "they own it", "it's their service", "they look after it"."""
    if len([t for t in asked if t.kind == "name"]) != 1 or any(t.kind in ("figure", "time") for t in asked):
        return None
    low = [t.low for t in more]
    while low and low[0] in ("because", "as", "since"):
        low, more = low[1:], more[1:]
    if low and low[0] in ("they", "she", "he", "who", "that") and len(more) > 1 and is_verb(more, 1):
        return [who, *more[1:], *end]
    if len(more) == 1 and more[0].kind == "name" and (more[0].text[:1] == "#" or "@" in more[0].text[1:]):
        its = [word(w, who) for w in ("its", "owner", "is")]
        field = "channel" if more[0].text[:1] == "#" else "email"
        has = [word(w, more[0]) for w in ("has", "the", field)]
        return [*its, who, mark(";", more[0]), who, *has, more[0], *end]
    theirs = _theirs(more)
    if theirs is not None:
        return [who, word("owns", more[0]), *theirs, *end]
    return None


def _theirs(more: list[Token]) -> list[Token] | None:
    """“it's their service”, "x is theirs", "that one is theirs": what it is that they own."""
    at = next((i for i, t in enumerate(more) if t.low in ("their", "theirs")), None)
    if at is None or at < 1 or more[at - 1].low not in ("is", "'s", "are"):
        return None
    noun = more[at + 1 :]
    if any(t.kind != "word" for t in noun) or len(noun) > 2:
        return None
    subject = more[: at - 1]
    if [t.low for t in subject] in (["it"], ["that"], ["this"], ["that", "one"]):
        return [word("it", more[0])]
    return subject if len(subject) == 1 and subject[0].kind == "name" else None


def _address(verb: str, asked: list[Token], end: list[Token], last: Token | None) -> Reworded | None:
    """“reach them in #pricing”, "mail front-desk at a@b": who, and the address of that sort."""
    at = next((i for i, t in enumerate(asked) if t.low in _TO and i), None)
    if asked and asked[0].low in _TO:
        at = 0
    if at is None or at + 1 >= len(asked):
        return None
    who, what = (
        asked[:at],
        [t for t in asked[at + 1 :] if t.low not in ("the", "channel", "address", "slack")],
    )
    if len(what) != 1 or what[0].kind not in ("name", "word") or len([t for t in who if t.low != "the"]) > 2:
        return None
    field = "email" if verb in _MAILING or "@" in what[0].text[1:] else "channel"
    if verb in _MAILING and "@" not in what[0].text[1:]:
        return None
    subject = [t for t in who if t.kind == "name"] or [last or word("it", asked[0])]
    return [*subject, word("has", asked[0]), word("the", asked[0]), word(field, asked[0]), *what, *end]


def theirs(found: list[Token]) -> Reworded | None:
    """“triage-api is front-desk's”: it is owned by front-desk."""
    for at in range(1, len(found) - 1):
        token = found[at + 1]
        after = found[at + 2].text if at + 2 < len(found) else "."
        if (
            found[at].low in BE
            and token.kind == "name"
            and token.possessive
            and after in (".", ",", ";", "—")
        ):
            made = any(t.low in ("change", "changes", "deployment", "commit", "commits") for t in found[:at])
            owned = [found[at], word("made" if made else "owned", token), word("by", token), _plain(token)]
            return [*found[:at], *owned, *found[at + 2 :]]
    return None


def is_with(found: list[Token]) -> Reworded | None:
    """“x is with the millers”, "x sits with the team millers": it is owned by them."""
    for at in range(1, len(found) - 2):
        if found[at + 1].low != "with" or found[at].low not in ("is", "are", "sits", "lies"):
            continue
        rest = [t for t in found[at + 2 : at + 5] if t.low not in ("the", "team")]
        after = rest[1].text if len(rest) > 1 else "."
        if rest and rest[0].kind == "name" and not rest[0].possessive and after in (".", ",", ";"):
            owned = [word(w, found[at]) for w in ("is", "owned", "by")]
            end = found.index(rest[0])
            return [*found[:at], *owned, *found[end:]]
    return None


def labelled(found: list[Token]) -> Reworded | None:
    """“Contact: millers, millers@x.example”: the owner is millers, and that is its e-mail."""
    told, end = ended(found)
    if (
        len(told) < 3
        or told[0].low not in ("contact", "owner", "team")
        or told[1].text != ":"
        or told[2].kind != "name"
    ):
        return None
    made = [word("its", told[0]), word("owner", told[0]), word("is", told[0]), told[2]]
    rest = told[3:]
    while rest:
        if len(rest) < 2 or rest[0].text not in (",", ";", "(", ")") or rest[1].kind != "name":
            return [*made, *end] if [t.text for t in rest] == [")"] else None
        field = "email" if "@" in rest[1].text[1:] else "channel"
        made += [mark(";", rest[0]), told[2], *(word(w, rest[0]) for w in ("has", "the", field)), rest[1]]
        rest = rest[2:]
    return [*made, *end]


def _plain(token: Token) -> Token:
    return replace(token, possessive=False)


def according(found: list[Token]) -> Reworded | None:
    """“According to CODEOWNERS it's front-desk”, "the tag says front-desk owns it": owned by it, by that method."""
    parts: list[list[Token]] = [[]]
    for token in found:
        parted = token.text == "," and any(t.low == "names" for t in found)
        if (
            token.text in (";", ".", ":")
            or parted
            or (token.low in ("while", "but", "whereas") and parts[-1])
        ):
            parts[-1].append(token)
            parts.append([])
        else:
            parts[-1].append(token)
    made = [_attributed(p) for p in parts]
    if not any(m is not None for m in made):
        return None
    return [t for p, m in zip(parts, made, strict=True) for t in (m if m is not None else p)]


def _attributed(part: list[Token]) -> list[Token] | None:
    closed = (
        part[-1:]
        if part and (part[-1].text in (";", ".", ",") or part[-1].low in ("while", "but", "whereas"))
        else []
    )
    told = part[: len(part) - len(closed)]
    if told and told[-1].text == ",":
        told = told[:-1]
    source, rest = _source(told)
    if not source or not rest:
        return None
    if rest[0].low == "that" and len(rest) > 1:
        rest = rest[1:]
    if len(rest) == 1 and rest[0].kind == "name":
        rest = [*(word(w, rest[0]) for w in ("it", "is", "owned", "by")), rest[0]]
    if (
        rest[0].low in ("it", "it's")
        and len(rest) == 3
        and rest[1].low in ("is", "'s")
        and rest[2].kind == "name"
    ):
        rest = [rest[0], word("is", rest[1]), word("owned", rest[1]), word("by", rest[1]), rest[2]]
    if len(rest) == 3 and rest[1].low == "owns" and rest[0].kind == rest[2].kind == "name":
        rest = _owned(rest[2], rest[0])
    if not any(is_verb(rest, i) for i in range(len(rest))):
        return None
    return [*rest, word("by", rest[-1]), *source, *closed]


def _source(told: list[Token]) -> tuple[list[Token], list[Token]]:
    """Who says so, and what."""
    low = [t.low for t in told]
    if low[:2] == ["according", "to"]:
        at = 3 if low[2:3] == ["the"] else 2
        if at + 1 < len(told):
            return told[at : at + 1], told[at + 2 if told[at + 1].text == "," else at + 1 :]
    says = next(
        (i for i, t in enumerate(told[:4]) if t.low in ("says", "say", "states", "claims", "names")), None
    )
    if says is not None and 1 <= says <= 3 and not any(t.low in BE for t in told[:says]):
        source = [t for t in told[:says] if t.low not in ("the", "its", "a", "an")]
        return source, told[says + 1 :]
    return [], []


def not_since(found: list[Token]) -> Reworded | None:
    """“It hasn't succeeded since May 9”: it last succeeded on May 9."""
    for at in range(1, len(found) - 3):
        nobody = found[at - 1].low == "nobody" or [t.low for t in found[max(0, at - 2) : at]] == ["no", "one"]
        if found[at].low not in ("has", "have") or (found[at + 1].low not in ("not", "n't") and not nobody):
            continue
        if nobody:
            made = _nobody_since(found, at)
            if made is not None:
                return made
            continue
        verb = at + 3 if found[at + 2].low == "been" else at + 2
        since = next((i for i in range(verb + 1, min(verb + 4, len(found))) if found[i].kind == "time"), None)
        if since is None or not found[verb].low.endswith(("ed", "n")):
            continue
        moment = found[since].moment
        if moment is None or moment.edge != "since" or moment.edge_end is None:
            continue
        then = replace(found[since], moment=replace(moment, edge="", form="point", end=moment.edge_end))
        return [
            *found[:at],
            word("was", found[at]),
            word("last", found[at]),
            *found[verb:since],
            then,
            *found[since + 1 :],
        ]
    return None


def _nobody_since(found: list[Token], at: int) -> Reworded | None:
    """“Nobody has committed since 2 August”: it was last committed on 2 August."""
    since = next((i for i in range(at + 2, min(at + 4, len(found))) if found[i].kind == "time"), None)
    moment = found[since].moment if since is not None else None
    if since is None or moment is None or moment.edge != "since" or moment.edge_end is None:
        return None
    start = at - 1 if found[at - 1].low == "nobody" else at - 2
    then = replace(found[since], moment=replace(moment, edge="", form="point", end=moment.edge_end))
    was = [word(w, found[at]) for w in ("it", "was", "last")]
    return [*found[:start], *was, *found[at + 1 : since], then, *found[since + 1 :]]


def claimed(found: list[Token]) -> Reworded | None:
    """“Two teams claim x: a by tag and b by CODEOWNERS”, "x is disputed between a and b": a owns it, and b does."""
    told, end = ended(found)
    colon = next((i for i, t in enumerate(told) if t.text in (":", "—", "–", ",")), None)
    between = next((i for i, t in enumerate(told) if t.low == "between" and i > 2), None)
    if between is not None and not any(t.text in (":", ",") for t in told):
        thing = next((t for t in told[:between] if t.kind == "name"), None)
        if thing is None or not any(
            t.low in ("disputed", "contested", "conflict", "split") for t in told[:between]
        ):
            return None
        members = _members_of(told[between + 1 :])
        if members is None or len(members) != 2 or told[between - 1].low == "split":
            return None
        made = _thing_first(told[:between], thing)
        for member in members:
            made += [mark(";", member[0]), *_owned(thing, member[0]), *member[1:]]
        return [*made, *end]
    if (
        colon is None
        or told[0].figure is None
        or not any(t.low in ("claim", "claims", "compete", "named") for t in told[:colon])
    ):
        return None
    thing = next((t for t in told[:colon] if t.kind == "name"), None)
    members = _members_of(told[colon + 1 :])
    if thing is None or members is None or told[0].figure.value != len(members):
        return None
    made = []
    for member in members:
        made += ([mark(";", member[0])] if made else []) + _owned(thing, member[0]) + member[1:]
    return [*made, *end]


def _owned(thing: Token, owner: Token) -> list[Token]:
    return [_plain(thing), *(word(w, owner) for w in ("is", "reportedly", "owned", "by")), owner]


def _thing_first(told: list[Token], thing: Token) -> list[Token]:
    """“Ownership of x is disputed” as "x is disputed"."""
    rest = [t for t in told if t is not thing]
    verb = next((i for i in range(len(rest)) if rest[i].low in BE), None)
    return [_plain(thing), *(rest[verb:] if verb is not None else [])]


def _members_of(tokens: list[Token]) -> list[list[Token]] | None:
    """“a by tag and b by CODEOWNERS”, "a (tag) and b (CODEOWNERS)": each name with what is told of it."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.low == "and" or token.text in (",", ";"):
            if parts[-1]:
                parts.append([])
        elif token.text == "(":
            parts[-1].append(word("by", token))
        elif token.text != ")":
            parts[-1].append(token)
    parts = [[t for t in p if t.low != "the"] for p in parts if p]
    return parts if parts and all(p and p[0].kind == "name" for p in parts) else None


def named_owners(found: list[Token]) -> Reworded | None:
    """“a and b are named as owners of x”: they own it."""
    for at in range(1, len(found) - 5):
        if (
            found[at].low not in BE
            or found[at + 1].low not in ("named", "listed", "given", "seen")
            or found[at + 2].low != "as"
        ):
            continue
        rest = found[at + 3 :]
        rest = rest[1:] if rest[0].low in ("the", "an") else rest
        if rest[0].low in ("owner", "owners") and rest[1].low == "of":
            own = "own" if found[at].low == "are" else "owns"
            return [*found[:at], word("reportedly", found[at]), word(own, found[at]), *rest[2:]]
    return None
