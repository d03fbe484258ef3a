"""One answer reads a statement once: what is asked twice is the same twice, whatever happens meanwhile."""

import pytest

from graph.compiler.text import Cypher
from graph.errors import BadQuery
from graph.once import Once, ahead
from graph.store import Store

ADDED = "CREATE (n:Record:Pod {uid: 'once://added', kind: 'Pod', name: 'added'})"
ASKED = "MATCH (n:Record) WHERE n.uid IN $uids RETURN n.name AS name"
UIDS = {"uids": ["once://added"]}


def test_what_was_read_is_read_again_as_it_was(store: Store) -> None:
    """Another answer reads anew; other parameters are another statement; what was handed out may be changed freely."""
    answer = Once(store)
    assert answer.read(ASKED, UIDS) == []
    store.write([(ADDED, {})])
    assert answer.read(ASKED, UIDS) == []
    assert answer.read(ASKED, {"uids": ["once://added", "other"]}) == [{"name": "added"}]
    again = Once(store)
    again.read(ASKED, UIDS)[0]["name"] = "changed"
    assert again.read(ASKED, UIDS) == [{"name": "added"}]


def test_what_is_written_through_it_is_seen(store: Store) -> None:
    """It is a store like any other."""
    answer = Once(store)
    assert answer.read(ASKED, UIDS) == []
    answer.write([(ADDED, {})])
    assert answer.read(ASKED, UIDS) == [{"name": "added"}]
    assert [row["uid"] for row in answer.search("added")] == ["once://added"]


def test_what_was_begun_ahead_is_read_once(store: Store) -> None:
    """The rows are those of when it was begun; a store that remembers nothing begins nothing."""
    answer = Once(store)
    ahead(answer, Cypher(ASKED, UIDS))
    begun = answer.read(ASKED, UIDS)
    store.write([(ADDED, {})])
    ahead(answer, Cypher(ASKED, UIDS))
    ahead(store, Cypher(ASKED, UIDS))

    assert [] == begun == answer.read(ASKED, UIDS)
    assert [{"name": "added"}] == Once(store).read(ASKED, UIDS)


def test_what_a_read_ahead_raises_is_raised_where_it_is_read(store: Store) -> None:
    """Not where it was begun; and what was written since makes it be read anew."""
    answer = Once(store)
    ahead(answer, Cypher("THIS IS NO CYPHER", {}), Cypher(ASKED, UIDS))
    with pytest.raises(BadQuery):
        answer.read("THIS IS NO CYPHER", {})

    answer.write([(ADDED, {})])
    assert [{"name": "added"}] == answer.read(ASKED, UIDS)
