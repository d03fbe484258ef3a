"""The command line: exit codes that scripts can use, `--json` everywhere, and errors that say what to do."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from rich.console import Console
from typer.testing import CliRunner

import api.cli
from api import settings, terminal
from api.plain import plain_answer
from graph.errors import AletheiaError

UID = "k8s://prod/apps/Deployment/payments/checkout-api"
CASE = {
    "question": "How many replicas of checkout-api are ready?",
    "draft": "Two of the three replicas are ready [r1]. It was built in 1999 [r1].",
    "names": ["r1"],
    "evidence": {
        "records": [
            {
                "handle": "r1", "uid": UID, "kind": "Deployment", "name": "checkout-api",
                "observedAt": "2026-11-30T11:40:00Z", "fields": {"replicas": 3, "readyReplicas": 2},
            }
        ]
    },
}  # fmt: skip


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Runs a command in an empty folder; errors of ours come back as they were raised."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ALETHEIA_HOME", str(tmp_path / "home"))
    runner = CliRunner()

    def command(*arguments):
        return runner.invoke(api.cli.app, list(arguments), catch_exceptions=True)

    return command


@pytest.fixture
def over_the_estate(run, monkeypatch, embedded_home, parts):
    """The same, over the small estate."""
    monkeypatch.setenv("ALETHEIA_HOME", str(embedded_home))
    return run


def test_check_judges_one_case_or_a_list_of_them(run, tmp_path):
    """A file with a list is answered with a list, in one run; exit 0 whatever the verdict."""
    (tmp_path / "one.yaml").write_text(yaml.safe_dump(CASE))
    (tmp_path / "two.json").write_text(json.dumps([CASE, CASE]))
    one = run("check", "one.yaml", "--json")
    two = run("check", "two.json", "--json")
    assert (one.exit_code, two.exit_code) == (0, 0)
    verdict = json.loads(one.stdout)
    assert set(verdict) == {
        "status", "text", "cards", "checked", "removed", "replaced", "moved", "unverified", "notes", "badge",
        "passages", "confidence",
    }  # fmt: skip
    assert verdict["text"] == "Two of the three replicas are ready [1]."
    assert json.loads(two.stdout) == [verdict, verdict]


def test_check_explains_each_sentence(run, tmp_path):
    """Which rule decided, sentence by sentence."""
    (tmp_path / "one.yaml").write_text(yaml.safe_dump(CASE))
    lines = json.loads(run("check", "one.yaml", "--json", "--explain").stdout)["explanation"]
    assert len(lines) == 2


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (
            "draft: x\nevidence:\n  records:\n  - handle: r1\n    uid: a\n    kind: K\n    name: n\n    observedAt: soon\n",
            8,
            "soon",
        ),
        ("question: x\n", 1, "draft is missing"),
        ("draft: x\nnames: 7\n", 2, "expected a list"),
        ("draft: [\n", 2, ""),
        ('[{"draft": "x"},\n {"draft": "x",\n  "evidence": {"records": 3}}]', 3, "expected a list"),
    ],
)
def test_a_malformed_file_names_the_line_and_the_reason(run, tmp_path, text, line, reason):
    """Exit 2, with the line and the reason."""
    (tmp_path / "bad.yaml").write_text(text)
    result = run("check", "bad.yaml")
    assert isinstance(result.exception, AletheiaError)
    assert f"line {line}" in str(result.exception)
    assert reason in str(result.exception)


@pytest.mark.parametrize(
    ("error", "code"), [("check nothing.yaml", 2), ("scan", 2), ("ask x --as-of soon", 2)]
)
def test_an_error_is_a_message_and_a_code(run, monkeypatch, capsys, error, code):
    """Never a stack."""
    monkeypatch.setattr("sys.argv", ["aletheia", *error.split()])
    with pytest.raises(SystemExit) as ended:
        api.cli.main()
    told = capsys.readouterr().err
    assert ended.value.code == code
    assert "Traceback" not in told
    assert len(told.strip()) > 20


def test_ask_prints_exactly_the_graphql_answer(over_the_estate):
    """And exits 0 where it is answered, 2 where it is declined."""
    result = over_the_estate("ask", "How many deployments are there?", "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer["status"] == "ANSWERED"
    assert "2" in answer["text"]
    declined = over_the_estate("ask", "Why is paymets-db down?", "--json")
    assert declined.exit_code == 2
    assert json.loads(declined.stdout)["status"] == "DECLINED"


def test_the_evidence_of_an_answer_can_be_judged_again(over_the_estate, tmp_path):
    """`--evidence` writes an input of `aletheia check`, and it comes to the same verdict."""
    asked = over_the_estate("ask", "How many deployments are there?", "--json", "--evidence", "why.json")
    answer = json.loads(asked.stdout)
    verdict = json.loads(over_the_estate("check", "why.json", "--json").stdout)
    assert verdict["status"] == answer["status"]
    assert verdict["badge"] == answer["badge"]["text"]
    assert verdict["confidence"] == answer["confidence"]["level"]


def test_a_conversation_is_kept_between_commands(over_the_estate):
    """The word is the caller's own, made on first use."""
    over_the_estate("ask", "Which deployments are there in payments?", "--conversation", "incident", "--json")
    followed = over_the_estate("ask", "how many?", "--conversation", "incident", "--json")
    assert json.loads(followed.stdout)["status"] == "ANSWERED"


def test_show_takes_a_uid_or_a_name(over_the_estate):
    """One record: fields, relations, owners with reasons, history, links."""
    shown = over_the_estate("show", "checkout-api")
    assert shown.exit_code == 0
    for told in ("ready replicas", "payments · chosen", "storefront · competing", "readyReplicas 3 → 2"):
        assert told in shown.stdout
    assert json.loads(over_the_estate("show", UID, "--json").stdout)["uid"] == UID


def test_status_says_what_could_not_be_read(over_the_estate):
    """Scopes, outcomes, ages."""
    told = over_the_estate("status").stdout
    assert "1 could not be read" in told
    assert "NetworkPolicy" in told
    assert {s["outcome"] for s in json.loads(over_the_estate("status", "--json").stdout)} == {
        "COMPLETE",
        "DENIED",
    }


def test_scan_reads_what_is_configured_and_tells_scope_by_scope(over_the_estate, tmp_path):
    """Ends with the table of scopes; exit 0 complete, 3 partial, 1 failed."""
    dump = tmp_path / "dump"
    dump.mkdir()
    item = {
        "apiVersion": "v1", "kind": "Namespace",
        "metadata": {"name": "shop", "uid": "u", "creationTimestamp": "2026-01-01T00:00:00Z"},
    }  # fmt: skip
    (dump / "namespaces.json").write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": [item]}))
    (tmp_path / "aletheia.toml").write_text('[[kubernetes]]\ncluster = "dumped"\ndump = "dump"\n')
    scanned = over_the_estate("scan", "k8s", "--json")
    scopes = json.loads(scanned.stdout)["scopes"]
    assert {"k8s dumped Namespace"} <= {s["scope"] for s in scopes}
    assert scanned.exit_code in (0, 3)
    unknown = over_the_estate("scan", "gcp")
    assert isinstance(unknown.exception, AletheiaError)


def test_init_writes_settings_that_load(run, tmp_path, monkeypatch):
    """Commented, from what lies around; it never writes over a file that is there."""
    home = tmp_path / "user"
    (home / ".aws").mkdir(parents=True)
    (home / ".aws" / "config").write_text("[default]\nregion=eu-west-1\n[profile prod]\n[sso-session x]\n")
    (home / ".kube").mkdir()
    (home / ".kube" / "config").write_text("contexts:\n- name: prod-admin\n  context: {cluster: prod}\n")
    monkeypatch.setattr(Path, "home", lambda: home)
    (tmp_path / "checkout" / ".git").mkdir(parents=True)
    (tmp_path / "prod.tfstate").write_text("{}")
    assert run("init").exit_code == 0
    loaded = settings.load(None, {"ALETHEIA_HOME": str(tmp_path)})
    assert [a.profile for a in loaded.aws] == ["default", "prod"]
    assert [(k.cluster, k.context) for k in loaded.kubernetes] == [("prod", "prod-admin")]
    assert [c.path for c in loaded.code] == [tmp_path / "checkout"]
    assert [t.state for t in loaded.terraform] == [str(tmp_path / "prod.tfstate")]
    assert isinstance(run("init").exception, AletheiaError)


def test_tokens_are_made_listed_and_revoked(run):
    """A token is printed once."""
    made = run("token", "create", "nora", "--within", "namespace=shop")
    assert made.stdout.startswith("aletheia_")
    assert "namespace=shop" in run("token", "list").stdout
    assert run("token", "revoke", "nora").exit_code == 0
    assert run("token", "list").stdout == ""


def test_an_answer_on_a_terminal_says_everything_in_words(answered, capsys):
    """Markers, cards, badge, confidence and notes; interpretation and inferred labels stand in the text."""
    terminal.show_answer(Console(width=120, highlight=False), plain_answer(answered))
    told = capsys.readouterr().out
    for words in (
        "0 days [1].",
        "(inferred) [2][3].",
        "Interpretation: tmp-migration-2 looks like",
        "(inferred 0.45)",
        "7 of 7 rows [1]",
        "stale: observed 6 days ago",
        "weak match",
        "5 figures checked, 1 sentence removed",
        "LOW CONFIDENCE",
        "denied since 2026-11-29 22:10 UTC",
        "– none",
        "none on purpose",
    ):
        assert words in told


def test_what_a_source_wrote_cannot_steer_the_terminal(answered, capsys):
    """No escape sequence, no turned reading direction, no markup."""
    hostile = "\x1b[31mred\x1b]0;title\x07 \u202eabc [bold]x[/bold]"
    terminal.show_answer(
        Console(width=120, highlight=False), plain_answer(replace(answered, question=hostile))
    )
    told = capsys.readouterr().out
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert "[bold]x[/bold]" in told


def test_a_table_that_does_not_fit_is_listed_row_by_row(answered, capsys):
    """No word is broken to squeeze a column in."""
    terminal.show_answer(Console(width=50, highlight=False), plain_answer(answered))
    told = capsys.readouterr().out
    assert "• audit-events" in told
    assert "storage 212 GiB" in told


def test_a_graph_is_exported_and_imported_whole(over_the_estate, run, monkeypatch, tmp_path, embedded):
    """For backup and for moving between stores; a graph that holds anything is not written over."""
    assert over_the_estate("export", "graph.jsonl.gz").exit_code == 0
    assert isinstance(over_the_estate("import", "graph.jsonl.gz").exception, AletheiaError)
    before = embedded.read("MATCH (n:Record) RETURN count(n) AS n")
    embedded.write([("MATCH (n) DETACH DELETE n", {})])
    assert over_the_estate("import", "graph.jsonl.gz").exit_code == 0
    assert embedded.read("MATCH (n:Record) RETURN count(n) AS n") == before
    assert "storefront · competing" in over_the_estate("show", "checkout-api").stdout
