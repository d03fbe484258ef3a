"""From a checked text and its evidence to the answer that every way in renders."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from assistant import render, replay
from assistant.answer import (
    Answer,
    AnswerBlock,
    AnswerStatus,
    Decline,
    DeclineType,
    ExecutedQuery,
    FirstSentenceVerified,
    Planner,
)
from assistant.composer.draft import Draft
from assistant.composer.rows import unread_of_first
from assistant.gather import Gathered
from assistant.linker import Graph
from assistant.plan import Form, Plan, Refusal
from evidence.card import Card, card
from evidence.checked import (
    Badge,
    Block,
    Checked,
    Confidence,
    Heading,
    Level,
    Listing,
    Note,
    NoteType,
    Paragraph,
    Sentence,
    Status,
    TableOf,
    TypedTable,
)
from evidence.evidence import Item, Question
from evidence.link import Bases
from evidence.table import Cell, Column, Row, Table, table
from graph.query import Describe, Within
from graph.record import Uid
from graph.result import Result
from graph.retrieval import Run, begin_states, retrieve, states
from graph.scope import ScopeState

_TABULAR = frozenset(
    {
        Form.LIST,
        Form.GROUP,
        Form.YESNO,
        Form.CHANGES,
        Form.COVERAGE,
        Form.SCANNED,
        Form.STALE,
        Form.RELATED,
        Form.IMPACT,
        Form.COMPARE,
        Form.CONTACT,
        Form.OWNER,
        Form.CODE,
        Form.WEAK,
    }
)
_MOST_CLOSEST = 5
_MOST_SCOPES = 200


@dataclass(slots=True)
class Asking:
    """One question as it is being answered: what every answer of it has in common."""

    text: str
    graph: Graph
    as_of: datetime | None = None
    bases: Bases = field(default_factory=Bases)
    planner: Planner = Planner.GRAMMAR
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    understanding: str = ""
    runs: list[Run] = field(default_factory=list)


def question_of(asking: Asking, plans: Sequence[Plan], gathered: Gathered) -> Question:
    """What the check is told of the question: the handles of the records it names, and its restriction where it has one."""
    names = [gathered.handles[u] for p in plans for u in p.names if u in gathered.handles]
    withins = {p.within for p in plans}
    within = next(iter(withins)) if len(withins) == 1 else Within()
    return Question(asking.text, asking.graph.now, tuple(dict.fromkeys(names)), within.plain())


def answered(
    asking: Asking,
    plans: Sequence[Plan],
    gathered: Gathered,
    draft: Draft,
    question: Question,
    checked: Checked,
) -> Answer:
    """The answer of a checked draft: withheld where nothing stayed."""
    items = {i.handle: i for i in gathered.items}
    cards = tuple(card(items[c.handle], question, c, bases=asking.bases) for c in checked.citations)
    cited = {c.handle for c in checked.citations}
    rest = tuple(card(i, question, bases=asking.bases) for h, i in items.items() if h not in cited)
    blocks = render.renumbered(_with_tables(plans, gathered, checked, asking))
    notes = (*_remarks(plans), *(Note(NoteType.OTHER, n) for n in draft.notes), *checked.notes)
    text = render.text(blocks)
    withheld = checked.status is Status.WITHHELD
    return replace(
        _bare(asking),
        status=AnswerStatus.WITHHELD if withheld else AnswerStatus.ANSWERED,
        decline=_withheld(checked, gathered) if withheld else None,
        blocks=blocks,
        text=text,
        markdown=render.markdown(text, notes, cards),
        cards=cards,
        also_retrieved=rest,
        notes=notes,
        badge=checked.badge,
        confidence=_of_part(checked.confidence, plans, gathered),
        coverage=coverage(asking, plans, gathered),
        evidence=replay.case(draft.text, gathered.items, question),
    )


def _of_part(found: Confidence, plans: Sequence[Plan], gathered: Gathered) -> Confidence:
    """Low where the first of all was found among what could be read, and not all could: as a count of it is."""
    parts = any(unread_of_first(gathered.reply(n)) for n, _ in enumerate(plans))
    if not parts or found.level not in (Level.HIGH, Level.MODERATE):
        return found
    kept = found.reasons if found.level is Level.MODERATE else ()
    return replace(found, level=Level.LOW, reasons=(_PART, *kept))


_PART = "It rests on what could be read; not all could."


def declined(asking: Asking, refusal: Refusal, notes: Sequence[Note] = ()) -> Answer:
    """A refusal, with the closest matches as cards (R2)."""
    asking.understanding = asking.understanding or refusal.understood
    closest = _closest(asking, tuple(c.uid for c in refusal.closest[:_MOST_CLOSEST]))
    bare = _bare(asking)
    return replace(
        bare,
        decline=Decline(refusal.type, refusal.message),
        markdown=render.markdown(refusal.message, notes, ()),
        closest_matches=closest,
        notes=tuple(notes),
    )


def _bare(asking: Asking) -> Answer:
    return Answer(
        id=asking.id,
        question=asking.text,
        asked_at=asking.graph.now,
        status=AnswerStatus.DECLINED,
        understanding=asking.understanding,
        planner=asking.planner,
        blocks=(),
        text="",
        markdown="",
        cards=(),
        also_retrieved=(),
        closest_matches=(),
        notes=(),
        badge=Badge("0 figures checked", 0, 0, 0, 0),
        confidence=Confidence(Level.NOT_SCORED, ("There was nothing to judge.",)),
        coverage=(),
        queries=tuple(
            ExecutedQuery(r.words, r.cypher, r.parameters, r.rows, r.total, r.milliseconds)
            for r in asking.runs
        ),
        as_of=asking.as_of,
    )


def _withheld(checked: Checked, gathered: Gathered) -> Decline:
    """Nothing stayed: because nothing of it could be read, or because nothing could be verified (N2)."""
    unread = [u for r in gathered.results().values() if r.scopes_read == 0 for u in r.unread]
    if unread:
        scopes = "; ".join(dict.fromkeys(f"{u.scope} ({u.outcome})" for u in unread))
        return Decline(DeclineType.COULD_NOT_BE_READ, f"Nothing of this could be read: {scopes}.")
    figures = ", ".join(checked.unverified)
    message = (
        f"Figures that no record carries: {figures}."
        if figures
        else "No sentence was carried by the evidence."
    )
    return Decline(
        DeclineType.WITHHELD, f"The answer was withheld after checking. {message}", checked.unverified
    )


def _remarks(plans: Sequence[Plan]) -> list[Note]:
    """What the reading has to say of itself, each once; then records of the same name that were not used."""
    remarks = list(dict.fromkeys(r for p in plans for r in p.remarks))
    named = {c.uid for p in plans for c in p.named}
    left = {c.uid: c for p in plans for c in p.also_named if c.uid not in named}
    if left:
        kinds = sorted({f"{c.kind} {c.name}" for c in left.values()})
        shown = ", ".join(kinds[:5]) + (" and others" if len(kinds) > 5 else "")
        remarks.append(f"Also of that name, and not used: {shown}.")
    return [Note(NoteType.OTHER, r) for r in remarks]


def _closest(asking: Asking, uids: tuple[Uid, ...]) -> tuple[Card, ...]:
    if not uids:
        return ()
    graph = asking.graph
    found = retrieve(graph.store, Describe(uids), now=graph.now, allowed=graph.allowed)
    question = Question(asking.text, graph.now)
    return tuple(
        card(Item(f"c{n}", known), question, bases=asking.bases) for n, known in enumerate(found.records)
    )


def coverage(asking: Asking, plans: Sequence[Plan], gathered: Gathered) -> tuple[ScopeState, ...]:
    """The scopes under the restriction that a result found not read whole."""
    unread = _unread(gathered)
    found: dict[str, ScopeState] = {}
    for place in _places(plans) if unread else ():
        for state in states(asking.graph.store, place, asking.graph.allowed):
            if state.scope.words in unread:
                found[state.scope.uid] = state
    return tuple(found.values())[:_MOST_SCOPES]


def begin_coverage(asking: Asking, plans: Sequence[Plan], gathered: Gathered) -> None:
    """Begins to read what `coverage` will tell, while the draft is made and checked."""
    for place in _places(plans) if _unread(gathered) else ():
        begin_states(asking.graph.store, place, asking.graph.allowed)


def _unread(gathered: Gathered) -> set[str]:
    return {u.scope for r in gathered.results().values() for u in r.unread}


def _places(plans: Sequence[Plan]) -> Iterable[Within]:
    """Where scopes lie: no narrower than a cluster or region."""
    return dict.fromkeys(
        Within(account=p.within.account, region=p.within.region, cluster=p.within.cluster) for p in plans
    )


# Blocks -------------------------------------------------------------------------------------------------------------


def _with_tables(
    plans: Sequence[Plan], gathered: Gathered, checked: Checked, asking: Asking
) -> list[AnswerBlock]:
    """The checked blocks, each followed by the tables of the results that it is the first to cite (L1)."""
    numbers = {c.handle: c.number for c in checked.citations}
    wanted = [h for h in _tabular(plans, gathered) if h in numbers]
    standing = {b.handle for b in checked.blocks if isinstance(b, TableOf)}
    left = [h for h in wanted if h not in standing]
    blocks: list[AnswerBlock] = []
    for block in checked.blocks:
        blocks.append(_block(block, gathered, asking))
        for handle in [h for h in left if numbers[h] in _markers(block)]:
            left.remove(handle)
            blocks.append(_table(handle, (numbers[handle],), gathered, asking))
    return blocks


def _tabular(plans: Sequence[Plan], gathered: Gathered) -> list[str]:
    """The results that are really lists."""
    found: list[str] = []
    for number, plan in enumerate(plans):
        if plan.form not in _TABULAR:
            continue
        replies = gathered.replies.get(number, ())
        found += [r.handle for r in replies if r.result is not None and r.result.rows]
    return found


def _markers(block: Block) -> frozenset[int]:
    return frozenset(n for s in _sentences(block) for n in s.markers)


def _block(block: Block, gathered: Gathered, asking: Asking) -> AnswerBlock:
    match block:
        case TableOf():
            return _table(block.handle, block.markers, gathered, asking)
        case TypedTable():
            return _typed(block)
        case Heading() | Paragraph() | Listing():
            return block


def _table(handle: str, markers: tuple[int, ...], gathered: Gathered, asking: Asking) -> Table:
    held: Result = gathered.results()[handle]
    return table(held, asked_at=asking.graph.now, markers=markers, handle=handle)


def _typed(block: TypedTable) -> Table:
    """A table of the draft's own, as far as it stayed; its rows carry their markers in the last cell."""
    rows: list[Row] = []
    for cells, markers in zip(block.rows, block.markers, strict=True):
        *rest, last = cells
        numbers = "".join(f"[{n}]" for n in markers)
        rows.append(Row(tuple(Cell(c) for c in (*rest, f"{last} {numbers}".strip()))))
    columns = tuple(Column(h, h) for h in block.head)
    lines = ["\t".join(r) for r in (block.head, *block.rows)]
    return Table(columns, tuple(rows), len(rows), len(rows), "\n".join(lines), ())


def first_verified(
    asking: Asking, gathered: Gathered, question: Question, checked: Checked
) -> FirstSentenceVerified | None:
    """The first sentence that stayed, with the card that carries it (U2)."""
    said = next(
        (s for b in checked.blocks for s in _sentences(b) if s.markers and not s.interpretation), None
    )
    if said is None:
        return None
    citation = next(c for c in checked.citations if c.number == said.markers[0])
    item = next(i for i in gathered.items if i.handle == citation.handle)
    return FirstSentenceVerified(said.text, card(item, question, citation, bases=asking.bases))


def _sentences(block: Block) -> tuple[Sentence, ...]:
    match block:
        case Paragraph(sentences=sentences):
            return sentences
        case Listing(items=items):
            return items
        case _:
            return ()
