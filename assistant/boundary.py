"""What is asked of Aletheia and is not in it: measures that nobody collects, and orders. Declared lists, said openly."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.token import Token

NOT_COLLECTED: dict[str, tuple[str, ...]] = {
    "how much is used (CPU, memory, disk, network)": (
        "cpu usage",
        "cpu use",
        "cpu utilisation",
        "cpu utilization",
        "cpu load",
        "memory usage",
        "memory use",
        "memory utilisation",
        "memory utilization",
        "ram usage",
        "disk usage",
        "disk utilisation",
        "disk utilization",
        "network traffic",
        "bandwidth",
        "throughput",
        "utilisation",
        "utilization",
        "cpu spikes",
        "load average",
        "using the most cpu",
        "using the most memory",
        "using most cpu",
        "using most memory",
        "uses the most cpu",
        "uses the most memory",
        "uses most cpu",
        "uses most memory",
        "use the most cpu",
        "use the most memory",
        "use most cpu",
        "use most memory",
        "consumes the most cpu",
        "consumes the most memory",
        "consumes most cpu",
        "consumes most memory",
        "eats the most memory",
        "eats the most cpu",
        "iops used",
    ),
    "latency, errors and other measures of requests": (
        "latency",
        "response time",
        "response times",
        "error rate",
        "error rates",
        "request rate",
        "requests per second",
        "rps",
        "qps",
        "p95 latency",
        "p99",
        "slow requests",
        "slos",
        "slo",
        "slis",
        "sla",
        "uptime",
        "apdex",
        "metrics",
        "error budget",
        "5xx",
    ),
    "cost": (
        "cost",
        "costs",
        "costing",
        "spend",
        "spending",
        "bill",
        "billing cost",
        "price",
        "prices",
        "pricing",
        "expensive",
        "cheapest",
        "cheaper",
        "budget",
        "budgets",
        "savings",
        "how much money",
        "dollars",
        "euros",
        "usd",
        "eur",
    ),
    "who is on call": ("on call", "oncall", "on-call", "pager", "rota", "on duty", "escalation"),
    "logs and traces": (
        "logs",
        "log lines",
        "log line",
        "log messages",
        "log output",
        "log entries",
        "stack trace",
        "stack traces",
        "stacktrace",
        "traces",
        "tracing spans",
        "console output",
        "stdout",
        "stderr",
    ),
    "incidents, alerts and tickets": (
        "incidents",
        "alerts",
        "alert",
        "tickets",
        "ticket",
        "jira",
        "pagerduty",
        "postmortem",
        "postmortems",
        "runbook",
        "runbooks",
        "outages",
    ),
    "vulnerabilities and licences": (
        "vulnerabilities",
        "vulnerability",
        "vulnerable",
        "cve",
        "cves",
        "malware",
        "licence",
        "license",
        "licences",
        "licenses",
        "exploits",
    ),
    "the contents of secrets, databases and files": (
        "password",
        "passwords",
        "password of",
        "secret value",
        "value of the secret",
        "credentials",
        "api key",
        "api keys",
        "rows in the table",
        "contents of the bucket",
        "customer data",
    ),
    "the weather, news and anything else outside the infrastructure": (
        "weather",
        "news",
        "joke",
        "poem",
        "recipe",
        "stock price",
        "football",
    ),
    "forecasts": ("forecast", "forecasts", "predict", "prediction", "tomorrow's load", "will fail"),
}
"""What is outside, in words a person understands, and the phrases that ask for it."""

_ORDERS = frozenset(
    "delete restart reboot scale stop start terminate create apply deploy redeploy rollback drain cordon uncordon kill "
    "remove update upgrade downgrade change set rename detach attach rotate revoke grant fix patch resize increase "
    "decrease add disable enable execute block unblock move migrate merge rebuild roll drop purge evict pause resume "
    "suspend unsuspend provision destroy launch modify edit replace reset shut turn make assign unassign encrypt "
    "reduce put give-access failover promote demote release trigger cancel retry undo revert clean".split()
)
_BEFORE_ORDERS = frozenset(
    "please can could would you kindly i want need us to let now just go ahead and then".split()
)
_NOT_ORDERS = frozenset({("change", "history"), ("changes",), ("make", "sense")})


BOUNDARY_WORDS = frozenset(_ORDERS) | {
    w for p in NOT_COLLECTED.values() for phrase in p for w in phrase.split()
}
"""Every word of these lists: known, so that none of them is taken for a typo of another."""


def outside(tokens: Sequence[Token], known: Sequence[tuple[int, int]]) -> tuple[str, str] | None:
    """The boundary the question crosses and the words that do; None inside. `known` are stretches that declared words cover.

    A phrase inside a longer declared one is no crossing ("log group" is a kind, "cost centre" may be a tag).
    """
    for start, end, phrase, what in _phrases(tokens):
        if not any(first <= start and end <= last and last - first > end - start for first, last in known):
            return what, phrase
    return None


def _phrases(tokens: Sequence[Token]) -> list[tuple[int, int, str, str]]:
    """Where each phrase of the lists stands, in the order of the lists."""
    words = [t.word for t in tokens]
    found: list[tuple[int, int, int]] = []
    for start, word in enumerate(words):
        for place in _BEGINNING.get(word, ()):
            end = start + len(_LISTED[place][0])
            if words[start:end] == _LISTED[place][0] and not any(t.quoted for t in tokens[start:end]):
                found.append((place, start, end))
    return [(start, end, *_LISTED[place][1:]) for place, start, end in sorted(found)]


_LISTED = [(phrase.split(), phrase, what) for what, phrases in NOT_COLLECTED.items() for phrase in phrases]
"""Each phrase in its words, whole, and what it asks for."""

_BEGINNING: dict[str, list[int]] = {}
for _place, (_words, *_) in enumerate(_LISTED):
    _BEGINNING.setdefault(_words[0], []).append(_place)


def order_in(tokens: Sequence[Token]) -> str:
    """The verb of an order ("delete the pod …"), or "" where the sentence is none."""
    words = [t.word for t in tokens if not t.quoted]
    place = 0
    while place < len(words) and words[place] in _BEFORE_ORDERS:
        place += 1
    if place >= len(words) or words[place] not in _ORDERS or len(words) <= place + 1:
        return ""
    return "" if (words[place], words[place + 1]) in _NOT_ORDERS else words[place]
