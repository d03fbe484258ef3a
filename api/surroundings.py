"""What `aletheia init` finds around: AWS profiles, kubeconfig contexts, git checkouts, states; and the settings file it makes of them."""

from __future__ import annotations

import configparser
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from api import settings

_MOST_FOLDERS = 2_000
_SKIPPED = frozenset({"node_modules", "venv", "vendor", "dist", "build", "target"})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What there is to observe, by the names it goes by. `kubeconfig` is the file the contexts stand in."""

    profiles: tuple[str, ...] = ()
    kubeconfig: Path | None = None
    contexts: tuple[tuple[str, str], ...] = ()  # (context, its cluster)
    checkouts: tuple[Path, ...] = ()
    states: tuple[Path, ...] = ()


def look(folder: Path, home: Path | None = None) -> Surroundings:
    """Looks into the user's AWS and Kubernetes settings and into the folder. Nothing is asked of any service."""
    home = home or Path.home()
    kubeconfig = _kubeconfig(home)
    found = list(_walk(folder, depth=3))
    return Surroundings(
        tuple(_profiles(home)),
        kubeconfig,
        tuple(_contexts(kubeconfig)) if kubeconfig else (),
        tuple(p for p in found if (p / ".git").exists()),
        tuple(sorted(s for p in found for s in p.glob("*.tfstate"))),
    )


def _profiles(home: Path) -> Iterator[str]:
    named = [settings.variable("AWS_CONFIG_FILE"), settings.variable("AWS_SHARED_CREDENTIALS_FILE")]
    files = [
        Path(n) if n else home / ".aws" / d for n, d in zip(named, ("config", "credentials"), strict=True)
    ]
    seen: set[str] = set()
    for file in files:
        parser = configparser.RawConfigParser()
        try:
            parser.read(file, encoding="utf-8")
        except (configparser.Error, UnicodeDecodeError):
            continue  # AWS's own tools tell what is wrong with it
        for section in parser.sections():
            name = section.removeprefix("profile ").strip()
            is_profile = section.startswith("profile ") or " " not in section
            if is_profile and name not in seen:
                seen.add(name)
                yield name


def _kubeconfig(home: Path) -> Path | None:
    named = [Path(p) for p in settings.variable("KUBECONFIG").split(os.pathsep) if p]
    return next((p for p in [*named, home / ".kube" / "config"] if p.is_file()), None)


def _contexts(file: Path) -> Iterator[tuple[str, str]]:
    try:
        held = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        return
    contexts = held.get("contexts") if isinstance(held, dict) else None
    for context in contexts if isinstance(contexts, list) else ():
        if isinstance(context, dict) and context.get("name"):
            inner = context.get("context")
            cluster = inner.get("cluster") if isinstance(inner, dict) else None
            yield str(context["name"]), str(cluster or context["name"])


def _walk(folder: Path, depth: int) -> Iterator[Path]:
    """The folder and those in it, to a depth; not into checkouts' own folders of others' code."""
    waiting, seen = [(folder, depth)], 0
    while waiting and seen < _MOST_FOLDERS:
        here, left = waiting.pop(0)
        seen += 1
        yield here
        if left:
            try:
                inner = sorted(p for p in here.iterdir() if p.is_dir() and not p.is_symlink())
            except OSError:
                continue
            waiting += [(p, left - 1) for p in inner if p.name not in _SKIPPED and not p.name.startswith(".")]


def written(found: Surroundings, folder: Path) -> str:
    """The settings file: what was found, and every other key as a comment that says what it is for."""
    return "\n".join(
        (_GRAPH, *_aws(found), *_kubernetes(found), *_code(found, folder), *_terraform(found, folder), _REST)
    )


def _aws(found: Surroundings) -> Iterator[str]:
    for name in found.profiles:
        yield f"[[aws]]\nname = {_text(name)}\nprofile = {_text(name)}\n"
    yield _AWS


def _kubernetes(found: Surroundings) -> Iterator[str]:
    for context, cluster in found.contexts:
        yield f"[[kubernetes]]\ncluster = {_text(cluster)}\ncontext = {_text(context)}\n"
    yield _KUBERNETES


def _code(found: Surroundings, folder: Path) -> Iterator[str]:
    for checkout in found.checkouts:
        yield f"[[code]]\npath = {_text(_relative(checkout, folder))}\n"
    yield _CODE


def _terraform(found: Surroundings, folder: Path) -> Iterator[str]:
    for state in found.states:
        yield f"[[terraform]]\nstate = {_text(_relative(state, folder))}\n"
    yield _TERRAFORM


def _relative(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)


def _text(value: str) -> str:
    """A TOML basic string: JSON's escapes are among its own."""
    return json.dumps(value)


def summary(found: Surroundings) -> Iterable[str]:
    """What was found, a line each."""
    for count, what in (
        (len(found.profiles), "AWS profile"),
        (len(found.contexts), "kubeconfig context"),
        (len(found.checkouts), "git checkout"),
        (len(found.states), "Terraform state"),
    ):
        yield f"{count} {what}{'' if count == 1 else 's'}"


_GRAPH = """# What Aletheia observes, and where it keeps what it saw. Every key also as a variable: [graph] url is
# ALETHEIA_GRAPH_URL, the second [[aws]]'s profile ALETHEIA_AWS_2_PROFILE. Relative paths count from this file.

[graph]
url = "embedded:"                  # or neo4j://host:7687, bolt+s://…; login from ALETHEIA_GRAPH_USER and _PASSWORD
# database = "neo4j"
"""
_AWS = """# Another account:
# [[aws]]
# name = "prod"                    # shown to people beside the account id
# role_arn = "arn:aws:iam::012345671234:role/aletheia-reader"    # or profile; or nothing: the default chain
# external_id = ""
# regions = ["eu-west-1"]          # default: every enabled region
# kinds = ["EC2Instance"]          # default: all
# endpoint_url = ""                # for emulators
# sso_portal = ""                  # https://….awsapps.com/start: links that open in the right account
# state_complete = true            # every Terraform state that could manage this account is listed below
"""
_KUBERNETES = """# Another cluster: a context, or in_cluster = true, or dump = "folder of kubectl get -o json"
# [[kubernetes]]
# cluster = "prod"
# context = "prod"
# kubeconfig = "kubeconfig"        # default: the client's own
# dashboard_url = ""               # Headlamp or dashboard, for links
"""
_CODE = """# Another repository: a folder, or url = "https://…"
# [[code]]
# path = "repos/checkout"
# repository = "github.com/acme/checkout"   # when the remote does not say it
# forge = "github"                 # github | gitlab: whose CODEOWNERS rules
"""
_TERRAFORM = """# Another state:
# [[terraform]]
# state = "states/network.tfstate" # or s3://bucket/key, https://…
"""
_REST = """# [teams]
# aliases = { "@acme/payments-eng" = "payments" }

# [freshness]
# default = "24h"                  # per kind or collector: Pod = "15m"

# [model]                          # absent = no model
# name = ""                        # key from OPENAI_API_KEY
# base_url = ""                    # default: OpenAI
# timeout = "30s"                  # of one call; then the composer answers, and the answer says so

# [serve]
# host = "127.0.0.1"               # another address needs a token: aletheia token create NAME
# port = 8734
"""
