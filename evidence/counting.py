"""Claims about populations: counts, shares, "all" and "none", measured by results (F9, F12, W4, A1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction

from evidence import naming, saying
from evidence.amount import same_dimension
from evidence.carry import account
from evidence.use import Reading, Use
from evidence.clause import is_verb
from evidence.fact import Fact, View
from evidence.figure import Figure, agrees, compares
from evidence.group import (
    BREAK,
    EMPTY_PIECE,
    FIGURE,
    LIGHT,
    NAME,
    NOT,
    PREP,
    TIME,
    WORD,
    Group,
    Piece,
    group_of,
)
from evidence.lexicon import STATE_FIELDS, concept, noun_words, nouns_of
from evidence.moment import inside
from evidence.population import Condition, Population
from evidence.relation import PLACE_STEMS, lacks, says_link
from evidence.time import Moment
from evidence.word import stem

SEEN = frozenset(
    concept(stem(w))
    for w in """look check examine scan inspect see find count record observe read list match register report happen occur
    take place exist note log detect make sum up total together altogether add come amount accounts all overall such have hold includ include contain show know count exist run_with
    thing number them they those these one kind object hit""".split()
)
"""Words that say no more of a population than that it was looked at."""

_ALL = frozenset("all every each".split())
_NONE = frozenset("no none neither nothing nobody".split())
_MEASURES = {
    "average": frozenset({"averag", "mean"}),
    "median": frozenset({"median"}),
    "minimum": frozenset({"minimum", "smallest", "least", "lowest", "shortest"}),
    "maximum": frozenset({"maximum", "largest", "most", "highest", "longest", "biggest"}),
    "sum": frozenset(
        {"sum", "total", "together", "add", "up", "altogether", "combin", "amount", "come", "overall", "all"}
    ),
    "count": frozenset(),
}
_ALL_MEASURE_WORDS = frozenset(w for m, words in _MEASURES.items() if m != "sum" for w in words) | {
    "sum",
    "percentil",
    "p95",
    "p99",
    "p50",
    "p90",
    "total",
}


@dataclass(slots=True)
class State:
    """How far a population clause is read."""

    asserted: dict[int, bool] = field(default_factory=dict)  # condition → polarity
    restricting: set[int] = field(default_factory=set)  # conditions said of the noun itself
    placed: set[str] = field(default_factory=set)
    windowed: bool = False
    figures: list[tuple[Figure, bool]] = field(default_factory=list)  # and whether "of" stands before it
    quantifiers: set[str] = field(default_factory=set)
    named: bool = False  # the kind's noun was said
    negated: bool = False
    leftover: list[Piece] = field(default_factory=list)
    groups_said: bool = False
    groups_counted: bool = False
    words: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Asked:
    """What the question adds: its restriction, and its words for conditions it names."""

    within: dict[str, str]
    pieces: list[Piece]
    texts: frozenset[str]
    asked: datetime


@dataclass(slots=True)
class Outcome:
    """A population clause carried: its uses, and whether it needs a whole and fresh result."""

    uses: list[Use]
    absolute: bool
    counted: bool
    state: State


def carry_count(
    pop: Population,
    pieces: list[Piece],
    asked: Asked,
    *,
    inherited: str,
    earlier: list[Piece] | None = None,
    reading: Reading,
) -> Outcome | None:
    """Whether the population carries the clause. `inherited`: it is what was last spoken of, so its conditions stand."""
    pieces = _turned(pop, pieces)
    verb = _verb(pieces)
    for state in _readings(pop, pieces, verb, reading):
        if earlier is not None and not state.asserted and pop.conditions:
            for place in range(len(pop.conditions)):
                state.asserted[place] = not state.negated
            state.negated = False
        if not _restricted(pop, state, asked, inherited):
            continue
        outcome = _holds(pop, state, pieces, verb, inherited, asked, reading)
        if outcome is not None:
            return outcome
    return None


def _turned(pop: Population, pieces: list[Piece]) -> list[Piece]:
    """ "The owner of 2 applications in staging is unknown" as "2 applications in staging: the owner is unknown"."""
    tokens = [p.token for p in pieces]
    verb = next((i for i in range(len(tokens)) if is_verb(tokens, i)), len(tokens))
    of = next((i for i in range(1, verb) if pieces[i].low == "of"), None)
    if (
        of is None
        or not any(p.part == WORD for p in pieces[:of])
        or any(p.part == FIGURE for p in pieces[:of])
    ):
        return pieces
    if any(
        p.low
        in ("most", "all", "none", "half", "each", "both", "any", "majority", "every", "no", "one", "share")
        for p in pieces[:of]
    ):
        return pieces
    nouns = nouns_of(pop.kind)
    if not any(_noun_at(pieces, i, nouns) for i in range(of, verb)):
        return pieces
    return [*pieces[of + 1 : verb], *pieces[:of], *pieces[verb:]]


def _verb(pieces: list[Piece]) -> int:
    tokens = [p.token for p in pieces]
    place = next((i for i in range(len(tokens)) if is_verb(tokens, i)), len(tokens))
    existential = any(p.low == "there" for p in pieces[:place]) or (
        place and pieces[0].low in ("we", "there")
    )
    return len(tokens) if existential else place


def _readings(pop: Population, pieces: list[Piece], verb: int, reading: Reading) -> Iterator[State]:
    """Every way to spend the pieces; what neither condition, place, time nor noun takes is left over."""
    states = [State()]
    nouns = nouns_of(pop.kind)
    group_nouns = {tuple(stem(w) for w in naming_words(name)) for name in pop.group_names}
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        size = _noun_at(pieces, at, nouns)
        if size and not _condition_at(pop, pieces, at, size):
            for state in states:
                state.named = True
            at += size
            continue
        if _noun_at(pieces, at, group_nouns) or _group_noun(pieces, at, pop):
            counted = at > 0 and pieces[at - 1].part == FIGURE
            for state in states:
                state.groups_said = True
                state.groups_counted = state.groups_counted or counted
            if not _groups_agree(pop, pieces, at):
                return
            at += _noun_at(pieces, at, group_nouns) or 1
            continue
        taken = _take_condition(pop, pieces, at)
        if taken is not None:
            end, place, polarity = taken
            for state in states:
                state.asserted[place] = polarity
                if end <= verb:
                    state.restricting.add(place)
            at = end
            continue
        if not _take(pop, piece, pieces, at, states):
            return
        at += 1
    yield from states


def naming_words(name: str) -> tuple[str, ...]:
    """The words of a field's name."""
    from graph.kind import words_of

    return words_of(name)


def _group_noun(pieces: list[Piece], at: int, pop: Population) -> bool:
    return (
        bool(pop.groups)
        and pieces[at].part == WORD
        and any(pieces[at].token.stem == stem(n) for n in pop.group_names)
    )


def _groups_agree(pop: Population, pieces: list[Piece], at: int) -> bool:
    """ "three namespaces": the figure before the groups' noun is how many groups there are."""
    before = pieces[at - 1] if at else None
    if before is not None and before.part == FIGURE and before.token.figure is not None:
        return agrees(before.token.figure, Fraction(pop.result.total))
    return True


def _noun_at(pieces: list[Piece], at: int, nouns: frozenset[tuple[str, ...]] | set[tuple[str, ...]]) -> int:
    """How many pieces spell a noun of the kind from here; the longest."""
    if pieces[at].part not in (WORD, NAME, LIGHT):
        return 0
    for size in (4, 3, 2, 1):
        run = pieces[at : at + size]
        if len(run) == size and all(p.part in (WORD, NAME, LIGHT) for p in run):
            said = tuple(s for p in run for s in _stems(p))
            if said in nouns:
                return size
    return 0


def _stems(piece: Piece) -> tuple[str, ...]:
    return tuple(stem(w) for w in piece.low.split("-"))


def _condition_at(pop: Population, pieces: list[Piece], at: int, size: int) -> bool:
    return False


def _take_condition(pop: Population, pieces: list[Piece], at: int) -> tuple[int, int, bool] | None:
    """The longest run from here that says a condition, or its opposite."""
    if pieces[at].part in (EMPTY_PIECE, BREAK) or not pop.conditions:
        return None
    nouns = nouns_of(pop.kind)
    if pieces[at].low in ("no", "none", "neither") and any(
        _noun_at(pieces, i, nouns) and not _in_field(pop, pieces[i])
        for i in range(at + 1, min(at + 5, len(pieces)))
    ):
        return None
    limit = next(
        (
            i
            for i in range(at, min(len(pieces), at + 10))
            if _noun_at(pieces, i, nouns) and not _in_field(pop, pieces[i])
        ),
        min(len(pieces), at + 10),
    )
    for end in range(limit, at, -1):
        if pieces[end - 1].part in (BREAK, EMPTY_PIECE, PREP):
            continue
        for place, condition in enumerate(pop.conditions):
            polarity = says(condition, pieces[at:end], pop.kind)
            if polarity is not None:
                return end, place, polarity
    return None


def _in_field(pop: Population, piece: Piece) -> bool:
    """Whether a noun of the kind is also a word of a field that a condition compares."""
    return any(c.fact is not None and any(piece.word in p for p in c.fact.phrases) for c in pop.conditions)


def says(condition: Condition, run: list[Piece], kind: str) -> bool | None:
    """Whether a run says the condition (True), its opposite (False), or something else (None)."""
    if condition.link is not None:
        return _says_link(condition, run)
    if condition.fact is None:
        return None
    if condition.unknown:
        return _says_unknown(condition, run)
    group = group_of(run)
    if group.figures and condition.fact.form == "number":
        return _says_threshold(condition, run, kind)
    if group.figures or group.times:
        return _says_time(condition, run, kind)
    return _says_value(condition, run, kind)


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
    reading = Reading(_EPOCH)
    if _said(view, run, reading, words) or _as_verb(fact, run):
        return fact.op != "!="
    if fact.form == "boolean":
        turned = replace_value(view, fact, not fact.value)
        if _said(turned, run, reading, words):
            return fact.op == "!="
    elif run and run[0].part == NOT and len(run) > 1 and _said(view, run[1:], reading, words):
        return fact.op == "!="
    return None


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


_EPOCH = datetime.fromisoformat("2000-01-01T00:00:00+00:00")


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
    if moment.edge in ("before", "until") and fact.op in ("<", "<=") and moment.end == fact.value:
        return True
    if moment.edge in ("after", "since") and fact.op in (">", ">=") and moment.start == fact.value:
        return True
    return None


def _says_unknown(condition: Condition, run: list[Piece]) -> bool | None:
    """ "the owner is unknown", "of unknown owner"."""
    fact, group = condition.fact, group_of(run)
    if fact is None or "unknown" not in group.words or group.negated or group.figures:
        return None
    words = [w for w in group.words if w != "unknown"]
    level = naming.names(fact, words) if words else naming.NO
    return True if level >= naming.SUBSET else None


def _says_link(condition: Condition, run: list[Piece]) -> bool | None:
    """ "have no owner", "without an owner", "unowned" – or, of a named end, the relation itself."""
    link, group = condition.link, group_of(run)
    if link is None or group.figures or group.times:
        return None
    if link.name and not condition.none:
        names = [n.text for n in group.names]
        if names == [link.name]:
            first = next(i for i, p in enumerate(run) if p.part == NAME)
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


def _denied(run: list[Piece]) -> Group:
    group = group_of(run)
    group.negated = True
    return group


def _take(pop: Population, piece: Piece, pieces: list[Piece], at: int, states: list[State]) -> bool:
    """Spends one piece that is no condition: a figure, a quantifier, a place, a time, an empty word. False where it is none."""
    if piece.part == LIGHT and piece.word not in SEEN:
        for state in states:
            state.leftover.append(piece)
        return True
    if piece.part in (EMPTY_PIECE, BREAK, LIGHT):
        if piece.low in ("all", "each", "every", "both"):
            for state in states:
                state.quantifiers.add(piece.low)
        return True
    if piece.part == FIGURE and piece.token.figure is not None:
        if _counts_groups(pop, pieces, at):
            return True
        after_of = _after_of(pieces, at)
        for state in states:
            state.figures.append((piece.token.figure, after_of))
        return True
    if piece.part == TIME and piece.token.moment is not None:
        if not is_window(pop, piece.token.moment, absent=_absent(pieces)):
            return False
        for state in states:
            state.windowed = True
        return True
    if piece.part == NOT:
        for state in states:
            if piece.low == "not" and at + 1 < len(pieces) and pieces[at + 1].low in ("all", "every"):
                state.quantifiers.add("not all")
            elif piece.low in _NONE:
                state.quantifiers.add("no")
            else:
                state.negated = not state.negated
        return True
    if piece.part == PREP:
        return piece.low in _LEADING
    return _take_word(pop, piece, pieces, at, states)


_LEADING = frozenset(
    "of in on at for with from within across during among out as to through throughout into per via".split()
)


def _counts_groups(pop: Population, pieces: list[Piece], at: int) -> bool:
    following = next((p for p in pieces[at + 1 : at + 3] if p.part == WORD), None)
    group_nouns = {tuple(stem(w) for w in naming_words(n)) for n in pop.group_names}
    return (
        bool(pop.groups)
        and following is not None
        and pieces.index(following) == at + 1
        and bool(_noun_at(pieces, at + 1, group_nouns))
    )


def _after_of(pieces: list[Piece], at: int) -> bool:
    place = at - 1
    while place >= 0 and pieces[place].part == EMPTY_PIECE:
        place -= 1
    return place >= 0 and pieces[place].low == "of"


def _absent(pieces: list[Piece]) -> bool:
    return any(p.part == NOT for p in pieces)


def _take_word(pop: Population, piece: Piece, pieces: list[Piece], at: int, states: list[State]) -> bool:
    text = piece.token.text
    values = [n for n, v in pop.place.items() if v == text]
    if values:
        noun = _place_noun(pieces, at)
        field = next((n for n in values if noun in ("", n)), None)
        if field is None:
            return False
        for state in states:
            state.placed.add(field)
        return True
    if piece.part == NAME:
        group = [n for n, v in pop.group.items() if v == text]
        for state in states:
            if not group:
                state.leftover.append(piece)
        return True
    if piece.part == WORD and stem(piece.low) in {stem(n) for n in pop.place}:
        return True
    if piece.low in ("all", "every", "each"):
        for state in states:
            if "not all" not in state.quantifiers:
                state.quantifiers.add(piece.low)
        return True
    if piece.low in ("most", "majority", "any", "half"):
        for state in states:
            state.quantifiers.add("most" if piece.low == "majority" else piece.low)
        return True
    for state in states:
        if piece.word not in SEEN:
            state.leftover.append(piece)
        state.words.append(piece.word)
    return True


def _place_noun(pieces: list[Piece], at: int) -> str:
    """The noun of a place next to its value: "namespace shop", "shop namespace"."""
    for place in (at - 1, at + 1):
        if 0 <= place < len(pieces) and pieces[place].part == WORD:
            found = PLACE_STEMS.get(pieces[place].word)
            if found is not None:
                return found
    return ""


def is_window(pop: Population, moment: Moment, *, absent: bool) -> bool:
    """Whether the time said is the result's window; for an absence also any window inside it (F10)."""
    window = pop.window
    if window is None:
        return (
            moment.form == "point"
            and pop.result.observed_at is not None
            and inside(moment, pop.result.observed_at)
        )
    if moment.start is None and moment.end is None:
        return False
    slack = timedelta(minutes=1)
    start, end = window.start, window.end
    if moment.form == "clock":
        return False
    if absent and pop.count == 0:
        after = start is None or (moment.start is not None and moment.start >= start - slack)
        before = end is None or (moment.end is not None and moment.end <= end + slack)
        return after and before
    same_start = _same(start, moment.start, slack)
    same_end = _same(end, moment.end, slack)
    return same_start and same_end


def _same(left: datetime | None, right: datetime | None, slack: timedelta) -> bool:
    if left is None or right is None:
        return left is right
    return abs(left - right) <= slack


def _restricted(pop: Population, state: State, asked: Asked, inherited: str) -> bool:
    """Every condition, place and window of the result is said by the sentence, or by the question (F2)."""
    for place, condition in enumerate(pop.conditions):
        own_group = condition.fact is not None and condition.fact.field in pop.group
        if place in state.asserted or inherited == "all" or (inherited and not own_group):
            continue
        if not _asked_for(condition, pop.kind, asked):
            return False
    for name, value in pop.place.items():
        if name in state.placed or asked.within.get(name) == value or value in asked.texts:
            continue
        if inherited == "all" or (inherited and name not in pop.group):
            continue
        return False
    if pop.window is not None and not state.windowed and not inherited:
        return _asked_window(pop, asked)
    return True


def _asked_window(pop: Population, asked: Asked) -> bool:
    return any(
        p.part == TIME
        and p.token.moment is not None
        and is_window(pop, p.token.moment, absent=pop.count == 0)
        for p in asked.pieces
    )


def _asked_for(condition: Condition, kind: str, asked: Asked) -> bool:
    """Whether the question names the restriction itself."""
    pieces = asked.pieces
    for at in range(len(pieces)):
        for end in range(min(len(pieces), at + 8), at, -1):
            if pieces[at].part in (EMPTY_PIECE, BREAK) or pieces[end - 1].part in (EMPTY_PIECE, BREAK):
                continue
            if says(condition, pieces[at:end], kind):
                return True
    return False


def _holds(
    pop: Population,
    state: State,
    pieces: list[Piece],
    verb: int,
    inherited: str,
    asked: Asked,
    reading: Reading,
) -> Outcome | None:
    """Whether what is said of the population is so."""
    if state.leftover:
        return _rows_hold(pop, state, pieces, verb, inherited, asked, reading)
    if pop.measures and any(f.unit is not None and f.form != "percent" for f, _ in state.figures):
        return None
    predicated = {c for c in state.asserted if c not in state.restricting}
    count, of = pop.count, pop.of
    if count is None:
        return None
    positive = [state.asserted[c] for c in state.asserted]
    number: int | None = count
    if state.asserted and not all(positive):
        if len(pop.conditions) != 1 or of is None:
            return None
        number = of - count
        boolean = all(c.fact is not None and c.fact.form == "boolean" for c in pop.conditions)
        if not boolean and _all_said(state):
            return None
    if state.negated:
        return None
    if (
        not predicated
        and (state.asserted or not pop.conditions or inherited)
        and _all_said(state)
        and not state.figures
    ):
        return None
    whole = of if predicated or not state.asserted else (of if of is not None else None)
    if not predicated and state.restricting and _all_said(state):
        return None
    return _evaluate(pop, state, number, whole)


def _all_said(state: State) -> bool:
    return bool(state.quantifiers & {"all", "every", "each", "both"})


def _evaluate(
    pop: Population,
    state: State,
    number: int | None,
    whole: int | None,
    *,
    how: str = "",
    fields: tuple[str, ...] = (),
) -> Outcome | None:
    if number is None:
        return None
    figures = state.figures
    amounts = [(f, after) for f, after in figures if f.form == "amount" and f.unit is None]
    shares = [f for f, _ in figures if f.form in ("percent", "part")]
    pairs = [f for f, _ in figures if f.form == "pair"]
    if len(amounts) + len(shares) + len(pairs) != len(figures):
        return None
    if pairs:
        second = replace(pairs[0], value=pairs[0].second or Fraction(0), second=None, form="amount")
        amounts = [(replace(pairs[0], second=None, form="amount"), False), (second, True), *amounts]
    if "not all" in state.quantifiers:
        return _not_all(pop, state, number, whole)
    said_all, said_none = _all_said(state), "no" in state.quantifiers
    if state.groups_counted and not figures and not state.quantifiers:
        return Outcome(
            [_use_of(pop, pop.group_names, "rows counted")], absolute=False, counted=True, state=state
        )
    if (
        not figures
        and not said_all
        and not said_none
        and "most" not in state.quantifiers
        and "half" not in state.quantifiers
    ):
        return None
    if said_none and (number != 0 or shares):
        return None
    if said_all and (whole is None or number != whole or whole == 0):
        return None
    if "both" in state.quantifiers and whole != 2:
        return None
    if "most" in state.quantifiers and (whole is None or number * 2 <= whole or number == whole):
        return None
    if len(amounts) == 2 and _as_ratio(amounts, number, whole):
        amounts = []
    if not _amounts_hold(
        amounts,
        number,
        whole,
        quantified=said_all or said_none or bool(shares) or "most" in state.quantifiers,
    ):
        return None
    for share in shares:
        if not whole or not share_agrees(share, Fraction(number, whole)):
            return None
    derived = how or (
        f"{number} of {whole} = {float(Fraction(number, whole) * 100):.3g} %" if shares and whole else ""
    )
    columns = fields or _columns(pop)
    return Outcome(
        [_use_of(pop, columns, derived)],
        absolute=said_all or said_none or "both" in state.quantifiers,
        counted=not (said_all or said_none),
        state=state,
    )


def _not_all(pop: Population, state: State, number: int, whole: int | None) -> Outcome | None:
    """ "Not all instances are running"."""
    if whole is None or number >= whole or state.figures:
        return None
    return Outcome(
        [_use_of(pop, _columns(pop), f"{number} of {whole}")], absolute=False, counted=True, state=state
    )


def _columns(pop: Population) -> tuple[str, ...]:
    names = tuple(c.name for c in pop.result.columns)
    if "count" in names:
        return (*pop.group, "count")
    return names[:1]


def _use_of(pop: Population, fields: tuple[str, ...], how: str = "") -> Use:
    view = View(pop.result, pop.kind, "", frozenset(), "", pop.place, role="group")
    view.handle = pop.handle
    return Use(view, fields, "count", how or pop.derived, words=tuple(concept(s) for s in _noun_words(pop)))


def _noun_words(pop: Population) -> tuple[str, ...]:
    from evidence.lexicon import kind_words

    return tuple(stem(w) for w in kind_words(pop.kind))[-1:]


def share_agrees(figure: Figure, share: Fraction) -> bool:
    """A share said in percent or as a part."""
    said = (figure.base if figure.unit else figure.value) * 100
    step = figure.step if figure.form == "percent" else Fraction(1, 1000)
    return compares(figure.op, share * 100, said, step)


def _as_ratio(amounts: list[tuple[Figure, bool]], number: int, whole: int | None) -> bool:
    """ "Four out of five topics": a share told in small numbers."""
    first, second = amounts[0][0], amounts[1][0]
    if (
        whole is None
        or not amounts[1][1]
        or not second.written
        or second.value >= whole
        or second.value > 20
        or second.value == 0
    ):
        return False
    return Fraction(number, whole) == first.value / second.value


def _amounts_hold(
    amounts: list[tuple[Figure, bool]], number: int, whole: int | None, *, quantified: bool
) -> bool:
    if not amounts:
        return True
    if len(amounts) > 2:
        return False
    if len(amounts) == 2:
        first, second = amounts
        if not second[1] and first[1]:
            first, second = second, first
        return (
            whole is not None
            and agrees(first[0], Fraction(number))
            and agrees(second[0], Fraction(whole))
            and second[1]
        )
    figure, after_of = amounts[0]
    if quantified:
        return (
            whole is not None and agrees(figure, Fraction(whole))
            if after_of or number == whole or not number
            else agrees(figure, Fraction(number))
        )
    return agrees(figure, Fraction(number))


def _rows_hold(
    pop: Population,
    state: State,
    pieces: list[Piece],
    verb: int,
    inherited: str,
    asked: Asked,
    reading: Reading,
) -> Outcome | None:
    """A predicate that the query did not ask for, judged row by row; every row must be shown (F14)."""
    if not pop.whole or not pop.rows or pop.count is None:
        return None
    names = [p for p in state.leftover if p.part == NAME]
    if names and len(names) == len(state.leftover):
        enumerated = _enumerated(pop, state, names, pieces)
        if enumerated is not None:
            return enumerated
    if verb >= len(pieces) or any(p.place < verb for p in state.leftover if p in pieces[:verb]):
        return None
    predicate = [
        p
        for p in pieces[verb:]
        if p.part != FIGURE or p.token.figure is None or p.token.figure.form not in ("percent",)
    ]
    rows = [r for r in pop.rows if account(r, predicate, reading) is not None]
    inner = replace_state(state)
    outcome = _evaluate(
        pop,
        inner,
        len(rows),
        len(pop.rows),
        how="row by row",
        fields=tuple(c.name for c in pop.result.columns),
    )
    return outcome


def replace_state(state: State) -> State:
    """The same state without what was left over."""
    return State(quantifiers=set(state.quantifiers), figures=list(state.figures), named=state.named)


def _enumerated(pop: Population, state: State, names: list[Piece], pieces: list[Piece]) -> Outcome | None:
    """The rows named beside their count ("Two applications, a and b, …", "…: node-ab in eu-west-2a", "all but node-ab", "the … are a and b")."""
    said: set[str] = set()
    row: View | None = None
    for piece in names:
        found = next((r for r in pop.rows if piece.token.text in r.names), None)
        if found is not None:
            row = found
            said.add(found.name)
        elif row is None or (
            piece.token.text not in row.place.values()
            and piece.token.text not in row.exact
            and not _spelled_in(row, piece.token.text)
        ):
            return None
    low = {p.low for p in pieces}
    inner = State(
        dict(state.asserted),
        set(state.restricting),
        figures=list(state.figures),
        quantifiers=set(state.quantifiers),
        negated=state.negated,
    )
    if pop.count is None or len(said) != pop.count:
        return None
    column = pop.result.columns[0].name
    if low & {"but", "except", "besides", "bar"} and _all_said(inner):
        if not inner.asserted or any(inner.asserted.values()) or inner.figures:
            return None
        return Outcome([_use_of(pop, (column,))], absolute=True, counted=False, state=inner)
    if any(not positive for positive in inner.asserted.values()) or inner.negated:
        return None
    if not inner.figures and not inner.quantifiers:
        if "the" not in low or not inner.asserted:
            return None
        return Outcome([_use_of(pop, (column,))], absolute=True, counted=False, state=inner)
    outcome = _evaluate(pop, inner, pop.count, pop.of)
    if outcome is not None:
        outcome.uses[0].fields = tuple(dict.fromkeys((*outcome.uses[0].fields, column)))
    return outcome


def _spelled_in(row: View, text: str) -> bool:
    return any(text in f.exact for f in row.facts)


# Measures -----------------------------------------------------------------------------------------------------------


def carry_measure(
    pop: Population,
    pieces: list[Piece],
    asked: Asked,
    *,
    inherited: str,
    measure: str,
    words: tuple[str, ...],
    reading: Reading,
) -> list[Use] | None:
    """ "The average allocated storage of the postgres databases is 310 GiB": a measured column, its aggregate said (F2)."""
    for fact in pop.measures:
        state = _measured_state(pop, pieces, fact.measure)
        if state is None or not _restricted(pop, state, asked, inherited):
            continue
        figures = [f for f, _ in state.figures]
        if len(figures) != 1 or fact.amount is None or state.negated or "no" in state.quantifiers:
            continue
        figure = figures[0]
        if not same_dimension(fact.unit, figure) or not agrees(figure, fact.amount):
            continue
        said = [p.word for p in state.leftover]
        if any(p.part == NAME for p in state.leftover):
            continue
        if not _measure_said(fact.measure, said, measure, inherited=inherited):
            continue
        rest = [w for w in said if w not in _words_of_measure(fact.measure)]
        level = naming.names(fact, rest) if rest else naming.NONE
        if (
            level >= naming.SUBSET
            or level == naming.LOOSE
            or (level == naming.NONE and (inherited or _only_bytes(fact)))
        ):
            made = _use_of(pop, (*pop.group, fact.field))
            made.words, made.part, made.fact = fact.phrases[0], "measure", fact
            return [made]
    return None


def _only_bytes(fact: object) -> bool:
    from evidence.fact import Fact

    return (
        isinstance(fact, Fact)
        and fact.unit is not None
        and fact.unit.dimension == "bytes"
        and fact.measure == "sum"
    )


def _measured_state(pop: Population, pieces: list[Piece], measure: str) -> State | None:
    readings = list(_readings(pop, pieces, len(pieces), Reading(_EPOCH)))
    if not readings:
        return None
    state = readings[0]
    state.leftover = [p for p in state.leftover]
    spent = {id(p) for p in state.leftover}
    for piece in pieces:
        if (
            id(piece) not in spent
            and piece.part in (WORD, LIGHT, EMPTY_PIECE, PREP)
            and piece.word in _ALL_MEASURE_WORDS | {"total"}
        ):
            state.leftover.append(piece)
    percentile = _percentile_of(pieces)
    if percentile is not None:
        state.figures = [(f, a) for f, a in state.figures if f is not percentile]
    return state


def _percentile_of(pieces: list[Piece]) -> Figure | None:
    return None


def _words_of_measure(measure: str) -> frozenset[str]:
    known = _MEASURES.get(measure)
    if known is not None:
        return known | {"total"} if measure == "sum" else known
    return frozenset(concept(stem(w)) for w in measure.replace("-", " ").split()) | frozenset(
        {measure.split()[0] if measure else ""}
    )


def _measure_said(measure: str, said: list[str], before: str, *, inherited: str) -> bool:
    """Every aggregate word is a requirement: an average must be called one, and must not be called a total."""
    words = _words_of_measure(measure)
    others = {w for w in said if w in _ALL_MEASURE_WORDS} - words
    if others:
        return False
    if measure == "sum":
        return True
    need = {concept(stem(w)) for w in measure.split()} if measure not in _MEASURES else set()
    if need:
        return need <= set(said) or (inherited and before == measure)
    return bool(words & set(said)) or (inherited and before == measure)


def fresh(pop: Population, asked: datetime, limit: timedelta | None) -> bool:
    """Whether the result is within its freshness limit."""
    observed = pop.result.observed_at
    return observed is not None and (limit is None or asked - observed <= limit)


__all__ = [
    "Asked",
    "Outcome",
    "Population",
    "State",
    "carry_count",
    "carry_measure",
    "fresh",
    "is_window",
    "says",
    "share_agrees",
]
