"""Answers, records and scopes for a terminal. Everything is said in words as well as in colour, and nothing a source wrote can steer the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from api.plain import Plain
from evidence.value import instant

_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_LEVELS = {
    "HIGH": ("✓ high confidence", "green"),
    "MODERATE": ("moderate confidence", "yellow"),
    "LOW": ("▲ LOW CONFIDENCE", "bold red"),
    "NOT_SCORED": ("confidence not scored", "dim"),
}
_COLUMN = 34
"""A column wider than this is folded, and the table still reads as one."""
_MISSING = {"REMOVED", "UNREAD", "DENOMINATOR"}
_STATES = {
    "UNKNOWN": ("unknown", "yellow italic"),
    "NONE": ("– none", "dim"),
    "NONE_ON_PURPOSE": ("none on purpose", "dim underline"),
}


def clean(text: object) -> str:
    """Text of a source without what would move the cursor, colour the screen or turn the reading direction."""
    return _UNSAFE.sub("", str(text))


def at(moment: str | None) -> str:
    """ISO text as people read it."""
    return instant(datetime.fromisoformat(moment)) if moment else "unknown"


def show_answer(console: Console, answer: Plain) -> None:
    """The whole answer: what was understood, text, tables, notes, cards, badge and confidence."""
    console.print(Text(clean(answer["question"]), style="bold"))
    if answer["understanding"]:
        console.print(Text(clean(answer["understanding"]), style="dim"))
    console.print()
    if answer["decline"]:
        _decline(console, answer["decline"])
    for block in answer["blocks"]:
        console.print(_block(block, console.width))
    for note in answer["notes"]:
        console.print(_note(note))
    _cards(console, "Closest matches (not used)", answer["closestMatches"])
    _cards(console, "Evidence", answer["cards"])
    if extra := len(answer["alsoRetrieved"]):
        console.print(Text(f"also retrieved: {extra} more", style="dim"))
    _verdict(console, answer)


def _decline(console: Console, decline: Plain) -> None:
    title = decline["type"].lower().replace("_", " ")
    console.print(Text(f"{title}: ", style="bold red") + Text(clean(decline["message"])))
    if decline["unverified"]:
        console.print(Text("could not be verified: " + clean(", ".join(decline["unverified"]))))
    console.print()


def _block(block: Plain, width: int) -> RenderableType:
    match block["__typename"]:
        case "Heading":
            return Text("\n" + clean(block["text"]), style="bold underline")
        case "Paragraph":
            joined = Text(" ").join(_sentence(s) for s in block["sentences"])
            return Group(joined, Text())
        case "List":
            marks = [f"{n}." if block["ordered"] else "•" for n, _ in enumerate(block["items"], start=1)]
            lines = [
                Padding(Text(f"{mark} ") + _sentence(s), (0, 0, 0, 2 * s["depth"]))
                for mark, s in zip(marks, block["items"], strict=True)
            ]
            return Group(*lines, Text())
        case "Table":
            return Group(_table(block, width), Text())
        case _:
            return Text(clean(block["alternative"]), style="italic")


def _sentence(said: Plain) -> Text:
    """A sentence with its markers before its final punctuation, and its label in words."""
    text = clean(said["text"])
    label = "Interpretation: "
    made = Text()
    if said["interpretation"]:
        text = text.removeprefix(label)
        made.append(label, style="yellow bold")
    body, end = (text[:-1], text[-1]) if text[-1:] in ".!?" else (text, "")
    made.append(body)
    if said["markers"]:
        made.append(" " + "".join(f"[{n}]" for n in said["markers"]), style="cyan")
    return made.append(end)


def _table(table: Plain, width: int) -> RenderableType:
    """A table; where it would not fit, each row as lines of its own, so that no word is broken."""
    marks = "".join(f"[{n}]" for n in table["markers"])
    rows = f"{table['shown']} of {table['total']} row{'' if table['total'] == 1 else 's'} "
    drawn = _drawn(table) if _fits(table, width) else _listed(table)
    return Group(drawn, Text(rows, style="dim") + Text(marks, style="cyan"))


def _fits(table: Plain, width: int) -> bool:
    cells = [[c["text"] for c in row["cells"]] for row in table["rows"]]
    heads = [c["label"] for c in table["columns"]]
    widest = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    return sum(min(w, _COLUMN) + 2 for w in widest) <= width


def _drawn(table: Plain) -> RenderableType:
    drawn = Table(show_edge=False, pad_edge=False, header_style="dim", box=None, padding=(0, 2, 0, 0))
    for column in table["columns"]:
        side: Literal["right", "left"] = "right" if column["numeric"] else "left"
        drawn.add_column(
            Text(clean(column["label"])),
            justify=side,
            overflow="fold",
            min_width=min(8, len(column["label"])),
        )
    for row in table["rows"]:
        drawn.add_row(*(_cell(c) for c in row["cells"]))
    return drawn


def _listed(table: Plain) -> RenderableType:
    labels = [c["label"] for c in table["columns"]]
    lines: list[RenderableType] = []
    for row in table["rows"]:
        first, *others = row["cells"]
        lines.append(Text("• ") + _cell(first))
        told = [
            (label, c)
            for label, c in zip(labels[1:], others, strict=True)
            if c["text"] or c["state"] != "VALUE"
        ]
        lines += [
            Padding(Text(f"{clean(label)} ", style="dim") + _cell(c), (0, 0, 0, 4)) for label, c in told
        ]
    return Group(*lines)


def _cell(cell: Plain) -> Text:
    word, style = _STATES.get(cell["state"], ("", ""))
    made = Text(clean(cell["text"]) or word, style=style)
    if cell["confidence"] is not None:
        made.append(f" (inferred {cell['confidence']:.2f})", style="yellow")
    return made


def _note(note: Plain) -> RenderableType:
    style = "red" if note["type"] in _MISSING else "yellow"
    return Text("▌ ", style=style) + Text(clean(note["text"]))


def _cards(console: Console, title: str, cards: Sequence[Plain]) -> None:
    if cards:
        console.print(Text(f"\n{title}", style="dim"))
    for card in cards:
        console.print(Padding(_card(card), (0, 0, 0, 1)))


def _card(card: Plain) -> RenderableType:
    head = Text(f"[{card['number']}] " if card["number"] else "    ", style="cyan")
    head += Text(clean(card["name"]), style="bold") + Text(f" · {clean(card['kind'])}", style="dim")
    lines: list[RenderableType] = [head]
    passage = [f for f in card["passage"] if f["value"]]
    carried = [f for f in passage if f["carries"]] or passage
    if carried:
        lines.append(_indented(Text(" · ").join(_field(f) for f in carried)))
    lines.append(_indented(_seen(card)))
    if card["sourceLink"]:
        lines.append(_indented(Text(card["sourceLink"], style="blue")))
    return Group(*lines)


def _field(field: Plain) -> Text:
    made = Text(f"{clean(field['label'])} ", style="dim") + Text(clean(field["value"]))
    return made.append(f" ({clean(field['how'])})", style="dim") if field["how"] else made


def _seen(card: Plain) -> Text:
    parts: list[Text] = []
    if card["observedAt"]:
        stale = "stale: " if card["stale"] else ""
        parts.append(
            Text(
                f"{stale}observed {card['age']} ({at(card['observedAt'])})",
                style="yellow" if stale else "dim",
            )
        )
    if card["confidence"] is not None:
        parts.append(
            Text(
                f"inferred by {card['rule']}, {card['confidenceBand']} confidence {card['confidence']:.2f}",
                style="yellow",
            )
        )
    if card["asStatedIn"]:
        parts.append(Text(f"as stated in {clean(card['asStatedIn'])}", style="yellow"))
    weak = ", weak match" if card["weak"] else ""
    parts.append(Text(f"relevance {card['relevance']} %{weak}", style="dim"))
    return Text(" · ", style="dim").join(parts)


def _indented(line: RenderableType) -> RenderableType:
    return Padding(line, (0, 0, 0, 4))


def _verdict(console: Console, answer: Plain) -> None:
    words, style = _LEVELS[answer["confidence"]["level"]]
    console.print(Text(f"\n{answer['badge']['text']} · ", style="dim") + Text(words, style=style))
    for reason in answer["confidence"]["reasons"]:
        console.print(Text(f"  {clean(reason)}", style="dim"))
    console.print(Text(f"  answer {answer['id']} · asked {at(answer['askedAt'])}", style="dim"))


def show_record(console: Console, record: Plain) -> None:
    """One record: fields, relations, owners with reasons, history, links."""
    console.print(Text(clean(record["name"]), style="bold") + Text(f" · {record['noun']}", style="dim"))
    console.print(Text(clean(record["uid"]), style="dim"))
    stale = "stale: " if record["stale"] else ""
    seen = f"{stale}observed {record['age']} ({at(record['observedAt'])}) by {record['source']}"
    console.print(Text(seen, style="yellow" if stale else "dim"))
    if record["goneAt"]:
        console.print(
            Text(f"gone since {at(record['goneAt'])}: {clean(record['goneReason'] or '')}", style="red")
        )
    if record["rule"]:
        console.print(
            Text(f"inferred by {record['rule']}, confidence {record['confidence']:.2f}", style="yellow")
        )
    if record["sourceLink"]:
        console.print(Text(record["sourceLink"], style="blue"))
    console.print(_rows((f["label"], f["shown"]) for f in record["fields"] if f["known"]))
    _section(console, "Owners", [_owner(o) for o in record["owners"]], "no source names one")
    _section(console, "Related", [_relation(r) for r in record["relations"]], "nothing")
    _section(
        console,
        "History",
        [_change(c) for c in record["changes"]],
        f"nothing since it was first seen, {at(record['firstSeen'])}",
    )


def _rows(pairs: Iterable[tuple[str, str]]) -> RenderableType:
    drawn = Table.grid(padding=(0, 2))
    for label, value in pairs:
        drawn.add_row(Text(clean(label), style="dim"), Text(clean(value), overflow="fold"))
    return Padding(drawn, (1, 0, 0, 1))


def _section(console: Console, title: str, lines: list[Text], empty: str) -> None:
    console.print(Text(f"\n{title}", style="bold"))
    for line in lines or [Text(empty, style="dim")]:
        console.print(Padding(line, (0, 0, 0, 1)))


def _owner(owner: Plain) -> Text:
    made = Text(
        clean(owner["owner"] or "nobody on purpose"), style="bold" if owner["standing"] == "chosen" else ""
    )
    made.append(f" · {clean(owner['standing'] or '')} · {clean(owner['reason'] or owner['method'] or '')}")
    if owner["confidence"] is not None:
        made.append(f" · inferred {owner['confidence']:.2f}", style="yellow")
    if owner["conflict"]:
        made.append(f" · conflict: {clean(owner['conflictReason'] or '')}", style="red")
    return made


def _relation(end: Plain) -> Text:
    made = (
        Text(f"{end['phrase']} ", style="dim")
        + Text(clean(end["name"]))
        + Text(f" · {end['noun']}", style="dim")
    )
    if end["confidence"] is not None:
        made.append(f" · inferred {end['confidence']:.2f} by {end['rule']}", style="yellow")
    return made


def _change(change: Plain) -> Text:
    what = change["action"] or ""
    if change["field"]:
        what = f"{change['field']} {change['before'] or 'none'} → {change['after'] or 'none'}"
    who = f" by {change['actor']}" if change["actor"] else ""
    return (
        Text(f"{at(change['at'])}  ", style="dim")
        + Text(clean(f"{what}{who}"))
        + Text(f" · {change['via'] or ''}", style="dim")
    )


def show_scopes(console: Console, scopes: Sequence[Plain]) -> None:
    """A table of scopes: outcome, records, ages, and why one could not be read."""
    drawn = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for head, right in (
        ("scope", False),
        ("outcome", False),
        ("records", True),
        ("last read whole", False),
        ("why", False),
    ):
        drawn.add_column(head, justify="right" if right else "left", overflow="fold")
    for scope in scopes:
        bad = scope["outcome"] not in ("COMPLETE", "NOT_OFFERED")
        drawn.add_row(
            Text(clean(scope["words"])),
            Text(scope["outcome"].lower().replace("_", " "), style="red" if bad else ""),
            str(scope["records"]),
            Text(f"{scope['age']} ({at(scope['observedAt'])})" if scope["observedAt"] else "never"),
            Text(clean(scope["reason"] or ""), style="dim"),
        )
    console.print(drawn)
