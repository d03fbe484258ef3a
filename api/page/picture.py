"""A record among its neighbours, as SVG: what leads to it on the left, what it leads to on the right, many of one kind as one box."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from api.plain import Plain

_WIDTH, _BOX, _TALL, _STEP, _MOST, _LETTERS = 640, 172, 34, 52, 9, 24
_SHOWN = 3
"""So many neighbours of one relation and kind are drawn one by one; more become one box with their number."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box beside the record: one neighbour, or several as one."""

    text: str
    under: str
    phrase: str
    link: str
    inferred: bool


def neighbours(record: Plain) -> Markup:
    """The drawing, with its text alternative; empty where the record has no neighbours."""
    ends = record["relations"]
    left, right = (_boxes([e for e in ends if e["direction"] == d]) for d in ("in", "out"))
    if not left and not right:
        return Markup("")
    rows = max(len(left), len(right), 1)
    height = rows * _STEP + 24
    middle = height / 2
    parts = [
        *_side(left, 4, middle, height, leads_in=True),
        *_side(right, _WIDTH - _BOX - 4, middle, height, leads_in=False),
        _centre(record, middle),
    ]
    head = Markup('<svg class="picture" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(
        _WIDTH, round(height), alternative(record)
    )
    return head + Markup("").join(parts) + Markup("</svg>")


def alternative(record: Plain) -> str:
    """What the drawing shows, in words."""
    boxes = _boxes([e for e in record["relations"] if e["direction"] == "out"])
    boxes += _boxes([e for e in record["relations"] if e["direction"] == "in"])
    said = "; ".join(f"{b.phrase} {b.text}{' (inferred)' if b.inferred else ''}" for b in boxes)
    return f"{record['name']} {said}" if said else f"{record['name']} has no relations"


def _boxes(ends: Sequence[Plain]) -> list[Box]:
    ordered = sorted(ends, key=lambda e: (e["type"], e["kind"], e["name"]))
    found: list[Box] = []
    for _, group in groupby(ordered, key=lambda e: (e["type"], e["kind"])):
        members = list(group)
        found += [_one(e) for e in members] if len(members) <= _SHOWN else [_several(members)]
    if len(found) > _MOST:
        found = [
            *found[: _MOST - 1],
            Box(f"{len(found) - _MOST + 1} more", "listed below", "", "#relations", False),
        ]
    return found


def _one(end: Plain) -> Box:
    confidence = end["confidence"]
    phrase = end["phrase"] + (f" {confidence:.2f}" if confidence is not None else "")
    return Box(end["name"], end["noun"], phrase, end["link"], confidence is not None)


def _several(ends: Sequence[Plain]) -> Box:
    first = ends[0]
    return Box(
        f"{len(ends)} × {first['noun']}",
        ", ".join(e["name"] for e in ends[:2]) + ", …",
        first["phrase"],
        "#relations",
        all(e["confidence"] is not None for e in ends),
    )


def _side(
    boxes: Sequence[Box], x: float, middle: float, height: float, *, leads_in: bool
) -> Iterable[Markup]:
    gap = height / (len(boxes) + 1)
    for n, box in enumerate(boxes, start=1):
        y = gap * n
        edge = x + _BOX if leads_in else x
        centre = _WIDTH / 2 + (-_BOX / 2 if leads_in else _BOX / 2)
        start, end = (edge, centre) if leads_in else (centre, edge)
        begin, finish = (y, middle) if leads_in else (middle, y)
        bend = (start + end) / 2
        line = Markup(
            '<path class="edge{}" d="M{:.0f} {:.0f}C{:.0f} {:.0f} {:.0f} {:.0f} {:.0f} {:.0f}"/>'
        ).format(" inferred" if box.inferred else "", start, begin, bend, begin, bend, finish, end, finish)
        label = Markup('<text class="phrase" x="{:.0f}" y="{:.0f}">{}</text>').format(
            bend, (y + (y + middle) / 2) / 2 - 4, box.phrase
        )
        yield line + label + _box(box, x, y)


def _box(box: Box, x: float, y: float) -> Markup:
    return Markup(
        '<a href="{}"><rect class="box{}" x="{:.0f}" y="{:.0f}" width="{}" height="{}" rx="6"/>'
        '<text class="name" x="{:.0f}" y="{:.0f}">{}</text><text class="under" x="{:.0f}" y="{:.0f}">{}</text></a>'
    ).format(
        box.link,
        " inferred" if box.inferred else "",
        x,
        y - _TALL / 2,
        _BOX,
        _TALL,
        x + _BOX / 2,
        y - 2,
        _short(box.text),
        x + _BOX / 2,
        y + 11,
        _short(box.under, 30),
    )


def _centre(record: Plain, middle: float) -> Markup:
    x = (_WIDTH - _BOX) / 2
    return Markup(
        '<rect class="box self" x="{:.0f}" y="{:.0f}" width="{}" height="{}" rx="6"/>'
        '<text class="name self" x="{}" y="{:.0f}">{}</text><text class="under" x="{}" y="{:.0f}">{}</text>'
    ).format(
        x,
        middle - 20,
        _BOX,
        40,
        _WIDTH // 2,
        middle - 1,
        _short(record["name"]),
        _WIDTH // 2,
        middle + 12,
        _short(record["noun"], 30),
    )


def _short(text: str, most: int = _LETTERS) -> str:
    """A name that does not fit keeps both ends: they are what tells it from others."""
    if len(text) <= most:
        return text
    kept = most - 1
    return f"{text[: kept - kept // 2]}…{text[-(kept // 2) :]}"
