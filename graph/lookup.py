"""Names: the records that a word of a question may mean, exactly; and those it may have been meant for.

Exact means whole: `shop-1` is not `shop-11`. Case folds only where the source's ids fold it (host and mail names). A
near name is only ever offered, never taken.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from graph.compiler.place import restriction
from graph.compiler.text import Cypher, Names, Setting, both, either, where
from graph.fields import ANY, PLACES, STATEMENTS, kinds_asked
from graph.kind import Field, Kind, Role, Type
from graph.kinds import KINDS
from graph.query import Within
from graph.record import Uid
from graph.store import Row, Store

_Suits = Callable[[str], bool]
_MOST = 100
_CLOSE = 70.0  # of 100: below it two names have little more than their length in common
_FIRST = ("Application", "Workload", "Database", "Compute", "Queue", "LoadBalancing", "Organisation")
_LAST = (
    "Container",
    "ReplicaSet",
    "EndpointSlice",
    "CatalogEntity",
    "TerraformResource",
    "Contribution",
    "ImageBuild",
)


@dataclass(frozen=True, slots=True)
class Match:
    """A record that a text names. `by` is the field that holds the text; `rank` 0 for what people name first, 2 for pieces."""

    uid: Uid
    kind: str
    name: str
    by: str = "name"
    rank: int = 1
    cluster: str = ""
    namespace: str = ""
    account: str = ""
    region: str = ""
    gone: bool = False
    score: float = 100.0


@dataclass(frozen=True, slots=True)
class Matches:
    """What a text names exactly, those first that people mean first. Empty: nothing has that name."""

    text: str
    found: tuple[Match, ...] = ()


def resolve(
    store: Store,
    text: str,
    *,
    within: Within = Within(),
    kinds: Sequence[str] = (),
    allowed: Sequence[Within] = (),
) -> Matches:
    """Records by exact name, uid, id, ARN, host name, address, image or alias.

    Those that are there come before gone ones, which are given only where nothing else has the name.
    """
    wanted = text.strip()
    if not wanted:
        return Matches(text)
    asked = _Asked(wanted, within, tuple(kinds), tuple(allowed))
    found: dict[Uid, Match] = {}
    for cypher, by in asked.statements():
        for row in store.read(cypher.text, cypher.parameters, rows=_MOST * 50):
            match = _match(row, row.get("by") or by)
            found.setdefault(match.uid, match)
        if found and by in ("uid", "name"):
            break  # a name is nearer than a field of something else that happens to hold it
    present = [m for m in found.values() if not m.gone]
    return Matches(text, tuple(sorted(present or found.values(), key=_order)))


@dataclass(frozen=True, slots=True)
class Mentions:
    """What the words of one question are in the graph: records by name or uid, and places by value, each by the text."""

    records: Mapping[str, tuple[Match, ...]]
    places: Mapping[str, tuple[str, ...]]


def mentions(store: Store, texts: Sequence[str], *, allowed: Sequence[Within] = ()) -> Mentions:
    """Many texts at once: records of exactly these names or uids, and places that scopes or environments have by them.

    Two statements, however many texts there are. Ids, addresses and aliases are for `resolve`, one text at a time.
    """
    wanted = [t for t in dict.fromkeys(texts) if t]
    if not wanted:
        return Mentions({}, {})
    setting = Setting(Names(), allowed=tuple(allowed))
    listed = setting.names.parameter("texts", wanted)
    rights = restriction("n", ANY, setting)
    hidden = f"NOT (n:{'|'.join((*STATEMENTS, 'Unresolved'))})"
    parts = [
        setting.cypher("MATCH (n:Record)", where((f"n.{by} IN {listed}", hidden, *rights)), _RETURN).text
        for by in ("name", "uid")
    ]
    found: dict[str, dict[Uid, Match]] = {}
    for row in store.read("\nUNION ".join(parts), dict(setting.names.parameters)):
        match = _match(row, "name")
        found.setdefault(match.name if match.name in wanted else match.uid, {})[match.uid] = match
    return Mentions({t: _present(m.values()) for t, m in found.items()}, _places_of(store, wanted, allowed))


def _present(matches: Iterable[Match]) -> tuple[Match, ...]:
    """Those that are there; gone ones only where nothing else has the name."""
    listed = sorted(matches, key=_order)
    return tuple(m for m in listed if not m.gone) or tuple(listed)


def _places_of(store: Store, texts: list[str], allowed: Sequence[Within]) -> dict[str, tuple[str, ...]]:
    """Which places have these values: of scopes that were looked at, and the environments of records."""
    setting = Setting(Names(), allowed=tuple(allowed))
    listed = setting.names.parameter("texts", texts)
    parts: list[str] = []
    for label, place in (*(("Scope", p) for p in PLACES[:4]), ("Record", "environment")):
        conditions = where((f"n.{place} IN {listed}", *restriction("n", ANY, setting)))
        parts.append(f"MATCH (n:{label}) {conditions} RETURN DISTINCT '{place}' AS place, n.{place} AS value")
    found: dict[str, tuple[str, ...]] = {}
    for row in store.read("\nUNION ".join(parts), dict(setting.names.parameters)):
        found[row["value"]] = (*found.get(row["value"], ()), row["place"])
    return found


def near(
    store: Store,
    text: str,
    *,
    within: Within = Within(),
    kinds: Sequence[str] = (),
    allowed: Sequence[Within] = (),
    rows: int = 5,
) -> tuple[Match, ...]:
    """The closest names, best first, with their likeness from 0 to 100. Offered to the asker; never used."""
    wanted = text.strip()
    uids = [row["uid"] for row in store.search(wanted, rows=50)] if wanted else []
    asked = _Asked(wanted, within, tuple(kinds), tuple(allowed))
    found: dict[Uid, Match] = {}
    for cypher in asked.candidates(uids):
        for row in store.read(cypher.text, cypher.parameters, rows=5_000):
            match = _match(row, "name")
            found.setdefault(match.uid, replace(match, score=_likeness(wanted, match.name)))
    close = [m for m in found.values() if m.score >= _CLOSE]
    return tuple(sorted(close, key=lambda m: (-m.score, *_order(m)))[:rows])


def _likeness(text: str, name: str) -> float:
    asked, held = text.lower(), name.lower()
    return max(
        fuzz.ratio(asked, held), 0.95 * fuzz.token_sort_ratio(asked.replace("-", " "), held.replace("-", " "))
    )


def _order(match: Match) -> tuple[int, str, str, str]:
    return match.rank, match.kind, match.name, match.uid


def _match(row: Row, by: str) -> Match:
    kind = row["kind"] or ""
    return Match(
        uid=Uid(row["uid"]),
        kind=kind,
        name=row["name"] or row["uid"],
        by=by,
        rank=_rank(kind),
        cluster=row["cluster"] or "",
        namespace=row["namespace"] or "",
        account=row["account"] or "",
        region=row["region"] or "",
        gone=bool(row["gone"]),
    )


def _rank(kind: str) -> int:
    if kind in _LAST:
        return 2
    declared = KINDS.get(kind)
    return 0 if declared and (kind in _FIRST or set(declared.categories) & set(_FIRST)) else 1


@dataclass(frozen=True, slots=True)
class _Asked:
    """A text, where it is looked for, and among which kinds."""

    text: str
    within: Within
    kinds: tuple[str, ...]
    allowed: tuple[Within, ...]

    def statements(self) -> Iterable[tuple[Cypher, str]]:
        """From the nearest meaning to the farthest, each with the field that it finds by."""
        yield self._by_uid(), "uid"
        yield self._by_name(), "name"
        if "/" not in self.text:
            yield self._by_short_name(), "name"
        for fields in self._identifying():
            yield self._by_fields(fields), "field"

    def _setting(self) -> Setting:
        return Setting(Names(), self.within, self.allowed)

    def _restricted(self, setting: Setting) -> list[str]:
        """The restriction on a record of any kind: places that it has must be right, and it must have one of them."""
        places = [
            p for p in ("account", "region", "cluster", "namespace", "environment") if getattr(self.within, p)
        ]
        held = [
            f"(n.{p} IS NULL OR n.{p} IN {setting.names.parameter(p, list(getattr(self.within, p)))})"
            for p in places
        ]
        kinds = [k.name for of in self.kinds for k in kinds_asked(of)]
        wanted = f"n.kind IN {setting.names.parameter('kinds', kinds)}" if kinds else ""
        hidden = f"NOT (n:{'|'.join((*STATEMENTS, 'Unresolved'))})"
        rest = self.within.narrowed(account=(), region=(), cluster=(), namespace=(), environment=())
        inner = replace(setting, within=rest)
        return [wanted, hidden, *held, *restriction("n", ANY, inner)]

    def _by_uid(self) -> Cypher:
        setting = self._setting()
        text = setting.names.parameter("text", self.text)
        return setting.cypher(
            "MATCH (n:Record)", where((f"n.uid = {text}", *self._restricted(setting))), _RETURN
        )

    def _by_name(self) -> Cypher:
        setting = self._setting()
        text = setting.names.parameter("text", self.text)
        named = f"n.name = {text}"
        place, _, name = self.text.partition("/")
        if name and "/" not in name and ":" not in name:
            both_ways = both(
                (
                    f"n.name = {setting.names.parameter('short', name)}",
                    f"(n.namespace = {setting.names.parameter('place', place)} OR n.cluster = $place)",
                )
            )
            named = f"({named} OR ({both_ways}))"
        return setting.cypher("MATCH (n:Record)", where((named, *self._restricted(setting))), _RETURN)

    def _by_short_name(self) -> Cypher:
        """A repository without its organisation."""
        setting = self._setting()
        ending = setting.names.parameter("ending", f"/{self.text}")
        rest = self._restricted(setting)
        return setting.cypher("MATCH (n:Repository)", where((f"n.name ENDS WITH {ending}", *rest)), _RETURN)

    def _identifying(self) -> Iterable[list[tuple[Kind, Field]]]:
        listed = [k for of in (self.kinds or (ANY,)) for k in kinds_asked(of)]
        for suited in _shapes(self.text):
            fields = [(k, f) for k in listed for f in identifying(k) if suited(f.name.lower())]
            if fields:
                yield fields

    def _by_fields(self, fields: list[tuple[Kind, Field]]) -> Cypher:
        setting = self._setting()
        text = setting.names.parameter("text", self.text)
        folded = setting.names.parameter("folded", self.text.lower())
        rest = both(self._restricted(setting))
        parts: list[str] = []
        for kind in dict.fromkeys(k.name for k, _ in fields):
            own = [f for k, f in fields if k.name == kind]
            compared = either(_holds(f, text, folded) for f in own)
            parts.append(f"MATCH (n:{kind}) WHERE {compared} AND {rest} {_RETURN}")
        return Cypher("\nUNION ".join(parts), dict(setting.names.parameters))

    def candidates(self, uids: Sequence[str]) -> Iterable[Cypher]:
        """Records that full text found, and those whose name begins as the text does."""
        for prefix in dict.fromkeys((self.text[:3], self.text[:3].lower())):
            setting = self._setting()
            start = setting.names.parameter("start", prefix)
            found = (f"n.name STARTS WITH {start}", "n.goneAt IS NULL", *self._restricted(setting))
            yield setting.cypher("MATCH (n:Record)", where(found), f"{_RETURN} LIMIT 3000")
        if uids:
            setting = self._setting()
            listed = f"n.uid IN {setting.names.parameter('uids', list(uids))}"
            yield setting.cypher(
                "MATCH (n:Record)", where((listed, "n.goneAt IS NULL", *self._restricted(setting))), _RETURN
            )


_RETURN = (
    "RETURN n.uid AS uid, n.kind AS kind, n.name AS name, n.cluster AS cluster, n.namespace AS namespace, "
    "n.account AS account, n.region AS region, n.goneAt IS NOT NULL AS gone"
)
_FOLDED = ("dns", "host", "hosts", "endpoint", "email", "login", "alias", "aliases", "domainname", "dnsname")
_FOREIGN = ("hostip", "vpcid", "subnetid", "imageid", "lastid")
_HOSTS = (
    "dns",
    "dnsname",
    "domainname",
    "hostname",
    "hosts",
    "endpoint",
    "readerendpoint",
    "aliases",
    "url",
    "uri",
    "server",
)
_PEOPLE = ("alias", "aliases", "email", "login", "channel", "configuredname", "accountid", "alternativenames")


def _holds(field: Field, text: str, folded: str) -> str:
    if field.type is Type.LIST:
        return f"({text} IN n.{field.name} OR {folded} IN n.{field.name})"
    if field.name.lower() in _FOLDED:
        return f"n.{field.name} IN [{text}, {folded}]"
    if field.name.endswith("Id"):
        return f"(n.{field.name} = {text} AND n.uid ENDS WITH {text})"
    return f"n.{field.name} = {text}"


def identifying(kind: Kind) -> tuple[Field, ...]:
    """The fields by which people name a record of this kind, besides its name and uid."""
    return tuple(
        f
        for f in kind.fields
        if f.role is Role.NAME
        and f.type in (Type.TEXT, Type.LIST)
        and not f.derived
        and _identifies(f.name.lower())
    )


def _identifies(name: str) -> bool:
    if name in _FOREIGN:
        return False
    return name.endswith(("id", "ip", "ips")) or name in (
        *_HOSTS,
        *_PEOPLE,
        "image",
        "images",
        "privatedns",
        "publicdns",
    )


def _shapes(text: str) -> Iterable[_Suits]:
    """Which fields a text of this shape may stand in: an address only in addresses, an image only in images."""
    if _is_address(text):
        yield lambda name: name.endswith(("ip", "ips"))
    elif "@" in text or ("." not in text and "/" not in text):
        yield lambda name: name in _PEOPLE or name.endswith("id")
    elif "/" in text or ":" in text:
        yield lambda name: name in ("image", "images", "url", "uri", "endpoint", "server")
    else:
        yield lambda name: name in (*_HOSTS, *_PEOPLE, "privatedns", "publicdns")


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
