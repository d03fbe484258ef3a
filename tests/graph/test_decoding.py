"""The way back from a store: what was observed is restored equal, by the declared type (N4J-02, N4J-05)."""

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import pytest

from graph.decoding import decoded, derived_of, from_text, instant, known_of
from graph.encoding import encoded
from graph.kind import Field, Type
from graph.record import Inference, Value

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Type.TEXT, "x"),
        (Type.INTEGER, 2**70),
        (Type.INTEGER, 7),
        (Type.DECIMAL, Decimal("0.1234567890123456789")),
        (Type.DECIMAL, 0.5),
        (Type.BOOLEAN, False),
        (Type.TIME, NOON),
        (Type.LIST, ["a", "json:b", ""]),
        (Type.LIST, []),
        (Type.MAP, {"a=b%": "c=d", "team": "", "é": "ü"}),
        (Type.MAP, {}),
    ],
)
def test_what_is_stored_comes_back_equal(kind: Type, value: Value) -> None:
    """Whatever it is made of."""
    field = Field("f", kind)
    properties, problems = encoded({"f": value}, {"f": field})
    assert problems == []
    assert decoded(field, properties.get("fExact", properties["f"])) == value


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2026, 11, 30, 12),  # noqa: DTZ001 — the embedded store gives times without a zone
        datetime(2026, 11, 30, 14, tzinfo=timezone(timedelta(hours=2))),
        "2026-11-30T12:00:00Z",
        "2026-11-30T14:00:00+02:00",
    ],
)
def test_a_time_is_an_instant_in_utc(moment: datetime | str) -> None:
    """What has no zone is UTC by rule."""
    assert instant(moment) == NOON


def test_a_changed_value_comes_back_out_of_its_text() -> None:
    """A change tells before and after in text."""
    told = {Type.INTEGER: ("3", 3), Type.BOOLEAN: ("false", False), Type.TIME: ("2026-11-30T12:00:00Z", NOON)}
    assert {kind: from_text(Field("f", kind), text) for kind, (text, _) in told.items()} == {
        kind: value for kind, (_, value) in told.items()
    }
    assert from_text(Field("f", Type.INTEGER), None) is None


def test_a_derived_field_keeps_how_it_came_to_be() -> None:
    """Two rules on one record, each with its fields, confidence and basis."""
    lists = {
        "derivedFields": ["management managedBy", "ownership"],
        "derivedRule": ["state-lists-it", "label"],
        "derivedConfidence": [1.0, 0.6],
        "derivedBasis": ["terraform://a", ""],
    }
    assert derived_of(lists) == {
        "management": Inference("state-lists-it", 1.0, ("terraform://a",)),
        "managedBy": Inference("state-lists-it", 1.0, ("terraform://a",)),
        "ownership": Inference("label", 0.6),
    }


def test_bookkeeping_is_kept_apart_and_ours_is_left_out() -> None:
    """A passage never quotes a digest."""
    held = {
        "uid": "u",
        "kind": "Pod",
        "name": "p",
        "observedAt": NOON,
        "fingerprint": "f",
        "restarts": 3,
        "scope": "s",
    }
    known = known_of(held)
    assert known.record.fields == {"restarts": 3}
    assert (known.scope, known.observed_at) == ("s", NOON)
    assert known_of({"uid": "u", "fingerprint": "x", "colour": "red"}).record.fields == {"colour": "red"}
