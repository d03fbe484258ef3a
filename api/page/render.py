"""Templates and what they are given: filters that word times, outcomes and scopes, and one function per page."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from api import standing
from api.page import picture, text
from api.plain import Plain
from evidence.value import instant
from graph.kind import label_of

_FOLDER = Path(__file__).parent
STATIC = _FOLDER / "static"

_NOTES = {
    "REMOVED": "Removed:",
    "REPLACED": "Replaced:",
    "DENOMINATOR": "Denominator:",
    "UNREAD": "Not read:",
    "STALE": "Old:",
    "TRUNCATED": "Shown in part:",
    "ADDRESS": "Address:",
    "ROW": "Row:",
    "WINDOW": "Window:",
    "OTHER": "Note:",
}
_CONFIDENCE = {
    "HIGH": "✓ High confidence",
    "MODERATE": "Moderate confidence",
    "LOW": "▲ Low confidence",
    "NOT_SCORED": "Confidence not scored",
}


def confidence_words(level: str) -> str:
    """The label of the confidence control: Low is loud, High is a quiet tick."""
    return _CONFIDENCE[level]


def at(moment: str | None) -> str:
    """ISO text as people read it: "2026-11-30 11:40 UTC"; "unknown" where there is none."""
    return instant(datetime.fromisoformat(moment)) if moment else "unknown"


def in_words(name: str) -> str:
    """NO_SUCH_RECORD → "no such record"."""
    return name.lower().replace("_", " ")


def scope_words(scope: str | None) -> str:
    """A scope's uid as people read it: "aws · 012345671234 · eu-west-1 · S3Bucket"."""
    if not scope:
        return ""
    return " · ".join(unquote(part) for part in scope.removeprefix("scope://").split("/") if part)


def thing(link: str) -> str:
    """Where a link to the thing itself leads, in words: "AWS console", else the site's name."""
    host = urlsplit(link).hostname or ""
    known = {
        "aws.amazon.com": "AWS console",
        "awsapps.com": "AWS console",
        "github.com": "GitHub",
        "gitlab.com": "GitLab",
    }
    return next((name for end, name in known.items() if host == end or host.endswith(f".{end}")), host)


def environment() -> Environment:
    """Templates that escape everything and refuse names they were not given."""
    made = Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: dict[str, Any] = {
        "instant": at,
        "words": in_words,
        "scope": scope_words,
        "label": label_of,
        "thing": thing,
        "note": _NOTES.__getitem__,
    }
    functions: dict[str, Any] = {
        "confidence_words": confidence_words,
        "sentence": text.sentence,
        "markers": text.markers,
    }
    made.filters.update(filters)
    made.globals.update(functions)
    return made


_ENVIRONMENT = environment()


def page(template: str, here: str, held: list[Plain], now: datetime, **values: Any) -> str:
    """A whole page. `here` is the part of the site it belongs to, `held` the scopes that its head sums up."""
    return _ENVIRONMENT.get_template(template).render(
        here=here,
        standing=held,
        coverage_line=lambda scopes: standing.line(scopes, now),
        more_pages=[("/reports/ownership", "Ownership")],
        **values,
    )


def answer_values(answer: Plain) -> dict[str, Any]:
    """What the templates of an answer need beside the answer."""
    said = [s for b in answer["blocks"] for s in b.get("sentences") or b.get("items") or ()]
    return {
        "answer": answer,
        "names": text.names_of(answer["cards"]),
        "backs": text.cited_in(answer),
        "queries": {q["words"]: q for q in answer["queries"]},
        "sentences": said,
    }


def answer_parts(answer: Plain) -> str:
    """The answer and its evidence without the page around them: what takes the place of a stream."""
    return _ENVIRONMENT.get_template("answer_parts.html").render(**answer_values(answer))


def record_values(record: Plain, *, show_unknown: bool) -> dict[str, Any]:
    """What the template of a record needs beside the record."""
    ends = sorted(
        (e for e in record["relations"] if e["type"] != "OWNERSHIP_OF"),
        key=lambda e: (e["direction"] == "in", e["phrase"], e["name"]),
    )
    related = [(phrase, list(members)) for phrase, members in groupby(ends, key=lambda e: e["phrase"])]
    return {
        "record": record,
        "related": related,
        "conflicts": list(
            dict.fromkeys(o["conflictReason"] for o in record["owners"] if o["conflictReason"])
        ),
        "picture": picture.neighbours(record),
        "show_unknown": show_unknown,
        "unknown": sum(not f["known"] for f in record["fields"]),
    }


def tables_of(answer: Mapping[str, Any]) -> list[Plain]:
    """The tables of an answer, in order: what their downloads count by."""
    return [b for b in answer["blocks"] if b["__typename"] == "Table"]


def drawing(svg: str) -> Markup:
    """A picture of an answer; it was drawn here, from records."""
    return Markup(svg)  # noqa: S704 — our own drawing, whose text was escaped when it was made
