"""`aletheia show` and `aletheia status`: one record, and how much of the estate is read."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from api.cli.option import AsJson, Config


def show(
    uid: Annotated[str, typer.Argument(metavar="UID", help="A uid, or a name that only one record has.")],
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Show one record: fields, relations, owners with reasons, history, links."""
    from api import assembly, records, settings
    from graph.errors import BadInput

    loaded = settings.load(config)
    with assembly.opened(loaded) as parts:
        found = records.named(parts.store, uid)
        record = records.plain_record(parts.store, found, now=assembly.now(), bases=assembly.bases(loaded))
    if record is None:
        raise BadInput(f"No record has the uid {uid}.")
    if as_json:
        sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
        return
    from rich.console import Console

    from api import terminal

    terminal.show_record(Console(highlight=False), record)


def status(
    config: Config = None,
    as_json: AsJson = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Every scope, not only those that could not be read.")
    ] = False,
) -> None:
    """Show what is read, how old it is, and what could not be read."""
    from api import assembly, settings, standing

    loaded = settings.load(config)
    now = assembly.now()
    with assembly.opened(loaded) as parts:
        scopes = standing.scopes(parts.store, now)
    if as_json:
        sys.stdout.write(json.dumps(scopes, ensure_ascii=False) + "\n")
        return
    from rich.console import Console

    from api import terminal

    console = Console(highlight=False)
    console.print(standing.line(scopes, now))
    for source in standing.by_source(scopes, now):
        console.print(
            f"  {source['name']}: {source['read']} of {source['scopes']} scopes read, oldest {source['oldest'] or 'never'}"
        )
    if shown := scopes if everything else standing.unread(scopes):
        console.print()
        terminal.show_scopes(console, shown)
