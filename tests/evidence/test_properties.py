"""Whatever is written, and whatever was retrieved: the check never fails, and lets nothing through that is not there."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.truth.estate import ASKED, SEEN, estate
from benchmarks.truth.mutation import filled_by, values
from benchmarks.truth.wordings import CLUSTER, DENOMINATOR, DIRECTION, NAME, NEGATION, NUMBER
from evidence.check import check
from evidence.checked import Level, Status
from evidence.evidence import Item, Question
from graph.record import Known, Neighbour, Record, Uid
from graph.result import ColumnMeaning, Filter, Result

QUESTION = Question("What about it?", ASKED)
WORLD = estate(12, 2)
ITEMS = WORLD.items()
FIGURE = re.compile(r"\{(replicas|storage|size|iops|backup)\}")
names = st.sampled_from(["alpha", "alpha-1", "beta", "x/y:1", "10.0.0.1", "prod", "", "ünïcode", "7"])
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    names,
    st.datetimes(timezones=st.just(UTC)),
    st.lists(names, max_size=3),
)
fields = st.dictionaries(
    st.sampled_from(
        [
            "replicas",
            "readyReplicas",
            "state",
            "sizeGiB",
            "usedShare",
            "at",
            "subject",
            "owner",
            "x",
            "createdAt",
        ]
    ),
    scalars,
    max_size=5,
)
words = st.lists(
    st.sampled_from(
        [
            *"the a 2 3 of replicas ready is not alpha beta and, no all 50 % GiB in since yesterday has more than twice as".split(),
            "- ",
            "\n\n",
            "| a | b |\n|--|--|\n",
            "`x`",
            "[r1]",
            "[2-9]",
            "**",
            "```",
            "so it may",
            "# ",
        ]
    ),
    max_size=25,
)


@st.composite
def items(draw):
    found = []
    for i in range(draw(st.integers(0, 3))):
        relations = (
            Neighbour("OWNED_BY", draw(st.sampled_from(["in", "out"])), "Team", draw(names), Uid("t")),
        )
        record = Record(
            Uid(f"u{i}"),
            draw(st.sampled_from(["Deployment", "Change", "Volume", "Xyz"])),
            draw(names),
            draw(fields),
        )
        found.append(Item(f"r{i + 1}", Known(record, SEEN, relations=relations)))
    rows = tuple((n, draw(scalars)) for n in draw(st.lists(names, max_size=3)))
    where = (Filter("state", draw(st.sampled_from(["=", "<", "!="])), draw(scalars)),)
    result = Result(
        "",
        "Volume",
        (ColumnMeaning("name"), ColumnMeaning("sizeGiB")),
        rows,
        draw(st.integers(0, 5)),
        SEEN,
        draw(st.booleans()),
        where=where,
        population=draw(st.none() | st.integers(0, 9)),
    )
    return (*found, Item("q1", result))


@given(st.one_of(st.text(max_size=120), words.map(" ".join)), items())
@settings(max_examples=150, deadline=None)
def test_no_draft_and_no_evidence_make_it_fail(draft, evidence):
    """It never raises, and what it says of itself agrees with itself."""
    found = check(draft, evidence, QUESTION)

    assert (found.status is Status.ANSWERED) == bool(found.citations)
    assert [c.number for c in found.citations] == list(range(1, len(found.citations) + 1))
    assert found.text or found.status is Status.WITHHELD


def said_of(known):
    """The wordings that a record fills."""
    chosen = dict.fromkeys((*NUMBER, *NAME, *DIRECTION, *NEGATION, *CLUSTER, *DENOMINATOR))
    return [w for w in chosen if known in filled_by(w, WORLD)]


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_sentence_with_words_lost_doubled_or_moved_never_makes_it_fail(data):
    """What nearly says something is read by the same rules: none of them trusts what stands around it."""
    said = data.draw(drafts()).split()
    for _ in range(data.draw(st.integers(1, 4))):
        at, other = (data.draw(st.integers(0, max(0, len(said) - 1))) for _ in range(2))
        piece = [
            *said[other : other + 1],
            *data.draw(st.sampled_from(([], [","], ["which"], ["not"], ["of"], ["as"], ["than"]))),
        ]
        said = data.draw(
            st.sampled_from((said[:at] + said[at + 1 :], said[:at] + piece + said[at:], said[:at], said[at:]))
        )
    found = check(" ".join(said), ITEMS, QUESTION)

    assert (found.status is Status.ANSWERED) == bool(found.citations)


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=4), st.data())
@settings(max_examples=60, deadline=None)
def test_no_figure_or_name_passes_that_no_cited_passage_holds(numbers, data):
    """A sentence with any other number than the record's own never stays."""
    known = data.draw(st.sampled_from(WORLD.records))
    wording = data.draw(st.sampled_from([w for w in said_of(known) if FIGURE.search(w)]))
    own = values(known)
    slot = FIGURE.search(wording)[1]
    wrong = str(numbers[0])
    found = check(wording.format(**{**own, slot: wrong}), ITEMS, QUESTION)

    assert wrong == own[slot] or not found.text


def drafts():
    sentences = [w.format(**values(k)) for k in WORLD.records for w in said_of(k)]
    return st.lists(st.sampled_from(sentences), min_size=1, max_size=4).map(" ".join)


def bare(text):
    return re.sub(r" ?\[\d+\]", "", text)


@given(drafts())
@settings(max_examples=40, deadline=None)
def test_what_stays_stays_when_checked_again(draft):
    """Idempotent: the checked text is its own checked text."""
    once = check(draft, ITEMS, QUESTION).text

    assert once == check(once, ITEMS, QUESTION).text


@given(drafts(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_the_order_of_the_evidence_changes_only_numbers(draft, random):
    """Nothing is carried because of where it stands in the list."""
    shuffled = list(ITEMS)
    random.shuffle(shuffled)

    assert bare(check(draft, ITEMS, QUESTION).text) == bare(check(draft, shuffled, QUESTION).text)


@given(drafts(), st.integers(0, len(ITEMS) - 1))
@settings(max_examples=40, deadline=None)
def test_less_evidence_never_carries_more(draft, gone):
    """Taking an item away lets no sentence stay that did not."""
    fewer = [i for n, i in enumerate(ITEMS) if n != gone]

    assert len(check(draft, fewer, QUESTION).text) <= len(check(draft, ITEMS, QUESTION).text)


def test_old_evidence_is_never_of_high_confidence():
    """K1, T1."""
    known = WORLD.records[0]
    old = Known(known.record, ASKED - timedelta(days=3), relations=known.relations)
    found = check(
        f"{known.record.name} has {values(known)['replicas']} replicas.",
        [Item("r1", old, timedelta(hours=24))],
        QUESTION,
    )

    assert Level.MODERATE is found.confidence.level


def test_the_check_has_no_clock():
    """The same input, asked at another time, is another question; the same at the same time is the same answer."""
    asked = Question("?", datetime(2031, 1, 1, tzinfo=UTC))

    assert check("x is 5.", ITEMS, asked) == check("x is 5.", ITEMS, asked)


@pytest.mark.parametrize(
    "draft", ["alpha, beta,", "The last run, 55 minutes ago,", "a,", ", ,", "not one of", "between"]
)
def test_a_sentence_that_breaks_off_is_read_to_its_end(draft):
    """What a sentence leaves open is not looked for past its end."""
    assert check(draft, ITEMS, QUESTION).status is Status.WITHHELD
