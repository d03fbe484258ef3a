"""The model planner: the same typed query, through structured output that is validated like any input."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import files

from assistant.answer import DeclineType
from assistant.condition import CannotSay
from assistant.intents.asker import Asker
from assistant.intents.reading import plans
from assistant.lattice import Lattice, lattice_of
from assistant.meaning import FieldWord, Noun, RelationNoun, StateWord, Verb
from assistant.model.client import Message, Model, complete, fenced
from assistant.model.wish import Fault, parsed, wish_of
from assistant.plan import Plan, Planned, Refusal, with_remarks
from assistant.planner import Sentence, left_out
from assistant.vocabulary import Vocabulary
from graph.errors import BadQuery
from graph.fields import kinds_asked
from graph.kind import Kind, Role
from graph.kinds import KINDS, RELATIONS
from graph.validation import validate

RETRIES = 2
"""Times a model is told what was wrong with its reply; then the grammar's word stands."""

_MOST_KINDS = 12
_ALWAYS = ("Application", "Deployment", "Pod", "EC2Instance", "RDSInstance", "S3Bucket")


def planned_by_model(
    model: Model, question: str, sentence: Sentence, vocabulary: Vocabulary, asker: Asker
) -> Planned | None:
    """The plans that the model's reply makes; None where it stays faulty. Raises ModelFailed.

    A word that it says it could not use makes the question not understood, as with the grammar.
    """
    lattice = lattice_of(sentence.tokens, vocabulary, sentence.linked, sentence.clock)
    data, _ = fenced(f"Question: {question}\n\n{_vocabulary(lattice)}")
    messages = [Message("system", _prompt("plan.md")), Message("user", data)]
    for _ in range(1 + RETRIES):
        reply = complete(model, messages, json=True)
        try:
            return _planned(reply, question, sentence, asker)
        except (Fault, CannotSay, BadQuery) as problem:
            messages += [
                Message("assistant", reply),
                Message(
                    "user", f"That cannot be asked: {problem} Answer with the corrected JSON object alone."
                ),
            ]
    return None


def _planned(reply: str, question: str, sentence: Sentence, asker: Asker) -> Planned:
    wish = wish_of(parsed(reply), sentence, question)
    found = plans(wish.frame, asker)
    if isinstance(found, Refusal):
        return found
    for plan in found:
        for asked in plan.queries:
            validate(asked.query)
    if wish.unused:
        return left_out(wish.unused, wish.frame, found, sentence)
    return with_remarks(found, _interpreted(sentence))


def _interpreted(sentence: Sentence) -> list[str]:
    """Words that no declaration knows: the model read them, and the answer says so."""
    words = [u.text for u in sentence.linked.unknown.values()]
    if not words:
        return []
    quoted = ", ".join(f'"{w}"' for w in words)
    return [f"The model read {quoted}, which no declaration knows; the query above is what was really asked."]


def _prompt(name: str) -> str:
    return files("assistant").joinpath("prompts", name).read_text(encoding="utf-8")


def _vocabulary(lattice: Lattice) -> str:
    """The part of the vocabulary that the question touches: kinds with their fields and states, and relations."""
    kinds = list(dict.fromkeys((*_touched(lattice), *_ALWAYS)))[:_MOST_KINDS]
    told = {
        "kinds": [_kind(KINDS[k]) for k in kinds if k in KINDS],
        "relations": [
            {"name": r.name, "says": r.forward[0], "from": list(r.sources), "to": list(r.targets)}
            for r in RELATIONS.values()
        ],
    }
    return json.dumps(told, ensure_ascii=False)


def _touched(lattice: Lattice) -> Iterable[str]:
    nouns = [s.meaning for spans in lattice.spans for s in spans if isinstance(s.meaning, Noun)]
    for noun in nouns:
        yield from (k.name for k in kinds_asked(noun.of))
    for spans in lattice.spans:
        for span in spans:
            match span.meaning:
                case StateWord(said=said):
                    yield from sorted({s.kind for s in said})[:2]
                case FieldWord(slots=slots):
                    yield from sorted({s.kind for s in slots})[:2]
                case Verb() | RelationNoun():
                    continue
                case _:
                    continue


def _kind(kind: Kind) -> dict[str, object]:
    fields = {
        f.name: {
            "type": f.type.value,
            **({"unit": f.unit} if f.unit else {}),
            **({"values": list(f.states)} if f.states else {}),
        }
        for f in kind.fields
        if f.role not in (Role.BOOKKEEPING, Role.TYPED)
    }
    return {"name": kind.name, "noun": kind.noun, "fields": fields}


def is_puzzled(found: Planned) -> bool:
    """Whether the grammar could not read the question: then, and only then, a model is asked."""
    return isinstance(found, Refusal) and found.type is DeclineType.NOT_UNDERSTOOD


def of_plans(found: Planned) -> tuple[Plan, ...]:
    """The plans, where there are any."""
    return () if isinstance(found, Refusal) else found
