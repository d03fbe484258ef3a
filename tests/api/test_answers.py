"""Answers are kept exactly as given, and only those who may see them do."""

from dataclasses import replace
from datetime import timedelta

from api import answers
from api.access import Asker
from api.plain import plain_answer
from graph.query import Within

ANYBODY = Asker()
LIMITED = Asker("nora", Within(namespace=("shop",)))


def test_a_kept_answer_is_found_as_it_was_given(tmp_path, answered):
    """A permalink shows the answer that was given, not one made anew."""
    answers.keep(tmp_path, plain_answer(answered), "")
    assert answers.find(tmp_path, answered.id, ANYBODY) == plain_answer(answered)


def test_an_unknown_or_hostile_id_finds_nothing(tmp_path, answered):
    """An id is letters, digits and hyphens; a path is none."""
    answers.keep(tmp_path, plain_answer(answered), "")
    assert answers.find(tmp_path, "0000", ANYBODY) is None
    assert answers.find(tmp_path, "../answers/x", ANYBODY) is None
    assert answers.find(tmp_path, "*", ANYBODY) is None


def test_answers_are_listed_newest_first_page_by_page(tmp_path, answered):
    """Each page begins where the one before ended."""
    for n in range(5):
        given = replace(answered, id=f"answer-{n}", asked_at=answered.asked_at + timedelta(minutes=n))
        answers.keep(tmp_path, plain_answer(given), "")
    first = answers.recent(tmp_path, ANYBODY, first=2)
    second = answers.recent(tmp_path, ANYBODY, first=2, after=first.more)
    last = answers.recent(tmp_path, ANYBODY, first=2, after=second.more)
    assert [a["id"] for p in (first, second, last) for a in p.answers] == [
        f"answer-{n}" for n in (4, 3, 2, 1, 0)
    ]
    assert last.more == ""


def test_whoever_is_limited_sees_only_their_own_answers(tmp_path, answered):
    """Others' answers hold records of other places: nothing outside a restriction shows."""
    answers.keep(tmp_path, plain_answer(answered), "somebody-else")
    own = replace(answered, id="own-answer")
    answers.keep(tmp_path, plain_answer(own), "nora")
    assert answers.find(tmp_path, answered.id, LIMITED) is None
    assert [a["id"] for a in answers.recent(tmp_path, LIMITED).answers] == ["own-answer"]
