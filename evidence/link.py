"""Links from validated ids only: to a record's page here, and to the thing itself. Never one that a model or a tag wrote."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter
from urllib.parse import quote, urlsplit

from graph.kinds import KINDS
from graph.record import Record, Uid, Value

_REGION = re.compile(r"[a-z]{2}(-[a-z]+)+-\d")
_CONSOLE = "console.aws.amazon.com"
_PARTITIONS = {"us-gov-": "console.amazonaws-us-gov.com", "cn-": "console.amazonaws.cn"}
_VALUE = re.compile(r"[\w.\-:/+=@,#()\[\]\" ]{1,1024}")
_FORGES = re.compile(r"[a-z0-9.-]+\.[a-z]{2,}")


@dataclass(frozen=True, slots=True)
class Bases:
    """Addresses that come from the configuration: an AWS access portal by account, a dashboard by cluster."""

    portals: Mapping[str, str] = field(default_factory=dict)
    dashboards: Mapping[str, str] = field(default_factory=dict)


def page_link(uid: Uid) -> str:
    """The record's page in Aletheia."""
    return f"/r/{quote(uid, safe='')}"


def source_link(record: Record, bases: Bases = Bases()) -> str:
    """The console, dashboard or repository line of the record; "" where none can be formed from validated ids.

    The template is the kind's own. Every value is checked and percent-encoded; the host is the template's, the
    partition's, or one from the configuration, and always https.
    """
    kind = KINDS.get(record.kind)
    if kind is None or not kind.link:
        return ""
    filled = _filled(kind.link, _values(record, bases))
    if not filled or not _is_safe(filled):
        return ""
    return _through_portal(filled, record, bases)


def _values(record: Record, bases: Bases) -> dict[str, str]:
    values = {
        k: str(v) for k, v in record.fields.items() if isinstance(v, str | int) and not isinstance(v, bool)
    }
    values.setdefault("name", record.name)
    values["uid"] = record.uid
    dashboard = bases.dashboards.get(_text(record.fields.get("cluster")))
    if dashboard:
        values["dashboard"] = dashboard.rstrip("/")
    return values


def _filled(template: str, values: Mapping[str, str]) -> str:
    region = values.get("region", "")
    parts: list[str] = []
    for literal, name, _, _ in Formatter().parse(_for_partition(template, region)):
        parts.append(literal)
        if name is None:
            continue
        value = values.get(name, "")
        if name == "dashboard" or (name == "url" and not parts[0]):
            parts.append(value)
        elif (name == "region" and not _REGION.fullmatch(value)) or not value or not _VALUE.fullmatch(value):
            return ""
        else:
            parts.append(quote(value, safe="/" if name == "path" else ""))
    return "".join(parts)


def _for_partition(template: str, region: str) -> str:
    for prefix, host in _PARTITIONS.items():
        if region.startswith(prefix):
            return template.replace(_CONSOLE, host)
    return template


def _is_safe(address: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme == "https" and bool(_FORGES.fullmatch(parts.hostname or "")) and not parts.username


def _through_portal(address: str, record: Record, bases: Bases) -> str:
    """An access portal opens the right account first (the console itself would use whichever is logged in)."""
    account = _text(record.fields.get("account"))
    portal = bases.portals.get(account, "")
    if not portal or ".console." not in address:
        return address
    return f"{portal.rstrip('/')}/#/console?account_id={quote(account, safe='')}&destination={quote(address, safe='')}"


def _text(value: Value) -> str:
    return value if isinstance(value, str) else ""
