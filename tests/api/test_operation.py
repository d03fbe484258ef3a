"""What whoever runs it sees: metrics, and a log of JSON lines with request ids and without anything secret."""

import json
import logging

import pytest
from starlette.testclient import TestClient

from api import log
from api.app import create


@pytest.fixture
def site(parts):
    """The application over the small estate."""
    return TestClient(create(parts), base_url="http://127.0.0.1")


def test_metrics_count_answers_and_scopes(site):
    """As Prometheus reads them."""
    site.post("/ask", data={"question": "How many deployments are there?"})
    told = site.get("/metrics").text
    assert 'aletheia_answers_total{confidence="' in told
    assert 'aletheia_scopes{outcome="denied",source="k8s"} 1.0' in told
    assert "aletheia_oldest_observation_seconds" in told
    assert "aletheia_answer_seconds_bucket" in told


def test_each_request_is_a_line_with_its_id_and_nothing_secret(site, caplog):
    """Method, path, status, time and who; never the question, a token or a body."""
    caplog.set_level(logging.INFO, "aletheia")
    response = site.get("/coverage?token=secret", headers={"Cookie": "x=secret"})
    lines = [json.loads(log.Lines().format(r)) for r in caplog.records if r.name == "aletheia"]
    line = next(held for held in lines if held.get("path") == "/coverage")
    assert line["request"] == response.headers["x-request-id"]
    assert (line["method"], line["status"]) == ("GET", 200)
    assert "secret" not in json.dumps(line)
