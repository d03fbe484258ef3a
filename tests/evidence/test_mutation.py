"""Generated sentences in many wordings: no false twin of any kind stays as fact, and nearly all that is true does."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.truth import wordings
from benchmarks.truth.estate import ASKED, estate
from benchmarks.truth.mutation import MUTATIONS, SLOT
from benchmarks.truth.soundness import soundness, stays
from evidence import index
from evidence.check import check
from evidence.evidence import Item, Question
from graph.record import Known, Record, Uid

SEEN = ASKED - timedelta(minutes=5)


@pytest.mark.parametrize("seed", [11, 23])
def test_no_false_twin_of_any_kind_stays(seed):
    """Numbers, units, names, directions, negations, denominators, windows, strong words, places, "all", others' figures, old evidence."""
    found = soundness(40, seed)

    assert {t.kind: [] for t in found} == {t.kind: t.stayed for t in found}
    assert {} == {t.kind: t.lost for t in found if t.kept < 0.97}


def test_every_kind_of_mutation_has_twenty_wordings():
    """A kind that is tried in few wordings says little."""
    counts = {kind: len(set(chosen)) for kind, (chosen, _) in MUTATIONS.items()}

    assert {} == {kind: n for kind, n in counts.items() if n < 20}
    assert len(set(wordings.STALE)) == 20


@given(st.sampled_from([(k, w) for k, (chosen, _) in MUTATIONS.items() for w in chosen]))
@settings(max_examples=20, deadline=None)
def test_a_wording_holds_something_to_mutate(pair):
    """A wording without a slot that its kind turns would be its own twin."""
    kind, wording = pair

    assert len(SLOT.findall(wording)) >= 1, kind


def database(**fields):
    record = Record(Uid("db://1"), "RDSInstance", "orders-db", {"allocatedStorageGiB": 20, **fields})
    return [Item("r1", Known(record, SEEN))]


@pytest.mark.parametrize("word", ["over-provisioned", "under-provisioned", "over-allocated"])
def test_a_word_that_over_or_under_leads_is_another_word(word):
    """S1: "provisioned" says nothing that an amount of storage does not; "over-provisioned" does."""
    assert stays("The provisioned database orders-db has 20 GiB of storage.", database())
    assert not stays(f"The {word} database orders-db has 20 GiB of storage.", database())


def workload(ready, **fields):
    record = Record(
        Uid("k8s://north/apps/Deployment/shop/cart"),
        "Deployment",
        "cart",
        {"cluster": "north", "namespace": "shop", "replicas": 14, "readyReplicas": ready, **fields},
    )
    return [Item("r1", Known(record, SEEN))]


@pytest.mark.parametrize(
    ("ready", "sentence", "kept"),
    [
        (9, "Most of the 14 replicas of cart are ready.", True),
        (7, "Most of the 14 replicas of cart are ready.", False),
        (9, "Most of the 12 replicas of cart are ready.", False),
        (9, "Not all of the 14 replicas of cart are ready.", True),
        (14, "Not all of the 14 replicas of cart are ready.", False),
        (9, "Not all of the 13 replicas of cart are ready.", False),
        (9, "9 of the 14 replicas of cart in north are ready.", True),
        (9, "9 of the 14 replicas of cart in the cluster north are ready.", True),
        (9, "9 of the 14 replicas of cart in south are ready.", False),
        (9, "9 of the 14 replicas of cart in shop are not ready.", False),
        (11, "3 of the 14 replicas of cart are not ready.", True),
        (11, "Not 3 of the 14 replicas of cart are ready.", False),
    ],
)
def test_a_part_of_a_named_whole_is_read_with_its_quantifier_and_place(ready, sentence, kept):
    """F4, F9: the whole is a figure of its own, and where it is may stand between the two."""
    assert kept is stays(sentence, workload(ready))


def test_a_record_read_again_says_what_it_says_now():
    """What is kept of a record is kept by its content: the next look finds the next value."""
    said = "{} of the 14 replicas of cart are ready."

    assert [stays(said.format(n), workload(n)) for n in (3, 4, 3)] == [True, True, True]
    assert not stays(said.format(3), workload(4))
    assert stays("cart is enabled.", workload(3, enabled=True)) != stays(
        "cart is enabled.", workload(3, enabled=1)
    )


def test_a_record_read_again_under_another_handle_is_cited_under_that():
    """Handles are of a question; content is not."""
    asked = Question("?", datetime(2027, 5, 4, 10, tzinfo=UTC))
    known = workload(3)[0].held
    cited = [
        [
            c.handle
            for c in check("3 of the 14 replicas of cart are ready.", [Item(handle, known)], asked).citations
        ]
        for handle in ("r1", "r9", "r1")
    ]

    assert [["r1"], ["r9"], ["r1"]] == cited


def test_two_checks_of_large_evidence_know_each_record():
    """The second check of equal records, read anew, finds the facts of the first."""
    index.forget()
    first, second = (index.index(estate(30, 2).items()) for _ in range(2))
    view, again = (found.of_handle["r1"][0] for found in (first, second))

    assert view.facts is again.facts


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("The messages in flight of orders are 0.", True),
        ("The messages in flight of orders are not 0.", False),
        ("The messages in flight of orders isn't zero.", False),
        ("orders does not have 0 messages in flight.", False),
        ("orders has no messages in flight.", True),
        ("No messages of orders are in flight.", True),
    ],
)
def test_not_none_is_not_none(sentence, kept):
    """W3: what a "not" denies stands behind it; a zero denied is not a zero said in other words."""
    record = Record(Uid("sqs://orders"), "SQSQueue", "orders", {"messagesInFlight": 0, "messages": 0})

    assert kept is stays(sentence, [Item("r1", Known(record, SEEN))])
