"""What a clause may speak of: its name, and everything that speaks of that name."""

from __future__ import annotations

from dataclasses import dataclass

from evidence.fact import Link, View
from evidence.group import Piece
from evidence.index import Index


@dataclass(slots=True)
class Member:
    """One subject: its name and the views that speak of it."""

    name: str
    views: tuple[View, ...]


@dataclass(slots=True)
class Entity:
    """One reading of the subject of a clause. Several members are an and-list: each must be carried (W4)."""

    members: list[Member]
    rest: list[Piece]
    pronoun: bool = False
    head: bool = True
    inverse: bool = False
    via: tuple[View, Link] | None = None  # the relation by which it is described ("its database")


def views_of(name: str, index: Index) -> tuple[View, ...]:
    """Everything that speaks of a name: records, rows, and records it is related to."""
    own = index.views.get(name, [])
    ends = [_end(name, view, link) for view, link in index.ends.get(name, ())]
    return (*own, *ends)


def _end(name: str, view: View, link: Link) -> View:
    """The other end of a relation, as a view: what the record says of it is the relation, turned round."""
    turned = Link(
        link.type, not link.out, view.kind, view.name, view.uid, link.inferred, link.ways, link.field
    )
    found = View(
        view.held,
        link.kind,
        name,
        frozenset(n for n in (link.name, link.uid) if n),
        link.uid,
        {},
        role="end",
        inferred=None,
        links=(turned,),
        made=tuple(f for f in view.facts if f.field in ("confidence", "method", "rank", "standing"))
        if view.role == "about"
        else (),
    )
    found.handle = view.handle
    return found
