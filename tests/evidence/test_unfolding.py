"""Long sentences are judged by the short ones in them: what is false in one of these makes the whole go."""

from pathlib import Path

import pytest
import yaml

from evidence import case as input_of_check
from evidence.check import check
from evidence.checked import Status
from evidence.token import tokens
from evidence.unfolding import halves

FILE = Path(__file__).parent / "twins" / "observatory.yaml"
DATA = yaml.safe_load(FILE.read_text())
HELD = {e["handle"]: (part, e) for part in ("records", "results") for e in DATA["evidence"][part]}


def text_of(found):
    return " ".join(t.text for t in found)


def split(text):
    names = {"cart", "stock-db", "shop", "orders"}
    return [tuple(map(text_of, h)) for h in halves(tokens(text, names, DATA["askedAt"]).tokens)]


@pytest.mark.parametrize("one", DATA["falsehoods"], ids=lambda one: one["goes"])
def test_no_falsehood_stays(one):
    """C3, W4: an unusual form makes nothing true."""
    parts = {part: [HELD[h][1] for h in one["use"] if HELD[h][0] == part] for part in ("records", "results")}
    asked = {"question": one["question"], "askedAt": DATA["askedAt"], "names": one.get("names", [])}
    given = {
        **asked,
        "within": one.get("within", {}),
        "draft": one["goes"],
        "evidence": {**parts, "order": one["use"]},
    }
    read = input_of_check.read(given)
    out = check(read.draft, read.items, read.question)

    assert (
        out.status is Status.WITHHELD
        or out.badge.removed
        or out.badge.replaced
        or "Interpretation:" in out.text
    )


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("cart, a Deployment in shop, runs 3.1.", ("cart is a Deployment in shop .", "cart runs 3.1 .")),
        (
            "cart is owned by orders, as is stock-db.",
            ("cart is owned by orders .", "stock-db is owned by orders ."),
        ),
        (
            "While cart is ready, stock-db is not encrypted.",
            ("cart is ready .", "stock-db is not encrypted ."),
        ),
    ],
)
def test_each_half_is_a_sentence(said, expected):
    """What hangs on a claim is said of its subject."""
    assert expected == split(said)[0]


def test_nothing_is_unfolded_under_a_condition():
    """What holds only if something else does is not claimed by itself."""
    assert [] == split("If cart is ready, stock-db is used, and orders owns it.")
