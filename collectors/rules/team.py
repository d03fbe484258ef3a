"""Teams and people as records: those of catalogues, and those that are only named somewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from collectors.rules.conclusion import Conclusions, inferred, without_nothing
from collectors.rules.estate import Estate, Thing
from collectors.rules.party import Directory, Party, Sort, person_name, person_uid, team_name, team_uid
from graph.record import Record, Uid, Value

INPUTS = ("CatalogEntity", "OwnershipRule", "Contribution")


def conclude(estate: Estate, directory: Directory, named: Iterable[Party]) -> Conclusions:
    """Every group and user of a catalogue, and everybody whom a tag, a catalogue or CODEOWNERS names besides."""
    conclusions = Conclusions()
    people: dict[Uid, set[Uid]] = defaultdict(set)
    for person, team in directory.memberships(estate):
        people[team].add(person)
        conclusions.relate("MEMBER_OF", person, team, inferred("catalogue-member", 1.0, person, team))
    for group in directory.groups.values():
        uid = team_uid(team_name(group))
        conclusions.state(_team(group, uid, len(people[uid])))
    for user in directory.users.values():
        conclusions.state(_person(user))
    for party in named:
        if party.sort is not Sort.NOBODY:
            conclusions.state(_only_named(party))
    for uid, refs in _dangling(estate):
        conclusions.derive(uid, {"dangling": list(refs)}, inferred("dangling-reference", 1.0, uid))
    return conclusions


def _team(group: Thing, uid: Uid, members: int) -> Record:
    fields: dict[str, Value] = {
        "members": members,
        "email": group.text("email"),
        "channel": next((v for k, v in group.tags.items() if "slack" in k or "channel" in k), "")
        if group.tags
        else "",
        "aliases": list(group.texts("aliases")),
        "known": True,
        "description": group.text("description"),
    }
    return Record(uid, "Team", team_name(group), without_nothing(fields))


def _person(user: Thing) -> Record:
    login = next((a.removeprefix("@") for a in user.texts("aliases")), user.name)
    fields: dict[str, Value] = {
        "login": login,
        "email": user.text("email"),
        "active": user.fields.get("active") is not False,
    }
    return Record(person_uid(user.name), "Person", person_name(user), without_nothing(fields))


def _only_named(party: Party) -> Record:
    """Somebody whom no catalogue lists: all that is known is the name."""
    why = inferred("named-as-owner", 0.5)
    if party.sort is Sort.TEAM:
        return Record(party.uid, "Team", party.name, without_nothing({"known": party.known}), why)
    address = "@" in party.name
    fields: dict[str, Value] = {"email" if address else "login": party.name}
    return Record(party.uid, "Person", party.name, fields, why)


def _dangling(estate: Estate) -> Iterable[tuple[Uid, tuple[str, ...]]]:
    """Entities that refer to what no catalogue holds; said only where every repository was read whole."""
    if estate.unread(source="code"):
        return
    known = {e.text("ref") for e in estate.of("CatalogEntity")}
    for entity in estate.of("CatalogEntity"):
        named = (
            entity.text("owner"),
            entity.text("system"),
            *entity.texts("dependsOn"),
            *entity.texts("members"),
        )
        missing = tuple(sorted({r for r in named if r and r not in known}))
        yield entity.uid, missing
