"""What values as they are written do to a reading: of a field, of a tag, of a kind, or of what a verb determines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.grammar.actor import acted, takes_actor
from assistant.grammar.determined import determined
from assistant.grammar.frame import Frame, Stored, Tagged, Test, Valued, replace
from assistant.grammar.noun import implied_end
from assistant.grammar.predicate import AS_WRITTEN, said_of, tag_value, tested
from assistant.meaning import FieldWord, Literal, Noun, Slot, Tag, Unknown
from assistant.spelling import PRODUCTS
from assistant.vocabulary import vocabulary
from assistant.words import FUNCTION_PARTS
from graph.fields import kinds_asked
from graph.kinds import KINDS
from graph.query import Op

_BEFORE_VALUES = frozenset({"field word", "be", "not", "comparator", "preposition", "verb end"})
_SPANS = frozenset({"minute", "hour", "day", "week", "month", "quarter", "year", "today", "yesterday"})
_RANGE = re.compile(r"[0-9a-f.:]+/\d{1,3}", re.IGNORECASE)


def literal(frame: Frame, word: Literal) -> Iterator[Frame]:
    """A stored value: of the field or tag just said, or as an adjective of the kind that has it."""
    waits = frame.pending
    if waits.tag is not None:
        yield from tag_value(frame, word.text)
        return
    if waits.field is not None:
        if not word.said and (frame.last not in _BEFORE_VALUES or word.text.lower() in FUNCTION_PARTS):
            return  # a word as it is written is a value only right where one is waited for
        if not word.said and (word.text.lower().rstrip("s") in _SPANS or _is_noun(word.text)):
            return  # of a time or of things, and no value
        led = waits.have or waits.preposition or waits.negated or frame.be or waits.op is not None
        if not word.said and not led and word.text.isalpha() and word.text.islower():
            return  # an ordinary word right behind a field's is more likely the question's verb
        test: Test = Valued(waits.field, _as_stored(word, waits.field), waits.op or Op.EQ, waits.negated)
        yield from tested(frame.waiting(field=None, have=False, negated=False, op=None), test)
        return
    if not word.said and (before := _other_tag(frame)) is not None:
        either = Tagged(Tag(before.tag.key, word.text), before.present, alternative=True)
        done = frame.phrase(frame.focus, tests=(*frame.phrases[frame.focus].tests, either))
        yield replace(done.waiting(join=""), last="state", cost=frame.cost - AS_WRITTEN)
    if not word.said and takes_actor(frame) and waits.done_by:
        yield acted(frame, Unknown(word.text))  # whatever it looks like
    if not word.said and word.text.lower() in PRODUCTS:
        yield from determined(frame, word.text, -AS_WRITTEN)  # "pods which run redis"
    if _RANGE.fullmatch(word.text) and (ended := implied_end(frame)) is not None:
        yield from _ranged(ended, word.text)
    if _RANGE.fullmatch(word.text) and frame.focus >= 0 and waits.verb is None:
        yield from _ranged(frame, word.text)
    if not word.said and (typed := _of_type(word.text)) is not None:
        known = said_of(frame, Valued(typed, word.text.lower(), negated=waits.negated))
        yield from (replace(f, cost=f.cost - AS_WRITTEN) for f in known if f.pending.adjectives)
    if word.said:
        other = waits.op is Op.NE  # "databases other than postgres"
        done = frame.waiting(op=None) if other else frame
        yield from (
            replace(f, cost=f.cost + 0.2) for f in said_of(done, Stored(word, waits.negated or other))
        )


def _is_noun(text: str) -> bool:
    """Whether it is what several things of a kind are called ("type for running instances")."""
    return any(isinstance(m, Noun) and m.many for m in vocabulary().at((text.lower(),)))


def _as_stored(word: Literal, field: FieldWord) -> str:
    """The value in the case that the field holds it in ("of type CNAME"); as it was written where it holds no such, or several."""
    held = {
        str(s.value) for s in word.said if any((s.kind, s.field) == (f.kind, f.field) for f in field.slots)
    }
    return held.pop() if len(held) == 1 else word.text


def _other_tag(frame: Frame) -> Tagged | None:
    """The tag whose value was just said, where "or" waits for another."""
    tests = frame.phrases[frame.focus].tests if frame.focus >= 0 else ()
    last = tests[-1] if tests else None
    waits = frame.pending.join == "or" and frame.last == "state"
    return last if waits and isinstance(last, Tagged) and last.tag.value is not None else None


def _ranged(frame: Frame, text: str) -> Iterator[Frame]:
    """A range of addresses as it is written: of the one field of the phrase that holds ranges."""
    of = frame.phrases[frame.focus].of
    slots = frozenset(Slot(k.name, f.name) for k in kinds_asked(of) for f in k.fields if f.name == "cidr")
    if of and slots:
        yield from tested(frame, Valued(FieldWord(slots), text))


_TYPES = {
    "volumeType": re.compile(r"gp[23]|io[12]|st1|sc1"),
    "instanceType": re.compile(r"[a-z]+\d[a-z0-9-]*\.(?:\d*xlarge|nano|micro|small|medium|large|metal)"),
}
"""What types look like, whether any record has one of them or not."""


def _of_type(text: str) -> FieldWord | None:
    """The field whose value it looks like."""
    name = next((n for n, look in _TYPES.items() if look.fullmatch(text.lower())), "")
    slots = frozenset(Slot(k.name, name) for k in KINDS.values() if name and k.field(name))
    return FieldWord(slots) if slots else None
