"""Lists and tables that a draft typed: rows of a result give way to its table (L1), other rows are judged one by one."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite

from evidence.bench import Bench
from evidence.clause import has_verb
from evidence.figure import agrees
from evidence.group import FIGURE, NAME, WORD, pieces_of
from evidence.lexicon import concept, nouns_of, phrases_of
from evidence.scope import population_allowed
from evidence.token import Token, fold, tokens
from evidence.word import stem
from graph.record import Value
from graph.result import Result


@dataclass(slots=True)
class Retyped:
    """A typed list or table that only retypes a result's rows: the result, and the rows that are not so."""

    handle: str
    odd: list[str] = field(default_factory=list)


def retyped(
    rows: list[str], hints: tuple[str, ...], bench: Bench, head: list[str] | None = None
) -> Retyped | None:
    """The result whose rows these lines retype; None where they say more, or speak of something else."""
    read = [tokens(r, bench.index.names, bench.question.asked_at).tokens for r in rows]
    if not read or any(has_verb(r) for r in read):
        return None
    results = [
        (h, i.held) for h, i in bench.index.by_handle.items() if isinstance(i.held, Result) and i.held.rows
    ]
    results.sort(
        key=lambda found: (
            hints.index(found[0]) if found[0] in hints else len(hints),
            bench.index.order[found[0]],
        )
    )
    for handle, result in results:
        if not _allowed(handle, bench) or (head is not None and not _columns_named(head, result)):
            continue
        found = _against(read, rows, result, handle)
        if found is not None:
            return found
    return None


def _allowed(handle: str, bench: Bench) -> bool:
    return any(
        p.handle == handle and population_allowed(p, bench.edge, frozenset(p.place.values()))
        for p in bench.index.populations
    )


def _columns_named(head: list[str], result: Result) -> bool:
    """Every head names a column of the result; one more head is one thing more that the rows do not say."""
    for place, title in enumerate(head):
        words = {concept(stem(w)) for w in title.lower().replace("-", " ").split()}
        if place == 0 and (
            not words
            or tuple(stem(w) for w in title.lower().split()) in nouns_of(result.of)
            or words <= {"name"}
        ):
            continue
        named = any(
            words
            <= {w for p in phrases_of(c.kind or result.of, c.name) for w in p}
            | {"count", "number", concept(stem(c.label or "x"))}
            for c in result.columns
        )
        if not named and not (words & {w for p in nouns_of(result.of) for w in p}):
            return False
    return True


def _against(read: list[list[Token]], rows: list[str], result: Result, handle: str) -> Retyped | None:
    found = Retyped(handle)
    matched = 0
    for line, text in zip(read, rows, strict=True):
        row = _row_of(line, result)
        if row is not None:
            matched += 1
        if not _only_cells(line, result, row):
            return None
        if row is None or not _says_row(line, result, row):
            found.odd.append(text.strip())
    if matched * 2 < len(read) or matched == 0 or (len(read) == 1 and matched < len(result.rows)):
        return None
    return found


def _row_of(line: list[Token], result: Result) -> tuple[Value, ...] | None:
    """The row whose key is what the line begins with."""
    first = next((t for t in line if t.kind in ("name", "word")), None)
    if first is None:
        return None
    for row in result.rows:
        if row and str(row[0]) in (first.text, first.low):
            return row
    for row in result.rows:
        if any(isinstance(v, str) and v == first.text for v in row):
            return row
    return None


def _only_cells(line: list[Token], result: Result, row: tuple[Value, ...] | None) -> bool:
    """Whether the line holds nothing but cells, and words of the columns and the kind."""
    words = {w for p in nouns_of(result.of) for w in p}
    for column in result.columns:
        words |= {w for p in phrases_of(column.kind or result.of, column.name) for w in p}
    numeric = any(isinstance(v, int | float) and not isinstance(v, bool) for r in result.rows for v in r)
    cells = {fold(str(v)) for r in result.rows for v in r}
    unknown = 0
    for place, piece in enumerate(pieces_of(line)):
        if piece.part == FIGURE and not numeric:
            return False
        if piece.part in (WORD, NAME) and piece.word not in words and piece.token.key not in cells:
            unknown += 1
            if row is not None and piece.part == WORD and place > 0 and not _is_value_like(piece.token):
                return False
    return unknown <= (2 if row is None else 1)


def _is_value_like(token: Token) -> bool:
    return any(c.isdigit() or c in "-_/." for c in token.text)


def _says_row(line: list[Token], result: Result, row: tuple[Value, ...]) -> bool:
    """Whether every figure and name of the line stands in that row."""
    cells = {fold(str(v)) for v in row}
    words = {w for p in nouns_of(result.of) for w in p} | {
        w for c in result.columns for p in phrases_of(c.kind or result.of, c.name) for w in p
    }
    numbers = [
        Fraction(str(v))
        for v in row
        if isinstance(v, int | float) and not isinstance(v, bool) and isfinite(v)
    ]
    for piece in pieces_of(line):
        figure = piece.token.figure
        if (
            piece.part == FIGURE
            and figure is not None
            and not any(agrees(figure, n * (figure.unit.factor if figure.unit else 1)) for n in numbers)
        ):
            return False
        if piece.part in (WORD, NAME) and piece.token.key not in cells and piece.word not in words:
            return False
    return True


def row_claims(head: list[str], cells: list[str]) -> list[str]:
    """A row with no result behind it, cell by cell as sentences: "the backup retention of orders-db is 7 days"."""
    name = cells[0].strip() if cells else ""
    found = []
    for title, cell in zip(head[1:], cells[1:], strict=False):
        value, low = cell.strip(), title.strip()
        if value in ("", "-", "–", "—"):
            continue
        if value.lower() in ("yes", "true", "✓", "✔"):
            found.append(f"{name} is {low}")
        elif value.lower() in ("no", "false", "✗", "✘"):
            found.append(f"{name} is not {low}")
        else:
            found.append(f"the {low[:1].lower()}{low[1:]} of {name} is {value}")
    return found
