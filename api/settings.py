"""The settings: `aletheia.toml`, then `ALETHEIA_…` variables over it. The only reader of the environment.

Every key of the file has a variable of the same name: `[graph] url` is `ALETHEIA_GRAPH_URL`; the second `[[aws]]`'s
`profile` is `ALETHEIA_AWS_2_PROFILE` (`ALETHEIA_AWS_PROFILE` is the first's). Lists are written with commas, tables as
`name=value` with commas. Secrets come from variables only.
"""

from __future__ import annotations

import dataclasses
import os
import tomllib
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any

from api.setting_file import ENVIRONMENT, Faults, lines_of, nearest, value_of, values_of
from graph.errors import Misconfigured

FILE = "aletheia.toml"
_DAY = timedelta(hours=24)


def _key(default: Any = "", **meta: Any) -> Any:
    """A key with more to it: `secret` names its only variable, `choices` its values, `place` a path or an address."""
    return field(default=default, metadata=meta)


@dataclass(frozen=True, slots=True)
class Graph:
    """Where the graph is. `embedded:` keeps it under `ALETHEIA_HOME`."""

    url: str = "embedded:"
    database: str = "neo4j"
    user: str = ""
    password: str = _key(secret="ALETHEIA_GRAPH_PASSWORD")  # noqa: S106 — the variable's name


@dataclass(frozen=True, slots=True)
class Aws:
    """One AWS account: by profile, by role, or by the default credential chain."""

    name: str = ""
    profile: str = ""
    role_arn: str = ""
    external_id: str = ""
    regions: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    endpoint_url: str = ""
    sso_portal: str = ""
    state_complete: bool = False


@dataclass(frozen=True, slots=True)
class Kubernetes:
    """One cluster: a context of the kubeconfig, the one we run in, or a dump."""

    cluster: str = ""
    context: str = ""
    kubeconfig: Path | None = None
    in_cluster: bool = False
    dump: Path | None = None
    dashboard_url: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """One git repository: a folder, or an address that is cloned without its large files."""

    path: Path | None = None
    url: str = ""
    repository: str = ""
    forge: str = _key("github", choices=("github", "gitlab"))


@dataclass(frozen=True, slots=True)
class Terraform:
    """One state: a file, `s3://bucket/key`, or `https://…`."""

    state: str = _key(place=True)


@dataclass(frozen=True, slots=True)
class Teams:
    """Other names that one team goes by, declared: never guessed."""

    aliases: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Model:
    """The model that plans and writes drafts; without a name there is none, and the grammar and composer serve."""

    base_url: str = ""
    name: str = ""
    timeout: timedelta = timedelta(seconds=30)
    api_key: str = _key(secret="OPENAI_API_KEY")  # noqa: S106 — the variable's name


@dataclass(frozen=True, slots=True)
class Report:
    """When the weekly ownership report is made, and where it goes."""

    schedule: str = "mon 07:00"
    timezone: str = "UTC"
    slack_webhook_env: str = ""
    mail_to: tuple[str, ...] = ()
    mail_from: str = ""
    smtp: str = ""  # host:port


@dataclass(frozen=True, slots=True)
class Serve:
    """Where `aletheia serve` listens, and how often it scans by itself (empty: only when told)."""

    host: str = "127.0.0.1"
    port: int = 8734
    scan_every: str = ""
    development: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be configured. `home` holds the embedded graph, answers, audit log and tokens."""

    home: Path
    file: Path | None = None
    graph: Graph = field(default_factory=Graph)
    aws: tuple[Aws, ...] = ()
    kubernetes: tuple[Kubernetes, ...] = ()
    code: tuple[Code, ...] = ()
    terraform: tuple[Terraform, ...] = ()
    teams: Teams = field(default_factory=Teams)
    freshness: Mapping[str, timedelta] = field(default_factory=lambda: MappingProxyType({"default": _DAY}))
    model: Model = field(default_factory=Model)
    report: Report = field(default_factory=Report)
    serve: Serve = field(default_factory=Serve)

    @property
    def has_sources(self) -> bool:
        """Whether anything is configured to be observed."""
        return bool(self.aws or self.kubernetes or self.code or self.terraform)


_ONE: Mapping[str, type] = {"graph": Graph, "teams": Teams, "model": Model, "report": Report, "serve": Serve}
_MANY: Mapping[str, type] = {"aws": Aws, "kubernetes": Kubernetes, "code": Code, "terraform": Terraform}
_SECTIONS = (*_ONE, *_MANY, "freshness")
_OWN = {"HOME", "CONFIG"}


def load(config: Path | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings of `config`, of `aletheia.toml` in the working folder, or the defaults. Raises Misconfigured."""
    file = config or (Path(environ["ALETHEIA_CONFIG"]) if environ.get("ALETHEIA_CONFIG") else None)
    if file is None and Path(FILE).is_file():
        file = Path(FILE)
    document, faults = _document(file)
    folder = file.resolve().parent if file else Path.cwd()
    sections = _sections(document, folder, faults)
    variables = Faults(ENVIRONMENT)
    _overlay(sections, environ, folder, variables)
    _consistent(sections, faults)
    if found := (*faults.found, *variables.found):
        raise Misconfigured("\n".join(found))
    return Settings(home=home(environ), file=file, **_values(sections))


def home(environ: Mapping[str, str] = os.environ) -> Path:
    """`ALETHEIA_HOME`, or the user's data folder."""
    if chosen := environ.get("ALETHEIA_HOME"):
        return Path(chosen).expanduser().resolve()
    import platformdirs  # noqa: PLC0415 — only where the folder is not chosen

    return Path(platformdirs.user_data_dir("aletheia", appauthor=False))


def variable(name: str, environ: Mapping[str, str] = os.environ) -> str:
    """A variable that the settings name (`slack_webhook_env`), or "" where it is not set."""
    return environ.get(name, "")


def lend(name: str, value: str) -> None:
    """Sets a variable for the processes that this one starts, where nobody has set it."""
    os.environ.setdefault(name, value)


def _document(file: Path | None) -> tuple[dict[str, Any], Faults]:
    if file is None:
        return {}, Faults("no file")
    try:
        text = file.read_text(encoding="utf-8")
        return tomllib.loads(text), Faults(str(file), lines_of(text))
    except OSError as missing:
        raise Misconfigured(
            f"{file} cannot be read: {missing.strerror}. `aletheia init` writes one."
        ) from missing
    except UnicodeDecodeError as wrong:
        raise Misconfigured(f"{file} is not UTF-8 text; save it as UTF-8.") from wrong
    except tomllib.TOMLDecodeError as wrong:
        raise Misconfigured(f"{file} is not valid TOML: {wrong}.") from wrong


def _sections(document: Mapping[str, Any], folder: Path, faults: Faults) -> dict[str, Any]:
    """Values by section: a dict for a table, a list of dicts for an array of tables."""
    found: dict[str, Any] = {name: {} for name in (*_ONE, "freshness")} | {name: [] for name in _MANY}
    for name, raw in document.items():
        if name in _ONE:
            found[name] = values_of(_ONE[name], raw, (name,), folder, faults)
        elif name in _MANY:
            found[name] = _tables(name, raw, folder, faults)
        elif name == "freshness":
            found[name] = _freshness(raw, faults)
        else:
            faults.add((name,), f"is not a table here; {nearest(name, _SECTIONS)}")
    return found


def _tables(name: str, raw: object, folder: Path, faults: Faults) -> list[dict[str, Any]]:
    if not isinstance(raw, list):
        faults.add((name,), f"is one table; expected [[{name}]], which may stand several times")
        return []
    tables = typing.cast("list[object]", raw)
    return [values_of(_MANY[name], t, (name, n), folder, faults) for n, t in enumerate(tables)]


def _freshness(raw: object, faults: Faults) -> dict[str, timedelta]:
    if not isinstance(raw, dict):
        faults.add(("freshness",), 'is not a table; expected durations, as in Pod = "15m"')
        return {}
    found: dict[str, timedelta] = {}
    for name, value in typing.cast("dict[str, Any]", raw).items():
        if name not in _freshness_names():
            faults.add(("freshness", name), f"is not a kind; {nearest(name, _freshness_names())}")
            continue
        try:
            found[name] = value_of(timedelta, value, Path())
        except ValueError as wrong:
            faults.add(("freshness", name), str(wrong))
    return found


def _freshness_names() -> tuple[str, ...]:
    from graph.kinds import KINDS  # noqa: PLC0415 — declarations are read only where freshness is set

    return ("default", "aws", "k8s", "code", "iac", *KINDS)


def _overlay(sections: dict[str, Any], environ: Mapping[str, str], folder: Path, faults: Faults) -> None:
    """Lays the variables over what the file says."""
    for name, text in environ.items():
        section, _, rest = name.removeprefix("ALETHEIA_").partition("_")
        section = section.lower()
        if not name.startswith("ALETHEIA_") or section not in _SECTIONS or not rest:
            continue
        if section == "freshness":
            known = {n.lower(): n for n in _freshness_names()}
            sections[section] |= _freshness({known.get(rest.lower(), rest): text}, faults)
            continue
        number, key = _numbered(rest) if section in _MANY else (None, rest.lower())
        cls = _MANY.get(section) or _ONE[section]
        raw = {key: _typed(cls, key, text)}
        if number is None:
            sections[section] |= values_of(cls, raw, (name,), folder, faults)
            continue
        while len(sections[section]) <= number:
            sections[section].append({})
        sections[section][number] |= values_of(cls, raw, (name,), folder, faults)
    if key_text := environ.get("OPENAI_API_KEY"):
        sections["model"].setdefault("api_key", key_text)


def _numbered(rest: str) -> tuple[int, str]:
    """`2_PROFILE` is ("profile" of the second), `PROFILE` of the first."""
    number, _, key = rest.partition("_")
    return (max(int(number) - 1, 0), key.lower()) if number.isdigit() and key else (0, rest.lower())


def _typed(cls: type, key: str, text: str) -> Any:
    """A variable's text as TOML would have given it; what does not fit stays text and is refused with the others."""
    kind = typing.get_type_hints(cls).get(key, str)
    if kind is bool and text.lower() in ("true", "false", "1", "0"):
        return text.lower() in ("true", "1")
    if kind is int and text.lstrip("-").isdigit():
        return int(text)
    if kind == tuple[str, ...]:
        return [item.strip() for item in text.split(",") if item.strip()]
    if kind == Mapping[str, str]:
        return dict(item.strip().split("=", 1) for item in text.split(",") if "=" in item)
    return text


def _consistent(sections: Mapping[str, Any], faults: Faults) -> None:
    """What each source needs to be found at all."""
    for n, table in enumerate(sections["kubernetes"]):
        if not table.get("cluster"):
            faults.add(("kubernetes", n), "has no cluster; expected the name people know it by")
        ways = [w for w in ("context", "in_cluster", "dump") if table.get(w)]
        if len(ways) != 1:
            faults.add(("kubernetes", n), "expected exactly one of context, in_cluster and dump")
    for n, table in enumerate(sections["code"]):
        if bool(table.get("path")) == bool(table.get("url")):
            faults.add(("code", n), "expected exactly one of path and url")
    for n, table in enumerate(sections["terraform"]):
        if not table.get("state"):
            faults.add(("terraform", n), "has no state; expected a file, s3://bucket/key or https://…")


def _values(sections: Mapping[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {name: cls(**sections[name]) for name, cls in _ONE.items()}
    values |= {name: tuple(cls(**t) for t in sections[name]) for name, cls in _MANY.items()}
    values["freshness"] = MappingProxyType({"default": _DAY} | sections["freshness"])
    return values


def variables() -> dict[str, str]:
    """Every key and its variable, for the documentation and `aletheia init`."""
    return {
        f"[{name}] {f.name}": f.metadata.get("secret") or f"ALETHEIA_{name}_{f.name}".upper()
        for name, cls in (*_ONE.items(), *_MANY.items())
        for f in dataclasses.fields(cls)
    }
