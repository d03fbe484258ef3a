"""Values go into a store and come back equal, whatever they hold; what cannot be held is named."""

import json
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.decoding import decoded
from graph.digest import digest_of_record, digest_of_scope
from graph.encoding import OURS, declared, encoded, labels_of, members_of, properties_of, text_of
from graph.kind import Field, Role, Type
from graph.kinds import KINDS
from graph.record import Record, Uid
from graph.secret import masked, masked_value

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
MOMENTS = st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30), timezones=st.just(UTC))  # noqa: DTZ001


def round_trip(field: Field, value: Any) -> Any:
    """Through the encoding and back."""
    properties, problems = encoded({field.name: value}, {field.name: field})
    assert [] == problems
    exact = properties.get(f"{field.name}Exact")
    return decoded(field, properties[field.name] if exact is None else exact)


@settings(max_examples=200)
@given(st.dictionaries(TEXT, st.integers(0, 9).map(str)))
def test_maps_come_back_equal(value: dict[str, str]) -> None:
    """N4J-02: keys with `=`, `%`, any letters; values with `=`."""
    assert {**value} == round_trip(Field("tags", Type.MAP), value)


@settings(max_examples=200)
@given(st.integers())
def test_integers_come_back_equal(value: int) -> None:
    """N4J-05: also those over 64 bits."""
    assert value == round_trip(Field("count", Type.INTEGER), value)


@settings(max_examples=200)
@given(
    st.decimals(allow_nan=False, allow_infinity=False, places=4)
    | st.floats(allow_nan=False, allow_infinity=False)
)
def test_decimals_come_back_equal(value: Decimal | float) -> None:
    """Beside the float to compare with, the exact number where it differs."""
    assert Decimal(str(value)) == Decimal(str(round_trip(Field("share", Type.DECIMAL), value)))


@settings(max_examples=200)
@given(st.lists(TEXT | st.integers() | st.none() | st.booleans()))
def test_mixed_lists_come_back_equal(value: list[Any]) -> None:
    """N4J-02: `[1, "a", null]`, and texts that look like an encoded element."""
    field = Field("items", Type.LIST)
    assert value == members_of(encoded({"items": value}, {"items": field})[0]["items"])
    assert all(isinstance(member, str) for member in round_trip(field, value)), "readers get text"


@pytest.mark.parametrize("value", [[1, "a", None], ["json:1"], ["json:"], [], ["a", "b"]])
def test_lists_of_the_reported_shapes(value: list[Any]) -> None:
    """The row itself, and the encoding's own mark."""
    field = Field("items", Type.LIST)
    assert value == members_of(encoded({"items": value}, {"items": field})[0]["items"])
    assert all(isinstance(member, str) for member in round_trip(field, value)), "readers get text"


@given(MOMENTS)
def test_times_come_back_equal(value: datetime) -> None:
    """In UTC, to the microsecond."""
    assert value == round_trip(Field("at", Type.TIME), value)


def test_times_are_utc_whatever_zone_they_come_with() -> None:
    """What has no zone is UTC by rule; a day is its first moment."""
    field = Field("at", Type.TIME)
    moment = datetime(2026, 3, 1, 12, tzinfo=UTC)

    assert moment == round_trip(field, moment.astimezone(timezone(timedelta(hours=-7))))
    assert moment == round_trip(field, moment.replace(tzinfo=None))
    assert datetime(2026, 3, 1, tzinfo=UTC) == round_trip(field, date(2026, 3, 1))


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Type.TEXT, True),
        (Type.TEXT, ["a"]),
        (Type.TEXT, "half \ud800"),
        (Type.INTEGER, "4"),
        (Type.INTEGER, 4.5),
        (Type.INTEGER, True),
        (Type.INTEGER, float("nan")),
        (Type.DECIMAL, float("inf")),
        (Type.DECIMAL, "0.5"),
        (Type.BOOLEAN, "true"),
        (Type.BOOLEAN, 1),
        (Type.TIME, "2026-03-01"),
        (Type.TIME, 0),
        (Type.LIST, "abc"),
        (Type.LIST, {"a": "b"}),
        (Type.MAP, ["a=b"]),
        (Type.MAP, {1: "a"}),
        (Type.MAP, {"a": ["b"]}),
        (Type.JSON, object()),
    ],
)
def test_what_cannot_be_held_is_named(kind: Type, value: Any) -> None:
    """With the field and the reason; the others are kept."""
    fields = {"bad": Field("bad", kind), "good": Field("good")}
    properties, problems = encoded({"bad": value, "good": "x"}, fields)

    assert {"good": "x"} == properties
    assert problems[0].startswith("field bad: ")


def test_account_ids_stay_text() -> None:
    """A leading zero is a digit of it, and a number of a source becomes its digits."""
    assert "012345671234" == round_trip(Field("account"), "012345671234")
    assert "12345671234" == round_trip(Field("account"), 12345671234)


def test_nested_values_are_text() -> None:
    """Keys sorted, so that the same is the same."""
    one, other = (
        encoded({"x": v}, {"x": Field("x", Type.JSON)})[0]
        for v in ({"b": 1, "a": [None]}, {"a": [None], "b": 1})
    )

    assert one == other
    assert {"a": [None], "b": 1} == json.loads(one["x"])


@pytest.mark.parametrize("kind", KINDS)
def test_no_declared_field_has_a_name_of_the_writer_s(kind: str) -> None:
    """It would be overwritten. `source` of a scope is that very property."""
    names = {f.name for f in KINDS[kind].fields} & OURS
    assert names <= ({"source"} if kind == "Scope" else set())
    assert all(name.isidentifier() for name in labels_of(kind))
    assert len(set(properties_of(kind))) == len(properties_of(kind))


class TestDigests:
    """Equal exactly where what is stored is equal."""

    @staticmethod
    def digest(**fields: Any) -> str:
        record = Record(Uid("a"), "EC2Instance", "a", fields)
        return digest_of_record(record, encoded(fields, declared("EC2Instance"))[0])

    def test_order_does_not_matter(self) -> None:
        """Of fields, of a map's keys, of members of a scope."""
        assert self.digest(state="x", vcpus=1) == self.digest(vcpus=1, state="x")
        assert self.digest(tags={"a": "1", "b": "2"}) == self.digest(tags={"b": "2", "a": "1"})
        assert digest_of_scope([("a", "1"), ("b", "2")]) == digest_of_scope([("b", "2"), ("a", "1")])

    def test_every_difference_shows(self) -> None:
        """Values, types, name, the source's word that it is gone."""
        fields = [
            {},
            {"state": "x"},
            {"state": "y"},
            {"vcpus": 1},
            {"vcpus": 2},
            {"tags": {"a": "1"}},
            {"securityGroups": ["a"]},
        ]
        assert len(fields) == len({self.digest(**f) for f in fields})
        named = {
            digest_of_record(Record(Uid("a"), kind, name, {}, None, gone), {})
            for kind, name, gone in (
                ("Volume", "a", ""),
                ("Volume", "b", ""),
                ("Volume", "a", "deleted"),
                ("Snapshot", "a", ""),
            )
        }
        assert 4 == len(named)

    def test_undeclared_fields_make_none(self) -> None:
        """What is not stored is no difference."""
        assert self.digest() == self.digest(secretThing="x")

    def test_members_do_not_run_together(self) -> None:
        """("ab", "c") is not ("a", "bc")."""
        assert digest_of_scope([("ab", "c")]) != digest_of_scope([("a", "bc")])


class TestSecrets:
    """Known shapes never enter the graph; what only looks alike stays."""

    @pytest.mark.parametrize(
        ("text", "hidden"),
        [
            ("key AKIAIOSFODNN7EXAMPLE.", "AKIA"),
            ("ghp_" + "a1B2" * 9, "a1B2"),
            ("github_pat_11ABCDEFG0123456789_abcdefghijklmnop", "0123456789_"),
            ("glpat-" + "x1" * 10, "x1x1"),
            ("xoxb-123456789012-abcdefABCDEF", "123456789012"),
            ("sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc", "4eC39"),
            ("AIza" + "S" * 35, "SSSS"),
            ("sk-ant-api03-" + "q9" * 20, "q9q9"),
            ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP", "eyJzdWI"),
            ("postgres://app:hunter2@db.internal:5432/shop", "hunter2"),
            (
                "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY----- after",
                "b3Blb",
            ),
            ("-----BEGIN PRIVATE KEY-----\nMIIEvQ cut off", "MIIEvQ"),
            ("password: hunter2!", "hunter2"),
            ("DB_PASSWORD=correcthorse", "correcthorse"),
            ('{"client_secret": "s3cr3t-v4lue"}', "s3cr3t"),
            ("use api-key 'abcd1234efgh' or api-key=abcd1234efgh", "=abcd"),
            ("Authorization: Bearer abcdefghijklmnop1234", "abcdefghij"),
            ("DefaultEndpointsProtocol=https;AccountKey=Zm9vYmFyYmF6cXV4Zm9v==;", "Zm9v"),
            ("$2b$12$EixZaYVK1fsbw1ZfbX3OXePaWxn96p36WQoeG6Lruj3vjPGga31lW", "EixZa"),
        ],
    )
    def test_known_shapes_are_masked(self, text: str, hidden: str) -> None:
        """The mask says what it was, and the rest of the text stays."""
        assert hidden not in masked(text)
        assert "[masked: " in masked(text)
        assert masked(text) == masked(masked(text)), "a second pass changes nothing"

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "checkout-api is slow on Mondays",
            "rotate the secret monthly",
            "the token is stored in the vault",
            "https://wiki.example.com/tokens/rotation",
            "arn:aws:iam::012345671234:role/basic-role",
            "sha256:" + "ab" * 32,
            "password: none",
            "commit 0123456789abcdef0123456789abcdef01234567",
        ],
    )
    def test_ordinary_text_stays(self, text: str) -> None:
        """Hashes, addresses and talk about secrets are none."""
        assert text == masked(text)

    @pytest.mark.parametrize(
        "key",
        ["password", "DbPassword", "db-password", "API_KEY", "app.kubernetes.io/secret", "clientSecret"],
    )
    def test_a_tag_whose_key_says_secret_is_masked_whole(self, key: str) -> None:
        """Whatever shape its value has."""
        assert "correct" not in masked_value(key, "correct horse")

    @pytest.mark.parametrize(
        ("key", "value"),
        [("team", "payments"), ("token-rotation", "weekly"), ("secret", "false"), ("tokens", "3")],
    )
    def test_other_tags_stay(self, key: str, value: str) -> None:
        """And so does a switch."""
        assert value == masked_value(key, value)

    def test_typed_text_is_masked_and_other_text_is_not_touched(self) -> None:
        """A description is typed by somebody; an identifier is not."""
        fields = {"d": Field("d", role=Role.TYPED), "n": Field("n", role=Role.NAME)}
        properties, _ = encoded({"d": "password=hunter2x", "n": "password=hunter2x"}, fields)

        assert ("password=[masked: value]", "password=hunter2x") == (properties["d"], properties["n"])

    @given(TEXT)
    def test_any_text_can_be_looked_at(self, text: str) -> None:
        """Masking never fails, and is done after one pass."""
        assert masked(masked(text)) == masked(text)


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        (None, None),
        (True, "true"),
        (3, "3"),
        (0.5, "0.5"),
        (2.0, "2"),
        (1e21, "1000000000000000000000"),
        ("x", "x"),
        (["a=1", "b=2"], "a=1, b=2"),
        ([], ""),
        (datetime(2026, 3, 1, 12, tzinfo=UTC), "2026-03-01T12:00:00Z"),
    ],
)
def test_before_and_after_are_the_value_as_text(stored: Any, words: str | None) -> None:
    """As a person would write it."""
    assert words == text_of(stored)
