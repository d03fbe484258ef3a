"""What repositories and states say, written and read again: an unchanged one writes nothing."""

import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

from collectors.code import repository
from collectors.iac import terraform
from graph.record import Uid
from graph.scope import Tally
from graph.store import Store
from graph.writer import observe

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
STATE = Path(__file__).parents[2] / "recordings" / "iac" / "nested.tfstate"


def checkout(folder: Path) -> Path:
    """A repository with an owner, an entity, an image and a commit."""
    folder.mkdir()
    (folder / "CODEOWNERS").write_text("* @acme/pay\n!/x/ @acme/pay\n")
    (folder / "catalog-info.yaml").write_text("kind: Component\nmetadata: {name: pay}\nspec: {owner: pay}\n")
    (folder / "Dockerfile").write_text("FROM python:3\n")
    git = ("git", "-C", str(folder), "-c", "user.name=Jane Doe", "-c", "user.email=jane@acme.io")
    for words in (("init", "-q", "-b", "main"), ("add", "."), ("commit", "-qm", "one")):
        subprocess.run([*git, *words], check=True, capture_output=True)
    return folder


def looked(folder: Path, store: Store, hours: int) -> list[Tally]:
    """Both sources, read and written."""
    code = repository.source([repository.Configured(path=folder, repository="github.com/acme/pay")])
    states = terraform.source([terraform.Configured(str(STATE))])
    readings = [look.read() for source in (code, states) for look in source.looks()]
    return observe(store, readings, at=NOW + timedelta(hours=hours))


def test_everything_is_taken_and_the_second_look_writes_nothing(embedded: Store, tmp_path: Path) -> None:
    """Every record and field is declared as it is stated; the only problem is the line that GitHub skips."""
    folder = checkout(tmp_path / "pay")
    first = looked(folder, embedded, 0)
    assert [t.new for t in first] == [6, 7]
    assert [len(t.problems) for t in first] == [1, 0]
    again = looked(folder, embedded, 1)
    assert [(t.new, t.changed, t.gone, t.written) for t in again] == [(0, 0, 0, 0), (0, 0, 0, 0)]


def test_no_value_of_a_state_is_in_the_graph(embedded: Store, tmp_path: Path) -> None:
    """TF-03, to the end: not in any property of any node."""
    looked(checkout(tmp_path / "pay"), embedded, 0)
    rows = embedded.read("MATCH (n) RETURN properties(n) AS held", rows=1000)
    assert "hunter2" not in repr(rows)
    assert Uid("repo://github.com/acme/pay") in {r["held"]["uid"] for r in rows}
