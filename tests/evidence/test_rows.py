"""What others reported of citations, figures and sentences, each in the smallest draft that shows it (CIT, NUM, SEN)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from evidence import case
from evidence.check import check
from evidence.checked import Checked, Status

ASKED_AT = "2026-11-30T12:00:00Z"
READ_AT = "2026-11-30T11:40:00Z"


def record(handle: str, name: str, *, kind: str = "Deployment", **fields: Any) -> Mapping[str, Any]:
    """One record of these fields, read a little before the question."""
    return {
        "handle": handle,
        "uid": f"{kind}/{name}",
        "kind": kind,
        "name": name,
        "observedAt": READ_AT,
        "fields": fields,
    }


def checked(draft: str, *records: Mapping[str, Any], names: Sequence[str] = ()) -> Checked:
    """The verdict on a draft, asked about these records."""
    given = {
        "question": "What is there to know?",
        "askedAt": ASKED_AT,
        "names": list(names),
        "evidence": {"records": list(records)},
        "draft": draft,
    }
    read = case.read(given)
    return check(read.draft, read.items, read.question)


def stays(draft: str, *records: Mapping[str, Any]) -> bool:
    """Whether the whole draft is read out as fact."""
    out = checked(draft, *records)
    return out.status is Status.ANSWERED and not out.badge.removed and not out.badge.replaced


def cards(out: Checked) -> list[str]:
    """The handles behind the numbers, from 1."""
    return [c.handle for c in out.citations]


def markers(text: str) -> list[int]:
    """The numbers of all markers outside code, in order."""
    return [
        int(n)
        for n in re.findall(r"\[(\d+)\]", re.sub(r"```.*?```|`[^`]*`|\]\([^)]*\)", "", text, flags=re.DOTALL))
    ]


QUEUE = record("r1", "order-queue", kind="Deployment", replicas=5)
FIVE = [
    record(f"r{n}", f"node-{word}", kind="Node", cpuCores=8)
    for n, word in enumerate(("a", "b", "c", "d", "e"), 1)
]


# CIT


@pytest.mark.parametrize("code", ["arr[1]", "items[0].name", ".[2]"])
def test_brackets_in_inline_code_are_code(code: str) -> None:
    """CIT-01: an index in code is left as it is and cites nothing."""
    out = checked(f"The path of order-queue is `{code}` [r1].", record("r1", "order-queue", path=code))

    assert f"The path of order-queue is `{code}` [1]." == out.text
    assert [1] == markers(out.text)


def test_brackets_in_a_code_block_are_code() -> None:
    """CIT-01: no marker is put into a block of code, nor taken out of one."""
    block = "```\nfirst = arr[1]\n```"
    out = checked(f"order-queue has 5 replicas [r1].\n\n{block}", QUEUE)

    assert f"order-queue has 5 replicas [1].\n\n{block}" == out.text
    assert ["r1"] == cards(out)


def test_the_target_of_a_link_is_no_marker() -> None:
    """CIT-01: a link whose address is in the evidence stays whole, brackets and all."""
    link = "[order](https://git.acme.example/order?tab[1])"
    repository = record(
        "r1", "order", kind="Repository", url="https://git.acme.example/order?tab[1]", defaultBranch="main"
    )
    out = checked(f"The URL of order is {link} [r1].", repository)

    assert f"The URL of order is {link} [1]." == out.text


@pytest.mark.parametrize(
    "marker", ["[r81]", "[81]", "[r81][r1]", "[Summary of order-queue]", "[r]", "[]", "[^1]", "【1】"]
)
def test_a_marker_with_nothing_behind_it_is_never_shown(marker: str) -> None:
    """CIT-02: what is shown in brackets is the number of a card, and nothing else."""
    out = checked(f"order-queue has 5 replicas {marker}.", QUEUE)

    assert out.text in ("", "order-queue has 5 replicas [1].")
    assert set(markers(out.text)) <= {c.number for c in out.citations}


@pytest.mark.parametrize("marker", ["[81]", "[r81]"])
def test_a_marker_past_the_end_lends_no_weight(marker: str) -> None:
    """CIT-02: a claim that no record carries goes, whatever number stands behind it."""
    out = checked(f"order-queue has 9 replicas {marker}.", QUEUE)

    assert Status.WITHHELD is out.status
    assert ("9",) == out.unverified


@pytest.mark.parametrize(
    "marker",
    ["[r1, r2]", "[r1][r2]", "[r1,r2]", "[r1] [r2]", "[r1-r2]", "[r1–r2]", "[1, 2]", "[1][2]", "[1-2]"],
)
def test_joined_markers_are_taken_apart(marker: str) -> None:
    """CIT-03: however they are written, what is shown is one bracket a card."""
    out = checked(f"node-a and node-b have 8 CPU cores each {marker}.", *FIVE)

    assert "node-a and node-b have 8 CPU cores each [1][2]." == out.text
    assert ["r1", "r2"] == cards(out)


def test_a_range_of_markers_holds_what_lies_between() -> None:
    """CIT-03: `[r3-r5]` is three hints, so none of its sentences has moved."""
    out = checked("node-c, node-d and node-e have 8 CPU cores each [r3-r5].", *FIVE)

    assert "node-c, node-d and node-e have 8 CPU cores each [1][2][3]." == out.text
    assert ["r3", "r4", "r5"] == cards(out)
    assert 0 == out.badge.moved


def test_the_bad_member_of_a_group_is_named() -> None:
    """CIT-03: two good ones carry the sentence; the note says which one was nothing."""
    out = checked("node-a and node-b have 8 CPU cores each [r1,r2,r9].", *FIVE)

    assert "node-a and node-b have 8 CPU cores each [1][2]." == out.text
    assert ["r9"] == [word for n in out.notes for word in re.findall(r"\br\d+\b", n.text)]


def test_four_claims_of_one_record_have_one_card() -> None:
    """CIT-04: one record, one number, however often it is cited."""
    database = record(
        "r1",
        "orders-db",
        kind="RDSInstance",
        allocatedStorageGiB=500,
        multiAz=True,
        encrypted=True,
        backupRetentionDays=7,
    )
    out = checked(
        "orders-db has 500 GiB of allocated storage [r1]. It is Multi-AZ [r1]. It is encrypted [r1]. "
        "Its backup retention is 7 days [r1].",
        database,
    )

    assert ["r1"] == cards(out)
    assert [1, 1, 1, 1] == markers(out.text)
    assert {"allocatedStorageGiB", "multiAz", "encrypted", "backupRetentionDays"} <= {
        p.field for p in out.citations[0].passages
    }


# NUM


@pytest.mark.parametrize("written", ["1,200", "1200", "1.2k", "1 200", "1\N{NARROW NO-BREAK SPACE}200"])
def test_one_number_has_many_spellings(written: str) -> None:
    """NUM-01: separators and k say the same."""
    assert stays(f"orders has {written} messages.", record("r1", "orders", kind="SQSQueue", messages=1200))


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("85 %", True),
        ("85%", True),
        ("85.2 %", True),
        ("85.19 %", True),
        ("86 %", False),
        ("85.1 %", False),
        ("85.20 %", False),
    ],
)
def test_rounding_is_right_or_it_is_wrong(written: str, right: bool) -> None:
    """NUM-01: 85.19 is 85 and 85.2, to the places written."""
    assert right is stays(
        f"{written} of disk-1 is used.", record("r1", "disk-1", kind="Volume", usedShare=0.8519)
    )


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("8,234", True),
        ("8,000", False),
        ("about 8,000", True),
        ("about 7,000", False),
        ("over 8,000", True),
        ("over 8,234", False),
        ("at least 8,234", True),
        ("fewer than 8,000", False),
    ],
)
def test_a_round_number_needs_a_word_that_says_so(written: str, right: bool) -> None:
    """NUM-01: 8,234 is not 8,000, unless "about" is said."""
    assert right is stays(
        f"logs has {written} objects.", record("r1", "logs", kind="S3Bucket", objectCount=8234)
    )


NAMED = record(
    "r1",
    "edge-gate",
    kind="Gateway",
    chartVersion="v1.2.3",
    address="10.2.0.4",
    cidr="10.0.0.0/16",
    hostPort="edge.acme.example:8443",
    instanceId="i-0abc12",
    account="012345671234",
)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("The chart version of edge-gate is v1.2.3.", "The chart version of edge-gate is v1.2.4."),
        ("The address of edge-gate is 10.2.0.4.", "The address of edge-gate is 10.2.0.40."),
        ("The CIDR of edge-gate is 10.0.0.0/16.", "The CIDR of edge-gate is 10.0.0.0/8."),
        (
            "The host port of edge-gate is edge.acme.example:8443.",
            "The host port of edge-gate is edge.acme.example:443.",
        ),
        ("The instance id of edge-gate is i-0abc12.", "The instance id of edge-gate is i-0abc1."),
        ("edge-gate is in the account 012345671234.", "edge-gate is in the account 12345671234."),
    ],
)
def test_an_identifier_is_no_figure(right: str, wrong: str) -> None:
    """NUM-02: ids, addresses and versions are compared whole and never split into digits."""
    assert stays(right, NAMED)
    assert not stays(wrong, NAMED)


@pytest.mark.parametrize(
    "sentence",
    [
        "The address of edge-gate is 10.2.0.4.",
        "The CIDR of edge-gate is 10.0.0.0/16.",
        "The host port of edge-gate is edge.acme.example:8443.",
        "The instance id of edge-gate is i-0abc12.",
        "edge-gate is in the account 012345671234.",
    ],
)
def test_an_identifier_is_not_counted_as_a_figure(sentence: str) -> None:
    """NUM-02: nothing in it was checked as a number."""
    assert 0 == checked(sentence, NAMED).badge.checked


def test_a_date_is_one_figure() -> None:
    """NUM-02: 2026-05-04 is not three numbers."""
    out = checked(
        "orders-db was created on 2026-05-04.",
        record("r1", "orders-db", kind="RDSInstance", createdAt="2026-05-04T08:00:00Z"),
    )

    assert ("2026-05-04",) == out.badge.figures


def test_a_place_in_an_order_is_no_count() -> None:
    """NUM-02, NUM-04: "the 3rd" claims no three of anything; where it goes, no figure is named."""
    out = checked("The 2nd and 3rd replicas of order-queue are slow.", QUEUE)

    assert Status.WITHHELD is out.status
    assert () == out.unverified


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("16 GB", True),
        ("16 GiB", False),
        ("14.9 GiB", True),
        ("15 GiB", True),
        ("15 GB", False),
        ("16,000 MB", True),
        ("16,000 MiB", False),
        ("16 TB", False),
    ],
)
def test_decimal_and_binary_units_are_two(written: str, right: bool) -> None:
    """NUM-03: 16,000,000,000 bytes are 16 GB and 14.9 GiB."""
    assert right is stays(
        f"disk-1 is {written} in size.", record("r1", "disk-1", kind="Volume", sizeBytes=16_000_000_000)
    )


SET = record("r1", "order-api", replicas=5, readyReplicas=3)
SCALER = record("r2", "order-hpa", kind="HorizontalPodAutoscaler", minReplicas=3, maxReplicas=5)


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ("Three of five replicas of order-api are ready.", True),
        ("Three of the five replicas of order-api are ready.", True),
        ("Five of three replicas of order-api are ready.", False),
        ("Three of six replicas of order-api are ready.", False),
        ("Two of five replicas of order-api are ready.", False),
        ("A dozen replicas of order-api are ready.", False),
        ("order-hpa allows 3-5 replicas.", True),
        ("order-hpa allows 3–5 replicas.", True),
        ("order-hpa allows three to five replicas.", True),
        ("order-hpa allows 3-6 replicas.", False),
        ("order-hpa allows 2-5 replicas.", False),
    ],
)
def test_number_words_and_both_ends_of_a_range_are_figures(sentence: str, right: bool) -> None:
    """NUM-04: written numbers count as numbers, and a range has two ends."""
    assert right is stays(sentence, SET, SCALER)


def test_a_dozen_is_twelve() -> None:
    """NUM-04: as a number word, not as a manner of speaking."""
    assert stays("wide-api has a dozen replicas.", record("r1", "wide-api", replicas=12))


@pytest.mark.parametrize(
    ("field", "right"), [("usedShare", True), ("usedRatio", True), ("usedCores", False), ("weight", False)]
)
def test_half_is_fifty_percent_only_of_a_ratio(field: str, right: bool) -> None:
    """NUM-04: 0.5 cores are not 50 % of anything."""
    noun = re.sub(r"(?<!^)([A-Z])", lambda m: f" {m[1].lower()}", field)
    assert right is stays(
        f"The {noun} of disk-1 is 50 %.", record("r1", "disk-1", kind="Gauge", **{field: 0.5})
    )


# SEN


def test_dots_inside_names_end_no_sentence() -> None:
    """SEN-01: a file name, an address and "e.g." stand within one sentence; two are judged, and two go for want of evidence."""
    draft = "Node `app.v2.js` on 172.16.0.10 failed, e.g. on us-east-1a. Then it recovered."
    out = checked(draft, QUEUE)

    assert ["Node `app.v2.js` on 172.16.0.10 failed, e.g. on us-east-1a.", "Then it recovered."] == [
        s.text for s in out.badge.removed_sentences
    ]


def test_each_of_two_sentences_with_dots_stands_for_itself() -> None:
    """SEN-01: the first is carried and stays whole, the second goes alone."""
    node = record(
        "r1", "app.v2.js", kind="Node", status="failed", internalIp="172.16.0.10", zone="us-east-1a"
    )
    out = checked(
        "Node app.v2.js on 172.16.0.10 failed, i.e. in us-east-1a [r1]. Then it recovered [r1].", node
    )

    assert "Node app.v2.js on 172.16.0.10 failed, i.e. in us-east-1a [1]." == out.text
    assert ["Then it recovered."] == [s.text for s in out.badge.removed_sentences]
