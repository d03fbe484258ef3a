"""Questions over a real graph: every row, figure and refusal is compared with what plain code finds in the estate."""

from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from assistant.answer import Answer, AnswerStatus
from assistant.ask import answer
from evidence.table import Table
from graph.store import Store
from tests.questions.expected import matching

Held = dict[str, Any]
QUESTIONS: list[Held] = [
    {**entry, "question": text}
    for file in sorted((Path(__file__).parent.parent / "questions").glob("*.yaml"))
    for entry in yaml.safe_load(file.read_text(encoding="utf-8"))
    for text in entry.get("questions", [entry.get("question")])
]


def test_every_question_is_a_question_of_its_own() -> None:
    """No question of the set is there twice."""
    texts = [q["question"] for q in QUESTIONS]
    assert [t for t, n in Counter(texts).items() if n > 1] == []


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda e: e["question"])
def test_the_answer_is_what_the_estate_holds(
    entry: Held, observed: Store, records: list[Held], now: datetime
) -> None:
    """Rows, counts, groups, words and refusals are those that the data gives; nothing of a composed draft is removed."""
    given = answer(observed, entry["question"], now=now)
    if "decline" in entry:
        _declined(entry, given)
        return
    assert given.status is AnswerStatus.ANSWERED, (given.decline, given.badge.removed_sentences)
    assert given.badge.removed_sentences == ()
    _rows(entry, given, records, now)
    _figures(entry, given, records, now)
    for words in entry.get("says", ()):
        assert words in given.text
    for words in entry.get("notes", ()):
        assert any(words in n.text for n in given.notes), given.notes


def _declined(entry: Held, given: Answer) -> None:
    assert given.decline is not None, given.text
    assert given.decline.type.value == entry["decline"], given.decline.message
    assert {c.name for c in given.closest_matches} >= set(entry.get("closest", ()))
    for words in entry.get("message", ()):
        assert words in given.decline.message


def _rows(entry: Held, given: Answer, records: list[Held], now: datetime) -> None:
    if "rows" not in entry:
        return
    expected = {r["name"] for r in matching(entry["rows"], records, now)}
    tables = [b for b in given.blocks if isinstance(b, Table)]
    found = {row.cells[0].text for t in tables for row in t.rows}
    if expected and not tables:
        assert all(name in given.text for name in expected), given.text
    else:
        assert found == expected


def _figures(entry: Held, given: Answer, records: list[Held], now: datetime) -> None:
    if "count" in entry:
        expected = len(matching(entry["count"], records, now))
        assert str(expected) in given.text.split() or (expected == 0 and "No " in given.text), given.text
    if "groups" in entry:
        asked = entry["groups"]
        groups: Counter[str] = Counter()
        for record in matching(asked, records, now):
            groups[str(record.get(asked["by"]))] += record.get(asked.get("sum", ""), 1) or 0
        table = next(b for b in given.blocks if isinstance(b, Table))
        found = {r.cells[0].text: int(r.cells[-1].text.split()[0]) for r in table.rows}
        assert found == dict(groups.most_common(asked.get("first")))
    if "figure" in entry:
        assert str(_measured(entry["figure"], records, now)) in given.text


def _measured(asked: Held, records: list[Held], now: datetime) -> str:
    values = [r[asked["field"]] for r in matching(asked, records, now)]
    found = {"sum": sum, "max": max, "min": min, "average": lambda v: sum(v) / len(v)}[asked["measure"]](
        values
    )
    return f"{found:.1f}".removesuffix(".0")
