"""What people say in an order of words that the grammar has no rule for, said in the order that it has; nothing is added to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

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
_LESSER = frozenset({"less", "fewer", "the least", *_LESS, "smallest", "newest", "youngest"})


@dataclass(frozen=True, slots=True)
class Reworded:
    """The question as the grammar reads it. `nth` of an order where not the first is asked for; `weighed` says how two things are compared."""

    text: str
    nth: int = 1
    weighed: str = ""  # "more" or "less": whether the first has it; "which": which of the two has


def reworded(question: str) -> Reworded:
    """The question with what it says of an order or of a comparison taken apart, and every turn of phrase put straight."""
    text = " ".join(question.split())
    if (compared := _compared(text)) is not None:
        return compared
    for pattern, instead in _TURNS:
        text = pattern.sub(instead, text)
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


def _to(
    pattern: str, instead: str | Callable[[re.Match[str]], str]
) -> tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]:
    return re.compile(pattern, re.IGNORECASE), instead


_TOOLS = r"terraform|opentofu|helm|cloudformation|argo ?cd|flux"
_ENDS = r"(?=$|[?.!,]| (?:in|with|without|that|which|and|of|for|on|per|by|are|is)\b)"
_NOBODY = r"(?:nobody|no one|no-one)"

_TURNS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    _to(rf"\b({_TOOLS})[- ]managed ((?:[\w-]+ ){{0,2}}?[\w-]+){_ENDS}", r"\2 managed by \1"),
    _to(
        r"\b(?:defined |declared |described |tracked |kept |created |provisioned |covered |managed )?(?:in|under|via|through) "
        r"(terraform|cloudformation)(?! (?:state|resource|module|stack)s?\b)",
        r"managed by \1",
    ),
    _to(
        r"\b(?:defined |declared |managed |covered |created )?(?:in|by|via|through) (?:iac|infrastructure as code)\b",
        "managed",
    ),
    _to(
        r"\bwhat (?:has|have) ((?!been\b|just\b|recently\b|not\b|changed\b)[\w@.-]+(?: (?!changed\b|been\b)[\w@.-]+){0,2}) (changed|modified|touched)\b",
        r"what did \1 change",
    ),
    _to(rf"\bwhich ([\w -]+?) does {_NOBODY} (own|manage)\b", r"which \1 are un\2ed"),
    _to(rf"\bwhat does {_NOBODY} (own|manage)\b", r"what is un\1ed"),
    _to(
        rf"\b(?:that |which )?{_NOBODY} (?:has |have )?(?:touched|changed|modified)\b",
        "that were not changed",
    ),
    _to(r"\b(repo(?:sitorie)?s) (?:without|with no) (?:any )?commits\b", r"\1 that were not changed"),
    _to(rf"(?:that |which )?{_NOBODY} (?:backs|is backing|has backed) up\b", "without backups"),
    _to(rf"\b(?:does|do) {_NOBODY} back up\b", "are not backed up"),
    _to(
        r"\bwhy (?:is|are) (?:the )?(?:owner|ownership) of (.+?) (?:in conflict|disputed|contested|unclear)",
        r"who owns \1",
    ),
    _to(
        r"\bwhy (?:is|are) (.+?)'s (?:owner|ownership) (?:in conflict|disputed|contested|unclear)",
        r"who owns \1",
    ),
)
"""Turns of phrase, and what is said instead: the same words in another order, or the verb for its state."""
