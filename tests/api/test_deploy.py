"""What starts Neo4j and Aletheia: the compose file holds to the specification's rules for the keys it uses, and says no secret."""

from pathlib import Path

import jsonschema
import pytest
import yaml

from api import settings

ROOT = Path(__file__).parents[2]

TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}
DURATION = {"type": "string", "pattern": r"^(\d+(us|ms|s|m|h))+$"}
SERVICE = {
    "type": "object",
    "additionalProperties": False,
    "anyOf": [{"required": ["image"]}, {"required": ["build"]}],
    "properties": {
        "image": TEXT,
        "build": {"oneOf": [TEXT, {"type": "object", "required": ["context"]}]},
        "restart": {"enum": ["no", "always", "on-failure", "unless-stopped"]},
        "command": {"oneOf": [TEXT, TEXTS]},
        "working_dir": TEXT,
        "environment": {
            "oneOf": [
                {"type": "object", "additionalProperties": {"type": ["string", "number", "null"]}},
                TEXTS,
            ]
        },
        "volumes": TEXTS,
        "ports": {
            "type": "array",
            "items": {"type": "string", "pattern": r"^(\d+\.\d+\.\d+\.\d+:)?(\d+:)?\d+(/(tcp|udp))?$"},
        },
        "depends_on": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["condition"],
                "properties": {
                    "condition": {
                        "enum": ["service_started", "service_healthy", "service_completed_successfully"]
                    }
                },
            },
        },
        "healthcheck": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "test": {"oneOf": [TEXT, TEXTS]},
                "interval": DURATION,
                "timeout": DURATION,
                "start_period": DURATION,
                "retries": {"type": "integer"},
            },
        },
        "cap_drop": TEXTS,
        "security_opt": TEXTS,
    },
}
COMPOSE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["services"],
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z0-9][a-z0-9_-]*$"},
        "services": {
            "type": "object",
            "patternProperties": {"^[a-zA-Z0-9._-]+$": SERVICE},
            "additionalProperties": False,
        },
        "volumes": {"type": "object", "additionalProperties": {"type": ["object", "null"]}},
    },
}
"""The Compose specification's rules for every key that our file uses; a key that is not here is refused."""


@pytest.fixture
def compose():
    """The file as data."""
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))


def test_the_compose_file_is_valid(compose):
    """By the specification's rules."""
    jsonschema.validate(compose, COMPOSE)


def test_named_volumes_and_services_exist(compose):
    """What is referred to is declared."""
    for service in compose["services"].values():
        named = {v.split(":")[0] for v in service.get("volumes", ()) if not v.startswith((".", "/"))}
        assert named <= set(compose["volumes"])
        assert set(service.get("depends_on", {})) <= set(compose["services"])


def test_nothing_is_open_to_others_and_no_secret_is_in_it(compose):
    """Ports are bound to loopback; the password comes from outside, and without it nothing starts."""
    for service in compose["services"].values():
        assert all(p.startswith("127.0.0.1:") for p in service.get("ports", ()))
    assert compose["services"]["graph"]["environment"]["NEO4J_AUTH"].startswith("neo4j/${NEO4J_PASSWORD:?")


def test_the_graph_is_the_long_term_line_and_the_way_to_it_fits(compose):
    """Neo4j 5.26 LTS, reached by the settings that the product reads."""
    assert compose["services"]["graph"]["image"].startswith("neo4j:5.26")
    environment = compose["services"]["aletheia"]["environment"]
    known = set(settings.variables().values())
    assert set(environment) <= known
    loaded = settings.load(None, {k: str(v) for k, v in environment.items()} | {"ALETHEIA_HOME": "/data"})
    assert loaded.graph.url == "bolt://graph:7687"


def test_the_image_holds_every_package_and_runs_as_nobody_special():
    """All five floors are copied; the process is no root."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    for package in ("graph", "evidence", "collectors", "assistant", "api"):
        assert f"COPY {package} {package}" in text
    assert "\nUSER aletheia\n" in text
    assert 'CMD ["serve", "--host", "0.0.0.0"]' in text
