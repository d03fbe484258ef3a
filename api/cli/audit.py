"""`aletheia audit`: whether the log of questions is whole."""

from __future__ import annotations

import sys

import typer

from api.cli.option import Config

BROKEN = 1


def audit(config: Config = None) -> None:
    """Verify the audit log's chain of hashes. Exit 0 whole, 1 broken."""
    from api import audit as log
    from api import settings

    lines, broken = log.verify(settings.load(config).home)
    if broken:
        sys.stderr.write(f"{broken}\n")
        raise typer.Exit(BROKEN)
    sys.stdout.write(f"{lines} line{'' if lines == 1 else 's'}, each following the one before\n")
