"""Tables: built from a result's rows, never from a draft's text (L1–L4)."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from evidence.link import page_link
from evidence.value import age, instant, shown
from graph.fields import PLACES, kinds_asked
from graph.kind import Type, label_of
from graph.kinds import KINDS, kinds_of
from graph.record import Uid, Value
from graph.result import ColumnMeaning, Result

MOST_SHOWN = 100
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


class CellState(StrEnum):
    """Unknown, none and none on purpose are three values (A3, L2)."""

    VALUE = "VALUE"
    UNKNOWN = "UNKNOWN"
    NONE = "NONE"
    NONE_ON_PURPOSE = "NONE_ON_PURPOSE"


@dataclass(frozen=True, slots=True)
class Column:
    """A column's head; `numeric` ones are set in tabular figures, to the right."""

    name: str
    label: str
    numeric: bool = False
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell as shown. `link` is the record's page, where the cell names one."""

    text: str
    link: str = ""
    confidence: float | None = None
    state: CellState = CellState.VALUE


@dataclass(frozen=True, slots=True)
class Row:
    """A row and the uids behind it (L4)."""

    cells: tuple[Cell, ...]
    uids: tuple[Uid, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """`shown` of `total` rows; `csv` holds all rows that the result holds, neutralised for spreadsheets."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    shown: int
    total: int
    csv: str
    markers: tuple[int, ...]
    handle: str = ""


_EMPTY_WORDS = {
    "unknown": CellState.UNKNOWN,
    "none": CellState.NONE,
    "nobody": CellState.NONE,
    "unowned": CellState.NONE,
    "nobody on purpose": CellState.NONE_ON_PURPOSE,
    "unowned on purpose": CellState.NONE_ON_PURPOSE,
    "none on purpose": CellState.NONE_ON_PURPOSE,
}


def table(
    result: Result,
    *,
    asked_at: datetime,
    markers: tuple[int, ...] = (),
    handle: str = "",
    most: int = MOST_SHOWN,
) -> Table:
    """The table of a result, without columns that apply to none of its rows.

    A column `confidence` right after another of the same relation is folded into its cells.
    """
    folded = _folded(result.columns)
    kept = [i for i in range(len(result.columns)) if i not in folded.values() and _is_of_some(result, i)]
    columns = tuple(_column(result, i) for i in kept)
    rows = tuple(_row(result, n, kept, folded, asked_at) for n in range(min(most, len(result.rows))))
    return Table(columns, rows, len(rows), result.total, _csv(columns, result, kept), markers, handle)


def _folded(columns: tuple[ColumnMeaning, ...]) -> dict[int, int]:
    """Which column's confidence stands in which: {value column: confidence column}."""
    pairs = zip(range(len(columns)), range(1, len(columns)), strict=False)
    return {
        left: right
        for left, right in pairs
        if columns[right].name == "confidence"
        and columns[right].relation
        and columns[right].relation == columns[left].relation
    }


def _column(result: Result, index: int) -> Column:
    meaning = result.columns[index]
    numeric = any(_is_number(row[index]) for row in result.rows)
    return Column(meaning.name, meaning.label or label_of(meaning.name), numeric, _unit(result, meaning))


def _unit(result: Result, meaning: ColumnMeaning) -> str:
    if meaning.unit or meaning.measure == "count":
        return meaning.unit
    declared = (kind.field(meaning.name) for kind in kinds_of(meaning.kind or result.of))
    return next((field.unit for field in declared if field), "")


def _row(result: Result, number: int, kept: list[int], folded: dict[int, int], asked_at: datetime) -> Row:
    uids = result.row_uids[number] if number < len(result.row_uids) else ()
    cells: list[Cell] = []
    for index in kept:
        cell = _cell(result, number, index, asked_at)
        confidence = result.rows[number][folded[index]] if index in folded else None
        link = page_link(uids[0]) if index == 0 and len(uids) == 1 and cell.state is CellState.VALUE else ""
        cells.append(Cell(cell.text, link, _number(confidence), cell.state))
    return Row(tuple(cells), uids)


def _cell(result: Result, number: int, index: int, asked_at: datetime) -> Cell:
    value = result.rows[number][index]
    meaning = result.columns[index]
    if value is None and not _applies(result, number, meaning):
        return Cell("")
    state = _state(result, value, meaning)
    if isinstance(value, datetime):
        return Cell(
            f"{instant(value)} ({age(asked_at - value)})" if value <= asked_at else instant(value),
            state=state,
        )
    if state is not CellState.VALUE and value in (None, ""):
        return Cell(state.value.lower().replace("_", " "), state=state)
    return Cell(shown(value, _unit(result, meaning)), state=state)


def _is_of_some(result: Result, index: int) -> bool:
    """Whether any row has a value there, or should have one."""
    meaning = result.columns[index]
    return not result.rows or any(
        row[index] is not None or _applies(result, n, meaning) for n, row in enumerate(result.rows)
    )


_OF_EVERY = frozenset({"owner", "manager", "application", "confidence", "freshness", "place"})
"""Columns that say something of a record of any kind, whatever a kind's own field of that name is."""


def _applies(result: Result, number: int, meaning: ColumnMeaning) -> bool:
    """Whether the row's own kind always has such a field; what no kind declares (a count) applies to each."""
    if meaning.measure or meaning.relation or meaning.name in _OF_EVERY:
        return True
    declared = meaning.name in PLACES or any(k.field(meaning.name) for k in kinds_asked(result.of))
    own = KINDS.get(_kind_of(result, number))
    if not declared or own is None:
        return True
    field = own.field(meaning.name)
    return field is not None and not field.sparse


def _kind_of(result: Result, number: int) -> str:
    """The kind of a row's record: its own cell where rows are of several kinds, else the result's kind."""
    if result.of in KINDS:
        return result.of
    place = next((i for i, c in enumerate(result.columns) if c.name == "kind" and not c.relation), None)
    return str(result.rows[number][place]) if place is not None else ""


def _state(result: Result, value: Value, meaning: ColumnMeaning) -> CellState:
    if value is None:
        return CellState.UNKNOWN
    if isinstance(value, list) and not value:
        return CellState.NONE
    if isinstance(value, str) and not _is_free_text(result, meaning):
        return _EMPTY_WORDS.get(value.lower(), CellState.NONE if value == "" else CellState.VALUE)
    return CellState.VALUE


def _is_free_text(result: Result, meaning: ColumnMeaning) -> bool:
    """A record may be called "none": names are values."""
    declared = [field for kind in kinds_of(meaning.kind or result.of) if (field := kind.field(meaning.name))]
    return meaning.name == "name" or any(field.type is not Type.TEXT for field in declared)


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(value: Value) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _csv(columns: tuple[Column, ...], result: Result, kept: list[int]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([_neutral(c.label + (f" ({c.unit})" if c.unit else "")) for c in columns])
    for row in result.rows:
        writer.writerow([_plain(row[i]) for i in kept])
    return out.getvalue()


def _plain(value: Value) -> str:
    """For a spreadsheet: times as ISO, numbers bare, text that it would run made text (L3)."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    if _is_number(value):
        return str(value)
    return _neutral(shown(value))


def _neutral(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
