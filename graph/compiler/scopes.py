"""Scopes as Cypher: those under a restriction, and what those behind a query say of it together."""

from __future__ import annotations

from collections.abc import Sequence

from graph.compiler.place import allowed
from graph.compiler.text import Cypher, Setting, both, either, quoted, where
from graph.fields import kinds_asked
from graph.query import CoverageOf, Within
from graph.scope import SEVERAL

RULES = "rules"
"""The source of scopes in which rules infer."""

TOPS = ("account", "cluster")
"""Places that a scope lies in or does not. Of others, one without the place holds every one."""

_TIMES = ("triedAt", "completeAt", "since")
_TOLD = (
    *("uid", "source", "kinds", "words", "name", "account", "region", "cluster", "namespace", "repository"),
    *("outcome", "reason", "missing", "records"),
)
"""What is told of a scope: its times, and the rest."""

_GLOBAL = ("", "global", "aws-global")
_READ = ("complete", "not offered")
_FAILED = ("denied", "failed")
_NOWHERE = "(n.account IS NULL AND n.cluster IS NULL AND n.region IS NULL AND n.namespace IS NULL)"
_JOINED = "/joined/"  # of scopes that hold relations alone: what these join has scopes of its own
_MOST_UNREAD = 200


def scopes(query: CoverageOf, rights: tuple[Within, ...] = ()) -> Cypher:
    """The scopes that can hold these kinds in these places. A scope without the place (all namespaces) holds every one.

    Their times come as text: the driver takes far longer to build a time than Python to read one.
    """
    setting = Setting(within=query.within, allowed=rights)
    parts = list[str]()
    if query.kinds:
        wanted = setting.names.parameter("kinds", list(query.kinds))
        sought = setting.names.parameter("holds", [*query.kinds, SEVERAL])
        parts += [f"n.holds IN {sought}", f"any(k IN n.kinds WHERE k IN {wanted})"]
    parts.extend(
        f"n.{place} IN {setting.names.parameter(place, list(values))}"
        for place in ("account", "region", "cluster")
        if (values := getattr(query.within, place))
    )
    parts.append(_lies("namespace", query.within.namespace, setting))
    if query.within.repository:
        wanted = setting.names.parameter("repository", list(query.within.repository))
        parts.append(f"any(q IN {wanted} WHERE n.repository = q OR n.repository ENDS WITH '/' + q)")
    if query.source:
        parts.append(f"n.source = {setting.names.parameter('source', query.source)}")
    if query.unread_only:
        parts.append(f"NOT n.outcome IN {_listed(_READ)}")
    times = (f"{name}: toString(n.{name})" for name in _TIMES)
    told = ", ".join((*(f".{name}" for name in _TOLD), *times))
    return setting.cypher(
        "MATCH (n:Scope)",
        where((*parts, *allowed("n", setting))),
        f"RETURN n {{{told}}} AS scope ORDER BY n.words, n.uid",
    )


def behind(kinds: Sequence[str], within: Within, rights: tuple[Within, ...] = ()) -> Cypher:
    """The scopes in the restriction that can hold these kinds, summed, in one row, or in two: inside, and of no place.

    How many were ever read, the oldest complete look, the kinds they can hold, and those not read whole. No kinds = every
    kind of the place. Scopes that lie in no account or cluster stand for what could not be entered or listed: they count
    where they failed, in every place. Rules have their own question.
    """
    setting = Setting(allowed=rights)
    held = _held(kinds, setting)
    tops = [_in(p, getattr(within, p), setting) for p in TOPS if getattr(within, p)]
    lies = [_lies(p, getattr(within, p), setting) for p in ("region", "namespace")]
    ours = (f"n.source <> {quoted(RULES)}", held, *_seen(setting))
    returned = _returned(setting)
    inside = ("MATCH (n:Scope)", where((*tops, *lies, *ours)), *returned)
    if not tops:
        return setting.cypher(*inside)
    failed = f"n.outcome IN {_listed(_FAILED)} AND n.account IS NULL AND n.cluster IS NULL"
    nowhere = (
        "UNION ALL MATCH (n:Scope)",
        where((failed if kinds else f"{failed} AND size(n.kinds) = 0", *ours)),
    )
    return setting.cypher(*inside, *nowhere, *returned)


def _returned(setting: Setting) -> tuple[str, ...]:
    unread = f"NOT n.outcome IN {_listed(_READ)}"
    return ("RETURN collect(DISTINCT n.kinds) AS kinds,", *_summed(unread, both(allowed("n", setting))))


def _seen(setting: Setting) -> list[str]:
    """A scope of no place (a repository, a state file) counts for everybody; what it is called is told only to who may see it."""
    rights = allowed("n", setting)
    return [either((both(rights), _NOWHERE))] if rights else []


def _in(place: str, values: Sequence[str], setting: Setting) -> str:
    return f"n.{place} IN {setting.names.parameter(place, list(values))}"


def elsewhere(kinds: Sequence[str]) -> Cypher:
    """Which of these kinds any scope can hold, wherever it lies."""
    return Cypher(
        "MATCH (n:Scope)\nWHERE n.holds IN $holds AND any(k IN n.kinds WHERE k IN $kinds)\n"
        "RETURN collect(DISTINCT n.kinds) AS kinds",
        {"kinds": list(kinds), "holds": [*kinds, SEVERAL]},
    )


def lacking(kinds: Sequence[str], rights: tuple[Within, ...] = ()) -> Cypher:
    """Accounts that are scanned, but in which no scope can hold any of these kinds."""
    setting = Setting(allowed=rights)
    wanted = setting.names.parameter("kinds", list(kinds))
    holds = f"size(n.kinds) = 0 OR any(k IN n.kinds WHERE k IN {wanted})"
    return setting.cypher(
        "MATCH (n:Scope)",
        where(("n.account IS NOT NULL", *allowed("n", setting))),
        f"WITH n.account AS account, sum(CASE WHEN {holds} THEN 1 ELSE 0 END) AS held",
        "WHERE held = 0 RETURN account ORDER BY account",
    )


def _summed(unread: str, rights: str = "") -> tuple[str, ...]:
    words, reason, missing = (
        f"CASE WHEN {rights} THEN n.{name} ELSE {other} END" if rights else f"n.{name}"
        for name, other in (("words", "n.source"), ("reason", "null"), ("missing", "null"))
    )
    told = f"{{words: {words}, outcome: n.outcome, since: n.since, reason: {reason}, missing: {missing}}}"
    read = f"n.completeAt IS NOT NULL OR n.outcome IN {_listed((*_READ, 'partial'))}"
    return (
        f"sum(CASE WHEN {read} THEN 1 ELSE 0 END) AS read,",
        "min(CASE WHEN n.outcome = 'not offered' THEN null ELSE n.completeAt END) AS oldest,",
        f"collect(CASE WHEN {unread} THEN {told} ELSE null END)[..{_MOST_UNREAD}] AS unread",
    )


def of_rules(rules: Sequence[str]) -> Cypher:
    """The scopes of these rules, a row a rule, also where there is none."""
    setting = Setting()
    asked = setting.names.parameter("rules", list(rules))
    return setting.cypher(
        f"UNWIND {asked} AS rule",
        "OPTIONAL MATCH (n:Record {uid: 'scope://rules/' + rule})",
        "RETURN rule, count(n) AS scopes,",
        *_summed(f"n.uid IS NOT NULL AND NOT n.outcome IN {_listed((*_READ, 'partial'))}"),
    )


def _held(kinds: Sequence[str], setting: Setting) -> str:
    if not kinds:
        return f"(size(n.kinds) > 0 OR NOT n.uid CONTAINS {quoted(_JOINED)})"
    sought = f"n.holds IN {setting.names.parameter('holds', [*kinds, SEVERAL])}"
    listed = f"any(k IN n.kinds WHERE k IN {setting.names.parameter('kinds', list(kinds))})"
    whole = (
        f"(size(n.kinds) = 0 AND n.outcome IN {_listed(_FAILED)} AND NOT n.uid CONTAINS {quoted(_JOINED)})"
    )
    return both((sought, either((listed, whole))))


def _lies(place: str, values: Sequence[str], setting: Setting) -> str:
    """A scope without the place holds every one of it: all namespaces of a cluster, an account's global kinds."""
    if not values:
        return ""
    wanted = setting.names.parameter(place, list(values))
    return f"(n.{place} IS NULL OR n.{place} IN {_listed(_GLOBAL)} OR n.{place} IN {wanted})"


def _listed(names: Sequence[str]) -> str:
    return f"[{', '.join(quoted(n) for n in names)}]"


def known(place: str, values: Sequence[str]) -> Cypher:
    """Which of these accounts, regions or clusters any scope lies in. An account that was never entered is known by its name."""
    by_name = " OR EXISTS { MATCH (s:Record {uid: 'scope://aws/' + value}) }" if place == "account" else ""
    return Cypher(
        f"UNWIND $values AS value RETURN value, EXISTS {{ MATCH (s:Scope) WHERE s.{place} = value }}{by_name} AS known",
        {"values": list(values)},
    )


def first_seen(of: str, within: Within) -> Cypher:
    """When the first scope that can hold these kinds was first looked at."""
    setting = Setting()
    held = _held([k.name for k in kinds_asked(of)], setting)
    tops = [_in(p, getattr(within, p), setting) for p in TOPS if getattr(within, p)]
    return setting.cypher("MATCH (n:Scope)", where((held, *tops)), "RETURN min(n.firstSeen) AS began")
