"""The documents say what there is, by its exact name."""

import inspect
from pathlib import Path

import pytest

import graph.errors
from graph.errors import AletheiaError
from graph.kinds import KINDS, RELATIONS
from graph.model_page import model_page

ROOT = Path(__file__).parent.parent


def test_the_model_page_is_what_is_declared():
    """`make docs` renews it."""
    assert model_page() == (ROOT / "docs/model.md").read_text()


@pytest.mark.parametrize("name", sorted(KINDS))
def test_a_kind_says_what_it_is(name):
    """A declaration without a description helps nobody; neither does a field that is in two minds about its name."""
    kind = KINDS[name]
    fields = [field.name for field in kind.fields]

    assert kind.description
    assert sorted(set(fields)) == sorted(fields)


def test_every_relation_is_said_from_both_ends():
    """W2 and the grammar need both."""
    assert [] == [r.name for r in RELATIONS.values() if not (r.forward and r.backward and r.description)]


def test_every_error_stands_in_the_tree():
    """The tree in the module's docstring is whole, and every error says what to do about it."""
    errors = [c for _, c in inspect.getmembers(graph.errors, inspect.isclass) if issubclass(c, AletheiaError)]
    tree = graph.errors.__doc__ or ""

    assert [] == [c.__name__ for c in errors if c.__name__ not in tree or not c.__doc__]
