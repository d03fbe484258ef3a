"""Who is who: the teams and people that catalogues, tags and CODEOWNERS name, and when two names are one.

Two spellings are one team only where that is declared: in `[teams] aliases`, or by a catalogue's own annotation of
what the forge calls the group. Nothing is guessed (BST-01). Case alone tells no two apart, as in catalogues and forges.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote

from collectors.rules.estate import Estate, Thing
from graph.record import Uid

NOBODY = frozenset({"none", "nobody", "no-one", "noone", "unowned", "@ghost", "ghost"})
"""What is written to say that nobody owns something. An empty value says nothing at all."""

_EMAIL = re.compile(r"[^@\s/:]+@[^@\s/:]+\.[A-Za-z0-9-]+")


class Sort(StrEnum):
    """What an owner is."""

    TEAM = "Team"
    PERSON = "Person"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Party:
    """A team, a person, or nobody on purpose.

    `known`: a catalogue lists it; false where catalogues were read and none lists it; None where there is none to ask.
    `left`: a catalogue says that the person is no longer there. `written` is the spelling that was read.
    """

    sort: Sort
    uid: Uid
    name: str
    known: bool | None = None
    left: bool = False
    written: str = ""

    @property
    def doubt(self) -> str:
        """Why this cannot be an owner as it stands, or empty."""
        if self.left:
            return f"{self.name} has left"
        if self.known is False:
            return f"{'team' if self.sort is Sort.TEAM else 'person'} {self.name} is in no catalogue"
        return ""


def team_uid(name: str) -> Uid:
    """The key of a team by its name."""
    return Uid(f"team://{quote(name.casefold(), safe='@/:._-')}")


def person_uid(key: str) -> Uid:
    """The key of a person by login or address."""
    return Uid(f"person://{quote(key.casefold(), safe='@/:._-')}")


def likeness(name: str) -> str:
    """What two spellings of one team share: the last part, without words that any team's name may carry."""
    last = name.casefold().strip("@").rpartition("/")[2]
    words = [
        w
        for w in re.split(r"[^a-z0-9]+", last)
        if w not in {"team", "squad", "eng", "engineering", "group", "the", "dev", "devs"}
    ]
    return "".join(words) or last


class Directory:
    """The parties of an estate, by every name they are known under."""

    def __init__(self, estate: Estate, aliases: Mapping[str, str]) -> None:
        entities = tuple(estate.of("CatalogEntity"))
        self.groups = {e.text("ref"): e for e in entities if e.text("entityKind") == "Group"}
        self.users = {e.text("ref"): e for e in entities if e.text("entityKind") == "User"}
        self._whole = not estate.unread(source="code")
        self._aliases = {k.casefold().strip(): v for k, v in aliases.items()}
        self._teams: dict[str, Thing] = {}
        self._people: dict[str, Thing] = {}
        for group in self.groups.values():
            self._index(self._teams, group, team_name(group))
        for user in self.users.values():
            self._index(self._people, user, user.name)
            if user.text("email"):
                self._people.setdefault(user.text("email").casefold(), user)

    @staticmethod
    def _index(index: dict[str, Thing], entity: Thing, name: str) -> None:
        index.setdefault(name.casefold(), entity)
        for alias in entity.texts("aliases"):
            index.setdefault(alias.casefold(), entity)

    def of_tag(self, value: str) -> Party | None:
        """Who a tag or label names: a reference, an address, a forge's handle, or a plain name. None where it is empty."""
        text = value.strip()
        if not text:
            return None
        if text.casefold() in NOBODY:
            return nobody(text)
        kind, colon, rest = text.partition(":")
        if colon and kind.casefold() in {"group", "user", "team"} and rest:
            return self._of_reference("group" if kind.casefold() == "team" else kind.casefold(), rest, text)
        if _EMAIL.fullmatch(text):
            return self._of_address(text)
        if text.startswith("@"):
            return self.of_handle(text)
        return self._of_name(text)

    def of_handle(self, handle: str) -> Party:
        """Who a line of CODEOWNERS names: `@org/team`, `@user`, an address. `@user` is a person, never a group (BST-02)."""
        if handle.casefold() in NOBODY:
            return nobody(handle)
        if _EMAIL.fullmatch(handle):
            return self._of_address(handle)
        target = self._aliases.get(handle.casefold())
        if target is not None:
            return self._of_name(target, written=handle)
        group = self._teams.get(handle.casefold())
        if group is not None:
            return self._team(group, handle)
        if "/" in handle or handle.startswith("@@"):
            return Party(Sort.TEAM, team_uid(handle), handle, self._unlisted(self.groups), written=handle)
        login = handle.removeprefix("@")
        user = self._people.get(handle.casefold()) or self._people.get(login.casefold())
        if user is not None:
            return self._person(user, handle)
        return Party(Sort.PERSON, person_uid(login), login, self._unlisted(self.users), written=handle)

    def of_reference(self, ref: str) -> Party:
        """Who a catalogue names by full reference, `group:default/payments`."""
        kind, _, rest = ref.partition(":")
        return self._of_reference(kind, rest, ref)

    def _of_reference(self, kind: str, rest: str, written: str) -> Party:
        space, _, name = rest.rpartition("/")
        ref = f"{kind}:{space or 'default'}/{name}".lower()
        if kind == "user":
            user = self.users.get(ref)
            if user is not None:
                return self._person(user, written)
            return Party(Sort.PERSON, person_uid(name), name, self._unlisted(self.users), written=written)
        group = self.groups.get(ref)
        if group is not None:
            return self._team(group, written)
        full = name if space in {"", "default"} else f"{space}/{name}"
        return self._of_name(full, written=written)

    def _of_name(self, name: str, written: str = "") -> Party:
        """A plain name: a group's, else a user's, else a team's that no catalogue lists. A declared alias comes first."""
        target = self._aliases.get(name.casefold(), name)
        if target.startswith("@") and target.casefold() != name.casefold():
            return self.of_handle(target)
        group = self._teams.get(target.casefold())
        if group is not None:
            return self._team(group, written or name)
        user = self._people.get(target.casefold())
        if user is not None:
            return self._person(user, written or name)
        shown = target.strip()
        return Party(Sort.TEAM, team_uid(shown), shown, self._unlisted(self.groups), written=written or name)

    def _of_address(self, email: str) -> Party:
        group = self._teams.get(self._aliases.get(email.casefold(), "").casefold())
        if group is not None:
            return self._team(group, email)
        user = self._people.get(email.casefold())
        if user is not None:
            return self._person(user, email)
        return Party(Sort.PERSON, person_uid(email), email.lower(), self._unlisted(self.users), written=email)

    def _team(self, group: Thing, written: str) -> Party:
        name = team_name(group)
        return Party(Sort.TEAM, team_uid(name), name, known=True, written=written)

    def _person(self, user: Thing, written: str) -> Party:
        return Party(
            Sort.PERSON,
            person_uid(user.name),
            person_name(user),
            known=True,
            left=user.fields.get("active") is False,
            written=written,
        )

    def _unlisted(self, listed: Mapping[str, Thing]) -> bool | None:
        """False where there is a list that it is not on; None where there is no list, or part of it was not read."""
        return False if listed and self._whole else None

    def memberships(self, estate: Estate) -> Iterator[tuple[Uid, Uid]]:
        """Person and team, from whichever side the catalogue says it."""
        for user in self.users.values():
            for target in estate.targets("PART_OF", user.uid):
                group = estate.get(target)
                if group is not None and group.text("entityKind") == "Group":
                    yield person_uid(user.name), team_uid(team_name(group))

    def contributor(self, email: str, login: str, emails: Iterable[str]) -> Party | None:
        """The catalogued person behind a contribution, by any of the addresses or the login; None where nobody is."""
        for key in (login, f"@{login}" if login else "", email, *emails):
            user = self._people.get(key.casefold()) if key else None
            if user is not None:
                return self._person(user, key)
        return None


def nobody(written: str) -> Party:
    """Nobody, on purpose."""
    return Party(Sort.NOBODY, Uid(""), "nobody", written=written)


def person_name(user: Thing) -> str:
    """What a person is called: the display name of the catalogue, else the name of the entity."""
    return user.text("title") or user.name


def team_name(group: Thing) -> str:
    """A group's name; with its namespace where that is not the default one."""
    space = group.text("ref").partition(":")[2].rpartition("/")[0]
    return group.name if space in {"", "default"} else f"{space}/{group.name}"
