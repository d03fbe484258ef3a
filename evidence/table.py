"""Tables: built from a result's rows, never from a draft's text (L1–L4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from graph.record import Uid


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
