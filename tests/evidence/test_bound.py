"""The check returns within a bound for any text: measured in calls of functions, which are the same on every machine."""

import sys
from collections.abc import Mapping
from types import FrameType
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from evidence import case
from evidence.check import check
from evidence.judgement import LONGEST

ESTATE: Mapping[str, Any] = {
    "records": [
        {
            "handle": f"r{n}",
            "uid": f"u{n}",
            "kind": "Deployment",
            "name": name,
            "observedAt": "2026-11-30T11:00:00Z",
            "fields": {"replicas": n, "readyReplicas": 2, "cluster": "prod", "ready": n == 2},
            "relations": [{"type": "DEPENDS_ON", "direction": "out", "kind": "RDSInstance", "name": "orders-db"}],
        }
        for n, name in enumerate(("cart", "cart-api", "billing"), start=1)
    ]
}  # fmt: skip
PIECES = """cart|cart-api|billing|orders-db|and|or|but|,|;|which|that|who|of|the|both|all of|half of|none of|the other|its|their|it|
the one in prod|depends on|has|have|is|are|was|ready|not|replicas|2|3|of 3|12 of|40 %|more than|fewer|than|most|in prod|since|ago|
yesterday|at 11:00|2026-11-30|from 2 to 3|respectively|each|while|whereas|(|)|“|”|:|as|so|because|deployment|deployments|database""".replace(
    "\n", ""
).split("|")
MOST_CALLS = 2_500
"""Of functions, for a word of the longest sentence that is judged: such a sentence takes well under a second."""


def calls(draft: str) -> int:
    """Calls that judging the draft takes."""
    given_ = {
        "question": "how is cart?",
        "askedAt": "2026-11-30T12:00:00Z",
        "draft": draft,
        "evidence": ESTATE,
    }
    read = case.read(given_)
    counted = 0

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal counted
        counted += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        check(read.draft, read.items, read.question)
    finally:
        sys.setprofile(before)
    return counted


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=20), st.integers(1, 60))
@settings(max_examples=60, deadline=None)
def test_no_sentence_takes_longer_than_its_bound(pieces: list[str], times: int) -> None:
    """However its words are put together, and however often they are repeated."""
    draft = " ".join(pieces * times) + "."
    words = min(len(draft.split()) * 2, LONGEST)

    assert calls(draft) < MOST_CALLS * max(words, 40)


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=12))
@settings(max_examples=15, deadline=None)
def test_many_sentences_take_as_many_times_as_long(pieces: list[str]) -> None:
    """What came before makes no sentence slower than so much."""
    one = " ".join(pieces).capitalize() + ".\n\n"

    assert calls(one * 40) < 40 * (calls(one * 2) + 2_000)


def test_a_sentence_too_long_to_be_judged_is_removed_and_says_so() -> None:
    """Nobody is left to guess why."""
    draft = "cart has 1 replica. " + "cart is ready, and " * LONGEST + "it has 1 replica."
    read = case.read(
        {"question": "how is cart?", "askedAt": "2026-11-30T12:00:00Z", "draft": draft, "evidence": ESTATE}
    )
    out = check(read.draft, read.items, read.question)

    assert out.text.startswith("cart has 1 replica")
    assert [str(LONGEST) in r.reason for r in out.badge.removed_sentences] == [True]
