"""What amounts, comparators, measures and superlatives do to a reading."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.amount import seconds
from assistant.grammar.determined import versioned
from assistant.grammar.frame import Aged, Compared, Frame, Phrase, Present, Sized, of_those, replace
from assistant.grammar.noun import implied_end, most_of_all
from assistant.grammar.predicate import tested
from assistant.meaning import (
    AgeComparator,
    Aggregator,
    Amount,
    Comparator,
    Extreme,
    FieldWord,
    RelationNoun,
    SizeComparator,
    Slot,
    Verb,
)
from assistant.vocabulary import vocabulary
from graph.fields import is_version, kinds_asked
from graph.kinds import KINDS
from graph.query import Op


def amount(frame: Frame, word: Amount) -> Iterator[Frame]:
    """A number: of a comparison, of a field, of an age, or how many are wanted."""
    waits = frame.pending
    if waits.lack and waits.op is None:
        if word.upper is None:  # "that do not have 2 replicas"
            yield replace(frame.waiting(lack=False, have=True, amount=word, op=Op.NE), last="amount")
        return
    if waits.age is not None and not word.unit and (version := _version_of(frame)) is not None:
        older = Op.LT if waits.age else Op.GT
        yield from tested(frame.waiting(age=None), Compared(version, older, word))
    if waits.age is not None:
        yield from tested(frame.waiting(age=None), Aged(waits.age, word))
        return
    if waits.size is not None:
        yield from tested(frame.waiting(size=None), Sized(waits.size, word))
        return
    if waits.field is not None:
        test = Compared(waits.field, waits.op or Op.EQ, word)
        yield from tested(frame.waiting(field=None, op=None, have=False), test)
        return
    if waits.verb is not None and waits.verb.relation == "RULE_OF" and waits.op is None and not word.unit:
        yield from _as_port(frame, word)
    if frame.last == "state" and waits.op is None and (version := _version_of(frame)) is not None:
        yield from tested(frame, Compared(version, Op.EQ, word))
    if waits.op is not None and word.unit and frame.main >= 0 and frame.last == "comparator":
        yield from _by_unit(frame, word, waits.op)
    if (
        waits.preposition == "of"
        and word.unit
        and waits.op is None
        and frame.main >= 0
        and seconds(word) is None
    ):
        yield from tested(frame.waiting(preposition=""), Sized(Op.EQ, word))
    if "." in word.text and not word.unit and waits.op is None:
        yield from versioned(frame, word.text)
    if word.upper is not None and (waits.op is not None or waits.negated):
        return  # a range is compared by itself
    if word.unit and waits.op is None and frame.last in _BEFORE_A_SIZE:
        yield from _sized_as(frame, word)
    if waits.op is not None or waits.have or frame.last == "be":
        op = waits.op or Op.EQ
        yield replace(frame.waiting(amount=word, op=op), last="amount")
    bare = word.upper is None and not word.unit
    counts = frame.last not in ("state", "name", "noun", "place", "verb end")
    if counts and waits.op is None and bare and not waits.have and frame.limit == 0 and word.value >= 1:
        yield replace(frame.waiting(top=False), limit=int(word.value), last="limit", cost=frame.cost + 0.1)


def _as_port(frame: Frame, word: Amount) -> Iterator[Frame]:
    """A bare number after "allows" is a port of a rule ("allow 5432 from anywhere")."""
    port = next((m for m in vocabulary().at(("port",)) if isinstance(m, FieldWord)), None)
    ended = implied_end(frame)
    if port is not None and ended is not None and 0 < word.value <= _LAST_PORT:
        yield from tested(ended, Compared(port, Op.EQ, word))


_LAST_PORT = 65535

_BEFORE_A_SIZE = frozenset({"noun", "name", "be", "have", "", "question", "do"})


def _sized_as(frame: Frame, word: Amount) -> Iterator[Frame]:
    """Said right after what it measures: "volumes between 50 and 200 GiB", "instances 60 days or older"."""
    is_size = seconds(word) is None
    if frame.main < 0 or frame.phrases[frame.main].is_open:
        if is_size:
            adjectives = (*frame.pending.adjectives, Sized(Op.EQ, word))
            yield replace(frame.waiting(adjectives=adjectives), last="adjective")
        return
    if word.upper is not None and is_size:
        yield from tested(frame.waiting(have=False), Sized(Op.GE, word))
    yield replace(frame.waiting(amount=word, op=Op.EQ), last="amount")


def _by_unit(frame: Frame, word: Amount, op: Op) -> Iterator[Frame]:
    """Such as "over 50 GiB" with no field said: the size, or the age, that the unit measures."""
    waits = frame.waiting(op=None, have=False)
    if waits.pending.timed is not None:
        return
    if seconds(word) is None:
        yield from tested(waits, Sized(op, word))
    elif op in (Op.GT, Op.GE, Op.LT, Op.LE):
        yield from tested(waits, Aged(op in (Op.GT, Op.GE), word))


def _version_of(frame: Frame) -> FieldWord | None:
    """The version that a number means right after a state: "postgres 14" is an engine and its version."""
    phrase = frame.phrases[frame.focus] if frame.focus >= 0 else Phrase()
    named = {c.kind for n in phrase.names for c in n.candidates}
    kinds = kinds_asked(phrase.of) if phrase.of else tuple(KINDS[k] for k in sorted(named) if k in KINDS)
    slots = [Slot(k.name, f.name) for k in kinds for f in k.fields if is_version(f)]
    return FieldWord(frozenset(slots)) if slots else None


def comparator(frame: Frame, word: Comparator) -> Iterator[Frame]:
    """Said as "more than": of the amount that follows; of "starting with", the beginning of a name or of the field just said."""
    if word.op in (Op.STARTS, Op.CONTAINS):
        yield from _pieced(frame, word)
        return
    turned, op = _turned(frame, word.op)
    if frame.pending.op is None and frame.pending.amount is None:
        yield replace(turned.waiting(op=op), last="comparator")


_OPPOSITE = {Op.GT: Op.LE, Op.GE: Op.LT, Op.LT: Op.GE, Op.LE: Op.GT}


def _turned(frame: Frame, op: Op) -> tuple[Frame, Op]:
    """A denied comparison as its opposite: "not larger than", "that do not have more than"."""
    waits = frame.pending
    if not (waits.negated or waits.lack) or op not in _OPPOSITE:
        return frame, op
    return frame.waiting(negated=False, lack=False, have=waits.have or waits.lack), _OPPOSITE[op]


def age_comparator(frame: Frame, word: AgeComparator) -> Iterator[Frame]:
    """Said as "older than": of the span that follows or, of a version, of the version."""
    waits = frame.pending
    if waits.field is not None and waits.op is None and all(_is_version(s) for s in waits.field.slots):
        yield replace(frame.waiting(op=Op.LT if word.older else Op.GT), last="comparator")
    frame, op = _turned(of_those(frame), Op.GT if word.older else Op.LT)
    if frame.main >= 0 and frame.pending.op is None:
        older = op in (Op.GT, Op.GE)
        yield replace(frame.waiting(age=older), last="comparator", cost=frame.cost + 0.1)


def _is_version(slot: Slot) -> bool:
    declared = KINDS[slot.kind].field(slot.field)
    return declared is not None and is_version(declared)


def size_comparator(frame: Frame, said: SizeComparator) -> Iterator[Frame]:
    """Said as "larger than": of the amount that follows."""
    frame, op = _turned(of_those(frame), said.op)
    word = SizeComparator(op)
    if frame.pending.field is not None:
        yield replace(frame.waiting(op=word.op), last="comparator")
    elif frame.main >= 0:
        yield replace(frame.waiting(size=word.op), last="comparator")


def aggregator(frame: Frame, word: Aggregator) -> Iterator[Frame]:
    """Said as "average", "total", "share of": measured over what follows."""
    if frame.aggregate is None:
        yield replace(frame.waiting(aggregate=True), aggregate=word, last="aggregate")


def extreme(frame: Frame, word: Extreme) -> Iterator[Frame]:
    """Said as "most", "oldest": orders by the field that follows, by size or by birth."""
    counted = frame.pending.field
    if frame.extreme is None and counted is not None and counted.verb and word.about == "amount":
        most = FieldWord(counted.slots)  # "which pod restarted the most"
        yield replace(frame.waiting(field=None, have=False), extreme=word, extreme_field=most, last="field")
        return
    if frame.pending.verb is not None and word.about != "amount":
        yield from _owner_of_the_first(frame, word, frame.pending.verb)
        return
    if frame.pending.verb is not None and word.about == "amount" and frame.extreme is None:
        yield from most_of_all(replace(frame, extreme=word))
    waits = frame.pending
    led = waits.preposition or (waits.have and waits.light not in ("", "has", "have"))
    if led and word.about != "amount" and frame.main >= 0 and frame.phrases[frame.main].of:
        return  # "pods on the oldest node": it is not said of the pods
    if frame.last == "limit" and frame.main < 0 and frame.extreme is not None and not frame.pending.top:
        frame = replace(frame, extreme=None)  # "the top 3 largest"
    if frame.extreme is None:
        yield replace(frame.waiting(extreme=word.about == "amount", have=False), extreme=word, last="extreme")
    if frame.extreme is None and word.about != "birth":
        yield replace(frame.waiting(extreme=True), extreme=word, last="extreme", cost=frame.cost + 0.05)


def _owner_of_the_first(frame: Frame, word: Extreme, verb: Verb) -> Iterator[Frame]:
    """Said as "which team owns the largest volume": the first of those, with its owner."""
    owns = verb.relation == "OWNED_BY" and verb.direction == "in" and frame.pending.verb_subject == frame.main
    main = frame.phrases[frame.main]
    if (
        not owns
        or main.tests
        or main.names
        or frame.links
        or main.of not in ("", "Team")
        or frame.restrictions
    ):
        return
    bare = Frame(position=frame.position, cost=frame.cost, ask="list", extreme=word, limit=1)
    yield bare._replace(beside=(RelationNoun("OWNED_BY", "out", "owner"),), last="extreme")


def _just_present(frame: Frame) -> Frame | None:
    """With the field that was just said to be there waiting for its beginning ("with a private ip starting with"); None without one."""
    phrase = frame.phrases[frame.focus] if frame.focus >= 0 else Phrase()
    last = phrase.tests[-1] if phrase.tests and frame.last == "state" else None
    if not isinstance(last, Present) or not last.known:
        return None
    return frame.phrase(frame.focus, tests=phrase.tests[:-1]).waiting(field=last.word)


def _pieced(frame: Frame, word: Comparator) -> Iterator[Frame]:
    """Said as "starting with": of the field just said, else of the names of what was just said."""
    waits = frame.pending
    if (said := _just_present(frame)) is not None:
        yield replace(said.waiting(op=word.op), last="comparator")
        return
    free = waits.op is None and frame.main >= 0 and not waits.verb and not waits.lack
    if free and (waits.field is not None or frame.last in ("noun", "place")):
        yield replace(frame.waiting(op=word.op, named_so=waits.field is None), last="comparator")
