"""Raw JSON may lack anything, and hold anything."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collectors.k8s.raw import (
    at,
    gibibytes,
    holds,
    items,
    mebibytes,
    number,
    pairs,
    quantity,
    text,
    texts,
    time,
)
from collectors.k8s.resource import Item
from collectors.k8s.resources import RESOURCES
from graph.errors import BadInput
from graph.record import Record

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("value", [None, [], "text", 7, {"names": None}, {"names": {"a": 1}}])
def test_a_list_that_is_none_is_empty(value):
    """K8S-01: null where a list was promised."""
    assert [] == items(value, "names") == texts(value, "names")


def test_scalars_keep_their_digits():
    """K8S-13: a tag or account id of digits is text, whole."""
    raw = {"big": 123456789012345678901234567890, "id": "012345671234", "on": True}

    assert ("123456789012345678901234567890", "012345671234", "true") == tuple(text(raw, k) for k in raw)
    assert {"big": "123456789012345678901234567890", "id": "012345671234", "on": "true"} == pairs(
        {"m": raw}, "m"
    )


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2026-11-30T09:51:00Z", datetime(2026, 11, 30, 9, 51, tzinfo=UTC)),
        ("2026-11-30T10:51:00+01:00", datetime(2026, 11, 30, 9, 51, tzinfo=UTC)),
        ("2026-11-30T09:51:00", datetime(2026, 11, 30, 9, 51, tzinfo=UTC)),
        ("2026-11-30T09:51:00.123456Z", datetime(2026, 11, 30, 9, 51, 0, 123456, tzinfo=UTC)),
        ("0001-01-01T00:00:00Z", None),
        ("soon", None),
        (None, None),
    ],
)
def test_times_are_instants(written, expected):
    """Without a zone they are UTC; the zero time is none."""
    assert expected == time({"at": written}, "at")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("500m", Decimal("0.5")),
        ("2", Decimal(2)),
        ("512Mi", Decimal(512 * 1024**2)),
        ("1k", Decimal(1000)),
        ("1e3", Decimal(1000)),
        ("Mi", None),
        ("", None),
        ("NaN", None),
    ],
)
def test_quantities_are_numbers(written, expected):
    """Binary and decimal suffixes differ."""
    assert expected == quantity(written)


def test_sizes_are_in_binary_units():
    """16074356Ki is 15697.613 MiB; 500Mi is 0.488 GiB."""
    assert (Decimal("15697.613"), Decimal("0.488"), Decimal(100)) == (
        mebibytes("16074356Ki"),
        gibibytes("500Mi"),
        gibibytes("100Gi"),
    )


def test_unknown_words_are_kept():
    """K8S-02: a condition of a vendor's own, a status that is neither true nor false."""
    raw = {
        "status": {
            "conditions": [
                {"type": "example.com/Odd", "status": "True"},
                {"type": "Ready", "status": "Maybe"},
            ]
        }
    }

    assert (True, None, None) == (holds(raw, "example.com/Odd"), holds(raw, "Ready"), holds(raw, "Other"))
    assert (None, None, 3) == (number({"n": "x"}, "n"), number({"n": True}, "n"), number({"n": "3"}, "n"))


@given(st.data())
def test_no_object_breaks_a_look(data):
    """Whatever an object holds under the keys we read, it is shaped or named, and nothing else happens."""
    resource = data.draw(st.sampled_from(RESOURCES))
    keys = (
        "metadata",
        "spec",
        "status",
        "rules",
        "subjects",
        "endpoints",
        "data",
        "involvedObject",
        "template",
        "containers",
    )
    raw = {key: data.draw(JSON) for key in keys}
    raw["metadata"] = {
        "name": "odd",
        "namespace": "shop",
        "labels": data.draw(JSON),
        "ownerReferences": data.draw(JSON),
    }
    raw["spec"] = {
        "containers": data.draw(JSON),
        "template": {"spec": data.draw(JSON), "metadata": data.draw(JSON)},
        "rules": data.draw(JSON),
        "ports": data.draw(JSON),
    }

    seen = list(resource.shape(Item("prod", resource, raw)))

    assert all(one.name for one in seen if isinstance(one, Record))


@given(JSON)
def test_what_has_no_name_is_named_as_a_problem(metadata):
    """An object without a name has no key, and is refused by itself."""
    resource = RESOURCES[0]
    name = at({"metadata": metadata}, "metadata", "name")
    if not name:
        with pytest.raises(BadInput):
            list(resource.shape(Item("prod", resource, {"metadata": metadata})))
