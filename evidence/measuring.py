"""Measured columns: sums, averages and percentiles, each called by its name (F2)."""

from __future__ import annotations

from fractions import Fraction

from evidence import naming
from evidence.amount import same_dimension
from evidence.condition import EPOCH
from evidence.fact import Fact
from evidence.figure import Figure, agrees, compares
from evidence.group import EMPTY_PIECE, LIGHT, NAME, PREP, TIME, WORD, Piece
from evidence.holding import use_of
from evidence.lexicon import concept
from evidence.population import Population
from evidence.restriction import restricted
from evidence.spending import readings
from evidence.stated import Asked, State
from evidence.use import Reading, Use
from evidence.word import stem

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


def _of_one(pieces: list[Piece]) -> bool:
    """“each gp3 volume has 6,400 GiB”, "a volume has …": a sum is no single one's."""
    subject = next((p.low for p in pieces if p.low not in ("in", "on", "at", "of", "there")), "")
    return any(p.low in ("each", "every", "apiece") for p in pieces) or subject in ("a", "an")


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
    """“The average allocated storage of the postgres databases is 310 GiB”: a measured column, its aggregate said (F2)."""
    for fact in pop.measures:
        state = _measured_state(pop, pieces, fact.measure)
        if state is None or not restricted(pop, state, asked, inherited):
            continue
        figures = _without_whole(state.figures, pop)
        if len(figures) != 1 or fact.amount is None or state.negated:
            continue
        figure = figures[0]
        none = "no" in state.quantifiers
        if not same_dimension(fact.unit, figure) or figure.form not in ("amount", "percent", "version"):
            continue
        if fact.measure == "sum" and _of_one(pieces):
            continue
        if none or (_every(state) and fact.measure in ("maximum", "minimum")):
            if _bounded(fact, figure, state, none=none):
                return [_measured(pop, fact)]
            continue
        if not agrees(figure, fact.amount):
            continue
        said = [
            p.word
            for p in state.leftover
            if p.part != LIGHT or p.word in _ALL_MEASURE_WORDS | {"total"} or p.word in fact.words
        ]
        if any(p.part in (NAME, TIME, PREP) for p in state.leftover):
            continue
        if not _measure_said(fact.measure, said, measure, inherited=inherited):
            continue
        rest = [w for w in said if w not in _words_of_measure(fact.measure)]
        level = naming.names(fact, rest) if rest else naming.NONE
        if (
            level >= naming.SUBSET
            or level == naming.LOOSE
            or (level == naming.NONE and (inherited or _only_bytes(fact) or _only_of_group(pop, fact)))
        ):
            return [_measured(pop, fact)]
    return None


def _measured(pop: Population, fact: Fact) -> Use:
    made = use_of(pop, (*pop.group, fact.field))
    made.words, made.part, made.fact = fact.phrases[0], "measure", fact
    return made


def _without_whole(figures: list[tuple[Figure, bool]], pop: Population) -> list[Figure]:
    """The figures without "of the 63 deployments", where there are so many."""
    if len(figures) < 2 or pop.of is None:
        return [f for f, _ in figures]
    return [
        f for f, _ in figures if not (f.unit is None and f.form == "amount" and agrees(f, Fraction(pop.of)))
    ]


def _every(state: State) -> bool:
    return bool(state.quantifiers & {"all", "every", "each"})


def _bounded(fact: Fact, figure: Figure, state: State, *, none: bool) -> bool:
    """“No deployment has more than 40 replicas”, from the most that any has; "all have at least 2", from the least."""
    words = [p.word for p in state.leftover if p.part == WORD]
    if fact.amount is None or any(p.part != WORD for p in state.leftover):
        return False
    if naming.names(fact, words) < naming.SUBSET:
        return False
    said = figure.base if figure.unit else figure.value
    op = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}.get(figure.op, "") if none else figure.op
    upper = fact.measure == "maximum" and op in ("<=", "<")
    lower = fact.measure == "minimum" and op in (">=", ">")
    return (upper or lower) and compares(op, fact.amount, said, figure.step)


def _only_of_group(pop: Population, fact: Fact) -> bool:
    """Of a group that is named, a figure in its unit is what is measured of it."""
    return bool(pop.group) and fact.unit is not None and len(pop.measures) == 1


def _only_bytes(fact: object) -> bool:

    return (
        isinstance(fact, Fact)
        and fact.unit is not None
        and fact.unit.dimension == "bytes"
        and fact.measure == "sum"
    )


def _measured_state(pop: Population, pieces: list[Piece], measure: str) -> State | None:
    state = next(iter(readings(pop, pieces, len(pieces), Reading(EPOCH))), None)
    if state is None:
        return None
    state.leftover = list(state.leftover)
    spent = {id(p) for p in state.leftover}
    for piece in pieces:
        if (
            id(piece) not in spent
            and piece.part in (WORD, LIGHT, EMPTY_PIECE)
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
        {measure.split(maxsplit=1)[0] if measure else ""}
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
        return need <= set(said) or (bool(inherited) and before == measure)
    return bool(words & set(said)) or (bool(inherited) and before == measure)
