"""Restrictions as predicates: the place a record lies in, who owns it, what it is part of, and what the asker may see."""

from __future__ import annotations

from collections.abc import Sequence

from graph.compiler.presence import relation_there
from graph.compiler.text import Setting, both, either, quoted
from graph.fields import ANY, PLACES, kinds_asked, kinds_with
from graph.query import Within
from graph.validation import placeless

_PARTS = "PART_OF"
_MOST_PARTS = 4  # container, pod, replica set or job, workload, application
_CODE = "BUILT_FROM|DEPLOYED_FROM|DECLARED_IN"
_NAMING_TEAM = ("Team", "Ownership")
INDEXED = ("cluster", "namespace", "account", "region")
"""Places that are sought by an index together with the kind."""


def start(variable: str, of: str, setting: Setting) -> tuple[str, list[str]]:
    """The pattern that a query starts from, and what it needs said: with a place, the index over kind and place serves it."""
    placed = [p for p in INDEXED if getattr(setting.within, p) and kinds_with(of, p)]
    if not placed or of == ANY:
        return f"MATCH ({variable}:{of})", []
    kinds = [k.name for k in kinds_asked(of) if any(k.field(p) for p in placed)]
    listed = f"= {quoted(kinds[0])}" if len(kinds) == 1 else f"IN [{', '.join(quoted(k) for k in kinds)}]"
    return f"MATCH ({variable}:{of}:Record)", [f"{variable}.kind {listed}"]


def anchored(variable: str, of: str, setting: Setting) -> tuple[list[str], Within]:
    """A start from the team or application that the query is restricted to, down to what belongs to it; and what that leaves.

    Kinds that name the team or application in a field of their own are found by it.
    """
    within = setting.within
    label = f"{variable}:{of}" if of != ANY else f"{variable}:Record"
    piece = f"(s:Record)<-[:CHANGE_OF]-({label})" if of == "Change" else f"({label})"
    if within.team and of not in (*_NAMING_TEAM, "Person"):
        relation = setting.names.variable("o")
        names = setting.names.parameter("team", list(within.team))
        there = both((f"t.name IN {names}", relation_there(relation, setting)))
        lines = [
            f"MATCH (t:Record)<-[{relation}:OWNED_BY]-(w:Record) WHERE {there}",
            f"MATCH (w) {_down(setting, ownerless=True)} {piece}",
            f"WITH DISTINCT {variable}",
        ]
        return lines, within.narrowed(team=())
    if within.application and of != "Application":
        names = setting.names.parameter("application", list(within.application))
        lines = [
            f"MATCH (w:Application) WHERE w.name IN {names}",
            f"MATCH (w) {_down(setting, ownerless=False)} {piece}",
            f"WITH DISTINCT {variable}",
        ]
        return lines, within.narrowed(application=())
    return [], within


def _down(setting: Setting, *, ownerless: bool) -> str:
    """From a whole to its pieces, however deep; with `ownerless`, only to those that have no owner of their own."""
    piece, relation = (setting.names.variable(s) for s in ("b", "p"))
    there = both((relation_there(relation, setting), *(_unjudged(piece, setting) if ownerless else ())))
    return f"(()<-[{relation}:{_PARTS}]-({piece}){_if(there)}){{0,{_MOST_PARTS}}}"


def restriction(variable: str, of: str, setting: Setting, *, carried: Within | None = None) -> list[str]:
    """The restriction on one pattern. `carried` is what an outer pattern carries already: it is not asked for again.

    A place that no kind of the pattern has restricts nothing here; kinds that lie in no place at all (teams,
    repositories) are restricted by what they are related to.
    """
    within = setting.within
    done = carried or Within()
    found: list[str] = []
    for place in PLACES:
        values = getattr(within, place)
        if values and not getattr(done, place) and kinds_with(of, place):
            found.append(f"{variable}.{place} IN {setting.names.parameter(place, list(values))}")
    if carried is None:
        found.extend(_reached(variable, of, setting))
        found.extend(_belonging(variable, of, within, setting))
    return [*found, *allowed(variable, setting)]


def carries(of: str, within: Within) -> Within:
    """The part of a restriction that a pattern over `of` carries itself."""
    return Within(
        **{p: getattr(within, p) for p in PLACES if kinds_with(of, p)},
        team=within.team,
        application=within.application,
        repository=within.repository,
    )


def _reached(variable: str, of: str, setting: Setting) -> list[str]:
    """Of kinds without a place: something there is related to it."""
    places = {p: v for p in PLACES if (v := getattr(setting.within, p))}
    if not places or not placeless(of):
        return []
    other, relation = setting.names.variable("x"), setting.names.variable("r")
    there = [f"{other}.{p} IN {setting.names.parameter(p, list(v))}" for p, v in places.items()]
    conditions = both((relation_there(relation, setting), *there))
    return [f"EXISTS {{ MATCH ({variable})-[{relation}]-({other}:Record) WHERE {conditions} }}"]


def _belonging(variable: str, of: str, within: Within, setting: Setting) -> list[str]:
    found: list[str] = []
    if within.team:
        found.append(owned(variable, of, within.team, setting))
    if within.application:
        found.append(_part(variable, of, within.application, setting))
    if within.repository:
        found.append(_coded(variable, of, within.repository, setting))
    return found


def owned(variable: str, of: str, teams: Sequence[str], setting: Setting) -> str:
    """That a team owns it: by its own owner or, where it has none, by that of what it is part of."""
    names = setting.names.parameter("team", list(teams))
    if of in _NAMING_TEAM:
        return f"{variable}.{'name' if of == 'Team' else 'owner'} IN {names}"
    if of == "Person":
        return _exists(variable, f"-[{{r}}:MEMBER_OF]->({{x}}:Team) WHERE {{x}}.name IN {names}", setting)
    if of == "Change":
        return _by_owner(f"({variable})-[:CHANGE_OF]->()", names, setting)
    return _by_owner(f"({variable})", names, setting)


def _unjudged(piece: str, setting: Setting) -> list[str]:
    """A piece that takes the owner of its whole: no rule has said who owns it, or that nobody does, and it has no owner of its own."""
    own = setting.names.variable("v")
    none = f"NOT EXISTS {{ ({piece})-[{own}:OWNED_BY]->(){_if(relation_there(own, setting))} }}"
    return [f"{piece}.ownership IS NULL", none]


def _by_owner(start: str, names: str, setting: Setting) -> str:
    team, relation = setting.names.variable("t"), setting.names.variable("r")
    there = both((relation_there(relation, setting), f"{team}.name IN {names}"))
    return f"EXISTS {{ MATCH {start} {ownerless(setting)} ()-[{relation}:OWNED_BY]->({team}) WHERE {there} }}"


def parts(setting: Setting, least: int) -> str:
    """From a piece up to its wholes, over relations that are there."""
    relation = setting.names.variable("p")
    there = relation_there(relation, setting)
    inside = f" WHERE {there}" if there else ""
    return f"(()-[{relation}:{_PARTS}{inside}]->()){{{least},{_MOST_PARTS}}}"


def ownerless(setting: Setting) -> str:
    """From a record up to the nearest of its wholes that has an owner: only what has none takes that of what it is part of."""
    piece, relation = (setting.names.variable(s) for s in ("b", "p"))
    there = both((relation_there(relation, setting), *_unjudged(piece, setting)))
    return f"(({piece})-[{relation}:{_PARTS}]->() WHERE {there}){{0,{_MOST_PARTS}}}"


def _if(condition: str) -> str:
    return f" WHERE {condition}" if condition else ""


def _part(variable: str, of: str, names: Sequence[str], setting: Setting) -> str:
    asked = setting.names.parameter("application", list(names))
    if of == "Application":
        return f"{variable}.name IN {asked}"
    whole = setting.names.variable("a")
    step = f"-[:CHANGE_OF]->() {parts(setting, 0)}" if of == "Change" else f" {parts(setting, 1)}"
    return f"EXISTS {{ MATCH ({variable}){step} ({whole}:Application) WHERE {whole}.name IN {asked} }}"


def _coded(variable: str, of: str, names: Sequence[str], setting: Setting) -> str:
    asked = setting.names.parameter("repository", list(names))
    if of == "Repository":
        return _named_repository(variable, asked)
    found: list[str] = []
    if kinds_with(of, "repository"):
        found.append(f"{variable}.repository IN {asked}")
    repository, relation = setting.names.variable("c"), setting.names.variable("r")
    there = both((relation_there(relation, setting), _named_repository(repository, asked)))
    found.append(
        f"EXISTS {{ MATCH ({variable}) {parts(setting, 0)} ()-[{relation}:{_CODE}]->({repository}:Repository) "
        f"WHERE {there} }}"
    )
    return either(found)


def _named_repository(variable: str, asked: str) -> str:
    return (
        f"({variable}.name IN {asked} OR any(q IN {asked} WHERE {variable}.uid = 'repo://' + q "
        f"OR {variable}.uid ENDS WITH '/' + q))"
    )


def _exists(variable: str, pattern: str, setting: Setting) -> str:
    """`{r}` and `{x}` of the pattern stand for a fresh relation and node; it ends with a WHERE."""
    relation, other = setting.names.variable("r"), setting.names.variable("x")
    there = relation_there(relation, setting)
    text = pattern.replace("{r}", relation).replace("{x}", other)
    return f"EXISTS {{ MATCH ({variable}){text}{f' AND {there}' if there else ''} }}"


def allowed(variable: str, setting: Setting) -> list[str]:
    """What the asker's rights let be seen, on every pattern of every statement, whatever is asked.

    A record is inside when each restricted place that it has is allowed and it has one of them; a record of no place is
    inside when something inside is related to it.
    """
    return [part for within in setting.allowed if (part := _visible(variable, within, setting))]


def _visible(variable: str, within: Within, setting: Setting) -> str:
    places = {p: v for p in PLACES if (v := getattr(within, p))}
    found = _belonging(variable, "Record", within, setting)
    if places:
        other = setting.names.variable("y")
        nowhere = both(f"{variable}.{p} IS NULL" for p in PLACES)
        near = f"EXISTS {{ MATCH ({variable})--({other}:Record) WHERE {_inside(other, places, setting)} }}"
        found.append(f"(({_inside(variable, places, setting)}) OR ({nowhere} AND {near}))")
    return both(found)


def _inside(variable: str, places: dict[str, tuple[str, ...]], setting: Setting) -> str:
    held = [
        f"({variable}.{p} IS NULL OR {variable}.{p} IN {setting.names.parameter(p, list(v))})"
        for p, v in places.items()
    ]
    return both((either(f"{variable}.{p} IS NOT NULL" for p in places), *held))
