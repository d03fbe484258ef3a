"""Repositories as sources: one scope each, with all that it says of owners, catalogue, images and contacts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

from collectors.code import backstage, build, history
from collectors.code.address import Address, line_url, parse
from collectors.code.catalogue import entity_records
from collectors.code.codeowners import GITHUB_LIMIT, PLACES, Codeowners, Forge, OwnerRule
from collectors.code.codeowners import parse as parse_codeowners
from collectors.code.git import LIMIT, Blob, Files, opened, remote_of, without_login
from collectors.source import Look, Source
from graph.errors import SkipScope
from graph.record import Record, Relation, Uid, Value
from graph.scope import Outcome, Reading, Scope

KINDS = ("Repository", "OwnershipRule", "CatalogEntity", "ImageBuild", "Contribution", "Change")
_LINKED_FILES = (
    60  # files whose last commit is looked up for the link; others link to the commit that was read
)


@dataclass(frozen=True, slots=True)
class Configured:
    """One `[[code]]`: a folder or an address, whose rules its CODEOWNERS follows, and its name where the remote does not say it."""

    path: Path | None = None
    url: str = ""
    repository: str = ""
    forge: str = "github"


def source(configured: Iterable[Configured]) -> Source:
    """The collector of these repositories."""
    each = tuple(configured)
    return Source("code", f"code: {len(each)} repositories", lambda: map(_look, each))


def _look(one: Configured) -> Look:
    address = address_of(one)
    scope = Scope(
        f"scope://code/{address.uid.removeprefix('repo://')}",
        "code",
        KINDS,
        f"code {address.path}",
        {"repository": address.path},
    )
    return Look(scope, partial(read, one, address, scope))


def address_of(one: Configured) -> Address:
    """Its name: as configured, else as the remote says, else `local/<folder>`."""
    remote = "" if one.path is None else remote_of(one.path)
    for text in (one.repository, one.url, remote):
        if text and (found := parse(without_login(text), host=_HOSTS.get(one.forge, ""))):
            return Address(found.host, found.path)
    name = one.repository or (one.path.resolve().name if one.path else one.url.rpartition("/")[2])
    return Address("local", name.strip("/").removesuffix(".git"))


_HOSTS = {"github": "github.com", "gitlab": "gitlab.com"}


@dataclass(slots=True)
class _Found:
    """What one look collects on its way."""

    address: Address
    forge: Forge
    files: Files
    records: list[Record] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @property
    def uid(self) -> Uid:
        return self.address.uid

    def add(self, record: Record) -> None:
        self.records.append(record)
        self.relations.append(Relation("DECLARED_IN", record.uid, self.uid))


def read(one: Configured, address: Address, scope: Scope) -> Reading:
    """The whole repository. PARTIAL where a file that speaks of owners or entities could not be understood."""
    with opened(one.path, one.url) as files:
        found = _Found(address, Forge(one.forge), files)
        where = _links(found)
        owners = _codeowners(found, where)
        _catalogue(found, where)
        _builds(found, where)
        people = _history(found)
        _changes(found)
        found.records.insert(0, _repository(found, owners, people))
    return Reading(
        scope,
        Outcome.PARTIAL if found.missing else Outcome.COMPLETE,
        tuple(found.records),
        tuple({(r.type, r.source, r.target): r for r in found.relations}.values()),
        reason="; ".join(found.missing),
        missing="; ".join(found.missing),
        problems=tuple(found.problems),
    )


Where = Callable[[str, int], dict[str, Value]]
"""What a record of a file says of its place, by path and line."""


def _links(found: _Found) -> Where:
    @cache
    def commit(path: str) -> str:
        if found.files.log is None or commit.cache_info().currsize >= _LINKED_FILES:
            return found.files.commit
        last = next(iter(found.files.log(("-1", "--format=%H", "--", f":(top,literal){path}"))), "")
        return last.strip() or found.files.commit

    def where(path: str, line: int) -> dict[str, Value]:
        url = ""
        if found.address.host != "local":
            url = line_url(found.address, found.forge, commit(path), path, line)
        return {"repository": found.address.path, "file": path, "line": line, "url": url or None}

    return where


# CODEOWNERS


@dataclass(frozen=True, slots=True)
class _Owners:
    """What became of CODEOWNERS: read, none, too large or unreadable."""

    state: str
    file: str = ""
    parsed: Codeowners | None = None


def _codeowners(found: _Found, where: Where) -> _Owners:
    """The first of the forge's places alone. None is a fact; too large and unreadable are unknown owners."""
    present = frozenset(found.files.paths)
    place = next((p for p in PLACES[found.forge] if p in present), "")
    if not place:
        return _Owners("none")
    try:
        blob = next(iter(found.files.read((place,), GITHUB_LIMIT)))
    except SkipScope as error:
        found.missing.append(f"{place} could not be read: {error}")
        return _Owners("unreadable", place)
    parsed = parse_codeowners(blob.text, found.forge)
    if not parsed.loaded or (found.forge is Forge.GITLAB and not blob.whole):
        found.missing.append(f"{place} is 3 MB or larger: owners by CODEOWNERS are unknown")
        return _Owners("too large", place)
    found.problems += [f"{place} {w}" for w in parsed.warnings]
    _rule_records(found, where, place, parsed.rules)
    return _Owners("read", place, parsed)


def _rule_records(found: _Found, where: Where, place: str, rules: tuple[OwnerRule, ...]) -> None:
    """Keys hold section and pattern, not the line, so that a line put in above changes nothing below."""
    times: dict[str, int] = {}
    for position, rule in enumerate(rules):
        stem = f"{rule.section.casefold()}/{'!' if rule.exclusion else ''}{rule.pattern}"
        times[stem] = times.get(stem, 0) + 1
        again = f"~{times[stem]}" if times[stem] > 1 else ""
        fields: dict[str, Value] = {
            "pattern": rule.pattern,
            "owners": list(rule.owners),
            "nobody": rule.nobody,
            "section": rule.section or None,
            "optional": rule.optional,
            "approvals": rule.approvals,
            "exclusion": rule.exclusion,
            "position": position,
            **where(place, rule.line),
        }
        uid = Uid(f"{found.uid}#owners:{stem}{again}")
        found.add(Record(uid, "OwnershipRule", f"{found.address.path} {rule.pattern}", fields))


# Catalogue


def _catalogue(found: _Found, where: Where) -> None:
    paths = [p for p in found.files.paths if p.rpartition("/")[2] in backstage.FILES]
    blobs = list(_texts(found, paths))
    catalogue = backstage.parse(blobs)
    further = sorted(_targets(catalogue) & frozenset(found.files.paths) - frozenset(paths))
    if further:
        catalogue = backstage.parse((*blobs, *_texts(found, further)))
    found.problems += catalogue.problems
    found.missing += [p for p in catalogue.problems if ": not YAML" in p]
    records, relations = entity_records(catalogue, found.address, where)
    for record in records:
        found.add(record)
    found.relations += relations


def _targets(catalogue: backstage.Catalogue) -> frozenset[str]:
    """The files that Locations name, one step deep (a file they name that is a catalogue-info file is read anyway)."""
    return frozenset(t for e in catalogue.entities if e.kind == "Location" for t in backstage.targets(e))


def _texts(found: _Found, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    for blob in found.files.read(tuple(paths), LIMIT):
        if _taken(found, blob):
            yield blob.path, blob.text


def _taken(found: _Found, blob: Blob) -> bool:
    if not blob.whole:
        found.missing.append(f"{blob.path} is larger than {LIMIT:,} bytes and was not read")
    return blob.whole


# Images


def _builds(found: _Found, where: Where) -> None:
    paths = tuple(p for p in found.files.paths if build.method_of(p))
    seen: dict[Uid, Record] = {}
    for blob in found.files.read(paths, LIMIT):
        if not blob.whole:
            found.problems.append(f"{blob.path} is larger than {LIMIT:,} bytes and was not read")
            continue
        for made in build.builds(blob.path, blob.text, found.address.path):
            uid = Uid(f"{found.uid}#build:{made.file}" + (f":{made.image}" if made.image else ""))
            fields: dict[str, Value] = {
                "image": made.image or None,
                "folder": made.folder or None,
                "method": made.method,
                "baseImages": list(made.bases) or None,
                "sourceLabel": made.source_label or None,
                **where(made.file, made.line),
            }
            seen.setdefault(uid, Record(uid, "ImageBuild", made.image or made.file, fields))
    for record in seen.values():
        found.add(record)


# History


def _history(found: _Found) -> tuple[history.Contributor, ...]:
    if found.files.log is None:
        return ()
    lines = found.files.log(("--no-merges", f"--max-count={history.COMMITS}", f"--format={history.FORMAT}"))
    passed: frozenset[str] = frozenset()
    if history.IGNORED_REVISIONS in found.files.paths:
        for blob in found.files.read((history.IGNORED_REVISIONS,), LIMIT):
            passed = history.ignored(blob.text)
    people = history.contributors(history.commits(lines), passed)
    for person in people[: history.KEPT]:
        fields: dict[str, Value] = {
            "person": person.name,
            "email": person.emails[0] if person.emails else None,
            "login": person.login or None,
            "emails": list(person.emails) or None,
            "commits": person.commits,
            "share": person.share,
            "lastCommitAt": person.last_at,
            "repository": found.address.path,
        }
        uid = Uid(f"{found.uid}#contribution:{person.key}")
        name = f"{person.name} in {found.address.path}"
        found.records.append(Record(uid, "Contribution", name, fields))
        found.relations.append(Relation("PART_OF", uid, found.uid))
    return people


def _changes(found: _Found) -> None:
    """The newest commits of the branch, each a change of the repository's head."""
    words = (f"--max-count={history.TOLD}", "--first-parent", f"--format={history.TOLD_FORMAT}")
    for commit in history.told(found.files.log(words)) if found.files.log else ():
        uid = Uid(f"change://{found.uid.removeprefix('repo://')}/commit/{commit.id}")
        fields: dict[str, Value] = {
            "at": commit.at,
            "action": "modified" if commit.parent else "created",
            "subject": found.address.path,
            "subjectKind": "Repository",
            "subjectUid": found.uid,
            "field": "headCommit",
            "before": commit.parent or None,
            "after": commit.id,
            "actor": commit.author,
            "via": "commit",
            "message": commit.subject,
        }
        found.records.append(Record(uid, "Change", f"commit to {found.address.path}", fields))
        found.relations.append(Relation("CHANGE_OF", uid, found.uid))


def _repository(found: _Found, owners: _Owners, people: tuple[history.Contributor, ...]) -> Record:
    address, files = found.address, found.files
    warnings = [str(w) for w in owners.parsed.warnings] if owners.parsed else []
    fields: dict[str, Value] = {
        "url": address.url if address.host != "local" else None,
        "forge": found.forge.value,
        "organisation": address.path.rpartition("/")[0] or None,
        "defaultBranch": files.branch or None,
        "headCommit": files.commit or None,
        "headCommitAt": files.committed_at,
        "codeowners": owners.state,
        "codeownersFile": owners.file or None,
        "codeownersProblems": len(warnings) if owners.parsed else None,
        "codeownersWarnings": warnings or None,
        "contributors": len(people) if files.log else None,
        "busFactor": history.bus_factor(people) if files.log else None,
    }
    return Record(found.uid, "Repository", address.path, fields)
