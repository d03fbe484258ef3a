"""What states, fields, verbs, amounts and times do to a reading."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.grammar.frame import (
    Compared,
    Frame,
    Link,
    Pending,
    Phrase,
    Present,
    State,
    Stored,
    Tagged,
    Test,
    Timed,
    fits,
    replace,
)
from assistant.grammar.noun import implied_end
from assistant.meaning import (
    Amount,
    Bounded,
    FieldWord,
    Moment,
    Slot,
    StateWord,
    Tag,
    Time,
    Verb,
)
from assistant.window import said
from graph.fields import field_of, kinds_asked
from graph.kind import Type
from graph.kinds import KINDS, RELATIONS
from graph.query import Measure, Op

AS_WRITTEN = 1.1
"""What a word as it is written costs less where one is waited for."""
_DETOURED = frozenset({"ASSUMES", "RUNS_AS", "EXPOSED_BY"})
"""Relations that are asked of more than they are recorded of: what lies between is followed."""
_LIGHT = frozenset(
    {"run", "runs", "running", "have", "has", "use", "uses", "using", "contain", "contains", "need"}
)


def state(frame: Frame, word: StateWord) -> Iterator[Frame]:
    """A state: a value of the field just said, a predicate of what was named, or an adjective of what follows."""
    waits = frame.pending
    if waits.beside:
        shown = FieldWord(
            frozenset(Slot(s.kind, s.field) for s in word.said)
        )  # "and whether they are encrypted"
        yield replace(frame.waiting(beside=False, join=""), asked=(*frame.asked, shown), last="field")
        return
    if waits.field is not None:
        said = frozenset(s for s in word.said if any(s[:2] == slot for slot in waits.field.slots))
        if said:
            test: Test = State(StateWord(said), waits.negated)
            yield from tested(frame.waiting(field=None, have=False, negated=False, op=None), test)
        return
    if word.led or _is_switch_of_another(frame, word):
        return
    other = waits.op is Op.NE  # "databases other than postgres"
    done = frame.waiting(op=None) if other else frame
    yield from said_of(done, State(word, waits.negated or waits.lack or other))


def _is_switch_of_another(frame: Frame, word: StateWord) -> bool:
    """Said as "disabled" right behind a field that is not what it is said of ("with a public access block disabled")."""
    tests = frame.phrases[frame.focus].tests if frame.focus >= 0 else ()
    last = tests[-1] if tests and frame.last == "state" and not frame.pending.join else None
    switch = any(str(s.value).lower() in ("enabled", "disabled") for s in word.said)
    behind = last.word if isinstance(last, Present) else None
    if frame.last == "field" and frame.asked and not frame.pending.join:
        behind = frame.asked[-1]
    return behind is not None and switch and not any(s[:2] in behind.slots for s in word.said)


def bounded(frame: Frame, word: Bounded) -> Iterator[Frame]:
    """A field with its bound: a predicate, after "with", or before its noun ("low-confidence mappings")."""
    test = Compared(word.word, word.op, Amount(word.value, "", f"{word.value:g}"))
    if (ended := implied_end(frame)) is not None and fits(ended.phrases[ended.focus], test):
        yield from tested(ended, test)
    denied = frame.pending.negated or frame.pending.lack
    if denied or (any(s.field == "fromPort" for s in word.word.slots) and frame.pending.verb is None):
        return  # a service's name is a port of rules alone, and only after what they allow
    yield from said_of(frame, test)


def tag(frame: Frame, word: Tag) -> Iterator[Frame]:
    """A tag that is there, is lacking, has a value, or groups."""
    waits = frame.pending
    if frame.groups_on:
        yield replace(frame.waiting(per=False, join=""), group=(*frame.group, word), last="group")
        return
    yield from said_of(frame.waiting(tagged=False), Tagged(word, not (waits.lack or waits.negated)))
    if word.value is None and frame.main >= 0 and not waits.lack:
        yield replace(frame.waiting(tag=word, have=False, tagged=False), last="field word")


def tag_value(frame: Frame, text: str) -> Iterator[Frame]:
    """The value of the tag just said."""
    waits = frame.pending
    if waits.tag is not None:
        test = Tagged(Tag(waits.tag.key, text), not waits.negated)
        for done in tested(frame.waiting(tag=None, negated=False, preposition=""), test):
            yield replace(
                done, cost=done.cost - AS_WRITTEN
            )  # here a word as it is written is what is waited for


def said_of(frame: Frame, test: Test) -> Iterator[Frame]:
    """The test as a predicate of what was named, or as an adjective of what follows."""
    waits = frame.pending
    done = frame.waiting(negated=False, lack=False, have=False, preposition="")
    after = 0.4 if waits.preposition == "on" and isinstance(test, State) else 0.0  # "pods on the broken node"
    if frame.main >= 0:
        done = replace(done, cost=done.cost + after)
        yield from tested(done, replace(test, alternative=waits.join == "or" and frame.last == "state"))
    if _may_qualify(frame):
        either = bool(waits.adjectives) and (
            waits.join == "or" or (waits.join == "and" and _one_field(waits.adjectives[-1], test))
        )
        adjectives = (*waits.adjectives, replace(test, alternative=either))
        kept = replace(done, cost=frame.cost).waiting(
            join="", adjectives=adjectives, lack=waits.lack, have=waits.have, preposition=waits.preposition
        )
        yield replace(kept, last="adjective")


def _one_field(before: Test, after: Test) -> bool:
    """Whether two adjectives are values of one field: "postgres and mysql databases" are of the one or of the other."""
    said = [
        t.word.said if isinstance(t, State) else t.literal.said
        for t in (before, after)
        if isinstance(t, State | Stored)
    ]
    if len(said) < 2 or any(isinstance(s.value, bool) for one in said for s in one):
        return False
    fields = [{(s.kind, s.field) for s in one} for one in said]
    return bool(fields[0] & fields[1]) and not {str(s.value) for s in said[0]} & {
        str(s.value) for s in said[1]
    }


def _may_qualify(frame: Frame) -> bool:
    """Whether a noun may still follow for which this would be an adjective."""
    waits = frame.pending
    leads = bool(waits.preposition or waits.verb or waits.lack or waits.have or waits.gap)
    if frame.main < 0 or leads:
        return True
    return frame.last not in ("noun", "name") and frame.phrases[frame.main].is_open


def tested(frame: Frame, test: Test) -> Iterator[Frame]:
    """With a test on what the sentence speaks of now; on the main phrase where the nearer one cannot have it."""
    waits = frame.pending
    if waits.quantifier == "none":
        return  # "but none ready" is more than "not ready"
    if frame.extreme_noun and frame.last == "noun" and fits(Phrase(of=frame.extreme_noun), test):
        counted = (*frame.extreme_tests, test)
        yield replace(
            frame.waiting(join="", relative=False, preposition=""), extreme_tests=counted, last="state"
        )
    near = frame.focus
    far = frame.subject if frame.subject >= 0 else frame.main
    order = [near, far, frame.main] if waits.relative or not frame.be else [far, near, frame.main]
    order = [frame.main] if _is_exposing(frame) else order
    seen: set[int] = set()
    cost = 0.6 if frame.last == "question" and isinstance(test, State) and not waits.negated else 0.0
    for index in order:
        asked_why = frame.ask == "why" and isinstance(test, State)  # a state that it cannot have is a premise
        if index < 0 or index in seen or not (asked_why or fits(frame.phrases[index], test)):
            continue
        seen.add(index)
        either = waits.join == "or" and bool(frame.phrases[index].tests)
        tests = (*frame.phrases[index].tests, replace(test, alternative=True) if either else test)
        done = frame.phrase(index, tests=tests)
        yield replace(
            done.waiting(join="", relative=False, preposition=""),
            last="state",
            focus=index,
            cost=frame.cost + cost,
        )
        cost += 0.3


def _is_exposing(frame: Frame) -> bool:
    """Whether what was asked for was just said to expose something: "to the internet" is said of it, and not of that."""
    last = frame.links[-1] if frame.links else None
    return (
        last is not None
        and last.relation == "EXPOSED_BY"
        and frame.last == "name"
        and (last.subject == frame.main) == (last.direction == "in")
    )


def field(frame: Frame, word: FieldWord) -> Iterator[Frame]:
    """A field: compared, lacking, grouped by, ordered by, measured, or asked for."""
    waits = frame.pending
    if frame.groups_on:
        if frame.extreme and frame.extreme_field is None and not word.verb:
            yield replace(frame.waiting(per=False, extreme=False), extreme_field=word, last="field")
        yield replace(
            frame.waiting(per=False, join=""), group=(*frame.group, word), last="group", cost=frame.cost + 0.2
        )
        return
    if waits.beside or (frame.last == "field" and waits.join == "and" and frame.beside):
        yield replace(frame.waiting(beside=False, join=""), asked=(*frame.asked, word), last="field")
        return
    if waits.field is not None or waits.timed is not None:
        return  # whose value is still to come
    if word.verb:
        yield from _field_verb(frame, word)
        return
    if waits.lack:
        yield from tested(frame.waiting(lack=False, have=False, negated=False), Present(word, known=False))
        another = frame.waiting(lack=False, field=word, negated=True)
        yield replace(another, last="field word", cost=frame.cost + 0.3)  # "that do not have type x"
        return
    if waits.amount is not None and not waits.top:
        test = Compared(word, waits.op or Op.EQ, waits.amount)
        yield from tested(frame.waiting(op=None, amount=None, have=False), test)
        return
    if waits.extreme:
        yield replace(frame.waiting(extreme=False), extreme_field=word, last="field")
    if waits.aggregate and frame.aggregate and frame.aggregate.measure is not Measure.SHARE:
        yield replace(frame.waiting(aggregate=False), aggregate_field=word, last="field")
        return
    if waits.have and frame.main >= 0 and frame.ask in ("", "list", "count", "yesno", "share"):
        present = Present(word, known=not waits.negated)
        for done in tested(frame.waiting(have=False, negated=False), present):
            plain = waits.light in ("", "has", "have") or _is_yes_or_no(word)
            light = 0.0 if plain else 0.6  # "uses the image x" is no presence of it
            light = -0.9 if waits.light == "uses" and _is_own_yes_or_no(frame, word) else light
            yield replace(done, cost=done.cost + 0.15 + light)
    if (ended := implied_end(frame)) is not None and fits(ended.phrases[ended.focus], Present(word)):
        yield replace(ended.waiting(field=word), last="field word", cost=frame.cost + 0.1)
        return
    asked_already = any(a.slots & word.slots for a in frame.asked)
    if frame.last == "state" and waits.op is None and _says_its_state(frame, word):
        yield frame  # "in the ALARM state"
        return
    if waits.verb is None and not asked_already and (cost := _asking_cost(frame)) is not None:
        said_of = waits.preposition == "of" and frame.main >= 0 and bool(frame.phrases[frame.main].of)
        cost += 0.6 if waits.have and _is_yes_or_no(word) else 0.0
        cost += (
            0.6 if waits.preposition == "in" or said_of else 0.0
        )  # "in vpc x", "of type x": its value follows
        yield replace(
            frame.waiting(have=False), asked=(*frame.asked, word), last="field", cost=frame.cost + cost
        )
    yield replace(frame.waiting(field=word), last="field word", cost=frame.cost + 0.1)


def _is_yes_or_no(word: FieldWord) -> bool:
    """Whether the field only says whether something is so ("host network")."""
    return all(_type(s.kind, s.field) is Type.BOOLEAN for s in word.slots)


def _is_own_yes_or_no(frame: Frame, word: FieldWord) -> bool:
    """Whether it is one for the kind that is spoken of ("ingresses using tls")."""
    of = frame.phrases[frame.main].of if frame.main >= 0 else ""
    own = (
        frozenset(s for s in word.slots if s.kind in {k.name for k in kinds_asked(of)})
        if of
        else frozenset[Slot]()
    )
    return bool(own) and _is_yes_or_no(FieldWord(own))


def _says_its_state(frame: Frame, word: FieldWord) -> bool:
    """Whether the word names the field whose value was just said."""
    tests = frame.phrases[frame.focus].tests if frame.focus >= 0 else ()
    last = tests[-1] if tests else None
    return isinstance(last, State) and any((s.kind, s.field) in word.slots for s in last.word.said)


def _asking_cost(frame: Frame) -> float | None:
    """How likely a field is what is asked for. Of records that are only counted or quantified over, none is."""
    main = frame.phrases[frame.main] if frame.main >= 0 else None
    named = main is not None and bool(main.names)
    if frame.aggregate_field is not None:
        return None
    if main is None or main.is_open or named:
        return 0.1
    if frame.ask in ("count", "yesno", "share"):
        return None
    if frame.last == "place" and not frame.pending.join:
        return 1.2  # "in the prod vpc": what it is that was named
    return 0.4 if frame.pending.have or frame.pending.lack else 0.25


def _field_verb(frame: Frame, word: FieldWord) -> Iterator[Frame]:
    """Said as "created", "expires", "restarted": waits for a time or an amount; asked for after "when"."""
    times = frozenset(s for s in word.slots if _type(s.kind, s.field) is Type.TIME)
    counts = word.slots - times
    if times:
        said = FieldWord(frozenset(times), verb=True)
        if frame.pending.negated:
            never = _never_restarted(times) or said
            yield from tested(frame.waiting(negated=False), Present(never, known=False))
        if frame.ask in ("when", "age"):
            yield replace(frame, asked=(*frame.asked, said), last="field")
        yield replace(frame.waiting(timed=said), last="field word")
    if counts and frame.extreme and frame.pending.extreme and frame.extreme_field is None:
        most = FieldWord(frozenset(counts))  # "the most restarted pod"
        yield replace(frame.waiting(extreme=False), extreme_field=most, last="field")
    if counts and frame.main >= 0 and not frame.pending.negated and not frame.pending.have:
        any_at_all = Present(FieldWord(frozenset(counts)))  # "which pods in web restarted"
        yield from (replace(f, cost=f.cost + 0.6) for f in tested(frame, any_at_all))
    if counts:
        yield replace(frame.waiting(field=FieldWord(frozenset(counts), verb=True)), last="field word")


def _never_restarted(times: frozenset[Slot]) -> FieldWord | None:
    """What never restarted is told by its number of restarts: not everything that did says when."""
    kinds = {s.kind for s in times if s.field == "lastTerminatedAt"}
    counted = frozenset(Slot(k, "restarts") for k in kinds if _type(k, "restarts") is not None)
    return FieldWord(counted) if counted else None


def _type(kind: str, name: str) -> Type | None:
    declared = KINDS[kind].field(name) if kind in KINDS else None
    return declared.type if declared else None


def time(frame: Frame, word: Time) -> Iterator[Frame]:
    """A window: of the field of time just said, else of what is asked."""
    waits = frame.pending
    if waits.timed is not None:
        yield from tested(frame.waiting(timed=None, negated=False), Timed(waits.timed, word, waits.negated))
        return
    if waits.field is not None and any(_type(s.kind, s.field) is Type.TIME for s in waits.field.slots):
        yield from tested(frame.waiting(field=None), Timed(waits.field, word, waits.negated))
    if frame.window is None and waits.field is None:
        yield replace(frame.waiting(preposition=""), window=word, last="time")


def moment(frame: Frame, word: Moment) -> Iterator[Frame]:
    """A point of time: whose state is asked for; of changes, the day that was said."""
    waits = frame.pending
    if waits.timed is not None or waits.field is not None or frame.moment is not None:
        return
    done = frame.waiting(preposition="")
    if frame.topic in ("changed", "deployed") or _of_changes(frame):
        if word.day is not None and frame.window is None:
            yield replace(done, window=Time(word.day, said(word.day)), last="time")
        return
    yield replace(done, moment=word, last="time")


def _of_changes(frame: Frame) -> bool:
    """Whether what is spoken of are changes."""
    main = frame.phrases[frame.main] if frame.main >= 0 else None
    states = [t for t in main.tests if isinstance(t, State)] if main else []
    return bool(main and main.of == "Change") or any(s.kind == "Change" for t in states for s in t.word.said)


def verb(frame: Frame, word: Verb) -> Iterator[Frame]:
    """A relation: from its subject to what follows, or back to what was asked ("What does X depend on?")."""
    waits = frame.pending
    if waits.verb is not None or waits.lack:
        return
    none = waits.negated
    if word.bare:
        yield from _by_anything(frame, word)
        return
    if frame.gap_subject >= 0 and frame.main >= 0 and frame.gap_subject != frame.main:
        link = Link(
            frame.gap_subject, frame.main, word.relation, word.direction, none=none, phrase=word.phrase
        )
        cost = 0.0 if _may_relate(frame, frame.gap_subject, word) else 1.5
        cost += 0.0 if _may_end(frame.phrases[frame.main], word) else 1.5
        cost += 0.0 if _answers_who(frame, word) else 1.0

        yield replace(
            frame.waiting(negated=False, preposition="", gap=False),
            links=(*frame.links, link),
            gap_subject=-1,
            focus=frame.main,
            last="verb end",
            cost=frame.cost + cost,
        )
    if frame.gap_subject < 0:
        yield from _from_subject(frame, word, none=none)
    before_noun = frame.ask == "count" and frame.last == "question"  # "how many running pods" is of a state
    joined = waits.join and not (waits.join == "and" and frame.last == "state")
    if base_of(word.phrase) in _LIGHT and not before_noun and not joined:
        light = frame.asked or frame.ask in ("count", "where", "amount")
        said = (
            word.phrase if " " in word.phrase else base_of(word.phrase)
        )  # "runs on" has no object of its own
        done = frame if light else frame.waiting(have=True, light=said)
        yield replace(done, last="verb end", cost=frame.cost + (0.3 if light else 0.7))


def _by_anything(frame: Frame, word: Verb) -> Iterator[Frame]:
    """Said as "claims that are not mounted", "roles that are used": by anything, or by nothing."""
    index = frame.focus
    if (
        index < 0
        or not frame.phrases[index].of
        or is_alternative(frame)
        or not _may_relate(frame, index, word)
    ):
        return
    link = Link(
        index,
        len(frame.phrases),
        word.relation,
        word.direction,
        none=frame.pending.negated,
        phrase=word.phrase,
    )
    done = frame.waiting(negated=False, relative=False)
    yield replace(
        done,
        phrases=(*frame.phrases, Phrase()),
        links=(*frame.links, link),
        last="verb end",
        cost=frame.cost + 0.6,
    )


def base_of(phrase: str) -> str:
    """The verb of a phrase, as declared: in the third person."""
    return phrase.split(" ", maxsplit=1)[0]


def _from_subject(frame: Frame, word: Verb, *, none: bool) -> Iterator[Frame]:
    if frame.main < 0 and word.passive and not frame.ask and frame.position == 0:
        opened = Phrase(word="which")  # "managed by prod", with nothing before it
        frame = replace(frame, ask="list", phrases=(opened,), main=0, focus=0, subject=0)
    if frame.main < 0 or is_alternative(frame):
        return
    near, far = frame.focus, frame.main
    order = (near, far) if frame.pending.relative or (word.passive and not frame.be) else (far, near)
    seen: set[int] = set()
    for place, index in enumerate(order):
        if index < 0 or index in seen or (frame.phrases[index].is_open and not frame.phrases[index].word):
            continue
        seen.add(index)
        cost = 0.5 if frame.last == "extreme" else 0.0  # "the smallest encrypted volume" is in a state
        cost += 0.3 * place + (0.0 if _may_relate(frame, index, word) else 1.5)
        done = frame.waiting(
            verb=word,
            verb_subject=index,
            verb_none=none,
            negated=False,
            relative=False,
            preposition="",
            have=False,
        )
        yield replace(done, last="verb", cost=frame.cost + cost)


def is_alternative(frame: Frame) -> bool:
    """Whether "or" waits after a test: a relation cannot be its alternative, and both together would be another question."""
    return frame.pending.join == "or" and any(p.tests for p in frame.phrases)


def _may_relate(frame: Frame, index: int, word: Verb) -> bool:
    """Whether the declaration lets the subject's kind stand at its end of the relation."""
    relation = RELATIONS[word.relation]
    ends = relation.sources if word.direction == "out" else relation.targets
    phrase = frame.phrases[index]
    allowed = {k.name for e in ends for k in kinds_asked(e)} | set(ends)
    if phrase.is_open and frame.ask == "count" and frame.last == "question":
        return False  # "number of running instances": what follows is no object
    if not ends or word.relation in _DETOURED:
        return True
    if phrase.of:
        return phrase.of in allowed or any(k.name in allowed for k in kinds_asked(phrase.of))
    named = {c.kind for n in phrase.names for c in n.candidates}
    return not named or bool(named & allowed)


def _may_end(phrase: Phrase, word: Verb) -> bool:
    """Whether the declaration lets the phrase's kind stand at the other end of the relation."""
    relation = RELATIONS[word.relation]
    ends = relation.targets if word.direction == "out" else relation.sources
    if not ends or not (phrase.of or phrase.names):
        return True
    allowed = {k.name for e in ends for k in kinds_asked(e)} | set(ends)
    kinds = {k.name for k in kinds_asked(phrase.of)} | {phrase.of} if phrase.of else set[str]()
    return bool(allowed & (kinds or {c.kind for n in phrase.names for c in n.candidates}))


def _answers_who(frame: Frame, word: Verb) -> bool:
    """Whether a team or a person can be at the other end, where the question asks who."""
    if frame.phrases[frame.main].word != "who" or word.relation == "MANAGED_BY":
        return True
    relation = RELATIONS[word.relation]
    ends = relation.targets if word.direction == "out" else relation.sources
    return bool({"Team", "Person"} & set(ends))


def clear(waits: Pending) -> Pending:
    """Without what an answered clause leaves behind."""
    return replace(waits, relative=False, join="", preposition="")


def is_number(of: str, name: str) -> bool:
    """Whether a field of the kind is a number."""
    declared = field_of(of, name)
    return declared is not None and declared.type in (Type.INTEGER, Type.DECIMAL)
