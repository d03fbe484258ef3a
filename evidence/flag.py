"""Booleans and states said or denied (W3)."""

from __future__ import annotations

from evidence import naming
from evidence.evidenced import of_fact
from evidence.fact import Fact, View
from evidence.group import WORD, Group
from evidence.lexicon import OPPOSITES, STATE_FIELDS, concept, field_of
from evidence.use import Reading, Use
from evidence.word import stem, stems

_SAID_OTHERWISE: dict[str, tuple[frozenset[str], ...]] = {
    "multiAz": tuple(
        frozenset(concept(s) for s in stems(p))
        for p in (
            "several zones",
            "multiple zones",
            "several availability zones",
            "multiple availability zones",
        )
    ),
    "atMaximum": (frozenset({"maximum", "out"}), frozenset({"maximum"}), frozenset({"full", "scal"})),
}
"""Other words that say a boolean."""
_SAID_CONTRARY: dict[str, tuple[frozenset[str], ...]] = {
    "schedulable": (frozenset({stem("cordoned")}), frozenset({stem("cordoned"), "off"})),
}
"""Words that say the contrary of a boolean."""
_DENIED_OTHERWISE: dict[str, tuple[frozenset[str], ...]] = {
    "publiclyAccessible": tuple(
        frozenset(concept(s) for s in stems(p))
        for p in (
            "reached internet",
            "reachable internet",
            "reached outside",
            "public",
            "reached publicly",
            "internet",
            "exposed internet",
        )
    ),
}
"""Words that deny a boolean, and would say more than it does if they were not denied (S2)."""
_FLAG_VERBS = frozenset(
    stem(w)
    for w in """write keep produce emit record use have support allow offer provide collect come
    raise sound report trigger set go get see flag show run enforce apply leave keep stay remain turn switch do make""".split()
)
"""Verbs that say no more than that something is on: "doesn't write access logs"."""
_OPPOSED: dict[str, tuple[frozenset[str], ...]] = {
    "unschedulable": tuple(
        frozenset(concept(stem(w)) for w in p.split())
        for p in ("take new pod", "accept new pod", "take pod", "accept pod", "get new pod", "allow new pod")
    ),
}
"""Words that say the opposite of a boolean: a node that takes new pods is not cordoned."""
_FINE = frozenset("fine ok okay up".split())
"""What is said of something that is ready."""
_STEADY = frozenset(stem(w) for w in "regularly periodically routinely fully properly completely".split())
"""Adverbs of what is on that say nothing of their own."""
_YES = frozenset(stem(w) for w in "enabled on active activated yes true".split())


_NO = frozenset(stem(w) for w in "disabled off inactive deactivated false".split())


_LEADING = frozenset("by of to its".split())
"""Words of declared phrases that no group keeps among its words."""


def flagged(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """A boolean said or denied: "is encrypted", "isn't publicly accessible", "without TLS", "Multi-AZ is off" (W3)."""
    words = [w for w in group.words if w not in kind_words] or group.words
    words = words or [w for w in group.light if w in view.named]
    words = [w for w in words if w not in _STEADY or w in view.named] or words
    bare = [w for w in words if w not in _FLAG_VERBS or w in view.vocabulary]
    words = bare or words
    if not words:
        return None
    for fact in view.facts:
        if fact.form == "boolean":
            if any(u.fact is fact for u in reading.said):
                continue
            value = _flag(view, fact, group, words, frozenset(reading.inherited))
            if value is not None and value == fact.value and not fact.typed:
                return None if _names_another(view, fact, words) else of_fact(view, fact, reading)
    return _switched(view, group, reading, words) or opposite(view, group, reading, words)


def _names_another(view: View, fact: Fact, words: list[str]) -> bool:
    """Whether the words name a state in full of which the boolean is only a part: "in sync" is no auto-sync."""
    if naming.names(fact, words) == naming.EXACT:
        return False
    others = (f for f in view.facts if f.form == "text" and not f.typed)
    return any(naming.names(f, words) == naming.EXACT for f in others)


def _switched(view: View, group: Group, reading: Reading, words: list[str]) -> list[Use] | None:
    """“is versioned”, "has no versioning" of a versioning that is enabled or not."""
    if not any(p.part == WORD and p.low.endswith(("ed", "ing")) for p in group.pieces):
        return None
    for fact in view.facts:
        value = str(fact.value).lower() if fact.form == "text" else ""
        on, off = value in ("enabled", "active", "on"), value in ("disabled", "off", "suspended")
        if (
            (off if group.negated else on)
            and len(words) == 1
            and (words[0],) in fact.phrases
            and not fact.typed
        ):
            return of_fact(view, fact, reading)
    return None


def _flag(view: View, fact: Fact, group: Group, words: list[str], inherited: frozenset[str]) -> bool | None:
    """What the group says of the boolean; None where it says nothing of it."""
    have = set(words)
    value: bool = not group.negated
    if any(have == other for other in _SAID_CONTRARY.get(fact.field, ())):
        return not value
    if any(have == set(phrase) or have == _bare(phrase) for phrase in fact.phrases):
        return value
    switched = have & (_YES | _NO)
    if switched and have - switched:
        value = value if not switched & _NO else not value
        have -= switched
    if (
        have
        and not set(group.words) - (_YES | _NO)
        and any(set(phrase) <= inherited for phrase in fact.phrases)
    ):
        return value if not have & _NO else not value
    for phrase in fact.phrases:
        core = set(phrase) - _YES
        if have == set(phrase) or (core and have == core and (switched or core != set(phrase))):
            return value
        if inherited and have and have <= set(phrase) <= have | inherited:
            return value
        undone = _undone(group, phrase)
        if undone and have - undone == set(phrase) - {u for p in phrase for u in [p]} | (
            set(phrase) - _bases(undone)
        ):
            return not value
    if _contrary(have, fact):
        return not value
    if any(have == other for other in _SAID_OTHERWISE.get(fact.field, ())):
        return value
    if (
        fact.field == "atMaximum"
        and have & {"room", "headroom"}
        and have <= {"room", "headroom", "leave", "further"}
    ):
        return not value
    if fact.field in _OPPOSED and have | set(group.light) in _OPPOSED[fact.field]:
        return not value
    if group.negated and any(have == other for other in _DENIED_OTHERWISE.get(fact.field, ())):
        return value
    if fact.field in ("ready", "healthy") and len(have) == 1 and have <= _FINE:
        return value
    declared = field_of(fact.kind, fact.field)
    if declared is not None:
        for yes in declared.yes:
            if have == {concept(s) for s in stems(yes)} - _LEADING:
                return value
        for no in declared.no:
            if have == {concept(s) for s in stems(no)} - _LEADING:
                return not value
    return None


def _bare(phrase: tuple[str, ...]) -> set[str]:
    """Two words without the first, where that may be left out."""
    return set(phrase) - _BY_ITSELF if len(phrase) == 2 else set(phrase)


_BY_ITSELF = frozenset({concept(stem("automatic"))})
"""What a boolean's name may leave out: "no failover" of an automatic one."""


def _contrary(have: set[str], fact: Fact) -> bool:
    """“public” of what is not private, "failed its self-test" of a test that was not passed."""
    for phrase in fact.phrases:
        for word in phrase:
            others = {stem(o) for o in OPPOSITES.get(_UNSTEMMED.get(word, word), ())}
            if any(have == set(phrase) - {word} | {o} for o in others):
                return True
    return False


_UNSTEMMED = {stem(w): w for w in OPPOSITES}


def _undone(group: Group, phrase: tuple[str, ...]) -> set[str]:
    """Words of the group that are a word of the phrase with "un" or "non" before it."""
    found = set()
    for piece in group.pieces:
        if piece.part == WORD:
            for prefix in ("un", "non-", "non", "in"):
                if piece.low.startswith(prefix) and concept(stem(piece.low[len(prefix) :])) in phrase:
                    found.add(piece.word)
    return found


def _bases(undone: set[str]) -> set[str]:
    return {concept(stem(w[2:])) for w in undone} | {concept(w[2:]) for w in undone}


def opposite(view: View, group: Group, reading: Reading, words: list[str]) -> list[Use] | None:
    """A state denied by its declared opposite: "is not running" of one that is stopped."""
    if not group.negated or len(words) > 3:
        return None
    said = "".join(p.token.key for p in group.pieces if p.part == WORD)
    for other in OPPOSITES.get(said, ()):
        for fact in view.folded.get(other.replace("-", ""), ()):
            if fact.last.lower() in STATE_FIELDS:
                return of_fact(view, fact, reading)
    for _place in range(1, len(group.pieces)):
        left = [p for p in group.pieces if p.part == WORD]
        if len(left) < 2:
            break
        value, rest = left[-1].token.key, [p.word for p in left[:-1]]
        for other in OPPOSITES.get(value, ()):
            for fact in view.folded.get(other, ()):
                if naming.names(fact, rest) >= naming.SUBSET:
                    return of_fact(view, fact, reading)
        break
    return None
