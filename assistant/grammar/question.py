"""What question words do to a reading: what is asked for, and of which things."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from assistant.grammar.frame import Frame, Phrase, replace
from assistant.meaning import Word


def that(frame: Frame, _: Word) -> Iterator[Frame]:
    """Opens what is said of the thing just named."""
    if frame.focus >= 0:
        yield replace(frame.waiting(relative=True), last="that")


def which(frame: Frame, word: Word) -> Iterator[Frame]:
    """Opens the question of things, or what is said of the one just named."""
    if frame.main < 0:
        opened = Phrase(word="which")
        yield replace(
            frame,
            ask=frame.ask or "list",
            phrases=(opened,),
            main=0,
            focus=0,
            subject=0,
            last="question",
            which=word.text == "which",
        )
    elif word.text == "which" or frame.last == "noun":
        yield from that(frame, word)


def who(frame: Frame, word: Word) -> Iterator[Frame]:
    """Opens the question of people and teams."""
    if frame.main < 0:
        opened = Phrase(word="who")
        yield replace(
            frame, ask=frame.ask or "who", phrases=(opened,), main=0, focus=0, subject=0, last="question"
        )
    else:
        yield from that(frame, word)


def whose(frame: Frame, word: Word) -> Iterator[Frame]:
    """Said as "whose is the cart?": the owner is asked for."""
    if frame.main < 0:
        yield replace(frame, ask="whose", last="question")
    else:
        yield from that(frame, word)


def asks(ask: str) -> Callable[[Frame, Word], Iterator[Frame]]:
    """What asks for one sort of answer ("when", "where", "why")."""

    def step(frame: Frame, _: Word) -> Iterator[Frame]:
        if frame.ask in ("", "list", "yesno") or (frame.ask == "who" and ask == "list"):
            yield replace(frame, ask=ask, last="question")

    return step


def counts(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "how many", before or after what is counted."""
    if frame.extreme is not None and frame.main >= 0:
        yield replace(frame, last="question")
    elif (
        frame.last in ("noun", "place", "state")
        and frame.main >= 0
        and frame.ask in ("", "list", "tell")
        and not frame.links
    ):
        yield replace(frame, ask="count", last="question", cost=frame.cost + 0.2)
    elif frame.ask in ("", "list", "tell") and (frame.main < 0 or frame.phrases[frame.main].is_open):
        phrases = frame.phrases if frame.main >= 0 else ()
        yield replace(frame, ask="count", phrases=phrases, last="question")


def lists(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "list", "show me"."""
    if frame.main < 0:
        yield replace(frame, ask=frame.ask or "list", last="question")


def asks_where(frame: Frame) -> Frame | None:
    """Said as "in which cluster is": where the record lies that follows; None of anything else."""
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    if frame.pending.place is None or frame.last != "place word" or main != Phrase(word="which"):
        return None
    return Frame(position=frame.position, cost=frame.cost, ask="where", past=frame.past)


def where_of(frame: Frame) -> Frame | None:
    """Said as "cluster of": where the record lies that follows; None of anything else."""
    place = frame.pending.place
    if place is None or place.name not in ("cluster", "namespace", "account", "region"):
        return None
    begun = frame.main < 0 or frame.phrases[frame.main] == Phrase(word="which")
    if frame.last != "place word" or not begun or frame.restrictions:
        return None
    return Frame(position=frame.position, cost=frame.cost + 0.1, ask="where", last="question")
