"""What a refusal of the API server means for a scope: one error for each thing that somebody would do about it."""

from __future__ import annotations

from collectors.k8s.raw import Raw, number, text
from graph.errors import BadCredentials, Denied, NotOffered, SkipScope, SourceFailed, Throttled

_REASONS = {
    "Unauthorized": 401,
    "Forbidden": 403,
    "NotFound": 404,
    "MethodNotAllowed": 405,
    "TooManyRequests": 429,
    "ServerTimeout": 504,
    "Timeout": 504,
    "ServiceUnavailable": 503,
    "InternalError": 500,
}


def refusal(status: Raw, what: str, cluster: str) -> SkipScope:
    """The error of a Status object, as the API server sends it or a dump keeps it. `what` is what was asked for."""
    code = number(status, "code") or _REASONS.get(text(status, "reason"), 0)
    return refused(code, text(status, "message"), what, cluster)


def refused(code: int, said: str, what: str, cluster: str) -> SkipScope:
    """The error of an HTTP status and what came with it."""
    words = f" It says: {' '.join(said.split())[:300].rstrip('.')}." if said else ""
    if code == 401:
        return BadCredentials(
            f"cluster {cluster} does not accept our credentials (401).{words} "
            "Log in again, or give the context a token or exec plugin that is valid."
        )
    if code == 403:
        return Denied(
            f"cluster {cluster} forbids listing {what} (403).{words} "
            "Bind the ClusterRole in deploy/kubernetes/cluster-role.yaml to the identity that scans."
        )
    if code in {404, 405}:
        return NotOffered(f"cluster {cluster} does not serve {what}: not served here.")
    if code == 429:
        return Throttled(
            f"cluster {cluster} refused {what} for load (429), past every retry.{words} Scan again when it has less to do."
        )
    return SourceFailed(
        f"cluster {cluster} failed to list {what} ({code or 'no status'}).{words} Scan again later."
    )
