"""What a database must be made ready with: the unique constraint, the indexes, and the full-text index.

Names are ours, so that a later version finds what an earlier one made.
"""

from __future__ import annotations

from graph.encoding import GONE
from graph.indexes import all_indexes, member_lists
from graph.kinds import RELATIONS
from graph.scope import SEVERAL

UNIQUE = "record_uid"
FULL_TEXT = "record_words"
MEMBERS = "record_members"
"""The full-text index over the members of lists that name records: hosts, aliases, images, addresses."""

MARKED = "gone_kind"
"""The index of what is gone. Where it is, everything that is gone has its label."""

HELD = "scope_holds"
"""The index of what scopes hold. Where it is, every scope says so."""

RENEWALS = {
    MARKED: (
        f"MATCH (n:Record) WHERE n.goneAt IS NOT NULL AND NOT n:{GONE} WITH n LIMIT 1000 "
        f"SET n:{GONE} RETURN count(n) AS renewed"
    ),
    HELD: (
        "MATCH (n:Scope) WHERE n.holds IS NULL WITH n LIMIT 1000 "
        f"SET n.holds = CASE WHEN size(n.kinds) = 1 THEN n.kinds[0] ELSE '{SEVERAL}' END RETURN count(n) AS renewed"
    ),
}
"""By the index that says it was done: what a graph of an earlier version lacks, a thousand records at a time."""

_INDEXES: dict[str, tuple[str, tuple[str, ...]]] = {
    "record_kind_name": ("Record", ("kind", "name")),
    "record_scope": ("Record", ("scope",)),
    "record_name": ("Record", ("name",)),
    "record_environment": ("Record", ("environment",)),
    "change_subject": ("Change", ("subjectUid",)),
    MARKED: (GONE, ("kind",)),
    HELD: ("Scope", ("holds",)),
}
"""Those that questions and the writer seek by: a kind's names, a scope's records, a record's changes."""

TIMED: dict[str, tuple[str, tuple[str, ...]]] = {"change_at": ("Change", ("at",))}
"""Those over times: a window of changes. Not for an engine that keeps the entries of what was deleted."""


def constraints() -> tuple[str, ...]:
    """One record of one uid. Without it two writers at once would make two."""
    return (f"CREATE CONSTRAINT {UNIQUE} IF NOT EXISTS FOR (n:Record) REQUIRE n.uid IS UNIQUE",)


def indexes() -> tuple[str, ...]:
    """Indexes of nodes, and of every relation type by the scope that stated it, by our own names."""
    nodes = (_index(name, label, properties) for name, (label, properties) in _INDEXES.items())
    relations = (
        f"CREATE INDEX relation_{name.lower()} IF NOT EXISTS FOR ()-[e:{name}]-() ON (e.scope)"
        for name in RELATIONS
    )
    return (*nodes, *relations)


def seeking() -> tuple[str, ...]:
    """Further indexes that questions over a large graph seek by. A store whose labels are a table each would pay for them in every one."""
    wanted = {**TIMED, **all_indexes()}
    return tuple(_index(name, label, properties) for name, (label, properties) in wanted.items())


def _index(name: str, label: str, properties: tuple[str, ...]) -> str:
    return f"CREATE INDEX {name} IF NOT EXISTS FOR (n:{label}) ON ({', '.join(f'n.{p}' for p in properties)})"


def full_text() -> tuple[str, ...]:
    """The full-text indexes as Neo4j makes them: over names and identifiers by their words, over members of lists whole."""
    members = ", ".join(f"n.{name}" for name in member_lists())
    whole = "OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword'}}"
    return (
        f"CREATE FULLTEXT INDEX {FULL_TEXT} IF NOT EXISTS FOR (n:Record) ON EACH [n.name, n.uid]",
        f"CREATE FULLTEXT INDEX {MEMBERS} IF NOT EXISTS FOR (n:Record) ON EACH [{members}] {whole}",
    )


NAMES = "SHOW INDEXES YIELD name"
"""Asks for the names of the indexes, on both stores."""

CONSTRAINTS = "SHOW CONSTRAINTS YIELD labelsOrTypes, properties, type"
"""Asks for the constraints, on both stores."""
