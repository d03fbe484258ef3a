"""The ways by which a record can be named, as Cypher: uid, name, place and name, id, address, host, image, alias.

Each statement is one that an index serves: names and uids by their own, the last part of a uid by full text, addresses
and hosts by an index on each such field (`graph.indexes`), members of lists (hosts, aliases, images) by full text or,
where the store has none, kind by kind.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from graph.compiler.place import restriction
from graph.compiler.presence import here
from graph.compiler.text import Cypher, Names, Setting, both, either, where
from graph.fields import ANY, PLACES, STATEMENTS, kinds_asked
from graph.indexes import addresses, aliases, hosts, identifying, is_sought
from graph.kind import Type
from graph.kinds import KINDS
from graph.query import Within
from graph.schema import FULL_TEXT, MEMBERS

RETURN = (
    "RETURN n.uid AS uid, n.kind AS kind, n.name AS name, n.cluster AS cluster, n.namespace AS namespace, "
    "n.account AS account, n.region AS region, n.goneAt IS NOT NULL AS gone"
)
HIDDEN = f"NOT (n:{'|'.join((*STATEMENTS, 'Unresolved'))})"

_IMAGES = ("image", "images", "uri")
_TOKEN = re.compile(r"[0-9a-z]+")
_HOST = re.compile(r"^[a-z0-9*]([a-z0-9.*-]*[a-z0-9])?\.[a-z][a-z0-9-]*\.?$", re.IGNORECASE)
_MOST_NEAR = 500
_MOST_NAMED = 1_000  # of one name; an answer lists fewer, and says how many


@dataclass(frozen=True, slots=True)
class Asked:
    """A text, where it is looked for, among which kinds, what the asker may see, and whether an index knows members of lists."""

    text: str
    within: Within = Within()
    kinds: tuple[str, ...] = ()
    allowed: tuple[Within, ...] = ()
    members: bool = False

    def setting(self) -> Setting:
        """A fresh statement under the restriction and the rights."""
        return Setting(Names(), self.within, self.allowed)

    def restricted(self, setting: Setting) -> list[str]:
        """The restriction on a record of any kind: a place that it has must be right. Statements and unseen ends are nothing to name."""
        held = [
            f"(n.{p} IS NULL OR n.{p} IN {setting.names.parameter(p, list(values))})"
            for p in PLACES
            if (values := getattr(self.within, p))
        ]
        kinds = [k.name for of in self.kinds for k in kinds_asked(of)]
        wanted = f"n.kind IN {setting.names.parameter('kinds', kinds)}" if kinds else ""
        rest = replace(setting, within=self.within.narrowed(**dict.fromkeys(PLACES, ())))
        return [wanted, HIDDEN, *held, *restriction("n", ANY, rest)]


def by_uid(asked: Asked) -> Cypher:
    """The uid itself, an ARN, or a repository by its address."""
    setting = asked.setting()
    address = re.sub(r"^(?:https?://|git@|ssh://git@)|(?:\.git)?/?$", "", asked.text).replace(":", "/", 1)
    wanted = setting.names.parameter("uids", list(dict.fromkeys((asked.text, f"repo://{address}"))))
    return setting.cypher(
        "MATCH (n:Record)", where((f"n.uid IN {wanted}", *asked.restricted(setting))), RETURN
    )


def by_name(asked: Asked) -> Cypher:
    """The whole name, alone or after its place or kind: `shop/checkout-api`, `prod/shop/checkout-api`, `deployment/checkout-api`."""
    setting = asked.setting()
    named = [f"n.name = {setting.names.parameter('text', asked.text)}"]
    *before, name = asked.text.split("/")
    if name and all(before) and 0 < len(before) <= 2 and ":" not in asked.text:
        short = f"n.name = {setting.names.parameter('short', name)}"
        named.append(f"({both((short, _before(before, setting)))})")
    return setting.cypher(
        "MATCH (n:Record)",
        where((either(named), *asked.restricted(setting))),
        f"{RETURN} LIMIT {_MOST_NAMED}",
    )


def _before(before: Sequence[str], setting: Setting) -> str:
    place = setting.names.parameter("place", before[-1])
    if len(before) == 2:
        return f"n.cluster = {setting.names.parameter('cluster', before[0])} AND n.namespace = {place}"
    kinds = [k for k in KINDS if k.lower() == before[0].lower()]
    kind = f"n.kind IN {setting.names.parameter('of', kinds)}" if kinds else ""
    return either((f"n.namespace = {place}", f"n.cluster = {place}", f"n.account = {place}", kind))


def by_short_name(asked: Asked) -> Cypher:
    """A repository without its organisation."""
    setting = asked.setting()
    ending = setting.names.parameter("ending", f"/{asked.text}")
    parts = (f"n.name ENDS WITH {ending}", *asked.restricted(setting))
    return setting.cypher("MATCH (n:Repository)", where(parts), f"{RETURN} LIMIT {_MOST_NAMED}")


def by_first_label(asked: Asked) -> Cypher:
    """A machine by the first label of its host name."""
    setting = asked.setting()
    start = setting.names.parameter("start", f"{asked.text.lower()}.")
    parts = (f"n.name STARTS WITH {start}", *asked.restricted(setting))
    return setting.cypher("MATCH (n:Node)", where(parts), f"{RETURN} LIMIT {_MOST_NAMED}")


def by_last_part(asked: Asked) -> Cypher:
    """The last part of a uid: an AWS id, as full text finds its rarest word."""
    setting = asked.setting()
    words = sorted(_TOKEN.findall(asked.text.lower()), key=len)
    index = setting.names.parameter("index", FULL_TEXT)
    word = setting.names.parameter("word", words[-1] if words else asked.text.lower())
    ends = either(
        f"n.uid ENDS WITH {setting.names.parameter('ending', f'{sign}{asked.text}')}" for sign in ("/", ":")
    )
    return setting.cypher(
        f"CALL db.index.fulltext.queryNodes({index}, {word}) YIELD node AS n",
        "WITH n",
        where((ends, *asked.restricted(setting))),
        RETURN,
    )


def by_fields(asked: Asked) -> Cypher | None:
    """A field that names it, of those that a text of this shape may stand in; None where there is none of the kinds asked for."""
    setting = asked.setting()
    text = setting.names.parameter("text", asked.text)
    folded = setting.names.parameter("folded", asked.text.lower())
    rest = both(asked.restricted(setting))
    names = _suited(asked.text)
    listed = [(k, f) for of in (asked.kinds or (ANY,)) for k in kinds_asked(of) for f in identifying(k)]
    scalar = dict.fromkeys(
        f.name for _, f in listed if f.type is Type.TEXT and f.name in names and is_sought(f.name)
    )
    parts = []
    if scalar:
        held = either(f"n.{name} IN [{text}, {folded}]" for name in scalar)
        parts.append(f"MATCH (n:Record) WHERE {held} AND {rest} {RETURN} LIMIT {_MOST_NAMED}")
    others = {f.name: f for _, f in listed if f.name in names and f.name not in scalar}
    lists = [name for name, field in others.items() if field.type is Type.LIST] if asked.members else []
    if lists:
        held = either(f"{text} IN n.{name} OR {folded} IN n.{name}" for name in lists)
        parts.append(f"{_members(asked.text, setting)} WHERE {held} AND {rest} {RETURN} LIMIT {_MOST_NAMED}")
    for field in (field for name, field in others.items() if name not in lists):
        kinds = "|".join(dict.fromkeys(k.name for k, f in listed if f.name == field.name))
        both_cases = (
            f"({text} IN n.{field.name} OR {folded} IN n.{field.name})"
            if field.type is Type.LIST
            else f"n.{field.name} IN [{text}, {folded}]"
        )
        parts.append(f"MATCH (n:{kinds}) WHERE {both_cases} AND {rest} {RETURN} LIMIT {_MOST_NAMED}")
    return Cypher("\nUNION ".join(parts), dict(setting.names.parameters)) if parts else None


def _members(text: str, setting: Setting) -> str:
    """The records of which some list holds the text, whole."""
    cases = dict.fromkeys(re.sub(r'(["\\\\])', r"\\\1", case) for case in (text, text.lower()))
    sought = setting.names.parameter("members", " ".join(f'"{case}"' for case in cases))
    index = setting.names.parameter("index", MEMBERS)
    return f"CALL db.index.fulltext.queryNodes({index}, {sought}) YIELD node AS n WITH n"


def _suited(text: str) -> tuple[str, ...]:
    """Which fields a text of this shape may stand in: an address only in addresses, an image only in images."""
    if _is_address(text):
        return addresses()
    if "@" in text and "sha256:" not in text:
        return aliases()
    if "/" in text or ":" in text:
        return (*_IMAGES, "url", "endpoint", "server")
    if _HOST.match(text):
        return (*hosts(), *aliases())
    return aliases()


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def statements(asked: Asked) -> Iterable[tuple[str, Cypher]]:
    """From the nearest meaning to the farthest, each with what it finds by."""
    yield "uid", by_uid(asked)
    yield "name", by_name(asked)
    if "/" not in asked.text and not _is_address(asked.text):
        yield "name", by_short_name(asked)
        if asked.text[:1].isalpha() and "." not in asked.text and any(c.isdigit() for c in asked.text):
            yield "name", by_first_label(asked)
        if any(c.isdigit() for c in asked.text) and " " not in asked.text:
            yield "id", by_last_part(asked)
    if found := by_fields(asked):
        yield "field", found


def beginnings(asked: Asked) -> Iterable[Cypher]:
    """Uid and name of records whose name begins as the text does, all in one row: what near names are chosen from."""
    for prefix in dict.fromkeys(asked.text[:n].lower() for n in (5, 3)):
        setting = asked.setting()
        start = setting.names.parameter("start", prefix)
        parts = (f"n.name STARTS WITH {start}", here("n"), *asked.restricted(setting))
        met = f"WITH n LIMIT {_MOST_NEAR} RETURN collect([n.uid, n.name]) AS met"
        yield setting.cypher("MATCH (n:Record)", where(parts), met)


def of_uids(asked: Asked, uids: Sequence[str]) -> Cypher:
    """These records, as far as the restriction and the rights let them be seen."""
    setting = asked.setting()
    listed = f"n.uid IN {setting.names.parameter('uids', list(uids))}"
    return setting.cypher("MATCH (n:Record)", where((listed, here("n"), *asked.restricted(setting))), RETURN)
