"""What evidence says, taken apart: views of records and rows, and the facts that stand in them.

A view is what one item says of one thing: a record says its fields and relations of itself, a row of a result its cells
of the record it names, an ownership its owner of its subject. Facts are made when a sentence first asks a view for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as default
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import isfinite

from evidence.figure import read as read_figure
from evidence.lexicon import (
    FREE_WORDS,
    STRONG_PHRASES,
    Said,
    Stems,
    agent_verb,
    field_of,
    is_place,
    phrases_of,
    split_name,
    ways_to_say,
)
from evidence.token import fold
from evidence.unit import CORE, RATIO, Unit, of_field
from evidence.word import stem
from graph.kind import Role, Type, words_of
from graph.record import Known, Neighbour, Uid, Value

SUBJECT_FIELDS = ("subject", "workload", "target", "resource", "object")
_VERSION = re.compile(r"[vV]?(\d+(?:\.\d+)*)(?:[-+.]?[A-Za-z].*)?")
_ENUM = re.compile(r"[A-Z]+(?:_[A-Z]+)+")  # "IN_PROGRESS"
_IDENTIFYING = re.compile(r"[\d/:@._#→]")
_IMAGE = re.compile(
    r"(?P<repo>[\w.\-/:]+/[\w.\-/]+|[\w.\-]+)(?::(?P<tag>[\w.\-]+))?(?:@(?P<digest>sha256:\w+))?"
)
_REPOSITORY = re.compile(r"https?://[^/]+/(?P<name>[\w.-]+/[\w.-]+?)(?:\.git)?/?")
"""The address of a repository in its forge: people call it by what follows the host."""
_DECIMAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_QUANTITY = re.compile(r"\d+(?:\.\d+)?\s?[A-Za-z%]+")
_ID_ENDINGS = ("Id", "Arn", "ARN", "arn", "Uid", "Name", "Hostname", "Endpoint", "Address", "Ip")


@dataclass(slots=True, eq=False)
class Fact:
    """One field with its value, or one cell with what it measures. `phrases` are the ways to name it, as stems."""

    field: str
    form: str  # number, text, boolean, time, list, map
    value: Value
    phrases: tuple[Stems, ...]
    amount: Fraction | None = None  # in the base of its dimension
    unit: Unit | None = None
    measure: str = ""
    typed: bool = False
    version: tuple[int, ...] = ()
    op: str = "="  # of a condition
    kind: str = ""
    exact: dict[str, str] = default(default_factory=dict)  # text → "" or the part it is ("tag")
    folded: dict[str, str] = default(default_factory=dict)

    @property
    def last(self) -> str:
        """The last word of its name."""
        words = words_of(self.field)
        return words[-1] if words else self.field

    @property
    def words(self) -> frozenset[str]:
        """The stems of its own name."""
        return frozenset(self.phrases[0])


@dataclass(slots=True, eq=False)
class Link:
    """One relation, seen from its view: `ways` say it; `out` is the direction from the view."""

    type: str
    out: bool
    kind: str
    name: str
    uid: str
    inferred: float | None
    ways: tuple[Said, ...]
    field: str = ""


@dataclass(slots=True, eq=False)
class View:
    """What one item says of one thing. `role`: record, row, group, about."""

    held: object
    kind: str
    name: str
    names: frozenset[str]
    uid: str
    place: Mapping[str, str]
    role: str = "record"
    about: str = ""  # the subject of a record that speaks of another ("subject", "workload")
    inferred: float | None = None
    links: tuple[Link, ...] = ()
    make: Iterator[Fact] | None = None
    handle: str = ""
    made: tuple[Fact, ...] | None = None
    row: int = -1
    exact: dict[str, list[Fact]] = default(default_factory=dict)
    folded: dict[str, list[Fact]] = default(default_factory=dict)
    lacks: tuple[Link, ...] = ()  # relations that its result says it has none of
    like: View | None = None  # says the same under another handle, and shares what it has taken apart
    naming: frozenset[str] | None = None
    words: frozenset[str] | None = None

    @property
    def named(self) -> frozenset[str]:
        """Every word that names a field of it; of a record this is known before its facts are made."""
        if self.naming is None:
            if self.like is not None:
                self.naming = self.like.named
            elif self.made is None and self.role == "record" and isinstance(self.held, Known):
                self.naming = _words_of_record(self.held)
            else:
                self.naming = frozenset(w for f in self.facts for phrase in f.phrases for w in phrase)
        return self.naming

    @property
    def vocabulary(self) -> frozenset[str]:
        """Every word that names a field of it, or goes with one."""
        if self.words is None:
            self.words = _with_free(self.named)
        return self.words

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Its facts, made on first use."""
        if self.made is None and self.like is not None:
            self.made = self.like.facts
        elif self.made is None:
            self.made = tuple(self.make or ())
            for fact in self.made:
                for text in fact.exact:
                    self.exact.setdefault(text, []).append(fact)
                for text in fact.folded:
                    self.folded.setdefault(text, []).append(fact)
        return self.made

    def fact(self, name: str) -> Fact | None:
        """The fact of that field."""
        return next((f for f in self.facts if f.field == name), None)


@lru_cache(maxsize=4096)
def _with_free(named: frozenset[str]) -> frozenset[str]:
    return named.union(*(FREE_WORDS[w] for w in named if w in FREE_WORDS))


# Facts of values ----------------------------------------------------------------------------------------------------


def facts_of_field(
    kind: str, name: str, value: Value, *, typed: bool = False, op: str = "="
) -> Iterator[Fact]:
    """The facts of a field's value: usually one; a map says one for each key."""
    if isinstance(value, Mapping):
        for key, text in value.items():
            yield _fact(kind, f"{name}.{key}", text, (*_tag_phrases(name, key),), typed, op)
        return
    yield _fact(kind, name, value, phrases_of(kind, name), typed, op)


def _tag_phrases(name: str, key: str) -> tuple[Stems, ...]:
    words = split_name(key)
    return (words, (*words, stem(name)), (stem(name), *words))


def _fact(kind: str, name: str, value: Value, phrases: tuple[Stems, ...], typed: bool, op: str) -> Fact:
    fact = Fact(name, "text", value, phrases, typed=typed, op=op, kind=kind)
    match value:
        case bool():
            fact.form = "boolean"
        case float() | Decimal() if not isfinite(value):
            fact.form = "nothing"
        case int() | float() | Decimal():
            _as_number(fact, Fraction(str(value)), kind)
        case datetime():
            fact.form = "time"
        case list():
            fact.form = "list"
            fact.amount = Fraction(len(value))
            for member in value:
                _spell(fact, member)
        case str():
            _as_text(fact, value, kind)
        case _:
            fact.form = "nothing"
    return fact


def _as_number(fact: Fact, value: Fraction, kind: str) -> None:
    declared = field_of(kind, fact.field)
    unit = of_field(fact.field, declared.unit if declared else "")
    if declared is not None and declared.role is Role.RATIO:
        unit = RATIO
    fact.form, fact.unit = "number", unit
    fact.amount = value * unit.factor if unit else value
    if not unit and "port" in words_of(fact.field):
        fact.form = "text"
        _spell(fact, str(fact.value))


def _as_text(fact: Fact, value: str, kind: str) -> None:
    words = words_of(fact.field)
    quantity = _QUANTITY.fullmatch(value)
    if quantity and (found := _quantity(value, "cpu" in words)) is not None:
        fact.form, (fact.amount, fact.unit) = "number", found
        _spell(fact, value)
        return
    match = _VERSION.fullmatch(value)
    if match and words and words[-1] in ("version", "release", "revision"):
        fact.form = "version"
        fact.version = tuple(int(p) for p in match[1].split("."))
    declared = field_of(kind, fact.field)
    if declared is not None and declared.type in (Type.INTEGER, Type.DECIMAL) and _DECIMAL.fullmatch(value):
        _as_number(fact, Fraction(value), kind)
        return
    _spell(fact, value)
    if "image" in words or (
        ":" in value and "/" in value and "://" not in value and not value.startswith("arn:")
    ):
        _spell_image(fact, value)
    if value.startswith(("http://", "https://")) and (named := _REPOSITORY.fullmatch(value)) is not None:
        fact.exact.setdefault(named["name"], "")
    if kind == "Change" and fact.field == "action":
        for phrase in _DEEDS.get(value, ()):
            fact.folded[phrase] = ""
    if declared is not None:
        for phrase in declared.states.get(value, ()):
            if not (_HEDGED & set(value.lower().split()) and phrase.lower() in _STRONG):
                fact.folded[fold(phrase)] = ""


_DEEDS = {"modified": ("changed", "updated"), "deleted": ("removed",), "created": ("added",)}
"""What is said of what was done beside the value itself."""
_HEDGED = frozenset("possibly probably maybe potentially likely partial partially unknown suspected".split())
_STRONG = frozenset(" ".join(p) for p in STRONG_PHRASES)
"""A value that hedges carries no strong word, whatever its declaration says (S2)."""


def _quantity(text: str, cpu: bool) -> tuple[Fraction, Unit | None] | None:
    if cpu and re.fullmatch(r"\d+m", text):
        return Fraction(text[:-1]) / 1000, CORE
    figure = read_figure(text.split(), 0)
    if figure is None or figure.unit is None:
        return None
    return figure.base, figure.unit


def _spell(fact: Fact, text: str) -> None:
    if not text:
        return
    fact.exact[text] = ""
    if not _IDENTIFYING.search(text) or _ENUM.fullmatch(text):
        fact.folded[fold(text)] = ""
        first, _, rest = text.partition(" ")
        if first.lower() in ("a", "an", "the") and rest:
            fact.folded[fold(rest)] = ""


def _spell_image(fact: Fact, value: str) -> None:
    match = _IMAGE.fullmatch(value)
    if match is None:
        return
    repo, tag = match["repo"], match["tag"]
    if tag:
        fact.exact.setdefault(tag, "tag")
        fact.exact.setdefault(f"{repo.rpartition('/')[2]}:{tag}", "image")
        fact.exact.setdefault(f"{'/'.join(repo.split('/')[1:])}:{tag}", "image")
    if match["digest"]:
        fact.exact.setdefault(match["digest"], "digest")


def is_identifier(text: str) -> bool:
    """Whether a value looks like an identifier rather than words: it has a digit or a separator in it, and no space."""
    return " " not in text and (bool(_IDENTIFYING.search(text)) or "-" in text)


# Views of records ---------------------------------------------------------------------------------------------------


def views_of_record(known: Known) -> list[View]:
    """What a record says: of itself, and of its subject where it has one."""
    record = known.record
    names, place, about = _identity(known)
    own = View(
        known,
        record.kind,
        record.name,
        names,
        record.uid,
        place,
        about=about,
        inferred=record.inference.confidence if record.inference else None,
        links=tuple(_link(n) for n in known.relations),
        make=_facts_of_record(known),
    )
    if person := record.fields.get("person"):
        return [own, _of_person(own, known, str(person))]
    if not own.about or record.kind == "Change":
        return [own]
    return [own, _about(own, known)]


def view_like(view: View, held: Known) -> View:
    """The view of a record that says the same as one known already; what was taken apart of that is not again."""
    return View(
        held,
        view.kind,
        view.name,
        view.names,
        view.uid,
        view.place,
        view.role,
        view.about,
        view.inferred,
        view.links,
        exact=view.exact,
        folded=view.folded,
        like=view.like or view,
    )


def _identity(known: Known) -> tuple[frozenset[str], dict[str, str], str]:
    """Every name of a record itself, where it is, and the subject it speaks of, if any."""
    record = known.record
    names = [record.name, str(record.uid)]
    place: dict[str, str] = {}
    for name, value in record.fields.items():
        if isinstance(value, str):
            if value and _names_itself(record.kind, name):
                names.append(value)
            if is_place(name):
                place[name] = value
        elif isinstance(value, int) and is_place(name):
            place[name] = str(value)
    about = next((v for f in SUBJECT_FIELDS if isinstance(v := record.fields.get(f), str)), "")
    return frozenset(names), place, about


@lru_cache(maxsize=8192)
def _names_itself(kind: str, name: str) -> bool:
    """Whether a field identifies the record itself: its id or ARN."""
    if not name.endswith(("Id", "Arn", "ARN")) and name not in ("id", "arn", "uid"):
        return False
    if name in ("id", "arn", "uid", "instanceId", "groupId"):
        return True
    head = words_of(name)[:-1]
    return bool(head) and head[-1] in kind.lower()


def _link(neighbour: Neighbour) -> Link:
    return Link(
        neighbour.type,
        neighbour.direction == "out",
        neighbour.kind,
        neighbour.name,
        str(neighbour.uid),
        neighbour.inference.confidence if neighbour.inference else None,
        ways_to_say(neighbour.type),
    )


def _stated(known: Known) -> Iterator[tuple[str, str, Value, bool]]:
    """What a record states: by kind and field the value, and whether somebody typed it."""
    record = known.record
    for name, value in record.fields.items():
        declared = field_of(record.kind, name)
        if declared is None or declared.role is not Role.BOOKKEEPING:
            yield record.kind, name, value, declared is not None and declared.role is Role.TYPED
    for name, value in known.typed.items():
        yield record.kind, name, value, True
    if known.gone_at is not None:
        yield record.kind, "goneAt", known.gone_at, False
    if record.inference is not None:
        yield "", "confidence", record.inference.confidence, False
        if record.inference.rule:
            yield "", "rule", record.inference.rule, False


def _facts_of_record(known: Known) -> Iterator[Fact]:
    inference = known.record.inference
    for kind, name, value, typed in _stated(known):
        for fact in facts_of_field(kind, name, value, typed=typed):
            if inference is not None and not kind and value is inference.confidence:
                fact.unit = RATIO
            yield fact


def _words_of_record(known: Known) -> frozenset[str]:
    """Every word of the names of what a record states."""
    found: set[str] = set()
    for kind, name, value, _ in _stated(known):
        if isinstance(value, Mapping):
            found.update(w for key in value for phrase in _tag_phrases(name, key) for w in phrase)
        else:
            found |= _words_of_field(kind, name)
    return frozenset(found)


@lru_cache(maxsize=8192)
def _words_of_field(kind: str, name: str) -> frozenset[str]:
    return frozenset(w for phrase in phrases_of(kind, name) for w in phrase)


_REIFIED = {
    ("Ownership", "owner"): "OWNED_BY",
    ("CodeMapping", "repository"): "BUILT_FROM",
}


def _about(own: View, known: Known) -> View:
    """A record that speaks of a subject, as a view of that subject: its owner, its repository."""
    links = []
    for name, value in known.record.fields.items():
        if isinstance(value, str) and value and name not in SUBJECT_FIELDS and not is_place(name):
            ways = _ways_of_field(own.kind, name)
            if ways:
                links.append(
                    Link(_REIFIED.get((own.kind, name), name), True, "", value, "", own.inferred, ways, name)
                )
    subject_kind = known.record.fields.get("subjectKind")
    return View(
        known,
        subject_kind if isinstance(subject_kind, str) else "",
        own.about,
        frozenset((own.about,)),
        "",
        own.place,
        role="about",
        inferred=own.inferred,
        links=tuple(links),
        make=_facts_about(own),
    )


def _of_person(own: View, known: Known, person: str) -> View:
    """What a record says of what somebody did, as a view of that person: "ines has 310 commits in crumb/flour"."""
    where = known.record.fields.get("repository")
    place = {"repository": where} if isinstance(where, str) else {}
    return View(
        known,
        "Person",
        person,
        frozenset((person,)),
        "",
        {**own.place, **place},
        role="about",
        about=person,
        make=_facts_of_record(known),
    )


def _facts_about(own: View) -> Iterator[Fact]:
    """What the joining record says of how it joins: its method, its confidence, since when."""
    yield from (
        f
        for f in own.facts
        if f.field in ("method", "confidence", "rule", "via", "reason", "standing", "path", "rank")
    )


@lru_cache(maxsize=512)
def _ways_of_field(kind: str, name: str) -> tuple[Said, ...]:
    """How a field of a record that joins two things says its relation: "owned by", "the owner", "mapped to"."""
    reified = _REIFIED.get((kind, name))
    ways = list(ways_to_say(reified)) if reified else []
    verb = agent_verb(name)
    if verb:
        ways += [
            Said((verb, "by"), out=True),
            Said((verb,), out=False),
            Said((stem(words_of(name)[-1]),), out=True, noun=True),
        ]
    if kind.endswith("Mapping"):
        ways += [
            Said(("map", "to"), out=True),
            Said((stem(name),), out=True, noun=True),
            Said(("repo",), out=True, noun=True),
        ]
    return tuple(dict.fromkeys(ways))


def identifiers(view: View) -> set[str]:
    """Every text of a view that is kept whole as a name (W1): its names, identifier-like values, and the ends of relations."""
    found = {*view.names, view.about, *view.place.values()}
    for link in view.links:
        found.add(link.name)
        found.add(link.uid)
    held = view.held
    if not isinstance(held, Known):
        for fact in view.facts:
            _add_names(found, fact.field, fact.value)
    elif view.role == "record":
        for name, value in held.record.fields.items():
            _add_names(found, name, value)
    found.discard("")
    return found


def _add_names(found: set[str], name: str, value: Value) -> None:
    """Puts to it the names that a field's value holds."""
    if isinstance(value, str):
        _add_text(found, name, value)
    elif isinstance(value, list):
        for member in value:
            _add_text(found, "", member)
    elif isinstance(value, Mapping):
        for member in value.values():
            _add_text(found, "", member)


def _add_text(found: set[str], name: str, value: str) -> None:
    last = words_of(name)[-1] if name else ""
    if value.isalpha():
        if last in _NAMING:
            found.add(value)
        return
    if not value or _looks_counted(value) or _QUANTITY.fullmatch(value):
        return
    if last in ("version", "release", "revision") and _VERSION.fullmatch(value):
        return
    if last in _NAMING or is_identifier(value):
        found.add(value)
    if value.startswith(("http://", "https://")) and (match := _REPOSITORY.fullmatch(value)) is not None:
        found.add(match["name"])
    if ":" in value and "/" in value and "://" not in value and not value.startswith("arn:"):
        match = _IMAGE.fullmatch(value)
        if match is not None and match["tag"]:
            repo, tag = match["repo"], match["tag"]
            found.add(f"{repo.rpartition('/')[2]}:{tag}")
            found.add(f"{'/'.join(repo.split('/')[1:])}:{tag}")
            if is_identifier(tag) and not _looks_counted(tag):
                found.add(tag)


_NAMING = frozenset(
    """actor owner author manager maintainer assignee user login email team group squad subject workload repository host
    hostname endpoint service application node bucket table queue topic image cluster vpc subnet schedule""".split()
)
"""Last words of fields whose value is a name, whatever it looks like (W1)."""


def _looks_counted(text: str) -> bool:
    """Plain digits, or a number with one dot: a figure unless something says otherwise."""
    return len(text) < 8 and text.replace(".", "", 1).isdigit()


def uid_of(text: str) -> Uid:
    """A uid."""
    return Uid(text)
