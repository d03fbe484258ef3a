"""A reading under way: noun phrases with their tests, relations between them, and what is still waited for."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as dataclass_replace
from typing import Any, NamedTuple, TypeVar, cast

from assistant.meaning import (
    Aggregator,
    Amount,
    Extreme,
    FieldWord,
    Literal,
    Moment,
    Name,
    Noun,
    Place,
    PlaceWord,
    RelationNoun,
    Said,
    StateWord,
    Tag,
    Time,
    Unknown,
    Verb,
)
from graph.fields import kinds_asked
from graph.query import Condition, Op
from graph.record import Value

UNUSED = 10.0
"""What a word costs that a reading leaves out; more than anything else together in an ordinary question."""


@dataclass(frozen=True, slots=True)
class State:
    """In a state, or not in it."""

    word: StateWord
    negated: bool = False
    alternative: bool = False  # joined to the test before it by "or"


@dataclass(frozen=True, slots=True)
class Compared:
    """A field compared with an amount."""

    word: FieldWord
    op: Op
    amount: Amount
    alternative: bool = False


@dataclass(frozen=True, slots=True)
class Valued:
    """A field that holds a value as written."""

    word: FieldWord
    value: Value
    op: Op = Op.EQ
    negated: bool = False
    alternative: bool = False


@dataclass(frozen=True, slots=True)
class Timed:
    """A field of time inside a window."""

    word: FieldWord
    time: Time
    negated: bool = False
    alternative: bool = False


@dataclass(frozen=True, slots=True)
class Aged:
    """Older or newer than a span of time."""

    older: bool
    amount: Amount
    alternative: bool = False


@dataclass(frozen=True, slots=True)
class Sized:
    """Larger or smaller than an amount, in whichever field its unit fits."""

    op: Op
    amount: Amount
    alternative: bool = False


@dataclass(frozen=True, slots=True)
class Present:
    """A field that says something, or nothing."""

    word: FieldWord
    known: bool = True
    alternative: bool = False


@dataclass(frozen=True, slots=True)
class Tagged:
    """A tag that is there, or is not, or has a value."""

    tag: Tag
    present: bool = True
    alternative: bool = False


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored value said as an adjective ("postgres databases")."""

    literal: Literal
    negated: bool = False
    alternative: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """A condition that is typed already, of a reading that a model made."""

    condition: Condition
    alternative: bool = False


@dataclass(frozen=True, slots=True)
class Same:
    """The same field, place, owner or neighbour as a named record has."""

    word: FieldWord | PlaceWord | RelationNoun | Noun
    name: Name
    of: str = ""  # the kind said of the name
    negated: bool = False
    alternative: bool = False


Test = Given | State | Compared | Valued | Timed | Aged | Sized | Present | Tagged | Stored | Same


@dataclass(frozen=True, slots=True)
class Phrase:
    """One noun phrase. `of` is empty where nothing says the kind ("what", a name alone)."""

    of: str = ""
    also: tuple[str, ...] = ()  # further kinds ("deployments and stateful sets")
    tests: tuple[Test, ...] = ()
    names: tuple[Name, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    quantifier: str = ""  # any | all | none
    word: str = ""  # which | who, where it was opened by a question word alone

    @property
    def is_open(self) -> bool:
        """Only a question word so far."""
        return not (self.of or self.names or self.unknown)


@dataclass(frozen=True, slots=True)
class Link:
    """A relation between two phrases, from `subject` to `target` by `direction`; an empty relation is any."""

    subject: int
    target: int
    relation: str = ""
    direction: str = "any"
    none: bool = False
    count: tuple[Op, int] | None = None
    phrase: str = ""


class Pending(NamedTuple):
    """What was said and not yet used. A reading that ends with any of it dangling is none."""

    negated: bool = False
    lack: bool = False
    have: bool = False
    tagged: bool = False  # "tagged": what with is still to be said
    light: str = ""  # the verb that stands for "has" ("runs", "uses")
    preposition: str = ""
    verb: Verb | None = None
    verb_subject: int = -1
    verb_none: bool = False
    verb_needs_of: bool = False
    op: Op | None = None
    amount: Amount | None = None
    age: bool | None = None
    size: Op | None = None
    field: FieldWord | None = None
    timed: FieldWord | None = None
    adjectives: tuple[Test, ...] = ()
    quantifier: str = ""
    per: bool = False
    extreme: bool = False
    aggregate: bool = False
    top: bool = False
    relative: bool = False
    beside: bool = False  # "with their": a field or an owner that is shown of each
    gap: bool = False
    join: str = ""  # and | or
    place: PlaceWord | None = None
    noun_by: int = -1  # where the noun must stand at the latest that a bare place is said of
    tag: Tag | None = None  # its value follows ("whose team tag is payments")
    named_so: bool = False  # "starting with": what follows is a piece of the name
    called: bool = False  # "called": the name follows, and may look like any word
    done_by: bool = False  # "made by": who made the changes follows
    same: bool = False  # "the same": of what is still to be said
    same_of: FieldWord | PlaceWord | RelationNoun | Noun | None = None  # what is the same; whose follows "as"
    same_as: bool = False
    same_kind: str = ""

    @property
    def dangles(self) -> bool:
        """Whether something was begun and not finished."""
        return bool(
            self.lack
            or self.tagged
            or self.verb
            or self.op is not None
            or self.amount
            or self.age is not None
            or self.size is not None
            or self.field
            or self.timed
            or self.adjectives
            or self.per
            or self.top
            or self.place
            or self.tag
            or self.quantifier == "none"
            or self.same
            or self.same_of is not None
            or self.negated
            or self.preposition
            or self.beside
            or self.done_by
            or self.noun_by >= 0
        )


NOTHING = Pending()

_T = TypeVar("_T")


def replace(value: _T, **changes: Any) -> _T:
    """The value with these fields changed: of a frame, of what it waits for, or of any value inside it."""
    if isinstance(value, Frame | Pending):
        return cast("_T", value._replace(**changes))
    return dataclass_replace(value, **changes)  # type: ignore[type-var] # every other value of a frame is a dataclass


@dataclass(frozen=True, slots=True)
class Restriction:
    """A place said in the question, and as what it may be read."""

    place: Place
    explicit: str = ""  # the word that was said beside it ("namespace")
    joined: bool = False  # by "and" or "or" to the restriction before it
    outside: bool = False  # what lies anywhere but there
    beside: int = -1  # the phrase that it was said of; the next one where it stands before its noun


class Frame(NamedTuple):
    """A reading of the question up to `position`. A named tuple: a question makes hundreds of them, and tuples copy four times as fast."""

    position: int = 0
    cost: float = 0.0
    ask: str = ""  # list | count | amount | yesno | tell | when | where | why | how | age | share | measure
    topic: str = ""  # impact | path | differ | weak points | contact | happened | unread | scanned | stale
    phrases: tuple[Phrase, ...] = ()
    links: tuple[Link, ...] = ()
    main: int = -1
    focus: int = -1
    subject: int = -1
    gap_subject: int = -1
    asked: tuple[FieldWord, ...] = ()
    beside: tuple[RelationNoun, ...] = ()  # what is shown of each as well ("and their owners")
    aggregate: Aggregator | None = None
    aggregate_field: FieldWord | None = None
    group: tuple[PlaceWord | FieldWord | Noun | RelationNoun | Tag, ...] = ()
    extreme: Extreme | None = None
    extreme_field: FieldWord | None = None
    extreme_noun: str = ""
    extreme_tests: tuple[Test, ...] = ()  # what is said of those that are counted ("most pods not ready")
    extreme_verb: Verb | None = None  # how the noun is related ("owns the most applications")
    limit: int = 0
    bound: tuple[Op, int] | None = (
        None  # of how many there are, where that is asked ("are there more than 5 pods")
    )
    each: bool = False  # of the places that were said each by itself ("in blue vs green")
    presence: str = (
        ""  # what lies in several places, by name: "only", "both", or "both:cluster" of all there are
    )
    ordered: bool = False  # "sorted by": all of them, in order
    beside_count: str = ""  # what is told beside how many there are: groups | size
    restrictions: tuple[Restriction, ...] = ()
    window: Time | None = None
    actor: Name | Unknown | None = None  # who made the changes that are asked for
    moment: Moment | None = None  # whose state is asked for
    unchanged: bool = False  # what did not change is asked for
    past: bool = False  # "was", "did": a day that is said is one whose state is asked for
    pending: Pending = NOTHING
    last: str = ""  # the sort of the last span: noun | name | state | field | place | verb | amount | …
    be: bool = False
    which: bool = False  # opened by "which" alone: in a conversation, which of those before
    fragment: bool = False  # opened as a follow-up ("and …", "what about …", "only …")
    unused: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[Any, ...]:
        """All but position and cost: two frames of one key are one reading."""
        return self[2:]

    def phrase(self, index: int, **changes: object) -> Frame:
        """With one phrase changed."""
        phrases = list(self.phrases)
        phrases[index] = replace(phrases[index], **changes)
        return self._replace(phrases=tuple(phrases))

    @property
    def groups_on(self) -> bool:
        """Whether what comes now is one more group ("per account and state")."""
        return self.pending.per or (self.last == "group" and self.pending.join == "and")

    def waiting(self, **changes: Any) -> Frame:
        """With what is waited for changed."""
        return self._replace(pending=self.pending._replace(**changes))


def is_connected(frame: Frame) -> bool:
    """Every phrase is what is asked for or related to it: a phrase left standing would be dropped in silence."""
    reached, grown = {frame.main}, True
    while grown:
        more = {
            e for k in frame.links for e in (k.subject, k.target) if reached & {k.subject, k.target}
        } - reached
        reached |= more
        grown = bool(more)
    return all(i in reached for i in range(len(frame.phrases)))


def of_those(frame: Frame) -> Frame:
    """At the beginning of a follow-up, what was found before is compared ("larger than 100 GiB")."""
    if frame.main >= 0 or frame.ask or frame.asked or frame.restrictions or frame.pending.adjectives:
        return frame
    return replace(frame, phrases=(Phrase(word="ones"),), main=0, focus=0, subject=0)


def kinds_fit(of: str, kinds: frozenset[str] | set[str]) -> bool:
    """Whether any kind behind `of` is among these; nothing said of the kind fits all."""
    return not of or any(k.name in kinds for k in kinds_asked(of))


HOSTED = {"Node": "EC2Instance"}
"""Kinds that are what their host is: of a node people say how its instance was bought."""


_OF_PODS = frozenset(k.name for k in kinds_asked("Workload"))


def is_of_pods(of: str) -> bool:
    """Whether the kind consists of pods, which say what it does not say of itself ("deployments without a memory limit")."""
    return bool(of) and {k.name for k in kinds_asked(of)} <= _OF_PODS


_OF_CONTAINERS = frozenset({"waitingReason", "lastTerminationReason"})


def tells_of_pods(test: Test) -> bool:
    """Whether what its pods say can be said of a workload: what they have, and why their containers stand still."""
    if isinstance(test, State):
        return {s.field for s in test.word.said} <= _OF_CONTAINERS
    return isinstance(test, Present | Compared)


def is_of_health(test: Test) -> bool:
    """Whether it says how something is doing, and not one state of it."""
    said = test.word.said if isinstance(test, State) else frozenset[Said]()
    return {"health", "ready"} <= {s.field for s in said}


def fits(phrase: Phrase, test: Test) -> bool:
    """Whether the declarations let this be said of the phrase's kind, or of a record it names."""
    kinds = _kinds_of(test)
    if kinds is None:
        return True
    if phrase.of == "Application" and is_of_health(test):
        return True  # which is told by its workloads
    if "Change" in kinds and isinstance(test, State):
        return True  # "deployments deleted last week" are changes of deployments
    if phrase.of:
        bought = isinstance(test, State) and any(s.field == "purchase" for s in test.word.said)
        hosted = bought and kinds_fit(HOSTED.get(phrase.of, phrase.of), kinds)
        piece = tells_of_pods(test) and "Pod" in kinds and is_of_pods(phrase.of)
        return hosted or piece or kinds_fit(phrase.of, kinds)
    named = {c.kind for n in phrase.names for c in n.candidates}
    return not named or bool(named & kinds)


def _kinds_of(test: Test) -> frozenset[str] | None:
    """The kinds a test can be said of; None where that is settled only with the kind."""
    match test:
        case State(word=word):
            return frozenset(s.kind for s in word.said)
        case Stored(literal=literal):
            return frozenset(s.kind for s in literal.said)
        case Compared(word=word) | Valued(word=word) | Timed(word=word) | Present(word=word):
            return frozenset(s.kind for s in word.slots)
        case _:
            return None
