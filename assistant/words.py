"""The closed lists: function words by their role, and the empty words that ask for nothing."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.empty import EMPTY_PHRASES
from assistant.meaning import (
    AgeComparator,
    Aggregator,
    Comparator,
    Extreme,
    Meaning,
    SizeComparator,
    Word,
)
from assistant.roles import ROLES
from assistant.topics import TOPICS
from graph.query import Measure, Op

_COMPARATORS: Mapping[Op, tuple[str, ...]] = {
    Op.GT: (
        "more than",
        "over",
        "above",
        "greater than",
        "higher than",
        "exceeding",
        "exceeds",
        "exceed",
        ">",
    ),
    Op.GE: ("at least", "no less than", "no fewer than", "not less than", ">=", "≥", "a minimum of"),
    Op.LT: ("less than", "fewer than", "under", "below", "lower than", "<"),
    Op.LE: ("at most", "up to", "no more than", "not more than", "<=", "≤", "a maximum of"),
    Op.EQ: ("exactly", "equal to", "equals", "=", "=="),
    Op.NE: ("other than", "different from", "not equal to", "!="),
    Op.STARTS: (
        "starting with",
        "starts with",
        "start with",
        "beginning with",
        "begins with",
        "begin with",
        "whose name starts with",
        "whose names start with",
        "named like",
        "whose name begins with",
        "with a name starting with",
        "with names starting with",
    ),
    Op.CONTAINS: (
        "containing",
        "whose name contains",
        "whose names contain",
        "with a name containing",
        "with names containing",
        "contain in their name",
    ),
}
_SIZES: Mapping[Op, tuple[str, ...]] = {
    Op.GT: ("larger than", "bigger than", "longer than"),
    Op.LT: ("smaller than", "shorter than"),
}
_AGES: Mapping[bool, tuple[str, ...]] = {
    True: ("older than", "over the age of", "aged over", "more ancient than"),
    False: ("newer than", "younger than", "more recent than"),
}
_AGGREGATES: Mapping[Measure, tuple[str, ...]] = {
    Measure.SUM: ("total", "sum of", "the sum of", "sum", "combined", "total amount of", "total of"),
    Measure.AVERAGE: (
        "average",
        "average number of",
        "mean number of",
        "the average number of",
        "mean",
        "avg",
        "on average",
        "the average of",
        "average of",
    ),
    Measure.MINIMUM: ("minimum", "min", "the minimum of"),
    Measure.MAXIMUM: ("maximum", "max", "the maximum of"),
    Measure.MEDIAN: ("median", "median number of", "the median number of", "the median of"),
    Measure.SHARE: (
        "share of",
        "what share of",
        "percentage of",
        "what percentage of",
        "percent of",
        "what percent of",
        "proportion of",
        "what proportion of",
        "fraction of",
        "what fraction of",
        "ratio of",
        "how big a share of",
    ),
}
_EXTREMES: Mapping[tuple[bool, str], tuple[str, ...]] = {
    (True, "amount"): (
        "most",
        "highest",
        "the most",
        "greatest",
        "maximal",
        "more",
        "largest number of",
        "highest number of",
    ),
    (False, "amount"): (
        "fewest",
        "fewer",
        "least",
        "lowest",
        "the fewest",
        "smallest number of",
        "lowest number of",
    ),
    (True, "size"): ("largest", "biggest"),
    (False, "size"): ("smallest",),
    (True, "length"): ("longest",),
    (False, "length"): ("shortest",),
    (False, "birth"): (
        "oldest",
        "earliest",
        "longest running",
        "created first",
        "launched first",
        "started first",
        "first created",
        *(
            f"{been}{long}"
            for been in (
                "been running ",
                "running ",
                "been up ",
                "up ",
                "been around ",
                "been there ",
                "lived ",
            )
            for long in ("longest", "the longest", "for longest", "for the longest")
        ),
    ),
    (True, "birth"): (
        "newest",
        "latest",
        "youngest",
        "most recent",
        "most recently",
        "most recently created",
        "created most recently",
        "created last",
        "last created",
        "launched most recently",
        "most recently launched",
        "last",
    ),
}


def _parts(phrase: str) -> tuple[str, ...]:
    return tuple(phrase.replace("-", " ").split())


def _table() -> dict[tuple[str, ...], tuple[Meaning, ...]]:
    found: dict[tuple[str, ...], list[Meaning]] = {}

    def add(phrases: tuple[str, ...], make: Meaning | None) -> None:
        for phrase in phrases:
            meaning = make if make is not None else Word("empty", phrase)
            found.setdefault(_parts(phrase), []).append(
                Word(meaning.role, phrase) if isinstance(meaning, Word) else meaning
            )

    for role, phrases in (*ROLES.items(), *TOPICS.items()):
        add(phrases, Word(role))
    add(EMPTY_PHRASES, None)
    for op, phrases in _COMPARATORS.items():
        add(phrases, Comparator(op))
    for op, phrases in _SIZES.items():
        add(phrases, SizeComparator(op))
    for older, phrases in _AGES.items():
        add(phrases, AgeComparator(older))
    for measure, phrases in _AGGREGATES.items():
        add(phrases, Aggregator(measure))
    for (descending, about), phrases in _EXTREMES.items():
        add(phrases, Extreme(descending, about))
    return {k: tuple(v) for k, v in found.items()}


FUNCTION_PHRASES = _table()
"""Every function word and phrase, split into parts, with its roles."""

FUNCTION_PARTS = frozenset(w for p in FUNCTION_PHRASES for w in p)
"""Every word of every function phrase."""

LONGEST_FUNCTION = max(len(p) for p in FUNCTION_PHRASES)

_DECLARED_TOO = frozenset(
    _parts(p)
    for p in (
        "count",
        "name",
        "label",
        "tag",
        "labels",
        "tags",
        "released",
        "rolled out",
        "status of",
        "state of",
        "enabled",
        "disabled",
        "off",
        "endpoints",
        "endpoint",
        "dead letter queue",
        "dead letter queues",
        "dlq",
        "dlqs",
        "part of",
        "belongs to",
        "belong to",
        "stopped",
        "failed",
        "crashed",
        "modified",
    )
)
"""Words that declarations say as well; which is meant is told by the rest of the question."""

FUNCTION_WORDS = frozenset(" ".join(p) for p in FUNCTION_PHRASES if p not in _DECLARED_TOO)
"""The same as text: no declared word may take the place of one of these."""
