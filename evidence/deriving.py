"""Derived figures: sums, differences, shares and comparisons over cited cells (F12).

Each rule recognises one form ("… together have N …", "… has more … than …", "… has the most …"), finds the same
quantity of each thing it names, and recomputes. What is compared must be the same field in the same unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from evidence.bench import Bench
from evidence.claim import Spoken, Support
from evidence.clause import Clause
from evidence.comparing import compared, multiplied, same
from evidence.edge_change import edge_change
from evidence.group import NAME, NOT, WORD, Piece
from evidence.ordering import later, one_before_other, ordered_in_time
from evidence.ranking import placed_among
from evidence.restriction import is_spoken_of
from evidence.row_total import has_so_many, rows_together, so_many_groups
from evidence.summing import shared, summed
from evidence.superlative import superlative
from evidence.token import Token
from evidence.version_order import versions_apart
from evidence.word import stem


def carried(
    pieces: list[Piece], clause: Clause, spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[Support]:
    """The ways in which cells carry the clause together."""
    if any(p.part == NOT for p in pieces):
        return
    pieces = _with_subject(pieces, clause, spoken)
    rules: tuple[Callable[[list[Piece], Spoken, Bench, frozenset[str]], Iterator[Support]], ...] = (
        versions_apart, compared, multiplied, placed_among, edge_change, superlative, summed, rows_together, shared, same, ordered_in_time, later, one_before_other, has_so_many, so_many_groups,
    )  # fmt: skip
    for rule in rules:
        found = list(rule(pieces, spoken, bench, said))
        if rule is not superlative:
            found = [s for s in found if is_spoken_of(s, pieces, spoken, bench.asked)]
        if found:
            yield from found
            return


def _with_subject(pieces: list[Piece], clause: Clause, spoken: Spoken) -> list[Piece]:
    """A told clause has the subject of the one before it: a record, or the group that was just counted."""
    if clause.joined not in ("told", "verb"):
        return pieces
    if len(spoken.names) == 2 and any(p.low in ("same", "different") for p in pieces):
        return pieces
    group = spoken.population.group if spoken.population is not None else {}
    names = list(group.values())[:1] or list(spoken.names[:1])
    if not names:
        return pieces
    at = clause.start
    words = [w for w in spoken.words if w] if clause.joined == "told" else []
    if words and spoken.measure not in ("", "sum", "count"):
        words += [stem(w) for w in spoken.measure.split()]
    named = [Piece(Token("name", names[0], at, at, names[0].lower(), "", names[0].lower(), known=True), NAME)]
    nouns = [Piece(Token("word", w, at, at, w, w, w), WORD, w) for w in words]
    return [*named, *pieces, *nouns]
