"""The configuration of one cluster: which one it is, and how it is reached."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster by the name that people use for it. Exactly one way to reach it: a context, in-cluster, or a dump.

    `namespaces` are read where neither cluster-wide lists nor the list of namespaces are allowed.
    """

    name: str
    context: str = ""  # of the kubeconfig; "" is its current one
    kubeconfig: str = ""  # a path; "" is the client's own default
    in_cluster: bool = False  # with the service account of the pod we run in
    dump: str = ""  # a folder or file of what the API server answered
    dashboard_url: str = ""  # Headlamp or a dashboard, for links
    namespaces: tuple[str, ...] = ()
    page_size: int = 500  # objects to a page; a page of pods is a few MB
    timeout_seconds: float = 60.0  # of one request
