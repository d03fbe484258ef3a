"""What fixed phrases do to a reading: each says by itself what is asked for, or of what."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.grammar.frame import Frame, Given, Phrase, Present, State, Tagged, Valued, replace
from assistant.grammar.predicate import said_of
from assistant.meaning import FieldWord, PlaceWord, StateWord, Tag, Verb, Word
from assistant.vocabulary import vocabulary
from graph.fields import ANY
from graph.query import Op, Where


def trouble(frame: Frame, _: Word) -> Iterator[Frame]:
    """Such as "any issues in staging": whatever is not healthy there."""
    said = next((m for m in vocabulary().at(("unhealthy",)) if isinstance(m, StateWord)), None)
    if said is not None and frame.main < 0 and not frame.pending.adjectives:
        opened = Phrase(word="which", tests=(State(said),))
        done = frame.waiting(quantifier="", have=False)
        yield replace(done, phrases=(opened,), main=0, focus=0, subject=0, last="noun")


def untagged(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said of what has no tag at all."""
    tags = next((m for m in vocabulary().at(("tags",)) if isinstance(m, FieldWord)), None)
    if tags is not None and not frame.pending.negated:
        yield from said_of(frame, Present(tags, known=False))


def latest_tag(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said of an image whose tag is "latest"."""
    image = next((m for m in vocabulary().at(("image",)) if isinstance(m, FieldWord)), None)
    if image is not None:
        test = Valued(image, ":latest", Op.CONTAINS, negated=frame.pending.negated)
        yield from said_of(frame, test)


def runtime(frame: Frame, word: Word) -> Iterator[Frame]:
    """A language as what a function runs, in any version ("python lambdas")."""
    if not frame.pending.field and not frame.pending.verb:
        yield from said_of(frame, Given(Where("runtime", Op.STARTS, word.text)))


def unnamed(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said of what has no tag with a name: the name shown of it is its id."""
    if not frame.pending.negated:
        yield from said_of(frame, Tagged(Tag("Name"), present=False))


def and_count(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "and how many": one more kind is counted; of what was said before of the first, nothing is said of it."""
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    if frame.ask == "count" and main.of and not (main.tests or frame.links or frame.pending.dangles):
        yield replace(frame.waiting(join="and", noun_by=frame.position + 1), focus=frame.main, last="noun")


def members(frame: Frame, word: Word) -> Iterator[Frame]:
    """Said as "who is in": the people of the team that follows."""
    if frame.main < 0 and not frame.pending.dangles:
        opened = Phrase(of="Person", word="who")
        asked = replace(frame, ask="list", phrases=(opened,), main=0, focus=0, subject=0, last="verb")
        yield asked.waiting(verb=Verb("MEMBER_OF", "out", phrase=word.text), verb_subject=0)


def hosted(frame: Frame, word: Word) -> Iterator[Frame]:
    """Said as "what is on": what runs on the node or machine that follows."""
    if frame.main < 0 and not frame.pending.dangles:
        opened = Phrase(word="which")
        asked = replace(frame, ask="list", phrases=(opened,), main=0, focus=0, subject=0, last="verb")
        yield asked.waiting(verb=Verb("RUNS_ON", "out", phrase=word.text), verb_subject=0)


def called(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "called": the name of what was just said follows, whatever it looks like."""
    yield frame.waiting(called=frame.last == "noun")


def sorts(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "what kinds of things": everything, by its kind."""
    if frame.main < 0 and not frame.pending.dangles:
        opened = Phrase(of=ANY)
        by = (PlaceWord("kind"),)
        yield replace(
            frame, ask="count", phrases=(opened,), main=0, focus=0, subject=0, group=by, last="noun"
        )


def versus(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said between two places of what is counted or measured: each by itself."""
    counted = frame.ask in ("count", "amount") or frame.aggregate is not None
    if counted and frame.last == "place" and not frame.group:
        yield replace(frame.waiting(join="and"), each=True)
