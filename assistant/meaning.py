"""What a stretch of a question can mean: the typed spans that the grammar puts together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from graph.query import Measure, Op, Window
from graph.record import Uid, Value


class Slot(NamedTuple):
    """A declared field of a kind."""

    kind: str
    field: str


class Said(NamedTuple):
    """A value that a word says of a field of a kind: "stopped" of (EC2Instance, state)."""

    kind: str
    field: str
    value: Value


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun of a kind or category. `rank` orders readings of one word: its own noun before a synonym before a category."""

    of: str
    rank: int = 0
    many: bool = False


@dataclass(frozen=True, slots=True)
class FieldWord:
    """A word of fields; which one is settled by the kind it is said of. `verb`: said as a verb ("expires", "created")."""

    slots: frozenset[Slot]
    verb: bool = False


@dataclass(frozen=True, slots=True)
class StateWord:
    """A state or a yes or no of fields ("stopped", "unencrypted")."""

    said: frozenset[Said]
    led: bool = False  # only as the value of its field, said right before ("package type image")


@dataclass(frozen=True, slots=True)
class Verb:
    """A relation as a predicate. `direction` is "out" where its subject is the relation's source."""

    relation: str
    direction: str
    passive: bool = False  # "owned by": follows a copula or stands right after its noun
    bare: bool = False  # "mounted", "used": by anything at all
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class RelationNoun:
    """A relation as a noun of its other end ("owner", "dependencies"); `direction` as seen from what has it."""

    relation: str
    direction: str
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A record that a name can mean, with what sets it apart from others of the name."""

    uid: Uid
    kind: str
    name: str
    place: tuple[tuple[str, str], ...] = ()
    rank: int = 0  # 0 for what people mean first by a bare name, more for pieces of other things
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """A name of the graph and every record it is. Never changed: `text` is as written."""

    text: str
    candidates: tuple[Candidate, ...]
    also_place: bool = False  # it restricts as well ("in prod")


@dataclass(frozen=True, slots=True)
class Unknown:
    """A word that stands where a name would and is none in the graph. `plain`: nothing in its shape says it is a name."""

    text: str
    plain: bool = False
    adjective: bool = False  # a plain word right before a noun: it says what the things are like


@dataclass(frozen=True, slots=True)
class Place:
    """A value that restricts, and as what: ("cluster", "account", …), each with the value as records hold it."""

    text: str
    readings: tuple[tuple[str, str], ...]
    ids: tuple[tuple[str, str], ...] = ()  # as records hold it, where that is another value: an account's id


@dataclass(frozen=True, slots=True)
class PlaceWord:
    """The word of a restriction: "namespace", "account"."""

    name: str
    many: bool = False


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag or label by its key, with a value where one was written (`team=payments`)."""

    key: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit, as written; of a range ("5 to 20") the lower end, with the `upper` beside it."""

    value: float
    unit: str = ""
    text: str = ""
    upper: float | None = None


@dataclass(frozen=True, slots=True)
class Literal:
    """A word that is a stored value of a text field of some kinds, found in the graph ("postgres", "t3.micro")."""

    text: str
    said: frozenset[Said] = frozenset()


@dataclass(frozen=True, slots=True)
class Time:
    """A window, resolved against the question's own time. `words` says it in UTC."""

    window: Window
    words: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of time that a state is asked of ("two days ago"); `day` is the day of it, where only a day was said."""

    at: datetime
    day: Window | None = None


@dataclass(frozen=True, slots=True)
class Bounded:
    """A field with its bound in one phrase ("low confidence")."""

    word: FieldWord
    op: Op
    value: float


@dataclass(frozen=True, slots=True)
class Comparator:
    """How the amount that follows is compared ("more than", "at least")."""

    op: Op


@dataclass(frozen=True, slots=True)
class AgeComparator:
    """Said of a time of birth ("older than", "newer than"): a comparison of a time of birth with an age."""

    older: bool


@dataclass(frozen=True, slots=True)
class SizeComparator:
    """Said of a size ("larger than", "smaller than"): a comparison of what the unit fits."""

    op: Op


@dataclass(frozen=True, slots=True)
class Aggregator:
    """A measure asked for ("average", "total", "share of")."""

    measure: Measure
    percent: float = 0.0


@dataclass(frozen=True, slots=True)
class Extreme:
    """A superlative: "most", "largest", "oldest", "newest". `about` is "amount", "size", "birth" or "time"."""

    descending: bool
    about: str = "amount"


@dataclass(frozen=True, slots=True)
class Word:
    """A function word by its role: see `assistant.words`."""

    role: str
    text: str = ""


Meaning = (
    Noun
    | FieldWord
    | StateWord
    | Verb
    | RelationNoun
    | Name
    | Unknown
    | Place
    | PlaceWord
    | Tag
    | Amount
    | Literal
    | Time
    | Moment
    | Bounded
    | Comparator
    | AgeComparator
    | SizeComparator
    | Aggregator
    | Extreme
    | Word
)


@dataclass(frozen=True, slots=True)
class Span:
    """Tokens `start` to `end` (exclusive) read as one meaning, at a cost (0 = certain)."""

    start: int
    end: int
    meaning: Meaning
    cost: float = 0.0
