"""The evidence of one check, found by name and by kind; shared by every sentence.

What a record or a result says is taken apart once and kept by its content: the same record, read from the graph again for
another question and under another handle, is known. What is kept is bounded; what was asked about longest ago goes first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal

from evidence.evidence import Item, limit_of
from evidence.fact import Link, View, identifiers, is_identifier, view_like, views_of_record
from evidence.lexicon import is_place
from evidence.population import RELATED, Population, populations
from graph.record import Known, Value
from graph.result import Result


@dataclass(slots=True)
class Source:
    """One record or result taken apart, under a handle."""

    held: Known | Result
    handle: str
    views: list[View]
    populations: list[Population]
    names: frozenset[str]


@dataclass(slots=True)
class Index:
    """Views by name, populations by kind, and every identifier of the evidence."""

    items: tuple[Item, ...]
    order: dict[str, int] = field(default_factory=dict)  # handle → place
    by_handle: dict[str, Item] = field(default_factory=dict)
    limits: dict[str, timedelta] = field(default_factory=dict)  # handle → how old it may be
    views: dict[str, list[View]] = field(default_factory=dict)  # name → views
    ends: dict[str, list[tuple[View, Link]]] = field(default_factory=dict)  # name → relations that end there
    of_handle: dict[str, list[View]] = field(default_factory=dict)
    populations: list[Population] = field(default_factory=list)
    changes: list[View] = field(default_factory=list)
    records: list[View] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    groups: set[str] = field(default_factory=set)  # values that results are grouped by
    dimensions: dict[str, set[str]] = field(default_factory=dict)  # value → what results have it as: "region"
    words: set[str] | None = None  # of its fields, for labels
    single: dict[tuple[str, ...], View | None] | None = (
        None  # nouns that mean one record, and those that mean more
    )


_SOURCES: OrderedDict[str | tuple[int, str], Source] = OrderedDict()
_INDEXES: OrderedDict[tuple[tuple[str, int, timedelta | None], ...], Index] = OrderedDict()
_KEPT = 8192
_KEPT_INDEXES = 16


def index(items: Sequence[Item]) -> Index:
    """The index of these items; the same one while the same objects are asked about."""
    key = tuple([(i.handle, id(i.held), i.fresh_for) for i in items])
    found = _INDEXES.get(key)
    if found is not None:  # what is kept is held: no other object can have one of these ids
        _INDEXES.move_to_end(key)
        return found
    made = _made(items)
    _INDEXES[key] = made
    if len(_INDEXES) > _KEPT_INDEXES:
        _INDEXES.popitem(last=False)
    return made


def _made(items: Sequence[Item]) -> Index:
    made = Index(tuple(items))
    names: list[frozenset[str]] = []
    for place, item in enumerate(items):
        made.order[item.handle] = place
        made.by_handle[item.handle] = item
        made.limits[item.handle] = limit_of(item)
        source = _source(item)
        names.append(source.names)
        made.populations += source.populations
        for pop in source.populations:
            made.groups.update(pop.group.values())
            for name, value in pop.lies:
                made.dimensions.setdefault(value, set()).add(name)
        made.of_handle[item.handle] = source.views
        for view in source.views:
            _place(made, view)
    made.names.update(*names)
    return made


def _place(made: Index, view: View) -> None:
    """Where a view is found: by its names, and by the ends of its relations."""
    if view.kind == "Change":
        made.changes.append(view)
    if view.role == "record":
        made.records.append(view)
    views, ends = made.views, made.ends
    for name in view.names:
        if name in views:
            views[name].append(view)
        else:
            views[name] = [view]
    for link in view.links:
        for name in (link.name, link.uid):
            if name in ends:
                ends[name].append((view, link))
            elif name:
                ends[name] = [(view, link)]


# What is kept -------------------------------------------------------------------------------------------------------


def _source(item: Item) -> Source:
    held = item.held
    key = held.record.uid if isinstance(held, Known) else (id(held), item.handle)
    found = _SOURCES.get(key)
    if found is None:
        return _keep(key, _taken_apart(item))
    _SOURCES.move_to_end(key)
    if found.held is held and found.handle == item.handle:
        return found
    if isinstance(held, Known) and isinstance(found.held, Known) and says_the_same(found.held, held):
        if found.handle == item.handle and found.held.observed_at == held.observed_at:
            return found
        return _keep(key, _known_again(found, item.handle, held))
    return _keep(key, _taken_apart(item))


def says_the_same(left: Known, right: Known) -> bool:
    """Whether two looks at a record found the same: all that its views are made of, whenever each was taken."""
    if left is right:
        return True
    a, b = left.record, right.record
    return (
        a.uid == b.uid
        and a.kind == b.kind
        and a.name == b.name
        and a.inference == b.inference
        and left.gone_at == right.gone_at
        and _same_values(a.fields, b.fields)
        and _same_values(left.typed, right.typed)
        and (left.relations == right.relations or _ends(left) == _ends(right))
    )


def _ends(known: Known) -> list[tuple[object, ...]]:
    return [(n.type, n.direction, n.kind, n.name, n.uid, n.inference) for n in known.relations]


def _same_values(left: Mapping[str, Value], right: Mapping[str, Value]) -> bool:
    """Equal, in the same order and of the same types: 1, 1.0 and true are three values."""
    if left is right:
        return True
    if left != right or list(left) != list(right):
        return False
    types = list(map(type, left.values()))
    if types != list(map(type, right.values())):
        return False
    return Decimal not in types or list(map(str, left.values())) == list(map(str, right.values()))


def _keep(key: str | tuple[int, str], made: Source) -> Source:
    _SOURCES[key] = made
    if len(_SOURCES) > _KEPT:
        _SOURCES.popitem(last=False)
    return made


def _known_again(found: Source, handle: str, held: Known) -> Source:
    """A record that says what it said, under another handle or seen at another time."""
    views = [view_like(view, held) for view in found.views]
    for view in views:
        view.handle = handle
    return Source(held, handle, views, [], found.names)


def _taken_apart(item: Item) -> Source:
    held = item.held
    views = views_of_record(held) if isinstance(held, Known) else []
    pops = populations(held) if isinstance(held, Result) else []
    views += [row for pop in pops for row in pop.rows]
    for view in views:
        view.handle = item.handle
    for pop in pops:
        pop.handle = item.handle
    names = frozenset[str]().union(*(identifiers(view) for view in views))
    if isinstance(held, Result):
        names |= _names_of_result(held, pops)
    return Source(held, item.handle, views, pops, names)


_PERSONS = frozenset("actor author owner team operator user person".split())


def _names_of_result(held: Result, pops: list[Population]) -> set[str]:
    groups = [(name, value) for pop in pops for name, value in pop.group.items()]
    found = {place for value in held.within.values() for place in (value, *value.split(", "))}
    found |= {
        v for _, v in groups if is_identifier(v) and (v.count(".") > 1 or not v.replace(".", "").isdigit())
    }
    found |= {v for n, v in groups if is_place(n) or n in _PERSONS or n in RELATED}
    valued = {
        f.value
        for f in held.where
        if isinstance(f.value, str) and is_identifier(f.value) and not f.value.replace(".", "").isdigit()
    }
    return found | valued | {f.name for f in held.where if f.name}


def forget() -> None:
    """Forgets what is kept of evidence; the next check takes everything apart again."""
    _SOURCES.clear()
    _INDEXES.clear()
