"""The first and the last of the changes there were: "the latest change was made by argocd at 13:10" (F12)."""

from __future__ import annotations

from collections.abc import Iterator

from evidence import changing
from evidence.bench import Bench
from evidence.change_record import Change, changes, edge_said
from evidence.claim import Spoken, Support
from evidence.group import NAME, WORD, Piece
from evidence.population import Population
from evidence.restriction import restricted
from evidence.retold import named, word
from evidence.scope import population_allowed
from evidence.spending import is_window
from evidence.stated import State
from evidence.token import Token
from evidence.use import Use
from evidence.word import stem


def edge_change(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """What is said of the first or last of all changes of a whole result, by the row that it is."""
    of_changes = all(pop.kind == "Change" for pop in bench.index.populations)
    found = edge_said(pieces, of_changes=of_changes)
    if found is None:
        return
    at, end, last = found
    for pop in bench.index.populations:
        rest = [*pieces[:at], *pieces[end:]]
        if pop.kind != "Change" or not pop.whole or not population_allowed(pop, bench.edge, said):
            continue
        windowed = [
            p for p in rest if p.token.moment is not None and is_window(pop, p.token.moment, absent=False)
        ]
        state = State(windowed=bool(windowed))
        state.placed |= {n for n, v in pop.place.items() if any(p.token.text == v for p in rest)}
        change = _edge(pop, bench, last=last)
        if change is None or not restricted(pop, state, bench.asked, ""):
            continue
        rest = [p for p in rest if p not in windowed and p.token.text not in pop.place.values()]
        told = _told(change, [p for p in rest if not _is_left(p)])
        fields = changing.says(change, told, spoken, bench.index, bench.question.asked_at)
        if fields:
            how = f"{'last' if last else 'first'} of {len(pop.rows)}"
            yield Support(
                (pop.handle,),
                [Use(change.view, (*fields, "at"), "change", how)],
                (change.view,),
                pop,
                False,
                True,
            )


def _edge(pop: Population, bench: Bench, *, last: bool) -> Change | None:
    """The one change before or after all others of the result."""
    rows = {id(r) for r in pop.rows}
    timed = [(c.at, c) for c in changes(bench.index) if id(c.view) in rows and c.at is not None]
    if len(timed) != len(pop.rows) or not timed:
        return None
    edge = max(t for t, _ in timed) if last else min(t for t, _ in timed)
    ours = [c for t, c in timed if t == edge]
    return ours[0] if len(ours) == 1 else None


def _told(change: Change, rest: list[Piece]) -> list[Piece]:
    """With what it was a change of, and that something changed."""
    beside = rest[0].token if rest else Token("word", "", 0, 0, "", "", "")
    told = any(p.token.text == change.subject for p in rest)
    subject = [] if told else [Piece(named(change.subject, beside), NAME)]
    return [*subject, Piece(word("changed", beside), WORD, stem("changed")), *rest]


def _is_left(piece: Piece) -> bool:
    """Verbs and prepositions around what is told: "was made to x", "was at 13:10"."""
    return piece.low in ("was", "is", "made", "happened", "came", "done", "to")
