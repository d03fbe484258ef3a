"""What fixed phrases do to a reading: each says by itself what is asked for, or of what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from assistant.condition import Context, conditions
from assistant.grammar import noun
from assistant.grammar.frame import (
    Compared,
    Frame,
    Given,
    Link,
    Phrase,
    Present,
    State,
    Tagged,
    Valued,
    replace,
)
from assistant.grammar.predicate import said_of, tested
from assistant.meaning import Extreme, FieldWord, Noun, PlaceWord, StateWord, Tag, Verb, Word
from assistant.vocabulary import vocabulary
from graph.fields import ANY, PLACES
from graph.query import Not, Op, Related, Where

Step = Callable[[Frame, Word], Iterator[Frame]]
"""What a phrase does to a reading."""


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
        held = Where("runtime", Op.STARTS, word.text)
        denied = frame.pending.negated or frame.pending.lack
        yield from said_of(frame, Given(Not(held) if denied else held))


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
    stated = frame.last == "state" and frame.main >= 0 and not frame.links
    if (stated or frame.pending.adjectives) and frame.ask in ("", "list", "count") and not frame.group:
        yield replace(frame.waiting(join="or"), each=True, ask="count")  # "encrypted vs unencrypted volumes"


_QUEUE = "SQSQueue"
_DEAD_LETTERS = Related("ROUTES_TO", "in", _QUEUE)
"""What makes a queue one of dead letters: another queue sends to it what it could not get rid of."""


def dead_letters(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "dead-letter queues": those that another queue sends to; "in their dead-letter queue" says it of that one."""
    waits = frame.pending
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    if (
        waits.preposition
        and main.of == _QUEUE
        and main.tests
        and isinstance(main.tests[-1], Present | Compared)
    ):
        held = conditions(main.tests[-1:], Context(_QUEUE, _NO_TIME))
        far = Given(Related("ROUTES_TO", "out", _QUEUE, held))
        moved = frame.phrase(frame.main, tests=(*main.tests[:-1], far))
        yield replace(moved.waiting(preposition=""), last="state")
        return
    if waits.negated:
        return
    adorned = frame.waiting(adjectives=(*waits.adjectives, Given(_DEAD_LETTERS)))
    for placed in noun.noun(adorned, Noun(_QUEUE)):
        yield replace(placed, cost=placed.cost + _LESS_THAN_FIELD)


_NO_TIME = datetime.min.replace(tzinfo=UTC)
"""A number of messages has no age, so none is asked of."""
_LESS_THAN_FIELD = 0.4
"""What a queue says of its own is meant first ("queues without a dead-letter queue")."""


def switched(*, on: bool) -> Step:
    """Said as "turned off" of the field just said: whether it is on."""

    def step(frame: Frame, _: Word) -> Iterator[Frame]:
        waits = frame.pending
        if waits.field is not None and waits.op is None:
            set_to = Valued(waits.field, "on" if on else "off", negated=waits.negated)
            yield from tested(frame.waiting(field=None, have=False, negated=False), set_to)
            return
        tests = frame.phrases[frame.focus].tests if frame.focus >= 0 else ()
        last = tests[-1] if tests and frame.last == "state" else None
        if isinstance(last, Present) and last.known and not waits.negated:
            set_to = Valued(last.word, "on" if on else "off")
            yield frame.phrase(frame.focus, tests=(*tests[:-1], set_to))

    return step


def by_whom(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said of the last change beside when it was: who made it is told with it."""
    if (frame.topic in ("changed", "deployed") and frame.ask in ("when", "who", "list")) or (
        frame.ask == "when" and frame.main >= 0 and _became(frame.phrases[frame.main])
    ):
        yield frame.waiting(join="")


def _became(phrase: Phrase) -> bool:
    """Whether what is said of it is what was done to it ("created", "deleted")."""
    states = [
        t for t in phrase.tests if isinstance(t, State) and any(s.kind == "Change" for s in t.word.said)
    ]
    return bool(states) and len(states) == len(phrase.tests)


def measuring(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "ask for" after what is measured: it says nothing more."""
    if frame.ask in ("amount", "count") or frame.aggregate is not None:
        yield frame


def endpoints(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said of services: the pods that they route to, or none."""
    waits = frame.pending
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    if main.of == "Service" and (waits.lack or waits.have):
        index, none = len(frame.phrases), waits.lack or waits.negated
        link = Link(frame.main, index, "ROUTES_TO", "out", none=none, phrase="routes to")
        ready = (Given(Where("ready", Op.EQ, value=True)),)
        done = frame.waiting(lack=False, negated=False, have=False, preposition="")
        pods = (*frame.phrases, Phrase(of="Pod", tests=ready))
        yield replace(done, phrases=pods, links=(*frame.links, link), last="had")


def first_of(about: str, *, descending: bool) -> Step:
    """Said after a list as "biggest first": all of them, in that order."""

    def step(frame: Frame, _: Word) -> Iterator[Frame]:
        if frame.main >= 0 and frame.extreme is None and not frame.group and not frame.pending.dangles:
            by = Extreme(descending=descending, about=about)
            shown = frame.asked[0] if len(frame.asked) == 1 and about in ("size", "length") else None
            yield replace(frame.waiting(join=""), extreme=by, extreme_field=shown, ordered=True, last="limit")

    return step


def and_values(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said after a count as "and what runtimes do they use": the same, by the values of the field that follows."""
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    if frame.ask == "count" and main.of and not (frame.group or frame.pending.dangles or frame.asked):
        yield replace(frame.waiting(per=True, join=""), beside_count="groups", last="per")


def and_size(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said after a count as "and how large are they": the sum of their size beside it."""
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    if frame.ask == "count" and main.of and not (frame.group or frame.pending.dangles or frame.asked):
        yield replace(frame.waiting(join=""), beside_count="size", last="verb end")


def only_in(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "only in": what no other place has, by its name."""
    if frame.main >= 0 and not frame.topic:
        yield replace(frame.waiting(preposition="in", have=False), presence="only", last="preposition")


def in_both(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "in both": of names that each of the two places that follow has; of what is counted or listed, in either."""
    placed = replace(frame.waiting(preposition="in", have=False), last="preposition")
    if frame.main >= 0:
        yield replace(placed, presence="both") if _asks_which(frame) else placed


def everywhere(frame: Frame, word: Word) -> Iterator[Frame]:
    """Said as "in both clusters", "across all accounts": of which names each has, or no restriction at all."""
    *_, many, sort = word.text.split()
    if not _asks_which(frame):
        yield replace(frame.waiting(have=False), last="place" if frame.main < 0 else frame.last)
    elif frame.main >= 0:
        place = next(p for p in PLACES if sort.startswith(p))
        yield replace(
            frame.waiting(have=False, relative=False),
            presence=f"{'both' if many == 'both' else 'all'}:{place}",
        )


def _asks_which(frame: Frame) -> bool:
    """Whether it is asked of which things it is so, and not how many or of all of them."""
    return (frame.which and frame.ask == "list") or frame.pending.relative


def status(frame: Frame, word: Word) -> Iterator[Frame]:
    """Said as "the status of": how the record that follows is doing, where no field of it is called so; of a place, what is wrong there."""
    if frame.main >= 0 or frame.ask not in ("", "list"):
        return
    yield replace(frame, phrases=(), main=-1, ask="why", last="question", cost=frame.cost + _LESS_THAN_FIELD)
    for troubled in trouble(frame, word):
        yield replace(
            troubled.waiting(preposition="inside"), last="preposition", cost=frame.cost + _LESS_THAN_FIELD / 2
        )


def counted_beside(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said after a place as "namespaces with their number of": the things that follow are counted in each."""
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    alone = not (
        main.tests or main.names or frame.links or frame.group or frame.pending.dangles or frame.asked
    )
    if alone and frame.ask in ("", "list") and any(noun.stands_for_place(main.of, p) for p in PLACES):
        by = (Noun(main.of),)
        bare = replace(
            frame, phrases=(), main=-1, focus=-1, subject=-1, ask="count", group=by, last="question"
        )
        yield bare.waiting(have=False)


def of_it(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "no pods on it" after a relation of what is asked for: it says the relation again."""
    if frame.links and frame.last in ("noun", "had") and not frame.pending.verb and not frame.pending.dangles:
        yield frame.waiting(preposition="", have=False)


def finish(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said of the last look at a place: that is when it was complete."""
    if frame.topic == "scanned":
        yield frame


def they_have(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "and what runtimes do they use": of those that were just counted."""
    if frame.beside_count and frame.last == "group":
        yield frame
