"""A record among its neighbours, as SVG: what leads to it on the left, what it leads to on the right, many of one kind as one box."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from api.plain import Plain

_WIDTH, _BOX, _CENTRE, _TALL, _STEP, _MOST, _LETTERS = 500, 158, 124, 38, 48, 9, 22
_ELSEWHERE = frozenset({"OWNERSHIP_OF", "MAPPING_OF", "CONTACT_FOR", "CHANGE_OF"})
"""Relations that the record's page shows in places of their own."""
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
    ends = drawn(record)
    left, right = (_boxes([e for e in ends if e["direction"] == d]) for d in ("in", "out"))
    if not left and not right:
        return Markup("")
    rows = max(len(left), len(right), 1)
    height = rows * _STEP + 24
    middle = height / 2
    parts = [
        *_side(left, 3, middle, height, leads_in=True),
        *_side(right, _WIDTH - _BOX - 3, middle, height, leads_in=False),
        _centre(record, middle),
    ]
    head = Markup('<svg class="picture" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(
        _WIDTH, round(height), alternative(record)
    )
    return head + Markup("").join(parts) + Markup("</svg>")


def drawn(record: Plain) -> list[Plain]:
    """The relations that make the picture."""
    return [e for e in record["relations"] if e["type"] not in _ELSEWHERE]


def alternative(record: Plain) -> str:
    """What the drawing shows, in words."""
    boxes = [b for d in ("out", "in") for b in _boxes([e for e in drawn(record) if e["direction"] == d])]
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
    under = end["noun"] + (f" · inferred {confidence:.2f}" if confidence is not None else "")
    return Box(end["name"], under, end["phrase"], end["link"], confidence is not None)


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
        centre = _WIDTH / 2 + (-_CENTRE / 2 if leads_in else _CENTRE / 2)
        bend = (edge + centre) / 2
        line = Markup(
            '<path class="edge{}" d="M{:.0f} {:.0f}C{:.0f} {:.0f} {:.0f} {:.0f} {:.0f} {:.0f}"/>'
        ).format(" inferred" if box.inferred else "", edge, y, bend, y, bend, middle, centre, middle)
        yield line + _box(box, x, y)


def _box(box: Box, x: float, y: float) -> Markup:
    return Markup(
        '<a href="{}"><rect class="box{}" x="{:.0f}" y="{:.0f}" width="{}" height="{}" rx="6"/>'
        '<text class="phrase" x="{:.0f}" y="{:.0f}">{}</text><text class="name" x="{:.0f}" y="{:.0f}">{}</text>'
        "<title>{} {} ({})</title></a>"
    ).format(
        box.link,
        " inferred" if box.inferred else "",
        x,
        y - _TALL / 2,
        _BOX,
        _TALL,
        x + _BOX / 2,
        y - 5,
        _short(box.phrase, 28),
        x + _BOX / 2,
        y + 11,
        _short(box.text),
        box.phrase,
        box.text,
        box.under,
    )


def _centre(record: Plain, middle: float) -> Markup:
    return Markup(
        '<rect class="box self" x="{:.0f}" y="{:.0f}" width="{}" height="{}" rx="6"/>'
        '<text class="phrase" x="{}" y="{:.0f}">{}</text><text class="name self" x="{}" y="{:.0f}">{}</text>'
    ).format(
        (_WIDTH - _CENTRE) / 2,
        middle - 22,
        _CENTRE,
        44,
        _WIDTH // 2,
        middle - 6,
        _short(record["noun"], 24),
        _WIDTH // 2,
        middle + 11,
        _short(record["name"], 17),
    )


def _short(text: str, most: int = _LETTERS) -> str:
    """A name that does not fit keeps both ends: they are what tells it from others."""
    if len(text) <= most:
        return text
    kept = most - 1
    return f"{text[: kept - kept // 2]}…{text[-(kept // 2) :]}"
