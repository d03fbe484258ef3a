"""The vocabulary of questions: every word of the declarations, and nothing that is not declared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from assistant.inflection import base, forms, infinitives, plural, singulars
from assistant.meaning import (
    Bounded,
    FieldWord,
    Meaning,
    Noun,
    PlaceWord,
    RelationNoun,
    Said,
    Slot,
    StateWord,
    Verb,
)
from assistant.words import FUNCTION_WORDS
from graph.fields import ANY, COMMON
from graph.kind import Category, Field, Kind, RelationType, Role, Type, words_of
from graph.kinds import CATEGORIES, KINDS, RELATIONS
from graph.query import Op

Parts = tuple[str, ...]

_SAYABLE = tuple(f for f in COMMON if f.name in ("firstSeen", "observedAt", "changedAt", "confidence"))

PLACES = ("account", "region", "cluster", "namespace", "environment", "team", "application", "repository")
_PLACE_SYNONYMS = {"env": "environment", "k8s cluster": "cluster", "app": "application", "repo": "repository"}
_UNSAYABLE = frozenset({"is", "has", "in", "of", "on", "with", "at", "by", "knows", "stores"})
_ENDED = "lastTerminatedAt"
"""When its container last ended, which is when it restarted."""
_SAID_BY_RELATIONS = frozenset({"managedBy"})
"""Fields that keep a relation in words; the relation is what is asked for."""
_OF_TIMES = frozenset({"since"})
"""Words that begin a time, whatever field is called so."""
_MODALS = frozenset({"can", "may"})


ALIASES: Mapping[str, str | tuple[str, ...]] = {
    "ok": "healthy",
    "okay": "healthy",
    "fine": "healthy",
    "all right": "healthy",
    "working": "healthy",
    "in good shape": "healthy",
    "wrong": "unhealthy",
    "broken": "unhealthy",
    "not healthy": "unhealthy",
    "not ok": "unhealthy",
    "not fine": "unhealthy",
    "not working": "unhealthy",
    "in trouble": "unhealthy",
    "needs attention": "unhealthy",
    "need attention": "unhealthy",
    "needing attention": "unhealthy",
    "having trouble": "unhealthy",
    "having problems": "unhealthy",
    "having issues": "unhealthy",
    "in a bad state": "unhealthy",
    "fewer ready replicas than desired": "not ready",
    "fewer ready replicas than they should": "not ready",
    "fewer replicas ready than desired": "not ready",
    "missing replicas": "not ready",
    **dict.fromkeys(
        (
            "fewer replicas than desired",
            "fewer replicas than they want",
            "fewer replicas than they should",
            "fewer replicas than wanted",
            "fewer replicas than requested",
            "fewer replicas ready than they want",
            "fewer ready replicas than they want",
            "fewer ready replicas than wanted",
            "fewer pods than desired",
            "fewer pods than they want",
            "fewer pods than they should",
            "less ready than desired replicas",
            "less ready replicas than desired",
            "not all replicas ready",
            "not all of their replicas ready",
            "not all pods ready",
        ),
        "not ready",
    ),
    "succeed": "completed",
    "succeeded": "completed",
    "degraded": "not ready",
    "appeared": "added",
    "showed up": "added",
    "popped up": "added",
    "disappeared": "removed",
    "vanished": "removed",
    "fully rolled out": "rolled out",
    "fully available": "fully ready",
    "turned on": "enabled",
    "switched on": "enabled",
    "turned off": "disabled",
    "switched off": "disabled",
    "crashloop": "crash-looping",
    "crashloops": "crash-looping",
    "in crashloop": "crash-looping",
    "in a crash loop": "crash-looping",
    "crash loop": "crash-looping",
    "crashing": "crash-looping",
    "keep crashing": "crash-looping",
    "keeps crashing": "crash-looping",
    "that keep crashing": "crash-looping",
    "that keeps crashing": "crash-looping",
    "stuck in a crash loop": "crash-looping",
    "from the internet": "open to the internet",
    "from internet": "open to the internet",
    "from anywhere": "open to the internet",
    "from everywhere": "open to the internet",
    "from the world": "open to the internet",
    "from the outside": "open to the internet",
    "to the internet": ("open to the internet", "internet-facing"),
    "to the world": ("open to the internet", "internet-facing"),
    "to the outside": ("open to the internet", "internet-facing"),
    "to the public": ("open to the internet", "internet-facing"),
    "exposed to the internet": "internet-facing",
    "exposed to the world": "internet-facing",
    "publicly exposed": "internet-facing",
    "publicly reachable": "internet-facing",
    "facing the internet": "internet-facing",
    "reachable from the internet": "internet-facing",
    "reachable from outside": "internet-facing",
    "accessible from the internet": "internet-facing",
    "nobody owns": "unowned",
    "no one owns": "unowned",
    "nobody manages": "unmanaged",
    "no one manages": "unmanaged",
    "managed by hand": "unmanaged",
    "made by hand": "unmanaged",
    "created by hand": "unmanaged",
    "manually managed": "unmanaged",
    "clickops": "unmanaged",
    "click-ops": "unmanaged",
    "clicked together": "unmanaged",
}
"""What people say for a state that is declared in other words."""


FIELD_ALIASES = {
    "time out after": "timeout",
    "times out after": "timeout",
    "timing out after": "timeout",
    "time out": "timeout",
    "messages waiting": "message count",
    "waiting messages": "message count",
    "backups kept": "backup retention",
    "backups kept for": "backup retention",
    "keep backups for": "backup retention",
    "days of backup": "backup retention",
    "days of backups": "backup retention",
    "keep backups": "backup retention",
    "keeps backups for": "backup retention",
    "backups are kept": "backup retention",
    "vcores": "vcpus",
    "storage requested": "requested",
    "size": "requested",
    "sizes": "requested",
    "replicas are ready": "ready replicas",
    "replicas that are ready": "ready replicas",
    "replicas ready": "ready replicas",
    "replicas desired": "replicas",
    "replicas wanted": "replicas",
    "replicas requested": "replicas",
    "image tag": "image",
    "image version": "image",
}
"""What people say for a field that is declared in other words."""

VERB_ALIASES = {
    "sit on": "run on",
    "sits on": "run on",
    "live on": "run on",
    "lives on": "run on",
    "landed on": "run on",
    "should fix": "own",
    "fixes": "own",
    "on the hook for": "own",
    "accountable for": "own",
    "answerable for": "own",
    "answers for": "own",
    "takes care of": "own",
    "take care of": "own",
    "upstream of": "depended on by",
    "downstream of": "depend on",
    "in front of": "exposes",
    "sits in front of": "exposes",
    "matches": "routes to",
    "match": "routes to",
    "matching": "routes to",
    "call": "depend on",
    "calls": "depend on",
    "talk to": "depend on",
    "talks to": "depend on",
    "connect to": "depend on",
    "connects to": "depend on",
    "backs up": "backup of",
    "back up": "backup of",
}
"""What people say for a relation that is declared in other words."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Phrases, split into parts, and what each can mean. `words` are the single words a typo may be mended to."""

    phrases: Mapping[Parts, tuple[Meaning, ...]]
    longest: int
    words: frozenset[str]
    parts: frozenset[str]  # every part of every phrase

    def at(self, parts: Parts) -> tuple[Meaning, ...]:
        """What exactly this phrase can mean; empty where it is none of ours."""
        return self.phrases.get(parts, ())


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary of all declarations."""
    return vocabulary_of(KINDS.values(), CATEGORIES.values(), RELATIONS.values())


def vocabulary_of(
    kinds: Iterable[Kind], categories: Iterable[Category], relations: Iterable[RelationType]
) -> Vocabulary:
    """The vocabulary of these declarations."""
    kinds = tuple(kinds)
    phrases: dict[Parts, list[Meaning]] = defaultdict(list)
    for phrase, meaning in (
        *_nouns(kinds, tuple(categories)),
        *_fields(kinds),
        *_states(kinds),
        *_relations(relations),
        *_places(),
        *_bounded(kinds),
    ):
        parts = _parts(phrase)
        if parts and meaning not in phrases[parts]:
            phrases[parts].append(meaning)
    for alias, said in FIELD_ALIASES.items():
        phrases[_parts(alias)] += [m for m in phrases.get(_parts(said), ()) if isinstance(m, FieldWord)]
    for alias, said in VERB_ALIASES.items():
        phrases[_parts(alias)] += [m for m in phrases.get(_parts(said), ()) if isinstance(m, Verb)]
    for alias, also in ALIASES.items():
        for said in (also,) if isinstance(also, str) else also:
            states = [m for m in phrases.get(_parts(said), ()) if isinstance(m, StateWord)]
            phrases[_parts(alias)] += [m for m in states if m not in phrases[_parts(alias)]]
    joined = {p: _distinct(_merged(m)) for p, m in phrases.items()}
    plain = (
        p for p, meanings in joined.items() if not all(isinstance(m, FieldWord) and m.verb for m in meanings)
    )
    words = {w for p in plain for w in p if w.isalpha() and len(w) >= 5}
    parts_of_all = frozenset(w for p in joined for w in p)
    return Vocabulary(joined, max((len(p) for p in joined), default=1), frozenset(words), parts_of_all)


def _merged(meanings: list[Meaning]) -> list[Meaning]:
    """Spellings of one phrase ("internet-facing", "internet facing") say what both of them say."""
    said = [m.said for m in meanings if isinstance(m, StateWord)]
    slots = {
        v: [m.slots for m in meanings if isinstance(m, FieldWord) and m.verb is v] for v in (False, True)
    }
    found: list[Meaning] = [m for m in meanings if not isinstance(m, StateWord | FieldWord)]
    if said:
        found.append(StateWord(frozenset().union(*said)))
    found += [FieldWord(frozenset().union(*s), verb=v) for v, s in slots.items() if s]
    return found


def _distinct(meanings: list[Meaning]) -> tuple[Meaning, ...]:
    """Without the weaker of two readings as the same noun."""
    best: dict[str, Noun] = {}
    for noun in (m for m in meanings if isinstance(m, Noun)):
        if noun.of not in best or noun.rank < best[noun.of].rank:
            best[noun.of] = noun
    return (*best.values(), *(m for m in meanings if not isinstance(m, Noun)))


def _parts(phrase: str) -> Parts:
    return tuple(phrase.lower().replace("-", " ").replace("/", " ").replace("_", " ").split())


def _nouns(kinds: tuple[Kind, ...], categories: tuple[Category, ...]) -> Iterator[tuple[str, Meaning]]:
    for kind in kinds:
        yield from _noun(kind.noun, kind.plural, kind.name, 0)
        yield from _noun(" ".join(words_of(kind.name)), "", kind.name, 0)
        yield kind.name, Noun(kind.name, 0)
        for synonym in kind.synonyms:
            yield from _noun(synonym, "", kind.name, 1)
    for category in categories:
        yield from _noun(category.noun, category.plural, category.name, 2)
        for synonym in category.synonyms:
            if not _is_noun_of(synonym, kinds):
                yield from _noun(synonym, "", category.name, 3)
    yield from _noun("record", "records", ANY, 2)
    yield from _noun("db", "dbs", "Database", 2)
    for said, of in _SHORT.items():
        yield from _noun(said, "", of, 1)
    yield from _noun("rule", "", "SecurityGroupRule", 4)
    yield from _shortened(kinds)


_SHORT = {
    "svc": "Service",
    "machine": "EC2Instance",
    "sts": "StatefulSet",
    "ds": "DaemonSet",
    "cm": "ConfigMap",
    "ns": "Namespace",
    "cj": "CronJob",
    "netpol": "NetworkPolicy",
    "ing": "Ingress",
}
"""What kubectl calls them."""


def _is_noun_of(synonym: str, kinds: tuple[Kind, ...]) -> bool:
    """Whether a category's synonym is the noun of a kind as well: then it is the kind (W2: a synonym never crosses two kinds)."""
    said = synonym.lower()
    names = {" ".join(words_of(k.name)).lower() for k in kinds}
    own = said in names or any(said == n.lower() for k in kinds for n in (k.noun, *k.synonyms))
    ending = {k.name for k in kinds for n in (k.noun, *k.synonyms) if n.lower().endswith(f" {said}")}
    return own or len(ending) == 1


def _noun(noun: str, many: str, of: str, rank: int) -> Iterator[tuple[str, Meaning]]:
    many = many or plural(noun)
    for one, form in ((False, noun), (True, many)):
        yield form, Noun(of, rank, many=one)
        if " " in form or "-" in form:
            yield form.replace(" ", "").replace("-", ""), Noun(of, rank, many=one)


def _shortened(kinds: tuple[Kind, ...]) -> Iterator[tuple[str, Meaning]]:
    """The first word of a noun ("RDS") or the last ("buckets") where only one kind has it."""
    heads: dict[str, set[str]] = defaultdict(set)
    tails: dict[str, set[str]] = defaultdict(set)
    for kind in kinds:
        for noun in (kind.noun, *kind.synonyms):
            first, _, last = noun.rpartition(" ")
            if first:
                heads[first].add(kind.name)
                tails[last].add(kind.name)
    for head, names in heads.items():
        if len(names) <= 2 and any(c.isupper() for c in head):
            for name in sorted(names):
                yield head, Noun(name, 4, many=True)
    for tail, names in tails.items():
        if len(names) == 1 and len(tail) > 3:
            yield from _noun(tail, "", next(iter(names)), 4)


def _fields(kinds: tuple[Kind, ...]) -> Iterator[tuple[str, Meaning]]:
    slots: dict[str, set[Slot]] = defaultdict(set)
    verbs: dict[str, set[Slot]] = defaultdict(set)
    for kind in kinds:
        for field in fields_of(kind):
            if field.role is Role.BOOKKEEPING or field.name in _SAID_BY_RELATIONS:
                continue
            for phrase in _phrases_of(field):
                slots[phrase].add(Slot(kind.name, field.name))
            for verb in _verbs_of(field):
                verbs[verb].add(Slot(kind.name, field.name))
    for phrase, found in slots.items():
        yield phrase, FieldWord(frozenset(found))
    for verb, found in verbs.items():
        yield verb, FieldWord(frozenset(found), verb=True)
    ended = frozenset(Slot(k.name, _ENDED) for k in kinds if k.field(_ENDED) and k.field("restarts"))
    yield "restarted", FieldWord(ended, verb=True)


def fields_of(kind: Kind) -> tuple[Field, ...]:
    """The fields people speak of: those of the kind, and the common ones that say something of the record."""
    return (*kind.fields, *_SAYABLE)


def _phrases_of(field: Field) -> set[str]:
    """The field's label, its name and its further words, in both numbers; function words stand for themselves."""
    said = {field.label, " ".join(words_of(field.name)), *(w.lower() for w in field.words)}
    if field.type is Type.TIME:
        said |= {f"{field.label} {end}" for end in ("time", "date", "at", "on")}
    many = {plural(s) for s in said if s.isascii() and not s.endswith("s")}
    one = {_singular_phrase(s) for s in said}
    return {s for s in said | many | one if s and s not in FUNCTION_WORDS | _OF_TIMES and len(s) > 1}


def _singular_phrase(phrase: str) -> str:
    head, _, last = phrase.rpartition(" ")
    return f"{head} {next(iter(singulars(last)), last)}".strip()


def _verbs_of(field: Field) -> set[str]:
    """Verb forms: of a time that is a participle or a verb ("expires", "created"), of a count ("restarts")."""
    if field.type not in (Type.TIME, Type.INTEGER):
        return set()
    found: set[str] = set()
    for said in (field.label, *field.words):
        last = said.rpartition(" ")[2].lower()
        stems = infinitives(last) or ((base(last),) if last.endswith("s") and not last.endswith("ss") else ())
        if " " not in said:
            found |= {f for stem in stems for f in forms(stem)} - {said, base(said)}
            found |= {said} if field.type is Type.TIME and stems else set()
        elif said.startswith("last ") and field.type is Type.TIME and infinitives(last):
            found.add(last)
    return {f for f in found if f not in FUNCTION_WORDS}


def _states(kinds: tuple[Kind, ...]) -> Iterator[tuple[str, Meaning]]:
    said: dict[str, set[Said]] = defaultdict(set)
    for kind in kinds:
        for field in kind.fields:
            for value, synonyms in field.states.items():
                for phrase in {*_value_phrases(value), *(s.lower() for s in synonyms)}:
                    said[phrase].add(Said(kind.name, field.name, value))
            for truth, phrases in ((True, field.yes), (False, field.no)):
                for phrase in phrases:
                    said[phrase.lower()].add(Said(kind.name, field.name, truth))
    for phrase, found in said.items():
        if phrase and phrase not in FUNCTION_WORDS:
            yield phrase, StateWord(frozenset(found))


def _value_phrases(value: str) -> set[str]:
    return {value.lower(), " ".join(words_of(value.replace("-", " ").replace("_", " ")))}


def _relations(relations: Iterable[RelationType]) -> Iterator[tuple[str, Meaning]]:
    for relation in relations:
        for phrases, direction in ((relation.forward, "out"), (relation.backward, "in")):
            for phrase in phrases:
                yield from _verb(phrase, relation.name, direction)
        for nouns, direction in ((relation.target_nouns, "out"), (relation.source_nouns, "in")):
            for noun in nouns:
                for form in {noun, plural(noun) if not noun.endswith("s") else noun}:
                    yield form, RelationNoun(relation.name, direction, noun)


def _verb(phrase: str, relation: str, direction: str) -> Iterator[tuple[str, Meaning]]:
    """The forms of one verb phrase: passives without their copula, actives in every tense."""
    words = phrase.lower().split()
    while words and words[0] in _MODALS:
        words = ["be" if w == "be" else w for w in words[1:]]
    if not words or (len(words) == 1 and words[0] in _UNSAYABLE):
        return
    head, rest = words[0], words[1:]
    if head in ("is", "be", "was"):
        tail = " ".join(w for w in rest if w not in ("a", "the"))
        if tail and tail not in FUNCTION_WORDS:
            yield tail, Verb(relation, direction, passive=True, phrase=phrase)
        alone = tail.removesuffix(" by")
        if alone != tail and alone.endswith("ed") and " " not in alone and alone not in FUNCTION_WORDS:
            yield alone, Verb(relation, direction, passive=True, bare=True, phrase=phrase)
        return
    shortest = " ".join(w for w in rest if w not in ("a", "the"))
    for form in _forms_of(head):
        said = f"{form} {shortest}".strip()
        if said not in FUNCTION_WORDS and said not in _UNSAYABLE:
            yield said, Verb(relation, direction, phrase=phrase)


def _forms_of(verb: str) -> frozenset[str]:
    """Every form of a verb as declared: in the third person ("owns") or already past ("created")."""
    stems = infinitives(verb)
    return frozenset({verb}) if stems else forms(base(verb))


_RESTARTING = (
    "restarting",
    "keep restarting",
    "keeps restarting",
    "that keep restarting",
    "that restart",
    "that restarted",
    "that have restarted",
    "have restarted",
    "has restarted",
)
_PORTS = {
    "ssh": 22,
    "rdp": 3389,
    "http": 80,
    "https": 443,
    "telnet": 23,
    "smtp": 25,
    "ftp": 21,
    "postgres": 5432,
    "postgresql": 5432,
    "mysql": 3306,
    "redis": 6379,
    "mongodb": 27017,
    "kafka": 9092,
}
"""Well-known ports, by what listens there: said of rules, beside "allow"."""


def _slots_named(kinds: tuple[Kind, ...], name: str) -> FieldWord:
    """The field of this name, of every kind that has it."""
    return FieldWord(frozenset(Slot(k.name, name) for k in kinds if k.field(name)))


_CONFIDENCE = (("low", Op.LT, 0.5), ("weak", Op.LT, 0.5), ("poor", Op.LT, 0.5), ("high", Op.GE, 0.8))
"""The bands in which confidence is said (K1, and the words of cards)."""


def _bounded(kinds: tuple[Kind, ...]) -> Iterator[tuple[str, Meaning]]:
    slots = frozenset(Slot(k.name, "confidence") for k in kinds)
    for phrase in _RESTARTING:
        yield phrase, Bounded(_slots_named(kinds, "restarts"), Op.GT, 0)
    for service, port in _PORTS.items():
        yield service, Bounded(_slots_named(kinds, "fromPort"), Op.EQ, port)
    for word, op, value in _CONFIDENCE:
        for phrase in (f"{word} confidence", f"a {word} confidence", f"of {word} confidence"):
            yield phrase, Bounded(FieldWord(slots), op, value)


def _places() -> Iterator[tuple[str, Meaning]]:
    for name in PLACES:
        yield name, PlaceWord(name)
        yield plural(name), PlaceWord(name, many=True)
    for said in ("kind", "resource type", "resource kind"):
        yield said, PlaceWord("kind")
    for said, name in _PLACE_SYNONYMS.items():
        yield said, PlaceWord(name)
        yield plural(said), PlaceWord(name, many=True)
