"""Names of container images, taken apart the way registries understand them (IMG-01 to IMG-03)."""

from __future__ import annotations

import re
from dataclasses import dataclass

DEFAULT_REGISTRY = "docker.io"
_DIGEST = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}")
_TAG = re.compile(r"[\w][\w.-]{0,127}")


@dataclass(frozen=True, slots=True)
class ImageName:
    """An image's parts. `registry` empty means that it is not known; tag and digest are empty where not written."""

    registry: str
    repository: str
    tag: str = ""
    digest: str = ""

    @property
    def place(self) -> str:
        """Registry and repository: what stays the same from build to build."""
        return f"{self.registry}/{self.repository}" if self.registry else self.repository


def parse(text: str) -> ImageName | None:
    """The parts of an image's name, or None where it is none. `host:5000/app` has a port and no tag; `nginx` is `docker.io/library/nginx`."""
    rest, _, digest = text.strip().removeprefix("docker-pullable://").partition("@")
    if not rest or (digest and not _DIGEST.fullmatch(digest)):
        return None
    head, colon, tag = rest.rpartition(":")
    if not colon or "/" in tag:
        head, tag = rest, ""
    if tag and not _TAG.fullmatch(tag):
        return None
    first, slash, path = head.partition("/")
    if slash and (first == "localhost" or "." in first or ":" in first):
        registry, repository = first, path
    else:
        registry, repository = DEFAULT_REGISTRY, head if slash else f"library/{head}"
    if registry in {"index.docker.io", "registry-1.docker.io"}:
        registry = DEFAULT_REGISTRY
    if not repository or not re.fullmatch(r"[a-z0-9._/-]+", repository):
        return None
    return ImageName(registry.lower(), repository, tag, digest)
