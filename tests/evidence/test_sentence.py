"""Drafts are taken apart byte for byte, and markers are taken out (C2, C4, C5, CIT-*, SEN-01)."""

import pytest

from evidence.sentence import blocks, sentences, unmarked, with_markers

HANDLES = {"r1", "r2", "r3", "r4", "r5"}


def test_dots_in_names_end_no_sentence():
    """SEN-01."""
    found = sentences(
        "Node `app.v2.js` on 172.16.0.10 failed, e.g. on us-east-1a. Then it recovered.", HANDLES
    )

    assert ["Node `app.v2.js` on 172.16.0.10 failed, e.g. on us-east-1a.", "Then it recovered."] == [
        s.text for s in found
    ]


@pytest.mark.parametrize(
    "text", ["Read `arr[1]`.", "See [the list](https://a.example/x[1]).", "As [Summary of all] says."]
)
def test_brackets_in_code_and_links_are_no_markers(text):
    """CIT-01, CIT-02."""
    assert (text, []) == unmarked(text, HANDLES)[:2]


@pytest.mark.parametrize(
    ("marker", "hints"),
    [
        ("[r1, r2]", ("r1", "r2")),
        ("[r1][r2]", ("r1", "r2")),
        ("[r3-r5]", ("r3", "r4", "r5")),
        ("[1,2,9]", ()),
        ("[r1; r81]", ("r1",)),
    ],
)
def test_grouped_and_ranged_markers_are_expanded(marker, hints):
    """CIT-03; a bare number hints at nothing, and what has nothing behind it is stripped."""
    found = sentences(f"All is ready {marker}.", HANDLES)

    assert ["All is ready."] == [s.text for s in found]
    assert hints == found[0].hints


def test_a_marker_with_nothing_behind_it_is_remembered():
    """CIT-02, CIT-03: the bad member is named."""
    assert ("r81",) == sentences("It runs [r1, r81].", HANDLES)[0].dangling


def test_a_marker_after_the_full_stop_belongs_to_the_sentence_before():
    """As many writers set it."""
    assert [("r1",), ("r2",)] == [s.hints for s in sentences("One is ready. [r1] Two are not. [r2]", HANDLES)]


def test_markers_stand_before_the_last_stop():
    """After one space."""
    assert ["It runs [1].", "It runs [1]:", "**It runs [1].**"] == [
        with_markers(t, "[1]") for t in ("It runs.", "It runs:", "**It runs.**")
    ]


def test_a_code_block_is_left_whole():
    """C4."""
    found = blocks("Text.\n\n```\nx[0] = 1\n```\n", HANDLES)

    assert [("paragraph", ""), ("code", "```\nx[0] = 1\n```")] == [(b.kind, b.raw) for b in found]
