"""The worked cases come out exactly (tests/cases)."""

import json
from pathlib import Path

import pytest
import yaml

from evidence import case as input_of_check
from evidence.check import check

FOLDER = Path(__file__).parent.parent / "cases"


def cases():
    catalogue = yaml.safe_load((FOLDER / "evidence.yaml").read_text())
    held = {e["handle"]: (part, e) for part in ("records", "results") for e in catalogue[part]}
    for path in sorted(FOLDER.glob("*.yaml")):
        if path.name != "evidence.yaml":
            for case in yaml.safe_load(path.read_text()):
                yield pytest.param(case, held, id=f"{path.stem}:{case['id']}")


def written_out(case, held):
    parts = {p: [held[h][1] for h in case["use"] if held[h][0] == p] for p in ("records", "results")}
    return {
        **{k: v for k, v in case.items() if k not in ("expect", "use", "rule")},
        "evidence": {**parts, "order": case["use"]},
    }


def as_json(data):
    return json.loads(json.dumps(data, default=lambda v: v.isoformat().replace("+00:00", "Z")))


def judged(case, held, *, through_json=False):
    data = written_out(case, held)
    read = input_of_check.read(as_json(data) if through_json else data)
    return input_of_check.output(check(read.draft, read.items, read.question, assessment=read.assessment))


@pytest.mark.parametrize(("case", "held"), list(cases()))
def test_a_case_comes_out_exactly(case, held):
    """Text, cards and counts to the letter; notes by their words."""
    expect, got = case["expect"], judged(case, held)
    notes = " ".join(got["notes"]).lower()

    assert expect.get("status", "ANSWERED") == got["status"]
    assert expect["text"].strip() == got["text"].strip()
    assert expect.get("cards", []) == got["cards"]
    assert [expect.get(k, 0) for k in ("removed", "replaced", "moved")] == [
        got[k] for k in ("removed", "replaced", "moved")
    ]
    assert expect.get("checked", got["checked"]) == got["checked"]
    assert sorted(expect.get("unverified", got["unverified"])) == sorted(got["unverified"])
    assert [] == [w for w in expect.get("notes", []) if str(w).lower() not in notes]
    assert [] == [w for w in expect.get("notesNot", []) if str(w).lower() in notes]
    assert expect.get("confidence", got["confidence"]) == got["confidence"]
    assert expect.get("badge", got["badge"]) == got["badge"]
    for handle, fields in expect.get("passages", {}).items():
        assert set(fields) <= set(got["passages"].get(handle, []))


@pytest.mark.parametrize(("case", "held"), list(cases()))
def test_json_says_the_same_as_yaml(case, held):
    """Times come as text from JSON and as times from YAML; the verdict is one."""
    assert judged(case, held) == judged(case, held, through_json=True)
