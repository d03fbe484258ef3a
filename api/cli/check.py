"""`aletheia check`: judges a text against evidence given in a file. It needs no graph, no settings and no network."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from api.cli.option import AsJson
from graph.errors import BadInput


def check(
    file: Annotated[
        Path, typer.Argument(help="One input or a list of them, as JSON or YAML.", metavar="FILE")
    ],
    as_json: AsJson = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Also say for each sentence which rule decided.")
    ] = False,
) -> None:
    """Judge a text against the evidence in FILE. Exit 0 whatever the verdict, 2 for a malformed file."""
    from api import document

    data, text = document.read(file)
    several = isinstance(data, list)
    verdicts = [
        _judged(case, f"[{n}]" if several else "", file, text)
        for n, case in enumerate(data if several else [data])
    ]
    shown = [_output(v, explain=explain) for v in verdicts]
    if as_json:
        sys.stdout.write(json.dumps(shown if several else shown[0], ensure_ascii=False) + "\n")
        return
    for verdict in shown:
        _print(verdict)


def _judged(case: object, path: str, file: Path, text: str) -> Any:
    from evidence import case as cases
    from evidence.check import check as judge

    try:
        read = cases.read(case, path)
    except BadInput as wrong:
        from api import document

        line = document.line_of(text, str(wrong).split(":")[0].split(" ")[0])
        raise BadInput(f"{file}, line {line}: {wrong}") from wrong
    return judge(read.draft, read.items, read.question, assessment=read.assessment)


def _output(verdict: Any, *, explain: bool) -> dict[str, Any]:
    from evidence import case as cases

    return cases.output(verdict, explain=explain)


def _print(verdict: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    console.print(
        Text(
            verdict["text"] or "Nothing in the text could be verified.",
            style="" if verdict["text"] else "red",
        )
    )
    for note in verdict["notes"]:
        console.print(Text(f"  note: {note}", style="yellow"))
    for line in verdict.get("explanation", ()):
        console.print(Text("  " + " · ".join(str(v) for v in line.values() if v), style="dim"))
    console.print(
        Text(
            f"{verdict['badge']} · confidence: {verdict['confidence'].lower().replace('_', ' ')}", style="dim"
        )
    )
