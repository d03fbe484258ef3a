"""CODEOWNERS by the rules of the forge that reads it (OWN-01 to OWN-08, BST-03)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collectors.code.codeowners import GITHUB_LIMIT, PLACES, Codeowners, Forge, parse


def github(*lines: str) -> Codeowners:
    """A file of these lines, read by GitHub's rules."""
    return parse("\n".join(lines), "github")


def gitlab(*lines: str) -> Codeowners:
    """A file of these lines, read by GitLab's rules."""
    return parse("\n".join(lines), "gitlab")


# GitHub


def test_an_inline_comment_names_nobody() -> None:
    """OWN-01: what stands behind `#` on a line of GitHub's is no owner."""
    assert github("/api/ @org/core # ask @org/old first").owners_of("api/x.py") == ("@org/core",)


def test_an_escaped_space_belongs_to_the_path() -> None:
    r"""OWN-02: `\ ` is a space of the one pattern, not its end."""
    read = github(r"/my\ docs/ @org/docs")
    assert len(read.rules) == 1
    assert read.owners_of("my docs/a.md") == ("@org/docs",)
    assert read.owners_of("my") is None


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("docs/*", "docs/a.md", True),
        ("docs/*", "docs/a/b.md", False),
        ("docs/", "docs/a/b.md", True),
        ("docs/", "x/docs/b.md", True),
        ("docs/", "docs", False),
        ("/docs/", "x/docs/b.md", False),
        ("docs/api/", "x/docs/api/b.md", False),
        ("*", "a/b/c", True),
        ("*.js", "a/b.js", True),
        ("*.js", "a/b.jsx", False),
        ("/*.js", "a/b.js", False),
        ("**/logs", "deeply/nested/logs/x", True),
        ("logs", "a/logs/x", True),
        ("/build/logs", "build/logs/x/y", True),
        ("/apps/**/test.rb", "apps/test.rb", True),
        ("/apps/**/test.rb", "apps/a/b/test.rb", True),
        ("/apps/**", "apps/a/b", True),
        ("/apps/**", "apps", False),
        ("/apps/*/x", "apps/a/x/y", True),
        ("/apps/*/x", "apps/a/b/x", False),
        ("/a?c", "abc", True),
        ("/a?c", "a/c", False),
        ("/Docs/", "docs/x", False),
        ("/docs/*.md", "docs/a.md", True),
        (".github/", ".github/workflows/ci.yml", True),
    ],
)
def test_github_matches_patterns_like_gitignore_but_one_level_under_a_star(
    pattern: str, path: str, matches: bool
) -> None:
    """OWN-03: `docs/*` is one level, `docs/` all of them; a slash inside anchors; case counts."""
    assert (github(f"{pattern} @a").owners_of(path) is not None) is matches


def test_the_last_match_wins_alone() -> None:
    """OWN-04: a later line replaces an earlier one; owners are never joined over lines."""
    read = github("* @org/a", "/pay/ @org/b", "/pay/ @org/c")
    assert read.owners_of("pay/x") == ("@org/c",)
    assert read.owners_of("other") == ("@org/a",)


def test_an_exclamation_mark_means_nothing_on_github() -> None:
    """OWN-05: such a line is reported and skipped; the earlier owner stays."""
    read = github("* @org/a", "!/vendor/")
    assert read.owners_of("vendor/x") == ("@org/a",)
    assert [w.line for w in read.warnings] == [2]


def test_an_invalid_line_costs_that_line_only() -> None:
    """OWN-06: three good lines stay, an owner without `@` and an owner without a pattern are two warnings."""
    read = github("* @org/a", "/b/ @org/b", "/c/ c@acme.io", "/d/ platform", "@org/e")
    assert len(read.rules) == 3
    assert [w.line for w in read.warnings] == [4, 5]
    assert "platform" in str(read.warnings[0])
    assert read.owners_of("d/x") == ("@org/a",)


@pytest.mark.parametrize("line", ["[Docs]", r"\#a @x", "/[ab]/ @x", "/a*** @x", "/a @x @bad-@name"])
def test_what_github_does_not_accept_is_reported(line: str) -> None:
    """GitHub: no sections, no escaped `#`, no character ranges, and every owner of a line has to be one."""
    assert github(line).rules == ()
    assert len(github(line).warnings) == 1


def test_a_file_over_three_megabytes_is_not_loaded() -> None:
    """OWN-06: GitHub does not load it, so its owners are unknown rather than none."""
    read = parse("* @org/a\n" + "# \n" * (GITHUB_LIMIT // 3), "github")
    assert (read.loaded, read.rules) == (False, ())
    assert len(read.warnings) == 1
    assert parse("* @a\n" + "# \n" * (GITHUB_LIMIT // 3), "gitlab").loaded


def test_a_pattern_without_owners_says_nobody_on_purpose() -> None:
    """OWN-08: empty owners and @ghost are deliberate; a path that no line matches is not."""
    read = github("* @org/a", "/free/", "/left/ @ghost", "/both/ @ghost @org/b")
    assert read.owners_of("free/x") == ()
    assert read.owners_of("left/x") == ()
    assert read.owners_of("both/x") == ("@org/b",)
    assert github("/a/ @org/a").owners_of("b") is None


def test_every_owner_of_a_star_line_counts_and_none_is_needed() -> None:
    """BST-03: `* @a @b` has two owners, and a file without `*` is no failure."""
    assert github("* @a @b").owners_of("x") == ("@a", "@b")
    assert github("/x/ @a").warnings == ()


def test_a_folder_is_owned_by_what_owns_a_file_of_no_particular_name_in_it() -> None:
    """The mapped path is a folder: a rule for Dockerfiles does not own what is built there."""
    read = github("* @org/all", "/pay/ @org/pay", "Dockerfile @org/platform")
    assert [r.owners for r in read.deciding_folder("pay")] == [("@org/pay",)]
    assert [r.owners for r in read.deciding_folder("")] == [("@org/all",)]


def test_the_places_are_looked_in_by_the_forges_own_order() -> None:
    """OWN-08: GitHub .github, root, docs; GitLab root, docs, .gitlab."""
    assert PLACES[Forge.GITHUB] == (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")
    assert PLACES[Forge.GITLAB] == ("CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")


# GitLab

SECTIONS = (
    "* @org/all",
    "[Data][2] @org/data",
    "/db/",
    "/db/schema/ @org/schema",
    "^[Docs]",
    "*.md @org/docs",
    "[data]",
    "/db/seeds/ @org/seeds",
    "/db/more/",
)


def test_a_section_gives_its_default_owners_and_matches_once() -> None:
    """OWN-07: one rule per section decides, the last; entries above the first heading are a section of their own."""
    read = gitlab(*SECTIONS)
    assert read.owners_of("db/x") == ("@org/all", "@org/data")
    assert read.owners_of("db/schema/x") == ("@org/all", "@org/schema")
    assert read.owners_of("db/a.md") == ("@org/all", "@org/data", "@org/docs")


def test_sections_of_one_name_are_one_in_any_case() -> None:
    """OWN-07: `[data]` goes on with `[Data]`: its name, its approvals, its defaults, and one match for both."""
    read = gitlab(*SECTIONS)
    assert read.owners_of("db/seeds/x") == ("@org/all", "@org/seeds")
    assert read.owners_of("db/more/x") == ("@org/all", "@org/data")
    assert {r.section for r in read.rules} == {"", "Data", "Docs"}
    assert {r.approvals for r in read.rules if r.section == "Data"} == {2}


def test_the_optional_flag_is_kept_and_required_once_is_required() -> None:
    """OWN-07: `^` makes a section optional, unless another heading of the same name does without."""
    read = gitlab("^[A]", "/a @a", "^[B]", "/b @b", "[b]", "/c @c")
    assert {r.pattern: r.optional for r in read.rules} == {"/a": True, "/b": False, "/c": False}


def test_what_a_section_excludes_stays_excluded_in_it() -> None:
    """OWN-05: `!` takes a path out of its section for good, and out of no other."""
    read = gitlab("* @org/all", "[Ruby]", "*.rb @org/ruby", "!/config/**/*.rb", "/config/routes.rb @org/ops")
    assert read.owners_of("app/x.rb") == ("@org/all", "@org/ruby")
    assert read.owners_of("config/routes.rb") == ("@org/all",)


def test_gitlab_has_no_inline_comments() -> None:
    """OWN-01 the other way: GitLab reads the owners in what looks like a comment; other words are ignored by name."""
    read = gitlab("/api/ @org/core # ask @org/old first")
    assert read.owners_of("api/x") == ("@org/core", "@org/old")
    assert [w.line for w in read.warnings] == [1, 1, 1]


def test_a_malformed_owner_is_ignored_and_the_others_stay() -> None:
    """GitLab: unlike on GitHub, the line stands without it."""
    read = gitlab("/path/* @group user_without_sign @user_with_sign")
    assert read.owners_of("path/x") == ("@group", "@user_with_sign")
    assert len(read.warnings) == 1


def test_the_path_of_a_nested_group_is_whole() -> None:
    """OWN-08: `@a/b/c` is one group; a role and an address are owners too."""
    read = gitlab("* @acme/platform/data @@maintainer jane@acme.io")
    assert read.owners_of("x") == ("@acme/platform/data", "@@maintainer", "jane@acme.io")


@pytest.mark.parametrize("line", ["[Broken", "[]", "^[A][1]", "[A][0]", "[A] nobody", "/x"])
def test_what_gitlab_does_not_accept_is_reported(line: str) -> None:
    """A heading that is not closed or has no name, approvals of an optional section, owners that are none."""
    assert gitlab(line).warnings


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("docs", "docs/a.md", False),
        ("docs", "a/docs", True),
        ("docs/", "x/docs/a/b.md", True),
        ("/docs/*", "docs/a.md", True),
        ("/docs/*", "docs/a/b.md", False),
        ("internal/README.md", "docs/internal/README.md", True),
        ("/docs/**", "docs/a/b.md", False),
        ("/docs/**/index.md", "docs/index.md", True),
        ("/docs/[ab].md", "docs/b.md", True),
        ("/docs/[!ab].md", "docs/b.md", False),
        ("/docs/[a-c].md", "docs/c.md", True),
        (r"\#file.rb", "#file.rb", True),
        ("*", "a/.hidden", True),
    ],
)
def test_gitlab_matches_whole_paths_like_a_shell(pattern: str, path: str, matches: bool) -> None:
    """GitLab: a pattern without a leading slash matches at every depth, a name only itself, `**` only before a slash."""
    assert (gitlab(f"{pattern} @a").owners_of(path) is not None) is matches


# Both


def test_windows_line_ends_and_a_byte_order_mark_are_no_content() -> None:
    """A file saved on Windows reads the same."""
    assert parse("\ufeff* @org/a\r\n/b/ @org/b\r\n", "github").owners_of("b/x") == ("@org/b",)


def test_many_stars_do_not_make_it_run_away() -> None:
    """A hostile pattern costs no more than its length times the path's."""
    assert github("/" + "*a" * 200 + " @x").owners_of("a" * 199 + "b") is None
    assert github("/" + "**/" * 100 + "b @x").owners_of("a/" * 200 + "c") is None


@settings(max_examples=200, deadline=None)
@given(st.text(), st.text(max_size=40), st.sampled_from(list(Forge)))
def test_no_content_makes_it_raise(text: str, path: str, forge: Forge) -> None:
    """Whatever a repository holds, there is a reading of it."""
    read = parse(text, forge)
    assert len(read.rules) + len(read.warnings) <= 3 * len(text) + 1
    assert read.owners_of(path) is None or isinstance(read.owners_of(path), tuple)
