"""A table says what its rows say, and what they do not."""

from datetime import UTC, datetime

import pytest

from evidence.table import CellState, table
from evidence.value import shown
from graph.record import Uid
from graph.result import ColumnMeaning, Result

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def result(columns, rows, **more):
    meanings = tuple(c if isinstance(c, ColumnMeaning) else ColumnMeaning(c) for c in columns)
    return Result("things", "Thing", meanings, tuple(rows), len(rows), NOW, complete=True, **more)


def test_unknown_none_and_none_on_purpose_look_different():
    """A3: three values, three states."""
    made = table(
        result(
            ["name", "owner"], [("a", None), ("b", "nobody"), ("c", "nobody on purpose"), ("d", "payments")]
        ),
        asked_at=NOW,
    )

    assert [CellState.UNKNOWN, CellState.NONE, CellState.NONE_ON_PURPOSE, CellState.VALUE] == [
        r.cells[1].state for r in made.rows
    ]


def test_a_field_that_the_kind_does_not_have_is_blank_and_not_unknown():
    """L2: unknown is what was to be seen and was not; a pod lies in no account, an instance in no namespace."""
    rows = [("web", "Pod", None, "shop"), ("i-1", "EC2Instance", None, None)]
    mixed = Result(
        "records",
        "Compute",
        tuple(ColumnMeaning(c) for c in ("name", "kind", "account", "namespace")),
        tuple(rows),
        2,
        NOW,
        complete=True,
    )

    made = table(mixed, asked_at=NOW)

    assert ["", "shop"] == [c.text for c in made.rows[0].cells[2:]]
    assert ["unknown", ""] == [c.text for c in made.rows[1].cells[2:]]


def test_what_applies_to_no_row_has_no_column_and_to_some_is_blank_elsewhere():
    """L2: a creation changed no field; an application of a cluster lies in no account; who did it is to be known of each."""
    names = ("subject", "field", "account", "namespace", "actor")
    rows = (("cart", "replicas", None, "shop", "ada"), ("tmp", None, None, None, None))
    changes = Result("changes", "Change", tuple(ColumnMeaning(n) for n in names), rows, 2, NOW, complete=True)

    made = table(changes, asked_at=NOW)

    assert ["subject", "field", "namespace", "actor"] == [c.name for c in made.columns]
    assert ["tmp", "", "", "unknown"] == [c.text for c in made.rows[1].cells]


def test_a_name_is_a_name_even_if_it_reads_like_none():
    """A bucket called "none" exists."""
    made = table(result(["name"], [("none",)]), asked_at=NOW)

    assert CellState.VALUE is made.rows[0].cells[0].state


def test_the_confidence_of_a_cell_stands_in_it():
    """L2: an inferred cell shows how sure it is."""
    columns = [
        "name",
        ColumnMeaning("owner", relation="OWNED_BY"),
        ColumnMeaning("confidence", relation="OWNED_BY"),
    ]
    made = table(result(columns, [("a", "payments", 0.62)]), asked_at=NOW)

    assert ("name", "owner") == tuple(c.name for c in made.columns)
    assert 0.62 == made.rows[0].cells[1].confidence


def test_a_time_has_its_zone_and_age():
    """L2."""
    made = table(result(["name", "at"], [("a", datetime(2026, 11, 30, 9, 2, tzinfo=UTC))]), asked_at=NOW)

    assert "2026-11-30 09:02 UTC (2 h ago)" == made.rows[0].cells[1].text


def test_a_capped_table_says_the_true_total_and_offers_all_rows():
    """L3."""
    made = table(result(["name"], [(f"n{i}",) for i in range(120)]), asked_at=NOW, most=100)

    assert (100, 120) == (made.shown, made.total)
    assert 121 == len(made.csv.splitlines())


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx"])
def test_a_cell_that_a_spreadsheet_would_run_is_text(text):
    """L3: neutralised in CSV, and only there."""
    made = table(result(["name"], [(text,)]), asked_at=NOW)

    assert text == made.rows[0].cells[0].text
    assert made.csv.splitlines()[1].startswith(("'", "\"'"))


def test_a_row_opens_its_record():
    """L4: one uid behind a row is its first cell's link."""
    made = table(result(["name"], [("a",)], row_uids=((Uid("x://a"),),)), asked_at=NOW)

    assert "/r/x%3A%2F%2Fa" == made.rows[0].cells[0].link


@pytest.mark.parametrize(
    ("expected", "value", "unit"),
    [
        ("14 days", 14, "days"),
        ("1 day", 1, "days"),
        ("14.9 GiB", 16_000_000_000, "bytes"),
        ("500 GiB", 500, "GiB"),
        ("82.5 GiB", 82.5, "GiB"),
        ("0", 0, ""),
        ("yes", True, ""),
        ("unknown", None, "days"),
        ("none", [], ""),
        ("2026-11-30 12:00 UTC", NOW, ""),
    ],
)
def test_a_value_is_printed_with_its_unit(expected, value, unit):
    """The same on cards, in tables and in replaced sentences."""
    assert expected == shown(value, unit)
