"""The command line: one file per command, each importing what it needs only when it runs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from api.cli import ask, audit, backup, check, demo, init, mcp, report, scan, serve, show, token
from graph.errors import AletheiaError, BadInput, Misconfigured

app = typer.Typer(
    name="aletheia",
    help="Answers about production infrastructure, each claim checked against the record it cites.",
    no_args_is_help=True,
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def _aletheia(
    version: Annotated[bool, typer.Option("--version", help="Print the version and end.")] = False,
) -> None:
    if version:
        from importlib.metadata import version as installed

        typer.echo(installed("aletheia"))
        raise typer.Exit


for command in (
    demo.demo,
    init.init,
    scan.scan,
    ask.ask,
    check.check,
    show.show,
    show.status,
    serve.serve,
    serve.schema,
    backup.export,
    mcp.mcp,
    audit.audit,
):
    app.command()(command)
app.command("import")(backup.import_)
app.add_typer(report.app, name="report")
app.add_typer(token.app, name="token")

FAILED, BAD_INPUT = 1, 2


def main() -> None:
    """The entry point: errors of ours become their message and an exit code, never a stack."""
    try:
        app()
    except AletheiaError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(BAD_INPUT if isinstance(error, BadInput | Misconfigured) else FAILED)
    except KeyboardInterrupt:
        sys.exit(130)
