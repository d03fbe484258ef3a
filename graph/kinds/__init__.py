"""Every kind, category and relation type, declared once, a file per area."""

from functools import lru_cache

from graph.kind import Category, Kind, RelationType, by_name
from graph.kinds import aws, code, core, kubernetes, organisation, relations

KINDS: dict[str, Kind] = by_name(
    (*aws.KINDS, *kubernetes.KINDS, *code.KINDS, *organisation.KINDS, *core.KINDS)
)
CATEGORIES: dict[str, Category] = {c.name: c for c in organisation.CATEGORIES}
RELATIONS: dict[str, RelationType] = {r.name: r for r in relations.RELATIONS}


@lru_cache(maxsize=1024)
def kinds_of(name: str) -> tuple[Kind, ...]:
    """The kind of that name, or every kind of the category of that name; empty where there is neither."""
    if name in KINDS:
        return (KINDS[name],)
    return tuple(k for k in KINDS.values() if name in k.categories)
