"""An answer as text: the blocks alone, and as Markdown with its notes and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.answer import AnswerBlock, Picture
from evidence.card import Card
from evidence.checked import Heading, Listing, Note, Paragraph, Sentence
from evidence.table import Table
from evidence.value import instant

_ENDS = ".!?:"


def text(blocks: Sequence[AnswerBlock]) -> str:
    """The blocks as plain text with [n], and nothing else."""
    return "\n\n".join(_block(b) for b in blocks)


def markdown(answer_text: str, notes: Sequence[Note], cards: Sequence[Card], lead: str = "") -> str:
    """All of it, to paste elsewhere: blocks, notes, and a line for each card."""
    parts = [lead, answer_text, *(f"> {n.text}" for n in notes)]
    if cards:
        parts.append("\n".join(_card(c) for c in cards))
    return "\n\n".join(p for p in parts if p)


def sentence(told: Sentence) -> str:
    """A sentence with its markers before its final punctuation."""
    markers = "".join(f"[{n}]" for n in told.markers)
    if not markers:
        return told.text
    body, end = told.text, ""
    if body[-1:] in _ENDS:
        body, end = body[:-1], body[-1]
    return f"{body} {markers}{end}"


def _block(block: AnswerBlock) -> str:
    match block:
        case Heading():
            return f"{'#' * block.level} {block.text}"
        case Paragraph():
            return " ".join(sentence(s) for s in block.sentences)
        case Listing():
            return "\n".join(_item(n, s, ordered=block.ordered) for n, s in enumerate(block.items, start=1))
        case Table():
            return table(block)
        case Picture():
            return block.alternative


def _item(number: int, told: Sentence, *, ordered: bool) -> str:
    lead = f"{number}." if ordered else "-"
    return f"{'  ' * told.depth}{lead} {sentence(told)}"


def table(block: Table) -> str:
    """A pipe table; how many of how many rows where not all are shown."""
    head = [f"{c.label} ({c.unit})" if c.unit else c.label for c in block.columns]
    lines = [_row(head), _row(["---:" if c.numeric else "---" for c in block.columns])]
    lines += [_row([_cell(c.text, c.confidence) for c in row.cells]) for row in block.rows]
    if block.shown < block.total:
        lines.append(f"\n{block.shown} of {block.total} shown")
    return "\n".join(lines)


def _cell(shown: str, confidence: float | None) -> str:
    return f"{shown} (inferred, {confidence:.0%})" if confidence is not None else shown


def _row(cells: Sequence[str]) -> str:
    escaped = [c.replace("\n", " ").replace("|", "\\|") for c in cells]
    return f"| {' | '.join(escaped)} |"


def _card(card: Card) -> str:
    passage = "; ".join(f"{f.label}: {f.value}" for f in card.passage)
    seen = f"observed {instant(card.observed_at)}" if card.observed_at else "never observed"
    stale = ", stale" if card.stale else ""
    sure = f", confidence {card.confidence:g}" if card.confidence is not None else ""
    return f"[{card.number}] {card.kind} {card.name} — {passage} ({seen}{stale}{sure})"


def renumbered(blocks: Sequence[AnswerBlock]) -> tuple[AnswerBlock, ...]:
    """With sentences counted from 0 through the whole answer."""
    count = 0
    found: list[AnswerBlock] = []
    for block in blocks:
        if isinstance(block, Paragraph):
            said = tuple(replace(s, index=count + n) for n, s in enumerate(block.sentences))
            count += len(said)
            found.append(Paragraph(said))
        elif isinstance(block, Listing):
            items = tuple(replace(s, index=count + n) for n, s in enumerate(block.items))
            count += len(items)
            found.append(Listing(items, block.ordered))
        else:
            found.append(block)
    return tuple(found)
