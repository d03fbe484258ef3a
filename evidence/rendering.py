"""From judged sentences to the text and blocks that a person reads: numbers, markers, and nothing that introduces nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

from evidence.checked import Block as OutBlock
from evidence.checked import Heading, Listing, Paragraph, Sentence, TableOf, TypedTable, Writer
from evidence.judgement import CONNECTIVE, DROPPED, INTERPRETED, KEPT, LABEL, REMOVED, REPLACED, Judged
from evidence.reading import Heard, Placed
from evidence.sentence import with_markers


@dataclass(slots=True)
class Rendered:
    """The text with its blocks, the handles in order of number, and the sentences that are in it."""

    text: str = ""
    blocks: list[OutBlock] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    shown: list[Judged] = field(default_factory=list)
    group: int = 0  # the list that the last block is


_STAYS = (KEPT, REPLACED, INTERPRETED)


def render(heard: Heard, writer: Writer) -> Rendered:
    """The answer that is left."""
    _drop_empty(heard)
    rendered = Rendered()
    parts: list[tuple[Placed, str]] = []
    for placed in heard.blocks:
        text = _block(placed, rendered, writer)
        if text:
            parts.append((placed, text))
    rendered.text = _joined(parts, _loose_lists(heard))
    if not rendered.numbers:
        return Rendered()
    return rendered


def _joined(parts: list[tuple[Placed, str]], loose: frozenset[int]) -> str:
    text = ""
    for place, (placed, part) in enumerate(parts):
        if place:
            text += _separator(parts[place - 1][0], placed, loose)
        text += part
    return text


def _separator(left: Placed, right: Placed, loose: frozenset[int]) -> str:
    """A line break within a list; a blank line between blocks, unless the draft had none there."""
    a, b = left.block, right.block
    if a.group and a.group == b.group and not left.table and not right.table:
        return "\n\n" if b.group in loose else "\n"
    return (
        "\n"
        if b.first == a.last and not right.table and b.kind != "heading" and a.kind != "heading"
        else "\n\n"
    )


def _loose_lists(heard: Heard) -> frozenset[int]:
    """The lists that the draft wrote with blank lines between their items."""
    pairs = zip(heard.blocks, heard.blocks[1:], strict=False)
    return frozenset(
        a.block.group
        for a, b in pairs
        if a.block.group and a.block.group == b.block.group and b.block.first > a.block.last
    )


# What goes because it introduces nothing ----------------------------------------------------------------------------


def _drop_empty(heard: Heard) -> None:
    """Headings, labels and connectives that introduce nothing any more go."""
    for _ in range(4):
        for at, placed in enumerate(heard.blocks):
            if placed.block.kind == "heading":
                _drop_heading(heard, at)
            else:
                _drop_connectives(heard, at)


def _states(placed: Placed) -> bool:
    return (
        bool(placed.table)
        or any(j.fate in _STAYS for j in (*placed.sentences, *placed.rows))
        or (placed.block.kind == "code" and not placed.gone)
    )


def _drop_heading(heard: Heard, at: int) -> None:
    level = heard.blocks[at].block.level
    for placed in heard.blocks[at + 1 :]:
        if placed.block.kind == "heading" and placed.block.level <= level:
            break
        if placed.block.kind != "heading" and _states(placed):
            return
    for one in heard.blocks[at].sentences:
        if one.fate in (LABEL, CONNECTIVE):
            one.fate = DROPPED


def _drop_connectives(heard: Heard, at: int) -> None:
    placed = heard.blocks[at]
    for place, one in enumerate(placed.sentences):
        if one.fate == LABEL and not _below(heard, at):
            one.fate = DROPPED
        if one.fate != CONNECTIVE:
            continue
        after = placed.sentences[place + 1 :]
        if any(s.fate in _STAYS for s in after):
            continue
        if one.colon or not after:
            if not _followed(heard, at, colon=one.colon):
                one.fate = DROPPED
        elif not _followed(heard, at, colon=False):
            one.fate = DROPPED


def _below(heard: Heard, at: int) -> bool:
    """Whether a nested item under this one states something."""
    level = heard.blocks[at].block.level
    for placed in heard.blocks[at + 1 :]:
        if placed.block.kind not in ("item", "paragraph") or placed.block.level <= level:
            return False
        if _states(placed):
            return True
    return False


def _followed(heard: Heard, at: int, *, colon: bool) -> bool:
    """Whether what the connective leads to states something: for a colon the very next list, table or block."""
    group = None
    for placed in heard.blocks[at + 1 :]:
        if placed.block.kind == "heading":
            return False
        if colon:
            if group is None:
                group = placed.block.group
            elif placed.block.group != group or not group:
                return False
        if _states(placed):
            return True
    return False


# Blocks -------------------------------------------------------------------------------------------------------------


def _block(placed: Placed, rendered: Rendered, writer: Writer) -> str:
    if placed.table:
        number = _number(placed.table, rendered)
        rendered.blocks.append(TableOf(placed.table, (number,)))
        return "{table:" + placed.table + "}"
    if placed.gone:
        return ""
    kind = placed.block.kind
    if kind == "table":
        return _table(placed, rendered)
    if kind == "code" or (kind == "other" and not placed.sentences):
        rendered.blocks.append(Paragraph((Sentence(len(rendered.shown), placed.block.raw, writer=writer),)))
        return placed.block.raw
    text, sentences = _sentences(placed, rendered, writer)
    if not text:
        return ""
    if kind == "heading":
        rendered.blocks.append(Heading(text, placed.block.level))
        return placed.block.prefix + text
    if kind == "item":
        _append_item(placed, sentences, rendered)
        return placed.block.prefix + text.replace("\n", "\n" + " " * len(placed.block.prefix))
    rendered.blocks.append(Paragraph(tuple(sentences)))
    return (
        placed.block.prefix + text
        if placed.block.prefix.strip() == "" or ">" not in placed.block.prefix
        else placed.block.prefix + text.replace("\n", "\n" + placed.block.prefix)
    )


def _append_item(placed: Placed, sentences: list[Sentence], rendered: Rendered) -> None:
    last = rendered.blocks[-1] if rendered.blocks else None
    if isinstance(last, Listing) and rendered.group == placed.block.group:
        rendered.blocks[-1] = Listing((*last.items, *sentences), last.ordered)
    else:
        rendered.blocks.append(Listing(tuple(sentences), placed.block.ordered))
    rendered.group = placed.block.group


def _sentences(placed: Placed, rendered: Rendered, writer: Writer) -> tuple[str, list[Sentence]]:
    text, after, found = "", "", []
    depth = placed.block.level if placed.block.kind == "item" else 0
    for one in placed.sentences:
        if one.fate in (REMOVED, DROPPED):
            continue
        markers = _markers(one, rendered, heading=placed.block.kind == "heading")
        said = _said(one)
        text += (after or " " if text else "") + with_markers(said, "".join(f"[{n}]" for n in markers))
        after = one.said.after
        by = Writer.APPLICATION if one.fate == REPLACED else writer
        found.append(
            Sentence(len(rendered.shown), said, markers, one.fate == INTERPRETED, one.inferred, by, depth)
        )
        rendered.shown.append(one)
    return text, found


def _said(one: Judged) -> str:
    return f"Interpretation: {one.text}" if one.fate == INTERPRETED else one.text


def _markers(one: Judged, rendered: Rendered, *, heading: bool) -> tuple[int, ...]:
    if one.fate not in _STAYS or heading:
        return ()
    return tuple(_number(h, rendered) for h in one.handles)


def _number(handle: str, rendered: Rendered) -> int:
    return rendered.numbers.setdefault(handle, len(rendered.numbers) + 1)


def _table(placed: Placed, rendered: Rendered) -> str:
    kept = [(r, i) for i, r in enumerate(placed.rows) if r.fate == KEPT]
    if not kept:
        return ""
    lines = list(placed.block.head_lines)
    rows, all_markers = [], []
    for row, place in kept:
        markers = _markers(row, rendered, heading=False)
        lines.append(_marked_row(row.text, "".join(f"[{n}]" for n in markers)))
        rows.append(tuple(placed.block.rows[place]))
        all_markers.append(markers)
        rendered.shown.append(row)
    rendered.blocks.append(TypedTable(tuple(placed.block.head), tuple(rows), tuple(all_markers)))
    return "\n".join(lines)


def _marked_row(line: str, markers: str) -> str:
    bare = line.rstrip()
    if bare.endswith("|"):
        return f"{bare[:-1].rstrip()} {markers} |"
    return f"{bare} {markers}"
