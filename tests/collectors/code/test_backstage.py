"""Backstage entities and their references (BST-04, BST-05), and what cannot be taken."""

import pytest

from collectors.code.address import Address
from collectors.code.backstage import Ref, parse, parse_ref
from collectors.code.catalogue import code_of, entity_records
from graph.errors import BadInput

CHECKOUT = """
apiVersion: backstage.io/v1alpha1
kind: Component
metadata:
  name: Checkout
  labels: {tier: "1"}
  annotations: {backstage.io/kubernetes-id: checkout, example.io/table: "arn:aws:dynamodb:eu-west-1:012345671234:table/carts"}
spec: {type: service, lifecycle: production, owner: payments, system: shop, dependsOn: [resource:orders-db]}
"""


def test_case_and_the_default_namespace_make_no_difference() -> None:
    """BST-04: `Component:default/Foo` and `component:default/foo` are one; a bare owner is a group in default."""
    assert parse_ref("Component:default/Foo", kind="component") == parse_ref(
        "component:default/foo", kind="x"
    )
    assert parse_ref("team-x", kind="group") == Ref("group", "default", "team-x")
    assert str(parse_ref("user:acme/Jane", kind="group")) == "user:acme/jane"


@pytest.mark.parametrize("given", [{"kind": "Group", "name": "x"}, "", None, 3, "a/b/c d", "group:"])
def test_what_is_no_reference_is_refused_in_words(given: object) -> None:
    """BST-04: an object as owner is rejected, and the message says what was expected."""
    with pytest.raises(BadInput, match="reference"):
        parse_ref(given, kind="group")


def test_an_owner_that_is_an_object_costs_the_reference_and_not_the_entity() -> None:
    """One bad item is named; the entity is kept without an owner."""
    read = parse([("catalog-info.yaml", "kind: Component\nmetadata: {name: a}\nspec: {owner: {name: x}}\n")])
    assert [e.name for e in read.entities] == ["a"]
    assert read.entities[0].one("owner") == ""
    assert len(read.problems) == 1
    assert "spec.owner" in read.problems[0]


def test_a_dependency_is_one_edge_whichever_end_declares_it() -> None:
    """BST-05: A depends on B, said at A and said at B, is A → B once."""
    a = "kind: Component\nmetadata: {name: a}\nspec: {dependsOn: ['component:b']}\n"
    b = "kind: Component\nmetadata: {name: b}\nspec: {dependencyOf: ['component:default/A']}\n"
    expected = ((Ref("component", "default", "a"), Ref("component", "default", "b")),)
    plain = "kind: Component\nmetadata: {name: %s}\n"
    assert parse([("1", a), ("2", plain % "b")]).dependencies() == expected
    assert parse([("1", plain % "a"), ("2", b)]).dependencies() == expected
    assert parse([("1", a), ("2", b)]).dependencies() == expected


def test_a_member_is_one_whichever_side_says_it() -> None:
    """Groups list users, users list groups; both say the same."""
    text = "kind: Group\nmetadata: {name: g}\nspec: {members: [jane]}\n---\nkind: User\nmetadata: {name: Jane}\nspec: {memberOf: [g]}\n"
    assert parse([("f", text)]).members() == ((Ref("user", "default", "jane"), Ref("group", "default", "g")),)


def test_the_other_documents_of_a_file_are_read_when_one_is_bad() -> None:
    """INV-02: an unknown kind, a missing name and a second declaration are named with their lines; the rest is taken."""
    text = f"{CHECKOUT}---\nkind: Template\nmetadata: {{name: t}}\n---\nkind: System\nmetadata: {{}}\n---\nkind: System\nmetadata: {{name: shop}}\n---\nkind: component\nmetadata: {{name: checkout}}\n"
    read = parse([("catalog-info.yaml", text)])
    assert [str(e.ref) for e in read.entities] == ["component:default/checkout", "system:default/shop"]
    assert len(read.problems) == 3
    assert "declared already in catalog-info.yaml:2" in read.problems[2]


def test_text_stays_text() -> None:
    """K8S-13: numbers, dates and booleans in labels keep their looks."""
    text = "kind: Component\nmetadata: {name: a, labels: {build: 0123456789012345678901, on: yes, day: 2026-11-30}}\n"
    assert parse([("f", text)]).entities[0].labels() == {
        "build": "0123456789012345678901",
        "on": "yes",
        "day": "2026-11-30",
    }


@pytest.mark.parametrize("text", ["{{ not yaml", "a: [", "&a [*a, *a]", "- just\n- a list", "\x00"])
def test_a_broken_file_is_a_problem_and_no_failure(text: str) -> None:
    """Templates with placeholders are common: what cannot be read is named."""
    read = parse([("catalog-info.yaml", text)])
    assert read.entities == ()
    assert read.problems


def test_where_the_code_is_comes_from_annotations_or_from_the_files_own_folder() -> None:
    """A source location, a project slug, else the folder that the entity stands in."""
    own = Address("github.com", "acme/mono")
    entity = "kind: Component\nmetadata: {name: a, annotations: {%s}}\n"

    def code(annotations: str, path: str = "services/a/catalog-info.yaml") -> Address | None:
        return code_of(parse([(path, entity % annotations)]).entities[0], own)

    assert code("") == Address("github.com", "acme/mono", "services/a")
    assert code("github.com/project-slug: acme/other") == Address("github.com", "acme/other")
    located = "backstage.io/source-location: 'url:https://github.com/acme/mono/tree/main/pay/'"
    assert code(located) == Address("github.com", "acme/mono", "pay")


def test_an_entity_becomes_a_record_with_full_references() -> None:
    """References are stored in full, the ARN it is annotated with is kept, and so is the line."""
    read = parse([("catalog-info.yaml", CHECKOUT)])
    records, relations = entity_records(
        read, Address("github.com", "acme/checkout"), lambda path, line: {"file": path, "line": line}
    )
    fields = records[0].fields
    assert records[0].uid == "catalog://component:default/checkout"
    assert (fields["owner"], fields["system"]) == ("group:default/payments", "system:default/shop")
    assert fields["dependsOn"] == ["resource:default/orders-db"]
    assert fields["arns"] == ["arn:aws:dynamodb:eu-west-1:012345671234:table/carts"]
    assert (fields["tier"], fields["line"]) == ("1", 2)
    assert {(r.type, r.target) for r in relations} == {
        ("DEPENDS_ON", "catalog://resource:default/orders-db"),
        ("PART_OF", "catalog://system:default/shop"),
    }


def test_a_user_who_is_marked_as_gone_is_inactive() -> None:
    """A person who left is still listed by some catalogues, and says so in a label."""
    text = "kind: User\nmetadata: {name: jane, labels: {status: Inactive}}\n---\nkind: User\nmetadata: {name: joe}\n"
    records, _ = entity_records(parse([("f", text)]), Address("local", "x"), lambda _p, _l: {})
    assert [r.fields.get("active") for r in records] == [False, True]
