"""A draft taken apart: blocks, list items, table rows and sentences, each byte for byte as it was written.

Markers are taken out first (C2), outside of code and links; each sentence keeps the handles that they hinted at.
Sentence ends survive the text of infrastructure: dots in names, versions, addresses and abbreviations end nothing.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token as MarkdownToken

_MARKDOWN = MarkdownIt("commonmark").enable("table")
_MARKDOWN.core.ruler.enableOnly(["normalize", "block"])
"""Blocks alone: what stands in a line is read by the check itself, as it was typed."""
_MARKER = re.compile(r"\[([^\[\]\n]{0,120})\](?!\()")
_SKIPPED = re.compile(r"(`+)(?:.*?[^`])?\1(?!`)|!?\[[^\]\n]*\]\([^)\n]*\)|<https?://[^>\s]+>", re.DOTALL)
_RANGE = re.compile(r"([A-Za-z]*)(\d{1,4})\s*(?:-|–|\.\.|to)\s*([A-Za-z]*)(\d{1,4})")
_HANDLE = re.compile(r"[A-Za-z]{0,4}\d{1,4}")
_END = re.compile(r"[.!?…]+[\"'”’)\]*_~`]*(?=\s|$)")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(,])(?:i\.e|e\.g|etc|vs|approx|incl|cf|ca|resp|viz|max|min|avg|est|no|nr|fig|dr|mr|ms|st|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|[A-Z])\.$",
    re.IGNORECASE,
)
_TYPED_LABEL = re.compile(
    r"^\s*(?:\*\*|_|\*)?(?:interpretation|note)(?:\*\*|_|\*)?\s*[:–—-]\s*(?:\*\*)?\s*", re.IGNORECASE
)


@dataclass(slots=True)
class Said:
    """One sentence of a draft: its text without markers, what follows it, and the handles hinted at."""

    text: str
    after: str = ""
    hints: tuple[str, ...] = ()
    dangling: tuple[str, ...] = ()  # markers with nothing behind them


@dataclass(slots=True)
class Block:
    """A block of a draft. `kind`: heading, paragraph, item, code, table, other."""

    kind: str
    sentences: list[Said] = field(default_factory=list)
    raw: str = ""
    prefix: str = ""  # "## ", "- ", "1. ", with its indent
    level: int = 0  # of a heading; depth of an item
    group: int = 0  # of items: which list
    ordered: bool = False
    first: int = 0  # lines
    last: int = 0
    rows: list[list[str]] = field(default_factory=list)
    head: list[str] = field(default_factory=list)
    head_lines: list[str] = field(default_factory=list)
    row_lines: list[str] = field(default_factory=list)
    row_hints: list[tuple[str, ...]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All of it as written, without markers."""
        return "".join(s.text + s.after for s in self.sentences)


def blocks(draft: str, handles: Container[str]) -> list[Block]:
    """The blocks of a draft in order."""
    text = draft.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")
    lines = text.split("\n")
    found: list[Block] = []
    stack: list[tuple[int, int, bool]] = []  # depth, list number, ordered
    lists = 0
    item_line: list[int] = []
    tokens = _MARKDOWN.parse(text)
    at = 0
    while at < len(tokens):
        token = tokens[at]
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                if not stack:
                    lists += 1
                stack.append((len(stack), lists, token.type.startswith("ordered")))
            case "bullet_list_close" | "ordered_list_close":
                stack.pop()
            case "list_item_open":
                item_line.append(token.map[0] if token.map else 0)
            case "list_item_close":
                item_line.pop()
            case "heading_open":
                found.append(_heading(token, tokens[at + 1], lines, handles))
                at += 1
            case "paragraph_open":
                found.append(_paragraph(token, tokens[at + 1], lines, handles, stack, item_line))
                at += 1
            case "fence" | "code_block" | "html_block" | "hr":
                found.append(_raw(token, lines, stack))
            case "table_open":
                end = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
                found.append(_table(tokens[at : end + 1], lines, handles))
                at = end
            case _:
                pass
        at += 1
    return found


def _span(token: MarkdownToken) -> tuple[int, int]:
    return (token.map[0], token.map[1]) if token.map else (0, 0)


def _heading(token: MarkdownToken, inline: MarkdownToken, lines: list[str], handles: Container[str]) -> Block:
    first, last = _span(token)
    clean, _, _ = unmarked(inline.content, handles)
    level = int(token.tag[1:])
    return Block("heading", [Said(clean)], prefix="#" * level + " ", level=level, first=first, last=last)


def _paragraph(
    token: MarkdownToken,
    inline: MarkdownToken,
    lines: list[str],
    handles: Container[str],
    stack: list[tuple[int, int, bool]],
    item_line: list[int],
) -> Block:
    first, last = _span(token)
    said = sentences(inline.content, handles)
    if not stack:
        quote = re.match(r"\s*>\s?", lines[first]) if first < len(lines) else None
        return Block("paragraph", said, prefix=quote.group() if quote else "", first=first, last=last)
    depth, group, ordered = stack[-1]
    if item_line and item_line[-1] == first:
        prefix = _item_prefix(lines[first], inline.content)
        return Block(
            "item", said, prefix=prefix, level=depth, group=group, ordered=ordered, first=first, last=last
        )
    indent = re.match(r"\s*", lines[first])
    return Block(
        "paragraph",
        said,
        prefix=indent.group() if indent else "",
        level=depth,
        group=group,
        first=first,
        last=last,
    )


def _item_prefix(line: str, content: str) -> str:
    match = re.match(r"\s*(?:[-*+]|\d{1,9}[.)])\s+", line)
    return match.group() if match else ""


def _raw(token: MarkdownToken, lines: list[str], stack: list[tuple[int, int, bool]]) -> Block:
    first, last = _span(token)
    while last > first and not lines[last - 1].strip():
        last -= 1
    kind = "code" if token.type in ("fence", "code_block") else "other"
    return Block(
        kind,
        [Said(token.content)],
        raw="\n".join(lines[first:last]),
        first=first,
        last=last,
        level=len(stack),
    )


def _table(tokens: list[MarkdownToken], lines: list[str], handles: Container[str]) -> Block:
    first, last = _span(tokens[0])
    block = Block("table", first=first, last=last)
    block.head_lines = lines[first : first + 2]
    row: list[str] = []
    hints: list[str] = []
    in_head = False
    for place, token in enumerate(tokens):
        if token.type == "thead_open":
            in_head = True
        elif token.type == "thead_close":
            in_head = False
        elif token.type == "tr_open":
            row, hints = [], []
        elif token.type == "inline" and tokens[place - 1].type in ("th_open", "td_open"):
            clean, marks, _ = unmarked(token.content, handles)
            row.append(clean)
            hints += [h for _, found in marks for h in found]
        elif token.type == "tr_close":
            if in_head:
                block.head = row
            else:
                block.rows.append(row)
                block.row_hints.append(tuple(dict.fromkeys(hints)))
    block.row_lines = [
        _unmarked_line(line, handles) for line in lines[first + 2 : first + 2 + len(block.rows)]
    ]
    block.head_lines = [_unmarked_line(line, handles) for line in block.head_lines]
    return block


def _unmarked_line(line: str, handles: Container[str]) -> str:
    return unmarked(line, handles)[0]


def unmarked(text: str, handles: Container[str]) -> tuple[str, list[tuple[int, tuple[str, ...]]], list[str]]:
    """The text without markers; where each stood, with the handles it hinted at; and the markers with nothing behind them."""
    kept: list[str] = []
    marks: list[tuple[int, tuple[str, ...]]] = []
    dangling: list[str] = []
    length, at = 0, 0
    skipped = [m.span() for m in _SKIPPED.finditer(text)]
    for match in _MARKER.finditer(text):
        if any(a <= match.start() < b for a, b in skipped):
            continue
        members = _members(match[1]) if match[1].strip() else []
        if members is None and match[1] not in handles:
            continue
        found = members if members is not None else [match[1]]
        piece = text[at : match.start()].rstrip(" \t")
        kept.append(piece)
        length += len(piece)
        marks.append((length, tuple(h for h in found if h in handles)))
        dangling += [h for h in found if h not in handles and not h.isdigit()]
        at = match.end()
    kept.append(text[at:])
    return "".join(kept), marks, dangling


def _members(inner: str) -> list[str] | None:
    """“r1”, "1, 2", "3-5", "r1; q2": the handles and numbers of a marker; None where it is none."""
    found: list[str] = []
    for part in re.split(r"\s*[,;]\s*|\s+(?=[A-Za-z]{0,4}\d)", inner.strip()):
        if _HANDLE.fullmatch(part):
            found.append(part)
            continue
        match = _RANGE.fullmatch(part)
        if match is None or int(match[4]) - int(match[2]) not in range(200):
            return None
        found += [f"{match[1]}{n}" for n in range(int(match[2]), int(match[4]) + 1)]
    return found or None


def sentences(content: str, handles: Container[str]) -> list[Said]:
    """The sentences of a stretch of prose."""
    clean, marks, dangling = unmarked(content, handles)
    cuts = _cuts(clean)
    found: list[Said] = []
    start = 0
    for end, resume in cuts:
        found.append(Said(clean[start:end], clean[end:resume]))
        start = resume
    if start < len(clean) or not found:
        text = clean[start:]
        bare = text.rstrip()
        if bare or not found:
            found.append(Said(bare, text[len(bare) :]))
    _hint(found, marks)
    if dangling:
        found[-1].dangling = tuple(dangling)
    return found


def _hint(found: list[Said], marks: list[tuple[int, tuple[str, ...]]]) -> None:
    ends, at = [], 0
    for said in found:
        at += len(said.text)
        ends.append(at)
        at += len(said.after)
    for place, handles in marks:
        which = next((i for i, end in enumerate(ends) if place <= end), len(found) - 1)
        if (
            which
            and place <= ends[which] - len(found[which].text)
            and not found[which].text[: place - (ends[which] - len(found[which].text))].strip()
        ):
            which -= 1
        found[which].hints = tuple(dict.fromkeys((*found[which].hints, *handles)))


def _cuts(text: str) -> list[tuple[int, int]]:
    """Where sentences end and the next begin."""
    skipped = [m.span() for m in _SKIPPED.finditer(text)]
    found = []
    for match in _END.finditer(text):
        if any(a < match.end() <= b and match.start() < b - 1 and a < match.start() for a, b in skipped):
            continue
        if _is_abbreviation(text, match):
            continue
        rest = text[match.end() :]
        space = len(rest) - len(rest.lstrip())
        if match.end() + space < len(text):
            found.append((match.end(), match.end() + space))
    return found


def _is_abbreviation(text: str, match: re.Match[str]) -> bool:
    if match.group()[0] != "." or len(match.group().rstrip("\"'”’)]*_~`")) > 1:
        return False
    if not _ABBREVIATION.search(text[max(0, match.start() - 8) : match.start() + 1]):
        return False
    following = text[match.end() :].lstrip()[:1]
    word = re.search(r"[A-Za-z.]+$", text[: match.start()])
    low = word.group().lower() if word else ""
    if low in ("i.e", "e.g", "vs", "cf", "ca", "approx", "incl", "viz"):
        return True
    if low in ("etc", "resp"):
        return not following.isupper()
    return following.isdigit() or (len(low) == 1 and following.isupper())


def without_label(text: str) -> str:
    """The sentence without an "Interpretation:" or "Note:" that the draft typed: it never speaks as the application."""
    return _TYPED_LABEL.sub("", text, count=1)


def with_markers(text: str, markers: str) -> str:
    """The markers before the final punctuation, after one space."""
    if not markers:
        return text
    tail = re.search(r"[.!?…:;,]*[\"”’)*_~]*\s*$", text)
    at = tail.start() if tail else len(text)
    closing = text[at:]
    opened = closing.count(")")
    if opened and not re.match(r"[.!?…:;,]", closing):
        at = len(text.rstrip())
        closing = text[at:]
        if text.rstrip().endswith(("*", "_")):
            return _inside_emphasis(text, markers)
    return f"{text[:at]} {markers}{closing}"


def _inside_emphasis(text: str, markers: str) -> str:
    return f"{text.rstrip()} {markers}"
