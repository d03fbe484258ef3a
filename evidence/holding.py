"""Whether what is said of a population is so: counts, shares, all, none, rows named (F9, F12, W4, A1)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from evidence import naming
from evidence.carry import account
from evidence.fact import View
from evidence.figure import Figure, agrees, compares
from evidence.group import FIGURE, NAME, NOT, PREP, WORD, Piece, words_of_piece
from evidence.lexicon import concept, is_place
from evidence.population import Population
from evidence.stated import Asked, Outcome, State
from evidence.token import Token
from evidence.use import Reading, Use
from evidence.word import stem


def holds(
    pop: Population,
    state: State,
    pieces: list[Piece],
    verb: int,
    inherited: str,
    asked: Asked,
    reading: Reading,
) -> Outcome | None:
    """Whether what is said of the population is so."""
    if state.leftover and all(p.low in ("other", "others", "remaining", "rest") for p in state.leftover):
        state.leftover = []
    if state.leftover:
        return _rows_hold(pop, state, pieces, verb, inherited, asked, reading)
    if pop.measures and any(f.unit is not None and f.form != "percent" for f, _ in state.figures):
        return None
    if _all_said(state) and not pop.conditions and not state.words:
        return None
    predicated = {c for c in state.asserted if c not in state.restricting}
    count, of = pop.count, pop.of
    if of is None and state.grouped_late and pop.narrowed and not state.asserted:
        of = pop.result.population if not pop.conditions else None if state.named else pop.together
    if count is None:
        return None
    positive = [state.asserted[c] for c in state.asserted]
    number: int | None = count
    if state.asserted and not all(positive):
        number = _of_the_opposite(pop, state, count, of)
        if number is None:
            return None
    if state.negated and not state.asserted and state.placed & set(pop.group) and not pop.conditions:
        return _outside(pop, state, count)
    if state.negated:
        return None
    if of and _denies_the_kind(pop, state, pieces):
        return None
    if (
        not predicated
        and (state.asserted or not pop.conditions or inherited)
        and _all_said(state)
        and not state.figures
    ):
        return None
    if all_others(state, pieces) and state.asserted and not any(positive) and number is not None:
        return _evaluate(pop, state, number, number)
    whole = of
    if pop.conditions and not predicated and len(state.asserted) == len(pop.conditions) and pop.narrowed:
        whole = pop.together  # "84 of the 116 running instances are in prod": of all that are running
    if not predicated and state.restricting and _all_said(state):
        return None
    return _evaluate(pop, state, number, whole)


def _of_the_opposite(pop: Population, state: State, count: int, of: int | None) -> int | None:
    """How many there are of which the one condition does not hold, where that can be told."""
    if len(pop.conditions) != 1 or of is None or (pop.narrowed and _has_unknown_group(pop)):
        return None
    boolean = all(
        c.link is not None or (c.fact is not None and c.fact.form == "boolean") for c in pop.conditions
    )
    return None if not boolean and _all_said(state) else of - count


def _denies_the_kind(pop: Population, state: State, pieces: list[Piece]) -> bool:
    """“there are no config maps”: of those that were looked for there are none, and others there are; "no such" says which."""
    denied = "no" in state.quantifiers and state.named and not any(p.low == "such" for p in pieces)
    return denied and bool(pop.conditions) and not state.asserted


def _has_unknown_group(pop: Population) -> bool:
    """Whether some are in a group that nobody knows of: what one group lacks is not what all others have."""
    return any(cell is None or cell in _NOT_KNOWN for row in pop.result.rows for cell in row)


_NOT_KNOWN = frozenset(("unknown", "conflict", "unowned on purpose"))


def _outside(pop: Population, state: State, count: int) -> Outcome | None:
    """“100 instances are not in us-west-2”: all there are but those of the group."""
    of = pop.result.population if pop.complete and pop.narrowed else None
    if of is None:
        return None
    state.negated = False
    return _evaluate(pop, state, of - count, of)


def all_others(state: State, pieces: list[Piece]) -> bool:
    """“the other 27 all have an owner”: all but those just told."""
    return _all_said(state) and any(p.low in ("other", "others", "remaining", "rest") for p in pieces)


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
        if not state.named and any(
            is_place(n) for n in pop.group_names
        ):  # "three namespaces" of pods: only where pods are
            return None
        return Outcome(
            [use_of(pop, pop.group_names, "rows counted")], absolute=False, counted=True, state=state
        )
    if not _quantified(state, number, whole, shares=bool(shares)):
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
        [use_of(pop, columns, derived)],
        absolute=said_all or said_none or "both" in state.quantifiers,
        counted=not (said_all or said_none),
        state=state,
    )


def _quantified(state: State, number: int, whole: int | None, *, shares: bool) -> bool:
    """Whether something is counted, and every quantifier holds: all, none, both, most."""
    said = state.quantifiers
    said_all, said_none = _all_said(state), "no" in said
    if not state.figures and not said_all and not said_none and "most" not in said:
        return False
    if said_none and (number != 0 or shares):
        return False
    if said_all and (whole is None or number != whole or whole == 0):
        return False
    if "both" in said and whole != 2:
        return False
    return "most" not in said or (whole is not None and whole < number * 2 < whole * 2)


def _not_all(pop: Population, state: State, number: int, whole: int | None) -> Outcome | None:
    """“Not all instances are running”."""
    if whole is None or number >= whole:
        return None
    if any(not of or not agrees(f, Fraction(whole)) or f.form != "amount" for f, of in state.figures):
        return None
    return Outcome(
        [use_of(pop, _columns(pop), f"{number} of {whole}")], absolute=False, counted=True, state=state
    )


def _columns(pop: Population) -> tuple[str, ...]:
    names = tuple(c.name for c in pop.result.columns)
    if "count" in names:
        return (*pop.group, "count")
    return names[:1]


def use_of(pop: Population, fields: tuple[str, ...], how: str = "") -> Use:
    """The use of a result as a whole."""
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
    """“Four out of five topics”: a share told in small numbers."""
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
    bare = [p for p in state.leftover if not (p.part == PREP and p.low in ("by", "from", "to"))]
    if names and len(names) == len(bare):
        enumerated = _enumerated(pop, state, names, pieces)
        if enumerated is not None:
            return enumerated
    if verb >= len(pieces) or any(p.place < verb for p in state.leftover if p in pieces[:verb]):
        return None
    predicate = [
        p
        for p in pieces[verb:]
        if p.part != FIGURE or p.token.figure is None or p.token.figure.form != "percent"
    ]
    rows = [r for r in pop.rows if account(r, predicate, reading)]
    if not rows and any(account(r, predicate, reading) is not None for r in pop.rows):
        return None  # nothing is said of them
    inner = replace_state(state)
    if any(p.part == NOT for p in predicate):  # each row denies it itself
        inner.quantifiers.discard("no")
    elif "no" in inner.quantifiers and not all(_denies(r, predicate, reading) for r in pop.rows):
        return None
    return _evaluate(
        pop,
        inner,
        len(rows),
        len(pop.rows),
        how="row by row",
        fields=tuple(c.name for c in pop.result.columns),
    )


def _denies(row: View, predicate: list[Piece], reading: Reading) -> bool:
    """Whether a row says of itself that the predicate does not hold: a cell of that field, with another value."""
    words = [w for p in predicate if p.part == WORD for w in words_of_piece(p)]
    said = [p for p in predicate if p.part == NAME]
    if any(naming.names(f, words) >= naming.SUBSET for f in row.facts if words):
        return True
    if said and not words:
        return bool(row.place)
    denied = Piece(Token("word", "not", 0, 0, "not", "not", "not"), NOT)
    return account(row, [denied, *predicate], reading) is not None


def replace_state(state: State) -> State:
    """The same state without what was left over."""
    return State(quantifiers=set(state.quantifiers), figures=list(state.figures), named=state.named)


def _enumerated(pop: Population, state: State, names: list[Piece], pieces: list[Piece]) -> Outcome | None:
    """The rows named beside their count ("Two applications, a and b, …", "…: node-ab in eu-west-2a", "all but node-ab", "the … are a and b")."""
    said: set[str] = set()
    row: View | None = None
    for piece in names:
        found = next((r for r in pop.rows if piece.token.text in r.names), None)
        if found is not None and row is not None and _told_of(pieces, piece):
            return None
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
        return Outcome([use_of(pop, (column,))], absolute=True, counted=False, state=inner)
    if any(not positive for positive in inner.asserted.values()) or inner.negated or _all_said(inner):
        return None
    if not inner.figures and not inner.quantifiers:
        if "the" not in low or not inner.asserted:
            return None
        return Outcome([use_of(pop, (column,))], absolute=True, counted=False, state=inner)
    outcome = _evaluate(pop, inner, pop.count, pop.of)
    if outcome is not None:
        outcome.uses[0].fields = tuple(dict.fromkeys((*outcome.uses[0].fields, column)))
    return outcome


def _told_of(pieces: list[Piece], piece: Piece) -> bool:
    """Whether the name stands behind a preposition: it tells of the one before it."""
    at = next(i for i, p in enumerate(pieces) if p is piece)
    return at > 0 and pieces[at - 1].part == PREP


def _spelled_in(row: View, text: str) -> bool:
    return any(text in f.exact for f in row.facts)
