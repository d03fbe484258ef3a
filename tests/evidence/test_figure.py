"""Figures as people write them (NUM-01, NUM-03, NUM-04)."""

from fractions import Fraction

import pytest

from evidence.figure import agrees, figures


@pytest.mark.parametrize(
    ("text", "value", "holds"),
    [
        ("1,200", 1200, True), ("1200", 1200, True), ("1.2k", 1200, True), ("1.2k", 1234, True), ("1.2k", 1260, False),
        ("8 000", 8234, False), ("about 8 000", 8234, True), ("over 8 000", 8234, True), ("85", Fraction("85.19"), True),
        ("85.2", Fraction("85.19"), True), ("86", Fraction("85.19"), False), ("a dozen", 12, True), ("twenty-one", 21, True),
        ("two hundred and fourteen", 214, True), ("at most 5", 4, True), ("fewer than 5", 5, False), ("a couple of", 2, True),
    ],
)  # fmt: skip
def test_a_figure_is_what_is_written(text, value, holds):
    """Rounding is right where the written precision is; words of comparison say what they say (F3)."""
    assert holds == agrees(figures(text)[0], Fraction(value))


@pytest.mark.parametrize(
    ("text", "holds"),
    [("16 GB", True), ("14.9 GiB", True), ("16 GiB", False), ("16000 MB", True), ("15.9 GB", False)],
)
def test_units_convert_exactly(text, holds):
    """NUM-03: 16 000 000 000 bytes."""
    assert holds == agrees(figures(text)[0], Fraction(16_000_000_000))


def test_pairs_ranges_and_parts_keep_both_numbers():
    """NUM-04: "2/3", "3-5", "two thirds"."""
    assert [("pair", 2, 3), ("range", 3, 5)] == [(f.form, f.value, f.second) for f in figures("2/3 and 3-5")]
    assert [("part", Fraction(2, 3))] == [(f.form, f.value) for f in figures("two thirds of them")]


@pytest.mark.parametrize("text", ["the 2nd and 3rd", "i-0abc12", "v1.x", "no figure here"])
def test_positions_and_words_are_no_figures(text):
    """Ordinals are positions (F1)."""
    assert [] == figures(text)


@pytest.mark.parametrize(
    ("said", "value", "right"),
    [
        ("1 GiB", 512 * 2**20, False),
        ("about 1 GiB", 512 * 2**20, False),
        ("2 minutes", 90, False),
        ("3 TB", 3_298_500_000_000, True),
        ("0.5 GiB", 512 * 2**20, True),
    ],
)
def test_whole_units_are_rounded_to_only_where_they_are_near(said, value, right):
    """Half a unit up is right for "3 TB", not where it doubles what there is (F3)."""
    [figure] = figures(said)
    assert right is agrees(figure, Fraction(value))
