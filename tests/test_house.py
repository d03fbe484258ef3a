"""The house keeps its own rules: sizes, floors, names, and nothing of this machine."""

import ast
import importlib.metadata
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ("graph", "evidence", "collectors", "assistant", "api")
MODULES = sorted(p for floor in FLOORS for p in (ROOT / floor).rglob("*.py"))
MOST_LINES, MOST_LINES_OF_A_FUNCTION = 600, 60


def names(paths):
    return [str(p.relative_to(ROOT)) for p in paths]


@pytest.mark.parametrize("path", MODULES, ids=names(MODULES))
def test_a_module_is_one_noun(path):
    """Over 600 lines is a fault, and so is a function over 60."""
    source = path.read_text()
    functions = [
        n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    long = [f.name for f in functions if (f.end_lineno or 0) - f.lineno + 1 > MOST_LINES_OF_A_FUNCTION]

    assert [] == long
    assert MOST_LINES >= len(source.splitlines())


@pytest.mark.parametrize("path", MODULES, ids=names(MODULES))
def test_a_module_says_why_it_is_there(path):
    """Every module has a docstring, and none is a drawer for what has no place."""
    assert ast.get_docstring(ast.parse(path.read_text()))
    assert path.stem not in {"utils", "helpers", "common", "base", "manager", "misc"}


def test_nobody_else_owns_the_five_names():
    """A stranger's package `api` would be imported in place of ours."""
    owners = {floor: set(importlib.metadata.packages_distributions().get(floor, [])) for floor in FLOORS}

    assert {} == {floor: who - {"aletheia"} for floor, who in owners.items() if who - {"aletheia"}}


def test_only_settings_read_the_environment():
    """One reader, so that a setting can be found."""
    readers = [
        str(p.relative_to(ROOT))
        for p in MODULES
        if "os.environ" in p.read_text() or "os.getenv" in p.read_text()
    ]

    assert ["api/settings.py"] == readers


def test_the_floors_hold():
    """The contracts in pyproject, by import-linter."""
    done = subprocess.run(
        [ROOT / ".venv/bin/lint-imports"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert 0 == done.returncode, done.stdout[-3000:]


def test_no_registry_host_stands_in_a_file():
    """A clone installs from wherever its machine is set up to."""
    hosts = ["pypi" + ".org", "npmjs" + ".org", "repo1.maven" + ".org", "deb.debian" + ".org"]
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    texts = {
        name: (ROOT / name).read_text(errors="replace")
        for name in tracked
        if name and (ROOT / name).is_file()
    }

    assert [] == [name for name, text in texts.items() if any(host in text for host in hosts)]


@pytest.mark.xdist_group("house")
def test_tests_of_one_server_go_to_one_worker(request):
    """The runner marks what it keeps together; where it does not, tests would wipe a shared Neo4j under each other."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        assert request.node.nodeid.endswith("@house")
