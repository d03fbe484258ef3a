"""Image references taken apart, and the digest that really runs (IMG-01 to IMG-03, K8S-11)."""

from __future__ import annotations

from dataclasses import dataclass

_DEFAULT = "docker.io"
_ALIASES = {
    "index.docker.io": _DEFAULT,
    "registry-1.docker.io": _DEFAULT,
    "registry.hub.docker.com": _DEFAULT,
}


@dataclass(frozen=True, slots=True)
class Image:
    """An image reference: what is not written is empty, but for the registry and path that are meant by default."""

    registry: str
    repository: str
    tag: str
    digest: str


def parse(written: str) -> Image | None:
    """The parts of a reference. A colon before a slash is a port; what comes after `@` is a digest, whatever stands before."""
    rest, _, digest = _without_scheme(written).partition("@")
    if not rest or rest.startswith("sha256:"):
        return None
    head, colon, tag = rest.rpartition(":")
    if not colon or "/" in tag:
        head, tag = rest, ""
    registry, repository = _split(head)
    return Image(registry, repository, tag, digest)


def _split(head: str) -> tuple[str, str]:
    """Registry and path: the first part is a registry where it looks like a host (a dot, a port, localhost)."""
    first, slash, path = head.partition("/")
    if slash and ("." in first or ":" in first or first == "localhost"):
        registry = _ALIASES.get(first, first)
        return registry, f"library/{path}" if registry == _DEFAULT and "/" not in path else path
    return _DEFAULT, head if slash else f"library/{head}"


def running_digest(image_id: str) -> str:
    """The digest in a status's imageID: what follows `@`, or a bare id (K8S-11); "" where none is told."""
    rest = _without_scheme(image_id)
    _, at_sign, digest = rest.rpartition("@")
    return digest if at_sign or digest.startswith("sha256:") else ""


def _without_scheme(written: str) -> str:
    return written.strip().rpartition("://")[2]
