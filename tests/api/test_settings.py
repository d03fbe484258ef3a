"""Settings come from one file and from variables; what is wrong is named by line, key and expectation."""

from datetime import timedelta
from pathlib import Path

import pytest

from api import settings
from graph.errors import Misconfigured


def written(folder: Path, text: str) -> Path:
    """The text as a settings file."""
    file = folder / "aletheia.toml"
    file.write_text(text, encoding="utf-8")
    return file


def refusal(folder: Path, text: str, **variables: str) -> str:
    """What loading the text complains of."""
    with pytest.raises(Misconfigured) as refused:
        settings.load(written(folder, text), {"ALETHEIA_HOME": str(folder), **variables})
    return str(refused.value)


def test_without_a_file_the_graph_is_embedded_and_nothing_is_observed(tmp_path, monkeypatch):
    """The defaults need nothing to be configured."""
    monkeypatch.chdir(tmp_path)
    loaded = settings.load(None, {"ALETHEIA_HOME": str(tmp_path)})
    assert loaded.graph.url == "embedded:"
    assert loaded.home == tmp_path
    assert not loaded.has_sources
    assert loaded.freshness == {"default": timedelta(hours=24)}


def test_every_section_is_read_as_values(tmp_path):
    """Tables and arrays of tables become values of their types; durations are lengths of time."""
    file = written(
        tmp_path,
        """
[graph]
url = "neo4j://graph.acme.example:7687"
[[aws]]
name = "prod"
regions = ["eu-west-1"]
state_complete = true
[[aws]]
name = "staging"
[[kubernetes]]
cluster = "prod"
dump = "dumps/prod"
[[code]]
path = "repos/checkout"
forge = "gitlab"
[[terraform]]
state = "states/network.tfstate"
[[terraform]]
state = "s3://states/data.tfstate"
[teams]
aliases = { "@acme/payments-eng" = "payments" }
[freshness]
default = "12h"
aws = "2h"
[model]
name = "m"
timeout = "5s"
""",
    )
    loaded = settings.load(file, {"ALETHEIA_HOME": str(tmp_path)})
    assert [a.name for a in loaded.aws] == ["prod", "staging"]
    assert loaded.aws[0].regions == ("eu-west-1",)
    assert loaded.kubernetes[0].dump == tmp_path / "dumps/prod"
    assert loaded.code[0].path == tmp_path / "repos/checkout"
    assert [t.state for t in loaded.terraform] == [
        str(tmp_path / "states/network.tfstate"),
        "s3://states/data.tfstate",
    ]
    assert loaded.teams.aliases == {"@acme/payments-eng": "payments"}
    assert loaded.freshness == {"default": timedelta(hours=12), "aws": timedelta(hours=2)}
    assert loaded.model.timeout == timedelta(seconds=5)


def test_a_wrong_key_names_its_line_and_the_nearest_key(tmp_path):
    """An error names the line, the key and what was expected."""
    told = refusal(tmp_path, '[graph]\nurl = "embedded:"\n\n[[aws]]\nname = "a"\n[[aws]]\nregoins = []\n')
    assert "line 7: regoins of [[aws]] number 2" in told
    assert "did you mean 'regions'" in told


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ('[[aws]]\nregions = "eu-west-1"\n', 2, "a list of text"),
        ('[model]\ntimeout = "soon"\n', 2, "a duration"),
        ("[model]\n\ntimeout = 30\n", 3, "a duration"),
        ('[[code]]\npath = "x"\nforge = "bitbucket"\n', 3, "one of github, gitlab"),
        ("[serve]\nport = true\n", 2, "a whole number"),
        ('[freshness]\nPodd = "1h"\n', 2, "not a kind"),
        ("graph = 3\n", 1, "a table of keys"),
        ('[aws]\nname = "prod"\n', 1, "[[aws]]"),
        ('[grpah]\nurl = ""\n', 1, "did you mean 'graph'"),
        ('[teams]\naliases = { "@a/b" = 3 }\n', 2, "a table of text"),
        ('[[kubernetes]]\ncluster = "a"\ncontext = "a"\ndump = "b"\n', 1, "exactly one of"),
        ("[[terraform]]\n", 1, "has no state"),
    ],
)
def test_a_wrong_value_names_its_line_and_what_was_expected(tmp_path, text, line, expected):
    """Every kind of wrong value says where it stands."""
    told = refusal(tmp_path, text)
    assert f"line {line}: " in told
    assert expected in told


def test_all_faults_are_told_in_one_run(tmp_path):
    """Nobody mends a file one error at a time."""
    told = refusal(tmp_path, "[graph]\nurll = 1\n[model]\nnam = 2\n")
    assert len(told.splitlines()) == 2


def test_text_inside_a_long_string_is_not_taken_for_a_key(tmp_path):
    """The line of a key is the line it is really assigned in."""
    told = refusal(tmp_path, '[graph]\nurl = """\nport = 3\n"""\n[serve]\nport = "x"\n')
    assert "line 6: port of [serve]" in told


def test_broken_toml_names_the_line(tmp_path):
    """What cannot be parsed at all says where it broke."""
    assert "line 2" in refusal(tmp_path, "[graph]\nurl = \n")


def test_variables_stand_over_the_file(tmp_path):
    """Every key has a variable of the same name; array tables count from 1."""
    file = written(tmp_path, '[graph]\nurl = "embedded:"\n[[aws]]\nname = "a"\n')
    loaded = settings.load(
        file,
        {
            "ALETHEIA_HOME": str(tmp_path),
            "ALETHEIA_GRAPH_URL": "bolt://127.0.0.1:7687",
            "ALETHEIA_GRAPH_PASSWORD": "secret",
            "ALETHEIA_AWS_PROFILE": "first",
            "ALETHEIA_AWS_2_REGIONS": "eu-west-1, eu-central-1",
            "ALETHEIA_TEAMS_ALIASES": "@acme/pay=payments",
            "ALETHEIA_SERVE_PORT": "9000",
            "ALETHEIA_FRESHNESS_DEFAULT": "6h",
            "OPENAI_API_KEY": "key",
        },
    )
    assert loaded.graph.url == "bolt://127.0.0.1:7687"
    assert loaded.graph.password == "secret"
    assert (loaded.aws[0].name, loaded.aws[0].profile) == ("a", "first")
    assert loaded.aws[1].regions == ("eu-west-1", "eu-central-1")
    assert loaded.teams.aliases == {"@acme/pay": "payments"}
    assert loaded.serve.port == 9000
    assert loaded.freshness["default"] == timedelta(hours=6)
    assert loaded.model.api_key == "key"


def test_a_wrong_variable_is_named(tmp_path):
    """Variables are held to the same rules as keys."""
    assert "ALETHEIA_MODEL_TIMEOUT is 'soon'" in refusal(tmp_path, "", ALETHEIA_MODEL_TIMEOUT="soon")
    assert "ALETHEIA_GRAPH_URLL is not a key" in refusal(tmp_path, "", ALETHEIA_GRAPH_URLL="x")


def test_a_secret_in_the_file_is_refused(tmp_path):
    """Secrets come from the environment and from nowhere else."""
    assert "ALETHEIA_GRAPH_PASSWORD" in refusal(tmp_path, '[graph]\npassword = "p"\n')


def test_every_key_has_a_variable():
    """The documentation lists them from the same declarations."""
    assert settings.variables()["[graph] url"] == "ALETHEIA_GRAPH_URL"
    assert settings.variables()["[report] mail_to"] == "ALETHEIA_REPORT_MAIL_TO"
