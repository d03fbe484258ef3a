"""What holds of every draft over every estate: of records and results whose names, values and windows are near each other.

Where a property needs to know what is true, the truth is computed here from the records, never by the check.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidence import case
from evidence.check import check
from evidence.checked import Checked, Status

ASKED_AT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
NAMES = ("cart", "cart-1", "cart-11", "cart-api", "api", "shop/cart:1.2", "10.0.0.1", "ünder", "team-7")
KINDS = ("Deployment", "RDSInstance", "SQSQueue", "WindTurbine")
COUNTS = {
    "replicas": "replicas",
    "messages": "messages",
    "rotorBlades": "rotor blades",
    "restarts": "restarts",
}
PLACES = {"cluster": ("prod", "stage"), "namespace": ("shop", "shop-1")}

Estate = Mapping[str, Any]


def at(hours: float) -> str:
    """A time so many hours before the question."""
    return (ASKED_AT - timedelta(hours=hours)).isoformat()


counts = st.integers(0, 12) | st.sampled_from((37, 100, 1_000, 12_345))
wild = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.sampled_from(NAMES),
    st.lists(st.text(max_size=6), max_size=3),
    st.integers(-10_000, 10_000).map(at),
)


@st.composite
def plain_record(draw: st.DrawFn, number: int) -> dict[str, Any]:
    """A record with some counts, in a place, and the end of a relation."""
    fields: dict[str, Any] = {
        f: draw(counts) for f in draw(st.sets(st.sampled_from(sorted(COUNTS)), max_size=3))
    }
    fields |= {place: draw(st.sampled_from(values)) for place, values in PLACES.items()}
    relation = {
        "type": draw(st.sampled_from(("DEPENDS_ON", "OWNED_BY", "ROUTES_TO"))),
        "direction": draw(st.sampled_from(("in", "out"))),
        "kind": "Application",
        "name": draw(st.sampled_from(NAMES)),
    }
    return {
        "handle": f"r{number}",
        "uid": f"u{number}",
        "kind": draw(st.sampled_from(KINDS)),
        "name": draw(st.sampled_from(NAMES)),
        "observedAt": at(draw(st.integers(0, 40))),
        "fields": fields,
        "relations": [relation] if draw(st.booleans()) else [],
    }


@st.composite
def plain_estate(draw: st.DrawFn, least: int = 1) -> Estate:
    """Up to five records, their names unlike each other."""
    records = [draw(plain_record(n)) for n in range(1, draw(st.integers(least, 5)) + 1)]
    names = draw(st.permutations(NAMES))
    return {"records": [{**r, "name": n} for r, n in zip(records, names, strict=False)]}


@st.composite
def wild_result(draw: st.DrawFn, number: int) -> dict[str, Any]:
    """A result of any shape, as odd as a store could hand one over."""
    columns = draw(
        st.lists(
            st.sampled_from(("name", "count", "at", "sizeGiB", "x", "")), min_size=1, max_size=3, unique=True
        )
    )
    rows = draw(st.lists(st.tuples(*(wild for _ in columns)).map(list), max_size=3))
    return {
        "handle": f"q{number}",
        "of": draw(st.sampled_from((*KINDS, "Change", "Pod", "X"))),
        "columns": columns,
        "rows": rows,
        "measure": draw(st.sampled_from(("", "count", "average", "95th percentile", "odd"))),
        "where": draw(
            st.lists(
                st.fixed_dictionaries(
                    {
                        "field": st.sampled_from(("state", "")),
                        "op": st.sampled_from(("=", "<", ">=", "in", "?")),
                        "value": wild,
                    }
                ),
                max_size=2,
            )
        ),
        "within": draw(st.dictionaries(st.sampled_from(sorted(PLACES)), st.sampled_from(NAMES), max_size=2)),
        "window": draw(
            st.sampled_from(
                (None, {"from": at(24), "to": at(0)}, {"from": at(0), "to": at(24)}, {"from": at(3)}, {})
            )
        ),
        "total": draw(st.integers(0, 9)),
        "population": draw(st.none() | st.integers(0, 9)),
        "observedAt": draw(st.sampled_from((None, at(1), at(900)))),
        "complete": draw(st.booleans()),
        "scopesRead": draw(st.sampled_from((None, 0, 2))),
        "unread": draw(st.sampled_from(([], [{"scope": "k8s prod Pod", "outcome": "denied"}]))),
    }


@st.composite
def wild_record(draw: st.DrawFn, number: int) -> dict[str, Any]:
    """A record of any fields, with text that somebody typed and changes that make no sense."""
    keys = st.sampled_from(
        (
            "at",
            "action",
            "subject",
            "field",
            "before",
            "after",
            "actor",
            "replicas",
            "usedShare",
            "createdAt",
            "x",
            "zoneIds",
        )
    )
    return {
        "handle": f"r{number}",
        "uid": draw(st.text(max_size=5)),
        "kind": draw(st.sampled_from((*KINDS, "Change", "Ownership", "CodeMapping", ""))),
        "name": draw(st.sampled_from(NAMES) | st.text(max_size=8)),
        "observedAt": at(draw(st.integers(-50, 5_000))),
        "fields": draw(st.dictionaries(keys, wild, max_size=6)),
        "typed": draw(st.dictionaries(keys, st.text(max_size=10), max_size=2)),
        "confidence": draw(st.none() | st.floats(0, 1)),
        "relations": draw(
            st.lists(
                st.fixed_dictionaries(
                    {"type": st.sampled_from(("OWNED_BY", "X", "")), "name": st.sampled_from((*NAMES, ""))}
                ),
                max_size=2,
            )
        ),
    }


@st.composite
def wild_estate(draw: st.DrawFn) -> Estate:
    """A few records and results with nothing right about them."""
    return {
        "records": [draw(wild_record(n)) for n in range(1, draw(st.integers(0, 3)) + 1)],
        "results": [draw(wild_result(n)) for n in range(1, draw(st.integers(0, 2)) + 1)],
    }


PIECES = (
    *NAMES,
    *"the a an 2 3.5 50 % 12 of replicas ready is isn't not no all both only none and or but , . ; : ( ) which was since until before after".split(),
    *"yesterday last week 24 hours ago changed from to by GiB more than twice as the most fewest together respectively average total it they".split(),
    *"2026-11-30 09:38 UTC half dozen may so because caused deleted exposed owned depends on without".split(),
    "[r1]", "[q1]", "[1, 2]", "[3-", "`x`", "```\n", "\n\n", "\n- ", "\n# ", "| a | b |\n|---|---|\n| 1 | 2 |\n", "**", "[a](https://a.example/b)", "{table:q1}",
)  # fmt: skip
drafts = st.text(max_size=150) | st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join)


def checked(estate: Estate, draft: str, **asked: Any) -> Checked:
    """The verdict, asked about nothing in particular unless `names` or `within` say so."""
    read = case.read(
        {
            "question": "What is there?",
            "askedAt": ASKED_AT.isoformat(),
            **asked,
            "evidence": estate,
            "draft": draft,
        }
    )
    return check(read.draft, read.items, read.question)


def bare(text: str) -> str:
    """A text without its markers."""
    return re.sub(r" ?\[\d+\]", "", text)


def removed(out: Checked) -> list[str]:
    """The sentences that went, as the draft wrote them."""
    return [s.text for s in out.badge.removed_sentences]


@st.composite
def claims(draw: st.DrawFn, estate: Estate) -> tuple[str, bool]:
    """One plain sentence of a name, a figure and a quantity that stand in the estate, and whether it is true."""
    record = draw(st.sampled_from(estate["records"]))
    quantity = draw(st.sampled_from(sorted(COUNTS)))
    held = sorted({v for r in estate["records"] for f, v in r["fields"].items() if f in COUNTS} | {3})
    figure = draw(st.sampled_from(held))
    wording = draw(
        st.sampled_from(("{n} has {f} {q}.", "There are {f} {q} in {n}.", "The number of {q} of {n} is {f}.", "{n}'s {q}: {f}.", "With {f} {q}, {n} is there."))
    )  # fmt: skip
    return wording.format(n=record["name"], f=figure, q=COUNTS[quantity]), record["fields"].get(
        quantity
    ) == figure


@given(wild_estate(), drafts)
@settings(max_examples=30, deadline=None)
def test_nothing_makes_the_check_fail(estate: Estate, draft: str) -> None:
    """Any text, any evidence; and what comes out agrees with itself (C2, N2)."""
    out = checked(estate, draft)

    assert list(range(1, len(out.citations) + 1)) == [c.number for c in out.citations]
    assert bool(out.citations) is (out.status is Status.ANSWERED)
    assert len(removed(out)) == out.badge.removed


@pytest.mark.parametrize("odd", [float("inf"), float("-inf"), float("nan")])
def test_a_cell_that_is_no_number_carries_no_figure(odd: float) -> None:
    """A store may hand over what YAML and JSON call a number and is none."""
    load = {"handle": "q1", "of": "Node", "columns": ["name", "load"], "rows": [["cart", odd]], "total": 1}
    out = checked({"results": [{**load, "observedAt": at(1), "complete": True}]}, "The load of cart is 3.")

    assert Status.WITHHELD is out.status


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_no_false_figure_stays(data: st.DataObject) -> None:
    """F2, F6: a figure stays only with the name and the quantity it has in the evidence."""
    estate = data.draw(plain_estate())
    sentence, true = data.draw(claims(estate))
    out = checked(estate, sentence)

    assert true or Status.WITHHELD is out.status


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_what_is_cited_holds_the_names_and_figures(data: st.DataObject) -> None:
    """F6, W1: every name and every number of a text that stays is in an item cited for it."""
    estate = data.draw(plain_estate())
    draft = " ".join(
        data.draw(st.lists(claims(estate), min_size=1, max_size=4).map(lambda made: [m[0] for m in made]))
    )
    out = checked(estate, draft)
    cited = [r for r in estate["records"] if r["handle"] in {c.handle for c in out.citations}]
    values = {str(v) for r in cited for v in r["fields"].values()}

    assert {
        n for n in NAMES if re.search(rf"(?<![\w/.-]){re.escape(n)}(?![\w/-]|:\d|\.\d)", bare(out.text))
    } <= {r["name"] for r in cited}
    assert set(re.findall(r"(?<![\w/.:-])\d+(?![\w/:-]|\.\d)", bare(out.text))) <= values


@given(st.data())
@settings(max_examples=20, deadline=None)
def test_a_checked_text_is_checked_already(data: st.DataObject) -> None:
    """The output, checked with the same evidence, is the output."""
    estate = data.draw(plain_estate())
    draft = " ".join(
        data.draw(st.lists(claims(estate), min_size=1, max_size=4).map(lambda made: [m[0] for m in made]))
    )
    once = checked(estate, draft)
    again = checked(estate, once.text)

    assert once.text == again.text
    assert [] == removed(again)


@given(wild_estate(), drafts)
@settings(max_examples=20, deadline=None)
def test_a_checked_text_of_any_draft_loses_nothing_more(estate: Estate, draft: str) -> None:
    """Whatever a draft was, what is read out of it would be read out again."""
    once = checked(estate, draft)

    assert [] == removed(checked(estate, once.text))


@given(st.data())
@settings(max_examples=20, deadline=None)
def test_the_order_of_evidence_is_for_numbers_alone(data: st.DataObject) -> None:
    """What stays and what goes are the same; only numbers may differ."""
    estate = data.draw(plain_estate())
    draft = " ".join(
        data.draw(st.lists(claims(estate), min_size=1, max_size=4).map(lambda made: [m[0] for m in made]))
    )
    turned = {"records": data.draw(st.permutations(estate["records"]))}
    one, other = checked(estate, draft), checked(turned, draft)

    assert bare(one.text) == bare(other.text)
    assert removed(one) == removed(other)
    assert {c.handle for c in one.citations} == {c.handle for c in other.citations}


@given(st.data())
@settings(max_examples=20, deadline=None)
def test_less_evidence_carries_no_more(data: st.DataObject) -> None:
    """Taking away a record that the question does not name lets nothing stay that went."""
    estate = data.draw(plain_estate(least=2))
    draft = " ".join(
        data.draw(st.lists(claims(estate), min_size=1, max_size=4).map(lambda made: [m[0] for m in made]))
    )
    named, *others = data.draw(st.permutations(estate["records"]))
    fewer = {"records": [r for r in estate["records"] if r["handle"] != others[0]["handle"]]}

    whole, less = (checked(e, draft, names=[named["handle"]]) for e in (estate, fewer))
    assert set(removed(whole)) <= set(removed(less))


UNREAD = {
    "handle": "q1",
    "of": "Pod",
    "where": [{"field": "phase", "op": "=", "value": "Pending"}],
    "within": {"cluster": "prod"},
    "columns": ["name"],
    "rows": [],
    "total": 0,
    "observedAt": at(1),
    "complete": False,
    "unread": [{"scope": "k8s prod shop Pod", "outcome": "denied"}],
}


def test_a_qualified_absence_stays_qualified() -> None:
    """A2: what the application said of unread scopes is true of the same evidence."""
    once = checked({"results": [UNREAD]}, "No pod in prod is pending [q1].", within={"cluster": "prod"})
    again = checked({"results": [UNREAD]}, once.text, within={"cluster": "prod"})

    assert "No pod in prod is pending in what could be read [1]." == once.text
    assert once.text == again.text


def test_a_plain_statement_carries_itself() -> None:
    """F8: what the application says in place of a sentence is true of the record it is read from."""
    cart, api = (
        {
            "handle": f"r{n}",
            "uid": f"u{n}",
            "kind": "Deployment",
            "name": name,
            "observedAt": at(1),
            "fields": {"replicas": replicas},
        }
        for n, name, replicas in ((1, "cart", 3), (2, "api", 5))
    )
    once = checked({"records": [cart, api]}, "api has 3 replicas [r2].", names=["r1"])
    again = checked({"records": [cart, api]}, once.text, names=["r1"])

    assert "cart: replicas is 3, observed at 2026-11-30 11:00 UTC [1]." == once.text
    assert once.text == again.text
