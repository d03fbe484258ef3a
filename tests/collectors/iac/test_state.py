"""Terraform and OpenTofu states: addresses exact, data sources apart, no values (TF-01 to TF-03)."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collectors.iac.state import index, parse
from collectors.iac.terraform import Configured, source
from graph.errors import SkipScope, SourceFailed
from graph.scope import Outcome, Reading

RECORDING = Path(__file__).parents[2] / "recordings" / "iac" / "nested.tfstate"


def look(location: object) -> Reading:
    """The reading of one state."""
    (one,) = source([Configured(str(location))]).looks()
    return one.read()


def document(**changed: Any) -> bytes:
    """An empty state with something changed."""
    return json.dumps({"version": 4, "serial": 1, "lineage": "x", "resources": [], **changed}).encode()


def test_an_address_is_exact() -> None:
    """TF-01: nested modules, text and number keys, and the escapes that addresses have."""
    state = parse(RECORDING.read_bytes(), "nested")
    assert [i.address for i in state.instances] == [
        "aws_instance.web[0]",
        "aws_instance.web[1]",
        'module.a[0].module.b["x"].aws_db_instance.y["k"]',
        'module.a[0].module.b["x"].aws_db_instance.y["say \\"hi\\" $${x}"]',
        "module.a[0].data.aws_ami.base",
        "data.terraform_remote_state.net",
    ]


@pytest.mark.parametrize(
    ("key", "expected"),
    [(None, ""), (0, "[0]"), (12, "[12]"), ("0", '["0"]'), ("a", '["a"]'), ("ü/ö", '["ü/ö"]'), ("", '[""]')],
)
def test_a_number_and_the_text_of_it_are_two_keys(key: object, expected: str) -> None:
    """TF-01: `[0]` and `["0"]` are different instances."""
    assert index(key) == expected


def test_a_data_source_is_not_managed() -> None:
    """TF-02: data sources and remote states are read by Terraform, not managed by it."""
    reading = look(RECORDING)
    state, *resources = reading.records
    assert (state.fields["resources"], state.fields["dataSources"]) == (4, 2)
    assert sorted(r.name for r in resources if r.fields["mode"] == "data") == [
        "data.terraform_remote_state.net",
        "module.a[0].data.aws_ami.base",
    ]


def test_no_value_leaves_a_state_but_arn_and_id() -> None:
    """TF-03: passwords, outputs and user data stay where they are, also where the list of what is sensitive is empty."""
    reading = look(RECORDING)
    assert "hunter2" not in repr(reading)
    assert "secret" not in repr(reading)
    fields = reading.records[3].fields
    assert (fields["arn"], fields["resourceId"]) == ("arn:aws:rds:eu-west-1:012345671234:db:k", "db-ABC")
    assert (fields["account"], fields["region"]) == ("012345671234", "eu-west-1")
    assert (fields["provider"], fields["module"]) == (
        "registry.opentofu.org/hashicorp/aws",
        'module.a[0].module.b["x"]',
    )


def test_every_resource_has_a_key_of_its_own() -> None:
    """Keys hold the state and the whole address."""
    reading = look(RECORDING)
    assert len({r.uid for r in reading.records}) == 7
    assert {r.target for r in reading.relations} == {reading.records[0].uid}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"not json", "not JSON"),
        (b"[]", "a JSON object is expected"),
        (b"{}", "no format version"),
        (document(version=3), "old format 3"),
        (document(version=5), "newer than is understood"),
        (document(version="4"), "no format version"),
        (document(resources=None), "damaged"),
        (document(encrypted_data="x"), "encrypted OpenTofu state"),
        (document(planned_values={}), "is a plan"),
        (json.dumps({"version": 3, "backend": {"type": "s3"}}).encode(), "points to a backend"),
    ],
)
def test_what_is_no_state_of_format_4_says_what_it_is(data: bytes, words: str) -> None:
    """Each fault has its own message; none is an empty state."""
    with pytest.raises(SourceFailed, match=words):
        parse(data, "x")


def test_one_bad_resource_costs_that_resource() -> None:
    """INV-02: the others are written, and the look is partial, so that nothing is taken for removed."""
    good = {"mode": "managed", "type": "a", "name": "b", "instances": [{"attributes": {"id": "1"}}]}
    state = parse(document(resources=[good, {"mode": "managed"}, "x", {**good, "name": "c"}]), "x")
    assert [i.address for i in state.instances] == ["a.b", "a.c"]
    assert len(state.problems) == 2


def test_an_address_that_is_repeated_is_one_instance() -> None:
    """A damaged state may hold one address twice."""
    one = {"mode": "managed", "type": "a", "name": "b", "instances": [{"attributes": {"id": "1"}}]}
    assert len(parse(document(resources=[one, one]), "x").instances) == 1


def test_a_deposed_instance_is_told_from_its_replacement() -> None:
    """While something is replaced, two instances have one address."""
    instances = [{"attributes": {"id": "new"}}, {"deposed": "0a1b2c3d", "attributes": {"id": "old"}}]
    state = parse(
        document(resources=[{"mode": "managed", "type": "a", "name": "b", "instances": instances}]), "x"
    )
    assert [i.address for i in state.instances] == ["a.b", "a.b (deposed 0a1b2c3d)"]


def test_a_locked_state_is_partial_and_one_being_written_says_so(tmp_path: Path) -> None:
    """The lock file that Terraform puts beside a state means that a change is under way."""
    path = tmp_path / "net.tfstate"
    path.write_bytes(document())
    (tmp_path / ".net.tfstate.lock.info").write_text(
        '{"Who": "jane@host", "Operation": "OperationTypeApply"}'
    )
    reading = look(path)
    assert (reading.outcome, "jane@host" in reading.reason) == (Outcome.PARTIAL, True)
    path.write_bytes(b'{"version": 4, "ser')
    with pytest.raises(SourceFailed, match="being written by jane@host"):
        look(path)


def test_absent_and_empty_are_two_errors(tmp_path: Path) -> None:
    """A state that is not there and one with nothing in it are different faults, and neither is `manages nothing`."""
    with pytest.raises(SkipScope, match="does not exist"):
        look(tmp_path / "none.tfstate")
    (tmp_path / "empty.tfstate").write_text("")
    with pytest.raises(SkipScope, match="is empty"):
        look(tmp_path / "empty.tfstate")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda s: st.lists(s) | st.dictionaries(st.text(), s),
        max_leaves=20,
    )
)
def test_no_json_makes_it_raise_anything_else(given_resources: object) -> None:
    """Whatever stands where resources should, it is a state, a problem, or an error in words."""
    with suppress(SourceFailed):
        assert parse(document(resources=given_resources), "x").serial == 1
