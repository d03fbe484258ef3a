"""Patterns of CODEOWNERS files, matched the way each forge matches them.

A pattern becomes a row of steps over the segments of a path. Matching walks both once with one fallback point, so that
no pattern of a hostile repository can make it run away (regular expressions of many stars can).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class CharacterSet:
    """`[a-z]` or `[!a-z]` of GitLab's patterns: ranges of characters, taken or refused."""

    ranges: tuple[tuple[str, str], ...]
    refused: bool

    def holds(self, character: str) -> bool:
        """Whether the set takes this character."""
        return any(low <= character <= high for low, high in self.ranges) != self.refused


@dataclass(frozen=True, slots=True)
class AnyCharacter:
    """`?`."""

    def holds(self, character: str) -> bool:
        """Every character; a slash never stands inside a segment."""
        return bool(character)


@dataclass(frozen=True, slots=True)
class Literal:
    """One character that stands for itself."""

    character: str

    def holds(self, character: str) -> bool:
        """Only itself: paths are compared with their case."""
        return character == self.character


Token = CharacterSet | AnyCharacter | Literal | None
"""One place of a segment; None is `*`."""

Step = tuple[Token, ...] | None
"""One segment of a pattern; None is `**`: any number of segments, also none."""

_ANYTHING: tuple[Token, ...] = (None,)


@dataclass(frozen=True, slots=True)
class Glob:
    """A pattern, ready to be matched against paths from the root of the repository."""

    steps: tuple[Step, ...]

    def matches(self, path: str) -> bool:
        """Whether this path (with or without a leading slash) is one of the pattern's."""
        return _walk(self.steps, path.strip("/").split("/"))


@lru_cache(maxsize=4096)
def github_glob(pattern: str) -> Glob:
    """GitHub's reading: like gitignore, but `dir/*` stops at one level and there are no `!` and no `[ ]`.

    A pattern with a slash at its start or inside is anchored at the root; one without matches at every depth. One
    that ends in a name also takes what lies under that name; one that ends in `/` only what lies under it.
    """
    segments = _segments(pattern)
    anchored = "/" in pattern.rstrip("/")
    below = pattern.endswith("/")
    if not segments:
        return Glob(((),))  # "/" alone matches nothing
    steps: list[Step] = [] if anchored or segments[0] == "**" else [None]
    steps += [None if s == "**" else _tokens(s, sets=False) for s in segments]
    if below or segments[-1] == "**":
        steps += [None, _ANYTHING]
    elif segments[-1] != "*":
        steps += [None]
    return Glob(tuple(steps))


@lru_cache(maxsize=4096)
def gitlab_glob(pattern: str) -> Glob:
    """GitLab's reading: a shell glob over the whole path, where `**/` takes any depth and a name takes only itself.

    A pattern without a leading slash matches at every depth; one that ends in `/` everything under it.
    """
    if pattern == "*":
        return Glob((None, _ANYTHING))
    steps: list[Step] = [] if pattern.startswith("/") else [None]
    segments = _segments(pattern)
    deep = len(segments) if pattern.endswith("/") else len(segments) - 1
    steps += [None if s == "**" and i < deep else _tokens(s, sets=True) for i, s in enumerate(segments)]
    if pattern.endswith("/"):
        steps += [None, _ANYTHING]
    return Glob(tuple(steps))


def _segments(pattern: str) -> list[str]:
    trimmed = pattern.removeprefix("/")
    trimmed = trimmed.removesuffix("/")
    return trimmed.split("/") if trimmed else []


def _tokens(segment: str, *, sets: bool) -> tuple[Token, ...]:
    found: list[Token] = []
    at = 0
    while at < len(segment):
        character = segment[at]
        at += 1
        if character == "\\" and at < len(segment):
            found.append(Literal(segment[at]))
            at += 1
        elif character == "*":
            if not found or found[-1] is not None:
                found.append(None)
        elif character == "?":
            found.append(AnyCharacter())
        elif sets and character == "[" and (end := segment.find("]", at + 1)) > 0:
            found.append(_set(segment[at:end]))
            at = end + 1
        else:
            found.append(Literal(character))
    return tuple(found)


def _set(inside: str) -> CharacterSet:
    refused = inside[:1] in {"!", "^"}
    rest = inside[1:] if refused else inside
    ranges: list[tuple[str, str]] = []
    at = 0
    while at < len(rest):
        if at + 2 < len(rest) and rest[at + 1] == "-":
            ranges.append((rest[at], rest[at + 2]))
            at += 3
        else:
            ranges.append((rest[at], rest[at]))
            at += 1
    return CharacterSet(tuple(ranges), refused)


def _walk(steps: tuple[Step, ...], segments: list[str]) -> bool:
    """Greedy, with the last `**` to fall back to."""
    step = at = 0
    deep, mark = -1, 0
    while at < len(segments):
        if step < len(steps) and steps[step] is None:
            deep, mark = step, at
            step += 1
        elif step < len(steps) and _segment(steps[step] or (), segments[at]):
            step, at = step + 1, at + 1
        elif deep >= 0:
            mark += 1
            step, at = deep + 1, mark
        else:
            return False
    return all(s is None for s in steps[step:])


def _segment(tokens: tuple[Token, ...], text: str) -> bool:
    """One segment against its tokens: greedy, with the last `*` to fall back to. An empty segment is never matched."""
    token = at = 0
    star, mark = -1, 0
    while at < len(text):
        held = tokens[token] if token < len(tokens) else None
        if token < len(tokens) and held is None:
            star, mark = token, at
            token += 1
        elif held is not None and held.holds(text[at]):
            token, at = token + 1, at + 1
        elif star >= 0:
            mark += 1
            token, at = star + 1, mark
        else:
            return False
    return bool(text) and all(t is None for t in tokens[token:])
