"""`aletheia init`: looks around, and writes a commented settings file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from api.cli.option import Config
from graph.errors import BadInput


def init(
    config: Config = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a settings file that is there.")] = False,
) -> None:
    """Write aletheia.toml after looking for AWS profiles, kubeconfig contexts, git checkouts and states."""
    from api import surroundings
    from api.settings import FILE

    file = config or Path(FILE)
    if file.exists() and not force:
        raise BadInput(f"{file} is there already; --force writes over it.")
    folder = file.resolve().parent
    found = surroundings.look(folder)
    try:
        file.write_text(surroundings.written(found, folder), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror}.") from error
    typer.echo(f"Found {', '.join(surroundings.summary(found))}.")
    typer.echo(f"Wrote {file}. Look into it, then run: aletheia scan")
