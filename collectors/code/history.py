"""Who worked on a repository: contacts from its git history. Never owners.

Contributions halve in weight every half year, bots and commits that only reformatted are left out, and the addresses
of one person are joined. As every weight decays alike, shares do not depend on the day they are computed on.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

HALF_LIFE = timedelta(days=180)
COMMITS = 5000  # that are read at most; older ones would weigh next to nothing
KEPT = 25  # people of a repository that are kept, by share

FORMAT = "%H%x1f%aN%x1f%aE%x1f%at"
TOLD = 30
"""The newest commits of the default branch that are told as changes, merges as one."""

TOLD_FORMAT = "%H%x1f%P%x1f%aN%x1f%ct%x1f%s"

IGNORED_REVISIONS = ".git-blame-ignore-revs"

_BOTS = re.compile(
    r"\[bot\]|(?:^|[-_. /])bot(?:$|[-_. @\d])|^bot@|\b(?:dependabot|renovate|greenkeeper|mergify|weblate|snyk|imgbot)\b"
    r"|^(?:github-?actions|jenkins|buildkite|travis|circleci|gitlab(?:-ci|-runner)?|ci|automation|root)(?:$|[@\s])"
    r"|^(?:project|group)_\d+_bot|^semantic-release|^web-flow$|^noreply@github\.com$",
    re.IGNORECASE,
)
_NO_REPLY = re.compile(r"(?:\d+[+-])?(?P<login>[^@+]+)@users\.noreply\.[\w.-]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit as far as contacts need it. Names and addresses are already the mailmap's."""

    id: str
    name: str
    email: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Contributor:
    """One person and what they did. `share` is of everybody's decayed contributions, 0–1."""

    name: str
    login: str
    emails: tuple[str, ...]
    commits: int
    share: float
    last_at: datetime

    @property
    def key(self) -> str:
        """What names this person elsewhere: the login, else the address."""
        return self.login or (self.emails[0] if self.emails else self.name.casefold())


def commits(lines: Iterable[str]) -> Iterator[Commit]:
    """The commits of a log in FORMAT; a line that is none is passed over."""
    for line in lines:
        parts = line.split("\x1f")
        if len(parts) == 4 and parts[3].isdigit():
            identity, name, email, seconds = parts
            yield Commit(identity, name.strip(), email.strip(), datetime.fromtimestamp(int(seconds), tz=UTC))


@dataclass(frozen=True, slots=True)
class Told:
    """One commit as a change of its repository."""

    id: str
    parent: str
    author: str
    at: datetime
    subject: str


def told(lines: Iterable[str]) -> Iterator[Told]:
    """The commits of a log in TOLD_FORMAT."""
    for line in lines:
        parts = line.split("\x1f", 4)
        if len(parts) == 5 and parts[3].isdigit():
            identity, parents, author, seconds, subject = parts
            at = datetime.fromtimestamp(int(seconds), tz=UTC)
            yield Told(identity, parents.partition(" ")[0], author.strip(), at, subject.strip()[:200])


def is_bot(name: str, email: str) -> bool:
    """Whether a machine wrote it, by the names that machines go by ("Talbot" is none)."""
    return bool(_BOTS.search(name) or _BOTS.search(email))


def ignored(text: str) -> frozenset[str]:
    """The commits that a repository wants blame to pass over: reformatting of everything."""
    words = (line.split("#", 1)[0].strip() for line in text.splitlines())
    return frozenset(w.lower() for w in words if re.fullmatch(r"[0-9a-fA-F]{40,64}", w))


def contributors(
    found: Iterable[Commit], passed_over: frozenset[str] = frozenset()
) -> tuple[Contributor, ...]:
    """The people, most recent and most active first."""
    kept = [c for c in found if c.id.lower() not in passed_over and not is_bot(c.name, c.email)]
    if not kept:
        return ()
    newest = max(c.at for c in kept)
    people: dict[int, list[Commit]] = defaultdict(list)
    for commit, person in zip(kept, _joined(kept), strict=True):
        people[person].append(commit)
    weights = {p: sum(_weight(newest - c.at) for c in cs) for p, cs in people.items()}
    total = sum(weights.values())
    made = [_contributor(cs, weights[p] / total) for p, cs in people.items()]
    return tuple(sorted(made, key=lambda c: (-c.share, c.key)))


def bus_factor(people: Iterable[Contributor]) -> int:
    """The fewest people who together made half of it."""
    covered, count = 0.0, 0
    for person in sorted(people, key=lambda p: -p.share):
        if covered >= 0.5:
            break
        covered += person.share
        count += 1
    return count


def _weight(age: timedelta) -> float:
    return math.pow(0.5, age / HALF_LIFE)


def _contributor(made: list[Commit], share: float) -> Contributor:
    latest = max(made, key=lambda c: (c.at, c.id))
    addresses = dict.fromkeys(
        c.email.lower() for c in sorted(made, key=lambda c: c.at, reverse=True) if c.email
    )
    real = tuple(e for e in addresses if not _NO_REPLY.fullmatch(e))
    logins = sorted({login for c in made if (login := _login(c.email))})
    name = max((c.name for c in made), key=lambda n: (" " in n, len(n), n), default=latest.name)
    return Contributor(name, logins[0] if logins else "", real, len(made), round(share, 3), latest.at)


def _login(email: str) -> str:
    found = _NO_REPLY.fullmatch(email)
    return found["login"].lower() if found else ""


def _identities(commit: Commit) -> Iterator[str]:
    """What makes two commits one person's: the address, the login, or the same full name (one word alone is too little)."""
    if commit.email:
        yield "email " + commit.email.lower()
    login = _login(commit.email)
    if login:
        yield "login " + login
    name = " ".join(commit.name.casefold().split())
    if " " in name:
        yield "name " + name
    elif name and not login:
        yield "login " + name


def _joined(found: list[Commit]) -> list[int]:
    """A number per commit: equal for one person's, however many addresses (union of everything that is shared)."""
    parent = list(range(len(found)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    first: dict[str, int] = {}
    for at, commit in enumerate(found):
        for identity in _identities(commit):
            parent[root(at)] = root(first.setdefault(identity, at))
    return [root(at) for at in range(len(found))]
