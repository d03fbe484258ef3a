"""What the queries seek by, declared: `schema` makes these indexes on either store.

Places are sought together with the kind, since a question has both. Fields that name a record (addresses, hosts, mail
names) are told from the declarations of the kinds, so a new kind brings its own.
"""

from __future__ import annotations

from functools import cache

from graph.kind import Field, Kind, Role, Type
from graph.kinds import KINDS

_HOSTS = ("dns", "dnsname", "domainname", "hostname", "hosts", "endpoint", "readerendpoint", "server")
_ALIASES = (
    "alias",
    "aliases",
    "email",
    "login",
    "channel",
    "configuredname",
    "accountid",
    "alternativenames",
)
_IMAGES = ("image", "images", "uri", "url")
_FOREIGN = ("hostip",)  # a pod's host is named by its own record
_SMALL = (
    "server",
    "uri",
    "url",
    "configuredname",
    "accountid",
    "alias",
    "channel",
    "image",
)  # of few records, or sought with a kind

PLACES: dict[str, tuple[str, tuple[str, ...]]] = {
    **{
        f"record_kind_{place}": ("Record", ("kind", place))
        for place in ("cluster", "namespace", "account", "region")
    },
    "record_kind_cluster_namespace": ("Record", ("kind", "cluster", "namespace")),
    **{f"scope_{name}": ("Scope", (name,)) for name in ("cluster", "account", "outcome")},
}
"""A kind in a place; scopes by place, and those that were not read whole."""


def identifying(kind: Kind) -> tuple[Field, ...]:
    """The fields by which people name a record of this kind, besides its name, its uid and the last part of that."""
    return tuple(f for f in kind.fields if f.role is Role.NAME and not f.derived and _identifies(f))


def _identifies(field: Field) -> bool:
    name = field.name.lower()
    if field.type not in (Type.TEXT, Type.LIST) or name in _FOREIGN:
        return False
    return name.endswith(("ip", "ips", "dns")) or name in (*_HOSTS, *_ALIASES, *_IMAGES)


@cache
def _names(endings: tuple[str, ...], exact: tuple[str, ...]) -> tuple[str, ...]:
    fields = (f.name for kind in KINDS.values() for f in identifying(kind))
    return tuple(dict.fromkeys(n for n in fields if n.lower().endswith(endings) or n.lower() in exact))


def addresses() -> tuple[str, ...]:
    """Fields that hold an IP address."""
    return _names(("ip", "ips"), ())


def hosts() -> tuple[str, ...]:
    """Fields that hold the name of a host."""
    return _names(("dns",), _HOSTS)


def aliases() -> tuple[str, ...]:
    """Fields that hold another name: of an account, a team, a person, a distribution."""
    return _names(("\0",), _ALIASES)


def is_sought(name: str) -> bool:
    """Whether an index over all records serves the field; others are looked for among their own kinds, which are few records."""
    return name.lower() not in _SMALL


def member_lists() -> tuple[str, ...]:
    """Lists whose members name records: no index of values serves them, since a long list is too large for one."""
    listed = (f.name for kind in KINDS.values() for f in identifying(kind) if f.type is Type.LIST)
    return tuple(sorted(dict.fromkeys(listed)))


@cache
def is_indexed(field: str) -> bool:
    """Whether some index seeks records by this field alone, or by it and their kind."""
    return field in ("name", "environment") or any(field in properties for _, properties in names().values())


def names() -> dict[str, tuple[str, tuple[str, ...]]]:
    """An index for each field that names records, unless few have it."""
    single = {f.name for kind in KINDS.values() for f in identifying(kind) if f.type is Type.TEXT}
    return {f"record_{name.lower()}": ("Record", (name,)) for name in sorted(single) if is_sought(name)}


def all_indexes() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Every index of the queries, by name: the label and its properties."""
    return PLACES | names()
