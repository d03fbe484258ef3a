"""One sentence said in other words: clefts, relative clauses, "respectively", "neither … nor" as plain clauses.

Each rule takes the tokens of a sentence and gives the same claims in a plainer order, or nothing. No rule adds a claim or
takes one away: what a rewording says is what the sentence says, and it is judged like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from evidence.afterthought import (
    against,
    apart,
    appositive,
    inner_apposition,
    more_than,
    named_apart,
    owner_of,
    sum_tail,
    superlative_tail,
    tail,
)
from evidence.order import in_states, measures_apart, most_are_on, summed_up
from evidence.other import against_bound, before_reaching
from evidence.plainer import (
    cleft,
    described,
    each_one,
    on_average,
    passive,
    restrictive,
    turned_copula,
    what_is,
    without_echo,
)
from evidence.retold import Reworded
from evidence.sharing import (
    at_bound,
    framed,
    fronted_whole,
    neither,
    respective,
    shared_bound,
    shared_verb,
    that_of,
    with_figure,
)
from evidence.talk import according, claimed, not_since, theirs, whom_to_ask
from evidence.token import Token

_STEPS = 3


def reworded(found: list[Token]) -> Iterator[Reworded]:
    """The sentence in plainer words, each rule after the other, the plainest last."""
    now = found
    for _ in range(_STEPS):
        made = next((m for rule in _RULES if (m := rule(now)) is not None), None)
        if made is None:
            return
        now = made
        yield now


def _in_each(rule: Callable[[list[Token]], Reworded | None]) -> Callable[[list[Token]], Reworded | None]:
    """The rule for each clause that a semicolon parts."""

    def applied(found: list[Token]) -> Reworded | None:
        parts: list[list[Token]] = [[]]
        for token in found:
            parts[-1].append(token)
            if token.text == ";" or (
                token.low in ("but", "while", "whereas") and len(parts[-1]) > 1 and parts[-1][-2].text == ","
            ):
                parts.append([])
        for place, part in enumerate(parts):
            closed = part[-1:] if part and part[-1].text == ";" else []
            if len(part) > 1 and part[-1].low in ("but", "while", "whereas"):
                closed = part[-2:]
            made = rule(part[: len(part) - len(closed)])
            if made is not None:
                return [t for p in (*parts[:place], made, closed, *parts[place + 1 :]) for t in p]
        return None

    return applied


_RULES: tuple[Callable[[list[Token]], Reworded | None], ...] = (
    whom_to_ask, most_are_on, summed_up, in_states, measures_apart, before_reaching, against_bound, theirs, according, not_since, claimed, without_echo, each_one, shared_bound, more_than, sum_tail, _in_each(cleft), _in_each(what_is), on_average, apart, at_bound, _in_each(turned_copula), described, neither, respective, with_figure, fronted_whole, that_of, appositive, named_apart, restrictive, owner_of,
    inner_apposition, superlative_tail, against, tail, _in_each(passive), _in_each(shared_verb), framed,
)  # fmt: skip
