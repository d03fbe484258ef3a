"""Which images a repository makes: Dockerfiles, workflows, compose and skaffold files, as far as they say so.

A name that is put together at run time keeps only the part that is written; the part before it is then unknown, and
the name starts with `*/`.
"""

from __future__ import annotations

import posixpath
import re
import shlex
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from collectors.image import parse

_DOCKERFILE = re.compile(r"(?:^|/)(?:Dockerfile(?:\.[\w.-]+)?|[\w.-]+\.[Dd]ockerfile|Containerfile)$")
_WORKFLOW = re.compile(r"^\.github/workflows/[^/]+\.ya?ml$|^\.gitlab-ci\.ya?ml$|^\.gitlab/ci/[^/]+\.ya?ml$")
_COMPOSE = re.compile(r"(?:^|/)(?:docker-)?compose(?:\.[\w-]+)?\.ya?ml$")
_SKAFFOLD = re.compile(r"(?:^|/)skaffold\.ya?ml$")


@dataclass(frozen=True, slots=True)
class Build:
    """One file that makes an image. `image` is registry and repository without tag (`*/…` where the registry is unknown)."""

    file: str
    line: int
    method: str
    image: str = ""
    folder: str = ""
    bases: tuple[str, ...] = ()
    source_label: str = ""


def method_of(path: str) -> str:
    """How a file of this name speaks of images: dockerfile, workflow, compose, or "" where it does not."""
    if _DOCKERFILE.search(path) and not path.endswith((".dockerignore", ".md")):
        return "dockerfile"
    if _WORKFLOW.search(path) or _SKAFFOLD.search(path):
        return "workflow"
    return "compose" if _COMPOSE.search(path) else ""


def builds(path: str, text: str, repository: str) -> tuple[Build, ...]:
    """What this file says it builds. `repository` is org/name, which workflows may stand for by a variable."""
    method = method_of(path)
    if method == "dockerfile":
        return (_dockerfile(path, text),)
    try:
        document = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 — makes nothing but text, lists and maps
    except (yaml.YAMLError, RecursionError):
        return ()
    if not isinstance(document, Mapping):
        return ()
    if method == "compose":
        return tuple(_compose(path, document, text))
    if _SKAFFOLD.search(path):
        return tuple(_skaffold(path, document, text))
    return tuple(dict.fromkeys(_workflow(path, document, text, repository)))


# Dockerfiles

_INSTRUCTION = re.compile(r"^\s*(?P<word>[A-Za-z]+)\s+(?P<rest>.*)$")
_SOURCE = re.compile(r"""org\.opencontainers\.image\.source["']?\s*[= ]\s*["']?(?P<url>[^\s"']+)""")


def _dockerfile(path: str, text: str) -> Build:
    arguments: dict[str, str] = {}
    stages: set[str] = set()
    bases: list[str] = []
    label = ""
    for line in re.sub(r"\\\r?\n", " ", text).splitlines():
        found = _INSTRUCTION.match(line)
        word, rest = (found["word"].upper(), found["rest"]) if found else ("", "")
        if word == "ARG" and "=" in rest and not bases:
            name, _, value = rest.partition("=")
            arguments[name.strip()] = value.strip().strip("\"'")
        elif word == "FROM":
            base, stage = _from(_filled(rest, arguments))
            if base and base.lower() not in stages and base != "scratch":
                bases.append(base)
            stages.add(stage.lower())
        elif word == "LABEL" and (source := _SOURCE.search(rest)):
            label = source["url"]
    return Build(path, 1, "dockerfile", "", posixpath.dirname(path), tuple(dict.fromkeys(bases)), label)


def _from(rest: str) -> tuple[str, str]:
    words = [w for w in rest.split() if not w.startswith("--")]
    stage = words[2] if len(words) >= 3 and words[1].lower() == "as" else ""
    return (words[0] if words else ""), stage


def _filled(text: str, values: Mapping[str, str]) -> str:
    """`${NAME}`, `$NAME` and `${NAME:-default}` with what is known; the rest stays as it is."""

    def value(found: re.Match[str]) -> str:
        name, default = found["braced"] or found["plain"], found["default"]
        return values.get(name, default if default is not None else found[0])

    return re.sub(r"\$(?:\{(?P<braced>\w+)(?::-(?P<default>[^}]*))?\}|(?P<plain>\w+))", value, text)


# Workflows

_BUILDS = re.compile(
    r"\b(?:docker|podman|buildah|nerdctl)\b.*\b(?:build|push|bud)\b|/?kaniko/executor|\bko\s+build\b"
)
_UNKNOWN = re.compile(r"\$\{\{.*?\}\}|\$\(.*?\)|\$\{[^}]*\}|\$\w+|%\w+%")


def _workflow(path: str, document: Mapping[str, Any], text: str, repository: str) -> Iterator[Build]:
    known = _variables(document, repository)
    for step in _maps(document):
        uses, given = step.get("uses"), step.get("with")
        if isinstance(uses, str) and isinstance(given, Mapping) and "build-push-action" in uses:
            yield from _action(path, given, text, known)
        elif isinstance(uses, str) and isinstance(given, Mapping) and "docker/metadata-action" in uses:
            yield from _named(path, _listed(given.get("images")), "", text, known)
        for script in _scripts(step):
            yield from _commands(path, script, text, known)


def _action(path: str, given: Mapping[str, Any], text: str, known: Mapping[str, str]) -> Iterator[Build]:
    file = given.get("file")
    folder = posixpath.dirname(file) if isinstance(file, str) and "/" in file else given.get("context")
    yield from _named(path, _listed(given.get("tags")), _folder(folder), text, known)


def _commands(path: str, script: str, text: str, known: Mapping[str, str]) -> Iterator[Build]:
    for line in _expressions(re.sub(r"\\\r?\n", " ", script), known).splitlines():
        line = re.sub(r"\$\{\{.*?\}\}", "${UNKNOWN}", line)
        if not _BUILDS.search(line):
            continue
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            words = line.split()
        yield from _named(path, _images_of(words), _folder(_built_folder(words)), text, known)


def _images_of(words: list[str]) -> list[str]:
    named = [
        _option_at(words, i)
        for i, w in enumerate(words)
        if w.split("=")[0] in {"-t", "--tag", "--destination"}
    ]
    if "push" in words:
        after = [w for w in words[words.index("push") + 1 :] if not w.startswith("-")]
        named += after[:1]
    return [n for n in named if n]


def _option_at(words: list[str], at: int) -> str:
    _, equals, value = words[at].partition("=")
    return value if equals else (words[at + 1] if at + 1 < len(words) else "")


def _built_folder(words: list[str]) -> str:
    """The folder of the Dockerfile that is named, else the context: what `docker build` ends with."""
    named = _option(words, "-f", "--file", "--dockerfile")
    if named or "build" not in words:
        return named
    last = words[-1]
    before = words[-2] if len(words) > 1 else ""
    is_value = last.startswith("-") or (before.startswith("-") and "=" not in before and before not in _FLAGS)
    return "" if is_value else last


_FLAGS = frozenset({"--push", "--load", "--no-cache", "--pull", "-q", "--quiet", "--rm", "--force-rm"})
"""Options of `docker build` that take no value."""


def _option(words: list[str], *names: str) -> str:
    at = next((i for i, w in enumerate(words) if w.split("=")[0] in names), -1)
    return posixpath.dirname(_option_at(words, at)) if at >= 0 else ""


def _named(
    path: str, names: Iterable[str], folder: str, text: str, known: Mapping[str, str]
) -> Iterator[Build]:
    for name in names:
        image = _image(name, known)
        if image:
            yield Build(path, _line(text, name), "workflow", image, folder)


def _image(name: str, known: Mapping[str, str]) -> str:
    """The image's place with what is known filled in; `*/rest` where what stands before it is not."""
    filled = _expressions(name.strip().strip("\"'"), known)
    filled = re.sub(r"(?:type=[^,]*,)?(?:name|value)=", "", filled)
    unknown = list(_UNKNOWN.finditer(re.sub(r":[^/]*$", "", filled)))
    if not unknown:
        parsed = parse(re.sub(_UNKNOWN, "x", filled))
        return parsed.place if parsed and ("/" in filled or "." in filled) else ""
    rest = re.sub(r"[:@].*$", "", filled[unknown[-1].end() :]).strip("/").lower()
    return f"*/{rest}" if re.fullmatch(r"[a-z0-9][a-z0-9._-]*(?:/[a-z0-9._-]+)*", rest) else ""


def _expressions(text: str, known: Mapping[str, str]) -> str:
    def value(found: re.Match[str]) -> str:
        return known.get(found[1].strip().removeprefix("env."), found[0])

    return _filled(re.sub(r"\$\{\{\s*([\w.-]+)\s*\}\}", value, text), known)


def _variables(document: Mapping[str, Any], repository: str) -> dict[str, str]:
    """Values written in the workflow itself, and what forges set for this repository."""
    found = {
        "github.repository": repository.lower(),
        "github.repository_owner": repository.partition("/")[0].lower(),
        "GITHUB_REPOSITORY": repository.lower(),
        "CI_PROJECT_PATH": repository.lower(),
        "CI_REGISTRY_IMAGE": "${REGISTRY_OF_THE_FORGE}/" + repository.lower(),
    }
    for place in ("env", "variables"):
        for values in (m.get(place) for m in _maps(document)):
            if isinstance(values, Mapping):
                found.update({str(k): v for k, v in values.items() if isinstance(v, str)})
    return {k: _expressions(v, found) for k, v in found.items()}


def _scripts(step: Mapping[str, Any]) -> Iterator[str]:
    for key in ("run", "script", "before_script", "after_script"):
        value = step.get(key)
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str):
                yield text


def _listed(value: object) -> list[str]:
    """A list, or a text of lines and commas (of a metadata action: `image`, or `name=image`)."""
    if isinstance(value, list):
        return [v for v in value if isinstance(v, str)]
    return [v for v in re.split(r"[\n,]", value) if v.strip()] if isinstance(value, str) else []


def _maps(document: object) -> Iterator[Mapping[str, Any]]:
    """Every map of a document, the outer ones first, each once: aliases may name one a billion times."""
    waiting, seen = deque([document]), {id(document)}
    while waiting:
        value = waiting.popleft()
        inner: Iterable[object] = ()
        if isinstance(value, Mapping):
            yield value
            inner = value.values()
        elif isinstance(value, list):
            inner = value
        for one in inner:
            if isinstance(one, Mapping | list) and id(one) not in seen:
                seen.add(id(one))
                waiting.append(one)


# Compose and skaffold


def _compose(path: str, document: Mapping[str, Any], text: str) -> Iterator[Build]:
    services = document.get("services")
    for service in services.values() if isinstance(services, Mapping) else ():
        if (
            not isinstance(service, Mapping)
            or not service.get("build")
            or not isinstance(service.get("image"), str)
        ):
            continue
        build = service["build"]
        context = build.get("context") if isinstance(build, Mapping) else build
        image = _image(service["image"], {})
        if image:
            yield Build(
                path,
                _line(text, service["image"]),
                "compose",
                image,
                _folder(context, posixpath.dirname(path)),
            )


def _skaffold(path: str, document: Mapping[str, Any], text: str) -> Iterator[Build]:
    build = document.get("build")
    artifacts = build.get("artifacts") if isinstance(build, Mapping) else None
    for artifact in artifacts if isinstance(artifacts, list) else ():
        if isinstance(artifact, Mapping) and isinstance(artifact.get("image"), str):
            image = _image(artifact["image"], {})
            folder = _folder(artifact.get("context"), posixpath.dirname(path))
            if image:
                yield Build(path, _line(text, artifact["image"]), "workflow", image, folder)


def _folder(value: object, below: str = "") -> str:
    """A folder of the repository, from its root; empty for the root and for what is not one."""
    if not isinstance(value, str) or "://" in value or "$" in value:
        return ""
    path = posixpath.normpath(posixpath.join(below, value or "."))
    return "" if path == "." or path.startswith(("..", "/")) else path


def _line(text: str, wanted: str) -> int:
    """The line that this name stands on, or at least its last part; 1 where it cannot be told."""
    whole = wanted.strip().split("\n")[0]
    for name in (whole, re.split(r"[:@]", whole.rpartition("/")[2])[0]):
        at = text.find(name) if name else -1
        if at >= 0:
            return text.count("\n", 0, at) + 1
    return 1
