"""The report as Markdown, HTML, CSV and a few lines for a channel. Each says the same figures."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import datetime
from html import escape

from api.ownership.gather import FIGURES
from api.plain import Plain
from evidence.value import instant

TITLES = {
    "owned": "Owned",
    "newlyOwned": "Newly owned",
    "lost": "Lost",
    "unowned": "Unowned",
    "conflicts": "In conflict",
    "lowConfidence": "Low confidence",
    "stale": "Stale",
    "unmanaged": "Unmanaged",
    "gone": "Gone",
}
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_LISTED = tuple(f for f in FIGURES if f != "owned")


def figure(figures: Plain, name: str) -> str:
    """A figure with how it differs from the week before: "12 (+3)"."""
    if name in ("newlyOwned", "lost") and figures["deltas"][name] is None:
        return "not known"  # there is no week before to compare with
    delta = figures["deltas"][name]
    return f"{figures[name]}{f' ({delta:+d})' if delta else ''}"


def row_words(section: str, row: Plain) -> str:
    """What a row says beside its name: reasons of a conflict, who owned it, whether it is new."""
    match section:
        case "conflicts":
            return "; ".join(f"{s['owner']}: {s['reason']}{_sure(s)}" for s in row["sides"])
        case "lowConfidence":
            return f"{', '.join(row['owners'])}: {row['reason']}{_sure(row)}"
        case "unowned":
            return "new" if row["new"] else ""
        case "lost":
            return f"was owned by {', '.join(row['owners'])}{'' if row['there'] else ', and is gone'}"
        case "stale":
            return f"observed {_at(row['observedAt'])}"
        case "gone":
            return f"found gone {_at(row['at'])}"
        case _:
            return ", ".join(row["owners"])


def markdown(report: Plain) -> str:
    """All of it, to paste elsewhere."""
    return "\n".join(_markdown(report)) + "\n"


def _markdown(report: Plain) -> Iterator[str]:
    yield f"# Ownership, {report['week']}\n"
    yield f"Made {_at(report['madeAt'])}, for {_at(report['from'])} to {_at(report['to'])}.\n"
    yield from (f"> {line}" for line in caveats(report))
    if report["statements"]["text"]:
        yield f"\n{report['statements']['text']} ({report['statements']['badge']})"
    yield "\n| team | " + " | ".join(TITLES[f].lower() for f in FIGURES) + " |"
    yield "|---|" + "---:|" * len(FIGURES)
    for figures in (*report["teams"], report["sum"]):
        team = figures["team"] or "**all**"
        yield f"| {_cell(team)} | " + " | ".join(figure(figures, f) for f in FIGURES) + " |"
    for section in _LISTED:
        rows = report["sections"][section]
        if rows:
            yield f"\n## {TITLES[section]} ({len(rows)})\n"
            yield from (_listed(section, row) for row in rows)


def _listed(section: str, row: Plain) -> str:
    words = row_words(section, row)
    place = f" · {row['place']}" if row.get("place") else ""
    return f"- `{_cell(row['name'])}` {row['kind']}{_cell(place)}{f': {_cell(words)}' if words else ''}"


def caveats(report: Plain) -> list[str]:
    """What the report could not see; nothing where it saw all."""
    told = [f"Not read: {words}" for words in report["unread"]]
    told += [f"Shown in part: {words}" for words in report["truncated"]]
    if never := report["neverScanned"]:
        told.append(
            f"{len(never)} kinds were never scanned: {', '.join(never[:6])}{' and others' if len(never) > 6 else ''}."
        )
    if report["previousWeek"] is None:
        told.append("There is no report of the week before: what is new or lost is not known.")
    return told


def html(report: Plain) -> str:
    """As a page by itself and as mail: no script, no picture, no address of others."""
    return "".join(_html(report))


def _html(report: Plain) -> Iterator[str]:
    yield f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Ownership, {escape(report["week"])}</title>'
    yield f"<h1>Ownership, {escape(report['week'])}</h1><p>Made {_at(report['madeAt'])}.</p>"
    yield from (f"<p><b>{escape(line)}</b></p>" for line in caveats(report))
    if report["statements"]["text"]:
        yield f"<p>{escape(report['statements']['text'])} <small>({escape(report['statements']['badge'])})</small></p>"
    heads = "".join(f"<th>{TITLES[f]}</th>" for f in FIGURES)
    yield f'<table border="1" cellpadding="4" cellspacing="0"><tr><th>Team</th>{heads}</tr>'
    for figures in (*report["teams"], report["sum"]):
        cells = "".join(f'<td align="right">{figure(figures, f)}</td>' for f in FIGURES)
        yield f"<tr><td>{escape(figures['team'] or 'all')}</td>{cells}</tr>"
    yield "</table>"
    for section in _LISTED:
        if rows := report["sections"][section]:
            yield f"<h2>{TITLES[section]} ({len(rows)})</h2><ul>"
            for row in rows:
                words = row_words(section, row)
                yield f"<li><b>{escape(row['name'])}</b> {escape(row['kind'])} {escape(row.get('place') or '')}"
                yield f": {escape(words)}</li>" if words else "</li>"
            yield "</ul>"
    yield "</html>"


def table(report: Plain) -> str:
    """Every row as CSV, safe to open in a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(("part", "name", "kind", "place", "owners", "words", "uid"))
    for section in FIGURES:
        for row in report["sections"][section]:
            cells = (
                TITLES[section],
                row["name"],
                row["kind"],
                row.get("place") or "",
                ", ".join(row["owners"]),
            )
            writer.writerow([_neutral(c) for c in (*cells, row_words(section, row), row["subject"])])
    return out.getvalue()


def summary(report: Plain) -> str:
    """A few lines for a channel."""
    total = report["sum"]
    figures = ", ".join(f"{figure(total, f)} {TITLES[f].lower()}" for f in FIGURES)
    return "\n".join((f"Ownership, {report['week']}: {figures}.", *caveats(report)))


def _sure(told: Plain) -> str:
    return f" ({told['confidence']:.2f})" if told["confidence"] is not None else ""


def _at(moment: str | None) -> str:
    return instant(datetime.fromisoformat(moment)) if moment else "at an unknown time"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("`", "'")


def _neutral(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
