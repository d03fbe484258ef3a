"""What a resolver has at hand: the assembly, who asks, and the scans that run."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection
from strawberry.types import Info

from api.access import Asker
from api.assembly import Assembly
from api.scans import Scans
from graph.errors import Refused


@dataclass(slots=True)
class Context:
    """One request."""

    parts: Assembly
    asker: Asker
    scans: Scans
    request: HTTPConnection

    def needs(self, right: str) -> None:
        """Raises Refused where the asker's token does not give that right."""
        if right not in self.asker.rights:
            raise Refused(f"This token does not give the right to {right}.")


def of(info: Info[Context, None]) -> Context:
    """The context of a resolver."""
    return info.context
