"""The composition root: from settings to a graph, its sources, and the limits of a question. Nothing else wires parts together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from api.settings import Settings
from assistant.limits import Limits
from assistant.model.client import Model
from evidence.link import Bases
from graph.connect import open_store
from graph.query import Within
from graph.store import Store


@dataclass(frozen=True, slots=True)
class Assembly:
    """What every way in works with: the settings and an open graph."""

    settings: Settings
    store: Store


@contextmanager
def opened(settings: Settings) -> Iterator[Assembly]:
    """The assembly of these settings; the graph is let go at the end. Raises Misconfigured, StoreUnreachable."""
    store = graph(settings)
    try:
        yield Assembly(settings, store)
    finally:
        store.close()


def graph(settings: Settings) -> Store:
    """The graph that the settings name, made ready for reading and writing."""
    chosen = settings.graph
    store = open_store(
        chosen.url, home=settings.home, user=chosen.user, password=chosen.password, database=chosen.database
    )
    store.prepare()
    return store


def limits(
    settings: Settings, allowed: Within | None = None, awaited: Callable[[], bool] | None = None
) -> Limits:
    """What one question may cost and see, and how old an observation may be."""
    return Limits(allowed=allowed or Within(), awaited=awaited, freshness=freshness(settings))


def freshness(settings: Settings) -> Mapping[str, timedelta]:
    """Limits by kind or collector; the default under the empty name, where it was set."""
    named = {n: span for n, span in settings.freshness.items() if n != "default"}
    return named | ({"": settings.freshness["default"]} if settings.freshness["default"] != _DAY else {})


_DAY = timedelta(hours=24)


def bases(settings: Settings) -> Bases:
    """The addresses that links to the things themselves begin with."""
    return Bases(
        portals={a.name: a.sso_portal for a in settings.aws if a.sso_portal},
        dashboards={k.cluster: k.dashboard_url for k in settings.kubernetes if k.dashboard_url},
    )


def model(settings: Settings) -> Model | None:
    """The configured model, or None where there is none."""
    chosen = settings.model
    if not chosen.name:
        return None
    return Model(chosen.name, chosen.base_url, chosen.api_key, chosen.timeout.total_seconds())


def now() -> datetime:
    """The time of a question: one place, so that one request has one time."""
    return datetime.now(UTC)
