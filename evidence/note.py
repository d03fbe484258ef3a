"""The notes beneath an answer, in the application's own words (N1)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from evidence.checked import Note, NoteType
from evidence.population import Population
from evidence.value import instant
from graph.result import Result, UnreadScope


def removed(figures: tuple[str, ...], strong: tuple[str, ...], reason: str) -> Note:
    """One removal, with the figures and strong words named."""
    if figures:
        named = ", ".join(figures)
        return Note(NoteType.REMOVED, f"Not shown: {named} could not be verified ({reason}).", figures)
    if strong:
        return Note(
            NoteType.REMOVED, f"Not shown: “{'”, “'.join(strong)}” is not what the evidence says ({reason})."
        )
    return Note(NoteType.REMOVED, f"Not shown: one sentence ({reason}).")


def with_strong(note: Note, strong: tuple[str, ...]) -> Note:
    """The note with the strong words of the sentence, where it names figures only."""
    missing = [w for w in strong if w not in note.text.lower()]
    if not missing:
        return note
    return Note(note.type, f"{note.text[:-1]}; it said “{'”, “'.join(missing)}”.", note.figures)


def replaced(name: str, figures: tuple[str, ...]) -> Note:
    """One replacement."""
    return Note(NoteType.REPLACED, f"One sentence was replaced by what {name} itself says.", figures)


def denominator(figures: tuple[str, ...]) -> Note:
    """A pairing that the evidence contradicts (F9)."""
    return Note(
        NoteType.DENOMINATOR, f"Not shown: {', '.join(figures)} is contradicted by the evidence.", figures
    )


def code(figures: tuple[str, ...], names: tuple[str, ...]) -> Note:
    """A code block that went (C4)."""
    held = ", ".join((*figures, *names))
    return Note(NoteType.REMOVED, f"A code block is not shown: nothing retrieved carries {held}.", figures)


def unread(populations: Iterable[Population], *, nothing: bool = False) -> list[Note]:
    """The scopes that were not read, with how the look at them ended and since when."""
    found: dict[str, Note] = {}
    for pop in populations:
        for scope in pop.result.unread:
            text = _unread_text(scope, nothing=nothing or pop.result.scopes_read == 0)
            found.setdefault(text, Note(NoteType.UNREAD, text))
        if not pop.result.unread and nothing:
            text = f"{pop.result.words or pop.kind} could not be read."
            found.setdefault(text, Note(NoteType.UNREAD, text))
    return list(found.values())


def _unread_text(scope: UnreadScope, *, nothing: bool) -> str:
    since = f" since {instant(scope.since)}" if scope.since else ""
    reason = f": {scope.reason.removesuffix('.')}" if scope.reason else ""
    lead = "could not be read" if nothing else "was not read whole"
    return f"{scope.scope} {lead} ({scope.outcome or 'not complete'}{since}{reason})."


def stale(oldest: datetime, limit: timedelta | None) -> Note:
    """The oldest cited observation, where it is over its limit."""
    over = f", over the limit of {_span(limit)}" if limit else ""
    return Note(NoteType.STALE, f"The oldest cited observation is of {instant(oldest)}{over}.")


def _span(limit: timedelta) -> str:
    hours = int(limit.total_seconds() // 3600)
    return f"{hours // 24} days" if hours >= 48 and hours % 24 == 0 else f"{hours} h"


def truncated(result: Result) -> Note:
    """Rows shown and the true total."""
    return Note(
        NoteType.TRUNCATED,
        f"{result.words or result.of}: {len(result.rows)} of {result.total} rows are shown.",
    )


def address(addresses: tuple[str, ...]) -> Note:
    """A link's address that nothing carries."""
    return Note(
        NoteType.ADDRESS,
        f"The address {', '.join(addresses)} was taken off a link: nothing retrieved holds it.",
    )


def rows(odd: list[str], handle: str) -> Note:
    """Typed rows that are not rows of the result, or say another value."""
    return Note(NoteType.ROW, f"Typed but not so in the rows of {handle}: {'; '.join(odd)}.")


def window(result: Result) -> Note | None:
    """A result's window, written out in UTC (F10)."""
    found = result.window
    if found is None or found.start is None or found.end is None:
        return None
    return Note(NoteType.WINDOW, f"The time meant is {instant(found.start)} to {instant(found.end)}.")


def dangling(markers: tuple[str, ...]) -> Note:
    """Markers with nothing behind them."""
    return Note(
        NoteType.OTHER, f"The draft cited {', '.join(markers)}: nothing of that handle was retrieved."
    )
