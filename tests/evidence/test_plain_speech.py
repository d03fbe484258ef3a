"""Everyday speech put in plain words before it is judged: nothing is claimed that was not, and nothing is dropped."""

from datetime import UTC, datetime

import pytest

from evidence.idiom import plainly
from evidence.subjectless import subjectless
from evidence.telegram import TOLD, the_rest
from evidence.token import tokens

ASKED = datetime(2027, 1, 1, tzinfo=UTC)
NAMES = frozenset("app-a app-b us-east-1".split())


def words(text):
    return tokens(text, NAMES, ASKED).tokens


def told(found):
    return " ".join(t.text for t in found)


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("not a single bucket is public", "no bucket is public"),
        ("it does not get rotated", "it is not rotated"),
        ("FYI: tracing is switched off", "tracing is disabled"),
        ("there have not been any deletions", "there have been no deletions"),
        ("the p95 latency", "the 95th percentile latency"),
        ("we run four types", "there are four types"),
        ("it costs $3 a month", "it costs $3 per month"),
    ],
)
def test_a_set_phrase_is_told_plainly(said, plain):
    """C3: what is judged is what the phrase claims."""
    assert plain == told(plainly(words(said)))


@pytest.mark.parametrize(
    "said", ["app-a is up", "it is not public", "all but one is ready", "it turned blue today"]
)
def test_what_is_plain_stays_as_it_is(said):
    """A phrase is only exchanged where it is wholly there."""
    assert said == told(plainly(words(said)))


def test_all_but_one_of_four_are_three():
    """F12: the figure is what the words add up to."""
    figure = next(t.figure for t in plainly(words("all but one of the four pods are ready")) if t.figure)

    assert (3, "one") == (figure.value, figure.text)


def test_the_rest_is_what_the_shares_leave():
    """F12: 60 % and 30 % leave 10 %."""
    found = the_rest(words("60 % are on app-a , 30 % on app-b and the rest on us-east-1"))

    assert found is not None
    assert [60, 30, 10] == [int(t.figure.value) for t in found if t.figure]


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Traffic from app-a ends up in app-b", "app-a routes to app-b"),
        ("Encryption is missing on 4 volumes", "4 volumes have no Encryption"),
        ("Nobody has used app-a for a year", "app-a has not been used for a year"),
        ("Outside us-east-1 we have 10 pods", "10 pods are not in us-east-1"),
    ],
)
def test_a_roundabout_sentence_is_told_plainly(said, plain):
    """Who does what to whom stays the same."""
    found = [made for rule in TOLD if (made := rule(words(said))) is not None]

    assert [plain] == [told(f) for f in found]


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Runs in us-east-1 , owned by app-a", "it Runs in us-east-1 , is owned by app-a"),
        ("It has 3 replicas , built from app-a", "It has 3 replicas , is built from app-a"),
        (
            "Deployment in us-east-1 , 6 replicas",
            "it is a Deployment in us-east-1 , 6 replicas",
        ),
    ],
)
def test_a_subject_that_is_left_out_is_what_is_spoken_of(said, plain):
    """W6: the fragment speaks of what "it" does."""
    found = subjectless(words(said))

    assert found is not None
    assert plain == told(found)


@pytest.mark.parametrize("said", ["app-a runs in us-east-1", "In us-east-1 , app-a is up", "Replicas : 3"])
def test_a_sentence_with_a_subject_stays_as_it_is(said):
    """W6: nothing is put where a subject stands."""
    assert subjectless(words(said)) is None
