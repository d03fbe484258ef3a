"""A conversation keeps what was resolved, between processes and exactly."""

from datetime import UTC, datetime

import pytest

from api import conversations
from assistant.conversation import Conversation
from graph import query as q
from graph.record import Uid

QUERIES = (
    q.Find(
        "EC2Instance",
        where=(
            q.Where("state", q.Op.IN, ["running", "stopped"]),
            q.AnyOf(
                (q.Where("launchTime", q.Op.LT, datetime(2026, 1, 1, tzinfo=UTC)), q.Not(q.Where("name")))
            ),
            q.Related("OWNED_BY", none=True, count=(q.Op.GT, 3)),
        ),
        within=q.Within(region=("eu-west-1",)),
        window=q.Window(start=datetime(2026, 11, 1, tzinfo=UTC)),
        named=(Uid("a"), Uid("b")),
        group_by=(q.Column("state"),),
        aggregate=q.Aggregate(q.Measure.PERCENTILE, "size", 95.0),
        order=q.Order("name", descending=False),
    ),
    q.Describe((Uid("a"),)),
    q.Impact(Uid("a"), depth=2),
    q.CoverageOf(unread_only=True),
    None,
)


@pytest.mark.parametrize("query", QUERIES)
def test_a_typed_query_comes_back_equal(tmp_path, query):
    """Whatever the planner resolved is there for the next question."""
    held = Conversation(
        names=(Uid("a"),), within=q.Within(team=("payments",)), query=query, found=(Uid("b"),)
    )
    conversations.keep(tmp_path, "incident 42", held)
    assert conversations.load(tmp_path, "incident 42") == held


def test_a_conversation_is_made_on_first_use(tmp_path):
    """Its name is the caller's own word, whatever it holds."""
    assert conversations.load(tmp_path, "../../etc/passwd") == Conversation()
    conversations.keep(tmp_path, "../../etc/passwd", Conversation(names=(Uid("a"),)))
    assert [f.parent for f in tmp_path.rglob("*.json")] == [tmp_path / "conversations"]


def test_what_cannot_be_read_begins_anew(tmp_path):
    """A file of another version loses the thread, never the answer."""
    conversations.keep(tmp_path, "x", Conversation())
    next(tmp_path.rglob("*.json")).write_text('{"is": "Unheard"}', encoding="utf-8")
    assert conversations.load(tmp_path, "x") == Conversation()
