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
from evidence.apportioned import for_every, made_of
from evidence.contrast import contrasted
from evidence.counted_list import counted_each
from evidence.dead_letter import FAILING, dead_letters
from evidence.degrees import degrees_joined, only_such, ranges_over
from evidence.gapping import each_together, gapped_figures, gapped_preps
from evidence.order import (
    existential,
    in_states,
    measures_apart,
    most_are_on,
    never_beyond,
    one_each,
    replaced_by,
    so_many_each,
    summed_up,
    times_changed,
    times_what,
)
from evidence.other import against_bound, before_reaching
from evidence.percentile import percentiles
from evidence.phrase import bracketed, down_to, each_with, gives, one_of_its, somebody, the_only_was
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
    framed,
    fronted_whole,
    neither,
    ownerless,
    respective,
    shared_bound,
    shared_verb,
    that_of,
    thing_shared,
    total_is,
    with_figure,
)
from evidence.subjectless import subjectless
from evidence.talk import (
    ASKING,
    according,
    claimed,
    is_with,
    labelled,
    named_owners,
    not_since,
    theirs,
    whom_to_ask,
)
from evidence.token import Token
from evidence.value_first import done_by, value_first

_STEPS = 3
_WAYS = 2


def reworded(found: list[Token]) -> Iterator[Reworded]:
    """The sentence in plainer words, each rule after the other, the plainest last; then as the next rule has it."""
    for tried, first in enumerate(_made(found)):
        if tried == _WAYS:
            return
        now: Reworded | None = first
        for _ in range(_STEPS):
            if now is None:
                break
            yield now
            now = next(_made(now), None)


def _made(found: list[Token]) -> Iterator[Reworded]:
    """What each rule whose words stand in the sentence makes of it."""
    said = _said(found)
    for rule, by in _RULES:
        if (not by or not by.isdisjoint(said)) and (made := rule(found)) is not None:
            yield made


def _said(found: list[Token]) -> set[str]:
    """The words and marks of a sentence, and whether it has a figure or a genitive."""
    said = {t.low for t in found}
    if any(t.kind == "figure" for t in found):
        said.add("#")
    if any(t.possessive for t in found):
        said.add("'s")
    return said


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


_Rule = Callable[[list[Token]], Reworded | None]
_JOINED = ", ; : — – and but while whereas"
_RULES: tuple[tuple[_Rule, frozenset[str]], ...] = tuple(
    (rule, frozenset(triggers.split()))
    for rule, triggers in (
        (subjectless, ""),
        (percentiles, "#"),
        (gapped_figures, "#"),
        (counted_each, "and"),
        (contrasted, "not rather instead opposed"),
        (made_of, ", : ; —"),
        (for_every, "for"),
        (dead_letters, FAILING),
        (each_together, "together between altogether"),
        (value_first, "is was"),
        (done_by, "it them"),
        (degrees_joined, "the"),
        (only_such, "only"),
        (ranges_over, "ranges varies range goes"),
        (thing_shared, "share shared"),
        (total_is, "total"),
        (ownerless, "owner owners nobody no"),
        (gapped_preps, _JOINED),
        (whom_to_ask, ASKING),
        (times_changed, "changed touched modified updated edited altered"),
        (most_are_on, "most fewest least highest lowest largest smallest"),
        (summed_up, "total altogether combined between all"),
        (never_beyond, "never"),
        (times_what, "what"),
        (so_many_each, "#"),
        (named_owners, "named listed given seen"),
        (replaced_by, "replaced"),
        (one_each, "each apiece"),
        (in_states, ": — –"),
        (measures_apart, "#"),
        (before_reaching, "before"),
        (against_bound, "against versus vs"),
        (theirs, "'s"),
        (is_with, "with"),
        (bracketed, "("),
        (each_with, ": — –"),
        (one_of_its, "one"),
        (somebody, "somebody someone"),
        (gives, "gives grants gave"),
        (down_to, "down"),
        (the_only_was, "only"),
        (labelled, "contact owner team"),
        (according, "according says say states claims names"),
        (not_since, "has have"),
        (claimed, "claim claims compete named between"),
        (existential, "#"),
        (without_echo, ""),
        (each_one, "each a every one"),
        (shared_bound, "#"),
        (more_than, "than"),
        (sum_tail, ","),
        (_in_each(cleft), "it"),
        (_in_each(what_is), "what"),
        (on_average, "average total"),
        (apart, ","),
        (_in_each(turned_copula), "#"),
        (described, "the among one"),
        (neither, "neither"),
        (respective, "respectively"),
        (with_figure, "with at"),
        (fronted_whole, "of out"),
        (that_of, "that those"),
        (appositive, "the"),
        (named_apart, ", ("),
        (restrictive, "that which who"),
        (owner_of, ","),
        (inner_apposition, ","),
        (superlative_tail, ", : — –"),
        (against, "against versus vs compared"),
        (tail, ", :"),
        (_in_each(passive), "by"),
        (_in_each(shared_verb), _JOINED),
        (framed, _JOINED),
    )
)
"""Each rule with the words of which one must stand in the sentence; "#" is any figure, "'s" any genitive, none is always."""
