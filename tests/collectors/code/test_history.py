"""Contacts from git history (GIT-01)."""

from datetime import UTC, datetime, timedelta

import pytest

from collectors.code.history import Commit, bus_factor, commits, contributors, ignored, is_bot

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def commit(name: str, email: str, days: int = 0, identity: str = "") -> Commit:
    """A commit of so many days ago."""
    return Commit(identity or f"{name}{email}{days}", name, email, NOW - timedelta(days=days))


def test_bots_are_out_and_one_person_is_one() -> None:
    """GIT-01: 80 commits of a bot, one person under three addresses, one of them a no-reply one: bus factor 1."""
    bots = [commit("renovate[bot]", "29139614+renovate[bot]@users.noreply.github.com", n) for n in range(80)]
    jane = [
        commit("Jane Doe", "jane@acme.io", 1),
        commit("Jane Doe", "jane@home.example", 2),
        commit("jdoe", "123+jdoe@users.noreply.github.com", 3),
        commit("Jane Doe", "123+jdoe@users.noreply.github.com", 4),
    ]
    people = contributors([*bots, *jane])
    assert [(p.name, p.login, p.commits, p.share) for p in people] == [("Jane Doe", "jdoe", 4, 1.0)]
    assert people[0].emails == ("jane@acme.io", "jane@home.example")
    assert bus_factor(people) == 1


@pytest.mark.parametrize(
    ("name", "email", "bot"),
    [
        ("dependabot[bot]", "49699333+dependabot[bot]@users.noreply.github.com", True),
        ("Renovate Bot", "bot@renovateapp.com", True),
        ("deploy-bot", "deploy@acme.io", True),
        ("github-actions", "actions@github.com", True),
        ("project_42_bot_ab12", "project_42_bot@noreply.gitlab.com", True),
        ("GitHub", "noreply@github.com", True),
        ("Jenkins", "jenkins@acme.io", True),
        ("Ann Talbot", "ann.talbot@acme.io", False),
        ("Botond Kiss", "botond@acme.io", False),
        ("Abbott", "abbott@acme.io", False),
        ("Jenkinson", "j@acme.io", False),
    ],
)
def test_machines_are_told_from_people(name: str, email: str, bot: bool) -> None:
    """By the names that machines go by, not by letters in a person's name."""
    assert is_bot(name, email) is bot


def test_old_work_counts_for_less() -> None:
    """A commit of half a year ago weighs half of one of today."""
    people = contributors([commit("A One", "a@x.io", 0), commit("B Two", "b@x.io", 180)])
    assert [(p.name, p.share) for p in people] == [("A One", 0.667), ("B Two", 0.333)]


def test_shares_do_not_depend_on_the_day() -> None:
    """Everything decays alike, so an unchanged history gives unchanged records."""
    history = [("A One", "a@x.io", 3), ("B Two", "b@x.io", 90)]
    today = contributors([commit(*h) for h in history])
    later = contributors([commit(n, e, d + 400) for n, e, d in history])
    assert [p.share for p in today] == [p.share for p in later]


def test_commits_that_only_reformat_are_left_out() -> None:
    """What blame passes over says nothing about who knows the code."""
    identity = "a" * 40
    passed = ignored(f"# black everywhere\n{identity}  # 2026\nnot a hash\n")
    assert passed == {identity}
    people = contributors([commit("A One", "a@x.io", 0, identity), commit("B Two", "b@x.io")], passed)
    assert [p.name for p in people] == ["B Two"]


def test_one_word_alone_joins_nobody() -> None:
    """Two people called `alex` with different addresses and no login stay two where nothing else joins them."""
    people = contributors([commit("Alex Berg", "alex@a.io"), commit("Alex Thal", "alex@b.io")])
    assert len(people) == 2


def test_no_commits_is_nobody() -> None:
    """An empty history, or one of bots alone, has no contributors and a bus factor of 0."""
    assert contributors([]) == ()
    assert bus_factor(()) == 0


def test_a_line_that_is_no_commit_is_passed_over() -> None:
    """Names may hold anything; a line that does not have its four parts is none."""
    assert [c.name for c in commits(["", "x\x1fy", "abc\x1fJane\x1fj@x.io\x1f1700000000"])] == ["Jane"]
