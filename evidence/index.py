"""The evidence of one check, found by name and by kind. Made once for the same items, and shared by every sentence."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field

from evidence.evidence import Item
from evidence.fact import Link, View, identifiers, is_identifier, views_of_record
from evidence.lexicon import is_place
from evidence.population import Population, populations
from graph.record import Known
from graph.result import Result


@dataclass(slots=True)
class Source:
    """One record or result taken apart."""

    held: Known | Result
    views: list[View]
    populations: list[Population]
    names: frozenset[str]


@dataclass(slots=True)
class Index:
    """Views by name, populations by kind, and every identifier of the evidence."""

    items: tuple[Item, ...]
    order: dict[str, int] = field(default_factory=dict)  # handle → place
    by_handle: dict[str, Item] = field(default_factory=dict)
    views: dict[str, list[View]] = field(default_factory=dict)  # name → views
    ends: dict[str, list[tuple[View, Link]]] = field(default_factory=dict)  # name → relations that end there
    of_handle: dict[str, list[View]] = field(default_factory=dict)
    populations: list[Population] = field(default_factory=list)
    changes: list[View] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    sources: list[Source] = field(default_factory=list)
    groups: set[str] = field(default_factory=set)  # values that results are grouped by
    words: set[str] | None = None  # of its fields, for labels


_SOURCES: OrderedDict[tuple[int, str], Source] = OrderedDict()
_INDEXES: OrderedDict[tuple[tuple[str, int], ...], Index] = OrderedDict()
_KEPT = 8192
_KEPT_INDEXES = 64


def index(items: Sequence[Item]) -> Index:
    """The index of these items; the same one while the same objects are asked about."""
    key = tuple((i.handle, id(i.held)) for i in items)
    found = _INDEXES.get(key)
    if found is not None and all(a.held is b.held for a, b in zip(found.items, items, strict=True)):
        _INDEXES.move_to_end(key)
        return found if found.items == tuple(items) or _same_limits(found, items) else _again(found, items)
    made = _made(items)
    _INDEXES[key] = made
    if len(_INDEXES) > _KEPT_INDEXES:
        _INDEXES.popitem(last=False)
    return made


def _same_limits(found: Index, items: Sequence[Item]) -> bool:
    return all(a.fresh_for == b.fresh_for for a, b in zip(found.items, items, strict=True))


def _again(found: Index, items: Sequence[Item]) -> Index:
    again = copy(found)
    again.items = tuple(items)
    again.by_handle = {i.handle: i for i in items}
    return again


def _made(items: Sequence[Item]) -> Index:
    made = Index(tuple(items))
    for place, item in enumerate(items):
        made.order[item.handle] = place
        made.by_handle[item.handle] = item
        source = _source(item)
        made.sources.append(source)
        made.names |= source.names
        made.populations += source.populations
        for pop in source.populations:
            made.groups.update(pop.group.values())
        made.of_handle[item.handle] = source.views
        for view in source.views:
            if view.kind == "Change":
                made.changes.append(view)
            for name in view.names:
                made.views.setdefault(name, []).append(view)
            for link in view.links:
                if link.name:
                    made.ends.setdefault(link.name, []).append((view, link))
                if link.uid:
                    made.ends.setdefault(link.uid, []).append((view, link))
    return made


def _source(item: Item) -> Source:
    key = (id(item.held), item.handle)
    found = _SOURCES.get(key)
    if found is not None and found.held is item.held:
        return found
    held = item.held
    views = views_of_record(held) if isinstance(held, Known) else []
    pops = populations(held) if isinstance(held, Result) else []
    views += [row for pop in pops for row in pop.rows]
    for view in views:
        view.handle = item.handle
    for pop in pops:
        pop.handle = item.handle
    names = frozenset(text for view in views for text in identifiers(view) if text)
    if isinstance(held, Result):
        names |= (
            set(held.within.values())
            | {
                v
                for p in pops
                for v in p.group.values()
                if is_identifier(v) and not v.replace(".", "").isdigit()
            }
            | {v for p in pops for n, v in p.group.items() if is_place(n)}
        )
        names |= {f.name for f in held.where if f.name}
    made = Source(held, views, pops, names)
    _SOURCES[key] = made
    if len(_SOURCES) > _KEPT:
        _SOURCES.popitem(last=False)
    return made


def forget() -> None:
    """Forgets what is kept of evidence; the next check takes everything apart again."""
    _SOURCES.clear()
    _INDEXES.clear()
