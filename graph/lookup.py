"""Names: the records that a word of a question may mean, exactly; and those it may have been meant for.

Exact means whole: `shop-1` is not `shop-11`. Case folds only where the source's ids fold it (host and mail names). A
near name is only ever offered, never taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from graph.account import all_grounded, grounded
from graph.compiler import naming
from graph.compiler.place import restriction
from graph.compiler.text import Cypher, Names, Setting, where
from graph.fields import ANY, PLACES
from graph.kinds import KINDS
from graph.once import ahead
from graph.query import Within
from graph.record import Uid
from graph.store import Row, Store

_MOST = 5_000
_MOST_MENTIONED = 100_000  # a name that every namespace has is there thousands of times
_MOST_LIKELY = 100  # names that are looked at as records
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
    place, rights = grounded(store, within), all_grounded(store, allowed)
    asked = naming.Asked(wanted, place, tuple(kinds), rights, members=store.finds_members)
    found: dict[Uid, Match] = {}
    for by, cypher in naming.statements(asked):
        for row in store.read(cypher.text, cypher.parameters, rows=_MOST):
            match = _match(row, by)
            found.setdefault(match.uid, match)
        if found:
            break  # a name is nearer than a field of something else that happens to hold it
    return Matches(text, _present(found.values()))


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
    setting = Setting(Names(), allowed=all_grounded(store, allowed))
    listed = setting.names.parameter("texts", wanted)
    rights = restriction("n", ANY, setting)
    parts = [
        setting.cypher(
            "MATCH (n:Record)", where((f"n.{by} IN {listed}", naming.HIDDEN, *rights)), naming.RETURN
        ).text
        for by in ("name", "uid")
    ]
    places = _asked_of_places(store, wanted, allowed)
    ahead(store, places)
    found: dict[str, dict[Uid, Match]] = {}
    for row in store.read("\nUNION ".join(parts), dict(setting.names.parameters), rows=_MOST_MENTIONED):
        match = _match(row, "name")
        found.setdefault(match.name if match.name in wanted else match.uid, {})[match.uid] = match
    return Mentions({t: _present(m.values()) for t, m in found.items()}, _places_of(store, places))


def _present(matches: Iterable[Match]) -> tuple[Match, ...]:
    """Those that are there; gone ones only where nothing else has the name."""
    listed = sorted(matches, key=_order)
    return tuple(m for m in listed if not m.gone) or tuple(listed)


def _asked_of_places(store: Store, texts: list[str], allowed: Sequence[Within]) -> Cypher:
    """Which places have these values: of scopes that were looked at, and the environments of records."""
    setting = Setting(Names(), allowed=all_grounded(store, allowed))
    listed = setting.names.parameter("texts", texts)
    parts: list[str] = []
    for label, place in (*(("Scope", p) for p in PLACES[:4]), ("Record", "environment")):
        conditions = where((f"n.{place} IN {listed}", *restriction("n", ANY, setting)))
        parts.append(f"MATCH (n:{label}) {conditions} RETURN DISTINCT '{place}' AS place, n.{place} AS value")
    return Cypher("\nUNION ".join(parts), dict(setting.names.parameters))


def _places_of(store: Store, asked: Cypher) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for row in store.read(asked.text, asked.parameters):
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
    asked = naming.Asked(wanted, grounded(store, within), tuple(kinds), all_grounded(store, allowed))
    begun = {uid: name for each in naming.beginnings(asked) for uid, name in _met(store, each)}
    likely = sorted((u for u in begun if begun[u]), key=lambda u: (-_likeness(wanted, begun[u]), u))
    uids = list(dict.fromkeys((*uids, *likely[:_MOST_LIKELY])))
    if not uids:
        return ()
    of_these = naming.of_uids(asked, uids)
    found = [_match(row, "name") for row in store.read(of_these.text, of_these.parameters, rows=_MOST)]
    scored = (replace(match, score=_likeness(wanted, match.name)) for match in found)
    close = [match for match in scored if match.score >= _CLOSE]
    return tuple(sorted(close, key=lambda m: (-m.score, *_order(m)))[:rows])


def _met(store: Store, asked: Cypher) -> list[tuple[str, str]]:
    return [(uid, name) for uid, name in store.read(asked.text, asked.parameters)[0]["met"]]


def _likeness(text: str, name: str) -> float:
    asked, held = text.lower(), name.lower()
    words, names = asked.replace("-", " "), held.replace("-", " ")
    return max(
        fuzz.ratio(asked, held),
        0.95 * fuzz.token_sort_ratio(words, names),
        0.75 * fuzz.token_set_ratio(words, names),  # all the words of one are words of the other
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
