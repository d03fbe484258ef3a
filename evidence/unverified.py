"""Which figures of a removed sentence could not be verified, and which results were not read at all (F7, A2)."""

from __future__ import annotations

from fractions import Fraction

from evidence import condition, naming
from evidence.amount import same_dimension
from evidence.bench import Bench
from evidence.claim import Spoken
from evidence.clause import clauses
from evidence.figure import Figure, agrees
from evidence.group import WORD, Piece, pieces_of
from evidence.lexicon import nouns_of
from evidence.moment import moment_agrees
from evidence.population import Population
from evidence.scope import population_allowed, view_allowed
from evidence.token import Read, Token, tokens


def unverified(text: str, texts: tuple[str, ...], spoken: Spoken, bench: Bench) -> tuple[str, ...]:
    """The figures that stand beside their noun nowhere in what may be cited; all of them where each does so alone."""
    if len(texts) < 2:
        return texts
    read = tokens(text, bench.index.names, bench.question.asked_at)
    alone = [t for t in read.tokens if t.kind == "figure" and _found(t, read.tokens, bench)]
    found = {t.figure.text for t in alone if t.figure is not None}
    found |= {t.moment.text for t in read.tokens if t.moment is not None and _time_found(t, bench)}
    left = tuple(t for t in texts if t not in found)
    return left or texts


def _found(token: Token, all_tokens: list[Token], bench: Bench) -> bool:
    """Whether the figure stands in the evidence under the noun that follows it."""
    figure = token.figure
    if figure is None or figure.form != "amount":
        return False
    at = all_tokens.index(token)
    following = [t for t in all_tokens[at + 1 : at + 4] if t.kind == "word"]
    pieces = pieces_of(following)
    words = [p.word for p in pieces if p.part == WORD]
    if not words:
        return False
    said = frozenset(t.text for t in all_tokens if t.kind == "name")
    return _in_populations(figure, pieces, bench, said) or _in_records(figure, words, bench, said)


def _in_populations(figure: Figure, pieces: list[Piece], bench: Bench, said: frozenset[str]) -> bool:
    for pop in bench.index.populations:
        if pop.count is None or not population_allowed(pop, bench.edge, said):
            continue
        named = any(condition.noun_at(pieces, at, nouns_of(pop.kind)) for at in range(len(pieces)))
        if named and (
            agrees(figure, Fraction(pop.count)) or (pop.of is not None and agrees(figure, Fraction(pop.of)))
        ):
            return True
    return False


def _in_records(figure: Figure, words: list[str], bench: Bench, said: frozenset[str]) -> bool:
    for views in bench.index.of_handle.values():
        for view in views:
            if not view_allowed(view, bench.edge, said):
                continue
            for _, fact in naming.best(view, words[:1], ("number",)) or naming.best(view, words, ("number",)):
                if (
                    fact.amount is not None
                    and same_dimension(fact.unit, figure)
                    and agrees(figure, fact.amount)
                ):
                    return True
    return False


def _time_found(token: Token, bench: Bench) -> bool:
    moment = token.moment
    if moment is None:
        return False
    for views in bench.index.of_handle.values():
        for view in views:
            if any(f.form == "time" and moment_agrees(f, moment) for f in view.facts):
                return True
    return False


def unread_populations(read: Read, spoken: Spoken, bench: Bench) -> tuple[Population, ...]:
    """Results of which nothing could be read, that would have been asked for this sentence."""
    found: list[Population] = []
    for clause in clauses(read.tokens):
        pieces = pieces_of(clause.tokens)
        found += [p for p in bench.index.populations if p.result.scopes_read == 0 and _speaks_of(p, pieces)]
    return tuple(dict.fromkeys(found))


def _speaks_of(pop: Population, pieces: list[Piece]) -> bool:
    return any(condition.noun_at(pieces, at, nouns_of(pop.kind)) for at in range(len(pieces)))
