"""The ways in which a stretch of a sentence says one fact of a view: one small rule for each form of fact.

Each rule takes a group and says which fact it says, or nothing. A rule looks at all words of the group: what it does not
account for makes it say nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

from evidence import naming
from evidence.fact import Fact, Link, View, is_identifier
from evidence.figure import Figure, agrees, compares
from evidence.group import (
    EMPTY_PIECE,
    LIGHT,
    LIKELIHOOD,
    NAME,
    NOT,
    PREP,
    WORD,
    Group,
    Piece,
    group_of,
    words_of_piece,
)
from evidence.lexicon import (
    ATTRIBUTE_FIELDS,
    FREE_WORDS,
    OPPOSITES,
    STATE_FIELDS,
    agent_verb,
    concept,
    is_place,
    nouns_of,
)
from evidence.time import Moment, calendar_months
from evidence.unit import Unit
from evidence.word import stem, stems

if TYPE_CHECKING:
    from evidence.carry import Reading, Use

_VALUE_ALIASES = {"postgresql": "postgres", "pgsql": "postgres", "mongo": "mongodb", "k8s": "kubernetes"}
_PLACE_NOUNS = frozenset(
    "cluster namespace account region environment zone env project team repository application".split()
)
_YES = frozenset(stem(w) for w in "enabled on active activated yes true".split())
_NO = frozenset(stem(w) for w in "disabled off inactive deactivated false".split())
_BIRTH = (
    "createdAt",
    "launchedAt",
    "startedAt",
    "launchTime",
    "creationTimestamp",
    "created",
    "registeredAt",
    "startTime",
    "bornAt",
)
_EVENT_WORDS = frozenset(
    concept(stem(w))
    for w in "last previous termination terminated restart restarts eviction error failure crash failed status started ended created launched cause duration finished at completed deleted changed lasted deployed pushed merged scheduled".split()
)
_DATE_WORDS = frozenset(stem(w) for w in "on at in since date time day moment when instant".split())
_PERCENT_STEP = Fraction(1)


def said_by(
    view: View, pieces: list[Piece], at: int, end: int, reading: Reading, kind_words: frozenset[str]
) -> list[Use] | None:
    """The fact of the view that this run of pieces says, as uses; None where it says none."""
    run = pieces[at:end]
    group = group_of(run)
    _placed_after(group, pieces, at)
    for rule in _rules(group):
        uses = rule(view, group, reading, kind_words)
        if uses is not None:
            for use in uses:
                use.end = run[-1].token.end
            return uses
    return None


def _placed_after(group: Group, pieces: list[Piece], at: int) -> None:
    """What stands right before the run: a preposition that was passed over, or "and"."""
    place = at - 1
    while place >= 0 and pieces[place].part == EMPTY_PIECE:
        place -= 1
    if place >= 0 and pieces[place].part == PREP:
        group.lead = pieces[place].low
    group.joined = place >= 0 and pieces[place].low in ("and", ",", "or")


Rule = Callable[[View, Group, "Reading", frozenset[str]], "list[Use] | None"]


def _rules(group: Group) -> tuple[Rule, ...]:
    if group.figures and group.names:
        return (counted, ranged, listed, related) if not group.times else ()
    if group.times:
        return (timed, between_times) if not group.figures else (aged,)
    if len(group.figures) >= 2:
        return (paired, ranged)
    if group.figures:
        return (
            counted,
            paired,
            shared,
            proportion,
            multiple_within,
            versioned,
            aged,
            ranged,
            listed,
            related,
            lasted,
        )
    if group.names:
        return (placed, related, spelled, identified, listed, concerning)
    return (spelled, flagged, kinded, renamed, paired, listed, lacking, negative, opened)


def _use(view: View, fields: tuple[str, ...], part: str = "field", **more: object) -> Use:
    from evidence.carry import Use as Made

    return Made(view, fields, part, **more)  # type: ignore[arg-type]


def _of_fact(
    view: View, fact: Fact, reading: Reading, words: tuple[str, ...] = (), how: str = ""
) -> list[Use] | None:
    """A use of a fact, unless the sentence speaks of then and the fact of now (F10)."""
    if reading.past and not _is_event(view, fact):
        return None
    return [
        _use(
            view,
            (fact.field,),
            words=words or tuple(fact.phrases[0]),
            fact=fact,
            how=how,
            typed=fact.field if fact.typed else "",
            inferred=view.role == "about" and view.inferred is not None,
        )
    ]


def _is_event(view: View, fact: Fact) -> bool:
    """Facts about something that happened may be told in the past: terminations, starts, causes, what a scan saw."""
    if fact.form == "time" or view.about or fact.measure:
        return True
    if any(
        f.form == "time" and f.field in ("endedAt", "finishedAt", "completedAt", "at") for f in view.facts
    ):
        return True
    return bool(fact.words & _EVENT_WORDS) or (isinstance(fact.value, str) and fact.value.startswith("not "))


# Numbers ------------------------------------------------------------------------------------------------------------


def counted(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "3 replicas", "a backup retention of 14 days", "restarted 41 times": one figure and the words of its field (F2)."""
    if len(group.figures) != 1 or group.times or group.negated or not _only_scaled(view, group):
        return None
    figure = group.figures[0]
    if figure.form in ("part", "multiple", "pair", "range", "version"):
        return None
    words = _field_words(view, group)
    inherited = frozenset(reading.inherited) - naming.RESTRICTIVE if words else frozenset()
    if any(p in ("than", "by", "between", "against") for p in group.preps) or not _plain_preps(group):
        return None
    if "scal" in words or "aim" in words or "scale" in words:
        inherited |= {"target"}
    granted = inherited | {"<=": frozenset({"limit", "maximum"}), ">=": frozenset({"minimum"})}.get(
        figure.op, frozenset()
    )
    for level, fact in naming.best(view, words, ("number", "list"), kind_words, granted):
        if figure.op in ("<=", ">=") and _bounded_elsewhere(view, fact, figure.op):
            continue
        if fact.measure or (level < naming.EXACT and not _alone(view, fact, words, kind_words, granted)):
            continue
        if _number_agrees(fact, figure) and not (level == naming.LOOSE and figure.unit is None):
            return _of_fact(view, fact, reading, tuple(words) or fact.phrases[0])
    if (
        words
        and any(w not in naming.OPTIONAL for w in words)
        and not (set(words) <= {"size", "larg", "big", "wide", "long", "up", "space"})
    ):
        return _lengths(view, group, figure, words, kind_words)
    return _unnamed(view, group, figure, reading, kind_words)


def _bounded_elsewhere(view: View, fact: Fact, op: str) -> bool:
    """ "at most 5" of something that has a maximum of its own is said of that maximum."""
    bounds = {"maximum", "limit"} if op == "<=" else {"minimum"}
    if fact.words & bounds or not fact.phrases[0]:
        return False
    head = fact.phrases[0][-1]
    return any(f.form == "number" and f.words & bounds and f.phrases[0][-1] == head for f in view.facts)


def _only_scaled(view: View, group: Group) -> bool:
    """Whether the only names are those of what the record scales: its bounds are theirs."""
    return all(
        any(k.name == n.text and k.out and k.type == "SCALES" for k in view.links) for n in group.names
    )


def _field_words(view: View, group: Group) -> list[str]:
    return group.words + [w for w in group.light if w in view.vocabulary]


def _alone(
    view: View, fact: Fact, words: list[str], kind_words: frozenset[str], granted: frozenset[str]
) -> bool:
    """No other number of the same dimension is named as well by the same words."""
    same = [
        f
        for f in view.facts
        if f.form == fact.form
        and f is not fact
        and _dimension(f) == _dimension(fact)
        and naming.names(f, words, kind_words, granted) >= naming.LOOSE
    ]
    return not same


def _dimension(fact: Fact) -> str:
    return fact.unit.dimension if fact.unit else ""


def _number_agrees(fact: Fact, figure: Figure) -> bool:
    if fact.amount is None or (fact.form == "list" and figure.unit is not None):
        return False
    if not same_dimension(fact.unit, figure):
        return False
    if fact.words & {"maximum", "limit"} and figure.op == "<=":
        figure = _exactly(figure)
    if fact.words & {"minimum"} and figure.op == ">=":
        figure = _exactly(figure)
    return agrees(figure, fact.amount)


def _exactly(figure: Figure) -> Figure:
    from dataclasses import replace

    return replace(figure, op="=")


def same_dimension(unit: Unit | None, figure: Figure) -> bool:
    """A figure without a unit carries no unit's value; a ratio may be said in percent (F3)."""
    if unit is None and figure.dimension == "cpu" and figure.unit is not None and figure.unit.factor == 1:
        return True
    if unit is not None and unit.dimension == "cpu" and unit.factor == 1 and not figure.dimension:
        return True
    return (unit.dimension if unit else "") == figure.dimension or (
        unit is not None
        and unit.dimension == "share"
        and unit.factor == 1
        and not figure.dimension
        and figure.value <= 1
    )


def _unnamed(
    view: View, group: Group, figure: Figure, reading: Reading, kind_words: frozenset[str]
) -> list[Use] | None:
    """A figure without a noun: what the sentence last measured ("It now has 3"), or the one field of its dimension ("is 16 GB")."""
    if group.negated:
        return None
    if reading.inherited:
        tries = [reading.inherited] if not figure.unit else [reading.inherited, reading.inherited[-1:]]
        for words in tries:
            for level, fact in naming.best(view, words, ("number", "list"), kind_words):
                if level >= naming.SUBSET and not fact.measure and _number_agrees(fact, figure):
                    return _of_fact(view, fact, reading, reading.inherited)
    if figure.dimension == "bytes" or (
        figure.dimension and set(group.words) <= {"size", "larg", "big", "up", "space"} and group.words
    ):
        sized = [f for f in view.facts if f.form == "number" and _dimension(f) == figure.dimension]
        plain = [f for f in sized if not f.words & naming.RESTRICTIVE]
        sized = plain if len(sized) > 1 else sized
        if group.lead == "of" and reading.said and reading.said[-1].part == "place":
            return None
        if ({"in", "on", "at", "by", "to"} & set(group.preps)) or group.lead in (
            "in",
            "on",
            "at",
            "by",
            "to",
        ):
            return None
        if (
            len(sized) == 1
            and _number_agrees(sized[0], figure)
            and (not reading.inherited or figure.dimension == "bytes")
        ):
            return _of_fact(view, sized[0], reading)
    return None


def _lengths(
    view: View, group: Group, figure: Figure, words: list[str], kind_words: frozenset[str]
) -> list[Use] | None:
    """The number of members of a list (F12), or of ends of one relation is none: relations may not all be retrieved."""
    if figure.unit is not None or group.negated:
        return None
    for level, fact in naming.best(view, words, ("list",), kind_words):
        if level >= naming.SUBSET and fact.amount is not None and agrees(figure, fact.amount):
            return [
                _use(view, (fact.field,), words=tuple(words), fact=fact, how=f"{fact.amount} in {fact.field}")
            ]
    return None


def versioned(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """A version, only as precisely as it is written (F1)."""
    if len(group.figures) != 1 or group.negated:
        return None
    figure = group.figures[0]
    if (
        not figure.version
        or figure.op != "="
        or figure.unit is not None
        or "in" in group.preps
        or group.lead == "in"
    ):
        return None
    for fact in view.facts:
        if fact.form != "version" or fact.version[: len(figure.version)] != figure.version:
            continue
        engine = [w for w in group.words if w not in ("version", "releas", "major", "minor")]
        others = {
            concept(stem(w))
            for f in view.facts
            if isinstance(f.value, str) and f.form == "text" and f.last in ATTRIBUTE_FIELDS
            for w in f.value.split()
        }
        if all(w in others or w in fact.words or w in kind_words for w in engine):
            used = tuple(
                f.field
                for f in view.facts
                if f.form == "text"
                and f.last in ATTRIBUTE_FIELDS
                and isinstance(f.value, str)
                and stem(f.value) in engine
            )
            made = _of_fact(view, fact, reading)
            if made is not None and used:
                made[0].fields = (*used, fact.field)
            return made
    return None


def shared(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "50 % of it is used", "half full", "28 % is unused": a share that stands in one field, or its rest."""
    if len(group.figures) != 1:
        return None
    figure = group.figures[0]
    if figure.form not in ("percent", "part"):
        return None
    said = Fraction(figure.base if figure.unit else figure.value)
    words, rest = _positive(group.words)
    rest = rest != group.negated
    for fact in view.facts:
        if fact.form != "number" or _dimension(fact) != "share" or fact.amount is None or fact.measure:
            continue
        if naming.names(fact, words, kind_words) < naming.SUBSET or not words:
            continue
        value = 1 - fact.amount if rest else fact.amount
        if compares(figure.op, value * 100, said * 100, _share_step(figure)):
            return _of_fact(view, fact, reading, how=f"1 − {fact.value}" if rest else "")
    return None


def proportion(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "at 70 % of its pod capacity": how much of a capacity, total or limit there is, of the same thing."""
    if (
        len(group.figures) != 1
        or group.figures[0].form not in ("percent", "part")
        or group.negated
        or "of" not in group.preps
    ):
        return None
    figure = group.figures[0]
    share = figure.base if figure.unit else figure.value
    for _, whole in naming.best(view, group.words, ("number",), kind_words):
        core = whole.words - _CAPACITIES
        if core == whole.words or not whole.amount:
            continue
        for part in view.facts:
            if (
                part.form != "number"
                or part is whole
                or part.amount is None
                or part.words - _COUNTS != core
                or _dimension(part) != _dimension(whole)
            ):
                continue
            if (
                compares(figure.op, part.amount / whole.amount * 100, share * 100, _share_step(figure))
                and not reading.past
            ):
                return [
                    _use(
                        view,
                        (part.field, whole.field),
                        "pair",
                        how=f"{part.value} of {whole.value}",
                        fact=whole,
                    )
                ]
    return None


def multiple_within(
    view: View, group: Group, reading: Reading, kind_words: frozenset[str]
) -> list[Use] | None:
    """ "the maximum is four times its minimum": two fields of one record."""
    if len(group.figures) != 1 or group.figures[0].form != "multiple" or group.negated or group.names:
        return None
    at = next(i for i, p in enumerate(group.pieces) if p.token.figure is not None)
    left, right = group_of(group.pieces[:at]).words, group_of(group.pieces[at + 1 :]).words
    figure = group.figures[0]
    for one in view.facts:
        for other in view.facts:
            if (
                one is other
                or one.form != "number"
                or other.form != "number"
                or not other.amount
                or one.amount is None
            ):
                continue
            if _dimension(one) != _dimension(other) or not _named_apart(one, left, other, right):
                continue
            if (
                compares(figure.op, one.amount / other.amount, figure.value, Fraction(1, 100))
                and not reading.past
            ):
                return [
                    _use(view, (one.field, other.field), "pair", how=f"{one.value} / {other.value}", fact=one)
                ]
    return None


def _named_apart(one: Fact, left: list[str], other: Fact, right: list[str]) -> bool:
    """Each named by its words, or by what sets the two apart ("maximum", "minimum")."""
    if not left or not right:
        return False
    if naming.names(one, left) >= naming.SUBSET and naming.names(other, right) >= naming.SUBSET:
        return True
    return set(left) == one.words - other.words and set(right) == other.words - one.words


_CAPACITIES = frozenset(
    concept(stem(w)) for w in "capacity total limit maximum quota allocatable size".split()
)
_COUNTS = frozenset(concept(stem(w)) for w in "count used current number".split())
_FREE = frozenset({"free", "empty", "left", "leav", "remain", "spare"})


def _positive(words: list[str]) -> tuple[list[str], bool]:
    """ "unused" is "used" of the rest; "free" is too."""
    found, turned = [], False
    for word in words:
        if word in _FREE:
            found.append("use")
            turned = True
        elif word == "unused":
            found.append("use")
            turned = True
        else:
            found.append(word)
    return found, turned


def _share_step(figure: Figure) -> Fraction:
    if figure.form == "part":
        return Fraction(1, 1000)
    return figure.step


def paired(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "2 of 3 replicas are ready", "half of the replicas", "all 5 are ready", "one of the three is not ready": part and whole (F4)."""
    quantity = _quantity(group)
    if quantity is None:
        return None
    part_said, whole_said, quantifier = quantity
    words = [
        w
        for w in group.words
        if w
        not in (
            "all",
            "each",
            "both",
            "any",
            "out",
            "some",
            "every",
            "half",
            "none",
            "most",
            "total",
            "share",
        )
    ]
    words, turned = _unready(words, view)
    inverted = group.negated != turned
    if quantifier == "not all":
        inverted = turned
    if quantifier == "no":
        inverted = turned
    wholes, parts = _whole_and_part(view, words or list(reading.inherited), reading.inherited, kind_words)
    for whole, part in ((w, p) for w in wholes for p in parts):
        if whole.amount is None or part.amount is None or reading.past or (whole is part):
            continue
        value = whole.amount - part.amount if inverted else part.amount
        if _pair_holds(value, whole.amount, part_said, whole_said, quantifier):
            how = (
                f"{value} of {whole.amount}"
                if part_said is not None and part_said.form in ("part", "percent")
                else ""
            )
            if inverted:
                how = f"{whole.amount} − {part.amount} = {value}"
            return [_use(view, (whole.field, part.field), "pair", how=how, words=part.phrases[0], fact=whole)]
    return None


def _quantity(group: Group) -> tuple[Figure | None, Figure | None, str] | None:
    """The part, the whole and the quantifier that a group names; None where it pairs nothing."""
    figures = group.figures
    low = [p.low for p in group.pieces]
    if len(figures) == 2 and low[0] == "of" and figures[0].form == "amount":
        figures = [figures[1], figures[0]]
    if len(figures) == 1 and figures[0].form == "pair":
        first = figures[0]
        from dataclasses import replace

        second = replace(first, value=first.second or Fraction(0), second=None, form="amount")
        return replace(first, second=None, form="amount"), second, ""
    if low.count("not") > 1:
        return None
    if (
        "not" in low
        and any(a == "not" and b in ("all", "every") for a, b in zip(low, low[1:], strict=False))
        and not figures
    ):
        return None, None, "not all"
    every = any(w in ("all", "every", "each", "both") for w in low)
    none = any(w in ("no", "none", "neither") for w in low)
    most = any(w in ("most", "majority") for w in low)
    if len(figures) == 2 and ("of" in group.preps or "out" in low or "/" in low or "against" in group.preps):
        first, second = figures
        if second.form in ("percent", "part"):
            first, second = second, first
        if second.form not in ("amount",) or first.dimension not in ("", "share"):
            return None
        return first, second, ""
    if len(figures) == 1:
        figure = figures[0]
        if every and figure.form == "amount" and not figure.unit:
            return None, figure, "all"
        if figure.form in ("part", "percent"):
            return figure, None, ""
        if figure.form == "amount" and not figure.unit and not none and not most:
            return figure, None, "count"
        return None
    if figures:
        return None
    if every:
        return None, None, "all"
    if none:
        return None, None, "no"
    if most:
        return None, None, "most"
    return None


def _unready(words: list[str], view: View) -> tuple[list[str], bool]:
    """ "unready" and "missing" say the rest of "ready"."""
    found, turned = [], False
    for word in words:
        if word in ("unready", "unavailab", "miss", "short", "unhealth"):
            found.append(
                {
                    "unready": "ready",
                    "unavailab": "availab",
                    "miss": "ready",
                    "short": "ready",
                    "unhealth": "health",
                }[word]
            )
            turned = True
        elif word == "up" and not any("up" in f.words for f in view.facts):
            continue
        else:
            found.append(word)
    return found, turned


def _whole_and_part(
    view: View, words: list[str], inherited: tuple[str, ...], kind_words: frozenset[str]
) -> tuple[list[Fact], list[Fact]]:
    numbers = [f for f in view.facts if f.form == "number" and f.unit is None and not f.measure]
    have = set(words)
    if inherited and have.isdisjoint(f.phrases[0][-1] for f in numbers):
        have |= {inherited[-1]}
    parts = [f for f in numbers if len(f.phrases[0]) > 1 and have >= set(f.phrases[0])]
    found: list[Fact] = []
    for part in parts:
        rest = set(part.phrases[0])
        found += [
            f for f in numbers if f is not part and (core := set(f.phrases[0]) - _WANTED) and core < rest
        ]
        extra = (
            have
            - set(part.phrases[0])
            - naming.OPTIONAL
            - kind_words
            - {"run", "replica", "copy", "pod", "want", "desir", "request", "gone", "come", "serv"}
        )
        if extra:
            return [], []
    return found, parts


_WANTED = frozenset({"desir", "total", "expect", "request", "want", "spec"})


def _pair_holds(
    value: Fraction, whole: Fraction, part_said: Figure | None, whole_said: Figure | None, quantifier: str
) -> bool:
    if whole_said is not None and not compares(whole_said.op, whole, whole_said.value, whole_said.step):
        return False
    match quantifier:
        case "all":
            return value == whole and whole > 0
        case "no":
            return value == 0
        case "not all":
            return value < whole
        case "most":
            return value * 2 > whole and value < whole
        case _:
            pass
    if part_said is None:
        return False
    if part_said.form in ("part", "percent"):
        share = part_said.base if part_said.unit else part_said.value
        return whole > 0 and compares(
            part_said.op,
            value / whole * 100,
            share * 100,
            _share_step(part_said) if part_said.form == "percent" else Fraction(1, 1000),
        )
    return compares(part_said.op, value, part_said.value, part_said.step)


def ranged(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "between 3 and 12 replicas", "3–12 replicas": both ends, of a least and a most of the same thing (F4)."""
    figures = group.figures
    if len(figures) == 1 and figures[0].form == "range":
        low, high = figures[0].value, figures[0].second or Fraction(0)
    elif (
        len(figures) == 2
        and {"between", "from"} & set(group.preps)
        or (len(figures) == 2 and "to" in group.preps)
    ):
        low, high = figures[0].value, figures[1].value
    else:
        return None
    words = [
        w for w in group.words if w not in ("minimum", "maximum", "least", "most", "range", "scal", "vary")
    ]
    for least in view.facts:
        if least.form != "number" or "minimum" not in least.words:
            continue
        rest = least.words - {"minimum"}
        most = next((f for f in view.facts if f.form == "number" and f.words == rest | {"maximum"}), None)
        if most is None or reading.past:
            continue
        if (
            set(words) - rest - naming.OPTIONAL - kind_words
            or not set(words) & rest
            and not set(reading.inherited) & rest
        ):
            continue
        factor = figures[-1].unit.factor if figures[-1].unit else Fraction(1)
        if least.amount == low * factor and most.amount == high * factor:
            return [_use(view, (least.field, most.field), "pair", words=tuple(rest), fact=most)]
    return None


# Times --------------------------------------------------------------------------------------------------------------


def timed(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "created on 2024-06-11", "up since 9 November", "last terminated at 09:51 UTC" (F11)."""
    if len(group.times) != 1 or group.names or group.negated:
        return None
    moment = group.times[0]
    words = [w for w in group.words if w not in ("seen", "see")]
    words += [w for w in group.light if w in _BIRTH_WORDS or w in view.vocabulary]
    if not words:
        return _same_moment(view, moment, reading)
    if _observed(view, moment, group):
        return [_use(view, (), "observed")]
    for level, fact in naming.best(view, words, ("time",), kind_words) if words else ():
        if level >= naming.SUBSET or (level == naming.LOOSE):
            if _moment_agrees(fact, moment):
                return _of_fact(view, fact, reading)
    if words and all(w in _BIRTH_WORDS for w in words):
        birth = birth_of(view)
        if birth is not None and _moment_agrees(birth, moment):
            return _of_fact(view, birth, reading)
    return None


def _same_moment(view: View, moment: Moment, reading: Reading) -> list[Use] | None:
    """A time without a word of its own belongs to what was just said: the same time, or one of the same happening."""
    if not reading.said:
        return None
    last = reading.said[-1].fact
    for fact in view.facts:
        if fact.form != "time" or not _moment_agrees(fact, moment) or last is None:
            continue
        if fact is last or (set(fact.phrases[0]) & set(last.phrases[0])) - {"last", "time", "at"}:
            return _of_fact(view, fact, reading)
    return None


_BIRTH_WORDS = frozenset(
    concept(stem(w)) for w in "exist existed up running run alive old age around live made born".split()
)


def _observed(view: View, moment: Moment, group: Group) -> bool:
    """ "as of 11:40 UTC": when the record was observed."""
    if any(w not in ("observ", "scan", "last", "read", "record") for w in group.words):
        return False
    if not ({"as", "at", "on"} & set(group.preps) or any(p.low == "as" for p in group.pieces)):
        return False
    observed = getattr(view.held, "observed_at", None)
    return isinstance(observed, datetime) and inside(moment, observed)


def _moment_agrees(fact: Fact, moment: Moment) -> bool:
    at = fact.value
    if not isinstance(at, datetime):
        return False
    if moment.form == "window" and moment.edge in ("since", "after", "before", "until", "till", "by"):
        if moment.edge == "since":
            return (
                moment.start is not None
                and moment.edge_end is not None
                and moment.start <= at < moment.edge_end
            )
        if moment.edge == "after":
            return moment.edge_end is not None and at >= moment.edge_end
        return moment.end is not None and at < moment.end
    return inside(moment, at)


def inside(moment: Moment, at: datetime) -> bool:
    """Whether an instant lies in the moment, as precisely as that is written."""
    if moment.form == "monthday":
        return at.day == moment.day
    if moment.form == "clock":
        return (
            moment.start is not None and moment.end is not None and _same_clock(moment.start, moment.end, at)
        )
    return (moment.start is None or moment.start <= at) and (moment.end is None or at < moment.end)


def _same_clock(start: datetime, end: datetime, at: datetime) -> bool:
    local = at.astimezone(start.tzinfo)
    same = local.hour == start.hour and local.minute == start.minute
    return same and (end - start >= timedelta(minutes=1) or local.second == start.second)


def between_times(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "ran from 02:00 to 02:07 UTC": a start and an end."""
    moments = [m for m in group.times if not m.day_only] if len(group.times) == 3 else group.times
    days = [m for m in group.times if m.day_only]
    if len(moments) == 1 and moments[0].edge == "between" and moments[0].start is not None:
        return None
    if len(moments) != 2 or group.names or group.negated or any(w not in _SPAN_WORDS for w in group.words):
        return None
    start = next(
        (
            f
            for f in view.facts
            if f.form == "time" and f.field in ("startedAt", "startTime", "from", "beganAt")
        ),
        None,
    )
    end = next(
        (
            f
            for f in view.facts
            if f.form == "time"
            and f.field in ("endedAt", "finishedAt", "completedAt", "endTime", "to", "completionTime")
        ),
        None,
    )
    if (
        start is None
        or end is None
        or not isinstance(start.value, datetime)
        or not isinstance(end.value, datetime)
    ):
        return None
    first, second = moments
    if (
        first.form == "clock"
        and second.zoned
        and not first.zoned
        and second.start is not None
        and first.start is not None
    ):
        first = _rezoned(first, second)
    if not {"from", "between"} & set(group.preps) and not any(m.edge == "between" for m in moments):
        return None
    if len(group.times) == 3 and not all(inside(d, start.value) for d in days):
        return None
    if inside(first, start.value) and inside(second, end.value):
        return [_use(view, (start.field, end.field), "pair", fact=start)]
    return None


def _rezoned(first: Moment, second: Moment) -> Moment:
    from dataclasses import replace

    zone = second.start.tzinfo if second.start else UTC
    start = first.start.replace(tzinfo=zone) if first.start else None
    end = first.end.replace(tzinfo=zone) if first.end else None
    return replace(first, start=start, end=end)


_SPAN_WORDS = frozenset(
    concept(stem(w)) for w in "run ran last lasted take took execute executed between time".split()
)


def birth_of(view: View) -> Fact | None:
    """The time it was created, launched or started."""
    for name in _BIRTH:
        fact = view.fact(name)
        if fact is not None and isinstance(fact.value, datetime):
            return fact
    return None


def aged(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "2 years old", "launched three weeks ago", "up for 4 days": an age, from a time and the question's own (F11)."""
    if len(group.figures) != 1 or group.names or group.negated or group.times:
        return None
    figure = group.figures[0]
    if figure.dimension != "time" or figure.unit is None:
        return None
    low = [p.low for p in group.pieces]
    words = [w for w in group.words if w not in ("ago", "old", "age")]
    words += [w for w in group.light if w in _BIRTH_WORDS or w in view.vocabulary]
    if not ({"ago", "old", "age", "for", "aged", "since", "in"} & set(low)) and not {"age"} & set(
        group.words
    ):
        return None
    facts = [f for _, f in naming.best(view, words, ("time",), kind_words)] if words else []
    if not facts and all(w in _BIRTH_WORDS for w in words):
        birth = birth_of(view)
        facts = [birth] if birth else []
    for fact in facts:
        if isinstance(fact.value, datetime) and is_age(figure, fact.value, reading.asked):
            made = _of_fact(
                view, fact, reading, how=f"from {fact.value:%Y-%m-%d %H:%M} UTC to when it was asked"
            )
            if made is not None:
                made[0].part = "age"
            return made
        future = isinstance(fact.value, datetime) and fact.value > reading.asked and "in" in low
        if future and isinstance(fact.value, datetime) and is_age(figure, reading.asked, fact.value):
            return _of_fact(view, fact, reading)
    return None


def is_age(figure: Figure, start: datetime, end: datetime) -> bool:
    """Whether a span is what the figure says: its whole units, or rounded where it is written with decimals or "about"."""
    if figure.unit is None or start > end:
        return False
    if figure.unit.calendar:
        exact = Fraction(calendar_months(start, end)) / (12 if figure.unit.calendar == "year" else 1)
    else:
        exact = Fraction((end - start) / timedelta(microseconds=1)) / 1_000_000 / figure.unit.factor
    return age_agrees(figure, exact)


def age_agrees(figure: Figure, exact: Fraction) -> bool:
    """Ages are told in whole units that have passed; a tenth of a unit short is rounded up."""
    if figure.op != "=":
        return compares(figure.op, exact, figure.value, figure.step)
    whole = Fraction(exact // figure.step) * figure.step
    return (
        whole == figure.value
        or abs(exact - figure.value) <= figure.step / 10
        or (figure.step < 1 and abs(exact - figure.value) * 2 <= figure.step)
    )


def lasted(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "lasted 35 minutes", "took 7 minutes": a duration, stated or from start to end (F12)."""
    if len(group.figures) != 1 or group.names or group.negated:
        return None
    figure = group.figures[0]
    words = set(group.words) | set(group.light)
    if not words and {"after", "for", "within", "in"} & set(group.preps):
        words = {"last"}
    if (
        figure.dimension != "time"
        or not words & {"last", "tak", "take", "run", "duration", "durat", "long"}
        or words - {"last", "tak", "take", "run", "durat", "duration", "long", "time"}
    ):
        return None
    start = next(
        (f for f in view.facts if f.field in ("startedAt", "startTime") and isinstance(f.value, datetime)),
        None,
    )
    end = next(
        (
            f
            for f in view.facts
            if f.field in ("endedAt", "finishedAt", "completedAt", "endTime")
            and isinstance(f.value, datetime)
        ),
        None,
    )
    if (
        start is None
        or end is None
        or not isinstance(start.value, datetime)
        or not isinstance(end.value, datetime)
    ):
        return None
    seconds = Fraction((end.value - start.value) / timedelta(microseconds=1)) / 1_000_000
    if agrees(figure, seconds):
        return [_use(view, (start.field, end.field), "pair", how=f"{end.field} − {start.field}", fact=end)]
    return None


# Text, states and flags ---------------------------------------------------------------------------------------------


def spelled(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """A value as it is written, with the words of its field, or without them where the value alone says it."""
    if group.figures or group.times:
        return None
    content = [p for p in group.pieces if p.part != EMPTY_PIECE or p.low in LIKELIHOOD]
    view.facts  # noqa: B018 — fills the tables of spellings
    for start in range(len(content)):
        for end in range(len(content), start, -1):
            for fact, part in _facts_spelled(view, group.pieces, content, start, end):
                made = _spelled_as(
                    view, group, reading, kind_words, fact, part, content[:start] + content[end:]
                )
                if made is not None:
                    return made
    return None


_PLAIN = frozenset("of in on at for with from as within per over via through out into by".split())
_TO_AFTER = frozenset(
    "set limited configured equal amounts comes up allocated restricted scaled close fixed capped pinned amount come due forward forwards routes maps sends exposes".split()
)


def _plain_preps(group: Group) -> bool:
    """Whether every preposition leads a value: "to" only after "set", "limited" and their like."""
    for place, piece in enumerate(group.pieces):
        if piece.part != PREP or piece.low in _PLAIN:
            continue
        before = group.pieces[place - 1].low if place else ""
        if piece.low == "to" and before in _TO_AFTER:
            continue
        if piece.low in ("after", "during", "across"):
            continue
        return False
    return True


def _facts_spelled(
    view: View, pieces: list[Piece], content: list[Piece], start: int, end: int
) -> list[tuple[Fact, str]]:
    """The facts whose value these pieces spell."""
    first, last = pieces.index(content[start]), pieces.index(content[end - 1])
    tokens = [p.token for p in pieces[first : last + 1]]
    found: list[tuple[Fact, str]] = []
    if len(tokens) == 1:
        found += [(f, f.exact[tokens[0].text]) for f in view.exact.get(tokens[0].text, ())]
        if not found and tokens[0].kind == "name":
            found += _commit(view, tokens[0].text)
        if not found and tokens[0].low != tokens[0].text:
            found += [
                (f, f.exact[tokens[0].low])
                for f in view.exact.get(tokens[0].low, ())
                if not is_identifier(tokens[0].text)
                or tokens[0].text[0].isupper()
                and tokens[0].text[1:].islower()
            ]
    else:
        joined = " ".join(t.text for t in tokens)
        found += [(f, f.exact[joined]) for f in view.exact.get(joined, ())]
    key = "".join(t.key for t in tokens)
    key = _VALUE_ALIASES.get(key, key)
    found += [(f, "") for f in view.folded.get(key, ()) if all(f is not g for g, _ in found)]
    return found


def _commit(view: View, text: str) -> list[tuple[Fact, str]]:
    """A short commit hash: seven characters or more of a field that is a commit (F1)."""
    if len(text) < 7 or any(c not in "0123456789abcdef" for c in text):
        return []
    return [
        (f, "")
        for f in view.facts
        if isinstance(f.value, str)
        and f.words & {"commit", "sha", "revis", "hash"}
        and len(f.value) >= 20
        and f.value.startswith(text)
    ]


def _spelled_as(
    view: View,
    group: Group,
    reading: Reading,
    kind_words: frozenset[str],
    fact: Fact,
    part: str,
    rest: list[Piece],
) -> list[Use] | None:
    if any(p.part in (NAME,) for p in rest):
        return None
    negated = any(p.part == NOT for p in rest)
    words = [w for p in rest if p.part == WORD for w in words_of_piece(p)]
    words += [p.word for p in rest if p.part == LIGHT and p.word in view.vocabulary]
    around = group_of(rest)
    if not _plain_preps(around):
        return None
    bare_in = "in" in around.preps or group.lead == "in"
    if group.joined and reading.said and reading.said[-1].part == "link" and not words:
        return None
    if fact.typed and not words and fact.form == "text":
        return None
    if part:
        words = [w for w in words if w not in ("tag", "version", "imag", "digest", "releas", "build")]
    if negated:
        return None
    if not words and fact.last.lower() == "branch" and "on" in group.preps:
        return _of_fact(view, fact, reading)
    if (
        not words
        and fact.field in ("method", "via", "reason", "source")
        and {"by", "through", "via", "from"} & set(group.preps)
    ):
        return _of_fact(view, fact, reading)
    if not words and fact.form == "list":
        led = group.lead or (group.preps[0] if group.preps else "")
        goes_on = group.joined and bool(reading.said) and reading.said[-1].fact is fact
        return (
            _of_fact(view, fact, reading) if led in ("in", "across", "over", "on", "at") or goes_on else None
        )
    if (
        group.joined
        and reading.said
        and reading.said[-1].fact is not None
        and reading.said[-1].fact.form == "list"
        and not words
    ):
        return None
    if words:
        level = naming.names(fact, words, kind_words)
        if level == naming.NONE:
            return _bare(view, fact, reading, part, bare_in=bare_in, lead=group.lead)
        if level < naming.SUBSET and not _loosely(fact, words, level) and not _says_image(fact, words):
            return _by_agent(view, fact, group, words, reading)
        if _acts(group, fact):
            return None
        return _of_fact(view, fact, reading)
    return _bare(view, fact, reading, part, bare_in=bare_in, lead=group.lead)


def _loosely(fact: Fact, words: list[str], level: int) -> bool:
    """Words that only go with the field say it where the value is an identifier of its own ("lets in 10.20.0.0/16")."""
    if level == naming.LOOSE:
        return True
    free = {w for p in fact.phrases for part in p for w in FREE_WORDS.get(part, ())}
    return bool(words) and is_identifier(str(fact.value)) and all(w in free for w in words)


def _by_agent(view: View, fact: Fact, group: Group, words: list[str], reading: Reading) -> list[Use] | None:
    """ "issued by Example CA" says the issuer."""
    verb = agent_verb(fact.field)
    if verb and "by" in group.preps and words == [verb]:
        return [_use(view, (fact.field,), words=fact.phrases[0], fact=fact)]
    return None


def _acts(group: Group, fact: Fact) -> bool:
    """The word of a name field used as a verb of the subject ("harvest leads oona") says the other direction."""
    first = group.pieces[0]
    named = any(p.part == NAME for p in group.pieces) or is_identifier(str(fact.value))
    return (
        named
        and first.part == WORD
        and first.low.endswith("s")
        and len(group.pieces) > 1
        and first.word in fact.words
        and not first.low.endswith("ss")
        and group.pieces[1].part == NAME
    )


def _says_image(fact: Fact, words: list[str]) -> bool:
    return "imag" in fact.words and set(words) <= {
        "imag",
        "version",
        "tag",
        "contain",
        "on",
        "build",
        "deploy",
    }


def _bare(
    view: View, fact: Fact, reading: Reading, part: str, *, bare_in: bool = False, lead: str = ""
) -> list[Use] | None:
    """A value said without its field: a state, an attribute, or an identifier."""
    text = str(fact.value)
    if fact.typed or text in view.names:
        return None
    if (
        reading.inherited
        and lead not in ("to", "by", "for", "from", "with", "in")
        and naming.names(fact, reading.inherited) >= naming.SUBSET
    ):
        return _of_fact(view, fact, reading)
    if bare_in and not fact.last.lower().startswith(("zone", "vpc", "subnet", "network", "project", "group")):
        return None
    if part or fact.last.lower() in STATE_FIELDS or fact.last.lower() in ATTRIBUTE_FIELDS:
        return _of_fact(view, fact, reading)
    if is_identifier(text) and not is_place(fact.field):
        return _of_fact(view, fact, reading)
    return None


def flagged(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """A boolean said or denied: "is encrypted", "isn't publicly accessible", "without TLS", "Multi-AZ is off" (W3)."""
    words = [w for w in group.words if w not in kind_words] or group.words
    if not words:
        return None
    for fact in view.facts:
        if fact.form == "boolean":
            value = _flag(view, fact, group, words, frozenset(reading.inherited))
            if value is not None and value == fact.value and not fact.typed:
                return _of_fact(view, fact, reading)
    return opposite(view, group, reading, words)


def _flag(view: View, fact: Fact, group: Group, words: list[str], inherited: frozenset[str]) -> bool | None:
    """What the group says of the boolean; None where it says nothing of it."""
    have = set(words)
    value: bool = not group.negated
    if any(have == set(phrase) for phrase in fact.phrases):
        return value
    switched = have & (_YES | _NO)
    if switched and have - switched:
        value = value if not switched & _NO else not value
        have -= switched
    for phrase in fact.phrases:
        core = set(phrase) - _YES
        if have == set(phrase) or (core and have == core and (switched or core != set(phrase))):
            return value
        if inherited and have and have <= set(phrase) <= have | inherited:
            return value
        undone = _undone(group, phrase)
        if undone and have - undone == set(phrase) - {u for p in phrase for u in [p]} | (
            set(phrase) - _bases(undone)
        ):
            return not value
    from evidence.lexicon import field_of

    declared = field_of(fact.kind, fact.field)
    if declared is not None:
        for yes in declared.yes:
            if have == {concept(s) for s in stems(yes)}:
                return value
        for no in declared.no:
            if have == {concept(s) for s in stems(no)}:
                return not value
    return None


def _undone(group: Group, phrase: tuple[str, ...]) -> set[str]:
    """Words of the group that are a word of the phrase with "un" or "non" before it."""
    found = set()
    for piece in group.pieces:
        if piece.part == WORD:
            for prefix in ("un", "non-", "non", "in"):
                if piece.low.startswith(prefix) and concept(stem(piece.low[len(prefix) :])) in phrase:
                    found.add(piece.word)
    return found


def _bases(undone: set[str]) -> set[str]:
    return {concept(stem(w[2:])) for w in undone} | {concept(w[2:]) for w in undone}


def opposite(view: View, group: Group, reading: Reading, words: list[str]) -> list[Use] | None:
    """A state denied by its declared opposite: "is not running" of one that is stopped."""
    if not group.negated or len(words) > 3:
        return None
    said = "".join(p.token.key for p in group.pieces if p.part == WORD)
    for other in OPPOSITES.get(said, ()):
        for fact in view.folded.get(other.replace("-", ""), ()):
            if fact.last.lower() in STATE_FIELDS:
                return _of_fact(view, fact, reading)
    for place in range(1, len(group.pieces)):
        left = [p for p in group.pieces if p.part == WORD]
        if len(left) < 2:
            break
        value, rest = left[-1].token.key, [p.word for p in left[:-1]]
        for other in OPPOSITES.get(value, ()):
            for fact in view.folded.get(other, ()):
                if naming.names(fact, rest) >= naming.SUBSET:
                    return _of_fact(view, fact, reading)
        break
    return None


def kinded(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "is a deployment": the kind's own noun."""
    if group.negated or group.light or group.preps:
        return None
    said = tuple(stem(s) for p in group.pieces if p.part == WORD for s in p.low.split("-"))
    if said and said in nouns_of(view.kind):
        return [_use(view, (), "kind")]
    return None


def concerning(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "an incident on cart-api", "hit cider": whom a record speaks of."""
    if (
        group.negated
        or len(group.names) != 1
        or not view.about
        or group.names[0].text != view.about
        or group.figures
    ):
        return None
    said = [p for p in group.pieces if p.part in (WORD, LIGHT)]
    if (
        group.pieces[-1].part != NAME
        or len(said) > 1
        or (set(group.preps) - {"on", "at", "of", "for", "to", "in", "with"})
    ):
        return None
    if said and said[0].token.stem not in _CONCERNS or not (said or group.preps):
        return None
    return [_use(view, ("subject",), "name")]


_CONCERNS = frozenset(stem(w) for w in "hit affect strike concern involve touch".split())


def opened(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """The name of a field whose value follows later ("the head commit on trunk is 4be1d77"); it must follow."""
    if group.negated or not group.words or group.preps:
        return None
    for level, fact in naming.best(view, group.words, ("text", "number", "version"), kind_words):
        if level == naming.EXACT and not fact.typed:
            return [_use(view, (), "named", fact=fact, words=tuple(group.words))]
    return None


def renamed(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """The name of a field that the clause has just said the value of ("…, its idle timeout")."""
    if group.negated or not group.words:
        return None
    for use in reading.said:
        if (
            use.fact is not None
            and use.fact.form != "boolean"
            and use.part != "named"
            and naming.names(use.fact, group.words, kind_words) == naming.EXACT
        ):
            return []
    last = reading.said[-1].fact if reading.said else None
    if last is None or last.amount is None:
        return None
    for _, fact in naming.best(view, group.words, ("number",), kind_words):
        if (
            naming.names(fact, group.words, kind_words) == naming.EXACT
            and fact.amount == last.amount
            and _dimension(fact) == _dimension(last)
        ):
            return _of_fact(view, fact, reading)
    return None


def lacking(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "has no owner", "is unowned" of a row of the records that have none."""
    if not view.lacks or not lacks(view.lacks[0], group):
        return None
    return [_use(view, (view.lacks[0].type,), "lack")]


def lacks(link: Link, group: Group) -> bool:
    """Whether the group denies the relation: "no owner", "without an owner", "unowned"."""
    words = tuple(
        p.token.stem
        for p in group.pieces
        if p.part in (WORD, LIGHT) and p.token.stem not in ("lack", "miss", "have")
    )
    denied = group.negated or bool({"lack", "miss"} & set(group.words)) or "without" in group.preps
    for way in link.ways:
        if way.out != link.out:
            continue
        if (
            denied
            and words
            and (words in (way.words, way.words[-1:]) if way.noun else words == way.words[:1])
        ):
            return True
    if len(words) == 1 and words[0].startswith("un") and not denied:
        return any(not way.noun and way.words[0] == stem(words[0][2:]) for way in link.ways)
    return False


def negative(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "has no replicas", "never restarted": a record's own zero or empty list."""
    if not group.negated or not group.words:
        return None
    for level, fact in naming.best(view, group.words, ("number", "list"), kind_words):
        if level == naming.EXACT and fact.amount == 0 and fact.unit is None:
            return _of_fact(view, fact, reading)
    return None


# Names: places, identities, relations, lists --------------------------------------------------------------------------


def placed(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "in the namespace shop", "in eu-west-1": where the record is."""
    if group.negated or group.figures or len(group.names) != 1:
        return None
    text = group.names[0].text
    nouns = [w for w in group.words if w in _PLACE_STEMS]
    if not _stands_placed(group, reading, bool(nouns)):
        return None
    if len(nouns) != len(group.words) or len(nouns) > 1 or (set(group.preps) & {"by", "than", "from"}):
        return None
    field = _PLACE_STEMS[nouns[0]] if nouns else ""
    found = [n for n, v in view.place.items() if v == text and (not field or n == field)]
    return [_use(view, (found[0],), "place", words=())] if found else None


def _stands_placed(group: Group, reading: Reading, noun: bool) -> bool:
    """Whether the name stands where a place does: behind "in" or its noun, or going on from another place."""
    at = next(i for i, p in enumerate(group.pieces) if p.part == NAME)
    before = [p.low for p in group.pieces[:at] if p.part == PREP] or ([group.lead] if group.lead else [])
    goes_on = bool(reading.said) and reading.said[-1].part == "place"
    if any(p.part == PREP for p in group.pieces[at:]):
        return False
    if not before:
        return noun or (goes_on and group.joined) or goes_on
    if before[-1] in ("in", "within", "inside", "across", "on"):
        return True
    return before[-1] in ("of", "from") and (noun or goes_on)


_PLACE_STEMS = {concept(stem(n)): n for n in _PLACE_NOUNS} | {stem("env"): "environment"}


def identified(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """ "is the instance crane-gw-1": another name of the same record, its own kind before it."""
    if group.negated or len(group.names) != 1 or group.names[0].text not in view.names:
        return None
    said = tuple(stem(p.low) for p in group.pieces if p.part == WORD)
    if group.preps or group.light or group.pieces[-1].part != NAME or group.names[0].text in reading.names:
        return None
    if said not in nouns_of(view.kind) and not (
        reading.copular and not said and group.names[0].text != view.name
    ):
        return None
    return [_use(view, (), "name")]


def related(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """A relation with its direction, its verb or noun, and every name at its other end (W2)."""
    if group.negated or not group.names or group.times or (group.figures and not _as_many(group)):
        return None
    first = next(i for i, p in enumerate(group.pieces) if p.part == NAME)
    before, after = group.pieces[:first], group.pieces[first:]
    if len(group.names) == 1 and group.names[0].possessive:
        return _possessed(view, after)
    names = [p.token.text for p in after if p.part == NAME]
    uses = []
    for name in names:
        link = next(
            (
                k
                for k in view.links
                if name in (k.name, k.uid)
                if _says(k, before, after, copular=reading.copular)
            ),
            None,
        )
        if link is None:
            return None
        uses.append(_link_use(view, link))
    return uses


def _as_many(group: Group) -> bool:
    """ "owns two things: a and b": as many names as the figure says."""
    figure = group.figures[0]
    distinct = len({n.text for n in group.names})
    return (
        len(group.figures) == 1
        and figure.unit is None
        and figure.form == "amount"
        and figure.op == "="
        and figure.value == distinct == len(group.names)
    )


def _possessed(view: View, after: list[Piece]) -> list[Use] | None:
    """ "is payments' responsibility", "is checkout-api's dependency": the noun after the name's genitive."""
    name = after[0].token.text
    said = tuple(p.token.stem for p in after[1:] if p.part in (WORD, LIGHT))
    for link in view.links:
        if link.name != name:
            continue
        for way in link.ways:
            if way.out == link.out and not way.noun and way.words == (*said, "of"):
                return [_link_use(view, link)]
            if way.noun and way.out != link.out and way.words == said:
                return [_link_use(view, link)]
    return None


def _link_use(view: View, link: Link) -> Use:
    fields = (link.field,) if link.field else (link.type,)
    return _use(view, fields, "link", inferred=link.inferred is not None, name=link.name)


def _says(link: Link, before: list[Piece], after: list[Piece], *, copular: bool = True) -> bool:
    """Whether the words before the names say this relation from the view's end, and those after say nothing else."""
    said = [
        p.token.stem
        for p in before
        if p.part in (WORD, LIGHT, PREP) or (p.part == EMPTY_PIECE and p.low == "as")
    ]
    if (
        any(p.token.figure is not None for p in before)
        and said
        and said[-1] in ("thing", "item", "object", "resourc", "record")
    ):
        said = said[:-1]
    said = [w for w in said if w not in ("the",)]
    for p in after:
        if p.part in (WORD, LIGHT):
            noun = (p.token.stem,)
            if noun not in nouns_of(link.kind):
                return False
        if p.part == PREP:
            return False
    bare = _without_noun(said, link.kind)
    for way in link.ways:
        if way.noun and copular:
            located = tuple(said[:-1]) if said and said[-1] == "in" else ()
            if way.out == link.out and way.words in (tuple(bare), tuple(said), located):
                return True
            if way.out != link.out and tuple(bare) == (*way.words, "of"):
                return True
        elif not way.noun and way.out == link.out and (tuple(bare) == way.words or tuple(said) == way.words):
            return True
    as_noun = tuple(said)
    return copular and bool(link.kind) and as_noun in nouns_of(link.kind) and not _owned_places(as_noun)


def _owned_places(noun: tuple[str, ...]) -> bool:
    return False


def _without_noun(said: list[str], kind: str) -> list[str]:
    """The words without the other end's kind at their end ("is owned by the team")."""
    for size in (3, 2, 1):
        if len(said) > size and tuple(said[-size:]) in nouns_of(kind):
            return said[:-size]
        if (
            len(said) > size
            and not kind
            and tuple(said[-size:]) in (("team",), ("repositor",), ("repo",), ("person",))
        ):
            return said[:-size]
    return said


def listed(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """Members of a list field: "its zones are a, b and c", "two zones, a and b"."""
    if group.negated or "through" in group.preps or len({n.text for n in group.names}) < len(group.names):
        return None
    for fact in view.facts:
        if fact.form != "list" or not all(n.text in fact.exact for n in group.names):
            continue
        spelt = [p.word for p in group.pieces if p.part == WORD and p.token.key in fact.folded]
        spelled_out = set(spelt)
        if len(spelled_out) < len(spelt):
            continue
        if not group.names and not spelled_out:
            continue
        words = [w for w in group.words if w not in ("includ", "one") and w not in spelled_out]
        if words and naming.names(fact, words, kind_words) < naming.SUBSET:
            continue
        if not words and len(group.names) < 1:
            continue
        if group.figures and not (len(group.figures) == 1 and _one_or_all(group, fact)):
            continue
        return _of_fact(view, fact, reading)
    return None


def _one_or_all(group: Group, fact: Fact) -> bool:
    figure = group.figures[0]
    if figure.unit is not None or figure.form != "amount":
        return False
    if figure.value == 1 and len(group.names) == 1 and "of" in group.preps:
        return True
    return fact.amount is not None and agrees(figure, fact.amount) and len(group.names) == figure.value
