"""Values as they are written, with the words of their field or without (W1, W2, S1)."""

from __future__ import annotations

from datetime import datetime

from evidence import naming
from evidence.evidenced import dimension, of_fact, plain_preps, use
from evidence.fact import Fact, View, is_identifier
from evidence.group import (
    EMPTY_PIECE,
    LIGHT,
    LIKELIHOOD,
    NAME,
    NOT,
    WORD,
    Group,
    Piece,
    group_of,
    words_of_piece,
)
from evidence.lexicon import (
    ATTRIBUTE_FIELDS,
    FREE_WORDS,
    REASONS_OF_NOW,
    STATE_FIELDS,
    agent_verb,
    field_of,
    is_place,
    nouns_of,
)
from evidence.token import Token
from evidence.use import Reading, Use
from evidence.word import BE, HAVE, stem
from graph.kind import words_of
from graph.kinds import KINDS

_VALUE_ALIASES = {
    "postgresql": "postgres",
    "pgsql": "postgres",
    "mongo": "mongodb",
    "k8s": "kubernetes",
    "inprogress": "progressing",
    "underway": "progressing",
    "off": "disabled",
}


def spelled(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """A value as it is written, with the words of its field, or without them where the value alone says it."""
    if group.figures or group.times:
        return None
    places = [i for i, p in enumerate(group.pieces) if p.part != EMPTY_PIECE or p.low in LIKELIHOOD]
    tokens = [p.token for p in group.pieces]
    _ = view.facts  # taken apart now: what follows reads what that leaves
    for start in range(len(places)):
        for end in _spelling(view, tokens, places, start):
            for fact, part in _facts_spelled(view, tokens[places[start] : places[end - 1] + 1]):
                rest = [group.pieces[i] for i in (*places[:start], *places[end:])]
                made = _spelled_as(view, group, reading, kind_words, fact, part, rest)
                if made is not None:
                    return made
    return None


def _spelling(view: View, tokens: list[Token], places: list[int], start: int) -> list[int]:
    """Where a stretch that begins here may end so that it spells some value, longest first. One token alone always may."""
    text = key = ""
    ends: list[int] = []
    at = places[start]
    for end in range(start + 1, len(places) + 1):
        while at <= places[end - 1]:
            text, key = f"{text} {tokens[at].text}" if text else tokens[at].text, key + tokens[at].key
            at += 1
        if end == start + 1 or key in view.folded or text in view.exact or key in _VALUE_ALIASES:
            ends.append(end)
    return ends[::-1]


def _facts_spelled(view: View, tokens: list[Token]) -> list[tuple[Fact, str]]:
    """The facts whose value these tokens spell."""
    found: list[tuple[Fact, str]] = []
    if len(tokens) == 1:
        found += [(f, f.exact[tokens[0].text]) for f in view.exact.get(tokens[0].text, ())]
        if not found and tokens[0].kind == "name":
            found += _commit(view, tokens[0].text)
        if not found and tokens[0].low != tokens[0].text:
            found += [
                (f, f.exact[tokens[0].low])
                for f in view.exact.get(tokens[0].low, ())
                if not is_identifier(tokens[0].text)
                or (tokens[0].text[0].isupper() and tokens[0].text[1:].islower())
            ]
    else:
        joined = " ".join([t.text for t in tokens])
        found += [(f, f.exact[joined]) for f in view.exact.get(joined, ())]
    key = "".join([t.key for t in tokens])
    key = key if key in view.folded else _VALUE_ALIASES.get(key, key)
    if key not in view.folded and len(tokens) == 1 and key.endswith("ly"):
        key = key[: -4 if key.endswith("ically") else -2]
    found += [(f, "") for f in view.folded.get(key, ()) if all(f is not g for g, _ in found)]
    return found


def begins_hash(text: str) -> bool:
    """“9f3c2ab”: seven characters or more, as commits are cut."""
    return len(text) >= 7 and all(c in "0123456789abcdef" for c in text)


def _commit(view: View, text: str) -> list[tuple[Fact, str]]:
    """A short commit hash: seven characters or more of a field that is a commit (F1)."""
    if not begins_hash(text):
        return []
    return [
        (f, "")
        for f in view.facts
        if isinstance(f.value, str)
        and f.words & {"commit", "sha", "revis", "hash"}
        and len(f.value) >= 20
        and f.value.startswith(text)
    ]


def _spelled_as(
    view: View,
    group: Group,
    reading: Reading,
    kind_words: frozenset[str],
    fact: Fact,
    part: str,
    rest: list[Piece],
) -> list[Use] | None:
    if any(p.part in (NAME, NOT) for p in rest) or _causes(group, rest):
        return None
    words = [w for p in rest if p.part == WORD for w in words_of_piece(p)]
    words += [p.word for p in rest if p.part == LIGHT and p.word in view.vocabulary]
    around = group_of(rest)
    if not plain_preps(around) or (words and reading.verb in BE and _of_the_value(group, fact)):
        return None
    if "belong" in words and len(words) > 1:
        words = [w for w in words if w != "belong"]
    if part:
        words = [w for w in words if w not in ("tag", "version", "imag", "digest", "releas", "build")]
    lead = group.lead or (around.preps[-1] if around.preps else "")
    if words and (level := naming.names(fact, words, kind_words)) != naming.NONE:
        return _named_value(view, group, reading, fact, words, level)
    if words:
        return _bare(view, fact, reading, part, lead=lead)
    if not fact.typed and _leads_itself(group, fact, lead, reading):
        agent = bool({lead, *group.preps} & {"by"})
        return [use(view, (fact.field,), fact=fact)] if agent else of_fact(view, fact, reading)
    if not _alone(group, reading, fact, lead):
        return None
    if fact.form == "list":
        return (
            of_fact(view, fact, reading)
            if fact.field in _SUFFERED and lead in ("", "under", "with")
            else None
        )
    return _bare(view, fact, reading, part, lead=lead)


def _causes(group: Group, rest: list[Piece]) -> bool:
    """“inc-31 caused an outage” says what came of it, not what it came of."""
    verb = next((p for p in rest if p.low in _DEEDS), None)
    if verb is None or "by" in group.preps:
        return False
    return any(p not in rest and p.part != EMPTY_PIECE and p.place > verb.place for p in group.pieces)


def _named_value(
    view: View, group: Group, reading: Reading, fact: Fact, words: list[str], level: int
) -> list[Use] | None:
    """A value with the words of its field."""
    if level < naming.SUBSET and not _loosely(fact, words, level) and not _says_image(fact, words):
        return _by_agent(view, fact, group, words, reading)
    return None if _acts(group, fact) else of_fact(view, fact, reading)


def _alone(group: Group, reading: Reading, fact: Fact, lead: str) -> bool:
    """Whether a value may stand without its field here: not as one more end of a relation, nor as one more member of a list."""
    last = reading.said[-1] if reading.said else None
    if fact.typed or last is None:
        return not fact.typed
    if group.joined and (
        last.part == "link" or (last.fact is not None and last.fact.form == "list" and last.fact is not fact)
    ):
        return False
    return not (last.part == "named" and lead == "of")


def _leads_itself(group: Group, fact: Fact, lead: str, reading: Reading) -> bool:
    """A value that its preposition says: "on trunk", "by name likeness", "in eu-west-1a" of a list of zones."""
    if fact.form == "list":
        goes_on = group.joined and bool(reading.said) and reading.said[-1].fact is fact
        return goes_on or lead in ("in", "across", "over", "on", "at")
    if fact.last.lower() == "branch":
        return "on" in group.preps
    if fact.last.lower() in (
        "actor",
        "author",
        "vendor",
        "manufacturer",
        "maker",
        "issuer",
        "provider",
        "supplier",
        "operator",
    ):
        return lead == "by" or "by" in group.preps
    return fact.field in ("method", "via", "reason", "source") and bool(
        {"by", "through", "via", "from"} & {*group.preps, lead}
    )


def _loosely(fact: Fact, words: list[str], level: int) -> bool:
    """Words that only go with the field say it where the value is an identifier of its own ("lets in 10.20.0.0/16")."""
    if level == naming.LOOSE:
        return True
    free = {w for p in fact.phrases for part in p for w in FREE_WORDS.get(part, ())}
    return bool(words) and is_identifier(str(fact.value)) and all(w in free for w in words)


def _by_agent(view: View, fact: Fact, group: Group, words: list[str], reading: Reading) -> list[Use] | None:
    """“issued by Example CA” says the issuer."""
    verb = agent_verb(fact.field)
    if verb and words == [verb] and ("by" in group.preps or _leads_participle(group, fact)):
        return [use(view, (fact.field,), words=fact.phrases[0], fact=fact)]
    return None


def _leads_participle(group: Group, fact: Fact) -> bool:
    """“customer managed”, "customer-issued": who did it stands right before what was done."""
    said = [p for p in group.pieces if p.part != EMPTY_PIECE]
    return len(said) == 2 and said[0].token.key in fact.folded and said[1].low.endswith("ed")


def _acts(group: Group, fact: Fact) -> bool:
    """The word of a name field used as a verb of the subject ("harvest leads oona") says the other direction."""
    first = group.pieces[0]
    named = any(p.part == NAME for p in group.pieces) or is_identifier(str(fact.value))
    return (
        named
        and first.part == WORD
        and first.low.endswith("s")
        and len(group.pieces) > 1
        and first.word in fact.words
        and not first.low.endswith("ss")
        and group.pieces[1].part == NAME
    )


def _of_the_value(group: Group, fact: Fact) -> bool:
    """ "is the dead-letter queue of x" says that x has it, not the subject."""
    at = next((i for i, p in enumerate(group.pieces) if p.part == NAME and p.token.text in fact.exact), None)
    if at is None:
        return False
    before = [p for p in group.pieces[:at] if p.part != EMPTY_PIECE]
    return len(before) > 1 and before[-1].low == "of" and any(p.part == WORD for p in before[:-1])


def _says_image(fact: Fact, words: list[str]) -> bool:
    return "imag" in fact.words and set(words) <= {
        "imag",
        "version",
        "tag",
        "contain",
        "on",
        "build",
        "deploy",
    }


def _bare(view: View, fact: Fact, reading: Reading, part: str, *, lead: str = "") -> list[Use] | None:
    """A value said without its field: a state, an attribute, or an identifier."""
    text = str(fact.value)
    if fact.typed or text in view.names or lead in ("by", "from", "for", "than"):
        return None
    if (
        _apart(lead, reading)
        and not is_identifier(text)
        and (fact.last.lower() in STATE_FIELDS or _is_state(fact))
    ):
        return None
    if lead == "in" and fact.last.lower() in STATE_FIELDS and (reading.said or reading.verb not in BE):
        return None
    if (
        reading.inherited
        and lead not in ("to", "by", "for", "from", "with", "in")
        and not (lead == "of" and reading.said and reading.said[-1].part == "named")
        and naming.names(fact, reading.inherited) >= naming.SUBSET
    ):
        return of_fact(view, fact, reading)
    if lead == "in" and is_place(fact.last.lower()) and _goes_with_last(fact, reading):
        return of_fact(view, fact, reading)
    if lead == "in" and not _last_said(fact).startswith(_BEHIND_IN):
        return None
    if (
        fact.last.lower() == "architecture"
        and reading.verb in ("run", "runs", "use", "uses")
        and lead != "on"
    ):
        return None
    adverbial = bool(reading.adverb) and reading.adverb.startswith(str(fact.value).lower())
    if fact.last.lower() in STATE_FIELDS and reading.verb in ("run", "runs", "use", "uses") and not adverbial:
        return None
    if view.kind == "Change" and fact.field == "action" and (not reading.verb or reading.verb in BE | HAVE):
        return of_fact(view, fact, reading)
    if lead == "in" and fact.last.lower() == "reason" and reading.verb in BE and "last" not in fact.words:
        return of_fact(view, fact, reading)
    if (
        part
        or fact.field in REASONS_OF_NOW
        or _is_state(fact)
        or fact.last.lower() in STATE_FIELDS
        or fact.last.lower() in ATTRIBUTE_FIELDS
    ):
        return of_fact(view, fact, reading)
    if is_identifier(text) and not is_place(fact.field):
        return of_fact(view, fact, reading)
    return of_fact(view, fact, reading) if _tells_itself(view, fact, reading, lead) else None


def _tells_itself(view: View, fact: Fact, reading: Reading, lead: str) -> bool:
    """“is fermenting”, "holds nebbiolo": a doing said as a state, and what a thing of a kind nobody declared holds."""
    text = str(fact.value)
    if lead or fact.form != "text" or not text.isalpha() or not text.islower() or fact.words & _NOT_NOW:
        return False
    if reading.verb in BE | HAVE | {""} and text.endswith(("ing", "ed")):
        return True
    return (
        view.kind not in KINDS
        and stem(reading.verb) in _HOLDING
        and not agent_verb(fact.field)
        and not is_place(fact.field)
    )


_NOT_NOW = frozenset("last previous before desir target next plan start old new after".split())
_HOLDING = frozenset(
    stem(w) for w in "hold contain carry grow store house produce make brew print show play serve".split()
)
"""Verbs whose object is what a thing holds or makes."""

_BEHIND_IN = (
    "zone", "path", "folder", "file", "directory", "vpc", "subnet", "network", "project", "group", "reason", "state", "status", "phase", "condition",
)  # fmt: skip
"""Fields whose value may stand behind "in"."""


def _apart(lead: str, reading: Reading) -> bool:
    """Whether the preposition before a value says something else than that it is so ("at the degraded", "of pending")."""
    named = bool(reading.said) and reading.said[-1].part == "named"
    return lead in ("at", "on", "into", "within", "to") or (lead == "of" and not named)


def _last_said(fact: Fact) -> str:
    """The last word of its name that says what it is: "vpc" of `vpcId`."""
    words = [w.lower() for w in words_of(fact.field)]
    return next((w for w in reversed(words) if w not in ("id", "arn", "name")), fact.last.lower())


_SUFFERED = frozenset("problems conditions warnings pressures issues".split())
"""Lists of what something suffers from: their members are said of it without the word ("is under memory pressure")."""


def _is_state(fact: Fact) -> bool:
    """Whether its value is one of the states its kind declares, with words of their own: "out of sync"."""
    declared = field_of(fact.kind, fact.field)
    return declared is not None and bool(declared.states.get(str(fact.value))) and "last" not in fact.words


def _goes_with_last(fact: Fact, reading: Reading) -> bool:
    """“last used a week ago, in eu-north-1”: where what was just said happened."""
    last = reading.said[-1].fact if reading.said else None
    return last is not None and bool(fact.words & last.words - {"last", "at"})


def kinded(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“is a deployment”: the kind's own noun."""
    if group.negated or group.light or group.preps or group.before_name:
        return None
    said = tuple(stem(s) for p in group.pieces if p.part == WORD for s in p.low.split("-"))
    if said and said in nouns_of(view.kind):
        return [use(view, (), "kind")]
    return None


def opened(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """The name of a field whose value follows later ("the head commit on trunk is 4be1d77"); it must follow."""
    if group.negated or not group.words or group.preps or _is_deed(group):
        return None
    for level, fact in naming.best(view, group.words, ("text", "number", "version", "time"), kind_words):
        if fact.form == "time" and (not _is_done(group) or _lies_ahead(fact, reading)):
            continue
        if fact.form == "number" and _is_done(group):
            continue
        if level == naming.EXACT and not fact.typed:
            return [use(view, (), "named", fact=fact, words=tuple(group.words))]
    return None


def _lies_ahead(fact: Fact, reading: Reading) -> bool:
    return isinstance(fact.value, datetime) and fact.value > reading.asked


def _is_done(group: Group) -> bool:
    """“launched from york an hour ago”: the time of the deed follows."""
    return len(group.words) == 1 and any(p.part == WORD and p.low.endswith("ed") for p in group.pieces)


def _is_deed(group: Group) -> bool:
    """“caused” is no name of a field "cause": what follows is not its value."""
    return len(group.words) == 1 and any(p.part == WORD and p.low in _DEEDS for p in group.pieces)


_DEEDS = frozenset("caused causes causing triggered".split())


def renamed(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """The name of a field that the clause has just said the value of ("…, its idle timeout")."""
    if group.negated or not group.words:
        return None
    for said in reading.said:
        if (
            said.fact is not None
            and said.fact.form != "boolean"
            and said.part != "named"
            and naming.names(said.fact, group.words, kind_words) == naming.EXACT
        ):
            return []
    last = reading.said[-1].fact if reading.said else None
    if last is None or last.amount is None:
        return None
    for _, fact in naming.best(view, group.words, ("number",), kind_words):
        if (
            naming.names(fact, group.words, kind_words) == naming.EXACT
            and fact.amount == last.amount
            and dimension(fact) == dimension(last)
        ):
            return of_fact(view, fact, reading)
    return None


def some(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“has door faults”: there is at least one."""
    if group.negated or reading.verb not in HAVE or group.preps or reading.said:
        return None
    last = group.pieces[-1]
    if (
        last.part != WORD
        or not last.low.endswith("s")
        or any(p.low in ("the", "a", "an") for p in group.pieces)
    ):
        return None
    for level, fact in naming.best(view, group.words, ("number",), kind_words):
        if level == naming.EXACT and fact.unit is None and not fact.measure and (fact.amount or 0) > 0:
            return of_fact(view, fact, reading)
    return None


def _denies_what_follows(group: Group) -> bool:
    """“the backlog is not”: what it is not comes after, and is no part of this stretch."""
    denied = next((i for i, p in enumerate(group.pieces) if p.part == NOT), 0)
    said = [p for p in group.pieces[denied + 1 :] if p.part in (WORD, LIGHT)]
    return group.pieces[denied].low in ("not", "n't", "never") and not said


def negative(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“has no replicas”, "never restarted": a record's own zero or empty list."""
    if not group.negated or not group.words or _denies_what_follows(group):
        return None
    for level, fact in naming.best(view, group.words, ("number", "list"), kind_words):
        if level == naming.EXACT and fact.amount == 0 and fact.unit is None:
            return of_fact(view, fact, reading)
    if reading.inherited:
        said = [*group.words, *(w for w in reading.inherited if w not in group.words)]
        for fact in view.facts:
            zero = fact.form in ("number", "list") and fact.amount == 0 and fact.unit is None
            if zero and set(group.words) <= fact.words <= set(said) and not fact.typed:
                return of_fact(view, fact, reading)
    for level, fact in naming.best(view, group.words, ("text",), kind_words):
        if level == naming.EXACT and fact.value in ("none", "None") and not fact.typed:
            return of_fact(view, fact, reading)
    return None
