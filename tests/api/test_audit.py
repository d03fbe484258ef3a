"""The audit log is append-only and chained: any change to a line that was written shows."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from api import audit
from api.plain import plain_answer
from graph.errors import Misconfigured


def lines(home):
    """The log's lines."""
    return (home / "audit.jsonl").read_text(encoding="utf-8").splitlines()


def test_a_line_says_who_asked_what_and_on_what_it_rests(tmp_path, answered):
    """Every question, query, evidence uids and answer digest are in the log."""
    audit.record(tmp_path, "nora", plain_answer(answered))
    line = json.loads(lines(tmp_path)[0])
    assert line["asker"] == "nora"
    assert line["question"] == answered.question
    assert line["queries"][0]["cypher"] == answered.queries[0].cypher
    assert "arn:aws:rds:eu-west-1:012345671234:db:reports-db" in line["evidence"]
    assert line["digest"] == audit.digest(plain_answer(answered))


def test_many_writers_make_one_chain(tmp_path):
    """Writers take turns; no line is lost and each follows the one before."""
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: audit.write(tmp_path, {"what": n}), range(64)))
    assert audit.verify(tmp_path) == (64, "")


@pytest.mark.parametrize("harm", ["changed", "removed", "inserted", "cut"])
def test_a_line_that_was_tampered_with_is_found(tmp_path, harm):
    """Changed, removed and inserted lines break the chain."""
    for n in range(5):
        audit.write(tmp_path, {"what": n})
    held = lines(tmp_path)
    match harm:
        case "changed":
            held[2] = held[2].replace('"what":2', '"what":7')
        case "removed":
            del held[2]
        case "inserted":
            held.insert(2, held[1])
        case _:
            held[3] = held[3][:20]
    (tmp_path / "audit.jsonl").write_text("\n".join(held) + "\n", encoding="utf-8")
    assert audit.verify(tmp_path)[1] != ""


def test_what_cannot_be_logged_is_not_answered(tmp_path, answered):
    """If the log cannot be written, the answer is not given."""
    (tmp_path / "audit.jsonl").mkdir()
    with pytest.raises(Misconfigured, match="audit log"):
        audit.record(tmp_path, "", plain_answer(answered))


def test_an_empty_log_is_whole(tmp_path):
    """Before the first question there is nothing to verify."""
    assert audit.verify(tmp_path) == (0, "")
