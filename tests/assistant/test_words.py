"""What questions are made of: tokens that keep names whole, a vocabulary that is only declared, and typos of plain words."""

import pytest

from assistant.amount import amount_of, converted
from assistant.boundary import order_in, outside
from assistant.inflection import forms, plural
from assistant.meaning import Noun, StateWord, Verb
from assistant.spelling import mended
from assistant.token import tokens_of
from assistant.vocabulary import vocabulary, vocabulary_of
from assistant.words import FUNCTION_WORDS
from graph.kind import Field, Kind
from graph.kinds import KINDS, RELATIONS


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is orders-db's size over 100GiB?", ["Is", "orders-db", "size", "over", "100GiB"]),
        ("Isn't 'acme exports' public?", ["is", "not", "acme exports", "public"]),
        ("pods with restarts>=10, in shop.", ["pods", "with", "restarts", ">=", "10", ",", "in", "shop"]),
        ("allow 0.0.0.0/0 on port 22?", ["allow", "0.0.0.0/0", "on", "port", "22"]),
        ("run registry.acme.io/shop/checkout:v1.4.2?", ["run", "registry.acme.io/shop/checkout:v1.4.2"]),
        ("arn:aws:s3:::acme-logs", ["arn:aws:s3:::acme-logs"]),
    ],
)
def test_names_stay_whole(question: str, expected: list[str]) -> None:
    """Ids, addresses, images, quoted words and amounts are one token each."""
    assert [t.text for t in tokens_of(question)] == expected


def test_every_noun_of_every_kind_is_said_in_both_numbers() -> None:
    """A kind that is declared can be asked for, and nothing else was written for it."""
    words = vocabulary()
    for kind in KINDS.values():
        for noun in (kind.noun, kind.plural, *kind.synonyms, *(plural(s) for s in kind.synonyms)):
            parts = tuple(noun.lower().replace("-", " ").replace("/", " ").split())
            said = {m.of for m in words.at(parts) if isinstance(m, Noun)}
            assert kind.name in said, noun


def test_every_relation_is_said_from_both_ends() -> None:
    """Each declared relation has a verb in both directions, but for those that only a preposition says."""
    said = {
        (m.relation, m.direction)
        for meanings in vocabulary().phrases.values()
        for m in meanings
        if isinstance(m, Verb)
    }
    missing = {(r, d) for r in RELATIONS for d in ("out", "in")} - said
    assert missing == set()


def test_a_new_kind_brings_its_own_words() -> None:
    """A declaration is all that a kind needs: its noun, its states and their synonyms are understood."""
    parrot = Kind(
        "Parrot", "parrot", "parrots", "A bird.", fields=(Field("mood", states={"grumpy": ("cross",)}),)
    )
    words = vocabulary_of([parrot], [], [])
    assert [m.of for m in words.at(("parrots",)) if isinstance(m, Noun)] == ["Parrot"]
    assert [s.value for m in words.at(("cross",)) if isinstance(m, StateWord) for s in m.said] == ["grumpy"]


def test_no_declared_word_takes_the_place_of_a_function_word() -> None:
    """Words such as "in", "which" and "not" keep their roles, whatever a field is called."""
    for word in ("in", "of", "which", "who", "not", "without", "and", "per", "by", "since", "is"):
        held = vocabulary().at((word,))
        assert not any(isinstance(m, StateWord) for m in held) or word not in FUNCTION_WORDS


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("instnaces", "instances"),
        ("stoped", "stopped"),
        ("runing", "running"),
        ("depoyments", "deployments"),
        ("namespacs", "namespaces"),
    ],
)
def test_a_typo_of_an_ordinary_word_is_mended_and_said(written: str, read: str) -> None:
    """One slip, or two in a long word, towards the one word it can be; what was written is kept."""
    (token,) = mended(tokens_of(written), vocabulary(), ())
    assert (token.word, token.corrected) == (read, written)


@pytest.mark.parametrize("name", ["shop-1", "paymets", "checkut-api", "db2", "mart", '"instnaces"'])
def test_a_name_is_never_changed(name: str) -> None:
    """What has the shape of a name, is quoted, or is near nothing ordinary stays as it is."""
    (token,) = mended(tokens_of(name), vocabulary(), ())
    assert token.corrected == ""


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [("100GiB", 100, "gib"), ("1.5k", 1500, ""), ("three", 3, ""), ("80%", 80, "%"), ("1,200", 1200, "")],
)
def test_amounts_are_read_with_their_units(text: str, value: float, unit: str) -> None:
    """Digits, words, thousands and units."""
    amount = amount_of(text)
    assert amount is not None
    assert (amount.value, amount.unit.lower()) == (value, unit)


@pytest.mark.parametrize(
    ("text", "field", "expected"),
    [
        ("1TiB", Field("sizeGiB", unit="GiB"), 1024),
        ("5min", Field("timeoutSeconds", unit="seconds"), 300),
        ("30", Field("backupRetentionDays", unit="days"), 30),
        ("1GiB", Field("timeoutSeconds", unit="seconds"), None),
    ],
)
def test_an_amount_takes_the_unit_of_its_field(text: str, field: Field, expected: float | None) -> None:
    """Exactly, or not at all where the two measure different things."""
    amount = amount_of(text)
    assert amount is not None
    assert converted(amount, field) == expected


@pytest.mark.parametrize(
    "order",
    [
        "delete the pod x",
        "please restart checkout-api",
        "can you scale cart to 5",
        "Terminate i-123",
        "now roll back cart",
    ],
)
def test_an_order_is_known_by_its_verb(order: str) -> None:
    """With or without politeness."""
    assert order_in(tokens_of(order))


@pytest.mark.parametrize(
    "question",
    [
        "Which pods were deleted?",
        "What did the last restart change?",
        "show stopped instances",
        "change history of x",
    ],
)
def test_a_question_about_what_was_done_is_no_order(question: str) -> None:
    """Only a verb that opens the sentence orders."""
    assert order_in(tokens_of(question)) == ""


@pytest.mark.parametrize(
    "question",
    [
        "CPU usage of cart",
        "how much does orders-db cost",
        "who is on call for payments",
        "logs of cart",
        "p99 of cart",
    ],
)
def test_what_is_not_collected_is_a_boundary(question: str) -> None:
    """Said as such, in words a person understands."""
    assert outside(tokens_of(question), []) is not None


def test_a_declared_phrase_crosses_no_boundary() -> None:
    """A log group is a thing, though logs are not collected."""
    assert outside(tokens_of("logs of cart"), [(0, 2)]) is None


def test_verbs_are_known_in_every_form() -> None:
    """Third person, past and gerund, with the doubled and the irregular ones."""
    assert forms("depend") == {"depend", "depends", "depended", "depending"}
    assert {"runs", "ran", "running"} <= forms("run")
