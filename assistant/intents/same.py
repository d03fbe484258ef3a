"""The same as a named record has: its field, its place or what it relates to, settled before the question is planned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.answer import DeclineType
from assistant.choice import Reach, nearest
from assistant.condition import CannotSay, field_for
from assistant.grammar.frame import Frame, Given, Phrase, Restriction, Same
from assistant.intents.asker import Asker, chosen
from assistant.intents.relating import declared_between
from assistant.meaning import Candidate, FieldWord, Noun, Place, PlaceWord, RelationNoun
from assistant.plan import Plan, Refusal, with_remarks
from graph.fields import PLACES, kinds_asked
from graph.kind import Role
from graph.kinds import KINDS
from graph.query import Condition, Not, Op, Related, Where, Within
from graph.record import Value

_BACK = {"out": "in", "in": "out", "any": "any"}
_PIECES = frozenset({"Application", *(k.name for k in kinds_asked("Workload"))})
"""What runs nowhere itself: its pods do."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The reading without anything that is the same as something, and what is to be said of it."""

    frame: Frame
    remarks: tuple[str, ...] = ()
    linked: tuple[Candidate, ...] = ()

    def told(self, plans: Sequence[Plan]) -> tuple[Plan, ...]:
        """The plans of the reading, which know by name whose it is."""
        known = tuple(replace(p, linked=(*p.linked, *self.linked)) for p in plans)
        return with_remarks(known, self.remarks)


def settled(frame: Frame, asker: Asker) -> Settled | Refusal:
    """The reading with each "same as" as what it is. Raises CannotSay where the named record has no such thing."""
    done = Settled(frame)
    for index, phrase in enumerate(frame.phrases):
        for test in (t for t in phrase.tests if isinstance(t, Same)):
            one = _one(done, index, test, asker)
            if isinstance(one, Refusal):
                return one
            done = one
    return done


def _one(before: Settled, index: int, test: Same, asker: Asker) -> Settled | Refusal:
    found = chosen(Phrase(of=test.of, names=(test.name,)), Reach(Within()))
    if isinstance(found, Refusal):
        return found
    frame, phrase = before.frame, before.frame.phrases[index]
    if test.alternative:
        raise CannotSay("What is the same is no alternative here.")
    meant = _meant(phrase, nearest(found))
    if (
        isinstance(test.word, PlaceWord)
        and test.word.name in PLACES
        and not phrase.names
        and not test.negated
    ):
        placed = _in_its_place(frame, test, meant)
        return placed if isinstance(placed, Refusal) else _settled(before, placed, index, test, None, meant)
    condition = _condition(phrase, test, meant, asker)
    if isinstance(condition, Refusal):
        return condition
    return _settled(before, frame, index, test, Not(condition) if test.negated else condition, meant)


def _settled(
    before: Settled,
    frame: Frame,
    index: int,
    test: Same,
    condition: Condition | None,
    meant: Sequence[Candidate],
) -> Settled:
    phrase = frame.phrases[index]
    tests = tuple(Given(condition) if t is test and condition else t for t in phrase.tests)
    tests = tests if condition else tuple(t for t in tests if t is not test)
    own = {k.name for k in kinds_asked(phrase.of)} if phrase.of else set[str]()
    itself = [c for c in meant if c.kind in own and not test.negated]
    remark = f"{itself[0].name} itself is among them." if itself and index == frame.main else ""
    remarks = (*before.remarks, remark) if remark else before.remarks
    return Settled(frame.phrase(index, tests=tests), remarks, (*before.linked, *meant))


def _meant(phrase: Phrase, found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Of the records of a name, those of the kind that is asked for."""
    own = {k.name for k in kinds_asked(phrase.of)} if phrase.of else set[str]()
    return tuple(c for c in found if c.kind in own) or tuple(found)


def _several(test: Same, found: Sequence[Candidate]) -> Refusal:
    message = f'Several records are called "{test.name.text}", and differ in this. Say which is meant, with its place.'
    return Refusal(DeclineType.AMBIGUOUS, message, tuple(found))


def _in_its_place(frame: Frame, test: Same, found: Sequence[Candidate]) -> Frame | Refusal:
    """Restricted to where the named record lies: a namespace is one of its cluster."""
    names = ("cluster", "namespace") if test.word.name == "namespace" else (test.word.name,)  # type: ignore[union-attr] # a PlaceWord, as the caller saw
    places = {tuple((n, dict(c.place).get(n, "")) for n in names) for c in found}
    if len(places) > 1:
        return _several(test, found)
    held = places.pop()
    if not all(v for _, v in held):
        raise CannotSay(f"{test.name.text} lies in no such place.")
    added = tuple(Restriction(Place(v, ((n, v),)), explicit=n) for n, v in held)
    return frame._replace(restrictions=(*frame.restrictions, *added))


def _condition(phrase: Phrase, test: Same, found: Sequence[Candidate], asker: Asker) -> Condition | Refusal:
    match test.word:
        case FieldWord():
            return _of_field(phrase, test, test.word, found, asker)
        case PlaceWord(name="team") | RelationNoun(relation="OWNED_BY"):
            return _neighbour("OWNED_BY", "out", "", found)
        case RelationNoun(relation=relation, direction=direction):
            return _neighbour(relation, direction, "", found)
        case PlaceWord(name=name) if name in PLACES:
            return _of_place(phrase, test, name, found)
        case Noun(of=kind):
            return _of_kind(phrase, kind, found)
        case _:
            raise CannotSay("The same what?")


def _of_place(phrase: Phrase, test: Same, name: str, found: Sequence[Candidate]) -> Condition | Refusal:
    """A named record's place; no namespace is the same in two clusters."""
    own = {dict(c.place).get("cluster") for n in phrase.names for c in n.candidates}
    if name == "namespace" and not phrase.names:
        raise CannotSay("Outside which namespace, in which cluster?")
    if name == "namespace":
        shared = [c for c in found if dict(c.place).get("cluster") in own]
        found, name = (shared, name) if shared else (found, "cluster")
    values = {dict(c.place).get(name) for c in found}
    if len(values) != 1 or None in values:
        return _several(test, found)
    return Where(name, Op.EQ, values.pop())


def _of_field(
    phrase: Phrase, test: Same, word: FieldWord, found: Sequence[Candidate], asker: Asker
) -> Condition | Refusal:
    """A field with the value that the named record has in its own."""
    if not phrase.of:
        raise CannotSay("A field of what?")
    own = field_for(word, phrase.of)
    if own.role is Role.PLACE:
        raise CannotSay("A place is no field to be the same.")
    values: dict[str, Value] = {}
    holders: list[Candidate] = []
    for candidate in found:
        try:
            name = field_for(word, candidate.kind).name
        except CannotSay:
            continue
        known = asker.known(candidate.uid)
        held = known.record.fields.get(name) if known else None
        if held is not None:
            values[str(held)] = held
            holders.append(candidate)
    if not values:
        raise CannotSay(f"{test.name.text} has no such field.")
    if len(values) > 1:
        return _several(test, holders)
    return Where(own.name, Op.EQ, next(iter(values.values())))


def _of_kind(phrase: Phrase, kind: str, found: Sequence[Candidate]) -> Condition:
    """Related to the same record of a kind: the same node, the same repository."""
    relation, direction = declared_between(phrase.of, kind)
    if not phrase.of or not relation or kind not in KINDS:
        raise CannotSay(f"Nothing declares how they are related to a {kind}.")
    if relation == "RUNS_ON" and {c.kind for c in found} <= _PIECES:
        whole = Related("PART_OF", "out", uids=tuple(c.uid for c in found), hops=4)
        return Related(relation, direction, kind, (Related(relation, _BACK[direction], "Pod", (whole,)),))
    return _neighbour(relation, direction, kind, found)


def _neighbour(relation: str, direction: str, kind: str, found: Sequence[Candidate]) -> Condition:
    uids = tuple(c.uid for c in found)
    return Related(relation, direction, kind, (Related(relation, _BACK[direction], uids=uids),))
