"""The grammar planner: a question to typed queries, or a refusal that says why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.answer import DeclineType
from assistant.boundary import order_in, outside
from assistant.condition import CannotSay
from assistant.grammar.frame import UNUSED, Frame
from assistant.grammar.parse import readings
from assistant.intents.asker import Asker
from assistant.intents.following import makers
from assistant.intents.lookedfor import never_looked_for
from assistant.intents.ranked import ranked, weighed
from assistant.intents.reading import plans
from assistant.lattice import Lattice, Linked, lattice_of
from assistant.meaning import Candidate, FieldWord, Noun, RelationNoun, StateWord, Verb
from assistant.plan import Plan, Planned, Refusal, with_remarks
from assistant.puzzled import offered, puzzled
from assistant.token import Token
from assistant.vocabulary import Vocabulary, vocabulary
from assistant.window import Clock
from assistant.words import FUNCTION_PARTS
from graph.errors import BadQuery
from graph.validation import validate
from graph.words import words

_TRIED = 40
_QUESTION_WORDS = frozenset(
    {"which", "what", "who", "whose", "how", "when", "where", "why", "is", "are", "does", "do"}
)
"""Without one of these it is another question altogether, so none is offered."""
_NEAR = 1.0
"""How much less likely a reading may be that is taken where the likeliest means nothing."""
_FAR = 1.6
"""How much less likely than the likeliest a reading is that nobody meant, whatever the likelier ones mean."""
_TWIN = 0.3
"""How much less likely a reading may be that says the same of another kind."""
_SAME = 0.011
"""Two readings nearer in cost than this are told apart by nothing the asker said."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A question ready to be read: its tokens (typos mended) and what the graph knows of them."""

    tokens: tuple[Token, ...]
    linked: Linked
    clock: Clock
    spoken: tuple[Candidate, ...] = ()  # of a record chat or a conversation
    nth: int = 1  # of an order, where not the first is asked for
    weighed: str = ""  # how two records are compared by a field
    makers: bool = False  # whether who made the changes before is asked for


def planned(sentence: Sentence, vocabulary: Vocabulary, asker: Asker) -> Planned:
    """The plans of the best reading; a refusal where it is an order, outside what is collected, or leaves a word out."""
    if verb := order_in(sentence.tokens):
        return Refusal(
            DeclineType.ORDER,
            f'"{verb}" is an order, and Aletheia never changes anything. Ask about the state of things instead.',
        )
    if sentence.makers and (made := makers(asker)) is not None:
        return made
    lattice = lattice_of(sentence.tokens, vocabulary, sentence.linked, sentence.clock)
    if crossed := outside(sentence.tokens, _declared(lattice)):
        what, phrase = crossed
        return Refusal(
            DeclineType.NOT_COLLECTED,
            f'"{phrase}" asks for {what}, which is not collected. Aletheia knows what exists, how it is set up, '
            "who owns it, what it depends on and what changed.",
        )
    found = _best(readings(lattice), sentence, asker)
    return weighed(ranked(found, sentence.nth, asker), sentence.weighed)


def _declared(lattice: Lattice) -> list[tuple[int, int]]:
    """The stretches that declared words cover."""
    declared = (Noun, FieldWord, StateWord, Verb, RelationNoun)
    return [(s.start, s.end) for spans in lattice.spans for s in spans if isinstance(s.meaning, declared)]


def _best(frames: Sequence[Frame], sentence: Sentence, asker: Asker) -> Planned:
    best: tuple[Frame, Planned] | None = None
    puzzling: tuple[Frame, Planned] | None = None
    reason = ""
    for frame in frames[:_TRIED]:
        if best is not None and frame.cost > best[0].cost + _SAME:
            break
        if best is None and puzzling is not None and frame.cost > puzzling[0].cost + _allowance(puzzling[1]):
            break
        if frame.cost > frames[0].cost + _FAR and not frame.unused:
            continue
        try:
            found = _plans(frame, asker)
        except CannotSay as problem:
            reason = reason or str(problem)
            continue
        if isinstance(found, Refusal) and _allowance(found):
            puzzling = puzzling or (frame, found)  # unless another reading near it means something
            continue
        if best is None:
            best = (frame, found)
        elif not isinstance(best[1], Refusal) and not isinstance(found, Refusal) and _differ(best[1], found):
            if never_looked_for(found, asker):
                continue
            return _finished(best[0], _with_other(best[1], found), sentence)
    best = best or puzzling
    if best is None or (reason and not frames[0].unused and _drops_what_is_known(best[0])):
        return Refusal(DeclineType.NOT_UNDERSTOOD, puzzled(frames, reason))
    return _finished(*_known_twin(best, frames, asker), sentence)


def _known_twin(best: tuple[Frame, Planned], frames: Sequence[Frame], asker: Asker) -> tuple[Frame, Planned]:
    """The same reading of another kind of the same noun, where nothing of the first was ever looked for ("roles")."""
    shape, most = _shape(best[0]), best[0].cost + _TWIN
    twins = [f for f in frames[:_TRIED] if f is not best[0] and f.cost <= most and _shape(f) == shape]
    if isinstance(best[1], Refusal) or not twins or not never_looked_for(best[1], asker):
        return best
    for frame in twins:
        try:
            found = _plans(frame, asker)
        except CannotSay:
            continue
        if not isinstance(found, Refusal) and not never_looked_for(found, asker):
            return frame, found
    return best


def _shape(frame: Frame) -> tuple[object, ...]:
    """All that a reading says but the kinds."""
    phrases = tuple((len(p.tests), p.names, p.quantifier, p.word) for p in frame.phrases)
    links = tuple((k.subject, k.target, k.relation, k.none) for k in frame.links)
    return (frame.ask, frame.topic, phrases, links, frame.restrictions, frame.unused)


def _drops_what_is_known(frame: Frame) -> bool:
    """Whether it leaves out words that are declared: then the likeliest reading's own trouble tells more."""
    known = vocabulary().parts | FUNCTION_PARTS
    return any(w.lower() in known for w in frame.unused)


def _allowance(found: Planned) -> float:
    """How much less likely another reading may be that is taken instead of this one: of what means nothing, or several things."""
    if not isinstance(found, Refusal):
        return 0.0
    return {DeclineType.NOT_UNDERSTOOD: _NEAR, DeclineType.AMBIGUOUS: _SAME}.get(found.type, 0.0)


def _plans(frame: Frame, asker: Asker) -> Planned:
    """The plans of a reading. Raises CannotSay where the declarations do not allow it, and another reading must do."""
    found = plans(frame, asker)
    if isinstance(found, Refusal):
        return found
    faults = {n: fault for n, plan in enumerate(found) if (fault := _fault_of(plan))}
    able = {plan.of for n, plan in enumerate(found) if n not in faults}
    for number, fault in faults.items():
        if found[number].of not in able:  # else it lies in another reading of the place
            raise CannotSay(fault)
    return tuple(plan for n, plan in enumerate(found) if n not in faults)


def _fault_of(plan: Plan) -> str:
    """Why the declarations do not allow a plan; empty where they do."""
    try:
        for asked in plan.queries:
            validate(asked.query)
    except BadQuery as problem:
        return str(problem)
    return ""


def _differ(one: Planned, other: Planned) -> bool:
    if isinstance(one, Refusal) or isinstance(other, Refusal):
        return one != other
    return in_words(one) != in_words(other)


def _with_other(one: tuple[Plan, ...], other: tuple[Plan, ...]) -> tuple[Plan, ...]:
    """Both readings offered: the first is answered, the other is said beside it."""
    remark = f"It can also be read as: {in_words(other)}."
    return (replace(one[0], remarks=(*one[0].remarks, remark)), *one[1:])


def _finished(frame: Frame, found: Planned, sentence: Sentence) -> Planned:
    """A reading that leaves a word out is no answer, but for words that only colour; mended typos are said."""
    unused = [w for w in frame.unused if not _colours(w)]
    if unused:
        return left_out(unused, frame, found, sentence)
    if isinstance(found, Refusal):
        return found
    remarks = [f'The word "{w}" was not used.' for w in frame.unused]
    remarks += [f'"{t.corrected}" was read as "{t.text}".' for t in sentence.tokens if t.corrected]
    return with_remarks(found, remarks)


_RESTRICTING = frozenset(
    """partially partly mostly mainly nightly daily weekly monthly hourly yearly fully wholly directly indirectly newly previously
    formerly early poorly heavily lightly rarely frequently manually automatically externally internally solely jointly locally
    globally temporarily permanently weakly strongly highly overly regularly externally badly wrongly incorrectly supply reply
    family assembly anomaly""".split()
)
"""Words that end so and say which, or how much."""


def _colours(word: str) -> bool:
    """An adverb of manner does not restrict what is asked."""
    return word.lower().endswith("ly") and len(word) > 4 and word.lower() not in _RESTRICTING


def left_out(unused: Sequence[str], frame: Frame, found: Planned, sentence: Sentence) -> Refusal:
    """The refusal that names the words which no reading uses, and the question without them."""
    asks = any(w.lower() in _QUESTION_WORDS for w in unused)
    if asks or (isinstance(found, Refusal) and frame.cost >= 2 * UNUSED):
        return Refusal(DeclineType.NOT_UNDERSTOOD, puzzled([frame]))
    quoted = ", ".join(f'"{w}"' for w in unused)
    verb = "was" if len(unused) == 1 else "were"
    instead = (
        ""
        if isinstance(found, Refusal)
        else f" Without {'it' if len(unused) == 1 else 'them'}: {in_words(found)}."
    )
    return Refusal(
        DeclineType.NOT_UNDERSTOOD,
        f"{quoted} {verb} not understood, so another question would have been answered.{instead} {offered(frame)}".rstrip(),
        missing=tuple(w for w in unused if w.lower() in sentence.linked.unknown),
        understood="" if isinstance(found, Refusal) else in_words(found),
    )


def in_words(found: tuple[Plan, ...]) -> str:
    """The typed queries of plans in words, as a person reads what was really asked."""
    titles = {c.uid: c.name for p in found for c in (*p.named, *p.linked)}
    main = [a for p in found for a in p.queries if a.role in ("main", "candidates", "contacts")]
    asked = main or [a for p in found for a in p.queries]
    return "; ".join(dict.fromkeys(words(a.query, titles) for a in asked))
