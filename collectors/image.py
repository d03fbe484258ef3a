"""Names of container images, taken apart the way registries understand them (IMG-01 to IMG-03, K8S-11)."""

from __future__ import annotations

import re
from dataclasses import dataclass

_DEFAULT_REGISTRY = "docker.io"
_ALIASES = ("index.docker.io", "registry-1.docker.io", "registry.hub.docker.com")
_DIGEST = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}")
_TAG = re.compile(r"\w[\w.-]{0,127}")
_REPOSITORY = re.compile(r"[a-z0-9._/-]+")


@dataclass(frozen=True, slots=True)
class Image:
    """An image's parts. `registry` empty means that it is not known; tag and digest are empty where not written."""

    registry: str
    repository: str
    tag: str = ""
    digest: str = ""

    @property
    def place(self) -> str:
        """Registry and repository: what stays the same from build to build."""
        return f"{self.registry}/{self.repository}" if self.registry else self.repository


def parse(written: str) -> Image | None:
    """The parts of an image's name, or None where it is none.

    A colon before a slash is a port, what comes after `@` is a digest, and `nginx` is `docker.io/library/nginx`.
    """
    rest, _, digest = _without_scheme(written).partition("@")
    head, colon, tag = rest.rpartition(":")
    if not colon or "/" in tag:
        head, tag = rest, ""
    registry, repository = _split(head)
    sound = _REPOSITORY.fullmatch(repository) and not _DIGEST.fullmatch(rest)
    if not sound or (tag and not _TAG.fullmatch(tag)) or (digest and not _DIGEST.fullmatch(digest)):
        return None
    return Image(registry, repository, tag, digest)


def _split(head: str) -> tuple[str, str]:
    """Registry and path: the first part is a registry where it looks like a host (a dot, a port, localhost)."""
    first, slash, path = head.partition("/")
    registry = _DEFAULT_REGISTRY
    if slash and ("." in first or ":" in first or first == "localhost"):
        registry, head = first.lower(), path
    if registry in _ALIASES:
        registry = _DEFAULT_REGISTRY
    official = head and registry == _DEFAULT_REGISTRY and "/" not in head
    return registry, f"library/{head}" if official else head


def running_digest(image_id: str) -> str:
    """The digest in a status's imageID: what follows `@`, or a bare id (K8S-11); "" where none is told."""
    rest = _without_scheme(image_id)
    _, at_sign, digest = rest.rpartition("@")
    return digest if at_sign or digest.startswith("sha256:") else ""


def _without_scheme(written: str) -> str:
    return written.strip().rpartition("://")[2]
