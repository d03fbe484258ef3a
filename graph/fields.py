"""The fields a query may speak of: those a kind declares, and the common ones that every record has."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from graph.kind import Field, Kind, Role, Type
from graph.kinds import CATEGORIES, KINDS, kinds_of

ANY = "Record"
"""Asks for records of any kind that is a thing; what is said of things (changes, scopes, candidates) is no thing."""

STATEMENTS = ("Change", "Scope", "Scan", "Ownership", "CodeMapping")
"""Kinds that say something of another record. `ANY` leaves them out."""

PLACES = ("account", "region", "cluster", "namespace", "environment")
"""Restrictions that are a field of the record itself."""

COMMON = (
    Field("uid", role=Role.NAME, words=("identifier",)),
    Field("kind"),
    Field("name", role=Role.NAME),
    Field("scope", role=Role.BOOKKEEPING),
    Field("source", words=("collector",)),
    Field("firstSeen", Type.TIME, words=("first seen",)),
    Field("observedAt", Type.TIME, words=("last seen", "observed")),
    Field("changedAt", Type.TIME, words=("last changed",)),
    Field("goneAt", Type.TIME, words=("gone since",)),
    Field("goneReason"),
    Field("confidence", Type.DECIMAL, role=Role.RATIO),
    Field("rule"),
    Field("basis", Type.LIST, role=Role.NAME),
)
"""What every record has, whatever its kind."""

_COMMON = {f.name: f for f in COMMON}


@lru_cache(maxsize=1024)
def kinds_asked(of: str) -> tuple[Kind, ...]:
    """The kinds behind a kind's or category's name; every thing for `ANY`; empty where nothing is declared so."""
    if of == ANY:
        return tuple(k for k in KINDS.values() if k.name not in STATEMENTS)
    return kinds_of(of)


def is_declared(of: str) -> bool:
    """Whether a kind or category of that name is declared (a category may have no kinds yet)."""
    return of == ANY or of in KINDS or of in CATEGORIES


@lru_cache(maxsize=8192)
def field_of(of: str, name: str) -> Field | None:
    """The declared or common field of that name; `tags.team` gives the map `tags` itself. None where there is none."""
    stem = map_of(name)[0]
    for kind in kinds_asked(of):
        if found := kind.field(stem):
            return found
    return _COMMON.get(stem)


@lru_cache(maxsize=8192)
def kinds_with(of: str, name: str) -> tuple[Kind, ...]:
    """The kinds behind `of` that have the field."""
    stem = map_of(name)[0]
    asked = kinds_asked(of)
    return asked if stem in _COMMON else tuple(k for k in asked if k.field(stem))


def map_of(name: str) -> tuple[str, str]:
    """A field's name and the key in it: `tags.app/team` → ("tags", "app/team"), `name` → ("name", "")."""
    stem, _, key = name.partition(".")
    return stem, key


def names_of(of: str) -> Iterator[str]:
    """The names of every field a query over `of` may use."""
    seen: set[str] = set()
    for field in (*(f for k in kinds_asked(of) for f in k.fields), *COMMON):
        if field.name not in seen:
            seen.add(field.name)
            yield field.name


def is_version(field: Field) -> bool:
    """Whether the text is a version, compared part by part: by its name, since sources hold versions as text."""
    return field.type is Type.TEXT and field.name.lower().endswith("version")
