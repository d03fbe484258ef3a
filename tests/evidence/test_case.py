"""An input of the check is read with errors that name the path and what was expected."""

import pytest

from evidence import case
from evidence.check import check
from graph.errors import BadInput

RECORD = {
    "handle": "r1",
    "uid": "u",
    "kind": "Volume",
    "name": "v",
    "observedAt": "2026-11-30T09:00:00Z",
    "fields": {"sizeGiB": 5},
}


def given(**more):
    return {"draft": "v is 5 GiB.", "question": "?", "evidence": {"records": [RECORD]}, **more}


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ([], "the input"),
        ({"question": "?"}, "draft"),
        (given(askedAt="soon"), "askedAt"),
        (given(freshFor="long"), "freshFor"),
        (given(evidence={"records": [{**RECORD, "observedAt": 5}]}), "evidence.records[0].observedAt"),
        (given(evidence={"records": [{**RECORD, "relations": [{"type": "X", "name": "n", "direction": "up"}]}]}), "evidence.records[0].relations[0].direction"),
        (given(evidence={"records": [RECORD, RECORD]}), "evidence.records[1].handle"),
        (given(evidence={"results": [{"handle": "q", "of": "Pod", "columns": ["a"], "rows": [[1, 2]]}]}), "evidence.results[0].rows[0]"),
        (given(evidence={"records": [RECORD], "order": ["r9"]}), "evidence.order"),
        (given(assessment={"answerRelevance": 9, "groundedness": 1, "contextRelevance": 1}), "assessment.answerRelevance"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_path(data, path):
    """So that whoever wrote the file finds the place."""
    with pytest.raises(BadInput) as error:
        case.read(data)

    assert str(error.value).startswith(path)


def test_a_good_input_is_read_and_its_verdict_printed():
    """The keys of the output are those of the worked cases."""
    read = case.read(given())
    out = case.output(check(read.draft, read.items, read.question), explain=True)

    assert "v is 5 GiB [1]." == out["text"]
    assert {
        "status",
        "text",
        "cards",
        "checked",
        "removed",
        "replaced",
        "moved",
        "unverified",
        "notes",
        "badge",
        "passages",
        "confidence",
        "explanation",
    } == set(out)
    assert ["kept"] == [line["verdict"] for line in out["explanation"]]
