"""What "the same … as …" does to a reading: the words of it wait for what is the same, and for whose it is."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.grammar.frame import Frame, Given, Phrase, Same, replace
from assistant.grammar.predicate import tested
from assistant.meaning import (
    FieldWord,
    Literal,
    Meaning,
    Name,
    Noun,
    Place,
    PlaceWord,
    RelationNoun,
    Unknown,
    Word,
)
from graph.query import Where

_OF_VERBS = {
    "OWNED_BY": RelationNoun("OWNED_BY", "out"),
    "BUILT_FROM": RelationNoun("BUILT_FROM", "out"),
    "RUNS_ON": Noun("Node"),
}
"""Relations whose other end is of one sort, and may be the same of two records."""


def waits_for_same(frame: Frame) -> bool:
    """Whether "the same" was said and not yet what is the same, or whose."""
    return frame.pending.same or frame.pending.same_of is not None


def same(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "the same", "shares": what is the same follows."""
    verb = frame.pending.verb
    if not frame.pending.lack and (verb is None or verb.relation in _OF_VERBS):
        yield frame.waiting(same=True)


def step(frame: Frame, meaning: Meaning) -> Iterator[Frame]:
    """The reading after a word that follows "the same"; nothing where it cannot stand here."""
    waits = frame.pending
    match meaning:
        case FieldWord(verb=False) | PlaceWord() | RelationNoun() | Noun() if waits.same:
            yield from _of_what(frame, meaning)
        case Noun() if waits.same_as and not waits.same_kind:
            yield frame.waiting(same_kind=meaning.of)
        case Word(role="as") | Word(text="with") if waits.same_of is not None:
            yield frame.waiting(same_as=True)
        case Word(role="empty"):
            yield frame
        case Name() if waits.same_as and waits.same_of is not None:
            yield from _as_that(frame, meaning)
        case Unknown() if waits.same_as:
            phrase = Phrase(of=waits.same_kind, unknown=(meaning,))
            yield _done(frame._replace(phrases=(*frame.phrases, phrase)))
        case _:
            return


def _of_what(frame: Frame, word: FieldWord | PlaceWord | RelationNoun | Noun) -> Iterator[Frame]:
    if (verb := frame.pending.verb) is not None:
        if frame.pending.verb_subject == frame.main and verb.direction == "out":
            done = frame.waiting(same=False, same_of=_OF_VERBS[verb.relation], verb=None, verb_subject=-1)
            yield done.waiting(verb_needs_of=False, negated=frame.pending.verb_none, verb_none=False)
        return
    cost = 0.0 if isinstance(word, PlaceWord) else 0.05 if isinstance(word, FieldWord) else 0.1
    if frame.main >= 0:
        yield replace(frame.waiting(same=False, same_of=word), cost=frame.cost + cost)
    if isinstance(word, FieldWord) and frame.ask == "yesno" and frame.main >= 0 and not frame.group:
        main = frame.phrases[frame.main]
        if main.of and not main.names and not frame.topic:
            alike = frame.phrase(frame.main, quantifier="").waiting(
                same=False, have=False, light="", preposition=""
            )
            yield replace(alike, ask="alike", group=(word,), last="group", be=False)
    if (
        isinstance(word, FieldWord)
        and frame.main >= 0
        and not frame.topic
        and frame.phrases[frame.main].names
    ):
        compared = replace(frame, topic="differ", asked=(*frame.asked, word), last="field")
        compared = replace(compared, ask="same") if frame.ask == "yesno" else compared
        yield compared.waiting(same=False, have=False, preposition="", negated=False)


def _as_that(frame: Frame, word: Name) -> Iterator[Frame]:
    waits = frame.pending
    if waits.same_of is None:
        return
    test = Same(waits.same_of, word, waits.same_kind, negated=waits.negated)
    yield from tested(_done(frame), test)


def _done(frame: Frame) -> Frame:
    waits = frame.pending
    cleared = waits._replace(same_of=None, same_as=False, same_kind="", have=False, preposition="")
    return frame._replace(pending=cleared._replace(negated=False, light="", gap=False), last="state")


def named_so(frame: Frame, meaning: Meaning) -> Iterator[Frame]:
    """The reading after the beginning, or a piece, of the names that are asked for; any word can be one."""
    waits = frame.pending
    if not isinstance(meaning, Literal | Name | Unknown | Place) or waits.op is None or waits.amount:
        return
    done = frame.waiting(op=None, named_so=False, have=False)
    test = Given(Where("name", waits.op, meaning.text))
    cost = -1.1 if isinstance(meaning, Literal) else 0.1  # here a word as it is written is what is waited for
    yield from (replace(f, cost=f.cost + cost) for f in tested(done, test))
