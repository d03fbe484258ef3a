"""Conversations: follow-ups take up the typed query before, pronouns the records last named; no sentence is ever kept."""

import dataclasses
from datetime import datetime, timedelta

from assistant.answer import Answer, DeclineType
from assistant.ask import answer
from assistant.conversation import Conversation
from assistant.limits import Limits
from graph.query import Within
from graph.record import Uid
from graph.store import Store


def _talk(store: Store, now: datetime, *questions: str) -> list[Answer]:
    thread = Conversation()
    return [answer(store, q, now=now, conversation=thread) for q in questions]


def test_another_place_is_asked_of_the_same_query(observed: Store, now: datetime) -> None:
    """What is said anew takes the place of what was said before."""
    first, second = _talk(
        observed, now, "Which deployments are there in the cluster prod?", "and in staging?"
    )
    assert first.understanding == "deployments · cluster prod · list"
    assert second.understanding == "deployments · cluster staging · list"


def test_ones_are_those_found_before_with_a_state_more(observed: Store, now: datetime) -> None:
    """A state of a field that was asked already replaces it."""
    *_, narrowed, counted = _talk(
        observed, now, "Which EC2 instances are running?", "only the stopped ones", "how many?"
    )
    assert narrowed.understanding == "EC2 instances · state is stopped · list"
    assert counted.understanding == "EC2 instances · state is stopped · count"
    assert counted.text.startswith("1 EC2 instance is stopped")


def test_which_of_them_asks_of_those_before(observed: Store, now: datetime) -> None:
    """By "which" alone, by a comparison alone, and by a value of their kind."""
    *_, which, compared, valued = _talk(
        observed, now, "EC2 instances", "which are running?", "older than 20 days", "only the t3.micro ones"
    )
    assert which.understanding == "EC2 instances · state is running · list"
    assert compared.understanding.startswith("EC2 instances · state is running · launched before")
    assert "instance type is t3.micro" in valued.understanding


def test_a_pronoun_is_what_was_named(observed: Store, now: datetime) -> None:
    """The record last named, read again with its own evidence."""
    _, owner = _talk(observed, now, "What is ledger-db?", "what depends on it?")
    assert "ledger depends on ledger-db" in owner.text
    assert owner.cards


def test_the_same_question_of_another_name(observed: Store, now: datetime) -> None:
    """Form and fields stay, the name changes."""
    _, other = _talk(observed, now, "How many replicas does cart-api have?", "and ledger?")
    assert other.text == "ledger has 2 replicas [1]."


def test_a_follow_up_of_nothing_is_not_understood(observed: Store, now: datetime) -> None:
    """Without a conversation there is nothing to take up."""
    given = answer(observed, "and in staging?", now=now)
    assert given.decline is not None
    assert given.decline.type is DeclineType.NOT_UNDERSTOOD


def test_a_conversation_keeps_no_sentence(observed: Store, now: datetime) -> None:
    """Uids, restrictions and typed values only: nothing uncited can come back."""
    thread = Conversation()
    answer(observed, "Which EC2 instances are running?", now=now, conversation=thread)
    kept = {f.name for f in dataclasses.fields(thread)}
    assert kept == {"names", "within", "window", "query", "found", "form", "fields", "beside"}
    assert thread.found
    assert all(u.startswith("arn:") for u in thread.found)


def test_changes_told_of_before_are_narrowed_in_their_window(observed: Store, now: datetime) -> None:
    """What was told of is kept: its places and its window restrict the follow-up as well."""
    thread = Conversation()
    before = answer(observed, "What changed in cluster prod since Friday?", now=now, conversation=thread)
    given = answer(observed, "only what was modified", now=now, conversation=thread)
    assert "since Friday" in before.question
    assert "action is modified" in given.understanding
    assert "cluster prod" in given.understanding
    assert before.understanding.split(" · ")[-2] in given.understanding


def test_one_open_record_is_what_it_means(observed: Store, now: datetime) -> None:
    """A record chat has its record as the one antecedent."""
    uid = Uid("k8s://prod/apps/Deployment/shop/cart-api")
    given = answer(observed, "How many replicas does it have?", now=now, about=uid)
    assert given.text == "cart-api has 5 replicas [1]."


def test_a_deep_answer_looks_further(observed: Store, now: datetime) -> None:
    """Whole records, what changed of them in a week, and what they relate to; the same check."""
    plain = answer(observed, "How many replicas does cart-api have?", now=now)
    deep = answer(observed, "How many replicas does cart-api have?", now=now, deep=True)
    assert deep.text.startswith(plain.text)
    assert len(deep.queries) > len(plain.queries)
    assert "replicas of cart-api changed from 3 to 5" in deep.text
    assert deep.badge.removed_sentences == ()


def test_what_an_asker_may_not_see_is_in_no_part_of_an_answer(observed: Store, now: datetime) -> None:
    """Rights narrow rows, names and closest matches alike."""
    limits = Limits(allowed=Within(cluster=("staging",)))
    listed = answer(observed, "List all deployments", now=now, limits=limits)
    assert "cart-api" not in listed.markdown
    named = answer(observed, "What is cart-api?", now=now, limits=limits)
    assert named.decline is not None
    assert all(c.name != "cart-api" for c in named.closest_matches)


def test_a_graph_is_asked_as_it_was(observed: Store, now: datetime) -> None:
    """Before the second look the replicas were three."""
    given = answer(observed, "How many replicas does cart-api have?", now=now, as_of=now - timedelta(days=1))
    assert "3 replicas" in given.text
