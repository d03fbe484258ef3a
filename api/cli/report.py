"""`aletheia report ownership`: who owns what, this week and against the week before."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli.option import Config

if TYPE_CHECKING:
    from rich.console import Console

    from api.plain import Plain

app = typer.Typer(help="Reports.", no_args_is_help=True)


@app.callback()
def _reports() -> None:
    """A group, so that further reports have a place."""


class Format(StrEnum):
    """How the report is printed."""

    TABLE = "table"
    MARKDOWN = "markdown"
    HTML = "html"
    CSV = "csv"
    JSON = "json"


@app.command()
def ownership(
    config: Config = None,
    week: Annotated[
        str, typer.Option("--week", help="An ISO week such as 2026-W48; default: this one.")
    ] = "",
    form: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.TABLE,
    as_json: Annotated[bool, typer.Option("--json", help="As --format json.")] = False,
    deliver: Annotated[bool, typer.Option("--deliver", help="Also send it where [report] says.")] = False,
) -> None:
    """Make (once a week) and print the ownership report."""
    from api import assembly, settings
    from api.ownership import delivery, shelf, text
    from api.ownership import week as weeks

    loaded = settings.load(config)
    wanted = weeks.parse(week) if week else None
    with assembly.opened(loaded) as parts:
        report, _ = shelf.made(parts, assembly.now(), wanted)
    match Format.JSON if as_json else form:
        case Format.JSON:
            sys.stdout.write(json.dumps(report, ensure_ascii=False) + "\n")
        case Format.MARKDOWN:
            sys.stdout.write(text.markdown(report))
        case Format.HTML:
            sys.stdout.write(text.html(report) + "\n")
        case Format.CSV:
            sys.stdout.write(text.table(report))
        case Format.TABLE:
            from rich.console import Console

            _print(Console(highlight=False), report)
    if deliver:
        sys.stderr.write(
            f"sent: {', '.join(delivery.deliver(report, loaded.report)) or 'nowhere is configured'}\n"
        )


def _print(console: Console, report: Plain) -> None:
    from rich.table import Table
    from rich.text import Text

    from api.ownership.gather import FIGURES
    from api.ownership.text import TITLES, caveats, figure, row_words
    from api.terminal import clean

    console.print(Text(f"Ownership, {report['week']}", style="bold"))
    for line in caveats(report):
        console.print(Text(f"▌ {clean(line)}", style="yellow"))
    if report["statements"]["text"]:
        console.print(Text(f"{report['statements']['text']} ({report['statements']['badge']})"))
    drawn = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for head in ("team", *(TITLES[f].lower() for f in FIGURES)):
        drawn.add_column(head, justify="left" if head == "team" else "right")
    for figures in (*report["teams"], report["sum"]):
        drawn.add_row(Text(clean(figures["team"] or "all")), *(figure(figures, f) for f in FIGURES))
    console.print(drawn)
    for section in ("unowned", "conflicts", "lowConfidence", "lost", "newlyOwned", "gone"):
        if rows := report["sections"][section]:
            console.print(Text(f"\n{TITLES[section]} ({len(rows)})", style="bold"))
            for row in rows:
                words = row_words(section, row)
                place = f" · {row['place']}" if row.get("place") else ""
                console.print(
                    Text(f"  {clean(row['name'])}")
                    + Text(f" · {row['kind']}{clean(place)}", style="dim")
                    + Text(f"  {clean(words)}")
                )
