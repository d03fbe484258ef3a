"""Faults that question answering has shown in the field, each of which must not be seen here."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from assistant.answer import Answer, AnswerStatus
from assistant.ask import answer
from graph.connect import open_store
from graph.record import Record, Uid
from graph.scope import Outcome, Reading, Scope
from graph.store import Store
from graph.writer import observe

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
PHASES = [("Running", True)] * 11 + [("Pending", False)] * 2 + [("Running", False)]


def _pod(number: int, phase: str, namespace: str = "batch", *, ready: bool, **more: Any) -> Record:
    name = f"service-pod-{number}"
    fields = {"cluster": "prod", "namespace": namespace, "phase": phase, "ready": ready, **more}
    return Record(Uid(f"k8s://prod//Pod/{namespace}/{name}"), "Pod", name, fields)  # type: ignore[arg-type]


def _pods() -> Iterator[Record]:
    """14 pods: 11 running, 2 pending, 1 crash-looping; 5 never restarted; 4 with a label."""
    for number, (phase, ready) in enumerate(PHASES):
        loops = number == 13
        more: dict[str, Any] = {
            "restarts": 0 if number < 5 else number,
            "tags": {"tier": "gold"} if number % 4 == 0 and number < 14 else {},
        }
        if loops:
            more["waitingReason"] = "CrashLoopBackOff"
        yield _pod(number, phase, ready=ready, **more)


def _look(kind: str, outcome: Outcome, records: tuple[Record, ...], **place: str) -> Reading:
    words = " ".join(("k8s", *place.values(), kind))
    scope = Scope(f"scope://{words.replace(' ', '/')}", "k8s", (kind,), words, place)
    return Reading(scope, outcome, records, (), reason="" if outcome is Outcome.COMPLETE else "Forbidden")


def _namespace(name: str) -> Record:
    fields: dict[str, Any] = {"cluster": "prod", "namespace": name}
    return Record(Uid(f"k8s://prod//Namespace//{name}"), "Namespace", name, fields)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A graph that nobody has scanned anything into."""
    store = open_store("embedded:", home=tmp_path_factory.mktemp("empty"))
    store.prepare()
    yield store
    store.close()


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Pods of which every number is known, two namespaces of like names, and a kind that may not be read."""
    store = open_store("embedded:", home=tmp_path_factory.mktemp("counted"))
    store.prepare()
    pods = (*_pods(), _pod(20, "Running", "shop-1", ready=True), _pod(21, "Running", "shop-11", ready=True))
    spaces = tuple(_namespace(n) for n in ("batch", "shop-1", "shop-11"))
    looks = [
        _look("Pod", Outcome.COMPLETE, pods, cluster="prod"),
        _look("Namespace", Outcome.COMPLETE, spaces, cluster="prod"),
        _look("Deployment", Outcome.COMPLETE, (), cluster="prod"),
        _look("Node", Outcome.DENIED, (), cluster="prod"),
    ]
    observe(store, looks, at=NOW - timedelta(minutes=10))
    yield store
    store.close()


def asked(store: Store, question: str, **more: Any) -> Answer:
    """The answer, at the time of all questions here."""
    return answer(store, question, now=more.pop("now", NOW), **more)


def declined(given: Answer) -> str:
    """The type of the refusal; nothing where it was answered."""
    return given.decline.type.value if given.decline else ""


@pytest.mark.parametrize(
    "question",
    [
        "How many pods are running?",
        "Which pods are pending?",
        "What is checkout-api?",
        "How many pods are there in the namespace shop-1?",
        "What does team payments own?",
    ],
)
def test_llm_03_an_empty_graph_says_that_nothing_was_scanned(empty: Store, question: str) -> None:
    """Neither "none" nor "no such": there is no data to say it from."""
    given = asked(empty, question)
    assert declined(given) == "NOTHING_SCANNED", given.text or given.decline


def test_llm_03_none_of_what_was_read_and_rows_are_two_other_replies(counted: Store) -> None:
    """An absence names what was looked at; rows are given as they are."""
    none = asked(counted, "Which deployments are paused?")
    assert none.status is AnswerStatus.ANSWERED
    assert "No deployment is paused" in none.text
    rows = asked(counted, "Which pods are pending?")
    assert rows.text.startswith("2 pods are pending")


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many pods are there in the namespace batch?", 14),
        ("How many pods in batch are running and ready?", 11),
        ("How many pods are pending in batch?", 2),
        ("How many pods are crash-looping in batch?", 1),
        ("How many pods in batch have 0 restarts?", 5),
        ("How many pods in batch have the label tier=gold?", 4),
    ],
)
def test_llm_05_every_count_is_exact_and_cites_its_rows(counted: Store, question: str, count: int) -> None:
    """The number of the sentence is that of the data, and its card is the result that was counted."""
    given = asked(counted, question)
    assert f"{count} " in given.text
    assert given.badge.removed == 0
    assert given.cards[0].number == 1


@pytest.mark.parametrize("question", ["Why is `paymets` down?", "Why is paymets-gateway failing?"])
def test_llm_06_what_does_not_exist_has_no_cause(counted: Store, question: str) -> None:
    """A false premise is no such record, whatever is asked of it."""
    assert declined(asked(counted, question)) == "NO_SUCH_RECORD"


def test_llm_06_what_is_healthy_is_said_to_be_and_no_cause_is_made_up(counted: Store) -> None:
    """Its state is told; a cause is only ever quoted."""
    given = asked(counted, "Why is service-pod-0 down?")
    assert "service-pod-0 is ready" in given.text
    assert "because" not in given.text


def test_llm_07_what_may_not_be_read_is_said_with_its_reason(counted: Store) -> None:
    """A denied look is never an absence: which, since when, and why."""
    for question in ("How many nodes are there in the cluster prod?", "Are there nodes that are not ready?"):
        given = asked(counted, question)
        assert declined(given) == "COULD_NOT_BE_READ", given.text
        assert given.decline is not None
        assert "Forbidden" in given.decline.message


def test_llm_08_days_are_those_of_the_asker_and_are_written_out_in_utc(counted: Store) -> None:
    """On a Thursday at 00:30 in UTC+13, "last Thursday" is a week ago, and the window says so."""
    zone = timezone(timedelta(hours=13))
    now = datetime(2026, 11, 26, 0, 30, tzinfo=zone)
    given = asked(counted, "What changed since last Thursday?", now=now, zone=zone)
    assert "2026-11-18 11:00 to 2026-11-25 11:30 UTC" in given.understanding
    december = asked(counted, "What changed last December?", now=now, zone=zone)
    assert "2025-11-30 11:00 to 2025-12-31 11:00 UTC" in december.understanding


def test_llm_09_names_are_whole_and_kinds_are_not_guessed_from_them(counted: Store) -> None:
    """`shop-1` is not `shop-11`; a pod whose name says "service" is a pod."""
    assert asked(counted, "How many pods are in shop-1?").text.startswith("1 pod")
    assert asked(counted, "How many pods are in shop-11?").text.startswith("1 pod")
    given = asked(counted, "What is service-pod-3?")
    assert given.text.startswith("service-pod-3 is a pod")
    assert declined(asked(counted, "pods in the namespace shop-")) == "NO_SUCH_RECORD"
