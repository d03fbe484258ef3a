"""What a monitoring system wants to know: answers and how they were judged, how long they took, and how much is read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from api import assembly, standing
from api.assembly import Assembly
from api.plain import Plain
from graph.errors import AletheiaError

REGISTRY = CollectorRegistry()
_ANSWERS = Counter("aletheia_answers", "Answers given.", ("status", "confidence"), registry=REGISTRY)
_FIGURES = Counter("aletheia_figures_checked", "Figures verified in answers.", registry=REGISTRY)
_REMOVED = Counter("aletheia_sentences_removed", "Sentences that the check removed.", registry=REGISTRY)
_SECONDS = Histogram(
    "aletheia_answer_seconds",
    "From question to checked answer.",
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
    registry=REGISTRY,
)


def answered(answer: Plain, seconds: float) -> None:
    """Counts one answer."""
    _ANSWERS.labels(answer["status"], answer["confidence"]["level"]).inc()
    _FIGURES.inc(answer["badge"]["checked"])
    _REMOVED.inc(answer["badge"]["removed"])
    _SECONDS.observe(seconds)


class Scopes(Collector):
    """Scopes by outcome, and the age of the oldest observation: read from the graph when asked."""

    def __init__(self, parts: Assembly) -> None:
        self._parts = parts

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The gauges; none of them where the graph does not answer."""
        now = assembly.now()
        try:
            scopes = standing.scopes(self._parts.store, now)
        except AletheiaError:
            return
        counts: dict[tuple[str, str], int] = {}
        for scope in scopes:
            key = (scope["source"], scope["outcome"].lower())
            counts[key] = counts.get(key, 0) + 1
        gauge = GaugeMetricFamily(
            "aletheia_scopes", "Scopes by their last outcome.", labels=("source", "outcome")
        )
        for labels, count in counts.items():
            gauge.add_metric(labels, count)
        yield gauge
        times = [datetime.fromisoformat(s["observedAt"]) for s in scopes if s["observedAt"]]
        oldest = GaugeMetricFamily("aletheia_oldest_observation_seconds", "Age of the oldest complete look.")
        oldest.add_metric((), (now - min(times)).total_seconds() if times else 0)
        yield oldest


def endpoint(request: Request) -> Response:
    """The metrics, as Prometheus reads them."""
    own = CollectorRegistry()
    own.register(Scopes(request.app.state.parts))
    text: Any = generate_latest(REGISTRY) + generate_latest(own)
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")
