"""`aletheia ask`: a question, and its checked answer."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from api.cli.option import AsJson, Config
from graph.errors import BadInput

DECLINED = 2


def ask(
    question: Annotated[str, typer.Argument(help="The question, in plain English.")],
    config: Config = None,
    as_json: AsJson = False,
    deep: Annotated[
        bool, typer.Option("--deep", help="Whole records, their history and neighbours, more queries.")
    ] = False,
    about: Annotated[str, typer.Option("--about", metavar="UID", help="Ask about this one record.")] = "",
    as_of: Annotated[
        str, typer.Option("--as-of", metavar="TIME", help="As the graph was then: 2026-11-30T12:00Z.")
    ] = "",
    conversation: Annotated[
        str,
        typer.Option(
            "--conversation", metavar="ID", help="Your own word for a thread of questions; made on first use."
        ),
    ] = "",
    evidence: Annotated[
        Path | None,
        typer.Option(
            "--evidence",
            metavar="FILE",
            help="Also write draft and evidence, as an input of `aletheia check`.",
        ),
    ] = None,
) -> None:
    """Answer QUESTION from the graph. Exit 0 answered, 2 declined."""
    from api import asking, settings
    from api.asking import Asked
    from api.assembly import opened
    from api.plain import plain_answer
    from assistant.answer import AnswerStatus
    from graph.record import Uid

    loaded = settings.load(config)
    moment = time_of(as_of) if as_of else None
    with opened(loaded) as parts:
        answer = asking.answer(
            parts,
            Asked(
                question,
                about=Uid(about) if about else None,
                deep=deep,
                as_of=moment,
                conversation=conversation,
            ),
        )
    if evidence is not None:
        _write_evidence(evidence, dict(answer.evidence))
    plain = plain_answer(answer)
    if as_json:
        sys.stdout.write(json.dumps(plain, ensure_ascii=False) + "\n")
    else:
        from rich.console import Console

        from api import terminal

        terminal.show_answer(Console(highlight=False), plain)
    if answer.status is not AnswerStatus.ANSWERED:
        raise typer.Exit(DECLINED)


def time_of(text: str) -> datetime:
    """A time with its zone. Raises BadInput where it has none: guessing one would ask about another moment."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as wrong:
        raise BadInput(f"{text!r} is no time; expected one such as 2026-11-30T12:00Z.") from wrong
    if moment.tzinfo is None:
        raise BadInput(f"{text!r} has no zone; add Z for UTC, or an offset such as +01:00.")
    return moment


def _write_evidence(file: Path, held: dict[str, object]) -> None:
    from api.plain import plain_value

    file.write_text(json.dumps(plain_value(held), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
