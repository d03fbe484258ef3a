"""`aletheia demo`: the sample estate, observed and asked; then the page, until stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from api.assembly import Assembly


def demo(
    serve: Annotated[
        bool, typer.Option("--serve/--no-serve", help="Serve the page after the answers.")
    ] = True,
    folder: Annotated[
        Path | None,
        typer.Option("--folder", help="Where the estate is made; default: demo, in the user's data folder."),
    ] = None,
    port: Annotated[int, typer.Option("--port", help="Of the page; 0 takes a free one.")] = 8734,
) -> None:
    """Observe the sample estate by the real collectors, ask it a few questions, and serve the page."""
    import time

    begun = time.perf_counter()
    from api.demo import emulator

    ready = emulator.start()  # it takes longest to be ready, so it starts before anything else is imported
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    from api import settings
    from api.demo import tour

    def told(step: str) -> None:
        console.print(Text(f"{time.perf_counter() - begun:5.1f} s  {step}", style="dim"))

    def ask(parts: Assembly, question: str) -> None:
        from api import asking, terminal
        from api.plain import plain_answer

        answer = plain_answer(asking.answer(parts, asking.Asked(question)))
        console.rule(style="dim")
        terminal.show_answer(console, answer)

    def first(parts: Assembly) -> None:
        ask(parts, tour.FIRST)
        told("the first answer, of what was seen three days ago")
        console.print()

    told("starting an embedded graph and a local AWS emulator")
    with tour.prepared(folder or settings.home() / "demo", ready, told, first) as made:
        told("asking")
        for question in tour.QUESTIONS:
            ask(made.parts, question)
        console.rule(style="dim")
        home = made.parts.settings.home
        command = f"ALETHEIA_HOME={home} aletheia ask --config {made.estate.settings} 'What is orders-db?'"
        console.print(
            f"Ask more while this runs: {command}" if serve else f"Ask more: {command}", soft_wrap=True
        )
        if serve:
            from api.cli.serve import run

            bound = replace(made.parts.settings.serve, port=port)
            run(replace(made.parts, settings=replace(made.parts.settings, serve=bound)))
