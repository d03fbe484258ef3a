"""Whether words say a condition of a result, or its opposite (F2, A3)."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from evidence import naming, saying
from evidence.amount import same_dimension
from evidence.fact import Fact, Link, View
from evidence.group import (
    BREAK,
    EMPTY_PIECE,
    LIGHT,
    NAME,
    NOT,
    PREP,
    WORD,
    Group,
    Piece,
    group_of,
    words_of_piece,
)
from evidence.lexicon import STATE_FIELDS, concept, noun_words, nouns_of
from evidence.population import Condition, Population
from evidence.relation import OWNED, lacks, says_link
from evidence.relative_time import says_from_now
from evidence.token import Token
from evidence.use import Reading
from evidence.version_bound import says_version
from evidence.word import ARTICLES, CONJUNCTIONS, EMPTY, PREPOSITIONS, stem, stems


def noun_at(pieces: list[Piece], at: int, nouns: frozenset[tuple[str, ...]] | set[tuple[str, ...]]) -> int:
    """How many pieces spell a noun of the kind from here; the longest."""
    if not nouns or pieces[at].part not in (WORD, NAME, LIGHT):
        return 0
    if stems_of(pieces[at])[0] not in _first_words(frozenset(nouns)):
        return 0
    for size in (4, 3, 2, 1):
        run = pieces[at : at + size]
        if len(run) == size and all(p.part in (WORD, NAME, LIGHT) for p in run):
            said = tuple(s for p in run for s in stems_of(p))
            if said in nouns:
                return size
    return 0


@lru_cache(maxsize=1024)
def _first_words(nouns: frozenset[tuple[str, ...]]) -> frozenset[str]:
    return frozenset(n[0] for n in nouns if n)


def stems_of(piece: Piece) -> tuple[str, ...]:
    """The stems of a piece, taken apart at its hyphens."""
    return _stems_of(piece.low)


@lru_cache(maxsize=8192)
def _stems_of(low: str) -> tuple[str, ...]:
    return tuple(stem(w) for w in low.split("-"))


def take_condition(
    pop: Population, pieces: list[Piece], at: int, asked: datetime | None = None
) -> tuple[int, int, bool] | None:
    """The longest run from here that says a condition, or its opposite."""
    if pieces[at].part in (EMPTY_PIECE, BREAK) or not pop.conditions:
        return None
    nouns = nouns_of(pop.kind)
    if pieces[at].low == "nothing" and pop.kind == "Change":
        return None
    if pieces[at].low in ("no", "none", "neither") and any(
        noun_at(pieces, i, nouns) and not _in_field(pop, pieces[i])
        for i in range(at + 1, min(at + 5, len(pieces)))
    ):
        return None
    limit = next(
        (
            i
            for i in range(at, min(len(pieces), at + 10))
            if noun_at(pieces, i, nouns) and not _in_field(pop, pieces[i])
        ),
        min(len(pieces), at + 10),
    )
    for end in range(limit, at, -1):
        if pieces[end - 1].part in (BREAK, EMPTY_PIECE, PREP) and pieces[end - 1].low != "after":
            continue
        for place, condition in enumerate(pop.conditions):
            polarity = says(condition, pieces[at:end], pop.kind, asked)
            if polarity is not None and not _goes_on_by(pieces, end):
                return _shortened(pop, pieces, at, end, place, asked), place, polarity
    return None


def _goes_on_by(pieces: list[Piece], end: int) -> bool:
    """“are owned by web”: by whom is what is claimed."""
    return pieces[end - 1].low == "owned" and end < len(pieces) and pieces[end].low == "by"


def _shortened(
    pop: Population, pieces: list[Piece], at: int, end: int, place: int, asked: datetime | None
) -> int:
    """“port 3389 open to the internet”: without the last words where another condition begins with them."""
    if len(pop.conditions) < 2:
        return end
    for last in range(end - 1, at, -1):
        polarity = says(pop.conditions[place], pieces[at:last], pop.kind, asked)
        others = [c for i, c in enumerate(pop.conditions) if i != place]
        if polarity is not None and any(
            says(c, pieces[last:stop], pop.kind, asked) is not None
            for c in others
            for stop in range(end + 1, min(len(pieces), last + 8) + 1)
        ):
            return last
    return end


def _in_field(pop: Population, piece: Piece) -> bool:
    """Whether a noun of the kind is also a word of a field that a condition compares."""
    return any(c.fact is not None and any(piece.word in p for p in c.fact.phrases) for c in pop.conditions)


def says(condition: Condition, run: list[Piece], kind: str, asked: datetime | None = None) -> bool | None:
    """Whether a run says the condition (True), its opposite (False), or something else (None).

    Where unknown values are in it as well, "not X" says less than it does, and is not it.
    """
    said = _says(condition, run, kind, asked)
    return None if said and condition.wide else said


def _says(condition: Condition, run: list[Piece], kind: str, asked: datetime | None) -> bool | None:
    if condition.link is not None:
        said = _says_link(condition, run) if condition.value is None else _says_ends(condition, run)
        if said is not None or condition.fact is None:
            return said
    if condition.fact is None:
        return None
    if condition.unknown:
        return _says_unknown(condition, run)
    group = group_of(run)
    if condition.now and (over := _says_over(condition.fact, group)) is not None:
        return over
    if (told := says_version(condition.fact, group)) is not None:
        return told
    if group.figures and condition.fact.form == "number":
        return _says_threshold(condition, run, kind)
    if group.figures or group.times:
        said = _says_time(condition, run, kind)
        if said is None and asked is not None and condition.fact.form == "time":
            return says_from_now(condition.fact, run, asked)
        return said
    return _says_value(condition, run, kind)


def _says_over(fact: Fact, group: Group) -> bool | None:
    """“have expired” of a time that lies before when it was looked, "are still valid" of one that does not."""
    if group.figures or group.times or group.names or fact.form != "time" or fact.op not in ("<", "<="):
        return None
    if "expir" not in fact.words or group.preps:
        return None
    low = {p.low for p in group.pieces if p.part in (WORD, LIGHT)}
    if len(low) == 1 and low & {"expired", "lapsed"}:
        return not group.negated
    return group.negated if len(low) == 1 and low & {"valid", "good", "current"} else None


def _says_value(condition: Condition, run: list[Piece], kind: str) -> bool | None:
    fact = condition.fact
    if fact is None or fact.op not in ("=", "!=", "contains", "in"):
        return None
    view = View(None, "", "", frozenset(), "", {}, made=(fact,))
    for text in fact.exact:
        view.exact.setdefault(text, []).append(fact)
    for text in fact.folded:
        view.folded.setdefault(text, []).append(fact)
    words = noun_words(kind)
    reading = Reading(EPOCH)
    if fact.field == "action" and len(run) == 1 and run[0].token.stem == _DEEDS.get(str(fact.value)):
        return fact.op != "!="
    if _said(view, run, reading, words) or _as_verb(fact, run):
        return fact.op != "!="
    if fact.field in ("ownership", "owner") and fact.value == "unowned":
        if lacks(OWNED, group_of(run)):
            return fact.op != "!="
        said = {p.low for p in run}
        unnamed = not any(p.part == NAME for p in run) and not _denies(run)
        if unnamed and said & {"owned", "owner", "owners"} and lacks(OWNED, _denied(run)):
            return fact.op == "!="
    if fact.form == "boolean":
        turned = replace_value(view, fact, not fact.value)
        if _said(turned, run, reading, words):
            return fact.op == "!="
    elif run and run[0].part == NOT and len(run) > 1:
        told = [p for p in run[1:] if p.part != EMPTY_PIECE]
        if len(told) == 1 and f"un{told[0].low}" in fact.folded:  # "not managed" of what is unmanaged
            return fact.op != "!="
        if _said(view, run[1:], reading, words):
            return fact.op == "!="
    if isinstance(fact.value, str) and fact.value in _LACKING and not _denies(run):
        had = [_NO, *(p for p in run if p.part != EMPTY_PIECE or p.low not in ARTICLES)]
        if _said(view, had, reading, words):  # "have a memory limit" of what is none
            return fact.op == "!="
    return None


_LACKING = frozenset(("none", "None"))
"""Values that say that there is none."""


def _denies(run: list[Piece]) -> bool:
    return any(p.part == NOT or p.low in _LACKING for p in run)


_NO = Piece(Token("word", "no", 0, 0, "no", "no", "no"), NOT)
_DEEDS = {"deleted": stem("deletion"), "created": stem("creation"), "modified": stem("modification")}
"""The noun of what was done: "there were no deletions"."""


def _said(view: View, run: list[Piece], reading: Reading, words: frozenset[str]) -> bool:
    """Whether the run says the view's one fact with its value; the name of its field alone says nothing."""
    uses = saying.said_by(view, run, 0, len(run), reading, words)
    return bool(uses) and all(u.part != "named" for u in uses or ())


def _as_verb(fact: Fact, run: list[Piece]) -> bool:
    """A state said as a verb: "12 instances run" of state running."""
    if (
        len(run) != 1
        or not isinstance(fact.value, str)
        or fact.last.lower() not in STATE_FIELDS | {"action"}
        or not fact.value.isalpha()
    ):
        return False
    return run[0].part in (WORD, LIGHT) and run[0].token.stem == stem(fact.value)


EPOCH = datetime.fromisoformat("2000-01-01T00:00:00+00:00")


def replace_value(view: View, fact: object, value: object) -> View:
    """The view with a fact of another value."""
    from evidence.fact import Fact

    if not isinstance(fact, Fact):
        return view
    made = Fact(fact.field, fact.form, value, fact.phrases, kind=fact.kind)  # type: ignore[arg-type]
    return View(None, "", "", frozenset(), "", {}, made=(made,))


_NEGATIVE_OPS = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "=": "!=", "!=": "="}


def _says_threshold(condition: Condition, run: list[Piece], kind: str) -> bool | None:
    """A field compared with its threshold: the same comparator and the same value, or the opposite one (F2)."""
    fact, group = condition.fact, group_of(run)
    if fact is None or len(group.figures) != 1 or fact.amount is None or group.times or group.names:
        return None
    figure = group.figures[0]
    if not same_dimension(fact.unit, figure) or figure.form not in ("amount", "percent"):
        return None
    words = [
        w
        for w in group.words
        if w not in ("than", "valu", "more", "less", "least", "high", "low", "long", "short")
    ]
    kind_words = noun_words(kind)
    level = naming.names(fact, words, frozenset())
    if level < naming.LOOSE or (level == naming.NONE):
        level = naming.names(fact, words, kind_words)
    if level < naming.SUBSET and not (level == naming.LOOSE and fact.unit is not None):
        return None
    if figure.base != fact.amount and not (fact.unit is not None and figure.base == fact.amount):
        return None
    said = figure.op
    if group.negated:
        said = _NEGATIVE_OPS.get(said, said)
    if said == fact.op:
        return True
    return False if said == _NEGATIVE_OPS.get(fact.op) else None


def _says_time(condition: Condition, run: list[Piece], kind: str) -> bool | None:
    """A time field compared with an instant: "created before 2026-01-01"."""
    fact, group = condition.fact, group_of(run)
    if fact is None or fact.form != "time" or len(group.times) != 1 or not isinstance(fact.value, datetime):
        return None
    moment = group.times[0]
    if naming.names(fact, group.words) < naming.LOOSE or group.negated:
        return None
    edges = {moment.start if moment.edge in ("after", "since") else moment.end, moment.next_year}
    if moment.edge in ("before", "until") and fact.op in ("<", "<=") and fact.value in edges:
        return True
    if moment.edge in ("after", "since") and fact.op in (">", ">=") and fact.value in edges:
        return True
    return None


def _says_unknown(condition: Condition, run: list[Piece]) -> bool | None:
    """“the owner is unknown”, "of unknown owner"."""
    fact, group = condition.fact, group_of(run)
    if fact is None or "unknown" not in group.words or group.negated or group.figures:
        return None
    words = [w for w in group.words if w != "unknown"]
    level = naming.names(fact, words) if words else naming.NO
    return True if level >= naming.SUBSET else None


def _says_link(condition: Condition, run: list[Piece]) -> bool | None:
    """“have no owner”, "without an owner", "unowned" – or, of a named end, the relation itself."""
    link, group = condition.link, group_of(run)
    if link is None or group.figures or group.times:
        return None
    if link.name and not condition.none:
        names = [n.text for n in group.names]
        if names == [link.name]:
            first = next(i for i, p in enumerate(run) if p.part == NAME)
            if not first and _says_back(link, run[1:]):
                return not group.negated
            if says_link(link, run[:first], run[first:]):
                return not group.negated
        return None
    if group.names:
        return None
    if lacks(link, group):
        return condition.none
    positive = [p for p in run if p.part != NOT]
    if not group.negated and any(lacks(link, denied) for denied in (_denied(positive),)):
        return not condition.none
    return None


def _says_back(link: Link, after: list[Piece]) -> bool:
    """“front-desk owns …” of those owned by front-desk: the relation from its other end."""
    said = tuple(p.token.stem for p in after if p.part in (WORD, LIGHT, PREP))
    return bool(said) and any(not w.noun and w.out != link.out and w.words == said for w in link.ways)


def _says_ends(condition: Condition, run: list[Piece]) -> bool | None:
    """“have more than 3 pods”, "depend on a database whose engine is postgres": how many there are, or what they must be."""
    link, group = condition.link, group_of(run)
    if link is None or group.times or group.names:
        return None
    words = {w for p in run if p.part in (WORD, LIGHT) for w in words_of_piece(p)} - {"have"}
    ways = [w.words for w in link.ways if w.out == link.out]
    if isinstance(condition.value, str):
        need = {concept(w) for w in stems(condition.value.replace("(", " ").replace(")", " "))} - _EMPTY_STEMS
        rest = words - need
        said = need <= words and any(rest <= set(way) and way[0] in words for way in ways)
        return not group.negated if said and not group.figures and not condition.none else None
    if len(group.figures) != 1 or not isinstance(condition.value, int):
        return None
    figure = group.figures[0]
    if figure.unit is not None or figure.value != condition.value or group.negated:
        return None
    if not any(
        tuple(p.token.stem for p in run if p.part == WORD) == n for n in nouns_of(link.kind)
    ) and not any(words == set(way) for way in ways):
        return None
    if figure.op == condition.op:
        return not condition.none
    return condition.none if figure.op == _NEGATIVE_OPS.get(condition.op) else None


_EMPTY_STEMS = frozenset(stem(w) for w in sorted(EMPTY | PREPOSITIONS | CONJUNCTIONS))


def _denied(run: list[Piece]) -> Group:
    group = group_of(run)
    group.negated = True
    return group
