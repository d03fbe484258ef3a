"""Derived figures: sums, differences, shares and comparisons over cited cells (F12).

Each rule recognises one form ("… together have N …", "… has more … than …", "… has the most …"), finds the same
quantity of each thing it names, and recomputes. What is compared must be the same field in the same unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

from evidence import changing, naming
from evidence.use import Use
from evidence.claim import Spoken, Support
from evidence.clause import Clause
from evidence.counting import share_agrees
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
    Piece,
    words_of_piece,
)
from evidence.lexicon import concept, noun_words, nouns_of
from evidence.moment import age_agrees, birth_of
from evidence.population import Population
from evidence.scope import population_allowed, view_allowed
from evidence.subject import _of_group, views_of
from evidence.token import Token
from evidence.word import stem

if TYPE_CHECKING:
    from evidence.verdict import Bench

_MORE = frozenset(
    "more greater larger bigger higher longer newer younger later wider above over exceeds".split()
)
_LESS = frozenset("fewer less smaller lower shorter older earlier narrower below under".split())
_MOST = frozenset(
    "most largest biggest highest longest greatest newest youngest latest max maximum top".split()
)
_LEAST = frozenset("fewest least smallest lowest shortest oldest earliest minimum min".split())
_OF_TIME = frozenset(
    "first last newer younger later older earlier newest youngest latest oldest earliest before after".split()
)
_OF_SIZE = frozenset("larger bigger smaller largest biggest smallest".split())
_TOGETHER = frozenset(
    "together total altogether combined sum jointly overall between in add adds up sums".split()
)
_SHARE_WORDS = frozenset(
    concept(stem(w))
    for w in "account accounts make makes up hold share total all whole overall represent constitute come to for have".split()
)


@dataclass(slots=True, eq=False)
class Amount:
    """One quantity of one thing, as a cell says it."""

    name: str
    value: Fraction
    handle: str
    view: View
    fields: tuple[str, ...]
    field: str
    dimension: str
    population: Population | None = None
    fact: Fact | None = None

    def use(self, how: str) -> Use:
        """The use of this cell in a derivation."""
        return Use(self.view, self.fields, "sum", how, words=self.fact.phrases[0] if self.fact else ())


def carried(
    pieces: list[Piece], clause: Clause, spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[Support]:
    """The ways in which cells carry the clause together."""
    if any(p.part == NOT for p in pieces):
        return
    pieces = _with_subject(pieces, clause, spoken)
    rules: tuple[Callable[[list[Piece], Spoken, Bench, frozenset[str]], Iterator[Support]], ...] = (
        compared, multiplied, superlative, summed, shared, same, ordered_in_time, later, one_before_other,
    )  # fmt: skip
    for rule in rules:
        found = list(rule(pieces, spoken, bench, said))
        if found:
            yield from found
            return


def _with_subject(pieces: list[Piece], clause: Clause, spoken: Spoken) -> list[Piece]:
    """A told clause has the subject of the one before it: a record, or the group that was just counted."""
    if clause.joined not in ("told", "verb"):
        return pieces
    group = spoken.population.group if spoken.population is not None else {}
    names = list(group.values())[:1] or list(spoken.names[:1])
    if not names:
        return pieces
    at = clause.start
    words = [w for w in spoken.words if w] if clause.joined == "told" else []
    named = [Piece(Token("name", names[0], at, at, names[0].lower(), "", names[0].lower(), known=True), NAME)]
    nouns = [Piece(Token("word", w, at, at, w, w, w), WORD, w) for w in words]
    return [*named, *pieces, *nouns]


# What is compared ---------------------------------------------------------------------------------------------------


def names_in(pieces: list[Piece], bench: Bench) -> list[int]:
    """Where the clause names a thing of the evidence or a group of a result."""
    return [i for i, p in enumerate(pieces) if _is_thing(p, bench)]


def _is_thing(piece: Piece, bench: Bench) -> bool:
    if piece.part not in (NAME, WORD):
        return False
    text = piece.token.text
    if piece.part == NAME and (text in bench.index.views or text in bench.index.ends):
        return True
    return text in bench.index.groups


def amounts(
    name: str,
    words: list[str],
    bench: Bench,
    said: frozenset[str],
    forms: tuple[str, ...] = ("number", "list"),
) -> list[Amount]:
    """Every cell that says this quantity of this thing."""
    found: list[Amount] = []
    for view in views_of(name, bench.index):
        if not view_allowed(view, bench.edge, said):
            continue
        kind_words = noun_words(view.kind)
        for level, fact in naming.best(view, words, forms, kind_words):
            if level >= naming.SUBSET and not fact.measure:
                found += _amount_of(name, view, fact)
    for pop in bench.index.populations:
        if pop.narrowed and name in pop.group.values() and population_allowed(pop, bench.edge, said):
            found += _amount_of_group(name, pop, words)
    return found


def _amount_of(name: str, view: View, fact: Fact) -> Iterator[Amount]:
    if isinstance(fact.value, datetime):
        value = Fraction(fact.value.timestamp())
    elif fact.amount is not None:
        value = fact.amount
    else:
        return
    dimension = "instant" if isinstance(fact.value, datetime) else fact.unit.dimension if fact.unit else ""
    yield Amount(name, value, view.handle, view, (fact.field,), fact.field, dimension, None, fact)


def _amount_of_group(name: str, pop: Population, words: list[str]) -> Iterator[Amount]:
    view = View(pop.result, pop.kind, name, frozenset({name}), "", pop.place, role="group")
    view.handle = pop.handle
    nouns = {w for phrase in nouns_of(pop.kind) for w in phrase}
    states = {
        concept(stem(str(c.fact.value)))
        for c in pop.conditions
        if c.fact is not None and isinstance(c.fact.value, str)
    }
    if (
        pop.count is not None
        and words
        and all(w in nouns or w in states for w in words)
        and any(w in nouns for w in words)
    ):
        yield Amount(name, Fraction(pop.count), pop.handle, view, (*pop.group, "count"), "count", "", pop)
    if not words and pop.count is not None and not pop.measures:
        yield Amount(name, Fraction(pop.count), pop.handle, view, (*pop.group, "count"), "count", "", pop)
    for fact in pop.measures:
        measure_words = {concept(stem(w)) for w in fact.measure.split()} | {"total", "averag", "mean", "sum"}
        rest = [w for w in words if w not in nouns and w not in measure_words]
        required = fact.measure not in ("sum", "count")
        said_measure = bool(
            measure_words & set(words) - ({"total", "sum"} if fact.measure == "average" else set())
        )
        level = (
            naming.names(fact, rest)
            if rest
            else (naming.SUBSET if set(words) & nouns or not words else naming.NO)
        )
        if fact.amount is not None and level >= naming.SUBSET and (not required or said_measure):
            yield Amount(
                name,
                fact.amount,
                pop.handle,
                view,
                (*pop.group, fact.field),
                fact.field,
                fact.unit.dimension if fact.unit else "",
                pop,
                fact,
            )


def comparable(left: Amount, right: Amount) -> bool:
    """The same quantity: one field in one dimension, and of one result where it is a group's."""
    if left.field != right.field or left.dimension != right.dimension:
        return False
    return (left.population is None) == (right.population is None) and (
        left.population is None
        or right.population is None
        or left.population.result is right.population.result
    )


def _content(pieces: list[Piece], spent: set[int], empty: frozenset[str]) -> list[str] | None:
    """The words left after what was spent; None where a name, figure or time is left too."""
    words: list[str] = []
    for i, piece in enumerate(pieces):
        if i in spent or piece.part in (EMPTY_PIECE, BREAK):
            continue
        if piece.part == LIGHT:
            if piece.word in _VERBS_OF_FIELDS:
                words.append(piece.word)
            continue
        if piece.part == PREP:
            if piece.low in ("by", "without", "before", "after"):
                return None
            continue
        if piece.part in (NAME, FIGURE, TIME, NOT):
            return None
        if piece.low not in empty:
            words += words_of_piece(piece)
    return words


_VERBS_OF_FIELDS = frozenset(concept(stem(w)) for w in "retain keep store handle deploy maintain".split())
"""Light verbs that fields are named after ("retains backups twice as long")."""


def _pairs(left: list[Amount], right: list[Amount]) -> Iterator[tuple[Amount, Amount]]:
    return ((a, b) for a in left for b in right if comparable(a, b))


def _support(used: list[Amount], how: str) -> Support:
    handles = tuple(dict.fromkeys(a.handle for a in used))
    pop = next((a.population for a in used if a.population is not None), None)
    return Support(
        handles,
        [a.use(how) for a in used],
        tuple(a.view for a in used if a.population is None),
        pop,
        False,
        pop is not None,
    )


# The forms ----------------------------------------------------------------------------------------------------------


def _comparative(pieces: list[Piece]) -> tuple[int, int] | None:
    """Where a comparative and its "than" stand."""
    than = next((i for i, p in enumerate(pieces) if p.low == "than"), None)
    if than is None:
        return None
    word = next((i for i in range(than - 1, -1, -1) if pieces[i].low in _MORE | _LESS), None)
    return None if word is None else (word, than)


def compared(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """ "a has (three) more replicas than b", "a is larger than b", with the two figures after it ("6 against 9")."""
    found = _comparative(pieces)
    if found is None:
        return
    word, than = found
    things = names_in(pieces, bench)
    right = [i for i in things if i > than][:1]
    left = [i for i in things if i < than]
    if len(left) != 1 or len(right) != 1:
        return
    low = pieces[word].low
    difference = next((i for i in range(max(0, word - 2), word) if pieces[i].part == FIGURE), None)
    shown = _figures_after(pieces, right[0])
    spent = {word, than, left[0], right[0], *([difference] if difference is not None else []), *shown}
    words = _content(pieces, spent, frozenset({"each", "against", "versus", "compare"}))
    if words is None:
        return
    for a, b in _pairs(*(_sized(pieces[i].token.text, words, low, bench, said) for i in (left[0], right[0]))):
        if not (a.value > b.value if low in _MORE else a.value < b.value):
            continue
        if low in ("older", "earlier", "newer", "younger", "later") and a.dimension != "instant":
            continue
        if difference is not None and not _is_difference(pieces[difference].token.figure, a, b):
            continue
        if shown and not _shows(pieces, sorted(shown), a, b):
            continue
        yield _support([a, b], f"{float(a.value):g} against {float(b.value):g}")


def _sized(name: str, words: list[str], comparative: str, bench: Bench, said: frozenset[str]) -> list[Amount]:
    """The quantity that a comparative speaks of: its words, or what the adjective alone measures."""
    if comparative in _OF_TIME:
        return _births(name, words, bench, said)
    if words:
        found = amounts(name, words, bench, said)
        if found or comparative not in _OF_SIZE or len(words) > 1:
            return found
    if comparative in _OF_SIZE:
        return [
            a
            for v in views_of(name, bench.index)
            if view_allowed(v, bench.edge, said)
            for f in v.facts
            if _is_size(f)
            for a in _amount_of(name, v, f)
        ]
    return []


def _is_size(fact: Fact) -> bool:
    return (
        fact.form == "number"
        and fact.unit is not None
        and fact.unit.dimension == "bytes"
        and not fact.words & naming.RESTRICTIVE
    )


def _births(name: str, words: list[str], bench: Bench, said: frozenset[str]) -> list[Amount]:
    found: list[Amount] = []
    for view in views_of(name, bench.index):
        if view_allowed(view, bench.edge, said):
            facts = (
                [f for level, f in naming.best(view, words, ("time",)) if level >= naming.LOOSE]
                if words
                else [birth_of(view)]
            )
            found += [a for f in facts if f is not None for a in _amount_of(name, view, f)]
    return found


def _is_difference(figure: Figure | None, a: Amount, b: Amount) -> bool:
    if figure is None:
        return False
    gap = abs(a.value - b.value)
    if a.dimension == "instant":
        return (
            figure.dimension == "time"
            and figure.unit is not None
            and age_agrees(figure, gap / figure.unit.factor)
        )
    if figure.form in ("percent", "part"):
        return b.value != 0 and share_agrees(figure, gap / b.value)
    return figure.dimension == a.dimension and agrees(figure, gap)


def _figures_after(pieces: list[Piece], at: int) -> set[int]:
    return {i for i in range(at + 1, len(pieces)) if pieces[i].part == FIGURE}


def _shows(pieces: list[Piece], shown: list[int], a: Amount, b: Amount) -> bool:
    """ "…, 6 against 9": the two figures in the order of the two names; a single one is the first's."""
    values = (a.value, b.value)
    if len(shown) > 2:
        return False
    for place, value in zip(shown, values, strict=False):
        figure = pieces[place].token.figure
        if figure is None or figure.dimension not in (a.dimension, "") or not agrees(figure, value):
            return False
    return True


def multiplied(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """ "a has twice as many pods as b", "a has four times the storage of b", "half as many … as b"."""
    at = next((i for i, p in enumerate(pieces) if _is_multiple(p)), None)
    things = names_in(pieces, bench)
    if at is None or len(things) != 2 or not things[0] < at < things[1]:
        return
    spent = {at, *things}
    words = _content(
        pieces, spent, frozenset("as many much times size the than more that large big long old".split())
    )
    figure = pieces[at].token.figure
    if words is None or figure is None:
        return
    more = any(p.low in ("more", "larger", "bigger") for p in pieces)
    size = any(p.low in ("large", "big", "larger", "bigger", "size") for p in pieces) and not words
    left, right = (
        _sized(pieces[i].token.text, words, "larger" if size else "", bench, said)
        if size
        else amounts(pieces[i].token.text, words, bench, said)
        for i in things
    )
    for a, b in _pairs(left, right):
        if b.value == 0 or a.dimension == "instant":
            continue
        ratio = a.value / b.value
        step = (
            Fraction(1, 100)
            if figure.form == "part"
            else figure.step
            if figure.step < 1
            else Fraction(1, 100)
        )
        if compares(figure.op, ratio, figure.value, step) and not (more and figure.form == "part"):
            yield _support([a, b], f"{float(a.value):g} / {float(b.value):g} = {float(ratio):.3g}")


def _is_multiple(piece: Piece) -> bool:
    return (
        piece.part == FIGURE
        and piece.token.figure is not None
        and piece.token.figure.form in ("multiple", "part")
    )


def superlative(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """ "booking has the most pods, 120", "the oldest is x", "the namespace with the fewest pods is billing"."""
    at = next(
        (i for i, p in enumerate(pieces) if p.low in _MOST | _LEAST and _superlative_here(pieces, i)), None
    )
    of_two = at is None
    if at is None and not any(p.low == "than" for p in pieces):
        at = next(
            (
                i
                for i, p in enumerate(pieces)
                if p.low in _MORE | _LESS and i + 1 < len(pieces) and pieces[i + 1].low in ("one", "of")
            ),
            None,
        )
    if at is None:
        at = next(
            (
                i
                for i, p in enumerate(pieces)
                if p.low in ("first", "last") and i + 1 < len(pieces) and pieces[i + 1].low == "to"
            ),
            None,
        )
        of_two = False
    if at is None:
        return
    things = names_in(pieces, bench)
    figures = [i for i, p in enumerate(pieces) if p.part == FIGURE]
    if len(things) != 1 or len(figures) > 1:
        return
    words = _content(
        pieces,
        {at, *things, *figures},
        frozenset("all them these those with among of by far single one two to".split()),
    )
    if words is None:
        return
    name, low = pieces[things[0]].token.text, pieces[at].low
    for winner, others in _fields_of(name, words, low, bench, said):
        values = [o.value for o in others]
        if of_two and len(values) != 1:
            continue
        ascending = low in _LEAST or low in _LESS
        if winner.dimension == "instant":
            ascending = low in ("oldest", "earliest", "older", "earlier", "first")
        if not values or not all(winner.value < v if ascending else winner.value > v for v in values):
            continue
        figure = pieces[figures[0]].token.figure if figures else None
        if figure is not None and not (figure.dimension == winner.dimension and agrees(figure, winner.value)):
            continue
        yield _support([winner, *others], f"compared with {len(others)} others")


def _superlative_here(pieces: list[Piece], at: int) -> bool:
    """ "most of the instances" is no superlative."""
    after = pieces[at + 1].low if at + 1 < len(pieces) else ""
    before = pieces[at - 1].low if at else ""
    return not (pieces[at].low in ("most", "least") and after == "of") and before != "at"


def _fields_of(
    name: str, words: list[str], low: str, bench: Bench, said: frozenset[str]
) -> Iterator[tuple[Amount, list[Amount]]]:
    """The winner's amount, and those of everything it is compared with: all groups, all rows, or all records of its kind."""
    for pop in bench.index.populations:
        if not pop.groups or len(pop.groups) != pop.result.total or not pop.complete:
            continue
        group_words = {stem(n) for n in pop.group_names}
        rest = [w for w in words if w not in group_words]
        found = [
            (g, list(_amount_of_group(v, g, rest))) for g in pop.groups for v in list(g.group.values())[:1]
        ]
        mine = [a for g, many in found for a in many if a.name == name]
        others = [a for g, many in found for a in many if a.name != name]
        if mine and population_allowed(pop.groups[0], bench.edge, said | set(pop.groups[0].group.values())):
            yield mine[0], [o for o in others if comparable(mine[0], o)]
    yield from _among_views(name, words, low, bench, said)


def _among_views(
    name: str, words: list[str], low: str, bench: Bench, said: frozenset[str]
) -> Iterator[tuple[Amount, list[Amount]]]:
    own = [
        v
        for v in views_of(name, bench.index)
        if view_allowed(v, bench.edge, said) and v.role in ("record", "row")
    ]
    for view in own:
        nouns = {w for phrase in nouns_of(view.kind) for w in phrase}
        rest = [w for w in words if w not in nouns] or words
        peers = _peers(view, bench, said)
        mine = _amount_in(view, rest if rest != words or not set(words) <= nouns else [], low)
        if mine is None or not peers:
            continue
        others = [
            a
            for p in peers
            if (a := _amount_in(p, rest if rest != words or not set(words) <= nouns else [], low)) is not None
            and comparable(mine, a)
        ]
        if len(others) == len(peers):
            yield mine, others


def _peers(view: View, bench: Bench, said: frozenset[str]) -> list[View]:
    """What a superlative is over: the other rows of its result, or the other retrieved records of its kind."""
    if view.role == "row":
        pop = next((p for p in bench.index.populations if p.rows and view in p.rows), None)
        return [r for r in pop.rows if r is not view] if pop is not None and pop.whole else []
    found = []
    for views in bench.index.of_handle.values():
        found += [
            v
            for v in views
            if v.role == "record"
            and v.kind == view.kind
            and v is not view
            and view_allowed(v, bench.edge, said)
        ]
    return found


def _amount_in(view: View, words: list[str], low: str) -> Amount | None:
    if low in _OF_TIME:
        fact = (
            birth_of(view)
            if not words
            else next((f for lvl, f in naming.best(view, words, ("time",)) if lvl >= naming.LOOSE), None)
        )
    elif words:
        fact = next(
            (f for lvl, f in naming.best(view, words, ("number", "list")) if lvl >= naming.SUBSET), None
        )
    elif low in _OF_SIZE | {"largest", "biggest", "smallest"}:
        fact = next((f for f in view.facts if _is_size(f)), None)
    else:
        fact = None
    return next(_amount_of(view.name, view, fact), None) if fact is not None else None


def summed(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """ "a and b together have 8 replicas", "a, b and c add up to 900 GiB", "between them"; an average likewise."""
    things = names_in(pieces, bench)
    figures = [i for i, p in enumerate(pieces) if p.part == FIGURE]
    together = any(
        p.low in ("together", "altogether", "combined", "total", "sum", "jointly", "between", "overall")
        for p in pieces
    ) or _adds_up(pieces)
    average = any(p.low in ("average", "mean") for p in pieces)
    if not (together or average):
        return
    names = (
        [pieces[i].token.text for i in things]
        if len(things) > 1
        else list(spoken.names)
        if not things and _plural(pieces)
        else []
    )
    if not things and len(figures) <= 2:
        group = next(_of_group(pieces, spoken), None)
        if group is not None:
            names, pieces = [m.name for m in group.members], group.rest
            figures = [i for i, p in enumerate(pieces) if p.part == FIGURE]
    if len(names) < 2 or len(figures) != 1:
        return
    words = _content(
        pieces,
        {*things, *figures},
        _TOGETHER | frozenset("average mean each both all them combined run".split()),
    )
    figure = pieces[figures[0]].token.figure
    if words is None or figure is None:
        return
    each = [amounts(n, words or list(spoken.words), bench, said) for n in names]
    if not all(each):
        return
    for first in each[0]:
        chosen = [first, *(a for others in each[1:] for a in others[:] if comparable(first, a))]
        chosen = _one_of_each(first, each)
        if chosen is None:
            continue
        total = sum((a.value for a in chosen), Fraction(0))
        value = total / len(chosen) if average else total
        if first.dimension == figure.dimension and agrees(figure, value):
            sums = " + ".join(f"{float(a.value):g}" for a in chosen)
            yield _support(
                chosen,
                f"({sums}) / {len(chosen)} = {float(value):g}" if average else f"{sums} = {float(value):g}",
            )


def _one_of_each(first: Amount, each: list[list[Amount]]) -> list[Amount] | None:
    chosen = [first]
    for others in each[1:]:
        match = next((a for a in others if comparable(first, a)), None)
        if match is None:
            return None
        chosen.append(match)
    return chosen


def _adds_up(pieces: list[Piece]) -> bool:
    return any(
        a.low in ("add", "adds", "sum", "come") and b.low in ("up", "to")
        for a, b in zip(pieces, pieces[1:], strict=False)
    )


def _plural(pieces: list[Piece]) -> bool:
    return any(p.low in ("they", "them", "these", "those", "both", "together") for p in pieces)


def shared(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """ "eu-west-1 has 60 % of it", "booking accounts for 60 % of the 200 pods": one group's share of the whole."""
    figures = [i for i, p in enumerate(pieces) if p.part == FIGURE]
    shares = [i for i in figures if _is_share(pieces[i])]
    things = names_in(pieces, bench)
    most = next((i for i, p in enumerate(pieces) if p.low in ("most", "majority")), None)
    if not shares and most is not None:
        shares = [most]
    if len(shares) != 1 or len(things) < 1 or len(figures) > 2:
        return
    for whole in bench.index.populations:
        if not whole.groups or len(whole.groups) != whole.result.total:
            continue
        chosen = [g for g in whole.groups if any(pieces[i].token.text in g.group.values() for i in things)]
        if len(chosen) != len(things) or not population_allowed(
            chosen[0], bench.edge, said | set(chosen[0].group.values())
        ):
            continue
        if spoken.population is None or spoken.population.result is not whole.result:
            if not any(
                w in {x for ph in nouns_of(whole.kind) for x in ph} for p in pieces for w in words_of_piece(p)
            ) and not _names_measure(whole, pieces):
                continue
        support = _share_of(whole, chosen, pieces, shares[0], [i for i in figures if i not in shares], things)
        if support is not None:
            yield support


def _is_share(piece: Piece) -> bool:
    return piece.token.figure is not None and piece.token.figure.form in ("percent", "part")


def _names_measure(pop: Population, pieces: list[Piece]) -> bool:
    words = {w for p in pieces if p.part == WORD for w in words_of_piece(p)}
    return any(
        naming.names(f, [w for w in words if w in f.phrases[0]]) >= naming.SUBSET
        for f in pop.measures
        if words & set(f.phrases[0])
    )


def _share_of(
    whole: Population,
    chosen: list[Population],
    pieces: list[Piece],
    share: int,
    rest: list[int],
    things: list[int],
) -> Support | None:
    figure = pieces[share].token.figure
    parts, total, field = _parts(whole, chosen)
    if not total or not parts:
        return None
    nouns = {w for phrase in nouns_of(whole.kind) for w in phrase} | {
        w for f in whole.measures for phrase in f.phrases for w in phrase
    }
    states = {
        concept(stem(str(c.fact.value)))
        for c in whole.conditions
        if c.fact is not None and isinstance(c.fact.value, str)
    }
    groups = {stem(n) for n in whole.group_names}
    words = _content(pieces, {share, *rest, *things}, frozenset())
    if words is None or any(
        w not in nouns | states | groups | _SHARE_WORDS | {"storag", "size", "space", "capacit"}
        for w in words
    ):
        return None
    for i in rest:
        said = pieces[i].token.figure
        if said is None or not agrees(said, total if figure is not None else sum(parts, Fraction(0))):
            return None
    part = sum(parts, Fraction(0)) / total
    if not (share_agrees(figure, part) if figure is not None else Fraction(1, 2) < part < 1):
        return None
    view = View(whole.result, whole.kind, "", frozenset(), "", whole.place, role="group")
    view.handle = whole.handle
    how = f"{' + '.join(f'{float(p):g}' for p in parts)} of {float(total):g}"
    use = Use(view, (*whole.group_names, field), "sum", how)
    return Support((whole.handle,), [use], (), whole, False, True)


def _parts(whole: Population, chosen: list[Population]) -> tuple[list[Fraction], Fraction, str]:
    if whole.measures and all(g.measures and g.measures[0].amount is not None for g in chosen):
        return (
            [g.measures[0].amount or Fraction(0) for g in chosen],
            whole.measures[0].amount or Fraction(0),
            whole.measures[0].field,
        )
    if whole.count is not None and all(g.count is not None for g in chosen):
        return [Fraction(g.count or 0) for g in chosen], Fraction(whole.count), "count"
    return [], Fraction(0), ""


def same(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """ "a and b have the same number of replicas", "a has as many replicas as b", "a and b run the same image"."""
    low = [p.low for p in pieces]
    equal = "same" in low or "equal" in low or "equally" in low
    as_many = (
        any(a == "as" and b in ("many", "much", "large", "old") for a, b in zip(low, low[1:], strict=False))
        and low.count("as") >= 2
    )
    things = names_in(pieces, bench)
    if not (equal or as_many) or len(things) < 2 or any(p.part == FIGURE for p in pieces):
        return
    words = _content(
        pieces, set(things), frozenset("same equal equally as many much both number use share".split())
    )
    if not words:
        return
    each = [_values(pieces[i].token.text, words, bench, said) for i in things]
    for view, fact in each[0] if all(each) else ():
        chosen = [(view, fact)]
        for others in each[1:]:
            match = next(((v, f) for v, f in others if f.field == fact.field and f.value == fact.value), None)
            if match is not None:
                chosen.append(match)
        if len(chosen) == len(each):
            uses = [Use(v, (f.field,), "sum", "the same value", fact=f) for v, f in chosen]
            yield Support(
                tuple(dict.fromkeys(v.handle for v, _ in chosen)), uses, tuple(v for v, _ in chosen)
            )


def _values(name: str, words: list[str], bench: Bench, said: frozenset[str]) -> list[tuple[View, Fact]]:
    found = []
    for view in views_of(name, bench.index):
        if view_allowed(view, bench.edge, said) and view.role in ("record", "row"):
            forms = ("number", "text", "version", "time", "list", "boolean")
            found += [(view, f) for level, f in naming.best(view, words, forms) if level >= naming.SUBSET]
    return found


def ordered_in_time(
    pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[Support]:
    """ "a was created before b": the same time field of both."""
    at = next(
        (i for i, p in enumerate(pieces) if p.low in ("before", "after", "since") and p.part == PREP), None
    )
    things = names_in(pieces, bench)
    if at is None or len(things) != 2 or not things[0] < at < things[1]:
        return
    gap = next((i for i, p in enumerate(pieces[:at]) if p.part == FIGURE), None)
    bare = [p for i, p in enumerate(pieces) if i not in {at, *things} and i != gap]
    words = _content(bare, set(), frozenset("was were".split()))
    if not words:
        return
    left, right = (_births(pieces[i].token.text, words, bench, said) for i in things)
    for a, b in _pairs(left, right):
        holds = a.value < b.value if pieces[at].low == "before" else a.value > b.value
        if holds and (gap is None or _is_difference(pieces[gap].token.figure, a, b)):
            yield _support([a, b], "one before the other")


def one_before_other(
    pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[Support]:
    """ "The replica change came before the image change": two happenings in their order, and no more than that (S3)."""
    at = next((i for i, p in enumerate(pieces) if p.low in ("before", "after") and p.part == PREP), None)
    if at is None or any(p.part in (FIGURE,) for p in pieces):
        return
    verbless = [
        p
        for p in pieces[:at]
        if p.part != LIGHT and p.low not in ("came", "happened", "occurred", "was", "took", "place")
    ]
    left = [*_events(verbless, spoken, bench, said), *_change_events(verbless, spoken, bench, said)]
    right = [
        *_events(pieces[at + 1 :], spoken, bench, said),
        *_change_events(pieces[at + 1 :], spoken, bench, said),
    ]
    for a in left:
        for b in right:
            if a.view is not b.view and (a.at < b.at if pieces[at].low == "before" else a.at > b.at):
                uses = [Use(e.view, e.fields, "sum", "one before the other") for e in (a, b)]
                yield Support(tuple(dict.fromkeys(u.view.handle for u in uses)), uses, (a.view, b.view))


def later(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Support]:
    """ "… was last terminated 13 minutes later", "eight minutes after the image changed": two times and what lies between."""
    gap = next(
        (
            i
            for i, p in enumerate(pieces)
            if p.part == FIGURE and p.token.figure is not None and p.token.figure.dimension == "time"
        ),
        None,
    )
    if gap is None:
        return
    figure = pieces[gap].token.figure
    follows = pieces[gap + 1].low if gap + 1 < len(pieces) else ""
    if figure is None or follows not in ("later", "earlier", "after", "before"):
        return
    for event, rest, base in _two_events(pieces, gap, follows, spoken, bench, said):
        for other in base:
            seconds = Fraction((event.at - other.at) / timedelta(microseconds=1)) / 1_000_000
            if follows in ("earlier", "before"):
                seconds = -seconds
            if seconds < 0 or figure.unit is None or not age_agrees(figure, seconds / figure.unit.factor):
                continue
            how = f"{other.at:%H:%M} → {event.at:%H:%M}"
            uses = [Use(e.view, e.fields, "sum", how) for e in (other, event)]
            if other.spoken:
                uses = uses[1:]
            handles = tuple(dict.fromkeys(u.view.handle for u in uses))
            yield Support(handles, uses, tuple(u.view for u in uses))


@dataclass(slots=True, eq=False)
class Event:
    """Something with an instant: a time field of a record, or a change."""

    at: datetime
    view: View
    fields: tuple[str, ...]
    spoken: bool = False


def _two_events(
    pieces: list[Piece], gap: int, follows: str, spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[tuple[Event, list[Piece], list[Event]]]:
    if follows in ("later", "earlier"):
        main = [p for i, p in enumerate(pieces) if i not in (gap, gap + 1)]
        base = _spoken_events(spoken)
    else:
        end = _end_of_base(pieces, gap + 2)
        base_pieces, main = pieces[gap + 2 : end], [*pieces[:gap], *pieces[end:]]
        base = [*_events(base_pieces, spoken, bench, said), *_change_events(base_pieces, spoken, bench, said)]
    for event in [*_events(main, spoken, bench, said), *_change_events(main, spoken, bench, said)]:
        yield event, main, base


def _end_of_base(pieces: list[Piece], at: int) -> int:
    """Where "after the image change at 10:42 UTC," ends."""
    return next((i for i in range(at, len(pieces)) if pieces[i].low == ","), len(pieces))


def _spoken_events(spoken: Spoken) -> list[Event]:
    found = []
    for use in spoken.uses:
        for name in use.fields:
            fact = use.view.fact(name)
            if fact is not None and isinstance(fact.value, datetime):
                found.append(Event(fact.value, use.view, (name,), spoken=True))
        if use.part == "change" and not any(e.view is use.view for e in found):
            at = use.view.fact("at")
            if at is not None and isinstance(at.value, datetime):
                found.append(Event(at.value, use.view, ("at",), spoken=True))
    return found


def _events(pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]) -> Iterator[Event]:
    """A record's time field that these pieces name."""
    from evidence.subject import entities

    for entity in entities(pieces, spoken, bench.index):
        if len(entity.members) != 1:
            continue
        words = _content(entity.rest, set(), frozenset({"was", "were", "it"}))
        if not words:
            continue
        for view in entity.members[0].views:
            if not view_allowed(view, bench.edge, said):
                continue
            for level, fact in naming.best(view, words, ("time",)):
                if level >= naming.LOOSE and isinstance(fact.value, datetime):
                    yield Event(fact.value, view, (fact.field,))


def _change_events(
    pieces: list[Piece], spoken: Spoken, bench: Bench, said: frozenset[str]
) -> Iterator[Event]:
    for change in changing.changes(bench.index):
        if change.at is not None and view_allowed(change.view, bench.edge, said):
            fields = changing.says(change, pieces, spoken, bench.index)
            if fields:
                yield Event(change.at, change.view, tuple(dict.fromkeys((*fields, "at"))))
