"""Deeds said by a noun, and how somebody is reached: "the image bump to 3.1 was performed by x", "y can be reached via #y"."""

from __future__ import annotations

from evidence.clause import is_verb
from evidence.retold import word
from evidence.token import Token

_DEEDS = {
    "bump": "bumped",
    "update": "updated",
    "upgrade": "upgraded",
    "downgrade": "downgraded",
    "change": "changed",
    "increase": "increased",
    "decrease": "decreased",
    "reduction": "reduced",
}
_MADE = frozenset("made performed done executed applied triggered carried rolled".split())
_HAPPENED = frozenset("happened occurred".split())
_BY = frozenset("via at on through in by under".split())
_REACHED = frozenset("reached contacted".split())
_SETUP = frozenset(
    "configuration settings setup details properties values facts figures specification".split()
)


def deed(found: list[Token]) -> list[Token]:
    """“The image bump to 3.1 was performed by x”: the image was bumped to 3.1 by x."""
    at = next((i for i in range(2, min(len(found), 6)) if found[i].low in _DEEDS), None)
    if at is None or found[0].low not in ("the", "its") or found[at + 1 : at + 2] == []:
        return found
    if found[at + 1].low not in ("to", "from"):
        return found
    end = next(
        (
            i
            for i in range(at + 2, min(len(found), at + 7))
            if found[i].kind == "word" and found[i].low != "to"
        ),
        None,
    )
    if end is None or any(t.kind == "mark" for t in found[at:end]):
        return found
    low = [t.low for t in found[end : end + 3]]
    if low[0] in _HAPPENED:
        rest = found[end + 1 :]
    elif low[:2] == ["took", "place"]:
        rest = found[end + 2 :]
    elif low[0] in ("was", "were", "is") and len(low) > 1 and low[1] in _MADE:
        rest = found[end + (3 if low[-1] in ("out", "done") and low[1] != low[-1] else 2) :]
    else:
        return found
    done = [word("was", found[at]), word(_DEEDS[found[at].low], found[at])]
    return [*found[:at], *done, *found[at + 1 : end], *rest]


def reached(found: list[Token]) -> list[Token]:
    """“x can be reached via #x”: its channel is #x; "by email at a@b": its e-mail is."""
    at = next((i for i in range(3, len(found) - 2) if found[i].low in _REACHED), None)
    if at is None or [t.low for t in found[at - 2 : at]] != ["can", "be"]:
        return found
    last = found[at + 1 :]
    while last and last[-1].kind == "mark":
        last = last[:-1]
    if not last or last[0].low not in _BY or any(t.kind == "mark" or t.low == "and" for t in last):
        return found
    address = last[-1].text
    noun = "channel" if address.startswith("#") else "email" if "@" in address else ""
    if not noun or any(
        t.low not in _BY | {"the", "email", "e-mail", "slack", "channel", "mail"} for t in last[:-1]
    ):
        return found
    has = [word(w, found[at]) for w in ("has", "the", noun)]
    return [*found[: at - 2], *has, *found[at + 1 + len(last) - 1 :]]


def as_follows(found: list[Token]) -> list[Token]:
    """“Its configuration is as follows: a, b”: a, b."""
    at = next((i for i in range(3, min(len(found), 8)) if found[i].text == ":"), None)
    if at is None or [t.low for t in found[at - 2 : at]] != ["as", "follows"] or at + 1 >= len(found):
        return found
    lead = found[: at - 2]
    own = [t for t in lead if t.low not in ("the", "its", "key", "main", "is", "are", "current", "of")]
    if len(own) == 1 and own[0].low in _SETUP:
        return found[at + 1 :]
    return found


def all_except(found: list[Token]) -> list[Token]:
    """“All nodes are ready except x”: all nodes but x are ready."""
    at = next((i for i in range(4, len(found) - 1) if found[i].low == "except"), None)
    if at is None or found[0].low not in ("all", "every"):
        return found
    end = at + 1
    while end < len(found) and (found[end].kind == "name" or found[end].low in ("and", "for")):
        end += 1
    verb = next((i for i in range(2, min(at, 6)) if is_verb(found, i)), None)
    if verb is None or found[end - 1].kind != "name" or any(t.kind in ("mark", "name") for t in found[:verb]):
        return found
    names = [t for t in found[at + 1 : end] if t.low != "for"]
    noun = [t for t in found[1:verb] if t.low not in ("of", "the")]
    before = found[verb:at]
    before = before[:-1] if before[-1].text == "," else before
    return [found[0], *noun, word("but", found[at]), *names, *before, *found[end:]]


def by_team(found: list[Token]) -> list[Token]:
    """“managed by the y team”: owned by it; what manages is no team else."""
    made = list(found)
    for at in range(1, len(found) - 3):
        if found[at].low != "managed" or found[at + 1].low != "by":
            continue
        name = at + 3 if found[at + 2].low == "the" else at + 2
        if name + 1 < len(found) and found[name].kind == "name" and found[name + 1].low == "team":
            made[at] = word("owned", found[at])
    return made


def only_such(found: list[Token]) -> list[Token]:
    """“x is the only unencrypted database”: the only database that is unencrypted."""
    at = next((i for i in range(2, len(found) - 2) if found[i].low == "only"), None)
    if at is None or found[at - 1].low != "the" or found[at - 2].low not in ("is", "was"):
        return found
    state, noun, rest = found[at + 1], found[at + 2], found[at + 3 :]
    if state.kind != "word" or noun.kind != "word" or not state.low.endswith(("ed", "y", "az")):
        return found
    if rest and rest[0].kind != "mark" and rest[0].low not in ("in", "and"):
        return found
    return [*found[: at + 1], noun, word("that", noun), word("is", noun), state, *rest]


def by_verb(found: list[Token]) -> list[Token]:
    """The sentence with its deeds said by verbs."""
    return only_such(by_team(all_except(as_follows(reached(deed(found))))))
