"""`aletheia export` and `aletheia import`: the whole graph as lines of JSON, for backup and for moving between stores."""

from __future__ import annotations

import gzip
import io
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Annotated, Literal

import typer

from api.cli.option import Config
from graph.errors import BadInput

File = Annotated[
    str, typer.Argument(metavar="FILE", help="A file (.gz is compressed), or - for standard output or input.")
]


def export(file: File = "-", config: Config = None) -> None:
    """Write the whole graph to FILE."""
    from api import assembly, settings
    from graph.export import export_graph

    with assembly.opened(settings.load(config)) as parts, _opened(file, "w") as out:
        out.writelines(f"{line}\n" for line in export_graph(parts.store))


def import_(file: File = "-", config: Config = None) -> None:
    """Write an exported graph into an empty one."""
    from api import assembly, settings
    from graph.export import import_graph

    with assembly.opened(settings.load(config)) as parts, _opened(file, "r") as lines:
        done = import_graph(parts.store, lines)
    sys.stderr.write(f"{done.nodes} nodes, {done.relations} relations\n")


@contextmanager
def _opened(file: str, mode: Literal["r", "w"]) -> Iterator[IO[str]]:
    if file == "-":
        yield sys.stdin if mode == "r" else sys.stdout
        return
    with ExitStack() as open_files:
        try:
            raw = open_files.enter_context(Path(file).open(f"{mode}b"))
        except OSError as error:
            raise BadInput(f"{file} cannot be opened: {error.strerror}.") from error
        packed = gzip.GzipFile(fileobj=raw, mode=f"{mode}b") if file.endswith(".gz") else raw
        yield open_files.enter_context(io.TextIOWrapper(packed, encoding="utf-8"))
