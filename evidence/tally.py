"""Counting the rows of a whole list by what each of them says: "two of the three were made by runa" (F4, F12, W4).

A clause is parted at its verb. What stands before it, beside the noun, says which rows are spoken of; what stands after it
says what is so of them; both are judged row by row, by the same code as records. Names beside the count are all of them.
"""

from __future__ import annotations

from fractions import Fraction

from evidence import naming
from evidence.amount import same_dimension
from evidence.carry import account
from evidence.condition import noun_at
from evidence.fact import Fact, View
from evidence.figure import Figure, agrees
from evidence.group import BREAK, EMPTY_PIECE, FIGURE, NAME, PREP, TIME, WORD, Piece, words_of_piece
from evidence.holding import share_agrees, use_of
from evidence.lexicon import noun_words, nouns_of
from evidence.population import Population
from evidence.spending import is_window
from evidence.stated import Asked, Outcome, State
from evidence.use import Reading
from evidence.word import PRONOUNS

_OF_THEM = PRONOUNS | frozenset("which whom such".split())
_ALL = frozenset("all every each both".split())
_LEADING = frozenset("of out among".split())


def tallied(
    pop: Population,
    state: State,
    pieces: list[Piece],
    verb: int,
    asked: Asked,
    reading: Reading,
    *,
    inherited: str,
) -> Outcome | None:
    """Whether the rows are as many as the clause says; None also where it says something they do not tell."""
    if not pop.whole or not pop.rows or pop.count is None:
        return None
    parts = _parts(pop, pieces, verb, inherited=inherited)
    if parts is None:
        return None
    before, after, counted, named, quantifiers = parts
    if not before and not after:
        return None
    spoken_of = [r for r in pop.rows if not before or account(r, before, reading)]
    found = [r for r in spoken_of if not after or account(r, after, reading)]
    if after and not found and any(account(r, after, reading) is not None for r in spoken_of):
        return None
    total = _summed(
        pop, [] if len(spoken_of) == len(pop.rows) else before, after, counted, quantifiers, state
    )
    if total is not None:
        return total
    if _excepted(pieces, verb):
        rows = {r.name for r in pop.rows}
        if not named or not named < rows or counted or not after or len(before) > 0:
            return None
        if {r.name for r in found} != rows - named:
            return None
        columns = tuple(c.name for c in pop.result.columns)
        use = use_of(pop, columns, f"row by row: {len(found)} of {len(rows)}")
        return Outcome([use], absolute=True, counted=False, state=state)
    if named and {r.name for r in found} != named:
        return None
    predicated = any(c not in state.restricting for c in state.asserted)  # of all there are, not of the rows
    if predicated and (any(of or f.form != "amount" for f, of in counted) or quantifiers - {"only"}):
        return None
    return _counts(pop, spoken_of, found, counted, quantifiers, bool(named), after)


_EXCEPT = frozenset("except but bar besides excluding excepting".split())


def _excepted(pieces: list[Piece], verb: int) -> bool:
    """“all of them except x”: the rows named are those of which it is not so."""
    low = [p.low for p in pieces[:verb]]
    return bool(set(low) & {"all", "every", "everything"}) and bool(set(low) & _EXCEPT)


_TOGETHER = frozenset("together combined between total altogether jointly".split())


_SIZES = frozenset({"up", "space", "room", "size", "larg", "big"})


def _summed(
    pop: Population,
    before: list[Piece],
    after: list[Piece],
    counted: list[tuple[Figure, bool]],
    quantifiers: set[str],
    state: State,
) -> Outcome | None:
    """“The three … have seven replicas between them”: a column of every row, added up."""
    figures = [p for p in after if p.part == FIGURE]
    together = any(p.low in _TOGETHER for p in (*before, *after))
    before = [p for p in before if p.low not in _TOGETHER]
    if not together or before or quantifiers or len(figures) != 1 or figures[0].token.figure is None:
        return None
    if any(c not in state.restricting for c in state.asserted) or len(counted) > 1:
        return None
    if counted and not agrees(counted[0][0], Fraction(len(pop.rows))):
        return None
    if any(p.part in (NAME, TIME) for p in after):
        return None
    words = [w for p in after if p.part == WORD and p.low not in _TOGETHER for w in words_of_piece(p)]
    words = [] if set(words) <= _SIZES and figures[0].token.figure.dimension == "bytes" else words
    figure = figures[0].token.figure
    if not words and figure.unit is None:
        return None
    cells = [_cell(r, words, figure, pop) for r in pop.rows]
    amounts = [f.amount for f in cells if f is not None and f.amount is not None]
    fact = cells[0]
    if fact is None or len(amounts) != len(pop.rows) or len({f.field for f in cells if f is not None}) != 1:
        return None
    if not same_dimension(fact.unit, figure) or not agrees(figure, sum(amounts, Fraction(0))):
        return None
    sums = " + ".join(f"{float(a):g}" for a in amounts)
    columns = tuple(c.name for c in pop.result.columns)
    use = use_of(pop, columns, f"{sums} = {float(sum(amounts, Fraction(0))):g}")
    return Outcome([use], absolute=False, counted=True, state=state)


def _cell(row: View, words: list[str], figure: Figure, pop: Population) -> Fact | None:
    """The number of a row that the words name; without words the one of the figure's dimension."""
    if not words:
        found = [
            f
            for f in row.facts
            if f.form == "number" and f.unit is not None and same_dimension(f.unit, figure)
        ]
        return found[0] if len(found) == 1 else None
    named = naming.best(row, words, ("number",), noun_words(pop.kind))
    return next((f for level, f in named if level >= naming.SUBSET), None)


_Parts = tuple[list[Piece], list[Piece], list[tuple[Figure, bool]], set[str], set[str]]


def _parts(pop: Population, pieces: list[Piece], verb: int, *, inherited: str) -> _Parts | None:
    """What is said before and after the verb, the figures that count, the rows named, and the quantifiers."""
    nouns = nouns_of(pop.kind)
    before: list[Piece] = []
    after: list[Piece] = []
    figures: list[tuple[Figure, bool]] = []
    named: set[str] = set()
    quantifiers: set[str] = set()
    rows = {n: r.name for r in pop.rows for n in r.names}
    said_noun, at = False, 0
    while at < len(pieces):
        piece = pieces[at]
        side = before if at < verb else after
        size = noun_at(pieces, at, nouns)
        if size and (at < verb or not said_noun):
            said_noun, at = True, at + size
            continue
        figure = piece.token.figure
        if piece.part == NAME and piece.token.text in rows:
            if named and at and pieces[at - 1].part == PREP:
                return None
            if pop.kind == "Change" and at and pieces[at - 1].part == PREP:
                side.append(piece)
                at += 1
                continue
            named.add(rows[piece.token.text])
        elif figure is not None and _counts_here(pieces, at, nouns, verb):
            figures.append((figure, at > 0 and _follows_of(pieces, at)))
        elif piece.low in _ALL or (piece.low in ("only", "none", "most", "no") and at < verb):
            quantifiers.add(piece.low)
        elif piece.low in _EXCEPT and at < verb:
            pass
        elif piece.low in _OF_THEM:
            said_noun = said_noun or bool(inherited) or piece.token.refers == pop.count
        elif not (
            piece.part == TIME
            and piece.token.moment is not None
            and is_window(pop, piece.token.moment, absent=False)
        ):
            side.append(piece)
        at += 1
    if not (said_noun or inherited or named):
        return None
    return _bare(before), _bare(after), figures, named, quantifiers


def _bare(pieces: list[Piece]) -> list[Piece]:
    """Without the prepositions that what was counted leaves behind, and what says nothing."""
    found: list[Piece] = []
    for i, piece in enumerate(pieces):
        following = pieces[i + 1].part if i + 1 < len(pieces) else BREAK
        if (
            piece.part == PREP
            and piece.low != "between"
            and (piece.low in _LEADING or following in (BREAK, EMPTY_PIECE))
            and not _leads(pieces, i)
        ):
            continue
        found.append(piece)
    return [] if all(p.part in (BREAK, EMPTY_PIECE) for p in found) else found


def _leads(pieces: list[Piece], at: int) -> bool:
    """Whether something that says anything follows the preposition before the next break."""
    for piece in pieces[at + 1 :]:
        if piece.part == BREAK:
            return False
        if piece.part != EMPTY_PIECE:
            return piece.part in (NAME, WORD, FIGURE, TIME)
    return False


def _counts_here(pieces: list[Piece], at: int, nouns: frozenset[tuple[str, ...]], verb: int) -> bool:
    """Whether a figure counts what is spoken of: before its noun, before "of them", or alone before the verb."""
    figure = pieces[at].token.figure
    if figure is None or (figure.unit is not None and figure.form != "percent"):
        return False
    if at >= verb:
        return False
    following = [p for p in pieces[at + 1 : at + 4] if p.part != EMPTY_PIECE]
    if (
        not following
        or following[0].low in ("of", "in", "out", "by", "are", "is")
        or following[0].part == BREAK
    ):
        return True
    if following[0].part == FIGURE:
        return True
    return (
        any(noun_at(pieces, i, nouns) for i in range(at + 1, min(at + 5, verb, len(pieces))))
        or at + 1 == verb
    )


def _follows_of(pieces: list[Piece], at: int) -> bool:
    place = at - 1
    while place >= 0 and (pieces[place].part in (EMPTY_PIECE, TIME) or pieces[place].token.possessive):
        place -= 1
    return place >= 0 and pieces[place].low == "of"


def _counts(
    pop: Population,
    spoken_of: list[View],
    found: list[View],
    counted: list[tuple[Figure, bool]],
    quantifiers: set[str],
    named: bool,
    after: list[Piece],
) -> Outcome | None:
    parts = [f for f, of in counted if not of]
    wholes = [f for f, of in counted if of]
    if len(parts) > 1 or len(wholes) > 1 or any(f.form not in ("amount", "part", "percent") for f in parts):
        return None
    if wholes and not (after and any(agrees(wholes[0], Fraction(n)) for n in {len(spoken_of)})):
        return None
    every = bool(quantifiers & _ALL)
    if every and (not after or len(found) != len(spoken_of) or not found):
        return None
    if "most" in quantifiers and not 0 < len(found) < len(spoken_of) < 2 * len(found):
        return None
    if quantifiers & {"no", "none"}:
        return None
    figure = parts[0] if parts else None
    if (
        figure is not None
        and figure.form == "amount"
        and not agrees(figure, Fraction(len(spoken_of if every else found)))
    ):
        return None
    if figure is not None and figure.form != "amount" and not _is_share(figure, found, spoken_of):
        return None
    if figure is None and not quantifiers:
        return None
    if "only" in quantifiers and not named:
        return None
    columns = tuple(c.name for c in pop.result.columns)
    use = use_of(pop, columns, f"row by row: {len(found)} of {len(spoken_of)}")
    state = State(quantifiers=quantifiers, figures=counted, named=True)
    return Outcome([use], absolute=every or "only" in quantifiers, counted=not every, state=state)


def _is_share(figure: Figure, found: list[View], spoken_of: list[View]) -> bool:
    return bool(spoken_of) and share_agrees(figure, Fraction(len(found), len(spoken_of)))
