"""What a model asks for, as JSON, and what becomes of it: a reading like any other, or a fault that the model is told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from assistant.grammar.frame import Frame, Given, Link, Phrase, Restriction, Test
from assistant.meaning import Aggregator, FieldWord, Name, Place, Slot, Time, Unknown
from assistant.planner import Sentence
from assistant.window import said, window_of
from graph.fields import ANY, field_of, is_declared, kinds_asked, names_of
from graph.kind import Type
from graph.kinds import RELATIONS
from graph.query import Measure, Op, Where
from graph.record import Value

_FORMS = ("list", "count", "share", "yesno", "tell", "field", "why", "where", "who")
_TOPICS = ("", "impact", "path", "changed", "unread", "scanned", "stale", "contact", "disagree")
_PLACES = ("account", "region", "cluster", "namespace", "environment")
_MEASURES = {
    m.value: m for m in (Measure.SUM, Measure.AVERAGE, Measure.MINIMUM, Measure.MAXIMUM, Measure.MEDIAN)
}
_FENCE = re.compile(r"^\s*```(?:json)?\s*\n?(?P<inner>.*?)\n?\s*```\s*$", re.DOTALL)
_KEYS = frozenset(
    "form topic kind names conditions related within window fields group_by measure measured unused".split()
)


class Fault(Exception):  # noqa: N818 — what the model did, told to it
    """The reply is no typed query; says what is wrong and what is allowed instead."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A reading that a model made, and the words that it says it could not use."""

    frame: Frame
    unused: tuple[str, ...]


def parsed(reply: str) -> Mapping[str, Any]:
    """The one JSON object of a reply, in a code fence or bare. Prose around it is a fault: nothing is guessed (LLM-01)."""
    fence = _FENCE.match(reply)
    text = fence["inner"] if fence else reply.strip()
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise Fault(f"The reply is not one JSON object: {error.msg} at character {error.pos}.") from error
    if not isinstance(found, dict):
        raise Fault("The reply is not a JSON object.")
    unknown = sorted(set(found) - _KEYS)
    if unknown:
        raise Fault(f"Unknown keys: {', '.join(unknown)}. Allowed: {', '.join(sorted(_KEYS))}.")
    return found


def wish_of(asked: Mapping[str, Any], sentence: Sentence, question: str) -> Wish:
    """The reading of the JSON object. Raises Fault."""
    form = _one_of("form", _text(asked, "form") or "list", _FORMS)
    topic = _one_of("topic", _text(asked, "topic"), _TOPICS)
    kind = _kind(_text(asked, "kind"))
    main = Phrase(
        of=kind,
        tests=tuple(_tests(kind or ANY, asked.get("conditions"))),
        **_named(asked.get("names"), sentence, question),
    )
    phrases, links = [main], []
    for relation in _objects(asked.get("related"), "related"):
        phrase, link = _related(relation, len(phrases), sentence, question)
        phrases.append(phrase)
        links.append(link)
    frame = Frame(
        ask={"field": "list", "yesno": "yesno"}.get(form, form),
        topic=topic,
        phrases=tuple(phrases),
        links=tuple(links),
        main=0,
        focus=0,
        subject=0,
        asked=tuple(_field_word(kind, n) for n in _texts(asked.get("fields"))),
        group=tuple(_field_word(kind, n) for n in _texts(asked.get("group_by"))),
        restrictions=tuple(_restrictions(asked.get("within"), sentence, question)),
        window=_window(_text(asked, "window"), sentence, question),
    )
    frame = _measured(frame, asked, kind, form)
    return Wish(frame, tuple(w for w in _texts(asked.get("unused")) if w.lower() in question.lower()))


def _measured(frame: Frame, asked: Mapping[str, Any], kind: str, form: str) -> Frame:
    if form == "share":
        return frame._replace(ask="", aggregate=Aggregator(Measure.SHARE))
    measure = _text(asked, "measure")
    if not measure:
        return frame
    _one_of("measure", measure, tuple(_MEASURES))
    word = _field_word(kind, _text(asked, "measured"))
    return frame._replace(aggregate=Aggregator(_MEASURES[measure]), aggregate_field=word)


def _kind(name: str) -> str:
    if name and not is_declared(name):
        raise Fault(f'No kind or category is called "{name}". Take one of the vocabulary.')
    return "" if name == ANY else name


def _named(raw: object, sentence: Sentence, question: str) -> dict[str, Any]:
    """The records named: only words of the question, and only as the graph knows them."""
    names: list[Name] = []
    unknown: list[Unknown] = []
    for text in _texts(raw):
        if text.lower() not in question.lower():
            raise Fault(f'"{text}" is not in the question. Names are copied from it, never made.')
        known = sentence.linked.names.get(text.lower())
        if known is not None:
            names.append(known)
        else:
            unknown.append(Unknown(text))
    return {"names": tuple(names), "unknown": tuple(unknown)}


def _tests(of: str, raw: object) -> Iterable[Test]:
    for condition in _objects(raw, "conditions"):
        name = _text(condition, "field")
        declared = field_of(of, name)
        if declared is None:
            raise Fault(f'{of} has no field "{name}". It has: {", ".join(sorted(names_of(of)))}.')
        ops = {o.value: o for o in Op}
        op = ops[_one_of("op", _text(condition, "op") or "=", tuple(ops))]
        yield Given(Where(name, op, _value(condition.get("value"), declared.type)))


def _value(raw: object, kind: Type) -> Value:
    if isinstance(raw, list):
        return [str(v) for v in raw]
    if kind is Type.TIME and isinstance(raw, str):
        try:
            return datetime.fromisoformat(raw)
        except ValueError as error:
            raise Fault(f'"{raw}" is no ISO time.') from error
    if raw is None or isinstance(raw, str | int | float | bool):
        return raw
    raise Fault("A value is text, a number, true, false or a list of texts.")


def _related(raw: Mapping[str, Any], index: int, sentence: Sentence, question: str) -> tuple[Phrase, Link]:
    name = _text(raw, "relation")
    if name not in RELATIONS:
        raise Fault(f'No relation is called "{name}". There are: {", ".join(RELATIONS)}.')
    direction = _one_of("direction", _text(raw, "direction") or "out", ("out", "in"))
    phrase = Phrase(of=_kind(_text(raw, "kind")), **_named(raw.get("names"), sentence, question))
    return phrase, Link(0, index, name, direction, none=bool(raw.get("none", False)))


def _restrictions(raw: object, sentence: Sentence, question: str) -> Iterable[Restriction]:
    if not isinstance(raw, Mapping):
        return
    for name, value in raw.items():
        if not value:
            continue
        text = str(value)
        _one_of("within", str(name), _PLACES)
        if text.lower() not in question.lower():
            raise Fault(f'"{text}" is not in the question. Places are copied from it, never made.')
        known = sentence.linked.places.get(text.lower())
        yield Restriction(known or Place(text, ()), str(name))


def _window(text: str, sentence: Sentence, question: str) -> Time | None:
    if not text:
        return None
    if text.lower() not in question.lower():
        raise Fault(f'"{text}" is not in the question. "window" holds its own words for the time.')
    window = window_of(text, sentence.clock)
    if window is None:
        raise Fault(f'"{text}" is no time that can be resolved.')
    return Time(window, said(window))


def _field_word(of: str, name: str) -> FieldWord:
    """A field by its declared name, for whatever kinds have it."""
    asked = of or ANY
    slots = frozenset(Slot(k.name, name) for k in kinds_asked(asked) if k.field(name))
    if not slots:
        raise Fault(f'{asked} has no field "{name}". It has: {", ".join(sorted(names_of(asked)))}.')
    return FieldWord(slots)


def _text(raw: Mapping[str, Any], key: str) -> str:
    found = raw.get(key)
    if found is None:
        return ""
    if not isinstance(found, str):
        raise Fault(f'"{key}" is not text.')
    return found.strip()


def _texts(raw: object) -> list[str]:
    if raw is None:
        return []
    if not isinstance(raw, list) or not all(isinstance(t, str) for t in raw):
        raise Fault("A list of texts was expected.")
    return [t.strip() for t in raw if t.strip()]


def _objects(raw: object, key: str) -> list[Mapping[str, Any]]:
    if raw is None:
        return []
    if not isinstance(raw, list) or not all(isinstance(o, Mapping) for o in raw):
        raise Fault(f'"{key}" is not a list of objects.')
    return raw


def _one_of(key: str, value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise Fault(f'"{key}" is "{value}"; it is one of {", ".join(a or "(empty)" for a in allowed)}.')
    return value
