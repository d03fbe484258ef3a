"""What function words do to a reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from assistant.amount import seconds
from assistant.grammar import noun, phrases
from assistant.grammar.actor import acting, changed_anything, done_by
from assistant.grammar.frame import (
    Aged,
    Compared,
    Frame,
    Link,
    Phrase,
    Present,
    Sized,
    State,
    Test,
    of_those,
    replace,
)
from assistant.grammar.predicate import said_of, tested
from assistant.grammar.question import asks, asks_where, counts, lists, that, where_of, which, who, whose
from assistant.grammar.same import same
from assistant.meaning import Amount, Extreme, FieldWord, Noun, RelationNoun, StateWord, Word
from assistant.vocabulary import vocabulary
from graph.fields import ANY
from graph.query import Op

_TOPICS = frozenset(
    {
        "impact",
        "reach",
        "differ",
        "weak",
        "contact",
        "page",
        "changed",
        "deployed",
        "unread",
        "coverage",
        "scanned",
        "stale",
        "disagree",
    }
)
_STARTS = frozenset({"which", "who", "when", "where", "why", "how"})


def function_word(frame: Frame, word: Word) -> Iterator[Frame]:
    """The reading after a function word; nothing where the word cannot stand here."""
    if word.role == "empty":
        yield frame
    elif word.role == "outdated":
        if frame.main < 0 or frame.phrases[frame.main].of in ("", ANY):
            yield from _topic(
                frame, replace(word, role="stale")
            )  # an image that is outdated is another matter
    elif word.role in _TOPICS:
        yield from _topic(frame, word)
    elif (step := _STEPS.get(word.role)) is not None:
        yield from step(frame, word)


def _topic(frame: Frame, word: Word) -> Iterator[Frame]:
    if word.role == "deployed" and frame.asked and frame.last == "be":
        yield replace(frame, last="state")  # "what version is deployed"
    if frame.topic and not (frame.topic == "changed" and word.role == "changed"):
        return
    if word.role == "changed" and (acted := acting(frame, word)) is not None:
        frame = acted
    topic = "path" if word.role == "reach" else word.role
    if topic in ("changed", "deployed") and frame.pending.negated:
        frame = replace(frame, unchanged=True)
    waits = replace(frame.pending, gap=False, have=False, negated=False, preposition="")
    if word.text.startswith(("what", "who")) and frame.main < 0:
        frame = replace(frame, ask=frame.ask or "list")
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase(word="which")
    said_of = not main.is_open and (frame.last == "be" or (frame.ask == "yesno" and main.quantifier == "all"))
    cost = 0.5 if said_of and topic == "deployed" else 0.0  # "volumes that are released" are in that state
    yield replace(frame, topic=topic, pending=waits, last="topic", cost=frame.cost + cost)


def _if(frame: Frame, _: Word) -> Iterator[Frame]:
    """Opens a question of impact that says first what fails ("if cart dies, what breaks?")."""
    if frame.position == 0:
        yield replace(frame, topic="impact", last="topic")


def _affected(frame: Frame, _: Word) -> Iterator[Frame]:
    """Such as "what breaks", where what fails was said before."""
    if frame.topic == "impact" and frame.main >= 0:
        yield replace(frame, last="topic")


def _fails(frame: Frame, word: Word) -> Iterator[Frame]:
    if frame.topic == "impact":
        yield replace(frame, last="topic")
    elif frame.ask == "why" and frame.main >= 0:
        yield replace(frame, last="state")  # a premise: the answer says how it is doing
    elif word.text in _FAILING and frame.main >= 0 and not frame.topic:
        failed = next((m for m in vocabulary().at(("failed",)) if isinstance(m, StateWord)), None)
        if failed is not None and not frame.phrases[frame.main].is_open:
            yield from said_of(frame, State(failed, frame.pending.negated))


_FAILING = frozenset({"fail", "fails", "failing"})
"""Forms of the verb whose participle is a state ("did any job fail")."""


def _dangling(frame: Frame, _: Word) -> Iterator[Frame]:
    """The preposition of a field that was asked for first ("what version is it on")."""
    if frame.asked and frame.last != "field":
        yield frame


def _nor(frame: Frame, _: Word) -> Iterator[Frame]:
    """Denies what follows as well as what came before."""
    if frame.main >= 0:
        yield frame.waiting(negated=True, join="")


def _be(frame: Frame, word: Word) -> Iterator[Frame]:
    frame = replace(frame, past=frame.past or word.text in _PAST)
    if (asked := asks_where(frame)) is not None:
        yield replace(asked, be=True, last="be")
        return
    if frame.main < 0 and not frame.ask and not frame.topic:
        yield replace(frame, ask="yesno", be=True, last="question")
        return
    if frame.pending.relative:
        yield replace(frame, last="be")
        return
    if frame.pending.join == "or" and frame.last == "state":
        yield replace(frame, be=True)  # "that failed or are still running"
        return
    yield replace(frame, be=True, last="be", pending=replace(frame.pending, join=""))
    if frame.main >= 0 and frame.last == "question":
        yield replace(frame.waiting(gap=True), be=True, last="be", cost=frame.cost + 0.3)
    if frame.main >= 0 and frame.last == "noun":
        yield replace(frame.waiting(gap=True), be=True, last="be", cost=frame.cost + 0.3)


_PAST = frozenset({"was", "were", "did", "had"})


def _do(frame: Frame, word: Word) -> Iterator[Frame]:
    frame = replace(frame, past=frame.past or word.text in _PAST)
    if (asked := asks_where(frame)) is not None:
        yield replace(asked, last="do")
        return
    if frame.main < 0:
        yield replace(frame, ask=frame.ask or "yesno", last="do")
    elif frame.phrases[frame.main].word or frame.ask in ("count", "amount", "big") or frame.asked:
        yield replace(frame.waiting(gap=not frame.asked or not frame.phrases[frame.main].is_open), last="do")
        if frame.asked and frame.phrases[frame.main].is_open:
            return
    else:
        yield replace(frame, last="do")


def _have(frame: Frame, word: Word) -> Iterator[Frame]:
    frame = replace(frame, past=frame.past or word.text in _PAST)
    if frame.gap_subject >= 0 and frame.main >= 0 and frame.gap_subject != frame.main:
        link = Link(frame.gap_subject, frame.main)
        yield replace(
            frame, links=(*frame.links, link), gap_subject=-1, last="verb end", cost=frame.cost + 0.4
        )
    if frame.main < 0:
        if word.text not in ("with", "having"):
            yield replace(frame, ask=frame.ask or "yesno", last="question")
        return
    yield replace(
        frame.waiting(
            have=True,
            preposition="",
            relative=frame.pending.relative or word.text.startswith(("that", "which")),
        ),
        last="have",
    )


def _can(frame: Frame, _: Word) -> Iterator[Frame]:
    if frame.main < 0:
        yield replace(frame, ask=frame.ask or "yesno", last="question")
    else:
        yield replace(frame.waiting(gap=frame.last == "noun"), last="do")
        yield replace(frame, last="do")


def _not(frame: Frame, _: Word) -> Iterator[Frame]:
    yield replace(frame.waiting(negated=not frame.pending.negated), last="not")


def _without(frame: Frame, word: Word) -> Iterator[Frame]:
    if frame.main < 0:
        if word.text == "no":
            yield frame.waiting(quantifier="none")
        return
    yield replace(frame.waiting(lack=True, preposition="", have=False, gap=False), last="without")


def _quantifier(name: str) -> Callable[[Frame, Word], Iterator[Frame]]:
    def step(frame: Frame, _: Word) -> Iterator[Frame]:
        yield frame.waiting(quantifier=name)

    return step


def _preposition(role: str) -> Callable[[Frame, Word], Iterator[Frame]]:
    def step(frame: Frame, word: Word) -> Iterator[Frame]:
        waits = frame.pending
        if word.text == "on" and waits.field is not None and waits.op is None:
            known = Present(waits.field, known=not waits.negated)  # "with versioning on"
            yield from tested(frame.waiting(field=None, have=False, negated=False), known)
        if role == "of" and (asked := where_of(frame)) is not None:
            yield asked
        if waits.place is not None and frame.last == "place word" and role in ("in", "on"):
            return  # "the biggest namespace in prod": what follows is no namespace
        if waits.verb is not None:
            if waits.verb_needs_of and role in ("of", "on", "in"):
                yield frame
            return
        yield replace(
            frame.waiting(preposition=role, have=False),
            last=frame.last if frame.last == "place" else "preposition",
        )
        del word

    return step


def _beside(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "and their": what follows is shown of each, and restricts nothing."""
    if frame.main >= 0 and not frame.pending.dangles:
        yield replace(frame.waiting(beside=True, have=False, join=""), last="beside")


def _owners_beside(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "and who owns them"."""
    if frame.main >= 0 and not frame.pending.dangles:
        yield replace(frame, beside=(*frame.beside, RelationNoun("OWNED_BY", "out", "owner")), last="field")


def _outside(frame: Frame, word: Word) -> Iterator[Frame]:
    """Such as "outside", "except in": the place that follows is where things are not."""
    if frame.main >= 0 and not frame.pending.negated:
        yield replace(frame.waiting(negated=True, preposition="in", have=False), last="preposition")
    del word


def _join(word_role: str) -> Callable[[Frame, Word], Iterator[Frame]]:
    def step(frame: Frame, word: Word) -> Iterator[Frame]:
        if word.text == ",":
            yield frame
        if frame.pending.verb is not None:
            return  # whose object is still to come
        if word_role == "or" and frame.last == "field" and frame.asked:
            return  # what is asked for has no alternative
        if frame.position == 0 and word_role == "and" and word.text != ",":
            yield replace(frame, fragment=True)
        open_list = frame.main >= 0 or bool(frame.pending.adjectives or frame.asked)
        if open_list and (word.text != "," or frame.last in ("name", "noun", "place")):
            yield frame.waiting(join=word_role)

    return step


def _per(frame: Frame, _: Word) -> Iterator[Frame]:
    frame = of_those(frame) if frame.position == 0 else frame
    if frame.main >= 0 or frame.ask == "count" or frame.aggregate_field is not None:
        yield replace(frame.waiting(per=True, preposition=""), last="per")


def _sorted(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "sorted by": all of them, the most first."""
    frame = of_those(frame)
    if frame.main >= 0 and frame.extreme is None and not frame.group:
        ordered = replace(frame, extreme=Extreme(descending=True), ordered=True, last="per")
        yield ordered.waiting(per=True, preposition="")


def _common(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "most common" of the values of a field: they are told the most frequent first."""
    is_open = frame.main < 0 or frame.phrases[frame.main].is_open
    if len(frame.asked) == 1 and frame.main >= 0 and is_open:
        yield replace(frame, ordered=True, last="state")
    elif not frame.asked and is_open and frame.extreme is None:
        yield replace(frame, ordered=True)  # "the most common instance type"


def _top(frame: Frame, _: Word) -> Iterator[Frame]:
    if frame.main < 0 and frame.extreme is None:
        yield replace(frame.waiting(top=True, extreme=False), extreme=Extreme(descending=True), last="top")


def _between(frame: Frame, _: Word) -> Iterator[Frame]:
    if frame.topic == "differ":
        yield replace(frame.waiting(preposition="in"), last="preposition")


def _or_more(op: Op) -> Callable[[Frame, Word], Iterator[Frame]]:
    """Said as "3 or more", "7 days or less": turns the amount just said into a bound."""

    def step(frame: Frame, _: Word) -> Iterator[Frame]:
        amount = frame.pending.amount
        if amount is not None and amount.upper is not None:
            return
        if amount is not None:
            yield frame.waiting(op=op)
            if amount.unit and frame.main >= 0:
                yield from _measured(frame, amount, op)
        elif frame.focus >= 0 and frame.phrases[frame.focus].tests:
            *before, last = frame.phrases[frame.focus].tests
            if isinstance(last, Compared | Sized):
                yield frame.phrase(frame.focus, tests=(*before, replace(last, op=op)))

    return step


def _measured(frame: Frame, amount: Amount, op: Op) -> Iterator[Frame]:
    """Of what was named right before: "instances 60 days or older", "volumes 100 GiB or larger"."""
    test: Test = Sized(op, amount) if seconds(amount) is None else Aged(op is Op.GE, amount)
    yield from tested(frame.waiting(op=None, amount=None, have=False), test)


def _or_older(*, older: bool) -> Callable[[Frame, Word], Iterator[Frame]]:
    """Said as "7 days or older" of an age, which is more, and as "14 or older" of a version, which is less."""

    def step(frame: Frame, word: Word) -> Iterator[Frame]:
        tests = frame.phrases[frame.focus].tests if frame.focus >= 0 else ()
        last = tests[-1] if tests else None
        amount = frame.pending.amount or (last.amount if isinstance(last, Compared) else None)
        is_age = amount is not None and seconds(amount) is not None
        yield from _or_more(Op.GE if is_age == older else Op.LE)(frame, word)

    return step


def _follow(frame: Frame, word: Word) -> Iterator[Frame]:
    """Such as "what about", "only": opens a follow-up; "only 1 replica" is exactly as many; anywhere else it is nothing."""
    if word.text in ("only", "just") and frame.main >= 0 and frame.pending.op is None:
        yield frame.waiting(op=Op.EQ)
    if frame.position == 0 or (frame.fragment and frame.main < 0):
        yield replace(frame, fragment=True)


def _ones(frame: Frame, _: Word) -> Iterator[Frame]:
    """Such as "ones", "of them": what was found before."""
    waits = frame.pending
    if frame.main < 0:
        opened = Phrase(word="ones", tests=waits.adjectives)
        done = frame.waiting(adjectives=(), quantifier="")
        yield replace(done, phrases=(opened,), main=0, focus=0, subject=0, last="noun")
    elif frame.phrases[frame.main].is_open and frame.phrases[frame.main].word:
        tests = (*frame.phrases[frame.main].tests, *waits.adjectives)
        done = frame.phrase(frame.main, word="ones", tests=tests)
        yield replace(done.waiting(adjectives=(), quantifier="", preposition=""), last="noun")


_NO_THING = frozenset({"nothing", "nobody", "no one"})
_ALL_THINGS = frozenset({"everything", "everyone", "everybody", "things", "stuff"})


def _thing(frame: Frame, word: Word) -> Iterator[Frame]:
    """Such as "anything", "nobody": a phrase of no kind, with its quantifier."""
    none = word.text in _NO_THING
    quantifier = "none" if none else "all" if word.text in _ALL_THINGS else "any"
    waits = frame.pending
    if (changed := changed_anything(frame)) is not None and not none:
        yield changed
        return
    if word.text in ("things", "stuff") and frame.extreme and waits.extreme:
        yield from noun.noun(frame, Noun(ANY, many=True))  # "which team owns the most things"
        return
    if waits.verb is not None:
        index = len(frame.phrases)
        link = Link(
            waits.verb_subject,
            index,
            waits.verb.relation,
            waits.verb.direction,
            none=waits.verb_none or none,
            phrase=waits.verb.phrase,
        )
        done = frame.waiting(verb=None, verb_subject=-1, verb_none=False, preposition="")
        yield replace(done, phrases=(*frame.phrases, Phrase()), links=(*frame.links, link), last="noun")
    elif frame.main < 0:
        of = ANY if frame.ask == "count" and word.text in ("things", "stuff") else ""
        quantifier = "" if of else quantifier
        opened = Phrase(of=of, word="which", quantifier=quantifier, tests=waits.adjectives)
        done = frame.waiting(adjectives=(), quantifier="")
        yield replace(done, phrases=(opened,), main=0, focus=0, subject=0, last="noun")
    elif word.text in ("things", "stuff") and frame.last == "question" and frame.phrases[frame.main].is_open:
        of = ANY if frame.ask == "count" else ""
        yield replace(frame.phrase(frame.main, of=of), last="noun")


def _old(frame: Frame, _: Word) -> Iterator[Frame]:
    """Says "over 90 days old": turns the amount just compared into an age."""
    waits = frame.pending
    ranged = waits.amount is not None and waits.amount.upper is not None
    if waits.amount is not None and (ranged or waits.op in (Op.GT, Op.GE, Op.LT, Op.LE)):
        aged = Aged(waits.op in (Op.GT, Op.GE), waits.amount)
        yield from tested(frame.waiting(op=None, amount=None, have=False), aged)


def _tag(frame: Frame, word: Word) -> Iterator[Frame]:
    if (
        word.text in ("tagged", "labelled", "labeled")
        and frame.be
        and frame.main >= 0
        and frame.phrases[frame.main].of
    ):
        tags = next((m for m in vocabulary().at(("tags",)) if isinstance(m, FieldWord)), None)
        if tags is not None:  # "which volumes are not tagged"
            known = Present(tags, known=not frame.pending.negated)
            yield from said_of(replace(frame.waiting(negated=False), cost=frame.cost + 0.5), known)
    yield replace(frame.waiting(have=True, tagged=True), cost=frame.cost + 1.5)


_STEPS: dict[str, Callable[[Frame, Word], Iterator[Frame]]] = {
    "which": which,
    "who": who,
    "when": asks("when"),
    "where": asks("where"),
    "why": asks("why"),
    "how": asks("how"),
    "how old": asks("age"),
    "tell": asks("tell"),
    "how many": counts,
    "how much": asks("amount"),
    "how big": asks("big"),
    "whose": whose,
    "dangling": _dangling,
    "neither": _not,
    "nor": _nor,
    "list": lists,
    "be": _be,
    "do": _do,
    "have": _have,
    "can": _can,
    "not": _not,
    "without": _without,
    "all": _quantifier("all"),
    "any": _quantifier("any"),
    "none": _quantifier("none"),
    "in": _preposition("in"),
    "inside": _preposition("inside"),
    "trouble": phrases.trouble,
    "latest tag": phrases.latest_tag,
    "runtime": phrases.runtime,
    "untagged": phrases.untagged,
    "unnamed": phrases.unnamed,
    "beside": _beside,
    "owners beside": _owners_beside,
    "outside": _outside,
    "on": _preposition("on"),
    "of": _preposition("of"),
    "that": that,
    "and": _join("and"),
    "and count": phrases.and_count,
    "members": phrases.members,
    "hosted": phrases.hosted,
    "sorts": phrases.sorts,
    "versus": phrases.versus,
    "called": phrases.called,
    "done by": done_by,
    "dead letters": phrases.dead_letters,
    "by whom": phrases.by_whom,
    "status": phrases.status,
    "finish": phrases.finish,
    "they have": phrases.they_have,
    "of it": phrases.of_it,
    "counted beside": phrases.counted_beside,
    "only in": phrases.only_in,
    "in both": phrases.in_both,
    "everywhere": phrases.everywhere,
    "switched on": phrases.switched(on=True),
    "switched off": phrases.switched(on=False),
    "measuring": phrases.measuring,
    "endpoints": phrases.endpoints,
    "biggest first": phrases.first_of("size", descending=True),
    "smallest first": phrases.first_of("size", descending=False),
    "longest first": phrases.first_of("length", descending=True),
    "shortest first": phrases.first_of("length", descending=False),
    "newest first": phrases.first_of("birth", descending=True),
    "oldest first": phrases.first_of("birth", descending=False),
    "and values": phrases.and_values,
    "and size": phrases.and_size,
    "or": _join("or"),
    "per": _per,
    "sorted": _sorted,
    "common": _common,
    "top": _top,
    "between": _between,
    "or more": _or_more(Op.GE),
    "or less": _or_more(Op.LE),
    "or older": _or_older(older=True),
    "or newer": _or_older(older=False),
    "tag": _tag,
    "follow": _follow,
    "ones": _ones,
    "thing": _thing,
    "old": _old,
    "fails": _fails,
    "if": _if,
    "affected": _affected,
    "same": same,
}
