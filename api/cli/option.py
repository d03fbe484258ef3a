"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Config = Annotated[
    Path | None,
    typer.Option(
        "--config", help="The settings file; default: aletheia.toml in the working folder.", metavar="PATH"
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the data instead of text for people.")]
