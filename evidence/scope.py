"""Which evidence may carry a sentence (F5): all of it, or only what lies inside what the question names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from evidence.evidence import Question
from evidence.fact import View
from evidence.index import Index
from evidence.population import Population
from graph.record import Known


@dataclass(slots=True)
class Boundary:
    """The inside of a question: handles inside its named records, and its restriction."""

    named: tuple[View, ...]
    handles: frozenset[str]
    within: Mapping[str, str]
    names: frozenset[str]
    related: frozenset[str] = field(default_factory=frozenset)


def boundary(question: Question, index: Index) -> Boundary:
    """The boundary that a question draws; one that names no record draws it by its restriction alone."""
    if not question.names:
        return Boundary((), frozenset(), question.within, frozenset())
    named = tuple(
        view for handle in question.names for view in index.of_handle.get(handle, ()) if view.role == "record"
    )
    names = frozenset(name for view in named for name in view.names)
    uids = {view.uid for view in named} | set(question.names)
    ends = {link.uid for view in named for link in view.links if link.uid}
    handles = set(question.names)
    for handle, views in index.of_handle.items():
        if any(_inside_named(view, names, uids, ends, named) for view in views if view.role == "record"):
            handles.add(handle)
    for pop in index.populations:
        if _restricted_to(pop, names, uids):
            handles.add(pop.handle)
    return Boundary(named, frozenset(handles), question.within, names)


def _inside_named(
    view: View, names: frozenset[str], uids: set[str], ends: set[str], named: tuple[View, ...]
) -> bool:
    if view.uid in uids or view.uid in ends:
        return True
    if any(link.uid in uids for link in view.links if link.uid):
        return True
    if view.about in names and _same_place(view, named):
        return True
    held = view.held
    if isinstance(held, Known):
        if held.record.inference is not None and uids & set(map(str, held.record.inference.basis)):
            return True
        owner = held.record.fields.get("owner")
        if isinstance(owner, str) and owner in names:
            return True
    return False


def _same_place(view: View, named: tuple[View, ...]) -> bool:
    return any(compatible_places(view.place, n.place) for n in named if view.about in n.names)


def compatible_places(left: Mapping[str, str], right: Mapping[str, str]) -> bool:
    """Whether two places may be one: nothing that both say differs."""
    return all(right.get(name, value) == value for name, value in left.items())


def _restricted_to(pop: Population, names: frozenset[str], uids: set[str]) -> bool:
    if any(value in names for value in pop.result.within.values()):
        return True
    if any(f.name in names or (isinstance(f.value, str) and f.value in names) for f in pop.result.where):
        return True
    return bool(uids & set(map(str, pop.result.named)))


def view_allowed(view: View, edge: Boundary, said: frozenset[str]) -> bool:
    """Whether a view may carry a sentence that says these names."""
    if edge.named and view.handle not in edge.handles and not _named_by_sentence(view, edge, said):
        return False
    return _within(view.place, edge.within, said, view)


def _named_by_sentence(view: View, edge: Boundary, said: frozenset[str]) -> bool:
    """The sentence names another record, or the scope of another of the same name."""
    others = (view.names | ({view.about} if view.about else frozenset())) & said
    if not others:
        return False
    if others - edge.names:
        return True
    return any(
        value in said and all(n.place.get(k) != value for n in edge.named) for k, value in view.place.items()
    )


def _within(place: Mapping[str, str], within: Mapping[str, str], said: frozenset[str], view: View) -> bool:
    for name, value in within.items():
        held = place.get(name)
        if held is None or held == value or value in [v.strip() for v in held.split(",")]:
            continue
        if held in said:
            continue
        if name in ("team", "application", "repository"):
            continue
        return False
    return True


def population_allowed(pop: Population, edge: Boundary, said: frozenset[str]) -> bool:
    """Whether a result may carry a sentence: its own restriction equals the question's or is narrower."""
    if edge.named and pop.handle not in edge.handles and not (said - edge.names - set(edge.within.values())):
        return False
    for name, value in edge.within.items():
        held = pop.place.get(name)
        if held is None:
            if name in pop.place or not _names_wider(pop, name, said):
                return False
        elif held != value and held not in said:
            return False
    return True


def _names_wider(pop: Population, name: str, said: frozenset[str]) -> bool:
    """A result without that restriction carries only what the sentence says of a scope of its own."""
    return bool(said & set(pop.place.values())) or name in (
        "region",
        "environment",
        "team",
        "application",
        "repository",
    )
