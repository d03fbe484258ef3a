"""Answers composed from the sample estate, and their sentences made false by every mutation that their words allow."""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from api import asking
from api.demo import emulator, tour
from assistant import assemble
from benchmarks.truth.mutation import STRONG
from benchmarks.truth.soundness import Tally
from evidence.check import check
from evidence.checked import Checked, Status
from evidence.evidence import Item, Question
from evidence.index import index
from evidence.sentence import blocks
from evidence.token import Token, tokens
from graph.kinds import KINDS
from graph.record import Known
from graph.result import Result

KIND_NAMES = (
    "Deployment",
    "Pod",
    "Application",
    "EC2Instance",
    "RDSInstance",
    "S3Bucket",
    "Volume",
    "Team",
    "Repository",
    "SQSQueue",
)
OF_A_KIND = ("How many {kinds} are there?", "How many {kinds} are there per account?", "List all {kinds}")
OF_A_RECORD = (
    "What is {name}?",
    "Who owns {name}?",
    "What depends on {name}?",
    "What changed on {name} in the last 3 days?",
)
OTHER_UNITS = {
    "GiB": "TiB",
    "MiB": "GiB",
    "KiB": "MiB",
    "days": "hours",
    "day": "hour",
    "hours": "minutes",
    "seconds": "minutes",
    "minutes": "hours",
    "B": "KiB",
}
RELATED = re.compile(
    r"\b(depends on|uses|owns|is owned by|is used by|runs on|is built from|is part of|scales|routes to)\b"
)
WINDOW = re.compile(r"\b((?:last|past) )(\d+)( hours| days)")
SOME = re.compile(r"\b(\d+) of (?:the )?(\d+) ")
BE = re.compile(r"\b(is|are|was|were)( not)?\b")


@dataclass(frozen=True)
class Answered:
    """What was asked, what was retrieved for it, and what was said."""

    question: Question
    items: tuple[Item, ...]
    checked: Checked
    draft: str


def answers(per_kind: int, told: Callable[[str], None]) -> list[Answered]:
    """The answers to questions about every kind and many records of the sample estate."""
    with (
        tempfile.TemporaryDirectory() as home,
        tour.prepared(Path(home) / "demo", emulator.start(), told) as made,
    ):
        found: list[Answered] = []
        for question in (
            *tour.QUESTIONS,
            *(q.format(kinds=KINDS[k].plural) for k in KIND_NAMES for q in OF_A_KIND),
        ):
            found += asked(made.parts, question)
        names: dict[str, list[str]] = {}
        for answer in found:
            for name, kind in _named(answer.items):
                names.setdefault(kind, []).append(name)
        for many in names.values():
            for name in list(dict.fromkeys(many))[:per_kind]:
                for question in OF_A_RECORD:
                    found += asked(made.parts, question.format(name=name))
        return found


def asked(parts: object, question: str) -> list[Answered]:
    """What a question is answered with, and the evidence it was checked against."""
    with mock.patch.object(assemble, "answered", wraps=assemble.answered) as finished:
        asking.answer(parts, asking.Asked(question))  # type: ignore[arg-type]
    found = []
    for call in finished.call_args_list:
        _, _, gathered, draft, meant, checked = call.args
        found.append(Answered(meant, tuple(gathered.items), checked, draft.text))
    return found


def _named(items: Sequence[Item]) -> Iterator[tuple[str, str]]:
    for item in items:
        if isinstance(item.held, Known):
            yield item.held.record.name, item.held.record.kind
        else:
            place = next(
                (i for i, c in enumerate(item.held.columns) if c.name == "name" and not c.relation), None
            )
            if place is not None:
                yield from ((str(row[place]), item.held.of) for row in item.held.rows)


# Sentences made false -----------------------------------------------------------------------------------------------


def sentences(answer: Answered) -> list[str]:
    """The sentences of an answer, as read: without markers."""
    handles = [str(c.number) for c in answer.checked.citations]
    return [
        s.text.strip()
        for b in blocks(answer.checked.text, handles)
        if b.kind in ("paragraph", "item")
        for s in b.sentences
    ]


def tallies(found: Sequence[Answered], count: int, rng: random.Random) -> list[Tally]:
    """By kind of mutation: the sentences that stay by themselves, and which of their false twins do."""
    made: dict[str, Tally] = {}
    alone = Tally("composed sentences read again")
    pool = [(a, s) for a in found if a.checked.status is Status.ANSWERED for s in dict.fromkeys(sentences(a))]
    rng.shuffle(pool)
    for answer, text in pool:
        alone.tried += 1
        if not _stays(text, answer):
            alone.lost.append(text)
            continue
        for kind, false in mutants(text, answer, rng):
            tally = made.setdefault(f"composed: {kind}", Tally(f"composed: {kind}"))
            if tally.tried < count and false != text:
                tally.tried += 1
                if _stays(false, answer):
                    tally.stayed.append(f"{false}   ({text})")
    return [alone, *(made[k] for k in sorted(made))]


def _stays(text: str, answer: Answered) -> bool:
    found = check(text, answer.items, answer.question)
    gone = found.status is not Status.ANSWERED or found.badge.removed or found.badge.replaced
    return not gone and "Interpretation:" not in found.text


def mutants(text: str, answer: Answered, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Every way to make it false that its words allow, one each."""
    known = index(answer.items).names
    read = tokens(text, known, answer.question.asked_at).tokens
    figures = [
        t
        for t in read
        if t.figure is not None
        and t.figure.op == "="
        and t.figure.form == "amount"
        and re.match(r"\d+\b(?![.,]\d)", t.text)
    ]
    names = [t for t in read if t.kind == "name" and t.known]
    for token in figures[:3]:
        yield from _of_figure(text, token, read, answer, rng)
    for token in names[:2]:
        if f"{token.text}1" not in known and not token.text[-1:].isspace():
            yield "near name", _put(text, token, f"{token.text}1")
        there = {
            str(v)
            for i in answer.items
            if isinstance(i.held, Known) and i.held.record.name in text
            for v in i.held.record.fields.values()
        }
        others = [v for v in _places(answer.items, token.text) if v not in text and v not in there]
        if others:
            yield "place swapped", _put(text, token, rng.choice(others))
    if names:
        word = rng.choice([w for w in STRONG if w not in repr(answer.items)] or ["throttled"])
        yield "strong word", _put(text, names[0], f"{text[names[0].start : names[0].end]}, which is {word},")
    if len(names) == 2 and RELATED.search(text[names[0].end : names[1].start]):
        first, second = names
        yield (
            "direction turned",
            text[: first.start]
            + second.text
            + text[first.end : second.start]
            + first.text
            + text[second.end :],
        )
    if (match := SOME.search(text)) and 0 < int(match[1]) < int(match[2]):
        yield '"all" for some', f"{text[: match.start()]}all {match[2]} {text[match.end() :]}"
    if match := WINDOW.search(text):
        yield "window changed", text[: match.start(2)] + str(int(match[2]) * 2) + text[match.end(2) :]
    verb = BE.search(text)
    if (
        verb
        and len(BE.findall(text)) == 1
        and not re.search(r"\b(no|none|never|nothing|only|nobody|or)\b", text, re.IGNORECASE)
    ):
        yield (
            "negation",
            text[: verb.start()] + (verb[1] if verb[2] else f"{verb[1]} not") + text[verb.end() :],
        )


def _of_figure(
    text: str, token: Token, read: list[Token], answer: Answered, rng: random.Random
) -> Iterator[tuple[str, str]]:
    digits = re.match(r"\d+", token.text)
    if digits is None or token.figure is None:
        return
    value, rest = int(digits[0]), token.text[digits.end() :]
    before = next((t for t in reversed(read) if t.end <= token.start and t.low not in ("the", "all")), None)
    kind = "denominator changed" if before is not None and before.low == "of" else "number changed"
    every = set(_numbers(answer.items))
    yield (
        kind,
        _put(text, token, f"{next(value + n for n in (1, 2, 7, 30, 1009) if value + n not in every)}{rest}"),
    )
    taken = {
        v
        for i in answer.items
        for v in _numbers([i])
        if isinstance(i.held, Result) or i.held.record.name in text
    }
    others = [v for v in _numbers(answer.items) if v not in taken and v != value and str(v) not in text]
    if others:
        yield "another record's figure", _put(text, token, f"{rng.choice(others)}{rest}")
    unit = rest.strip()
    if unit in OTHER_UNITS and value:
        yield "unit changed", _put(text, token, f"{value} {OTHER_UNITS[unit]}")


def _put(text: str, token: Token, other: str) -> str:
    return text[: token.start] + other + text[token.end :]


def _numbers(items: Sequence[Item]) -> list[int]:
    held = [i.held for i in items]
    found = [v for k in held if isinstance(k, Known) for v in k.record.fields.values()]
    found += [v for r in held if isinstance(r, Result) for row in r.rows for v in row]
    return sorted({v for v in found if isinstance(v, int) and not isinstance(v, bool) and v > 1})


def _places(items: Sequence[Item], value: str) -> list[str]:
    """Other values of the place that this is the value of."""
    places: dict[str, set[str]] = {}
    for item in items:
        held = item.held
        found = held.within if isinstance(held, Result) else held.record.fields
        for name in ("cluster", "namespace", "account", "region"):
            if isinstance(said := found.get(name), str):
                places.setdefault(name, set()).add(said)
    return sorted(v for many in places.values() if value in many for v in {*many, "elsewhere-9"} - {value})
