"""The page of the model: every kind, field, relation and category, from the declarations. `docs/model.md` is this."""

from __future__ import annotations

from collections.abc import Iterator

from graph.kind import Field, Kind, RelationType, Role
from graph.kinds import CATEGORIES, KINDS, RELATIONS

_ROLES = {
    Role.NAME: "a name",
    Role.TYPED: "typed by somebody",
    Role.BOOKKEEPING: "bookkeeping",
    Role.COMMIT: "a commit",
    Role.RATIO: "a ratio",
    Role.PLACE: "restricts",
}


def model_page() -> str:
    """Markdown, in the order of the alphabet within each part."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The model"
    yield ""
    yield "Made from the declarations in `graph/kinds/` by `make docs`. Besides the fields below every record has `uid`, `kind`, `name`,"
    yield "`scope`, `source`, `firstSeen`, `observedAt`, `changedAt`, `goneAt`, `goneReason`, and, where it was inferred, `confidence`,"
    yield "`rule` and `basis`. Where a whole scope was found as it is held, only the scope's `completeAt` is set: a record was last"
    yield "seen at the later of the two, unless it has a `missedAt`, is gone, or is an event (`graph/seen.py`)."
    yield ""
    yield "## Kinds"
    for name in sorted(KINDS):
        yield from _kind(KINDS[name])
    yield ""
    yield "## Relations"
    yield ""
    yield "| relation | said | from its other end | meaning |"
    yield "|---|---|---|---|"
    for name in sorted(RELATIONS):
        yield _relation(RELATIONS[name])
    yield ""
    yield "## Categories"
    yield ""
    yield "| category | said | kinds |"
    yield "|---|---|---|"
    for name, category in sorted(CATEGORIES.items()):
        members = ", ".join(f"`{k.name}`" for k in KINDS.values() if name in k.categories)
        yield f"| `{name}` | {', '.join((category.plural, *category.synonyms))} | {members} |"


def _kind(kind: Kind) -> Iterator[str]:
    yield ""
    yield f"### {kind.name}"
    yield ""
    also = f" Also said: {', '.join(kind.synonyms)}." if kind.synonyms else ""
    yield f"{kind.plural[0].upper()}{kind.plural[1:]}. {kind.description}{also}"
    yield ""
    yield "| field | type | unit | what it is |"
    yield "|---|---|---|---|"
    for field in kind.fields:
        yield _field(field)


def _field(field: Field) -> str:
    notes = [field.description] if field.description else []
    notes += [_ROLES[field.role]] if field.role in _ROLES else []
    notes += ["set by a rule"] if field.derived else []
    notes += [f"values: {', '.join(field.states)}"] if field.states else []
    said = "; ".join(notes).replace("|", r"\|")
    return f"| `{field.name}` | {field.type.value} | {field.unit} | {said} |"


def _relation(relation: RelationType) -> str:
    return f"| `{relation.name}` | {relation.forward[0]} | {relation.backward[0]} | {relation.description} |"
