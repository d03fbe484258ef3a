"""The words of a declaration. A kind is declared once, in `graph/kinds/`; everything else reads it.

From one declaration come: what the writer may store, constraints and indexes, the vocabulary of questions and of the
evidence check, units, links, and the documentation of the model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as default
from datetime import timedelta
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType


class Type(StrEnum):
    """How a field's value is stored and compared."""

    TEXT = "text"
    INTEGER = "integer"
    DECIMAL = "decimal"
    BOOLEAN = "boolean"
    TIME = "time"
    LIST = "list"  # of text
    MAP = "map"  # text → text, such as tags; stored by a declared encoding
    JSON = "json"  # anything nested; stored as text, never compared


class Role(StrEnum):
    """What a field is to a reader, beyond its type."""

    PLAIN = "plain"
    NAME = "name"  # identifies something: compared whole, is a name wherever it occurs (ids, images, addresses, hosts)
    TYPED = "typed"  # free text that somebody typed: relayed, never observed (F13)
    BOOKKEEPING = "bookkeeping"  # never a passage (C7)
    COMMIT = "commit"  # a full commit hash; seven characters or more of it name it (F1)
    RATIO = "ratio"  # 0.5 may be said as 50 % (F3)
    PLACE = "place"  # account, region, cluster, namespace, environment: restricts


@dataclass(frozen=True, slots=True)
class Field:
    """One property of a kind.

    `words` are further names in lower case ("size", "storage"); the label is made of the name ("readyReplicas" →
    "ready replicas"), without the unit that the name ends with. `states` maps a stored value to the words that say it
    ({"in-use": ("attached",)}). For a boolean, `yes` and `no` are adjectives or phrases that say true and false
    ("encrypted" / "unencrypted"). `path` is where raw JSON holds it, dotted, for collectors that map by declaration.
    """

    name: str
    type: Type = Type.TEXT
    words: tuple[str, ...] = ()
    unit: str = ""  # GiB, MiB, bytes, seconds, milliseconds, minutes, hours, days, percent, …
    role: Role = Role.PLAIN
    states: Mapping[str, tuple[str, ...]] = default(default_factory=lambda: MappingProxyType({}))
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    path: str = ""
    derived: bool = False  # set by a rule, not by the collector that lists the record
    silent_in: Mapping[str, tuple[str, ...]] = default(
        default_factory=lambda: MappingProxyType({})
    )  # states of another field in which this one says nothing: {"phase": ("Succeeded",)} of a pod's `ready`
    retells: str = ""  # the field whose value is one of this list's: a change of that alone is told once, as that field's
    sparse: bool = False  # has no value where it does not apply: an empty cell, which is not unknown
    description: str = ""

    @property
    def label(self) -> str:
        """The name in words, in lower case: "backup retention" of `backupRetentionDays`."""
        return label_of(self.name)


@dataclass(frozen=True, slots=True)
class RelationType:
    """A relation, said from both ends.

    `forward` are verb phrases from source to target ("is owned by"), `backward` from target to source ("owns");
    each also as nouns where English has one ("owner", "owners" for the target of OWNED_BY in `target_nouns`).
    """

    name: str
    forward: tuple[str, ...]
    backward: tuple[str, ...]
    target_nouns: tuple[str, ...] = ()
    source_nouns: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()  # kinds or categories; empty = any
    targets: tuple[str, ...] = ()
    needs: str = ""  # the end that the other cannot work without: "target", "source", or neither
    description: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of record. `link` is a template over validated fields: `https://…/{instanceId}` (links are made in evidence)."""

    name: str  # PascalCase, the label in the graph
    noun: str  # "EC2 instance"
    plural: str
    description: str
    synonyms: tuple[str, ...] = ()  # further singular nouns; plurals are made of them
    categories: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    fresh_for: timedelta = timedelta(hours=24)
    link: str = ""
    title: str = "name"  # the field shown as its name
    event: bool = (
        False  # something that happened: listed once or for a while, and never gone for leaving a listing
    )
    hidden_states: Mapping[str, tuple[str, ...]] = default(
        default_factory=lambda: MappingProxyType({})
    )  # records in these states are left out unless the state is asked for: {"state": ("terminated",)}
    _by_name: Mapping[str, Field] = default(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {f.name: f for f in reversed(self.fields)})

    def field(self, name: str) -> Field | None:
        """The declared field of that name, or None."""
        return self._by_name.get(name)


@dataclass(frozen=True, slots=True)
class Category:
    """A name over kinds, so that people can ask for "databases" across providers."""

    name: str
    noun: str
    plural: str
    synonyms: tuple[str, ...] = ()


_UNIT_ENDINGS = re.compile(
    r"(GiB|MiB|KiB|TiB|GB|MB|Bytes|Seconds|Milliseconds|Minutes|Hours|Days|Percent|Share|At)$"
)
_SPLIT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@lru_cache(maxsize=8192)
def words_of(name: str) -> tuple[str, ...]:
    """A camelCase name split at its capitals, in lower case: `readyReplicas` → ("ready", "replicas"), `multiAz` → ("multi", "az")."""
    return tuple(w.lower() for w in _SPLIT.split(name) if w)


def label_of(name: str) -> str:
    """The words of a name without the unit it ends with (`allocatedStorageGiB` → "allocated storage")."""
    stem = _UNIT_ENDINGS.sub("", name)
    return " ".join(words_of(stem or name))


def by_name(kinds: Iterable[Kind]) -> dict[str, Kind]:
    """The kinds by their names; two of one name are a mistake in the declarations."""
    found: dict[str, Kind] = {}
    for kind in kinds:
        if kind.name in found:
            raise ValueError(f"kind {kind.name} is declared twice")
        found[kind.name] = kind
    return found
