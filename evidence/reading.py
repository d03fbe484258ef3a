"""The way through a draft: block by block, sentence by sentence, with what each paragraph speaks of."""

from __future__ import annotations

from dataclasses import dataclass, field

from evidence import code_block, connective, typed_rows
from evidence.bench import Bench
from evidence.claim import Spoken
from evidence.judgement import DROPPED, KEPT, LABEL, REMOVED, Judged, choose, fresh_spoken, judged
from evidence.plain import figure_texts
from evidence.sentence import Block, Said
from evidence.strong import strong_words
from evidence.token import tokens
from evidence.typed_rows import Retyped
from evidence.verdict import judge


@dataclass(slots=True)
class Placed:
    """A block with what became of it. `table`: the result whose rows stand in its place."""

    block: Block
    sentences: list[Judged] = field(default_factory=list)
    table: str = ""
    gone: bool = False
    rows: list[Judged] = field(default_factory=list)
    figures: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(slots=True)
class Heard:
    """A whole draft read: its blocks, every sentence in order, and typed lists that gave way to tables."""

    blocks: list[Placed] = field(default_factory=list)
    sentences: list[Judged] = field(default_factory=list)
    retyped: list[Retyped] = field(default_factory=list)


def hear(found: list[Block], bench: Bench) -> Heard:
    """Judges every block in order."""
    heard = Heard()
    spoken: Spoken = fresh_spoken(bench)
    hints: tuple[str, ...] = ()
    at = 0
    while at < len(found):
        block = found[at]
        following = found[at + 1] if at + 1 < len(found) else None
        if block.kind == "item":
            end = next((i for i in range(at, len(found)) if not _in_list(found[i], block)), len(found))
            _hear_list(found[at:end], spoken, hints, bench, heard)
            at = end
            continue
        if block.kind == "table":
            _hear_table(block, hints, spoken, bench, heard)
        elif block.kind == "code":
            heard.blocks.append(_hear_code(block, bench))
        elif block.kind == "heading":
            spoken, hints = fresh_spoken(bench), ()
            _hear_heading(block, spoken, bench, heard)
        elif block.kind == "paragraph":
            spoken, hints = _hear_paragraph(block, following, bench, heard)
        elif block.raw.strip() in ("---", "***", "___"):
            heard.blocks.append(Placed(block))
        else:
            block.sentences = [Said(block.raw)]
            _hear_paragraph(block, following, bench, heard)
        at += 1
    return heard


def _in_list(block: Block, first: Block) -> bool:
    return block.group == first.group and block.group > 0 and block.kind in ("item", "paragraph")


def _introduces(following: Block | None) -> bool:
    return following is not None and following.kind in ("item", "table", "code")


def _hear_paragraph(
    block: Block, following: Block | None, bench: Bench, heard: Heard, spoken: Spoken | None = None
) -> tuple[Spoken, tuple[str, ...]]:
    placed = Placed(block)
    spoken = spoken if spoken is not None else fresh_spoken(bench)
    hints: tuple[str, ...] = ()
    for place, said in enumerate(block.sentences):
        last = place == len(block.sentences) - 1
        one, spoken = judged(said, spoken, bench, heard.sentences, introduces=last and _introduces(following))
        placed.sentences.append(one)
        heard.sentences.append(one)
        hints = said.hints or hints
    heard.blocks.append(placed)
    return spoken, hints


def _hear_heading(block: Block, spoken: Spoken, bench: Bench, heard: Heard) -> None:
    placed = Placed(block)
    for said in block.sentences:
        one, _ = judged(said, spoken, bench, heard.sentences, heading=True)
        placed.sentences.append(one)
        heard.sentences.append(one)
    heard.blocks.append(placed)


def _hear_list(
    items: list[Block], spoken: Spoken, hints: tuple[str, ...], bench: Bench, heard: Heard
) -> None:
    """A list: rows of a result give way to its table; else item by item, nested ones under theirs."""
    if all(b.level == 0 and b.kind == "item" for b in items):
        found = typed_rows.retyped([b.text for b in items], _hints(items, hints), bench)
        if found is not None:
            _replaced_by_table(items, found, heard)
            return
    levels: dict[int, tuple[Spoken, tuple[str, ...]]] = {0: (spoken, hints)}
    for place, block in enumerate(items):
        before, given = levels.get(block.level, (spoken, hints))
        after, own = _hear_item(
            block, items[place + 1] if place + 1 < len(items) else None, before, given, bench, heard
        )
        levels = {k: v for k, v in levels.items() if k <= block.level}
        if block.level == 0 or after is not before:
            levels[block.level] = (after, given)
        levels[block.level + 1] = (after, own or given)


def _hints(items: list[Block], hints: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*hints, *(h for b in items for s in b.sentences for h in s.hints))))


def _hear_item(
    block: Block, following: Block | None, spoken: Spoken, hints: tuple[str, ...], bench: Bench, heard: Heard
) -> tuple[Spoken, tuple[str, ...]]:
    placed = Placed(block)
    nested = following is not None and following.kind == "item" and following.level > block.level
    own: tuple[str, ...] = ()
    for said in block.sentences:
        if nested and len(block.sentences) == 1 and _is_item_label(said, bench):
            one, spoken = _label(said, spoken, bench)
        else:
            one, spoken = judged(said, spoken, bench, heard.sentences, hints=hints, introduces=nested)
        placed.sentences.append(one)
        heard.sentences.append(one)
        own = said.hints or own
    heard.blocks.append(placed)
    return spoken, own


def _is_item_label(said: Said, bench: Bench) -> bool:
    return connective.is_label(tokens(said.text, bench.index.names, bench.question.asked_at), bench)


def _label(said: Said, spoken: Spoken, bench: Bench) -> tuple[Judged, Spoken]:
    """An item that only names what stands below it: its name is what the items below speak of."""
    verdict = judge(said.text, spoken, bench)
    return Judged(said, said.text, LABEL, factual=False), verdict.spoken


def _replaced_by_table(items: list[Block], found: Retyped, heard: Heard) -> None:
    for place, block in enumerate(items):
        placed = Placed(block, gone=place > 0, table=found.handle if place == 0 else "")
        placed.sentences = [Judged(s, s.text, DROPPED, factual=False) for s in block.sentences]
        heard.blocks.append(placed)
    heard.retyped.append(found)


def _hear_table(block: Block, hints: tuple[str, ...], spoken: Spoken, bench: Bench, heard: Heard) -> None:
    placed = Placed(block)
    hinted = tuple(dict.fromkeys((*hints, *(h for row in block.row_hints for h in row))))
    lines = [" , ".join(cells) for cells in block.rows]
    found = typed_rows.retyped(lines, hinted, bench, block.head)
    if found is not None:
        placed.table = found.handle
        heard.retyped.append(found)
    else:
        placed.rows = [_row(block, i, hints, spoken, bench) for i in range(len(block.rows))]
        heard.sentences += placed.rows
    heard.blocks.append(placed)


def _row(block: Block, place: int, hints: tuple[str, ...], spoken: Spoken, bench: Bench) -> Judged:
    """A row with no result behind it: every cell is a claim about what its first cell names."""
    cells = block.rows[place]
    line = block.row_lines[place] if place < len(block.row_lines) else ""
    one = Judged(Said(line, hints=block.row_hints[place]), line)
    claims, bad, every = [], [], []
    for text in typed_rows.row_claims(block.head, cells):
        verdict = judge(text, spoken, bench)
        every += verdict.figures
        if verdict.claims is None:
            bad += verdict.figures
            one.reason = "a cell is not what the evidence says"
        else:
            claims += verdict.claims
    read = tokens(line, bench.index.names, bench.question.asked_at)
    one.strong = tuple(strong_words(read.tokens))
    one.figure_texts, one.figures = tuple(every), len(every)
    chosen = choose(claims, block.row_hints[place] or hints, bench) if claims and not one.reason else None
    if chosen is None:
        one.fate, one.rule, one.unverified = REMOVED, "L1", tuple(bad) or tuple(figure_texts(read.tokens))
        one.reason = one.reason or "nothing retrieved carries it"
        return one
    one.fate, one.supports, one.claims = KEPT, chosen, claims
    one.handles = tuple(dict.fromkeys(h for s in chosen for h in s.handles))
    live = set(block.row_hints[place])
    one.moved = bool(live) and not live & set(one.handles)
    return one


def _hear_code(block: Block, bench: Bench) -> Placed:
    placed = Placed(block)
    placed.figures, placed.names = code_block.uncarried(
        block.sentences[0].text if block.sentences else "", bench
    )
    placed.gone = bool(placed.figures or placed.names)
    return placed
