"""The lattice: every stretch of the question with every meaning it can have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from assistant.amount import amount_of, is_unit, range_of
from assistant.meaning import (
    Amount,
    FieldWord,
    Literal,
    Meaning,
    Moment,
    Name,
    Noun,
    Place,
    RelationNoun,
    Slot,
    Span,
    StateWord,
    Tag,
    Time,
    Unknown,
    Verb,
    Word,
)
from assistant.token import Token
from assistant.vocabulary import Vocabulary
from assistant.window import Clock, day_of, moment_of, said, window_of
from assistant.words import FUNCTION_PHRASES, LONGEST_FUNCTION
from graph.fields import is_version
from graph.kinds import KINDS

_LONGEST_TIME = 9
_RANK_COST = 0.15  # per rank of a noun: its own noun before a synonym before a category
_ROLE_COST = 0.6  # a kind's own noun ("node") before what it is to something else
_FIELD_COST = 0.3  # things before a number or a name of them that something else has
_DEED_COST = 0.8  # a time that the record itself says ("created") before a change of it
_RAW_COST = 1.2  # a word as it is written, which only a field just said can take as its value
_DANGLING = frozenset({"on", "in", "at", "with", "from", "to", "of"})
"""Prepositions that end a question whose object was said first ("what version is it on")."""
_BEFORE_VERSIONS = frozenset(
    {"older", "newer", "than", "below", "under", "above", "over", "before", "<", ">"}
)
"""What stands between a thing and the version that its own is compared with ("kubelet older than 1.32")."""
_VERSION = re.compile(r"v?\d")
_TIME_OPENERS = frozenset(
    "in on within over during for from since starting before after until till by between last past this next the "
    "today yesterday tomorrow recently lately earlier later prior up less more at longer as of current previous a an around about roughly back".split()
)


@dataclass(frozen=True, slots=True)
class Linked:
    """What the graph knows of the words of a question: names, places and stored values, each by its lower-case text.

    `unknown` are words that look like a name and are none, with the closest names.
    """

    names: Mapping[str, Name] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)
    literals: Mapping[str, Literal] = field(default_factory=dict)
    unknown: Mapping[str, Unknown] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lattice:
    """The tokens and, for each position, the spans that start there."""

    tokens: tuple[Token, ...]
    spans: tuple[tuple[Span, ...], ...]


def lattice_of(tokens: Sequence[Token], words: Vocabulary, linked: Linked, clock: Clock) -> Lattice:
    """All spans of a question."""
    found: list[list[Span]] = [[] for _ in tokens]
    for start in range(len(tokens)):
        for span in _spans_at(tokens, start, words, linked, clock):
            if span not in found[start]:
                found[start].append(span)
    whole = [s for f in found for s in f if isinstance(s.meaning, Noun) and s.end - s.start > 1]
    kept = [[s for s in _without_covered(f) if not _inside_noun(s, whole)] for f in found]
    return Lattice(tuple(tokens), tuple(tuple(k) for k in kept))


def _inside_noun(span: Span, nouns: Sequence[Span]) -> bool:
    """Whether it is a piece of a longer noun ("target" and "groups" of "target groups"), and so no noun by itself."""
    if not isinstance(span.meaning, Noun | RelationNoun):
        return False
    length = span.end - span.start
    return any(n.start <= span.start and span.end <= n.end and n.end - n.start > length for n in nouns)


def _spans_at(
    tokens: Sequence[Token], start: int, words: Vocabulary, linked: Linked, clock: Clock
) -> Iterator[Span]:
    yield from _linked_at(tokens, start, linked)
    if tokens[start].quoted:
        return
    yield from _phrases_at(tokens, start, words)
    yield from _times_at(tokens, start, clock)
    yield from _amounts_at(tokens, start)
    yield from _ranges_at(tokens, start)
    yield from _tags_at(tokens, start, words)
    yield from _versioned_at(tokens, start, words)
    yield from _turned_at(tokens, start, words)
    if start == len(tokens) - 1 and start and tokens[start].word in _DANGLING:
        yield Span(start, start + 1, Word("dangling", tokens[start].word), 0.3)
    if FUNCTION_PHRASES.get(tokens[start].parts) is None:
        yield Span(start, start + 1, Literal(tokens[start].text), _RAW_COST)


def _phrases_at(tokens: Sequence[Token], start: int, words: Vocabulary) -> Iterator[Span]:
    parts: tuple[str, ...] = ()
    for end in range(start + 1, min(len(tokens), start + max(words.longest, LONGEST_FUNCTION)) + 1):
        if tokens[end - 1].quoted:
            return
        parts += tokens[end - 1].parts
        cost = 0.5 * sum(1 for t in tokens[start:end] if t.corrected)
        for meaning in FUNCTION_PHRASES.get(parts, ()):
            yield Span(start, end, meaning, cost)
        known = words.at(parts)
        is_noun = any(isinstance(m, Noun) for m in known)
        is_field = any(isinstance(m, FieldWord) and not m.verb for m in known)
        for meaning in known:
            rank = meaning.rank * _RANK_COST if isinstance(meaning, Noun) else 0.0
            rank += _ROLE_COST if is_noun and isinstance(meaning, RelationNoun | StateWord) else 0.0
            rank += _FIELD_COST if is_noun and isinstance(meaning, FieldWord) else 0.0
            if is_field and not is_noun and isinstance(meaning, StateWord) and _is_a_value(meaning):
                yield Span(start, end, StateWord(meaning.said, led=True), cost + rank)
            elif is_field and _is_of_changes(meaning):
                yield Span(start, end, meaning, cost + rank + _DEED_COST)
            else:
                yield Span(start, end, meaning, cost + rank)


def _is_of_changes(meaning: Meaning) -> bool:
    """What became of something ("modified"), which is told by its changes."""
    return isinstance(meaning, StateWord) and any(s.kind == "Change" for s in meaning.said)


def _is_a_value(meaning: Meaning) -> bool:
    """A state that is one value among others ("image" of a package type), and no yes or no."""
    return isinstance(meaning, StateWord) and not any(
        isinstance(s.value, bool) or s.kind == "Change" for s in meaning.said
    )


def _linked_at(tokens: Sequence[Token], start: int, linked: Linked) -> Iterator[Span]:
    for end in range(start + 1, min(len(tokens), start + 4) + 1):
        text = " ".join(t.word for t in tokens[start:end])
        meanings: tuple[Meaning | None, ...] = (
            linked.names.get(text),
            linked.places.get(text),
            linked.literals.get(text),
            linked.unknown.get(text),
        )
        for meaning in meanings:
            if meaning is not None:
                yield Span(start, end, meaning)


def _times_at(tokens: Sequence[Token], start: int, clock: Clock) -> Iterator[Span]:
    """The longest stretch from here that is a time; shorter ones only leave words over."""
    first = tokens[start]
    if first.word not in _TIME_OPENERS and not any(c.isdigit() for c in first.word) and len(first.word) < 3:
        return
    for end in range(min(len(tokens), start + _LONGEST_TIME), start, -1):
        if any(t.quoted for t in tokens[start:end]):
            continue
        text = " ".join(t.word for t in tokens[start:end])
        window, moment = window_of(text, clock), moment_of(text, clock)
        if moment is not None:
            yield Span(start, end, Moment(moment, day_of(text, clock)))
        if window is not None:
            yield Span(start, end, Time(window, said(window)))
        if window is not None or moment is not None:
            return


def _amounts_at(tokens: Sequence[Token], start: int) -> Iterator[Span]:
    amount = amount_of(tokens[start].text)
    if tokens[start].word == "single":
        yield Span(start, start + 1, Amount(1, "", "1"))
    if amount is None:
        if tokens[start].word in ("a", "an") and start + 1 < len(tokens) and is_unit(tokens[start + 1].word):
            unit = tokens[start + 1].word
            yield Span(start, start + 2, Amount(1, unit, f"1 {unit}"))
        return
    yield Span(start, start + 1, amount)
    if not amount.unit and start + 1 < len(tokens) and is_unit(tokens[start + 1].word):
        unit = tokens[start + 1].word
        yield Span(start, start + 2, Amount(amount.value, unit, f"{amount.text} {unit}"))


_LONGEST_RANGE = 6


def _ranges_at(tokens: Sequence[Token], start: int) -> Iterator[Span]:
    texts = [t.text for t in tokens[start : start + _LONGEST_RANGE] if not t.quoted]
    if (found := range_of(texts)) is not None:
        yield Span(start, start + found[1], found[0])


def _tags_at(tokens: Sequence[Token], start: int, words: Vocabulary) -> Iterator[Span]:
    """`team=payments`, "team tag", "tag team", "the label app.kubernetes.io/name"."""
    word = tokens[start].text
    key, equals, value = word.partition("=")
    if equals and key and value and not key.startswith(("<", ">", "!")):
        yield Span(start, start + 1, Tag(key, value))
    marker = {"tag", "tags", "label", "labels"}
    after = tokens[start + 1] if start + 1 < len(tokens) else None
    if after is None:
        return
    verb = any(isinstance(m, Verb) for m in words.at(tokens[start].parts))
    if after.word in marker and _is_key(tokens[start]) and not verb:
        yield Span(start, start + 2, Tag(tokens[start].text), 0.1)
    if tokens[start].word in {"tag", "label"} and _is_key(after) and "=" not in after.word:
        yield Span(start, start + 2, Tag(after.text), 0.2)


def _versioned_at(tokens: Sequence[Token], start: int, words: Vocabulary) -> Iterator[Span]:
    """Such as "kubernetes 1.29": the word before a version stands for the field of its version."""
    after = next((t for t in tokens[start + 1 : start + 4] if t.word not in _BEFORE_VERSIONS), None)
    if after is None or not _VERSION.match(after.word):
        return
    for meaning in words.at((*tokens[start].parts, "version")):
        if isinstance(meaning, FieldWord):
            yield Span(start, start + 1, meaning, 0.2)


def _turned_at(tokens: Sequence[Token], start: int, words: Vocabulary) -> Iterator[Span]:
    """Such as "version of kubernetes" for the field that is declared as "kubernetes version"."""
    if start + 2 >= len(tokens) or tokens[start + 1].word != "of":
        return
    for meaning in words.at((*tokens[start + 2].parts, *tokens[start].parts)):
        if isinstance(meaning, FieldWord) and not meaning.verb:
            yield Span(start, start + 3, meaning, 0.1)
    if tokens[start].word in ("version", "versions"):
        yield from _version_of(tokens, start, words)


def _version_of(tokens: Sequence[Token], start: int, words: Vocabulary) -> Iterator[Span]:
    """Such as "version of postgres", of an engine that is a state: the version of the kinds that can run it."""
    for meaning in words.at(tokens[start + 2].parts):
        kinds = (
            {s.kind for s in meaning.said if s.field == "engine"} if isinstance(meaning, StateWord) else set()
        )
        slots = frozenset(Slot(k, f.name) for k in kinds for f in KINDS[k].fields if is_version(f))
        if slots:
            yield Span(start, start + 3, FieldWord(slots), 0.1)


def _is_key(token: Token) -> bool:
    return token.quoted or ((token.word,) not in FUNCTION_PHRASES and not token.word[:1].isdigit())


def _without_covered(spans: list[Span]) -> list[Span]:
    """Without a time or an empty word where a longer one of the same sort starts at the same place."""
    longest_empty = max((s.end for s in spans if isinstance(s.meaning, Word)), default=0)
    whole = max((s.end for s in spans if isinstance(s.meaning, Word) and s.meaning.role in _WHOLE), default=0)
    return [
        s
        for s in spans
        if not (
            isinstance(s.meaning, Word)
            and (s.end < whole or (s.meaning.role == "empty" and s.end < longest_empty))
        )
    ]


_WHOLE = frozenset({"beside", "owners beside"})
"""Phrases that mean another thing when they are cut in two."""
