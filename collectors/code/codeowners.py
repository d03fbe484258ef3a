"""CODEOWNERS, by the rules of the forge that reads it: GitHub's and GitLab's differ in nearly every point.

Both: the last match wins (on GitLab once per section), and an invalid line costs that line only, with a warning that
names it. GitHub: inline comments, no `!`, no `[ ]`, a file of 3 MB or more is not loaded. GitLab: sections with default
owners, optional ones and numbers of approvals; `!` excludes; what stands behind `#` on a line is read like owners.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from collectors.code.glob import Glob, github_glob, gitlab_glob

GITHUB_LIMIT = (
    3_000_000  # bytes; GitHub loads files "under 3 MB". Where MB is read as MiB, unknown is the safe side.
)

GHOST = "@ghost"  # GitHub's account of deleted users: written to say "nobody"


class Forge(StrEnum):
    """Whose rules hold."""

    GITHUB = "github"
    GITLAB = "gitlab"


PLACES = {
    Forge.GITHUB: (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"),
    Forge.GITLAB: ("CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"),
}
"""Where each forge looks, in its order. The first one found counts alone."""


@dataclass(frozen=True, slots=True)
class OwnerRule:
    """One line that counts. `owners` as written, or those of its section where it names none.

    `nobody`: it says on purpose that nobody owns what it matches (no owners at all, or only @ghost).
    """

    pattern: str
    owners: tuple[str, ...]
    line: int
    section: str = ""
    optional: bool = False
    approvals: int = 1
    exclusion: bool = False
    nobody: bool = False
    inherited: bool = False  # the owners are its section's


@dataclass(frozen=True, slots=True)
class LineProblem:
    """A line that the forge does not take as meant, and why."""

    line: int
    text: str
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Codeowners:
    """A file as its forge understands it. `loaded` is false where the forge refuses the whole file: owners are unknown."""

    forge: Forge
    rules: tuple[OwnerRule, ...]
    warnings: tuple[LineProblem, ...] = ()
    loaded: bool = True

    def deciding(self, path: str) -> tuple[OwnerRule, ...]:
        """The rules that decide for a path: one on GitHub, at most one per section on GitLab, in the file's order."""
        if self.forge is Forge.GITHUB:
            return next(((r,) for r in reversed(self.rules) if github_glob(r.pattern).matches(path)), ())
        return tuple(found for rules in _by_section(self.rules) if (found := _decide(rules, path)))

    def owners_of(self, path: str) -> tuple[str, ...] | None:
        """Who owns a path: None where no rule speaks of it, () where one says that nobody does."""
        decided = self.deciding(path)
        if not decided:
            return None
        owners = (o for r in decided if not r.exclusion for o in r.owners if o.lower() != GHOST)
        return tuple(dict.fromkeys(owners))

    def deciding_folder(self, folder: str) -> tuple[OwnerRule, ...]:
        """The rules that decide for what lies in a folder: for a file in it whose name no pattern can name."""
        trimmed = folder.strip("/").removeprefix("./")
        return self.deciding(f"{trimmed}/\0" if trimmed not in {"", "."} else "\0")


def parse(text: str, forge: Forge | str) -> Codeowners:
    """The rules of a file and what its forge would not accept. Never raises on content."""
    forge = Forge(forge)
    text = text.removeprefix("\ufeff")
    if forge is Forge.GITLAB:
        return _parse_gitlab(text)
    if len(text.encode("utf-8", "surrogatepass")) >= GITHUB_LIMIT:
        reason = "the file is 3 MB or larger: GitHub does not load it, so its owners are unknown"
        return Codeowners(forge, (), (LineProblem(0, "", reason),), loaded=False)
    return _parse_github(text)


def _lines(text: str) -> Iterable[tuple[int, str]]:
    """Number and text of the lines that are neither empty nor comments."""
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip()
        if line and not line.startswith("#"):
            yield number, line


_PATTERN = re.compile(r"(?:\\.|[^\s\\]|\\$)+")


def _split(line: str) -> tuple[str, str]:
    """The pattern (escaped spaces kept) and the rest of the line."""
    found = _PATTERN.match(line)
    end = found.end() if found else 0
    return line[:end], line[end:].strip()


# GitHub

_GITHUB_OWNER = re.compile(
    r"@[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98})(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*)?"  # a user, or a team of an organisation
    r"|[^@\s]+@[^@\s]+\.[^@\s.]+"
)


def _parse_github(text: str) -> Codeowners:
    rules: list[OwnerRule] = []
    warnings: list[LineProblem] = []
    for number, line in _lines(text):
        pattern, rest = _split(line)
        owners = tuple(rest.split("#", 1)[0].split())
        if reason := _github_fault(pattern, owners):
            warnings.append(LineProblem(number, line, reason))
            continue
        named = tuple(o for o in owners if o.lower() != GHOST)
        rules.append(OwnerRule(pattern, owners, number, nobody=not named))
    return Codeowners(Forge.GITHUB, tuple(rules), tuple(warnings))


def _github_fault(pattern: str, owners: tuple[str, ...]) -> str:
    if pattern.startswith("!"):
        return "`!` does not negate on GitHub; the line is skipped"
    if pattern.startswith("\\#"):
        return "a pattern cannot start with an escaped `#` on GitHub; the line is skipped"
    if "[" in pattern or "]" in pattern:
        return "`[ ]` is not a character range on GitHub; the line is skipped"
    if "***" in pattern:
        return "three stars in a row are not a pattern; the line is skipped"
    if not owners and _GITHUB_OWNER.fullmatch(pattern):
        return f"{pattern} is an owner without a pattern; the line is skipped"
    wrong = next((o for o in owners if not _GITHUB_OWNER.fullmatch(o)), "")
    if wrong:
        return f"{wrong} is not an owner (@user, @org/team or an email address); the line is skipped"
    return ""


# GitLab

_SECTION = re.compile(
    r"(?P<optional>\^)?\[(?P<name>[^\]]*)\](?:\[(?P<approvals>[^\]]*)\])?(?P<owners>(?:\s.*)?)$"
)
_BROKEN_SECTION = re.compile(r"\^?\[[^\]]+$")
_GITLAB_OWNER = re.compile(
    r"@@(?:developer|maintainer|owner)s?"
    r"|@[A-Za-z0-9_.][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_.][A-Za-z0-9_.-]*)*"  # a user, or a group by its whole path
    r"|[^@\s]+@[^@\s]+\.[^@\s.]+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Section:
    name: str = ""
    owners: tuple[str, ...] = ()
    optional: bool = False
    approvals: int = 1


def _parse_gitlab(text: str) -> Codeowners:
    rules: list[OwnerRule] = []
    warnings: list[LineProblem] = []
    sections: dict[str, _Section] = {}
    current = _Section()
    for number, line in _lines(text):
        header = _SECTION.match(line)
        if header:
            current, faults = _section(header, sections.get(header["name"].strip().casefold()))
            sections[current.name.casefold()] = current
        elif _BROKEN_SECTION.match(line):
            faults = ["the heading of the section is not closed; the line is skipped"]
        else:
            rule, faults = _gitlab_rule(line, number, current)
            rules.append(rule)
        warnings += [LineProblem(number, line, f) for f in faults]
    return Codeowners(Forge.GITLAB, tuple(_joined(rules, sections)), tuple(warnings))


def _section(header: re.Match[str], before: _Section | None) -> tuple[_Section, list[str]]:
    """A heading. A name used before (in any case) goes on with that section: its name, and its defaults where none are given.

    Required by one heading is required altogether; the larger number of approvals holds.
    """
    faults: list[str] = []
    name = header["name"].strip()
    optional = bool(header["optional"])
    owners, wrong = _gitlab_owners(header["owners"])
    number = header["approvals"]
    approvals = int(number) if number and number.isdigit() and int(number) > 0 else 1
    if not name:
        faults.append("a section needs a name")
    if number is not None and (optional or not number.isdigit() or int(number) < 1):
        faults.append(f"[{number}] is not a number of approvals that this section can have")
    faults += [f"{w} is not an owner; it is ignored" for w in wrong]
    if before is not None:
        joined = replace(
            before, optional=before.optional and optional, approvals=max(before.approvals, approvals)
        )
        return replace(joined, owners=owners or before.owners), faults
    return _Section(name, owners, optional, approvals), faults


def _gitlab_rule(line: str, number: int, section: _Section) -> tuple[OwnerRule, list[str]]:
    pattern, rest = _split(line)
    if pattern.startswith("!"):
        return OwnerRule(pattern[1:], (), number, section.name, exclusion=True), []
    named, wrong = _gitlab_owners(rest)
    faults = [f"{w} is not an owner; it is ignored" for w in wrong]
    owners = named if rest else section.owners
    if not owners:
        faults.append("no owner that counts: nobody has to approve")
    real = tuple(o for o in owners if o.lower() != GHOST)
    rule = OwnerRule(
        pattern,
        owners,
        number,
        section.name,
        nobody=not real and not wrong,
        inherited=not rest and bool(owners),
    )
    return rule, faults


def _gitlab_owners(text: str | None) -> tuple[tuple[str, ...], list[str]]:
    """The references in it, and the words that are none. Inline comments are not known: `#` is a word like others."""
    words = (text or "").split()
    owners = tuple(dict.fromkeys(w for w in words if _GITLAB_OWNER.fullmatch(w)))
    return owners, [w for w in words if not _GITLAB_OWNER.fullmatch(w)]


def _joined(rules: Iterable[OwnerRule], sections: dict[str, _Section]) -> Iterable[OwnerRule]:
    """Each rule with what its whole section came to (a later heading may make it required)."""
    for rule in rules:
        section = sections.get(rule.section.casefold(), _Section())
        yield replace(rule, optional=section.optional, approvals=0 if section.optional else section.approvals)


def _by_section(rules: Iterable[OwnerRule]) -> list[list[OwnerRule]]:
    found: dict[str, list[OwnerRule]] = {}
    for rule in rules:
        found.setdefault(rule.section.casefold(), []).append(rule)
    return list(found.values())


def _decide(rules: list[OwnerRule], path: str) -> OwnerRule | None:
    """The last match of a section; whatever an exclusion of it matches is not taken back by a later line."""
    matching = [r for r in rules if _gitlab(r.pattern).matches(path)]
    excluded = next((r for r in matching if r.exclusion), None)
    return excluded or (matching[-1] if matching else None)


def _gitlab(pattern: str) -> Glob:
    """The pattern, compiled: a backslash before a space or at the start before `#` only escapes it."""
    return gitlab_glob(pattern.removeprefix("\\") if pattern.startswith("\\#") else pattern)
