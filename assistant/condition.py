"""Tests of a noun phrase as conditions of a typed query, once its kind is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from assistant.amount import converted, seconds
from assistant.grammar.frame import (
    HOSTED,
    Aged,
    Compared,
    Given,
    Present,
    Same,
    Sized,
    State,
    Stored,
    Tagged,
    Test,
    Timed,
    Valued,
    is_of_health,
    is_of_pods,
    tells_of_pods,
)
from assistant.meaning import Amount, FieldWord, Said
from assistant.vocabulary import fields_of
from graph.fields import ANY, field_of, is_version, kinds_asked, kinds_with
from graph.kind import Field, Role, Type, words_of
from graph.kinds import KINDS
from graph.query import AnyOf, Condition, Not, Op, Related, Where, Window
from graph.record import Value

_ON = frozenset({"true", "yes", "on", "enabled", "set", "active"})
_OFF = frozenset({"false", "no", "off", "disabled", "unset", "inactive"})
_BIRTH = ("createdAt", "launchedAt", "startedAt", "firstSeen")
_SIZE_WORDS = frozenset({"size", "storage", "capacity"})


class CannotSay(Exception):  # noqa: N818 — what the planner does next
    """The kind has nothing that the question's words could mean; the reading is dropped."""


@dataclass(frozen=True, slots=True)
class Context:
    """What conditions are resolved against: the kind or category, and the question's own time."""

    of: str
    now: datetime


def conditions(tests: Sequence[Test], context: Context) -> tuple[Condition, ...]:
    """The conditions, with alternatives joined. Raises CannotSay."""
    _of_one_kind(tests, context.of)
    found: list[Condition] = []
    for test in (bound for given in dict.fromkeys(tests) for bound in _bounds(given)):
        if context.of == ANY and isinstance(test, Valued | Compared | Present | Sized):
            raise CannotSay("A field of what?")
        condition = _condition(test, context)
        if test.alternative and found:
            if isinstance(test, Timed) and len(_window(test, context)) > 1:
                raise CannotSay("A span of time is no alternative here.")
            before = found.pop()
            found.append(AnyOf((*_alternatives(before), *_alternatives(condition))))
        elif isinstance(test, Compared) and (spanned := _spanned(condition, context.of)):
            found.extend(spanned)
        elif isinstance(condition, AnyOf) or not isinstance(test, Timed):
            found.append(condition)
        else:
            found.extend(_window(test, context))
    _agree(found)
    return tuple(found)


def _of_one_kind(tests: Sequence[Test], of: str) -> None:
    """Every state is one that some kind can be in together with the others: nothing is both running and an image. Raises CannotSay."""
    kinds: set[str] | None = None
    if any(t.alternative for t in tests if not isinstance(t, Given)) or len(kinds_asked(of)) < 2:
        return
    for test in tests:
        if isinstance(test, State | Stored) and not test.negated:
            own = {s.kind for s in (test.word.said if isinstance(test, State) else test.literal.said)}
            kinds = own if kinds is None else kinds & own
    if kinds is not None and not kinds:
        raise CannotSay("Nothing is in all of these states.")


def _agree(found: Sequence[Condition]) -> None:
    """No field is two things at once: that would be an absence that nobody asked about. Raises CannotSay."""
    said: dict[str, Value] = {}
    unsaid = {c.field for c in found if isinstance(c, Where) and c.op is Op.UNKNOWN}
    if any(isinstance(c, Where) and c.field in unsaid and c.op is not Op.UNKNOWN for c in found):
        raise CannotSay("Nothing has a value that it does not have.")
    for one in found:
        if not isinstance(one, Where) or one.op is not Op.EQ or isinstance(one.value, list):
            continue
        if said.setdefault(one.field, one.value) != one.value:
            raise CannotSay(f"Nothing has both {said[one.field]} and {one.value} as its {one.field}.")


def _bounds(test: Test) -> tuple[Test, ...]:
    """A range as its two bounds, both of them in it; any other test as it is."""
    if not isinstance(test, Compared | Sized | Aged) or test.amount.upper is None:
        return (test,)
    if test.alternative:
        raise CannotSay("A range is no alternative here.")
    low = replace(test.amount, upper=None)
    high = replace(low, value=test.amount.upper)
    if isinstance(test, Aged):
        return (replace(test, older=True, amount=low), replace(test, older=False, amount=high))
    return (replace(test, op=Op.GE, amount=low), replace(test, op=Op.LE, amount=high))


def _spanned(condition: Condition, of: str) -> tuple[Condition, ...]:
    """A number that lies in a range of two fields ("port 22" of `fromPort` to `toPort`); nothing of any other field."""
    if (
        not isinstance(condition, Where)
        or condition.op is not Op.EQ
        or not condition.field.startswith("from")
    ):
        return ()
    upper = f"to{condition.field.removeprefix('from')}"
    if field_of(of, upper) is None:
        return ()
    return (Where(condition.field, Op.LE, condition.value), Where(upper, Op.GE, condition.value))


def _alternatives(condition: Condition) -> tuple[Condition, ...]:
    return condition.conditions if isinstance(condition, AnyOf) else (condition,)


def _condition(test: Test, context: Context) -> Condition:
    """Raises CannotSay. What a workload does not say of itself, its pods say."""
    try:
        return _own_condition(test, context)
    except CannotSay:
        if not tells_of_pods(test) or not is_of_pods(context.of):
            raise
        inner = _own_condition(test, replace(context, of="Pod"))
        return Related("PART_OF", "in", "Pod", (inner,), hops=4)


def _own_condition(test: Test, context: Context) -> Condition:
    match test:
        case Given():
            return test.condition
        case State() if context.of == "Application" and is_of_health(test):
            return _health_of_whole(test)
        case State():
            return _state(test.word.said, context.of, negated=test.negated)
        case Stored():
            return _state(test.literal.said, context.of, negated=test.negated)
        case Compared():
            return _compared(test, context.of)
        case Valued():
            return _valued(test, context.of)
        case Timed():
            return _window(test, context)[0]
        case Aged():
            return _aged(test, context)
        case Sized():
            return _sized(test, context.of)
        case Present():
            return _present(test, context.of)
        case Tagged():
            return _tagged(test, context.of)
        case Same():
            raise CannotSay("The same as what?")


def _health_of_whole(test: State) -> Condition:
    """An application is as healthy as its workloads: none of its sources says it of the whole."""
    good = any(s.value is True for s in test.word.said if s.field == "ready")
    bad = (Where("ready", Op.EQ, value=False),)
    return Related("PART_OF", "in", "Workload", bad, none=good is not test.negated, hops=4)


def _state(said: Iterable[Said], of: str, *, negated: bool) -> Condition:
    """A value of the field that most of the kinds have it in; of several fields of different kinds, any of them."""
    kinds = {k.name for k in kinds_asked(of)}
    said = _of_their_field(said, kinds)
    count = Counter((s.field, s.value) for s in said if s.kind in kinds)
    if not count and of in HOSTED:
        host = _state(said, HOSTED[of], negated=negated)
        return Related("RUNS_ON", "out", HOSTED[of], (host,))
    if not count:
        raise CannotSay(f"No state of {of}.")
    wheres = [_is(name, value, negated=negated) for name, value in _spread(said, kinds, count)]
    return (
        wheres[0]
        if len(wheres) == 1
        else AnyOf(tuple(wheres))
        if not negated
        else _none_of(said, kinds, count)
    )


def _of_their_field(said: Iterable[Said], kinds: set[str]) -> tuple[Said, ...]:
    """Without values of a field that most of these kinds use otherwise: no container is in an alarm's state, or out of it."""
    found = tuple(s for s in said if s.kind in kinds)
    sayers: dict[str, set[str]] = {}
    for one in found:
        sayers.setdefault(one.field, set()).add(one.kind)
    kept = {
        name
        for name, own in sayers.items()
        if 2 * len(own) > sum(1 for k in kinds if k in KINDS and KINDS[k].field(name) is not None)
    }
    return tuple(s for s in found if s.field in kept) or found


def _spread(
    said: Iterable[Said], kinds: set[str], count: Counter[tuple[str, Value]]
) -> list[tuple[str, Value]]:
    """The fewest (field, value) pairs that cover every kind that can be said so, commonest first."""
    left = {s.kind for s in said if s.kind in kinds}
    chosen: list[tuple[str, Value]] = []
    for (name, value), _ in count.most_common():
        covered = {s.kind for s in said if s.field == name and s.value == value} & left
        if covered:
            chosen.append((name, value))
            left -= covered
    return chosen


def _none_of(said: Iterable[Said], kinds: set[str], count: Counter[tuple[str, Value]]) -> Condition:
    return Not(AnyOf(tuple(Where(n, Op.EQ, v) for n, v in _spread(said, kinds, count))))


def _is(name: str, value: Value, *, negated: bool) -> Condition:
    if not negated:
        return Where(name, Op.EQ, value)
    return Where(name, Op.EQ, not value) if isinstance(value, bool) else Where(name, Op.NE, value)


def field_for(word: FieldWord, of: str, *types: Type) -> Field:
    """The declared field the word means for this kind: one that most of its kinds have, the first declared of those."""
    count: Counter[str] = Counter()
    order: dict[str, tuple[int, int]] = {}
    for rank, kind in enumerate(kinds_asked(of)):
        for place, declared in enumerate(fields_of(kind)):
            if (kind.name, declared.name) in word.slots and (not types or declared.type in types):
                count[declared.name] += 1
                order.setdefault(declared.name, (rank, place))
    if not count:
        raise CannotSay(f"No such field of {of}.")
    best = min(count, key=lambda n: (-count[n], order[n]))
    found = field_of(of, best)
    if found is None:
        raise CannotSay(f"No such field of {of}.")
    return found


def _fields_for(word: FieldWord, of: str) -> list[Field]:
    names = {f.name: f for k in kinds_asked(of) for f in fields_of(k) if (k.name, f.name) in word.slots}
    return list(names.values())


def _compared(test: Compared, of: str) -> Condition:
    """In the field whose unit fits; a version or another text is compared as it is written."""
    fields = _fields_for(test.word, of)
    for declared in fields:
        if declared.type in (Type.INTEGER, Type.DECIMAL):
            value = converted(test.amount, declared)
            if value is not None:
                return Where(declared.name, test.op, _whole(value, declared))
    for declared in fields:
        if declared.type is Type.TEXT and not test.amount.unit:
            return _text(declared, test.amount.text, test.op)
        if declared.type is Type.LIST and not test.amount.unit:
            return Where(declared.name, Op.CONTAINS, test.amount.text)
        if declared.type is Type.MAP:
            continue
    raise CannotSay(f"No field of {of} has that unit.")


def _whole(value: float, declared: Field) -> Value:
    return int(value) if declared.type is Type.INTEGER and value == int(value) else value


def _text(declared: Field, text: str, op: Op) -> Condition:
    if is_version(declared) and op is Op.EQ:
        return AnyOf((Where(declared.name, Op.EQ, text), Where(declared.name, Op.STARTS, f"{text}.")))
    if op not in (Op.EQ, Op.NE, Op.CONTAINS, Op.STARTS) and not is_version(declared):
        raise CannotSay("Text has no order.")
    return Where(declared.name, op, text)


def _valued(test: Valued, of: str) -> Condition:
    declared = field_for(test.word, of)
    text = str(test.value)
    numeric = declared.type in (Type.BOOLEAN, Type.INTEGER, Type.DECIMAL)
    if text.lower() in ("on", "off") and not (numeric or _switch(declared)):
        raise CannotSay(f"{declared.name} is not switched on or off.")
    if text.lower() in ("on", "off"):
        return _present(Present(test.word, known=(text.lower() == "on") is not test.negated), of)
    match declared.type:
        case Type.LIST if test.op is Op.STARTS:
            raise CannotSay("Only a text begins with something.")
        case Type.LIST:
            condition: Condition = Where(declared.name, Op.CONTAINS, text)
        case Type.TEXT if declared.name == "image" and test.op in (Op.EQ, Op.CONTAINS):
            condition = _in_image(text, of)
        case Type.TEXT:
            condition = _text(declared, text, test.op)
        case Type.BOOLEAN if text.lower() in _ON or text.lower() in _OFF:
            condition = Where(declared.name, Op.EQ, text.lower() in _ON)
        case _:
            raise CannotSay(f"{declared.name} cannot be {text}.")
    return Not(condition) if test.negated else condition


def _in_image(text: str, of: str) -> Condition:
    """In the image of the first container or, of what has several, of any: they are pieces of its pods."""
    own = Where("image", Op.CONTAINS, text)
    if all(k.name == "Container" or not k.field("images") for k in kinds_asked(of)):
        return own
    return AnyOf((own, Related("PART_OF", "in", "Container", (own,), hops=4)))


def _window(test: Timed, context: Context) -> tuple[Condition, ...]:
    declared = field_for(test.word, context.of, Type.TIME)
    window = test.time.window
    if declared.label.startswith("expire") and window.start is not None and window.end == context.now:
        raise CannotSay("What expires lies ahead: a window that ends now leaves that open.")
    if (
        declared.label.startswith("expire")
        and window.start is None
        and window.end is not None
        and window.end < context.now
    ):
        window = replace(window, end=_next_year(window.end, context.now))  # what expires lies ahead
    if test.negated:
        return (_not_within(declared.name, window, context.now),)
    wheres: list[Condition] = []
    if window.start is not None:
        wheres.append(Where(declared.name, Op.GE, window.start))
    if window.end is not None and window.end != context.now:
        wheres.append(Where(declared.name, Op.LT, window.end))
    if window.end == context.now and not wheres:
        wheres.append(Where(declared.name, Op.LT, window.end))
    return tuple(wheres)


def _next_year(end: datetime, now: datetime) -> datetime:
    """The same day, the next time that it comes."""
    while end < now:
        end = end.replace(year=end.year + 1, day=min(end.day, 28) if end.month == _FEBRUARY else end.day)
    return end


_FEBRUARY = 2


def _not_within(name: str, window: Window, now: datetime) -> Condition:
    """Such as "not rotated in 90 days": a span without a direction lies before now; what never happened is in it as well."""
    start = window.start
    if start == now and window.end is not None:
        start = now - (window.end - now)
    if start is None:
        raise CannotSay("Not before when?")
    return Not(Where(name, Op.GE, start), unknown=True)


def birth_of(of: str) -> Field | None:
    """The field of time that says since when a record of the kind is there."""
    kinds = kinds_asked(of)
    count: Counter[str] = Counter(f.name for k in kinds for f in k.fields if f.name in _BIRTH)
    if not count:
        return field_of(of, "firstSeen")
    return field_of(of, min(count, key=lambda n: (-count[n], _BIRTH.index(n))))


def _aged(test: Aged, context: Context) -> Condition:
    span = seconds(test.amount)
    born = birth_of(context.of)
    if span is None or born is None:
        raise CannotSay("That is no age.")
    if born.name == "firstSeen":
        raise CannotSay(f"When a {context.of} was created is not recorded.")
    edge = context.now - timedelta(seconds=span)
    return Where(born.name, Op.LT if test.older else Op.GT, edge)


def size_of(of: str, amount: Amount | None = None) -> Field | None:
    """The numeric field that says how large a record of the kind is, in a unit that fits the amount."""
    fields = [f for k in kinds_asked(of) for f in k.fields if f.type in (Type.INTEGER, Type.DECIMAL)]
    sizes = [f for f in fields if _SIZE_WORDS & _words(f)]
    return next((f for f in sizes or fields if amount is None or converted(amount, f) is not None), None)


def measure_of(of: str, about: str) -> Field | None:
    """What the first of all is first by: its birth, its size, or the one time that it lasts."""
    if about == "birth":
        return birth_of(of)
    if about == "size":
        return size_of(of)
    lasting = {f.name: f for k in kinds_asked(of) for f in k.fields if f.unit in _TIMES}
    return next(iter(lasting.values())) if len(lasting) == 1 else None


_TIMES = frozenset({"seconds", "minutes", "hours", "days", "milliseconds"})


def _words(declared: Field) -> set[str]:
    return {*words_of(declared.name), *(w for said in declared.words for w in said.split())}


def _sized(test: Sized, of: str) -> Condition:
    declared = size_of(of, test.amount)
    value = converted(test.amount, declared) if declared else None
    if declared is None or value is None:
        raise CannotSay(f"{of} has no size in that unit.")
    return Where(declared.name, test.op, _whole(value, declared))


def _present(test: Present, of: str) -> Condition:
    """What "with" and "without" say of a field: a yes or no, a number over zero, or any value at all."""
    declared = field_for(test.word, of)
    match declared.type:
        case Type.BOOLEAN:
            return Where(declared.name, Op.EQ, test.known)
        case Type.INTEGER | Type.DECIMAL:
            return Where(declared.name, Op.GT, 0) if test.known else Where(declared.name, Op.EQ, 0)
        case Type.TEXT if on := _switch(declared):
            return Where(declared.name, Op.EQ if test.known else Op.NE, on)
        case Type.TEXT if "none" in declared.states:
            return Where(declared.name, Op.NE if test.known else Op.EQ, "none")
        case Type.MAP | Type.LIST:
            return _some_or_none(declared, known=test.known)
        case _:
            return Where(declared.name, Op.KNOWN if test.known else Op.UNKNOWN)


def _switch(declared: Field) -> str:
    """The state that says that it is on; "" where none does."""
    return next((s for s in declared.states if s.lower() in _ON), "")


def _some_or_none(declared: Field, *, known: bool) -> Condition:
    """A list with entries, or an empty one: which is not the same as one that is not known."""
    return Where(declared.name, Op.NE if known else Op.EQ, [])


def _tagged(test: Tagged, of: str) -> Condition:
    maps = [
        f for k in kinds_asked(of) for f in k.fields if f.type is Type.MAP and f.role is not Role.BOOKKEEPING
    ]
    if not maps:
        raise CannotSay(f"{of} has no tags.")
    if test.tag.key == "Name" and not test.present and not kinds_with(of, "account"):
        raise CannotSay("Only what a tag names can be without a name.")
    name = f"{maps[0].name}.{test.tag.key}"
    if test.tag.value is not None:
        so = Where(name, Op.EQ, test.tag.value)
        return so if test.present else Not(so, unknown=True)  # what has no such tag has no such value
    return Where(name, Op.KNOWN if test.present else Op.UNKNOWN)
