"""What people say in an order of words that the grammar has no rule for, said in the order that it has; nothing is added to it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assistant.turns import straightened

_NTH = {
    word: number
    for number, words in enumerate(
        (
            ("second", "2nd", "next", "second-"),
            ("third", "3rd"),
            ("fourth", "4th"),
            ("fifth", "5th"),
        ),
        start=2,
    )
    for word in words
}
_MOST_WORDS = "largest|biggest|smallest|oldest|newest|youngest|highest|lowest|longest|shortest|most|least|fewest|latest|earliest"
_RANKED = re.compile(
    rf"\b(?P<nth>second|third|fourth|fifth|2nd|3rd|4th|5th)[ -](?={_MOST_WORDS}\b)", re.IGNORECASE
)

_MORE = {
    "bigger": "how big are",
    "larger": "how big are",
    "older": "how old are",
}
_LESS = {
    "smaller": "how big are",
    "newer": "how old are",
    "younger": "how old are",
}
_ADJECTIVES = "|".join({**_MORE, **_LESS})
_NAME = r"(?:the )?[\w./:@-]+(?: [\w./:@-]+){0,2}?"
_THAN = re.compile(
    rf"(?:is|are|was) (?P<one>{_NAME}) (?P<how>{_ADJECTIVES}) than (?P<other>{_NAME})", re.IGNORECASE
)
_HAS_MORE = re.compile(
    rf"(?:does|do|has|is) (?P<one>{_NAME}) (?:have|has|use|get|run|keep|with) (?P<how>more|less|fewer|a (?:higher|longer|larger|bigger|lower|shorter|smaller)) (?P<field>[a-z ]+?) than (?P<other>{_NAME})",
    re.IGNORECASE,
)
_EITHER = re.compile(
    rf"which (?:one )?(?:is|was) (?:the )?(?P<how>{_ADJECTIVES}|biggest|largest|oldest|smallest|newest|youngest)(?: one)?,? (?P<one>{_NAME}),? or (?P<other>{_NAME})",
    re.IGNORECASE,
)
_EITHER_HAS = re.compile(
    rf"which (?:one )?(?:has|have|uses|keeps|runs) (?P<how>more|less|fewer|the most|the least|the (?:longer|higher|larger|shorter|lower|smaller)) (?P<field>[a-z ]+?),? (?P<one>{_NAME}),? or (?P<other>{_NAME})",
    re.IGNORECASE,
)
_MAKERS = re.compile(
    r"(?:and )?(?:who (?:made|did|caused|changed|deleted|created) (?:them|those|that|these|all that)|by whom|who was (?:it|that|behind (?:it|that|them)))",
    re.IGNORECASE,
)
_LESSER = frozenset({"less", "fewer", "the least", *_LESS, "smallest", "newest", "youngest"})


@dataclass(frozen=True, slots=True)
class Reworded:
    """The question as the grammar reads it. `nth` of an order where not the first is asked for; `weighed` says how two things are compared."""

    text: str
    nth: int = 1
    makers: bool = False  # who made the changes that were told of before
    weighed: str = ""  # "more" or "less": whether the first has it; "which": which of the two has


def reworded(question: str) -> Reworded:
    """The question with what it says of an order or of a comparison taken apart, and every turn of phrase put straight."""
    text = " ".join(question.split())
    if (compared := _compared(text)) is not None:
        return compared
    if _MAKERS.fullmatch(text.rstrip(" ?.!")):
        return Reworded(text, makers=True)
    text = straightened(text)
    ranked = _RANKED.search(text)
    if ranked is None:
        return Reworded(text)
    return Reworded(_RANKED.sub("", text, count=1), nth=_NTH[ranked["nth"].lower()])


def _compared(text: str) -> Reworded | None:
    plain = text.rstrip(" ?.!")
    for pattern in (_THAN, _HAS_MORE, _EITHER, _EITHER_HAS):
        if (found := pattern.fullmatch(plain)) is not None:
            how = found["how"].lower()
            less = how.removeprefix("a ") in {"lower", "shorter", "smaller"} or how in _LESSER
            either = pattern in (_EITHER, _EITHER_HAS)
            weighed = ("which less" if less else "which") if either else ("less" if less else "more")
            return Reworded(_asked(found.groupdict(), how), weighed=weighed)
    return None


def _asked(found: dict[str, str], how: str) -> str:
    both = f"{found['one']} and {found['other']}"
    if field := found.get("field"):
        return f"what is the {field} of {both}"
    age = how.startswith(("old", "new", "young"))
    return f"how {'old' if age else 'big'} are {both}"
