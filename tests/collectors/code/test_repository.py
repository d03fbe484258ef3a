"""A repository as a scope: real git repositories, plain folders and clones, and how each look ends."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from collectors.code.address import Address, parse
from collectors.code.repository import Configured, source
from graph.errors import SkipScope
from graph.record import Record
from graph.scope import Outcome, Reading

Git = Callable[..., str]


@pytest.fixture
def git(tmp_path: Path) -> Git:
    """Runs git in the folder `work`, as Jane."""
    work = tmp_path / "work"
    work.mkdir()

    def run(*words: str) -> str:
        """One command; its output."""
        who = ("-c", "user.name=Jane Doe", "-c", "user.email=jane@acme.io", "-c", "commit.gpgsign=false")
        done = subprocess.run(
            ["git", "-C", str(work), *who, *words], check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    run("init", "-q", "-b", "main")
    return run


def write(folder: Path, **files: str) -> None:
    """Files by path (`__` for `/`, `_` before the ending's dot left as it is)."""
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def look(**configured: object) -> Reading:
    """The reading of one repository."""
    (one,) = source([Configured(**configured)]).looks()  # type: ignore[arg-type]
    return one.read()


def of(reading: Reading, kind: str) -> list[Record]:
    """The records of a kind."""
    return [r for r in reading.records if r.kind == kind]


def test_a_repository_is_read_at_the_commit_that_is_checked_in(tmp_path: Path, git: Git) -> None:
    """What lies in the working folder and is not committed was not observed at that commit."""
    work = tmp_path / "work"
    write(work, CODEOWNERS="* @acme/core\n/pay/ @acme/pay\n")
    git("add", ".")
    git("commit", "-qm", "one")
    git("remote", "add", "origin", "https://user:secret@github.com/Acme/Checkout.git")
    head = git("rev-parse", "HEAD")
    write(work, CODEOWNERS="* @somebody/else\n")
    reading = look(path=work)
    (repository,) = of(reading, "Repository")
    assert (repository.uid, repository.name) == ("repo://github.com/acme/checkout", "Acme/Checkout")
    assert repository.fields["headCommit"] == head
    assert (repository.fields["defaultBranch"], repository.fields["codeowners"]) == ("main", "read")
    assert [r.fields["owners"] for r in of(reading, "OwnershipRule")] == [["@acme/core"], ["@acme/pay"]]
    assert (
        of(reading, "OwnershipRule")[1].fields["url"]
        == f"https://github.com/Acme/Checkout/blob/{head}/CODEOWNERS#L2"
    )
    assert "secret" not in repr(reading)
    assert reading.outcome is Outcome.COMPLETE


def test_a_line_put_in_above_changes_no_other_rule(tmp_path: Path) -> None:
    """Keys hold section and pattern, so that a rule stays the same record wherever it stands."""
    write(tmp_path, CODEOWNERS="/a/ @x\n/b/ @y\n/a/ @z\n")
    before = [r.uid for r in of(look(path=tmp_path), "OwnershipRule")]
    write(tmp_path, CODEOWNERS="# new\n* @w\n/a/ @x\n/b/ @y\n/a/ @z\n")
    after = [r.uid for r in of(look(path=tmp_path), "OwnershipRule")]
    assert len(set(before)) == 3
    assert after[1:] == before


@pytest.mark.parametrize(
    ("forge", "expected"),
    [("github", ".github/CODEOWNERS"), ("gitlab", "CODEOWNERS")],
)
def test_the_first_place_counts_alone(tmp_path: Path, forge: str, expected: str) -> None:
    """OWN-08: several files are never merged."""
    write(
        tmp_path,
        **{
            p.replace("/", "__"): f"* @{i}\n"
            for i, p in enumerate((".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"))
        },
    )
    reading = look(path=tmp_path, forge=forge)
    assert of(reading, "Repository")[0].fields["codeownersFile"] == expected
    assert len(of(reading, "OwnershipRule")) == 1


def test_no_codeowners_is_a_fact_and_too_large_a_one_is_unknown(tmp_path: Path) -> None:
    """OWN-06: absent means none; over 3 MB means that nobody knows, and the look is partial."""
    absent = look(path=tmp_path)
    assert (of(absent, "Repository")[0].fields["codeowners"], absent.outcome) == ("none", Outcome.COMPLETE)
    (tmp_path / "CODEOWNERS").write_text("* @a\n" + "#\n" * 1_600_000)
    large = look(path=tmp_path)
    assert (of(large, "Repository")[0].fields["codeowners"], large.outcome) == ("too large", Outcome.PARTIAL)
    assert "unknown" in large.missing


def test_codeowners_that_cannot_be_read_is_neither_none_nor_a_failure_of_all(
    tmp_path: Path, git: Git
) -> None:
    """A damaged object: owners by CODEOWNERS are unknown, the look is partial, and the rest is read."""
    work = tmp_path / "work"
    write(work, CODEOWNERS="* @acme/pay\n", Dockerfile="FROM python:3\n")
    git("add", ".")
    git("commit", "-qm", "one")
    blob = git("rev-parse", "HEAD:CODEOWNERS")
    (work / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    reading = look(path=work)
    assert (of(reading, "Repository")[0].fields["codeowners"], reading.outcome) == (
        "unreadable",
        Outcome.PARTIAL,
    )
    assert len(of(reading, "ImageBuild")) == 1


def test_invalid_lines_are_reported_one_by_one(tmp_path: Path) -> None:
    """OWN-06: each with its file, its number and what is wrong; the others are written."""
    write(tmp_path, CODEOWNERS="* @a\n!/x/\n/y/ nobody\n")
    reading = look(path=tmp_path)
    assert [p.split(":")[0] for p in reading.problems] == ["CODEOWNERS line 2", "CODEOWNERS line 3"]
    assert of(reading, "Repository")[0].fields["codeownersProblems"] == 2


def test_a_catalogue_that_is_no_yaml_makes_the_look_partial(tmp_path: Path) -> None:
    """Entities of a file that broke must not be taken for removed (BST-06)."""
    write(tmp_path, **{"catalog-info.yaml": "kind: Component\nmetadata: {name: a}\n---\n{{ broken\n"})
    reading = look(path=tmp_path)
    assert reading.outcome is Outcome.PARTIAL
    assert [e.name for e in of(reading, "CatalogEntity")] == ["a"]


def test_files_that_a_location_names_are_read(tmp_path: Path) -> None:
    """A Location leads to further files of the same repository, and to none outside it."""
    location = "kind: Location\nmetadata: {name: all}\nspec: {targets: [./org/teams.yaml, ../../etc/passwd, 'https://x.io/y']}\n"
    write(
        tmp_path, **{"catalog-info.yaml": location, "org__teams.yaml": "kind: Group\nmetadata: {name: pay}\n"}
    )
    assert {e.name for e in of(look(path=tmp_path), "CatalogEntity")} == {"all", "pay"}


def test_a_folder_inside_another_repository_is_a_plain_folder(tmp_path: Path, git: Git) -> None:
    """A folder without `.git` is not taken for the repository that it happens to lie in."""
    inner = tmp_path / "work" / "inner"
    inner.mkdir()
    write(inner, CODEOWNERS="* @a\n")
    git("add", ".")
    git("commit", "-qm", "one")
    (repository,) = of(look(path=inner), "Repository")
    assert (repository.uid, repository.fields["headCommit"]) == ("repo://local/inner", None)


def test_an_empty_repository_is_read_whole(tmp_path: Path, git: Git) -> None:
    """No commit yet: nothing is in it, and that is known."""
    reading = look(path=tmp_path / "work", repository="github.com/acme/new")
    assert [(r.kind, r.uid) for r in reading.records] == [("Repository", "repo://github.com/acme/new")]
    assert reading.outcome is Outcome.COMPLETE


def test_contacts_are_joined_by_the_mailmap(tmp_path: Path, git: Git) -> None:
    """GIT-01: the mailmap of the commit makes one person of two names; links and merges add nobody."""
    work = tmp_path / "work"
    write(work, a="1", **{".mailmap": "Jane Doe <jane@acme.io> JD <jd@old.example>\n"})
    git("add", ".")
    git("commit", "-qm", "one")
    git("commit", "-q", "--allow-empty", "-m", "two", "--author", "JD <jd@old.example>")
    git("commit", "-q", "--allow-empty", "-m", "three", "--author", "renovate[bot] <bot@renovateapp.com>")
    reading = look(path=work)
    assert [
        (c.fields["person"], c.fields["commits"], c.fields["share"]) for c in of(reading, "Contribution")
    ] == [("Jane Doe", 2, 1.0)]
    assert of(reading, "Repository")[0].fields["busFactor"] == 1


def test_commits_are_changes_of_the_repository(tmp_path: Path, git: Git) -> None:
    """The newest of the branch, a merge as one, each with who, when and what came before."""
    git("commit", "-q", "--allow-empty", "-m", "one")
    first = git("rev-parse", "HEAD")
    git("checkout", "-q", "-b", "side")
    git("commit", "-q", "--allow-empty", "-m", "on the side")
    git("checkout", "-q", "main")
    git("merge", "-q", "--no-ff", "-m", "the side comes in", "side")
    reading = look(path=tmp_path / "work", repository="github.com/acme/pay")
    told = [(c.fields["message"], c.fields.get("before"), c.fields["actor"]) for c in of(reading, "Change")]
    assert told == [("the side comes in", first, "Jane Doe"), ("one", None, "Jane Doe")]
    assert {r.target for r in reading.relations if r.type == "CHANGE_OF"} == {"repo://github.com/acme/pay"}


def test_nothing_of_a_repositorys_own_configuration_is_run(tmp_path: Path, git: Git) -> None:
    """Hooks, monitors, pagers, filters and signature programs of a hostile repository stay untouched."""
    work, trap = tmp_path / "work", tmp_path / "trap"
    script = tmp_path / "run.sh"
    script.write_text(f"#!/bin/sh\ntouch {trap}\n")
    script.chmod(0o755)
    write(work, CODEOWNERS="* @a\n", **{".gitattributes": "* filter=x diff=x\n"})
    git("add", ".")
    git("commit", "-qm", "one")
    for key in (
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "core.editor",
        "diff.external",
        "gpg.program",
        "filter.x.smudge",
        "diff.x.textconv",
        "diff.x.command",
        "pager.log",
    ):
        git("config", key, str(script))
    git("config", "log.showSignature", "true")
    git("config", "remote.origin.url", "ext::sh -c 'touch trap'")
    git("config", "remote.origin.promisor", "true")
    assert len(of(look(path=work, repository="github.com/a/b"), "OwnershipRule")) == 1
    assert not trap.exists()


def test_a_symbolic_link_is_not_followed(tmp_path: Path) -> None:
    """A link may lead to any file of this machine."""
    secret = tmp_path / "secret"
    secret.write_text("* @stolen\n")
    folder = tmp_path / "repo"
    folder.mkdir()
    (folder / "CODEOWNERS").symlink_to(secret)
    reading = look(path=folder)
    assert of(reading, "Repository")[0].fields["codeowners"] == "none"


def test_an_address_is_cloned_and_the_clone_removed(tmp_path: Path, git: Git) -> None:
    """A clone of limited depth without a working tree, gone afterwards; its files and history are those of the original."""
    write(tmp_path / "work", CODEOWNERS="* @a\n", Dockerfile="FROM python:3\n")
    git("add", ".")
    git("commit", "-qm", "one")
    reading = look(url=f"file://{tmp_path / 'work'}", repository="git.acme.example/acme/pay")
    assert {r.kind for r in reading.records} == {
        "Repository",
        "OwnershipRule",
        "ImageBuild",
        "Contribution",
        "Change",
    }
    assert of(reading, "Repository")[0].uid == "repo://git.acme.example/acme/pay"


@pytest.mark.parametrize(
    ("configured", "words"),
    [
        ({"path": Path("/does/not/exist")}, "is not a folder"),
        ({"url": "file:///does/not/exist"}, "git clone failed"),
        ({"url": "ext::sh -c whoami"}, "is not an address"),
        ({"url": "--upload-pack=touch"}, "is not an address"),
    ],
)
def test_what_cannot_be_read_fails_in_words(configured: dict[str, object], words: str) -> None:
    """An error is never an empty list, and says what to do."""
    with pytest.raises(SkipScope, match=words):
        look(**configured)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git@github.com:acme/checkout.git", Address("github.com", "acme/checkout")),
        ("https://github.com/acme/checkout.git", Address("github.com", "acme/checkout")),
        ("ssh://git@git.acme.io:2222/platform/tools/x.git", Address("git.acme.io", "platform/tools/x")),
        ("https://user:pw@gitlab.com/a/b/c", Address("gitlab.com", "a/b/c")),
        ("github.com/acme/checkout", Address("github.com", "acme/checkout")),
        (
            "url:https://github.com/acme/mono/tree/main/services/pay/",
            Address("github.com", "acme/mono", "services/pay"),
        ),
        ("https://gitlab.com/a/b/-/tree/main/x/y", Address("gitlab.com", "a/b", "x/y")),
        ("https://github.com/acme/checkout#readme", Address("github.com", "acme/checkout")),
        ("https://github.com/acme", None),
        ("checkout", None),
        ("https://github.com/acme/mono/tree/main/../../x", Address("github.com", "acme/mono")),
    ],
)
def test_an_address_is_understood_however_it_is_written(text: str, expected: Address | None) -> None:
    """SSH, HTTPS, with a login, with a folder; a login is never kept."""
    assert parse(text) == expected
