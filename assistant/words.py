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
from assistant.topics import TOPICS
from graph.query import Measure, Op

_ROLES: Mapping[str, tuple[str, ...]] = {
    "which": ("which", "what", "which of", "what kind of"),
    "who": ("who", "whom"),
    "whose": ("whose",),
    "when": ("when", "since when", "how long", "for how long", "at what time", "on what date", "what time"),
    "where": ("where", "whereabouts"),
    "why": (
        "why",
        "what caused the outage of",
        "what caused the failure of",
        "what caused the crash of",
        "what is the cause of the outage of",
        "cause of the outage of",
        "how come",
        "what caused",
        "what causes",
        "what is the root cause of",
        "root cause of",
        "what is wrong with",
        "what is the matter with",
        "what is the problem with",
        "what is up with",
        "what is going on with",
        "what is happening with",
        "what is happening to",
        "how is it going with",
        "how healthy is",
    ),
    "how": ("how",),
    "how many": (
        "how many",
        "number of",
        "total number of",
        "the total number of",
        "total count of",
        "no of",
        "no. of",
        "nr of",
        "# of",
        "the number of",
        "how many of",
        "count of",
        "count",
        "count the",
        "what number of",
        "how often",
        "how many times",
    ),
    "how much": ("how much",),
    "how big": ("how big", "how large"),
    "how old": ("how old", "how long ago", "age of", "the age of"),
    "list": (
        "list",
        "list all",
        "show",
        "show me",
        "give me",
        "get",
        "get me",
        "find",
        "find me",
        "display",
        "print",
        "name",
        "enumerate",
    ),
    "tell": (
        "tell me about",
        "tell me more about",
        "tell me everything about",
        "describe",
        "details of",
        "details on",
        "details about",
        "info on",
        "info about",
        "information on",
        "information about",
        "what do you know about",
        "what do we know about",
        "summarise",
        "summarize",
    ),
    "be": ("is", "are", "was", "were", "be", "been", "being", "am"),
    "do": ("do", "does", "did"),
    "have": ("has", "have", "had", "having", "with", "that has", "that have", "which have", "which has"),
    "can": ("can", "could", "may", "might"),
    "not": ("not", "never", "no longer"),
    "neither": ("neither",),
    "nor": ("nor",),
    "without": (
        "without",
        "with no",
        "with zero",
        "no",
        "lacking",
        "lack",
        "lacks",
        "missing",
        "have no",
        "has no",
        "had no",
        "having no",
        "without any",
        "with none",
        "not having",
        "do not have",
        "does not have",
        "do not have any",
        "does not have any",
        "do not have a",
        "does not have a",
        "do not have an",
        "does not have an",
        "have not got",
        "zero",
    ),
    "all": ("all", "every", "each", "all of", "each of", "both"),
    "any": ("any", "some", "at least one", "any of"),
    "none": ("none of", "none"),
    "in": ("in", "inside", "within", "across", "throughout", "in the", "inside of"),
    "outside": (
        "outside",
        "outside of",
        "except in",
        "except",
        "except for",
        "excluding",
        "but not in",
        "other than in",
        "other than",
        "apart from",
        "elsewhere than in",
        "not inside",
        "not within",
        "not part of",
    ),
    "on": ("on", "onto", "at"),
    "of": (
        "of",
        "for",
        "from",
        "belonging to",
        "to",
        "about",
        "behind",
    ),
    "inside": (
        "part of",
        "a part of",
        "belongs to",
        "belong to",
        "that belong to",
        "which belong to",
        "that belongs to",
        "lying in",
        "located in",
        "living in",
        "lives in",
        "live in",
    ),
    "beside": (
        "and their",
        "with their",
        "and its",
        "with its",
        "along with their",
        "together with their",
        "as well as their",
        "and the corresponding",
        "and also their",
        "including their",
    ),
    "owners beside": (
        "and who owns them",
        "and who owns each",
        "and who owns each of them",
        "and who owns it",
        "and the owner of each",
        "and the team that owns them",
        "and which team owns them",
        "and which team owns each",
    ),
    "trouble": ("issues", "problems", "trouble", "anything weird", "anything odd"),
    "latest tag": (
        "latest tag",
        "the latest tag",
        "image tag latest",
        "tag latest",
        "latest image tag",
        "the latest image tag",
    ),
    "runtime": ("python", "nodejs", "java", "ruby", "dotnet"),
    "untagged": ("untagged", "unlabelled", "unlabeled"),
    "unnamed": (
        "unnamed",
        "nameless",
        "without a name",
        "without name",
        "no name",
        "have no name",
        "has no name",
        "with no name",
    ),
    "that": ("that", "which", "who", "whose"),
    "and": ("and", "as well as", "and also", "but", ",", "plus"),
    "or": ("or", "and or"),
    "per": (
        "per",
        "by",
        "for each",
        "in each",
        "for every",
        "in every",
        "grouped by",
        "group by",
        "broken down by",
        "split by",
        "of each",
        "each",
        "across",
    ),
    "sorted": (
        "sorted by",
        "ordered by",
        "ranked by",
        "sort by",
        "order by",
        "by descending",
    ),
    "common": (
        "most common",
        "the most common",
        "commonest",
        "most used",
        "used most",
        "used the most",
        "most frequent",
    ),
    "follow": (
        "what about",
        "how about",
        "only",
        "just",
        "but only",
        "and only",
        "and what about",
        "and how about",
        "now",
        "now only",
    ),
    "ones": (
        "ones",
        "one",
        "only those",
        "just those",
        "only the ones",
        "those ones",
        "of them",
        "of those",
        "of these",
        "which ones",
        "the ones",
    ),
    "thing": (
        "anything",
        "something",
        "everything",
        "nothing",
        "anyone",
        "anybody",
        "everyone",
        "everybody",
        "somebody",
        "someone",
        "nobody",
        "no one",
        "things",
        "stuff",
    ),
    "same": (
        "same",
        "the same",
        "share",
        "shares",
        "sharing",
        "share a",
        "share the",
        "shares a",
        "shares the",
        "shares its",
        "an identical",
        "identical",
    ),
    "as": ("as", "as that of", "as those of", "as the one of", "as in", "like"),
    "top": ("top", "first", "the top"),
    "between": ("between", "from"),
    "old": ("old", "of age"),
    "or more": (
        "or more",
        "or above",
        "or over",
        "or higher",
        "or greater",
        "or larger",
        "or bigger",
        "or longer",
        "and larger",
        "and more",
        "and above",
        "and up",
    ),
    "or less": (
        "or less",
        "or fewer",
        "or under",
        "or below",
        "or lower",
        "or smaller",
        "or shorter",
        "and below",
    ),
    "or older": ("or older", "or earlier", "and older", "and earlier"),
    "or newer": ("or newer", "or later", "or younger", "and newer", "and later"),
    "tag": (
        "tag",
        "label",
        "tagged",
        "labelled",
        "labeled",
        "tags",
        "labels",
        "tagged with",
        "labelled with",
    ),
}

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
    Measure.AVERAGE: ("average", "mean", "avg", "on average", "the average of", "average of"),
    Measure.MINIMUM: ("minimum", "min", "the minimum of"),
    Measure.MAXIMUM: ("maximum", "max", "the maximum of"),
    Measure.MEDIAN: ("median", "the median of"),
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
        "largest number of",
        "highest number of",
    ),
    (False, "amount"): ("fewest", "least", "lowest", "the fewest", "smallest number of", "lowest number of"),
    (True, "size"): ("largest", "biggest", "longest"),
    (False, "size"): ("smallest", "shortest"),
    (False, "birth"): ("oldest", "earliest", "longest running", "created first", "first created"),
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

    for role, phrases in (*_ROLES.items(), *TOPICS.items()):
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
